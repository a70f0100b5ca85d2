"""Running operations (E4), holding a fair (E5) and declaring a victory (E6) as actions."""

from __future__ import annotations

import pytest

from adjudicator import Refusal
from adjudicator.games.pax_renaissance.facts import ITEM, PIECE, WEST
from adjudicator.games.pax_renaissance.rules.operations import EndOperations, Run, RunBoth
from adjudicator.games.pax_renaissance.rules.regime import Forgo
from adjudicator.games.pax_renaissance.rules.targets import (
    Behead,
    Commerce,
    MoveBishop,
    RepressAt,
    RepressOn,
    SiegeAt,
    Tax,
    Vote,
)
from adjudicator.games.pax_renaissance.rules.turns import EndTurn
from adjudicator.games.pax_renaissance.rules.victories import Declare
from adjudicator.games.pax_renaissance.state import State
from tests.games.pax_renaissance.table import Arrange, active, asked, bishop, border, do, hand, lay, rule, stand, table


def money(**slots: int) -> Arrange:
    """Florins in the western row, by slot (`slot_2=3`)."""

    def arrange(state: State) -> None:
        for slot, florins in slots.items():
            state.money[WEST][int(slot[-1])] = florins

    return arrange


def test_operations_in_any_order_a_card_freed_by_the_first_acts_after_it_e4_e4a() -> None:
    """The worked example of E4: commerce, then the bishop walks on, then the commerce of the card that he leaves."""
    match = table(
        lay("fugger", "bundschuh_revolt", "flanders_guild", "cromwell"),
        bishop("reformist", "flanders_guild"),
        money(slot_2=2),
    )
    do(match, Run("west"))
    with pytest.raises(Refusal, match="is_silenced"):
        match.apply("fugger", Commerce("flanders_guild", "west", 2))
    do(
        match,
        Commerce("bundschuh_revolt", "west", 2),
        MoveBishop("cromwell", "flanders_guild", "bundschuh_revolt"),
        Commerce("flanders_guild", "west", 2),
    )
    assert match.state.florins["fugger"] == 12


def test_each_card_acts_once_whatever_its_icons_e4() -> None:
    match = table(lay("fugger", "flanders_guild"), money(slot_1=2), stand(bruges="islamic_rook"))
    do(match, Run("west"), Commerce("flanders_guild", "west", 1))
    assert asked(match)[1] == "turn", "nothing else can act"
    match = table(lay("fugger", "flanders_guild", "bundschuh_revolt"), money(slot_1=2), stand(bruges="islamic_rook"))
    do(match, Run("west"), Commerce("flanders_guild", "west", 1))
    with pytest.raises(Refusal, match="used_already"):
        match.apply("fugger", SiegeAt("flanders_guild", "bruges"))


def test_one_operation_at_least_e4() -> None:
    match = table(lay("fugger", "flanders_guild"), money(slot_1=2))
    do(match, Run("west"))
    with pytest.raises(Refusal, match="one_at_least"):
        match.apply("fugger", EndOperations())


def test_only_cards_of_the_side_act_e4() -> None:
    match = table(lay("fugger", "flanders_guild", "the_grim"), money(slot_1=2))
    do(match, Run("west"))
    with pytest.raises(Refusal, match="other_side"):
        match.apply("fugger", SiegeAt("the_grim", "constantinople_1"))
    with pytest.raises(Refusal, match="not_yours"):
        match.apply("fugger", Commerce("bundschuh_revolt", "west", 1))


def test_targets_are_those_of_the_icon_e4b() -> None:
    match = table(lay("fugger", "zupy_krakowskie_company", "the_grim"))
    do(match, Run("east"))
    with pytest.raises(Refusal, match="wrong_type"):
        match.apply("fugger", RepressAt("zupy_krakowskie_company", "buda"))
    with pytest.raises(Refusal, match="no_such_operation"):
        match.apply("fugger", SiegeAt("zupy_krakowskie_company", "buda"))


def test_a_card_of_a_whole_region_works_in_each_of_its_empires_e4c_s31() -> None:
    match = table(lay("fugger", "janissaries"))
    do(match, Run("east"))
    found = {each.place for each in match.options("fugger") if isinstance(each, SiegeAt)}
    assert found == {"buda", "tana", "cairo", *(f"constantinople_{number}" for number in (1, 2, 3))}


def test_targets_are_in_the_location_of_the_card_e4d() -> None:
    match = table(lay("fugger", "black_army"), border(france_aragon="medici_pawn"))
    do(match, Run("east"))
    with pytest.raises(Refusal, match="other_location"):
        match.apply("fugger", SiegeAt("black_army", "paris"))
    with pytest.raises(Refusal, match="other_location"):
        match.apply("fugger", Tax("black_army", "france_aragon", "france"))


def test_a_vote_and_an_inquisitor_ask_for_no_location_e4d() -> None:
    """Cromwell of England moves a bishop in the tableau of somebody else; Flanders votes in Portugal."""
    match = table(
        lay("fugger", "cromwell", "flanders_guild"),
        lay("medici", "duke_of_milan", "conquistadors"),
        rule("medici", "portugal"),
        bishop("reformist", "duke_of_milan"),
        border(portugal_aragon="fugger_pawn"),
    )
    do(match, Run("west"))
    do(match, MoveBishop("cromwell", "duke_of_milan", "conquistadors"))
    assert Vote("flanders_guild", "portugal") in match.options("fugger")


def test_own_pawns_and_cards_may_be_targets_e4e_s57() -> None:
    match = table(lay("fugger", "hanseatic_league"))
    do(match, Run("west"), RepressOn("hanseatic_league", "france_holy_roman_empire", "france"))
    assert match.state.florins["fugger"] == 11
    assert match.state.repressed[1] == [PIECE.index["fugger_pawn"]]
    match = table(lay("fugger", "the_grim", "qizilbash"))
    do(match, Run("east"), Behead("the_grim", "qizilbash"))
    assert ITEM.index["qizilbash"] in match.state.discarded


def test_a_vote_against_the_own_king_makes_a_republic_which_may_act_and_the_other_way_round_e4e() -> None:
    match = table(
        lay("fugger", "flanders_guild"), rule("fugger", "holy_roman_empire"), money(slot_1=1), stand(vienna="")
    )
    do(match, Run("west"), Vote("flanders_guild", "holy_roman_empire"), Forgo())
    assert match.state.republics == 1 << 2
    assert Commerce("square_holy_roman_empire", "west", 1) in match.options("fugger"), "the republic has commerce"
    match = table(lay("fugger", "flanders_guild"), rule("fugger", "holy_roman_empire", republic=True))
    do(match, Run("west"), Vote("flanders_guild", "holy_roman_empire"), Forgo())
    assert match.state.republics == 0


def test_fortifications_run_a_side_for_no_action_but_once_s59() -> None:
    """Civil Engineer: the East for nothing, still once a turn."""
    match = table(lay("fugger", "civil_engineer", "janissaries", "black_army"))
    do(match, Run("east"), SiegeAt("janissaries", "buda"))
    while asked(match)[1] == "operation":
        do(match, EndOperations())
    assert match.state.turn.left == 2
    with pytest.raises(Refusal, match="ran_already"):
        match.apply("fugger", Run("east"))
    with pytest.raises(Refusal, match="must_act"):
        match.apply("fugger", EndTurn())


def test_spies_run_both_sides_with_one_action_s59() -> None:
    match = table(lay("fugger", "the_last_sigh", "flanders_guild", "janissaries"), money(slot_1=1))
    do(match, RunBoth(), SiegeAt("janissaries", "buda"), Commerce("flanders_guild", "west", 1))
    while asked(match)[1] == "operation":
        do(match, EndOperations())
    assert match.state.turn.left == 1
    for side in ("east", "west"):
        with pytest.raises(Refusal, match="ran_already"):
            match.apply("fugger", Run(side))
    with pytest.raises(Refusal, match="no_double_run"):
        table(lay("fugger", "flanders_guild")).apply("fugger", RunBoth())


def test_a_declared_victory_ends_the_game_e6_l2() -> None:
    match = table(rule("fugger", "england", "france", "portugal"), active("imperial"), hand("fugger", "cromwell"))
    do(match, Declare("imperial"))
    assert match.result is not None
    assert (match.result.how, match.result.winners) == ("imperial", ("fugger",))
