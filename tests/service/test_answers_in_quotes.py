"""Answers written between the quoted lines of our question."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.service.conftest import at_the_tiles

pytestmark = pytest.mark.store("sqlite")

TILE = re.compile(r"\b(?:[A-ZА-Я]\d){2}\b")
YES = {"en": "yes please", "ru": "да, беру"}
LAST = {"en": "the last one", "ru": "последний"}
NO = {"en": "not this one", "ru": "не это"}


@pytest.fixture
def campaign(installation: Any, code: str) -> int:
    return at_the_tiles(installation, code)


@pytest.fixture
def tiles(installation: Any, campaign: int, read: Any) -> tuple[str, list[str]]:
    """The row of the question that shows the first tiles, and what is typed for them."""
    rows = (line for line in read(installation.newest("britain")).split("\n") if line.startswith("    "))
    return next((row, typed) for row in rows if len(typed := TILE.findall(row)) > 1)


def taken(installation: Any, campaign: int) -> Any:
    """What the board has come to, once Britain has taken a tile."""
    match = installation.table(campaign).match
    return None if match.decisions()[0].kind == "take_investment" else match.state


def test_a_place_in_the_row_above_is_done(installation: Any, campaign: int, tiles: Any, code: str) -> None:
    row, typed = tiles
    installation.write("britain", f"> {row}", LAST[code])
    by_row = taken(installation, campaign)
    installation.write("britain", "takeback")
    assert not taken(installation, campaign)
    installation.write("britain", typed[-1])
    assert by_row is not None
    assert taken(installation, campaign) == by_row


def test_agreement_below_one_answer_is_done_and_shown_as_it_was_written(
    installation: Any, campaign: int, tiles: Any, said: Any, code: str
) -> None:
    (answer,) = installation.write("britain", f">     {tiles[1][0]}", YES[code], f">     {tiles[1][1]}", NO[code])
    assert taken(installation, campaign), said(answer)
    assert YES[code] in said(answer)


def test_agreement_below_several_answers_does_nothing(installation: Any, campaign: int, tiles: Any, code: str) -> None:
    before = installation.table(campaign).head
    installation.write("britain", f"> {tiles[0]}", YES[code])
    assert installation.table(campaign).head == before


def test_agreement_below_our_whole_mail_does_nothing(installation: Any, campaign: int, read: Any, code: str) -> None:
    before = installation.table(campaign).head
    quoted = [f"> {line}" for line in read(installation.newest("britain")).split("\n")]
    installation.write("britain", *quoted, YES[code])
    assert installation.table(campaign).head == before


def test_a_refusal_alone_orders_nothing(installation: Any, campaign: int, tiles: Any, code: str) -> None:
    before = installation.table(campaign).head
    installation.write("britain", f">     {tiles[1][0]}", NO[code])
    assert installation.table(campaign).head == before
