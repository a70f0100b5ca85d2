"""Nobody at the desk: the players are asked, and give the desk to one of them."""

from __future__ import annotations

from email.message import EmailMessage
from typing import Any

import pytest

from adjudicator.service import periodic
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.moderation.moderators import moderators
from adjudicator.service.timing.policy import MissedDeadline, TimingPolicy
from adjudicator.store import audits
from adjudicator.store.engine import reading
from tests.service.beginnings import beginning
from tests.service.test_moderators_by_mail import Mona, got

pytestmark = pytest.mark.store("sqlite")

SEATS = {"red": "en", "blue": "ru", "moderator": "en"}


@pytest.fixture
@beginning
def waiting(installation: Any) -> int:
    """A question that was left to the moderator."""
    made: int = installation.create("sealed-bids", SEATS, timing=TimingPolicy(missed_deadline=MissedDeadline.MODERATOR))
    installation.clock.forward(hours=73)
    periodic.run(installation.service)
    installation.deliver()
    return made


def names(installation: Any, campaign: int) -> list[str]:
    with reading(installation.service.engine) as session:
        return [
            holder.name for _, holder in moderators(table_of_campaign(installation.service.work(session), campaign))
        ]


def test_the_players_are_asked_once_and_choose(installation: Any, waiting: int, said: Any) -> None:
    installation.clock.forward(days=6)
    periodic.run(installation.service)
    assert {address for address, _ in installation.deliver()} == {"moderator@players.test"}, (
        "the players are not asked yet"
    )
    installation.clock.forward(days=2)
    periodic.run(installation.service)
    periodic.run(installation.service)
    mails = installation.deliver()
    (asked,) = got("red", mails)
    assert "who takes over" in asked["Subject"]
    assert "“moderate”" in said(asked)
    assert ["who takes over" in mail["Subject"] for mail in got("moderator", mails)].count(True) == 1
    installation.put(installation.raw("red", "moderate"))
    mails = installation.deliver()
    assert "1 of 2" in said(got("red", mails)[0])
    (proposed,) = got("blue", mails)
    assert "«поддерживаю ведущего red»" in said(proposed)
    installation.put(installation.raw("blue", "Поддерживаю ведущего red."))
    mails = installation.deliver()
    assert names(installation, waiting) == ["Moderator", "Red"]
    assert any("you moderate" in mail["Subject"] for mail in got("red", mails))
    with reading(installation.service.engine) as session:
        assert [(act.author, act.command) for act in audits.trail(session, waiting)][-1] == ("the players", "appoint")


def test_a_word_of_the_moderator_ends_it(installation: Any, waiting: int, said: Any) -> None:
    installation.clock.forward(days=8)
    periodic.run(installation.service)
    installation.deliver()
    installation.write("red", "moderate")
    Mona(installation, waiting).write("status")
    installation.put(installation.raw("blue", "поддерживаю ведущего red"))
    (answer,) = got("blue", installation.deliver())
    assert "ничего не изменилось" in answer["Subject"]
    assert names(installation, waiting) == ["Moderator"]


def test_nobody_is_asked_while_nothing_waits_or_the_moderator_is_there(installation: Any, said: Any) -> None:
    campaign = installation.create("sealed-bids", SEATS)
    (answer,) = installation.write("red", "moderate")
    assert "Nobody is asked about that now" in said(answer)
    Mona(installation, campaign).write("pause")
    installation.clock.forward(days=10)
    periodic.run(installation.service)
    assert installation.deliver() == [], "who has paused it may be away for longer"
    installation.clock.forward(days=12)
    periodic.run(installation.service)
    assert got("red", installation.deliver())


def test_a_moderator_is_reminded_each_morning_of_what_only_he_can_settle(installation: Any, said: Any) -> None:
    seats = {"red": "en", "blue": "en", "moderator": "ru"}
    installation.create("sealed-bids", seats, timing=TimingPolicy(missed_deadline=MissedDeadline.MODERATOR))
    installation.write("red", "1a")

    def reminded(**later: float) -> list[EmailMessage]:
        installation.clock.forward(**later)
        periodic.run(installation.service)
        mails = [(address, mail) for address, mail in installation.deliver() if "напоминание" in mail["Subject"]]
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
    installation.write("moderator", "обзор ежедневно", to=desk)
    periodic.run(installation.service)
    installation.deliver()
    assert reminded(days=1) == [], "the overview of the morning tells it"
    installation.write("moderator", "обзор нет", to=desk)
    installation.write("moderator", "продлить срок 24 ч", to=desk)
    assert reminded(hours=23) == []
