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
from adjudicator.service.timing.policy import Adjudication, Missed, ShortFuse, TimingPolicy, WaitPolicy
from adjudicator.store.campaigns import seats_at_table
from adjudicator.store.engine import lock_campaign, reading, writing
from adjudicator.store.inbound import Place
from adjudicator.store.tables import Address, Campaign, Holding, Person, Prompt, PromptState, Role, Seat, SeatRecord

SEATS = {"red": "en", "blue": "ru"}
START = datetime(2026, 11, 20, 9, tzinfo=UTC)


def begin(house: Any, seats: dict[str, str] | None = None, **timing: Any) -> int:
    made: int = house.create("sealed-bids", seats or SEATS, timing=TimingPolicy(**timing))
    return made


def due(house: Any, campaign: int) -> dict[str, datetime | None]:
    """Deadlines of the open questions, rounded to minutes."""
    with reading(house.service.engine) as session:
        names = {seat.id: seat.name for seat in seats_at_table(session, campaign, house.clock.now())}
        rows = session.scalars(select(Prompt).where(col(Prompt.state) == PromptState.OPEN)).all()
        return {names[r.seat_id]: r.deadline and r.deadline.replace(second=0, microsecond=0) for r in rows}


def at_desk(house: Any, campaign: int, act: Any) -> Any:
    """What the moderator's command or the command line does: locked, in one transaction."""
    with writing(house.service.engine) as session:
        lock_campaign(session, campaign)
        return act(table_of_campaign(house.service.work(session), campaign))


def got(house: Any, seat: str, mails: list[tuple[str, EmailMessage]]) -> list[EmailMessage]:
    return [mail for address, mail in mails if address == f"{seat}@players.test"]


# reminders ----------------------------------------------------------------------------------------


def test_who_has_not_answered_is_reminded_once_and_nobody_else(house: Any, said: Any) -> None:
    begin(house)
    house.write("red", "1a")
    house.clock.forward(hours=49)
    run_deadlines(house.service)
    mails = house.deliver()
    assert got(house, "red", mails) == []
    (reminder,) = got(house, "blue", mails)
    assert "напоминание" in reminder["Subject"]
    assert "2а" in said(reminder) or "2a" in said(reminder)
    house.clock.forward(hours=1)
    run_deadlines(house.service)
    assert house.deliver() == []


def test_a_reminder_that_became_untrue_does_not_go(house: Any) -> None:
    begin(house)
    house.clock.forward(hours=49)
    run_deadlines(house.service)
    house.put(house.raw("red", "1a"))
    mails = got(house, "red", house.deliver())
    assert len(mails) == 1
    assert "on file" in mails[0]["Subject"]


def test_no_reminder_where_none_is_wanted(house: Any) -> None:
    begin(house, reminder_hours=())
    house.clock.forward(hours=71)
    run_deadlines(house.service)
    assert house.deliver() == []


# more time ----------------------------------------------------------------------------------------


def test_wait_moves_the_deadline_of_all_who_are_asked_once(house: Any, said: Any) -> None:
    campaign = begin(house)
    raw = house.raw("red", "wait")
    house.put(raw)
    mails = house.deliver()
    assert due(house, campaign) == {"red": START + timedelta(hours=96), "blue": START + timedelta(hours=96)}
    (mine,) = got(house, "red", mails)
    assert "Tue 24 Nov 09:00 UTC" in said(mine)
    (told,) = got(house, "blue", mails)
    assert "Red" in said(told)
    (again,) = house.write("red", "wait")
    assert "taken already" in said(again)
    (other,) = house.write("blue", "подождите")
    assert "уже взята" in said(other)
    assert due(house, campaign)["red"] == START + timedelta(hours=96)


def test_moderators_who_do_not_play_are_told_of_an_extension(house: Any, said: Any) -> None:
    begin(house, {**SEATS, "moderator": "en"})
    house.put(house.raw("red", "wait"))
    (told,) = got(house, "moderator", house.deliver())
    assert "Red asked for the agreed extension of 24 hours." in said(told)


def test_a_campaign_can_have_no_extension_or_few(house: Any, said: Any) -> None:
    begin(house, wait=WaitPolicy(hours=24, per_question=5, per_campaign=1))
    house.write("red", "wait 24 h")
    (second,) = house.write("red", "wait")
    assert "all your extensions" in said(second)


def test_an_absence_moves_the_deadline_of_that_seat_and_is_told(house: Any, said: Any) -> None:
    campaign = begin(house)
    house.put(house.raw("blue", "Отсутствую с 22.11 по 30.11"))
    mails = house.deliver()
    assert due(house, campaign)["red"] == START + timedelta(hours=72)
    # 39 hours had gone by on Sunday morning, 33 are left from the first of December on
    assert due(house, campaign)["blue"] == datetime(2026, 12, 2, 9, tzinfo=UTC)
    (answer,) = got(house, "blue", mails)
    assert "Осталось в 2026 году: 21 день" in said(answer)
    (told,) = got(house, "red", mails)
    assert "Blue is away 22–30 Nov" in said(told)
    (refused,) = house.write("blue", "absent from 1.12 to 24.12")
    assert "2026: 21" in said(refused)
    assert due(house, campaign)["blue"] == datetime(2026, 12, 2, 9, tzinfo=UTC)


def test_the_moderator_may_grant_more_than_the_budget(house: Any) -> None:
    campaign = begin(house, absence_days=0)

    def grant(table: CampaignContext) -> None:
        days = Absence(date(2026, 11, 21), date(2026, 11, 25))
        extensions.be_absent(table, table.by_name["red"], days, granted_by="Mona")

    at_desk(house, campaign, grant)
    assert due(house, campaign)["red"] == datetime(2026, 11, 28, 9, tzinfo=UTC)
    assert {address for address, _ in house.deliver()} == {"red@players.test", "blue@players.test"}


def test_who_is_back_early_keeps_the_deadline_but_not_the_absence(house: Any, said: Any) -> None:
    campaign = begin(house)
    house.write("red", "absent from 22.11 to 30.11")
    before = due(house, campaign)
    house.clock.forward(hours=72)
    (answer,) = house.write("red", "back")
    assert "Welcome back" in said(answer)
    assert due(house, campaign) == before
    (status,) = house.write("red", "absent from 1.12 to 29.12")
    assert "Left in 2026: 0 days" in said(status), "one day was taken, the rest came back"


@pytest.mark.parametrize("line", ["absent", "absent from 12/1 to 12/5", "absent from 31.2 to 5.3"])
def test_dates_that_cannot_be_are_explained(house: Any, line: str, said: Any) -> None:
    campaign = begin(house)
    before = due(house, campaign)
    (answer,) = house.write("red", line)
    assert "nothing was changed" in answer["Subject"]
    assert due(house, campaign) == before


def test_pause_and_resume(house: Any, said: Any) -> None:
    campaign = begin(house)
    house.clock.forward(hours=60)
    at_desk(house, campaign, lambda table: extensions.pause(table, by="Mona", reason="illness"))
    paused = house.deliver()
    assert all("illness" in said(mail) for _, mail in paused)
    assert len(paused) == 2
    assert due(house, campaign) == {"red": None, "blue": None}
    house.clock.forward(hours=500)
    assert run_deadlines(house.service) == 0
    (answer,) = house.write("red", "1a")
    assert "paused" in said(answer)
    assert house.table(campaign).match.sealed == {}
    at_desk(house, campaign, lambda table: extensions.resume(table, by="Mona"))
    # twelve hours were left; after a long pause it is a day
    deadline = due(house, campaign)["red"]
    assert deadline == START + timedelta(hours=560 + 24)
    house.deliver()
    (answer,) = house.write("red", "1a")
    assert "on file" in answer["Subject"]


def test_the_moderator_gives_more_time_to_all_or_to_one(house: Any) -> None:
    campaign = begin(house)
    at_desk(house, campaign, lambda table: extensions.extend(table, by="Mona", hours=10))
    assert set(due(house, campaign).values()) == {START + timedelta(hours=82)}
    moment = datetime(2026, 12, 24, 18, tzinfo=UTC)
    at_desk(house, campaign, lambda table: extensions.extend(table, by="Mona", until=moment, seats=("red",)))
    assert due(house, campaign) == {"red": moment, "blue": START + timedelta(hours=82)}


# when it is carried out ---------------------------------------------------------------------------


def test_only_at_the_deadline_the_last_one_may_change_his_mind_too(house: Any, said: Any) -> None:
    campaign = begin(house, adjudication=Adjudication.DEADLINE)
    house.write("red", "1a")
    (filed,) = house.write("blue", "2a")
    assert "хранится" in filed["Subject"] or "принято" in filed["Subject"]
    house.write("blue", "2б")
    assert set(house.table(campaign).match.sealed) == {"red", "blue"}
    house.clock.forward(hours=73)
    assert run_deadlines(house.service) == 1
    state = house.table(campaign).match.state
    assert state.bids["red"]
    assert state.bids["blue"]


def test_ready_of_all_carries_it_out_at_once(house: Any, said: Any) -> None:
    campaign = begin(house, adjudication=Adjudication.DEADLINE)
    (answer,) = house.write("red", "ready", "1a")
    assert "nobody is told who is" in said(answer)
    house.write("blue", "2a")
    assert set(house.table(campaign).match.sealed) == {"red", "blue"}
    mails = house.write("blue", "готов")
    assert len(mails) == 1
    assert house.table(campaign).match.state.bids["red"]


def test_a_window_after_the_last_answer(house: Any) -> None:
    campaign = begin(house, adjudication=Adjudication.WINDOW, window_minutes=60)
    house.write("red", "1a")
    assert due(house, campaign)["red"] == START + timedelta(hours=72)
    house.write("blue", "2a")
    assert set(due(house, campaign).values()) == {START + timedelta(hours=1)}
    house.write("blue", "withdraw")
    assert set(due(house, campaign).values()) == {START + timedelta(hours=72)}
    house.write("blue", "2б")
    house.clock.forward(minutes=61)
    assert run_deadlines(house.service) == 1
    assert house.table(campaign).match.state.bids["blue"]


# missed -------------------------------------------------------------------------------------------


def test_a_kind_of_question_may_have_hours_of_its_own(house: Any, said: Any) -> None:
    campaign = house.create("sealed-bids", SEATS, timing=TimingPolicy(hours={"roll": 12}), mail_format="full")
    assert "Agreed for this campaign: hours for an answer to “roll”: 12." in said(house.newest("red"))
    assert set(due(house, campaign).values()) == {START + timedelta(hours=72)}
    house.write("red", "1a")
    house.write("blue", "2a")
    (asked,) = house.table(campaign).match.decisions()
    assert asked.kind == "roll"
    assert due(house, campaign) == {asked.seats[0]: START + timedelta(hours=12)}
    at_desk(house, campaign, lambda table: change(table, {"hours.roll": None, "hours.bid": 30}))
    mails = house.deliver()
    assert "hours for an answer to “roll”: 12 → not set" in said(got(house, "red", mails)[0])
    assert "время на ответ «bid», ч: не задано → 30" in said(got(house, "blue", mails)[0])
    with pytest.raises(Rejected) as caught:
        at_desk(house, campaign, lambda table: change(table, {"hours.auction": 30}))
    assert "there is no such question in this game, but: bid, roll" in caught.value.text(language("en"))


def test_holidays_are_agreed_told_and_kept(house: Any, said: Any) -> None:
    house.clock.forward(days=33)  # to 23 December, a Wednesday
    campaign = begin(house, holidays=("DE",), weekdays=(1, 2, 3, 4, 5))
    assert "no deadlines on holidays of: DE" in said(house.newest("red"))
    assert set(due(house, campaign).values()) == {datetime(2026, 12, 28, tzinfo=UTC)}, "not on Saturday the 26th"
    at_desk(house, campaign, lambda table: change(table, {"holidays": ["DE", "RU"]}))
    assert "no deadlines on holidays of: DE → DE, RU" in said(got(house, "red", house.deliver())[0])


def test_a_planned_pause_moves_deadlines_and_orders_are_taken(house: Any, said: Any) -> None:
    campaign = begin(house)
    since, until = START + timedelta(hours=24), START + timedelta(hours=24 * 11)
    at_desk(house, campaign, lambda table: PlannedPause(since=since, until=until).carry_out(table, Author("Mona")))
    assert set(due(house, campaign).values()) == {until + timedelta(hours=48)}
    mails = house.deliver()
    for seat, told in (("red", "no deadline runs from"), ("blue", "сроки не идут")):
        assert told in said(got(house, seat, mails)[0])
    house.clock.forward(hours=48)
    house.write("red", "1a")
    assert house.table(campaign).match.sealed.keys() == {"red"}
    at_desk(house, campaign, lambda table: extensions.resume(table, by="Mona"))
    assert due(house, campaign)["blue"] == until + timedelta(hours=48), "a deadline that was told never comes nearer"
    with pytest.raises(Rejected, match="not_paused"):
        at_desk(house, campaign, lambda table: extensions.resume(table, by="Mona"))
    past = PlannedPause(since=START, until=START + timedelta(hours=1))
    with pytest.raises(Rejected, match="past"):
        at_desk(house, campaign, lambda table: past.carry_out(table, Author("Mona")))


def change(table: CampaignContext, rules: dict[str, Any]) -> None:
    changed_policy(table, rules).carry_out(table, Author("Mona"))


def test_a_mail_that_came_in_time_counts_however_late_it_is_read(house: Any) -> None:
    from adjudicator.service.inbox.arrival import ingest
    from adjudicator.service.inbox.handling import handle

    campaign = begin(house)
    house.write("red", "1a")
    raw = house.raw("blue", "2б")
    house.clock.forward(hours=71)
    stored = ingest(house.service, Place("INBOX", 1, 99), house.clock.now(), raw)
    house.clock.forward(hours=3)
    assert run_deadlines(house.service) == 0, "the unread mail is waited for"
    wanted = house.table(campaign).match.options("blue")[1]
    handle(house.service, stored.id)
    assert house.table(campaign).match.state.bids["blue"] == [wanted.card]  # type: ignore[attr-defined]


def test_a_mail_after_the_deadline_is_late_even_if_no_worker_has_looked(house: Any, said: Any) -> None:
    campaign = begin(house)
    house.write("red", "1a")
    default = house.table(campaign).match.default("blue")
    house.clock.forward(hours=73)
    house.put(house.raw("blue", "2б"))
    assert house.table(campaign).match.state.bids["blue"] == [default.card]  # type: ignore[union-attr]
    mails = got(house, "blue", house.deliver())
    assert any("закрыт" in said(mail) for mail in mails)


def test_who_missed_hears_of_it(house: Any, said: Any) -> None:
    begin(house)
    house.clock.forward(hours=73)
    assert run_deadlines(house.service) == 1
    mails = house.deliver()
    for seat in SEATS:
        assert len(got(house, seat, mails)) == 1
    with reading(house.service.engine) as session:
        assert {(r.missed, r.missed_in_row) for r in session.scalars(select(SeatRecord))} == {(1, 1)}


def test_the_moderator_decides_where_it_is_agreed(house: Any, said: Any) -> None:
    campaign = begin(house, {**SEATS, "moderator": "en"}, missed=Missed.MODERATOR)
    house.write("red", "1a")
    house.clock.forward(hours=73)
    assert run_deadlines(house.service) == 1
    mails = house.deliver()
    (decide,) = got(house, "moderator", mails)
    assert "please decide" in decide["Subject"]
    assert "“extend 24 h”, “process " in said(decide)
    assert "Blue" in said(decide)
    assert house.table(campaign).match.sealed.keys() == {"red"}
    assert run_deadlines(house.service) == 0
    at_desk(house, campaign, lambda table: extensions.extend(table, by="Mona", hours=24))
    assert due(house, campaign)["blue"] == START + timedelta(hours=97)
    house.deliver()
    house.write("blue", "2a")
    assert house.table(campaign).match.state.bids["blue"]


def test_standing_orders_answer_before_the_default(house: Any) -> None:
    seats = {"north": "en", "east": "en", "south": "ru"}
    campaign = house.create("crossroads", seats, timing=TimingPolicy(missed=Missed.STANDING))
    before = house.table(campaign).match.state.riders
    house.write("north", "1a")
    assert set(house.table(campaign).match.pending_seats) == {"east", "south"}
    house.write("east", "standing toll if coins > 90")
    assert set(house.table(campaign).match.pending_seats) == {"east", "south"}, "its condition does not hold"
    house.write("east", "standing off", "standing toll")
    assert set(house.table(campaign).match.pending_seats) == {"south"}, "it answers what was asked before"
    house.clock.forward(hours=73)
    assert run_deadlines(house.service) == 1
    after = house.table(campaign).match.state.riders
    assert after["east"].coins == before["east"].coins + 1
    assert after["south"].coins == before["south"].coins, "the default declines"


def stand_by(house: Any, campaign: int, seat: str, email: str) -> None:
    with writing(house.service.engine) as session:
        row = session.scalars(select(Seat).where(col(Seat.name) == seat, col(Seat.campaign_id) == campaign)).one()
        person = Person(name="Stella", language="en", time_zone="UTC", created_at=START)
        session.add(person)
        session.flush()
        session.add(Address(person_id=person.id, email=email, registered_at=START))
        session.add(Holding(seat_id=row.id, person_id=person.id, role=Role.STANDBY, since=START))


def test_the_standby_player_takes_over_with_the_dossier(house: Any, said: Any) -> None:
    campaign = begin(house, missed=Missed.REPLACEMENT)
    stand_by(house, campaign, "blue", "stella@players.test")
    old = house.raw("blue", "2a")
    house.write("red", "1a")
    house.clock.forward(hours=73)
    assert run_deadlines(house.service) == 1
    mails = house.deliver()
    (farewell,) = got(house, "blue", mails)
    assert "место перешло" in farewell["Subject"]
    assert "+" not in str(farewell["Reply-To"])
    (dossier,) = got(house, "stella", mails)
    hand = house.table(campaign).match.state.hands["blue"]
    for card in hand:
        assert f"bid {card}" in said(dossier), "in the language of who takes over"
    assert str(dossier["Reply-To"]) not in old.decode("utf-8", "replace")
    assert due(house, campaign)["blue"] == START + timedelta(hours=73 + 72)
    assert house.put(old).status.value != "handled", "the old address does not count any more"
    house.deliver()
    assert house.table(campaign).match.sealed.keys() == {"red"}
    raw = house.raw("blue", "2b", sender="stella@players.test", to=str(dossier["Reply-To"]))
    assert house.put(raw).status.value == "handled"
    assert house.table(campaign).match.state.bids["blue"]


def test_nothing_of_the_predecessor_is_carried_out(house: Any) -> None:
    campaign = begin(house, adjudication=Adjudication.DEADLINE)
    stand_by(house, campaign, "red", "stella@players.test")
    house.write("red", "1a")

    def hand_over(table: CampaignContext) -> None:
        replacements.replace(table, table.by_name["red"], by="Mona")

    at_desk(house, campaign, hand_over)
    assert house.table(campaign).match.sealed == {}
    with reading(house.service.engine) as session:
        assert session.get(Campaign, campaign) is not None
    told = {address for address, _ in house.deliver()}
    assert told == {"stella@players.test", "blue@players.test", "red@players.test"}


def test_the_short_fuse_burns_after_misses_until_an_answer_in_time(house: Any, said: Any) -> None:
    campaign = begin(house, short_fuse=ShortFuse(after=2, hours=24), reminder_hours=())
    mails: list[tuple[str, EmailMessage]] = []
    for _ in range(6):
        table = house.table(campaign)
        asked = {name for decision in table.match.decisions() for name in decision.seats}
        if "red" in asked and len(asked) == 2:
            number = next(
                int(m["Subject"].split("#")[1].split()[0])
                for m in reversed(house.received["red@players.test"])
                if "#" in m["Subject"]
            )
            house.write("red", f"{number}a")
        house.clock.forward(hours=200)
        run_deadlines(house.service)
        mails += house.deliver()
    warned = [mail for mail in got(house, "blue", mails) if "времени" in mail["Subject"]]
    assert len(warned) >= 1
    with reading(house.service.engine) as session:
        blue = session.scalars(select(Seat).where(col(Seat.name) == "blue")).one()
        record = session.get(SeatRecord, blue.id)
        assert record is not None
        assert record.missed >= 2
        prompts = session.scalars(select(Prompt).where(col(Prompt.seat_id) == blue.id).order_by(col(Prompt.id))).all()
    assert prompts[0].allowed_minutes == 72 * 60
    assert prompts[-1].allowed_minutes == 24 * 60


def test_every_mail_says_when_the_next_sign_of_life_is_due(house: Any, said: Any) -> None:
    begin(house, grace_minutes=60)
    (answer,) = house.write("red", "1a")
    assert "You will hear from us by Mon 23 Nov 10:00 UTC" in said(answer)
    (status,) = house.write("red", "status")
    assert "Blue (by Mon 23 Nov 09:00 UTC)" in said(status)


@pytest.mark.parametrize("adjudication", [Adjudication.AT_ONCE, Adjudication.DEADLINE])
def test_nobody_can_see_whether_the_other_has_answered(house: Any, said: Any, adjudication: Adjudication) -> None:
    begin(house, adjudication=adjudication)
    (before,) = house.write("red", "status", "orders", "history", "help")
    house.write("blue", "2a", "готов")
    (after,) = house.write("red", "status", "orders", "history", "help")
    assert said(after) == said(before)
    assert after["Subject"] == before["Subject"]
    house.write("blue", "отозвать")
    (again,) = house.write("red", "status", "orders", "history", "help")
    assert said(again) == said(before)


def test_bad_rules_about_time_are_refused_all_at_once(house: Any) -> None:
    from adjudicator.service.people.new_campaigns import BadCampaign

    with pytest.raises(BadCampaign) as caught:
        begin(house, weekdays=(), grace_minutes=-1)
    assert len(caught.value.problems) == 2
