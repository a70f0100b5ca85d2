"""What everything is called: 30 places, 13 borders, 187 cards and squares, in two languages, with short names."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from adjudicator.components.names import CASES, Case
from adjudicator.games.pax_renaissance.facts import BORDER, EMPIRE, ITEM, PLACE, SIDE, SLOT, SQUARE
from adjudicator.games.pax_renaissance.names import names
from adjudicator.orders import NameBook
from adjudicator.pictures.scene import Font
from adjudicator.pictures.text import text_width

BUTTON, MARGIN, SIZE = 74, 2, 12
"""Pixels: a button, what stays free on either side, the height of its letters."""
BOOK = NameBook.of(names, cases={kind: CASES for kind in names.kinds if kind is not SLOT})


@pytest.mark.parametrize("code", names.languages)
def test_every_spelling_means_one_thing_of_its_kind(code: str) -> None:
    """But for peoples: there is more than one Sultan, and who writes of him is asked."""
    for kind in names.kinds:
        for id in kind.ids:
            for form in names(code).forms(kind, id):
                found = BOOK.look_up(kind.name, form, code).ids
                assert id in found if form in names(code).people(kind, id) else found == (id,), form


def test_every_name_has_all_its_russian_cases() -> None:
    assert all(names("ru").in_case(kind, id, case) for kind in names.kinds for id in kind.ids for case in CASES)


def test_cards_have_russian_names_and_are_understood_as_they_are_printed() -> None:
    for id in ITEM.ids:
        if id not in SQUARE:
            called = (names("ru").name(ITEM, id), names.chip(ITEM, id, "ru"))
            assert not re.search("[A-Za-z]", " ".join(called)), id
            assert names("en").name(ITEM, id) in names("ru").forms(ITEM, id)


@pytest.mark.parametrize(
    ("id", "case", "form"),
    [
        ("luther", "accusative", "Лютера"),
        ("cromwell", "instrumental", "Кромвелем"),
        ("sophia_palaiologina", "genitive", "Софьи Палеолог"),
        ("despina_khatun", "dative", "Деспина-хатун"),
        ("duke_of_milan", "accusative", "Герцога Миланского"),
        ("hanseatic_league", "genitive", "Ганзейского союза"),
    ],
)
def test_names_of_cards_are_inflected(id: str, case: Case, form: str) -> None:
    assert names("ru").in_case(ITEM, id, case) == form


def test_a_square_is_called_after_its_empire_whichever_face_lies_up() -> None:
    for face in ("English Parliament", "Edward IV", "King of England", "Republic of England"):
        assert BOOK.look_up("card", face, "en").ids == ("square_england",)
    for face in ("Английский парламент", "король Англии"):
        assert BOOK.look_up("card", face, "ru").ids == ("square_england",)


@pytest.mark.parametrize(
    ("kind", "typed", "code", "id"),
    [
        ("card", "grim", "en", "the_grim"),
        ("card", "vespucci", "en", "amerigo_vespucci"),
        ("card", "Queen Isabella", "en", "isabella_of_castille"),
        ("card", "isabella of castile", "en", "isabella_of_castille"),
        ("card", "hochstetter", "en", "hochstetter_bank"),
        ("card", "st mark", "en", "brotherhood_of_st_mark"),
        ("card", "Ottoman corsair", "en", "ottoman_navy"),
        ("card", "Лютер", "ru", "luther"),
        ("card", "янычары", "ru", "janissaries"),
        ("card", "король Франции", "ru", "square_france"),
        ("card", "King of the Ottomans", "en", "square_ottoman"),
        ("card", "francia", "en", ""),
        ("empire", "СРИ", "ru", "holy_roman_empire"),
        ("empire", "egypt", "en", "mamluk"),
        ("place", "нюрнберг", "ru", "nurnberg"),
        ("place", "nuremberg", "en", "nurnberg"),
        ("border", "Augsburg", "en", "france_holy_roman_empire"),
        ("border", "Лиссабон", "ru", "england_portugal"),
        ("border", "HRE-France", "en", "france_holy_roman_empire"),
        ("border", "Арагон и Папская Область", "ru", "aragon_papal_states"),
        ("border", "мамлюки-османы", "ru", "ottoman_mamluk"),
        ("piece", "gold rook", "en", "catholic_rook"),
        ("piece", "зелёный конь", "ru", "islamic_knight"),
        ("piece", "синяя пешка", "ru", "fugger_pawn"),
        ("victory", "империализм", "ru", "imperial"),
        ("bank", "пурпур", "ru", ""),
    ],
)
def test_what_players_write(kind: str, typed: str, code: str, id: str) -> None:
    assert BOOK.look_up(kind, typed, code).ids == ((id,) if id else ())


def test_a_short_name_says_where_its_place_is() -> None:
    kinds = Counter(kind for _, kind, _ in names.short)
    assert kinds == {"empire": 10, "place": 30, "border": 13, "card": 187}
    for kind, side in ((EMPIRE, lambda each: each.side), (PLACE, lambda each: EMPIRE.things[each.empire].side)):
        for each in kind:
            short = names.short.of(kind, each.id)
            assert short[0] == {"west": "A", "east": "E"}[SIDE.ids[side(each)]]
            assert (short[1] == "0") == (kind is EMPIRE)
    assert {names.short.of(BORDER, id)[0] for id in BORDER.ids} == {"K"}
    assert {names.short.of(SQUARE, id) for id in SQUARE.ids} == {f"T{row}{place}" for row in "12" for place in "12345"}
    assert BOOK.by_short("т12") == (("card", "square_france"),)
    assert BOOK.look_up("place", "е26", "ru").ids == ("cairo",)


@pytest.mark.parametrize("code", names.languages)
def test_what_stands_on_a_button_fits_and_no_two_say_the_same(code: str) -> None:
    for kind in (EMPIRE, PLACE, BORDER, ITEM):
        said = {names.chip(kind, id, code) for id in kind.ids}
        assert not {chip for chip in said if text_width(chip, SIZE, Font.CONDENSED) > BUTTON - 2 * MARGIN}
        assert len(said) == len(kind)
