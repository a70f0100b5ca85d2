"""`adjudicator mail`: the mails of the installation, and how any mail is read."""

import sys
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from adjudicator.service.console import mail_troubles, mails, treatments
from adjudicator.service.desk.restoration import MARGIN, missing_since
from adjudicator.store.engine import reading
from cli.commands import command
from cli.errors import Failed
from cli.installation import at_the_desk, author, mails_at_hand, visitor
from cli.mail_reading import read_file
from cli.options import All, AsJson, AsSeat, Limit, Out
from cli.output import Output, listed, remark
from worker.poller import read_again

Mail = Annotated[str, "ID", "in-NUMBER or out-NUMBER as mail list tells."]
Held = Annotated[str, typer.Argument(metavar="ID", help="in-NUMBER as mail list --status held tells.")]
Reason = Annotated[str, typer.Option("--reason", help="Why; it is written down.")]


@command("mail list", "adjudicator mail list --status held", "adjudicator mail list --out --campaign lights --json")
def list_(
    out: Out = False,
    campaign: Annotated[str | None, "Only of this campaign."] = None,
    status: Annotated[str | None, "Only in this state, e.g. held, quarantined, failed."] = None,
    limit: Limit = 50,
) -> Output:
    """Mails, the newest first: who, when, what became of them. Never what is inside."""
    with mails_at_hand() as part:
        found = mails.listed(part, out=out, campaign=campaign, status=status, limit=limit)
    return listed(
        found,
        "ID",
        ("WHEN", "at"),
        ("TO" if out else "FROM", "address"),
        "CAMPAIGN",
        "SEAT",
        ("STATE", lambda each: f"{each.state} {each.kind}".strip()),
        ("REASON", lambda each: each.reason[:60]),
    )


@command("mail show", "adjudicator mail show in-12 --as france", "adjudicator mail show out-7 --all --raw")
def show(
    mail: Mail,
    as_: AsSeat = None,
    all_: All = False,
    raw: Annotated[bool, "The bytes themselves."] = False,
) -> Output | None:
    """One mail. What is inside shows only with --as (the seat it belongs to) or --all."""
    with mails_at_hand() as part:
        found = mails.opened(part, mail, seat=as_, everything=all_)
        if all_:
            remark("adjudicator: this shows secrets of every seat")
    if not raw:
        return Output(found.plain(), found.text())
    sys.stdout.buffer.write(found.content())
    return None


@command("mail raw", "adjudicator mail raw in-12 --as france > mail.eml")
def raw(mail: Mail, as_: AsSeat = None, all_: All = False) -> None:
    """The bytes of a mail as they came or went. Only with --as (the seat it belongs to) or --all."""
    show(mail, as_=as_, all_=all_, raw=True)


@command(
    "mail release",
    "adjudicator mail list --status held",
    "adjudicator mail release in-12 --reason 'he told me by telephone'",
    "adjudicator mail release in-14 --seat france",
)
def release(
    mail: Held,
    seat: Annotated[str | None, "For which seat it counts; else the one it came for."] = None,
    reason: Reason = "",
) -> Output:
    """Let a held or quarantined mail through, as if its seat had proven that it wrote it.

    It counts from its arrival. Nothing of it is shown; its seat gets the answer, and the reports list the act.
    """
    return _treated(mail, partial(treatments.release, seat=seat, reason=reason))


@command("mail reject", "adjudicator mail reject in-12 --reason 'not from Anna, she says'")
def reject(mail: Held, reason: Reason = "") -> Output:
    """Drop a held or quarantined mail for good; the code that was sent for it counts no more."""
    return _treated(mail, partial(treatments.reject, reason=reason))


@command("mail reprocess", "adjudicator mail reprocess in-12")
def reprocess(mail: Held) -> Output:
    """Read and judge a mail once more that has had no effect: after a setting was mended, say.

    Unlike release it believes nothing that the mail does not prove.
    """
    return _treated(mail, treatments.reprocess)


def _treated(mail: str, act: Callable[..., treatments.Treated]) -> Output:
    with at_the_desk() as service:
        done = mails.treat(service, visitor(), mail, lambda mail_id: act(service, mail_id, by=author()))
    reason = f": {done.reason}" if done.reason else ""
    return Output(done, f"in-{done.mail_id} is {done.status} now{reason}")


@command("mail read", "adjudicator mail read reply.eml", "adjudicator mail read reply.eml --json --seats seats.json")
def read(
    file: Annotated[Path, "FILE", "A mail (.eml)."],
    as_json: AsJson = False,
    own: Annotated[list[str] | None, "Our address, as in the settings; repeatable."] = None,
    authserv_id: Annotated[str | None, "Name of the receiving server whose verdicts count."] = None,
    seats: Annotated[Path | None, "JSON list of known seats: campaign, seat, token, tag, addresses."] = None,
    believe: Annotated[bool, "Believe the sender, as in a closed installation."] = False,
) -> Output:
    """How a mail is read and which way it would go, without a database."""
    found = read_file(file, own=own, authserv_id=authserv_id, seats=seats, believe=believe)
    return Output(found, found.text())


@command("mail bounces", "adjudicator mail bounces", "adjudicator mail bounces --reactivate anna@players.test")
def bounces(
    address: Annotated[str | None, "Only of this address."] = None,
    reactivate: Annotated[str | None, "--reactivate ADDRESS", "Use a suspended address again."] = None,
    limit: Limit = 50,
) -> Output | None:
    """Mails of ours that did not arrive, and the addresses that are given up because of it."""
    if reactivate is not None:
        with at_the_desk() as service:
            print(mail_troubles.reactivate(service, reactivate))
        return None
    with mails_at_hand() as part:
        found = mail_troubles.bounces(part, address, limit)
    if not found.addresses and not found.mails:
        return Output(found, "No address has trouble, and no mail came back.")
    optional = ("OPTIONAL MAILS", lambda each: "stopped" if each.essential_only else "")
    said = ("THE SERVER SAID", lambda each: each.diagnostic[:60])
    return Output(
        found,
        *listed(found.addresses, "ADDRESS", "STATE", "BOUNCES", optional).parts,
        "",
        *listed(found.mails, "MAIL", ("WHEN", "at"), ("TO", "address"), ("WHAT", "kind"), "STATUS", said).parts,
    )


@command("mail reread", "adjudicator mail reread", "adjudicator mail reread --since 2026-12-01T03:00Z")
def reread(
    since: Annotated[str | None, "From this moment on; otherwise since the last one that was restored."] = None,
) -> Output:
    """Fetch mails once more from the mailbox, those in the folder of handled ones too, and handle what is not known.

    For a database that was put back in time; nothing else may work on it meanwhile. Known mails are passed over.
    """
    with at_the_desk() as service:
        with reading(service.engine) as session:
            moment = missing_since(session) if since is None else _moment(since)
        if moment is None:
            raise Failed("no campaign stands still after campaign import or db restored; say --since MOMENT")
        found = read_again(service, moment - MARGIN, _progress)
        if sys.stderr.isatty():
            print(file=sys.stderr)
    told = f"{found.seen} mails looked at, {found.new} of them new; adjudicator campaign resume lets a campaign go on"
    return Output(found, told)


def _moment(text: str) -> datetime:
    """A moment in ISO form; without a zone it is UTC. Raises Failed.

    >>> _moment("2026-12-01T03:00Z").isoformat()
    '2026-12-01T03:00:00+00:00'
    """
    try:
        found = datetime.fromisoformat(text.strip())
    except ValueError:
        raise Failed(f"{text!r} is no moment like 2026-12-01T03:00Z") from None
    return found.astimezone(UTC) if found.tzinfo else found.replace(tzinfo=UTC)


def _progress(done: int, whole: int) -> None:
    """`12 of 40 mails` at a terminal, and nothing in a file."""
    if sys.stderr.isatty():
        print(f"\r{done} of {whole} mails", end="", file=sys.stderr, flush=True)
