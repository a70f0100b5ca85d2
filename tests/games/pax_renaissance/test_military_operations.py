"""Military operations (F7 to F9)."""

from __future__ import annotations

import pytest

from adjudicator import Action, Match
from adjudicator.games.pax_renaissance.facts import EMPIRE, ITEM, WEST
from adjudicator.games.pax_renaissance.rules.operations import Run
from adjudicator.games.pax_renaissance.rules.regime import Enough, Forgo
from adjudicator.games.pax_renaissance.rules.shots import Reprisals
from adjudicator.games.pax_renaissance.rules.targets import (
    Campaign,
    SailPirate,
    SiegeAt,
    SiegeOn,
)
from tests.games.pax_renaissance.table import (
    asked,
    bishop,
    bishops,
    border,
    discarded,
    do,
    florins,
    holder,
    is_republic,
    lay,
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

# F7, F8 --------------------------------------------------------------------------------------------------------------


def test_the_ottoman_corsair_sails_to_the_hungarian_border_of_byzantium_fd_f7_f7a_s8() -> None:
    """The worked example of F7: from the Papal-Ottoman border to an empire next to the Ottomans."""
    match = table(
        lay("fugger", "ottoman_navy"), border(papal_states_ottoman="islamic_pirate", hungary_byzantium="medici_pawn")
    )
    do(match, Run("east"), SailPirate("ottoman_navy", "papal_states_ottoman", "hungary_byzantium"))
    assert on(match, "hungary_byzantium") == ["islamic_pirate"]
    assert on(match, "papal_states_ottoman") == []
    assert match.state.florins["fugger"] == 10


def test_a_corsair_sails_beside_a_protected_concession_s27d() -> None:
    match = table(
        lay("fugger", "ottoman_navy"),
        lay("medici", "tersane_i_amire"),
        border(papal_states_ottoman="islamic_pirate", hungary_byzantium="catholic_pirate medici_pawn"),
    )
    do(match, Run("east"), SailPirate("ottoman_navy", "papal_states_ottoman", "hungary_byzantium"))
    assert on(match, "hungary_byzantium") == ["islamic_pirate", "medici_pawn"]


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (SailPirate("ottoman_navy", "papal_states_ottoman", "holy_roman_empire_hungary"), "not_on_sea"),
        (SailPirate("ottoman_navy", "papal_states_ottoman", "england_portugal"), "too_far"),
        (SailPirate("ottoman_navy", "papal_states_ottoman", "ottoman_mamluk"), "same_religion"),
        (SailPirate("ottoman_navy", "hungary_ottoman", "ottoman_mamluk"), "no_pirate"),
        (SailPirate("ottoman_navy", "portugal_aragon", "aragon_papal_states"), "no_pirate"),
    ],
)
def test_where_a_corsair_cannot_sail_f7(action: Action, code: str) -> None:
    at = {"papal_states_ottoman": "islamic_pirate", "ottoman_mamluk": "islamic_pirate"}
    match = table(
        lay("fugger", "ottoman_navy"),
        border(**at, hungary_ottoman="catholic_pirate", portugal_aragon="islamic_pirate"),
    )
    do(match, Run("east"))
    refused(match, action, code)


def test_a_house_rule_wants_a_common_sea_for_the_next_empire_f7() -> None:
    """The Ottomans and the Holy Roman Empire touch at a corner, where no sea is."""
    sails = SailPirate("tersane_i_amire", "ottoman_mamluk", "france_holy_roman_empire")
    for option, legal in (("adjacent", True), ("adjacent_by_sea", False)):
        match = table(
            lay("fugger", "tersane_i_amire"), border(ottoman_mamluk="islamic_pirate"), options={"corsair_range": option}
        )
        do(match, Run("east"))
        assert (sails in match.options("fugger")) == legal


@pytest.mark.parametrize(
    ("siege", "left"),
    [
        (SiegeAt("duke_of_milan", "valencia"), {"algiers", "portugal_aragon"}),
        (SiegeAt("duke_of_milan", "algiers"), {"valencia", "portugal_aragon"}),
        (SiegeOn("duke_of_milan", "portugal_aragon"), {"valencia", "algiers"}),
    ],
)
def test_the_duke_of_milan_kills_one_of_three_f8_s67(siege: Action, left: set[str]) -> None:
    """The worked example of F8: a gold knight, a green rook and a green pirate in Aragon."""
    match = table(
        lay("fugger", "duke_of_milan"), stand(algiers="islamic_rook"), border(portugal_aragon="islamic_pirate")
    )
    do(match, Run("west"), siege)
    assert {id for id in ("valencia", "algiers") if there(match, id)} | (
        {"portugal_aragon"} if on(match, "portugal_aragon") else set()
    ) == left
    assert match.state.repressed[6] == []


def test_no_siege_elsewhere_of_nobody_or_of_a_pawn_f8() -> None:
    match = table(lay("fugger", "duke_of_milan"), border(france_aragon="medici_pawn"))
    do(match, Run("west"))
    refused(match, SiegeAt("duke_of_milan", "paris"), "other_location")
    refused(match, SiegeAt("duke_of_milan", "algiers"), "nobody_there")
    refused(match, SiegeOn("duke_of_milan", "france_aragon"), "no_pirate")
    refused(match, SiegeOn("duke_of_milan", "england_france"), "other_location")


# F9 -------------------------------------------------------------------------------------------------------------------

WAR = (
    rule("fugger", "france"),
    stand(lyon="islamic_knight", bruges="catholic_rook", bordeaux="", london="catholic_rook"),
)


def settle(match: Match) -> None:
    """Whatever is asked until the next operation or action, nothing is taken that may be left."""
    while asked(match)[1] not in ("operation", "turn"):
        found = match.options(asked(match)[0])
        do(match, next((each for each in found if isinstance(each, (Forgo, Enough))), found[0]))


def test_a_campaign_wins_a_vassal_f9_f9b_f9c_f9d_f9f_f9g_f9i() -> None:
    """Two knights of any colour against one rook: two florins, one knight survives and stays at home."""
    match = table(*WAR, repress(england="islamic_rook medici_pawn"))
    do(match, Run("west"), Campaign("square_france", "england"))
    assert match.state.florins["fugger"] == 8
    settle(match)
    assert holder(match, "england") == "fugger"
    assert match.state.suzerain[0] == 1
    assert row(match, WEST) == ["square_france"]
    assert [there(match, id) for id in ("london", "bordeaux")] == ["", ""]
    assert sorted(filter(None, (there(match, "paris"), there(match, "lyon")))) in (
        ["catholic_knight"],
        ["islamic_knight"],
    )
    assert there(match, "bruges") == "catholic_rook"
    assert repressed(match, "england") == ["islamic_rook", "medici_pawn"]


def test_corners_are_next_to_each_other_and_the_channel_is_not_the_danube_f9_s58() -> None:
    match = table(*WAR)
    do(match, Run("west"))
    targets = {each.empire for each in match.options("fugger") if isinstance(each, Campaign)}
    assert targets == {"england", "holy_roman_empire", "aragon", "portugal", "papal_states"}
    refused(match, Campaign("square_france", "hungary"), "not_adjacent")


def test_not_against_an_empire_of_ones_own_f9a_f9j_e2_2f() -> None:
    match = table(*WAR, rule("fugger", "portugal"), vassal("portugal", "england"))
    do(match, Run("west"))
    refused(match, Campaign("square_france", "england"), "own_empire")
    refused(match, Campaign("square_france", "portugal"), "own_empire")
    strawman = table(*WAR, rule("fugger", "portugal"), vassal("france", "england"), options={"strawman_campaign": True})
    do(strawman, Run("west"))
    refused(strawman, Campaign("square_france", "england"), "own_empire")
    assert Campaign("square_france", "portugal") in strawman.options("fugger")


def test_a_campaign_needs_a_king_with_knights_and_a_florin_for_each_f9_f9b_f9c() -> None:
    match = table(rule("fugger", "france"), stand(paris="catholic_rook"), lay("fugger", "duke_of_milan"))
    do(match, Run("west"))
    refused(match, Campaign("square_france", "england"), "no_knights")
    match = table(*WAR, florins(fugger=1), lay("fugger", "duke_of_milan"))
    do(match, Run("west"))
    refused(match, Campaign("square_france", "england"), "campaign_too_dear")
    match = table(rule("fugger", "france", republic=True), lay("fugger", "duke_of_milan"))
    do(match, Run("west"))
    refused(match, Campaign("square_france", "england"), "no_such_operation")


def test_a_lost_campaign_changes_nothing_but_the_dead_f9f_s2() -> None:
    match = table(rule("fugger", "france"), stand(bordeaux="catholic_rook", london="catholic_rook"))
    do(match, Run("west"), Campaign("square_france", "england"))
    settle(match)
    assert holder(match, "england") == ""
    assert there(match, "paris") == ""
    assert bool(there(match, "london")) != bool(there(match, "bordeaux"))


def test_repressed_pieces_take_no_part_f9e() -> None:
    match = table(*WAR, repress(england="islamic_knight islamic_rook", france="catholic_knight"))
    do(match, Run("west"), Campaign("square_france", "england"))
    assert match.state.florins["fugger"] == 8, "two knights, not three"


@pytest.mark.parametrize(("held", "kept"), [("", True), ("medici", False)])
def test_queen_and_bishop_come_from_a_throne_and_are_lost_from_a_tableau_f9h_i1d_s3(held: str, kept: bool) -> None:
    married = [rule("medici", "england")] if held else []
    match = table(*WAR, *married, marry("england", "anne_of_brittany"), bishop("catholic", "square_england"))
    do(match, Run("west"), Campaign("square_france", "england"))
    settle(match)
    assert bool(match.state.queens[0]) == kept
    assert bishops(match) == (["square_england"] if kept else [])


def test_what_a_vassal_conquers_becomes_a_vassal_of_its_suzerain_f9j() -> None:
    match = table(rule("fugger", "aragon"), vassal("aragon", "france"), stand(lyon="catholic_knight", london=""))
    do(match, Run("west"), Campaign("square_france", "england"))
    settle(match)
    assert match.state.suzerain[0] == 6


def test_a_conquered_suzerain_loses_its_vassals_s3_s62() -> None:
    match = table(*WAR, rule("medici", "england"), vassal("england", "portugal"))
    do(match, Run("west"), Campaign("square_france", "england"))
    settle(match)
    assert holder(match, "portugal") == ""


def test_a_vassal_keeps_its_queen_when_its_suzerain_is_conquered_s3d() -> None:
    """The conquered king loses his own, because he was in a tableau."""
    match = table(
        *WAR,
        rule("medici", "england"),
        vassal("england", "portugal"),
        marry("england", "anne_of_brittany"),
        marry("portugal", "joanna_the_mad"),
        repress(portugal="medici_pawn"),
    )
    do(match, Run("west"), Campaign("square_france", "england"))
    settle(match)
    assert holder(match, "portugal") == ""
    assert match.state.queens[EMPIRE.index["portugal"]] == [ITEM.index["joanna_the_mad"]]
    assert match.state.queens[EMPIRE.index["england"]] == []
    assert discarded(match) == ["anne_of_brittany"]
    assert repressed(match, "portugal") == ["medici_pawn"]


def test_slave_soldiers_ride_against_the_east_for_a_florin_each_s59() -> None:
    match = table(
        lay("fugger", "circassian_mamluks"),
        rule("fugger", "ottoman"),
        repress(mamluk="islamic_rook medici_pawn"),
    )
    do(match, Run("east"), Campaign("square_ottoman", "hungary"))
    assert match.state.florins["fugger"] == 10 - 2 - 2


def test_navarre_parts_france_from_portugal_s59() -> None:
    match = table(*WAR, rule("medici", "aragon"), marry("aragon", "catherine_of_navarre"))
    do(match, Run("west"))
    refused(match, Campaign("square_france", "portugal"), "not_adjacent")


def test_elizabeth_bathory_raises_the_peasants_against_her_king_s59() -> None:
    match = table(
        rule("fugger", "hungary"),
        marry("hungary", "elizabeth_bathory"),
        stand(buda=""),
        border(hungary_ottoman="fugger_pawn"),
    )
    do(match, Reprisals())
    settle(match)
    assert discarded(match) == ["elizabeth_bathory"]
    assert is_republic(match, "hungary")
    refused(table(), Reprisals(), "no_reprisals")
