"""What stands around the maps: every sign has its word in the legend, nothing touches, nothing stays unsaid."""

import re
from collections.abc import Iterator
from itertools import pairwise
from math import inf

import pytest

from adjudicator.games.imperial_struggle.board import board
from adjudicator.games.imperial_struggle.board.atlas import Language, atlas, palette, words
from adjudicator.games.imperial_struggle.board.legend import legend_ground
from adjudicator.games.imperial_struggle.board.markers import space_markers
from adjudicator.games.imperial_struggle.board.scoring import region_plates, reward
from adjudicator.games.imperial_struggle.board.theatres import StrengthMark, TheatreMark
from adjudicator.games.imperial_struggle.board.war_display import theatre_parts
from adjudicator.games.imperial_struggle.fact_types import AWARD, FRANCE, REGION, SIDES, SPACE, WAR_TILE
from adjudicator.games.imperial_struggle.setup import initial_state
from adjudicator.games.imperial_struggle.state import HeldMinistry, State
from adjudicator.games.imperial_struggle.view import TileSlot, View, view
from adjudicator.language import CODES
from adjudicator.pictures import Group, Item, Path, Piece, Rect, Text
from adjudicator.pictures.maps import BoardView
from adjudicator.pictures.maps.palette import BASE
from adjudicator.pictures.text import text_width

START = {"start": 0.0, "middle": 0.5, "end": 1.0}


def shown(state: State) -> BoardView[View]:
    """What France sees of a position."""
    return BoardView(view(state, frozenset({"france"})))


def flat(items: Iterator[Item] | tuple[Item, ...]) -> Iterator[Item]:
    for item in items:
        if isinstance(item, Group):
            yield from flat(item.items)
        else:
            yield item


def written(pieces: Iterator[Piece]) -> dict[str, list[str]]:
    return {piece.name: [item.text for item in flat(piece.items) if isinstance(item, Text)] for piece in pieces}


def reach(text: Text) -> tuple[float, float]:
    """Where a text begins and ends, in its own coordinates."""
    wide = text_width(text.text, text.size, text.font)
    left = text.x - START[text.anchor] * wide
    return left, left + wide


# ---- the legend


@pytest.mark.parametrize("language", CODES)
def test_the_legend_names_every_sign_of_the_maps(language: Language) -> None:
    said = [item for item in flat(legend_ground(language)) if isinstance(item, Text | Rect)]
    shown = {item.text for item in said if isinstance(item, Text)}
    assert {*words(language).key.values(), *words(language).letters.values(), "+1"} <= shown
    assert palette().sides["usa"].fill in {item.style.fill for item in said if isinstance(item, Rect)}


@pytest.mark.parametrize("language", CODES)
def test_the_legend_stays_in_its_panel_and_its_rows_end_at_one_edge(language: Language) -> None:
    x, y, width, height = atlas().panels["legend"]
    notes = [item for item in legend_ground(language) if isinstance(item, Text)]
    ends: dict[float, float] = {}
    for text in notes:
        left, right = reach(text)
        assert x + 8 <= left
        assert right <= x + width - 8, text.text
        assert text.y <= y + height - 6, text.text
        ends[text.y] = max(ends.get(text.y, 0.0), right)
    _, *full, _ = ends.values()  # the heading and the last row end where they end
    assert len(full) == 3
    assert max(full) - min(full) < 1
    for one, two in pairwise(sorted((text for text in notes), key=lambda text: (text.y, text.x))):
        if one.y == two.y:
            assert reach(one)[1] + 10 <= reach(two)[0], (one.text, two.text)


# ---- nothing touches


@pytest.mark.parametrize("language", CODES)
@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("space", ["biscay", "balearic"])
def test_the_star_of_a_prestige_sea_keeps_off_the_letter_of_its_squadron(
    language: Language, side: str, space: str
) -> None:
    state = initial_state()
    state.squadrons[SIDES.index(side)] = SPACE.mask_of([space])
    items = next(list(flat(piece.items)) for piece in space_markers(shown(state), language) if piece.name == space)
    letter, _ = [item for item in items if isinstance(item, Text)]  # and the short name below
    (star,) = [item for item in items if isinstance(item, Path) and item.style.fill == BASE.changed]
    corners = [(float(x), float(y)) for x, y in re.findall(r"(-?[\d.]+) (-?[\d.]+)", star.d)]
    left, right = reach(letter)
    above = letter.y - 0.73 * letter.size
    nearest = min((max(left - x, 0, x - right) ** 2 + max(above - y, 0) ** 2 for x, y in corners), default=inf)
    assert nearest**0.5 > 3.5


@pytest.mark.parametrize("language", CODES)
def test_no_award_touches_the_chips_beside_it(language: Language) -> None:
    state = initial_state()
    for tile in AWARD:
        state.awards = [tile.index] * len(REGION.ids)
        pieces = {piece.name: piece for piece in region_plates(shown(state), language)}
        for region in REGION.ids:
            award = pieces[f"award-{region}"]
            for text in (item for item in award.items if isinstance(item, Text)):
                assert award.x + reach(text)[1] + 6 <= pieces[f"region-{region}-france"].x, text.text
            assert reward(tile.vp, tile.trp, 0, language) in written(iter((award,)))[award.name]


# ---- nothing unsaid


@pytest.mark.parametrize("language", CODES)
def test_ministries_that_are_not_chosen_yet_are_said_to_be_so(language: Language) -> None:
    said, state = words(language).not_chosen, initial_state()
    before = written(iter(board().scene(shown(state), language).pieces))
    state.ministries[FRANCE] = [HeldMinistry(12), HeldMinistry(13)]
    after = written(iter(board().scene(shown(state), language).pieces))
    assert [before[f"ministries-{side}"] for side in SIDES] == [[said], [said]]
    assert "ministries-france" not in after
    assert after["ministries-britain"] == [said]


@pytest.mark.parametrize("language", CODES)
def test_numbers_below_zero_have_a_minus_and_no_hyphen(language: Language) -> None:
    weak = TheatreMark(
        id="wss_central_europe",
        tiles=((TileSlot("basic", next(tile for tile in WAR_TILE if tile.strength == -1)),), ()),
        strengths=(StrengthMark(sure=-1), StrengthMark(sure=-2, hidden=1, least=-1, most=3)),
    )
    state = initial_state()
    state.vp, state.treaty_points = -2, [-1, 0]
    pieces = (*board().scene(shown(state), language).pieces, *theatre_parts(1, weak, 0, language))
    said = [text for texts in written(iter(pieces)).values() for text in texts]
    assert [text for text in said if re.search(r"-\d", text)] == []
    assert {"−1", "−2"} <= set(said)
