"""Power struggles: which are coming, how one is activated and scored (R17.03)."""

from adjudicator import Event, Frames, Play
from adjudicator.components.bits import bits, mask_of

from ..content import Content
from ..facts import AREA, NONE, PROVINCES_OF, SeatId
from ..slots import STRUGGLE, StruggleId
from ..state import State
from .book import step
from .meeting import meets
from .purse import clockwise, gain_prestige
from .realms import tax, vassals
from .relations import capital_area, controlled, realm_of


class StruggleUpcoming(Event, frozen=True, tag="struggle_upcoming", rule="R17.03"):
    """Which power struggle comes next."""

    struggle: StruggleId


class StruggleActivated(Event, frozen=True, tag="struggle_activated", rule="R17.03"):
    """A power struggle is active: it is scored in phase 4."""

    struggle: StruggleId


class StruggleScored(Event, frozen=True, tag="struggle_scored", rule="R17.03", by="seat"):
    """What a power struggle brought a seat."""

    seat: SeatId
    struggle: StruggleId
    prestige: int


def battlegrounds(state: State, content: Content) -> int:
    """The areas of the active and of the upcoming power struggle: claims cost less there (R11.20)."""
    both = (state.goals.struggle, state.goals.upcoming)
    return mask_of(
        AREA.index[each] for one in both if one != NONE for each in content.struggles[STRUGGLE.ids[one]].areas
    )


@step("R17.03")
def struggle_drawn(play: Play[State]) -> None:
    """The next power struggle lies face up; none in the basic game."""
    goals = play.state.goals
    goals.upcoming = NONE
    if goals.struggle_draw and not play.state.rules.basic_game:
        id = play.pick("struggle", "struggle", [STRUGGLE.ids[each] for each in goals.struggle_draw])
        goals.upcoming = STRUGGLE.index[id]
        goals.struggle_draw.remove(goals.upcoming)
        play.emit(StruggleUpcoming(id))


@step("R17.03")
def activate(play: Play[State]) -> Frames | None:
    """The upcoming power struggle is active, unless one is; another one is upcoming."""
    goals = play.state.goals
    if goals.upcoming == NONE or goals.struggle != NONE:
        return None
    goals.struggle = goals.upcoming
    play.emit(StruggleActivated(STRUGGLE.ids[goals.struggle]))
    return [struggle_drawn()]


def score(state: State, content: Content, seat: str) -> int:
    """What the active power struggle brings a seat: in each battleground 1 for each tax value that it controls (half of
    vassals), 1 for the only player with influence or a claim there, 1 for an alliance or a marriage; and further lines.
    """
    face = content.struggles[STRUGGLE.ids[state.goals.struggle]]
    total = sum(_in_area(state, seat, AREA.index[each]) for each in face.areas)
    return total + sum(line.prestige for line in face.lines if meets(state, seat, line.needs))


def _in_area(state: State, seat: str, area: int) -> int:
    realm, places = realm_of(seat), PROVINCES_OF[area]
    held = tax(state, controlled(state, realm) & places)
    of_vassals = sum(tax(state, controlled(state, each) & places) for each in bits(vassals(state, realm)))
    alone = _present(state, seat, area) and not any(_present(state, each, area) for each in state.order if each != seat)
    ties = state.allied[seat] | state.married[seat]
    tied = any(capital_area(state, each) == area for each in bits(ties))
    return held + -(-of_vassals // 2) + (alone and not AREA.things[area].distant) + tied


def _present(state: State, seat: str, area: int) -> bool:
    """Whether a seat has a token there: influence or a claim."""
    own = state.led[seat]
    return own.influence[area] > 0 or bool(own.claims >> area & 1)


@step("R17.03")
def struggle_scored(play: Play[State]) -> None:
    """Phase 4 E: the active power struggle is scored and discarded (R3.46)."""
    state = play.state
    if state.goals.struggle == NONE:
        return
    id = STRUGGLE.ids[state.goals.struggle]
    found = {seat: score(state, play.content, seat) for seat in clockwise(state, state.first)}
    for seat, prestige in found.items():
        play.emit(StruggleScored(seat, id, prestige))
        gain_prestige(play, seat, prestige)
    state.goals.struggle = NONE
