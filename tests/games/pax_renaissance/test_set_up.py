"""Set-up (B, C): what lies where before the first turn."""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from typing import Any

import pytest

from adjudicator import Match, Play
from adjudicator.games.pax_renaissance.facts import (
    BORDER,
    CARD,
    COMET,
    EAST,
    EMPIRE,
    HOME,
    ITEM,
    NONE,
    PIECE,
    PLACE,
    RELIGION,
    ROUTE,
    RULE_OF,
    SEA,
    SUPPLY,
    TYPES,
    VICTORY,
    WEST,
    piece_of,
    type_of,
)
from adjudicator.games.pax_renaissance.game import GAME
from adjudicator.games.pax_renaissance.rules.market import drawn
from adjudicator.games.pax_renaissance.state import FORM, State
from adjudicator.kernel.beginning import set_up
from adjudicator.kernel.chance import Chance
from adjudicator.kernel.position import Position
from tests.games.pax_renaissance.table import on, rule, table, there

THREE = ("fugger", "coeur", "marchionni")


def begun(*seats: str, **options: object) -> Match:
    """A match at its first question."""
    return set_up(GAME, seats=seats or THREE, options=options, seed=b"set-up")


def test_pieces_as_many_as_are_in_the_box_b1() -> None:
    count = {type: [SUPPLY[piece_of(number, each)] for each in RELIGION.indexes] for number, type in enumerate(TYPES)}
    assert count == {"rook": [10, 7, 7], "knight": [10, 7, 7], "pirate": [6, 4, 3], "bishop": [5, 5, 5]}
    assert SUPPLY[12:] == (10, 10, 10, 10)


def test_ten_empires_13_borders_nine_of_them_at_sea_b2() -> None:
    assert (len(EMPIRE), len(BORDER), len(SEA)) == (10, 13, 9)
    assert {RULE_OF.ids[each.start]: each.id for each in EMPIRE if each.start} == {
        "catholic": "papal_states",
        "islamic": "mamluk",
    }


def test_all_but_two_empires_begin_medieval_b2b() -> None:
    ruled = Counter(RULE_OF.ids[each] for each in begun().state.ruled)
    assert ruled == {"medieval": 8, "catholic": 1, "islamic": 1}


def test_cards_belong_to_a_deck_whatever_their_location_b5() -> None:
    """Brotherhood of St. Mark: westerners who worked in the East; their card lies in the East."""
    crossing = [each.id for each in CARD if each.location.bit_count() == 1 and EMPIRE.things[
        each.location.bit_length() - 1].side != each.side]  # fmt: skip
    assert {"barbarossa_brothers", "jewish_pirates"} <= {*crossing}


def test_squares_lie_on_their_thrones_as_kings_b2d_b4_c6b() -> None:
    state = begun().state
    assert set(state.holder) == {""}
    assert state.republics == 0
    assert not any(row for rows in state.rows.values() for row in rows)


def test_two_emporia_are_open_the_other_four_busted_b6d_c1a() -> None:
    assert ROUTE.ids_of(begun().state.open_routes) == ("tana", "trebizond")


@pytest.mark.parametrize(("option", "open"), [(True, ("tana", "trebizond")), ("red_sea_open", ("tana", "red_sea"))])
def test_the_map_of_1550_c1c(option: object, open: tuple[str, ...]) -> None:
    state = begun(map_1550=option).state
    reformist = [EMPIRE.ids[number] for number, ruled in enumerate(state.ruled) if RULE_OF.ids[ruled] == "reformist"]
    assert reformist == ["england", "holy_roman_empire"]
    assert ROUTE.ids_of(state.open_routes) == open
    assert [PIECE.ids[state.places[PLACE.index[id]]] for id in ("london", "vienna")] == ["reformist_knight"] * 2


@pytest.mark.parametrize(
    ("rule", "bank", "home"),
    [
        ("C2a", "fugger", "france_holy_roman_empire"),
        ("C2b", "medici", "aragon_papal_states"),
        ("C2c", "coeur", "ottoman_mamluk"),
        ("C2d", "marchionni", "england_portugal"),
    ],
)
def test_each_bank_begins_with_a_concession_where_its_arms_stand_c2_c2a_c2b_c2c_c2d(
    rule: str, bank: str, home: str
) -> None:
    match = begun("fugger", "medici", "coeur", "marchionni")
    assert on(match, home) == [f"{bank}_pawn"], rule


def test_of_banks_that_do_not_play_there_is_no_pawn_c2() -> None:
    assert on(begun(), BORDER.ids[HOME[1]]) == []


def test_tableaus_and_hands_begin_empty_c3() -> None:
    state = begun().state
    assert all(rows == [[], []] for rows in state.rows.values())
    assert not any(state.hands.values())
    assert not any(state.maids.values())


def test_a_piece_in_every_capital_and_none_elsewhere_c4() -> None:
    match = begun()
    held = {each.id: there(match, each.id) for each in PLACE if there(match, each.id)}
    assert held == {
        "london": "catholic_rook",
        "paris": "catholic_knight",
        "vienna": "catholic_rook",
        "buda": "catholic_knight",
        "tana": "islamic_knight",
        "toledo": "catholic_knight",
        "valencia": "catholic_knight",
        "venice": "catholic_knight",
        "cairo": "islamic_rook",
        "constantinople_1": "islamic_rook",
        "constantinople_2": "islamic_knight",
        "constantinople_3": "islamic_knight",
    }


def test_constantinople_begins_with_three_pieces_c4a() -> None:
    places = [each.piece for each in PLACE if each.city == "constantinople"]
    assert sorted(TYPES[type_of(each)] for each in places) == ["knight", "knight", "rook"]


@pytest.mark.parametrize(("seats", "cards"), [(2, 22), (3, 26), (4, 30)])
def test_a_deck_has_12_cards_two_comets_and_four_for_each_bank_c5_c5a_c5b(seats: int, cards: int) -> None:
    """The worked example of C5a: 26 cards with three players. Six of them lie in the market already."""
    state = begun(*("fugger", "medici", "coeur", "marchionni")[:seats]).state
    for side in (WEST, EAST):
        assert state.decks[side].size + 6 == cards
        assert state.decks[side].last == 14
        assert [ITEM.things[each].side for each in state.decks[side].comets] == [side, side]


def test_comets_come_among_the_last_14_cards_only_b7a_c5a() -> None:
    state = begun("fugger", "medici").state
    assert all(card not in COMET.whole for row in state.market for card in row)
    assert [deck.first for deck in state.decks] == [2, 2]


@pytest.mark.slow
@pytest.mark.parametrize("astrology", [False, True])
def test_a_comet_is_as_likely_to_be_any_of_the_last_14_cards_c5a(astrology: bool) -> None:
    """Two of 14 are comets, so each place holds one in a seventh of the decks; these are always the same decks."""
    match, decks = begun(astrology=astrology), 1500
    before, found = deepcopy(match.state.decks), [0] * 14
    for number in range(decks):
        state = match.state
        state.decks = deepcopy(before)
        position: Position[Any, Any] = Position(0, 0, 0, [], state, [])
        play: Play[State] = Play(match.header, position, Chance(b"%d" % number), [])
        cards = [drawn(play, EAST) for _ in range(state.decks[EAST].size)]
        places = [place for place, card in enumerate(cards[-14:]) if card in COMET.whole]
        assert len(places) == 2
        assert COMET.whole.isdisjoint(cards[:-14])
        for place in places:
            found[place] += 1
    assert all(abs(each - decks / 7) < 50 for each in found), found  # 3.7 standard deviations


def test_astrology_shows_the_next_card_of_each_deck_c5c() -> None:
    state = begun(astrology=True).state
    for deck in state.decks:
        assert deck.top != NONE
        assert deck.top not in deck.pool
    assert all(deck.top == NONE for deck in begun().state.decks)


def test_six_cards_lie_in_each_row_of_the_market_c6_c6a() -> None:
    state = begun().state
    assert all(card != NONE and ITEM.things[card].side == side for side in (WEST, EAST) for card in state.market[side])
    assert state.money == [[0] * 6, [0] * 6]


def test_no_victory_is_active_b7_b7b_c6c() -> None:
    assert begun().state.victories == 0
    assert len(VICTORY) == 4


def test_fugger_is_first_and_banks_get_three_to_six_florins_c7() -> None:
    state = begun("fugger", "medici", "coeur", "marchionni").state
    assert state.florins == {"fugger": 3, "medici": 4, "coeur": 5, "marchionni": 6}


def test_without_fugger_the_first_bank_is_drawn_c7_c7b() -> None:
    firsts = set()
    for number in range(12):
        match = set_up(GAME, seats=("medici", "coeur", "marchionni"), seed=b"%d" % number)
        first = match.decisions()[0].waiting[0]
        order = [*match.state.florins]
        at = order.index(first)
        assert [match.state.florins[each] for each in [*order[at:], *order[:at]]] == [3, 4, 5]
        firsts.add(first)
    assert firsts == {"medici", "coeur", "marchionni"}


def test_a_lost_card_is_told_where_it_came_from_b5() -> None:
    match = table(rule("medici", "france"))
    lost = deepcopy(match.position.state)
    card = lost.decks[0].pool.pop()
    assert [str(each) for each in FORM.problems(lost)] == [f"decks: card {ITEM.ids[card]} is nowhere (rule B5)"]
    thrown = deepcopy(match.position.state)
    thrown.rows["medici"][0].remove(EMPIRE.index["france"])
    assert [str(each) for each in FORM.problems(thrown)] == ["rows: card square_france is nowhere (rule B5)"]
