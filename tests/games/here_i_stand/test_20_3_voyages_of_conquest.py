"""Voyages of conquest (20.3)."""

import pytest

from adjudicator.games.here_i_stand.facts import CONQUEST, CONQUISTADOR
from adjudicator.games.here_i_stand.rules import table as rules
from adjudicator.games.here_i_stand.rules.impulses import PlayEvent
from tests.games.here_i_stand.statements import shows
from tests.games.here_i_stand.table import dice, do, refused, state_of, table
from tests.games.here_i_stand.voyages import only, played, powers, resolved

CONQUERED = {6: None, 7: None, 8: None, 9: "maya", 10: "aztec", 11: "inca", 12: "inca"}


@shows("20.3/2")
@pytest.mark.parametrize(("result", "found"), CONQUERED.items())
def test_the_results_of_a_conquest(result: int, found: str | None) -> None:
    faces = max(1, result - 1 - 6), min(6, result - 1 - 1)
    match = resolved(
        state_of(conquering=powers("hapsburg"), conquistadors=only(CONQUISTADOR, "cordova")),
        draws=(dice("conquest", *faces, power="hapsburg"),),
    )
    assert match.state.conquests == ({found: "hapsburg"} if found else {})
    assert bool(match.state.conquistadors) is (result in (7, 8))


@shows("20.3/2")
def test_a_claimed_conquest_gives_way_to_the_next_lower_one() -> None:
    under_way = state_of(
        conquering=powers("hapsburg"), conquistadors=only(CONQUISTADOR, "cordova"), conquests={"inca": "france"}
    )
    assert resolved(under_way, draws=(dice("conquest", 6, 6, power="hapsburg"),)).state.conquests["aztec"] == "hapsburg"


@shows("20.3/1", "20.3/2")
def test_smallpox_is_a_free_conquest_with_two_more() -> None:
    match = played("smallpox")
    do(match, "england", PlayEvent("smallpox"))
    assert match.state.conquering == match.state.poxed == powers("england")
    assert (
        refused(played("smallpox", state_of(conquered=powers("england"))), "england", PlayEvent("smallpox"))
        == "no_effect"
    )
    under_way = state_of(
        conquering=powers("hapsburg"), poxed=powers("hapsburg"), conquistadors=only(CONQUISTADOR, "cordova")
    )
    assert resolved(under_way, draws=(dice("conquest", 3, 3, power="hapsburg"),)).state.conquests == {
        "maya": "hapsburg"
    }


@shows("20.3/3")
def test_discoveries_and_conquests_are_points() -> None:
    plain = rules.points(table().state, "england")
    found = state_of(discoveries={"amazon": "england", "mississippi": "england", "circumnavigation": "england"})
    assert rules.points(table(found).state, "england") == plain + 6
    taken = state_of(conquests={"inca": "england", "maya": "england"}, depleted=only(CONQUEST, "inca"))
    assert rules.points(table(taken).state, "england") == plain + 3
