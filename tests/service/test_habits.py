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


def begin(house: Any, code: str = "en", **timing: Any) -> int:
    """Two players with all the time in the world, and a moderator."""
    made: int = house.create(
        "sealed-bids",
        {"red": code, "blue": "en", "moderator": "en"},
        deadline_hours=2000,
        timing=TimingPolicy(**timing),
        mail_format="text",
    )
    return made


def answers(house: Any, evenings: int = 8, lines: str = "1a\n") -> None:
    """Red writes an order every evening, and changes nothing with it from the second on."""
    for day in range(4, 4 + evenings):
        house.clock.time = MONDAY + timedelta(days=day, hours=19, minutes=30)
        house.put(house.raw("red", lines))
    house.deliver()


def asks(house: Any, campaign: int, at: datetime, hours: int = 72) -> datetime:
    """The next question is asked at a moment. Returns Red's deadline."""
    house.clock.time = at
    with writing(house.service.engine) as session:
        session.execute(update(Campaign).where(col(Campaign.id) == campaign).values(deadline_hours=hours))
    house.put(house.raw("blue", "2a\n"))
    house.deliver()
    deadline = due(house, campaign)["red"]
    assert deadline is not None
    return deadline


def reminded(house: Any, at: datetime) -> list[EmailMessage]:
    house.clock.time = at
    run_deadlines(house.service)
    return got(house, "red", house.deliver())


@pytest.mark.parametrize("code", ["en", "ru"])
def test_who_asks_is_told_and_can_end_it(house: Any, said: Any, code: str) -> None:
    begin(house, code)
    ask, off, on, hours, nothing, ended = WORDS[code]
    (answer,) = house.write("red", ask)
    assert nothing in said(answer)
    answers(house)
    (answer,) = house.write("red", ask)
    assert hours in said(answer)
    assert "18–21" in said(answer)
    assert "█ 8" in said(answer)
    (answer,) = house.write("red", off)
    assert ended in said(answer)
    (answer,) = house.write("red", ask)
    assert ended in said(answer)
    assert hours not in said(answer)
    house.write("red", on)
    (answer,) = house.write("red", ask)
    assert hours in said(answer)


@pytest.mark.parametrize("lines", ["check\n1a\n", "check 1a\n", "1z9\n", "status\n"])
def test_what_answers_no_question_is_not_counted(house: Any, said: Any, lines: str) -> None:
    begin(house)
    answers(house, lines=lines)
    (answer,) = house.write("red", "habits")
    assert "Nothing is known yet" in said(answer)


def test_the_reminder_comes_at_the_usual_hours(house: Any) -> None:
    campaign = begin(house)
    answers(house)
    deadline = asks(house, campaign, MONDAY + timedelta(days=14, hours=9))
    assert deadline == MONDAY + timedelta(days=17, hours=9)
    evening = MONDAY + timedelta(days=16, hours=19)
    assert reminded(house, evening - timedelta(minutes=1)) == []
    (reminder,) = reminded(house, evening + timedelta(minutes=1))
    assert "reminder" in str(reminder["Subject"])
    assert reminded(house, deadline - timedelta(minutes=1)) == [], "it came already"


def test_without_a_habit_or_with_it_off_the_reminder_comes_as_agreed(house: Any) -> None:
    campaign = begin(house)
    answers(house)
    house.write("red", "habits off")
    deadline = asks(house, campaign, MONDAY + timedelta(days=14, hours=9))
    assert reminded(house, deadline - timedelta(hours=24, minutes=1)) == []
    assert len(reminded(house, deadline - timedelta(hours=23, minutes=59))) == 1


@pytest.mark.parametrize(("hours", "moves"), [(6, True), (3, False), (0, False)])
def test_a_deadline_moves_to_the_end_of_the_usual_hours(house: Any, said: Any, hours: int, moves: bool) -> None:
    campaign = begin(house, habit_hours=hours)
    answers(house)
    reckoned = MONDAY + timedelta(days=17, hours=16)
    deadline = asks(house, campaign, reckoned - timedelta(hours=72))
    assert deadline == (reckoned.replace(hour=21) if moves else reckoned)
    (answer,) = house.write("red", "habits")
    assert ("by 6 h at most" in said(answer)) is moves


def test_a_deadline_that_the_moderator_named_stays(house: Any) -> None:
    campaign = begin(house, habit_hours=6)
    answers(house)
    named = asks(house, campaign, MONDAY + timedelta(days=14, hours=16)) + timedelta(days=1, hours=-5)
    assert named.hour == 16
    at_desk(house, campaign, lambda table: extensions.extend(table, by="Mona", until=named))
    assert due(house, campaign)["red"] == named


def test_a_deadline_keeps_to_the_playing_time(house: Any) -> None:
    campaign = begin(house, habit_hours=6, earliest="10:00", latest="20:00")
    answers(house)
    reckoned = MONDAY + timedelta(days=17, hours=16)
    assert asks(house, campaign, reckoned - timedelta(hours=72)) == reckoned, "21:00 is no hour for deadlines"


def test_a_deadline_of_who_wants_no_habits_does_not_move(house: Any) -> None:
    campaign = begin(house, habit_hours=6)
    answers(house)
    house.write("red", "habits off")
    reckoned = MONDAY + timedelta(days=17, hours=16)
    assert asks(house, campaign, reckoned - timedelta(hours=72)) == reckoned


def test_moderators_who_do_not_play_see_them_and_no_player_does(house: Any, said: Any) -> None:
    campaign = begin(house)
    answers(house)
    sentence = "Red usually answers between 19 and 21 h (UTC)."
    (status,) = house.write("moderator", "status")
    assert sentence in said(status)
    (extended,) = house.write("moderator", "extend 24 h")
    assert sentence in said(extended)
    house.deliver()
    for seat in ("blue", "red"):
        (status,) = house.write(seat, "status")
        assert "usually" not in said(status)
    with reading(house.service.engine) as session:
        view = CampaignView(table_of_campaign(house.service.work(session), campaign))
        assert sentence.lower() in standing_text(view, short=True).lower()
    house.write("red", "habits off")
    (status,) = house.write("moderator", "status")
    assert "usually" not in said(status)
    (extended,) = house.write("moderator", "extend 24 h")
    assert "usually" not in said(extended)


def test_whoever_creates_a_campaign_with_a_moderator_is_told(house: Any) -> None:
    begin(house)
    answers(house)
    second = house.create("sealed-bids", {"red": "en", "blue": "en", "moderator": "en"}, name="second")
    assert usual_hours_in(house.service, second) == ("red usually answers between 19 and 21 h (UTC).",)
    third = house.create("sealed-bids", {"red": "en", "blue": "en"}, name="third")
    assert usual_hours_in(house.service, third) == (), "whoever sits at the desk may play"


def test_a_moderator_who_plays_sees_none(house: Any, said: Any) -> None:
    players = (
        new_campaigns.Player(seat="red", name="Red", email="red@players.test"),
        new_campaigns.Player(seat="blue", name="Mila", email="blue@players.test"),
        new_campaigns.Player(seat="moderator", name="Mila", email="blue@players.test"),
    )
    new = new_campaigns.NewCampaign(
        name="own", title="Her own", game="sealed-bids", seed=b"own", players=players, deadline_hours=2000
    )
    new_campaigns.create(house.service, new)
    house.deliver()
    answers(house)
    (status,) = house.write("blue", "status", to=moderators_address(house))
    assert "usually" not in said(status)
    assert "Asked now" in said(status)


def moderators_address(house: Any) -> str:
    with reading(house.service.engine) as session:
        token = session.scalars(select(Seat).where(col(Seat.name) == "moderator")).one().token.decode()
    return str(house.service.reply_address(token))


def test_who_reads_along_does_not_see_them(house: Any, said: Any) -> None:
    begin(house)
    answers(house)
    with writing(house.service.engine) as session:
        seat = session.scalars(select(Seat).where(col(Seat.name) == "red")).one()
        blue = session.scalars(select(Person).where(col(Person.name) == "Blue")).one()
        session.add(Holding(seat_id=seat.id, person_id=blue.id, role=Role.COPY, since=house.clock.now()))
    house.put(house.raw("red", "habits\n"))
    mails = house.deliver()
    assert any("between 19 and 21 h" in said(mail) for mail in got(house, "red", mails))
    assert all("between 19 and 21 h" not in said(mail) for mail in got(house, "blue", mails))


def test_they_are_given_with_what_is_kept_and_gone_when_it_is_forgotten(house: Any) -> None:
    campaign = begin(house)
    answers(house)
    told = facts(persons.export(house.service, Visitor("Moderator"), "red@players.test"))
    assert told["person"]["habits"] is True
    assert told["habits"] == {"zone": "UTC", "begins": 19, "hours": 2, "days": [1, 2, 3, 4, 5, 6, 7]}
    with writing(house.service.engine) as session:
        session.execute(update(Campaign).where(col(Campaign.id) == campaign).values(state=CampaignState.FINISHED))
        number = session.scalars(select(Person).where(col(Person.name) == "Red")).one().id
    erasure.erase(house.service, Visitor("Moderator"), "red@players.test")
    told = facts(persons.export(house.service, Visitor("Moderator"), f"#{number}"))
    assert told["person"]["habits"] is False
    assert told["habits"] is None


def facts(made: bytes) -> dict[str, Any]:
    with zipfile.ZipFile(io.BytesIO(made)) as file:
        told: dict[str, Any] = msgspec.json.decode(file.read(persons.FACTS))
    return told
