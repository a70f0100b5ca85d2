"""Power, ducats, prestige, stability, manpower: what is gained, paid and lost (R2, R7).

Also loans, costs that must be covered, and bankruptcy (R5.04, R7.20).
"""

from collections.abc import Iterator
from typing import ClassVar, Final, Literal

from adjudicator import Action, Asking, Frames, Play, Refusal, choice, derive
from adjudicator.components import Code

from ..content import Content
from ..facts import NONE, POWER, SeatId
from ..state import State, Units
from .book import Fee, OfSeat, SeatAndInterest, SeatAndNumber, TurnDeed, step
from .decks import discard

ADM, DIP, MIL = POWER.indexes
MOST_POWER: Final = 10
MOST_LOANS: Final = 5
BEYOND: Final = 2
"""What a step of stability beyond the track gives or costs."""

PowerId = Literal["adm", "dip", "mil"]


class OfPowerType(Action, frozen=True):
    """An action that names a type of power."""

    power: PowerId


class PowerChanged(OfSeat, frozen=True, tag="power_changed", rule="R3.45"):
    """Power of a type was gained, or lost if negative."""

    power: PowerId
    n: int


DucatsChanged = derive(SeatAndNumber, "ducats_changed", "Ducats were gained, or lost if negative.", rule="R3.42")
Reason = Literal[
    "authority",
    "bankruptcy",
    "call_refused",
    "card",
    "cause_unused",
    "core_sold",
    "crusade",
    "crusade_called",
    "curia",
    "disputed",
    "excommunication",
    "faith",
    "freed",
    "idea",
    "idea_known",
    "lord_refused",
    "marriages",
    "milestone",
    "mission",
    "occupied",
    "slaves",
    "struggle",
    "surrender",
    "conversion",
    "humiliation",
    "annexation",
    "succession",
    "white",
]
"""For what prestige is gained or lost: by a card, by a rule, or by a term of peace."""


class PrestigeChanged(SeatAndNumber, frozen=True, tag="prestige_changed", rule="R3.46"):
    """Prestige was gained, or lost if negative."""

    why: Reason = "card"


ColonistsChanged = derive(SeatAndNumber, "colonists_changed", "Colonists came to a pool, or left it.", rule="R11.03")


class StabilityChanged(SeatAndNumber, frozen=True, tag="stability_changed", rule="R6.01"):
    """Stability went up, or down if negative; `now`: where it stands."""

    now: int


class ManpowerChanged(OfSeat, frozen=True, tag="manpower_changed", rule="R7.10"):
    """Units went from available to exhausted manpower, or back if negative."""

    exhausted: int


too_little_power = Code("R8.01", power=POWER, cost=int, has=int)
too_few_ducats = Code("R7.10", cost=int, has=int)


def lacks(state: State, seat: str, *, adm: int = 0, dip: int = 0, mil: int = 0, ducats: int = 0) -> Refusal | None:
    """Return why a seat cannot pay this; None if it can."""
    own = state.led[seat]
    for power, cost in enumerate((adm, dip, mil)):
        if own.power[power] < cost:
            return too_little_power(power=power, cost=cost, has=own.power[power])
    return too_few_ducats(cost=ducats, has=own.ducats) if own.ducats < ducats else None


def pay(play: Play[State], seat: str, *, adm: int = 0, dip: int = 0, mil: int = 0, ducats: int = 0) -> None:
    """Pay a cost that the seat can pay; the event of what it buys reports it."""
    own = play.state.led[seat]
    for power, cost in enumerate((adm, dip, mil)):
        assert own.power[power] >= cost, f"{seat} lacks {POWER.ids[power]}"
        own.power[power] -= cost
    assert own.ducats >= ducats, f"{seat} lacks ducats"
    own.ducats -= ducats


class PaidDeed(TurnDeed, frozen=True):
    """A deed for power that something else may give for none (R16.03)."""

    power: ClassVar[tuple[int, int, int]] = (0, 0, 1)
    """What it costs in each type."""

    @classmethod
    def legal(cls, state: State, seat: str, content: Content) -> Iterator[Action]:
        adm, dip, mil = cls.power
        return iter(()) if lacks(state, seat, adm=adm, dip=dip, mil=mil) else super().legal(state, seat, content)

    def fee(self, state: State, seat: str, content: Content) -> Fee:
        return dict(zip(POWER.ids, self.power, strict=True))

    def illegality(self, state: State, seat: str, content: Content) -> Refusal | None:
        return self.free_refused(state, seat, content) or lacks(state, seat, **self.fee(state, seat, content))

    def apply(self, play: Play[State], seat: str) -> Frames:
        pay(play, seat, **self.fee(play.state, seat, play.content))
        return self.freely_done(play, seat)

    def free_refused(self, state: State, seat: str, content: Content) -> Refusal | None:
        """Return why the action is illegal apart from its cost, or None."""
        return None

    def freely_done(self, play: Play[State], seat: str) -> Frames:
        """Carry the action out for nothing, and return the frames that follow."""
        raise NotImplementedError  # abstract


def gain_power(play: Play[State], seat: str, power: int, n: int) -> None:
    """Add power of a type up to ten; any surplus is lost (S2).

    A negative `n` takes what is there.
    """
    own = play.state.led[seat].power
    now = max(0, min(MOST_POWER, own[power] + n))
    if now != own[power]:
        play.emit(PowerChanged(seat, POWER.ids[power], now - own[power]))  # type: ignore[arg-type]
        own[power] = now


def gain_ducats(play: Play[State], seat: str, n: int) -> int:
    """Add ducats, and return what could not be taken.

    A negative `n` takes what is there.
    """
    own = play.state.led[seat]
    moved = max(n, -own.ducats)
    if moved:
        own.ducats += moved
        play.emit(DucatsChanged(seat, moved))
    return moved - n


def gain_prestige(play: Play[State], seat: str, n: int, why: Reason = "card") -> None:
    """Add prestige, which may become negative (S5)."""
    if n:
        play.state.led[seat].prestige += n
        play.emit(PrestigeChanged(seat, n, why))


def gain_colonists(play: Play[State], seat: str, n: int) -> None:
    """Add colonists to the pool of a seat (R11.03).

    A negative `n` takes what is there.
    """
    own = play.state.led[seat]
    moved = max(n, -own.colonists)
    if moved:
        own.colonists += moved
        play.emit(ColonistsChanged(seat, moved))


def gain_stability(play: Play[State], seat: str, n: int) -> Frames:
    """Change stability by steps, and return the frames of what is missing (R6.01).

    Each step beyond +3 gives 2 adm; each beyond -3 costs 2 adm, and what is missing comes from other pools.
    """
    own = play.state.led[seat]
    before, due = own.stability, 0
    for _ in range(abs(n)):
        if n > 0 and own.stability == 3:
            gain_power(play, seat, ADM, BEYOND)
        elif n < 0 and own.stability == -3:
            due += BEYOND
        else:
            own.stability += 1 if n > 0 else -1
    missing = max(0, due - own.power[ADM])
    gain_power(play, seat, ADM, -due)
    if own.stability != before:
        play.emit(StabilityChanged(seat, own.stability - before, own.stability))
    return [power_for_stability(seat, missing)] if missing else []


GivePower = derive(OfPowerType, "give_power", "Which power is lost. R6.01, R14.10.")
FOR_STABILITY: Final = choice("power_for_stability", "R6.01", GivePower)


@step("R6.01")
def power_for_stability(play: Play[State], seat: SeatId, n: int) -> Asking:
    """Ask for power to give up, or take all power if that is too little."""
    own = play.state.led[seat].power
    if sum(own) <= n:
        for power in POWER.indexes:
            gain_power(play, seat, power, -n)
        return None
    answer = yield FOR_STABILITY(seat, [GivePower(id) for id, left in zip(POWER.ids, own, strict=True) if left])  # type: ignore[arg-type]
    gain_power(play, seat, POWER.index[answer.power], -1)
    return [power_for_stability(seat, n - 1)] if n > 1 else None


def exhaust(play: Play[State], seat: str, n: int) -> None:
    """Exhaust available manpower that the seat has (R9.3).

    With a negative `n`, exhausted manpower is made available again, as much as there is (R5.05, R3.50).
    """
    own = play.state.led[seat]
    moved = max(n, -own.exhausted)
    if moved:
        own.available -= moved
        own.exhausted += moved
        play.emit(ManpowerChanged(seat, moved))


def clockwise(state: State, first: str) -> list[str]:
    """Return all seats from one on, in turn order (R3.20)."""
    at = state.order.index(first)
    return [*state.order[at:], *state.order[:at]]


LOAN: Final = 5
REPAYMENT: Final = 6


LoanTaken = derive(SeatAndInterest, "loan_taken", "A loan: five ducats for a token of interest.", rule="R5.04")
LoanRepaid = derive(SeatAndInterest, "loan_repaid", "Six ducats for a token of interest.", rule="R5.04")


class Charged(OfSeat, frozen=True, tag="charged", rule="R7.20", hits=("seat",)):
    """A cost that is mandatory was paid."""

    n: int


class Bankrupt(OfSeat, frozen=True, tag="bankrupt", rule="R7.20"):
    """A realm could not pay what is mandatory, and had no loan left."""

    ducats: int


too_many_loans = Code("R5.04", interest=int)
loan_not_needed = Code("R5.04", has=int, cost=int)
no_loan = Code("R5.04")


class TakeLoan(TurnDeed, frozen=True, tag="take_loan"):
    """Take a loan: five ducats, a token of interest. R5.04."""

    takes = "minor"

    def illegality(self, state: State, seat: str, asked: Content) -> Refusal | None:
        return loan_refused(state, seat)

    def apply(self, play: Play[State], seat: str) -> Frames:
        take_loan(play, seat)
        return []


class RepayLoan(TurnDeed, frozen=True, tag="repay_loan"):
    """Repay a loan: six ducats for a token of interest. R5.04."""

    takes = "minor"

    def fee(self, state: State, seat: str, content: Content) -> Fee:
        return {"ducats": REPAYMENT}

    def illegality(self, state: State, seat: str, asked: Content) -> Refusal | None:
        return lacks(state, seat, **self.fee(state, seat, asked)) if state.led[seat].interest else no_loan()

    def apply(self, play: Play[State], seat: str) -> Frames:
        own = play.state.led[seat]
        pay(play, seat, **self.fee(play.state, seat, play.content))
        own.interest -= 1
        play.emit(LoanRepaid(seat, own.interest))
        return []


LOANS: Final = (TakeLoan, RepayLoan)


def loan_refused(state: State, seat: str) -> Refusal | None:
    """Return why a seat can take no loan."""
    interest = state.led[seat].interest
    return too_many_loans(interest=interest) if interest >= MOST_LOANS else None


def covering_refused(state: State, seat: str, cost: int) -> Refusal | None:
    """Return why a seat can take no loan as a reaction, which covers a cost for which its ducats are too few."""
    has = state.led[seat].ducats
    return loan_refused(state, seat) or (loan_not_needed(has=has, cost=cost) if has >= cost else None)


def take_loan(play: Play[State], seat: str) -> None:
    """Give a seat five ducats and a token of interest."""
    own = play.state.led[seat]
    own.ducats += LOAN
    own.interest += 1
    play.emit(LoanTaken(seat, own.interest))


def charge(play: Play[State], seat: str, n: int) -> Frames:
    """Charge a mandatory cost, with loans for what is missing, and return the frames of a bankruptcy."""
    own = play.state.led[seat]
    while own.ducats < n and own.interest < MOST_LOANS:
        take_loan(play, seat)
    if own.ducats < n:
        return bankruptcy(play, seat)
    if n:
        own.ducats -= n
        play.emit(Charged(seat, n))
    return []


def bankruptcy(play: Play[State], seat: str) -> Frames:
    """Bankrupt a seat, and return the remaining frames (R7.20).

    It loses stability, prestige, all ducats, three tokens of interest, mercenaries, advisors and half of each power;
    with the house rule, power goes first.
    """
    state = play.state
    own = state.led[seat]
    play.emit(Bankrupt(seat, own.ducats))
    gain_prestige(play, seat, -5, "bankruptcy")
    own.ducats = 0
    own.interest = max(0, own.interest - 3)
    for army in own.armies:
        army.mercenary = Units()
        army.area = army.area if army.all else NONE
    for power in POWER.indexes:
        if own.advisors[power] != NONE:
            discard(state, own.advisors[power])
            own.advisors[power] = NONE
    if state.rules.bankruptcy_order == "stability_first":
        return [*gain_stability(play, seat, -3), power_halved(seat)]
    _halve(play, seat)
    return gain_stability(play, seat, -3)


@step("R7.20")
def power_halved(play: Play[State], seat: SeatId) -> None:
    """Remove half of each power, at most three."""
    _halve(play, seat)


def _halve(play: Play[State], seat: str) -> None:
    for power, n in enumerate(play.state.led[seat].power):
        gain_power(play, seat, power, -min(3, -(-n // 2)))
