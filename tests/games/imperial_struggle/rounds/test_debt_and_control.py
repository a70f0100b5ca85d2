"""Counts and leads (3.8, 3.9), forced debt (6.3b), treaty points (9.2), refusals."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from adjudicator.games.imperial_struggle import rules
from adjudicator.games.imperial_struggle.fact_types import BRITAIN, EUROPE, FRANCE, NONE, SPACE
from adjudicator.games.imperial_struggle.facts import FACTS
from adjudicator.games.imperial_struggle.game import CHAPTERS
from adjudicator.games.imperial_struggle.rules.control import (
    can_bear_conflict,
    controller,
    count,
    empty_spaces,
    lead,
    protected,
    take_control,
)
from adjudicator.games.imperial_struggle.rules.debt import force_debt, gain_treaty_points, lose_treaty_points
from adjudicator.games.imperial_struggle.rules.shifts import no_flag
from adjudicator.games.imperial_struggle.state import State
from adjudicator.kernel.codes import codes_in
from adjudicator.kernel.play import Play

if TYPE_CHECKING:
    from conftest import Table


def play_of(table: Table) -> Play[State]:
    table.begin("france", "inv_d4_m2")
    match = table.match
    return Play(match.header, match.position, match.chance, match.log)


def test_spaces_with_a_conflict_marker_do_not_count_3_8(table: Table) -> None:
    europe = FACTS.by_region[EUROPE]
    assert (count(table.state, FRANCE, europe), count(table.state, BRITAIN, europe)) == (4, 3)
    assert lead(table.state, europe) == (FRANCE, 1)
    table.conflict("bavaria")
    assert lead(table.state, europe) == (NONE, 0)


def test_squadrons_count_like_flags_3_6(table: Table) -> None:
    table.squadron("britain", "biscay", "balearic")
    assert lead(table.state, FACTS.by_region[EUROPE]) == (BRITAIN, 1)


@pytest.mark.parametrize(
    ("space", "owner"), [("bavaria", 0), ("calcutta", 1), ("savoy", NONE), ("biscay", 1), ("acadia", 2), ("havana", 3)]
)
def test_who_controls_a_space_3_2_7(table: Table, space: str, owner: int) -> None:
    table.squadron("britain", "biscay").flag("usa", "acadia").flag("spain", "havana")
    assert controller(table.state, SPACE.index[space]) == owner


def test_empty_means_no_flag_no_squadron_and_in_play_3_2_8(table: Table) -> None:
    table.squadron("britain", "biscay")
    empty = SPACE.ids_of(empty_spaces(table.state))
    assert {"savoy", "balearic"} <= set(empty)
    assert not {"biscay", "bavaria", "sons_of_liberty"} & set(empty)


def test_markers_lie_on_political_spaces_and_markets_only_3_8(table: Table) -> None:
    table.conflict("savoy")
    spaces = SPACE.ids_of(can_bear_conflict(table.state))
    assert {SPACE.thing(space).type for space in spaces} == {"political", "market"}
    assert "savoy" not in spaces


def test_protection_needs_the_own_squadron_or_undamaged_fort_3_2_8(table: Table) -> None:
    table.squadron("france", "hooghly_river")
    assert SPACE.ids_of(protected(table.state, FRANCE)) == ("plassey",)
    assert protected(table.state, BRITAIN) == 0


def test_taking_control_replaces_the_flag_3_2_8(table: Table) -> None:
    play = play_of(table)
    take_control(play, FRANCE, SPACE.index["calcutta"])
    assert controller(play.state, SPACE.index["calcutta"]) == FRANCE
    assert not play.state.flags[1] & SPACE.mask_of(["calcutta"])


@pytest.mark.parametrize(("debt", "left", "vp"), [(3, 5, 15), (5, 6, 16), (6, 6, 17)])
def test_forced_debt_beyond_the_limit_scores_for_the_opponent_6_3_b(
    table: Table, debt: int, left: int, vp: int
) -> None:
    table.money("britain", debt=debt)
    play = play_of(table)
    force_debt(play, BRITAIN, 2, "test")
    assert (play.state.debt[1], play.state.vp) == (left, vp)


def test_treaty_points_above_four_are_lost_in_their_phase_only_9_2(table: Table) -> None:
    play = play_of(table)
    gain_treaty_points(play, FRANCE, 6, "test")
    assert play.state.treaty_points[0] == 6
    lose_treaty_points(play, FRANCE, "test")
    assert play.state.treaty_points[0] == 4


@pytest.mark.slow
def test_every_code_of_the_rules_has_a_name_of_its_own_and_is_used() -> None:
    game = Path(next(iter(rules.__path__))).parent
    text = "".join(path.read_text() for path in (*game.glob("*.py"), *game.glob("rules/**/*.py")))
    names = [code.name for code in codes_in(*CHAPTERS)]
    assert len(names) == len(set(names)) > 140
    assert [name for name in names if len(re.findall(rf"\b{name}\b(?!\"| = )", text)) < 1] == []


def test_a_refusal_with_other_facts_is_a_fault_of_the_program() -> None:
    with pytest.raises(TypeError):
        no_flag(place="savoy")
