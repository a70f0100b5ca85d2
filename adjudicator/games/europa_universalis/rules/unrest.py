"""Unrest: where it may lie, how it comes and goes (R14.01, R3.37); the rebel die (R3.38, R14.10, R14.11)."""

from typing import Final

from adjudicator import Action, Asking, Asks, Event, Frames, Play, choice, derive
from adjudicator.components import bits, mask_of

from ..facts import AREA, POWER, PROVINCE, AreaId, ProvinceId, SeatId, areas_with
from ..state import State
from .book import OfProvince, OfSeat, SeatAndArea, SeatAndProvince, step
from .operations import PROVINCE_FOR, AtProvince, one_or_none
from .purse import GivePower, charge, clockwise, exhaust, gain_power
from .realms import helped, lawful, vassals
from .rebels import rebels_fight, restless, seize
from .relations import at_peace, realm_of, units_in
from .units import ALONE, UNITS, UnitId, lose_unit


class UnrestChanged(Event, frozen=True, tag="unrest_changed", rule="R14.01", touches=("provinces",)):
    """Unrest came to provinces, or left them."""

    provinces: tuple[ProvinceId, ...]
    placed: bool


def change_unrest(play: Play[State], provinces: int, *, placed: bool) -> None:
    """Place unrest on provinces, or remove it; report only what changes."""
    state = play.state
    provinces &= ~state.unrest if placed else state.unrest
    if provinces:
        state.unrest ^= provinces
        play.emit(UnrestChanged(PROVINCE.ids_of(provinces), placed))


def towns(state: State, seat: str) -> int:
    """Return the towns and vassals of a seat that nothing covers."""
    return helped(state, realm_of(seat))


def calm(state: State, seat: str) -> int:
    """Return the towns and vassals of a seat to which unrest can come."""
    return towns(state, seat) & ~state.unrest


def unruly(state: State, seat: str) -> int:
    """Return the provinces with unrest of a seat, including those that it occupies (R14.01)."""
    return mask_of(each for area in AREA.indexes for each in restless(state, seat, area))


def spread(seat: str, n: int, among: int, *, placed: bool, may: bool = False) -> Frames:
    """Return the frames in which a seat chooses `n` provinces to which unrest comes, or from which it goes."""
    return [unrest_on(seat, n, among, placed, may)] if n and among else []


@step("R14.01")
def unrest_on(play: Play[State], seat: SeatId, n: int, among: int, placed: bool, may: bool) -> Asking:
    """Ask for one of these provinces, or take all of them if there are no more than are due."""
    open_ = among & ~play.state.unrest if placed else among & play.state.unrest
    if open_.bit_count() <= n and not may:
        change_unrest(play, open_, placed=placed)
        return None
    if not open_ or not n:
        return None
    offers, what = map(AtProvince, PROVINCE.ids_of(open_)), "unrest" if placed else "calm"
    answer = yield from one_or_none(PROVINCE_FOR, seat, offers, may=may, what=what, n=n)
    if answer is None:
        return None
    change_unrest(play, 1 << PROVINCE.index[answer.province], placed=placed)
    return spread(seat, n - 1, open_, placed=placed, may=may)


@step("R3.37")
def unrest_of_war(play: Play[State]) -> Frames:
    """Return the frames in which seats add or remove unrest because of war and stability.

    A seat at war adds it to two of its towns; a seat with stability -2 or less adds it to one. With +2 or more it may
    remove one.
    """
    state, frames = play.state, list[Frames]()
    for seat in clockwise(state, state.first):
        own, realm = state.led[seat], realm_of(seat)
        n = (0 if at_peace(state, realm) else 2) + (own.stability <= -2)
        frames.append(spread(seat, n, own_towns(state, seat), placed=True))
        if own.stability >= 2:
            frames.append(spread(seat, 1, towns(state, seat), placed=False, may=True))
    return [frame for each in frames for frame in each]


def distant_towns(state: State, seat: str) -> int:
    """Return the towns of a seat on distant continents to which unrest can come."""
    return mask_of(bit for bit in bits(own_towns(state, seat)) if AREA.things[PROVINCE.things[bit].area].distant)


def own_towns(state: State, seat: str) -> int:
    """Return the towns of a seat, without its vassals, to which unrest can come."""
    return calm(state, seat) & lawful(state, 1 << realm_of(seat))


LOST_DUCATS: Final = 2


class RebelDice(SeatAndArea, frozen=True, tag="rebel_dice", rule="R14.10"):
    """The roll of a seat for its unrest in an area."""

    faces: tuple[str, ...]


class RebelsRose(Event, frozen=True, tag="rebels_rose", rule="R14.11", touches=("area",)):
    """Rebels appeared where units of players stand."""

    area: AreaId
    n: int


class UnitExhausted(OfSeat, frozen=True, tag="unit_exhausted", rule="R14.10", hits=("seat",)):
    """A deployed regular unit was exhausted."""

    area: AreaId
    unit: str
    army: int


CalmedDown = derive(SeatAndProvince, "calmed_down", "Unrest left a province.", rule="R14.10")


class ExhaustUnit(Action, frozen=True, tag="exhaust_unit"):
    """Exhaust available manpower, or (`area`) a deployed regular unit. R14.10."""

    area: AreaId | None = None
    unit: UnitId = "infantry"
    army: int = ALONE


RiseIn = derive(OfProvince, "rise_in", "In which province with unrest the rebellion is. R14.11.")
CalmIn = derive(OfProvince, "calm_in", "From which province unrest is removed. R14.10.")


POWER_LOST: Final = choice("power_lost", "R14.10", GivePower, interrupts=True)
EXHAUSTION: Final = choice("exhaustion", "R14.10", ExhaustUnit, interrupts=True)
RISING: Final = choice("rising", "R14.11", RiseIn, interrupts=True, about={"area": AreaId})
CALM: Final = choice("calm", "R14.10", CalmIn, interrupts=True, about={"area": AreaId})


@step("R3.38")
def rebel_dice(play: Play[State]) -> Frames:
    """Let everybody roll for all unrest, from the first player on; battles come after all dice."""
    return rolls(play.state, play.state.first, dict.fromkeys(play.state.order, (1 << len(AREA)) - 1))


def _below(state: State, seat: str) -> int:
    """Return the towns and vassals of a seat whose unrest the town of an occupier covers."""
    realm = realm_of(seat)
    return lawful(state, 1 << realm | vassals(state, realm)) & state.covered


def rolls(state: State, first: str, areas: dict[str, int]) -> Frames:
    """Return the frames of rebel dice for all unrest of seats in areas, clockwise from `first` (R14.10).

    Unrest below the town of an occupier counts if the occupier's dice have freed the province.
    """
    frames = [
        rolls_in(seat, AREA.ids[area])
        for seat in clockwise(state, first)
        if seat in areas
        for area in bits(areas[seat] & areas_with(unruly(state, seat) | _below(state, seat)))
    ]
    return [*frames, rebellions()] if frames else []


@step("R14.10")
def rolls_in(play: Play[State], seat: SeatId, area: AreaId, most: int | None = None) -> Frames:
    """Roll one die for each unrest of a seat in an area, `most` dice at most."""
    state, number = play.state, AREA.index[area]
    n, printed = len(restless(state, seat, number)[:most]), play.content.dice.rebel
    if not n:
        return []
    faces = [printed[each - 1] for each in play.roll("rebels", n, len(printed), seat=seat, area=area)]
    play.emit(RebelDice(seat, area, tuple(faces)))
    count, frames = faces.count, list[Frames]()
    frames.append([loses_ducats(seat) for _ in range(count("lose_2_ducats"))])
    frames.append([loses_power(seat) for _ in range(count("lose_1_monarch_power"))])
    frames.append([exhausts(seat) for _ in range(count("exhaust_1_manpower"))])
    if units_in(state, seat, number):
        if count("rebellion"):
            state.rebels[number] += count("rebellion")
            play.emit(RebelsRose(area, count("rebellion")))
    else:
        frames.append([rises(seat, area) for _ in range(count("rebellion"))])
    frames.append([calms(seat, area) for _ in range(count("remove_1_unrest"))])
    return [each for some in frames for each in some]


@step("R14.10")
def loses_ducats(play: Play[State], seat: SeatId) -> Frames:
    """Charge a seat two ducats and return the frames of a loan if it lacks them."""
    return charge(play, seat, LOST_DUCATS)


@step("R14.10")
def loses_power(play: Play[State], seat: SeatId) -> Asking:
    """Take one power of a type of the seat's choice; two ducats if it has none."""
    offers = [GivePower(id) for id in POWER.ids if play.state.led[seat].power[POWER.index[id]]]  # type: ignore[arg-type]
    if not offers:
        return [loses_ducats(seat)]
    answer = yield POWER_LOST(seat, offers)
    gain_power(play, seat, POWER.index[answer.power], -1)
    return None


@step("R14.10")
def exhausts(play: Play[State], seat: SeatId) -> Asking:
    """Exhaust one available unit, or a deployed regular one; two ducats if there is none."""
    own = play.state.led[seat]
    offers = [ExhaustUnit()] if own.available else []
    offers += [ExhaustUnit(AREA.ids[area]) for area in AREA.indexes if own.alone[area]]
    for number, army in enumerate(own.armies, 1):
        units = [unit for unit in UNITS if getattr(army.regular, unit)]
        offers += [ExhaustUnit(AREA.ids[army.area], unit, number) for unit in units]
    if not offers:
        return [loses_ducats(seat)]
    answer = yield EXHAUSTION(seat, offers)
    if answer.area is None:
        exhaust(play, seat, 1)
        return None
    lose_unit(play.state, seat, AREA.index[answer.area], "regular", answer.unit, answer.army)
    play.emit(UnitExhausted(seat, answer.area, answer.unit, answer.army))
    return None


@step("R14.11")
def rises(play: Play[State], seat: SeatId, area: AreaId) -> Asking:
    """Let a rebellion take a province with unrest where the seat has no units; the seat chooses it."""
    places = restless(play.state, seat, AREA.index[area])
    if not places:
        return None
    answer = yield RISING(seat, [RiseIn(PROVINCE.ids[place]) for place in places], area=area)
    return seize(play, seat, PROVINCE.index[answer.province])


@step("R14.10")
def calms(play: Play[State], seat: SeatId, area: AreaId) -> Asks:
    """Ask for a province of the area to remove unrest from, if there is any."""
    places = restless(play.state, seat, AREA.index[area])
    if not places:
        return
    answer = yield CALM(seat, [CalmIn(PROVINCE.ids[place]) for place in places], area=area)
    play.state.unrest &= ~(1 << PROVINCE.index[answer.province])
    play.emit(CalmedDown(seat, answer.province))


@step("R14.11")
def rebellions(play: Play[State]) -> Frames:
    """Return the fights of rebels with units in their areas, after all dice."""
    state = play.state
    there = (area for area in AREA.indexes if state.rebels[area])
    fights = [area for area in there if any(units_in(state, seat, area) for seat in state.led)]
    return [rebels_fight(AREA.ids[area]) for area in fights]
