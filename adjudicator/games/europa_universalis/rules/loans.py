"""Loans, costs that must be covered, bankruptcy (R5.04, R7.20)."""

from typing import Final

from adjudicator import Event, Frames, Play, Refusal
from adjudicator.components import Code

from ..content import Content
from ..facts import NONE, POWER, SeatId
from ..state import State, Units
from .decks import discard
from .deeds import TurnDeed, deeds_of
from .purse import MOST_LOANS, gain_power, gain_prestige, gain_stability, lacks, pay

LOAN: Final = 5
REPAYMENT: Final = 6


class LoanTaken(Event, frozen=True, tag="loan_taken", rule="R5.04", by="seat"):
    """A loan: five ducats for a token of interest; `interest`: how many there are."""

    seat: SeatId
    interest: int


class LoanRepaid(Event, frozen=True, tag="loan_repaid", rule="R5.04", by="seat"):
    """Six ducats for a token of interest."""

    seat: SeatId
    interest: int


class Charged(Event, frozen=True, tag="charged", rule="R7.20", by="seat"):
    """A cost that is mandatory was paid."""

    seat: SeatId
    n: int


class Bankrupt(Event, frozen=True, tag="bankrupt", rule="R7.20", by="seat"):
    """A realm could not pay what is mandatory, and had no loan left."""

    seat: SeatId
    ducats: int


too_many_loans = Code("R5.04", interest=int)
no_loan = Code("R5.04")


class TakeLoan(TurnDeed, frozen=True, tag="take_loan"):
    """Take a loan: five ducats, a token of interest. R5.04."""

    takes = "minor"

    def refused(self, state: State, seat: str, asked: Content) -> Refusal | None:
        return loan_refused(state, seat)

    def done(self, play: Play[State], seat: str) -> Frames:
        take_loan(play, seat)
        return []


class RepayLoan(TurnDeed, frozen=True, tag="repay_loan"):
    """Repay a loan: six ducats for a token of interest. R5.04."""

    takes = "minor"

    def refused(self, state: State, seat: str, asked: Content) -> Refusal | None:
        return lacks(state, seat, ducats=REPAYMENT) if state.led[seat].interest else no_loan()

    def done(self, play: Play[State], seat: str) -> Frames:
        own = play.state.led[seat]
        pay(play, seat, ducats=REPAYMENT)
        own.interest -= 1
        play.emit(LoanRepaid(seat, own.interest))
        return []


DEEDS: Final = deeds_of(TakeLoan, RepayLoan)


def loan_refused(state: State, seat: str) -> Refusal | None:
    """Why a seat can take no loan."""
    interest = state.led[seat].interest
    return too_many_loans(interest=interest) if interest >= MOST_LOANS else None


def take_loan(play: Play[State], seat: str) -> None:
    """Five ducats and a token of interest."""
    own = play.state.led[seat]
    own.ducats += LOAN
    own.interest += 1
    play.emit(LoanTaken(seat, own.interest))


def charge(play: Play[State], seat: str, n: int) -> bool:
    """A mandatory cost: ducats are paid; what is missing needs loans, and then bankruptcy. Whether it was paid."""
    own = play.state.led[seat]
    while own.ducats < n and own.interest < MOST_LOANS:
        take_loan(play, seat)
    if own.ducats < n:
        bankruptcy(play, seat)
        return False
    if n:
        own.ducats -= n
        play.emit(Charged(seat, n))
    return True


def bankruptcy(play: Play[State], seat: str) -> None:
    """Stability, prestige, all ducats, three tokens of interest, mercenaries, advisors and half of each power are gone
    (R7.20); power first, with the house rule.
    """
    state = play.state
    own = state.led[seat]
    play.emit(Bankrupt(seat, own.ducats))
    if state.rules.bankruptcy_order == "stability_first":
        gain_stability(play, seat, -3)
    for power in POWER.indexes:
        gain_power(play, seat, power, -min(3, -(-own.power[power] // 2)))
    if state.rules.bankruptcy_order == "halving_first":
        gain_stability(play, seat, -3)
    gain_prestige(play, seat, -5)
    own.ducats = 0
    own.interest = max(0, own.interest - 3)
    for army in own.armies:
        army.mercenary = Units()
        if not army.all:
            army.area = NONE
    for power in POWER.indexes:
        if own.advisors[power] != NONE:
            discard(state, own.advisors[power])
            own.advisors[power] = NONE
