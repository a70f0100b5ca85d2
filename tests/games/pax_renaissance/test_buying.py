"""Buying from the market (E1), the refresh (D2)."""

from __future__ import annotations

import pytest

from adjudicator import Refusal
from adjudicator.games.pax_renaissance.facts import EAST, ITEM, NONE, VICTORY, WEST
from adjudicator.games.pax_renaissance.rules.cards import Sell
from adjudicator.games.pax_renaissance.rules.fairs import Fair
from adjudicator.games.pax_renaissance.rules.market import Buy, OpenVictory, comet
from adjudicator.games.pax_renaissance.rules.turns import EndTurn
from adjudicator.games.pax_renaissance.state import State
from tests.games.pax_renaissance.table import active, asked, do, florins, hand, lay, table


def at(state: State, side: int, slot: int) -> str:
    """The card in a slot of the market."""
    return ITEM.ids[state.market[side][slot]]


def test_the_price_goes_to_the_cards_on_the_left_and_their_florins_to_the_buyer_e1b_e1d() -> None:
    """The worked example of E1: the fourth card for three florins, two lie on it."""
    match = table(lambda state: state.money[WEST].__setitem__(3, 2))
    card = ITEM.ids[match.state.market[WEST][3]]
    do(match, Buy(card))
    assert match.state.money[WEST] == [1, 1, 1, 0, 0, 0]
    assert match.state.florins["fugger"] == 10 - 3 + 2
    assert match.state.hands["fugger"] == [ITEM.index[card]]


def test_a_card_that_was_paid_on_cannot_be_bought_in_this_turn_e1e() -> None:
    match = table()
    first, third = (ITEM.ids[match.state.market[WEST][slot]] for slot in (1, 3))
    do(match, Buy(third))
    with pytest.raises(Refusal, match="usury"):
        match.apply("fugger", Buy(first))


def test_cards_slide_to_the_left_and_the_gap_is_filled_d2() -> None:
    match = table()
    row = list(match.state.market[WEST])
    do(match, Buy(ITEM.ids[row[2]]), EndTurn())
    assert match.state.market[WEST][:5] == [row[0], row[1], *row[3:]]
    assert match.state.money[WEST] == [1, 1, 0, 0, 0, 0]
    assert match.decisions()[0].waiting == ("medici",)


def test_a_third_card_needs_room_in_the_hand_e1a() -> None:
    match = table(hand("fugger", "conquistadors", "cromwell"))
    with pytest.raises(Refusal, match="hand_full"):
        match.apply("fugger", Buy(at(match.state, WEST, 1)))
    do(match, Sell("cromwell"), Buy(at(match.state, WEST, 1)))
    assert len(match.state.hands["fugger"]) == 2


def test_a_printing_press_holds_any_number_of_cards_e1a() -> None:
    match = table(hand("fugger", "conquistadors", "cromwell"), lay("fugger", "gutenberg"))
    do(match, Buy(at(match.state, WEST, 1)))
    assert len(match.state.hands["fugger"]) == 3


@pytest.mark.parametrize("slot", range(1, 6))
def test_a_card_costs_a_florin_for_each_card_before_it_e1b(slot: int) -> None:
    match = table(florins(fugger=slot))
    do(match, Buy(at(match.state, EAST, slot)))
    assert match.state.florins["fugger"] == 0
    assert match.state.money[EAST] == [1] * slot + [0] * (6 - slot)
    poor = table(florins(fugger=slot - 1))
    with pytest.raises(Refusal, match="too_dear"):
        poor.apply("fugger", Buy(at(poor.state, EAST, slot)))


def test_the_card_of_the_fair_cannot_be_bought_e1b() -> None:
    match = table()
    with pytest.raises(Refusal, match="not_for_sale"):
        match.apply("fugger", Buy(at(match.state, WEST, 0)))


def test_over_a_gap_the_florin_goes_to_the_other_row_and_counts_as_usury_there_e1c_e1e() -> None:
    match = table()
    row = [ITEM.ids[card] for card in match.state.market[WEST]]
    do(match, Buy(row[1]), Buy(row[3]))
    assert match.state.money[WEST][:3] == [2, 1, 0], "slid to the left"
    assert match.state.money[EAST][:3] == [0, 1, 0]
    assert match.state.turn.paid == 0, "the turn is over"


def test_usury_covers_the_card_of_the_other_row_e1c_e1e() -> None:
    def gap(state: State) -> None:
        state.discarded = sorted([*state.discarded, state.market[WEST][1]])
        state.market[WEST][1] = NONE

    match = table(gap)
    other = at(match.state, EAST, 1)
    do(match, Buy(at(match.state, WEST, 2)))
    assert match.state.money[EAST][1] == 1
    with pytest.raises(Refusal, match="usury"):
        match.apply("fugger", Buy(other))


def test_where_both_rows_have_a_gap_the_florin_goes_to_china_e1c() -> None:
    def gaps(state: State) -> None:
        for side in (WEST, EAST):
            state.discarded = sorted([*state.discarded, state.market[side][1]])
            state.market[side][1] = NONE

    match = table(gaps)
    do(match, Buy(at(match.state, WEST, 2)))
    assert match.state.florins["fugger"] == 8
    assert sum(map(sum, match.state.money)) == 1


def test_florins_on_a_card_do_not_help_to_buy_it_e1d() -> None:
    match = table(florins(fugger=2), lambda state: state.money[WEST].__setitem__(3, 5))
    with pytest.raises(Refusal, match="too_dear"):
        match.apply("fugger", Buy(at(match.state, WEST, 3)))


def test_a_fair_may_be_held_with_a_card_that_was_paid_on_e1e() -> None:
    match = table()
    do(match, Buy(at(match.state, WEST, 1)))
    assert Fair("west") in match.options("fugger")


def test_a_comet_is_bought_with_a_full_hand_and_turns_a_victory_e1f_l1() -> None:
    def halley(state: State) -> None:
        deck = state.decks[WEST]
        deck.last -= 1
        deck.first += 1
        deck.pool = sorted([*deck.pool, state.market[WEST][1]])
        state.market[WEST][1] = deck.comets.pop()

    match = table(hand("fugger", "conquistadors", "cromwell"), halley)
    card = at(match.state, WEST, 1)
    do(match, Buy(card))
    assert asked(match) == ("fugger", "comet")
    do(match, OpenVictory("imperial"))
    assert VICTORY.ids_of(match.state.victories) == ("imperial",)
    assert ITEM.index[card] in match.state.discarded
    assert len(match.state.hands["fugger"]) == 2


def test_a_victory_is_not_turned_twice_l1() -> None:
    match = table(active("imperial", bought=1), frames=[comet("fugger", "comet_halley")])
    with pytest.raises(Refusal, match="open_already"):
        match.apply("fugger", OpenVictory("imperial"))
    do(match, OpenVictory("holy"))
    assert VICTORY.ids_of(match.state.victories) == ("holy", "imperial")
