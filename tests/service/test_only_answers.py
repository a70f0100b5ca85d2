"""A single answer is not asked for: it is given, and the next mail of its seat says so in a line."""

from __future__ import annotations

from itertools import count
from random import Random
from typing import Any, NamedTuple

import pytest

from adjudicator.kernel.actions import Action
from adjudicator.kernel.registry import game_named
from adjudicator.kernel.simulate import begin_random
from adjudicator.service.play.offers import phrasebook

pytestmark = pytest.mark.store("sqlite")
GIVEN = {
    "en": "Given for you, since there was no other answer: keep.",
    "ru": "Сделано за вас, потому что другого ответа не было: оставить.",
}


def text(installation: Any, seat: str) -> str:
    """The newest mail to a seat, its lines put together."""
    return " ".join(installation.received[f"{seat}@players.test"][-1].get_body(("plain",)).get_content().split())


@pytest.mark.parametrize("language", ["en", "ru"])
def test_who_has_one_answer_is_told_that_it_was_given_and_nobody_else_is(installation: Any, language: str) -> None:
    campaign = installation.create("sealed-bids", {"red": language, "blue": language}, options={"rerolls": 0})
    hands = installation.table(campaign).match.state.hands
    installation.write("red", f"bid {max(hands['red'])}" if language == "en" else f"ставка {max(hands['red'])}")
    installation.write("blue", f"bid {min(hands['blue'])}" if language == "en" else f"ставка {min(hands['blue'])}")
    match = installation.table(campaign).match
    assert match.decisions()[0].kind == "bid", "nobody was asked whether to keep the roll"
    won = match.state.bids["red"] > match.state.bids["blue"]
    assert (GIVEN[language] in text(installation, "red")) is won
    assert (GIVEN[language] in text(installation, "blue")) is not won


class Led(NamedTuple):
    """A position of random play, and an order that leads to a single answer of its seat."""

    document: dict[str, Any]
    seat: str
    order: Action
    answer: Any

    def begin(self, installation: Any, game: str, language: str) -> int:
        seats = dict.fromkeys(game_named(game).seats_of(self.document), language)
        campaign: int = installation.create(game, seats, document=self.document)
        return campaign


def led_to(game: str, *ops: str) -> Led:
    """Where random play first comes to a single answer of these."""
    for number in count():
        match, rng = begin_random(game, f"only/{number}"), Random(number)
        while match.result is None:
            before, seat = match.document(), match.decisions()[0].waiting[0]
            action, logged = match.sample(seat, rng), len(match.log)
            match.apply(seat, action)
            made = match.log[logged:]
            if [entry.how for entry in made[:2]] == ["", "only"] and made[1].by == seat and made[1].action.op in ops:
                return Led(before, seat, action, made[1].action)
    raise AssertionError


def test_how_an_order_ended_a_turn_is_told_in_its_line_alone(installation: Any) -> None:
    led = led_to("oath", "rest")
    campaign = led.begin(installation, "oath", "en")
    installation.write(led.seat, phrasebook("oath").say(led.order, "en"))
    assert led.seat not in installation.table(campaign).match.asked_seats
    told = text(installation, led.seat)
    assert "rested (supply" in told
    assert "Given for you" not in told


TARGETS = ("target_card", "target_bank", "target_player", "target_pile")
ALREADY = {"en": "done already, since there was no other answer", "ru": "уже сделано: другого ответа не было"}


@pytest.mark.parametrize("language", ["en", "ru"])
def test_who_writes_down_the_only_answer_too_is_told_that_it_is_done(installation: Any, language: str) -> None:
    led, book = led_to("oath", *TARGETS), phrasebook("oath")
    campaign = led.begin(installation, "oath", language)
    installation.write(led.seat, book.say(led.order, language), book.say(led.answer, language))
    told = text(installation, led.seat)
    assert ALREADY[language] in told
    assert installation.table(campaign).match.position.n >= 2, told


def test_who_writes_another_answer_than_the_only_one_has_done_nothing(installation: Any) -> None:
    led, book = led_to("oath", "target_player"), phrasebook("oath")
    campaign = led.begin(installation, "oath", "en")
    before = installation.table(campaign).match.checkpoint()
    other = "red" if led.answer.player != "red" else "blue"
    installation.write(led.seat, book.say(led.order, "en"), f"choose player {other}")
    assert installation.table(campaign).match.checkpoint() == before, text(installation, led.seat)
