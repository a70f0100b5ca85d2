"""Inquisitors (F1): where bishops go, what they silence, what comes of it at once."""

from __future__ import annotations

import pytest

from adjudicator import Match
from adjudicator.games.pax_renaissance.rules.operations import Run
from adjudicator.games.pax_renaissance.rules.pieces import Pacify, Spare
from adjudicator.games.pax_renaissance.rules.squares import DiscardHand
from adjudicator.games.pax_renaissance.rules.targets import MoveBishop, SiegeAt, SiegeOn
from tests.games.pax_renaissance.table import (
    asked,
    bishop,
    bishops,
    border,
    discarded,
    do,
    hand,
    lay,
    maid,
    marry,
    on,
    refused,
    repress,
    repressed,
    rule,
    stand,
    table,
    there,
    vassal,
)


def steps(match: Match, at: str) -> set[str]:
    """Where the bishop on an item may go."""
    found = match.options(match.decisions()[0].waiting[0])
    return {each.to for each in found if isinstance(each, MoveBishop) and each.at == at}


def test_three_steps_from_a_throne_to_the_king_of_portugal_f1_f1b() -> None:
    """The worked example of F1: three red inquisitors; by a card of the whole West, pacifying a rook in Portugal."""
    match = table(
        lay("fugger", "cromwell", "anabaptist_reformation", "reformed_theology"),
        rule("medici", "portugal"),
        bishop("reformist", "square_england"),
        repress(portugal="catholic_rook"),
    )
    do(
        match,
        Run("west"),
        MoveBishop("cromwell", "square_england", "cromwell"),
        MoveBishop("anabaptist_reformation", "cromwell", "anabaptist_reformation"),
        MoveBishop("reformed_theology", "anabaptist_reformation", "square_portugal"),
        Pacify("catholic_rook"),
    )
    assert bishops(match) == ["square_portugal"]
    assert repressed(match, "portugal") == []


def test_to_the_card_beside_it_or_to_one_of_its_location_anywhere_f1() -> None:
    match = table(
        lay("fugger", "cromwell", "bundschuh_revolt", "duke_of_milan"),
        lay("medici", "swabian_league"),
        bishop("reformist", "bundschuh_revolt"),
    )
    do(match, Run("west"))
    assert steps(match, "bundschuh_revolt") == {
        "cromwell", "duke_of_milan", "swabian_league", "square_holy_roman_empire",
    }  # fmt: skip
    refused(match, MoveBishop("cromwell", "bundschuh_revolt", "square_france"), "bishop_cannot_go")
    refused(match, MoveBishop("cromwell", "duke_of_milan", "cromwell"), "no_bishop")


def test_king_and_queen_on_the_same_throne_are_two_steps_other_thrones_none_f1c() -> None:
    match = table(
        lay("fugger", "cromwell"),
        marry("holy_roman_empire", "anne_of_brittany"),
        bishop("reformist", "square_holy_roman_empire"),
    )
    do(match, Run("west"))
    assert steps(match, "square_holy_roman_empire") == {"anne_of_brittany"}


def test_only_a_bishop_of_the_religion_of_the_icon_moves_f1() -> None:
    match = table(
        lay("fugger", "cromwell", "bundschuh_revolt"),
        bishop("catholic", "bundschuh_revolt"),
        bishop("reformist", "cromwell"),
    )
    do(match, Run("west"))
    refused(match, MoveBishop("cromwell", "bundschuh_revolt", "cromwell"), "no_bishop")


def test_two_bishops_die_in_worms_f1a() -> None:
    match = table(
        lay("fugger", "cromwell", "bundschuh_revolt"),
        bishop("reformist", "cromwell"),
        bishop("catholic", "bundschuh_revolt"),
    )
    do(match, Run("west"), MoveBishop("cromwell", "cromwell", "bundschuh_revolt"))
    assert bishops(match) == []


def test_pacification_kills_one_of_any_colour_or_spares_them_f1b() -> None:
    serfs = repress(england="fugger_pawn islamic_rook")
    match = table(lay("fugger", "cromwell"), bishop("reformist", "cromwell"), serfs)
    do(match, Run("west"), MoveBishop("cromwell", "cromwell", "square_england"))
    refused(match, Pacify("catholic_rook"), "not_on_square")
    do(match, Pacify("islamic_rook"))
    assert repressed(match, "england") == ["fugger_pawn"]
    match = table(lay("fugger", "cromwell"), bishop("reformist", "cromwell"), serfs)
    do(match, Run("west"), MoveBishop("cromwell", "cromwell", "square_england"), Spare())
    assert len(repressed(match, "england")) == 2


def test_not_from_throne_to_throne_nor_across_the_player_card_b3_f1c() -> None:
    match = table(
        lay("fugger", "cromwell", "the_grim", "janissaries"),
        bishop("reformist", "square_ottoman"),
    )
    do(match, Run("west"))
    assert steps(match, "square_ottoman") == {"the_grim", "janissaries"}
    match = table(lay("fugger", "cromwell", "the_grim"), bishop("reformist", "cromwell"))
    do(match, Run("west"))
    assert steps(match, "cromwell") == {"square_england"}


def test_within_a_suzerainty_every_card_is_beside_every_other_f1d_s58() -> None:
    match = table(
        lay("fugger", "cromwell"),
        rule("fugger", "france"),
        vassal("france", "aragon", "portugal"),
        lay("fugger", "bundschuh_revolt"),
        bishop("reformist", "square_aragon"),
    )
    do(match, Run("west"))
    assert steps(match, "square_aragon") == {"square_france", "square_portugal", "cromwell", "bundschuh_revolt"}


def test_from_a_card_of_a_region_to_every_card_of_its_empires_f1e() -> None:
    match = table(
        lay("fugger", "janissaries", "black_army"),
        rule("medici", "mamluk"),
        lay("medici", "swabian_league"),
        bishop("islamic", "janissaries"),
    )
    do(match, Run("east"))
    assert steps(match, "janissaries") == {
        "black_army", "square_mamluk", "square_hungary", "square_byzantium", "square_ottoman",
    }  # fmt: skip


def test_a_silenced_card_does_religious_operations_only_fa_f1f_s10() -> None:
    match = table(lay("fugger", "black_sheep_tribe"), bishop("catholic", "black_sheep_tribe"))
    refused(match, Run("east"), "nothing_to_run")
    match = table(lay("fugger", "black_army", "the_grim"), bishop("islamic", "the_grim"))
    do(match, Run("east"))
    refused(match, SiegeAt("the_grim", "constantinople_1"), "is_silenced")
    assert MoveBishop("the_grim", "the_grim", "black_army") in match.options("fugger")


@pytest.mark.parametrize("silenced", ["square_france", "anne_of_brittany"])
def test_a_bishop_on_king_or_queen_silences_both_i1e_s10(silenced: str) -> None:
    couple = rule("fugger", "france"), marry("france", "anne_of_brittany"), lay("fugger", "swabian_league")
    match = table(*couple)
    do(match, Run("west"))
    assert {each.card for each in match.options("fugger")} == {"square_france", "anne_of_brittany", "swabian_league"}
    match = table(*couple, bishop("catholic", silenced))
    do(match, Run("west"))
    assert {each.card for each in match.options("fugger")} == {"swabian_league"}


def test_king_and_queen_act_each_for_themselves_i1b() -> None:
    match = table(rule("fugger", "france"), marry("france", "anne_of_brittany"))
    do(match, Run("west"), SiegeAt("anne_of_brittany", "paris"))
    assert asked(match)[1] == "turn", "the king has no knight left"


def test_a_printing_press_that_is_silenced_costs_the_cards_above_two_f1g_s51a() -> None:
    """The worked example of F1g: Gutenberg and a bishop."""
    match = table(
        lay("medici", "gutenberg"),
        hand("medici", "conquistadors", "bundschuh_revolt", "duke_of_milan"),
        lay("fugger", "cromwell"),
        bishop("reformist", "square_holy_roman_empire"),
    )
    do(match, Run("west"), MoveBishop("cromwell", "square_holy_roman_empire", "gutenberg"))
    assert asked(match) == ("medici", "hand")
    refused(match, DiscardHand("luther"), "not_held")
    do(match, DiscardHand("duke_of_milan"))
    assert discarded(match) == ["duke_of_milan"]
    assert len(match.state.hands["medici"]) == 2
    assert asked(match)[0] == "fugger"


def test_syncretism_keeps_all_ones_cards_speaking_f1g_s59() -> None:
    match = table(lay("fugger", "the_kremlin", "the_grim"), bishop("catholic", "the_grim", "the_kremlin"))
    do(match, Run("east"))
    assert SiegeAt("the_grim", "constantinople_1") in match.options("fugger")


def test_old_maids_bear_no_bishop_and_do_nothing_i2() -> None:
    match = table(maid("fugger", "anne_of_brittany"), lay("fugger", "cromwell"), bishop("reformist", "cromwell"))
    do(match, Run("west"))
    refused(match, MoveBishop("cromwell", "cromwell", "anne_of_brittany"), "bishop_cannot_go")
    refused(match, SiegeAt("anne_of_brittany", "paris"), "not_yours")


def test_a_protection_that_is_silenced_costs_the_concession_beside_a_pirate_s27() -> None:
    match = table(
        lay("medici", "tersane_i_amire", "qizilbash"),
        border(hungary_ottoman="medici_pawn catholic_pirate"),
        lay("fugger", "the_grim"),
        bishop("islamic", "the_grim"),
    )
    do(match, Run("east"), MoveBishop("the_grim", "the_grim", "tersane_i_amire"))
    assert on(match, "hungary_ottoman") == ["catholic_pirate"]


def test_a_bishop_leaves_the_card_free_to_act_f1f() -> None:
    match = table(
        lay("fugger", "the_grim", "qizilbash"),
        bishop("islamic", "qizilbash"),
        border(hungary_ottoman="catholic_pirate"),
    )
    do(match, Run("east"), MoveBishop("the_grim", "qizilbash", "square_hungary"))
    assert SiegeOn("qizilbash", "hungary_ottoman") in match.options("fugger")


def test_a_silenced_condottiere_costs_the_second_knight_of_venice_at_once_f1g_g4c() -> None:
    """The end of the worked example of G4c: a Catholic bishop silences Gonfalonier."""
    match = table(
        lay("medici", "gonfalonier"),
        stand(venice="catholic_knight", venice_2="catholic_knight"),
        lay("fugger", "grand_inquisitor"),
        bishop("catholic", "square_papal_states"),
    )
    do(match, Run("west"), MoveBishop("grand_inquisitor", "square_papal_states", "gonfalonier"))
    assert (there(match, "venice"), there(match, "venice_2")) == ("catholic_knight", "")
    assert asked(match)[1] != "venice", "one knight is as good as the other"
