"""Rule 4.1.11: powers at the end of the turn.

By the 2nd printing only cards that lie face up work then, and they leave no choice. With the option `ministry_reveal`
`strict_ru` cards are turned up by using them, also in this phase: then every side with a face-down card is asked, for
that much is public, whatever card it is (R-05).
"""

from collections.abc import Iterator

from adjudicator import Action, Answers, Asking, Choose, Frames, Play
from adjudicator.components import Code

from ...components import MINISTRY_CARD, SideIndex
from ...fact_types import FRANCE, MINISTRY, SIDES
from ...state import State, opponent
from ..book import step
from ..control import count
from ..debt import lower_debt
from .cards import MinistryUsed, ability_of, hidden, is_up, ministry_id, own_card, turn_up
from .use import RevealMinistry, UseMinistry, already_face_up, no_voluntary_reveal

no_power = Code("4.1.11", ministry=MINISTRY_CARD)
"""Nothing of this card can be used at the end of the turn."""


class EndPowers(Action, frozen=True, tag="end_powers"):
    """Use no (more) powers at the end of the turn (4.1.11)."""


JOHN_LAW = 2
LATE = ("end_of_turn", "scoring")
"""When the abilities work that may be used in this phase."""


@step("4.1.11")
def remaining_powers(play: Play[State]) -> Frames:
    """Ask for powers used "at the end of the turn", first player first."""
    state = play.state
    state.phase = "remaining_powers"
    asked = [use_power(side) for side in (state.first_player, opponent(state.first_player)) if asks(state, side)]
    return [*asked, resolve_powers()]


def asks(state: State, side: int) -> bool:
    """Return whether a side is asked: a face-down card could be one that is used now."""
    return state.options.ministry_reveal == "strict_ru" and bool(hidden(state, side))


@step("4.1.11")
def resolve_powers(play: Play[State]) -> None:
    """Apply what works by itself: M-2 lowers French debt by one, by two with a space of Scotland."""
    state, ability = play.state, ability_of(JOHN_LAW, 1)
    if is_up(state, JOHN_LAW):
        more = ability.more if count(state, FRANCE, ability.needs) else 0
        lower_debt(play, FRANCE, ability.amount + more, ministry_id(JOHN_LAW))


class UsePowerAnswers(Answers[State]):
    """Face-down cards whose ability works at the end of the turn or in scoring, or nothing."""

    kind = "use_power"
    rule = "4.1.11"
    actions = (UseMinistry, RevealMinistry, EndPowers)

    def options(self, state: State, seat: str) -> Iterator[Action]:
        yield from (UseMinistry(ministry_id(card)) for card in usable(state, SIDES.index(seat)))
        yield EndPowers()

    def check(self, state: State, seat: str, action: Action) -> None:
        if isinstance(action, EndPowers):
            return
        assert isinstance(action, UseMinistry | RevealMinistry)
        side, legal = SIDES.index(seat), tuple(self.options(state, seat))
        near = legal[:3]
        held = own_card(state, side, action.ministry)
        if isinstance(action, RevealMinistry):
            raise no_voluntary_reveal(near, ministry=action.ministry)
        if held.revealed:
            raise already_face_up(near, ministry=action.ministry)
        if held.card not in usable(state, side) or action.ability != 1:
            raise no_power(near, ministry=action.ministry)

    def default(self, state: State, seat: str) -> Action:
        """Return the action that uses nothing."""
        return EndPowers()


def usable(state: State, side: int) -> list[int]:
    """Return the face-down cards of a side that can be used now."""
    cards = MINISTRY.things
    return [card for card in hidden(state, side) if cards[card - 1].abilities[0].timing in LATE]


@step("4.1.11")
def use_power(play: Play[State], side: SideIndex) -> Asking:
    """Let the side turn up what it wants to use, card by card."""
    answer = yield Choose(SIDES[side], UsePowerAnswers())
    if isinstance(answer, EndPowers):
        return None
    held = own_card(play.state, side, answer.ministry)
    turn_up(play, side, [held.card])
    play.emit(MinistryUsed(SIDES[side], ministry_id(held.card), 1))
    return [use_power(side)] if asks(play.state, side) else None
