"""Measuring text with the shipped fonts."""

from adjudicator.pictures import Font
from adjudicator.pictures.maps.plates import SMALLEST, line
from adjudicator.pictures.text import fit, font_file, has_glyph, text_width, wrap

LETTERS = (
    "ABCXYZabcxyz0123456789éèàôçß"
    + "АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдеёжзийклмнопрстуфхцчшщъыьэюя"
    + "«»„“”‘’–—…·+−×№&"
)


def test_every_font_has_latin_cyrillic_and_punctuation() -> None:
    missing = [(font.name, letter) for font in Font for letter in LETTERS if not has_glyph(letter, font)]
    assert missing == []


def test_a_letter_outside_the_cut_is_known_to_be_missing() -> None:
    assert not has_glyph("漢", Font.CONDENSED)
    assert not has_glyph("ב", Font.BOLD)


def test_licence_lies_beside_the_fonts() -> None:
    folder = font_file(Font.BOLD).parent
    assert "Bitstream Vera" in (folder / "LICENCE.txt").read_text()
    assert {path.name for path in folder.glob("*.ttf")} == {font.value[4] for font in Font}


def test_width_grows_with_text_and_size() -> None:
    assert text_width("", 12) == 0
    assert text_width("Савойя", 12) < text_width("Савойя!", 12)
    assert abs(text_width("Savoy", 24) - 2 * text_width("Savoy", 12)) < 1e-6


def test_fit_cuts_only_what_is_too_wide() -> None:
    assert fit("Savoy", 200, 12) == "Savoy"
    short = fit("Tiruchirappalli", 50, 12)
    assert short.endswith("…")
    assert text_width(short, 12) <= 50


def test_wrap_keeps_every_word_and_the_width() -> None:
    text = "War of the Austrian Succession"
    lines = wrap(text, 90, 12)
    assert " ".join(lines) == text
    assert all(text_width(line, 12) <= 90 for line in lines)


def test_a_line_is_smaller_where_it_has_to_be_and_cut_only_where_nobody_could_read_it() -> None:
    whole, smaller, cut = (line(0, 0, "Constantinople", room, size=12) for room in (200, 65, 30))
    assert (whole.text, whole.size) == ("Constantinople", 12)
    assert smaller.text == "Constantinople"
    assert SMALLEST < smaller.size < 12
    assert text_width(smaller.text, smaller.size, smaller.font) <= 65.01
    assert cut.text.endswith("…")
    assert cut.size == SMALLEST
