"""Positions of Imperial Struggle of which boards are drawn, and what is found in such a picture."""

import io
from collections.abc import Iterable
from functools import cache
from random import Random
from xml.etree import ElementTree

from msgspec.structs import replace
from PIL import Image

from adjudicator import Match, new_match
from adjudicator.games.imperial_struggle.board import board
from adjudicator.games.imperial_struggle.board.atlas import Language
from adjudicator.games.imperial_struggle.fact_types import (
    ADVANTAGE,
    BRITAIN,
    COMMODITY,
    FRANCE,
    INVESTMENT,
    SPACE,
    SPAIN,
)
from adjudicator.games.imperial_struggle.setup import initial_state
from adjudicator.games.imperial_struggle.state import State
from adjudicator.games.imperial_struggle.view import View, view
from adjudicator.kernel.events import Event
from adjudicator.pictures import Scene, layer, to_svg
from adjudicator.pictures.maps import BoardView
from adjudicator.pictures.maps.highlights import Change
from adjudicator.pictures.raster import to_png

SVG = "{http://www.w3.org/2000/svg}"


def played(answers: int) -> Match:
    """A match after some random answers, from the start."""
    match, rng = new_match("imperial-struggle", seed=b"board"), Random(7)
    for _ in range(answers):
        decisions = match.decisions()
        if not decisions:
            break
        seat = decisions[0].waiting[0]
        match.apply(seat, match.sample(seat, rng))
    return match


def seen(match: Match, *seats: str) -> View:
    look = match.view(seats)
    assert isinstance(look, View)
    return look


FLAGS = {
    "savoy": FRANCE, "bavaria": FRANCE, "dutch_republic_prestige": BRITAIN, "jamaica": BRITAIN, "niagara": FRANCE,
    "halifax": BRITAIN, "gibraltar": SPAIN, "cumberland": BRITAIN,
}  # fmt: skip
SQUADRONS = {"biscay": BRITAIN, "balearic": FRANCE}


def bare() -> State:
    """The first turn with nothing on the map."""
    state = initial_state()
    state.phase, state.round, state.vp = "action", 2, 17
    state.flags, state.advantages = [0, 0, 0, 0], [0, 1 << ADVANTAGE.index["wheat"]]
    state.advantages_exhausted, state.demand = 1 << ADVANTAGE.index["wheat"], [COMMODITY.index["furs"]]
    state.available, state.taken = [INVESTMENT.index["inv_d2_e2"]], [[INVESTMENT.index["inv_e4_d2"]], []]
    state.debt, state.treaty_points, state.hands = [2, 0], [1, 0], [[1], [2, 3, 4]]
    return state


def furnished() -> State:
    """One thing of every kind on the map."""
    state = bare()
    for name, flag in FLAGS.items():
        state.flags[flag] |= SPACE.mask_of([name])
    for name, side in SQUADRONS.items():
        state.squadrons[side] |= SPACE.mask_of([name])
    state.damaged, state.isolated = SPACE.mask_of(["halifax"]), SPACE.mask_of(["cumberland"])
    state.conflicts = state.conflicts_plus = SPACE.mask_of(["niagara"])
    return state


def position(*changed: Change, state: State | None = None) -> BoardView[View]:
    return BoardView(view(state or furnished(), frozenset({"france"})), ("britain",), changed)


def changes_of(events: Iterable[Event]) -> tuple[Change, ...]:
    return board().shown(seen(played(0)), "en", (), tuple(events)).changed


def tree(scene: Scene) -> ElementTree.Element:
    return ElementTree.fromstring(to_svg(scene))


def piece(scene: Scene, name: str) -> ElementTree.Element:
    pieces = tree(replace(scene, ground=layer(())))
    (found,) = [item for item in pieces.iter(f"{SVG}g") if item.get("id") == name]
    return found


def texts(element: ElementTree.Element) -> list[str]:
    return ["".join(text.itertext()) for text in element.iter(f"{SVG}text")]


def fills(element: ElementTree.Element) -> list[str]:
    return [item.get("fill", "") for item in element.iter()]


@cache
def drawn(language: Language) -> Image.Image:
    return Image.open(io.BytesIO(to_png(board().scene(position(), language), 1600))).convert("RGB")
