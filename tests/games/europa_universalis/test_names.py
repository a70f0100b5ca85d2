"""What the things of the map are called: 153 provinces, 47 areas, 53 realms … in two languages, with short names."""

import pytest

from adjudicator.components.names import CASES
from adjudicator.games.europa_universalis.facts import AREA, NODE, PROVINCE, REALM, ZONE
from adjudicator.games.europa_universalis.names import names
from adjudicator.orders import NameBook
from adjudicator.pictures.text import text_width

BUTTON, MARGIN, SIZE = 74, 2, 12
"""Pixels: a button, what stays free on either side, the height of its letters."""
PLACED = (PROVINCE, AREA, ZONE, NODE)
BOOK = NameBook.of(names, cases=dict.fromkeys(names.kinds, CASES))


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


def test_what_lies_on_the_map_has_a_short_name_of_its_own() -> None:
    found = {names.short.of(kind, id) for kind in PLACED for id in kind.ids}
    assert len(found) == sum(map(len, PLACED))
    letters = {kind: {names.short.of(kind, id)[0] for id in kind.ids} for kind in PLACED}
    assert letters == {PROVINCE: {"A", "E", "H"}, AREA: {"T"}, ZONE: {"M"}, NODE: {"K"}}


def test_short_names_count_from_the_north() -> None:
    def row(id: str) -> int:
        return int(names.short.of(PROVINCE, id)[1])

    assert row("aberdeen") < row("london") < row("paris") < row("madrid") < row("fez")
    assert row("berlin") < row("wien") < row("firenze") < row("malta")


@pytest.mark.parametrize("code", names.languages)
def test_a_button_has_room_for_every_place_and_tells_those_of_a_kind_apart(code: str) -> None:
    for kind in PLACED:
        said = [names.chip(kind, id, code) for id in kind.ids]
        assert len(set(said)) == len(said)
        assert not [chip for chip in said if text_width(chip, SIZE) > BUTTON - 2 * MARGIN]


@pytest.mark.parametrize(
    ("kind", "typed", "code", "id"),
    [
        ("province", "vienna", "en", "wien"),
        ("province", "Cordoba", "en", "cordoba"),
        ("province", "Вену", "ru", "wien"),
        ("area", "ANDALUCIA", "ru", "andalucia"),
        ("area", "Фландрию и Валлонию", "ru", "flanders_wallonia"),
        ("sea zone", "Доггер-банки", "ru", "doggerbank"),
        ("realm", "папа", "ru", "papal_states"),
        ("realm", "Десмонд", "ru", "desmond"),
    ],
)
def test_people_write_it_in_their_own_way(kind: str, typed: str, code: str, id: str) -> None:
    assert BOOK.look_up(kind, typed, code).ids == (id,)


def test_realms_need_no_short_names() -> None:
    assert not any(names.short.of(REALM, id) for id in REALM.ids)
