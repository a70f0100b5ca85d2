"""Religion of areas: conversion, dissent, how faiths and the revolution spread (R15, R3.36)."""

from collections.abc import Iterator
from typing import Annotated, Final

from adjudicator import FIRST, Asking, Event, Frames, Play, Question, choice, derive
from adjudicator.components import Code, bits, mask_of, union

from ..effects import Permit
from ..facts import AREA, LAND_OF, NEXT_TO, NONE, PROVINCES_OF, REALM, RELIGION, ZONE, AreaId, SeatId
from ..state import State
from .book import OfArea, OfSeat, step
from .curia import settle
from .empire import empire_adopts
from .influence import cubes_in, remove
from .operations import an_area
from .purse import clockwise
from .realms import of_vassals, provinces, tax
from .relations import areas_of, capital_area, counts_as, faith_at_home, led_realms, realm_of
from .unrest import own_towns, spread

CATHOLIC, COUNTER, PROTESTANT, ORTHODOX, MUSLIM, REVOLUTIONARY, DIVERSE, PAGAN = RELIGION.indexes
INFECTIOUS: Final = (PROTESTANT, COUNTER)
"""Faiths that spread, the first of them first where a rule decides (R15.02)."""
MOST_TOKENS: Final = 4
MOST_OF_ONE: Final = 2
Faith = Annotated[str, RELIGION]


class Converted(Event, frozen=True, tag="area_converted", rule="R15.01", touches=("area",)):
    """An area has another religion."""

    area: AreaId
    religion: Faith


class ReligionAdopted(OfSeat, frozen=True, tag="religion_adopted", rule="R15.01"):
    """A realm has another state religion."""

    religion: Faith


class SpreadFaith(OfArea, frozen=True, tag="spread_faith"):
    """A token of this faith comes to an area next to one of its clusters. R15.02."""

    religion: Faith


not_next_to_it = Code("R15.02", area=AREA, religion=RELIGION)
SPREAD: Final = Question("spread_faith", "R15.02", SpreadFaith, default=FIRST, otherwise=not_next_to_it)


def dissents(state: State, seat: str, area: int) -> bool:
    """Return whether an area is of another religion than the seat's; diverse faiths always are (R15.01)."""
    return not AREA.things[area].distant and counts_as(state.religion[area]) != counts_as(state.led[seat].religion)


def give_faith(state: State, area: int, religion: int) -> None:
    """Give an area a religion (R15.03).

    A token of the revolution is placed on top of what was there before; any other replaces everything there.
    """
    if religion != REVOLUTIONARY:
        state.beneath[area] = NONE
    elif state.religion[area] != REVOLUTIONARY:
        state.beneath[area] = state.religion[area]
    state.religion[area] = religion


def convert(play: Play[State], area: int, religion: int) -> None:
    """Convert an area to a religion."""
    give_faith(play.state, area, religion)
    play.emit(Converted(AREA.ids[area], RELIGION.ids[religion]))


def adopt(play: Play[State], seat: str, religion: int) -> None:
    """Change the state religion of a seat.

    Cardinals of a seat that is no longer catholic leave (R19.01). A revolutionary emperor dissolves the empire
    (R18.27).
    """
    own = play.state.led[seat]
    if own.religion != religion:
        own.religion = religion
        play.emit(ReligionAdopted(seat, RELIGION.ids[religion]))
        settle(play)
        empire_adopts(play, seat)


def revolution_given_up(play: Play[State], seat: str) -> None:
    """End the revolution of a realm (R15.03).

    The token leaves the area of its capital, and the religion beneath it is again that of the area and of the realm.
    """
    state, realm = play.state, realm_of(seat)
    home = capital_area(state, realm)
    if state.religion[home] == REVOLUTIONARY and state.beneath[home] != NONE:
        convert(play, home, state.beneath[home])
    adopt(play, seat, faith_at_home(state, realm))


@step("R3.36")
def dissent(play: Play[State]) -> Frames:
    """Return the frames of dissent.

    In each of its areas of another religion, unrest comes to a town of the seat. Where it has vassals, unrest comes to
    one of them, or influence is lost.
    """
    return [
        dissent_of(seat, _free(play, seat)) if _free(play, seat) else dissent_there(seat)
        for seat in clockwise(play.state, play.state.first)
    ]


def _free(play: Play[State], seat: str) -> int:
    found = play.content.bonuses(play.state.led[seat].ideas, Permit)
    return sum(each.n for each in found if each.what == "ignore_dissent")


def _areas(state: State, seat: str) -> int:
    """Return the areas with provinces of the seat in which there is dissent."""
    own = provinces(state, realm_of(seat))
    return mask_of(area for area in AREA.indexes if own & PROVINCES_OF[area] and dissents(state, seat, area))


@step("R3.36")
def dissent_of(play: Play[State], seat: SeatId, free: int, spared: int = 0) -> Asking:
    """Ask in which areas an idea lets a seat ignore dissent."""
    areas = _areas(play.state, seat) & ~spared
    if areas.bit_count() <= free:
        spared, free = spared | areas, 0
    else:
        area = yield from an_area(seat, bits(areas), "tolerance", free)
        spared, free = spared | 1 << area, free - 1
    return [dissent_of(seat, free, spared)] if free else [dissent_there(seat, spared)]


@step("R3.36")
def dissent_there(play: Play[State], seat: SeatId, spared: int = 0) -> Frames:
    """Place unrest in all areas with dissent, and among the vassals."""
    state, realm = play.state, realm_of(seat)
    towns, frames = own_towns(state, seat), list[Frames]()
    for area in bits(_areas(state, seat) & ~spared):
        frames.append(spread(seat, 1, towns & PROVINCES_OF[area], placed=True))
    theirs = of_vassals(state, realm)
    areas = mask_of(area for area in AREA.indexes if theirs & PROVINCES_OF[area] and dissents(state, seat, area))
    return [*(frame for each in frames for frame in each), *([vassal_dissent(seat, areas)] if areas else [])]


@step("R3.36")
def vassal_dissent(play: Play[State], seat: SeatId, areas: int) -> Asking:
    """Remove a cube from an area of another religion with own vassals, or bring unrest to one of them."""
    state, realm = play.state, realm_of(seat)
    theirs = of_vassals(state, realm) & ~state.unrest
    offers = list[OfArea]()
    for area in bits(areas):
        if cubes_in(state, seat, area):
            offers.append(LoseCube(AREA.ids[area]))
        if theirs & PROVINCES_OF[area]:
            offers.append(UnrestInstead(AREA.ids[area]))
    if not offers:
        return None
    answer = yield VASSALS(seat, offers)
    area = AREA.index[answer.area]
    if isinstance(answer, LoseCube):
        remove(play, seat, area, 1)
        return None
    return spread(seat, 1, theirs & PROVINCES_OF[area], placed=True)


LoseCube = derive(OfArea, "lose_cube", "Remove a cube of influence from an area in dissent. R3.36.")
UnrestInstead = derive(OfArea, "unrest_instead", "Add unrest to a vassal in an area in dissent. R3.36.")
not_in_dissent = Code("R3.36", area=AREA)
VASSALS: Final = choice("vassal_dissent", "R3.36", LoseCube, UnrestInstead, otherwise=not_in_dissent)


def clusters(state: State, faith: int, without: int = 0) -> list[int]:
    """Return connected areas of a faith, as masks (R15.02)."""
    left = mask_of(area for area in AREA.indexes if state.religion[area] == faith and not without >> area & 1)
    found = []
    while left:
        cluster = grown = left & -left
        while grown:
            grown = union(LAND_OF, grown) & left & ~cluster
            cluster |= grown
        found.append(cluster)
        left &= ~cluster
    return found


def _near(areas: int) -> int:
    return union(NEXT_TO, areas) & ~areas


def _targets(state: State, faith: int, served: int) -> Iterator[tuple[int, int]]:
    """Yield areas that a token of a faith may go to, with their cluster."""
    placed = state.turn.converted
    shut = (ORTHODOX, MUSLIM, PAGAN, faith)
    for cluster in clusters(state, faith, placed):
        if not cluster & served:
            for area in bits(_near(cluster) & ~placed):
                if state.religion[area] not in shut and not AREA.things[area].distant:
                    yield area, cluster


def _faiths(state: State, counts: dict[int, int]) -> list[int]:
    """Return the faiths of which a token may be placed now.

    If two are in play, at most two tokens of one come before one of the other.
    """
    there = [faith for faith in INFECTIOUS if any(each == faith for each in state.religion)]
    open_ = [faith for faith in there if counts[faith] < MOST_OF_ONE]
    return open_ or there if len(there) > 1 else there


@step("R15.02")
def faiths_spread(
    play: Play[State], seat: SeatId | None, served: int = 0, protestant: int = 0, counter: int = 0
) -> Asking:
    """Place tokens of infectious faiths next to their clusters, one to each and at most four.

    Without a seat this is done by rule. If there is no cluster, diverse faiths come to two catholic areas.
    """
    state = play.state
    if not served and not any(each in INFECTIOUS for each in state.religion):
        return [diversity(seat, 2)]
    counts = {PROTESTANT: protestant, COUNTER: counter}
    found = {faith: dict(_targets(state, faith, served)) for faith in _faiths(state, counts)}
    if protestant + counter >= MOST_TOKENS or not any(found.values()):
        return None
    if seat is None:
        faith = min((each for each in found if found[each]), key=lambda each: (counts[each], INFECTIOUS.index(each)))
        area = min(found[faith], key=lambda each: _by_rule(state, each))
    else:
        own = areas_of(state, realm_of(seat))
        there = sorted(((faith, area) for faith in found for area in found[faith]), key=lambda each: own >> each[1] & 1)
        offers = [SpreadFaith(AREA.ids[area], RELIGION.ids[faith]) for faith, area in there]
        answer = yield SPREAD(seat, offers)
        area, faith = AREA.index[answer.area], RELIGION.index[answer.religion]
    state.turn.converted |= 1 << area
    convert(play, area, faith)
    counts[faith] += 1
    return [faiths_spread(seat, served | found[faith][area], counts[PROTESTANT], counts[COUNTER])]


def _by_rule(state: State, area: int) -> tuple[int, int, str]:
    """Return a sort key: areas with a town, then by tax, then by name."""
    players = led_realms(state)
    town = any(state.owner[bit] != NONE and players >> state.owner[bit] & 1 for bit in bits(PROVINCES_OF[area]))
    return -town, -tax(state, PROVINCES_OF[area]), AREA.ids[area]


@step("R15.02")
def diversity(play: Play[State], seat: SeatId | None, n: int) -> Asking:
    """Spread diverse faiths to catholic areas away from inner seas."""
    state = play.state
    inner = mask_of(zone.index for zone in ZONE if zone.galleys)
    open_ = [
        area.index for area in AREA
        if state.religion[area.index] == CATHOLIC and not area.distant and not area.zones & inner
    ]  # fmt: skip
    if not open_ or not n:
        return None
    area = min(open_, key=AREA.id_of) if seat is None else (yield from an_area(seat, open_, "diverse", n))
    convert(play, area, DIVERSE)
    return [diversity(seat, n - 1)]


@step("R15.03")
def revolution_spreads(play: Play[State], seat: SeatId | None, served: int = 0, n: int = 0) -> Asking:
    """Place tokens of the revolution next to its clusters, at most four.

    If there is one cluster, one token comes elsewhere; if there is none, tokens come to two capital areas.
    """
    state = play.state
    all_ = clusters(state, REVOLUTIONARY, state.turn.converted)
    if not all_ and not n:
        return [revolution_begins(seat, 2)]
    left = [each for each in all_ if not each & served]
    free = mask_of(area.index for area in AREA if not area.distant and state.religion[area.index] != REVOLUTIONARY)
    near = mask_of(area for each in left for area in bits(_near(each))) & free & ~state.turn.converted
    elsewhere = len(all_) == 1 and n == 1
    if elsewhere:
        near = free & ~_near(all_[0]) & ~state.turn.converted
    if not near or n >= MOST_TOKENS:
        return None
    if seat is None:
        area = min(bits(near), key=lambda each: _by_rule(state, each))
    else:
        area = yield from an_area(seat, bits(near), "revolution")
    cluster = next((each for each in left if _near(each) >> area & 1), 0)
    state.turn.converted |= 1 << area
    convert(play, area, REVOLUTIONARY)
    return None if elsewhere else [revolution_spreads(seat, served | cluster, n + 1)]


@step("R15.03")
def revolution_begins(play: Play[State], seat: SeatId | None, n: int) -> Asking:
    """Place tokens of the revolution in capital areas of players.

    Without a seat to choose, they come to players with the lowest stability.
    """
    state = play.state
    open_ = [each for each in state.order if state.religion[capital_area(state, REALM.index[each])] != REVOLUTIONARY]
    if not open_ or not n:
        return None
    if seat is None:
        least = min(state.led[each].stability for each in open_)
        lowest = [each for each in open_ if state.led[each].stability == least]
        realm = lowest[0] if len(lowest) == 1 else play.pick("revolution", "realm", lowest)
        area = capital_area(state, REALM.index[realm])
    else:
        capitals = dict.fromkeys(capital_area(state, REALM.index[each]) for each in open_)
        area = yield from an_area(seat, capitals, "revolution", n)
    convert(play, area, REVOLUTIONARY)
    return [revolution_begins(seat, n - 1)]
