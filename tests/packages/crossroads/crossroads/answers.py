from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from adjudicator import Action, Answers, Refusal
from crossroads.actions import Bargain, Ride, Spy, Toll, Treaty, Windfall
from crossroads.state import RING, RiderId, State, TownId, in_order, neighbours


class TurnAnswers(Answers[State]):
    kind = "turn"
    rule = "2"
    actions = (Ride, Spy)

    def options(self, state: State, seat: str) -> Iterable[Action]:
        yield from (Ride(town) for town in neighbours(state.riders[seat].town))
        others = (other for other in in_order(state) if other != seat)
        yield from (Spy(other) for other in others if not state.riders[other].dug)

    def check(self, state: State, seat: str, action: Action) -> None:
        if isinstance(action, Ride) and action.to not in neighbours(state.riders[seat].town):
            near = [Ride(town) for town in neighbours(state.riders[seat].town)]
            code = "not_a_neighbour" if action.to in RING else "unknown_town"
            raise Refusal(code, "2", {"from": state.riders[seat].town, "to": action.to}, near)
        super().check(state, seat, action)

    def default(self, state: State, seat: str) -> Ride:
        return Ride(neighbours(state.riders[seat].town)[0])


class TollAnswers(Answers[State]):
    kind = "toll"
    rule = "3"
    actions = (Toll,)
    interrupts = True
    rider: RiderId
    to: TownId

    def __init__(self, rider: str, to: str) -> None:
        self.rider, self.to = rider, to

    def context(self, state: State, seat: str) -> dict[str, Any]:
        """Return who rides where, and in which round."""
        return {"rider": self.rider, "to": self.to, "round": state.round}

    def options(self, state: State, seat: str) -> Iterable[Action]:
        return [Toll()] if state.riders[seat].toll else []


class BargainAnswers(Answers[State]):
    kind = "bargain"
    rule = "6"
    actions = (Bargain,)

    def options(self, state: State, seat: str) -> Iterable[Action]:
        return [Bargain()]


class TreatyAnswers(Answers[State]):
    kind = "treaty"
    rule = "5"
    actions = (Treaty,)

    def options(self, state: State, seat: str) -> Iterable[Action]:
        for other in in_order(state):
            if other != seat:
                yield from (Treaty(seat, other, coins) for coins in range(1, state.riders[seat].coins + 1))

    def check(self, state: State, seat: str, action: Action) -> None:
        assert isinstance(action, Treaty)
        for rider in (action.giver, action.taker):
            if rider not in state.riders:
                raise Refusal("unknown_rider", "5", {"rider": rider})
        if action.giver == action.taker or seat not in (action.giver, action.taker):
            raise Refusal("not_yours_to_sign", "5", {"seat": seat})
        if not 1 <= action.coins <= state.riders[action.giver].coins:
            # the taker must not learn how many coins the giver has
            raise Refusal("cannot_give", "5", {"giver": action.giver})

    def signatories(self, state: State, seat: str, action: Action) -> tuple[str, ...]:
        assert isinstance(action, Treaty)
        return (action.giver, action.taker)


class WindfallAnswers(Answers[State]):
    kind = "windfall"
    rule = "7"
    actions = (Windfall,)

    def options(self, state: State, seat: str) -> Iterable[Action]:
        return [Windfall(rider, coins) for rider in in_order(state) for coins in (1, 2, 3)]
