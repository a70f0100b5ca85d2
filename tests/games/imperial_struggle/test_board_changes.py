"""Small pictures of what changed in this game: owners, conflicts, exhausted advantages, in both languages."""

import io
from functools import cache
from itertools import combinations
from math import hypot

import pytest
from PIL import Image

from adjudicator.games.imperial_struggle.board import board
from adjudicator.games.imperial_struggle.fact_types import ADVANTAGE, BRITAIN, FRANCE, SPACE
from adjudicator.games.imperial_struggle.setup import initial_state
from adjudicator.games.imperial_struggle.view import View, view
from adjudicator.language import CODES
from adjudicator.pictures.board import Between, Crop
from adjudicator.pictures.maps.framing import HIGHEST, WIDTH
from tests.pictures.isles import Taken

pytestmark = pytest.mark.drawn

CHANGED = ("savoy", "quebec_and_montreal", "georgia", "wheat", "jamaica")


@cache
def step() -> tuple[View, View]:
    """France takes Savoy and loses Québec; a conflict in Georgia; Britain uses Wheat. Jamaica stays as it is."""
    before, after = initial_state(), initial_state()
    quebec, wheat = 1 << SPACE.index["quebec_and_montreal"], 1 << ADVANTAGE.index["wheat"]
    for state in (before, after):
        state.advantages[BRITAIN] |= wheat
    before.flags[FRANCE] |= quebec
    after.flags[FRANCE] = (before.flags[FRANCE] | 1 << SPACE.index["savoy"]) & ~quebec
    after.conflicts |= 1 << SPACE.index["georgia"]
    after.advantages_exhausted |= wheat
    return view(before, frozenset({"france"})), view(after, frozenset({"france"}))


def crops(code: str, *changed: str) -> tuple[Crop, ...]:
    return board().crops(Between(*step(), (Taken("france", changed),)), code)


@pytest.mark.slow
def test_changes_are_told_with_both_names() -> None:
    told = " ".join(crop.alt for crop in crops("en", *CHANGED))
    for text in (
        "Savoy E42: France (before: nobody)",
        "Québec & Montreal A32: nobody (before: France)",
        "Georgia K14 (Britain): conflict;",
        "Wheat A05 (Britain): used",
    ):
        assert text in told
    assert "Jamaica" not in told
    assert "Савойя E42: Франция (было: ничьё)" in " ".join(crop.alt for crop in crops("ru", *CHANGED))


@pytest.mark.slow
@pytest.mark.parametrize("language", CODES)
def test_every_crop_is_as_large_as_a_phone_shows_it(language: str) -> None:
    for crop in crops(language, *CHANGED):
        assert Image.open(io.BytesIO(crop.png)).size == (2 * WIDTH, 2 * crop.height)
        assert crop.height <= HIGHEST
        assert len(crop.png) <= 24_000


@pytest.mark.parametrize("language", CODES)
def test_no_ghost_stands_on_a_marker_or_a_name(language: str) -> None:
    """Alone at its place: where two stand side by side, each gives way to the other."""
    plan, names = board().plan, [*board().lettering(language).boxes()]
    hidden = []
    for place in plan.places:
        ((x, y),) = board().ghosts(language).placed([place], ()).values()
        for other in plan.places:
            ox, oy = plan.at(other)
            hidden += [(place, other)] if hypot(x - ox, y - oy) < 17 + 12 else []
        for left, top, right, bottom in names:
            aside, above = max(left - x, 0, x - right), max(top - y, 0, y - bottom)
            hidden += [(place, "a name")] if hypot(aside, above) < 10 else []
    assert hidden == []


@pytest.mark.parametrize("language", CODES)
def test_arrows_of_ghosts_strike_names_through_only_where_there_is_no_room(language: str) -> None:
    """From the circle of the ghost to the rim of the marker."""
    plan, names = board().plan, [*board().lettering(language).boxes()]
    struck = []
    for place in plan.places:
        (u, v), (x, y) = plan.at(place), *board().ghosts(language).placed([place], ()).values()
        far = hypot(x - u, y - v)
        along = [(u + (x - u) * at / far, v + (y - v) * at / far) for at in range(26, int(far) - 17)]
        if any(left < a < right and top < b < bottom for a, b in along for left, top, right, bottom in names):
            struck.append(place)
    assert len(struck) <= 7, struck


def test_ghosts_of_neighbours_do_not_hide_each_other() -> None:
    plan = board().plan
    for one, other in combinations(plan.places, 2):
        (x, y), (u, v) = plan.at(one), plan.at(other)
        if hypot(x - u, y - v) < 60:
            first, second = board().ghosts("en").placed([one, other], ()).values()
            assert hypot(first[0] - second[0], first[1] - second[1]) >= 30, (one, other)
