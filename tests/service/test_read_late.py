"""Mails that lay in our mailbox while we were away: what the answer tells their author."""

from __future__ import annotations

from typing import Any

from tests.service.test_deadlines_by_mail import begin


def test_who_wrote_while_we_were_away_is_told_which_moment_counts(house: Any, said: Any) -> None:
    campaign = begin(house)
    house.clock.forward(hours=71)
    number = house.arrive(house.raw("red", "1a"))
    house.clock.forward(hours=9)
    house.look_at(number)
    (mail,) = (mail for address, mail in house.deliver() if address == "red@players.test")
    assert "Your email came to us on Mon 23 Nov 08:00 UTC, and we could read it only now." in said(mail)
    assert "The moment when it came is what counts." in said(mail)
    assert set(house.table(campaign).match.sealed) == {"red"}, "it came before the deadline"


def test_who_is_answered_soon_is_told_nothing_of_it(house: Any, said: Any) -> None:
    begin(house)
    number = house.arrive(house.raw("red", "status"))
    house.clock.forward(minutes=59)
    house.look_at(number)
    (mail,) = (mail for address, mail in house.deliver() if address == "red@players.test")
    assert "read it only now" not in said(mail)
