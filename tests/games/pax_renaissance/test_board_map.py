"""Where the board is drawn: projection, places, names, routes."""

from itertools import combinations
from math import dist

import pytest
from PIL import Image, ImageChops

from adjudicator.games.pax_renaissance.board import board
from adjudicator.games.pax_renaissance.board.atlas import atlas, coasts, courses
from adjudicator.games.pax_renaissance.facts import BANK, BORDER, EMPIRE, PLACE, RELIGION, ROUTE
from adjudicator.games.pax_renaissance.state import FORM
from adjudicator.language import CODES
from adjudicator.pictures.maps.crops import square
from adjudicator.pictures.maps.lettering import extent
from adjudicator.pictures.sight import SIGHTS
from tests.games.pax_renaissance.board_positions import crowded, start
from tests.pictures.drawn import ink, touching
from tests.pictures.measure import least

FAR = ("spice_islands", "red_sea", "novgorod", "timbuktu")
"""What lies off the map, or is drawn nearer to the empire that it belongs to."""


def test_projection_meets_every_anchor_within_a_pixel() -> None:
    plan = atlas()
    for id in PLACE.ids:
        place, projection = plan.places[id], plan.frame_of(id).projection
        assert projection, id
        assert place.lonlat, id
        assert place.anchor, id
        assert projection(*place.lonlat) == pytest.approx(place.anchor, abs=1), id


def test_markers_stand_near_their_towns_and_none_on_another() -> None:
    plan = atlas()
    for id in PLACE.ids:
        anchor = plan.places[id].anchor
        assert anchor is None or id in FAR or dist(plan.places[id].xy, anchor) <= 42, id
    for one, two in combinations(plan.places, 2):
        assert dist(plan.at(one), plan.at(two)) >= 36, (one, two)


def test_every_empire_has_a_land_in_which_its_square_stands() -> None:
    lands = coasts()["map"].areas
    assert set(lands) == set(EMPIRE.ids)
    frame = atlas().frames["map"]
    for id, lines in lands.items():
        shore = [point for line in lines for point in frame.projected(line)]
        (left, top), (right, bottom) = (tuple(pick(each[i] for each in shore) for i in (0, 1)) for pick in (min, max))
        x, y = atlas().places[id].xy
        assert left <= x <= right, id
        assert top <= y <= bottom, id


def test_trade_routes_lead_from_their_emporium_across_their_borders() -> None:
    assert set(courses()) == set(ROUTE.ids)
    for route in ROUTE:
        points = courses()[route.id]
        assert points[0] == atlas().places[route.id].xy, route.id
        crossed = [points.index(atlas().places[BORDER.ids[border]].xy) for border in route.borders]
        assert crossed == sorted(crossed), route.id


@pytest.mark.parametrize("code", CODES)
def test_no_name_leaves_the_map_or_covers_another(code: str) -> None:
    x, y, width, height = atlas().frames["map"].rect
    boxes = [(name, extent(lines)) for name, lines in board().lettering(code).texts.items() if lines]
    for name, (left, top, right, bottom) in boxes:
        assert x <= left + 4, name
        assert y <= top + 3, name
        assert right - 4 <= x + width, name
        assert bottom - 3 <= y + height, name
    for (one, first), (two, second) in combinations(boxes, 2):
        across = min(first[2], second[2]) - max(first[0], second[0]) - 8
        down = min(first[3], second[3]) - max(first[1], second[1]) - 8
        assert across <= 1 or down <= 1, (one, two)


@pytest.mark.parametrize("state", [start, crowded])
@pytest.mark.parametrize("code", CODES)
def test_no_name_touches_a_marker_or_its_signs(code: str, state: object) -> None:
    """Measured on what is drawn, twice as large."""
    assert callable(state)
    shown = board().shown(FORM.view(state(), frozenset()), code, (), ())
    assert touching(board().lettering(code).texts, board().markers(shown, code)) == set()


def test_signs_of_one_marker_hide_no_other() -> None:
    """What stands around a square keeps off its neighbours."""
    shown = board().shown(FORM.view(crowded(), frozenset()), "en", (), ())
    inked = {piece.name: ink(piece) for piece in board().markers(shown, "en")}
    for one, two in combinations(inked, 2):
        (cover, (x, y)), (other, (left, top)) = inked[one], inked[two]
        if abs(x - left) < cover.width and abs(y - top) < cover.height:
            moved = Image.new("L", cover.size)
            moved.paste(other, (left - x, top - y))
            hidden = ImageChops.multiply(cover, moved).histogram()[-1]
            assert hidden < 60, (one, two, hidden)  # a tip of a shield, at twice its size


def test_the_half_of_a_marker_is_never_cut() -> None:
    x, y, width, height = atlas().frames["map"].rect
    for name in atlas().places:
        left, top, right, bottom = square(*atlas().at(name), 19)
        assert x <= left, name
        assert y <= top, name
        assert right <= x + width, name
        assert bottom <= y + height, name


@pytest.mark.parametrize("sight", SIGHTS)
def test_banks_and_religions_keep_apart_in_every_sight(sight: str) -> None:
    """Banks from banks, also as pale as their panels; religions from religions. What is a bank's bears its letters."""
    banks = {name: board().sides[name] for name in BANK.ids}
    faiths = {name: board().sides[name].fill for name in RELIGION.ids}
    assert least({name: side.fill for name, side in banks.items()}, sight) >= 20
    assert least({name: side.tint for name, side in banks.items()}, sight) >= 7.5
    assert least(faiths, sight) >= 18
