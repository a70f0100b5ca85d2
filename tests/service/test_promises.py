"""Every mail says by when its reader hears from us; where a deadline moves, everybody hears of it by that moment."""

from __future__ import annotations

import json
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from adjudicator.service.clocks import deadlines, promises
from adjudicator.service.timing.policy import TimingPolicy
from tests.service.conftest import words_of

pytestmark = pytest.mark.store("sqlite")

POSITION = Path("benchmarks/order_reading/positions/second_turn.json")
"""France is about to take a tile; Britain is not asked."""
PROMISED = "You will hear from us by Mon 23 Nov 09:00 UTC"


@pytest.fixture
def campaign(installation: Any) -> int:
    made: int = installation.create_plainly(
        "imperial-struggle",
        {"france": "en", "britain": "en", "moderator": "en"},
        document=json.loads(POSITION.read_text()),
        timing=TimingPolicy(reminder_hours=()),
    )
    return made


def to_britain(mails: list[tuple[str, EmailMessage]]) -> list[str]:
    return [words_of(mail) for address, mail in mails if address == "britain@players.test"]


def passed(installation: Any, **time: float) -> list[str]:
    """What Britain gets while time passes."""
    installation.clock.forward(**time)
    promises.run(installation.service)
    deadlines.run(installation.service)
    return to_britain(installation.deliver())


def write(installation: Any, seat: str, line: str) -> list[str]:
    """What Britain gets because of a mail of somebody else."""
    before = len(installation.received.get("britain@players.test", []))
    installation.write(seat, line)
    return [words_of(mail) for mail in installation.received.get("britain@players.test", [])[before:]]


@pytest.mark.parametrize(("seat", "line"), [("france", "wait"), ("moderator", "extend 24h")])
def test_who_is_not_asked_hears_once_before_the_moment_that_was_promised(
    installation: Any, campaign: int, seat: str, line: str
) -> None:
    (answer,) = installation.write("britain", "status")
    assert PROMISED in words_of(answer)
    assert write(installation, seat, line) == []
    assert passed(installation, hours=71) == [], "not before it is needed"
    (told,) = passed(installation, minutes=50)
    assert "A deadline of others has moved since" in told
    assert "You will hear from us by Tue 24 Nov 09:00 UTC" in told
    assert passed(installation, hours=2) == []


@pytest.mark.parametrize(
    ("seat", "line"),
    [("moderator", "pause"), ("moderator", "pause from 22.11 to 24.11"), ("france", "absent from 22.11 to 24.11")],
)
def test_a_pause_and_an_absence_are_told_at_once(installation: Any, campaign: int, seat: str, line: str) -> None:
    installation.write("britain", "status")
    (told,) = write(installation, seat, line)
    assert PROMISED not in told
    assert passed(installation, hours=71, minutes=50) == []


def test_another_mail_before_it_tells_the_new_moment(installation: Any, campaign: int) -> None:
    installation.write("britain", "status")
    write(installation, "france", "wait")
    (answer,) = installation.write("britain", "status")
    assert "You will hear from us by Tue 24 Nov 09:00 UTC" in words_of(answer)
    assert passed(installation, hours=71, minutes=50) == []


def test_several_extensions_are_one_mail(installation: Any, campaign: int) -> None:
    installation.write("britain", "status")
    write(installation, "moderator", "extend 24h")
    write(installation, "moderator", "extend 24h")
    (told,) = passed(installation, hours=71, minutes=50)
    assert "You will hear from us by Wed 25 Nov 09:00 UTC" in told


def test_where_play_went_on_before_it_nothing_is_said_twice(installation: Any, campaign: int) -> None:
    installation.write("britain", "status")
    write(installation, "france", "wait")
    write(installation, "france", "M4D2 end")
    assert all("has moved since" not in each for each in passed(installation, hours=71, minutes=50))
