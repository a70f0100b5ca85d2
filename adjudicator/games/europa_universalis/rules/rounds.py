"""The set-up of the table, the round with its five phases, the last of them (R2.01, R3.01, R3.50-R3.52)."""

from typing import Final

from adjudicator import Asks, Event, Frames, Play, Together, derive
from adjudicator.components import bits, mask_of

from ..facts import POWER, REALM, RealmId
from ..slots import CARD, IDEA, STRUGGLE
from ..state import State, Status
from .acting import action_phase, first_player
from .ages import Displayed, after_round, deal_events, deal_idea, deal_milestones, ideas_of, towns_occupied
from .alliances import end
from .book import OfSeat, step
from .decks import discard_from_hand
from .declaration import causes_end
from .drawing import LimitAnswers, draw_phase, first_draw
from .empire import defence_ends, emperor_of_nobody, empire_religion, imperial_influence
from .exploration import vacant
from .goals import milestones_checked, missions_met, struggle_drawn
from .leaving import forsaken
from .marriages import disputes_settled, realms_without_rulers
from .operations_units import lose_units
from .peace import peace_resolution
from .purse import clockwise, exhaust, gain_colonists
from .realms import base_tax_income, manpower
from .rebels import invasions, rebels_act
from .relations import is_dynamic, realm_of
from .religion import dissent
from .supplies import supplies
from .units import leave_armies
from .unrest import rebel_dice, unrest_of_war
from .upkeep import income_phase

HAND: Final = 5
MOST_COLONISTS: Final = 4
OUTGROWN: Final = 10
"""The tax income from which on a DNPR has no ally (R3.51)."""


class ManpowerSet(OfSeat, frozen=True, tag="manpower_set", rule="R3.50"):
    """The manpower of a realm follows its towns: `n` more units, fewer if negative."""

    total: int
    n: int


class Outgrown(OfSeat, frozen=True, tag="outgrown", rule="R3.51"):
    """A realm of dynamic tokens has grown, and needs no ally."""

    realm: RealmId


FirstPlayer = derive(OfSeat, "first_player", "Who is first in the next round.", rule="R3.25")


@step("R3.50", "cleanup")
def cleanup_phase(play: Play[State]) -> Frames:
    """Clean up the things of each seat, the board and the hands."""
    state = play.state
    state.phase = 5
    leaving = [frame for seat in clockwise(state, state.first) for frame in refresh(play, seat)]
    clear(play)
    return [
        *leaving,
        supplies(),
        imperial_influence(),
        defence_ends(),
        emperor_of_nobody(),
        empire_religion(),
        hand_limit(),
    ]


def refresh(play: Play[State], seat: str) -> Frames:
    """Refresh a seat at the end of a round, and return the frames that follow (R3.50).

    Allied units go home, manpower is set, a part of the exhausted manpower recovers, heavy ships in port are repaired,
    merchants stand up, and colonists come.
    """
    own = play.state.led[seat]
    own.allied += leave_armies(own, "allied")
    leaving = set_manpower(play, seat)
    exhaust(play, seat, -min(6, max(3, -(-own.exhausted // 2))))
    own.fleet.repair()
    own.standing = [True] * len(own.standing)
    came = min(MOST_COLONISTS, sum(vacant(play.state, area) for area in bits(own.claims)))
    gain_colonists(play, seat, came)
    return leaving


def set_manpower(play: Play[State], seat: str) -> Frames:
    """Set available, exhausted and deployed units so that together they are the total.

    What is too many leaves exhausted manpower first, then available manpower, then the board, where the seat chooses.
    """
    state = play.state
    own = state.led[seat]
    total = manpower(state, realm_of(seat))
    change = total - own.available - own.exhausted - own.regular
    if not change:
        return []
    play.emit(ManpowerSet(seat, total, change))
    own.available += max(0, change)
    surplus = max(0, -change)
    for pool in ("exhausted", "available"):
        gone = min(surplus, getattr(own, pool))
        setattr(own, pool, getattr(own, pool) - gone)
        surplus -= gone
    return lose_units(seat, surplus, regular=True, for_good=True)


def clear(play: Play[State]) -> None:
    """Clear the board at the end of a round (R3.51).

    This concerns alliances with grown DNPRs, plague, the crusade, the first player, and what each seat has done in this
    round.
    """
    state = play.state
    for realm in REALM:
        if is_dynamic(state, realm.index) and base_tax_income(state, realm.index) >= OUTGROWN:
            for seat in state.order:
                if state.allied[seat] >> realm.index & 1:
                    play.emit(Outgrown(seat, realm.id))
                    end(play, seat, realm.index)
    state.plague = 0
    state.curia.committed = []
    state.events.gone += [each.event for each in state.events.shown]
    state.events.shown, state.events.down = [], 0
    first = first_player(state)
    if first != state.first:
        state.first = first
        play.emit(FirstPlayer(first))
    for own in state.led.values():
        own.status = Status()


@step("R3.52", "cleanup")
def hand_limit(play: Play[State]) -> Asks:
    """Let everybody discard down to five cards."""
    state = play.state
    over = tuple(seat for seat in clockwise(state, state.first) if len(state.led[seat].hand) > HAND)
    if not over:
        return
    answers = yield Together(over, LimitAnswers(HAND))
    for seat in over:
        discard_from_hand(play, seat, [CARD.index[card] for card in answers[seat].cards])


DRAWN_IDEAS = 2
"""Ideas of each type on display besides the basic one."""


class RoundBegan(Event, frozen=True, tag="round_began", rule="R3.01"):
    """A round of an age."""

    age: int
    round: int


@step("R2.01")
def set_up(play: Play[State]) -> Frames:
    """Lay out the deck of events, milestones, ideas and the first power struggle.

    The first round begins with a draw of its own.
    """
    state, content = play.state, play.content
    play.line("set_up")
    deal_events(play, state.age)
    milestones = deal_milestones(play, state.age)
    goals = state.goals
    goals.ideas = mask_of(IDEA.number(id) for id, each in content.ideas.items() if each.basic)
    goals.idea_draw = ideas_of(content, state.age)
    for power in POWER.indexes:
        for _ in range(DRAWN_IDEAS):
            deal_idea(play, power)
    goals.struggle_draw = sorted(map(STRUGGLE.number, content.struggles))
    play.emit(Displayed(tuple(IDEA.ids_of(goals.ideas)), tuple(milestones)))
    play.emit(RoundBegan(state.age, state.round))
    return [struggle_drawn(), first_draw(), *phases()]


def phases() -> Frames:
    """Return the frames that follow the draw in every round."""
    return [action_phase(), peace_phase(), income_phase(), cleanup_phase(), forsaken(), after_round(), a_round()]


@step("R3.30", "peace")
def peace_phase(play: Play[State]) -> Frames:
    """Return the frames of phase 3.

    Tokens and truces end; then come invasions, rebels, peace, prestige, realms without rulers, unrest and rebel dice.
    Milestones that a peace has reached are not lost to what comes after it (R17.02).
    """
    play.state.phase = 3
    return [
        causes_end(),
        invasions(),
        rebels_act(),
        peace_resolution(),
        milestones_checked(play.state.first),
        missions_met(),
        disputes_settled(),
        towns_occupied(),
        realms_without_rulers(),
        dissent(),
        unrest_of_war(),
        rebel_dice(),
        supplies(),
        milestones_checked(play.state.first),
        missions_met(),
    ]


@step("R3.01")
def a_round(play: Play[State]) -> Frames:
    """Return the frames of the five phases, one after the other; the round before is over now."""
    play.state.rounds += 1
    play.emit(RoundBegan(play.state.age, play.state.round))
    return [draw_phase(), *phases()]
