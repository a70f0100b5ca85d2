"""Plain orders pay for nothing that only helps with others: no question is worded, no sentence looked into."""

from __future__ import annotations

import pytest

from adjudicator import Match, new_match
from adjudicator.orders import proposing
from adjudicator.orders.codes import make_offer
from adjudicator.orders.phrasebook import Phrasebook
from adjudicator.orders.pieces import Offers, Shown, ShownAnswer
from adjudicator.orders.sets import Outcome, carry_out
from tests.carried import desk_at

PLAIN = [
    ("en", ["D4E2 E14 E53 end"]),
    ("ru", ["Д4Э2 Е14 Е53 конец"]),
    ("en", ["take Diplomatic 4 and Economic 2", "flag Sweden", "flag Savoy", "end"]),
    ("en", ["take Diplomatic 4 and Economic 2, flag Sweden, flag Savoy, end"]),
    ("ru", ["взять дипломатическое 4 и экономическое 2", "флаг на Швецию", "флаг на Савойю", "конец"]),
]


@pytest.fixture(scope="module")
def first() -> Match:
    """Britain is to take the first tile."""
    match = new_match("imperial-struggle", seed=b"x")
    for seat in ("france", "britain"):
        match.apply(seat, match.options(seat)[0])
    match.apply("france", match.options("france")[0])
    return match


def read(match: Match, language: str, lines: list[str], shown: Shown) -> Outcome:
    """What becomes of a mail of whoever is asked."""
    seat = match.decisions()[0].waiting[0]
    book: Phrasebook = match.game.part("phrases").at(match.state)
    offer = make_offer(book, match.number(seat) or 0, language, [*match.options(seat), *match.ahead(seat)])
    return carry_out(desk_at(match, seat, language, book, Offers((offer,)), shown), lines)


@pytest.mark.parametrize(("language", "lines"), PLAIN)
def test_plain_orders_word_no_question_and_search_no_sentence(
    first: Match, language: str, lines: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*given: object) -> dict[str, ShownAnswer]:
        raise AssertionError("a plain order needs none of this")

    monkeypatch.setattr(proposing, "_prose", never)
    monkeypatch.setattr(Phrasebook, "slips", property(never))
    monkeypatch.setattr(Phrasebook, "respelt", never)
    outcome = read(first, language, lines, never)
    assert [row.status for row in outcome.rows] == ["done"] * len(outcome.rows)
    assert len(outcome.actions) == 4


def test_what_is_no_plain_order_does_ask_how_its_question_is_shown(first: Match) -> None:
    asked = []

    def shown() -> dict[str, ShownAnswer]:
        asked.append(True)
        return {}

    read(first, "en", ["Hi! D4E2 E14 E53 end, thanks"], shown)
    assert asked
