"""How a command changes something: rehearsed, shown, confirmed, done.

The rehearsal is the use case itself in a transaction that is rolled back, so that what is shown is what will happen.
Between the question and the answer nothing is locked; if play went on meanwhile, nothing is done. Ctrl-C at any
moment leaves nothing half done: there is one transaction, and it is committed whole or not at all.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from inspect import Parameter, Signature, signature
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.errors import Failed, Interrupted
from cli.options import AsJson
from cli.output import emit, remark

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from adjudicator.service.campaign.matches import Table
    from adjudicator.service.desk.deed import Author, Deed
    from adjudicator.service.service import Service
    from cli.difference import Difference

    Deciding = Callable[[Session, Service, Table], Deed]
    """What is to be done, said when the campaign is at hand."""

DryRun = Annotated[bool, typer.Option("--dry-run", help="Show what would change, and change nothing.")]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")]
Reason = Annotated[str, typer.Option("--reason", help="Told to everybody whom it concerns.")]
AtLog = Annotated[
    int | None, typer.Option("--log", min=0, help="Only at this log number (campaign list tells it); refuse otherwise.")
]


@dataclass(frozen=True, kw_only=True)
class How:
    """The options that every changing command has."""

    dry_run: bool = False
    yes: bool = False
    as_json: bool = False


def changing(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options that every changing one has, last; it gets them together, as `how`."""

    @wraps(command)
    def given(*arguments: Any, dry_run: bool, yes: bool, as_json: bool, **named: Any) -> None:
        command(*arguments, **named, how=How(dry_run=dry_run, yes=yes, as_json=as_json))

    options = {"dry_run": DryRun, "yes": Yes, "as_json": AsJson}
    own = [each for each in signature(command, eval_str=True).parameters.values() if each.name != "how"]
    added = [Parameter(name, Parameter.KEYWORD_ONLY, default=False, annotation=of) for name, of in options.items()]
    given.__signature__ = Signature([*own, *added])  # type: ignore[attr-defined]
    given.__annotations__ = {each.name: each.annotation for each in (*own, *added)}
    return given


@dataclass(frozen=True)
class Outcome:
    """What a changing command prints for machines."""

    campaign: str
    deed: str
    dry_run: bool
    done: bool
    log: int
    changes: tuple[Any, ...]
    """As `adjudicator.service.desk.deed.Change`."""
    mails_to: tuple[str, ...]


def carry_out(name: str, decide: Deciding, how: How) -> None:
    """Rehearse, show, ask, do. Raises Failed with the reason when it is refused, Interrupted after Ctrl-C."""
    try:
        _carry_out(name, decide, how)
    except KeyboardInterrupt:
        print(file=sys.stderr)
        raise Interrupted("nothing was changed") from None


def _carry_out(name: str, decide: Deciding, how: How) -> None:
    from adjudicator.language import language
    from cli.database import at_the_desk

    with at_the_desk() as service:
        deed, difference = _rehearse(service, name, decide)
        if go_ahead(how, difference.text(name)):
            _do(service, name, decide, difference)
            service.wakes.outbox()
    if how.as_json:
        emit(
            Outcome(
                name, deed.tag, how.dry_run, not how.dry_run, difference.log, difference.changes, difference.mails_to
            )
        )
    else:
        print("nothing was changed (--dry-run)" if how.dry_run else deed.done(language("en")))


def go_ahead(how: How, shown: str, question: str = "Do it?") -> bool:
    """Show what a rehearsal has found and ask. Returns whether it is to be done; from then on Ctrl-C is not heard.

    Raises Failed where nobody can be asked, Interrupted after a no.
    """
    if not how.as_json:
        remark(shown)
    if not how.dry_run and not how.yes:
        confirm(question)
    too_late_to_stop()
    return not how.dry_run


def confirm(question: str) -> None:
    """Go on only after a yes. Raises Failed where nobody can be asked, Interrupted after anything else."""
    if not sys.stdin.isatty():
        raise Failed("nobody is at the keyboard to confirm it: add --yes, or look first with --dry-run")
    if ask(f"{question} [y/N] ").strip().lower() not in ("y", "yes", "д", "да"):
        raise Interrupted("nothing was changed")


def ask(question: str) -> str:
    """A line from the keyboard; the question goes to standard error. Raises Interrupted."""
    print(question, end="", file=sys.stderr, flush=True)
    try:
        line = sys.stdin.readline()
    except KeyboardInterrupt:
        print(file=sys.stderr)
        raise Interrupted("nothing was changed") from None
    if not line:
        raise Interrupted("nothing was changed")
    return line


def _rehearse(service: Service, name: str, decide: Deciding) -> tuple[Deed, Difference]:
    from adjudicator.store.engine import rehearsing, writing
    from cli.difference import Before

    with writing(rehearsing(service.engine)) as session:
        table, author = _locked(session, service, name)
        deed = decide(session, service, table)
        before = Before.of(session, table, deed)
        after = _perform(session, service, table, deed, author)
        return deed, before.until(session, after)


def _do(service: Service, name: str, decide: Deciding, shown: Difference) -> None:
    from adjudicator.store.engine import writing

    try:
        with writing(service.engine) as session:
            table, author = _locked(session, service, name)
            if table.head.sequence != shown.log or table.head.revision != shown.revision:
                raise Failed(f"play went on meanwhile (log {shown.log} → {table.head.sequence}): nothing was changed")
            _perform(session, service, table, decide(session, service, table), author)
    except KeyboardInterrupt:
        raise Interrupted(
            "interrupted while it was being stored: adjudicator campaign show tells how it stands"
        ) from None


def too_late_to_stop() -> None:
    """From now on Ctrl-C is not heard: a change is stored, and who stops a command must have changed nothing."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _locked(session: Session, service: Service, name: str) -> tuple[Table, Author]:
    from adjudicator.service.desk.moderators import author_named
    from adjudicator.service.people.new_campaigns import named
    from adjudicator.store.engine import lock_campaign
    from cli import acting
    from cli.campaign_facts import table_for

    try:
        campaign = named(session, name)
    except LookupError as error:
        raise Failed(f"{error.args[0]}; adjudicator campaign list tells those there are") from None
    lock_campaign(session, campaign.id)
    table = table_for(service.work(session), campaign)
    return table, author_named(table, acting.author())


def _perform(session: Session, service: Service, table: Table, deed: Deed, author: Author) -> Table:
    from adjudicator.language import language
    from adjudicator.service.desk.deed import CannotBe, perform

    try:
        return perform(table, deed, author)
    except CannotBe as why:
        raise Failed(why.text(language("en"))) from None
