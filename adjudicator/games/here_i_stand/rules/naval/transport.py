"""Naval transport (16.3): a formation goes over seas where its power has ships, and lands at a port."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Annotated, Any, ClassVar, Final

from adjudicator import Action, Frames, Play, Refusal
from adjudicator.components import Code
from adjudicator.components.bits import bits, mask_of

from ...facts import LANES, LEADER, LOCATION, PORTS_OF, SEA, SEAS_OF, SPACE, SpaceId
from ...state import Battle, OfFormation, State
from .. import announcing
from ..book import PowerEvent, step
from ..spending import CpDeed
from ..war import entering, formations, marching, meeting
from . import fleets

MOST: Final = 5
"""The land units that are transported together (16.3)."""

no_ship_there = Code("16.3", sea=SEA)
no_sea_way = Code("16.3", origin=SPACE, to=SPACE)
too_many_aboard = Code("16.3", units=int, most=int)
guarded_port = Code("16.3", space=SPACE)
bad_weather = Code("6")


class Shipped(PowerEvent, frozen=True, tag="shipped", rule="16.3", touches=("origin", "to")):
    """A formation is carried over the sea."""

    origin: SpaceId
    to: SpaceId
    over: Annotated[tuple[str, ...], SEA]
    units: int
    leaders: Annotated[tuple[str, ...], LEADER] = ()


class Transport(CpDeed, OfFormation, frozen=True, tag="transport"):
    """Carry a formation over sea zones to a port. 16.3."""

    origin: SpaceId
    to: SpaceId
    over: Annotated[tuple[str, ...], SEA]

    row: ClassVar[str] = "sail"

    def price(self, state: State, seat: str) -> int:
        return len(self.over) + 1

    @classmethod
    def candidates(cls, state: State, seat: str, asked: Any) -> Iterator[Action]:
        if state.impulse.cp < 2:
            return
        for at in marching.places(state, seat):
            if not SEAS_OF[LOCATION.index[at]]:
                continue
            ways = _ways(state, seat, at, state.impulse.cp - 1)
            troops = formations.troops(seat, formations.movable(state, seat, at))
            if not ways or not troops.total:
                continue
            leaders = tuple(each for each in formations.captains(state, seat, at) if not formations.gouty(state, each))
            for to, over in ways.items():
                for led in dict.fromkeys((leaders, ())):
                    count = min(troops.total, MOST, formations.limit(led))
                    yield cls(at, to, over, **formations.cut(troops, count).named(), leaders=led)

    def against(self, state: State, seat: str) -> Refusal | None:
        if state.impulse.weather:
            return bad_weather()
        for sea in self.over:
            if not fleets.fleet(state, seat, sea):
                return no_ship_there(sea=sea)
        if not _joined(self.origin, self.over, self.to):
            return no_sea_way(origin=self.origin, to=self.to)
        if not self.troops.total:
            return marching.nobody_goes()
        if self.troops.total > MOST:
            return too_many_aboard(units=self.troops.total, most=MOST)
        if (bad := marching.formation_refused(state, seat, self.origin, self.troops, self.leaders)) is not None:
            return bad
        if fleets.hostile_fleets(state, seat, self.to):
            return guarded_port(space=self.to)
        return entering.entry_refused(state, seat, self.to)

    def carried_out(self, play: Play[State], seat: str) -> Frames:
        state = play.state
        units = formations.parted(seat, formations.movable(state, seat, self.origin), self.troops)
        play.emit(Shipped(seat, self.origin, self.to, self.over, self.troops.total, self.leaders))
        state.battle = Battle("march", seat, self.to, self.origin, units, LEADER.mask_of(self.leaders))
        return [
            announcing.announced(seat, self.price(state, seat), list(self.leaders)),
            *(meeting.intercepting(each) for each in marching.interceptors(state, seat, self.to)),
            marching.placed(),
            ashore(),
            meeting.standing(),
            marching.settled(),
            announcing.action_over(),
        ]


@step("16.3")
def ashore(play: Play[State]) -> Frames:
    """Leave a formation that has landed without a way back (16.3)."""
    if play.state.battle is not None:
        play.state.battle.origin = ""
    return []


def _joined(origin: str, over: tuple[str, ...], to: str) -> bool:
    """Return whether sea zones lead from one port to another."""
    if not over or origin == to:
        return False
    seas = [LOCATION.index[each] for each in over]
    chained = all(LANES[one] >> other & 1 for one, other in pairwise(seas))
    ends = SEAS_OF[LOCATION.index[origin]] >> seas[0] & SEAS_OF[LOCATION.index[to]] >> seas[-1] & 1
    return chained and bool(ends)


def _ways(state: State, power: str, origin: str, most: int) -> dict[str, tuple[str, ...]]:
    """Return the ports that a power can reach over at most so many sea zones with its ships, with the shortest way."""
    found: dict[str, tuple[str, ...]] = {}
    left = LOCATION.mask_of(each for each in SEA.ids if fleets.fleet(state, power, each))
    onward: dict[int, tuple[str, ...]] = dict.fromkeys(bits(SEAS_OF[LOCATION.index[origin]] & left), ())
    for _ in range(most):
        left &= ~mask_of(onward)
        chains = {n: (*chain, LOCATION.ids[n]) for n, chain in onward.items()}
        for n, chain in chains.items():
            for port in LOCATION.ids_of(PORTS_OF[n]):
                free = port not in (origin, *found) and not fleets.hostile_fleets(state, power, port)
                if free and entering.entry_refused(state, power, port) is None:
                    found[port] = chain
        onward = {to: chain for n, chain in chains.items() for to in bits(LANES[n] & left)}
    return found
