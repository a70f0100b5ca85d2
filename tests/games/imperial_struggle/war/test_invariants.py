"""What is impossible in a war is found out."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from adjudicator.games.imperial_struggle.fact_types import SPACE
from adjudicator.games.imperial_struggle.invariants import violations
from adjudicator.games.imperial_struggle.state import ResolvedTheatre, SpoilsLeft, State, TileEffect

if TYPE_CHECKING:
    from conftest import Fields


def _resolve_twice(state: State) -> None:
    state.war.resolved = [ResolvedTheatre(1, 0, 2)]  # type: ignore[union-attr]


def _effects_too_late(state: State) -> None:
    state.war.effects_left = [TileEffect(0, 0)]  # type: ignore[union-attr]


def _safe_without_refusal(state: State) -> None:
    state.war.immune = SPACE.mask_of(["gibraltar"])  # type: ignore[union-attr]


def _used_and_gone(state: State) -> None:
    state.war.squadrons_used[0] = SPACE.mask_of(["biscay"])  # type: ignore[union-attr]


def _no_spoils(state: State) -> None:
    state.war.spoils = None  # type: ignore[union-attr]


def _spoils_of_another_war(state: State) -> None:
    state.war.spoils.usa = True  # type: ignore[union-attr]


def _peace_in_war(state: State) -> None:
    state.phase = "ministry"


def _no_theatre(state: State) -> None:
    state.theatre = 0


def _early_usa(state: State) -> None:
    state.flags[2] = SPACE.mask_of(["san_agustin"])


def _left_over(state: State) -> None:
    state.unassigned[0].append(state.pool_bonus[0].pop())


def _slot_without_victory(state: State) -> None:
    state.jacobite_extra = True


@pytest.mark.parametrize(
    "spoil",
    [
        _resolve_twice,
        _effects_too_late,
        _safe_without_refusal,
        _used_and_gone,
        _no_spoils,
        _spoils_of_another_war,
        _peace_in_war,
        _no_theatre,
        _early_usa,
        _left_over,
        _slot_without_victory,
    ],
)
def test_a_broken_war_is_noticed(field: Fields, spoil: Callable[[State], None]) -> None:
    battle = field("wss_spain").margin("france", 4)
    battle.war.resolved = [ResolvedTheatre(1, 0, 2)]
    battle.fight()
    assert battle.now.war.spoils == SpoilsLeft(0, 2)
    assert violations(battle.now) == []
    spoil(battle.now)
    assert violations(battle.now)
