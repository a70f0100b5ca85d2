"""The Ninety-five Theses and the Diet of Worms, with which the first turn begins (18.1)."""

from collections.abc import Iterator
from typing import Annotated, Any, Final

from adjudicator import Action, Asking, Event, Frames, Play, Refusal, Together, ValidatedAnswers
from adjudicator.components import Code

from ...facts import CARD, HAPSBURG, PAPACY, PROTESTANT, CardId
from ...state import State
from .. import hands
from ..book import OfCard, step
from .attempts import attempting, turning
from .conversion import convert

THESES: Final = 5
"""The reformation attempts of the Ninety-five Theses."""
DIET: Final = {HAPSBURG: 0, PAPACY: 0, PROTESTANT: 4}
"""What each power adds to the points of its card at the Diet."""

not_for_the_diet = Code("18.1", card=CARD)


class ThesesPosted(Event, frozen=True, tag="theses_posted", rule="18.1"):
    """Luther posted the theses."""


class DietHeld(Event, frozen=True, tag="diet_held", rule="18.1"):
    """The Diet of Worms was held: cards and dice of the Hapsburgs, the Papacy and the Protestants."""

    cards: Annotated[tuple[str, ...], CARD]
    hapsburg: tuple[int, ...]
    papacy: tuple[int, ...]
    protestant: tuple[int, ...]


@step("18.1", phase="luther")
def theses(play: Play[State]) -> Frames:
    """Let Luther begin the Reformation in Wittenberg (18.1)."""
    play.line("theses")
    play.emit(ThesesPosted())
    play.state.reformers = {**play.state.reformers, "luther": "wittenberg"}
    convert(play, "wittenberg", "protestant")
    return [attempting(PROTESTANT, THESES, "german", 1), theses_over()]


@step("18.1", phase="luther")
def theses_over(play: Play[State]) -> Frames:
    """Forget which spaces were tried."""
    play.state.impulse = type(play.state.impulse)()
    return []


class Bring(OfCard, frozen=True, tag="bring_card"):
    """Bring a card to the Diet of Worms: its points are dice. 18.1."""


class DietAnswers(ValidatedAnswers[State]):
    """The card that a power brings to the Diet: any but a mandatory event (18.1)."""

    kind, rule = "diet", "18.1"
    actions = (Bring,)

    def candidates(self, state: State, seat: str) -> Iterator[Action]:
        held = hands.playable(state, seat)
        return (Bring(CARD.ids[each]) for each in held)

    def illegality(self, state: State, seat: str, action: Action) -> Refusal | None:
        assert isinstance(action, Bring)
        card = CARD.thing(action.card)
        able = hands.holds(state, seat, card.index) and card.kind != "mandatory"
        return None if able else not_for_the_diet(card=action.card)

    def default(self, state: State, seat: str) -> Action:
        """Return the card of the deck with the fewest points, or a home card."""
        able = [each for each in self.candidates(state, seat) if self.illegality(state, seat, each) is None]
        return min(able, key=lambda each: (CARD.thing(_card(each)).kind == "home", CARD.thing(_card(each)).cp))


def _card(action: Any) -> CardId:
    return action.card  # type: ignore[no-any-return]


@step("18.1", phase="diet")
def diet_of_worms(play: Play[State]) -> Asking:
    """Let Hapsburgs, Papacy and Protestants bring a card each, in secret, and roll its points (18.1)."""
    answers = yield Together((HAPSBURG, PAPACY, PROTESTANT), DietAnswers())
    hits, dice = {}, {}
    cards = []
    for power, extra in DIET.items():
        card = CARD.thing(answers[power].card)
        hands.spent(play.state, power, card.index)
        cards.append(card.id)
        dice[power] = tuple(play.roll("diet", card.cp + extra, 6, power=power))
        hits[power] = sum(die >= 5 for die in dice[power])
    play.emit(DietHeld(tuple(cards), dice[HAPSBURG], dice[PAPACY], dice[PROTESTANT]))
    difference = hits[PROTESTANT] - hits[HAPSBURG] - hits[PAPACY]
    if not difference:
        return []
    return [turning(PROTESTANT if difference > 0 else PAPACY, abs(difference), "german", True)]
