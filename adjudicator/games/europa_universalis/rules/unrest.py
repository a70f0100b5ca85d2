"""Unrest on towns and vassals: where it may lie, how it comes and goes (R14.01, R3.37)."""

from adjudicator import Asking, Event, Frames, Play
from adjudicator.components.bits import bits, mask_of

from ..facts import AREA, PROVINCE, PROVINCES_OF, ProvinceId, SeatId
from ..state import State
from .book import step
from .choices import PROVINCE_FOR, AtProvince, Forgo
from .purse import clockwise
from .realms import helped, lawful
from .rebels import restless
from .relations import at_peace, realm_of


class UnrestChanged(Event, frozen=True, tag="unrest_changed", rule="R14.01", touches=("provinces",)):
    """Unrest came to provinces, or left them."""

    provinces: tuple[ProvinceId, ...]
    placed: bool


def change_unrest(play: Play[State], provinces: int, *, placed: bool) -> None:
    """Unrest comes to provinces, or leaves them; only what changes is told."""
    state = play.state
    provinces &= ~state.unrest if placed else state.unrest
    if provinces:
        state.unrest ^= provinces
        play.emit(UnrestChanged(PROVINCE.ids_of(provinces), placed))


def towns(state: State, seat: str) -> int:
    """The towns and vassals of a seat that nothing covers."""
    return helped(state, realm_of(seat))


def calm(state: State, seat: str) -> int:
    """The towns and vassals of a seat to which unrest can come."""
    return towns(state, seat) & ~state.unrest


def unruly(state: State, seat: str) -> int:
    """The provinces with unrest of a seat, those that it occupies, too (R14.01)."""
    return mask_of(each for area in AREA.indexes for each in restless(state, seat, area))


def within(areas: int) -> int:
    """The provinces of areas."""
    found = 0
    for area in bits(areas):
        found |= PROVINCES_OF[area]
    return found


def spread(seat: str, n: int, among: int, *, placed: bool, may: bool = False) -> Frames:
    """The frames by which a seat chooses `n` provinces to which unrest comes, or which it leaves."""
    return [unrest_on(seat, n, among, placed, may)] if n and among else []


@step("R14.01")
def unrest_on(play: Play[State], seat: SeatId, n: int, among: int, placed: bool, may: bool) -> Asking:
    """A province of some; all of them, if there are no more than are due."""
    open_ = among & ~play.state.unrest if placed else among & play.state.unrest
    if open_.bit_count() <= n and not may:
        change_unrest(play, open_, placed=placed)
        return None
    if not open_ or not n:
        return None
    offers = [*map(AtProvince, PROVINCE.ids_of(open_)), *([Forgo()] if may else [])]
    answer = yield PROVINCE_FOR(seat, offers, what="unrest" if placed else "calm", n=n)
    if isinstance(answer, Forgo):
        return None
    change_unrest(play, 1 << PROVINCE.index[answer.province], placed=placed)
    return spread(seat, n - 1, open_, placed=placed, may=may)


@step("R3.37")
def unrest_of_war(play: Play[State]) -> Frames:
    """Who is at war adds unrest to two own towns, who has stability -2 or less to one; with +2 or more it may remove
    one.
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
    """The towns of a seat on distant continents."""
    return sum(1 << each for each in bits(towns(state, seat)) if AREA.things[PROVINCE.things[each].area].distant)


def own_towns(state: State, seat: str) -> int:
    """The towns of a seat without its vassals, those to which unrest can come."""
    return calm(state, seat) & lawful(state, 1 << realm_of(seat))
