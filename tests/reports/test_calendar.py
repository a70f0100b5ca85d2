"""Calendar entries of a report, read back by the library."""

from datetime import UTC, datetime, timedelta

import msgspec
import pytest
from icalendar import Calendar, Component

from adjudicator.language import CODES
from adjudicator.reports.layout.calendar import calendar
from adjudicator.reports.model import Due, Kind, Report

WRITTEN = datetime(2026, 11, 20, 12, tzinfo=UTC)
DEADLINE = datetime(2026, 11, 22, 17, tzinfo=UTC)
DUE = Due(number=12, deadline=DEADLINE, title="your action round 1", revision=3)


def report(*dues: Due, language: str = "en", zone: str = "Europe/Berlin", campaign: str = "Sun King") -> Report:
    return Report(
        kind=Kind.PROMPT, campaign=campaign, title="t", written=WRITTEN, seat="France", dues=dues, language=language,
        zone=zone,
    )  # fmt: skip


def entries(data: bytes) -> list[Component]:
    return list(Calendar.from_ical(data).walk("VEVENT"))


def test_a_mail_without_deadlines_has_no_calendar() -> None:
    assert calendar(report(), "abc", "game.test") == b""


def test_the_entry_ends_at_the_deadline_in_the_zone_of_the_reader() -> None:
    data = calendar(report(DUE), "abc", "game.test")
    (event,) = entries(data)
    assert Calendar.from_ical(data)["METHOD"] == "PUBLISH"
    assert event.decoded("dtend") == DEADLINE
    assert event["DTEND"].params["TZID"] == "Europe/Berlin"
    assert b"BEGIN:VTIMEZONE\r\nTZID:Europe/Berlin" in data
    assert b"COMMENT" not in data, "no English words of the library"
    assert event["SUMMARY"] == "Sun King · France: answer #12 (your action round 1)"
    assert event["STATUS"] == "CONFIRMED"


def test_a_moved_deadline_is_the_same_entry_with_a_higher_sequence() -> None:
    moved = msgspec.structs.replace(DUE, deadline=DEADLINE + timedelta(days=1), revision=500)
    before, after = (entries(calendar(report(due), "abc", "game.test"))[0] for due in (DUE, moved))
    assert before["UID"] == after["UID"]
    assert before["SEQUENCE"] < after["SEQUENCE"]
    assert after.decoded("dtend") - before.decoded("dtend") == timedelta(days=1)


def test_seats_and_questions_have_entries_of_their_own() -> None:
    other = msgspec.structs.replace(DUE, number=13)
    marks = [(DUE, "abc"), (DUE, "xyz"), (other, "abc")]
    assert len({str(entries(calendar(report(due), mark, "game.test"))[0]["UID"]) for due, mark in marks}) == 3


def test_what_is_settled_is_cancelled_and_rings_no_more() -> None:
    (event,) = entries(calendar(report(msgspec.structs.replace(DUE, settled=True)), "abc", "game.test"))
    assert event["STATUS"] == "CANCELLED"
    assert event.walk("VALARM") == []


def test_alarms_ring_only_in_the_future() -> None:
    near = msgspec.structs.replace(DUE, deadline=WRITTEN + timedelta(hours=3))
    alarms = [len(entries(calendar(report(due), "a", "b.test"))[0].walk("VALARM")) for due in (DUE, near)]
    assert alarms == [2, 1]


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("zone", ["UTC", "Europe/Moscow", "America/St_Johns", "Asia/Kathmandu", "Pacific/Chatham"])
def test_every_zone_and_language_is_read_back(code: str, zone: str) -> None:
    data = calendar(report(DUE, language=code, zone=zone), "abc", "game.test")
    (event,) = entries(data)
    assert event.decoded("dtend") == DEADLINE
    assert event["SUMMARY"].params["LANGUAGE"] == code
    assert all(len(line) <= 75 for line in data.split(b"\r\n"))


def test_a_title_cannot_add_lines() -> None:
    data = calendar(report(DUE, campaign="Sun\r\nATTENDEE:mailto:eve@elsewhere.example"), "abc", "game.test")
    assert [line for line in data.split(b"\r\n") if line.startswith(b"ATTENDEE")] == []


def test_equal_reports_make_equal_bytes() -> None:
    assert calendar(report(DUE), "abc", "game.test") == calendar(report(DUE), "abc", "game.test")
