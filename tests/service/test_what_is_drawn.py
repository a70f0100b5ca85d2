"""Which draws a moderator enters, and how he writes them."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from adjudicator.kernel.beginning import new_match
from adjudicator.kernel.chance import Draw, DrawRequest
from adjudicator.kernel.match import Match
from adjudicator.kernel.pending_draws import is_open
from adjudicator.language import language
from adjudicator.reports.wording.game import GameReport
from adjudicator.reports.wording.generic import GenericReport
from adjudicator.service.campaign.table_draws import NoResult, entered_by_hand, range_of, result_of, words_of

EN, REPORT = language("en"), GenericReport()
DICE = DrawRequest("lot", "dice", {"seat": "red"}, range(1, 7), 2)
CARDS = DrawRequest("card", "cards", {}, ["ace", "king", "knave", "king"], 3)
TILE = DrawRequest("tile", "tile", {}, ["north-1", "north-2", "south-1"])


@pytest.mark.parametrize(
    ("wanted", "told", "value"),
    [
        (DICE, "5,4", [5, 4]),
        (DICE, "lot = 5 4", [5, 4]),
        (CARDS, "King, king ACE", ["king", "king", "ace"]),
        (TILE, "south", "south-1"),
    ],
)
def test_a_result_is_read(wanted: DrawRequest, told: str, value: Any) -> None:
    assert result_of(wanted, told, REPORT, EN) == wanted.result(value)


@pytest.mark.parametrize(
    ("wanted", "told", "near"),
    [
        (DICE, "5", "2 × 1–6"),
        (DICE, "5,4,3", "2 × 1–6"),
        (DICE, "0,7", "2 × 1–6"),
        (DICE, "tile=5,4", "lot"),
        (CARDS, "ace ace king", "3 × ace, king, knave, king"),
        (CARDS, "knight king ace", "king"),
        (TILE, "north", "north-1"),
        (TILE, "", "1 × north-1, north-2, south-1"),
    ],
)
def test_what_could_not_come_up_is_answered_with_what_could(wanted: DrawRequest, told: str, near: str) -> None:
    with pytest.raises(NoResult) as no:
        result_of(wanted, told, REPORT, EN)
    assert near in no.value.near


def test_of_a_war_game_tiles_that_lie_open_are_entered_and_nothing_hidden() -> None:
    """Imperial Struggle: the hands and the tiles of the wars stay those of the seed, unless all are entered."""
    open_, all_ = (_asked_for(which) for which in ("open", "all"))
    assert set(open_) <= {"award", "demand", "investment", "commodity"} <= {*open_, "commodity"}
    assert {"event", "basic_tile", "bonus_tile"} <= set(all_)


def _asked_for(which: Any) -> list[str]:
    """The names of the draws that a moderator enters in half a match; he writes what the seed would have drawn."""
    seed = b"open"
    match, rng = new_match("imperial-struggle", seed=seed), Random(4)
    match.chance.asks, match.waits = entered_by_hand(match.game, which), True
    names: list[str] = []
    report: GameReport = match.game.part("report")
    for _ in range(170):
        seat = rng.choice(match.decisions()[0].waiting)
        match.apply(seat, match.sample(seat, rng))
        while match.wanted is not None:
            wanted = match.wanted
            assert which == "all" or is_open(match.game, wanted)
            assert range_of(wanted, report, EN).startswith(f"{wanted.count or 1} × ")
            draw = _drawn(match, wanted)
            told = words_of(draw).split(": ")[-1]
            assert result_of(wanted, told, report, EN) == draw
            names.append(wanted.name)
            match.draw([draw])
    return names


def _drawn(match: Match, wanted: DrawRequest) -> Draw:
    """Some of what is possible."""
    values = list(wanted.candidates)[: wanted.count or 1]
    return wanted.result(values[0] if wanted.count is None else values)
