"""`board` with the name of a map, a region, a space or a theatre behind it shows that part, larger."""

from __future__ import annotations

from typing import Any

import pytest

from tests.service.conftest import at_the_tiles, words_of

pytestmark = [pytest.mark.store("sqlite"), pytest.mark.drawn]


def pictures(mail: Any) -> list[tuple[int, int]]:
    """The sizes of the PNGs of a mail."""
    data = [part.get_payload(decode=True) for part in mail.walk() if part.get_content_type() == "image/png"]
    return [(int.from_bytes(png[16:20]), int.from_bytes(png[20:24])) for png in data]


def test_words_behind_board_show_a_part_of_it(installation: Any) -> None:
    at_the_tiles(installation, "en")
    for asked, told in (
        ("board E53", "Spain (Prestige 2). nobody: Spain (Prestige 2) E53."),
        ("show me Spain, please", "Spain. France: Spain"),
        ("board of the Prussia", "Prussia"),
        ("покажи Савойю", "Savoy. nobody: Savoy E42."),
        ("карта Германских Государств", "German States. Britain: German States"),
    ):
        (mail,) = installation.write("britain", asked)
        assert pictures(mail)[0][0] == 656, asked
        assert told in words_of(mail), asked
    (mail,) = installation.write("britain", "board Queen Anne's War")
    assert pictures(mail) == [(512, 344)], "a theatre lies on the war display"
    assert "VICTORY POINTS" not in words_of(mail), "a screen, not the whole position"


def test_a_map_is_shown_whole_and_what_is_unknown_is_told(installation: Any) -> None:
    at_the_tiles(installation, "ru")
    (mail,) = installation.write("britain", "доска Индии")
    assert pictures(mail) == [(1080, 944)]
    assert "Индия. Франция: " in words_of(mail)
    (mail,) = installation.write("britain", "доска Мадрида")
    assert not pictures(mail)
    assert "На поле ничего не называется «Мадрида»." in words_of(mail)
    assert "Есть: Северная Америка, Европа, Карибы, Индия, " in words_of(mail)
    (mail,) = installation.write("britain", "покажи счёт")
    assert "ПОБЕДНЫЕ ОЧКИ" in words_of(mail), "some words are about more than the map"


def test_another_game_shows_its_parts_and_one_without_a_map_says_so(installation: Any) -> None:
    installation.create("salt-roads", {"amber": "en", "sapphire": "ru", "onyx": "ru"})
    (mail,) = installation.write("amber", "board Forge")
    assert pictures(mail), words_of(mail)
    installation.create("guild-fair", dict.fromkeys(("bakers", "brewers", "drapers"), "en"))
    assert "This game has no map." in words_of(installation.write("bakers", "map of the market")[0])
