"""A thing named in one line by its name and by its short name is one order, not two."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from adjudicator import Action, Match, new_match
from adjudicator.kernel.simulate import begin_random
from adjudicator.orders import Phrasebook
from adjudicator.orders.codes import label, make_offer
from adjudicator.orders.pieces import Offers
from adjudicator.orders.said_twice import said_once
from adjudicator.orders.sets import Outcome, carry_out
from tests.carried import desk_at

SHORT_NAMED = ("imperial-struggle", "pax-renaissance")
LANGUAGES = ("en", "ru")


def book_at(match: Match) -> Phrasebook:
    book: Phrasebook = match.game.part("phrases")
    return book.at(match.state)


def read(match: Match, seat: str, line: str, language: str) -> Outcome:
    book = book_at(match)
    offer = make_offer(book, match.number(seat) or 0, language, [*match.options(seat), *match.ahead(seat)])
    return carry_out(desk_at(match, seat, language, book, Offers((offer,))), [line])


@pytest.fixture(scope="module")
def book() -> Phrasebook:
    return book_at(new_match("imperial-struggle", seed=b"twice"))


@pytest.fixture(scope="module")
def bank() -> Phrasebook:
    return book_at(new_match("pax-renaissance", seed=b"twice"))


@pytest.mark.parametrize(
    ("line", "once"),
    [
        ("remove the flag of Antigua K54", "remove the flag of Antigua"),
        ("remove the flag of Antigua (K54), end", "remove the flag of Antigua, end"),
        ("flag A51 Niagara end", "flag Niagara end"),
        ("K54 remove a flag Antigua, end", "remove a flag Antigua, end"),
        ("build fort Louisbourg A46 end", "build fort Louisbourg end"),
        ("Antigua K54", "K54"),
        ("Spain E53, K54 - Antigua", "E53, K54"),
        ("flag Antigua, K54, end", "flag Antigua, end"),
        ("flag Austria (upper Prestige) E45", "flag Austria (upper Prestige)"),
        ("Austria (upper Prestige) E45", "E45"),
        ("take D4E2 Diplomatic 4 and Economic 2, E14", "take Diplomatic 4 and Economic 2, E14"),
        ("flag K54 Antigua (K54), end", "flag Antigua, end"),
        ("K54 Antigua K54 Antigua", "K54 K54"),
        ("reveal Bank of England M08", "reveal Bank of England"),
        ("сними флаг с Ниагары А51, конец", "сними флаг с Ниагары, конец"),
        ("снять флаг Ниагара А51, флаг H44 Канчипурам", "снять флаг Ниагара, флаг Канчипурам"),
        ("убрать конфликт Дол. Гудз. A64", "убрать конфликт A64"),
    ],
)
def test_what_names_a_thing_once_more_is_left_out(book: Phrasebook, line: str, once: str) -> None:
    assert said_once(line, book, "ru" if line[-5] > "z" or line[0] > "z" else "en") == once


@pytest.mark.parametrize(
    "line",
    [
        "remove the flag of Antigua, flag K54",
        "remove conflict A52 and remove the flag of Oswego",
        "K54 K54",
        "A02 A51",
        "flag Algonquin, A02 A51",  # Algonquin Raids are something else
        "K54 Santiago",
        "A52 H14 Oswego A52: a fort",  # a row of a question that names it so
        "flag Antigua and Santiago, end",
        "сними флаг с Антигуа, поставь флаг на K54",
    ],
)
def test_two_orders_about_one_thing_stay_two(book: Phrasebook, line: str) -> None:
    assert said_once(line, book, "en") == line


def test_a_card_that_is_bought_and_played_is_named_twice(bank: Phrasebook) -> None:
    line = "buy Consent of the Governed, play H59"
    assert said_once(line, bank, "en") == line
    assert said_once("buy Consent of the Governed H59, play H59", bank, "en") == "buy Consent of the Governed, play H59"


def positions(game: str) -> Iterator[tuple[Match, str]]:
    rng = Random(f"twice {game}")
    match = begin_random(game, f"twice {game}")
    for step in range(240):
        open_now = match.decisions()
        if not open_now:
            return
        seat = open_now[0].waiting[0]
        if step % 6 == 0:
            yield match, seat
        match.apply(seat, match.sample(seat, rng))


def with_short_names(book: Phrasebook, action: Action, language: str, form: str) -> str:
    """The line of an action, in which the short name of one thing stands beside its name; "" where it has none."""
    line = book.say(action, language)
    for short in book.shorts_of(action):
        for kind, id in book.book.by_short(short):
            cases = {form for each in book.book.names if (each.kind, each.id) == (kind, id) for _, form in each.cases}
            for name in sorted({book.book.printed(kind, id, language), *cases}, key=len, reverse=True):
                if name in line:
                    return line.replace(name, form.format(name=name, short=short), 1)
    return ""


@pytest.mark.parametrize("game", SHORT_NAMED)
@pytest.mark.parametrize("form", ["{name} {short}", "{short} {name}", "{name} ({short})"])
def test_a_line_means_the_same_with_the_short_name_beside_the_name(game: str, form: str) -> None:
    rng, tried = Random("lines"), 0
    for match, seat in positions(game):
        book = book_at(match)
        options = [*match.options(seat)]
        for action in options if len(options) <= 3 else rng.sample(options, 3):
            for language in LANGUAGES:
                line = with_short_names(book, action, language, form)
                if line:
                    plain = read(match, seat, book.say(action, language), language)
                    assert read(match, seat, line, language).actions == plain.actions, line
                    tried += bool(plain.actions)
    assert tried > 20


def test_a_code_with_its_own_words_behind_it_is_one_order() -> None:
    tried = 0
    for match, seat in positions("imperial-struggle"):
        book = book_at(match)
        offer = make_offer(book, match.number(seat) or 0, "en", match.options(seat))
        for option in [each for each in offer.options if not each.part][:3]:
            code = f"{offer.number}{option.code}"
            plain = read(match, seat, code, "en")
            assert read(match, seat, f"{code} {label(option, book, 'en')}", "en").actions == plain.actions
            tried += bool(plain.actions)
    assert tried > 20
