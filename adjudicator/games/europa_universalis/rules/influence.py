"""Influence: where it may be placed, what it costs, and how it comes and goes (R11.01-11.03)."""

from collections.abc import Collection, Iterable, Iterator
from typing import Any, Final, Literal

from msgspec import field

from adjudicator import FIRST, Action, Asking, Frames, Play, Question, Refusal, choice, derive, word
from adjudicator.components import Code, bits, mask_of, union
from adjudicator.kernel.standing import once

from ..content import Content
from ..facts import AREA, NEXT_TO, PROVINCES_OF, SeatId, areas_beside
from ..state import State
from .book import Fee, OfArea, SeatAndArea, TurnDeed, step
from .purse import lacks, pay
from .realms import capital, controlled, lawful, vassals
from .relations import imperial_in, influenced, is_led, realm_of, wedded_areas

MOST: Final = 5
"""Cubes in an area (R11.01)."""
A_TURN: Final = 2
"""Cubes of a seat in an area and turn (R11.01)."""
DUCATS: Final = 3
Price = Literal["dip", "ducats"]


class InfluenceChanged(SeatAndArea, frozen=True, tag="influence_changed", rule="R11.01"):
    """Cubes of a seat came to an area, or left it if negative."""

    n: int

    def hit(self) -> Collection[str]:
        return (self.seat,) if self.n < 0 else ()


no_influence_there = Code("R11.01", area=AREA)
out_of_reach = Code("R11.01", area=AREA)
area_full = Code("R11.01", area=AREA, most=int)
enough_in_turn = Code("R11.01", area=AREA, most=int)
no_own_influence = Code("R11.02", area=AREA)


@once
def reach(state: State, seat: str) -> int:
    """Return the areas that the towns, vassals, alliances, marriages and influence of a seat are adjacent to (R11.01).

    Tokens lie on provinces, those of alliances and marriages on capitals, and reach over the sea from ports alone
    (R1.02). Influence lies in an area, and reaches over the sea from any port of it. Towns on provinces that the seat
    occupies count as towns, too.
    """
    realm, influence = realm_of(seat), influenced(state, seat)
    tokens = lawful(state, 1 << realm | vassals(state, realm)) | controlled(state, realm)
    partners = bits(state.allied[seat] | state.married[seat])
    capitals = mask_of(capital(state, partner) for partner in partners)
    return areas_beside(tokens | capitals) | influence | union(NEXT_TO, influence)


def total(state: State, area: int) -> int:
    """Return all cubes in an area (R11.01)."""
    return sum(led.influence[area] for led in state.led.values()) + state.empire.imperial[area]


def closed(state: State, area: int) -> bool:
    """Return whether no influence may lie there.

    A distant area, or one whose provinces all belong to players (R11.01).
    """
    owners = {state.owner[bit] for bit in bits(PROVINCES_OF[area])}
    return AREA.things[area].distant or all(owner >= 0 and is_led(state, owner) for owner in owners)


def change(play: Play[State], seat: str, area: int, n: int) -> None:
    """Add cubes of a seat to an area, or remove them if `n` is negative."""
    if n:
        play.state.led[seat].influence[area] += n
        play.emit(InfluenceChanged(seat, AREA.ids[area], n))


def remove(play: Play[State], seat: str, area: int, n: int, *, imperial: bool = True) -> int:
    """Remove up to `n` cubes of a seat from an area; return how many.

    The emperor's imperial cubes go first.
    """
    grey = min(n, imperial_in(play.state, seat, area)) if imperial else 0
    own = min(n - grey, play.state.led[seat].influence[area])
    play.state.empire.imperial[area] -= grey
    play.state.led[seat].influence[area] -= own
    if grey + own:
        play.emit(InfluenceChanged(seat, AREA.ids[area], -grey - own))
    return grey + own


def cubes_in(state: State, seat: str, area: int) -> int:
    """Return the cubes of a seat in an area that it can be made to remove; a marriage does not count (R11.02)."""
    return state.led[seat].influence[area] + imperial_in(state, seat, area)


def remove_all(play: Play[State], seat: str, areas: int) -> None:
    """Remove all cubes of a seat from these areas."""
    for area in bits(areas):
        remove(play, seat, area, cubes_in(play.state, seat, area))


def clear_closed(play: Play[State]) -> None:
    """Remove cubes from areas that now belong wholly to players (R11.01)."""
    for area in AREA.indexes:
        if total(play.state, area) and closed(play.state, area):
            for seat in play.state.led:
                remove_all(play, seat, 1 << area)
            play.state.empire.imperial[area] = 0


class AddInfluence(OfArea, frozen=True, tag="add_influence"):
    """Place a further cube, for a dip power or three ducats. R11.01."""

    pay: Price = "dip"


def refused_place(state: State, seat: str, id: str, within: int) -> Refusal | None:
    """Return why a cube cannot be placed in an area by the action; `within`: what was in reach as the turn began."""
    area = AREA.number(id)
    if closed(state, area):
        return no_influence_there(area=id)
    if not within >> area & 1:
        return out_of_reach(area=id)
    if total(state, area) >= MOST:
        return area_full(area=id, most=MOST)
    if state.turn.influenced[area] >= A_TURN:
        return enough_in_turn(area=id, most=A_TURN)
    return None


class PlaceInfluence(TurnDeed, OfArea, frozen=True, tag="influence"):
    """Place a first cube for a dip power. R11.01."""

    @classmethod
    def candidates(cls, state: State, seat: str, content: Content) -> Iterable[Action]:
        return map(cls, AREA.ids_of(reach(state, seat)))

    def fee(self, state: State, seat: str, content: Content) -> Fee:
        return {"dip": 1}

    def illegality(self, state: State, seat: str, content: Content) -> Refusal | None:
        return lacks(state, seat, **self.fee(state, seat, content)) or refused_place(
            state, seat, self.area, reach(state, seat)
        )

    def apply(self, play: Play[State], seat: str) -> Frames:
        within = reach(play.state, seat)
        pay(play, seat, **self.fee(play.state, seat, play.content))
        _placed(play, seat, AREA.index[self.area])
        return [more_influence(seat, within)]


def _placed(play: Play[State], seat: str, area: int) -> None:
    change(play, seat, area, 1)
    play.state.turn.influenced[area] += 1


StopInfluence = word("stop_influence", "Place no further cube. R11.01.")
MORE: Final = Question(
    "more_influence", "R11.01", AddInfluence, StopInfluence, default=StopInfluence(), alone="silence"
)


@step("R11.01")
def more_influence(play: Play[State], seat: SeatId, within: int) -> Asking:
    """Offer further cubes, for a dip power or three ducats each."""
    state = play.state

    def why(action: Any) -> Refusal | None:
        cost = lacks(state, seat, dip=1) if action.pay == "dip" else lacks(state, seat, ducats=DUCATS)
        return cost or refused_place(state, seat, action.area, within)

    prices: tuple[Price, ...] = ("dip", "ducats")
    offers = [AddInfluence(area, pay) for area in AREA.ids_of(within) for pay in prices]
    answer = yield MORE(seat, [*offers, StopInfluence()], why)
    if isinstance(answer, StopInfluence):
        return None
    pay(play, seat, **({"dip": 1} if answer.pay == "dip" else {"ducats": DUCATS}))
    _placed(play, seat, AREA.index[answer.area])
    return [more_influence(seat, within)]


GiveInfluence = derive(OfArea, "give_influence", "Take an own cube from an area. R11.02.")


LOSE: Final = choice("lose_influence", "R11.02", GiveInfluence, otherwise=no_own_influence, about={})


def wed_in(state: State, seat: str, areas: int) -> bool:
    """Return whether a seat has a marriage in one of these areas: it spares a cube (R11.02)."""
    return bool(wedded_areas(state, seat) & areas)


def lose_influence(state: State, seat: str, areas: int, n: int) -> Frames:
    """Return the frames in which a seat removes `n` cubes from areas because of an action (R11.02).

    It removes one less with a marriage there.
    """
    wed = wed_in(state, seat, areas)
    return [influence_leaves(seat, areas, n - wed)] if n - wed > 0 else []


@step("R11.02")
def influence_leaves(play: Play[State], seat: SeatId, areas: int, n: int, imperial: bool = True) -> Asking:
    """Let the seat remove `n` cubes, or as many as it has, from areas of its choice among these.

    `imperial`: imperial cubes count, too.
    """
    state = play.state
    held = {area: cubes_in(state, seat, area) if imperial else state.led[seat].influence[area] for area in bits(areas)}
    if sum(held.values()) <= n:
        for area, cubes in held.items():
            remove(play, seat, area, cubes, imperial=imperial)
        return None
    answer = yield LOSE(seat, [GiveInfluence(AREA.ids[area]) for area in held if held[area]], n=n)
    remove(play, seat, AREA.index[answer.area], 1, imperial=imperial)
    return [influence_leaves(seat, areas, n - 1, imperial)] if n > 1 else None


class PutInfluence(OfArea, frozen=True, tag="put_influence"):
    """Place a cube that was gained; in a full area in the place of another's. R11.02."""

    instead: SeatId | None = None


not_displaced = Code("R11.02", area=AREA)
GAIN: Final = Question("gain_influence", "R11.02", PutInfluence, StopInfluence, default=FIRST, otherwise=not_displaced)


@step("R11.02")
def influence_comes(play: Play[State], seat: SeatId, areas: int, n: int, displaces: bool = True) -> Asking:
    """Ask where cubes are placed among areas (R11.02).

    Cubes of events, missions or peace may displace those of others.
    """
    state = play.state
    offers = list(_gains(state, seat, areas, displaces))
    if not offers:
        return None
    answer = yield GAIN(seat, [*offers, StopInfluence()], n=n)
    if isinstance(answer, StopInfluence):
        return None
    area = AREA.index[answer.area]
    if answer.instead is not None:
        remove(play, answer.instead, area, 1)
    change(play, seat, area, 1)
    return [influence_comes(seat, areas, n - 1, displaces)] if n > 1 else None


def _gains(state: State, seat: str, areas: int, displaces: bool) -> Iterator[Action]:
    for area in bits(areas):
        if closed(state, area):
            continue
        if total(state, area) < MOST:
            yield PutInfluence(AREA.ids[area])
        elif displaces:
            others = (each for each in state.order if each != seat and cubes_in(state, each, area))
            yield from (PutInfluence(AREA.ids[area], other) for other in others)


class ReturnInfluence(TurnDeed, OfArea, frozen=True, tag="return_influence"):
    """Cut ties: take own cubes back from an area. R5.06."""

    n: int = field(name="cubes", default=1)
    takes = "minor"

    @classmethod
    def candidates(cls, state: State, seat: str, content: Content) -> Iterator[Action]:
        own = enumerate(state.led[seat].influence)
        return (cls(AREA.ids[area], n + 1) for area, cubes in own for n in range(cubes))

    def illegality(self, state: State, seat: str, content: Content) -> Refusal | None:
        there = state.led[seat].influence[AREA.number(self.area)]
        return None if 1 <= self.n <= there else no_own_influence(area=self.area)

    def apply(self, play: Play[State], seat: str) -> Frames:
        change(play, seat, AREA.index[self.area], -self.n)
        return []
