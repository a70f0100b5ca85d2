"""Claims (R11.20)."""

from __future__ import annotations

import pytest

from adjudicator import Action
from adjudicator.games.europa_universalis.facts import AREA
from adjudicator.games.europa_universalis.rules.claims import FabricateClaims, ReturnClaim
from adjudicator.games.europa_universalis.slots import STRUGGLE
from adjudicator.games.europa_universalis.state import State
from tests.games.europa_universalis.diplomats import (
    Arrange,
    acting,
    area,
    do,
    has,
    refused,
    table,
    war,
    whole,
)


def test_claims_cost_two_each_r11_20() -> None:
    match = table(has("castile", power=(0, 5, 0)), frames=acting("castile"))
    do(match, FabricateClaims(("aragon", "portugal")))
    assert match.state.led["castile"].claims == AREA.mask_of(("andalucia", "aragon", "portugal"))
    assert match.state.led["castile"].power[1] == 1


def test_a_claim_in_a_battleground_costs_one_r11_20() -> None:
    def struggle(state: State) -> None:
        state.goals.upcoming = STRUGGLE.index["italian_wars"]

    match = table(struggle, has("france", power=(0, 1, 0)), frames=acting("france"))
    do(match, FabricateClaims(("lombardy",)))
    assert match.state.led["france"].power[1] == 0


@pytest.mark.parametrize(
    ("arrange", "action", "code"),
    [
        ([], FabricateClaims(("andalucia",)), "claimed_already"),
        ([has("castile", cores=1 << area("aragon"))], FabricateClaims(("aragon",)), "claimed_already"),
        ([whole("castile", "leon")], FabricateClaims(("leon",)), "all_is_own"),
        ([], FabricateClaims(("seine",)), "not_beside"),
        ([], FabricateClaims(("canada",)), "not_beside"),
        ([], FabricateClaims(("aragon", "portugal")), "too_little_power"),
        ([], FabricateClaims(()), "no_areas"),
        ([], FabricateClaims(("aragon", "aragon")), "no_areas"),
        ([war("castile", "granada")], FabricateClaims(("aragon",)), "claims_at_war"),
    ],
)
def test_what_is_against_a_claim_r11_20(arrange: list[Arrange], action: Action, code: str) -> None:
    refused(table(*arrange, frames=acting("castile")), action, code)


def test_a_distant_claim_needs_somebody_there_and_a_border_r11_20() -> None:
    """Mexico is inhabited; Mississippi beside it belongs to Castile, the Aztecs live in Mexico only."""
    match = table(whole("castile", "mississippi"), frames=acting("castile"))
    refused(match, FabricateClaims(("florida",)), "not_beside")
    do(match, FabricateClaims(("mexico",)))
    assert match.state.led["castile"].claims >> area("mexico") & 1


def test_a_claim_is_taken_back_r5_06() -> None:
    match = table(frames=acting("castile"))
    refused(match, ReturnClaim("aragon"), "no_claim_there")
    do(match, ReturnClaim("andalucia"))
    assert match.state.led["castile"].claims == 0
