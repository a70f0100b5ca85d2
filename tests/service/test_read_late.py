"""Mails that lay in our mailbox while we were away: what the answer tells their author."""

from __future__ import annotations

from typing import Any

from tests.service.test_deadlines_by_mail import begin


def test_who_wrote_while_we_were_away_is_told_which_moment_counts(installation: Any, said: Any) -> None:
    campaign = begin(installation)
    installation.clock.forward(hours=71)
    number = installation.arrive(installation.raw("red", "1a"))
    installation.clock.forward(hours=9)
    installation.look_at(number)
    (mail,) = (mail for address, mail in installation.deliver() if address == "red@players.test")
    assert "Your email came to us on Mon 23 Nov 08:00 UTC, and we could read it only now." in said(mail)
    assert "The moment when it came is what counts." in said(mail)
    assert set(installation.table(campaign).match.sealed) == {"red"}, "it came before the deadline"


def test_who_is_answered_soon_is_told_nothing_of_it(installation: Any, said: Any) -> None:
    begin(installation)
    number = installation.arrive(installation.raw("red", "status"))
    installation.clock.forward(minutes=59)
    installation.look_at(number)
    (mail,) = (mail for address, mail in installation.deliver() if address == "red@players.test")
    assert "read it only now" not in said(mail)
