"""A correction as it is typed: order lines, codes or JSON, results of draws, paths of the document."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, ClassVar

import msgspec
from msgspec.structs import replace

from adjudicator.given_files import BadFile, from_json
from adjudicator.kernel.actions import Action, SetContent
from adjudicator.kernel.content import changes_between, plain_content
from adjudicator.kernel.documents import merge_patch
from adjudicator.language import CODES, language
from adjudicator.service.admin import packs
from adjudicator.service.admin.actions import typed
from adjudicator.service.admin.lines import checked_text
from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.campaign.packs import BadPack, fitting
from adjudicator.service.moderation import entries
from adjudicator.service.moderation.bad_orders import BadOrders
from adjudicator.service.moderation.errors import CommandError
from adjudicator.service.moderation.forms import Option, WrongOptions, command
from adjudicator.service.moderation.paths import changes_in
from adjudicator.service.moderation.rights import Right
from adjudicator.service.play.corrections.points import resolve
from adjudicator.service.play.corrections.proposals import Kind, Wish

PACK = "pack."
"""Begins the paths that lead into the pack, not into the document."""


class Typed(msgspec.Struct, frozen=True, kw_only=True):
    """A correction as it is typed: its fields are the options of its command. Raises CommandError without a reason."""

    right: ClassVar[Right] = Right.ALL

    reason: Annotated[str, "What was wrong; every player is told."]

    def __post_init__(self) -> None:
        if not self.reason.strip():
            raise CommandError("a correction needs a reason: every player is told it")

    def wish(self, table: CampaignContext) -> Wish:
        """Return what a moderator wants, as the table reads it.

        Raises:
            CommandError: It cannot be read.
            Rejected: It is refused.
            UnknownPoint: It names an unknown point of play.
        """
        raise NotImplementedError  # abstract


@command(
    "turn rollback",
    "adjudicator turn rollback lights --to 'turn 2 round 3' --reason 'the tile was misread' --dry-run",
    "adjudicator turn rollback lights --to 'question 17' --reason '…'",
    "adjudicator turn rollback lights --to 41 --reason '…' --yes",
)
class Rollback(Typed, frozen=True, kw_only=True):
    """Go back to an earlier moment of play. What came later stays in the history, and does not count."""

    to: Annotated[str, "--to MOMENT", "A log number, 'question 17', or words: turn points lists them."]

    def wish(self, table: CampaignContext) -> Wish:
        n = resolve(table, self.to, [language(code) for code in CODES])
        return Wish(kind=Kind.ROLLBACK, reason=self.reason.strip(), n=n)


@command(
    "turn correct",
    "adjudicator turn correct lights --entry 41 --seat france --replace 'flag savoy' --reason '…' --dry-run",
    "adjudicator turn correct lights --entry 41 --seat france --insert 'flag savoy' --reason '…'",
    "adjudicator turn correct lights --entry 41 --seat france --remove --reason '…'",
    "adjudicator turn correct lights --entry 41 --draw 'lot=5,4' --reason 'the die at the table'",
    "adjudicator turn correct lights --set debt.france=3 --reason '…'",
    "adjudicator turn correct fair --set pack.contracts.bridge.reward=5 --reason 'a misprint'",
    "adjudicator turn correct fair --pack corrected.yaml --reason 'a misprint'",
)
class Correct(Typed, frozen=True, kw_only=True):
    """Correct one thing in the history.

    What came later is carried out again where it still fits, with the draws it had.
    """

    entry: Annotated[int | None, Option("The log entry (default: now).", least=1)] = None
    seat: Annotated[str, "Seat of the order (default for --replace and --remove: the seat of the entry)."] = ""
    replace: Annotated[
        list[str] | None, "--replace LINE", "The right order: a line, a code of the question (3b), or JSON; repeatable."
    ] = None
    insert: Annotated[list[str] | None, "--insert LINE", "An order before the entry, written likewise; repeatable."] = (
        None
    )
    remove: Annotated[bool, "Take the order out."] = False
    draw: Annotated[list[str] | None, "--draw NAME=VALUE", "name=result of a draw of that entry."] = None
    set_: Annotated[
        list[str] | None, "--set PATH=VALUE", "path=value of the document, or pack.path=value; repeatable."
    ] = None
    pack: Annotated[Path | None, "--pack FILE", "The whole pack as it should be: a file or a folder."] = None

    def __post_init__(self) -> None:
        given = self._given()
        if len(given) != 1:
            raise WrongOptions("give one of --replace, --insert, --remove, --draw, --set, --pack")
        if self.entry is None and not {Kind.INSERT, Kind.FACT, Kind.CONTENT} & given.keys():
            raise WrongOptions("--entry says which log entry is meant")
        super().__post_init__()

    def _given(self) -> dict[Kind, list[str]]:
        """Return the options that were given, by the kind of correction."""
        given = {Kind.REPLACE: self.replace, Kind.INSERT: self.insert, Kind.REMOVE: [""] if self.remove else None}
        of_pack = [each for each in self.set_ or () if each.startswith(PACK)]
        given |= {Kind.DRAW: self.draw, Kind.FACT: [each for each in self.set_ or () if each not in of_pack]}
        given |= {Kind.CONTENT: of_pack + ([] if self.pack is None else [str(self.pack)])}
        return {kind: said for kind, said in given.items() if said}

    def wish(self, table: CampaignContext) -> Wish:
        ((kind, said),) = self._given().items()
        n = table.head.sequence + 1 if self.entry is None else self.entry
        newest = table.head.sequence + (kind in (Kind.INSERT, Kind.FACT, Kind.CONTENT))
        if n > newest:
            raise CommandError(f"there is no log entry {n}; the log goes from 1 to {table.head.sequence}")
        wish = Wish(kind=kind, reason=self.reason.strip(), n=n)
        seat = self.seat or (entries.giver(table, n) if kind in (Kind.REPLACE, Kind.REMOVE) else "")
        match kind:
            case Kind.DRAW:
                return replace(wish, draws=entries.draws_at(table, n, said))
            case Kind.FACT:
                return replace(wish, orders=(entries.fact_at(table, n, said, wish.reason),))
            case Kind.CONTENT:
                return replace(wish, orders=(_content(table, n, said, self),))
            case Kind.REMOVE:
                return replace(wish, seat=seat)
            case _:
                return replace(wish, seat=seat, orders=_orders(table, n, seat, said))


@command("turn undo", "adjudicator turn undo lights --reason 'the first reading was right'")
class Undo(Typed, frozen=True, kw_only=True):
    """Undo the last correction. Play goes on where it stood before it. An undo can be undone."""

    def wish(self, table: CampaignContext) -> Wish:
        return Wish(kind=Kind.UNDO, reason=self.reason.strip())


def _orders(table: CampaignContext, n: int, seat: str, said: list[str]) -> tuple[Action, ...]:
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


def _actions(said: list[str]) -> list[Any]:
    """Return the orders if they are written as JSON: an object, or a list of them."""
    if len(said) != 1 or not said[0].lstrip().startswith(("{", "[")):
        return []
    try:
        plain = from_json(said[0])
    except BadFile as error:
        raise CommandError(f"{said[0]}: not JSON: {error}") from None
    return plain if isinstance(plain, list) else [plain]


def _content(table: CampaignContext, n: int, said: Sequence[str], wanted: Correct) -> SetContent:
    """Return a correction of the content before log entry `n`.

    It is given as `pack.path=value` pairs, or as a whole pack.

    Raises:
        CommandError: Lists everything that is wrong.
    """
    game = entries.before(table, n).game
    before = plain_content(game)
    if not before:
        raise CommandError(f"nothing of {game.id} can be edited: it takes no pack")
    if wanted.pack is not None and len(said) > 1:
        raise CommandError("give the pack whole (--pack), or single values of it (--set pack.…)")
    if wanted.pack is None:
        changes = changes_in(before, [pair.removeprefix(PACK) for pair in said], "the pack")
    else:
        changes = changes_between(before, packs.read(wanted.pack, game.id).content)
    try:
        fitting(game.id, merge_patch(before, changes))
    except BadPack as bad:
        raise CommandError(*(f"{PACK}{problem}" for problem in bad.problems)) from None
    return SetContent(changes, wanted.reason.strip())
