"""Regime change (§56): whose an empire becomes, concessions, emancipation. Of votes and golden liberty: operations."""

from __future__ import annotations

import pytest

from adjudicator import Match
from adjudicator.games.pax_renaissance.facts import EAST, EMPIRE, ITEM, WEST
from adjudicator.games.pax_renaissance.rules.battles import SettleOn
from adjudicator.games.pax_renaissance.rules.cards import Launch
from adjudicator.games.pax_renaissance.rules.regime import (
    Concede,
    Enough,
    Forgo,
    Free,
    FreeSerf,
)
from tests.games.pax_renaissance import table as arranged
from tests.games.pax_renaissance.table import (
    asked,
    bishop,
    bishops,
    border,
    discarded,
    do,
    empty_map,
    florins,
    hand,
    holder,
    is_republic,
    marry,
    on,
    refused,
    repress,
    repressed,
    row,
    rule,
    stand,
    table,
    there,
    vassal,
)


def revolt(*more: arranged.Arrange, options: dict[str, object] | None = None) -> Match:
    """Flanders Guild rises in a France that nobody defends; the pawn has settled on England–France."""
    match = table(empty_map, hand("fugger", "flanders_guild"), *more, options=options or {})
    do(match, Launch("flanders_guild", "france"), SettleOn("england_france"))
    return match


def crown(*more: arranged.Arrange, options: dict[str, object] | None = None) -> Match:
    """Anne of Brittany marries the King of France, in whose empire pieces are repressed."""
    match = table(empty_map, hand("fugger", "anne_of_brittany"), *more, options=options or {})
    do(match, Launch("anne_of_brittany", "france"))
    return match


# whose it becomes -----------------------------------------------------------------------------------------------------


def test_from_a_throne_an_empire_comes_with_queen_and_bishop_i1d_s56d() -> None:
    match = revolt(marry("france", "anne_of_brittany"), bishop("catholic", "square_france"))
    assert holder(match, "france") == "fugger"
    assert match.state.queens[EMPIRE.index["france"]] == [ITEM.index["anne_of_brittany"]]
    assert bishops(match) == ["square_france"]


def test_from_an_opponent_it_comes_without_queen_bishop_and_vassals_s56d_s56f() -> None:
    match = revolt(
        rule("medici", "france"),
        marry("france", "anne_of_brittany"),
        bishop("catholic", "square_france"),
        vassal("france", "england"),
    )
    assert holder(match, "france") == "fugger"
    assert holder(match, "england") == ""
    assert "anne_of_brittany" in discarded(match)
    assert bishops(match) == []


def test_a_kingdom_of_ones_own_becomes_a_republic_at_the_outer_end_without_queen_and_bishop_s57_r19() -> None:
    match = revolt(
        rule("fugger", "france", "england"),
        marry("france", "anne_of_brittany"),
        bishop("catholic", "square_france"),
    )
    assert is_republic(match, "france")
    assert row(match, WEST) == ["square_england", "flanders_guild", "square_france"]
    assert "anne_of_brittany" in discarded(match)
    assert bishops(match) == []


def test_a_republic_of_ones_own_becomes_a_kingdom_again_r18() -> None:
    assert not is_republic(revolt(rule("fugger", "france", republic=True)), "france")


def test_a_republic_of_an_opponent_comes_as_a_kingdom_f6c() -> None:
    match = revolt(rule("medici", "france", republic=True))
    assert holder(match, "france") == "fugger"
    assert not is_republic(match, "france")


def test_an_empire_lies_on_its_own_side_whatever_the_card_b4() -> None:
    match = table(empty_map, hand("fugger", "bosnian_serbian_silver"))
    do(match, Launch("bosnian_serbian_silver", "ottoman"), SettleOn("hungary_ottoman"))
    assert row(match, EAST) == ["bosnian_serbian_silver", "square_ottoman"]


def test_a_second_queen_of_a_couple_goes_as_well_r10_r17() -> None:
    match = revolt(rule("medici", "france"), marry("france", "anne_of_brittany"), marry("france", "mary_the_rich"))
    assert {"anne_of_brittany", "mary_the_rich"} <= {*discarded(match)}


def test_ruling_class_stays_where_it_is_s56() -> None:
    match = revolt(stand(london="catholic_rook"))
    assert there(match, "london") == "catholic_rook"


# a concession ---------------------------------------------------------------------------------------------------------


def test_a_concession_makes_room_for_a_florin_s56a() -> None:
    match = crown(border(france_aragon="medici_pawn"))
    do(match, Concede("france_aragon"))
    assert on(match, "france_aragon") == ["fugger_pawn"]
    assert repressed(match, "france") == ["medici_pawn"]
    assert match.state.florins["fugger"] == 9


def test_no_concession_to_a_pirate_elsewhere_or_without_the_florin_s56a() -> None:
    match = crown(border(france_aragon="medici_pawn", france_holy_roman_empire="catholic_pirate"), florins(fugger=0))
    refused(match, Concede("france_holy_roman_empire"), "pirate_there")
    refused(match, Concede("england_portugal"), "no_border_of")
    refused(match, Concede("france_aragon"), "too_poor")


def test_the_concession_may_be_forgone_s56a() -> None:
    match = revolt()
    assert asked(match) == ("fugger", "reward")
    do(match, Forgo())
    assert on(match, "france_aragon") == []


# emancipation ---------------------------------------------------------------------------------------------------------


def test_the_repressed_come_to_empty_places_serfs_to_free_borders_as_concessions_s56b_r48() -> None:
    match = revolt(repress(france="catholic_rook"))
    do(match, Forgo())
    assert asked(match) == ("fugger", "emancipation")
    refused(match, Free("islamic_rook", "paris"), "not_repressed")
    refused(match, Free("catholic_rook", "london"), "not_empty")
    do(match, Free("catholic_rook", "paris"))
    assert there(match, "paris") == "catholic_rook"
    assert repressed(match, "france") == []


def test_serfs_of_others_become_their_concessions_r48() -> None:
    match = crown(repress(france="medici_pawn medici_pawn"))
    do(match, Forgo())
    refused(match, FreeSerf("medici_pawn", "france_holy_roman_empire"), "not_free")  # Fugger's own is there
    do(match, FreeSerf("medici_pawn", "england_france"), Enough())
    assert on(match, "england_france") == ["medici_pawn"]
    assert repressed(match, "france") == ["medici_pawn"]


@pytest.mark.parametrize(("order", "first"), [("concession_first", "reward"), ("emancipation_first", "emancipation")])
def test_whether_the_concession_or_emancipation_comes_first_is_a_house_rule_r15(order: str, first: str) -> None:
    match = crown(repress(france="medici_pawn"), options={"regime_order": order})
    assert asked(match) == ("fugger", first)
