"""The course of a turn (D): two actions, the refresh of the market, the next bank."""

from __future__ import annotations

from random import Random

import pytest

from adjudicator import Refusal
from adjudicator.games.pax_renaissance.facts import COMET, EAST, ITEM, NONE, WEST
from adjudicator.games.pax_renaissance.game import GAME
from adjudicator.games.pax_renaissance.rules.cards import PlayCard, Sell
from adjudicator.games.pax_renaissance.rules.fairs import Fair
from adjudicator.games.pax_renaissance.rules.market import Buy
from adjudicator.games.pax_renaissance.rules.operations import EndOperations, Run
from adjudicator.games.pax_renaissance.rules.targets import Commerce
from adjudicator.games.pax_renaissance.rules.turns import EndTurn
from adjudicator.games.pax_renaissance.state import State
from adjudicator.kernel.beginning import set_up
from tests.games.pax_renaissance.table import asked, do, florins, hand, lay, table


def of_market(state: State, side: int, slot: int) -> str:
    return ITEM.ids[state.market[side][slot]]


def test_one_action_at_least_and_two_at_most_d1() -> None:
    match = table(hand("fugger", "conquistadors", "cromwell"))
    with pytest.raises(Refusal, match="must_act"):
        match.apply("fugger", EndTurn())
    do(match, Sell("conquistadors"))
    assert match.state.turn.left == 1
    do(match, Sell("cromwell"))
    assert asked(match) == ("medici", "turn")


def test_a_turn_may_end_after_one_action_d1_d2c() -> None:
    match = table(hand("fugger", "conquistadors"))
    do(match, Sell("conquistadors"), EndTurn())
    assert asked(match) == ("medici", "turn")
    assert match.state.turns == 1


def test_buying_playing_and_selling_may_be_done_twice_d1_1_d1_2_d1_3() -> None:
    match = table()
    do(match, Buy(of_market(match.state, WEST, 1)), Buy(of_market(match.state, EAST, 1)))
    assert len(match.state.hands["fugger"]) == 2
    for card in ("grand_inquisitor", "papal_elephant"):
        assert PlayCard(card) in table(hand("fugger", card)).options("fugger")
    match = table(hand("fugger", "grand_inquisitor", "papal_elephant"))
    do(match, Sell("grand_inquisitor"), Sell("papal_elephant"))
    assert match.state.florins["fugger"] == 14


def test_the_operations_of_a_side_run_once_in_a_turn_d1_4_d1_5() -> None:
    def money(state: State) -> None:
        state.money[EAST][2] = state.money[WEST][2] = 3

    match = table(lay("fugger", "schwarzer_haufen", "bundschuh_revolt"), money)
    do(match, Run("west"), Commerce("bundschuh_revolt", "west", 2), EndOperations())
    with pytest.raises(Refusal, match="ran_already"):
        match.apply("fugger", Run("west"))


@pytest.mark.parametrize(("side", "other"), [("east", "west"), ("west", "east")])
def test_the_fair_of_a_side_is_held_once_in_a_turn_d1_6_d1_7(side: str, other: str) -> None:
    match = table()
    do(match, Fair(side))
    while asked(match)[1] == "levy":
        do(match, match.options("fugger")[0])
    with pytest.raises(Refusal, match="fair_held_already"):
        match.apply("fugger", Fair(side))
    assert Fair(other) in match.options("fugger")


def test_what_changes_nothing_is_no_action_d1() -> None:
    """Commerce needs a florin in its row."""
    match = table(lay("fugger", "bundschuh_revolt"))
    with pytest.raises(Refusal, match="nothing_to_run"):
        match.apply("fugger", Run("west"))


def test_whoever_can_do_nothing_passes_d1() -> None:
    def bare(state: State) -> None:
        for side in (WEST, EAST):
            state.discarded = sorted([*state.discarded, state.market[side][0]])
            state.market[side][0] = NONE

    match = table(bare, florins(fugger=0))
    assert match.options("fugger") == [EndTurn()]
    assert [each.__class__.__name__ for each in do(match, EndTurn())][:1] == ["Passed"]
    assert asked(match) == ("medici", "turn")


def test_cards_slide_to_the_fair_with_their_florins_and_new_ones_come_d2() -> None:
    """The worked example of D2: two gaps in the West, none in the East."""

    def money(state: State) -> None:
        state.money[WEST] = [0, 0, 0, 2, 0, 1]

    match = table(money)
    before, east = list(match.state.market[WEST]), list(match.state.market[EAST])
    do(match, Buy(ITEM.ids[before[1]]), Buy(ITEM.ids[before[2]]))
    row = match.state.market[WEST]
    assert row[:4] == [before[0], before[3], before[4], before[5]]
    assert NONE not in row
    assert match.state.money[WEST][1:4] == [2, 0, 1]
    assert match.state.market[EAST] == east


def test_bought_and_discarded_cards_are_out_of_the_market_for_good_d2a() -> None:
    match = table(hand("fugger", "conquistadors"))
    card = ITEM.index["conquistadors"]
    do(match, Sell("conquistadors"), EndTurn())
    assert card in match.state.discarded
    assert all(card not in deck.pool for deck in match.state.decks)


def test_an_empty_deck_is_helped_out_by_the_other_d2b() -> None:
    def empty(state: State) -> None:
        deck = state.decks[WEST]
        state.discarded = sorted([*state.discarded, *deck.pool, *deck.comets])
        deck.pool, deck.comets, deck.first, deck.last = [], [], 0, 0

    match = table(empty)
    do(match, Buy(of_market(match.state, WEST, 1)), EndTurn())
    assert ITEM.things[match.state.market[WEST][5]].side == EAST
    assert match.result is None


def test_the_game_ends_when_the_market_cannot_be_filled_d2b_l2a() -> None:
    def empty(state: State) -> None:
        for deck in state.decks:
            state.discarded = sorted([*state.discarded, *deck.pool, *deck.comets])
            deck.pool, deck.comets, deck.first, deck.last = [], [], 0, 0

    match = table(lay("medici", "artistic_geometry"), empty)
    do(match, Buy(of_market(match.state, WEST, 1)), EndTurn())
    assert match.result is not None
    assert (match.result.how, match.result.winners) == ("patron", ("medici",))


@pytest.mark.parametrize(("before", "west", "east"), [(1, [5], [5]), (2, [], [5])])
def test_gaps_are_filled_column_by_column_from_the_left_west_first_d2_d2b_r08(
    before: int, west: list[int], east: list[int]
) -> None:
    """One gap in the West and two in the East, three cards for them; `before` of them come before the comets."""

    def gaps(state: State) -> None:
        for side, slots in ((WEST, [1]), (EAST, [1, 2])):
            for slot in slots:
                state.discarded.append(state.market[side][slot])
                state.market[side][slot] = NONE
        out, deck = state.decks[WEST], state.decks[EAST]
        state.discarded += [*out.pool, *out.comets, *deck.pool[before:], *deck.comets[3 - before :]]
        state.discarded.sort()
        out.pool, out.comets, out.first, out.last = [], [], 0, 0
        deck.pool, deck.comets, deck.first = deck.pool[:before], deck.comets[: 3 - before], before
        deck.last = len(deck.comets)

    match = table(hand("fugger", "conquistadors"), gaps)
    do(match, Sell("conquistadors"), EndTurn())
    comets = [[slot for slot, card in enumerate(row) if card in COMET.whole] for row in match.state.market]
    assert comets == [west, east]


def test_turns_go_round_d2c() -> None:
    match = table(hand("medici", "cromwell"), seats=("fugger", "medici", "coeur"), on_move="medici")
    do(match, Sell("cromwell"), EndTurn())
    assert asked(match) == ("coeur", "turn")


def test_a_deck_of_comets_alone_is_drawn_from_d2_c5a() -> None:
    def comets(state: State) -> None:
        deck = state.decks[WEST]
        state.discarded = sorted([*state.discarded, *deck.pool])
        deck.pool, deck.first, deck.last = [], 0, len(deck.comets)

    match = table(comets)
    do(match, Buy(of_market(match.state, WEST, 1)), EndTurn())
    assert ITEM.things[match.state.market[WEST][5]].kind == "comet"


def test_a_round_is_over_when_everybody_had_a_turn_d2c() -> None:
    """Players get a mail for all at the end of a round, not of each turn."""
    match = set_up(GAME, seats=("medici", "coeur", "marchionni"), seed=b"rounds")
    first, rng, seen = match.state.first, Random(1), []
    while match.result is None and match.state.turns < 9:
        seat = match.decisions()[0].waiting[0]
        match.apply(seat, match.sample(seat, rng))
        seen.append((match.state.turns, match.state.rounds))
    assert first in match.header.seats
    assert sorted(set(seen)) == [(turns, turns // 3) for turns in range(10)]
