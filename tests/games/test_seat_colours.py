"""The colour of a seat in mails, and of its curve on a chart, is that of its pieces on the board."""

import io
import re
from collections.abc import Mapping
from colorsys import rgb_to_hls

import pytest
from PIL import Image

from adjudicator import game_named
from adjudicator.games.diplomacy import board as europe
from adjudicator.games.europa_universalis.board.atlas import sides
from adjudicator.games.here_i_stand.board.atlas import sides as of_owners
from adjudicator.games.imperial_struggle.board.atlas import palette as of_powers
from adjudicator.games.pax_renaissance.board.atlas import palette as of_banks
from adjudicator.language import language
from adjudicator.pictures.chart import PAPER
from adjudicator.pictures.colours import contrast, palette_colours, readable, rgb
from adjudicator.pictures.maps.palette import SideColours
from adjudicator.reports.layout.html import TEMPLATES
from adjudicator.reports.model import Score

pytestmark = pytest.mark.drawn

BOARDS = {
    "diplomacy": europe.SIDES,
    "europa-universalis": sides(),
    "here-i-stand": of_owners(),
    "imperial-struggle": of_powers().sides,
    "pax-renaissance": of_banks().banks,
}
GREY = 0.25
"""Colours with less saturation have no hue that the eye tells."""
FAR = 40 / 360
"""Hues that are farther apart have different names."""


def hue_of(colour: str) -> float | None:
    hue, light, full = rgb_to_hls(*(part / 255 for part in rgb(colour)))
    return hue if full > GREY and light < 0.9 else None


@pytest.mark.parametrize(("game", "pieces"), BOARDS.items())
def test_letters_and_leads_have_the_hue_of_the_board(game: str, pieces: Mapping[str, SideColours]) -> None:
    sheet = (TEMPLATES / "style.css").read_text("utf-8")
    found, report = [], game_named(game).part("report")
    for seat in game_named(game).seats:
        tone = report.party(seat, language("en")).tone
        found.append(tone)
        for pattern in (rf"\.tone{tone} {{ background: (#\w+)", rf"\.p{tone} {{ color: (#\w+)"):
            (shown,) = re.findall(pattern, sheet)
            hues = hue_of(shown), hue_of(pieces[seat].fill)
            if None not in hues:
                apart = abs(hues[0] - hues[1])  # type: ignore[operator]
                assert min(apart, 1 - apart) < FAR, (seat, shown)
    assert len({*found}) == len(found), "no two seats have one colour"


@pytest.mark.parametrize("game", ["diplomacy", "europa-universalis", "here-i-stand", "pax-renaissance"])
def test_curves_have_the_colours_of_the_board(game: str) -> None:
    """Darker ones of the same hue where the paper of the chart is too light for them."""
    seats, report = game_named(game).seats, game_named(game).part("report")
    points = {seat: 2 * place for place, seat in enumerate(seats)}
    picture = report.chart(
        (Score(at=0.0, points=dict.fromkeys(seats, 0)), Score(at=2.0, points=points)), language("en")
    )
    drawn = {rgb(each) for each in palette_colours(Image.open(io.BytesIO(picture.png)))}
    for seat in seats:
        colour = readable(BOARDS[game][seat].fill, PAPER, 3.0)
        assert rgb(colour) in drawn, seat
        assert contrast(colour, PAPER) >= 3
