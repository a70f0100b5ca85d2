"""Land activation: marches, mountains, military access, bridges of ships, what armies take along (R9.25-R9.31)."""

from collections.abc import Iterator
from typing import Any, Final

from msgspec import field

from adjudicator import Action, Asking, Frames, Play, Question, Refusal, word
from adjudicator.components import Code

from ..content import Content
from ..facts import AREA, NONE, PROVINCES_OF, ZONE, AreaId, SeatId, ZoneId
from ..state import State
from .access import (
    Ferry,
    GoTo,
    PayId,
    go_refused,
    lets_pass,
    mountain_cost,
    near,
    not_adjacent,
    pays_access,
    reactions,
    size,
    stands,
    ways,
)
from .battles import battle_at, opposed
from .book import Fee, OfArea, OfSeat, SeatAndArea, TurnDeed, step
from .purse import lacks, pay
from .realms import provinces
from .recruiting import COST, may_hire
from .relations import friendly_area, realm_of, ships
from .units import ALONE, CATEGORIES, UNITS, CategoryId, UnitId, add, change_units, move, of

SPACES: Final = 2


class Regroup(Action, frozen=True, tag="regroup"):
    """Units change from one army to another, or (0) regular infantry comes from the area or stays in it. R9.28."""

    giver: int
    taker: int
    unit: UnitId
    n: int = field(name="units", default=1)
    category: CategoryId = "regular"


class Hire(Action, frozen=True, tag="hire"):
    """Hire mercenaries for the army that is activated, before it goes (an optional rule). R20.03."""

    unit: UnitId
    n: int = field(name="units", default=1)


class Marched(OfSeat, frozen=True, tag="marched", rule="R9.25", touches=("start", "area")):
    """An army (0: one unit) came to an area; `paid`: for military access, `mil`: for mountains; `sea`: by ships."""

    army: int
    start: AreaId
    area: AreaId
    paid: str = ""
    mil: int = 0
    sea: bool = False


class Regrouped(SeatAndArea, frozen=True, tag="regrouped", rule="R9.28"):
    """Units changed armies."""

    giver: int
    taker: int
    unit: str
    n: int
    category: str


class Hired(SeatAndArea, frozen=True, tag="hired", rule="R20.03"):
    """Mercenaries joined an army that is activated."""

    army: int
    unit: str
    n: int


Halt = word("halt", "The march is over. R9.25.")
Stay = word("stay", "Nobody crosses. R9.29.")
no_such_army = Code("R9.25", area=AREA, army=int)
not_the_army = Code("R9.28", army=int)
not_those_units = Code("R9.28", n=int)
only_infantry_alone = Code("R9.28")
no_hiring = Code("R20.03")
too_many_hired = Code("R20.03", n=int, most=int)


class March(TurnDeed, OfArea, frozen=True, tag="march"):
    """Activate an army, or (0) one regular infantry that stands alone, in an area. R9.25, R9.28.

    An army that is not deployed is formed of units there.
    """

    army: int = ALONE

    @classmethod
    def candidates(cls, state: State, seat: str, content: Content) -> Iterator[Action]:
        yield from (cls(area, army) for area, army in _marchers(state, seat))
        fresh = next((n for n, army in enumerate(state.led[seat].armies, 1) if army.area == NONE), ALONE)
        if fresh != ALONE:
            yield from (cls(AREA.ids[area], fresh) for area in AREA.indexes if may_form(state, seat, fresh, area))

    def fee(self, state: State, seat: str, content: Content) -> Fee:
        return {"mil": 1}

    def illegality(self, state: State, seat: str, content: Content) -> Refusal | None:
        return absent(state, seat, self.army, self.area) or lacks(state, seat, **self.fee(state, seat, content))

    def apply(self, play: Play[State], seat: str) -> Frames:
        pay(play, seat, **self.fee(play.state, seat, play.content))
        return [marching(seat, self.army, self.area, SPACES)]


def _marchers(state: State, seat: str) -> Iterator[tuple[str, int]]:
    own = state.led[seat]
    yield from ((AREA.ids[army.area], n) for n, army in enumerate(own.armies, 1) if army.area != NONE)
    yield from ((AREA.ids[area], ALONE) for area in AREA.indexes if own.alone[area])


def may_form(state: State, seat: str, army: int, area: int) -> bool:
    """Return whether an army that is not deployed can be formed of infantry that stands alone in an area (R9.28)."""
    own = state.led[seat]
    return army != ALONE and own.armies[army - 1].area == NONE and bool(own.alone[area])


def absent(state: State, seat: str, army: int, id: str, *, formed: bool = True) -> Refusal | None:
    """Return whether there is no such army to activate; one that can be `formed` is there."""
    area = AREA.number(id)
    there = 0 <= army <= len(state.led[seat].armies) and (
        stands(state, seat, army, area) or (formed and may_form(state, seat, army, area))
    )
    return None if there else no_such_army(area=id, army=army)


def _regroup_refused(state: State, seat: str, army: int, area: int, action: Regroup) -> Refusal | None:
    own = state.led[seat]
    ends = (action.giver, action.taker)
    if army == ALONE or army not in ends or action.giver == action.taker or action.n < 1:
        return not_the_army(army=army)
    for each in ends:
        if each != ALONE and not (1 <= each <= len(own.armies) and own.armies[each - 1].area in (NONE, area)):
            return not_the_army(army=each)
    if ALONE in ends and (action.unit, action.category) != ("infantry", "regular"):
        return only_infantry_alone()
    if action.giver == ALONE:
        has = own.alone[area]
    elif own.armies[action.giver - 1].area == area:
        has = getattr(of(own.armies[action.giver - 1], action.category), action.unit)
    else:
        has = 0
    return not_those_units(n=action.n) if has < action.n else None


def _regroupings(state: State, seat: str, army: int, area: int) -> Iterator[Regroup]:
    """Yield regroupings of one unit, or all of a type, from and to every other army."""
    own = state.led[seat]
    for other in range(len(own.armies) + 1):
        for giver, taker in ((army, other), (other, army)):
            for category in CATEGORIES:
                for unit in UNITS:
                    if giver == ALONE:
                        has = own.alone[area] if (unit, category) == ("infantry", "regular") else 0
                    else:
                        has = getattr(of(own.armies[giver - 1], category), unit)
                    for n in sorted({1, has}) if has else ():
                        action = Regroup(giver, taker, unit, n, category)
                        if _regroup_refused(state, seat, army, area, action) is None:
                            yield action


def _regroup(play: Play[State], seat: str, area: int, action: Regroup) -> None:
    for number, n in ((action.giver, -action.n), (action.taker, action.n)):
        change_units(play.state, seat, area, number, action.category, action.unit, n)
    play.emit(Regrouped(seat, AREA.ids[area], action.giver, action.taker, action.unit, action.n, action.category))


def _hire_refused(  # noqa: PLR0913 - who hires whom, and when
    state: State, seat: str, army: int, area: int, action: Hire, content: Content, spaces: int
) -> Refusal | None:
    """Return why mercenaries may not be hired here, or None (R20.03).

    The optional rule allows it before an army leaves an own area.
    """
    if not state.rules.mercenaries_activate:
        return no_hiring()
    own = state.led[seat]
    at_home = provinces(state, realm_of(seat)) & PROVINCES_OF[area]
    if army == ALONE or spaces != SPACES or not at_home or state.turn.entered >> area & 1:
        return no_hiring()
    if not 1 <= action.n <= (most := may_hire(state)):
        return too_many_hired(n=action.n, most=most)
    if action.unit == "artillery" and not content.permits(own.ideas, "recruit_artillery"):
        return no_hiring()
    return lacks(state, seat, ducats=action.n * COST["mercenary"][action.unit])


def _hire(play: Play[State], seat: str, army: int, area: int, action: Hire) -> None:
    pay(play, seat, ducats=action.n * COST["mercenary"][action.unit])
    add(play.state.led[seat].armies[army - 1].mercenary, action.unit, action.n)
    play.state.turn.hired += action.n
    play.emit(Hired(seat, AREA.ids[area], army, action.unit, action.n))


MARCHING: Final = Question(
    "marching", "R9.25", GoTo, Regroup, Hire, Halt, default=Halt(), alone="silence", about={"area": AreaId, "army": int}
)


@step("R9.25")
def marching(play: Play[State], seat: SeatId, army: int, area: AreaId, spaces: int, free: bool = False) -> Asking:
    """Let an army move on, or take up or leave units, until it ends where it may not go further.

    `free`: the march of a card, for which mountains cost nothing.
    """
    state, start = play.state, AREA.index[area]
    formed = stands(state, seat, army, start)
    if not (formed or may_form(state, seat, army, start)):
        return None

    def why(action: Any) -> Refusal | None:
        if not formed and not isinstance(action, Regroup):
            return no_such_army(area=area, army=army)
        if isinstance(action, Hire):
            return _hire_refused(state, seat, army, start, action, play.content, spaces)
        if isinstance(action, Regroup):
            return _regroup_refused(state, seat, army, start, action)
        if not spaces:
            return not_adjacent(start=area, area=action.area)
        return go_refused(state, seat, army, start, action, free=free)

    offers: list[Action] = [Halt(), *_regroupings(state, seat, army, start)]
    offers += [each for each in map(Hire, UNITS) if why(each) is None]
    if spaces and formed:
        offers += ways(state, seat, army, start, near(state, seat, start), free=free)
    answer = yield MARCHING(seat, offers, why, area=area, army=army)
    if isinstance(answer, Halt):
        return None
    if isinstance(answer, Hire):
        _hire(play, seat, army, start, answer)
        return [marching(seat, army, area, spaces, free)]
    if isinstance(answer, Regroup):
        _regroup(play, seat, start, answer)
        return [marching(seat, army, area, spaces, free)]
    if answer.consent is not None:
        return [entering(seat, army, area, answer.area, spaces, answer.pay, answer.consent, False, free)]
    return enter(play, seat, army, start, answer, spaces, free=free)


@step("R9.27")
def entering(  # noqa: PLR0913 - whose units, where from and to, for what
    play: Play[State],
    seat: SeatId,
    army: int,
    start: AreaId,
    area: AreaId,
    spaces: int,
    paid: PayId,
    consent: SeatId,
    sea: bool = False,
    free: bool = False,
) -> Asking:
    """Ask an opponent who owns provinces of an area whether units may enter it."""
    if not (yield from lets_pass(play, seat, area, consent)):
        return [] if sea else [marching(seat, army, start, spaces, free)]
    return enter(play, seat, army, AREA.index[start], GoTo(area, paid, consent), spaces, sea=sea, free=free)


def enter(  # noqa: PLR0913 - whose units, where from and to, how
    play: Play[State],
    seat: str,
    army: int,
    start: int,
    action: GoTo | Ferry,
    spaces: int,
    *,
    sea: bool = False,
    free: bool = False,
) -> Frames:
    """Move units to the next space and fight there.

    They stop in hostile, neutral and distant areas (R9.25).
    """
    state, to = play.state, AREA.index[action.area]
    sea = sea or not AREA.things[start].land >> to & 1
    mil = 0 if sea or free else mountain_cost(state, seat, start, to, size(state, seat, army))
    pay(play, seat, mil=mil)
    pays_access(play, seat, to, action.pay)
    open_ = friendly_area(state, realm_of(seat), to) and not AREA.things[to].distant
    move(state, seat, army, start, to)
    play.emit(Marched(seat, army, AREA.ids[start], action.area, action.pay, mil, sea))
    if opposed(state, seat, to) is not None:
        return [*reactions(state, seat, to), battle_at(seat, action.area, None, AREA.ids[start])]
    return [marching(seat, army, action.area, spaces - 1 if open_ and not sea else 0, free)]


FERRY: Final = Question("ferry", "R9.29", Ferry, Stay, default=Stay(), alone="silence", about={"zone": ZoneId})


@step("R9.29")
def ferry(play: Play[State], seat: SeatId, zone: ZoneId) -> Asking:
    """Offer an army or unit beside the ships a crossing, after they sailed."""
    state, by = play.state, ZONE.index[zone]
    if not ships(state, seat, by):
        return None

    def why(action: Any) -> Refusal | None:
        none = absent(state, seat, action.army, action.start, formed=False)
        return none or go_refused(state, seat, action.army, AREA.number(action.start), action, by)

    offers: list[Action] = [Stay()]
    for area, army in _marchers(state, seat):
        start = AREA.index[area]
        if AREA.things[start].zones:
            found = ways(state, seat, army, start, near(state, seat, start), by)
            offers += (Ferry(area, way.area, army, way.pay, way.consent) for way in found)
    answer = yield FERRY(seat, offers, why, zone=zone)
    if isinstance(answer, Stay):
        return None
    if answer.consent is not None:
        return [entering(seat, answer.army, answer.start, answer.area, 0, answer.pay, answer.consent, True)]
    return enter(play, seat, answer.army, AREA.index[answer.start], answer, 0, sea=True)
