"""Carrying out a decision of several seats before its deadline: at once, after a while, or when all are ready.

Unless the campaign wants it at once, the last answer is only sealed like the others, so that whoever came last
can change their mind as well. Nothing here tells anybody who has answered.
"""

from datetime import timedelta
from typing import Any

from adjudicator.kernel.actions import Action
from adjudicator.kernel.events import ObservedEvent
from adjudicator.service.campaign.matches import CampaignContext, sealed_answers
from adjudicator.service.play import due_dates
from adjudicator.service.timing.policy import Adjudication
from adjudicator.store import matches, prompts


def give(table: CampaignContext, seat: str, action: Action) -> list[ObservedEvent[Any]]:
    """Apply an order of a seat, or only seal it where the campaign waits although all are in. Raises Refusal."""
    match = table.match
    open_now = match.decisions()
    held = due_dates.policy_of(table.campaign).adjudication is not Adjudication.AT_ONCE
    if (
        held
        and open_now
        and open_now[0].form in ("together", "orders", "window")
        and not match.is_anytime_action(seat, action)
    ):
        match.seal(seat, action)
        return []
    return match.apply(seat, action)


def carry_out_if_ready(table: CampaignContext) -> list[ObservedEvent[Any]]:
    """Carry the decision out if every answer is there and everybody who is asked has said `ready`.

    Where orders are written, who is not ready has no complete answer.
    """
    match = table.match
    if (
        match.awaited is not None
        or not match.is_complete
        or table.delayed
        or due_dates.policy_of(table.campaign).adjudication is Adjudication.AT_ONCE
    ):
        return []
    if table.form == "orders":
        return match.close()
    ready = {
        table.by_id[row.seat_id].name
        for row in prompts.open_questions(table.session, table.campaign.id)
        if row.ready and row.decision == table.decision
    }
    return match.close() if ready.issuperset(match.asked_seats) else []


def take_up(table: CampaignContext) -> tuple[list[ObservedEvent[Any]], frozenset[str]]:
    """Take up a decision again that another one had suspended. Return what happened, and whose answer is lost.

    Secret answers to it count once more, as far as they are still possible. Something happens only if nobody is waited
    for any more.
    """
    number, match = table.decision, table.match
    if number not in table.suspended_decisions or match.awaited is not None:
        return [], frozenset()
    before = sealed_answers(table.session, table.head, table.seats, match)
    match.restore(before)
    lost = frozenset(before.keys() - match.sealed.keys())
    for name in lost:
        matches.drop_sealed(table.session, table.head, number, seat_id=table.by_name[name].id)
    if (
        not before
        or not match.is_complete
        or table.delayed
        or due_dates.policy_of(table.campaign).adjudication is not Adjudication.AT_ONCE
    ):
        return [], lost
    matches.drop_sealed(table.session, table.head, number)
    return match.close(), lost


def set_window(table: CampaignContext) -> None:
    """End the time of the decision with the window, once all are in; as before if somebody took an answer back."""
    policy = due_dates.policy_of(table.campaign)
    if policy.adjudication is not Adjudication.WINDOW or not table.match.asked_seats or table.delayed:
        return
    if not table.match.is_complete:
        if table.gathered:
            due_dates.recalculate(table)
        return
    ends = table.now + timedelta(minutes=policy.window_minutes)
    for row in table.open_prompts():
        if row.decision == table.decision and row.deadline is not None:
            row.not_before, row.deadline = due_dates.told_until(row), min(row.deadline, ends)
    table.session.flush()
