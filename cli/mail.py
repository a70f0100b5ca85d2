"""`adjudicator mail`: the mails of the installation, and how any mail is read."""

import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

from adjudicator.service.admin import mail_troubles, mails
from adjudicator.service.moderation.rights import Access
from adjudicator.store.engine import reading
from adjudicator.store.tables import InboundStatus, OutboundState
from adjudicator.store.timing import paused_since
from cli.commands import command
from cli.errors import Failed
from cli.installation import at_the_desk, mails_at_hand
from cli.options import All, AsJson, AsSeat, Limit, Out
from cli.output import Output, Tint, Tinted, record_table, remark, write_bytes
from cli.visible import put

Mail = Annotated[str, "ID", "in-NUMBER or out-NUMBER (see mail list)."]

STATES = {
    InboundStatus.HELD: Tint.SOON,
    InboundStatus.QUARANTINED: Tint.SOON,
    InboundStatus.IGNORED: Tint.IDLE,
    OutboundState.CANCELLED: Tint.IDLE,
    OutboundState.FAILED: Tint.WRONG,
}
"""The colours of a mail's states at a terminal."""


@command("mail list", "--status held", "--out --campaign lights --json", needs=Access.LOOK)
def list_(
    out: Out = False,
    campaign: Annotated[str | None, "Only of this campaign."] = None,
    status: Annotated[str | None, "Only in this state, e.g. held, quarantined, failed."] = None,
    limit: Limit = 50,
) -> Output:
    """List emails, the newest first. Who, when, what became of them. Never what is inside."""
    with mails_at_hand() as part:
        found = mails.listed(part, out=out, campaign=campaign, status=status, limit=limit)
    return record_table(
        found,
        "ID",
        ("WHEN", "at"),
        ("TO" if out else "FROM", "address"),
        "CAMPAIGN",
        "SEAT",
        ("STATE", lambda each: Tinted(f"{each.state} {each.kind}".strip(), STATES.get(each.state, Tint.PLAIN))),
        ("REASON", lambda each: each.reason[:60]),
    )


@command("mail show", "in-12 --as france", "out-7 --all --raw", needs=Access.LOOK)
def show(
    mail: Mail,
    as_: AsSeat = None,
    all_: All = False,
    raw: Annotated[bool, "The bytes themselves."] = False,
) -> Output | None:
    """Show one email. What is inside shows only with --as (the seat it belongs to) or --all."""
    with mails_at_hand() as part:
        found = mails.mail_details(part, mail, seat=as_, everything=all_)
        if all_:
            remark("adjudicator: this shows secrets of every seat")
    if not raw:
        return Output(found.plain(), found.text())
    write_bytes(found.content())
    return None


@command("mail raw", "in-12 --as france > mail.eml", needs=Access.LOOK)
def raw(mail: Mail, as_: AsSeat = None, all_: All = False) -> None:
    """Print the bytes of an email as they came or went. Only with --as (the seat it belongs to) or --all."""
    show(mail, as_=as_, all_=all_, raw=True)


@command("mail read", "reply.eml", "reply.eml --json --seats seats.json", needs=Access.INSPECT)
def read(
    file: Annotated[Path, "FILE", "An email (.eml)."],
    as_json: AsJson = False,
    own: Annotated[list[str] | None, "Our address, as in the settings; repeatable."] = None,
    authserv_id: Annotated[str | None, "Name of the receiving server whose verdicts count."] = None,
    seats: Annotated[Path | None, "JSON list of known seats: campaign, seat, token, tag, addresses."] = None,
    believe: Annotated[bool, "Believe the sender, as in a closed installation."] = False,
) -> Output:
    """Show how an email is read and where it would go. Needs no database."""
    from cli.mail_reading import read_file  # as no other command here it reads mails by itself

    found = read_file(file, own=own, authserv_id=authserv_id, seats=seats, believe=believe)
    return Output(found, found.text())


@command("mail bounces", "", "--reactivate anna@players.test", needs=Access.OPERATOR)
def bounces(
    address: Annotated[str | None, "Only of this address."] = None,
    reactivate: Annotated[str | None, "--reactivate ADDRESS", "Use a suspended address again."] = None,
    limit: Limit = 50,
) -> Output | None:
    """List emails that bounced and suspended addresses.

    These are our own emails that did not arrive, and the addresses given up because of it.
    """
    if reactivate is not None:
        with at_the_desk() as service:
            put(mail_troubles.reactivate(service, reactivate))
        return None
    with mails_at_hand() as part:
        found = mail_troubles.bounces(part, address, limit)
    if not found.addresses and not found.mails:
        return Output(found, "No address has trouble, and no email came back.")
    optional = ("OPTIONAL EMAILS", lambda each: "stopped" if each.essential_only else "")
    said = ("THE SERVER SAID", lambda each: each.diagnostic[:60])
    return Output(
        found,
        *record_table(found.addresses, "ADDRESS", "STATE", "BOUNCES", optional).parts,
        "",
        *record_table(found.mails, "MAIL", ("WHEN", "at"), ("TO", "address"), ("WHAT", "kind"), "STATUS", said).parts,
    )


@command("mail refetch", "", "--since 2026-12-01T03:00Z", needs=Access.OPERATOR)
def refetch(
    since: Annotated[str | None, "From this time on (default: since the last campaign that was restored)."] = None,
) -> Output:
    """Fetch emails once more from the mailbox.

    Those in the folder of handled ones too; those that are not known are handled.

    For a database that was put back in time; nothing else may work on it meanwhile. Known mails are passed over.
    """
    from adjudicator.service.moderation.restoration import MARGIN  # nobody else here fetches or carries out anything
    from adjudicator.service.play.kept.whole_mails import RESTORING
    from worker.poller import read_again

    with at_the_desk() as service:
        with reading(service.engine) as session:
            moment = paused_since(session, RESTORING) if since is None else _moment(since)
        if moment is None:
            raise Failed("no campaign was restored, so there is no start time; give --since TIME")
        found = read_again(service, moment - MARGIN, _progress)
        if sys.stderr.isatty():
            put("", to=sys.stderr)
    told = f"{found.seen} mails looked at, {found.new} of them new; adjudicator campaign resume lets a campaign go on"
    return Output(found, told)


def _moment(text: str) -> datetime:
    """Return a moment in ISO form; without a zone it is UTC. Raises Failed.

    >>> _moment("2026-12-01T03:00Z").isoformat()
    '2026-12-01T03:00:00+00:00'
    """
    try:
        found = datetime.fromisoformat(text.strip())
    except ValueError:
        raise Failed(f"{text!r} is not a time; write it like 2026-12-01T03:00Z") from None
    return found.astimezone(UTC) if found.tzinfo else found.replace(tzinfo=UTC)


def _progress(done: int, whole: int) -> None:
    """Show `12 of 40 mails` at a terminal, and nothing in a file."""
    if sys.stderr.isatty():
        print(f"\r{done} of {whole} mails", end="", file=sys.stderr, flush=True)
