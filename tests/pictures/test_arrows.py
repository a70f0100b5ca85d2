"""Arrows from place to place, as a game declares them of the events: looked for in what was drawn."""

import io
from collections.abc import Iterator
from xml.etree import ElementTree

from PIL import Image
from salt_roads.rules import BarRoad, Travel
from salt_roads.words import BOARD as VALLEY

from adjudicator import new_match
from adjudicator.kernel.events import Event
from adjudicator.pictures import to_svg
from adjudicator.pictures.board import Between
from adjudicator.pictures.colours import rgb
from adjudicator.pictures.maps import BASE, Arrow, BoardView, arrow_entry, legend_panel, read_atlas
from adjudicator.pictures.raster import to_png
from tests.pictures.isles import PLAN, SIDES, Isles, Taken, View

VIEW = View(turn=2, lands={"north": ("red", 2), "moor": ("blue", 3)})
Point = tuple[float, float]


class Marched(Event, frozen=True, tag="marched"):
    """An army marched, or helped another one."""

    arrow: Arrow


class Moving(Isles):
    def arrows(self, shown: BoardView[View]) -> Iterator[Arrow]:
        return (event.arrow for event in shown.events if isinstance(event, Marched))


BOARD = Moving(read_atlas(PLAN), SIDES)
RED, BLUE, PALE, ALARM = (rgb(colour) for colour in (SIDES["red"].fill, SIDES["blue"].fill, BASE.paper, BASE.alarm))


def marched(**arrow: object) -> Marched:
    return Marched(Arrow(**arrow))  # type: ignore[arg-type]


def drawn(*events: Event) -> Image.Image:
    sketch = BOARD.sketch(VIEW, "en", events=events)
    return Image.open(io.BytesIO(to_png(sketch.scene, 800))).convert("RGB")


def across(image: Image.Image, at: Point) -> set[object]:
    """The colours within three pixels of a point."""
    x, y = (round(each) for each in at)
    return {image.getpixel((x + dx, y + dy)) for dx in range(-3, 4) for dy in range(-3, 4)}


def between(one: str, other: str, share: float) -> Point:
    (ax, ay), (bx, by) = BOARD.plan.at(one), BOARD.plan.at(other)
    return ax + (bx - ax) * share, ay + (by - ay) * share


def test_an_arrow_leads_from_place_to_place_in_the_colour_of_its_side() -> None:
    image = drawn(marched(from_="cape", to="holm", side="blue"))
    assert all(BLUE in across(image, between("cape", "holm", share / 20)) for share in range(3, 18))
    assert BLUE not in across(drawn(), between("cape", "holm", 0.5))


def test_the_head_of_an_arrow_is_at_its_end() -> None:
    def ink(share: float) -> int:
        x, y = (round(each) for each in between("downs", "holm", share))
        return sum(image.getpixel((x, y + aside)) == RED for aside in range(-7, 8))

    image = drawn(marched(from_="downs", to="holm", side="red"))
    wide, plain = ink(0.86), ink(0.5)
    assert wide > 2 * plain > 0
    image = drawn(marched(from_="downs", to="holm", side="red", head=False))
    assert 0 < ink(0.86) < wide / 2


def test_what_helps_is_dashed_and_ends_in_the_middle_of_the_way_it_helps() -> None:
    image = drawn(marched(from_="downs", to=("north", "moor"), side="red", dashed=True))
    x, y = between("north", "moor", 0.5)
    (ax, ay) = BOARD.plan.at("downs")
    line = [across(image, (ax + (x - ax) * share / 40, ay + (y - ay) * share / 40)) for share in range(8, 38)]
    on_it = [image.getpixel((round(ax + (x - ax) * n / 200), round(ay + (y - ay) * n / 200))) for n in range(40, 180)]
    assert all(RED in colours for colours in line)
    assert RED in on_it
    assert PALE in on_it


def test_what_failed_is_broken_and_crossed() -> None:
    failed, went = (drawn(marched(from_="downs", to="holm", side="blue", failed=lost)) for lost in (True, False))
    places = [between("downs", "holm", share / 100) for share in range(30, 80)]
    assert any(ALARM in across(failed, at) for at in places)
    assert not any(ALARM in across(went, at) for at in places)
    assert any(BLUE not in across(failed, at) for at in places)
    assert all(BLUE in across(went, at) for at in places)


def test_opposite_arrows_lie_beside_each_other() -> None:
    one, back = marched(from_="cape", to="holm", side="red"), marched(from_="holm", to="cape", side="blue")
    image, (x, y) = drawn(one, back), between("cape", "holm", 0.5)
    column = [image.getpixel((round(x), round(y) + aside)) for aside in range(-12, 13)]
    assert {RED, BLUE} <= set(column)
    assert column.index(BLUE) < column.index(RED)  # eastwards the right side is the south
    assert image.getpixel((round(x), round(y))) not in (RED, BLUE)


def test_an_arrow_passes_the_places_on_its_way() -> None:
    image = drawn(marched(from_="north", to="holm", side="blue", via=("downs",)))
    assert BLUE in across(image, between("north", "downs", 0.4))
    assert BLUE in across(image, between("downs", "holm", 0.5))


def test_names_stand_over_arrows_and_every_piece_has_a_name() -> None:
    events = (marched(from_="north", to="moor"), marched(from_="fells", to="moor", side="red"))
    scene = BOARD.sketch(VIEW, "ru", events=events).scene
    names = [piece.name for piece in scene.pieces]
    assert names.index("area-north") < names.index("arrow-2") < names.index("label-north") < names.index("north")
    ids = [group.get("id") for group in ElementTree.fromstring(to_svg(scene)).iter() if group.get("id")]
    assert len(ids) == len(set(ids))


def test_small_pictures_have_the_arrows_of_their_map() -> None:
    after = View(turn=3, lands={"moor": ("blue", 3), "downs": ("red", 2)})
    events = (marched(from_="north", to="downs", side="red"), Taken("red", ("north", "downs")))
    without, within = (BOARD.crops(Between(VIEW, after, each), "en") for each in (events[1:], events))
    (bare, shown) = (Image.open(io.BytesIO(crop.png)).convert("RGB") for (crop,) in (without, within))
    (plain, inked) = (sum(n for n, colour in image.getcolors(1 << 24) if colour == RED) for image in (bare, shown))
    assert inked > plain + 200


def test_the_legend_explains_looks_of_arrows() -> None:
    look = Arrow(from_="here", to="there", failed=True)
    panel = legend_panel(BOARD, "key", lambda language: [arrow_entry(look, SIDES["red"], "failed")])
    assert panel.ground is not None
    text = repr([*panel.ground("en")])
    assert "failed" in text
    assert BASE.alarm in text


def test_a_barred_road_is_a_broken_arrow_of_salt_roads() -> None:
    match = new_match("salt-roads", seed=b"arrows")
    told: list[Event] = []
    for _ in range(60):
        (question,) = match.decisions()
        (seat,) = question.waiting
        options = match.options(seat)
        bars = [each for each in options if isinstance(each, BarRoad)]
        travels = [each for each in options if isinstance(each, Travel)]
        posts = [each for each in travels if each.deal == "post"]
        told += [each.public for each in match.apply(seat, (bars or posts or travels or options)[0]) if each.public]
        if bars:
            break
    (arrow,) = [each for each in VALLEY.arrows(VALLEY.shown(match.view(), "en", (), tuple(told))) if each.failed]
    assert arrow.from_ == match.state.at[arrow.side]
    sketch = VALLEY.sketch(match.view(), "ru", events=told)
    image = Image.open(io.BytesIO(to_png(sketch.scene, 800))).convert("RGB")
    (ax, ay), (bx, by) = VALLEY.plan.at(arrow.from_), VALLEY.plan.at(str(arrow.to))
    way = [(ax + (bx - ax) * share / 100, ay + (by - ay) * share / 100) for share in range(25, 90)]
    assert any(ALARM in across(image, at) for at in way)
