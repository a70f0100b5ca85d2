"""Every colour of a scene comes through to its PNG, without being declared anywhere."""

import io
from colorsys import hsv_to_rgb

import pytest
from PIL import Image

from adjudicator.pictures import Circle, Group, Path, Piece, Rect, Scene, Style, Text, layer, raster, to_svg
from adjudicator.pictures.colours import longer, lost, palette_colours, rgb
from adjudicator.pictures.raster import to_png
from adjudicator.pictures.svg import colours_in

PAPER, INK = "#f6efdd", "#2b2118"
BANKS = ("#1573c2", "#d6b02e", "#5a3251", "#9ac8b3")


def scene(*pieces: Piece, keep: tuple[str, ...] = (), colours: int = 64) -> Scene:
    ground = layer([Rect(0, 0, 200, 100, Style(fill=PAPER)), Circle(190, 5, 1.5, Style(fill="#00ff7f"))])
    return Scene(width=200, height=100, ground=ground, pieces=pieces, title="", keep=keep, colours=colours)


def disc(name: str, x: float, colour: str) -> Piece:
    return Piece(name, x, 50, (-12, -12, 24, 24), (Circle(0, 0, 10, Style(fill=colour, stroke=INK)),))


def image(drawn: Scene) -> Image.Image:
    return Image.open(io.BytesIO(to_png(drawn, drawn.width)))


@pytest.mark.parametrize(("keep", "colours"), [((), 64), ((PAPER, INK), 2)])
def test_four_banks_have_their_own_colours(keep: tuple[str, ...], colours: int) -> None:
    drawn = scene(*(disc(f"bank-{place}", 30 + 40 * place, bank) for place, bank in enumerate(BANKS)), keep=keep)
    found = image(drawn).convert("RGB")
    assert [found.getpixel((30 + 40 * place, 50)) for place in range(4)] == [rgb(bank) for bank in BANKS]


def test_fills_strokes_letters_and_halos_come_through_wherever_they_stand() -> None:
    deep = Group((Group((Path("M0 0H9V9Z", Style(stroke="#102030")),)), Text(0, 9, "a", 9, "#a01060", halo="#10a060")))
    drawn = scene(Piece("deep", 40, 40, (0, 0, 20, 20), (deep,)))
    assert lost(colours_in(to_svg(drawn)), palette_colours(image(drawn))) == []


def test_a_small_thing_of_the_ground_is_not_painted_over_by_the_palette() -> None:
    assert lost(["#00ff7f"], palette_colours(image(scene(keep=(PAPER,), colours=1)))) == []


def test_the_ground_has_the_same_colours_under_all_pieces() -> None:
    bare, full = (palette_colours(image(drawn)) for drawn in (scene(), scene(disc("bank", 30, BANKS[0]))))
    assert full[: len(bare)] == bare
    assert full[len(bare) :][0] == BANKS[0]


def test_near_shades_share_a_place_of_the_palette() -> None:
    assert lost(["#202020", "#242424", "#404040"], ["#000000"]) == ["#202020", "#404040"]


def test_more_colours_than_a_png_holds_are_an_error() -> None:
    wheel = [rgb_of(hue / 60, value / 8) for hue in range(60) for value in range(2, 9)]
    pieces = tuple(disc(f"disc-{place}", 20, colour) for place, colour in enumerate(wheel))
    with pytest.raises(ValueError, match="holds 256"):
        longer(Image.new("P", (1, 1)), wheel)
    assert raster.to_png(scene(*pieces[:100]), 200)


def rgb_of(hue: float, value: float) -> str:
    return "#" + "".join(f"{round(255 * part):02x}" for part in hsv_to_rgb(hue, 1, value))
