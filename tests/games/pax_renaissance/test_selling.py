"""Selling cards (E3)."""

from __future__ import annotations

import pytest

from adjudicator import Refusal
from adjudicator.games.pax_renaissance.facts import ITEM, PIECE
from adjudicator.games.pax_renaissance.rules.cards import NoCipher, PlayCard, Sell, SellLaunch
from adjudicator.games.pax_renaissance.rules.regime import Enough, Free, FreeSerf
from adjudicator.games.pax_renaissance.rules.targets import Behead, Tax
from tests.games.pax_renaissance.table import (
    asked,
    bishop,
    border,
    do,
    hand,
    lay,
    marry,
    repress,
    rule,
    stand,
    table,
    vassal,
)


def test_a_card_of_hand_or_tableau_brings_two_florins_and_leaves_with_its_bishop_e3_s55() -> None:
    match = table(hand("fugger", "cromwell"), lay("fugger", "luther"), bishop("reformist", "luther"))
    do(match, Sell("cromwell"), Sell("luther"))
    assert match.state.florins["fugger"] == 14
    assert match.state.bishops == [[], [], []]
    assert {ITEM.index["cromwell"], ITEM.index["luther"]} <= {*match.state.discarded}


def test_only_what_is_ones_own_is_sold_e3() -> None:
    match = table(lay("medici", "luther"))
    with pytest.raises(Refusal, match="not_owned"):
        match.apply("fugger", Sell("luther"))


def test_an_old_maid_is_sold_for_two_e3_i2a() -> None:
    match = table(hand("fugger", "isabella_of_castille"))
    do(match, PlayCard("isabella_of_castille"), Sell("isabella_of_castille"))
    assert match.state.florins["fugger"] == 12
    assert match.state.maids["fugger"] == []


def test_a_couple_is_sold_together_for_four_in_one_action_e3a_s55a() -> None:
    match = table(rule("fugger", "france"), marry("france", "isabella_of_castille"))
    with pytest.raises(Refusal, match="couple_together"):
        match.apply("fugger", Sell("isabella_of_castille"))
    do(match, Sell("square_france"))
    assert match.state.florins["fugger"] == 14
    assert match.state.turn.left == 1
    assert match.state.holder[1] == ""
    assert match.state.queens[1] == [ITEM.index["isabella_of_castille"]], "she goes to the throne with him"


@pytest.mark.parametrize(("option", "florins"), [(6, 16), (4, 14)])
def test_a_queen_with_a_ransom_brings_more_in_a_couple_e3a(option: int, florins: int) -> None:
    match = table(
        rule("fugger", "holy_roman_empire"),
        marry("holy_roman_empire", "reichskrone"),
        options={"ransom_in_couple": option},
    )
    do(match, Sell("square_holy_roman_empire"))
    assert match.state.florins["fugger"] == florins


def test_a_square_goes_back_with_its_vassals_queen_bishop_and_repressed_pieces_e3b_s55a_s3() -> None:
    match = table(
        rule("fugger", "france"),
        vassal("france", "england"),
        bishop("catholic", "square_france"),
        repress(france="medici_pawn"),
    )
    do(match, Sell("square_france"))
    state = match.state
    assert state.holder[:2] == ["", ""]
    assert state.suzerain[0] == -1
    assert state.bishops[0] == [ITEM.index["square_france"]]
    assert state.repressed[1] == [PIECE.index["medici_pawn"]]


@pytest.mark.parametrize("sold", ["square_france", "square_england"])
def test_a_vassal_takes_its_queen_home_when_it_or_its_suzerain_is_sold_s3d(sold: str) -> None:
    match = table(
        rule("fugger", "france"),
        vassal("france", "england"),
        marry("england", "anne_of_brittany"),
        repress(england="medici_pawn"),
    )
    do(match, Sell(sold))
    assert match.state.holder[0] == ""
    assert match.state.queens[0] == [ITEM.index["anne_of_brittany"]]
    assert ITEM.index["anne_of_brittany"] not in match.state.discarded
    assert match.state.repressed[0] == [PIECE.index["medici_pawn"]]


def test_a_vassal_may_be_sold_alone_e3b_s3() -> None:
    match = table(rule("fugger", "france"), vassal("france", "england"))
    do(match, Sell("square_england"))
    assert match.state.holder[:2] == ["", "fugger"]
    assert match.state.florins["fugger"] == 12


def test_a_republic_comes_to_its_throne_as_a_king_e3b_b4() -> None:
    match = table(rule("fugger", "france", republic=True))
    do(match, Sell("square_france"))
    assert match.state.republics == 0


def test_a_price_of_its_own_holds_in_the_tableau_only_e3c() -> None:
    match = table(lay("fugger", "conquistadors"), hand("fugger", "cem_anti_hostage"))
    do(match, Sell("conquistadors"))
    assert match.state.florins["fugger"] == 14, "Aztec Gold"
    do(match, Sell("cem_anti_hostage"))
    assert match.state.florins["fugger"] == 16, "no ransom from the hand"


def test_a_silenced_card_has_no_price_of_its_own_e3c_f1g() -> None:
    match = table(lay("fugger", "conquistadors"), bishop("catholic", "conquistadors"))
    do(match, Sell("conquistadors"))
    assert match.state.florins["fugger"] == 12


def test_cryptography_uses_an_operation_of_an_opponent_s29() -> None:
    """The worked example of the glossary: Isabella beheads her own husband, and is a discarded widow."""
    match = table(lay("fugger", "cryptography"), rule("medici", "portugal"), marry("portugal", "isabella_of_castille"))
    do(match, Sell("cryptography"))
    assert asked(match) == ("fugger", "cipher")
    do(match, Behead("isabella_of_castille", "square_portugal"))
    assert match.state.holder[5] == ""
    assert match.state.queens[5] == []
    assert ITEM.index["isabella_of_castille"] in match.state.discarded


def test_cryptography_leaves_silenced_cards_alone_s29() -> None:
    match = table(
        lay("fugger", "cryptography"),
        rule("medici", "portugal", "aragon"),
        marry("portugal", "isabella_of_castille"),
        lay("medici", "conquistadors"),
        border(england_portugal="medici_pawn"),
        bishop("catholic", "square_portugal"),
    )
    do(match, Sell("cryptography"))
    with pytest.raises(Refusal, match="card_silenced"):
        match.apply("fugger", Behead("isabella_of_castille", "square_portugal"))
    assert Tax("conquistadors", "england_portugal", "portugal") in match.options("fugger")
    do(match, NoCipher())
    assert asked(match)[1] == "turn"


def test_enclosure_frees_the_repressed_of_the_west_s59() -> None:
    match = table(
        lay("fugger", "enclosure"), repress(england="catholic_rook medici_pawn", hungary="catholic_rook"),
        stand(bordeaux=""),
    )  # fmt: skip
    do(match, Sell("enclosure"))
    assert asked(match) == ("fugger", "emancipation")
    do(match, Free("catholic_rook", "bordeaux"), FreeSerf("medici_pawn", "england_france"))
    assert match.state.repressed[0] == []
    assert match.state.repressed[3] == [PIECE.index["catholic_rook"]], "the East is left alone"


def test_machiavelli_lets_the_one_shot_of_a_sold_card_take_place_s59() -> None:
    match = table(lay("fugger", "machiavellianism"), hand("fugger", "duke_of_milan"), stand(valencia=""))
    do(match, SellLaunch("duke_of_milan", "aragon"))
    while asked(match)[1] != "turn":
        do(
            match,
            next((each for each in match.options("fugger") if isinstance(each, Enough)), match.options("fugger")[0]),
        )
    assert match.state.holder[6] == "fugger"
    assert match.state.florins["fugger"] == 12
    with pytest.raises(Refusal, match="no_treachery"):
        table(hand("fugger", "duke_of_milan")).apply("fugger", SellLaunch("duke_of_milan", "aragon"))
