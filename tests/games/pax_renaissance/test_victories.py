"""The end of the game (E6, L): four victories, patrons when the cards run out."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from adjudicator import Refusal
from adjudicator.games.pax_renaissance.facts import ITEM, LAW, NONE, RELIGION, WEST
from adjudicator.games.pax_renaissance.rules.agents import AgentToBorder
from adjudicator.games.pax_renaissance.rules.cards import PlayCard, Sell
from adjudicator.games.pax_renaissance.rules.market import Buy, OpenVictory
from adjudicator.games.pax_renaissance.rules.table import prestige
from adjudicator.games.pax_renaissance.rules.turns import EndTurn
from adjudicator.games.pax_renaissance.rules.victories import Declare, faithful, measures, supreme
from adjudicator.games.pax_renaissance.state import State
from tests.games.pax_renaissance.table import (
    active,
    bishop,
    border,
    do,
    florins,
    hand,
    lay,
    marry,
    rule,
    stand,
    table,
    theocracy,
    vassal,
)

THREE = ("fugger", "medici", "coeur")


def maid(seat: str, queen: str) -> Callable[[State], None]:
    """An old maid."""

    def arrange(state: State) -> None:
        hand(seat, queen)(state)
        state.hands[seat].remove(ITEM.index[queen])
        state.maids[seat].append(ITEM.index[queen])

    return arrange


def test_a_comet_is_bought_and_the_game_won_in_one_turn_l1_l4() -> None:
    """The worked example of L1: the first action buys a comet, the second declares imperialism."""

    def halley(state: State) -> None:
        deck = state.decks[WEST]
        deck.last -= 1
        deck.first += 1
        deck.pool = sorted([*deck.pool, state.market[WEST][1]])
        state.market[WEST][1] = deck.comets.pop()

    match = table(halley, rule("fugger", "england", "france", "portugal"))
    do(match, Buy(ITEM.ids[match.state.market[WEST][1]]), OpenVictory("imperial"), Declare("imperial"))
    assert match.result is not None
    assert match.result.winners == ("fugger",)


def test_a_victory_that_is_not_active_is_not_declared_l2() -> None:
    match = table(rule("fugger", "england", "france", "portugal"))
    with pytest.raises(Refusal, match="closed"):
        match.apply("fugger", Declare("imperial"))


@pytest.mark.parametrize(("seats", "kings", "won"), [(2, 2, False), (2, 3, True), (3, 1, False), (3, 2, True)])
def test_two_kings_more_three_with_two_banks_l4(seats: int, kings: int, won: bool) -> None:
    match = table(
        active("imperial"),
        rule("fugger", *("england", "france", "portugal")[:kings]),
        seats=THREE[:seats],
    )
    assert (Declare("imperial") in match.options("fugger")) == won
    if not won:
        with pytest.raises(Refusal, match="short_of"):
            match.apply("fugger", Declare("imperial"))


def test_vassals_count_as_kings_and_republics_do_not_l4_s3() -> None:
    match = table(active("imperial"), rule("fugger", "england"), vassal("england", "france", "portugal"))
    assert Declare("imperial") in match.options("fugger")
    match = table(active("imperial"), rule("fugger", "england", "portugal"), rule("fugger", "france", republic=True))
    assert Declare("imperial") not in match.options("fugger")


def test_the_most_kings_of_any_opponent_are_what_counts_l4() -> None:
    match = table(active("imperial"), rule("fugger", "england", "france"), rule("coeur", "hungary"), seats=THREE)
    assert Declare("imperial") not in match.options("fugger")


def test_globalization_wants_two_concessions_and_a_discovery_more_l5() -> None:
    ships = border(england_france="fugger_pawn", portugal_aragon="fugger_pawn")
    assert Declare("globalization") not in table(active("globalization"), ships).options("fugger")
    match = table(active("globalization"), ships, lay("fugger", "sahn_i_seman_medrese"))
    assert Declare("globalization") in match.options("fugger")
    match = table(active("globalization"), lay("fugger", "sahn_i_seman_medrese"), border(england_france="fugger_pawn"))
    assert Declare("globalization") not in match.options("fugger"), "one more is not enough"


def test_patrons_count_as_concessions_with_a_chart_l5_s59() -> None:
    match = table(active("globalization"), lay("fugger", "sahn_i_seman_medrese", "duke_of_milan", "house_of_borgia"))
    assert Declare("globalization") in match.options("fugger")


def test_renaissance_wants_a_republic_and_two_laws_more_l6() -> None:
    state = rule("fugger", "england", republic=True)
    one = table(active("renaissance"), state)
    assert {name: have - need for name, have, need in measures(one.state, "fugger", "renaissance")} == {
        "republics": 0,
        "law": -1,
    }
    match = table(active("renaissance"), state, lay("fugger", "flanders_guild"))
    assert Declare("renaissance") in match.options("fugger")
    match = table(active("renaissance"), lay("fugger", "flanders_guild", "gonfalonier"))
    assert Declare("renaissance") not in match.options("fugger"), "no republic"


def test_a_secular_university_counts_as_a_republic_l6_s59() -> None:
    match = table(active("renaissance"), lay("fugger", "academia", "flanders_guild", "gonfalonier"))
    assert Declare("renaissance") in match.options("fugger")


# supremacy ------------------------------------------------------------------------------------------------------------


def test_ottoman_navy_makes_islam_supreme_l3_s41() -> None:
    """The worked example of L3: a lone green bishop in Hungary, a rook in Cairo against a knight in Venice."""
    match = table(
        active("holy"),
        hand("fugger", "ottoman_navy"),
        lay("fugger", "the_grim"),
        bishop("islamic", "square_hungary"),
    )
    assert supreme(match.state) == NONE
    assert faithful(match.state) == [1, 1, 0]
    with pytest.raises(Refusal, match="no_supremacy"):
        match.apply("fugger", Declare("holy"))
    do(match, PlayCard("ottoman_navy"), AgentToBorder("ottoman_mamluk"))
    assert faithful(match.state) == [1, 2, 0]
    assert supreme(match.state) == RELIGION.index["islamic"]
    do(match, Declare("holy"))
    assert match.result is not None


def test_a_pirate_between_two_theocracies_of_its_faith_counts_twice_s41() -> None:
    match = table(theocracy(ottoman="islamic"), border(ottoman_mamluk="islamic_pirate"))
    assert faithful(match.state)[1] == 3 + 1 + 2


def test_repressed_pieces_and_medieval_empires_do_not_count_l3_s41() -> None:
    match = table(lambda state: state.repressed[9].append(0))
    assert faithful(match.state) == [1, 1, 0]


def test_as_many_bishops_as_the_others_together_are_not_enough_l3() -> None:
    place = {"venice": "catholic_knight", "cairo": "islamic_rook", "cyprus": "islamic_rook", "red_sea": ""}
    match = table(
        stand(**place), bishop("islamic", "square_hungary", "square_ottoman"), bishop("catholic", "square_france"),
        bishop("reformist", "square_england"),
    )  # fmt: skip
    assert supreme(match.state) == NONE
    match = table(
        stand(**place), bishop("islamic", "square_hungary", "square_ottoman"), bishop("catholic", "square_france")
    )
    assert supreme(match.state) == RELIGION.index["islamic"]


def test_a_holy_victory_wants_more_prestige_of_the_faith_than_each_opponent_l3() -> None:
    supreme_islam = (active("holy"), stand(venice=""), bishop("islamic", "square_hungary"))
    match = table(*supreme_islam, lay("fugger", "the_grim"), lay("medici", "qizilbash"))
    with pytest.raises(Refusal, match="short_of"):
        match.apply("fugger", Declare("holy"))
    match = table(*supreme_islam, lay("fugger", "the_grim", "safavids"), lay("medici", "qizilbash"))
    assert Declare("holy") in match.options("fugger")


def test_a_silenced_card_keeps_its_prestige_b5c_f1g() -> None:
    match = table(active("holy"), stand(venice=""), bishop("islamic", "the_grim"), lay("fugger", "the_grim"))
    assert Declare("holy") in match.options("fugger")


def test_queens_in_a_couple_and_old_maids_keep_theirs_i1_i2b() -> None:
    wed = table(rule("fugger", "france"), marry("france", "mary_the_rich"))
    assert prestige(wed.state, "fugger")[LAW] == 1
    unwed = table(maid("fugger", "mary_the_rich"))
    assert prestige(unwed.state, "fugger")[LAW] == 1


def test_mamluk_patrons_are_bishops_for_whoever_declares_s59_l3() -> None:
    match = table(
        active("holy"),
        stand(venice=""),
        bishop("catholic", "square_france"),
        lay("fugger", "circassian_mamluks", "house_of_borgia", "duke_of_milan", "the_grim"),
    )
    assert supreme(match.state, "fugger") == RELIGION.index["islamic"]
    assert supreme(match.state, "medici") == NONE


def test_green_pirates_are_red_bishops_and_tokens_with_the_zionist_state_s59_l3() -> None:
    match = table(
        lay("medici", "zionist_state"),
        theocracy(england="reformist"),
        border(england_france="islamic_pirate"),
        stand(venice="", cairo="", london="reformist_rook"),
    )
    assert faithful(match.state) == [0, 0, 2]
    assert supreme(match.state) == RELIGION.index["reformist"]


def test_some_cards_make_a_declaration_cost_two_actions_s59() -> None:
    match = table(
        active("imperial"),
        rule("fugger", "england", "france", "portugal"),
        lay("medici", "european_union"),
        hand("fugger", "cromwell"),
    )
    assert Declare("imperial") in match.options("fugger")
    do(match, Sell("cromwell"))
    with pytest.raises(Refusal, match="two_actions"):
        match.apply("fugger", Declare("imperial"))


# the decks are empty ---------------------------------------------------------------------------------------------


def empty(state: State) -> None:
    """Both decks are empty."""
    for deck in state.decks:
        state.discarded = sorted([*state.discarded, *deck.pool, *deck.comets])
        deck.pool, deck.comets, deck.first, deck.last = [], [], 0, 0


@pytest.mark.parametrize(
    ("arrange", "winners"),
    [
        ([lay("medici", "duke_of_milan")], ("medici",)),
        ([florins(fugger=6, medici=10)], ("medici",)),
        ([florins(fugger=12, medici=10)], ("fugger",)),
        ([florins(fugger=11, medici=10)], ("fugger", "medici")),
        ([lay("medici", "duke_of_milan"), rule("fugger", "hungary", "papal_states")], ("fugger",)),
        ([lay("medici", "duke_of_milan"), bishop("catholic", "duke_of_milan")], ("medici",)),
    ],
)
def test_most_patrons_then_most_florins_then_together_l2a_l2b(
    arrange: list[Callable[[State], None]], winners: tuple[str, ...]
) -> None:
    match = table(*arrange, empty)
    do(match, Buy(ITEM.ids[match.state.market[WEST][1]]), EndTurn())
    assert match.result is not None
    assert (match.result.how, set(match.result.winners)) == ("patron", set(winners))
