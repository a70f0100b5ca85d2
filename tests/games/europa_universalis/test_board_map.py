"""Where the board is drawn: projection, lands, places, names."""

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from math import dist

import pytest
from msgspec.structs import replace

from adjudicator.games.europa_universalis.board import board
from adjudicator.games.europa_universalis.board.atlas import atlas, place_of
from adjudicator.games.europa_universalis.board.lands import rings
from adjudicator.games.europa_universalis.facts import AREA, NODE, PROVINCE, ZONE
from adjudicator.games.europa_universalis.state import FORM, State
from adjudicator.language import CODES
from adjudicator.pictures.colours import mixed
from adjudicator.pictures.maps.crops import edges_of
from adjudicator.pictures.maps.lettering import extent
from adjudicator.pictures.maps.palette import BASE, TINT
from adjudicator.pictures.scene import Piece, Text
from adjudicator.pictures.sight import SIGHTS
from tests.games.europa_universalis.board_positions import crowded, start
from tests.long_cases import alternate_variants
from tests.pictures.drawn import touching
from tests.pictures.measure import least

PLAYED = ("england", "france", "castile", "austria", "burgundy", "venice")


def within(rings_of: tuple[tuple[tuple[float, float], ...], ...], x: float, y: float) -> bool:
    """Whether a point lies inside of some rings."""
    odd = False
    for ring in rings_of:
        for (ax, ay), (bx, by) in zip(ring, (*ring[1:], ring[0]), strict=True):
            if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
                odd = not odd
    return odd


def test_projection_meets_every_anchor_within_a_pixel() -> None:
    plan = atlas()
    for id in PROVINCE.ids:
        place, projection = plan.places[id], plan.frame_of(id).projection
        assert projection, id
        assert place.lonlat, id
        assert projection(*place.lonlat) == pytest.approx(place.anchor, abs=1), id


def test_every_town_stands_in_its_own_land() -> None:
    overseas = {each.id for each in PROVINCE if AREA.things[each.area].distant}
    assert set(rings()) == set(PROVINCE.ids) - overseas
    for id, lines in rings().items():
        if id not in ("madeira", "canarias"):  # islands smaller than their markers
            assert within(lines, *atlas().at(id)), id


def test_no_marker_with_its_chips_touches_another_or_leaves_its_map() -> None:
    for one in atlas().places:
        left, top, right, bottom = edges_of(board(), one)
        x, y, width, height = atlas().frame_of(one).rect
        assert x <= left, one
        assert y <= top, one
        assert right <= x + width, one
        assert bottom <= y + height, one
    towns = [*PROVINCE.ids]
    for one, two in combinations(towns, 2):
        assert dist(atlas().at(one), atlas().at(two)) >= 38, (one, two)


def test_seas_lie_on_the_water_and_panels_and_insets_on_nothing() -> None:
    for zone in ZONE.ids:
        place = place_of(ZONE, zone)
        assert not any(within(lines, *atlas().at(place)) for lines in rings().values()), zone
    boxes = {panel: atlas().panels[panel] for panel in ("realms", "world")}
    for box, (x, y, width, height) in {
        **boxes,
        **{id: atlas().frames[id].rect for id in ("america", "macaronesia")},
    }.items():
        for place in (name for name, each in atlas().places.items() if each.frame == "europe"):
            left, top, right, bottom = edges_of(board(), place)
            assert right < x or x + width < left or bottom < y or y + height < top, (box, place)


@pytest.mark.parametrize("code", CODES)
def test_no_name_leaves_the_map_or_covers_another(code: str) -> None:
    boxes = [(name, extent(lines)) for name, lines in board().lettering(code).texts.items() if lines]
    assert len(boxes) == len(PROVINCE) + len(ZONE) + len(NODE) + sum(not area.distant for area in AREA)
    for name, (left, top, right, bottom) in boxes:
        x, y, width, height = atlas().frame_of(name).rect
        assert x <= left + 4, name
        assert y <= top + 3, name
        assert right - 4 <= x + width, name
        assert bottom - 3 <= y + height, name
    for (one, first), (two, second) in combinations(boxes, 2):
        across = min(first[2], second[2]) - max(first[0], second[0]) - 8
        down = min(first[3], second[3]) - max(first[1], second[1]) - 8
        far = atlas().spot(one).frame != atlas().spot(two).frame
        assert far or across <= 1 or down <= 1, (one, two)


def touched(texts: Mapping[str, Sequence[Text]], markers: Sequence[Piece]) -> set[tuple[str, str]]:
    """Names whose letters lie on a marker of their map or its signs; ships above a port may reach a name."""
    found = set()
    for frame in atlas().frames:
        names = {name: lines for name, lines in texts.items() if atlas().spot(name).frame == frame}
        found |= touching(names, [each for each in markers if atlas().spot(each.name).frame == frame])
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("state", "code"), alternate_variants((start, crowded), CODES))
def test_no_name_touches_a_marker_or_its_signs(code: str, state: Callable[[], State]) -> None:
    shown = board().shown(FORM.view(state(), frozenset()), code, (), ())
    assert touched(board().lettering(code).texts, board().markers(shown, code)) == set()


@pytest.mark.slow
def test_a_name_that_is_moved_onto_a_marker_or_a_sign_of_it_is_seen_to_touch_it() -> None:
    """What the test above measures can be found: every name on its own marker, and one on the star of a capital."""
    shown, texts = board().shown(FORM.view(start(), frozenset()), "en", (), ()), board().lettering("en").texts
    markers = [*board().markers(shown, "en")]
    onto = {}
    for name, lines in ((name, lines) for name, lines in texts.items() if lines):
        left, top, right, bottom = extent(lines)
        x, y = atlas().at(name)
        onto[name] = shifted(lines, x - (left + right) / 2, y - (top + bottom) / 2)
    assert touched(onto, markers) >= {(name, name) for name in onto}
    above_its_roof = {"paris": shifted(texts["paris"], 0, 4)}
    assert touched(above_its_roof, markers) == set()
    assert touched({"paris": shifted(texts["paris"], -20, 4)}, markers) == {("paris", "paris")}


def shifted(lines: Sequence[Text], dx: float, dy: float) -> tuple[Text, ...]:
    """A name elsewhere."""
    return tuple(replace(line, x=line.x + dx, y=line.y + dy) for line in lines)


@pytest.mark.parametrize("sight", SIGHTS)
def test_realms_of_players_and_their_lands_keep_apart_in_every_sight(sight: str) -> None:
    """Of each other and of all other realms, whose grey is told from white by its light alone."""
    sides = {name: board().sides[name] for name in PLAYED} | {"others": board().sides["portugal"]}
    assert {side.fill for side in board().sides.values()} == {side.fill for side in sides.values()}
    fills = {name: side.fill for name, side in sides.items()}
    lands = {name: mixed(BASE.land, fill, TINT) for name, fill in fills.items()}
    assert least(fills, sight) >= 15
    assert least(lands, sight, lambda one, two: {one, two} != {"austria", "others"}) >= 7.5
    assert least({name: lands[name] for name in ("austria", "others")}, sight) >= 6
