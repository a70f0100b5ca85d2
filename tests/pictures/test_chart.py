"""The chart of a score: what it draws, and where it writes."""

import io
from itertools import pairwise
from random import Random

from msgspec.structs import replace
from PIL import Image, ImageChops

from adjudicator.pictures.chart import HEIGHT, WIDTH, Band, Chart, Curve, _cheapest, chart_png
from adjudicator.pictures.colours import rgb

FIELDS = (
    Band(low=10, high=20, fill="#bbccdd", text="up wins", colour="#112233"),
    Band(low=0, high=10, fill="#ddccbb", text="down wins", colour="#332211", above=False),
)


def chart(*points: tuple[float, float], told: tuple[str, str] = ("12", "up leads by 2")) -> Chart:
    return Chart(
        stages=("1", "2", "3"), now=1, low=0, high=20, step=5, bands=FIELDS, told=told, told_colour="#0000ff",
        curves=(Curve(points=points, dotted=True), Curve(points=((0.1, 4), (0.9, 5)), dashed=True)), dashes="if",
    )  # fmt: skip


def drawn(shown: Chart) -> Image.Image:
    return Image.open(io.BytesIO(chart_png(shown))).convert("RGB")


def test_a_chart_has_two_pixels_for_each_of_the_page_and_its_fields() -> None:
    image = drawn(chart((0, 10), (1, 10), (1, 12)))
    assert image.size == (2 * WIDTH, 2 * HEIGHT)
    assert image.getpixel((500, 80)) == rgb("#bbccdd")
    assert image.getpixel((500, 220)) == rgb("#ddccbb")


def test_the_same_scores_give_the_same_bytes() -> None:
    assert chart_png(chart((0, 10), (1, 12))) == chart_png(chart((0, 10), (1, 12)))


def test_the_last_score_stands_in_the_picture_wherever_the_line_ends() -> None:
    for at, value in ((0.1, 0), (3, 20), (3, 0), (1.5, 10)):
        plain, told = (drawn(chart((0, 10), (at, value), told=words)) for words in (("", ""), ("12", "up leads by 2")))
        changed = (
            ImageChops.difference(plain, told).convert("L").point(lambda value: 255 * (value > 100))
        )  # edges have shades of all
        left, top, right, bottom = changed.getbbox() or (0, 0, 0, 0)
        assert 0 < right - left < 300
        assert left >= 44
        assert top >= 14
        assert right <= plain.width - 18
        assert bottom <= plain.height - 36


def test_a_chart_of_one_score_can_be_drawn() -> None:
    assert drawn(chart((0, 10)))


def test_words_that_are_longer_than_the_picture_are_made_smaller_or_cut() -> None:
    words = ", ".join(["France", "Castile", "England", "Austria", "Burgundy", "Venice", "and somebody else"])
    for told in (words, f"{words}, {words}"):
        plain, lettered = (drawn(chart((0, 0), (1, 0), told=each)) for each in (("", ""), ("0", told)))
        found = ImageChops.difference(plain, lettered).getbbox()
        assert found is not None
        assert 8 < found[0] < found[2] < 2 * WIDTH - 8


def test_curves_that_end_together_have_their_names_one_below_the_other() -> None:
    colours = ("#ff0000", "#00ff00", "#0000ff", "#ffff00", "#ff00ff", "#00ffff")
    for end in (0, 10, 20):
        curves = tuple(Curve(points=((0, end), (1, end)), colour=each, name=f"{end} of a name") for each in colours)
        image = drawn(Chart(stages=("1", "2", "3"), now=2, low=0, high=20, step=5, curves=curves))
        behind = image.crop((202, 0, image.width, image.height))  # the curves end before
        marks = [_where(behind, each) for each in colours]
        assert all(above[3] <= below[1] for above, below in pairwise(marks))
        assert all(each[3] - each[1] >= 10 for each in marks)
        assert marks[-1][3] < image.height - 30


def _where(image: Image.Image, colour: str) -> tuple[int, int, int, int]:
    """The box around all of a colour."""
    same = ImageChops.difference(image, Image.new("RGB", image.size, colour)).convert("L")
    found = same.point([255, *[0] * 255]).getbbox()
    assert found is not None
    return found


def test_a_title_stands_above_the_fields_and_lines_may_be_lettered_by_what_is_left() -> None:
    plain = chart((0, 10), (1, 12), told=("", ""))
    titled = replace(plain, title="Steps to victory", whole=20)
    assert drawn(plain).getpixel((500, 22)) == rgb("#bbccdd")
    assert drawn(titled).getpixel((500, 22)) != rgb("#bbccdd")
    assert [titled.lettered(value) for value in (0, 5, 20)] == ["20", "15", "0"]
    assert [plain.lettered(value) for value in (0, 5, 20)] == ["0", "5", "20"]


def test_a_label_goes_where_both_costs_together_are_least() -> None:
    rng = Random(3)
    for _ in range(200):
        spots = [(float(rng.randrange(9)), float(rng.randrange(9))) for _ in range(rng.randint(1, 30))]
        dear = {spot: rng.randrange(4) for spot in spots}
        assert _cheapest(spots, lambda spot: spot[0], dear.__getitem__) == min(
            spots, key=lambda spot: spot[0] + dear[spot]
        )
