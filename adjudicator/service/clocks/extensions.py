"""More time: by agreement (`wait`), by the moderator (extend, pause, resume), by absence.

Every function works in the caller's transaction, on a locked campaign, and queues the mails that tell of it.
`by` is who did it, for the audit trail.
"""

from collections.abc import Sequence
from datetime import date, datetime, timedelta

from adjudicator.language import msgid
from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.campaign.troubles import Rejected, RejectionReason, not_running
from adjudicator.service.clocks import promises
from adjudicator.service.outbox.notices import to_table
from adjudicator.service.play import banks, due_dates
from adjudicator.service.play.disclosures import moderators_only
from adjudicator.service.play.kept import whole_mails
from adjudicator.service.timing.calendar import Absence, days_by_year
from adjudicator.service.timing.policy import WaitPolicy
from adjudicator.store import agreements
from adjudicator.store import timing as stored
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.tables import CampaignState, Prompt, VoteKind

no_wait = RejectionReason("no_wait", msgid("This campaign has agreed on no extension. Please write to the moderator."))
not_asked = RejectionReason("not_asked", msgid("Nothing is asked of you now, so there is no deadline to move."))
fixed_delay = RejectionReason(
    "fixed_delay", msgid("The answers to this question come out at a fixed time; only the moderator can give more.")
)
no_deadline = RejectionReason("no_deadline", msgid("No deadline runs for this question now."))
waited = RejectionReason(
    "waited", msgid("The extension for this question has been taken already. Only the moderator can give more.")
)
waits_used = RejectionReason(
    "waits_used", msgid("You have taken all your extensions in this campaign. Only the moderator can give more.")
)
over_budget = RejectionReason(
    "budget",
    msgid(
        "That is more than the %(budget)s days a year that this campaign has agreed on. Days left: %(left)s. "
        "The moderator may grant more."
    ),
)
not_later = RejectionReason(
    "not_later",
    msgid(
        "The deadline is %(deadline)s already, and one that was told never comes nearer; nothing was changed and "
        "nobody was told. What is to be over before is carried out with “process”."
    ),
)
no_bank = RejectionReason(
    "no_bank", msgid("This campaign has no banks of hours; “extend” gives more time for a question.")
)
nobody = RejectionReason("nobody", msgid("None of these seats is asked anything now, so there is no deadline to move."))
not_paused = RejectionReason("not_paused", msgid("The campaign is not paused."))


def wait(table: CampaignContext, seat: SeatAtTable) -> datetime:
    """Extend the deadlines of everybody who is asked by the agreed time, and return the seat's new deadline.

    All of them are told, and so are moderators who do not play.

    Raises:
        Rejected: The campaign or the question allows no such extension.
    """
    policy, rows, mine = _extension(table, seat)
    record = stored.record_of(table.session, seat.id)
    before = promises.promised_moment(table)
    mine.waits += 1
    record.waits += 1
    table.session.add(record)
    _lengthen(table, rows, timedelta(hours=policy.hours))
    told = {row.seat_id for row in rows} | {each.id for each in moderators_only(table.seats)}
    others = [each for each in table.others(seat) if each.id in told]
    to_table("wait", seats=(seat.name,), hours=policy.hours).send(table, others)
    promises.renew(table, before, {seat.id, *told})
    assert mine.deadline is not None
    return mine.deadline


def hours_by_waiting(table: CampaignContext, seat: SeatAtTable) -> int:
    """Return how many hours more `wait` would give now; 0 where it is not possible."""
    try:
        return _extension(table, seat)[0].hours
    except Rejected:
        return 0


def _extension(table: CampaignContext, seat: SeatAtTable) -> tuple[WaitPolicy, list[Prompt], Prompt]:
    """Return the agreed `wait` policy, the questions that would wait, and the seat's own one. Raises Rejected."""
    agreed = due_dates.policy_of(table.campaign)
    policy = agreed.wait
    rows = _asked_prompts(table)
    mine = next((row for row in rows if row.seat_id == seat.id), None)
    if not policy.hours or not policy.per_question or agreed.bank.hours:
        raise no_wait()
    if mine is None:
        raise not_asked()
    if table.delayed:
        raise fixed_delay()
    if mine.deadline is None:
        raise no_deadline()
    if sum(row.waits for row in rows) >= policy.per_question:
        raise waited()
    if policy.per_campaign is not None and stored.record_of(table.session, seat.id).waits >= policy.per_campaign:
        raise waits_used()
    return policy, rows, mine


def extend(
    table: CampaignContext,
    *,
    by: str,
    hours: int = 0,
    until: datetime | None = None,
    seats: Sequence[str] = (),
    reason: str = "",
) -> None:
    """Let the moderator give more time, by hours or up to a moment, to everybody who is asked or to some.

    Raises:
        Rejected: None of them is asked anything, or the moment would be later for none of them.
    """
    rows = [row for row in _asked_prompts(table) if not seats or table.by_id[row.seat_id].name in seats]
    if not rows:
        raise nobody()
    before = promises.promised_moment(table)
    if until is not None:
        latest = max((row.deadline for row in rows if row.deadline), default=until)
        rows = [row for row in rows if row.deadline is None or row.deadline < until]
        if not rows:
            raise not_later(deadline=lambda words: words.time(latest, table.campaign.time_zone, table.now))
    if hours:
        _lengthen(table, rows, timedelta(hours=hours), fresh_from=table.now)
    if until is not None:
        for row in rows:
            due_dates.hold_until(row, until)
            row.deadline = row.not_before
        table.session.flush()
        due_dates.recalculate(table, seats=[row.seat_id for row in rows])
    told = [table.by_id[row.seat_id] for row in rows]
    to_table("extended", reason=reason).send(table, told)
    promises.renew(table, before, {seat.id for seat in told})
    table.record(by, "extend", {"hours": hours, "until": until, "seats": tuple(seats), "reason": reason})


def add_to_banks(table: CampaignContext, *, by: str, hours: int, seats: Sequence[str] = (), reason: str = "") -> None:
    """Let the moderator add hours to the banks of some seats, or of all; open questions get them at once.

    Raises:
        Rejected: The campaign has no banks.
    """
    if not due_dates.policy_of(table.campaign).bank.hours:
        raise no_bank()
    grown = [seat for seat in table.players if not seats or seat.name in seats]
    for seat in grown:
        banks.keep(table, seat.id, due_dates.bank_of(table.session, table.campaign, seat.id) + 60 * hours)
    ids = {seat.id for seat in grown}
    rows = [] if table.delayed else [row for row in table.open_prompts() if row.seat_id in ids]
    if rows:
        _lengthen(table, rows, timedelta(hours=hours), fresh_from=table.now)
    to_table("bank_grew", seats=tuple(seat.name for seat in grown), hours=hours, reason=reason).send(table, table.seats)
    table.record(by, "bank", {"hours": hours, "seats": tuple(seats), "reason": reason})


def pause(table: CampaignContext, *, by: str, reason: str = "") -> None:
    """Stop everything until `resume`. Raises Rejected if the campaign does not run."""
    if table.campaign.state is not CampaignState.RUNNING:
        raise not_running()
    due_dates.stand_still(table, table.now, by, reason)
    to_table("paused", reason=reason).send(table, table.seats)
    table.record(by, "pause", {"reason": reason})


def plan_pause(table: CampaignContext, *, by: str, since: datetime, until: datetime, reason: str = "") -> None:
    """Plan a pause: no deadline runs between two moments, but orders are taken all the same.

    Raises:
        Rejected: The campaign does not run.
    """
    if table.campaign.state is not CampaignState.RUNNING:
        raise not_running()
    stored.plan_pause(table.session, table.campaign.id, (since, until), by, reason)
    due_dates.recalculate(table)
    to_table("pause_planned", since=since, until=until, reason=reason).send(table, table.seats)
    table.record(by, "planned_pause", {"since": since, "until": until, "reason": reason})


def resume(table: CampaignContext, *, by: str, reason: str = "") -> None:
    """Resume the campaign: the time that was left runs on, and a seat that had none left gets a little.

    Orders that were kept are tried. If the campaign runs, planned pauses are cancelled; deadlines that were announced
    stay. The table is out of date afterwards.

    Raises:
        Rejected: There is no pause.
    """
    if table.campaign.state is CampaignState.RUNNING and stored.end_planned(
        table.session, table.campaign.id, table.now
    ):
        to_table("no_pause", reason=reason).send(table, table.seats)
        table.record(by, "resume", {"reason": reason})
        return
    if table.campaign.state is not CampaignState.PAUSED:
        raise not_paused()
    stored.end_pause(table.session, table.campaign.id, table.now)
    agreements.drop_votes(table.session, table.campaign.id, VoteKind.RESUME)
    table.campaign.state = CampaignState.RUNNING
    table.session.add(table.campaign)
    table.session.flush()
    due_dates.recalculate(table, revive=True)
    _nobody_at_once(table)
    to_table("resumed", reason=reason).send(table, table.seats)
    table.record(by, "resume", {"reason": reason})
    whole_mails.try_all(table.work, table.campaign.id)


def _nobody_at_once(table: CampaignContext) -> None:
    """Give everybody time, so that nobody comes back from a pause to a deadline that is over."""
    late = [row for row in table.open_prompts() if row.deadline and row.deadline <= table.now]
    least = timedelta(hours=due_dates.policy_of(table.campaign).min_hours_after_absence or 1)
    for row in late:
        due_dates.hold_until(row, table.now + least)
    table.session.flush()
    due_dates.recalculate(table, seats=[row.seat_id for row in late])


def be_absent(table: CampaignContext, seat: SeatAtTable, days: Absence, *, granted_by: str = "") -> dict[int, int]:
    """Stop the seat's time for some days; return the days left by year.

    Everybody is told. Without a moderator's word the days come out of the yearly budget.

    Raises:
        Rejected: The budget has too few days.
    """
    budget = due_dates.policy_of(table.campaign).absence_days
    taken = due_dates.absences(table.session, seat.id, taken_only=True)
    before, after = days_by_year(taken), days_by_year([*taken, days])
    years = sorted({day.year for day in days.days()})
    if not granted_by and any(after[year] > budget and after[year] > before[year] for year in years):
        left = [f"{year}: {max(0, budget - before[year])}" for year in years]
        raise over_budget(budget=budget, left=lambda words: words.listing(left))
    if not granted_by and any(each.first <= days.first and days.last <= each.last for each in taken):
        return {year: max(0, budget - before[year]) for year in years}
    stored.announce(table.session, seat.id, days.first, days.last, granted_by, table.now)
    due_dates.recalculate(table, seats=[seat.id])
    others = table.seats if granted_by else table.others(seat)
    to_table("absent", seats=(seat.name,), first=days.first, last=days.last).send(table, others)
    if granted_by:
        dates = {"first": days.first.isoformat(), "last": days.last.isoformat()}
        table.record(granted_by, "absent", {"seat": seat.name, **dates})
    counted = before if granted_by else after
    return {year: max(0, budget - counted[year]) for year in years}


def come_back(table: CampaignContext, seat: SeatAtTable) -> bool:
    """End absences that run or are ahead; return whether there was one.

    Deadlines that were told stay.
    """
    day: date = due_dates.today(table.campaign, table.now)
    if not stored.end_absences(table.session, seat.id, day):
        return False
    to_table("back", seats=(seat.name,)).send(table, table.others(seat))
    return True


def _asked_prompts(table: CampaignContext) -> list[Prompt]:
    """Return the open questions of the current decision, without a moderator's: that one has no deadline."""
    names = table.match.asked_seats
    chairs = table.by_id
    return [
        row for row in table.open_prompts() if chairs[row.seat_id].name in names and not chairs[row.seat_id].moderates
    ]


def _lengthen(
    table: CampaignContext, rows: Sequence[Prompt], more: timedelta, fresh_from: datetime | None = None
) -> None:
    """Give these questions so much more counted time; one without a deadline gets it from `fresh_from` on."""
    before = {row.number: row.deadline for row in rows}
    for row in rows:
        row.allowed_minutes += int(more.total_seconds()) // 60
        if fresh_from is not None and (row.deadline is None or row.deadline <= fresh_from):
            due_dates.hold_until(row, fresh_from + more)
    table.session.flush()
    due_dates.recalculate(table, seats=[row.seat_id for row in rows], revive=fresh_from is not None)
    short = [row for row in rows if (was := before[row.number]) and row.deadline and row.deadline < was + more]
    for row in short:  # the announced deadline still contains an absence that was taken back
        due_dates.hold_until(row, (before[row.number] or row.opened_at) + more)
    table.session.flush()
    if short:
        due_dates.recalculate(table, seats=[row.seat_id for row in short])
