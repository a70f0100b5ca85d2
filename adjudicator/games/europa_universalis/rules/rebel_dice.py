"""The rebel die (R3.38, R14.10, R14.11)."""

from collections import Counter
from typing import Final, Literal

from adjudicator import FIRST, Action, Asking, Event, Frames, Play, Question
from adjudicator.components.bits import bits

from ..facts import AREA, POWER, PROVINCE, AreaId, ProvinceId, SeatId
from ..state import State
from .book import step
from .loans import charge
from .purse import clockwise, exhaust, gain_power
from .rebels import rebels_fight, restless, seize
from .relations import units_in
from .units import ALONE, UNITS, UnitId, lose_unit

LOST_DUCATS: Final = 2


class RebelDice(Event, frozen=True, tag="rebel_dice", rule="R14.10", by="seat", touches=("area",)):
    """What a seat rolled for its unrest in an area."""

    seat: SeatId
    area: AreaId
    faces: tuple[str, ...]


class RebelsRose(Event, frozen=True, tag="rebels_rose", rule="R14.11", touches=("area",)):
    """Rebels appeared where units of players stand."""

    area: AreaId
    n: int


class UnitExhausted(Event, frozen=True, tag="unit_exhausted", rule="R14.10", by="seat"):
    """A deployed regular unit was exhausted."""

    seat: SeatId
    area: AreaId
    unit: str
    army: int


class CalmedDown(Event, frozen=True, tag="calmed_down", rule="R14.10", by="seat", touches=("province",)):
    """Unrest left a province."""

    seat: SeatId
    province: ProvinceId


class GivePower(Action, frozen=True, tag="give_power"):
    """Which power is lost. R14.10."""

    power: Literal["adm", "dip", "mil"]


class ExhaustUnit(Action, frozen=True, tag="exhaust_unit"):
    """Exhaust available manpower, or (`area`) a deployed regular unit. R14.10."""

    area: AreaId | None = None
    unit: UnitId = "infantry"
    army: int = ALONE


class RiseIn(Action, frozen=True, tag="rise_in"):
    """In which province with unrest the rebellion is. R14.11."""

    province: ProvinceId


class CalmIn(Action, frozen=True, tag="calm_in"):
    """From which province unrest is removed. R14.10."""

    province: ProvinceId


POWER_LOST: Final = Question("power_lost", "R14.10", GivePower, default=FIRST, alone="silence", interrupts=True)
EXHAUSTION: Final = Question("exhaustion", "R14.10", ExhaustUnit, default=FIRST, alone="silence", interrupts=True)
RISING: Final = Question(
    "rising", "R14.11", RiseIn, default=FIRST, alone="silence", interrupts=True, about={"area": AreaId}
)
CALM: Final = Question(
    "calm", "R14.10", CalmIn, default=FIRST, alone="silence", interrupts=True, about={"area": AreaId}
)


@step("R3.38")
def rebel_dice(play: Play[State]) -> Frames:
    """Everybody rolls for all unrest, from the first player on; battles come after all dice."""
    return rolls(play.state, play.state.first, dict.fromkeys(play.state.order, (1 << len(AREA)) - 1))


def rolls(state: State, first: str, areas: dict[str, int]) -> Frames:
    """The frames of rebel dice for all unrest of seats in areas, clockwise from one on (R14.10)."""
    frames = [
        rolls_in(seat, AREA.ids[area])
        for seat in clockwise(state, first)
        if seat in areas
        for area in bits(areas[seat])
        if restless(state, seat, area)
    ]
    return [*frames, rebellions()] if frames else []


@step("R14.10")
def rolls_in(play: Play[State], seat: SeatId, area: AreaId, most: int | None = None) -> Frames:
    """A seat rolls one die for each unrest of its in an area, at most so many."""
    state, number = play.state, AREA.index[area]
    n, printed = len(restless(state, seat, number)[:most]), play.content.dice.rebel
    if not n:
        return []
    faces = [printed[each - 1] for each in play.roll("rebels", n, len(printed), seat=seat, area=area)]
    play.emit(RebelDice(seat, area, tuple(faces)))
    count, frames = Counter(faces), list[Frames]()
    frames.append([loses_ducats(seat) for _ in range(count["lose_2_ducats"])])
    frames.append([loses_power(seat) for _ in range(count["lose_1_monarch_power"])])
    frames.append([exhausts(seat) for _ in range(count["exhaust_1_manpower"])])
    if units_in(state, seat, number):
        if count["rebellion"]:
            state.rebels[number] += count["rebellion"]
            play.emit(RebelsRose(area, count["rebellion"]))
    else:
        frames.append([rises(seat, area) for _ in range(count["rebellion"])])
    frames.append([calms(seat, area) for _ in range(count["remove_1_unrest"])])
    return [each for some in frames for each in some]


@step("R14.10")
def loses_ducats(play: Play[State], seat: SeatId) -> None:
    """Two ducats, by a loan if need be."""
    charge(play, seat, LOST_DUCATS)


@step("R14.10")
def loses_power(play: Play[State], seat: SeatId) -> Asking:
    """One power of a type of the seat's choice; two ducats if it has none."""
    offers = [GivePower(id) for id in POWER.ids if play.state.led[seat].power[POWER.index[id]]]  # type: ignore[arg-type]
    if not offers:
        return [loses_ducats(seat)]
    answer = yield POWER_LOST(seat, offers)
    gain_power(play, seat, POWER.index[answer.power], -1)
    return None


@step("R14.10")
def exhausts(play: Play[State], seat: SeatId) -> Asking:
    """One available unit, or a deployed regular one; two ducats if there is none."""
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
    """A rebellion where no own units stand takes a province with unrest, which the seat chooses."""
    places = restless(play.state, seat, AREA.index[area])
    if not places:
        return None
    answer = yield RISING(seat, [RiseIn(PROVINCE.ids[each]) for each in places], area=area)
    return seize(play, seat, PROVINCE.index[answer.province])


@step("R14.10")
def calms(play: Play[State], seat: SeatId, area: AreaId) -> Asking:
    """Unrest is removed from a province of the area, if there still is any."""
    places = restless(play.state, seat, AREA.index[area])
    if not places:
        return None
    answer = yield CALM(seat, [CalmIn(PROVINCE.ids[each]) for each in places], area=area)
    play.state.unrest &= ~(1 << PROVINCE.index[answer.province])
    play.emit(CalmedDown(seat, answer.province))
    return None


@step("R14.11")
def rebellions(play: Play[State]) -> Frames:
    """After all dice rebels fight the units that stand with them."""
    state = play.state
    there = (area for area in AREA.indexes if state.rebels[area])
    fights = [area for area in there if any(units_in(state, seat, area) for seat in state.led)]
    return [rebels_fight(AREA.ids[area]) for area in fights]
