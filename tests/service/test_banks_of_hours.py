"""Banks of hours: what an answer takes is charged to its seat, and the deadline is when the bank is empty."""

from __future__ import annotations

from datetime import timedelta

import pytest

from adjudicator.service import periodic
from adjudicator.service.moderation.commands.deadlines import Extend
from adjudicator.service.play import due_dates
from adjudicator.service.timing.policy import Bank, ShortFuse, TimingPolicy, problems_of
from adjudicator.store import prompts
from adjudicator.store.engine import reading
from tests.service.conftest import START, Installation, Read
from tests.service.test_acts_by_mail import acts, bid
from tests.service.test_moderators_by_mail import SEATS, Mona
from tests.service.test_verify import moderate

AGREED = TimingPolicy(bank=Bank(hours=100, increment=10), min_hours_after_absence=1, reminder_hours=())


@pytest.fixture
def campaign(installation: Installation) -> int:
    return installation.create("sealed-bids", SEATS, timing=AGREED, mail_format="text")


def banks(installation: Installation, campaign: int) -> dict[str, int]:
    """Hours by seat."""
    table = installation.table(campaign)
    with reading(installation.service.engine) as session:
        return {
            player.name: round(due_dates.bank_of(session, table.campaign, player.id) / 60) for player in table.players
        }


def due(installation: Installation, campaign: int) -> dict[str, timedelta | None]:
    """How long from the beginning of the test until each deadline."""
    table = installation.table(campaign)
    with reading(installation.service.engine) as session:
        rows = prompts.open_questions(session, campaign)
        return {table.by_id[row.seat_id].name: row.deadline and _whole(row.deadline - START) for row in rows}


def _whole(time: timedelta) -> timedelta:
    return timedelta(hours=round(time / timedelta(hours=1)))


def hours(count: int) -> timedelta:
    return timedelta(hours=count)


def test_the_deadline_is_when_the_bank_is_empty_and_answers_are_charged_when_all_are_in(
    installation: Installation, campaign: int, said: Read
) -> None:
    assert due(installation, campaign) == {"red": hours(110), "blue": hours(110)}
    installation.clock.forward(hours=30)
    installation.write("red", bid(installation, campaign, "red"))
    (status,) = installation.write("blue", "status")
    assert "Запас часов, не считая открытых вопросов: Red 100 ч; Blue 100 ч." in said(status), (
        "who has answered is secret"
    )
    assert "осталось 79 ч вместе с 10 ч" in said(status), "what is left for the own question, rather less than more"
    installation.clock.forward(hours=15)
    installation.write("blue", bid(installation, campaign, "blue"))
    assert banks(installation, campaign) == {"red": 80, "blue": 65}
    for seat, deadline in due(installation, campaign).items():
        assert deadline == hours(45 + banks(installation, campaign)[seat] + 10)


def test_what_is_left_of_the_increments_stays_up_to_the_whole_bank(installation: Installation, campaign: int) -> None:
    installation.clock.forward(hours=4)
    for seat in ("red", "blue"):
        installation.write(seat, bid(installation, campaign, seat))
    assert banks(installation, campaign) == {"red": 100, "blue": 100}


def test_pauses_and_absences_cost_nothing(installation: Installation, campaign: int) -> None:
    mona = Mona(installation, campaign)
    mona.write("pause")
    installation.clock.forward(hours=500)
    mona.write("resume")
    installation.write("blue", "отсутствую с 11.12 по 20.12")
    installation.clock.forward(hours=20)
    installation.write("red", bid(installation, campaign, "red"))
    installation.write("blue", bid(installation, campaign, "blue"))
    assert banks(installation, campaign) == {"red": 90, "blue": 100}


def test_an_empty_bank_gets_the_default_and_then_lives_on_its_increments(
    installation: Installation, campaign: int
) -> None:
    installation.clock.forward(hours=20)
    installation.write("red", bid(installation, campaign, "red"))
    installation.clock.forward(hours=91)
    periodic.run(installation.service)
    installation.deliver()
    assert banks(installation, campaign) == {"red": 90, "blue": 0}
    installation.clock.forward(hours=1)
    while "blue" not in due(installation, campaign):
        (seat,) = due(installation, campaign)
        answer(installation, campaign, seat)
    left = due(installation, campaign)["blue"]
    assert left is not None
    assert left - _whole(installation.clock.now() - START) == hours(10)


def answer(installation: Installation, campaign: int, seat: str) -> None:
    match = installation.table(campaign).match
    installation.write(seat, match.game.part("phrases").say(match.options(seat)[0], SEATS[seat]))


def test_a_moderator_puts_hours_in_and_everybody_reads_it(
    installation: Installation, campaign: int, said: Read
) -> None:
    mona = Mona(installation, campaign)
    mails = mona.write("bank hours 24 h red")
    assert "The bank has more hours" in said(mona.answer(mails))
    told = [said(mail) for address, mail in mails if address == "blue@players.test"]
    assert any("Ведущий пополнил запас времени на 24 часа: Red." in text for text in told)
    assert banks(installation, campaign) == {"red": 124, "blue": 100}
    assert due(installation, campaign) == {"red": hours(134), "blue": hours(110)}
    assert "The bank has more hours; everybody is told: Red, 24 hours" in acts(installation, said, "red")


def test_no_extension_is_free_and_no_other_rule_sets_deadlines(
    installation: Installation, campaign: int, said: Read
) -> None:
    (answered,) = installation.write("red", "wait")
    assert "agreed on no extension" in said(answered)
    assert due(installation, campaign)["red"] == hours(110)
    for other in (
        TimingPolicy(bank=Bank(hours=9), hours={"bid": 3}),
        TimingPolicy(bank=Bank(hours=9), short_fuse=ShortFuse(after=2)),
    ):
        assert any("bank" in problem for problem in problems_of(other))
    assert problems_of(AGREED) == []
    assert problems_of(TimingPolicy(bank=Bank(hours=9, increment=0)))


def test_nights_cost_nothing_in_the_zone_of_whoever_plays(installation: Installation, said: Read) -> None:
    """It is nine in the morning in London: red has 14 hours until its night, blue in Tokyo five."""
    policy = TimingPolicy(bank=Bank(hours=20, increment=10, nights="23-8"), reminder_hours=())
    campaign = installation.create("sealed-bids", SEATS, timing=policy, mail_format="text")
    installation.write("blue", "часовой пояс Asia/Tokyo")
    installation.write("red", bid(installation, campaign, "red"))
    installation.write("blue", bid(installation, campaign, "blue"))
    while set(due(installation, campaign)) != {"red", "blue"}:
        answer(installation, campaign, next(iter(due(installation, campaign))))
    assert banks(installation, campaign) == {"red": 20, "blue": 20}
    assert due(installation, campaign) == {"red": hours(14 + 9 + 15 + 9 + 1), "blue": hours(5 + 9 + 15 + 9 + 10)}
    (status,) = installation.write("blue", "status")
    assert "Ночью часы не тратятся: с 23:00 до 08:00, часовой пояс Asia/Tokyo." in said(status)
    installation.clock.forward(hours=24)
    installation.write("red", bid(installation, campaign, "red"))
    installation.write("blue", bid(installation, campaign, "blue"))
    assert banks(installation, campaign) == {"red": 15, "blue": 15}


def test_without_banks_there_is_nothing_to_put_hours_into(installation: Installation, said: Read) -> None:
    mona = Mona(installation, installation.create("sealed-bids", SEATS, mail_format="text"))
    assert "has no banks of hours" in said(mona.answer(mona.write("bank hours 24 h")))


def test_a_deadline_beyond_the_bank_is_not_said_to_be_its_end(
    installation: Installation, campaign: int, said: Read
) -> None:
    ends = "Срок наступит, когда запас кончится."
    (status,) = installation.write("blue", "status")
    assert ends in said(status)
    moderate(installation, campaign, Extend(until=START + hours(200)))
    assert due(installation, campaign)["blue"] == hours(200)
    (status,) = installation.write("blue", "status")
    assert ends not in said(status)
    assert "осталось 109 ч вместе с 10 ч, которые добавляет этот вопрос. Вам дано больше времени." in said(status)
