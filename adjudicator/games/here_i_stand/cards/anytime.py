"""Cards that may be used at any moment of the action phase, in the impulse of others, too (6)."""

from collections.abc import Iterator

from adjudicator import Action, Frames, Play, Refusal, ValidatedAnswers
from adjudicator.components import Code

from ..facts import CARD, PowerId
from ..rules import hiring, responding
from ..rules.book import OfPower, step
from ..rules.hiring import HireNow
from ..state import State
from .aims import a_power
from .politics import comet, strikes

COMET = "halleys_comet"
no_comet = Code("6", card=CARD)


class StrikeNow(OfPower, frozen=True, tag="strike_now"):
    """Use Halley's Comet at once: a power loses a random card (1), or its next impulse (2). 6."""

    use: int


class AnytimeAnswers(ValidatedAnswers[State]):
    """What a power may do at any moment of the action phase: call mercenaries, use Halley's Comet (6)."""

    kind, rule = "anytime", "6"
    actions = (HireNow, StrikeNow)

    def candidates(self, state: State, seat: str) -> Iterator[Action]:
        for card in responding.held(state, seat, *hiring.CARDS):
            for each in hiring.sensible(state, card, seat):
                yield HireNow(each.card, each.spaces, each.owners)
        if responding.held(state, seat, COMET):
            yield from (StrikeNow(victim, use) for victim, use in strikes(state, seat))

    def illegality(self, state: State, seat: str, action: Action) -> Refusal | None:
        if isinstance(action, HireNow):
            return hiring.now_refused(state, seat, action)
        assert isinstance(action, StrikeNow)
        able = state.acting and state.battle is None and bool(responding.held(state, seat, COMET))
        named = (action.power, action.use) in strikes(state, seat)
        return None if able and named else no_comet(card=COMET)


@step("6")
def striking(play: Play[State], power: PowerId, victim: PowerId, use: int) -> Frames:
    """Use Halley's Comet at any time; then it leaves the match (6)."""
    responding.use(play, power, COMET)
    play.state.discard = [each for each in play.state.discard if each != CARD.number(COMET)]
    play.state.gone = sorted([*play.state.gone, CARD.number(COMET)])
    comet(play, power, a_power(victim, use))
    return []
