"""Every text of every board can be read: its contrast to what is drawn behind it (WCAG 2.2: at least 4.5)."""

import re
from collections.abc import Iterator
from functools import cache
from xml.etree import ElementTree

import pytest
from msgspec import Struct
from msgspec.structs import replace
from PIL import Image

from adjudicator.language import CODES
from adjudicator.pictures import Font, Group, Item, Layer, Piece, Scene, Text, layer, to_svg
from adjudicator.pictures.colours import contrast, mixed
from adjudicator.pictures.maps.crops import wordless
from adjudicator.pictures.raster import drawn_svg, ground_of
from adjudicator.pictures.svg import svg_document, svg_piece
from adjudicator.pictures.text import text_width
from tests.long_cases import alternate_variants
from tests.pictures.isles import BOARD as ISLES
from tests.pictures.test_crops import AFTER, EVENTS
from tests.pictures.test_every_board import BOARDS, sketches

LEAST = 4.5


class Written(Struct):
    """A line of text as it is drawn: its box in the picture, its colours."""

    text: str
    box: tuple[float, float, float, float]
    fill: str
    halo: str | None
    opacity: float


def written(svg: str) -> Iterator[Written]:
    """Every text of a picture."""
    yield from _inside(ElementTree.fromstring(svg), 0, 0, 1)


def _inside(parent: ElementTree.Element, dx: float, dy: float, scale: float) -> Iterator[Written]:
    for element in parent:
        move = element.get("transform", "")
        kind = element.tag.rpartition("}")[2]
        if kind == "text":
            yield _line(element, dx, dy, scale)
            continue
        shift = [float(part) for part in re.findall(r"translate\(([-\d.]+) ([-\d.]+)\)", move) for part in part]
        grow = float(found[1]) if (found := re.search(r"scale\(([\d.]+)\)", move)) else 1.0
        x, y = shift or (0.0, 0.0)
        yield from _inside(element, dx + scale * x, dy + scale * y, scale * grow)


def _line(element: ElementTree.Element, dx: float, dy: float, scale: float) -> Written:
    size, text = float(element.get("font-size", "0")), element.text or ""
    wide = text_width(text, size, Font.CONDENSED)
    left = float(element.get("x", "0")) - {"middle": wide / 2, "end": wide}.get(element.get("text-anchor", ""), 0)
    top = float(element.get("y", "0")) - 0.72 * size
    if element.get("transform"):  # turned: what lies around its middle
        left, top, wide = float(element.get("x", "0")) - 6, float(element.get("y", "0")) - 6, 12
    box = dx + scale * left, dy + scale * top, dx + scale * (left + wide), dy + scale * (top + 0.72 * size)
    return Written(text, box, element.get("fill", ""), element.get("stroke"), float(element.get("fill-opacity", "1")))


@cache
def textless(ground: Layer, width: int, height: int) -> Image.Image:
    bare = re.sub(r"<text .*?</text>", "", ground.svg)
    scene = Scene(width=width, height=height, ground=Layer(bare, f"{ground.key}-bare"), pieces=(), title="")
    return ground_of(scene, width).whole()


def faint(scene: Scene) -> set[tuple[str, float]]:
    """The texts of a picture that are too near to what lies behind them; those of the ground by itself, because what a
    marker hides nobody reads.
    """
    ground = textless(scene.ground, scene.width, scene.height)
    pieces = [replace(piece, items=tuple(wordless(piece.items))) for piece in scene.pieces]
    whole, sheet = ground.copy(), drawn_svg(svg_document("".join(map(svg_piece, pieces)), *ground.size))
    whole.paste(sheet, (0, 0), sheet)
    layers = ((replace(scene, pieces=()), ground), (replace(scene, ground=layer(())), whole))
    return {found for part, picture in layers for found in _faint(part, picture)}


def _faint(scene: Scene, picture: Image.Image) -> Iterator[tuple[str, float]]:
    for line in written(to_svg(scene)):
        if line.text.strip() and line.box[3] < scene.height:
            behind = line.halo or behind_of(picture, line.box)
            told = contrast(mixed(behind, line.fill, line.opacity), behind)
            if told < LEAST:
                yield line.text, round(told, 1)


def behind_of(picture: Image.Image, box: tuple[float, float, float, float]) -> str:
    """The colour that most of a box has."""
    left, top, right, bottom = map(round, box)
    part = picture.crop((left, top, right, bottom))
    _, colour = max(part.getcolors(part.width * part.height) or ())
    assert isinstance(colour, tuple)
    return "#" + bytes(colour).hex()


@pytest.mark.slow
@pytest.mark.parametrize("many", [1, pytest.param(3, marks=pytest.mark.long)])
@pytest.mark.parametrize(("game", "code"), alternate_variants(BOARDS, ("ru", "en")))
def test_every_text_of_a_board_has_contrast_to_its_ground(game: str, code: str, many: int) -> None:
    """So many boards in a language, with all that is on them for somebody."""
    per_match = len(sketches(game)) // (3 * len(CODES))
    fullest = sketches(game)[per_match - 1 :: per_match]
    looked = fullest[CODES.index(code) :: len(CODES)][:many]
    assert len(looked) == many
    for sketch in looked:
        assert faint(sketch.scene) == set()


def test_a_board_that_is_only_declared_has_contrast() -> None:
    for code in CODES:
        assert faint(ISLES.sketch(AFTER, code, events=EVENTS).scene) == set()


def test_faint_letters_are_found() -> None:
    scene = ISLES.sketch(AFTER, "en").scene
    pale = Piece("pale", 200, 200, (0, 0, 90, 30), (Group((Text(9, 20, "pale", 12, "#d9c9a0"),)),))
    items: tuple[Item, ...] = (Text(9, 20, "faded", 12, "#2b2118", opacity=0.4),)
    faded = Piece("faded", 600, 420, (0, 0, 90, 30), items)
    assert {text for text, _ in faint(replace(scene, pieces=(*scene.pieces, pale, faded)))} == {"pale", "faded"}
