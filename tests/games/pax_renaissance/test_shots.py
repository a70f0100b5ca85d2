"""One-shots: trade shifts (H), coronations (I), civil wars (J)."""

from __future__ import annotations

from adjudicator.games.pax_renaissance.facts import EAST, EMPIRE, ITEM, PIECE, ROUTE, WEST
from adjudicator.games.pax_renaissance.rules.agents import AgentToCard, NoAgent, PlaceAgent
from adjudicator.games.pax_renaissance.rules.battles import (
    FallAgent,
    FallOn,
    FallRepressed,
    GiveWay,
    SettleAt,
    SettleOn,
    survivors,
)
from adjudicator.games.pax_renaissance.rules.cards import Launch, PlayCard, Played
from adjudicator.games.pax_renaissance.rules.regime import Concede, Forgo
from adjudicator.games.pax_renaissance.rules.table import in_supply
from tests.games.pax_renaissance.table import (
    asked,
    bishop,
    bishops,
    border,
    discarded,
    do,
    empty_map,
    hand,
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

FRENCH = ("england_france", "france_holy_roman_empire", "france_aragon")

# H: trade shifts ----------------------------------------------------------------------------------------------------


def test_a_trade_shift_moves_the_disk_and_represses_whoever_is_in_the_old_emporium_h1d() -> None:
    """The worked example of H1: Soninke Wangara opens Timbuktu, the rook in Tana is repressed in Byzantium."""
    match = table(hand("fugger", "soninke_wangara"), stand(tana="islamic_rook"))
    do(match, Launch("soninke_wangara"))
    assert {id for id in ROUTE.ids if match.state.open_routes >> ROUTE.index[id] & 1} == {"timbuktu", "trebizond"}
    assert there(match, "tana") == ""
    assert repressed(match, "byzantium") == ["islamic_rook"]
    assert match.state.florins["fugger"] == 10  # at no cost
    assert asked(match) == ("fugger", "agent")  # its rook has to be placed in Aragon (E2.1b)
    refused(match, NoAgent(), "agent_due")
    do(match, PlaceAgent("timbuktu"))
    assert there(match, "timbuktu") == "islamic_rook"
    assert row(match, EAST) == ["soninke_wangara"]


def test_an_emporium_that_is_open_cannot_be_opened_h1() -> None:
    match = table(hand("fugger", "soninke_wangara", "nomads_of_tlemcen"))
    do(match, Launch("soninke_wangara"), PlaceAgent("timbuktu"))
    refused(match, Launch("nomads_of_tlemcen"), "not_busted")


def test_the_spice_islands_need_a_discovery_in_the_tableau_the_played_card_does_not_count_h1a() -> None:
    match = table(hand("fugger", "india_armada"))
    refused(match, Launch("india_armada"), "no_discovery")
    match = table(hand("fugger", "india_armada"), lay("fugger", "french_pirates"))
    do(match, Launch("india_armada"))
    assert match.state.open_routes >> ROUTE.index["spice_islands"] & 1


def test_a_king_shows_his_discovery_for_the_spice_islands_h1a() -> None:
    match = table(hand("fugger", "india_armada"), rule("fugger", "portugal"))
    do(match, Launch("india_armada"))
    assert match.state.open_routes >> ROUTE.index["spice_islands"] & 1


def test_no_agent_may_come_to_an_emporium_under_its_disk_b6d() -> None:
    match = table(hand("fugger", "soninke_wangara"))
    do(match, PlayCard("soninke_wangara"))
    refused(match, PlaceAgent("timbuktu"), "under_disk")


# I: coronations -----------------------------------------------------------------------------------------------------


def test_a_coronation_brings_king_and_queen_to_the_side_of_the_king_and_a_concession_i1() -> None:
    """The worked example of I: Sophia Palaiologina marries the King of Hungary."""
    match = table(hand("fugger", "sophia_palaiologina"))
    do(match, Launch("sophia_palaiologina", "hungary"))
    assert asked(match) == ("fugger", "reward")
    do(match, Concede("hungary_byzantium"))
    assert on(match, "hungary_byzantium") == ["fugger_pawn"]
    assert row(match, EAST) == ["square_hungary"]
    assert match.state.queens[EMPIRE.index["hungary"]] == [ITEM.index["sophia_palaiologina"]]
    assert holder(match, "hungary") == "fugger"
    assert not is_republic(match, "hungary")


def test_a_queen_marries_a_suitor_who_is_single_on_his_throne_or_ones_own_i() -> None:
    match = table(
        hand("fugger", "isabella_of_castille", "anne_of_brittany"),
        rule("medici", "portugal"),
        marry("france", "mary_the_rich"),
    )
    refused(match, Launch("isabella_of_castille", "england"), "no_suitor")
    refused(match, Launch("isabella_of_castille", "portugal"), "king_taken")  # of somebody else
    refused(match, Launch("isabella_of_castille", "france"), "king_taken")  # married
    refused(match, Launch("isabella_of_castille"), "empire_needed")
    assert Played("fugger", "isabella_of_castille", shot=True) in do(match, Launch("isabella_of_castille", "aragon"))


def test_a_republic_has_no_king_to_marry_i() -> None:
    match = table(hand("fugger", "anne_of_brittany"), rule("fugger", "france", republic=True))
    refused(match, Launch("anne_of_brittany", "france"), "king_taken")


def test_a_king_of_ones_own_keeps_his_place_vassals_and_bishop_when_he_marries_i1a_r16() -> None:
    kingdom = (
        rule("fugger", "aragon", "england"),
        vassal("aragon", "france"),
        bishop("catholic", "square_aragon"),
        hand("fugger", "anne_of_brittany"),
    )
    match = table(*kingdom)
    do(match, Launch("anne_of_brittany", "aragon"), Forgo())
    assert row(match, WEST) == ["square_aragon", "square_england"]
    assert holder(match, "france") == "fugger"
    assert bishops(match) == ["square_aragon"]
    match = table(*kingdom, options={"coronation_frees_vassals": True})
    do(match, Launch("anne_of_brittany", "aragon"), Forgo())
    assert row(match, WEST) == ["square_england", "square_aragon"]
    assert holder(match, "france") == ""
    assert bishops(match) == []


def test_a_queen_who_is_played_without_a_coronation_is_an_old_maid_i2() -> None:
    match = table(hand("fugger", "isabella_of_castille"))
    told = do(match, PlayCard("isabella_of_castille"))
    assert Played("fugger", "isabella_of_castille", maid=True) in told
    assert match.state.maids["fugger"] == [ITEM.index["isabella_of_castille"]]
    assert row(match, WEST) == []


def test_star_chamber_crowns_the_king_of_an_opponent_who_loses_queen_bishop_and_vassals_r17() -> None:
    match = table(
        lay("fugger", "star_chamber"),
        rule("medici", "aragon"),
        marry("aragon", "joanna_the_mad"),
        vassal("aragon", "france"),
        bishop("catholic", "square_aragon"),
        hand("fugger", "anne_of_brittany"),
    )
    do(match, Launch("anne_of_brittany", "aragon"), Forgo())
    assert holder(match, "aragon") == "fugger"
    assert holder(match, "france") == ""
    assert match.state.queens[EMPIRE.index["aragon"]] == [ITEM.index["anne_of_brittany"]]
    assert "joanna_the_mad" in discarded(match)
    assert bishops(match) == []


def test_star_chamber_gives_a_married_king_on_his_throne_a_second_queen_r17() -> None:
    match = table(lay("fugger", "star_chamber"), marry("aragon", "joanna_the_mad"), hand("fugger", "anne_of_brittany"))
    do(match, Launch("anne_of_brittany", "aragon"), Forgo())
    assert match.state.queens[EMPIRE.index["aragon"]] == sorted(
        [ITEM.index["anne_of_brittany"], ITEM.index["joanna_the_mad"]]
    )


def test_star_chamber_crowns_no_republic_r17() -> None:
    match = table(
        lay("fugger", "star_chamber"),
        rule("fugger", "france", republic=True),
        rule("medici", "aragon", republic=True),
        hand("fugger", "anne_of_brittany"),
    )
    refused(match, Launch("anne_of_brittany", "france"), "king_taken")
    refused(match, Launch("anne_of_brittany", "aragon"), "king_taken")


# J: civil wars ------------------------------------------------------------------------------------------------------


def test_a_conspiracy_j1() -> None:
    """The worked example of J1: House of Borgia in Aragon, the king of an opponent with a vassal."""
    match = table(
        hand("fugger", "house_of_borgia"),
        rule("medici", "aragon"),
        vassal("aragon", "france"),
        repress(aragon="reformist_knight"),
        stand(valencia="", algiers="catholic_rook"),
        border(portugal_aragon="islamic_pirate"),
    )
    do(match, Launch("house_of_borgia", "aragon"))
    assert there(match, "algiers") == ""  # the only defender falls
    assert asked(match) == ("fugger", "casualty")
    do(match, FallOn("portugal_aragon", "islamic_pirate"))
    assert on(match, "portugal_aragon") == []
    assert asked(match) == ("fugger", "survivor")
    do(match, SettleAt("valencia"))
    assert there(match, "valencia") == "reformist_knight"
    assert repressed(match, "aragon") == []
    assert holder(match, "aragon") == "fugger"
    assert holder(match, "france") == ""
    do(match, Concede("portugal_aragon"))
    assert asked(match) == ("fugger", "agent")  # the bishop, on any card of the West
    refused(match, NoAgent(), "agent_due")
    do(match, AgentToCard("square_england"))
    assert bishops(match) == ["square_england"]
    assert row(match, WEST) == ["house_of_borgia", "square_aragon"]


def test_equal_numbers_all_die_and_nothing_changes_jc() -> None:
    match = table(hand("fugger", "the_last_knight"), stand(vienna="catholic_rook"))
    do(match, Launch("the_last_knight", "holy_roman_empire"))
    assert there(match, "vienna") == ""
    assert holder(match, "holy_roman_empire") == ""
    assert match.state.turn.left == 1


def test_a_one_shot_takes_place_in_the_location_of_its_card_only_e2_1() -> None:
    match = table(hand("fugger", "house_of_borgia", "the_last_knight"))
    refused(match, Launch("house_of_borgia", "ottoman"), "not_there")
    refused(match, Launch("the_last_knight", "france"), "not_there")
    refused(match, Launch("house_of_borgia"), "empire_needed")
    assert holder(match, "ottoman") == ""


def test_a_one_shot_that_is_tied_to_no_empire_is_not_named_with_one_e2_1() -> None:
    match = table(hand("fugger", "papal_elephant", "hanseatic_league"), lay("medici", "jesuits", "luther"))
    refused(match, Launch("papal_elephant", "france"), "not_there")
    refused(match, Launch("hanseatic_league", "france"), "not_there")
    do(match, Launch("papal_elephant"))
    assert "jesuits" in discarded(match)


def test_a_card_without_a_one_shot_is_played_without_e2_1() -> None:
    match = table(hand("fugger", "gutenberg"))
    refusal = refused(match, Launch("gutenberg"), "no_one_shot")
    assert [*refusal.nearest] == [PlayCard("gutenberg")]


def test_serfs_pirates_and_own_concessions_rise_with_the_peasants_knights_do_not_j2a() -> None:
    """Of three attackers two fall; the pawn on the border is among them by choice."""
    match = table(
        hand("fugger", "flanders_guild"),
        stand(paris="catholic_knight", bruges="catholic_rook", lyon=""),
        border(england_france="catholic_pirate", france_holy_roman_empire="fugger_pawn", france_aragon="medici_pawn"),
        repress(france="catholic_knight medici_pawn"),
    )
    do(match, Launch("flanders_guild", "france"))
    # attackers: the agent, the pirate, the own concession, the serf of the Medici; not the knight, not their concession
    refused(match, FallOn("france_aragon", "medici_pawn"), "not_fighting")
    refused(match, FallRepressed("catholic_knight"), "not_fighting")
    do(match, FallOn("england_france", "catholic_pirate"), FallRepressed("medici_pawn"))
    do(match, Forgo() if asked(match)[1] == "reward" else SettleOn("england_france"))
    assert on(match, "france_holy_roman_empire") == ["fugger_pawn"]


def test_a_republic_out_of_a_vassal_j2() -> None:
    """The worked example of J2: a peasant revolt against a French vassal in the own tableau."""
    match = table(
        hand("fugger", "flanders_guild"),
        rule("fugger", "aragon"),
        vassal("aragon", "france"),
        stand(paris="", bruges="catholic_rook", lyon="catholic_knight"),
        border(england_france="catholic_pirate", france_holy_roman_empire="fugger_pawn"),
    )
    do(match, Launch("flanders_guild", "france"))
    do(match, FallOn("england_france", "catholic_pirate"), FallOn("france_holy_roman_empire", "fugger_pawn"))
    assert there(match, "bruges") == there(match, "lyon") == ""
    do(match, SettleOn("england_france"), Concede("france_holy_roman_empire"))
    assert on(match, "england_france") == on(match, "france_holy_roman_empire") == ["fugger_pawn"]
    assert is_republic(match, "france")
    assert holder(match, "aragon") == "fugger"
    assert row(match, WEST) == ["square_aragon", "flanders_guild", "square_france"]


def test_a_revolt_against_nobody_succeeds_e2_1() -> None:
    """The worked example of E2.1: Flanders Guild in France, where nobody is."""
    match = table(hand("fugger", "flanders_guild"), stand(paris=""))
    do(match, Launch("flanders_guild", "france"), SettleOn("england_france"), Concede("france_aragon"))
    assert holder(match, "france") == "fugger"
    assert on(match, "england_france") == on(match, "france_aragon") == ["fugger_pawn"]
    assert row(match, WEST) == ["flanders_guild", "square_france"]


def test_survivors_without_room_are_repressed_for_nothing_battle_i() -> None:
    match = table(
        hand("fugger", "teutonic_knights"),
        stand(venice="catholic_knight", vienna="", lubeck="", nurnberg="", novgorod=""),
        repress(holy_roman_empire="catholic_rook catholic_rook catholic_rook"),
    )
    do(match, Launch("teutonic_knights", "holy_roman_empire"))
    do(match, SettleAt("vienna"), SettleAt("lubeck"))  # the third goes where there is room
    assert there(match, "nurnberg") == "catholic_rook"
    assert len(repressed(match, "holy_roman_empire")) == 2
    assert match.state.florins["fugger"] == 10
    assert holder(match, "holy_roman_empire") == "fugger"


def test_a_surviving_pirate_without_a_free_sea_border_is_discarded_s2i() -> None:
    """Concessions of others do not rise; only on land is there room, which is none for a ship."""
    full = border(england_france="medici_pawn", france_holy_roman_empire="medici_pawn")
    match = table(empty_map, hand("fugger", "arumer_zwarte_hoop"), full)
    do(match, Launch("arumer_zwarte_hoop", "france"), Forgo())
    assert holder(match, "france") == "fugger"
    assert [on(match, each) for each in FRENCH] == [["medici_pawn"], ["medici_pawn"], []]
    assert repressed(match, "france") == []
    assert in_supply(match.state, PIECE.index["islamic_pirate"]) == 4
    match = table(
        empty_map,
        hand("fugger", "arumer_zwarte_hoop"),
        border(england_france="medici_pawn", france_holy_roman_empire=""),
    )
    do(match, Launch("arumer_zwarte_hoop", "france"), Forgo())
    assert [on(match, each) for each in FRENCH] == [["medici_pawn"], ["islamic_pirate"], []]


def test_the_attacker_chooses_which_survivors_find_room_battle_i() -> None:
    match = table(
        hand("fugger", "teutonic_knights"),
        stand(vienna="catholic_rook", lubeck="catholic_rook", nurnberg="catholic_rook"),
        repress(holy_roman_empire="islamic_rook reformist_rook catholic_rook"),
        border(france_holy_roman_empire="islamic_pirate"),
    )
    do(match, Launch("teutonic_knights", "holy_roman_empire"))
    do(match, FallOn("france_holy_roman_empire", "islamic_pirate"), FallAgent("catholic_knight"))
    do(match, FallRepressed("catholic_rook"), SettleAt("vienna"))
    refused(match, GiveWay(), "room_for_all")
    do(match, SettleAt("lubeck"))
    assert there(match, "nurnberg") == "reformist_rook"
    match = table(
        empty_map,
        hand("fugger", "kingmaker"),
        stand(london="catholic_rook"),
        repress(england="islamic_rook catholic_knight"),
    )
    do(match, Launch("kingmaker", "england"), FallAgent("catholic_rook"))
    do(match, GiveWay())  # the reformist rook of the card
    assert repressed(match, "england") == ["islamic_rook", "reformist_rook", "catholic_knight"]
    do(match, SettleAt("bordeaux"))
    assert there(match, "london") == "catholic_knight"
    assert repressed(match, "england") == ["reformist_rook"]


def test_a_survivor_taken_for_another_needs_no_room_b1_battle_i() -> None:
    """No rook is left, so one of two repressed ones stands for the agent: room enough for those who are left."""
    elsewhere = ("london", "bordeaux", "paris", "lyon", "buda", "varna", "cairo", "cyprus")
    rook, knight = "repressed holy_roman_empire catholic_rook", "repressed holy_roman_empire reformist_knight"
    match = table(
        empty_map,
        stand(**dict.fromkeys(elsewhere, "catholic_rook")),
        repress(holy_roman_empire="catholic_rook catholic_rook reformist_knight"),
        frames=[survivors("fugger", "holy_roman_empire", ["agent catholic_rook", rook, rook, knight])],
    )
    do(match, SettleAt("vienna"))
    assert repressed(match, "holy_roman_empire") == ["catholic_rook", "reformist_knight"]
    refused(match, GiveWay(), "room_for_all")


def test_a_pawn_fights_in_a_conspiracy_r13() -> None:
    match = table(hand("fugger", "bank_of_st_george"), stand(tana=""))
    do(match, Launch("bank_of_st_george", "byzantium"), SettleOn("hungary_byzantium"), Forgo())
    assert holder(match, "byzantium") == "fugger"
    assert on(match, "hungary_byzantium") == ["fugger_pawn"]


def test_a_conspiracy_without_attackers_does_nothing_r14() -> None:
    match = table(hand("fugger", "house_of_borgia"), stand(london=""))
    do(match, Launch("house_of_borgia", "england"), AgentToCard("house_of_borgia"))
    assert holder(match, "england") == ""
