"""A table on which one action round is set up: flags, squadrons, markers, then a tile."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from adjudicator import Chance, Match, Refusal
from adjudicator.games.imperial_struggle import GAME
from adjudicator.games.imperial_struggle.fact_types import INVESTMENT, MINISTRY, SIDES, SPACE, TURN
from adjudicator.games.imperial_struggle.house_rules import house_rules
from adjudicator.games.imperial_struggle.rules.action_round import action_round
from adjudicator.games.imperial_struggle.rules.investment import TakeInvestment
from adjudicator.games.imperial_struggle.rules.payment import Payment
from adjudicator.games.imperial_struggle.rules.prices import Quote
from adjudicator.games.imperial_struggle.rules.purchases import quote
from adjudicator.games.imperial_struggle.setup import empty_theatres, initial_state
from adjudicator.games.imperial_struggle.state import HeldMinistry, State, full_advantages, held
from adjudicator.kernel.events import ObservedEvent
from adjudicator.kernel.position import Header, Position
from adjudicator.kernel.steps import stored_frames

E2_M2, E3_D2, E4_D2, E4_M2 = "inv_e2_m2", "inv_e3_d2", "inv_e4_d2", "inv_e4_m2"


class Table:
    """The set-up of turn 1 with a basic tile at every theatre; methods change it, `play` begins a round."""

    def __init__(self) -> None:
        self.state: State = initial_state()
        for theatre in self.state.theatres:
            for side in (0, 1):
                theatre.basic[side] = self.state.pool_basic[side].pop()
        self.match: Any = None
        self.seat = ""

    def bare(self) -> Table:
        """No flags at all."""
        self.state.flags = [0, 0, 0, 0]
        return self

    def flag(self, side: str, *spaces: str) -> Table:
        mask = SPACE.mask_of(spaces)
        self.state.flags = [flags & ~mask for flags in self.state.flags]
        if side:
            self.state.flags[("france", "britain", "usa", "spain").index(side)] |= mask
        return self

    def squadron(self, side: str, *spaces: str) -> Table:
        index = SIDES.index(side)
        self.state.squadrons[index] |= SPACE.mask_of(spaces)
        self.state.unbuilt[index] -= len(spaces)
        return self

    def conflict(self, *spaces: str) -> Table:
        self.state.conflicts |= SPACE.mask_of(spaces)
        return self

    def conflict_plus(self, *spaces: str) -> Table:
        self.state.conflicts_plus |= SPACE.mask_of(spaces)
        return self.conflict(*spaces)

    def damage(self, *spaces: str) -> Table:
        self.state.damaged |= SPACE.mask_of(spaces)
        return self

    def turn(self, number: str) -> Table:
        self.state.turn = TURN.index[number]
        self.state.next_war = TURN.things[self.state.turn].next_war
        return self

    def money(self, side: str, *, debt: int = 0, limit: int = 6, trp: int = 0) -> Table:
        index = SIDES.index(side)
        self.state.debt[index], self.state.debt_limit[index], self.state.treaty_points[index] = debt, limit, trp
        return self

    def cards(self, side: str, *numbers: int, up: bool = False) -> Table:
        """Lay Ministry cards before a side, in the first turn of their era if they do not belong to this one."""
        index = SIDES.index(side)
        laid = [HeldMinistry(number, revealed=up) for number in numbers]
        self.state.ministries[index] = sorted([*self.state.ministries[index], *laid], key=lambda held: held.card)
        eras = MINISTRY.things[numbers[-1] - 1].eras
        if not eras >> TURN.things[self.state.turn].era & 1:
            self.turn({2: "3", 6: "3", 4: "5"}[eras])
            self.state.theatres = empty_theatres(self.state.next_war)
        return self

    def hand(self, side: str, *numbers: int) -> Table:
        """Event cards in a hand."""
        self.state.hands[SIDES.index(side)] = list(numbers)
        self.state.deck = [card for card in self.state.deck if card not in numbers]
        return self

    def ministry(self, number: int) -> HeldMinistry:
        """A Ministry card as it lies now."""
        return next(held for slots in self.now.ministries for held in slots if held.card == number)

    @property
    def now(self) -> State:
        """The position."""
        state: State = self.match.state if self.match is not None else self.state
        return state

    def trp(self, side: str) -> int:
        return self.now.treaty_points[SIDES.index(side)]

    def debt(self, side: str) -> int:
        return self.now.debt[SIDES.index(side)]

    def told(self, *actions: Any) -> list[Any]:
        """The public events that actions of the phasing side led to."""
        return [told.public for action in actions for told in self.match.apply(self.seat, action)]

    def rules(self, **chosen: Any) -> Table:
        self.state.options = house_rules(GAME.chosen_options(chosen))
        return self

    def begin(self, seat: str, *tiles: str, number: int = 1, chance: Sequence[Mapping[str, Any]] = ()) -> Table:
        """Start an action round with these tiles to choose from."""
        state = self.state
        state.advantages = [full_advantages(held(state, side)) for side in (0, 1)]
        state.available = sorted(INVESTMENT.index[tile] for tile in tiles)
        state.first_player = SIDES.index(seat)
        header = Header(GAME.id, GAME.version, GAME.content_hash, GAME.seats, GAME.chosen_options({}))
        frames = stored_frames([action_round(SIDES.index(seat), number)])
        position: Position[State, Any] = Position(0, 0, 0, frames, state, [])
        self.match, self.seat = Match(GAME, header, position, Chance(b"seed", script=chance)), seat
        self.match._run()
        return self

    def play(self, seat: str, tile: str, *, number: int = 1, chance: Sequence[Mapping[str, Any]] = ()) -> Table:
        """Start an action round and take the tile."""
        self.begin(seat, tile, number=number, chance=chance)
        self.do(TakeInvestment(tile))
        return self

    def do(self, *actions: Any) -> Any:
        """Apply actions of the phasing side; what the last one led to."""
        told: list[ObservedEvent[Any]] = []
        for action in actions:
            told = self.match.apply(self.seat, action)
        return told

    def happened(self, *actions: Any) -> list[str]:
        """Tags of the public events that the actions led to."""
        return [
            str(told.public.__struct_config__.tag)
            for action in actions
            for told in self.match.apply(self.seat, action)
            if told.public is not None
        ]

    def refused(self, action: Any) -> Any:
        """The refusal of an action, which must change nothing and suggest only legal actions."""
        before = self.match.checkpoint()
        with pytest.raises(Refusal) as caught:
            self.match.apply(self.seat, action)
        assert self.match.checkpoint() == before
        for near in caught.value.nearest:
            self.match.check(self.seat, near)
        return caught.value

    def quote(self, action: Payment) -> Quote:
        return quote(self.match.state, SIDES.index(self.seat), action)

    def cost(self, action: Payment) -> int:
        return self.quote(action).cost

    def terms(self, action: Payment) -> list[tuple[str, str, int]]:
        return [(term.what, term.rule, term.amount) for term in self.quote(action).terms]

    def options(self, op: str = "") -> list[Any]:
        found = self.match.options(self.seat)
        return [option for option in found if option.op == op] if op else found

    @property
    def decision(self) -> str:
        """Kind of the open decision, "" when the round is over."""
        open_ = self.match.decisions()
        return open_[0].kind if open_ else ""


@pytest.fixture
def table() -> Table:
    return Table()
