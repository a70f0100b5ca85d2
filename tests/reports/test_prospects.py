"""The picture of everybody's prospects: its colours are those of mails, and no two seats have the same."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import adjudicator
from adjudicator.language import language
from adjudicator.reports.charts.prospects import TONES, prospects_chart
from adjudicator.reports.model import Party, Score

STYLE = Path(adjudicator.__file__).parent / "reports" / "pages" / "archive_page" / "page.css"


def test_tones_are_those_of_the_pages() -> None:
    css = dict(re.findall(r"--tone(\d): (#\w{6})", STYLE.read_text("utf-8").split("@media")[0]))
    assert tuple(css[str(number)] for number in range(9)) == TONES


@pytest.mark.parametrize(("most", "nearest"), [(52, "Red 52 %"), (100, "Red 100 %")])
def test_who_was_nearest_is_said_of_each_turn(most: int, nearest: str) -> None:
    parties = {"red": Party(name="Red", tone=1), "blue": Party(name="Blue", tone=1)}
    scores = [
        Score(at=0.0, points={"red": 50, "blue": 51}),
        Score(at=0.5, points={"red": 40, "blue": 60}),
        Score(at=1.0, points={"red": most, "blue": 100 - most}),
    ]
    drawn = prospects_chart(scores, parties, language("en"))
    assert f"1: Blue 60 %, 2: {nearest}." in drawn.alt
    assert drawn.cid == "prospects"
    assert drawn.png.startswith(b"\x89PNG")
