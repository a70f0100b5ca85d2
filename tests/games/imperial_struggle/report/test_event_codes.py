"""Choices of Event cards: a code for each thing, not for each combination, and codes are always enough."""

from __future__ import annotations

from random import Random
from typing import Any

from adjudicator import Match
from adjudicator.games.imperial_struggle.rules.events.choosing import ChooseForEvent
from adjudicator.orders.options.pieces import Offers
from adjudicator.orders.sets import run_orders
from adjudicator.service.play import offers
from tests.carried import desk_at

MOST = 48
"""More options than this no event of the recorded games offers; combinations would be hundreds."""


def codes_for(match: Match, seat: str, answer: ChooseForEvent) -> str:
    """The codes that stand for an answer, in one line."""
    coded = offers.coded_options(offers.offer_for(match, seat, 12, "en"), match, seat, "en")
    return " ".join(each.code for each in offers.codes_of(coded, answer))


def test_every_answer_to_an_event_can_be_given_by_codes(office: Any) -> None:
    """Over whole games: random answers to events, written with codes alone, are carried out as they were meant."""
    rng, several, seen = Random(4), 0, 0
    for number in range(8):
        for match, _ in office.played(bytes([number]) * 32, number):
            decision = next(iter(match.decisions()), None)
            if decision is None or decision.kind != "choose_for_event":
                continue
            seat = decision.waiting[0]
            offer = offers.decode(offers.offer_for(match, seat, 12, "en"))
            assert len(offer.options) <= MOST
            answers = match.options(seat)
            for answer in rng.sample(answers, min(5, len(answers))):
                line = codes_for(match, seat, answer)
                desk = desk_at(match, seat, "en", offers.words_at(match), Offers(open=(offer,)))
                done = run_orders(desk, [line]).actions
                assert done == (answer,), (line, answer)
                seen += 1
                several += " " in line
    assert seen > 60
    assert several > 10


def test_one_code_where_two_are_needed_is_answered_with_the_others(office: Any) -> None:
    for match in (match for seed in range(9) for match, _ in office.played(bytes([seed]) * 32, seed)):
        decision = next(iter(match.decisions()), None)
        if decision is None or decision.context.get("card") != 3 or decision.context.get("part") != "effect":
            continue
        seat = decision.waiting[0]
        offer = offers.decode(offers.offer_for(match, seat, 12, "en"))
        desk = desk_at(match, seat, "en", offers.phrasebook(match.game.id), Offers(open=(offer,)))
        enemy = next(option for option in offer.options if option.part == "remove_enemy")
        (row,) = run_orders(desk, [f"12{enemy.code}"]).rows
        assert row.problem is not None
        assert row.problem.why == "more_needed"
        assert set(row.problem.codes) == {f"12{one.code}" for one in offer.options if one.part == "remove_own"}
        return
    raise AssertionError("the card was never played")
