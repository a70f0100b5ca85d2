"""Scene → SVG → PNG, without any game."""

import io
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path as FilePath
from random import Random
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest
from PIL import Image

from adjudicator.pictures import (
    Circle,
    Font,
    Group,
    Path,
    Piece,
    Rect,
    Scene,
    Style,
    Text,
    cutting,
    layer,
    raster,
    sheets,
    to_svg,
)
from adjudicator.pictures.cache_dir import keep_grounds_in
from adjudicator.pictures.colours import fixed_palette, mixed, rgb
from adjudicator.pictures.cutting import Cut, to_cut_png
from adjudicator.pictures.image_cache import Shelf
from adjudicator.pictures.png import png
from adjudicator.pictures.raster import to_png
from tests import drawn

SVG = "{http://www.w3.org/2000/svg}"
PAPER, INK, RED, BLUE = "#f6efdd", "#2b2118", "#a23716", "#15649e"


@pytest.fixture(autouse=True)
def drawn_anew() -> Iterator[None]:
    """Each test draws for itself."""
    with drawn.anew():
        yield


def scene(*pieces: Piece, keep: tuple[str, ...] = (PAPER, INK, RED, BLUE)) -> Scene:
    ground = layer([Rect(0, 0, 200, 100, Style(fill=PAPER))])
    return Scene(width=200, height=100, ground=ground, pieces=pieces, title="Red & blue", keep=keep)


def disc(name: str, x: float, y: float, colour: str) -> Piece:
    return Piece(name, x, y, (-12, -12, 24, 24), (Circle(0, 0, 10, Style(fill=colour)),))


def pixels(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).convert("RGB")


def test_svg_is_well_formed_and_names_every_piece() -> None:
    label = Piece("label", 5, 5, (0, -10, 90, 20), (Text(0, 0, "<Bed & breakfast>", 10, INK),))
    root = ElementTree.fromstring(to_svg(scene(disc("one", 30, 40, RED), label)))
    assert root.get("viewBox") == "0 0 200 100"
    assert root.findtext(f"{SVG}title") == "Red & blue"
    assert [group.get("id") for group in root.findall(f"{SVG}g")] == ["one", "label"]
    assert root.find(f"{SVG}g[@id='label']/{SVG}text").text == "<Bed & breakfast>"  # type: ignore[union-attr]


def test_pieces_stand_where_they_are_put_and_later_ones_lie_on_top() -> None:
    image = pixels(to_png(scene(disc("one", 30, 40, RED), disc("two", 36, 40, BLUE)), 200))
    assert image.size == (200, 100)
    assert image.getpixel((22, 40)) == rgb(RED)
    assert image.getpixel((36, 40)) == rgb(BLUE)
    assert image.getpixel((100, 80)) == rgb(PAPER)


def test_a_picture_of_half_the_width_is_the_same_picture() -> None:
    image = pixels(to_png(scene(disc("one", 31, 41, RED)), 100))
    assert image.size == (100, 50)
    assert image.getpixel((15, 20)) == rgb(RED)
    assert image.getpixel((15, 27)) == rgb(PAPER)


def test_bytes_are_the_same_with_and_without_kept_sheets() -> None:
    picture = scene(disc("one", 30, 40, RED), disc("two", 60, 40, RED))
    raster.forget()
    first = to_png(picture, 200)
    raster.forget()
    assert to_png(scene(disc("one", 30, 40, RED)), 200) != first
    assert to_png(picture, 200) == first


def test_who_sees_the_same_board_shares_its_drawing_and_nobody_else_does(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[Image.Image] = []
    for module in (raster, cutting):
        monkeypatch.setattr(module, "png", lambda picture: drawn.append(picture) or png(picture))
    raster.forget()

    def board(colour: str = RED, x: int = 30, **more: Any) -> Scene:
        return msgspec.structs.replace(scene(disc("one", x, 40, colour)), **more)

    def cut(of: Scene, left: float = 0, **more: Any) -> bytes:
        return to_cut_png([Cut(of, (left, 0, 60, 100))], **more)

    others: list[Callable[[], bytes]] = [
        lambda: to_png(board(), 200),
        lambda: to_png(board(), 100),
        lambda: to_png(board(BLUE), 200),
        lambda: to_png(board(x=31), 200),
        lambda: to_png(board(colours=3, keep=(RED,)), 200),
        lambda: cut(board()),
        lambda: cut(board(), 10),
        lambda: cut(board(), scale=1),
        lambda: cut(board(BLUE)),
        lambda: to_cut_png([Cut(board(), (0, 0, 60, 100))] * 2, between=BLUE),
        lambda: to_cut_png([Cut(board(), (0, 0, 60, 100))] * 2, between=RED),
    ]
    first = [draw() for draw in others]
    assert len(drawn) == len(others) == len(set(first))
    assert [draw() for draw in reversed(others)] == first[::-1]
    assert len(drawn) == len(others), "each is drawn once"


def test_ground_is_kept_as_a_file_and_a_damaged_file_is_drawn_again(tmp_path: FilePath) -> None:
    folder, picture = tmp_path / "new" / "folder", scene(disc("one", 30, 40, RED))
    raster.forget()
    first = to_png(picture, 200, cache=folder)
    (file,) = folder.iterdir()
    assert picture.ground.key in file.name
    raster.forget()
    assert to_png(picture, 200, cache=folder) == first
    file.write_bytes(file.read_bytes()[:40])
    raster.forget()
    assert to_png(picture, 200, cache=folder) == first
    assert Image.open(file).size == (200, 100)


def test_ground_in_the_file_is_what_is_drawn(tmp_path: FilePath) -> None:
    picture = scene()
    raster.forget()
    to_png(picture, 200, cache=tmp_path)
    (file,) = tmp_path.iterdir()
    Image.new("RGB", (200, 100), RED).save(file)
    raster.forget()
    assert pixels(to_png(picture, 200, cache=tmp_path)).getpixel((50, 50)) == rgb(RED)
    raster.forget()


@pytest.fixture
def kept_in(tmp_path: FilePath) -> FilePath:
    """The folder in which this process keeps what it has drawn."""
    keep_grounds_in(tmp_path)
    return tmp_path


def test_pieces_are_kept_as_files_and_a_damaged_file_is_drawn_again(kept_in: FilePath) -> None:
    picture = scene(disc("one", 30, 40, RED))
    raster.forget()
    first = to_png(picture, 200)
    (file,) = kept_in.glob("sheet-*")
    whole = file.read_bytes()
    other = Image.new("RGBA", Image.open(file).size, (0, 0, 0, 0))
    other.save(file)
    raster.forget()
    assert pixels(to_png(picture, 200)).getpixel((30, 40)) == rgb(PAPER)  # what lies in the file is what is shown
    file.write_bytes(whole[:-20])
    raster.forget()
    assert to_png(picture, 200) == first
    assert file.read_bytes() == whole


def test_no_more_pieces_are_kept_than_there_is_room_for(kept_in: FilePath, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheets, "MOST", 2)
    raster.forget()
    to_png(scene(*(disc(f"{number}", 30, 40, f"#00{number}000") for number in range(5))), 200)
    assert len(list(kept_in.glob("sheet-*"))) == 2


def test_text_is_drawn_with_every_shipped_font() -> None:
    for font in Font:
        label = Piece("label", 10, 60, (0, -40, 180, 60), (Text(0, 0, "Flag Флаг", 30, INK, font),))
        image = pixels(to_png(scene(label), 200))
        dark = sum(image.crop((10, 20, 190, 70)).convert("L").histogram()[:90])
        assert dark > 300, font


def test_halo_and_rotation_come_through() -> None:
    upright = Text(50, 50, "III", 30, INK, halo=RED, halo_width=8, rotate=90)
    image = pixels(to_png(scene(Piece("label", 0, 0, (0, 0, 200, 100), (upright,))), 200))
    colours = {colour for _, colour in image.getcolors(10000) or []}
    assert rgb(RED) in colours
    rows = [y for y in range(100) if any(image.getpixel((x, y)) == rgb(INK) for x in range(40, 90))]
    columns = [x for x in range(200) if any(image.getpixel((x, y)) == rgb(INK) for y in range(100))]
    assert rows
    assert columns
    assert min(rows) >= 48  # turned clockwise, the text runs downwards from its start
    assert max(columns) - min(columns) < 30


def test_clip_cuts_a_group_off() -> None:
    group = Group((Rect(0, 0, 80, 80, Style(fill=BLUE)),), dx=20, dy=10, clip=(0, 0, 30, 30))
    ground = layer([Rect(0, 0, 200, 100, Style(fill=PAPER)), group])
    image = pixels(to_png(Scene(width=200, height=100, ground=ground, pieces=(), title="", keep=(PAPER, BLUE)), 200))
    assert image.getpixel((45, 35)) == rgb(BLUE)
    assert image.getpixel((55, 35)) == rgb(PAPER)
    assert image.getpixel((45, 45)) == rgb(PAPER)


def test_holes_of_a_path_stay_open() -> None:
    ring = Path("M10 10H90V90H10ZM40 40H60V60H40Z", Style(fill=RED))
    image = pixels(to_png(scene(Piece("ring", 0, 0, (0, 0, 100, 100), (ring,))), 200))
    assert image.getpixel((20, 20)) == rgb(RED)
    assert image.getpixel((50, 50)) == rgb(PAPER)


def test_a_colour_that_is_no_colour_is_refused_or_ignored_but_a_broken_svg_is_an_error() -> None:
    with pytest.raises(ValueError):
        to_png(Scene(width=20, height=10, ground=layer([Rect(0, 0, 9, 9, Style(fill='"<'))]), pieces=(), title=""), 20)


def test_kept_colours_are_exact_and_too_many_are_an_error() -> None:
    ground = Image.new("RGB", (40, 40), PAPER)
    palette = fixed_palette(ground, [RED, RED, BLUE], 8)
    assert (palette.getpalette() or [])[:6] == [*rgb(RED), *rgb(BLUE)]
    with pytest.raises(ValueError, match="2 colours"):
        fixed_palette(ground, [RED, BLUE], 1)


@pytest.mark.parametrize("colours", [2, 4, 16, 17, 256])
def test_a_packed_picture_is_read_as_it_was(colours: int) -> None:
    image, rng = Image.new("P", (75, 50)), Random(colours)
    image.putpalette([rng.randrange(256) for _ in range(3 * colours)])
    tiles = [rng.randrange(colours) for _ in range(4 * 75)]
    image.putdata([tiles[y // 13 * 75 + (x + y) // 4] for y in range(50) for x in range(75)])
    with Image.open(io.BytesIO(png(image))) as read:
        assert read.mode == "P"
        assert read.convert("RGB").tobytes() == image.convert("RGB").tobytes()


def test_a_kept_sheet_is_no_larger_than_what_is_drawn_on_it() -> None:
    small = Piece("small", 50, 40, (-40, -40, 80, 80), (Rect(-10, -5, 20, 10, Style(fill=RED)),))
    sheet, at = raster.sheet_of(raster.place(small, 2))
    assert sheet.size == (40, 20)
    assert at == (80, 70)
    assert pixels(to_png(scene(small), 400)).getpixel((80, 70)) == rgb(RED)


def test_mixed_colours() -> None:
    assert mixed("#000000", "#ffffff", 0.5) == "#808080"
    assert mixed(RED, BLUE, 0) == RED
    assert mixed(RED, BLUE, 1) == BLUE


def test_shelf_drops_what_was_not_asked_for_longest() -> None:
    shelf, image = Shelf[Image.Image](250, lambda each: each.width * each.height), Image.new("RGBA", (10, 10))
    shelf.put("a", image)
    shelf.put("b", image)
    assert shelf.get("a") is image
    shelf.put("c", image)
    assert shelf.get("b") is None
    assert shelf.get("a") is image
    assert shelf.get("c") is image


def test_a_program_names_the_folder_of_its_grounds_once(kept_in: FilePath) -> None:
    picture = scene(disc("one", 30, 40, RED))
    raster.forget()
    first = to_png(picture, 200)
    assert [file.suffix for file in kept_in.glob("ground-*")] == [".png"]
    raster.forget()
    assert to_png(picture, 200) == first


def test_a_folder_that_cannot_be_written_costs_no_picture(tmp_path: FilePath) -> None:
    (tmp_path / "file").write_text("in the way")
    picture = scene(disc("one", 30, 40, RED))
    raster.forget()
    first = to_png(picture, 200)
    raster.forget()
    assert to_png(picture, 200, cache=tmp_path / "file") == first


def _drawn_elsewhere(folder: FilePath) -> bytes:
    raster.forget()
    return to_png(scene(disc("one", 30, 40, RED)), 200, cache=folder)


@pytest.mark.slow
def test_several_processes_share_a_folder(tmp_path: FilePath) -> None:
    with ProcessPoolExecutor(3, mp_context=get_context("spawn")) as pool:
        pictures = list(pool.map(_drawn_elsewhere, [tmp_path / "kept"] * 9))
    assert len(set(pictures)) == 1
    (file,) = (tmp_path / "kept").iterdir()  # whole, and nothing half-written beside it
    assert Image.open(file).size == (200, 100)
