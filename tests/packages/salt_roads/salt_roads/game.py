"""Salt Roads, put together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator import Frames, Game
from salt_roads import rules
from salt_roads.state import DATA, FORM, GOOD, SEAT, TOWN, State


class SaltRoads(Game[State]):
    id = "salt-roads"
    titles = {"en": "Salt Roads", "ru": "Соляные дороги"}
    version = "1"
    seats = SEAT.ids
    form = FORM
    chapters = (rules,)
    steps = rules.STEPS
    fact_files = (DATA / "map.yaml",)
    parts = {part: f"salt_roads.words:{part.upper()}" for part in ("names", "phrases", "report", "rules", "board")}

    def start(self, seats: Sequence[str], options: Mapping[str, Any], content: Any) -> tuple[State, Frames]:
        at, coins, posts = dict.fromkeys(seats, "city"), dict.fromkeys(seats, 3), dict.fromkeys(TOWN.ids, "")
        deck = [good for good in GOOD.ids for _ in range(6)]
        return State(deck, [], {seat: [] for seat in seats}, at, coins, posts), [rules.deal()]

    def turns_done(self, state: State) -> int:
        return state.round - 1


GAME = SaltRoads()
