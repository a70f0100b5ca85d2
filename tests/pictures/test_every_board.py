"""What must hold for the picture of every installed game that has a board, whatever its rules are."""

import io
import re
from functools import cache
from random import Random

import pytest
from PIL import Image

from adjudicator import game_named, games
from adjudicator.kernel.simulate import begin_dense, random_action
from adjudicator.language import CODES
from adjudicator.pictures import Text, to_svg
from adjudicator.pictures.board import Between, Sketch
from adjudicator.pictures.colours import lost, palette_colours
from adjudicator.pictures.raster import to_png
from adjudicator.pictures.svg import colours_in
from adjudicator.pictures.text import has_glyph, text_width
from tests.long_cases import alternate_variants
from tests.pictures.drawn import changes_told, texts

BOARDS = [name for name in games() if "board" in game_named(name).parts]
STEPS = 60
ROUNDS = 6


@cache
def sketches(game: str) -> tuple[Sketch, ...]:
    """Boards of random play, seen by nobody, by each seat and by all, in every language."""
    made = []
    for number, code in enumerate(CODES * 3):
        match, rng = begin_dense(game, f"board {number}"), Random(number)
        told = [each for _ in range(STEPS) if match.result is None for each in random_action(match, rng)]
        seats = match.header.seats
        for eyes in ((), *((seat,) for seat in seats), seats):
            events = [event for each in told[-20:] if (event := each.visible_to(eyes)) is not None]
            waiting = [seat for decision in match.decisions() for seat in decision.waiting]
            made.append(match.game.part("board")(match.view(eyes), code, to_move=waiting, events=events))
    return tuple(made)


@pytest.mark.slow
@pytest.mark.parametrize("every", [7, pytest.param(1, marks=pytest.mark.long)])
@pytest.mark.parametrize("game", BOARDS)
def test_no_colour_is_lost_between_the_drawing_and_the_picture(game: str, every: int) -> None:
    for sketch in sketches(game)[::every]:
        png = Image.open(io.BytesIO(to_png(sketch.scene, 400)))
        assert lost(colours_in(to_svg(sketch.scene)), palette_colours(png)) == []


@pytest.mark.parametrize("game", BOARDS)
def test_every_piece_has_a_name_of_its_own(game: str) -> None:
    for sketch in sketches(game):
        ids = re.findall(r' id="([^"]+)"', to_svg(sketch.scene))
        assert len(ids) == len(set(ids))


@pytest.mark.parametrize("game", BOARDS)
def test_every_letter_can_be_drawn(game: str) -> None:
    for sketch in sketches(game):
        for piece in sketch.scene.pieces:
            for text in texts(piece.items):
                assert all(has_glyph(letter, text.font) for letter in text.text), text.text


@pytest.mark.parametrize("game", BOARDS)
def test_no_text_of_a_piece_is_cut_off_by_its_box(game: str) -> None:
    for sketch in sketches(game):
        for piece in sketch.scene.pieces:
            left, _, width, _ = piece.box
            for text in (item for item in piece.items if isinstance(item, Text)):
                wide = text_width(text.text, text.size, text.font)
                start = text.x - {"start": 0.0, "middle": wide / 2, "end": wide}[text.anchor]
                assert left <= start, (piece.name, text.text)
                assert start + wide <= left + width + 1, (piece.name, text.text)


@pytest.mark.parametrize("game", BOARDS)
def test_the_picture_is_told_in_words(game: str) -> None:
    assert all(20 < len(sketch.alt) < 1000 for sketch in sketches(game))


@pytest.mark.slow
@pytest.mark.parametrize("pictured", [1, pytest.param(ROUNDS, marks=pytest.mark.long)])
@pytest.mark.parametrize(("game", "code"), alternate_variants(BOARDS, CODES))
def test_what_changed_is_said_not_only_that_it_did(game: str, code: str, pictured: int) -> None:
    """Of every place that a small picture shows, its caption says what is otherwise there; of so many rounds the
    pictures are drawn as well.
    """
    board, told, rng = game_named(game).part("board"), [], Random(5)
    match = begin_dense(game, "captions")
    for number in range(ROUNDS):
        if match.result is not None:
            match = begin_dense(game, f"captions {len(told)}")
        before, events = match.view(()), []
        for _ in range(STEPS // 4):
            if match.result is None:
                events += [event for each in random_action(match, rng) for event in each.all_visible_to(())]
        between = Between(before, match.view(()), tuple(events))
        told += changes_told(board, between, code)
        told += [crop.alt for crop in board.crops(between, code, most=8)] if number < pictured else []
    assert told
    assert [each for each in told for part in each.rstrip(".").split("; ") if ": " not in part] == []
