"""Pacts, gifts, deals and the levy. Rule 5."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Annotated, Any

from adjudicator import Action, Agree, Answers, Asking, Event, Play, Refusal, ValidatedAnswers
from adjudicator.components import Code
from guild_fair.rules.book import step
from guild_fair.state import SEAT, SeatId, State


class Pact(Action, frozen=True, tag="pact"):
    """Two or more guilds become allies, in secret. Rule 5."""

    members: Annotated[tuple[str, ...], SEAT]


class Give(Action, frozen=True, tag="give"):
    """Give another guild a coin, openly. Rule 5."""

    to: SeatId


class Hire(Action, frozen=True, tag="hire"):
    """A guild pays another so many coins, and has a renown of it; both sign, and all may see the offer. Rule 5."""

    patron: SeatId
    worker: SeatId
    coins: int


class Levy(Action, frozen=True, tag="levy"):
    """The richest guild gives the poorest so many coins, for as much renown. Rule 5."""

    coins: int


class PactMade(Event, frozen=True, tag="pact_made", rule="5"):
    members: Annotated[tuple[str, ...], SEAT]


class Given(Event, frozen=True, tag="given", by="seat", rule="5"):
    seat: SeatId
    to: SeatId


class Hired(Event, frozen=True, tag="hired", by="patron", rule="5"):
    patron: SeatId
    worker: SeatId
    coins: int


class LevyPaid(Event, frozen=True, tag="levy_paid", rule="5"):
    rich: SeatId
    poor: SeatId
    coins: int


not_a_member = Code("5")
nothing_to_give = Code("5")
not_to_yourself = Code("5")
not_hired = Code("5")
cannot_pay = Code("5", patron=SEAT)


class PactAnswers(ValidatedAnswers[State]):
    """At any time."""

    kind, rule, actions, open_offers = "pact", "5", (Pact, Give, Hire), (Hire,)

    def candidates(self, state: State, seat: str) -> Iterator[Action]:
        found = (members for count in (2, 3) for members in combinations(state.coins, count) if seat in members)
        yield from (Pact(members) for members in found if set(members) - {seat, *state.allies[seat]})
        yield from map(Give, state.coins)
        for other in (each for each in state.coins if each != seat):
            yield from (Hire(seat, other, coins) for coins in range(2, state.coins[seat] + 1))
            yield from (Hire(other, seat, coins) for coins in range(2, state.coins[other] + 1))

    def illegality(self, state: State, seat: str, action: Action) -> Refusal | None:
        if isinstance(action, Give):
            if action.to == seat or action.to not in state.coins:
                return not_to_yourself()
            return None if state.coins[seat] else nothing_to_give()
        if isinstance(action, Hire):
            both = {action.patron, action.worker}
            if seat not in both or len(both) < 2 or not both <= set(state.coins) or action.coins < 2:
                return not_hired()
            return None if state.coins[action.patron] >= action.coins else cannot_pay(patron=action.patron)
        assert isinstance(action, Pact)
        if seat not in action.members or len(set(action.members)) < 2 or not set(action.members) <= set(state.coins):
            return not_a_member()
        return None

    def signatories(self, state: State, seat: str, action: Action) -> tuple[str, ...]:
        if isinstance(action, Give):
            return (seat,)
        if isinstance(action, Hire):
            return tuple(each for each in state.coins if each in (action.patron, action.worker))
        assert isinstance(action, Pact)
        return tuple(each for each in state.coins if each in action.members)


class LevyAnswers(Answers[State]):
    kind, rule, actions = "levy", "5", (Levy,)
    rich: SeatId
    poor: SeatId

    def __init__(self, rich: str, poor: str) -> None:
        self.rich, self.poor = rich, poor

    def options(self, state: State, seat: str) -> list[Action]:
        return [Levy(coins) for coins in range(1, state.coins[self.rich] + 1)]

    def context(self, state: State, seat: str) -> dict[str, Any]:
        return {"rich": self.rich, "poor": self.poor}


@step("5")
def pact_made(play: Play[State], members: Annotated[list[str], SEAT]) -> None:
    for each in members:
        known = {*play.state.allies[each], *members} - {each}
        play.state.allies[each] = sorted(known, key=SEAT.number)
    play.emit(None, dict.fromkeys(members, PactMade(tuple(members))))


@step("5")
def hired(play: Play[State], patron: SeatId, worker: SeatId, coins: int) -> None:
    play.state.coins[patron] -= coins
    play.state.coins[worker] += coins
    play.state.renown[patron] += 1
    play.emit(Hired(patron, worker, coins))


@step("5")
def given(play: Play[State], seat: SeatId, to: SeatId) -> None:
    play.state.coins[seat] -= 1
    play.state.coins[to] += 1
    play.emit(Given(seat, to))


@step("5", "levy")
def levy(play: Play[State]) -> Asking:
    coins = play.state.coins
    rich = max(play.seats, key=lambda seat: coins[seat])
    poor = min(play.seats, key=lambda seat: coins[seat])
    if coins[rich] < 2 + coins[poor]:
        return None
    agreed: Levy | None = yield Agree((rich, poor), LevyAnswers(rich, poor), proposer=poor)
    if agreed is not None:
        coins[rich] -= agreed.coins
        coins[poor] += agreed.coins
        play.state.renown[rich] += agreed.coins
        play.emit(LevyPaid(rich, poor, agreed.coins))
    return None
