"""Every worked example of the rulebook is held by a test, which says so by section and subject:
`@pytest.mark.example("ex_7_2_appoint_advisor")`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pytest

EXAMPLES: Final = (
    "ex_4_3_rebels_siege_leon",
    "ex_4_3_religious_dissent_andalucia",
    "ex_4_4_income_castile",
    "ex_4_4_monarch_power_castile",
    "ex_4_4_refresh_castile",
    "ex_4_5_curia_prestige",
    "ex_4_5_authority_4_no_prestige",
    "ex_4_5_colonists",
    "ex_4_5_dnpr_alliance_ends",
    "ex_4_5_imperial_influence",
    "ex_4_7_final_scoring_castile",
    "ex_5_1_event_wars_of_the_roses",
    "ex_5_1_explore_england",
    "ex_5_3_colonize_england",
    "ex_5_4_influence_france",
    "ex_5_4_trade_cloth_england",
    "ex_5_5_declare_war_castile",
    "ex_9_6_battle_castile_granada",
    "ex_5_5_naval_bridge_france",
    "ex_5_5_recruit_england",
    "ex_6_2_counterespionage",
    "ex_6_2_war_taxes",
    "ex_7_2_appoint_advisor",
    "ex_5_3_stability_costs",
    "ex_9_1_dow_austria_venice_calls",
    "ex_9_1_dow_austria_venice_naval",
    "ex_9_1_dow_austria_venice_land",
    "ex_9_7_three_realm_battle",
    "ex_9_4_artillery_siege",
    "ex_12_5_bordeaux_tie",
    "ex_12_5_secondary_genoa",
    "ex_12_anatomy_fur",
    "ex_16_2_event_display",
)
"""All of them, in the order of the book."""


@cache
def held() -> tuple[tuple[str, str], ...]:
    """Which example each test of this folder holds."""
    return tuple(_held())


def _held() -> Iterator[tuple[str, str]]:
    for path in sorted(Path(__file__).parent.glob("test_*.py")):
        for test in ast.parse(path.read_text()).body:
            if isinstance(test, ast.FunctionDef) and test.name.startswith("test_"):
                marks = (each for each in test.decorator_list if isinstance(each, ast.Call))
                for mark in marks:
                    if ast.unparse(mark.func) == "pytest.mark.example":
                        (id,) = mark.args
                        yield ast.literal_eval(id), test.name


@pytest.mark.parametrize("id", EXAMPLES)
def test_an_example_of_the_rulebook_is_held(id: str) -> None:
    assert [name for each, name in held() if each == id], f"no test holds {id}"


def test_no_test_holds_an_example_that_is_not_there() -> None:
    assert {id for id, _ in held()} <= {*EXAMPLES}
    assert len({*EXAMPLES}) == len(EXAMPLES) == 33
