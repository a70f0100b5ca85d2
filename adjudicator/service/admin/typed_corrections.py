"""A correction as it is typed: order lines, codes or JSON, results of draws, paths of the document."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any

from adjudicator.given_files import BadFile, from_json
from adjudicator.kernel.actions import Action, SetContent
from adjudicator.kernel.content import changes_between, plain_content
from adjudicator.kernel.documents import merge_patch
from adjudicator.service.admin import packs
from adjudicator.service.admin.actions import typed
from adjudicator.service.admin.lines import checked_text
from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.campaign.packs import BadPack, fitting
from adjudicator.service.moderation import entries
from adjudicator.service.moderation.bad_orders import BadOrders
from adjudicator.service.moderation.commands.correcting import Correct, Insert, Rollback, UndoCorrection
from adjudicator.service.moderation.errors import CommandError
from adjudicator.service.moderation.forms import Option, WrongOptions, command
from adjudicator.service.moderation.paths import changes_in
from adjudicator.service.play.corrections.proposals import Kind, Wish

PACK = "pack."
"""Begins the paths that lead into the pack, not into the document."""


Wished = Callable[[CampaignContext], Wish]
"""Returns what a moderator wants, as the table reads it. Raises CommandError, Rejected."""
Why = Annotated[str, "What was wrong; every player is told."]


@command(
    "turn rollback",
    "adjudicator turn rollback lights --to 'turn 2 round 3' --reason 'the tile was misread' --dry-run",
    "adjudicator turn rollback lights --to 'question 17' --reason '…'",
    "adjudicator turn rollback lights --to 41 --reason '…' --yes",
    needs=Rollback.right,
)
def rollback(
    reason: Why, to: Annotated[str, "--to MOMENT", "A log number, 'question 17', or words: turn points lists them."]
) -> Wished:
    """Go back to an earlier moment of play. What came later stays in the history, and does not count."""
    return Rollback(to=to, reason=_given(reason)).wish


@command(
    "turn correct",
    "adjudicator turn correct lights --entry 41 --seat france --replace 'flag savoy' --reason '…' --dry-run",
    "adjudicator turn correct lights --entry 41 --seat france --insert 'flag savoy' --reason '…'",
    "adjudicator turn correct lights --entry 41 --seat france --remove --reason '…'",
    "adjudicator turn correct lights --entry 41 --draw 'lot=5,4' --reason 'the die at the table'",
    "adjudicator turn correct lights --set debt.france=3 --reason '…'",
    "adjudicator turn correct fair --set pack.contracts.bridge.reward=5 --reason 'a misprint'",
    "adjudicator turn correct fair --pack corrected.yaml --reason 'a misprint'",
    needs=Correct.right,
)
def correct(  # noqa: PLR0913 - its options
    reason: Why,
    entry: Annotated[int | None, Option("The log entry (default: now).", least=1)] = None,
    seat: Annotated[str, "Seat of the order (default for --replace and --remove: the seat of the entry)."] = "",
    replace: Annotated[
        list[str] | None, "--replace LINE", "The right order: a line, a code of the question (3b), or JSON; repeatable."
    ] = None,
    insert: Annotated[list[str] | None, "--insert LINE", "An order before the entry, written likewise; repeatable."] = (
        None
    ),
    remove: Annotated[bool, "Take the order out."] = False,
    draw: Annotated[list[str] | None, "--draw NAME=VALUE", "name=result of a draw of that entry."] = None,
    set_: Annotated[
        list[str] | None, "--set PATH=VALUE", "path=value of the document, or pack.path=value; repeatable."
    ] = None,
    pack: Annotated[Path | None, "--pack FILE", "The whole pack as it should be: a file or a folder."] = None,
) -> Wished:
    """Correct one thing in the history.

    What came later is carried out again where it still fits, with the draws it had.
    """
    values = [each for each in set_ or () if each.startswith(PACK)]
    given: dict[Kind, Any] = {Kind.REPLACE: replace, Kind.INSERT: insert, Kind.REMOVE: remove, Kind.DRAW: draw}
    given |= {Kind.FACT: [each for each in set_ or () if each not in values], Kind.CONTENT: values or pack}
    kinds = [kind for kind, said in given.items() if said]
    if len(kinds) != 1:
        raise WrongOptions("give one of --replace, --insert, --remove, --draw, --set, --pack")
    (kind,), at_the_end = kinds, (Kind.INSERT, Kind.FACT, Kind.CONTENT)
    if entry is None and kind not in at_the_end:
        raise WrongOptions("--entry says which log entry is meant")
    why, lines = _given(reason), tuple(given[kind]) if isinstance(given[kind], list) else ()

    def wished(table: CampaignContext) -> Wish:
        last = table.head.sequence
        n = last + 1 if entry is None else entry
        if n > last + (kind in at_the_end):
            raise CommandError(f"there is no log entry {n}; the log goes from 1 to {last}")
        if kind is Kind.CONTENT:
            changes = _content(table, n, values, pack)
            return Wish(kind=kind, reason=why, n=n, orders=(SetContent(changes, why),))
        whose = seat or (entries.giver(table, n) if kind is Kind.REPLACE else "")
        orders = _orders(table, n, whose, lines) if kind in (Kind.REPLACE, Kind.INSERT) else ()
        if kind is Kind.INSERT:
            return Insert(reason=why, seat=whose, entry=n, lines=lines, orders=orders).wish(table)
        return Correct(reason=why, lines=lines, entry=n, seat=whose, orders=orders, what=kind).wish(table)

    return wished


@command("turn undo", "adjudicator turn undo lights --reason 'the first reading was right'", needs=UndoCorrection.right)
def undo(reason: Why) -> Wished:
    """Undo the last correction. Play goes on where it stood before it. An undo can be undone."""
    return UndoCorrection(reason=_given(reason)).wish


def _given(reason: str) -> str:
    if not reason.strip():
        raise CommandError("a correction needs a reason: every player is told it")
    return reason.strip()


def _orders(table: CampaignContext, n: int, seat: str, said: Sequence[str]) -> tuple[Action, ...]:
    """Return the orders for a seat right before log entry `n`, from lines, codes of its question there, or JSON.

    Raises CommandError.
    """
    if not seat:
        raise CommandError(f"there is no seat (give it with --seat); there are {', '.join(table.match.header.seats)}")
    if actions := _actions(said):
        return tuple(typed(entries.before(table, n).game, each) for each in actions)
    try:
        return entries.orders_at(table, n, seat, said)
    except BadOrders as bad:
        told = checked_text(table, bad.seat, bad.found)
        raise CommandError(f"for {bad.seat.name} before log entry {n}:\n{told}") from None


def _actions(said: Sequence[str]) -> list[Any]:
    """Return the orders if they are written as JSON: an object, or a list of them."""
    if len(said) != 1 or not said[0].lstrip().startswith(("{", "[")):
        return []
    try:
        plain = from_json(said[0])
    except BadFile as error:
        raise CommandError(f"{said[0]}: not JSON: {error}") from None
    return plain if isinstance(plain, list) else [plain]


def _content(table: CampaignContext, n: int, values: Sequence[str], pack: Path | None) -> dict[str, Any]:
    """Return the changes of the content before log entry `n`.

    They are given as `pack.path=value` pairs, or as a whole pack.

    Raises:
        CommandError: Lists everything that is wrong.
    """
    game = entries.before(table, n).game
    before = plain_content(game)
    if not before:
        raise CommandError(f"nothing of {game.id} can be edited: it takes no pack")
    if pack is not None and values:
        raise CommandError("give the pack whole (--pack), or single values of it (--set pack.…)")
    if pack is None:
        changes = changes_in(before, [pair.removeprefix(PACK) for pair in values], "the pack")
    else:
        changes = changes_between(before, packs.read(pack, game.id).content)
    try:
        fitting(game.id, merge_patch(before, changes))
    except BadPack as bad:
        raise CommandError(*(f"{PACK}{problem}" for problem in bad.problems)) from None
    return changes
