"""Letters that arrive later: when their author says, or after the time that a campaign gives them."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from adjudicator.service import periodic
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.campaign.settings import CampaignSettings, PressPolicy, keep_settings
from adjudicator.service.clocks import extensions
from adjudicator.service.press import content
from adjudicator.store.engine import reading, writing
from adjudicator.store.tables import Campaign

SEATS = {"north": "en", "east": "ru", "south": "en", "moderator": "en", "observer": "ru"}
HEADS = (
    ("press to east in 6 hours:", timedelta(hours=6)),
    ("press in 2 days to east:", timedelta(days=2)),
    ("press to east, in 90 minutes:", timedelta(minutes=90)),
    ("press to east in 6 hours", timedelta(hours=6)),
    ("письмо east через 6 часов:", timedelta(hours=6)),
    ("письмо востоку через час:", timedelta(hours=1)),
    ("письмо через 2 недели востоку:", timedelta(days=14)),
    ("press to east in half an hour:", timedelta(minutes=30)),
)


@pytest.fixture
def campaign(installation: Any) -> int:
    made: int = installation.create("crossroads", SEATS)
    return made


def allow(installation: Any, campaign: int, **policy: Any) -> None:
    with writing(installation.service.engine) as session:
        keep_settings(session.get_one(Campaign, campaign), CampaignSettings(press=PressPolicy(**policy)))


def wrote(installation: Any, seat: str, *lines: str, **headers: str) -> dict[str, list[Any]]:
    """A seat writes; returns what everybody gets."""
    row = installation.put(installation.raw(seat, "\n".join(lines) + "\n", **headers))
    assert row.status.value == "handled", row.reason
    return got(installation)


def got(installation: Any) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {}
    for address, mail in installation.deliver():
        found.setdefault(address.partition("@")[0], []).append(mail)
    return found


def letters(found: dict[str, list[Any]], word: str) -> set[str]:
    """Who has got a mail that holds a word."""
    return {seat for seat, mails in found.items() for mail in mails if word in mail.as_string()}


def later(installation: Any, **time: float) -> dict[str, list[Any]]:
    installation.clock.forward(**time)
    periodic.run(installation.service)
    return got(installation)


def stored(installation: Any, campaign: int) -> list[content.Stored]:
    with reading(installation.service.engine) as session:
        return list(content.of_campaign(session, campaign))


@pytest.mark.parametrize(("head", "wait"), HEADS)
def test_a_letter_says_after_what_time_it_arrives(
    installation: Any, campaign: int, head: str, wait: timedelta | None
) -> None:
    before = installation.clock.time
    found = wrote(installation, "north", head, "quartz")
    assert set(found) == {"north"}
    (one,) = stored(installation, campaign)
    assert timedelta() <= one.due_at - before - wait < timedelta(seconds=5)
    assert one.letter.lines == ("quartz",)
    assert letters(later(installation, minutes=wait.total_seconds() / 60 - 1), "quartz") == set()
    assert letters(later(installation, minutes=2), "quartz") == {"east"}


def test_a_letter_names_a_moment_in_the_zone_of_its_author(installation: Any, campaign: int, said: Any) -> None:
    day = installation.clock.time + timedelta(days=3)
    moment = datetime(day.year, day.month, day.day, 20, tzinfo=day.tzinfo)
    for head in (
        f"press to east on {day.day}.{day.month} 20:00: one line",
        f"письмо east {day.day}.{day.month} 20:00:",
    ):
        found = wrote(installation, "north", head, "quartz")
        assert set(found) == {"north"}
        assert "20:00 UTC" in said(found["north"][0])
    assert {one.due_at for one in stored(installation, campaign)} == {moment}
    assert [one.letter.lines for one in stored(installation, campaign)] == [("one line", "quartz"), ("quartz",)]
    wrote(installation, "north", f"press to south on {day.day}.{day.month}:", "quartz")
    assert stored(installation, campaign)[-1].due_at == moment.replace(hour=0), "a day begins at midnight"


def test_a_time_that_cannot_be_kept_is_answered(installation: Any, campaign: int, said: Any) -> None:
    for head, told in (
        ("press to east on 3/12 20:00:", "can mean two days"),
        ("press to east on 31.2 20:00:", "no such day"),
        ("press to east in 90 days:", "60 days"),
        ("press to east today 0:01:", "over already"),
        ("press to east in 6 hours we attack", "Put a colon"),
        ("press to all as East is weak", "Put a colon"),
    ):
        found = wrote(installation, "north", head, "quartz")
        assert set(found) == {"north"}, head
        assert told in said(found["north"][0]), head
    assert stored(installation, campaign) == []


def test_the_author_takes_back_a_letter_that_waits(installation: Any, campaign: int, said: Any) -> None:
    found = wrote(installation, "north", "press to east in 6 hours: quartz")
    assert "withdraw letter 1" in said(found["north"][0])
    wrote(installation, "north", "press to south in 7 hours: basalt")
    listed = said(wrote(installation, "north", "letters")["north"][0])
    assert "withdraw letter 1" in listed
    assert "withdraw letter 2" in listed
    assert "quartz" not in said(wrote(installation, "east", "письма")["east"][0])
    assert "Which letter" in said(wrote(installation, "north", "withdraw letter")["north"][0])
    assert "No letter of yours waits" in said(wrote(installation, "south", "withdraw letter 1")["south"][0])
    assert "| quartz" in said(wrote(installation, "north", "отозвать письмо 1")["north"][0])
    assert letters(later(installation, hours=8), "quartz") == set()
    assert "No letter of yours waits" in said(wrote(installation, "north", "withdraw letter 2")["north"][0])
    assert [one.letter.lines for one in stored(installation, campaign)] == [("basalt",)]


def test_a_letter_waits_for_the_deadline_and_moves_with_it(installation: Any, campaign: int, said: Any) -> None:
    asked = {prompt.seat_id: prompt.deadline for prompt in open_now(installation, campaign)}
    (deadline,) = set(asked.values())
    found = wrote(installation, "east", "письмо всем, после срока:", "quartz")
    assert set(found) == {"east"}
    assert stored(installation, campaign)[0].due_at == deadline
    with writing(installation.service.engine) as session:
        table = installation_table(installation, session, campaign)
        extensions.extend(table, by="Mila", hours=24)
    installation.deliver()
    hours = (deadline - installation.clock.time).total_seconds() / 3600
    assert letters(later(installation, hours=hours + 1), "quartz") == set()
    assert stored(installation, campaign)[0].due_at == deadline + timedelta(hours=24)
    assert letters(later(installation, hours=24), "quartz") == {"north", "south", "moderator", "observer"}


def open_now(installation: Any, campaign: int) -> Any:
    with reading(installation.service.engine) as session:
        return installation_table(installation, session, campaign).open_prompts()


def installation_table(installation: Any, session: Any, campaign: int) -> Any:
    return table_of_campaign(installation.service.work(session), campaign)


def test_letters_of_a_kind_are_on_their_way_for_hours(installation: Any, campaign: int, said: Any) -> None:
    allow(installation, campaign, private_hours=12, public_hours=1)
    found = wrote(installation, "north", "press to east: quartz")
    assert set(found) == {"north"}
    assert letters(wrote(installation, "north", "press to the moderator: basalt"), "basalt") >= {"moderator"}
    assert letters(wrote(installation, "moderator", "press to east: marble"), "marble") >= {"east"}
    wrote(installation, "north", "press to all: granite")
    assert letters(later(installation, hours=2), "granite") == {"east", "south", "moderator", "observer"}
    wrote(installation, "north", "press to east in 2 hours: slate")
    assert letters(later(installation, hours=10.5), "quartz") == {"east"}
    assert letters(later(installation, hours=1), "slate") == set()
    assert "on its way for 12 hours" in said(wrote(installation, "north", "press")["north"][0])


def test_a_letter_without_a_name_arrives_some_time_after_its_moment(
    installation: Any, campaign: int, said: Any
) -> None:
    allow(installation, campaign, anonymous=True)
    before = installation.clock.time
    told = said(wrote(installation, "north", "anonymous press to east in 6 hours: quartz")["north"][0])
    assert "at a moment that is drawn" in told
    (one,) = stored(installation, campaign)
    assert timedelta(hours=6, minutes=1) <= one.due_at - before <= timedelta(hours=8, minutes=2)


def test_nothing_waits_with_check_and_the_answer_says_when(installation: Any, campaign: int, said: Any) -> None:
    told = said(wrote(installation, "north", "check", "press to east in 6 hours: quartz")["north"][0])
    assert "It arrives on" in told
    assert "take it back" not in told
    assert stored(installation, campaign) == []
