"""What everything is called: 230 cards, 23 sites and what else is named, in two languages, with short names."""

from __future__ import annotations

from collections import Counter

import pytest

from adjudicator.components.names import CASES
from adjudicator.games.oath.facts import BANNER, CARD, DENIZEN, EDIFICE, OATH, REGION, RUIN, SITE, SLOT, VISION
from adjudicator.games.oath.names import names
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


@pytest.mark.parametrize("code", names.languages)
def test_no_two_cards_or_sites_have_one_name(code: str) -> None:
    said = Counter(names(code).name(kind, id) for kind in (CARD, RUIN, SITE) for id in kind.ids)
    assert len(said) == 230 + 6 + 23
    assert max(said.values()) == 1


def test_every_name_has_all_its_russian_cases() -> None:
    assert all(names("ru").in_case(kind, id, case) for kind in names.kinds for id in kind.ids for case in CASES)


@pytest.mark.parametrize("code", names.languages)
def test_an_edifice_is_understood_by_the_names_of_both_its_sides(code: str) -> None:
    for id in EDIFICE.ids:
        assert names(code).name(RUIN, id) in names(code).forms(CARD, id)


@pytest.mark.parametrize(
    ("kind", "typed", "code", "id"),
    [
        ("card", "heir", "en", "long_lost_heir"),
        ("card", "round of ale", "en", "a_round_of_ale"),
        ("card", "fallen spire", "en", "great_spire"),
        ("card", "sceptre", "en", "grand_scepter"),
        ("card", "Тирана", "ru", "tyrant"),
        ("card", "павший шпиль", "ru", "great_spire"),
        ("card", "клятва мира", "ru", "vow_of_peace"),
        ("card", "vow", "en", ""),
        ("site", "hidden place", "en", "the_hidden_place"),
        ("site", "шахту", "ru", "mine"),
        ("slot", "upper cradle site", "en", "cradle_1"),
        ("slot", "верхнюю локацию столицы", "ru", "cradle_1"),
        ("slot", "окраины 3", "ru", "hinterland_3"),
        ("banner", "favor banner", "en", "peoples_favor"),
        ("banner", "People's Favour", "en", "peoples_favor"),
        ("banner", "знамя страшной тайны", "ru", "darkest_secret"),
        ("player", "purple", "en", "chancellor"),
        ("player", "красный изгнанник", "ru", "red"),
        ("oath", "верный обету спасения", "ru", "protection"),
        ("suit", "зверей", "ru", "beast"),
    ],
)
def test_what_players_write(kind: str, typed: str, code: str, id: str) -> None:
    found = BOOK.look_up(kind, typed, code).ids
    assert found == (id,) if id else len(found) != 1


def test_no_short_name_stands_twice_and_each_says_what_it_is_of() -> None:
    kinds = Counter(kind for _, kind, _ in names.short)
    assert kinds == {"region": 3, "slot": 8, "site": 23, "card": 230, "suit": 6, "oath": 4, "banner": 2, "space": 4}
    assert len({short for short, _, _ in names.short}) == kinds.total()
    for card in DENIZEN:
        short = names.short.of(DENIZEN, card.id)
        assert int(short[1:]) + 100 * "PH".index(short[0]) == card.number
    for id in SLOT.ids:
        region, _, place = id.rpartition("_")
        assert names.short.of(SLOT, id) == names.short.of(REGION, region)[:2] + place
    for vision in VISION:
        if vision.oath >= 0:
            assert names.short.of(VISION, vision.id)[-1] == names.short.of(OATH, OATH.ids[vision.oath])[-1]
    assert [names.short.of(BANNER, id) for id in BANNER.ids] == ["T31", "T32"]
    assert BOOK.by_short("р04") == (("card", "longbows"),)


@pytest.mark.parametrize("code", names.languages)
def test_what_stands_on_a_button_fits_and_no_two_say_the_same(code: str) -> None:
    for kind in names.short.kinds:
        said = [names.chip(kind, id, code) for id in kind.ids]
        assert not {chip for chip in said if text_width(chip, SIZE, Font.CONDENSED) > BUTTON - 2 * MARGIN}
        assert len({*said}) == len(kind)
