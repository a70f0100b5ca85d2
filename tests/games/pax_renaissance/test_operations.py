"""Economic and political operations (F2 to F6)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from adjudicator.games.pax_renaissance.facts import WEST
from adjudicator.games.pax_renaissance.rules.fairs import GiveUp, Levy, PayTax
from adjudicator.games.pax_renaissance.rules.operations import Run
from adjudicator.games.pax_renaissance.rules.regime import Concede, Enough, Forgo, Free, FreeSerf, KeepFaith, Liberty
from adjudicator.games.pax_renaissance.rules.targets import (
    Behead,
    Commerce,
    RepressAt,
    RepressOn,
    Tax,
    Vote,
)
from adjudicator.games.pax_renaissance.state import State
from tests.games.pax_renaissance.table import (
    Arrange,
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
    maid,
    marry,
    on,
    refused,
    repress,
    repressed,
    row,
    rule,
    ruled,
    stand,
    table,
    theocracy,
    there,
    vassal,
)


def money(slot: int, count: int, side: int = WEST) -> Callable[[State], None]:
    """Florins on a card of the market."""
    return lambda state: state.money[side].__setitem__(slot, count)


# F2 -------------------------------------------------------------------------------------------------------------------


def test_bundschuh_takes_the_one_florin_of_the_western_row_fb_f2() -> None:
    """The worked example of F2."""
    match = table(lay("fugger", "bundschuh_revolt"), money(3, 1))
    do(match, Run("west"), Commerce("bundschuh_revolt", "west", 3))
    assert match.state.florins["fugger"] == 11
    assert match.state.money[WEST] == [0] * 6


def test_commerce_reaches_the_card_of_the_fair_but_not_the_other_row_f2() -> None:
    match = table(lay("fugger", "bundschuh_revolt"), money(0, 2), money(2, 1, side=1))
    do(match, Run("west"))
    refused(match, Commerce("bundschuh_revolt", "east", 2), "nothing_there")
    do(match, Commerce("bundschuh_revolt", "west", 0))
    assert match.state.money[WEST][0] == 1


# F3 -------------------------------------------------------------------------------------------------------------------


def test_the_grim_of_the_ottomans_beheads_qizilbash_of_the_east_fc_f3_s31() -> None:
    """The worked example of F3."""
    match = table(lay("fugger", "the_grim"), lay("medici", "qizilbash"))
    do(match, Run("east"), Behead("the_grim", "qizilbash"))
    assert discarded(match) == ["qizilbash"]
    assert match.state.rows["fugger"][1], "The Grim lives"


def test_no_card_beheads_itself_an_old_maid_a_throne_or_another_location_f3() -> None:
    match = table(
        lay("fugger", "the_grim"),
        lay("medici", "qizilbash", "black_army"),
        maid("medici", "sitt_i_hatun_of_dulkadir"),
    )
    do(match, Run("east"))
    refused(match, Behead("the_grim", "the_grim"), "not_itself")
    refused(match, Behead("the_grim", "square_ottoman"), "out_of_reach")
    refused(match, Behead("the_grim", "sitt_i_hatun_of_dulkadir"), "out_of_reach")
    refused(match, Behead("the_grim", "black_army"), "other_location")


def test_the_assassin_of_a_square_dies_too_and_the_queen_with_the_king_f3a_i1c_s55a() -> None:
    match = table(
        lay("fugger", "the_grim"),
        rule("medici", "ottoman"),
        vassal("ottoman", "mamluk"),
        marry("ottoman", "carlotta_lusignan_of_cyprus"),
        bishop("islamic", "square_ottoman"),
        repress(ottoman="medici_pawn"),
    )
    do(match, Run("east"), Behead("the_grim", "square_ottoman"))
    assert discarded(match) == ["the_grim", "carlotta_lusignan_of_cyprus"]
    assert holder(match, "ottoman") == holder(match, "mamluk") == ""
    assert bishops(match) == ["square_ottoman"]
    assert repressed(match, "ottoman") == ["medici_pawn"]


def test_the_beheading_of_a_queen_leaves_her_king_alone_f3_s25() -> None:
    match = table(lay("fugger", "the_grim"), rule("medici", "ottoman"), marry("ottoman", "carlotta_lusignan_of_cyprus"))
    do(match, Run("east"), Behead("the_grim", "carlotta_lusignan_of_cyprus"))
    assert holder(match, "ottoman") == "medici"
    assert discarded(match) == ["carlotta_lusignan_of_cyprus"]


def test_inquisition_pope_beheads_only_under_a_bishop_of_his_enemies_s59() -> None:
    match = table(
        lay("fugger", "inquisition_pope", "papal_elephant"),
        lay("medici", "luther", "cromwell"),
        bishop("catholic", "luther"),
    )
    do(match, Run("west"))
    refused(match, Behead("inquisition_pope", "cromwell"), "needs_bishop")
    do(match, Behead("inquisition_pope", "luther"))
    assert discarded(match) == ["luther"]


# F4 -------------------------------------------------------------------------------------------------------------------

CAIRO = (lay("fugger", "holy_land_crusade"), border(ottoman_mamluk="coeur_pawn"), stand(cairo=""))
SEATS = ("fugger", "medici", "coeur")


def test_holy_land_crusade_taxes_coeur_who_pays_and_gets_a_levy_f4_f4a_s54() -> None:
    """The worked example of F4: Catholic Mamluks, Cairo is empty, its icon a gold rook."""
    full = stand(cyprus="catholic_rook")
    match = table(*CAIRO, full, theocracy(mamluk="catholic"), seats=SEATS)
    do(match, Run("west"), Tax("holy_land_crusade", "ottoman_mamluk", "mamluk"))
    assert asked(match) == ("coeur", "tax")
    do(match, PayTax())
    assert match.state.florins == {"fugger": 10, "medici": 10, "coeur": 9}
    assert there(match, "cairo") == "catholic_rook"
    assert on(match, "ottoman_mamluk") == ["coeur_pawn"]


def test_whoever_does_not_pay_loses_the_concession_and_places_the_levy_all_the_same_f4_s47() -> None:
    match = table(*CAIRO, seats=SEATS)
    do(match, Run("west"), Tax("holy_land_crusade", "ottoman_mamluk", "mamluk"), GiveUp())
    assert on(match, "ottoman_mamluk") == []
    assert repressed(match, "mamluk") == ["coeur_pawn"]
    assert match.state.florins == {"fugger": 10, "medici": 10, "coeur": 10}
    assert asked(match) == ("coeur", "tax_levy")
    refused(match, Levy("red_sea"), "no_levy_there")
    do(match, Levy("cyprus"))
    assert there(match, "cyprus") == "catholic_rook"


def test_without_a_florin_nothing_is_asked_f4() -> None:
    match = table(*CAIRO, stand(cyprus="catholic_rook"), florins(coeur=0), seats=SEATS)
    do(match, Run("west"), Tax("holy_land_crusade", "ottoman_mamluk", "mamluk"))
    assert asked(match)[0] == "fugger"
    assert repressed(match, "mamluk") == ["coeur_pawn"]


def test_the_own_concession_may_be_taxed_f4a_s57() -> None:
    match = table(lay("fugger", "holy_land_crusade"), border(byzantium_mamluk="fugger_pawn"), stand(cairo=""))
    do(match, Run("west"), Tax("holy_land_crusade", "byzantium_mamluk", "mamluk"))
    assert asked(match) == ("fugger", "own_tax")
    do(match, GiveUp(), Levy("cairo"))
    assert there(match, "cairo") == "islamic_rook"


def test_a_saturated_empire_is_not_taxed_nor_a_border_without_concession_f4a() -> None:
    match = table(
        *CAIRO, stand(cairo="islamic_rook", cyprus="catholic_rook"), lay("fugger", "papal_elephant"), seats=SEATS
    )
    do(match, Run("west"))
    refused(match, Tax("holy_land_crusade", "ottoman_mamluk", "mamluk"), "saturated")
    refused(match, Tax("papal_elephant", "france_aragon", "france"), "no_concession")
    refused(match, Tax("papal_elephant", "france_aragon", "england"), "not_at_border")


def test_a_card_of_a_region_names_the_empire_of_the_levy_f4b() -> None:
    """Between East and West a concession is taxed in either."""
    match = table(
        lay("fugger", "papal_elephant", "janissaries"), border(papal_states_ottoman="medici_pawn"), stand(venice="")
    )
    do(match, Run("west"))
    taxes = {
        each for each in match.options("fugger") if isinstance(each, Tax) and each.border == "papal_states_ottoman"
    }
    assert taxes == {Tax("papal_elephant", "papal_states_ottoman", "papal_states")}
    refused(match, Tax("papal_elephant", "papal_states_ottoman", "ottoman"), "other_location")


# F5 -------------------------------------------------------------------------------------------------------------------


def test_isabella_of_aragon_represses_a_concession_there_f5_f5b_s28() -> None:
    """The worked example of F5: her icon shows pawns and rooks; the pawn is a serf of Aragon, a florin is earned."""
    match = table(
        rule("fugger", "aragon"), marry("aragon", "isabella_of_castille"), border(aragon_papal_states="medici_pawn"),
        stand(valencia="catholic_rook", algiers="catholic_knight"),
    )  # fmt: skip
    do(match, Run("west"))
    assert RepressAt("isabella_of_castille", "valencia") in match.options("fugger")
    refused(match, RepressAt("isabella_of_castille", "algiers"), "wrong_type")
    refused(match, RepressAt("isabella_of_castille", "timbuktu"), "nobody_there")
    do(match, RepressOn("isabella_of_castille", "aragon_papal_states", "aragon"))
    assert repressed(match, "aragon") == ["medici_pawn"]
    assert match.state.florins["fugger"] == 11


def test_repressed_pieces_move_with_their_square_f5a_s48() -> None:
    match = table(
        lay("fugger", "flanders_guild"),
        rule("medici", "france"),
        repress(france="islamic_rook"),
        border(france_aragon="fugger_pawn"),
    )
    do(match, Run("west"), Vote("flanders_guild", "france"), Forgo(), Enough())
    assert holder(match, "france") == "fugger"
    assert repressed(match, "france") == ["islamic_rook"]


def test_a_concession_becomes_a_serf_where_the_card_works_s47d() -> None:
    match = table(lay("fugger", "hanseatic_league"), border(england_france="medici_pawn"))
    do(match, Run("west"))
    refused(match, RepressOn("hanseatic_league", "england_france", "england"), "other_location")
    do(match, RepressOn("hanseatic_league", "england_france", "france"))
    assert repressed(match, "france") == ["medici_pawn"]


# F6 -------------------------------------------------------------------------------------------------------------------

PAPAL = (
    rule("fugger", "papal_states"),
    repress(papal_states="fugger_pawn medici_pawn coeur_pawn"),
    border(
        holy_roman_empire_papal_states="fugger_pawn",
        aragon_papal_states="fugger_pawn",
        papal_states_ottoman="medici_pawn",
    ),
    lay("fugger", "sindicat_remenca"),
)


def test_a_vote_makes_the_papal_states_a_medieval_republic_f6_f6a_f6b_f6c_f6d_s56a() -> None:
    """The worked example of F6: three serfs cost three florins, an opponent's concession one more."""
    match = table(*PAPAL, seats=SEATS)
    do(match, Run("west"), Vote("sindicat_remenca", "papal_states"))
    assert match.state.florins["fugger"] == 7
    do(match, Concede("papal_states_ottoman"))
    assert match.state.florins["fugger"] == 6
    assert on(match, "papal_states_ottoman") == ["fugger_pawn"]
    assert sorted(repressed(match, "papal_states")) == ["coeur_pawn", "fugger_pawn", "medici_pawn", "medici_pawn"]
    assert asked(match) == ("fugger", "golden_liberty"), "no border is free for a serf"
    refused(match, Liberty("islamic"), "only_medieval")
    do(match, Liberty())
    assert ruled(match, "papal_states") == "medieval"
    assert is_republic(match, "papal_states")


def test_golden_liberty_may_be_left_or_with_a_house_rule_go_anywhere_f6d_s64() -> None:
    match = table(*PAPAL, seats=SEATS)
    do(match, Run("west"), Vote("sindicat_remenca", "papal_states"), Forgo(), KeepFaith())
    assert ruled(match, "papal_states") == "catholic"
    match = table(*PAPAL, seats=SEATS, options={"golden_liberty": "any_state"})
    do(match, Run("west"), Vote("sindicat_remenca", "papal_states"), Forgo(), Liberty("islamic"))
    assert ruled(match, "papal_states") == "islamic"


def test_a_medieval_empire_has_no_golden_liberty_f6d() -> None:
    match = table(lay("fugger", "flanders_guild"), rule("fugger", "france"))
    do(match, Run("west"), Vote("flanders_guild", "france"), Forgo())
    assert asked(match)[1] in ("operation", "turn")
    assert is_republic(match, "france")


@pytest.mark.parametrize(
    ("arrange", "code"),
    [
        ((), "on_throne"),
        ((rule("medici", "aragon"), vassal("aragon", "france")), "is_vassal"),
        ((rule("medici", "france"), border(france_holy_roman_empire="medici_pawn")), "no_majority"),
        ((rule("medici", "france"), border(england_france="medici_pawn")), "no_majority"),
        ((rule("medici", "france"), repress(france="medici_pawn islamic_rook"), florins(fugger=1)), "vote_too_dear"),
    ],
)
def test_what_a_vote_needs_f6_f6a_f6b_s3(arrange: tuple[Arrange, ...], code: str) -> None:
    match = table(lay("fugger", "flanders_guild"), money(1, 1), *arrange)
    do(match, Run("west"))
    refused(match, Vote("flanders_guild", "france"), code)


def test_a_vote_of_the_west_is_none_of_the_east_f6() -> None:
    match = table(lay("fugger", "flanders_guild"), rule("medici", "hungary"), money(1, 1))
    do(match, Run("west"))
    refused(match, Vote("flanders_guild", "hungary"), "other_region")


def test_an_opponents_empire_comes_as_a_king_without_queen_bishop_and_vassals_f6c_i1d_s56_s55a() -> None:
    match = table(
        lay("fugger", "flanders_guild", "swabian_league"),
        rule("medici", "france"),
        vassal("france", "england"),
        marry("france", "anne_of_brittany"),
        bishop("catholic", "square_france"),
    )
    do(match, Run("west"), Vote("flanders_guild", "france"), Forgo())
    assert row(match, WEST) == ["flanders_guild", "swabian_league", "square_france"], "at the outer end"
    assert not is_republic(match, "france")
    assert discarded(match) == ["anne_of_brittany"]
    assert bishops(match) == []
    assert holder(match, "england") == ""


def test_michelangelo_doubles_the_voices_and_jewish_bankers_make_a_vote_cheaper_s59() -> None:
    two = border(england_france="medici_pawn"), rule("medici", "france"), repress(france="medici_pawn islamic_rook")
    match = table(lay("fugger", "flanders_guild", "michelangelo", "bank_of_st_george"), *two)
    do(match, Run("west"), Vote("flanders_guild", "france"))
    assert match.state.florins["fugger"] == 10 - 2 + 1, "a patron saves a florin"


def test_the_freed_fill_free_cities_and_borders_s56b_s48() -> None:
    match = table(
        lay("fugger", "flanders_guild"),
        rule("medici", "france"),
        repress(france="islamic_rook medici_pawn fugger_pawn"),
    )
    do(match, Run("west"), Vote("flanders_guild", "france"), Forgo())
    refused(match, Free("islamic_rook", "paris"), "not_empty")
    refused(match, Free("catholic_rook", "lyon"), "not_repressed")
    refused(match, FreeSerf("medici_pawn", "france_holy_roman_empire"), "not_free")
    do(match, Free("islamic_rook", "lyon"), FreeSerf("medici_pawn", "england_france"), Enough())
    assert on(match, "england_france") == ["medici_pawn"], "a concession of its own bank"
    assert repressed(match, "france") == ["fugger_pawn"]
