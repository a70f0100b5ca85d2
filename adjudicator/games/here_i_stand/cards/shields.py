"""Cards that call off an event about a person, before it happens: Gout for Charles V, Cromwell for Cranmer (6)."""

from collections.abc import Callable, Iterator
from typing import Final

from adjudicator import Action, Asking, Frames, Play, Refusal, ValidatedAnswers, Window
from adjudicator.components import Code

from ..facts import CARD, CardId, PowerId, SpaceId
from ..rules import responding
from ..rules.book import OfCard, PowerEvent, step
from ..state import State

Carries = Callable[[Play[State], str, int], Frames]
UNLESS: Final[dict[str, Carries]] = {}
"""What happens unless a card calls it off, by the card of the event."""


class ShieldWith(OfCard, frozen=True, tag="shield_with"):
    """Call the event off with a card. 6."""


class Shielded(PowerEvent, frozen=True, tag="shielded", rule="6"):
    """An event about a person was called off."""

    card: CardId


no_shield = Code("6", card=CARD)


class ShieldAnswers(ValidatedAnswers[State]):
    """A card that calls an event off (6). `card`: the event, `shield`: what calls it off."""

    kind, rule, interrupts = "shield", "6", True
    actions = (ShieldWith,)
    card: CardId

    def __init__(self, card: str, shield: str) -> None:
        self.card, self.shield = card, shield

    def candidates(self, state: State, seat: str) -> Iterator[Action]:
        yield ShieldWith(self.shield)

    def illegality(self, state: State, seat: str, action: Action) -> Refusal | None:
        assert isinstance(action, ShieldWith)
        held = action.card == self.shield and responding.held(state, seat, self.shield)
        return None if held else no_shield(card=action.card)

    def context(self, state: State, seat: str) -> dict[str, str]:
        return {"card": self.card}


@step("6")
def unless(
    play: Play[State], power: PowerId, card: CardId, shield: CardId, space: SpaceId | None = None, use: int = 0
) -> Asking:
    """Ask the others whether a card calls an event off, and carry it out if none does."""
    able = responding.who_may_hold(play.state, shield, but=power)
    answers = (yield Window(able, ShieldAnswers(card, shield), count="first")) if able else ()
    if answers:
        ((by, _),) = answers
        responding.use(play, by, shield)
        play.emit(Shielded(power, card))
        return []
    return UNLESS[card](play, space or "", use)
