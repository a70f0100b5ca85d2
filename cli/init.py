"""`adjudicator init`: from an empty folder to the first mail."""

import getpass
import os
import sys
import tomllib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from shlex import quote
from typing import Annotated, Any
from zoneinfo import available_timezones

from pydantic import ValidationError

from adjudicator import given_files
from adjudicator.language import CODES
from adjudicator.mail.address import is_address
from adjudicator.mail.fetch import MailboxLost
from adjudicator.service.admin import new_installation
from adjudicator.service.admin.new_installation import Place
from adjudicator.service.moderation.rights import Access
from adjudicator.settings import Settings, Trust, new_key
from adjudicator.settings.reading import CONFIG, DEFAULT_FILE
from cli import new_campaign
from cli.changing import ask, interruptible
from cli.commands import command
from cli.errors import Failed, Interrupted
from cli.new_campaign import none_of, until
from cli.output import Output, remark, write_whole

UNIT = "adjudicator.service"


@dataclass(frozen=True, kw_only=True)
class Account:
    """The options about the mailbox; what they do not say is asked, or looked up."""

    address: Annotated[str | None, "Address of the mailbox, e.g. orders@example.org."] = None
    user: Annotated[str | None, "Login at the mail servers (default: the address)."] = None
    password_file: Annotated[Path | None, "File whose first line is the password."] = None
    imap: Annotated[str | None, "--imap SERVER", "Where mail is fetched: HOST[:PORT] [none|implicit|starttls]."] = None
    smtp: Annotated[str | None, "--smtp SERVER", "Where mail is handed over."] = None
    ca_file: Annotated[Path | None, "PEM file of the authority that the servers' certificates are of."] = None


@dataclass(frozen=True)
class Said:
    """What the options say."""

    account: Account
    operator: str | None = None
    language: str | None = None
    time_zone: str | None = None


@command(
    "init",
    "adjudicator init                      # asks what it needs",
    "--address orders@example.org --password-file secret --operator you@example.net",
    needs=Access.OPERATOR,
)
def init(
    account: Account,
    operator: Annotated[str | None, "Address that is told what cannot wait."] = None,
    language: Annotated[str | None, "Language of new campaigns, e.g. en."] = None,
    time_zone: Annotated[str | None, "Time zone of new campaigns, e.g. Europe/Moscow."] = None,
    as_root: Annotated[bool, "The service is to run as root."] = False,
) -> Output:
    """Set up an installation in this folder: try the mail account, write the settings.

    A mail is sent to the mailbox itself, to see that mail to the secret addresses of players arrives. Settings, a key
    and a systemd unit are written; nothing that is there already is overwritten. At a terminal, what is missing is
    asked, the first campaign is created and the service started, if you like. Called again after an interruption, it
    goes on where it was.
    """
    if os.geteuid() == 0 and not as_root:
        raise Failed(
            "the service would run as root; call this from the account that it is to run under "
            "(runuser -u NAME -- adjudicator init), or add --as-root"
        )
    file = Path(os.environ.get(CONFIG) or DEFAULT_FILE).absolute()
    unit = file.with_name(UNIT)
    said = Said(account, operator, language, time_zone)
    if not file.exists():
        _write_settings(file, said)
    elif said != Said(Account()) or (unit.exists() and not sys.stdin.isatty()):
        raise Failed(f"{file} is there already; adjudicator doctor says whether all is well with it")
    _draft(file).unlink(missing_ok=True)
    if not unit.exists():
        program = Path(sys.argv[0]).absolute()
        write_whole(unit, new_installation.unit(program, file, getpass.getuser()).encode())
    if sys.stdin.isatty():
        _begin()
    return Output(
        {"settings": str(file), "unit": str(unit)},
        "adjudicator campaign create asks who plays what; adjudicator serve sends and answers mails until Ctrl-C.\n"
        f"To run it as a service: sudo cp {quote(str(unit))} /etc/systemd/system/ && "
        "sudo systemctl enable --now adjudicator",
    )


def _draft(file: Path) -> Path:
    return file.with_name(f".{file.name}.draft")


def _write_settings(file: Path, said: Said) -> None:
    """Ask for the settings and write them.

    What is settled stands in a file of its own until all is, and is not asked again after an interruption.
    """
    draft = _draft(file)
    written: dict[str, Any] = {}
    if draft.exists():
        written = tomllib.loads(given_files.read_text(draft))
        remark(f"this goes on with what was settled before; to begin anew, remove {draft}")

    def settle(**more: Any) -> None:
        written.update(more)
        _settings(written)
        write_whole(draft, new_installation.as_toml(written).encode(), secret=True)

    try:
        with interruptible():
            if "mail" not in written or said.account != Account():
                settle(**_mailbox(said.account, file.parent))
            mail: dict[str, Any] = written["mail"]
            if "operator" not in mail or said.operator is not None:
                told = _answer("Address that is told what cannot wait", said.operator, "-", _address_or_none)
                settle(mail=mail | {"operator": "" if told == "-" else told})
            languages = f"Language of new campaigns ({', '.join(CODES)})"
            for name, question, given, usual, known in (
                ("language", languages, said.language, "en", CODES),
                ("time_zone", "Time zone of new campaigns", said.time_zone, _zone(), available_timezones()),
            ):
                campaign = written.get("campaign", {})
                if name not in campaign or given is not None:
                    settle(campaign=campaign | {name: _answer(question, given, usual, none_of(known))})
            if not {"authserv_id", "trust"} & written["mail"].keys():
                settle(mail=written["mail"] | _trusted(_settings(written)))
    except Interrupted:
        kept = "what was settled is kept, and adjudicator init goes on from there"
        raise Interrupted(kept if written else "nothing was changed") from None
    written = {"secret_key": new_key()} | written
    write_whole(file, f"{new_installation.as_toml(written)}\n".encode(), secret=True)
    remark(f"{file} is written; keep a copy of its secret_key elsewhere")


def _begin() -> None:
    """Create the first campaign and start the service, if whoever sits there likes."""
    from adjudicator.service.admin.campaign_list import summaries
    from adjudicator.service.moderation.overview import Viewer
    from adjudicator.store.engine import reading
    from cli.campaign import create
    from cli.installation import at_the_desk, author
    from cli.serve import serve

    with at_the_desk(make=True) as service, reading(service.engine) as session:
        some = bool(summaries(session, service.clock.now(), Viewer(name=author()), archived=True))
    if not some and _says_yes("Create the first campaign now?"):
        with suppress(Interrupted):
            create(new_campaign.Options()).tell(as_json=False)
    if _says_yes("Start the service in this terminal?"):
        serve()


def _mailbox(account: Account, folder: Path) -> dict[str, Any]:
    """Return settings with a mailbox whose servers have let us in. Raises Failed where nobody can mend them."""
    address = _answer("Address of the mailbox", account.address, "", _address)
    domain = address.rpartition("@")[2]
    while True:
        user = _answer("Login at the mail servers", account.user, address, lambda text: "")
        login = {"user": user, "password": _password(account.password_file)}
        if account.ca_file is not None:
            login["ca_file"] = str(account.ca_file.absolute())
        imap, smtp = _place("imap", domain, account.imap), _place("smtp", domain, account.smtp)
        written = new_installation.given(address, login, imap, smtp, folder)
        findings = [*new_installation.tried(_settings(written))]
        for finding in findings:
            remark(f"  {finding.subject}: {finding.text}")
        wrong = [f"{finding.subject}: {finding.text}" for finding in findings if finding.state == "wrong"]
        if not wrong:
            return written
        if not sys.stdin.isatty():
            raise Failed(*wrong)
        account = Account(ca_file=account.ca_file)


def _place(kind: str, domain: str, said: str | None) -> Place:
    asked = {"imap": "Server from which mail is fetched", "smtp": "Server that sends mail"}[kind]
    likely = "" if said else str(new_installation.likely(kind, domain))
    return new_installation.place(_answer(asked, said, likely, lambda text: _no_place(text, kind)), kind)


def _trusted(settings: Settings) -> dict[str, str]:
    """Send a mail to the mailbox itself, and return whose word on senders is to be believed.

    Raises:
        Failed: The mail did not arrive.
    """
    ours = settings.mail.address
    where = f"{ours.local}{ours.separator}…@{ours.domain}"
    remark(f"A mail is sent to {where}, and awaited for two minutes at most …")
    try:
        arrival = new_installation.round_trip(settings)
    except MailboxLost as lost:
        raise Failed(f"the mailbox was lost: {lost}") from None
    if not arrival.arrived:
        why = arrival.refused or "it did not arrive; the mailbox has to take what comes to such addresses"
        raise Failed(f"the mail to {where}: {why}")
    if arrival.authserv_id:
        remark(f"  it arrived; {arrival.authserv_id} says who sent a mail, and is believed (mail.authserv_id)")
        return {"authserv_id": arrival.authserv_id}
    remark("  it arrived; its server does not say who sent a mail, so we check signatures ourselves (mail.trust)")
    return {"trust": Trust.DKIM.value}


def _settings(written: dict[str, Any]) -> Settings:
    try:
        return Settings.model_validate(written)
    except ValidationError as error:
        raise Failed(*(f"{'.'.join(map(str, each['loc']))}: {each['msg']}" for each in error.errors())) from None


def _answer(question: str, said: str | None, default: str, wrong: Callable[[str], str]) -> str:
    """Return what an option says, else what is answered at the terminal, else the default. Raises Failed."""
    if said is None and sys.stdin.isatty():
        return until(question, default, wrong)
    answer = default if said is None else said
    if why := wrong(answer):
        raise Failed(f"{question}: {why}")
    return answer


def _password(file: Path | None) -> str:
    if file is not None:
        return given_files.read_text(file).partition("\n")[0].strip()
    if not sys.stdin.isatty():
        raise Failed("--password-file is missing: nobody is at the keyboard to type the password")
    return getpass.getpass("Password (many providers want one made for programs): ")


def _says_yes(question: str) -> bool:
    return ask(f"{question} [Y/n] ").strip().lower() in ("", "y", "yes", "д", "да")


def _zone() -> str:
    """Return the time zone of this machine (the name to which /etc/localtime leads), otherwise UTC."""
    name = str(Path("/etc/localtime").resolve()).partition("zoneinfo/")[2]
    return name if name in available_timezones() else "UTC"


def _address(text: str) -> str:
    return "" if is_address(text) else f"{text!r} is not an email address" if text else "please write one"


def _address_or_none(text: str) -> str:
    return "" if text == "-" else _address(text)


def _no_place(text: str, kind: str) -> str:
    try:
        new_installation.place(text, kind)
    except ValueError as why:
        return str(why)
    return ""
