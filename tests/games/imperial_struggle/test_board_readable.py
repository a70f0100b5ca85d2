"""Who can read the board: people with red-green blindness, people on a phone, people in front of a crowded map."""

import io
import re
from functools import cache
from itertools import combinations
from math import hypot
from random import Random

import pytest
from PIL import Image

from adjudicator.games.imperial_struggle import GAME
from adjudicator.games.imperial_struggle.board.atlas import Language, atlas, palette
from adjudicator.games.imperial_struggle.board.drawing import board
from adjudicator.games.imperial_struggle.fact_types import ADVANTAGE, SPACE
from adjudicator.games.imperial_struggle.view import View
from adjudicator.kernel.simulate import begin_dense, random_action
from adjudicator.language import CODES
from adjudicator.pictures import Group, Piece, Text, raster
from adjudicator.pictures.colours import contrast
from adjudicator.pictures.maps import BoardView
from adjudicator.pictures.maps.crops import written
from adjudicator.pictures.maps.palette import BASE
from adjudicator.pictures.raster import sheet_of, to_png
from adjudicator.pictures.sight import SIGHTS
from adjudicator.pictures.text import text_width
from tests.long_cases import alternate_variants
from tests.pictures.drawn import texts
from tests.pictures.measure import ciede2000, lab


@pytest.mark.parametrize("sight", SIGHTS)
def test_owners_and_signs_keep_apart_in_every_sight(sight: str) -> None:
    colours, base = palette(), BASE
    owners = {
        name: colours.sides[name].fill for name in ("france", "britain", "spain", "usa", "unflagged", "fort_unowned")
    }
    for (one, first), (two, second) in combinations(owners.items(), 2):
        assert ciede2000(lab(first, sight), lab(second, sight)) >= 15, (one, two)
    for name in ("france", "britain"):
        assert ciede2000(lab(owners[name], sight), lab(base.changed, sight)) >= 30, name
        assert ciede2000(lab(owners[name], sight), lab(base.caution, sight)) >= 30, name
        tint = lab(colours.sides[name].tint, sight)  # who leads has the fill, who does not the tint
        assert ciede2000(lab(owners[name], sight), tint) >= 20, name
    for ground in (base.land, base.sea, base.sea_deep, owners["unflagged"], owners["spain"]):
        assert ciede2000(lab(base.changed, sight), lab(ground, sight)) >= 12, ground
    assert ciede2000(lab(base.land, sight), lab(base.sea, sight)) >= 10
    assert ciede2000(lab(base.frame, sight), lab(base.land, sight)) >= 30
    for one, two in combinations(colours.actions.values(), 2):
        assert ciede2000(lab(one, sight), lab(two, sight)) >= 6  # letters tell them apart, the colour helps


def test_letters_have_contrast_to_their_ground() -> None:
    base = BASE
    for name, side in palette().sides.items():
        assert contrast(side.fill, side.text) >= 4.5, name
        assert contrast(side.tint, base.text) >= 4.5, name
    for ground in (base.land, base.paper, base.board):
        assert contrast(ground, base.text) >= 4.5
        assert contrast(ground, base.text_area) >= 4.5
    assert contrast(base.sea, base.text_water) >= 4.5
    assert contrast(base.land, base.tile_line) >= 4.5
    for name, colour in palette().actions.items():
        assert contrast(colour, base.light) >= 4.5, name


def test_letters_tell_every_owner_apart_without_any_colour() -> None:
    from adjudicator.games.imperial_struggle.board.atlas import words

    for language in CODES:
        letters = words(language).letters
        assert len(set(letters.values())) == len(letters)
        goods = words(language).commodity_letters
        assert len(set(goods.values())) == len(goods)


# ---- on a phone


@pytest.mark.parametrize("language", CODES)
def test_names_are_readable_on_a_phone_after_a_tap_to_full_size(language: Language) -> None:
    """At full size a pixel of the picture is a CSS pixel: 360 of them show a quarter of the board."""
    for name, lines in board().lettering(language).texts.items():
        for line in lines:
            assert line.size >= (12 if name in ADVANTAGE.index else 13), line.text
            assert text_width(line.text, line.size, line.font) <= 360, line.text
    numbers = [text.size for piece in board().scene(full(language, 1), language).pieces
               if piece.name in SPACE.index for text in texts(piece.items) if text.text[-1:].isdigit()]  # fmt: skip
    assert min(numbers) >= 10
    assert max(numbers) >= 13


@pytest.mark.parametrize("language", CODES)
def test_nothing_is_smaller_than_small_print(language: Language) -> None:
    sizes = {
        text.size: text.text
        for piece in board().scene(full(language, 2), language).pieces
        for text in texts(piece.items)
    }
    assert min(sizes) >= 8.5, sizes[min(sizes)]


# ---- crowded


@cache
def full(language: Language, label: int) -> BoardView[View]:
    """A crowded position after a stretch of random play, with everything marked that changed."""
    match, rng = begin_dense(GAME.id, f"crowd {label}"), Random(label)
    events = []
    for _ in range(40):
        if not match.decisions():
            break
        events += [told.public for told in random_action(match, rng) if told.public is not None]
    look = match.view(("france",))
    assert isinstance(look, View)
    return board().shown(look, language, ("france",), tuple(events))


PREFIX = re.compile("^(advantage|rim|pennant)-")


def mask(piece: Piece) -> tuple[Image.Image, tuple[int, int]]:
    """What a piece covers for good: where it is more than half opaque."""
    sheet, at = sheet_of(raster.place(piece, 1))
    return sheet.getchannel("A").point(lambda alpha: 255 if alpha > 140 else 0), at


def covered(cover: Image.Image, at: tuple[int, int], left: float, top: float, right: float, bottom: float) -> float:
    """The share of a box (board pixels) that a mask covers."""
    box = (round(left) - at[0], round(top) - at[1], round(right) - at[0], round(bottom) - at[1])
    if box[2] <= 0 or box[3] <= 0 or box[0] >= cover.width or box[1] >= cover.height:
        return 0.0
    part = cover.crop(box)
    return part.histogram()[255] / (part.width * part.height)


@pytest.mark.slow
@pytest.mark.parametrize(("label", "language"), alternate_variants(range(6), CODES))
def test_in_a_crowd_no_marker_hides_another_or_a_name(language: Language, label: int) -> None:
    position, plan = full(language, label), atlas()
    pieces = [p for p in board().scene(position, language).pieces if PREFIX.sub("", p.name) in plan.places]
    assert len(position.changed) >= 5
    again = {
        p.name.removeprefix("name-") for p in board().scene(position, language).pieces if p.name.startswith("name-")
    }
    for place, piece in enumerate(pieces):
        name = PREFIX.sub("", piece.name)
        cover, at = mask(piece)
        for earlier in pieces[:place]:  # later pieces lie on top
            own = PREFIX.sub("", earlier.name) == name
            if not own and abs(earlier.x - piece.x) < 70 and abs(earlier.y - piece.y) < 70:
                x, y = earlier.x, earlier.y
                assert covered(cover, at, x - 10, y - 8, x + 10, y + 8) == 0, (piece.name, "hides", earlier.name)
        for other, lines in board().lettering(language).texts.items():
            x, y = plan.at(other)
            if hypot(x - piece.x, y - piece.y) > 220 or other == name:
                continue
            for line in lines:
                wide = text_width(line.text, line.size, line.font)
                left = line.x - {"start": 0.0, "middle": wide / 2, "end": wide}[line.anchor]
                share = covered(cover, at, left, line.y - 0.7 * line.size, left + wide, line.y)
                # A name near a change is written once more on top of everything; its letters stay whole.
                assert share <= (0.25 if other in again else 0.06), (piece.name, "hides", line.text, share)


@pytest.mark.slow
@pytest.mark.parametrize("language", [pytest.param("en", marks=pytest.mark.long), "ru"])
def test_a_crowded_picture_stays_small(language: Language) -> None:
    for label in range(3):
        png = to_png(board().scene(full(language, label), language), 1600)
        assert len(png) <= 250_000
        assert Image.open(io.BytesIO(png)).size == (1600, 1316)


@pytest.mark.parametrize("language", CODES)
@pytest.mark.parametrize("seats", [(), ("france",), ("britain",)])
def test_no_text_leaves_the_sheet_of_its_part(language: Language, seats: tuple[str, ...]) -> None:
    """What lies outside the box of a piece is cut off in the PNG."""
    for label in range(4):
        match = begin_dense(GAME.id, f"sheet {label}")
        look = match.view(seats)
        assert isinstance(look, View)
        for piece in board().scene(BoardView(look, ("france", "britain")), language).pieces:
            left, _, width, _ = piece.box
            for text in (item for item in piece.items if isinstance(item, Text)):
                wide = text_width(text.text, text.size, text.font)
                start = text.x - {"start": 0.0, "middle": wide / 2, "end": wide}[text.anchor]
                assert left <= start, (piece.name, text.text)
                assert start + wide <= left + width + 1, (piece.name, text.text)


@pytest.mark.parametrize("code", CODES)
def test_names_of_seas_are_whole_on_a_map_alone(code: str) -> None:
    """Their letters stand apart, and some are turned; what is outside of the box of a name is cut off."""
    seas = 0
    for frame in board().plan.frames:
        for piece, (left, top, right, bottom) in written(board(), frame, code):
            x, y, width, height = piece.box
            assert piece.x + x <= left
            assert piece.y + y <= top
            assert piece.x + x + width >= right
            assert piece.y + y + height >= bottom
            (lines,) = piece.items
            assert isinstance(lines, Group)
            for line in (each for each in lines.items if isinstance(each, Text) and each.spacing and not each.rotate):
                seas += 1
                assert width >= text_width(line.text, line.size, line.font) + line.spacing * (len(line.text) - 1)
    assert seas
