"""Turns: contracts are worked on, and undercut; what their cards leave to the moderator. Rule 3."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator import (
    MODERATOR,
    Action,
    Answers,
    Asking,
    ByHand,
    Choose,
    Event,
    Play,
    Refusal,
    ValidatedAnswers,
    Window,
)
from adjudicator.components import Code
from guild_fair.rules.book import step
from guild_fair.rules.feuds import Feud, bout, end_of_feud, not_yourself
from guild_fair.state import CONTRACT, ContractId, SeatId, State


class Work(Action, frozen=True, tag="work"):
    """Fulfil a contract for a coin: its worth in renown. Rule 3."""

    contract: ContractId


class Save(Action, frozen=True, tag="save"):
    """Take two coins. Rule 3."""


class Undercut(Action, frozen=True, tag="undercut"):
    """Pay a coin, and the contract brings one renown less. Rule 3."""


class Saved(Event, frozen=True, tag="saved", by="seat", rule="3"):
    seat: SeatId


class Worked(Event, frozen=True, tag="worked", by="seat", rule="3"):
    seat: SeatId
    contract: ContractId
    renown: int


class WasUndercut(Event, frozen=True, tag="was_undercut", by="seat", rule="3"):
    seat: SeatId
    worker: SeatId


class DoneByHand(Event, frozen=True, tag="done_by_hand", rule="3"):
    seat: SeatId
    contract: ContractId


no_such_contract = Code("3", contract=CONTRACT)
no_coin = Code("3")


class TurnAnswers(ValidatedAnswers[State]):
    kind, rule, actions = "turn", "3", (Work, Save, Feud)

    def candidates(self, state: State, seat: str) -> list[Action]:
        return [*map(Work, dict.fromkeys(state.contracts[seat])), Save(), *map(Feud, state.coins)]

    def illegality(self, state: State, seat: str, action: Action) -> Refusal | None:
        if isinstance(action, Feud):
            return not_yourself([Save()]) if action.against == seat else None
        if not isinstance(action, Work):
            return None
        if action.contract not in state.contracts[seat]:
            return no_such_contract([Save()], contract=action.contract)
        return no_coin([Save()]) if state.coins[seat] < 1 else None

    def default(self, state: State, seat: str) -> Action:
        return Save()


class UndercutAnswers(Answers[State]):
    """Asked of all who have a coin, whether or not they would."""

    kind, rule, actions, secret, interrupts = "undercut", "3", (Undercut,), True, True
    worker: SeatId

    def __init__(self, worker: str) -> None:
        self.worker = worker

    def options(self, state: State, seat: str) -> list[Action]:
        return [Undercut()]

    def context(self, state: State, seat: str) -> dict[str, Any]:
        return {"worker": self.worker}


class ManualAnswers(ByHand[State]):
    """Asked of the moderator: what the words of a pack say that a contract does."""

    kind, rule = "manual", "3"
    seat: SeatId
    contract: ContractId

    def __init__(self, seat: str, contract: str, words: Mapping[str, str]) -> None:
        self.seat, self.contract, self.words = seat, contract, words

    def involved(self, state: State) -> tuple[str, ...]:
        return (self.seat,)

    def context(self, state: State, seat: str) -> dict[str, Any]:
        return {"seat": self.seat, "contract": self.contract, "words": dict(self.words)}


@step("3", "market")
def turn(play: Play[State], seat: SeatId) -> Asking:
    answer: Work | Save | Feud = yield Choose(seat, TurnAnswers())
    state = play.state
    if isinstance(answer, Work):
        state.coins[seat] -= 1
        state.contracts[seat].remove(answer.contract)  # it lies open from here on
        state.done = sorted([*state.done, answer.contract], key=CONTRACT.number)
        return [undercutting(seat, answer.contract)]
    if isinstance(answer, Feud):
        state.bouts = 3
        return [*(bout(seat, answer.against) for _ in range(3)), end_of_feud(seat, answer.against)]
    state.coins[seat] += 2
    play.emit(Saved(seat))
    return None


@step("3", "market")
def undercutting(play: Play[State], seat: SeatId, contract: ContractId) -> Asking:
    others = tuple(other for other in play.seats if other != seat and play.state.coins[other])
    reactions: list[tuple[str, Action]] = []
    if others:
        reactions = yield Window(others, UndercutAnswers(seat), count="first")
    state, renown = play.state, max(0, play.content.contracts[contract].reward - len(reactions))
    for other, _ in reactions:
        state.coins[other] -= 1
        play.emit(WasUndercut(other, seat))
    state.renown[seat] += renown
    play.emit(Worked(seat, contract, renown))
    return [by_hand(seat, contract)] if play.content.contracts[contract].manual else None


@step("3", "market")
def by_hand(play: Play[State], seat: SeatId, contract: ContractId) -> Asking:
    yield Choose(MODERATOR, ManualAnswers(seat, contract, play.content.contracts[contract].manual))
    play.emit(DoneByHand(seat, contract))
    return None
