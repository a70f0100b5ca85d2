"""Positions of Europa Universalis in which a test has cards carried out, of our own pack or of an edited one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from adjudicator import Action, Match, Refusal
from adjudicator.games.europa_universalis.content import default
from adjudicator.games.europa_universalis.facts import SEAT
from adjudicator.games.europa_universalis.game import CONTENT
from adjudicator.games.europa_universalis.rules import operations
from adjudicator.games.europa_universalis.state import State
from adjudicator.kernel.beginning import set_up
from adjudicator.kernel.chance import Chance
from adjudicator.kernel.content import with_content
from adjudicator.kernel.position import Position
from adjudicator.kernel.steps import Frame, stored_frames
from tests.games.europa_universalis.field import GAME, SIX, Arrange
from tests.games.europa_universalis.told import begin, told_truly


def table(
    *arrange: Arrange,
    frames: Sequence[Frame],
    active: str = "france",
    players: int = 6,
    pack: dict[str, Any] | None = None,
    options: dict[str, Any] | None = None,
    seed: bytes = b"cards",
) -> Match:
    """A match with these frames next, in the turn of `active`; `pack`: other values of the content, by path."""
    seats = tuple(id for id in SEAT.ids if id in SIX[:players])
    content = None
    if pack:
        content = CONTENT.write(default())
        for path, value in pack.items():
            inner: Any = content
            *above, last = path.split(".")
            for key in above:
                inner = inner[key]
            inner[last] = value
    game = with_content(GAME, content)
    begun = set_up(game, seats=seats, options=options or {}, seed=seed)
    state: State = begun.state
    state.phase, state.turn.active = 2, active
    for each in arrange:
        each(state)
    position: Position[Any, Any] = Position(0, 0, 0, stored_frames(list(frames)), state, [])
    match = begin(game, begun.header, position, Chance(seed))
    assert GAME.invariants(match.state) == []
    return match


def answer(match: Match, *answers: tuple[str, Action]) -> list[Any]:
    """The public events of the opening and of these answers."""
    found = [each.public for each in match.opening]
    for seat, action in answers:
        found += told_truly(match, seat, action)
    return found


def refused(match: Match, seat: str, action: Action) -> Refusal:
    """The refusal of an action."""
    with pytest.raises(Refusal) as caught:
        match.apply(seat, action)
    return caught.value


def asked(match: Match) -> tuple[str, tuple[str, ...]]:
    """What is asked, and of whom; nothing if the frames are done."""
    found = match.decisions()
    return (found[0].kind, found[0].waiting) if found else ("", ())


def play_on(match: Match, most: int = 400) -> int:
    """Answers everything with the first thing offered, until nothing is asked; how many answers it took."""
    for count in range(most):
        open_ = match.decisions()
        if not open_:
            return count
        seat = open_[0].waiting[0]
        told_truly(match, seat, next(iter(match.options(seat))))
    raise AssertionError("it does not end")


def card(event: str, *effects: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A pack in which an event has these effects."""
    return {f"events.{event}.effects": list(effects), **{f"events.{event}.{key}": value for key, value in more.items()}}


def played(*effects: dict[str, Any], arrange: Any = None, active: str = "france", players: int = 6) -> Any:
    """A match in which these effects are carried out."""
    pack = card("guild_strike", *effects)
    frames = operations.card(default(), active, "events.guild_strike")
    return table(*([arrange] if arrange else []), frames=frames, active=active, pack=pack, players=players)
