"""Calendar entries for the deadlines of a report: one iCalendar file (RFC 5545), published (RFC 5546, 3.2.1).

Each round of a seat is one event, in games without rounds each question: its UID never changes, its SEQUENCE rises with
every mail that speaks of it, and it is cancelled when nothing is to be answered any more. An entry says no more than
the subject of the mail does, for a calendar is often shared; the secret reply address is not in it.
"""

from datetime import date, datetime, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

from icalendar import Alarm, Calendar, Event, Timezone

from adjudicator.reports.layout.plain import plain
from adjudicator.reports.layout.words import Words
from adjudicator.reports.model import Due, Report

SHOWN = timedelta(minutes=15)
"""Length of an entry: it ends at the deadline."""
ALARMS = (timedelta(hours=24), timedelta(hours=2))
"""A calendar program reminds so long before the deadline, where there is still so much time."""


def calendar(report: Report, mark: str, domain: str) -> bytes:
    """Return the deadlines of a report as a calendar; empty if it has none.

    `mark` is a public name of the seat, part of the UIDs; `domain` that of the installation.
    """
    if not report.dues:
        return b""
    made = Calendar()
    made.add("prodid", "-//adjudicator//deadlines//EN")
    made.add("version", "2.0")
    made.add("method", "PUBLISH")
    for zone in _zone(report.zone, report.written.year):
        made.add_component(zone)
    for due in report.dues:
        made.add_component(_event(report, due, mark, domain))
    return bytes(made.to_ical())


@lru_cache(64)
def _zone(name: str, year: int) -> tuple[Timezone, ...]:
    """Return what a calendar has to say of a time zone for dates near to a year; empty for UTC."""
    probe = Calendar()
    event = Event()
    event.add("dtstart", datetime(year, 1, 1, tzinfo=ZoneInfo(name)))
    probe.add_component(event)
    probe.add_missing_timezones(first_date=date(year - 1, 1, 1), last_date=date(year + 1, 12, 31))
    for zone in probe.timezones:
        zone.pop("comment", None)  # English words of the library about the years it wrote
    return tuple(probe.timezones)


def _event(report: Report, due: Due, mark: str, domain: str) -> Event:
    words = Words(report)
    end = due.deadline.astimezone(ZoneInfo(report.zone))
    event = Event()
    name = f"round-{due.course}" if due.course else f"deadline-{due.number}"
    event.add("uid", f"{name}.{mark}@{domain}")
    event.add("sequence", due.revision)
    event.add("dtstamp", report.written)
    event.add("dtstart", end - SHOWN)
    event.add("dtend", end)
    event.add("summary", plain(words.entry(due)), parameters={"language": report.language})
    event.add("description", plain(words.entry_text(due)), parameters={"language": report.language})
    event.add("organizer", f"mailto:no-reply@{domain}")
    event.add("status", "CANCELLED" if due.settled else "CONFIRMED")
    event.add("transp", "TRANSPARENT")
    event.add("class", "PRIVATE")
    if not due.settled:
        for before in ALARMS:
            if due.deadline - report.written > before:
                event.add_component(_alarm(report, due, before))
    return event


def _alarm(report: Report, due: Due, before: timedelta) -> Alarm:
    alarm = Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("trigger", -before, parameters={"related": "END"})
    alarm.add("description", plain(Words(report).entry(due)), parameters={"language": report.language})
    return alarm
