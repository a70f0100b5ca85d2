"""A line copied from the question, heading and all, is the answer that stands there, or nothing at all."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from adjudicator import Match
from adjudicator.orders.pieces import Offers
from adjudicator.orders.running import Desk
from adjudicator.orders.sets import carry_out
from adjudicator.service import offers
from adjudicator.service.offers import phrasebook, shown

SCENE = Path(__file__).parents[1] / "service/naive/scenes/points.json"
GAME = "imperial-struggle"


@pytest.fixture(scope="module")
def match() -> Match:
    document = json.loads(SCENE.read_text())
    document["flags"] |= {"bavaria": "britain", "austria_alliance_3": "britain", "sardinia": "britain"}
    document["advantages"]["owner"] |= {"central_europe_conflict": "britain", "italy_influence": "britain"}
    document["ap"]["major"], document["ap"]["major_allowed"] = {"diplomatic": 3}, ["diplomatic"]
    document["ap"]["minor"] = {"economic": 2}
    document["investments"]["taken"]["britain"] = ["inv_d3_e2"]
    document["investments"]["available"].remove("inv_d3_e2")
    document["investments"]["available"].append("inv_e3_d2")
    return Match.from_document(document, game=GAME, seed=b"copied")


@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_copied_option_is_that_option_or_nothing(match: Match, language: str) -> None:
    book = phrasebook(GAME)
    offer = offers.decode(offers.offer_for(match, "britain", 1, language))
    open_ = Offers((offer,))
    seen = shown(open_, match, "britain", language)
    desk = Desk(match, "britain", language, book, open_, lambda: seen)
    meant = 0
    for code, answer in seen.items():
        right = carry_out(desk, [code]).actions
        copied = carry_out(desk, [f"{answer.heading}: {answer.words}"]).actions
        assert copied in ((), right), f"{answer.heading}: {answer.words}"
        meant += bool(copied)
        for line in (f"{code}  {answer.words}", f"{code}  {answer.words}   {answer.cost}   {answer.note}"):
            assert carry_out(desk, [line]).actions == right, line
            assert carry_out(desk, [answer.heading, line]).actions == right, line
    assert 2 * meant > len(seen)
