"""Where the board is drawn: projection, places, names."""

import pytest

from adjudicator.games.imperial_struggle import GAME
from adjudicator.games.imperial_struggle.board.atlas import Language, atlas, conflicts
from adjudicator.games.imperial_struggle.board.drawing import board
from adjudicator.games.imperial_struggle.board.markers import conflict
from adjudicator.games.imperial_struggle.fact_types import ADVANTAGE, REGION, SPACE
from adjudicator.games.imperial_struggle.setup import initial_state
from adjudicator.games.imperial_struggle.state import State
from adjudicator.games.imperial_struggle.view import view
from adjudicator.kernel.simulate import begin_dense
from adjudicator.language import CODES
from adjudicator.pictures import Piece
from adjudicator.pictures.maps.markers import BOX
from adjudicator.pictures.text import text_width
from tests.long_cases import alternate_variants
from tests.pictures.drawn import grown, ink, letters, meet, touching


def test_projection_meets_every_anchor_within_a_pixel() -> None:
    plan = atlas()
    for name in SPACE.index:
        place, projection = plan.places[name], plan.frame_of(name).projection
        assert projection, name
        assert place.lonlat, name
        assert place.anchor, name
        assert projection(*place.lonlat) == pytest.approx(place.anchor, abs=1), name


def test_every_space_and_advantage_has_a_place_in_the_frame_of_its_region() -> None:
    plan = atlas()
    assert list(plan.places)[: len(SPACE.things)] == [space.id for space in SPACE]
    assert set(plan.places) == {*SPACE.index, *ADVANTAGE.index}
    for space in SPACE:
        place = plan.places[space.id]
        assert place.frame == REGION.ids[space.region]
        width, height = plan.frames[place.frame].rect[2:]
        assert 0 < place.xy[0] < width, space.id
        assert 0 < place.xy[1] < height, space.id


def test_no_two_markers_overlap() -> None:
    plan = atlas()
    spots = [plan.at(name) for name in plan.places]
    for i, (x, y) in enumerate(spots):
        for other_x, other_y in spots[:i]:
            assert (x - other_x) ** 2 + (y - other_y) ** 2 >= 34**2, (x, y)


@pytest.mark.parametrize("language", CODES)
def test_no_name_leaves_its_frame(language: Language) -> None:
    plan = atlas()
    for name, texts in board().lettering(language).texts.items():
        left, top, width, height = plan.frame_of(name).rect
        for text in texts:
            wide = text_width(text.text, text.size, text.font)
            start = {"start": text.x, "middle": text.x - wide / 2, "end": text.x - wide}[text.anchor]
            assert left <= start, text.text
            assert start + wide <= left + width, text.text
            assert top <= text.y - 0.7 * text.size, text.text
            assert text.y + 2 <= top + height, text.text


@pytest.mark.parametrize("language", CODES)
def test_no_name_touches_a_conflict_wherever_there_is_one(language: Language) -> None:
    """Also one with +1, which is larger."""
    names = [letters(name, lines) for name, lines in board().lettering(language).texts.items() if lines]
    for space in SPACE:
        sign = tuple(conflict(*conflicts().at(space.id), plus_one=True))
        cover = grown(ink(Piece(space.id, *atlas().at(space.id), BOX, sign)), 5)
        assert not any(meet(name, cover) for name in names), space.id
    listed = [name for each in conflicts().others for name in each.spaces]
    assert len(set(listed)) == len(listed)
    assert set(listed) <= set(SPACE.ids)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("state", "language"),
    alternate_variants([initial_state(), *(begin_dense(GAME.id, f"names {n}").state for n in range(2))], CODES),
)
def test_no_name_touches_a_marker_or_its_signs(language: Language, state: State) -> None:
    """Measured on what is drawn, twice as large: a pixel of the board lies between letters and markers."""
    look = view(state, frozenset())
    markers = board().markers(board().shown(look, language, (), ()), language)
    assert touching(board().lettering(language).texts, markers, size=5) == set()


@pytest.mark.parametrize("language", CODES)
def test_no_name_covers_another_name(language: Language) -> None:
    boxes: list[tuple[str, tuple[float, float, float, float, str]]] = []
    for name, texts in board().lettering(language).texts.items():
        for text in texts:
            wide = text_width(text.text, text.size, text.font)
            left = {"start": text.x, "middle": text.x - wide / 2, "end": text.x - wide}[text.anchor]
            top, bottom = text.y - 0.72 * text.size, text.y + 0.1 * text.size
            for other, (x0, y0, x1, y1, foreign) in boxes:
                across, down = min(left + wide, x1) - max(left, x0), min(bottom, y1) - max(top, y0)
                assert other == name or across <= 1 or down <= 1, (text.text, foreign)
            boxes.append((name, (left, top, left + wide, bottom, text.text)))
