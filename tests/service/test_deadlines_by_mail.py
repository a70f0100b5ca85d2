"""Deadlines of real campaigns: reminders, more time, absences, pauses, and the four policies for a missed one."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from email.message import EmailMessage
from typing import Any

import pytest
from sqlmodel import col, select

from adjudicator.language import language
from adjudicator.service.campaign.matches import CampaignContext, table_of_campaign
from adjudicator.service.campaign.troubles import Rejected
from adjudicator.service.clocks import extensions
from adjudicator.service.clocks.deadlines import run as run_deadlines
from adjudicator.service.moderation.command import Author
from adjudicator.service.moderation.commands.deadlines import changed_policy
from adjudicator.service.moderation.commands.pauses import PlannedPause
from adjudicator.service.people import replacements
from adjudicator.service.timing.calendar import Absence
from adjudicator.service.timing.policy import Adjudication, MissedDeadline, ShortFuse, TimingPolicy, WaitPolicy
from adjudicator.store.campaigns import seats_at_table
from adjudicator.store.engine import lock_campaign, reading, writing
from adjudicator.store.inbound import Place
from adjudicator.store.tables import Address, Campaign, Holding, Person, Prompt, PromptState, Role, Seat, SeatRecord

SEATS = {"red": "en", "blue": "ru"}
START = datetime(2026, 11, 20, 9, tzinfo=UTC)


def begin(installation: Any, seats: dict[str, str] | None = None, **timing: Any) -> int:
    made: int = installation.create("sealed-bids", seats or SEATS, timing=TimingPolicy(**timing))
    return made


def due(installation: Any, campaign: int) -> dict[str, datetime | None]:
    """Deadlines of the open questions, rounded to minutes."""
    with reading(installation.service.engine) as session:
        names = {seat.id: seat.name for seat in seats_at_table(session, campaign, installation.clock.now())}
        rows = session.scalars(select(Prompt).where(col(Prompt.state) == PromptState.OPEN)).all()
        return {names[r.seat_id]: r.deadline and r.deadline.replace(second=0, microsecond=0) for r in rows}


def at_desk(installation: Any, campaign: int, act: Any) -> Any:
    """What the moderator's command or the command line does: locked, in one transaction."""
    with writing(installation.service.engine) as session:
        lock_campaign(session, campaign)
        return act(table_of_campaign(installation.service.work(session), campaign))


def got(installation: Any, seat: str, mails: list[tuple[str, EmailMessage]]) -> list[EmailMessage]:
    return [mail for address, mail in mails if address == f"{seat}@players.test"]


# reminders ----------------------------------------------------------------------------------------


def test_who_has_not_answered_is_reminded_once_and_nobody_else(installation: Any, said: Any) -> None:
    begin(installation)
    installation.write("red", "1a")
    installation.clock.forward(hours=49)
    run_deadlines(installation.service)
    mails = installation.deliver()
    assert got(installation, "red", mails) == []
    (reminder,) = got(installation, "blue", mails)
    assert "напоминание" in reminder["Subject"]
    assert "2а" in said(reminder) or "2a" in said(reminder)
    installation.clock.forward(hours=1)
    run_deadlines(installation.service)
    assert installation.deliver() == []


def test_a_reminder_that_became_untrue_does_not_go(installation: Any) -> None:
    begin(installation)
    installation.clock.forward(hours=49)
    run_deadlines(installation.service)
    installation.put(installation.raw("red", "1a"))
    mails = got(installation, "red", installation.deliver())
    assert len(mails) == 1
    assert "on file" in mails[0]["Subject"]


def test_no_reminder_where_none_is_wanted(installation: Any) -> None:
    begin(installation, reminder_hours=())
    installation.clock.forward(hours=71)
    run_deadlines(installation.service)
    assert installation.deliver() == []


# more time ----------------------------------------------------------------------------------------


def test_wait_moves_the_deadline_of_all_who_are_asked_once(installation: Any, said: Any) -> None:
    campaign = begin(installation)
    raw = installation.raw("red", "wait")
    installation.put(raw)
    mails = installation.deliver()
    assert due(installation, campaign) == {"red": START + timedelta(hours=96), "blue": START + timedelta(hours=96)}
    (mine,) = got(installation, "red", mails)
    assert "Tue 24 Nov 09:00 UTC" in said(mine)
    (told,) = got(installation, "blue", mails)
    assert "Red" in said(told)
    (again,) = installation.write("red", "wait")
    assert "taken already" in said(again)
    (other,) = installation.write("blue", "подождите")
    assert "уже взята" in said(other)
    assert due(installation, campaign)["red"] == START + timedelta(hours=96)


def test_moderators_who_do_not_play_are_told_of_an_extension(installation: Any, said: Any) -> None:
    begin(installation, {**SEATS, "moderator": "en"})
    installation.put(installation.raw("red", "wait"))
    (told,) = got(installation, "moderator", installation.deliver())
    assert "Red asked for the agreed extension of 24 hours." in said(told)


def test_a_campaign_can_have_no_extension_or_few(installation: Any, said: Any) -> None:
    begin(installation, wait=WaitPolicy(hours=24, per_question=5, per_campaign=1))
    installation.write("red", "wait 24 h")
    (second,) = installation.write("red", "wait")
    assert "all your extensions" in said(second)


def test_an_absence_moves_the_deadline_of_that_seat_and_is_told(installation: Any, said: Any) -> None:
    campaign = begin(installation)
    installation.put(installation.raw("blue", "Отсутствую с 22.11 по 30.11"))
    mails = installation.deliver()
    assert due(installation, campaign)["red"] == START + timedelta(hours=72)
    # 39 hours had gone by on Sunday morning, 33 are left from the first of December on
    assert due(installation, campaign)["blue"] == datetime(2026, 12, 2, 9, tzinfo=UTC)
    (answer,) = got(installation, "blue", mails)
    assert "Осталось в 2026 году: 21 день" in said(answer)
    (told,) = got(installation, "red", mails)
    assert "Blue is away 22–30 Nov" in said(told)
    (refused,) = installation.write("blue", "absent from 1.12 to 24.12")
    assert "2026: 21" in said(refused)
    assert due(installation, campaign)["blue"] == datetime(2026, 12, 2, 9, tzinfo=UTC)


def test_the_moderator_may_grant_more_than_the_budget(installation: Any) -> None:
    campaign = begin(installation, absence_days=0)

    def grant(table: CampaignContext) -> None:
        days = Absence(date(2026, 11, 21), date(2026, 11, 25))
        extensions.be_absent(table, table.by_name["red"], days, granted_by="Mona")

    at_desk(installation, campaign, grant)
    assert due(installation, campaign)["red"] == datetime(2026, 11, 28, 9, tzinfo=UTC)
    assert {address for address, _ in installation.deliver()} == {"red@players.test", "blue@players.test"}


def test_who_is_back_early_keeps_the_deadline_but_not_the_absence(installation: Any, said: Any) -> None:
    campaign = begin(installation)
    installation.write("red", "absent from 22.11 to 30.11")
    before = due(installation, campaign)
    installation.clock.forward(hours=72)
    (answer,) = installation.write("red", "back")
    assert "Welcome back" in said(answer)
    assert due(installation, campaign) == before
    (status,) = installation.write("red", "absent from 1.12 to 29.12")
    assert "Left in 2026: 0 days" in said(status), "one day was taken, the rest came back"


@pytest.mark.parametrize("line", ["absent", "absent from 12/1 to 12/5", "absent from 31.2 to 5.3"])
def test_dates_that_cannot_be_are_explained(installation: Any, line: str, said: Any) -> None:
    campaign = begin(installation)
    before = due(installation, campaign)
    (answer,) = installation.write("red", line)
    assert "nothing was changed" in answer["Subject"]
    assert due(installation, campaign) == before


def test_pause_and_resume(installation: Any, said: Any) -> None:
    campaign = begin(installation)
    installation.clock.forward(hours=60)
    at_desk(installation, campaign, lambda table: extensions.pause(table, by="Mona", reason="illness"))
    paused = installation.deliver()
    assert all("illness" in said(mail) for _, mail in paused)
    assert len(paused) == 2
    assert due(installation, campaign) == {"red": None, "blue": None}
    installation.clock.forward(hours=500)
    assert run_deadlines(installation.service) == 0
    (answer,) = installation.write("red", "1a")
    assert "paused" in said(answer)
    assert installation.table(campaign).match.sealed == {}
    at_desk(installation, campaign, lambda table: extensions.resume(table, by="Mona"))
    # twelve hours were left; after a long pause it is a day
    deadline = due(installation, campaign)["red"]
    assert deadline == START + timedelta(hours=560 + 24)
    installation.deliver()
    (answer,) = installation.write("red", "1a")
    assert "on file" in answer["Subject"]


def test_the_moderator_gives_more_time_to_all_or_to_one(installation: Any) -> None:
    campaign = begin(installation)
    at_desk(installation, campaign, lambda table: extensions.extend(table, by="Mona", hours=10))
    assert set(due(installation, campaign).values()) == {START + timedelta(hours=82)}
    moment = datetime(2026, 12, 24, 18, tzinfo=UTC)
    at_desk(installation, campaign, lambda table: extensions.extend(table, by="Mona", until=moment, seats=("red",)))
    assert due(installation, campaign) == {"red": moment, "blue": START + timedelta(hours=82)}


# when it is carried out ---------------------------------------------------------------------------


def test_only_at_the_deadline_the_last_one_may_change_his_mind_too(installation: Any, said: Any) -> None:
    campaign = begin(installation, adjudication=Adjudication.DEADLINE)
    installation.write("red", "1a")
    (filed,) = installation.write("blue", "2a")
    assert "хранится" in filed["Subject"] or "принято" in filed["Subject"]
    installation.write("blue", "2б")
    assert set(installation.table(campaign).match.sealed) == {"red", "blue"}
    installation.clock.forward(hours=73)
    assert run_deadlines(installation.service) == 1
    state = installation.table(campaign).match.state
    assert state.bids["red"]
    assert state.bids["blue"]


def test_ready_of_all_carries_it_out_at_once(installation: Any, said: Any) -> None:
    campaign = begin(installation, adjudication=Adjudication.DEADLINE)
    (answer,) = installation.write("red", "ready", "1a")
    assert "nobody is told who is" in said(answer)
    installation.write("blue", "2a")
    assert set(installation.table(campaign).match.sealed) == {"red", "blue"}
    mails = installation.write("blue", "готов")
    assert len(mails) == 1
    assert installation.table(campaign).match.state.bids["red"]


def test_a_window_after_the_last_answer(installation: Any) -> None:
    campaign = begin(installation, adjudication=Adjudication.WINDOW, window_minutes=60)
    installation.write("red", "1a")
    assert due(installation, campaign)["red"] == START + timedelta(hours=72)
    installation.write("blue", "2a")
    assert set(due(installation, campaign).values()) == {START + timedelta(hours=1)}
    installation.write("blue", "withdraw")
    assert set(due(installation, campaign).values()) == {START + timedelta(hours=72)}
    installation.write("blue", "2б")
    installation.clock.forward(minutes=61)
    assert run_deadlines(installation.service) == 1
    assert installation.table(campaign).match.state.bids["blue"]


# missed -------------------------------------------------------------------------------------------


def test_a_kind_of_question_may_have_hours_of_its_own(installation: Any, said: Any) -> None:
    campaign = installation.create("sealed-bids", SEATS, timing=TimingPolicy(hours={"roll": 12}), mail_format="full")
    assert "Agreed for this campaign: hours for an answer to “roll”: 12." in said(installation.newest("red"))
    assert set(due(installation, campaign).values()) == {START + timedelta(hours=72)}
    installation.write("red", "1a")
    installation.write("blue", "2a")
    (asked,) = installation.table(campaign).match.decisions()
    assert asked.kind == "roll"
    assert due(installation, campaign) == {asked.seats[0]: START + timedelta(hours=12)}
    at_desk(installation, campaign, lambda table: change(table, {"hours.roll": None, "hours.bid": 30}))
    mails = installation.deliver()
    assert "hours for an answer to “roll”: 12 → not set" in said(got(installation, "red", mails)[0])
    assert "время на ответ «bid», ч: не задано → 30" in said(got(installation, "blue", mails)[0])
    with pytest.raises(Rejected) as caught:
        at_desk(installation, campaign, lambda table: change(table, {"hours.auction": 30}))
    assert "there is no such question in this game, but: bid, roll" in caught.value.text(language("en"))


def test_holidays_are_agreed_told_and_kept(installation: Any, said: Any) -> None:
    installation.clock.forward(days=33)  # to 23 December, a Wednesday
    campaign = begin(installation, holidays=("DE",), weekdays=(1, 2, 3, 4, 5))
    assert "no deadlines on holidays of: DE" in said(installation.newest("red"))
    assert set(due(installation, campaign).values()) == {datetime(2026, 12, 28, tzinfo=UTC)}, "not on Saturday the 26th"
    at_desk(installation, campaign, lambda table: change(table, {"holidays": ["DE", "RU"]}))
    assert "no deadlines on holidays of: DE → DE, RU" in said(got(installation, "red", installation.deliver())[0])


def test_a_planned_pause_moves_deadlines_and_orders_are_taken(installation: Any, said: Any) -> None:
    campaign = begin(installation)
    since, until = START + timedelta(hours=24), START + timedelta(hours=24 * 11)
    at_desk(
        installation, campaign, lambda table: PlannedPause(since=since, until=until).carry_out(table, Author("Mona"))
    )
    assert set(due(installation, campaign).values()) == {until + timedelta(hours=48)}
    mails = installation.deliver()
    for seat, told in (("red", "no deadline runs from"), ("blue", "сроки не идут")):
        assert told in said(got(installation, seat, mails)[0])
    installation.clock.forward(hours=48)
    installation.write("red", "1a")
    assert installation.table(campaign).match.sealed.keys() == {"red"}
    at_desk(installation, campaign, lambda table: extensions.resume(table, by="Mona"))
    assert due(installation, campaign)["blue"] == until + timedelta(hours=48), (
        "a deadline that was told never comes nearer"
    )
    with pytest.raises(Rejected, match="not_paused"):
        at_desk(installation, campaign, lambda table: extensions.resume(table, by="Mona"))
    past = PlannedPause(since=START, until=START + timedelta(hours=1))
    with pytest.raises(Rejected, match="past"):
        at_desk(installation, campaign, lambda table: past.carry_out(table, Author("Mona")))


def change(table: CampaignContext, rules: dict[str, Any]) -> None:
    changed_policy(table, rules).carry_out(table, Author("Mona"))


def test_a_mail_that_came_in_time_counts_however_late_it_is_read(installation: Any) -> None:
    from adjudicator.service.inbox.arrival import ingest
    from adjudicator.service.inbox.handling import handle

    campaign = begin(installation)
    installation.write("red", "1a")
    raw = installation.raw("blue", "2б")
    installation.clock.forward(hours=71)
    stored = ingest(installation.service, Place("INBOX", 1, 99), installation.clock.now(), raw)
    installation.clock.forward(hours=3)
    assert run_deadlines(installation.service) == 0, "the unread mail is waited for"
    wanted = installation.table(campaign).match.options("blue")[1]
    handle(installation.service, stored.id)
    assert installation.table(campaign).match.state.bids["blue"] == [wanted.card]  # type: ignore[attr-defined]


def test_a_mail_after_the_deadline_is_late_even_if_no_worker_has_looked(installation: Any, said: Any) -> None:
    campaign = begin(installation)
    installation.write("red", "1a")
    default = installation.table(campaign).match.default("blue")
    installation.clock.forward(hours=73)
    installation.put(installation.raw("blue", "2б"))
    assert installation.table(campaign).match.state.bids["blue"] == [default.card]  # type: ignore[union-attr]
    mails = got(installation, "blue", installation.deliver())
    assert any("закрыт" in said(mail) for mail in mails)


def test_who_missed_hears_of_it(installation: Any, said: Any) -> None:
    begin(installation)
    installation.clock.forward(hours=73)
    assert run_deadlines(installation.service) == 1
    mails = installation.deliver()
    for seat in SEATS:
        assert len(got(installation, seat, mails)) == 1
    with reading(installation.service.engine) as session:
        assert {(r.missed, r.missed_in_row) for r in session.scalars(select(SeatRecord))} == {(1, 1)}


def test_the_moderator_decides_where_it_is_agreed(installation: Any, said: Any) -> None:
    campaign = begin(installation, {**SEATS, "moderator": "en"}, missed_deadline=MissedDeadline.MODERATOR)
    installation.write("red", "1a")
    installation.clock.forward(hours=73)
    assert run_deadlines(installation.service) == 1
    mails = installation.deliver()
    (decide,) = got(installation, "moderator", mails)
    assert "please decide" in decide["Subject"]
    assert "“extend 24 h”, “process " in said(decide)
    assert "Blue" in said(decide)
    assert installation.table(campaign).match.sealed.keys() == {"red"}
    assert run_deadlines(installation.service) == 0
    at_desk(installation, campaign, lambda table: extensions.extend(table, by="Mona", hours=24))
    assert due(installation, campaign)["blue"] == START + timedelta(hours=97)
    installation.deliver()
    installation.write("blue", "2a")
    assert installation.table(campaign).match.state.bids["blue"]


def test_standing_orders_answer_before_the_default(installation: Any) -> None:
    seats = {"north": "en", "east": "en", "south": "ru"}
    campaign = installation.create("crossroads", seats, timing=TimingPolicy(missed_deadline=MissedDeadline.STANDING))
    before = installation.table(campaign).match.state.riders
    installation.write("north", "1a")
    assert set(installation.table(campaign).match.pending_seats) == {"east", "south"}
    installation.write("east", "standing toll if coins > 90")
    assert set(installation.table(campaign).match.pending_seats) == {"east", "south"}, "its condition does not hold"
    installation.write("east", "standing off", "standing toll")
    assert set(installation.table(campaign).match.pending_seats) == {"south"}, "it answers what was asked before"
    installation.clock.forward(hours=73)
    assert run_deadlines(installation.service) == 1
    after = installation.table(campaign).match.state.riders
    assert after["east"].coins == before["east"].coins + 1
    assert after["south"].coins == before["south"].coins, "the default declines"


def stand_by(installation: Any, campaign: int, seat: str, email: str) -> None:
    with writing(installation.service.engine) as session:
        row = session.scalars(select(Seat).where(col(Seat.name) == seat, col(Seat.campaign_id) == campaign)).one()
        person = Person(name="Stella", language="en", time_zone="UTC", created_at=START)
        session.add(person)
        session.flush()
        session.add(Address(person_id=person.id, email=email, registered_at=START))
        session.add(Holding(seat_id=row.id, person_id=person.id, role=Role.STANDBY, since=START))


def test_the_standby_player_takes_over_with_the_dossier(installation: Any, said: Any) -> None:
    campaign = begin(installation, missed_deadline=MissedDeadline.REPLACEMENT)
    stand_by(installation, campaign, "blue", "stella@players.test")
    old = installation.raw("blue", "2a")
    installation.write("red", "1a")
    installation.clock.forward(hours=73)
    assert run_deadlines(installation.service) == 1
    mails = installation.deliver()
    (farewell,) = got(installation, "blue", mails)
    assert "место перешло" in farewell["Subject"]
    assert "+" not in str(farewell["Reply-To"])
    (dossier,) = got(installation, "stella", mails)
    hand = installation.table(campaign).match.state.hands["blue"]
    for card in hand:
        assert f"bid {card}" in said(dossier), "in the language of who takes over"
    assert str(dossier["Reply-To"]) not in old.decode("utf-8", "replace")
    assert due(installation, campaign)["blue"] == START + timedelta(hours=73 + 72)
    assert installation.put(old).status.value != "handled", "the old address does not count any more"
    installation.deliver()
    assert installation.table(campaign).match.sealed.keys() == {"red"}
    raw = installation.raw("blue", "2b", sender="stella@players.test", to=str(dossier["Reply-To"]))
    assert installation.put(raw).status.value == "handled"
    assert installation.table(campaign).match.state.bids["blue"]


def test_nothing_of_the_predecessor_is_carried_out(installation: Any) -> None:
    campaign = begin(installation, adjudication=Adjudication.DEADLINE)
    stand_by(installation, campaign, "red", "stella@players.test")
    installation.write("red", "1a")

    def hand_over(table: CampaignContext) -> None:
        replacements.replace(table, table.by_name["red"], by="Mona")

    at_desk(installation, campaign, hand_over)
    assert installation.table(campaign).match.sealed == {}
    with reading(installation.service.engine) as session:
        assert session.get(Campaign, campaign) is not None
    told = {address for address, _ in installation.deliver()}
    assert told == {"stella@players.test", "blue@players.test", "red@players.test"}


def test_the_short_fuse_burns_after_misses_until_an_answer_in_time(installation: Any, said: Any) -> None:
    campaign = begin(installation, short_fuse=ShortFuse(after=2, hours=24), reminder_hours=())
    mails: list[tuple[str, EmailMessage]] = []
    for _ in range(6):
        table = installation.table(campaign)
        asked = {name for decision in table.match.decisions() for name in decision.seats}
        if "red" in asked and len(asked) == 2:
            number = next(
                int(m["Subject"].split("#")[1].split()[0])
                for m in reversed(installation.received["red@players.test"])
                if "#" in m["Subject"]
            )
            installation.write("red", f"{number}a")
        installation.clock.forward(hours=200)
        run_deadlines(installation.service)
        mails += installation.deliver()
    warned = [mail for mail in got(installation, "blue", mails) if "времени" in mail["Subject"]]
    assert len(warned) >= 1
    with reading(installation.service.engine) as session:
        blue = session.scalars(select(Seat).where(col(Seat.name) == "blue")).one()
        record = session.get(SeatRecord, blue.id)
        assert record is not None
        assert record.missed >= 2
        prompts = session.scalars(select(Prompt).where(col(Prompt.seat_id) == blue.id).order_by(col(Prompt.id))).all()
    assert prompts[0].allowed_minutes == 72 * 60
    assert prompts[-1].allowed_minutes == 24 * 60


def test_every_mail_says_when_the_next_sign_of_life_is_due(installation: Any, said: Any) -> None:
    begin(installation, grace_minutes=60)
    (answer,) = installation.write("red", "1a")
    assert "You will hear from us by Mon 23 Nov 10:00 UTC" in said(answer)
    (status,) = installation.write("red", "status")
    assert "Blue (by Mon 23 Nov 09:00 UTC)" in said(status)


@pytest.mark.parametrize("adjudication", [Adjudication.AT_ONCE, Adjudication.DEADLINE])
def test_nobody_can_see_whether_the_other_has_answered(
    installation: Any, said: Any, adjudication: Adjudication
) -> None:
    begin(installation, adjudication=adjudication)
    (before,) = installation.write("red", "status", "orders", "history", "help")
    installation.write("blue", "2a", "готов")
    (after,) = installation.write("red", "status", "orders", "history", "help")
    assert said(after) == said(before)
    assert after["Subject"] == before["Subject"]
    installation.write("blue", "отозвать")
    (again,) = installation.write("red", "status", "orders", "history", "help")
    assert said(again) == said(before)


def test_bad_rules_about_time_are_refused_all_at_once(installation: Any) -> None:
    from adjudicator.service.people.new_campaigns import BadCampaign

    with pytest.raises(BadCampaign) as caught:
        begin(installation, weekdays=(), grace_minutes=-1)
    assert len(caught.value.problems) == 2
