"""The board picture: what lies where, and the file that comes of it."""

import io
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from PIL import Image

from adjudicator import Match, new_match
from adjudicator.games.imperial_struggle.board import board, sketch
from adjudicator.games.imperial_struggle.board.atlas import Language, atlas, palette, words
from adjudicator.games.imperial_struggle.fact_types import (
    ADVANTAGE,
    COMMODITY,
    FRANCE,
    SIDES,
    SPACE,
    TURN,
)
from adjudicator.games.imperial_struggle.house_rules import HouseRules
from adjudicator.games.imperial_struggle.rules.deal import deal
from adjudicator.games.imperial_struggle.rules.ministries.phase import ministry_phase
from adjudicator.games.imperial_struggle.rules.scoring import AwardScored, DemandScored, PrestigeScored
from adjudicator.games.imperial_struggle.setup import initial_state
from adjudicator.games.imperial_struggle.view import View
from adjudicator.language import CODES
from adjudicator.pictures import Text
from adjudicator.pictures.board import Sketching
from adjudicator.pictures.colours import rgb
from adjudicator.pictures.maps import BoardView
from adjudicator.pictures.maps.highlights import Change
from adjudicator.pictures.maps.palette import BASE
from adjudicator.pictures.raster import to_png
from tests.drawn import anew as drawn_anew
from tests.games.imperial_struggle.board_positions import (
    FLAGS,
    SQUADRONS,
    SVG,
    bare,
    drawn,
    fills,
    furnished,
    piece,
    played,
    position,
    seen,
    texts,
    tree,
)


@pytest.mark.parametrize("language", CODES)
def test_every_space_and_advantage_is_drawn_once(language: Language) -> None:
    ids = [item.get("id") for item in tree(board().scene(position(), language)).iter() if item.get("id")]
    assert len(ids) == len(set(ids))
    assert {space.id for space in SPACE} <= set(ids)
    assert {advantage.id for advantage in ADVANTAGE} <= set(ids)


@pytest.mark.slow
@pytest.mark.parametrize("language", CODES)
def test_every_flag_has_the_colour_and_the_letter_of_its_side(language: Language) -> None:
    scene, marks = board().scene(position(), language), [position().view.space(name) for name in (*FLAGS, *SQUADRONS)]
    for mark in marks:
        assert mark.owner
        marker, letter = piece(scene, mark.id), words(language).letters[mark.owner]
        assert palette().sides[mark.owner].fill in fills(marker), mark.id
        space = SPACE.thing(mark.id)
        assert (letter if space.type == "naval" else f"{letter}{space.cost}") in texts(marker), mark.id
    for space in SPACE:
        if space.id not in {mark.id for mark in marks} and space.type != "naval":
            assert str(space.cost) in texts(piece(scene, space.id)), space.id


def test_sides_differ_by_shape_too() -> None:
    france, britain = (piece(board().scene(position(), "en"), id) for id in ("savoy", "dutch_republic_prestige"))
    rims = [len([r for r in side.iter(f"{SVG}rect") if r.get("stroke-opacity")]) for side in (france, britain)]
    assert rims == [0, 1]


def test_markers_of_spaces_are_drawn() -> None:
    empty = board().scene(position(state=bare()), "en")
    scene = board().scene(position(), "en")
    assert "+1" in texts(piece(scene, "niagara"))
    assert BASE.caution in fills(piece(scene, "niagara"))
    for space in ("halifax", "cumberland", "niagara", "biscay"):
        assert len(list(piece(scene, space).iter())) > len(list(piece(empty, space).iter()))


def test_prestige_and_commodities_are_marked() -> None:
    scene = board().scene(position(), "en")
    for space in SPACE:
        if space.from_era or space.needs_usa_flag:
            continue
        marker = piece(scene, space.id)
        if space.commodity >= 0:
            commodity = COMMODITY.ids[space.commodity]
            assert words("en").commodity_letters[commodity] in texts(marker)
        assert (BASE.changed in fills(marker)) == space.prestige, space.id


def test_spaces_of_later_eras_stand_back_until_their_time() -> None:
    now = board().scene(position(), "en")
    state = furnished()
    state.turn = TURN.index["3"]
    later = board().scene(position(state=state), "en")
    paper = palette().sides["unflagged"].fill
    assert paper not in fills(piece(now, "prussia_empire_alliance"))
    assert paper in fills(piece(later, "prussia_empire_alliance"))
    assert paper not in fills(piece(later, "usa_prestige_2"))


def test_changed_spaces_have_a_ring_and_say_whose_deed_it_was() -> None:
    changes = (Change("jamaica", "france"), Change("wheat", "britain"))
    scene = board().scene(position(*changes), "en")
    for name, letter in (("jamaica", "F"), ("wheat", "B")):
        assert BASE.changed in fills(piece(scene, f"rim-{name}"))
        assert texts(piece(scene, f"pennant-{name}")) == [letter]
    assert not [
        each.name for each in board().scene(position(), "en").pieces if each.name.startswith(("rim-", "pennant"))
    ]
    assert texts(piece(scene, "name-jamaica")) == ["Jamaica"]  # not hidden by the ring


def told(shown: BoardView[View], name: str) -> tuple[int, ...]:
    """How many spaces of each side the board counts."""
    pieces = {piece.name: piece.items for piece in board().scene(shown, "en").pieces}
    return tuple(int(item.text[2:]) for side in SIDES for item in pieces[f"{name}-{side}"] if isinstance(item, Text))


def test_tallies_leave_conflicts_out_3_8() -> None:
    assert told(position(), "region-europe") == (3, 2)
    assert told(position(), "commodity-furs") == (0, 1)  # Niagara bears a conflict marker
    assert told(position(), "prestige") == (1, 2)


@pytest.mark.parametrize(("blocks", "france"), [(True, 0), (False, 1)])
def test_prestige_under_a_conflict_marker_counts_where_the_campaign_says_so_r_03(
    at: Callable[..., Match], blocks: bool, france: int
) -> None:
    state = initial_state()
    state.flags = [SPACE.mask_of(["sweden"]), 0, 0, 0]
    state.conflicts, state.options = SPACE.mask_of(["sweden"]), HouseRules(conflict_blocks_prestige=blocks)
    assert told(BoardView(seen(at(state, [deal(), ministry_phase()]))), "prestige")[FRANCE] == france


@pytest.mark.parametrize("seed", range(4))
def test_tallies_on_the_board_are_those_that_are_scored_4_1_12(seed: int) -> None:
    match, rng, scored = new_match("imperial-struggle", seed=b"scores %d" % seed), Random(seed), 0
    news = []
    while match.decisions() and seen(match).turn == "1":
        seat = match.decisions()[0].waiting[0]
        news = match.apply(seat, match.sample(seat, rng))
    for event in (one.public for one in news):
        match event:
            case AwardScored():
                name = f"region-{event.region}"
            case DemandScored():
                name = f"commodity-{event.commodity}"
            case PrestigeScored():
                name = "prestige"
            case _:
                continue
        assert told(BoardView(seen(match)), name) == (event.france, event.britain), event
        scored += 1
    assert scored == 8


@pytest.mark.slow
@pytest.mark.parametrize("language", CODES)
def test_marker_has_the_colour_of_the_palette_after_reduction(language: Language) -> None:
    image, plan, sides = drawn(language), atlas(), palette().sides
    for space, colour in (
        ("bavaria", sides["france"].fill), ("jamaica", sides["britain"].fill), ("gibraltar", sides["spain"].fill),
        ("ireland_prestige", sides["unflagged"].fill), ("arcot", sides["fort_unowned"].fill),
        ("minorca", sides["spain"].tint),
    ):  # fmt: skip
        x, y = plan.at(space)
        assert image.getpixel((round(x) - 13, round(y) + 1)) == rgb(colour), space


@pytest.mark.slow
@pytest.mark.parametrize("language", [pytest.param("en", marks=pytest.mark.long), "ru"])
def test_picture_is_small_and_the_same_every_time(language: Language) -> None:
    scene = board().scene(position(), language)
    with drawn_anew():
        again = to_png(scene, 1600)
    assert again == to_png(scene, 1600)
    assert len(again) <= 250_000
    assert drawn(language).size == (1600, 1316)


@pytest.mark.slow
def test_picture_of_a_view_has_bytes_size_and_words(tmp_path: Path) -> None:
    match = played(9)
    draw: Sketching = sketch  # the type checker compares the signatures
    made = draw(seen(match, "britain"), "ru", to_move=("france",))
    with drawn_anew():
        image = Image.open(io.BytesIO(to_png(made.scene, 800, cache=tmp_path)))
    assert image.size == (800, 658)
    assert "видит Британия" in made.alt
    assert [file.suffix for file in tmp_path.iterdir()] == [".png"]


def test_a_language_without_words_is_an_error() -> None:
    with pytest.raises(ValueError, match="en, ru"):
        sketch(seen(played(0)), "fr")
