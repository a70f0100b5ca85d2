"""A campaign at random over months: answers, silence, absences, extensions, pauses, sweeps. What must always hold."""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from sqlmodel import col, select

from adjudicator.service.campaign.matches import CampaignContext, table_of_campaign
from adjudicator.service.campaign.troubles import Rejected
from adjudicator.service.clocks import extensions
from adjudicator.service.clocks.deadlines import run as run_deadlines
from adjudicator.service.play import due_dates
from adjudicator.service.play.offers import phrasebook
from adjudicator.service.timing.calendar import calendar_of
from adjudicator.service.timing.deadline import closing_time
from adjudicator.service.timing.policy import Adjudication, MissedDeadline, ShortFuse, TimingPolicy, WaitPolicy
from adjudicator.store.campaigns import seats_at_table
from adjudicator.store.engine import lock_campaign, reading, writing
from adjudicator.store.tables import Absence, CampaignState, Pause, Prompt, PromptState

ZONES = ("Europe/Moscow", "Europe/Berlin", "Pacific/Auckland")
POLICIES = (
    TimingPolicy(
        weekdays=(1, 2, 3, 4, 5), earliest="20:00", latest="20:00", grace_minutes=90, adjudication=Adjudication.DEADLINE
    ),
    TimingPolicy(
        earliest="08:00", latest="22:00", adjudication=Adjudication.WINDOW, count_days_off=False, weekdays=(2, 4, 6, 7)
    ),
    TimingPolicy(
        short_fuse=ShortFuse(after=1, hours=12), missed_deadline=MissedDeadline.STANDING, reminder_hours=(24, 2)
    ),
    TimingPolicy(wait=WaitPolicy(hours=12, per_question=3), absence_days=10, missed_deadline=MissedDeadline.MODERATOR),
)
SEATS = {"north": "en", "east": "ru", "south": "en"}


class Watch:
    """Looks at the campaign after every step and remembers what was told."""

    def __init__(self, installation: Any, campaign: int) -> None:
        self.installation, self.campaign = installation, campaign
        self.told: dict[int, datetime] = {}
        self.reminded: dict[tuple[str, str], int] = {}

    def look(self, *, backwards: bool) -> CampaignContext:
        """`backwards`: the policy may bring a deadline forward when all are in."""
        now = self.installation.clock.now()
        with reading(self.installation.service.engine) as session:
            table = table_of_campaign(self.installation.service.work(session, now), self.campaign)
            rows = session.scalars(select(Prompt).where(col(Prompt.state) == PromptState.OPEN)).all()
        waiting = {seat for decision in table.match.decisions() for seat in decision.waiting}
        names = [table.by_id[row.seat_id].name for row in rows]
        assert len(names) == len(set(names)), "one open question a seat"
        assert waiting <= set(names), "whoever is waited for is asked"
        policy = due_dates.policy_of(table.campaign)
        for row in rows:
            if table.campaign.state is CampaignState.PAUSED:
                assert row.deadline is None
                continue
            if row.deadline is None:
                assert policy.missed_deadline is MissedDeadline.MODERATOR
                continue
            if row.number in self.told and not backwards:
                assert row.deadline >= self.told[row.number], "a deadline that was told never comes nearer"
            self.told[row.number] = row.deadline
            if not backwards and row.not_before is None:
                self._allowed(table, policy, row)
        return table

    def _allowed(self, table: CampaignContext, policy: TimingPolicy, row: Prompt) -> None:
        assert row.deadline is not None
        calendar = calendar_of(policy, table.campaign.time_zone)
        local = row.deadline.astimezone(ZoneInfo(table.campaign.time_zone))
        assert local.isoweekday() in policy.weekdays
        if calendar.earliest and calendar.latest:
            assert calendar.earliest <= local.time().replace(second=0, microsecond=0) <= calendar.latest
        assert row.deadline >= row.opened_at + timedelta(minutes=row.allowed_minutes)


@pytest.mark.parametrize(
    ("number", "steps"),
    [(0, 20), (2, 20), *(pytest.param(n, 70, marks=pytest.mark.long) for n in range(len(POLICIES)))],
)
def test_what_must_always_hold(installation: Any, number: int, steps: int) -> None:
    rng, policy = Random(number), POLICIES[number]
    campaign = installation.create(
        "crossroads", {**SEATS, "moderator": "en"}, timing=policy, time_zone=ZONES[number % 3], deadline_hours=36
    )
    watch = Watch(installation, campaign)
    for _ in range(steps):
        table = watch.look(backwards=policy.adjudication is Adjudication.WINDOW)
        if table.match.result is not None:
            break
        _step(installation, campaign, table, rng)
        before = installation.clock.now()
        run_deadlines(installation.service)
        for address, mail in installation.deliver():
            if "answer is still missing" in mail["Subject"] or "ответа ещё нет" in mail["Subject"]:
                key = (address, mail["Subject"].split("(")[0])
                watch.reminded[key] = watch.reminded.get(key, 0) + 1
        _nothing_left_behind(installation, campaign, before)
    assert all(count <= len(policy.reminder_hours) for count in watch.reminded.values())
    assert table.match.position.n > 0


def _step(installation: Any, campaign: int, table: CampaignContext, rng: Random) -> None:
    """Somebody does something, or time goes by."""
    seat = rng.choice(sorted(SEATS))
    decisions = table.match.decisions()
    what = rng.random()
    if what < 0.35 and decisions and decisions[0].waiting:
        actor = rng.choice(decisions[0].waiting)
        words = phrasebook(table.match.game.id).say(table.match.sample(actor, rng), "en")
        installation.put(installation.raw(actor, words + rng.choice(["", "\nready", "\nstatus"])))
    elif what < 0.45:
        installation.put(
            installation.raw(seat, rng.choice(["wait", "ready", "withdraw", "back", "status\norders\nhelp"]))
        )
    elif what < 0.55:
        first = installation.clock.now() + timedelta(days=rng.randint(0, 5))
        last = first + timedelta(days=rng.randint(0, 6))
        installation.put(installation.raw(seat, f"absent from {first:%d.%m.%Y} to {last:%d.%m.%Y}"))
    elif what < 0.65:
        _moderate(installation, campaign, table, rng)
    installation.clock.forward(hours=rng.choice([0, 0, 1, 5, 20, 40]))


def _moderate(installation: Any, campaign: int, table: CampaignContext, rng: Random) -> None:
    with writing(installation.service.engine) as session:
        lock_campaign(session, campaign)
        now = table_of_campaign(installation.service.work(session), campaign)
        try:
            if now.campaign.state is CampaignState.PAUSED:
                extensions.resume(now, by="Mona")
            elif rng.random() < 0.5:
                extensions.pause(now, by="Mona", reason="test")
            else:
                extensions.extend(now, by="Mona", hours=rng.randint(1, 30))
        except Rejected:
            pass


def _nothing_left_behind(installation: Any, campaign: int, before: datetime) -> None:
    """After a sweep no decision is open whose whole time, grace included, was over."""
    with reading(installation.service.engine) as session:
        table = table_of_campaign(installation.service.work(session), campaign)
        if table.campaign.state is not CampaignState.RUNNING:
            return
        policy = due_dates.policy_of(table.campaign)
        ids = {seat.name: seat.id for seat in seats_at_table(session, campaign, before)}
        rows = session.scalars(select(Prompt).where(col(Prompt.state) == PromptState.OPEN)).all()
        due = {row.seat_id: row.deadline for row in rows}
        waiting = [due[ids[seat]] for decision in table.match.decisions() for seat in decision.waiting]
        if waiting and all(waiting):
            assert max(closing_time(policy, moment) for moment in waiting if moment) > before
        assert all(pause.until is not None for pause in session.scalars(select(Pause)))
        assert all(absence.first_day <= absence.last_day for absence in session.scalars(select(Absence)))
