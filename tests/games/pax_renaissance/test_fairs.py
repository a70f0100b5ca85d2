"""Fairs (E5, G): profits, the voyage, shares and levies."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from adjudicator import Match, Refusal
from adjudicator.games.pax_renaissance.facts import EAST, EMPIRE, ITEM, NONE, PIECE, WEST
from adjudicator.games.pax_renaissance.rules.cards import Sell
from adjudicator.games.pax_renaissance.rules.fairs import Fair, Levied, Levy, Profited, Robbed, Subsidised, VoyageEnded
from adjudicator.games.pax_renaissance.rules.squares import KeepInVenice
from adjudicator.games.pax_renaissance.rules.turns import EndTurn
from adjudicator.games.pax_renaissance.state import State
from tests.games.pax_renaissance.table import (
    asked,
    bishop,
    border,
    do,
    florins,
    hand,
    lay,
    on,
    stand,
    table,
    theocracy,
    there,
)

FULL = {"varna": "catholic_rook", "modon": "catholic_rook", "rhodes": "catholic_rook", "cyprus": "catholic_rook"}
"""Hungary, the Ottomans and the Mamluks are saturated."""


def profits(florins: int, side: int = EAST) -> Callable[[State], None]:
    """So many florins lie on the card of the fair."""
    return lambda state: state.money[side].__setitem__(0, florins)


def voyage(match: Match, side: str = "east") -> list[object]:
    """A fair is held, levies come wherever the first is offered; what everybody learns."""
    told: list[object] = do(match, Fair(side))
    while asked(match)[1] == "levy":
        told += do(match, match.options(asked(match)[0])[0])
    return told


def levied(told: list[object]) -> list[str]:
    """Where levies came."""
    return [each.place for each in told if isinstance(each, Levied)]


EXAMPLE = {"hungary_byzantium": "medici_pawn", "ottoman_mamluk": "coeur_pawn"}
BANKS = ("medici", "coeur", "marchionni")


def test_two_florins_carry_the_voyage_to_the_first_concession_g2b_g3_g4_g5() -> None:
    """The worked example of G4: Medici hold the fair, the levy is a gold knight in Caffa, nothing for Cœur."""
    match = table(border(**EXAMPLE), seats=BANKS, on_move="medici")
    assert do(match, Fair("east"))[0].profits == 2
    assert asked(match) == ("medici", "levy")
    assert set(match.options("medici")) == {Levy("caffa"), Levy("trebizond")}
    do(match, Levy("caffa"))
    assert there(match, "caffa") == "catholic_knight"
    assert match.state.florins == {"medici": 12, "coeur": 10, "marchionni": 10}
    assert there(match, "varna") == there(match, "modon") == ""


def test_a_third_florin_carries_it_to_the_ottomans_g3a_g4_g4a_g4b() -> None:
    """The longer worked example: Hungary is saturated, in Constantinople the place of the rook alone is free."""
    saturated = {"varna": "catholic_rook", "modon": "catholic_rook", "rhodes": "catholic_rook", "constantinople_1": ""}
    match = table(border(**EXAMPLE), stand(**saturated), profits(1), seats=BANKS, on_move="medici")
    do(match, Fair("east"))
    told = do(match, Levy("caffa"))
    assert levied(told) == ["caffa", "constantinople_1"]
    assert there(match, "constantinople_1") == "islamic_rook"
    assert match.state.florins == {"medici": 12, "coeur": 11, "marchionni": 10}


def test_east_and_west_one_after_the_other_e5() -> None:
    """The worked example of E5: two fairs with the two actions."""
    match = table()
    voyage(match)
    voyage(match, "west")
    assert match.state.florins["fugger"] == 12
    assert asked(match) == ("medici", "turn")


@pytest.mark.parametrize(("seats", "added"), [(("fugger", "medici"), 1), (BANKS, 2), (("fugger", *BANKS), 2)])
def test_china_adds_one_florin_with_two_banks_and_two_with_more_g1_g1a(seats: tuple[str, ...], added: int) -> None:
    match = table(profits(3), seats=seats, on_move=seats[0])
    assert do(match, Fair("east"))[0].profits == 3 + added


def test_the_card_is_discarded_and_its_slot_stays_empty_until_the_refresh_e5_g1b() -> None:
    match = table()
    card = match.state.market[EAST][0]
    voyage(match)
    assert match.state.market[EAST][0] == NONE
    assert card in match.state.discarded
    assert match.state.hands["fugger"] == []


def test_where_the_card_is_gone_there_is_no_fair_e5() -> None:
    def gone(state: State) -> None:
        state.discarded = sorted([*state.discarded, state.market[WEST][0]])
        state.market[WEST][0] = NONE

    with pytest.raises(Refusal, match="no_fair"):
        table(gone).apply("fugger", Fair("west"))


@pytest.mark.parametrize(("side", "start"), [("east", "tana"), ("west", "trebizond")])
def test_a_voyage_begins_at_the_open_emporium_of_its_colour_b6b_g2_g2a(side: str, start: str) -> None:
    assert do(table(), Fair(side))[0].emporium == start


def test_if_the_subsidy_is_all_there_is_no_voyage_and_no_levy_g2b() -> None:
    match = table(stand(tana=""))
    told = do(match, Fair("east"))
    assert next(each for each in told if isinstance(each, Subsidised)).florins == 1
    assert levied(told) == []
    assert asked(match) == ("fugger", "turn")


def test_a_concession_on_land_gets_nothing_g3a_s8() -> None:
    """France and Aragon share a border that no route crosses."""
    match = table(profits(20, WEST), border(france_aragon="medici_pawn", england_france="medici_pawn"))
    told = voyage(match, "west")
    assert [each.border for each in told if isinstance(each, Profited) and each.seat == "medici"] == [
        "aragon_papal_states",
        "england_france",
    ]


def test_a_pirate_takes_a_florin_to_china_g3b() -> None:
    match = table(profits(5), border(hungary_ottoman="catholic_pirate"), stand(**FULL))
    told = voyage(match)
    assert [each.border for each in told if isinstance(each, Robbed)] == ["hungary_ottoman"]
    assert match.state.money[EAST][0] == 5 + 1 - 1 - 1


def test_the_voyage_ends_where_the_last_florin_is_taken_g3() -> None:
    match = table(profits(1), border(hungary_byzantium="reformist_pirate"))
    told = voyage(match)
    assert levied(told) == ["caffa"], "Hungary is not reached any more"
    assert match.state.money[EAST][0] == 0


def test_levies_are_of_the_colour_and_shape_that_the_empire_prints_now_g4_b6a() -> None:
    match = table(profits(9), stand(**{**FULL, "varna": "", "caffa": "catholic_rook", "trebizond": "catholic_rook"}))
    voyage(match)
    assert there(match, "varna") == "reformist_knight"
    catholic = table(
        profits(9),
        stand(**{**FULL, "varna": "", "caffa": "catholic_rook", "trebizond": "catholic_rook"}),
        theocracy(hungary="catholic"),
    )
    voyage(catholic)
    assert there(catholic, "varna") == "catholic_rook"


def test_no_levy_comes_to_another_empire_or_a_taken_city_g4() -> None:
    match = table(profits(9))
    do(match, Fair("east"))
    for place in ("tana", "varna"):
        with pytest.raises(Refusal, match="no_levy_there"):
            match.apply("fugger", Levy(place))


def test_constantinople_has_room_for_three_g4a() -> None:
    match = table(profits(9), stand(**{**FULL, "constantinople_2": "", "caffa": "catholic_rook"}))
    told = voyage(match)
    assert "constantinople_2" in levied(told)


def test_a_saturated_empire_has_no_levy_g4b_s33() -> None:
    match = table(profits(9), stand(**FULL, caffa="catholic_rook", trebizond="catholic_rook"))
    assert levied(voyage(match)) == []


@pytest.mark.parametrize(("side", "end"), [("east", "cyprus"), ("west", "lubeck")])
def test_a_voyage_ends_with_the_mamluks_or_in_the_holy_roman_empire_g5(side: str, end: str) -> None:
    match = table(profits(30, EAST if side == "east" else WEST))
    told = voyage(match, side)
    assert levied(told)[-1] == end
    assert isinstance(next(each for each in told if isinstance(each, VoyageEnded)), VoyageEnded)


def test_what_is_left_lies_on_the_next_card_of_the_fair_g5a() -> None:
    match = table(profits(6), stand(**FULL, caffa="catholic_rook", trebizond="catholic_rook"))
    second = match.state.market[EAST][1]
    voyage(match)
    assert match.state.money[EAST][0] == 6
    do(match, EndTurn())
    assert (match.state.market[EAST][0], match.state.money[EAST][0]) == (second, 6)


def test_bankruptcy_takes_the_subsidy_away_g6() -> None:
    match = table(options={"bankruptcy": True})
    told = voyage(match)
    assert not [each for each in told if isinstance(each, Subsidised)]
    assert match.state.florins["fugger"] == 10


def test_a_bank_without_florins_cards_and_concessions_is_out_g6() -> None:
    match = table(
        border(france_holy_roman_empire=""), florins(fugger=0), stand(**FULL, caffa="catholic_rook",
        trebizond="catholic_rook"), options={"bankruptcy": True},
        seats=("fugger", "medici", "coeur"),
    )  # fmt: skip
    voyage(match)
    do(match, EndTurn())
    assert match.state.out == ["fugger"]
    assert match.result is None
    assert asked(match)[0] == "medici"


def test_the_repressed_serfs_of_a_bank_that_is_out_leave_the_game_g6() -> None:
    serfs = [PIECE.index["fugger_pawn"], PIECE.index["medici_pawn"]]
    match = table(
        border(france_holy_roman_empire=""), florins(fugger=0), stand(**FULL, caffa="catholic_rook",
        trebizond="catholic_rook"), lambda state: state.repressed[EMPIRE.index["england"]].extend(sorted(serfs)),
        options={"bankruptcy": True}, seats=("fugger", "medici", "coeur"),
    )  # fmt: skip
    voyage(match)
    do(match, EndTurn())
    assert match.state.out == ["fugger"]
    assert match.state.repressed[EMPIRE.index["england"]] == serfs[1:]


def test_two_cape_cards_double_twice_or_add_s59() -> None:
    """India Armada and Almeida Armada at a fair of the Spice Islands (R24)."""
    for option, paid in (("multiply", 4), ("add", 3)):
        match = table(
            lay("fugger", "india_armada", "almeida_armada"),
            border(england_france="fugger_pawn", france_holy_roman_empire=""),
            lambda state: setattr(state, "open_routes", 1 << 0 | 1 << 4),
            profits(9, WEST),
            options={"multipliers": option},
        )
        told = voyage(match, "west")
        assert [each.florins for each in told if isinstance(each, Profited)] == [paid]


def test_the_commander_of_the_galleys_holds_a_fair_for_no_action_once_a_turn_s59() -> None:
    match = table(lay("fugger", "podesta_of_venice"))
    voyage(match)
    assert match.state.turn.left == 2
    voyage(match, "west")
    assert match.state.turn.left == 1


def test_a_protected_concession_earns_beside_a_pirate_who_takes_nothing_s27() -> None:
    match = table(
        lay("fugger", "tersane_i_amire"),
        border(hungary_byzantium="fugger_pawn catholic_pirate"),
        stand(**FULL),
        profits(5),
    )
    told = voyage(match)
    assert [each.border for each in told if isinstance(each, Profited)] == ["hungary_byzantium"]
    assert not [each for each in told if isinstance(each, Robbed)]


# Venice (G4c) --------------------------------------------------------------------------------------------------------

VENICE = stand(venice="catholic_knight", venice_2="catholic_rook")


def test_venice_holds_two_and_gets_a_levy_as_long_as_a_condottiere_is_in_play_g4c() -> None:
    match = table(lay("medici", "wolf_of_rimini"), profits(30, WEST))
    assert "venice_2" in levied(voyage(match, "west"))
    match = table(profits(30, WEST))
    assert "venice_2" not in levied(voyage(match, "west"))


def test_when_the_condottiere_is_sold_one_of_two_leaves_venice_g4c() -> None:
    match = table(lay("fugger", "wolf_of_rimini"), VENICE)
    do(match, Sell("wolf_of_rimini"))
    assert asked(match) == ("fugger", "venice")
    with pytest.raises(Refusal, match="not_in_venice"):
        match.apply("fugger", KeepInVenice("cairo"))
    do(match, KeepInVenice("venice_2"))
    assert (there(match, "venice"), there(match, "venice_2")) == ("catholic_rook", "")


def test_one_condottiere_of_two_is_enough_g4c() -> None:
    match = table(lay("fugger", "wolf_of_rimini"), lay("medici", "duchy_of_ferrara"), VENICE)
    do(match, Sell("wolf_of_rimini"))
    assert asked(match) == ("fugger", "turn")


def test_a_papal_state_of_another_faith_has_no_room_for_two_g4c() -> None:
    match = table(lay("medici", "wolf_of_rimini"), theocracy(papal_states="reformist"), profits(30, WEST))
    assert "venice_2" not in levied(voyage(match, "west"))


def test_a_silenced_condottiere_brings_no_second_piece_g4c_f1g() -> None:
    match = table(lay("medici", "wolf_of_rimini"), bishop("catholic", "wolf_of_rimini"), profits(30, WEST))
    assert "venice_2" not in levied(voyage(match, "west"))


def test_a_comet_at_the_fair_is_discarded_without_effect_l1a() -> None:
    def halley(state: State) -> None:
        deck = state.decks[WEST]
        deck.last -= 1
        deck.first += 1
        deck.pool = sorted([*deck.pool, state.market[WEST][0]])
        state.market[WEST][0] = deck.comets.pop()

    match = table(halley, hand("fugger"))
    card = match.state.market[WEST][0]
    assert ITEM.things[card].kind == "comet"
    voyage(match, "west")
    assert card in match.state.discarded
    assert match.state.victories == 0
    assert on(match, "england_france") == []
