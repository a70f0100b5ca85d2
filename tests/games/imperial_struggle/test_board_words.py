"""The words of the board picture, in both languages, and its text for those who do not see it."""

import pytest

from adjudicator.games.imperial_struggle.board import board, sketch
from adjudicator.games.imperial_struggle.board.alt import alt_text
from adjudicator.games.imperial_struggle.board.atlas import Language, atlas, words
from adjudicator.games.imperial_struggle.fact_types import (
    ADVANTAGE,
    FLAG,
    REGION,
    SPACE,
)
from adjudicator.games.imperial_struggle.names import names
from adjudicator.language import CODES
from adjudicator.pictures import Font
from adjudicator.pictures.maps.highlights import Change
from adjudicator.pictures.text import has_glyph
from tests.games.imperial_struggle.board_positions import SVG, piece, played, position, seen, texts, tree


@pytest.mark.parametrize("language", CODES)
def test_every_letter_of_the_picture_has_a_glyph(language: Language) -> None:
    by_face = {(font.value[0], str(font.value[1]), font.value[2], font.value[3]): font for font in Font}
    checked = 0
    for text in tree(board().scene(position(), language)).iter(f"{SVG}text"):
        face = (
            text.get("font-family", ""),
            text.get("font-weight", "400"),
            text.get("font-style", "normal"),
            text.get("font-stretch", "normal"),
        )
        for letter in "".join(text.itertext()):
            assert has_glyph(letter, by_face[face]), (letter, face)
            checked += 1
    assert checked > 2000


@pytest.mark.parametrize("language", CODES)
def test_names_are_those_that_players_write(language: Language) -> None:
    written = "".join(texts(tree(board().scene(position(), language)))).replace(" ", "")
    for kind in (SPACE, ADVANTAGE):
        for name in kind.ids:
            place = atlas().places[name]
            if not place.group:
                assert names(language).name(kind, name).replace(" ", "") in written, name
    for region in REGION.ids:
        assert names(language).name(REGION, region).replace(" ", "") in written


def test_russian_picture_has_no_english_names() -> None:
    ground = {text.text for text in board().lettering("ru").items()}
    assert not [text for text in ground if any("a" <= letter.lower() <= "z" for letter in text)]


def test_alternative_text_says_what_counts() -> None:
    changes = (Change("jamaica", "britain"), Change("savoy"))
    assert alt_text(position(*changes), "en") == (
        "Board of Imperial Struggle, Turn 1, Succession Era, action round 2 of 4, as France sees it. "
        "VP 17 (France leads by 2). Regions: Europe France 3:2, North America Britain 2:0, "
        "Caribbean Britain 1:0, India tied 0:0. Changed by Britain: Jamaica K61. Changed: Savoy E42."
    )
    russian = alt_text(position(*changes), "ru")
    assert "Счёт 17 ПО (Франция впереди на 2)" in russian
    assert "Британия изменила: Ямайка K61. Изменилось: Савойя E42." in russian


def test_alternative_text_stays_short() -> None:
    changes = tuple(Change(space.id, "france") for space in SPACE.things[:20])
    assert "14 more" in alt_text(position(*changes), "en")
    assert "Nothing on the map has changed" in alt_text(position(), "en")


def test_a_finished_game_says_who_has_won() -> None:
    match = played(2000)
    look = seen(match)
    assert look.result
    winner = words("en").wins.format(names("en").name(FLAG, look.result))
    assert winner in texts(piece(sketch(look, "en").scene, "situation"))[0]
