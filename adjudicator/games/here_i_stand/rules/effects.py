"""Register what cards do as events: a function that does it, and one that says why it cannot be done now."""

from collections.abc import Callable
from typing import Final, NamedTuple

from adjudicator import Frames, Play, Refusal

from ..facts import CARD, CardId, PowerId
from ..state import State
from .book import STEPS


class Effect(NamedTuple):
    """The event of a card; `run` does it for the power that plays it, `refused` says why it cannot."""

    run: Callable[[Play[State], str], Frames]
    refused: Callable[[State, str], Refusal | None]


EVENTS: Final[dict[str, Effect]] = {}
"""The event of each card, by id."""


def _nothing(state: State, power: str) -> Refusal | None:
    return None


def event(
    card: str, refused: Callable[[State, str], Refusal | None] = _nothing
) -> Callable[[Callable[[Play[State], str], Frames]], Callable[[Play[State], str], Frames]]:
    """Register a function as the event of a card."""
    CARD.number(card)

    def register(run: Callable[[Play[State], str], Frames]) -> Callable[[Play[State], str], Frames]:
        if card in EVENTS:
            raise ValueError(f"two events are those of {card}")
        EVENTS[card] = Effect(run, refused)
        return run

    return register


@STEPS.announce
def further_card(power: PowerId, card: CardId) -> None:
    """Let a power play another card in its impulse, or leave it at that."""


@STEPS.announce
def spending(power: PowerId) -> None:
    """Let a power spend its points, one action after the other."""
