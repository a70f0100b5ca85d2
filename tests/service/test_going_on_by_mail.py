"""Own lines behind a question to others go on at once where standing orders have answered it."""

from __future__ import annotations

from typing import Any

from adjudicator.service.clocks import deadlines
from adjudicator.service.timing.policy import TimingPolicy
from tests.service.conftest import words_of

SEATS = ("north", "east", "south")
WORDS = {
    "en": ("standing toll: no", "standing toll: toll", ("ride to Mill", "ride to Abbey", "spy on East")),
    "ru": (
        "постоянно пошлина: нет",
        "постоянно пошлина: пошлина",
        ("ехать в Мельница", "ехать в Аббатство", "шпион Восток"),
    ),
}


def begun(installation: Any, code: str) -> int:
    made: int = installation.create("crossroads", dict.fromkeys(SEATS, code), options={"acts": 3})
    return made


def test_a_whole_turn_is_one_mail_where_everybody_has_standing_orders(installation: Any, code: str) -> None:
    campaign = begun(installation, code)
    no, toll, lines = WORDS[code]
    installation.write("east", toll, no)
    installation.write("south", no)
    answered = installation.write("north", *lines)
    assert len(answered) == 1, "one answer, in which nothing is asked"
    match = installation.table(campaign).match
    assert (match.state.riders["north"].town, match.pending_seats) == ("abbey", ("east",))
    assert not match.state.riders["east"].toll, "it was taken of the first ride"
    assert match.state.riders["east"].spies == ["north"]
    told = words_of(answered[0])
    assert all(line in told for line in lines)
    assert not any(word in told for word in ("waits", "ждёт")), "no line is told as waiting"


def test_lines_wait_for_whoever_has_no_standing_order_and_go_on_then(installation: Any, code: str) -> None:
    campaign = begun(installation, code)
    no, _, lines = WORDS[code]
    installation.write("south", no)
    installation.write("north", *lines)
    match = installation.table(campaign).match
    assert (match.state.riders["north"].town, match.pending_seats) == ("harbour", ("east",))
    installation.write("east", "decline" if code == "en" else "отказ")
    match = installation.table(campaign).match
    assert (match.state.riders["north"].town, match.pending_seats) == ("mill", ("east",)), (
        "the second ride is asked about"
    )
    installation.write("east", no)
    match = installation.table(campaign).match
    assert (match.state.riders["north"].town, match.pending_seats) == ("abbey", ("east",)), (
        "and a new standing order ends it"
    )
    assert match.state.riders["east"].spies == ["north"]


def test_a_wrong_line_behind_is_asked_again_and_what_stood_before_stays_done(installation: Any, code: str) -> None:
    campaign = begun(installation, code)
    no, _, (first, *_) = WORDS[code]
    for seat in ("east", "south"):
        installation.write(seat, no)
    wrong = "ride to Forge" if code == "en" else "ехать в Кузница"
    (told,) = installation.write("north", first, wrong)
    match = installation.table(campaign).match
    assert (match.state.riders["north"].town, match.pending_seats) == ("mill", ("north",))
    assert wrong in words_of(told)


def test_lines_go_on_when_the_time_is_over_for_which_answers_are_held_back(installation: Any, code: str) -> None:
    """Each ride waits as long, whoever answers, and the author writes nothing more."""
    timing = TimingPolicy(wait_for_reactions={"toll": "delay 24h"})
    campaign = installation.create("crossroads", dict.fromkeys(SEATS, code), options={"acts": 3}, timing=timing)
    _, _, lines = WORDS[code]
    installation.write("north", *lines)
    for town in ("harbour", "mill"):
        assert installation.table(campaign).match.state.riders["north"].town == town
        installation.clock.forward(hours=25)
        deadlines.run(installation.service)
        installation.deliver()
    match = installation.table(campaign).match
    assert (match.state.riders["north"].town, match.pending_seats) == ("abbey", ("east",))
    assert match.state.riders["east"].spies == ["north"]
