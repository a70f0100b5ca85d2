"""Remind seats once before the deadline if they have not answered, and moderators of what waits for them."""

from datetime import datetime, timedelta
from functools import partial

from sqlalchemy.orm import Session

from adjudicator.kernel.actions import MODERATOR
from adjudicator.service.campaign.happenings import Reminded, announce
from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.campaign.settings import settings_of
from adjudicator.service.campaign.sweeps import sweep
from adjudicator.service.clocks.digests import Often, slot
from adjudicator.service.outbox.notices import to_table
from adjudicator.service.play import due_dates
from adjudicator.service.play.habits import of_seat
from adjudicator.service.play.kept.held_orders import held_by
from adjudicator.service.service import Service
from adjudicator.service.timing.deadline import reminder_due
from adjudicator.service.timing.habits import Habit
from adjudicator.store import overview, prompts, timing
from adjudicator.store.campaigns import SeatAtTable, campaign_by_id, seats_at_table
from adjudicator.store.engine import reading
from adjudicator.store.tables import Campaign, CampaignState, Prompt
from adjudicator.store.timing import soon_due

HORIZON = timedelta(days=31)
"""No reminder comes earlier than this before its deadline."""
BATCH = 500
MODERATOR_PAUSE = timedelta(days=2)
"""The pause between reminders to a moderator of what the match asks them."""
DECIDE_PAUSE = timedelta(hours=12)
"""A missed deadline that was left to them this evening is no news to moderators in the morning."""


def run(service: Service) -> int:
    """Queue the reminders that are due. Returns how many seats were reminded."""
    now = service.clock.now()
    with reading(service.engine) as session:
        near = dict.fromkeys(prompt.campaign_id for prompt in soon_due(session, now, HORIZON, BATCH))
        due = [each for each in near if _due(session, campaign_by_id(session, each), now)]
        asked = timing.moderators_asked(session, now - MODERATOR_PAUSE, BATCH)
        left = dict.fromkeys(
            moderator.campaign_id for moderator in timing.left_to_moderators(session, now - DECIDE_PAUSE, BATCH)
        )
        wanted = [each for each in left if _left(session, campaign_by_id(session, each), now)]
    reminded = sweep(service, due, _remind) + sweep(service, (each.campaign_id for each in asked), _remind_moderators)
    return reminded + sweep(service, wanted, _ask_to_decide)


def _remind(table: CampaignContext) -> int:
    count = 0
    for prompt in _due(table.session, table.campaign, table.now):
        seat = table.by_id[prompt.seat_id]
        if seat.asked_as in table.match.owing_seats and held_by(table, seat).changeable is None:
            prompt.reminded_at = table.now
            to_table("remind").send(table, [seat])
            announce(table, Reminded(seat))
            count += 1
    return count


def _remind_moderators(table: CampaignContext) -> int:
    """Remind moderators whom the match asks, and return how many.

    It happens every few days, until the players are asked who else would moderate.
    """
    if not table.runs or settings_of(table.campaign).succession is not None:
        return 0
    late = {row.seat_id: row for row in timing.moderators_asked(table.session, table.now - MODERATOR_PAUSE, BATCH)}
    chairs = [chair for chair in table.rulers if chair.id in late]
    for chair in chairs:
        late[chair.id].reminded_at = table.now
    to_table("remind").send(table, chairs)
    return len(chairs)


def _ask_to_decide(table: CampaignContext) -> int:
    """Ask the moderators about missed deadlines that only they can settle. Return how many seats were asked.

    They are asked every morning, until the players are asked who else would moderate. Moderators who read it in the
    morning's overview get no further message.
    """
    if not table.runs or table.match.awaited is not None or settings_of(table.campaign).succession is not None:
        return 0
    owing = table.match.owing_seats
    rows = [row for row in _left(table.session, table.campaign, table.now) if table.by_id[row.seat_id].name in owing]
    if not rows or MODERATOR in owing:
        return 0
    for row in rows:
        row.reminded_at = table.now
    told = overview.with_morning_mails(table.session)
    chairs = [seat for seat in table.moderators if not all(each.person_id in told for each in seat.in_charge)]
    to_table("still_undecided", seats=tuple(table.by_id[row.seat_id].name for row in rows)).send(table, chairs)
    return len(chairs)


def _left(session: Session, campaign: Campaign, now: datetime) -> list[Prompt]:
    """Return the missed questions of a campaign that its moderators have not been told of since about this morning."""
    before = min(now - DECIDE_PAUSE, slot(now, Often.DAILY, campaign.time_zone))
    return [row for row in timing.left_to_moderators(session, before, BATCH) if row.campaign_id == campaign.id]


def _due(session: Session, campaign: Campaign, now: datetime) -> list[Prompt]:
    """Return the open questions that are due for a reminder, whether or not they have been answered."""
    policy, seats = due_dates.policy_of(campaign), dict[int, SeatAtTable]()

    def habit(seat_id: int) -> Habit | None:
        if not seats:
            seats.update((seat.id, seat) for seat in seats_at_table(session, campaign.id, now))
        return of_seat(session, seats[seat_id])

    return [
        row
        for row in prompts.open_prompts(session, campaign.id)
        if campaign.state is CampaignState.RUNNING
        and reminder_due(policy, row.opened_at, row.deadline, row.reminded_at, now, partial(habit, row.seat_id))
    ]
