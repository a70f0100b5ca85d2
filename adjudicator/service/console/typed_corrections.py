"""A correction as it is typed: order lines, codes or JSON, results of draws, paths of the document."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec.structs import replace
from sqlalchemy import select
from sqlmodel import col

from adjudicator.kernel.actions import MODERATOR, Action, SetContent, SetFact
from adjudicator.kernel.chance import Chance, Draw
from adjudicator.kernel.content import changes_between, plain_content
from adjudicator.kernel.documents import merge_patch
from adjudicator.kernel.errors import DocumentError
from adjudicator.kernel.match import Match
from adjudicator.language import CODES, language
from adjudicator.orders.pieces import Offers
from adjudicator.orders.rows import Desk
from adjudicator.orders.sets import carry_out as read_orders
from adjudicator.service.campaign.matches import Table
from adjudicator.service.campaign.packs import BadPack, fitting
from adjudicator.service.console import packs
from adjudicator.service.console.actions import typed
from adjudicator.service.console.lines import checked_text
from adjudicator.service.console.seats import player_seat
from adjudicator.service.desk.deeds.ruling import chair_of
from adjudicator.service.desk.errors import NotPossible
from adjudicator.service.desk.forms import Option, WrongOptions, command
from adjudicator.service.desk.paths import changes_in
from adjudicator.service.play import offers
from adjudicator.service.play.corrections.lines import NotAPoint, played, stand
from adjudicator.service.play.corrections.points import resolve
from adjudicator.service.play.corrections.proposals import Kind, Wish
from adjudicator.service.play.readings import line_read
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.tables import Prompt

_SEED = b"lines are only read"
"""Of what is drawn behind an order while it is read; what counts is drawn when it is carried out."""


PACK = "pack."
"""Begins the paths that lead into the pack, not into the document."""


class Typed(msgspec.Struct, frozen=True, kw_only=True):
    """A correction as it is typed: its fields are the options of its command. Raises NotPossible without a reason."""

    reason: Annotated[str, "What was wrong; every player is told."]

    def __post_init__(self) -> None:
        if not self.reason.strip():
            raise NotPossible("a correction needs a reason: every player is told it")

    def wish(self, table: Table) -> Wish:
        """What a moderator wants, as the table reads it. Raises NotPossible, CannotBe, UnknownPoint."""
        raise NotImplementedError  # abstract


@command(
    "turn rollback",
    "adjudicator turn rollback lights --to 'turn 2 round 3' --reason 'the tile was misread' --dry-run",
    "adjudicator turn rollback lights --to 'question 17' --reason '…'",
    "adjudicator turn rollback lights --to 41 --reason '…' --yes",
)
class Rollback(Typed, frozen=True, kw_only=True):
    """Take play up again at an earlier moment. What came later stays in the history, and does not count."""

    to: Annotated[str, "A log number, 'question 17', or words: turn points lists them."]

    def wish(self, table: Table) -> Wish:
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
    """Correct one thing; what came later is carried out again where it still fits, with the draws it had."""

    entry: Annotated[int | None, Option("The log entry; without it: now.", least=1)] = None
    seat: Annotated[str, "Whose order it is; without it, of --replace and --remove: who gave the entry."] = ""
    replace: Annotated[
        list[str] | None, "The right order: a line, a code of the question (3b), or JSON; repeatable."
    ] = None
    insert: Annotated[list[str] | None, "An order before the entry, written likewise; repeatable."] = None
    remove: Annotated[bool, "Take the order out."] = False
    draw: Annotated[list[str] | None, "name=result of a draw of that entry."] = None
    set_: Annotated[list[str] | None, "path=value of the document, or pack.path=value; repeatable."] = None
    pack: Annotated[Path | None, "--pack FILE", "The whole pack as it should be: a file or a folder."] = None

    def __post_init__(self) -> None:
        given = self._given()
        if len(given) != 1:
            raise WrongOptions("give one of --replace, --insert, --remove, --draw, --set, --pack")
        if self.entry is None and not {Kind.INSERT, Kind.FACT, Kind.CONTENT} & given.keys():
            raise WrongOptions("--entry says which log entry is meant")
        super().__post_init__()

    def _given(self) -> dict[Kind, list[str]]:
        """What is said, by what it does."""
        given = {Kind.REPLACE: self.replace, Kind.INSERT: self.insert, Kind.REMOVE: [""] if self.remove else None}
        of_pack = [each for each in self.set_ or () if each.startswith(PACK)]
        given |= {Kind.DRAW: self.draw, Kind.FACT: [each for each in self.set_ or () if each not in of_pack]}
        given |= {Kind.CONTENT: of_pack + ([] if self.pack is None else [str(self.pack)])}
        return {kind: said for kind, said in given.items() if said}

    def wish(self, table: Table) -> Wish:
        ((kind, said),) = self._given().items()
        n = table.head.sequence + 1 if self.entry is None else self.entry
        newest = table.head.sequence + (kind in (Kind.INSERT, Kind.FACT, Kind.CONTENT))
        if n > newest:
            raise NotPossible(f"there is no log entry {n}; the log goes from 1 to {table.head.sequence}")
        wish = Wish(kind=kind, reason=self.reason.strip(), n=n)
        seat = self.seat or (_giver(table, n) if kind in (Kind.REPLACE, Kind.REMOVE) else "")
        match kind:
            case Kind.DRAW:
                return replace(wish, draws=_draws_at(table, n, said))
            case Kind.FACT:
                return replace(wish, orders=(_fact(table, n, said, wish.reason),))
            case Kind.CONTENT:
                return replace(wish, orders=(_content(table, n, said, self),))
            case Kind.REMOVE:
                return replace(wish, seat=seat)
            case _:
                return replace(wish, seat=seat, orders=_orders(table, n, seat, said))


@command("turn undo", "adjudicator turn undo lights --reason 'the first reading was right'")
class Undo(Typed, frozen=True, kw_only=True):
    """Take the last correction back: play goes on where it stood before it. An undo can be undone."""

    def wish(self, table: Table) -> Wish:
        return Wish(kind=Kind.UNDO, reason=self.reason.strip())


def _giver(table: Table, n: int) -> str:
    """The seat that gave an entry of the log; empty where none did, or several together."""
    by = next((row.entry.by for row in played(table, after=n - 1) if row.n == n), "")
    return by if isinstance(by, str) and by in table.match.header.seats else ""


def _orders(table: Table, n: int, seat: str, said: list[str]) -> tuple[Action, ...]:
    """The orders that lines, codes of the question there, or JSON mean for a seat right before log entry `n`.

    Raises NotPossible.
    """
    if not seat:
        raise NotPossible(f"there is no seat (give it with --seat); there are {', '.join(table.match.header.seats)}")
    player = chair_of(table, "") if seat == MODERATOR and table.rulers else player_seat(table, seat)
    at = _before(table, n)
    if actions := _actions(said):
        return tuple(typed(at.game, each) for each in actions)
    tried = Match(at.game, at.header, at.position, Chance(_SEED, counter=at.position.counter))
    words, fields = offers.words_at(at), at.game.part("report").fields()
    desk = Desk(tried, player.asked_as, player.language, words, _codes_of(table, player, at), fields=fields)
    outcome = read_orders(desk, said)
    if any(row.status not in ("done", "filed") for row in outcome.rows) or not outcome.actions:
        read = [line_read(row) for row in outcome.rows]
        told = checked_text(table, player, read)
        raise NotPossible(f"for {player.name} before log entry {n}:\n{told}")
    return outcome.actions


def _actions(said: list[str]) -> list[Any]:
    """The orders, where they are said as JSON: an object, or a list of them."""
    if len(said) != 1 or not said[0].lstrip().startswith(("{", "[")):
        return []
    try:
        plain = json.loads(said[0])
    except ValueError as error:
        raise NotPossible(f"{said[0]}: not JSON: {error}") from None
    return plain if isinstance(plain, list) else [plain]


def _codes_of(table: Table, seat: SeatAtTable, at: Match) -> Offers:
    """The codes of the question that the seat was asked there, as in its mails; those of others are known as such.

    A mail may go on behind the question that it answers, with the codes of that one.
    """
    wanted = (col(Prompt.match_id) == table.head.match_id, col(Prompt.seat_id) == seat.id)
    rows = table.session.scalars(select(Prompt).where(*wanted).order_by(col(Prompt.number))).all()
    here = max((decision.number for decision in at.decisions()), default=0)
    asked = max((row.decision for row in rows if row.decision <= here), default=0)
    return Offers(
        open=tuple(offers.decode(row.offered) for row in rows if row.decision == asked),
        closed=tuple(offers.decode(row.offered) for row in rows if row.decision != asked),
    )


def _before(table: Table, n: int) -> Match:
    """The match at the last point before an entry."""
    try:
        return stand(table, n - 1)
    except NotAPoint as inside:
        return stand(table, min(inside.nearest))


def _draws_at(table: Table, n: int, given: Sequence[str]) -> tuple[Draw, ...]:
    """The draws of an entry with other results: `lot=5,4`, and `lot#2=5,4` for the second of that name."""
    entry = next((row.entry for row in played(table, after=n - 1) if row.n == n), None)
    if entry is None:
        raise NotPossible(f"there is no log entry {n}; the log goes from 1 to {table.head.sequence}")
    found = []
    for text_ in given:
        name, equals, value = text_.partition("=")
        name, _, place = name.partition("#")
        same = [draw for draw in entry.chance if draw.name == name.strip()]
        if not equals or not same:
            there = ", ".join(dict.fromkeys(draw.name for draw in entry.chance)) or "none"
            raise NotPossible(
                f"{text_!r} is not written as name=result, or no such draw hangs on entry {entry.n}: {there}"
            )
        if len(same) > 1 and not place:
            raise NotPossible(f"{len(same)} draws are called {name}: write {name}#1=… to {name}#{len(same)}=…")
        if place and not (place.isdigit() and 1 <= int(place) <= len(same)):
            raise NotPossible(f"{text_!r}: there are {len(same)} draws {name}")
        draw = same[int(place or "1") - 1]
        found.append(replace(draw.bare, value=_like(draw.value, value)))
    return tuple(found)


def _like(old: Any, text_: str) -> Any:
    """A value as the old one was written: a number, a text, or several of them."""
    if isinstance(old, list):
        parts = [part.strip() for part in text_.strip("[] ").split(",")]
        return [_like(old[0] if old else "", part) for part in parts]
    if isinstance(old, int) and text_.strip().lstrip("-").isdigit():
        return int(text_)
    return text_.strip()


def _fact(table: Table, n: int, said: list[str], reason: str) -> SetFact:
    """`path=value` pairs as a correction of the position right before log entry `n`.

    A path that leads nowhere is answered with near ones. Raises NotPossible.
    """
    try:
        document: Any = _before(table, n).document()
    except (DocumentError, ValueError) as error:
        raise NotPossible(f"this position has no document yet: {error}") from None
    return SetFact(changes_in(document, said, "the document"), reason)


def _content(table: Table, n: int, said: Sequence[str], wanted: Correct) -> SetContent:
    """`pack.path=value` pairs, or a whole pack, as a correction of the content that is played before log entry `n`.

    Raises NotPossible with everything that is wrong.
    """
    game = _before(table, n).game
    before = plain_content(game)
    if not before:
        raise NotPossible(f"nothing of {game.id} can be edited: it takes no pack")
    if wanted.pack is not None and len(said) > 1:
        raise NotPossible("give the pack whole (--pack), or single values of it (--set pack.…)")
    if wanted.pack is None:
        changes = changes_in(before, [pair.removeprefix(PACK) for pair in said], "the pack")
    else:
        changes = changes_between(before, packs.read(wanted.pack, game.id).content)
    try:
        fitting(game.id, merge_patch(before, changes))
    except BadPack as bad:
        raise NotPossible(*(f"{PACK}{problem}" for problem in bad.problems)) from None
    return SetContent(changes, wanted.reason.strip())
