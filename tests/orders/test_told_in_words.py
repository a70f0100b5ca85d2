"""What is told of a line is never a bare code, and what was not done is never told as done."""

from random import Random
from typing import NamedTuple

import pytest

from adjudicator.kernel.registry import game_named
from adjudicator.language import CODES
from adjudicator.orders.options.codes import make_offer
from adjudicator.orders.text import tokenize
from adjudicator.service.play.headings import names_of, split_seat_name
from benchmarks.order_reading.sheets import scenes
from tests.long_cases import alternate_variants
from tests.orders.positions import Position

SEVERAL = 3
"""Codes in a line."""


@pytest.mark.slow
@pytest.mark.parametrize("lines", [2, pytest.param(6, marks=pytest.mark.long)])
@pytest.mark.parametrize(("name", "code"), alternate_variants(scenes(), ("en", "ru")))
def test_no_row_is_a_bare_code(name: str, code: str, lines: int) -> None:
    position, chance = Position(name, code), Random(name)
    options = [*position.options, *position.match.upcoming_actions(position.seat)]
    offer = make_offer(position.book, position.match.number(position.seat) or 0, code, options)
    codes = [f"{offer.number}{each.code}" for each in offer.shown]
    for _ in range(lines):
        line = chance.sample(codes, min(SEVERAL, len(codes)))
        outcome = position.read(*line)
        for row in (*outcome.rows, *outcome.yes):
            if row.problem is None and row.status != "ignored":
                assert any(word.folded.isalpha() for word in tokenize(row.said)), (line, row)
        for kept in (*outcome.waiting, *outcome.draft):
            assert kept.wrong or kept.unsaid or " - " in kept.in_words, (line, kept)


class Named(NamedTuple):
    """A seat by its name alone."""

    name: str


@pytest.mark.parametrize(
    ("line", "whose"),
    [
        ("vote for England", ("", "vote for England")),
        ("голос за Англию", ("", "голос за Англию")),
        ("pass for England", ("england", "pass")),
        ("England: vote for France", ("england", "vote for France")),
    ],
)
def test_a_name_behind_a_verb_that_takes_it_says_not_whose_the_order_is(line: str, whose: tuple[str, str]) -> None:
    game = game_named("europa-universalis")
    assert split_seat_name(line, names_of([Named(seat) for seat in game.seats], game)) == whose


@pytest.mark.slow
@pytest.mark.parametrize("name", scenes())
def test_no_order_that_we_print_names_whose_it_is(name: str) -> None:
    for code in CODES:
        position = Position(name, code)
        seats = names_of([Named(seat) for seat in position.match.header.seats], position.match.game)
        for action in position.options:
            said = position.book.say(action, code)
            assert split_seat_name(said, seats) == ("", said)


@pytest.mark.parametrize("joined", [" and ", " then ", ", "])
@pytest.mark.parametrize("card", ["Inquisition Pope", "Council of Trent"])
def test_a_line_is_done_only_with_all_that_it_orders(card: str, joined: str) -> None:
    outcome = Position("bank_start", "en").read(f"buy {card}{joined}play it")
    assert not outcome.actions
    assert not outcome.yes
