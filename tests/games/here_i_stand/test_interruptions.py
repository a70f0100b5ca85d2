"""The page for players names every question that comes in the turn of somebody else, and what closes it."""

import re
from datetime import date

import pytest

from adjudicator.games.here_i_stand.game import GAME
from adjudicator.games.here_i_stand.phrases import PHRASES
from adjudicator.service.play.standing_lines import Standing, read
from tests.games.here_i_stand.table import table
from tests.guides import DOCS

PAGE = DOCS / "how_to" / "players" / "here_i_stand.md"
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in PAGE.read_text("utf-8").splitlines()
    if line.startswith("| ") and not line.startswith("| question ")
]
KINDS = {each.kind: each for each in GAME.interrupting_decisions}
CALLED = {PHRASES.interruptions[kind].names["en"][0]: kind for kind in KINDS}


def test_every_question_that_interrupts_has_its_row_in_the_page() -> None:
    assert sorted(row[0] for row in ROWS) == sorted(CALLED)


@pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
def test_a_row_has_the_names_the_rule_and_orders_that_are_read(row: list[str]) -> None:
    kind = CALLED[row[0]]
    assert row[1] == PHRASES.interruptions[kind].names["ru"][0]
    assert row[2] == KINDS[kind].rule
    assert all(row), row
    for cell, code in ((row[5], "en"), (row[6], "ru")):
        (line,) = re.findall(r"^`([^`]+)`$", cell)
        (order,) = read(line, table(), code, date(2026, 1, 1))
        assert isinstance(order, Standing)
        assert order.kinds == (kind,)
