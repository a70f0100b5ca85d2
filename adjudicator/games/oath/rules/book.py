"""Define what every chapter declares with: the register of the steps, deeds of the act phase, events of a player."""

from collections.abc import Iterable
from typing import Annotated, Final, NamedTuple, TypeVar

from msgspec.structs import replace

from adjudicator import Action, Answers, Event, RuleAction, StepBook

from ..facts import CARD, BannerId, CardId, Cost, PlayerId, SlotId, SpaceId, SuitId
from ..state import State

STEPS: Final = StepBook()
step = STEPS.step


A = TypeVar("A", bound=Answers[State])


def in_turn(state: State, seat: str, answers: A) -> A:
    """Return answers that interrupt unless it is the turn of the seat: campaigns are fought out of turn, too."""
    answers.interrupts = state.turn.seat != seat
    return answers


class SeatEvent(Event, frozen=True, by="seat"):
    """Something that a player does, or that happens to one."""

    seat: PlayerId


class OfCard(Action, frozen=True):
    card: CardId


class AtSlot(Action, frozen=True):
    slot: SlotId


class OfPlayer(Action, frozen=True):
    player: PlayerId


class OfSuit(Action, frozen=True):
    suit: SuitId


class OfBanner(Action, frozen=True):
    banner: BannerId


class OfSpace(Action, frozen=True):
    space: SpaceId


class Fee(NamedTuple):
    """The price of an action: supply, and favor and secrets that are put on cards, burned or given."""

    supply: int = 0
    favor: int = 0
    secrets: int = 0


def fee_of(cost: Cost) -> Fee:
    """Return what the cost of a power comes to."""
    return Fee(0, cost.favor + cost.burn_favor, cost.secrets + cost.burn_secrets)


class ActDeed(RuleAction[State], frozen=True):
    """An action of the act phase (4.2)."""

    def fee(self, state: State, seat: str) -> Fee:
        """Return what it costs."""
        return Fee()


class Modified(ActDeed, frozen=True):
    """A major action with the modifiers that are used for it (7.4), in the order of their use."""

    modifiers: Annotated[tuple[str, ...], CARD] = ()


def with_modifiers(deed: Modified, usable: Iterable[str]) -> list[Action]:
    """Return a deed, and with each of further modifiers alone, and with all of them where there are several."""
    names = tuple(usable)
    more = [(), *((name,) for name in names), *([names] if len(names) > 1 else [])]
    return [replace(deed, modifiers=(*deed.modifiers, *each)) for each in more]
