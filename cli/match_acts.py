"""Acting on a match in a file: JSON actions or order lines, told as the acting seat learns of it."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from adjudicator import MODERATOR, Action, Game, Match, ObservedEvent, Refusal, game_named, games
from adjudicator.kernel.chance import DrawNeeded
from adjudicator.kernel.sandbox import Sandbox
from adjudicator.orders import Phrasebook
from adjudicator.orders.options.rows import OrderContext
from adjudicator.orders.sets import try_out
from adjudicator.service.play.legs import legs
from cli import match_file
from cli.errors import Failed
from cli.options import json_of


class RefusedAct(msgspec.Struct, frozen=True, omit_defaults=True):
    """The reason why an action or a line was not taken. `problem` tells of a line that could not be read or judged."""

    line: str = ""
    code: str = ""
    rule: str = ""
    facts: dict[str, Any] = {}
    nearest: tuple[Any, ...] = ()
    problem: Any = None


class AppliedActions(msgspec.Struct, frozen=True):
    """The result of an act: the actions, what the seat learned, where the match stands, what was refused."""

    actions: tuple[Action, ...] = ()
    events: tuple[Any, ...] = ()
    n: int = 0
    sealed: bool = False
    draws: str = ""
    """The draw that would come first in a dry run; nothing after it can be told before it is made."""
    refused: tuple[RefusedAct, ...] = ()


def act(match: Match, seats: Sequence[str], given: Sequence[str], language: str) -> AppliedActions:
    """Apply JSON or order lines for a seat, or JSON for seats that act as one. What is refused changes nothing."""
    if _is_json(given):
        return _by_json(match, tuple(seats), json_of(given[0]))
    if len(seats) > 1:
        raise Failed("several seats act together by JSON only")
    return _by_lines(match, seats[0], given, language)


def book_of(name: str) -> tuple[Game[Any], Match | None]:
    """Return a game by its name, or the game and the match of a match file."""
    if name in games():
        return game_named(name), None
    path = Path(name)
    if not path.is_file():
        raise Failed(f"{name!r} is neither an installed game ({', '.join(games())}) nor a match file")
    match = match_file.match_in(path)
    return match.game, match


def words_of(game: Game[Any], match: Match | None) -> Phrasebook:
    """Return how the game is written and read, in a position of a match. Raises Failed if it has no words."""
    try:
        book: Phrasebook = game.part("phrases")
    except LookupError:
        raise Failed(f"{game.id} has no words: its actions are written as JSON only") from None
    return book if match is None else book.at(match.state)


def _is_json(given: Sequence[str]) -> bool:
    first = given[0]
    looks = first == "-" or first.lstrip().startswith(("{", "[")) or first.endswith(".json")
    return len(given) == 1 and looks


def _by_json(match: Match, seats: tuple[str, ...], action: Any) -> AppliedActions:
    if not isinstance(action, Mapping | list):
        raise Failed("an action is a JSON object, several are a list of them")
    before = match.position.n
    try:
        told = match.apply(seats if len(seats) > 1 else seats[0], action)
    except DrawNeeded as needed:
        if not isinstance(match, Sandbox):
            raise
        return AppliedActions(n=before, draws=needed.wanted.called)
    except Refusal as refusal:
        nearest = tuple(refusal.nearest)
        return AppliedActions(n=before, refused=(RefusedAct("", refusal.code, refusal.rule, refusal.facts, nearest),))
    return _done(match, seats, (), told, before)


def _by_lines(match: Match, seat: str, lines: Sequence[str], language: str) -> AppliedActions:
    if seat == MODERATOR:
        raise Failed("a moderator acts by JSON: an action of the referee, or op set with changes and reason")
    if seat not in match.header.seats:
        raise Failed(f"there is no seat {seat}; there are {', '.join(match.header.seats)}")
    before = match.position.n
    desk = OrderContext(Sandbox.of(match, (seat,)), seat, language, words_of(match.game, match))
    outcome = try_out(desk, lines)
    wrong = [row for row in outcome.rows if row.status in ("refused", "waiting", "ignored")]
    if outcome.check or wrong or isinstance(match, Sandbox):
        refused = tuple(RefusedAct(line=row.text, problem=row.problem or row.status) for row in wrong)
        return AppliedActions(tuple(row.action for row in outcome.rows if row.action), n=before, refused=refused)
    actions, told = list[Action](), list[ObservedEvent[Any]]()
    for leg in legs(match, desk, lines):
        told += [event for action in leg.actions for event in match.apply(seat, action)]
        actions += leg.actions
        wrong += [row for row in leg.rows if row.status in ("refused", "waiting", "ignored")]
    done = _done(match, (seat,), tuple(actions), told, before)
    return msgspec.structs.replace(
        done, refused=tuple(RefusedAct(line=row.text, problem=row.problem or row.status) for row in wrong)
    )


def _done(
    match: Match, seats: tuple[str, ...], actions: tuple[Action, ...], told: Sequence[ObservedEvent[Any]], before: int
) -> AppliedActions:
    learned = tuple(event for event in (each.visible_to(seats) for each in told) if event is not None)
    sealed = match.position.n == before and any(seat in match.sealed for seat in seats)
    return AppliedActions(actions, learned, match.position.n, sealed)
