"""A deadline and its grace are over, and somebody has not answered: the four policies.

=============  =======================================================================================
policy         what happens
=============  =======================================================================================
default        the default that the rules name; where they name none, as with `moderator`
standing       the seat's standing orders, where they say something; else as with `default`
moderator      nothing; the moderators and all players are told, the question has no deadline any more
replacement    the standby player takes the seat over, with a fresh deadline; else as with `moderator`
=============  =======================================================================================

Where a campaign has agreed on it, the right lines of a draft are carried out before `default` and `standing`.
"""

from collections.abc import Sequence
from typing import Any

import structlog

from adjudicator.kernel.errors import Refusal
from adjudicator.kernel.events import ObservedEvent
from adjudicator.service.campaign.happenings import DeadlinesMissed, announce
from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.outbox.notices import TableNotice, to_table
from adjudicator.service.people import replacements, silent_seats, stewards
from adjudicator.service.play import changes, due_dates, standing_orders
from adjudicator.service.play.disclosures import moderators_only
from adjudicator.service.play.kept import held_orders
from adjudicator.service.play.moves import Move, counts_drafts
from adjudicator.service.timing.policy import MissedDeadline
from adjudicator.store import timing as stored
from adjudicator.store.prompts import Question

log = structlog.get_logger()


def overdue(table: CampaignContext, silent: Sequence[str], rows: Sequence[Question]) -> bool:
    """Do what the campaign has agreed on. Returns whether anything was done; `rows` are the missed questions."""
    policy = due_dates.policy_of(table.campaign)
    if _note(table, silent):
        return True
    if policy.missed_deadline is MissedDeadline.REPLACEMENT:
        silent = _replace(table, silent)
        if not silent:
            return True
    if policy.missed_deadline is MissedDeadline.STEWARD:
        handed = [name for name in silent if not table.by_name[name].steward]
        for name in handed:
            stewards.seat_steward(table, table.by_name[name], by="deadline")
        if handed:
            return True
    if policy.missed_deadline in (MissedDeadline.MODERATOR, MissedDeadline.REPLACEMENT):
        _leave_to_moderator(table, silent)
        return True
    return close(table, silent)


def close(table: CampaignContext, silent: Sequence[str] = (), *, ordered: bool = False) -> bool:
    """Carry the open decision out, with defaults for whoever still owes an answer.

    Before them counts what `silent` seats have on file: right lines of a draft, and standing orders.
    `ordered`: the moderator has it done, before its time; everybody is told so. Of answers that were held back standing
    orders give those that are missing, and nobody is told whose these were.
    """
    delayed, before = table.delayed, table.match.game.own_round(table.match.position)
    after, chains = table.match.position.n, table.match.is_concurrent
    asked = {name: table.match.number(name) for name in table.match.owing_seats}
    move, waited_for = Move(table), table.match.owing_seats if delayed else silent
    drafted = _drafts(table, move, waited_for) if not ordered and counts_drafts(table) else []
    standing = delayed or due_dates.policy_of(table.campaign).missed_deadline is MissedDeadline.STANDING
    events = _standing(table, waited_for) if standing else []
    went_on = bool(silent) and not chains and table.decision != table.opened  # by what was on file
    still = [] if went_on else [name for name in table.match.owing_seats if not chains or not silent or name in silent]
    still = [name for name in still if not chains or table.match.number(name) == asked.get(name)]
    missing = [seat for seat in still if table.match.default(seat) is None]
    if missing and not events and not drafted:
        _leave_to_moderator(table, missing)
        return True
    try:
        if not missing and not went_on:
            events += table.match.close(still if chains else ()) if still or not chains else []
            events += _rest_of_round(table, silent, before) if silent and not chains else []
        elif went_on and drafted:
            events += (rest := _rest_of_round(table, silent, before))
            still = [name for name in silent if rest]
    except Refusal as refusal:
        log.error("a deadline could not be closed", campaign=table.campaign.id, refusal=str(refusal))
        _leave_to_moderator(table, still)
        return True
    for name in dict.fromkeys((*silent, *still)):
        held_orders.stop_waiting(table, table.by_name[name])
    late = () if delayed else tuple(still)
    for_moderators = _for_moderators(table, silent, still, after)
    cause = changes.Cause(overdue=late, ordered=ordered)
    move.note(events)
    asked_now = move.settle(cause)  # a plan for a turn that begins by this is carried out
    move.answer_others(asked_now)
    told_so = {*asked_now.new, *move.answered}
    for moderator in for_moderators:
        moderator.send(table, moderators_only(table.seats))
    if table.match.result is None:
        others = [seat for seat in table.seats if seat.name not in told_so and (ordered or seat.name in late)]
        notice = to_table("processed", seats=late) if ordered else to_table("missed", after=after)
        notice.send(table, others)
    return True


def _drafts(table: CampaignContext, move: Move, silent: Sequence[str]) -> list[str]:
    """Carry out what counts of drafts, and return whose. A draft whose question is over by now is none."""
    owing = [seat for name in silent if name in table.match.owing_seats for seat in table.asked_as(name)]
    return [seat.name for seat in owing if seat.asked_as in table.match.owing_seats and move.count_draft(seat)]


def _standing(table: CampaignContext, silent: Sequence[str]) -> list[ObservedEvent[Any]]:
    told: list[ObservedEvent[Any]] = []
    for name in silent:
        if table.decision != table.opened or name not in table.match.owing_seats:
            continue
        told += standing_orders.answer_for(table, name)
    return told


def _rest_of_round(table: CampaignContext, silent: Sequence[str], round_: int | None) -> list[ObservedEvent[Any]]:
    """Answer the rest of a seat's own round by default, so that the round costs it one deadline only.

    After the question that was missed, the default of each further one is carried out at once, as long as nobody else
    is asked in between.
    """
    match, told = table.match, list[ObservedEvent[Any]]()
    while (
        round_ is not None
        and match.result is None
        and match.awaited is None
        and match.game.own_round(match.position) == round_
        and match.owing_seats
        and all(name in silent and match.default(name) is not None for name in match.owing_seats)
        and not any(decision.held for decision in match.decisions())
    ):
        told += match.close()
    return told


def _for_moderators(
    table: CampaignContext, silent: Sequence[str], still: Sequence[str], after: int
) -> list[TableNotice]:
    """Return what moderators are told of the silent seats.

    For some of them (`still`) the default was carried out, `after` an entry of the log.
    """
    told: list[TableNotice] = []
    stood = "written" if counts_drafts(table) else "stood"
    for kind, answered in (("done_by_default", False), (stood, True)):
        if seats := tuple(name for name in silent if (name not in still) is answered):
            in_row = tuple(str(stored.missed_in_row(table.session, table.by_name[name].id)) for name in seats)
            told.append(to_table(kind, seats=seats, in_row=in_row, after=after))
    return told


def _replace(table: CampaignContext, silent: Sequence[str]) -> tuple[str, ...]:
    """Hand seats to their standby players. Returns the seats that have none."""
    alone = tuple(name for name in silent if replacements.standby_of(table.by_name[name]) is None)
    for name in silent:
        if name not in alone:
            replacements.replace(table, table.by_name[name], by="deadline")
    return alone


def _leave_to_moderator(table: CampaignContext, silent: Sequence[str]) -> None:
    """Ask nobody twice: the questions have no deadline until the moderator gives one."""
    log.warning("a deadline is left to the moderator", campaign=table.campaign.id, seats=list(silent))
    for row in table.open_prompts():
        if table.by_id[row.seat_id].name in silent:
            row.deadline, row.reminded_at = None, table.now
    table.session.flush()
    to_table("no_default", seats=tuple(silent)).send(table, table.moderators)
    others = [seat for seat in table.seats if not seat.moderates]
    to_table("undecided", seats=tuple(silent)).send(table, others)
    announce(table, DeadlinesMissed(silent))


def _note(table: CampaignContext, silent: Sequence[str]) -> bool:
    """Count the missed deadlines, once for each question. Return whether a seat has a new holder, with fresh time.

    Seats whose time shrinks from the next question on are told so in a message of their own.
    """
    rows = {row.seat_id: row for row in table.open_prompts()}
    counted = [name for name in silent if not rows[table.by_name[name].id].missed]
    for name in counted:
        rows[table.by_name[name].id].missed = True
    fuse, in_row = due_dates.policy_of(table.campaign).short_fuse, dict[str, int]()
    for name in counted:
        seat = table.by_name[name]
        record = stored.record_of(table.session, seat.id)
        record.missed += 1
        record.missed_in_row += 1
        in_row[name] = record.missed_in_row
        table.session.add(record)
        if fuse.after and record.missed_in_row == fuse.after:
            hours = min(fuse.hours, table.campaign.deadline_hours)
            to_table("short_fuse", missed=fuse.after, hours=hours).send(table, [seat])
    table.session.flush()
    handed_on = [name for name, count in in_row.items() if silent_seats.missed_again(table, name, count)]
    return bool(handed_on)
