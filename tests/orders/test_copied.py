"""A line copied from the question, heading and all, is the answer that stands there, or nothing at all."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from adjudicator import Match
from adjudicator.orders.options.pieces import Offers
from adjudicator.orders.options.rows import OrderContext
from adjudicator.orders.sets import run_orders
from adjudicator.service.play import offers
from adjudicator.service.play.offers import answer_words, phrasebook
from tests.carried import desk_at
from tests.long_cases import alternate_variants

SCENE = Path(__file__).parents[1] / "service/first_time_players/scenes/points.json"
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


def desk_of(match: Match, seat: str, language: str = "en") -> OrderContext:
    offer = offers.decode(offers.offer_for(match, seat, 1, language))
    open_ = Offers((offer,))
    seen = answer_words(open_, match, seat, language)
    return desk_at(match, seat, language, phrasebook(GAME), open_, lambda: seen)


@pytest.mark.slow
@pytest.mark.parametrize(("language", "half"), alternate_variants(("en", "ru"), (0, 1)))
def test_a_copied_option_is_that_option_or_nothing(match: Match, language: str, half: int) -> None:
    desk = desk_of(match, "britain", language)
    seen, meant = list(desk.shown().items())[half::2], 0
    for code, answer in seen:
        right = run_orders(desk, [code]).actions
        copied = run_orders(desk, [f"{answer.heading}: {answer.words}"]).actions
        assert copied in ((), right), f"{answer.heading}: {answer.words}"
        meant += bool(copied)
        for line in (f"{code}  {answer.words}", f"{code}  {answer.words}   {answer.cost}   {answer.note}"):
            assert run_orders(desk, [line]).actions == right, line
            assert run_orders(desk, [answer.heading, line]).actions == right, line
    assert 2 * meant > len(seen)


def scene(name: str) -> Match:
    document = json.loads((SCENE.parent / f"{name}.json").read_text())
    return Match.from_document(document, game=GAME, seed=b"copied")


def test_the_holder_that_the_question_shows_behind_a_place_is_no_order() -> None:
    document = json.loads(SCENE.read_text())
    document["ap"]["major"], document["ap"]["major_allowed"] = {"military": 4}, ["military"]
    document["squadrons"]["france"] = {"map": ["balearic"], "navy_box": 0, "unbuilt": 7}
    desk = desk_of(Match.from_document(document, game=GAME, seed=b"copied"), "britain")
    (code,) = (code for code, answer in desk.shown().items() if answer.words == "Balearic (France)")
    plain = run_orders(desk, [code]).actions
    assert plain
    assert run_orders(desk, ["deploy from navy box to Balearic (France)"]).actions == plain
    assert not run_orders(desk, ["deploy from navy box to Balearic (Britain)"]).actions
