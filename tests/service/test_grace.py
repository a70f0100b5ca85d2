"""The grace behind a deadline: answers count, whoever is late is told so, and a later deadline is told once."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from adjudicator.service.clocks.deadlines import run as run_deadlines
from tests.service.test_deadlines_by_mail import START, begin, due


def test_grace_counts_and_the_answer_says_that_it_was_late(installation: Any, said: Any) -> None:
    campaign = begin(installation, grace_minutes=120)
    installation.write("red", "1a")
    installation.clock.forward(hours=73)
    assert run_deadlines(installation.service) == 0
    (late,) = installation.write("blue", "2a")
    told = said(late)[said(late).index("Срок был") :]
    assert "пришли позже, но в пределах отсрочки" in told
    assert "09:00" in told
    assert "11:00" in told
    assert installation.table(campaign).match.state.bids["blue"]


def test_within_the_grace_a_mail_that_is_no_answer_is_told_until_when_one_counts(installation: Any, said: Any) -> None:
    campaign = begin(installation, grace_minutes=120)
    installation.clock.forward(hours=73)
    (late,) = installation.write("red", "Sorry, I shall not make it before the evening")
    assert "Your answer still counts until Mon 23 Nov 11:00 UTC. “wait” gives 24 hours more." in said(late)
    assert "and count" not in said(late)
    installation.write("red", "wait")
    (again,) = installation.write("red", "Thanks a lot for that")
    assert "After the deadline" not in said(again)
    assert due(installation, campaign)["red"] == START + timedelta(hours=96)


def test_whoever_is_told_a_later_deadline_gets_no_reminder_at_once(installation: Any) -> None:
    begin(installation, grace_minutes=120)
    installation.clock.forward(hours=73)
    installation.write("red", "wait")
    installation.deliver()
    for hours in (0, 22):
        installation.clock.forward(hours=hours)
        run_deadlines(installation.service)
        assert installation.deliver() == []


def test_orders_in_time_and_words_besides_hear_nothing_of_a_grace(installation: Any, said: Any) -> None:
    begin(installation, grace_minutes=120)
    (answer,) = installation.write("red", "1a")
    assert "After the deadline" not in said(answer)
    installation.clock.forward(hours=73)
    for word in ("status", "check\n1b"):
        assert not any("After the deadline" in said(mail) for mail in installation.write("red", word))
