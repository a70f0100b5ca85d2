"""Roll dice by the power of a card, outside of a campaign; others may react to them (Jinx)."""

from collections.abc import Callable
from itertools import chain
from typing import Any, Final

from adjudicator import Frames, Play

from ..facts import CardId, PlayerId
from ..state import State
from .battle import Rolled
from .book import step

Casts = Callable[..., Frames | None]
CASTS: Final[dict[str, Casts]] = {}
"""What the dice of a card do, by its id: called with the play, the player, the faces and what else it is about."""
AFTER_CAST: Final[list[Casts]] = []
"""Reactions to the dice of a card (Jinx): called likewise with the card; who reacts says what the dice do then."""


def cast(card: str) -> Callable[[Casts], Casts]:
    """Register what the dice of a card do."""

    def register(rule: Casts) -> Casts:
        CASTS[card] = rule
        return rule

    return register


def thrown(play: Play[State], seat: str, card: str, count: int) -> list[int]:
    """Roll defense dice for a card, and tell everybody."""
    faces = play.roll(card, count, 6)
    play.emit(Rolled(seat, "defense", tuple(faces)))
    return faces


@step("7.1.3")
def casting(play: Play[State], seat: PlayerId, card: CardId, count: int, about: list[Any]) -> Frames:
    """Roll the dice of a card; whoever may roll them again is asked before they do anything."""
    faces = thrown(play, seat, card, count)
    again = [*chain.from_iterable(rule(play, seat, card, faces, about) or [] for rule in AFTER_CAST)]
    return again or CASTS[card](play, seat, faces, *about) or []
