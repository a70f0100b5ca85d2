"""After peace was made: active allies are dismissed, units leave neutral areas (R10.09)."""

from typing import Final

from adjudicator import FIRST, Action, Asking, Event, Play, Question
from adjudicator.components import Code
from adjudicator.components.bits import bits

from ..facts import AREA, ZONE, AreaId, SeatId
from ..state import State
from .alliances import dismiss
from .book import step
from .relations import friendly_area, hostile_area, realm_of, units_in
from .units import disband_empty


class WentHome(Event, frozen=True, tag="went_home", rule="R10.09", by="seat", touches=("area", "to")):
    """All units of a seat in a neutral area have moved to a friendly one."""

    seat: SeatId
    area: AreaId
    to: AreaId


class GoHome(Action, frozen=True, tag="go_home"):
    """Move the units to this area. R10.09."""

    area: AreaId


not_nearest = Code("R10.09", area=AREA)
HOME: Final = Question(
    "go_home", "R10.09", GoHome, default=FIRST, otherwise=not_nearest, alone="silence", about={"start": AreaId}
)


def nearest(state: State, realm: int, start: int) -> list[int]:
    """The friendly areas nearest to an area; areas and sea zones count one each."""
    areas, zones, border = {start}, set[int](), ({start}, set[int]())
    while border[0] or border[1]:
        land = {near for area in border[0] for near in bits(AREA.things[area].land)}
        land |= {area.index for area in AREA if any(area.zones >> zone & 1 for zone in border[1])}
        sea = {zone for area in border[0] for zone in bits(AREA.things[area].zones)}
        sea |= {near for zone in border[1] for near in bits(ZONE.things[zone].adjacent)}
        border = (land - areas, sea - zones)
        areas |= land
        zones |= sea
        found = sorted(each for each in border[0] if friendly_area(state, realm, each))
        if found:
            return found
    return []


@step("R10.09")
def aftermath(play: Play[State], seat: SeatId) -> Asking:
    """Who is at peace dismisses his active allies, and his units leave neutral areas."""
    state, own = play.state, realm_of(seat)
    if state.war[own]:
        return None
    abroad = [
        area
        for area in AREA.indexes
        if units_in(state, seat, area) and not friendly_area(state, own, area) and not hostile_area(state, own, area)
    ]
    goals = {area: found for area in abroad if (found := nearest(state, own, area))}
    if not goals:
        dismiss(play, seat)
        disband_empty(state, seat)
        return None
    start = min(goals)
    answer = yield HOME(seat, [GoHome(AREA.ids[area]) for area in goals[start]], start=AREA.ids[start])
    to, led = AREA.index[answer.area], state.led[seat]
    led.alone[to], led.alone[start] = led.alone[to] + led.alone[start], 0
    for army in led.armies:
        if army.area == start:
            army.area = to
    play.emit(WentHome(seat, AREA.ids[start], answer.area))
    return [aftermath(seat)]
