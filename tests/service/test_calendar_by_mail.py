"""Deadlines in the players' calendars, and the copy for programs, over real mails."""

from __future__ import annotations

import json
from email.message import EmailMessage
from random import Random
from typing import Any

import pytest
from icalendar import Calendar, Component

from adjudicator.reports.layout.data import from_json, json_schema
from adjudicator.reports.layout.render import render
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.play.offers import phrasebook
from adjudicator.store.engine import reading

pytestmark = pytest.mark.store("sqlite")


@pytest.fixture
def campaign(installation: Any) -> int:
    made: int = installation.create("sealed-bids", {"red": "en", "blue": "ru"})
    return made


def attached(mail: EmailMessage, kind: str) -> list[bytes]:
    parts = [part for part in mail.walk() if part.get_content_type() == kind]
    return [part.get_payload(decode=True) for part in parts]  # type: ignore[misc]


def events(mail: EmailMessage) -> dict[str, Component]:
    return {
        str(event["UID"]): event
        for data in attached(mail, "application/ics")
        for event in Calendar.from_ical(data).walk("VEVENT")
    }


def test_the_first_mail_brings_the_deadline(installation: Any, campaign: int) -> None:
    ((uid, event),) = events(installation.newest("red")).items()
    assert uid.startswith("deadline-1.")
    assert event["STATUS"] == "CONFIRMED"
    assert event.decoded("dtend") > installation.clock.now()


def test_no_secret_address_stands_in_a_calendar(installation: Any, campaign: int) -> None:
    mail = installation.newest("red")
    token = str(mail["Reply-To"]).partition("+")[2].partition("@")[0]
    assert len(token) > 10
    assert token.encode() not in attached(mail, "application/ics")[0]


def test_an_answer_on_file_ends_the_entry_and_taking_it_back_revives_it(installation: Any, campaign: int) -> None:
    ((uid, first),) = events(installation.newest("red")).items()
    installation.clock.forward(hours=1)
    (answer,) = installation.write("red", "1a")
    assert events(answer)[uid]["STATUS"] == "CANCELLED"
    installation.clock.forward(hours=1)
    (back,) = installation.write("red", "withdraw")
    assert events(back)[uid]["STATUS"] == "CONFIRMED"
    sequences = [event["SEQUENCE"] for event in (first, events(answer)[uid], events(back)[uid])]
    assert sequences == sorted(set(sequences))


def test_a_question_that_is_over_leaves_the_calendar_and_the_next_one_comes(installation: Any, campaign: int) -> None:
    ((uid, _),) = events(installation.newest("red")).items()
    installation.clock.forward(hours=1)
    installation.write("red", "1a")
    installation.write("blue", "2a")
    now = events(installation.newest("red"))
    assert sum(event["STATUS"] == "CONFIRMED" for event in now.values()) == 1
    assert uid not in now or now[uid]["STATUS"] == "CANCELLED"


def test_more_time_moves_the_entry(installation: Any, campaign: int) -> None:
    ((uid, first),) = events(installation.newest("red")).items()
    installation.clock.forward(hours=1)
    installation.write("blue", "wait")
    moved = events(installation.newest("red"))[uid]
    assert moved["SEQUENCE"] > first["SEQUENCE"]
    assert moved.decoded("dtend") > first.decoded("dtend")


def test_a_seat_can_do_without_calendar_entries(installation: Any, campaign: int) -> None:
    installation.clock.forward(hours=1)
    installation.write("blue", "календарь выкл")
    installation.write("red", "1a")
    installation.write("blue", "2a")
    assert attached(installation.newest("blue"), "application/ics") == []
    assert attached(installation.newest("red"), "application/ics")


def test_who_asks_gets_a_copy_for_programs_that_says_what_the_mail_says(
    installation: Any, campaign: int, read: Any
) -> None:
    assert attached(installation.newest("red"), "application/json") == []
    installation.write("red", "format json")
    (answer,) = installation.write("red", "1a")
    (data,) = attached(answer, "application/json")
    assert json.loads(data)["format"] == json_schema()["$defs"]["Report"]["properties"]["format"]["const"]
    assert render(from_json(data)).text.split() == read(answer).split()
    installation.write("red", "format json off")
    assert attached(installation.write("red", "1b")[0], "application/json") == []


def test_a_campaign_can_begin_with_copies_and_without_calendars(installation: Any) -> None:
    installation.create("sealed-bids", {"red": "en", "blue": "ru"}, calendar=False, data_copy=True)
    mail = installation.newest("red")
    assert attached(mail, "application/ics") == []
    assert len(attached(mail, "application/json")) == 1


def test_a_round_is_one_entry_whose_sequence_rises_and_which_ends(installation: Any) -> None:
    """All questions of a round move the same entry; when nothing is asked any more it is cancelled."""
    game = "salt-roads"
    made, rng = installation.create(game, {"amber": "en", "sapphire": "en", "onyx": "en"}), Random(2)
    for _ in range(14):
        with reading(installation.service.engine) as session:
            table = table_of_campaign(installation.service.work(session), made)
        seat = table.match.decisions()[0].waiting[0]
        installation.clock.forward(minutes=20)
        installation.write(seat, phrasebook(game).say(table.match.sample(seat, rng), "en"))
    turns = table.turn[0] + 1
    for seat in ("amber", "sapphire", "onyx"):
        told: dict[str, list[Any]] = {}
        for mail in installation.received[f"{seat}@players.test"]:
            for uid, event in events(mail).items():
                told.setdefault(uid, []).append(event)
        assert 1 <= len(told) <= turns
        assert all(uid.startswith("round-") for uid in told)
        for found in told.values():
            sequences = [event["SEQUENCE"] for event in found]
            assert sequences == sorted(set(sequences))
        *over, _ = told.values()
        assert all(found[-1]["STATUS"] == "CANCELLED" for found in over)
