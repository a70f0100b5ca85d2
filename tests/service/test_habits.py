"""Usual hours: learned from mails with orders, used for reminders and deadlines, shown to whom they may be shown."""

from __future__ import annotations

import io
import zipfile
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from typing import Any

import msgspec
import pytest
from sqlalchemy import update
from sqlmodel import col, select

from adjudicator.service.admin import erasure, persons
from adjudicator.service.admin.access import CampaignView, Visitor
from adjudicator.service.admin.campaigns import standing_text, usual_hours_in
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.clocks import extensions
from adjudicator.service.clocks.deadlines import run as run_deadlines
from adjudicator.service.people import new_campaigns
from adjudicator.service.timing.policy import TimingPolicy
from adjudicator.store.engine import reading, writing
from adjudicator.store.tables import Campaign, CampaignState, Holding, Person, Role, Seat
from tests.service.test_deadlines_by_mail import at_desk, due, got

MONDAY = datetime(2026, 11, 16, tzinfo=UTC)
WORDS = {
    "en": (
        "habits",
        "habits off",
        "habits on",
        "between 19 and 21 h",
        "Nothing is known yet",
        "neither used nor shown",
    ),
    "ru": ("привычки", "привычки выкл", "привычки вкл", "с 19 до 21 ч", "Пока ничего не известно", "не учитывается"),
}


def begin(installation: Any, code: str = "en", **timing: Any) -> int:
    """Two players with all the time in the world, and a moderator."""
    made: int = installation.create(
        "sealed-bids",
        {"red": code, "blue": "en", "moderator": "en"},
        deadline_hours=2000,
        timing=TimingPolicy(**timing),
        mail_format="text",
    )
    return made


def answers(installation: Any, evenings: int = 8, lines: str = "1a\n") -> None:
    """Red writes an order every evening, and changes nothing with it from the second on."""
    for day in range(4, 4 + evenings):
        installation.clock.time = MONDAY + timedelta(days=day, hours=19, minutes=30)
        installation.put(installation.raw("red", lines))
    installation.deliver()


def asks(installation: Any, campaign: int, at: datetime, hours: int = 72) -> datetime:
    """The next question is asked at a moment. Returns Red's deadline."""
    installation.clock.time = at
    with writing(installation.service.engine) as session:
        session.execute(update(Campaign).where(col(Campaign.id) == campaign).values(deadline_hours=hours))
    installation.put(installation.raw("blue", "2a\n"))
    installation.deliver()
    deadline = due(installation, campaign)["red"]
    assert deadline is not None
    return deadline


def reminded(installation: Any, at: datetime) -> list[EmailMessage]:
    installation.clock.time = at
    run_deadlines(installation.service)
    return got(installation, "red", installation.deliver())


@pytest.mark.parametrize("code", ["en", "ru"])
def test_who_asks_is_told_and_can_end_it(installation: Any, said: Any, code: str) -> None:
    begin(installation, code)
    ask, off, on, hours, nothing, ended = WORDS[code]
    (answer,) = installation.write("red", ask)
    assert nothing in said(answer)
    answers(installation)
    (answer,) = installation.write("red", ask)
    assert hours in said(answer)
    assert "18–21" in said(answer)
    assert "█ 8" in said(answer)
    (answer,) = installation.write("red", off)
    assert ended in said(answer)
    (answer,) = installation.write("red", ask)
    assert ended in said(answer)
    assert hours not in said(answer)
    installation.write("red", on)
    (answer,) = installation.write("red", ask)
    assert hours in said(answer)


@pytest.mark.parametrize("lines", ["check\n1a\n", "check 1a\n", "1z9\n", "status\n"])
def test_what_answers_no_question_is_not_counted(installation: Any, said: Any, lines: str) -> None:
    begin(installation)
    answers(installation, lines=lines)
    (answer,) = installation.write("red", "habits")
    assert "Nothing is known yet" in said(answer)


def test_the_reminder_comes_at_the_usual_hours(installation: Any) -> None:
    campaign = begin(installation)
    answers(installation)
    deadline = asks(installation, campaign, MONDAY + timedelta(days=14, hours=9))
    assert deadline == MONDAY + timedelta(days=17, hours=9)
    evening = MONDAY + timedelta(days=16, hours=19)
    assert reminded(installation, evening - timedelta(minutes=1)) == []
    (reminder,) = reminded(installation, evening + timedelta(minutes=1))
    assert "reminder" in str(reminder["Subject"])
    assert reminded(installation, deadline - timedelta(minutes=1)) == [], "it came already"


def test_without_a_habit_or_with_it_off_the_reminder_comes_as_agreed(installation: Any) -> None:
    campaign = begin(installation)
    answers(installation)
    installation.write("red", "habits off")
    deadline = asks(installation, campaign, MONDAY + timedelta(days=14, hours=9))
    assert reminded(installation, deadline - timedelta(hours=24, minutes=1)) == []
    assert len(reminded(installation, deadline - timedelta(hours=23, minutes=59))) == 1


@pytest.mark.parametrize(("hours", "moves"), [(6, True), (3, False), (0, False)])
def test_a_deadline_moves_to_the_end_of_the_usual_hours(installation: Any, said: Any, hours: int, moves: bool) -> None:
    campaign = begin(installation, habit_hours=hours)
    answers(installation)
    reckoned = MONDAY + timedelta(days=17, hours=16)
    deadline = asks(installation, campaign, reckoned - timedelta(hours=72))
    assert deadline == (reckoned.replace(hour=21) if moves else reckoned)
    (answer,) = installation.write("red", "habits")
    assert ("by 6 h at most" in said(answer)) is moves


def test_a_deadline_that_the_moderator_named_stays(installation: Any) -> None:
    campaign = begin(installation, habit_hours=6)
    answers(installation)
    named = asks(installation, campaign, MONDAY + timedelta(days=14, hours=16)) + timedelta(days=1, hours=-5)
    assert named.hour == 16
    at_desk(installation, campaign, lambda table: extensions.extend(table, by="Mona", until=named))
    assert due(installation, campaign)["red"] == named


def test_a_deadline_keeps_to_the_playing_time(installation: Any) -> None:
    campaign = begin(installation, habit_hours=6, earliest="10:00", latest="20:00")
    answers(installation)
    reckoned = MONDAY + timedelta(days=17, hours=16)
    assert asks(installation, campaign, reckoned - timedelta(hours=72)) == reckoned, "21:00 is no hour for deadlines"


def test_a_deadline_of_who_wants_no_habits_does_not_move(installation: Any) -> None:
    campaign = begin(installation, habit_hours=6)
    answers(installation)
    installation.write("red", "habits off")
    reckoned = MONDAY + timedelta(days=17, hours=16)
    assert asks(installation, campaign, reckoned - timedelta(hours=72)) == reckoned


def test_moderators_who_do_not_play_see_them_and_no_player_does(installation: Any, said: Any) -> None:
    campaign = begin(installation)
    answers(installation)
    sentence = "Red usually answers between 19 and 21 h (UTC)."
    (status,) = installation.write("moderator", "status")
    assert sentence in said(status)
    (extended,) = installation.write("moderator", "extend 24 h")
    assert sentence in said(extended)
    installation.deliver()
    for seat in ("blue", "red"):
        (status,) = installation.write(seat, "status")
        assert "usually" not in said(status)
    with reading(installation.service.engine) as session:
        view = CampaignView(table_of_campaign(installation.service.work(session), campaign))
        assert sentence.lower() in standing_text(view, short=True).lower()
    installation.write("red", "habits off")
    (status,) = installation.write("moderator", "status")
    assert "usually" not in said(status)
    (extended,) = installation.write("moderator", "extend 24 h")
    assert "usually" not in said(extended)


def test_whoever_creates_a_campaign_with_a_moderator_is_told(installation: Any) -> None:
    begin(installation)
    answers(installation)
    second = installation.create("sealed-bids", {"red": "en", "blue": "en", "moderator": "en"}, name="second")
    assert usual_hours_in(installation.service, second) == ("red usually answers between 19 and 21 h (UTC).",)
    third = installation.create("sealed-bids", {"red": "en", "blue": "en"}, name="third")
    assert usual_hours_in(installation.service, third) == (), "whoever sits at the desk may play"


def test_a_moderator_who_plays_sees_none(installation: Any, said: Any) -> None:
    players = (
        new_campaigns.Player(seat="red", name="Red", email="red@players.test"),
        new_campaigns.Player(seat="blue", name="Mila", email="blue@players.test"),
        new_campaigns.Player(seat="moderator", name="Mila", email="blue@players.test"),
    )
    new = new_campaigns.NewCampaign(
        name="own", title="Her own", game="sealed-bids", seed=b"own", players=players, deadline_hours=2000
    )
    new_campaigns.create(installation.service, new)
    installation.deliver()
    answers(installation)
    (status,) = installation.write("blue", "status", to=moderators_address(installation))
    assert "usually" not in said(status)
    assert "Asked now" in said(status)


def moderators_address(installation: Any) -> str:
    with reading(installation.service.engine) as session:
        token = session.scalars(select(Seat).where(col(Seat.name) == "moderator")).one().token.decode()
    return str(installation.service.reply_address(token))


def test_who_reads_along_does_not_see_them(installation: Any, said: Any) -> None:
    begin(installation)
    answers(installation)
    with writing(installation.service.engine) as session:
        seat = session.scalars(select(Seat).where(col(Seat.name) == "red")).one()
        blue = session.scalars(select(Person).where(col(Person.name) == "Blue")).one()
        session.add(Holding(seat_id=seat.id, person_id=blue.id, role=Role.COPY, since=installation.clock.now()))
    installation.put(installation.raw("red", "habits\n"))
    mails = installation.deliver()
    assert any("between 19 and 21 h" in said(mail) for mail in got(installation, "red", mails))
    assert all("between 19 and 21 h" not in said(mail) for mail in got(installation, "blue", mails))


def test_they_are_given_with_what_is_kept_and_gone_when_it_is_forgotten(installation: Any) -> None:
    campaign = begin(installation)
    answers(installation)
    told = facts(persons.export(installation.service, Visitor("Moderator"), "red@players.test"))
    assert told["person"]["habits"] is True
    assert told["habits"] == {"zone": "UTC", "begins": 19, "hours": 2, "days": [1, 2, 3, 4, 5, 6, 7]}
    with writing(installation.service.engine) as session:
        session.execute(update(Campaign).where(col(Campaign.id) == campaign).values(state=CampaignState.FINISHED))
        number = session.scalars(select(Person).where(col(Person.name) == "Red")).one().id
    erasure.erase(installation.service, Visitor("Moderator"), "red@players.test")
    told = facts(persons.export(installation.service, Visitor("Moderator"), f"#{number}"))
    assert told["person"]["habits"] is False
    assert told["habits"] is None


def facts(made: bytes) -> dict[str, Any]:
    with zipfile.ZipFile(io.BytesIO(made)) as file:
        told: dict[str, Any] = msgspec.json.decode(file.read(persons.FACTS))
    return told
