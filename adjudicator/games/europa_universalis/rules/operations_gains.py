"""Operations on power, ducats, prestige, stability and manpower (R16.03, R7)."""

from adjudicator import Asking, Frames, Play, Refusal
from adjudicator.components import Code

from ..effects import (
    GainColonists,
    GainDucats,
    GainManpower,
    GainPower,
    GainPrestige,
    GainStability,
    LoseDucats,
    LosePower,
    LosePrestige,
    LoseStability,
    PowerOf,
)
from ..facts import POWER, SeatId
from ..state import State
from .book import step
from .choices import POWER_FOR, OfPower
from .operations import does
from .purse import (
    MOST_POWER,
    gain_ducats,
    gain_power,
    gain_prestige,
    gain_stability,
    lacks,
    too_little_power,
)
from .realms import base_tax_income
from .relations import realm_of

too_little_of_all = Code("R16.02", cost=int, has=int)


@does(GainDucats)
def ducats_gained(play: Play[State], seat: str, op: GainDucats) -> None:
    """`n`, or `n` for each regular unit or ducat of base tax income; half of it is rounded up (R1.07)."""
    own = play.state.led[seat]
    each = {
        "": 1,
        "regular_unit": sum(own.alone) + sum(army.regular.all for army in own.armies),
        "tax": base_tax_income(play.state, realm_of(seat)),
    }[op.per]
    n = op.n * each
    gain_ducats(play, seat, -(-n // 2) if op.half else n)


@does(LoseDucats, lambda state, seat, op: lacks(state, seat, ducats=op.n))
def ducats_lost(play: Play[State], seat: str, op: LoseDucats) -> None:
    """What is there is taken; nobody takes a loan for an event."""
    gain_ducats(play, seat, -op.n)


@does(GainPrestige)
def prestige_gained(play: Play[State], seat: str, op: GainPrestige) -> None:
    """Prestige is gained."""
    gain_prestige(play, seat, op.n)


@does(LosePrestige)
def prestige_lost(play: Play[State], seat: str, op: LosePrestige) -> None:
    """Prestige is lost; it may be negative."""
    gain_prestige(play, seat, -op.n)


@does(GainStability)
def stability_gained(play: Play[State], seat: str, op: GainStability) -> None:
    """Stability goes up (R6.01)."""
    gain_stability(play, seat, op.n)


@does(LoseStability)
def stability_lost(play: Play[State], seat: str, op: LoseStability) -> None:
    """Stability goes down (R6.01)."""
    gain_stability(play, seat, -op.n)


@does(GainManpower)
def manpower_gained(play: Play[State], seat: str, op: GainManpower) -> None:
    """Manpower for good: it counts when manpower is set anew (R7.10)."""
    play.state.led[seat].bonus_manpower += op.n


@does(GainColonists)
def colonists_gained(play: Play[State], seat: str, op: GainColonists) -> None:
    """Colonists come to the pool (R3.50)."""
    play.state.led[seat].colonists += op.n


def _short_of_power(state: State, seat: str, op: LosePower) -> Refusal | None:
    own = state.led[seat].power
    if op.power == "any":
        return too_little_of_all(cost=op.n, has=sum(own)) if sum(own) < op.n else None
    has = own[POWER.index[op.power]]
    return too_little_power(power=op.power, cost=op.n, has=has) if has < op.n else None


@does(GainPower)
def power_gained(play: Play[State], seat: str, op: GainPower) -> Frames | None:
    """Power of a type; of any, it is chosen one by one."""
    return _power(play, seat, op.power, op.n)


@does(LosePower, _short_of_power)
def power_lost(play: Play[State], seat: str, op: LosePower) -> Frames | None:
    """Power of a type as far as it is there; of any, it is chosen one by one."""
    return _power(play, seat, op.power, -op.n)


def _power(play: Play[State], seat: str, power: PowerOf, n: int) -> Frames | None:
    if power == "any":
        return [any_power(seat, n)]
    gain_power(play, seat, POWER.index[power], n)
    return None


@step("R3.45")
def any_power(play: Play[State], seat: SeatId, n: int) -> Asking:
    """Power of any types is gained, or lost if negative: one by one."""
    own, one = play.state.led[seat].power, 1 if n > 0 else -1
    offers = [
        OfPower(id)  # type: ignore[arg-type]
        for id, has in zip(POWER.ids, own, strict=True)
        if (has < MOST_POWER if n > 0 else has > 0)
    ]
    if not n or not offers:
        return None
    answer = yield POWER_FOR(seat, offers, n=n)
    gain_power(play, seat, POWER.index[answer.power], one)
    return [any_power(seat, n - one)]
