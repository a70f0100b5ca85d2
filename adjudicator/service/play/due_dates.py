"""Work out when the open questions of a campaign are due: the calculation of `timing`, with what the store knows.

A deadline that was told never comes nearer: whatever sets one keeps the moment that was told (`told_until`), and no
calculation goes below it (`Prompt.not_before`). What is asked again after a correction has the moment of what was asked
before it. Only a window that the campaign has agreed on (`adjudication`) ends before, once all answers are in.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import date, datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, Any

from sqlalchemy.orm import Session

from adjudicator.kernel.game import Game
from adjudicator.service.campaign.happenings import DeadlinesMoved, announce
from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.campaign.settings import settings_of
from adjudicator.service.outbox.queue import REMINDER
from adjudicator.service.timing.calendar import Absence, Calendar, Nights, Stretch, calendar_of, stretch_of
from adjudicator.service.timing.deadline import (
    at_usual_hours,
    can_fall,
    counted_time,
    hours_for,
    next_deadline,
    reminder_due,
)
from adjudicator.service.timing.policy import Kinds, TimingPolicy, reaction_hours
from adjudicator.store import agreements, outbound
from adjudicator.store import timing as stored
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.tables import Campaign, CampaignState, Prompt, Role, VoteKind

if TYPE_CHECKING:
    from adjudicator.service.timing.habits import Habit


def policy_of(campaign: Campaign) -> TimingPolicy:
    """Return what the campaign has agreed about time."""
    return settings_of(campaign).timing


def kinds_of(game: Game[Any]) -> Kinds:
    """Return the kinds of questions of a game, for which its campaigns have time rules."""
    return Kinds(game.decision_kinds, tuple(decision.kind for decision in game.interrupting_decisions))


def calendar(campaign: Campaign) -> Calendar:
    """Return its playing days and hours, in its zone."""
    return calendar_of(policy_of(campaign), campaign.time_zone)


def today(campaign: Campaign, now: datetime) -> date:
    """Return the present day in the campaign's zone."""
    return calendar(campaign).day_of(now)


def absences(session: Session, seat_id: int, *, taken_only: bool = False) -> list[Absence]:
    """Return a seat's actual days of absence; `taken_only`: without those that a moderator granted."""
    return _all_days(row for row in stored.absences_of(session, seat_id) if not (taken_only and row.granted_by))


def _all_days(rows: Iterable[stored.Away]) -> list[Absence]:
    return [absence for absence in map(_days, rows) if absence is not None]


def _days(row: stored.Away) -> Absence | None:
    """Return the days of an absence; None if there were none, or if a steward plays on them, so that time runs."""
    if row.steward_for is not None:
        return None
    last = row.last_day if row.ended_on is None else row.ended_on
    return None if last < row.first_day else Absence(row.first_day, last)


def minutes_for(table: CampaignContext, seat_id: int) -> int:
    """Return how much counted time a seat gets for its next answer."""
    if hours := delay_of(table):
        return 60 * hours
    policy, question = policy_of(table.campaign), table.match.question(table.by_id[seat_id].asked_as)
    if policy.bank.hours:
        return bank_of(table.session, table.campaign, seat_id) + 60 * policy.bank.increment
    hours = table.campaign.deadline_hours if question is None else policy.hours.get(question.kind)
    missed = stored.missed_in_row(table.session, seat_id) if policy.short_fuse.after else 0
    return 60 * hours_for(policy, hours or table.campaign.deadline_hours, missed)


def bank_of(session: Session, campaign: Campaign, seat_id: int) -> int:
    """Return the minutes in the bank of a seat, as they were when its last question was over.

    While a question is open, nobody learns from them whether it is answered.
    """
    kept = stored.bank_minutes(session, seat_id)
    return 60 * policy_of(campaign).bank.hours if kept is None else kept


def minutes_taken(session: Session, campaign: Campaign, seat: SeatAtTable, since: datetime, until: datetime) -> int:
    """Return how many minutes of a seat's time count between two moments."""
    away, pauses = stored.away_and_stopped(session, campaign.id, seat.id)
    closed, nights = _stretches(campaign, _all_days(away), pauses), nights_of(campaign, seat)
    zone = campaign.time_zone
    return _minutes(counted_time(policy_of(campaign), since, until, zone=zone, closed=closed, nights=nights))


def nights_of(campaign: Campaign, seat: SeatAtTable) -> Nights | None:
    """Return the hours of the day that do not count for the bank of a seat, in the zone of the orders' author."""
    night = policy_of(campaign).bank.night()
    zones = (holder.time_zone for holder in seat.holders if holder.role is Role.ORDERS)
    return None if night is None else Nights(next(zones, campaign.time_zone), *night)


def delay_of(table: CampaignContext) -> int | None:
    """Return the hours for which answers to what is asked now are held back from everybody; None if they are not."""
    kind = (
        next((decision.kind for decision in table.match.decisions() if decision.held), None)
        if table.match.held
        else None
    )
    return None if kind is None else reaction_hours(policy_of(table.campaign), kind)


def deadline_for(
    table: CampaignContext, seat_id: int, opened_at: datetime, minutes: int, not_before: datetime | None = None
) -> datetime | None:
    """Return when an answer of a seat is due; None in a pause, in a practice, and for moderators.

    For these nobody else answers.
    """
    campaign = table.campaign
    if campaign.state is CampaignState.PAUSED or table.by_id[seat_id].moderates or settings_of(campaign).practice:
        return None
    policy, closed = policy_of(campaign), _closed(table, seat_id)
    due = next_deadline(
        policy,
        opened_at,
        timedelta(minutes=minutes),
        zone=campaign.time_zone,
        closed=closed,
        nights=_nights(table, seat_id),
        not_before=not_before,
    )
    if due is None or not policy.habit_hours or table.delayed or due == not_before:
        return due
    habit = _habit_of(table, seat_id)
    moved = due if habit is None else at_usual_hours(due, habit, timedelta(hours=policy.habit_hours))
    return moved if can_fall(policy, moved, zone=campaign.time_zone, closed=closed) else due


def _habit_of(table: CampaignContext, seat_id: int) -> Habit | None:
    """Return when the player of a seat usually answers."""
    from adjudicator.service.play import habits  # only who needs them pays for them

    return habits.of_seat(table.session, table.by_id[seat_id])


def _closed(table: CampaignContext, seat_id: int) -> list[Stretch]:
    """Return when the time of a seat does not run: its absences, and the pauses of the campaign."""
    if not (table.head.stops or stored.stopped_since(table.session)):
        return []
    away, pauses = stored.away_and_stopped(table.session, table.campaign.id, seat_id)
    return _stretches(table.campaign, [] if table.delayed else _all_days(away), pauses)


def _nights(table: CampaignContext, seat_id: int) -> Nights | None:
    """Return its nights; none where answers come out after a delay, which is the same for all."""
    return None if table.delayed else nights_of(table.campaign, table.by_id[seat_id])


def _stretches(campaign: Campaign, days: Iterable[Absence], pauses: Iterable[stored.Stopped]) -> list[Stretch]:
    here = calendar(campaign)
    return [*(stretch_of(day, here) for day in days), *(Stretch(pause.since, pause.until) for pause in pauses)]


def told_until(prompt: Prompt) -> datetime | None:
    """Return the moment until which a seat was told that it may answer a question; None if it was told none."""
    return max((each for each in (prompt.deadline, prompt.not_before) if each is not None), default=None)


def hold_until(prompt: Prompt, moment: datetime) -> None:
    """Let a question not be due before a moment, nor before what was told."""
    prompt.not_before = max(moment, told_until(prompt) or moment)


def run_on(table: CampaignContext, prompt: Prompt, since: datetime) -> None:
    """Continue a suspended question; the rest of its time runs on.

    It was suspended `since` a moment, and is asked again now.

    After a long time, it gets at least as much as after an absence.
    """
    told = told_until(prompt)
    if told is None:
        return
    policy, closed = policy_of(table.campaign), _closed(table, prompt.seat_id)
    nights = _nights(table, prompt.seat_id)
    count = partial(counted_time, policy, zone=table.campaign.time_zone, closed=closed, nights=nights)
    left, back = _minutes(count(since, told)), min(60 * policy.min_hours_after_absence, prompt.allowed_minutes)
    if table.now - since >= timedelta(minutes=back):
        left = max(left, back)
    prompt.allowed_minutes += _minutes(count(since, table.now))
    prompt.not_before = (
        next_deadline(
            policy,
            table.now,
            timedelta(minutes=left),
            zone=table.campaign.time_zone,
            closed=closed,
            nights=nights,
            not_before=told,
        )
        or told
    )
    paused = table.campaign.state is CampaignState.PAUSED
    prompt.deadline = None if paused or prompt.deadline is None else prompt.not_before


def _minutes(time: timedelta) -> int:
    """Return whole minutes, rounded up."""
    return -(-time // timedelta(minutes=1))


def recalculate(table: CampaignContext, *, seats: Collection[int] | None = None, revive: bool = False) -> None:
    """Calculate the deadlines of the open questions again, of all seats or of these; they only move back.

    `revive`: questions without a deadline (left to the moderator, or from before a pause) get one again.
    """
    moved, policy = [], policy_of(table.campaign)
    for prompt in table.open_prompts():
        told = prompt.deadline
        if (seats is not None and prompt.seat_id not in seats) or (told is None and not revive):
            continue
        due = deadline_for(table, prompt.seat_id, prompt.opened_at, prompt.allowed_minutes, prompt.not_before)
        if due is not None and told is not None:
            due = max(due, told)
        if due != told:
            prompt.deadline = due
            habit = partial(_habit_of, table, prompt.seat_id)
            if reminder_due(policy, prompt.opened_at, due, prompt.reminded_at, table.now, habit):
                prompt.reminded_at = table.now  # the mail that tells the new deadline asks for the answer too
            moved.append(prompt.number)
    table.session.flush()
    untrue(table, moved)
    if moved:
        announce(table, DeadlinesMoved(moved))


def stand_still(table: CampaignContext, since: datetime, author: str, reason: str = "") -> None:
    """Pause the campaign from a moment on: no deadline runs."""
    table.campaign.state = CampaignState.PAUSED
    table.session.add(table.campaign)
    agreements.drop_votes(table.session, table.campaign.id, VoteKind.PAUSE)
    stored.begin_pause(table.session, table.campaign.id, since, author, reason)
    rows = table.open_prompts()
    for row in rows:
        # what was told before the pause still holds after it, even if an absence is taken back meanwhile
        row.not_before, row.deadline = told_until(row), None
    table.session.flush()
    untrue(table, [row.number for row in rows])
    announce(table, DeadlinesMoved([row.number for row in rows]))


def untrue(table: CampaignContext, numbers: Iterable[int]) -> None:
    """Cancel reminders about these questions."""
    outbound.cancel_prompts(table.session, table.campaign.id, list(numbers), REMINDER)


def prompt_of(table: CampaignContext, seat_id: int) -> Prompt | None:
    """Return the open question of a seat."""
    return next((p for p in table.open_prompts() if p.seat_id == seat_id), None)
