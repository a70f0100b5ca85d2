"""Contracts and loans, side by side. Rule 2."""

from __future__ import annotations

from typing import Annotated

from adjudicator import Action, Answers, Asking, Choose, Event, Frames, Play
from guild_fair.rules.book import step
from guild_fair.state import CONTRACT, ContractId, SeatId, State


class Keep(Action, frozen=True, tag="keep"):
    """Keep one of the two contracts; the other goes back. Rule 2."""

    contract: ContractId


class Borrow(Action, frozen=True, tag="borrow"):
    """Take a loan of so many coins, each of which costs a renown at the end. Rule 2."""

    coins: int


class Drew(Event, frozen=True, tag="drew", by="seat", rule="2", own=("contracts",)):
    seat: SeatId
    contracts: Annotated[tuple[str, ...], CONTRACT]


class Kept(Event, frozen=True, tag="kept", by="seat", rule="2", own=("contract",)):
    seat: SeatId
    contract: ContractId


class Borrowed(Event, frozen=True, tag="borrowed", by="seat", rule="2", own=("coins",)):
    seat: SeatId
    coins: int


class KeepAnswers(Answers[State]):
    kind, rule, actions = "keep", "2", (Keep,)

    def options(self, state: State, seat: str) -> list[Action]:
        return [Keep(each) for each in dict.fromkeys(state.drawn[seat])]

    def default(self, state: State, seat: str) -> Action:
        return self.options(state, seat)[0]


class LoanAnswers(Answers[State]):
    kind, rule, actions = "loan", "2", (Borrow,)

    def options(self, state: State, seat: str) -> list[Action]:
        return [Borrow(0), Borrow(1), Borrow(2)]

    def default(self, state: State, seat: str) -> Action:
        return Borrow(0)


@step("2")
def contracts(play: Play[State], seat: SeatId) -> Frames:
    drawn = play.pick_many("contracts", "contracts", play.state.pool, 2)
    for each in drawn:
        play.state.pool.remove(each)
    play.state.drawn[seat] = sorted(drawn, key=CONTRACT.number)
    play.emit(None, {seat: Drew(seat, tuple(drawn))})
    return [keep(seat)]


@step("2")
def keep(play: Play[State], seat: SeatId) -> Asking:
    answer: Keep = yield Choose(seat, KeepAnswers())
    play.state.kept[seat] = 1 + play.state.drawn[seat].index(answer.contract)
    play.emit(None, {seat: Kept(seat, answer.contract)})
    return None


@step("2")
def loan(play: Play[State], seat: SeatId) -> Asking:
    answer: Borrow = yield Choose(seat, LoanAnswers())
    play.state.loans[seat] += answer.coins
    if answer.coins:
        play.emit(None, {seat: Borrowed(seat, answer.coins)})
    return None


@step("2", "contracts")
def put_back(play: Play[State]) -> None:
    """Only when all are done: the sizes of piles would tell who is."""
    state = play.state
    for seat in play.seats:
        kept = state.drawn[seat].pop(state.kept[seat] - 1)
        state.pool = sorted([*state.pool, *state.drawn[seat]], key=CONTRACT.number)
        state.contracts[seat] = sorted([*state.contracts[seat], kept], key=CONTRACT.number)
        state.drawn[seat], state.kept[seat] = [], 0
