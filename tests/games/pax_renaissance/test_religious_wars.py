"""One-shots: religious wars (K1, K2), apostasy (K3); the buffer state."""

from __future__ import annotations

from adjudicator import Match
from adjudicator.games.pax_renaissance.facts import EMPIRE, ITEM, WEST
from adjudicator.games.pax_renaissance.rules.agents import AgentToBorder, AgentToCard
from adjudicator.games.pax_renaissance.rules.battles import (
    Arrange,
    AsTheyStand,
    FallAgent,
    FallAt,
    FallOn,
    SettleAt,
)
from adjudicator.games.pax_renaissance.rules.cards import Launch
from adjudicator.games.pax_renaissance.rules.pieces import Killed
from adjudicator.games.pax_renaissance.rules.regime import Concede, Enough, Forgo, Free
from adjudicator.games.pax_renaissance.rules.shots import RooksRide, RooksStay
from tests.games.pax_renaissance import table as arranged
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
    there,
    vassal,
)

# K: religious wars --------------------------------------------------------------------------------------------------


def crusade(*more: arranged.Arrange) -> Match:
    """The worked example of K1: Jesuits in Aragon, whose king is in the own tableau."""
    return table(
        empty_map,
        hand("fugger", "jesuits"),
        rule("fugger", "aragon"),
        stand(valencia="catholic_rook", algiers="islamic_rook", toledo="catholic_knight"),
        border(aragon_papal_states="catholic_pirate"),
        *more,
    )


def test_a_crusade_k1_k2() -> None:
    match = crusade()
    do(match, Launch("jesuits", "aragon"))
    assert there(match, "algiers") == ""
    do(match, FallAt("valencia"))
    assert there(match, "toledo") == "catholic_knight"
    assert on(match, "aragon_papal_states") == ["catholic_pirate"]
    assert ruled(match, "aragon") == "catholic"
    assert is_republic(match, "aragon")
    do(match, Concede("portugal_aragon"), AgentToCard("jesuits"))
    assert on(match, "portugal_aragon") == ["fugger_pawn"]
    assert bishops(match) == ["jesuits"]
    assert row(match, WEST) == ["jesuits", "square_aragon"]


def test_the_attacker_may_choose_the_knight_or_the_pirate_too_k1() -> None:
    for loss in (FallAt("toledo"), FallOn("aragon_papal_states", "catholic_pirate")):
        do(crusade(), Launch("jesuits", "aragon"), loss)


def test_without_heretics_no_religious_war_k1c() -> None:
    match = crusade(stand(algiers=""))
    refused(match, Launch("jesuits", "aragon"), "no_heretics")


def test_a_heretical_pirate_on_a_border_is_enough_for_a_religious_war_k1c() -> None:
    match = table(
        hand("fugger", "man_for_all_seasons"),
        stand(london="catholic_rook"),
        border(england_portugal="reformist_pirate"),
    )
    do(match, Launch("man_for_all_seasons", "england"))
    assert on(match, "england_portugal") == []


def test_repressed_pieces_take_no_part_in_religious_wars_k1d() -> None:
    match = crusade(stand(algiers=""), repress(aragon="islamic_rook"))
    refused(match, Launch("jesuits", "aragon"), "no_heretics")


def test_rooks_ride_to_a_crusade_with_the_knights_of_rhodes() -> None:
    def war(*more: arranged.Arrange) -> Match:
        return table(
            empty_map,
            hand("fugger", "jesuits"),
            stand(algiers="islamic_rook", granada="catholic_rook"),
            lay("fugger", "knights_hospitaller"),
            *more,
        )

    match = war()
    do(match, Launch("jesuits", "aragon"))
    assert asked(match) == ("fugger", "rooks")
    do(match, RooksRide())
    assert there(match, "granada") == there(match, "algiers") == ""
    match = war()
    do(match, Launch("jesuits", "aragon"), RooksStay())
    assert there(match, "granada") == "catholic_rook"
    assert there(match, "algiers") == "islamic_rook"
    match = war(bishop("islamic", "knights_hospitaller"))  # silenced: nobody is asked
    do(match, Launch("jesuits", "aragon"))
    assert asked(match) == ("fugger", "agent")


def test_pawns_do_not_fight_for_a_faith_and_come_afterwards_k1a_r39() -> None:
    match = table(empty_map, hand("fugger", "zionist_state"), stand(cairo="islamic_rook", trebizond="reformist_knight"))
    do(match, Launch("zionist_state", "mamluk"))
    assert there(match, "cairo") == there(match, "trebizond") == ""
    assert asked(match) == ("fugger", "agent")
    do(match, AgentToBorder("byzantium_mamluk"))
    assert on(match, "byzantium_mamluk") == ["fugger_pawn"]


def test_the_winner_arranges_constantinople_k2a() -> None:
    match = table(
        empty_map,
        hand("fugger", "the_grim"),
        stand(constantinople_1="islamic_rook", constantinople_2="islamic_knight", modon="reformist_rook"),
    )
    do(match, Launch("the_grim", "ottoman"), FallAt("constantinople_1"))
    assert ruled(match, "ottoman") == "islamic"
    assert asked(match) == ("fugger", "arrangement")
    refused(match, Arrange("modon", "rhodes"), "not_in_constantinople")
    do(match, Arrange("constantinople_1", "constantinople_2"), AsTheyStand())
    assert there(match, "constantinople_1") == "islamic_knight"


def test_an_agent_may_fall_or_survive_as_the_attacker_wishes_battle() -> None:
    match = table(empty_map, hand("fugger", "holy_land_crusade"), stand(cairo="islamic_rook"))
    do(match, Launch("holy_land_crusade", "mamluk"), SettleAt("cairo"))  # two knights alike: nobody is asked
    assert there(match, "cairo") == "catholic_knight"
    assert ruled(match, "mamluk") == "catholic"
    match = table(empty_map, hand("fugger", "kingmaker"), stand(london="catholic_rook"))
    do(match, Launch("kingmaker", "england"), FallAgent("catholic_rook"), SettleAt("bordeaux"))
    assert there(match, "bordeaux") == "reformist_rook"


def test_the_emancipated_fill_empty_places_s56b() -> None:
    match = table(empty_map, hand("fugger", "the_bold"), repress(france="catholic_rook medici_pawn"))
    do(match, Launch("the_bold", "france"), SettleAt("paris"), SettleAt("bruges"), Forgo())
    assert asked(match) == ("fugger", "emancipation")
    refused(match, Free("catholic_rook", "paris"), "not_repressed")
    do(match, Enough())
    assert repressed(match, "france") == ["medici_pawn"]


# K3: apostasy -------------------------------------------------------------------------------------------------------


def test_apostasy_k3() -> None:
    """The worked example of K3: Twelver Ghulat, Islam and Reform."""
    match = table(
        hand("fugger", "twelver_ghulat"),
        lay("fugger", "luther", "the_grim", "the_handsome"),
        lay("medici", "antipope", "reformed_theology", "cromwell"),
        rule("medici", "ottoman"),
        vassal("ottoman", "byzantium"),
        lay("coeur", "anabaptist_reformation", "damascus_coffee"),
        seats=("fugger", "medici", "coeur"),
    )
    do(match, Launch("twelver_ghulat"))
    gone = discarded(match)
    assert {"twelver_ghulat", "luther", "the_grim", "the_handsome"} <= {*gone}
    assert {"antipope", "reformed_theology", "cromwell"} <= {*gone}
    assert holder(match, "ottoman") == holder(match, "byzantium") == ""
    assert row(match, WEST, "coeur") == ["anabaptist_reformation"]
    refused(match, AgentToCard("twelver_ghulat"), "cannot_bear")  # it has left already (R26)
    do(match, AgentToCard("square_mamluk"))
    assert bishops(match) == ["square_mamluk"]


def test_a_couple_goes_to_its_throne_still_married_k3a() -> None:
    match = table(
        hand("fugger", "papal_elephant"),
        rule("medici", "aragon"),
        marry("aragon", "isabella_of_castille"),
        lay("medici", "luther"),
    )
    do(match, Launch("papal_elephant"))
    assert holder(match, "aragon") == ""
    assert "luther" in discarded(match)
    assert match.state.queens[EMPIRE.index["aragon"]] == [ITEM.index["isabella_of_castille"]]


def test_nobody_guilty_no_apostasy_d1() -> None:
    match = table(hand("fugger", "marechaussee"), lay("medici", "luther"))
    refused(match, Launch("marechaussee"), "nobody_guilty")


def test_old_maids_are_no_apostates_k3c() -> None:
    match = table(hand("fugger", "marechaussee"), lay("medici", "luther"), maid("medici", "isabella_of_castille"))
    refused(match, Launch("marechaussee"), "nobody_guilty")


def test_whoever_holds_religion_for_a_delusion_is_no_apostate() -> None:
    heretics = (hand("fugger", "marechaussee"), lay("medici", "luther", "jesuits", "epicurean_swerve"))
    match = table(*heretics)
    refused(match, Launch("marechaussee"), "nobody_guilty")
    match = table(*heretics, bishop("catholic", "epicurean_swerve"))
    do(match, Launch("marechaussee"))
    assert {"luther", "jesuits"} <= {*discarded(match)}


# the buffer state ---------------------------------------------------------------------------------------------------


def test_navarre_parts_france_from_portugal() -> None:
    def war(*more: arranged.Arrange) -> Match:
        return table(
            empty_map,
            hand("fugger", "grand_inquisitor"),
            stand(granada="islamic_rook", paris="catholic_knight"),
            *more,
        )

    match = war()
    do(match, Launch("grand_inquisitor", "portugal"))
    assert there(match, "paris") == there(match, "granada") == ""
    match = war(rule("medici", "aragon"), marry("aragon", "catherine_of_navarre"))
    do(match, Launch("grand_inquisitor", "portugal"))
    assert there(match, "paris") == "catholic_knight"
    assert there(match, "granada") == "islamic_rook"


def test_an_agent_that_falls_is_told_of_though_it_never_came_to_the_map_battle() -> None:
    match = table(hand("fugger", "the_last_knight"), empty_map, stand(vienna="catholic_rook"))
    fallen = [each.piece for each in do(match, Launch("the_last_knight", "holy_roman_empire")) if type(each) is Killed]
    assert fallen == ["catholic_rook", "reformist_knight"]


def test_a_card_with_one_place_is_refused_for_what_hinders_it_there_k1c() -> None:
    match = table(hand("fugger", "jesuits"), empty_map)
    refused(match, Launch("jesuits"), "no_heretics")
