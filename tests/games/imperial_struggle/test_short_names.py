"""The 216 short names of Imperial Struggle, and what stands below them on a button."""

from __future__ import annotations

from collections import Counter

import pytest

from adjudicator.games.imperial_struggle.fact_events import EVENT
from adjudicator.games.imperial_struggle.fact_types import ADVANTAGE, MINISTRY, REGION, SPACE, THEATRE
from adjudicator.games.imperial_struggle.names import names
from adjudicator.games.imperial_struggle.phrases import PHRASES, Words
from adjudicator.pictures.scene import Font
from adjudicator.pictures.text import text_width

BUTTON, MARGIN, SIZE = 74, 2, 12
"""Pixels: a button, what stays free on either side, the height of its letters."""
LETTERS = {"europe": "E", "north_america": "A", "caribbean": "K", "india": "H"}


def test_every_space_and_card_has_one_and_its_letter_says_where_it_is() -> None:
    kinds = Counter(kind for _, kind, _ in names.short)
    assert kinds == {"space": 112, "advantage": 22, "theatre": 15, "ministry": 26, "event": 41}
    for space in SPACE:
        assert names.short.of(SPACE, space.id)[0] == LETTERS[REGION.ids[space.region]]
        assert names.short.of(SPACE, space.id)[1] != "0"
    assert all(names.short.of(ADVANTAGE, id)[1] == "0" for id in ADVANTAGE.ids)
    assert all(names.short.of(EVENT, EVENT.id_of(n)) == f"P{n:02}" for n in EVENT.indexes)
    assert all(names.short.of(MINISTRY, ministry.id) == f"M{ministry.number:02}" for ministry in MINISTRY)


@pytest.mark.parametrize("language", ["en", "ru"])
def test_what_stands_on_a_button_fits_and_no_two_say_the_same(language: str) -> None:
    said = {names.chip(SPACE, id, language): id for id in SPACE.ids}
    wide = {chip for chip in said if text_width(chip, SIZE, Font.CONDENSED) > BUTTON - 2 * MARGIN}
    assert not wide
    assert len(said) == len(SPACE)


def test_an_order_may_say_the_short_name_wherever_it_says_the_name() -> None:
    book = PHRASES.book
    assert book.by_short("е53") == (("political", "spain_prestige_2"), ("space", "spain_prestige_2"))
    assert book.by_short("m04") == (("ministry", "m4"),)
    assert book.by_short("P07") == (("event", 7),)
    for typed, id in (("flag E53", "spain_prestige_2"), ("флаг Е53", "spain_prestige_2"), ("flag k34", "caicos")):
        assert getattr(PHRASES.parse(typed, "en"), "space") == id  # noqa: B009 - the type depends on the space


def test_a_theatre_is_known_by_its_short_name_in_its_war_only() -> None:
    assert Words("was").book.by_short("T22") == (("theatre", 2),)
    assert Words("wss").book.by_short("T22") == ()
    assert names.short.of(THEATRE, "king_georges_war") == "T22"
