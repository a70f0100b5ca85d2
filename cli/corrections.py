"""`adjudicator turn rollback | correct | undo`: corrections, shown before they are done."""

from typing import Annotated, Any

import typer

from adjudicator.service.console import corrections
from adjudicator.service.console.typed_corrections import Typed
from adjudicator.service.play.corrections.proposals import Kind
from cli.changing import go_ahead, told
from cli.commands import How, command
from cli.errors import Failed
from cli.installation import Sight, at_the_desk, author, visit_at
from cli.options import AtLog, Name, json_of
from cli.output import Output

Why = Annotated[str, typer.Option("--reason", help="What was wrong; every player is told.")]


@command(
    "turn rollback",
    "adjudicator turn rollback lights --to 'turn 2 round 3' --reason 'the tile was misread' --dry-run",
    "adjudicator turn rollback lights --to 'question 17' --reason '…'",
    "adjudicator turn rollback lights --to 41 --reason '…' --yes",
)
def rollback(
    name: Name,
    to: Annotated[str, "A log number, 'question 17', or words: turn points lists them."],
    reason: Why,
    log: AtLog = None,
    *,
    sight: Sight,
    how: How,
) -> Output:
    """Take play up again at an earlier moment. What came later stays in the history, and does not count."""
    return _carry_out(name, Typed(kind=Kind.ROLLBACK, reason=_told(reason), to=to, log=log), sight, how)


@command(
    "turn correct",
    "adjudicator turn correct lights --entry 41 --seat france --replace 'flag savoy' --reason '…' --dry-run",
    "adjudicator turn correct lights --entry 41 --seat france --insert 'flag savoy' --reason '…'",
    "adjudicator turn correct lights --entry 41 --seat france --remove --reason '…'",
    "adjudicator turn correct lights --entry 41 --draw 'lot=5,4' --reason 'the die at the table'",
    "adjudicator turn correct lights --set debt.france=3 --reason '…'",
)
def correct(
    name: Name,
    reason: Why,
    entry: Annotated[int | None, typer.Option("--entry", min=1, help="The log entry; without it: now.")] = None,
    seat: Annotated[str, "Whose order it is."] = "",
    replace: Annotated[
        list[str] | None, "The right order: a line, a code of the question (3b), or JSON; repeatable."
    ] = None,
    insert: Annotated[list[str] | None, "An order before the entry, written likewise; repeatable."] = None,
    remove: Annotated[bool, "Take the order out."] = False,
    draw: Annotated[list[str] | None, "name=result of a draw of that entry."] = None,
    set_: Annotated[list[str] | None, "path=value of the document; repeatable."] = None,
    log: AtLog = None,
    *,
    sight: Sight,
    how: How,
) -> Output:
    """Correct one thing; what came later is carried out again where it still fits, with the draws it had."""
    given = {
        Kind.REPLACE: replace, Kind.INSERT: insert, Kind.REMOVE: [""] if remove else None, Kind.DRAW: draw,
        Kind.FACT: set_,
    }  # fmt: skip
    kinds = [kind for kind, said in given.items() if said]
    if len(kinds) != 1:
        raise typer.BadParameter("give one of --replace, --insert, --remove, --draw, --set")
    if entry is None and kinds[0] in (Kind.REPLACE, Kind.REMOVE, Kind.DRAW):
        raise typer.BadParameter("--entry says which log entry is meant")
    said = given[kinds[0]] or []
    actions: tuple[Any, ...] = ()
    if kinds[0] in (Kind.REPLACE, Kind.INSERT) and len(said) == 1 and said[0].lstrip().startswith(("{", "[")):
        plain = json_of(said[0])
        actions = tuple(plain) if isinstance(plain, list) else (plain,)
    wanted = Typed(
        kind=kinds[0], reason=_told(reason), entry=entry, seat=seat, given=tuple(said), actions=actions, log=log
    )
    return _carry_out(name, wanted, sight, how)


@command("turn undo", "adjudicator turn undo lights --reason 'the first reading was right'")
def undo(name: Name, reason: Why, log: AtLog = None, *, sight: Sight, how: How) -> Output:
    """Take the last correction back: play goes on where it stood before it. An undo can be undone."""
    return _carry_out(name, Typed(kind=Kind.UNDO, reason=_told(reason), log=log), sight, how)


def _told(reason: str) -> str:
    if not reason.strip():
        raise Failed("a correction needs a reason: every player is told it")
    return reason.strip()


def _carry_out(name: str, wanted: Typed, sight: Sight, how: How) -> Output:
    eyes = sight.open()
    with at_the_desk() as service:
        with visit_at(service, name) as visit:
            shown, words = corrections.rehearse(visit, wanted, eyes, sight.lang)
        if go_ahead(how, shown.text(words), to=print):
            shown = corrections.carry_out(service, wanted, shown, author())
            service.wakes.outbox()
    return told(how, shown, "done; every seat gets a correction report")
