"""Playing a card from the hand (E2): its place in the tableau, its agents."""

from __future__ import annotations

import pytest

from adjudicator import Match, Refusal
from adjudicator.games.pax_renaissance.facts import EAST, ITEM, PIECE, RELIGION, WEST, piece_of
from adjudicator.games.pax_renaissance.rules.agents import (
    AgentToBorder,
    AgentToCard,
    NoAgent,
    PlaceAgent,
)
from adjudicator.games.pax_renaissance.rules.battles import SettleOn
from adjudicator.games.pax_renaissance.rules.cards import Launch, PlayCard
from adjudicator.games.pax_renaissance.rules.pieces import TAKINGS, Pacify, TakeFromPlace, TakeRepressed
from adjudicator.games.pax_renaissance.rules.regime import Concede
from tests.games.pax_renaissance.table import (
    asked,
    bishop,
    border,
    do,
    florins,
    hand,
    lay,
    on,
    repress,
    rule,
    stand,
    table,
    theocracy,
    there,
)


def row(match: Match, seat: str, side: int) -> list[str]:
    """The items of a side of a tableau, from the player card outwards."""
    return [ITEM.ids[each] for each in match.state.rows[seat][side]]


def test_a_card_comes_to_the_outer_end_of_its_side_c3_e2() -> None:
    match = table(
        lay("fugger", "kingmaker", "janissaries"), rule("fugger", "france"), hand("fugger", "cromwell", "black_army")
    )
    do(match, PlayCard("cromwell"))
    do(match, *[NoAgent()] * 2)
    assert row(match, "fugger", WEST) == ["kingmaker", "square_france", "cromwell"]
    do(match, PlayCard("black_army"))
    assert row(match, "fugger", EAST) == ["janissaries", "black_army"]


def test_only_a_card_of_the_hand_can_be_played_e2() -> None:
    with pytest.raises(Refusal, match="not_in_hand"):
        table().apply("fugger", PlayCard("cromwell"))


def test_without_the_one_shot_agents_may_be_left_out_e2_2() -> None:
    match = table(hand("fugger", "cromwell"))
    do(match, PlayCard("cromwell"), NoAgent())
    assert asked(match) in (("fugger", "agent"), ("fugger", "turn"))


def test_flanders_guild_wins_france_and_brings_two_concessions_e2_1_e2_1a() -> None:
    """The worked example of E2.1: a peasant revolt in an empty France."""
    match = table(hand("fugger", "flanders_guild"), stand(paris=""), border(france_holy_roman_empire=""))
    do(match, Launch("flanders_guild", "france"), SettleOn("england_france"))
    assert asked(match) == ("fugger", "reward")
    do(match, Concede("france_holy_roman_empire"))
    assert on(match, "england_france") == on(match, "france_holy_roman_empire") == ["fugger_pawn"]
    assert row(match, "fugger", WEST) == ["flanders_guild", "square_france"]
    assert match.state.republics == 0
    assert match.state.florins["fugger"] == 10


def test_a_pawn_goes_to_a_border_but_not_to_a_pirate_e2_2d() -> None:
    """The second worked example of E2: an opponent in the East, a pirate in the West, the South is free."""
    match = table(
        hand("fugger", "flanders_guild"),
        border(france_holy_roman_empire="medici_pawn", england_france="islamic_pirate"),
        florins(fugger=0),
    )
    do(match, PlayCard("flanders_guild"))
    assert match.options("fugger") == [AgentToBorder("france_aragon"), NoAgent()]
    with pytest.raises(Refusal, match="pirate_there"):
        match.apply("fugger", AgentToBorder("england_france"))
    with pytest.raises(Refusal, match="too_poor"):
        match.apply("fugger", AgentToBorder("france_holy_roman_empire"))
    do(match, AgentToBorder("france_aragon"))
    assert on(match, "france_aragon") == ["fugger_pawn"]


def test_a_concession_makes_room_for_a_florin_and_becomes_a_serf_e2_2d_s47a() -> None:
    match = table(hand("fugger", "flanders_guild"), border(france_holy_roman_empire="medici_pawn"))
    do(match, PlayCard("flanders_guild"), AgentToBorder("france_holy_roman_empire"))
    assert on(match, "france_holy_roman_empire") == ["fugger_pawn"]
    assert match.state.florins["fugger"] == 9
    assert match.state.repressed[1] == [PIECE.index["medici_pawn"]]


def test_icons_do_not_matter_for_agents_and_who_stands_there_is_repressed_e2_2b_s47a() -> None:
    match = table(hand("fugger", "gonfalonier"), stand(venice="reformist_rook"))
    do(match, PlayCard("gonfalonier"), PlaceAgent("venice"))
    assert there(match, "venice") == "catholic_knight"
    assert match.state.florins["fugger"] == 9
    assert [PIECE.ids[each] for each in match.state.repressed[7]] == ["reformist_rook"]


def test_condottieri_bring_two_knights_to_venice_e2_2b_g4c() -> None:
    """The worked example of G4c: Gonfalonier, a rook in Venice is repressed for a florin."""
    match = table(hand("fugger", "gonfalonier"), stand(venice="catholic_rook"))
    do(match, PlayCard("gonfalonier"), PlaceAgent("venice"), PlaceAgent("venice_2"))
    assert (there(match, "venice"), there(match, "venice_2")) == ("catholic_knight", "catholic_knight")
    assert match.state.florins["fugger"] == 9


def test_the_second_agent_of_a_card_does_not_displace_the_first_e2_2() -> None:
    match = table(hand("fugger", "janissaries"))
    do(match, PlayCard("janissaries"), PlaceAgent("modon"))
    with pytest.raises(Refusal, match="own_agent"):
        match.apply("fugger", PlaceAgent("modon"))


def test_both_knights_of_a_region_come_to_one_of_its_empires_e2_2b_s_location_b() -> None:
    match = table(hand("fugger", "janissaries"))
    do(match, PlayCard("janissaries"), PlaceAgent("modon"))
    assert {each.place for each in match.options("fugger") if isinstance(each, PlaceAgent)} == {
        "constantinople_1", "constantinople_2", "constantinople_3", "rhodes",
    }  # fmt: skip
    with pytest.raises(Refusal, match="elsewhere"):
        match.apply("fugger", PlaceAgent("varna"))


def test_a_bishop_need_not_die_for_a_one_shot_e2_1b() -> None:
    """The bishop's own card has gone with the apostates; on every other card of its location is a bishop already."""
    match = table(
        hand("fugger", "dervishes"),
        lay("fugger", "luther"),
        bishop("catholic", "square_hungary", "square_byzantium", "square_ottoman", "square_mamluk"),
    )
    do(match, Launch("dervishes"))
    assert asked(match)[1] == "agent"
    do(match, NoAgent())
    assert match.state.turn.left == 1


def test_agents_come_to_the_location_of_the_card_b5b_e2_2() -> None:
    match = table(hand("fugger", "black_army"))
    do(match, PlayCard("black_army"))
    with pytest.raises(Refusal, match="elsewhere"):
        match.apply("fugger", PlaceAgent("paris"))
    with pytest.raises(Refusal, match="no_such_agent"):
        match.apply("fugger", AgentToBorder("hungary_ottoman"))


def test_no_agent_comes_under_a_disk_b6d() -> None:
    match = table(hand("fugger", "mamluk_slave_soldiers"))
    do(match, PlayCard("mamluk_slave_soldiers"))
    with pytest.raises(Refusal, match="under_disk"):
        match.apply("fugger", PlaceAgent("red_sea"))


def test_a_pirate_comes_to_a_sea_border_and_kills_who_is_there_e2_2c() -> None:
    match = table(hand("fugger", "ottoman_navy"), border(papal_states_ottoman="medici_pawn"))
    do(match, PlayCard("ottoman_navy"), AgentToBorder("papal_states_ottoman"))
    assert on(match, "papal_states_ottoman") == ["islamic_pirate"]
    assert match.state.repressed[8] == []
    assert match.state.florins["fugger"] == 10


def test_a_pirate_agent_spares_a_protected_concession_and_kills_who_else_is_there_s27d() -> None:
    """Dalmatian Merchant Marine protects the concession of Medici; Catholics and Fugger it does not (R22)."""
    for marine, left in ((["dalmatian_merchant_marine"], ["islamic_pirate", "medici_pawn"]), ([], ["islamic_pirate"])):
        match = table(
            hand("fugger", "ottoman_navy"),
            lay("medici", *marine),
            border(papal_states_ottoman="catholic_pirate medici_pawn" if marine else "medici_pawn"),
        )
        do(match, PlayCard("ottoman_navy"), AgentToBorder("papal_states_ottoman"))
        assert on(match, "papal_states_ottoman") == left
    match = table(
        hand("fugger", "ottoman_navy"),
        lay("medici", "dalmatian_merchant_marine"),
        border(papal_states_ottoman="fugger_pawn"),
    )
    do(match, PlayCard("ottoman_navy"), AgentToBorder("papal_states_ottoman"))
    assert on(match, "papal_states_ottoman") == ["islamic_pirate"]


def test_no_new_concession_joins_a_pirate_beside_a_protected_one_s27d() -> None:
    match = table(
        hand("medici", "phocoean_alum"),
        lay("medici", "dalmatian_merchant_marine"),
        border(papal_states_ottoman="islamic_pirate medici_pawn", hungary_ottoman="islamic_pirate"),
        on_move="medici",
    )
    do(match, PlayCard("phocoean_alum"))
    for taken in ("papal_states_ottoman", "hungary_ottoman"):
        with pytest.raises(Refusal, match="pirate_there"):
            match.apply("medici", AgentToBorder(taken))
    do(match, AgentToBorder("ottoman_mamluk"))


def test_no_pirate_on_land_e2_2c() -> None:
    match = table(hand("fugger", "barbarossa_brothers"))
    do(match, PlayCard("barbarossa_brothers"))
    with pytest.raises(Refusal, match="no_sea_border"):
        match.apply("fugger", AgentToBorder("holy_roman_empire_papal_states"))


def test_a_bishop_comes_to_its_card_or_to_one_of_the_location_e2_2a() -> None:
    match = table(hand("fugger", "the_grim"), lay("medici", "janissaries", "black_army"), rule("medici", "hungary"))
    do(match, PlayCard("the_grim"))
    found = {each.card for each in match.options("fugger") if isinstance(each, AgentToCard)}
    assert found == {"the_grim", "janissaries", "square_ottoman"}, "Ottomans, the East, and the throne"
    with pytest.raises(Refusal, match="elsewhere"):
        match.apply("fugger", AgentToCard("black_army"))
    do(match, AgentToCard("square_ottoman"))
    assert match.state.bishops[1] == [ITEM.index["square_ottoman"]]


def test_a_bishop_that_meets_another_dies_with_it_e2_2a_f1a() -> None:
    match = table(hand("fugger", "the_grim"), bishop("catholic", "square_ottoman"))
    do(match, PlayCard("the_grim"), AgentToCard("square_ottoman"))
    assert match.state.bishops == [[], [], []]


def test_a_bishop_may_pacify_where_it_comes_to_e2_2a_f1b() -> None:
    match = table(hand("fugger", "the_grim"), repress(ottoman="medici_pawn catholic_knight"))
    do(match, PlayCard("the_grim"), AgentToCard("square_ottoman"), Pacify("catholic_knight"))
    assert [PIECE.ids[each] for each in match.state.repressed[8]] == ["medici_pawn"]


def test_a_one_shot_obliges_its_agents_where_there_is_room_e2_1_e2_1b() -> None:
    """The trade shift of Soninke Wangara: its rook must come to a free city of Aragon."""
    match = table(hand("fugger", "soninke_wangara"))
    do(match, Launch("soninke_wangara"))
    with pytest.raises(Refusal, match="agent_due"):
        match.apply("fugger", NoAgent())
    do(match, PlaceAgent("timbuktu"))
    assert there(match, "timbuktu") == "islamic_rook"


def test_nobody_must_make_room_for_an_agent_of_a_one_shot_e2_1b() -> None:
    taken = dict.fromkeys(("holy_roman_empire_hungary", "holy_roman_empire_papal_states"), "medici_pawn")
    match = table(hand("fugger", "the_kremlin"), border(**taken))
    do(match, Launch("the_kremlin"))
    assert NoAgent() in match.options("fugger")
    assert AgentToBorder("holy_roman_empire_hungary") in match.options("fugger")


def test_bishops_come_after_the_battle_e2_1a() -> None:
    match = table(hand("fugger", "qizilbash"), stand(caffa="catholic_rook"), theocracy(byzantium="medieval"))
    do(match, Launch("qizilbash", "byzantium"))
    kinds = []
    while asked(match)[1] != "turn":
        kinds.append(asked(match)[1])
        do(match, match.options("fugger")[0])
    assert kinds[-1] == "agent", "a bishop, after everything that the battle brought"


def test_strawman_a_revolt_against_the_own_king_makes_a_republic_e2_2f_s57_s49() -> None:
    match = table(
        hand("fugger", "flanders_guild"), rule("fugger", "france"), stand(paris=""), border(england_france="")
    )
    do(match, Launch("flanders_guild", "france"), SettleOn("england_france"))
    assert match.state.republics == 1 << 1
    assert row(match, "fugger", WEST) == ["flanders_guild", "square_france"]


def test_without_a_piece_in_supply_a_repressed_one_is_taken_first_b1_e2_2e_s68() -> None:
    knights = dict.fromkeys(("caffa", "trebizond", "modon", "rhodes", "cairo"), "islamic_knight")
    match = table(hand("fugger", "janissaries"), stand(**knights, tana="", constantinople_3=""), repress(
        mamluk="islamic_knight"))  # fmt: skip
    do(match, PlayCard("janissaries"), PlaceAgent("buda"))
    assert asked(match)[1] == "agent", "one was repressed: it is taken without a question"
    assert match.state.repressed[9] == []
    do(match, PlaceAgent("varna"))
    assert asked(match)[1] == "take"
    with pytest.raises(Refusal, match="not_to_be_taken"):
        match.apply("fugger", TakeRepressed("mamluk"))
    do(match, TakeFromPlace("caffa"))
    assert there(match, "varna") == "islamic_knight"
    assert there(match, "caffa") == ""
    assert sum(each == piece_of(1, RELIGION.index["islamic"]) for each in match.state.places) == 7


def test_a_piece_that_must_come_is_taken_others_may_be_declined_s68() -> None:
    knights = dict.fromkeys(("caffa", "trebizond", "modon", "rhodes", "cairo", "tana"), "islamic_knight")
    laid = (stand(**knights, constantinople_3=""),)
    match = table(hand("fugger", "janissaries"), *laid)
    do(match, PlayCard("janissaries"), NoAgent(), NoAgent())
    assert [there(match, place) for place in knights] == ["islamic_knight"] * 6, "nobody had to take one"
    match = table(hand("fugger", "janissaries"), *laid)
    do(match, PlayCard("janissaries"), PlaceAgent("buda"))
    assert asked(match)[1] == "take"
    assert all(isinstance(option, TAKINGS) for option in match.options("fugger")), "who places it takes one"
