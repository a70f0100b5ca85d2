"""Power, ducats, prestige, stability, manpower: what is gained, paid and lost (R2, R7)."""

from typing import Final, Literal

from adjudicator import Event, Play, Refusal
from adjudicator.components import Code

from ..facts import POWER, SeatId
from ..state import Led, State

ADM, DIP, MIL = POWER.indexes
MOST_POWER: Final = 10
MOST_LOANS: Final = 5

PowerId = Literal["adm", "dip", "mil"]


class PowerChanged(Event, frozen=True, tag="power_changed", rule="R3.45", by="seat"):
    """Power of a type was gained, or lost if negative."""

    seat: SeatId
    power: PowerId
    n: int


class DucatsChanged(Event, frozen=True, tag="ducats_changed", rule="R3.42", by="seat"):
    """Ducats were gained, or lost if negative."""

    seat: SeatId
    n: int


class PrestigeChanged(Event, frozen=True, tag="prestige_changed", rule="R3.46", by="seat"):
    """Prestige was gained, or lost if negative."""

    seat: SeatId
    n: int


class StabilityChanged(Event, frozen=True, tag="stability_changed", rule="R6.01", by="seat"):
    """Stability went up, or down if negative; `now`: where it stands."""

    seat: SeatId
    n: int
    now: int


class ManpowerChanged(Event, frozen=True, tag="manpower_changed", rule="R7.10", by="seat"):
    """Units went from available to exhausted manpower, or back if negative."""

    seat: SeatId
    exhausted: int


too_little_power = Code("R8.01", power=POWER, cost=int, has=int)
too_few_ducats = Code("R7.10", cost=int, has=int)


def led(state: State, seat: str) -> Led:
    """What belongs to a seat."""
    return state.led[seat]


def lacks(state: State, seat: str, *, adm: int = 0, dip: int = 0, mil: int = 0, ducats: int = 0) -> Refusal | None:
    """Why a seat cannot pay this; None if it can."""
    own = state.led[seat]
    for power, cost in zip(POWER.ids, (adm, dip, mil), strict=True):
        if own.power[POWER.index[power]] < cost:
            return too_little_power(power=power, cost=cost, has=own.power[POWER.index[power]])
    return too_few_ducats(cost=ducats, has=own.ducats) if own.ducats < ducats else None


def pay(play: Play[State], seat: str, *, adm: int = 0, dip: int = 0, mil: int = 0, ducats: int = 0) -> None:
    """A cost that the seat can pay is paid; what it buys is told by its own event."""
    own = play.state.led[seat]
    for power, cost in enumerate((adm, dip, mil)):
        assert own.power[power] >= cost, f"{seat} lacks {POWER.ids[power]}"
        own.power[power] -= cost
    assert own.ducats >= ducats, f"{seat} lacks ducats"
    own.ducats -= ducats


def gain_power(play: Play[State], seat: str, power: int, n: int) -> None:
    """Power is gained up to ten, the surplus is lost (S2); a negative `n` takes what is there."""
    own = play.state.led[seat].power
    now = max(0, min(MOST_POWER, own[power] + n))
    if now != own[power]:
        play.emit(PowerChanged(seat, POWER.ids[power], now - own[power]))  # type: ignore[arg-type]
        own[power] = now


def gain_ducats(play: Play[State], seat: str, n: int) -> int:
    """Ducats are gained; a negative `n` takes what is there. Returns what could not be taken."""
    own = play.state.led[seat]
    moved = max(n, -own.ducats)
    if moved:
        own.ducats += moved
        play.emit(DucatsChanged(seat, moved))
    return moved - n


def gain_prestige(play: Play[State], seat: str, n: int) -> None:
    """Prestige may be negative (S5)."""
    if n:
        play.state.led[seat].prestige += n
        play.emit(PrestigeChanged(seat, n))


def gain_stability(play: Play[State], seat: str, n: int) -> None:
    """Stability moves by steps; each beyond +3 gives 2 adm, each beyond -3 costs 2 adm, what is missing from other
    pools (R6.01).
    """
    own = play.state.led[seat]
    before = own.stability
    for _ in range(abs(n)):
        if n > 0 and own.stability == 3:
            gain_power(play, seat, ADM, 2)
        elif n < 0 and own.stability == -3:
            _beyond(play, seat)
        else:
            own.stability += 1 if n > 0 else -1
    if own.stability != before:
        play.emit(StabilityChanged(seat, own.stability - before, own.stability))


def _beyond(play: Play[State], seat: str) -> None:
    own, due = play.state.led[seat].power, 2
    for power in (ADM, DIP, MIL):
        taken = min(due, own[power])
        gain_power(play, seat, power, -taken)
        due -= taken


def exhaust(play: Play[State], seat: str, n: int) -> int:
    """Available manpower is exhausted, as far as it is there (R9.3). Returns how much."""
    own = play.state.led[seat]
    moved = min(n, own.available)
    if moved:
        own.available -= moved
        own.exhausted += moved
        play.emit(ManpowerChanged(seat, moved))
    return moved


def replenish(play: Play[State], seat: str, n: int) -> int:
    """Exhausted manpower is available again, as far as it is there (R5.05, R3.50). Returns how much."""
    own = play.state.led[seat]
    moved = min(n, own.exhausted)
    if moved:
        own.available += moved
        own.exhausted -= moved
        play.emit(ManpowerChanged(seat, -moved))
    return moved


def clockwise(state: State, first: str) -> list[str]:
    """All seats from one on, in turn order (R3.20)."""
    at = state.order.index(first)
    return [*state.order[at:], *state.order[:at]]
