"""Recruiting land units and building ships (R9.12, R9.20)."""

from collections.abc import Iterator, Sequence
from functools import cache, reduce
from itertools import chain
from operator import or_
from typing import Any, Final

from msgspec import field

from adjudicator import Action, Asking, Frames, Play, Question, Refusal, RuleAction, word
from adjudicator.components import Code, bits
from adjudicator.kernel.standing import StandingStill, once

from ..content import Content
from ..facts import AREA, NONE, PORTS_OF, PROVINCE, PROVINCES_OF, ZONE, AreaId, ProvinceId, SeatId, ZoneId
from ..state import State
from . import units
from .battles import battles_of_war
from .book import OfSeat, SeatAndArea, step
from .npr_defence import serving
from .purse import PaidDeed, lacks, pay
from .realms import helped, military_capacity, provinces, worth
from .relations import hostile_areas, hostile_zone, hostile_zones, realm_of

COST: Final[dict[units.CategoryId, dict[units.UnitId, int]]] = {
    "regular": {"infantry": 2, "cavalry": 5, "artillery": 6},
    "mercenary": {"infantry": 4, "cavalry": 7, "artillery": 8},
    "allied": {"infantry": 0, "cavalry": 3},
}
SHIP_COST: Final[dict[units.ShipId, int]] = {"light": 4, "heavy": 10, "galley": 2}
MERCENARIES: Final = 3


class UnitsRaised(SeatAndArea, frozen=True, tag="units_raised", rule="R9.20"):
    """Units were recruited."""

    unit: str
    n: int
    army: int
    category: str
    ducats: int


class ShipBuilt(OfSeat, frozen=True, tag="ship_built", rule="R9.20", touches=("port", "zone")):
    """A ship was built."""

    port: ProvinceId
    ship: str
    zone: ZoneId | None = None
    fleet: bool = False
    protect: bool = False


Recruited = word("recruited", "That is all. R9.20.")
no_own_area = Code("R9.20", area=AREA)
too_little_manpower = Code("R9.20", n=int, has=int)
beyond_capacity = Code("R9.10", area=AREA, n=int)
too_many_mercenaries = Code("R9.20", n=int, most=int)
only_in_armies = Code("R9.20")
army_elsewhere = Code("R9.20", army=int)
needs_cannons = Code("R9.20")
no_allied_artillery = Code("R9.20")
not_your_port = Code("R9.20", port=PROVINCE)
port_used = Code("R9.12", port=PROVINCE)
zone_not_beside = Code("R9.20", port=PROVINCE, zone=ZONE)
zone_hostile = Code("R9.11", zone=ZONE)
fleet_only = Code("R9.20")
fleet_elsewhere = Code("R9.20")
no_galleys_there = Code("R9.28", zone=ZONE)
no_berth = Code("R9.30", port=PROVINCE)
no_slot = Code("R9.20", zone=ZONE)
nothing_to_recruit = Code("R9.20")

# capacity ------------------------------------------------------------------------------------------------------------


@once
def servants(state: State, seat: str, area: int, category: units.CategoryId = "regular") -> int:
    """Return the provinces that may serve a seat there (R9.20).

    These are its own, in its areas and in those of its vassals; for allied units also those of an active ally, in the
    ally's areas.
    """
    realm, found = realm_of(seat), 0
    if _own(state, seat, area):
        hostile, zones = hostile_areas(state, realm), hostile_zones(state, realm)
        found = military_capacity(state, realm, area, hostile=hostile, hostile_zones=zones)
    for ally in _allies_in(state, seat, area) if category == "allied" else ():
        found |= serving(state, ally, area, state.turn.served)
    return found


def _allies_in(state: State, seat: str, area: int) -> list[int]:
    """Return the active allies of a seat with provinces in an area."""
    allies = bits(state.allied[seat] & state.active)
    return [ally for ally in allies if provinces(state, ally) & PROVINCES_OF[area]]


@once
def within_capacity(state: State, seat: str, area: int, n: int, category: units.CategoryId = "regular") -> bool:
    """Return whether provinces can serve `n` more units in an area, and all others of this turn (R9.12).

    Each serves one area. Tried in all ways: a large province that serves one unit in an area has none left for another
    one.
    """
    wanted: dict[tuple[int, units.CategoryId], int] = {}
    counts: dict[units.CategoryId, list[int]] = {"regular": state.turn.raised, "allied": state.turn.raised_allied}
    for kind, raised in counts.items():
        wanted |= {(each, kind): used for each, used in enumerate(raised) if used}
    wanted[area, category] = wanted.get((area, category), 0) + n
    demands = sorted(wanted)
    serve = [servants(state, seat, each, kind) for each, kind in demands]
    useful = sorted(bits(reduce(or_, serve)), key=lambda each: sum(mask >> each & 1 for mask in serve))

    @cache
    def fits(at: int, due: tuple[int, ...]) -> bool:
        if not any(due):
            return True
        if at == len(useful):
            return False
        place = useful[at]
        there = [k for k, mask in enumerate(serve) if due[k] and mask >> place & 1]
        by_area = ([k for k in there if demands[k][0] == each] for each in dict.fromkeys(demands[k][0] for k in there))
        shares = (left for here in by_area for left in _served(due, here, worth(state, place)))
        return any(fits(at + 1, left) for left in shares) or fits(at + 1, due)

    return fits(0, tuple(wanted[demand] for demand in demands))


def _served(due: tuple[int, ...], here: Sequence[int], n: int) -> Iterator[tuple[int, ...]]:
    """Yield what is still due when a province serves `n` units in these areas, of one or two kinds."""
    for first in range(n + 1) if len(here) > 1 else (n,):
        given = dict(zip(here, (first, n - first), strict=False))
        yield tuple(max(0, each - given.get(k, 0)) for k, each in enumerate(due))


def may_hire(state: State) -> int:
    """Return how many mercenaries may be hired still: three a turn, as far as there are some (R9.20, R1.08)."""
    return min(MERCENARIES - state.turn.hired, units.mercenaries_left(state))


def _own(state: State, seat: str, area: int) -> bool:
    """Return whether it is an area of the seat or of its vassals."""
    return bool(helped(state, realm_of(seat)) & PROVINCES_OF[area])


# units ---------------------------------------------------------------------------------------------------------------


class Raise(RuleAction[State], frozen=True, tag="raise"):
    """Units of a type for an army in an area, or (0) regular infantry that stands alone. R9.20."""

    area: AreaId
    unit: units.UnitId = "infantry"
    n: int = field(name="units", default=1)
    army: int = units.ALONE
    category: units.CategoryId = "regular"

    @classmethod
    def candidates(cls, state: State, seat: str, content: Content) -> Iterator[Action]:
        """Yield one unit of each type in each army and area where it may be."""
        own = state.led[seat]
        armies = range(1, len(own.armies) + 1)
        unused = next((n for n, army in enumerate(own.armies, 1) if army.area == NONE), units.ALONE)
        for area in AREA.indexes:
            if not own.allied and not _own(state, seat, area):
                continue
            here = [n for n in armies if own.armies[n - 1].area == area]
            for army in dict.fromkeys([units.ALONE, *here, unused]):
                for category in ("regular", "mercenary", "allied"):
                    if category == "allied" and not own.allied:
                        continue
                    yield from (cls(AREA.ids[area], unit, 1, army, category) for unit in units.UNITS)

    def illegality(self, state: State, seat: str, content: Content) -> Refusal | None:
        own, area = state.led[seat], AREA.number(self.area)
        own_realm = bool(provinces(state, realm_of(seat)) & PROVINCES_OF[area])
        allied = own_realm or bool(_allies_in(state, seat, area))
        if not (allied if self.category == "allied" else _own(state, seat, area)):
            return no_own_area(area=self.area)
        if not 0 <= self.army <= len(own.armies) or self.n < 1:
            return army_elsewhere(army=self.army)
        if self.army == units.ALONE and (self.unit, self.category) != ("infantry", "regular"):
            return only_in_armies()
        if self.army != units.ALONE and own.armies[self.army - 1].area not in (NONE, area):
            return army_elsewhere(army=self.army)
        if self.unit == "artillery" and self.category == "allied":
            return no_allied_artillery()
        if self.unit == "artillery" and not content.permits(own.ideas, "recruit_artillery"):
            return needs_cannons()
        if self.category == "mercenary":
            if self.n > (most := may_hire(state)):
                return too_many_mercenaries(n=self.n, most=most)
        else:
            has = own.available if self.category == "regular" else own.allied
            if has < self.n:
                return too_little_manpower(n=self.n, has=has)
            if not within_capacity(state, seat, area, self.n, self.category):
                return beyond_capacity(area=self.area, n=self.n)
        return lacks(state, seat, ducats=self.n * COST[self.category][self.unit])

    def apply(self, play: Play[State], seat: str) -> Frames:
        state, own, area = play.state, play.state.led[seat], AREA.index[self.area]
        ducats = self.n * COST[self.category][self.unit]
        pay(play, seat, ducats=ducats)
        units.note_entry(state, seat, area)
        units.change_units(state, seat, area, self.army, self.category, self.unit, self.n)
        if self.category == "regular":
            own.available -= self.n
        elif self.category == "allied":
            own.allied -= self.n
        if self.category == "mercenary":
            state.turn.hired += self.n
        else:
            (state.turn.raised_allied if self.category == "allied" else state.turn.raised)[area] += self.n
        play.emit(UnitsRaised(seat, self.area, self.unit, self.n, self.army, self.category, ducats))
        return [recruiting(seat)]


# ships ---------------------------------------------------------------------------------------------------------------


class Build(RuleAction[State], frozen=True, tag="build"):
    """A ship of a port: into it, or (`zone`) to sea; for the `fleet`, or to `protect` trade. R9.20."""

    port: ProvinceId
    ship: units.ShipId = "light"
    zone: ZoneId | None = None
    fleet: bool = False
    protect: bool = False

    @classmethod
    def candidates(cls, state: State, seat: str, content: Content) -> Iterator[Action]:
        for port in bits(provinces(state, realm_of(seat))):
            if not PROVINCE.things[port].port:
                continue
            id = PROVINCE.ids[port]
            for zone in (None, *ZONE.ids_of(PROVINCE.things[port].port)):
                yield cls(id, "light", zone)
                yield cls(id, "light", zone, protect=True)
                yield from (cls(id, ship, zone, fleet=True) for ship in SHIP_COST)

    def illegality(self, state: State, seat: str, content: Content) -> Refusal | None:
        """Return why it is refused: one in each port, two in a large one; no battle may begin (R9.11)."""
        port, realm = PROVINCE.number(self.port), realm_of(seat)
        place, fleet = PROVINCE.things[port], state.led[seat].fleet
        if not place.port or not provinces(state, realm) >> port & 1 or not units.active_port(state, port):
            return not_your_port(port=self.port)
        if state.turn.built.get(place.id, 0) >= 1 + units.large_port(state, port):
            return port_used(port=self.port)
        if self.ship != "light" and not self.fleet:
            return fleet_only()
        if self.zone is not None:
            if refusal := self._sea_refused(state, seat, ZONE.number(self.zone)):
                return refusal
        elif self.protect or units.berths(state, seat, port, fleet=self.fleet) < 1:
            return no_berth(port=self.port)
        if self.fleet:
            zone = ZONE.index_or_none(self.zone)
            here = fleet.zone == zone if zone != NONE else fleet.port == port
            if self.protect or (fleet.all and not here):
                return fleet_elsewhere()
        return lacks(state, seat, ducats=SHIP_COST[self.ship])

    def _sea_refused(self, state: State, seat: str, zone: int) -> Refusal | None:
        if not PORTS_OF[zone] >> PROVINCE.number(self.port) & 1:
            return zone_not_beside(port=self.port, zone=zone)
        if hostile_zone(state, realm_of(seat), zone):
            return zone_hostile(zone=zone)
        if self.ship == "galley" and not ZONE.things[zone].galleys:
            return no_galleys_there(zone=zone)
        return no_slot(zone=zone) if self.protect and units.free_slots(state, zone) < 1 else None

    def apply(self, play: Play[State], seat: str) -> Frames:
        state, own, port = play.state, play.state.led[seat], PROVINCE.index[self.port]
        zone = ZONE.index_or_none(self.zone)
        pay(play, seat, ducats=SHIP_COST[self.ship])
        state.turn.built[self.port] = state.turn.built.get(self.port, 0) + 1
        if zone != NONE:
            units.note_voyage(state, seat, zone)
        if self.fleet:
            own.fleet.zone, own.fleet.port = (zone, NONE) if zone != NONE else (NONE, port)
            name = {"light": "light", "heavy": "heavy", "galley": "galleys"}[self.ship]
            setattr(own.fleet, name, getattr(own.fleet, name) + 1)
        elif zone == NONE:
            own.ships.moor(self.port)
        else:
            (own.ships.protecting if self.protect else own.ships.light)[zone] += 1
        play.emit(ShipBuilt(seat, self.port, self.ship, self.zone, self.fleet, self.protect))
        return [recruiting(seat)]


# the action ----------------------------------------------------------------------------------------------------------

RECRUITING: Final = Question("recruiting", "R9.20", Raise, Build, Recruited, default=Recruited(), alone="silence")


def _candidates(state: State, seat: str, content: Content) -> Iterator[Any]:
    return chain(Raise.candidates(state, seat, content), Build.candidates(state, seat, content))


class Recruit(PaidDeed, frozen=True, tag="recruit"):
    """Recruit units and build ships, as many as you like. R9.20."""

    def illegality(self, state: State, seat: str, content: Content) -> Refusal | None:
        return lacks(state, seat, mil=1) or self.free_refused(state, seat, content)

    def free_refused(self, state: State, seat: str, content: Content) -> Refusal | None:
        with StandingStill(state):
            some = any(
                candidate.illegality(state, seat, content) is None for candidate in _candidates(state, seat, content)
            )
        return None if some else nothing_to_recruit()

    def freely_done(self, play: Play[State], seat: str) -> Frames:
        return [recruiting(seat)]


@step("R9.20")
def recruiting(play: Play[State], seat: SeatId) -> Asking:
    """Ask for units and ships to recruit; battles begin after all of them."""
    state, content = play.state, play.content

    with StandingStill(state):
        offers = [Recruited(), *_candidates(state, seat, content)]
        asked = RECRUITING(seat, offers, lambda action: action.illegality(state, seat, content))
    answer = yield asked
    return [battles_of_war(seat)] if isinstance(answer, Recruited) else answer.apply(play, seat)
