"""Land activation: marches, mountains, military access, bridges of ships, what armies take along (R9.25-R9.31)."""

from collections.abc import Iterable, Iterator
from typing import Final, Literal

from adjudicator import Action, Asking, Event, Frames, Play, Question, Refusal
from adjudicator.components import Code
from adjudicator.components.bits import bits, mask_of

from ..content import Content
from ..facts import AREA, NONE, PROVINCES_OF, REALM, ZONE, AreaId, SeatId, ZoneId
from ..state import State
from .battles import battle_at, opposed
from .book import step
from .deeds import Deed
from .purse import lacks, pay
from .relations import at_war, controller, enemies, friendly_area, friends, is_led, realm_of
from .units import (
    ALONE,
    CATEGORIES,
    UNITS,
    CategoryId,
    UnitId,
    add,
    armies_in,
    disband_empty,
    move,
    of,
    ships,
    strength,
)

SPACES: Final = 2
OVER_MOUNTAINS: Final = 3
ON_A_SHIP: Final = 3
ACCESS_DUCATS: Final = 3
PayId = Literal["", "influence", "ducats"]


class March(Action, frozen=True, tag="march"):
    """Activate an army, or (0) one regular infantry that stands alone, in an area. R9.25."""

    area: AreaId
    army: int = ALONE


class GoTo(Action, frozen=True, tag="go_to"):
    """The next space. `pay`: for military access, an influence there or 3 ducats; `consent`: which of the opponents
    who own all of it is asked. R9.25, R9.27.
    """

    area: AreaId
    pay: PayId = ""
    consent: SeatId | None = None


class Regroup(Action, frozen=True, tag="regroup"):
    """Units change from one army to another, or (0) regular infantry comes from the area or stays in it. R9.28."""

    giver: int
    taker: int
    unit: UnitId
    n: int = 1
    category: CategoryId = "regular"


class Halt(Action, frozen=True, tag="halt"):
    """The march is over. R9.25."""


class Ferry(Action, frozen=True, tag="ferry"):
    """An army or a unit crosses the bridge of ships. R9.29."""

    start: AreaId
    area: AreaId
    army: int = ALONE
    pay: PayId = ""
    consent: SeatId | None = None


class Stay(Action, frozen=True, tag="stay"):
    """Nobody crosses. R9.29."""


class LetPass(Action, frozen=True, tag="let_pass"):
    """Let the units of somebody else into an area. R9.27."""


class RefusePassage(Action, frozen=True, tag="refuse_passage"):
    """Do not let them in. R9.27."""


class Marched(Event, frozen=True, tag="marched", rule="R9.25", by="seat", touches=("start", "area")):
    """An army (0: one unit) came to an area; `paid`: for military access, `mil`: for mountains; `sea`: by ships."""

    seat: SeatId
    army: int
    start: AreaId
    area: AreaId
    paid: str = ""
    mil: int = 0
    sea: bool = False


class Regrouped(Event, frozen=True, tag="regrouped", rule="R9.28", by="seat", touches=("area",)):
    """Units changed armies."""

    seat: SeatId
    area: AreaId
    giver: int
    taker: int
    unit: str
    n: int
    category: str


class PassageRefused(Event, frozen=True, tag="passage_refused", rule="R9.27", by="seat", touches=("area",)):
    """A seat did not let another one's units into an area."""

    seat: SeatId
    area: AreaId


no_such_army = Code("R9.25", area=AREA, army=int)
not_adjacent = Code("R9.25", start=AREA, area=AREA)
not_on_distant = Code("R9.31", area=AREA)
no_access_at_peace = Code("R9.27", area=AREA)
own_claim_there = Code("R9.27", area=AREA)
access_costs = Code("R9.27", area=AREA, ducats=int)
no_influence_there = Code("R9.27", area=AREA)
access_is_free = Code("R9.27", area=AREA)
consent_needed = Code("R9.27", area=AREA)
consent_of_whom = Code("R9.27", area=AREA)
not_the_army = Code("R9.28", army=int)
not_those_units = Code("R9.28", n=int)
only_infantry_alone = Code("R9.28")

MARCHING: Final = Question(
    "marching", "R9.25", GoTo, Regroup, Halt, default=Halt(), alone="silence", about={"area": AreaId, "army": int}
)
FERRY: Final = Question("ferry", "R9.29", Ferry, Stay, default=Stay(), alone="silence", about={"zone": ZoneId})
CONSENT: Final = Question(
    "consent",
    "R9.27",
    LetPass,
    RefusePassage,
    default=RefusePassage(),
    interrupts=True,
    about={"area": AreaId, "by": SeatId},
)


def size(state: State, seat: str, army: int) -> int:
    """How many units march."""
    return 1 if army == ALONE else state.led[seat].armies[army - 1].all


def stands(state: State, seat: str, army: int, area: int) -> bool:
    """Whether the army, or a unit that stands alone, is there."""
    return bool(state.led[seat].alone[area]) if army == ALONE else army in armies_in(state, seat, area)


# bridges -------------------------------------------------------------------------------------------------------------


def _helpers(state: State, seat: str, to: int) -> list[str]:
    """Allied players whose ships may carry to an area: to a hostile one, those at war with an enemy there (R9.29)."""
    own = realm_of(seat)
    found = [each for each in state.order if state.allied[seat] >> REALM.index[each] & 1]
    foes = enemies(state, own)
    there = {controller(state, each) for each in bits(PROVINCES_OF[to])}
    there |= {realm_of(each) for each in state.order if strength(state, each, to).all}
    hostile = [each for each in there if each != NONE and foes >> each & 1]
    return [each for each in found if not hostile or any(at_war(state, realm_of(each), foe) for foe in hostile)]


def bridged(state: State, seat: str, start: int, to: int, n: int, by: int = NONE) -> bool:
    """Whether so many units cross from one area to another over zones with friendly ships, three a ship (R9.29); `by`:
    a zone that the bridge has to have.
    """
    helpers = _helpers(state, seat, to)
    for crews in ([seat], [seat, *helpers]) if helpers else ([seat],):
        foes = [each for each in state.order if at_war(state, realm_of(seat), realm_of(each))]
        open_ = mask_of(
            zone
            for zone in ZONE.indexes
            if ON_A_SHIP * sum(ships(state, each, zone) for each in crews) >= n
            and not (len(crews) > 1 and any(ships(state, each, zone) for each in foes))
        )
        reached = _joined((AREA.things[start].zones if by == NONE else 1 << by) & open_, open_)
        if reached & AREA.things[start].zones and reached & AREA.things[to].zones:
            return True
    return False


def _joined(zones: int, open_: int) -> int:
    found, border = zones, zones
    while border:
        near = 0
        for zone in bits(border):
            near |= ZONE.things[zone].adjacent
        border = near & open_ & ~found
        found |= border
    return found


# where to ------------------------------------------------------------------------------------------------------------


def _free_access(state: State, realm: int, area: int) -> bool:
    """Whether a friend or an enemy lawfully owns or controls a province there (R9.27)."""
    known = friends(state, realm) | enemies(state, realm)
    for each in bits(PROVINCES_OF[area]):
        if any(who != NONE and known >> who & 1 for who in (state.owner[each], controller(state, each))):
            return True
    return False


def _access_refused(state: State, seat: str, area: int, pay_: PayId, consent: str | None) -> Refusal | None:
    realm, id, own = realm_of(seat), AREA.ids[area], state.led[seat]
    if _free_access(state, realm, area):
        return access_is_free(area=id) if pay_ or consent else None
    if not state.war[realm]:
        return no_access_at_peace(area=id)
    if own.claims >> area & 1:
        return own_claim_there(area=id)
    owners = {state.owner[each] for each in bits(PROVINCES_OF[area])}
    if owners and all(each != NONE and is_led(state, each) for each in owners):
        if consent is None:
            return consent_needed(area=id)
        if REALM.number(consent) not in owners:
            return consent_of_whom(area=id)
    elif consent is not None:
        return consent_of_whom(area=id)
    if not pay_:
        return access_costs(area=id, ducats=ACCESS_DUCATS)
    if pay_ == "influence":
        return None if own.influence[area] else no_influence_there(area=id)
    return lacks(state, seat, ducats=ACCESS_DUCATS)


def _distant_refused(state: State, seat: str, area: int) -> Refusal | None:
    """On distant continents units go to friendly areas, to enemy provinces, to territories claimed by them or an enemy
    (R9.31).
    """
    realm = realm_of(seat)
    if not AREA.things[area].distant or friendly_area(state, realm, area):
        return None
    foes = enemies(state, realm)
    owners = {state.owner[each] for each in bits(PROVINCES_OF[area])}
    if any(each != NONE and foes >> each & 1 for each in owners):
        return None
    claimed = [each for each in state.order if state.led[each].claims >> area & 1]
    vacant = owners <= {NONE}
    if vacant and any(each == seat or at_war(state, realm, realm_of(each)) for each in claimed):
        return None
    return not_on_distant(area=AREA.ids[area])


def mountain_cost(state: State, seat: str, start: int, to: int, n: int) -> int:
    """Further mil for more than three units over mountains into an area that is not friendly (R9.26)."""
    if not AREA.things[start].mountains >> to & 1 or friendly_area(state, realm_of(seat), to):
        return 0
    return max(0, -(-n // OVER_MOUNTAINS) - 1)


def go_refused(  # noqa: PLR0913 - who goes where, and how
    state: State, seat: str, army: int, start: int, action: GoTo | Ferry, by: int = NONE, *, free: bool = False
) -> Refusal | None:
    """What is against the next space. `by`: over a bridge with this zone; `free`: mountains cost nothing."""
    to, n = AREA.number(action.area), size(state, seat, army)
    on_land = by == NONE and AREA.things[start].land >> to & 1
    if to == start or not (on_land or bridged(state, seat, start, to, n, by)):
        return not_adjacent(start=AREA.ids[start], area=action.area)
    if refusal := _distant_refused(state, seat, to):
        return refusal
    vacant = AREA.things[to].distant and all(state.owner[each] == NONE for each in bits(PROVINCES_OF[to]))
    if not vacant and (refusal := _access_refused(state, seat, to, action.pay, action.consent)):
        return refusal
    return lacks(state, seat, mil=mountain_cost(state, seat, start, to, n) if on_land and not free else 0)


def _ways(state: State, seat: str, army: int, start: int, areas: Iterable[int], by: int = NONE) -> Iterator[GoTo]:
    for area in areas:
        id = AREA.ids[area]
        against = go_refused(state, seat, army, start, GoTo(id), by)
        if against is None:
            yield GoTo(id)
        elif against.code in ("access_costs", "consent_needed"):
            asked = [None] if against.code == "access_costs" else [each for each in state.order if each != seat]
            found = (GoTo(id, paid, consent) for consent in asked for paid in ("influence", "ducats"))
            yield from (each for each in found if go_refused(state, seat, army, start, each, by) is None)


def near(state: State, seat: str, start: int) -> list[int]:
    """The areas that might be the next space: by land, or over zones with ships."""
    found = AREA.things[start].land
    if AREA.things[start].zones:
        found |= mask_of(area.index for area in AREA if area.zones)
    return [each for each in bits(found) if each != start]


# the march -----------------------------------------------------------------------------------------------------------


def _refused(state: State, seat: str, action: March, content: Content) -> Refusal | None:
    start = AREA.number(action.area)
    if not 0 <= action.army <= len(state.led[seat].armies) or not stands(state, seat, action.army, start):
        return no_such_army(area=action.area, army=action.army)
    return lacks(state, seat, mil=1)


def _candidates(state: State, seat: str, content: Content) -> Iterator[March]:
    own = state.led[seat]
    yield from (March(AREA.ids[army.area], n) for n, army in enumerate(own.armies, 1) if army.area != NONE)
    yield from (March(AREA.ids[area]) for area in AREA.indexes if own.alone[area])


def _done(play: Play[State], seat: str, action: March) -> Frames:
    pay(play, seat, mil=1)
    return [marching(seat, action.army, action.area, SPACES)]


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
    """One unit, or all of a type, from and to every other army."""
    if army == ALONE:
        return
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
    own = play.state.led[seat]
    for number, n in ((action.giver, -action.n), (action.taker, action.n)):
        if number == ALONE:
            own.alone[area] += n
        else:
            army = own.armies[number - 1]
            add(of(army, action.category), action.unit, n)
            army.area = area
    disband_empty(play.state, seat)
    play.emit(Regrouped(seat, AREA.ids[area], action.giver, action.taker, action.unit, action.n, action.category))


@step("R9.25")
def marching(play: Play[State], seat: SeatId, army: int, area: AreaId, spaces: int, free: bool = False) -> Asking:
    """An army goes on, takes units along or leaves some; it ends where it may not go further. `free`: a card's march
    over mountains.
    """
    state, start = play.state, AREA.index[area]
    if not stands(state, seat, army, start):
        return None

    def why(action: GoTo | Regroup | Halt) -> Refusal | None:
        if isinstance(action, Halt):
            return None
        if isinstance(action, Regroup):
            return _regroup_refused(state, seat, army, start, action)
        if not spaces:
            return not_adjacent(start=area, area=action.area)
        return go_refused(state, seat, army, start, action, free=free)

    offers: list[Action] = [Halt(), *_regroupings(state, seat, army, start)]
    if spaces:
        offers += _ways(state, seat, army, start, near(state, seat, start))
    answer = yield MARCHING(seat, offers, why, area=area, army=army)
    if isinstance(answer, Halt):
        return None
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
    """An opponent who owns provinces of an area is asked whether units may enter it."""
    answer = yield CONSENT(consent, [LetPass(), RefusePassage()], area=area, by=seat)
    if isinstance(answer, RefusePassage):
        play.emit(PassageRefused(consent, area))
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
    """Units come to the next space and fight there; they stop in hostile, neutral and distant areas (R9.25)."""
    state, to = play.state, AREA.index[action.area]
    sea = sea or not AREA.things[start].land >> to & 1
    mil = 0 if sea or free else mountain_cost(state, seat, start, to, size(state, seat, army))
    pay(play, seat, mil=mil, ducats=ACCESS_DUCATS if action.pay == "ducats" else 0)
    if action.pay == "influence":
        state.led[seat].influence[to] -= 1
    open_ = friendly_area(state, realm_of(seat), to) and not AREA.things[to].distant
    move(state, seat, army, start, to)
    play.emit(Marched(seat, army, AREA.ids[start], action.area, action.pay, mil, sea))
    if opposed(state, seat, to) is not None:
        return [battle_at(seat, action.area, None, AREA.ids[start])]
    return [marching(seat, army, action.area, spaces - 1 if open_ and not sea else 0, free)]


@step("R9.29")
def ferry(play: Play[State], seat: SeatId, zone: ZoneId) -> Asking:
    """After ships have sailed, one army or unit beside a bridge with these ships may cross it."""
    state, by = play.state, ZONE.index[zone]
    if not ships(state, seat, by):
        return None

    def why(action: Ferry | Stay) -> Refusal | None:
        if isinstance(action, Stay):
            return None
        start = AREA.number(action.start)
        if not 0 <= action.army <= len(state.led[seat].armies) or not stands(state, seat, action.army, start):
            return no_such_army(area=action.start, army=action.army)
        return go_refused(state, seat, action.army, start, action, by)

    offers: list[Action] = [Stay()]
    for each in _candidates(state, seat, play.content):
        start = AREA.index[each.area]
        if AREA.things[start].zones:
            ways = _ways(state, seat, each.army, start, near(state, seat, start), by)
            offers += (Ferry(each.area, way.area, each.army, way.pay, way.consent) for way in ways)
    answer = yield FERRY(seat, offers, why, zone=zone)
    if isinstance(answer, Stay):
        return None
    if answer.consent is not None:
        return [entering(seat, answer.army, answer.start, answer.area, 0, answer.pay, answer.consent, True)]
    return enter(play, seat, answer.army, AREA.index[answer.start], answer, 0, sea=True)


DEEDS: Final = (Deed(March, _candidates, _refused, _done),)
