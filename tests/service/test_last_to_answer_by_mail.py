"""Whoever tries an answer cannot tell from the mail whether all the others have answered already."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.service.conftest import words_of

pytestmark = pytest.mark.store("sqlite")

SEATS = {
    "guild-fair": {"bakers": "en", "brewers": "en", "drapers": "en", "masons": "en", "smiths": "en"},
    "sealed-bids": {"red": "en", "blue": "en"},
    "imperial-struggle": {"france": "en", "britain": "en"},
}
LAST = {"guild-fair": "bakers", "sealed-bids": "red", "imperial-struggle": "britain"}
"""The seat that answers last; it is asked first when all have."""


def said(installation: Any, campaign: int, seat: str) -> list[str]:
    """What a seat may order, in words, one of the first and one of the last."""
    match = installation.table(campaign).match
    book, options = match.game.part("phrases").at(match.state), match.options(seat)
    return [book.say(options[at], "en") for at in (0, -1)]


def answer_all(installation: Any, campaign: int, seat: str) -> None:
    """Let a seat answer until it is asked nothing that it has not answered."""
    while seat in installation.table(campaign).match.pending_seats:
        installation.write(seat, said(installation, campaign, seat)[0])


TRIES: dict[str, Callable[[list[str]], list[list[str]]]] = {
    "a check": lambda said: [[f"check {each}"] for each in said],
    "a check with a line too many": lambda said: [[f"check {said[0]}", said[1]]],
    "a draft with a wrong line": lambda said: [["flurb the wazoo", said[0]], ["check yes"], ["no"]],
}


def unnumbered(told: str) -> str:
    """The words of a mail without what numbers it."""
    return re.sub(r"Receipt \d+: \w+|message \d+", "", told)


@pytest.mark.parametrize("tries", TRIES)
@pytest.mark.parametrize("game", SEATS)
def test_a_trial_tells_the_last_one_what_it_tells_the_first(installation: Any, game: str, tries: str) -> None:
    made = installation.create_plainly(game, SEATS[game])
    seat = LAST[game]
    if game == "guild-fair":
        installation.write(seat, said(installation, made, seat)[0])  # the last question of its chain comes next

    def told() -> list[list[str]]:
        mails = (installation.write(seat, *lines) for lines in TRIES[tries](said(installation, made, seat)))
        return [[unnumbered(words_of(each)) for each in mail] for mail in mails]

    first = told()
    assert all(first)
    for other in SEATS[game]:
        if other != seat:
            answer_all(installation, made, other)
    assert installation.table(made).match.pending_seats == (seat,)
    assert told() == first
