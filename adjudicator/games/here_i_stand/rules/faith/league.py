"""The Schmalkaldic League (21.6)."""

from collections.abc import Callable
from typing import Annotated, Final

from adjudicator import FIRST, Asking, Event, Frames, Play, Question
from adjudicator.components import Code

from ...facts import CARD, ELECTORATE, HAPSBURG, HOME_OF, LOCATION, OWNER, PAPACY, PROTESTANT, SPACE, LeaderId, SpaceId
from ...state import LeaderState, State
from .. import hands, minors, table, ways
from ..book import AtSpace, step
from ..effects import event
from .conversion import rise

EARLIEST: Final = 2
THRESHOLD: Final = 12
"""The Protestant spaces that the League needs (21.6)."""
AUTOMATIC: Final = 4
"""The turn in whose winter it forms at the latest."""
LEAGUE: Final = CARD.number("schmalkaldic_league")
SEATS: Final = {"john_frederick": "wittenberg", "philip_of_hesse": "kassel"}
"""The place to which the stack of each leader is nearest."""

not_nearest_stack = Code("21.6", space=SPACE)


class LeagueFormed(Event, frozen=True, tag="league_formed", rule="21.6", touches=("spaces",), hits=("losers",)):
    """The Schmalkaldic League was formed; Protestant spaces come under Protestant control, `losers`: from whose."""

    spaces: Annotated[tuple[str, ...], SPACE] = ()
    losers: Annotated[tuple[str, ...], OWNER] = ()


class LeaderJoined(Event, frozen=True, tag="leader_joined", rule="21.6", touches=("space",)):
    """A leader of the League joined an army."""

    leader: LeaderId
    space: SpaceId


class Relocated(Event, frozen=True, tag="relocated", rule="21.6", touches=("origin", "space")):
    """Protestant units left a Catholic electorate."""

    origin: SpaceId
    space: SpaceId


class ChooseNearest(AtSpace, frozen=True, tag="choose_nearest"):
    """Choose among the nearest spaces. 21.6."""


NEAREST: Final = Question(
    "nearest",
    "21.6",
    ChooseNearest,
    otherwise=not_nearest_stack,
    default=FIRST,
    alone="silence",
    about={"origin": SpaceId},
    interrupts=True,
)


def may_form(state: State) -> bool:
    """Return whether the League can be formed by its card: from turn 2 on with 12 Protestant spaces (SL-1, SL-2)."""
    enough = state.protestant.bit_count() >= THRESHOLD
    return not state.league and state.turn >= EARLIEST and enough


def nearest(start: str, fits: Callable[[str], bool]) -> list[str]:
    """Return the spaces with fewest steps over links and passes from a space, itself at no distance (21.6)."""
    return [start] if fits(start) else ways.nearest(start, fits, ways.OVERLAND)


@event("schmalkaldic_league")
def _played(play: Play[State], power: str) -> Frames:
    """Form the League if it may be formed; otherwise the card has no effect and comes back (SL-4)."""
    state = play.state
    due = state.turn >= AUTOMATIC and not state.impulse.power
    if state.league or not (may_form(state) or due):
        return []
    hands.remove(state, LEAGUE)
    return [forming()]


@step("21.6")
def forming(play: Play[State]) -> Frames:
    """Form the League: leaders, control, restrictions, wars, relocation, in this order (SL-16)."""
    taken = _protestant_homes(play.state) & ~table.controlled(play.state, PROTESTANT)
    losers = (owner for owner, mask in zip(OWNER.ids, play.state.control, strict=True) if mask & taken)
    play.emit(LeagueFormed(LOCATION.ids_of(taken), tuple(losers)))
    return [*(joining(leader) for leader in SEATS), league_holds(), *map(leaving, ELECTORATE.ids)]


def _protestant_stack(state: State) -> Callable[[str], bool]:
    return lambda at: any(each.owner == PROTESTANT and table.land(each) for each in table.forces(state, at))


@step("21.6")
def joining(play: Play[State], leader: LeaderId) -> Asking:
    """Put a leader with the Protestant stack nearest to the leader's seat; without one they wait (SL-5, SL-6)."""
    state, seat = play.state, SEATS[leader]
    found = nearest(seat, _protestant_stack(state))
    if not found:
        table.put_leader(state, leader, LeaderState(returns=True))
        return []
    answer = yield NEAREST.in_turn_of(state.impulse.power)(PROTESTANT, map(ChooseNearest, found), origin=seat)
    table.put_leader(play.state, leader, LeaderState(answer.space))
    play.emit(LeaderJoined(leader, answer.space))
    return []


def _protestant_homes(state: State) -> int:
    """Return the home spaces that the League brings under Protestant control (SL-7)."""
    return HOME_OF[PROTESTANT] & state.protestant & ~state.fortresses


@step("21.6")
def league_holds(play: Play[State]) -> Frames:
    """Give Protestant home spaces to the Protestants, end all restrictions, begin the wars (SL-7 to SL-10)."""
    state = play.state
    for at in LOCATION.ids_of(_protestant_homes(state)):
        table.set_controller(play.state, at, PROTESTANT)
    state.league = True
    for each in (HAPSBURG, PAPACY):
        if not table.at_war(state, PROTESTANT, each):
            minors.begin_war(play, PROTESTANT, each)
    for at in ELECTORATE.ids:
        rise(play, at)
    return []


@step("21.6")
def leaving(play: Play[State], at: SpaceId) -> Asking:
    """Move Protestant units and leaders from a Catholic electorate to the nearest Protestant one (SL-11)."""
    state = play.state
    units = [each for each in table.forces(state, at) if each.owner == PROTESTANT]
    leaders = table.leaders_at(state, at, PROTESTANT)
    if table.has(state.protestant, at) or not (units or leaders):
        return []
    found = nearest(at, lambda place: place in ELECTORATE and table.has(state.protestant, place))
    if not found:
        return []
    answer = yield NEAREST.in_turn_of(state.impulse.power)(PROTESTANT, map(ChooseNearest, found), origin=at)
    state = play.state
    for force in [each for each in table.forces(state, at) if each.owner == PROTESTANT]:
        counts = table.counts(force)
        table.add(state, at, PROTESTANT, {unit: -number for unit, number in counts.items()}, inside=force.inside)
        table.add(state, answer.space, PROTESTANT, counts)
    for leader in table.leaders_at(state, at, PROTESTANT):
        table.put_leader(state, leader, LeaderState(answer.space))
    play.emit(Relocated(at, answer.space))
    return []
