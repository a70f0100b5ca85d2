"""`adjudicator turn rollback | correct | undo`: corrections, shown before they are done."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from cli.doing import AtLog, DryRun, Yes
from cli.errors import Failed
from cli.options import All, AsJson, AsSeat, Name, OwnLang, examples
from cli.output import emit

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from adjudicator.language import Language
    from adjudicator.service.campaign.matches import Table
    from adjudicator.service.play.corrections.proposals import Wish
    from cli.correcting import How, Shown

Why = Annotated[str, typer.Option("--reason", help="What was wrong; every player is told.")]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command(
        "rollback",
        epilog=examples(
            "adjudicator turn rollback lights --to 'turn 2 round 3' --reason 'the tile was misread' --dry-run",
            "adjudicator turn rollback lights --to 'question 17' --reason '…'",
            "adjudicator turn rollback lights --to 41 --reason '…' --yes",
        ),
    )(rollback)
    app.command(
        "correct",
        epilog=examples(
            "adjudicator turn correct lights --entry 41 --seat france --replace 'flag savoy' --reason '…' --dry-run",
            "adjudicator turn correct lights --entry 41 --seat france --insert 'flag savoy' --reason '…'",
            "adjudicator turn correct lights --entry 41 --seat france --remove --reason '…'",
            "adjudicator turn correct lights --entry 41 --draw 'lot=5,4' --reason 'the die at the table'",
            "adjudicator turn correct lights --set debt.france=3 --reason '…'",
        ),
    )(correct)
    app.command("undo", epilog=examples("adjudicator turn undo lights --reason 'the first reading was right'"))(undo)


def rollback(
    name: Name,
    to: Annotated[str, typer.Option("--to", help="A log number, 'question 17', or words: turn points lists them.")],
    reason: Why,
    dry_run: DryRun = False,
    yes: Yes = False,
    log: AtLog = None,
    as_: AsSeat = None,
    all_: All = False,
    lang: OwnLang = None,
    as_json: AsJson = False,
) -> None:
    """Take play up again at an earlier moment. What came later stays in the history, and does not count."""
    from adjudicator.language import CODES, language
    from adjudicator.service.play.corrections.points import UnknownPoint, resolve
    from adjudicator.service.play.corrections.proposals import Kind, Wish

    def wanting(session: Session, table: Table) -> Wish:
        try:
            n = resolve(table, to, [language(code) for code in CODES])
        except UnknownPoint as unknown:
            raise Failed(f"{unknown}; adjudicator turn points {name} lists all") from None
        return Wish(kind=Kind.ROLLBACK, reason=_told(reason), n=n)

    _carry_out(name, wanting, _how(as_, all_, log, lang, dry_run=dry_run, yes=yes, as_json=as_json), as_json=as_json)


def correct(
    name: Name,
    reason: Why,
    entry: Annotated[int | None, typer.Option("--entry", min=1, help="The log entry; without it: now.")] = None,
    seat: Annotated[str, typer.Option("--seat", help="Whose order it is.")] = "",
    replace: Annotated[
        list[str] | None,
        typer.Option("--replace", help="The right order: a line, a code of the question (3b), or JSON; repeatable."),
    ] = None,
    insert: Annotated[
        list[str] | None, typer.Option("--insert", help="An order before the entry, written likewise; repeatable.")
    ] = None,
    remove: Annotated[bool, typer.Option("--remove", help="Take the order out.")] = False,
    draw: Annotated[list[str] | None, typer.Option("--draw", help="name=result of a draw of that entry.")] = None,
    set_: Annotated[list[str] | None, typer.Option("--set", help="path=value of the document; repeatable.")] = None,
    dry_run: DryRun = False,
    yes: Yes = False,
    log: AtLog = None,
    as_: AsSeat = None,
    all_: All = False,
    lang: OwnLang = None,
    as_json: AsJson = False,
) -> None:
    """Correct one thing; what came later is carried out again where it still fits, with the draws it had."""
    from adjudicator.service.play.corrections.proposals import Kind, Wish
    from cli.correcting import draws_at, fact_of, orders_of

    if sum(map(bool, (replace, insert, remove, draw, set_))) != 1:
        raise typer.BadParameter("give one of --replace, --insert, --remove, --draw, --set")
    if entry is None and (replace or remove or draw):
        raise typer.BadParameter("--entry says which log entry is meant")

    def wanting(session: Session, table: Table) -> Wish:
        n = table.head.sequence + 1 if entry is None else entry
        why = _told(reason)
        if replace:
            orders = orders_of(session, table, seat, n, replace)
            return Wish(kind=Kind.REPLACE, reason=why, n=n, seat=seat, orders=orders)
        if insert:
            orders = orders_of(session, table, seat, n, insert)
            return Wish(kind=Kind.INSERT, reason=why, n=n, seat=seat, orders=orders)
        if remove:
            return Wish(kind=Kind.REMOVE, reason=why, n=n, seat=seat)
        if draw:
            return Wish(kind=Kind.DRAW, reason=why, n=n, draws=draws_at(session, table, n, draw))
        return Wish(kind=Kind.FACT, reason=why, n=n, orders=(fact_of(session, table, n, set_ or [], why),))

    _carry_out(name, wanting, _how(as_, all_, log, lang, dry_run=dry_run, yes=yes, as_json=as_json), as_json=as_json)


def undo(
    name: Name,
    reason: Why,
    dry_run: DryRun = False,
    yes: Yes = False,
    log: AtLog = None,
    as_: AsSeat = None,
    all_: All = False,
    lang: OwnLang = None,
    as_json: AsJson = False,
) -> None:
    """Take the last correction back: play goes on where it stood before it. An undo can be undone."""
    from adjudicator.service.play.corrections.proposals import Kind, Wish

    def wanting(session: Session, table: Table) -> Wish:
        return Wish(kind=Kind.UNDO, reason=_told(reason))

    _carry_out(name, wanting, _how(as_, all_, log, lang, dry_run=dry_run, yes=yes, as_json=as_json), as_json=as_json)


def _told(reason: str) -> str:
    if not reason.strip():
        raise Failed("a correction needs a reason: every player is told it")
    return reason.strip()


def _how(
    as_seat: str | None,
    everything: bool,
    expected: int | None,
    lang: str | None,
    *,
    dry_run: bool,
    yes: bool,
    as_json: bool,
) -> How:
    from cli.correcting import How, text
    from cli.doing import confirm as ask
    from cli.eyes import eyes

    def confirm(told: Shown, words: Language) -> None:
        if not as_json:
            print(text(told, words))
        if not dry_run and not yes:
            ask("Do it?")

    return How(
        looking=lambda table: eyes(as_seat, everything, table.match.header.seats),
        expected=expected,
        dry_run=dry_run,
        lang=lang,
        confirm=confirm,
    )


def _carry_out(name: str, wanting: Callable[[Session, Table], Wish], how: How, *, as_json: bool) -> None:
    from cli.correcting import correct as carry_out

    told = carry_out(name, wanting, how)
    if as_json:
        emit(told)
    else:
        print("done; every seat gets a correction report" if told.done else "nothing was changed (--dry-run)")
