"""Nobody at the desk: the players are asked, and give the desk to one of them."""

from __future__ import annotations

from email.message import EmailMessage
from typing import Any

import pytest

from adjudicator.service import periodic
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.moderation.moderators import moderators
from adjudicator.service.timing.policy import Missed, TimingPolicy
from adjudicator.store import audits
from adjudicator.store.engine import reading
from tests.service.beginnings import beginning
from tests.service.test_moderators_by_mail import Mona, got

pytestmark = pytest.mark.store("sqlite")

SEATS = {"red": "en", "blue": "ru", "moderator": "en"}


@pytest.fixture
@beginning
def waiting(house: Any) -> int:
    """A question that was left to the moderator."""
    made: int = house.create("sealed-bids", SEATS, timing=TimingPolicy(missed=Missed.MODERATOR))
    house.clock.forward(hours=73)
    periodic.run(house.service)
    house.deliver()
    return made


def names(house: Any, campaign: int) -> list[str]:
    with reading(house.service.engine) as session:
        return [holder.name for _, holder in moderators(table_of_campaign(house.service.work(session), campaign))]


def test_the_players_are_asked_once_and_choose(house: Any, waiting: int, said: Any) -> None:
    house.clock.forward(days=6)
    periodic.run(house.service)
    assert {address for address, _ in house.deliver()} == {"moderator@players.test"}, "the players are not asked yet"
    house.clock.forward(days=2)
    periodic.run(house.service)
    periodic.run(house.service)
    mails = house.deliver()
    (asked,) = got("red", mails)
    assert "who takes over" in asked["Subject"]
    assert "“moderate”" in said(asked)
    assert ["who takes over" in mail["Subject"] for mail in got("moderator", mails)].count(True) == 1
    house.put(house.raw("red", "moderate"))
    mails = house.deliver()
    assert "1 of 2" in said(got("red", mails)[0])
    (proposed,) = got("blue", mails)
    assert "«поддерживаю ведущего red»" in said(proposed)
    house.put(house.raw("blue", "Поддерживаю ведущего red."))
    mails = house.deliver()
    assert names(house, waiting) == ["Moderator", "Red"]
    assert any("you moderate" in mail["Subject"] for mail in got("red", mails))
    with reading(house.service.engine) as session:
        assert [(act.author, act.command) for act in audits.trail(session, waiting)][-1] == ("the players", "appoint")


def test_a_word_of_the_moderator_ends_it(house: Any, waiting: int, said: Any) -> None:
    house.clock.forward(days=8)
    periodic.run(house.service)
    house.deliver()
    house.write("red", "moderate")
    Mona(house, waiting).write("status")
    house.put(house.raw("blue", "поддерживаю ведущего red"))
    (answer,) = got("blue", house.deliver())
    assert "ничего не изменилось" in answer["Subject"]
    assert names(house, waiting) == ["Moderator"]


def test_nobody_is_asked_while_nothing_waits_or_the_moderator_is_there(house: Any, said: Any) -> None:
    campaign = house.create("sealed-bids", SEATS)
    (answer,) = house.write("red", "moderate")
    assert "Nobody is asked about that now" in said(answer)
    Mona(house, campaign).write("pause")
    house.clock.forward(days=10)
    periodic.run(house.service)
    assert house.deliver() == [], "who has paused it may be away for longer"
    house.clock.forward(days=12)
    periodic.run(house.service)
    assert got("red", house.deliver())


def test_a_moderator_is_reminded_each_morning_of_what_only_he_can_settle(house: Any, said: Any) -> None:
    seats = {"red": "en", "blue": "en", "moderator": "ru"}
    house.create("sealed-bids", seats, timing=TimingPolicy(missed=Missed.MODERATOR))
    house.write("red", "1a")

    def reminded(**later: float) -> list[EmailMessage]:
        house.clock.forward(**later)
        periodic.run(house.service)
        mails = [(address, mail) for address, mail in house.deliver() if "напоминание" in mail["Subject"]]
        assert all(address == "moderator@players.test" for address, _ in mails)
        return [mail for _, mail in mails]

    assert reminded(hours=73) == [], "he has just been told"
    assert reminded(hours=11) == []
    (mail,) = reminded(hours=13)
    assert "Игра всё ещё ждёт вашего слова" in said(mail)
    assert "продлить срок 24 ч" in said(mail)
    assert reminded(hours=1) == []
    assert len(reminded(days=1)) == 1
    desk = str(mail["Reply-To"])
    house.write("moderator", "обзор ежедневно", to=desk)
    periodic.run(house.service)
    house.deliver()
    assert reminded(days=1) == [], "the overview of the morning tells it"
    house.write("moderator", "обзор нет", to=desk)
    house.write("moderator", "продлить срок 24 ч", to=desk)
    assert reminded(hours=23) == []
