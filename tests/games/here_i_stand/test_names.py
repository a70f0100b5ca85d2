"""What everything is called: 148 places, 116 cards and what else is named, in two languages, with short names."""

from __future__ import annotations

from collections import Counter

import pytest

from adjudicator.components.names import CASES
from adjudicator.games.here_i_stand.facts import CARD, LOCATION
from adjudicator.games.here_i_stand.names import names
from adjudicator.orders import NameBook
from adjudicator.pictures.scene import Font
from adjudicator.pictures.text import text_width

BUTTON, MARGIN, SIZE = 74, 2, 12
"""Pixels: a button, what stays free on either side, the height of its letters."""
BOOK = NameBook.of(names, cases=dict.fromkeys(names.kinds, CASES))


@pytest.mark.parametrize("code", names.languages)
def test_every_spelling_means_one_thing_of_its_kind(code: str) -> None:
    for kind in names.kinds:
        for id in kind.ids:
            for form in names(code).forms(kind, id):
                assert BOOK.look_up(kind.name, form, code).ids == (id,), form


def test_every_name_has_all_its_russian_cases() -> None:
    assert all(names("ru").in_case(kind, id, case) for kind in names.kinds for id in kind.ids for case in CASES)


@pytest.mark.parametrize(
    ("kind", "typed", "code", "id"),
    [
        ("location", "Wien", "en", "vienna"),
        ("location", "constantinople", "en", "istanbul"),
        ("location", "Царьград", "ru", "istanbul"),
        ("location", "Константинополь", "ru", "istanbul"),
        ("location", "saint-quentin", "en", "st_quentin"),
        ("location", "Вену", "ru", "vienna"),
        ("location", "Ratisbon", "ru", "regensburg"),
        ("location", "channel", "en", "english_channel"),
        ("owner", "turks", "en", "ottoman"),
        ("owner", "Габсбургам", "ru", "hapsburg"),
        ("owner", "венгры", "ru", "hungary_bohemia"),
        ("card", "six wives", "en", "six_wives_of_henry_viii"),
        ("card", "Sack of Rome", "ru", "sack_of_rome"),
        ("card", "Разграбление Рима", "ru", "sack_of_rome"),
        ("leader", "Alba", "en", "duke_of_alva"),
        ("leader", "Ибрагим", "ru", "ibrahim_pasha"),
        ("debater", "Лютера", "ru", "luther"),
        ("language zone", "немецкая", "ru", "german"),
    ],
)
def test_what_players_write(kind: str, typed: str, code: str, id: str) -> None:
    assert BOOK.look_up(kind, typed, code).ids == (id,)


def test_no_short_name_stands_twice_and_cards_have_their_numbers() -> None:
    kinds = Counter(kind for _, kind, _ in names.short)
    assert kinds == {"location": 148, "card": 116, "leader": 18, "debater": 29}
    assert len({short for short, _, _ in names.short}) == kinds.total()
    for card in CARD:
        short = names.short.of(CARD, card.id)
        assert int(short[1:]) + 100 * "PK".index(short[0]) == card.number
    assert BOOK.by_short("е07") == (("location", "istanbul"),)


def test_the_first_letter_tells_whose_home_space_it_is() -> None:
    letters = {(place.home, names.short.of(LOCATION, place.id)[0]) for place in LOCATION}
    assert len(letters) == len({place.home for place in LOCATION})


@pytest.mark.parametrize("code", names.languages)
def test_what_stands_on_a_button_fits_and_no_two_say_the_same(code: str) -> None:
    for kind in names.short.kinds:
        said = [names.chip(kind, id, code) for id in kind.ids]
        assert not {chip for chip in said if text_width(chip, SIZE, Font.CONDENSED) > BUTTON - 2 * MARGIN}
        assert len({*said}) == len(kind)
