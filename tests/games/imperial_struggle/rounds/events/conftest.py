"""A table on which one Event card is played: who holds it, which ministries lie there, what follows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from adjudicator.games.imperial_struggle import GAME
from adjudicator.games.imperial_struggle.fact_events import EVENT
from adjudicator.games.imperial_struggle.fact_types import ACTION_TYPES, INVESTMENT, NONE, SIDES, SPACE, TURN, WAR_TILE
from adjudicator.games.imperial_struggle.facts import FACTS
from adjudicator.games.imperial_struggle.rules.events.effects import EventWithoutEffect
from adjudicator.games.imperial_struggle.setup import empty_theatres
from adjudicator.games.imperial_struggle.state import HeldMinistry, State
from adjudicator.kernel.events import ObservedEvent

if TYPE_CHECKING:
    from conftest import Table

TILES = {"": "inv_m3_e2", "economic": "inv_e3_m2", "diplomatic": "inv_d3_m2", "military": "inv_m3_e2"}
"""A tile with the event symbol for each type that a card may ask for."""
BEARERS = {
    ("france", "1"): {"governance": 1, "finance": 2, "style": 3, "scholarship": 3, "mercantilism": 9},
    ("britain", "1"): {"governance": 5, "style": 6, "mercantilism": 7, "finance": 8, "scholarship": 10},
    ("france", "3"): {"governance": 11, "finance": 11, "mercantilism": 12, "style": 13, "scholarship": 14},
    ("britain", "3"): {"mercantilism": 7, "governance": 15, "style": 16, "finance": 17, "scholarship": 18},
    ("france", "5"): {"finance": 23, "style": 23, "mercantilism": 24, "governance": 25, "scholarship": 26},
    ("britain", "5"): {"scholarship": 19, "style": 20, "mercantilism": 21, "governance": 22, "finance": 17},
}
"""A ministry with each keyword, by side and turn."""


class Cards:
    """`hold` a card, make its bonus condition true with `bonus`, then `play` it with its choices."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.side, self.card, self.turn = "", 0, "1"
        self.reveal: tuple[str, ...] = ()
        self.events: list[Any] = []

    @property
    def state(self) -> State:
        state: State = self.table.match.state if self.table.match is not None else self.table.state
        return state

    def at(self, turn: str) -> Cards:
        """Another turn, with its war display, its cards and nothing drawn."""
        state = self.table.state
        self.turn = turn
        self.table.turn(turn)
        state.theatres = empty_theatres(state.next_war)
        state.pool_bonus = (
            [list(side) for side in FACTS.bonus_sets[state.next_war]] if state.next_war != NONE else [[], []]
        )
        state.pool_basic = [list(FACTS.basic_set), list(FACTS.basic_set)]
        for theatre in state.theatres:
            for side in (0, 1):
                theatre.basic[side] = state.pool_basic[side].pop()
        era = TURN.things[state.turn].era
        state.deck = [card for past in range(era + 1) for card in FACTS.events_of_era(past)]
        state.removed_events = []
        return self

    def hold(self, side: str, card: int, *others: int, turn: str = "") -> Cards:
        """A card in hand, in the first turn of its era or another one."""
        self.at(turn or str(2 * EVENT.things[card - 1].era + 1))
        self.side, self.card = side, card
        self.state.hands[SIDES.index(side)] = [card, *others]
        self.state.deck = [number for number in self.state.deck if number not in (card, *others)]
        return self

    def ministry(self, number: int, *, up: bool = False) -> Cards:
        held = self.state.ministries[SIDES.index(self.side)]
        held.append(HeldMinistry(number, revealed=up))
        held.sort(key=lambda card: card.card)
        return self

    def bonus(self) -> Cards:
        """A face-down ministry with the keyword of the card, which `play` turns up."""
        condition = EVENT.things[self.card - 1].bonus_if
        assert condition is not None
        assert condition.keyword
        era = str(TURN.things[self.state.turn].era * 2 + 1)
        number = BEARERS[self.side, era][condition.keyword]
        self.reveal = (f"m{number}",)
        return self.ministry(number)

    def lay(self, side: str, theatre: int, count: int = 1) -> list[str]:
        """Bonus War tiles at a theatre; their ids."""
        index = SIDES.index(side)
        tiles = [self.state.pool_bonus[index].pop(0) for _ in range(count)]
        at = self.state.theatres[theatre - 1]
        at.bonus[index] = sorted([*at.bonus[index], *tiles])
        return [WAR_TILE.ids[tile] for tile in tiles]

    def begin(self, tile: str = "") -> Cards:
        """The tile is taken."""
        action = EVENT.things[self.card - 1].action
        if self.table.match is None:
            tile = tile or TILES["" if action == NONE else ACTION_TYPES[action]]
            self.state.stack.remove(INVESTMENT.index[tile])
            self.table.play(self.side, tile)
        return self

    def play(self, tile: str = "", **choices: Any) -> Cards:
        """Play the card in one line with its choices; `bonus` is demanded if `bonus()` was called."""
        self.begin(tile)
        line = {"op": "play_event", "card": self.card, **choices}
        if self.reveal:
            line |= {"reveal": list(self.reveal), "bonus": True}
        return self.do(line)

    def do(self, action: Any, by: str = "") -> Cards:
        told: list[ObservedEvent[Any]] = self.table.match.apply(by or self.side, action)
        self.events += [each.public for each in told if each.public is not None]
        assert [wrong for wrong in GAME.invariants(self.state) if not wrong.startswith("investment")] == []
        return self

    def refused(self, **choices: Any) -> Any:
        """The refusal of the card, or of one of its choices."""
        self.begin()
        line = {"op": "play_event", "card": self.card, **choices}
        if self.reveal:
            line |= {"reveal": list(self.reveal), "bonus": True}
        return self.table.refused(line)

    def choose(self, part: str = "effect", by: str = "", **choices: Any) -> Cards:
        return self.do({"op": "choose_for_event", "card": self.card, "part": part, **choices}, by)

    def asked(self) -> list[Any]:
        """The options of whoever is asked."""
        (decision,) = self.table.match.decisions()
        found: list[Any] = self.table.match.options(decision.seats[0])
        return found

    # what there is to see

    def flag(self, space: str) -> str:
        bit = 1 << SPACE.index[space]
        return next(
            (name for name, mask in zip(("france", "britain", "usa"), self.state.flags[:3], strict=True) if mask & bit),
            "",
        )

    def conflicts(self) -> set[str]:
        return set(SPACE.ids_of(self.state.conflicts))

    def vp(self) -> int:
        """Points won by the side that plays since the set-up."""
        change = self.state.vp - FACTS.set_up.vp
        return change if self.side == "france" else -change

    def points(self) -> dict[str, int]:
        """Points of the tile's Major Action and of the event without a condition."""
        assert self.state.ap is not None
        return {name: n for name, n in zip(ACTION_TYPES, self.state.ap.major, strict=True) if n}

    def restricted(self) -> list[tuple[str, int, str]]:
        assert self.state.ap is not None
        return [(ACTION_TYPES[each.type], each.n, each.rule) for each in self.state.ap.restricted]

    def debt(self, side: str = "") -> int:
        return self.state.debt[SIDES.index(side or self.side)]

    def void(self) -> list[tuple[str, str]]:
        """Ops without effect."""
        return [(each.part, each.op) for each in self.events if isinstance(each, EventWithoutEffect)]


@pytest.fixture
def cards(table: Table) -> Cards:
    return Cards(table)
