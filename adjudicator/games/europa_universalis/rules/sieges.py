"""Sieges and occupation (R9.60-R9.62)."""

from collections.abc import Iterable, Iterator
from itertools import combinations

from adjudicator import Frames, Play, Refusal
from adjudicator.components import Code, bits
from adjudicator.kernel.actions import Action

from ..content import Content
from ..effects import SiegeTax
from ..facts import AREA, NONE, PROVINCE, PROVINCES_OF, REALM, ProvinceId, RealmId, SeatId
from ..state import State, Units
from .book import STEPS, Fee, OfArea, SeatAndProvince, TurnDeed, step
from .ports import harbours
from .purse import lacks, pay
from .realms import worth
from .relations import controller, enemies, held_among, hostile_units, realm_of, ships, top
from .units import UNITS, strength


class Occupied(SeatAndProvince, frozen=True, tag="occupied", rule="R9.61", hits=("loser",)):
    """A seat has taken a province of an enemy; `loser`: the realm that it belonged to."""

    loser: RealmId | None = None


class Relieved(SeatAndProvince, frozen=True, tag="relieved", rule="R9.61"):
    """A province is its lawful owner's again; `rebels`: they held it."""

    rebels: bool = False


no_enemy_province = Code("R9.60", province=PROVINCE, area=AREA)
defended = Code("R9.60", area=AREA)
too_few_besiegers = Code("R9.60", area=AREA)
too_weak = Code("R9.60", tax=int, strength=int)
no_ship_at_island = Code("R9.60", province=PROVINCE)


def besiegeable(state: State, seat: str, area: int) -> list[int]:
    """Return the provinces of an area that rebels or enemies of a seat control."""
    places = PROVINCES_OF[area]
    foes = held_among(state, enemies(state, realm_of(seat)), places)
    return sorted([*bits(places & state.rebel_towns), *foes])


def siege_strength(state: State, units: Units) -> int:
    """Return the siege strength of units: infantry 1, cavalry a half, artillery 2 (R9.60)."""
    if state.rules.cavalry_siege == "each_rounded_down":
        return units.infantry + 2 * units.artillery
    return (2 * units.infantry + units.cavalry + 4 * units.artillery) // 2


def resistance(state: State, content: Content, provinces: Iterable[int]) -> int:
    """Return the strength that these provinces need.

    It is their tax, plus what an owner's idea adds (defensive mentality).
    """
    places, extra = list(provinces), 0
    for owner in {top(state, controller(state, place)) for place in places if controller(state, place) != NONE}:
        ideas = state.led[REALM.ids[owner]].ideas if REALM.ids[owner] in state.led else 0
        extra += sum(bonus.n for bonus in content.bonuses(ideas, SiegeTax))
    return sum(worth(state, place) for place in places) + extra


class Besiege(TurnDeed, OfArea, frozen=True, tag="besiege"):
    """Besiege provinces of an area with so many units; 1 mil each. R9.60."""

    provinces: tuple[ProvinceId, ...]
    infantry: int = 0
    cavalry: int = 0
    artillery: int = 0

    @property
    def units(self) -> Units:
        return Units(self.infantry, self.cavalry, self.artillery)

    @classmethod
    def candidates(cls, state: State, seat: str, content: Content, *, bonus: int = 0) -> Iterator[Action]:
        """Yield each set of provinces, with the cheapest units that suffice; a card may add a `bonus` of strength."""
        for area in AREA.indexes:
            there = strength(state, seat, area)
            places = besiegeable(state, seat, area) if there.all else []
            for chosen in (chosen for n in range(1, len(places) + 1) for chosen in combinations(places, n)):
                if least := _least(state, there, max(1, resistance(state, content, chosen) - bonus)):
                    ids = tuple(PROVINCE.ids[each] for each in chosen)
                    yield cls(AREA.ids[area], ids, least.infantry, least.cavalry, least.artillery)

    def fee(self, state: State, seat: str, content: Content, *, free: int = 0) -> Fee:
        return {"mil": max(0, self.units.all - free)}

    def illegality(self, state: State, seat: str, content: Content, *, bonus: int = 0, free: int = 0) -> Refusal | None:
        """Return why the siege is illegal, or None; a card may add a `bonus` of strength and `free` units."""
        area = AREA.number(self.area)
        if hostile_units(state, realm_of(seat), area):
            return defended(area=self.area)
        there = strength(state, seat, area)
        given = self.units
        if any(not 0 <= getattr(given, unit) <= getattr(there, unit) for unit in UNITS) or not given.all:
            return too_few_besiegers(area=self.area)
        possible, wanted = besiegeable(state, seat, area), [PROVINCE.number(province) for province in self.provinces]
        for each in wanted:
            if each not in possible or wanted.count(each) > 1:
                return no_enemy_province(province=PROVINCE.ids[each], area=self.area)
            place = PROVINCE.things[each]
            if place.island and not any(ships(state, seat, zone) for zone in bits(place.port)):
                return no_ship_at_island(province=PROVINCE.ids[each])
        needed, has = resistance(state, content, wanted), siege_strength(state, given) + bonus
        if not wanted or needed > has:
            return too_weak(tax=needed, strength=has)
        return lacks(state, seat, **self.fee(state, seat, content, free=free))

    def apply(self, play: Play[State], seat: str, *, free: int = 0) -> Frames:
        """Pay for the siege and begin it.

        Args:
            free: The number of units that cost nothing.
        """
        pay(play, seat, **self.fee(play.state, seat, play.content, free=free))
        return [siege(seat, list(self.provinces))]


def _least(state: State, there: Units, needed: int) -> Units | None:
    """Return the fewest units that reach a strength, artillery first, or None."""
    best = Units()
    for unit in ("artillery", "infantry", "cavalry"):
        for _ in range(getattr(there, unit)):
            if siege_strength(state, best) >= needed:
                return best
            setattr(best, unit, getattr(best, unit) + 1)
    return best if best.all and siege_strength(state, best) >= needed else None


@step("R9.61")
def siege(play: Play[State], seat: SeatId, provinces: list[ProvinceId]) -> Frames:
    """Take the provinces, and return the frames that follow.

    Ships in their ports leave at once, and so do cardinals of the player who now controls Roma (R19.02).
    """
    for province in provinces:
        take(play, seat, PROVINCE.index[province])
    return [cardinals_settled(), harbours(besieged=True)]


@STEPS.announce
def cardinals_settled() -> None: ...


def take(play: Play[State], seat: str, province: int) -> None:
    """Occupy a besieged province of an enemy, or relieve it (R9.61)."""
    state, own, owner = play.state, realm_of(seat), play.state.owner[province]
    if owner != NONE and enemies(state, own) >> owner & 1:
        occupy(state, province, own)
        play.emit(Occupied(seat, PROVINCE.ids[province], REALM.ids[owner]))
        return
    rebels = bool(state.rebel_towns >> province & 1)
    relieve(state, province)
    play.emit(Relieved(seat, PROVINCE.ids[province], rebels))


def occupy(state: State, province: int, realm: int) -> None:
    """Place the town of an occupier on a province, with unrest; unrest below it does not count (R9.61, R14.01)."""
    bit = 1 << province
    if state.occupier[province] == NONE:
        state.covered = state.covered | bit if state.unrest & bit else state.covered & ~bit
    state.rebel_towns &= ~bit
    state.occupier[province] = realm
    state.unrest |= bit


def relieve(state: State, province: int) -> None:
    """Remove the town of an occupier; unrest below it counts again (R9.61).

    With a rebel town, unrest leaves, too.
    """
    bit = 1 << province
    restless = bool(state.covered & bit) and not state.rebel_towns & bit
    state.covered &= ~bit
    state.rebel_towns &= ~bit
    state.occupier[province] = NONE
    state.unrest = state.unrest | bit if restless else state.unrest & ~bit
