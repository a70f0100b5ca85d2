"""What a moderator presses on: a reminder at once, the open decision carried out now, other rules about time."""

from __future__ import annotations

import msgspec
from sqlalchemy.orm import Session

from adjudicator.service.campaign.matches import Table
from adjudicator.service.campaign.settings import keep_settings, settings_of
from adjudicator.service.clocks import missed_deadlines
from adjudicator.service.desk.deeds import CannotBe, Policy, Process, Remind
from adjudicator.service.desk.policy_words import IS, WAS
from adjudicator.service.desk.trail import note
from adjudicator.service.outbox import notices, queue
from adjudicator.service.play import dues
from adjudicator.service.play.given_orders import owing
from adjudicator.service.service import Service
from adjudicator.service.timing import problems_of
from adjudicator.store import prompts
from adjudicator.store.tables import CampaignState, Telling


def running(table: Table) -> None:
    """Raises CannotBe where nothing can be pressed on."""
    if table.campaign.state is not CampaignState.RUNNING:
        raise CannotBe("not_running")
    if table.other_rules:
        raise CannotBe("other_rules")
    if not table.match.decisions():
        raise CannotBe("over")


def remind(session: Session, service: Service, table: Table, deed: Remind, by: str) -> None:
    """A reminder to everybody who owes an answer."""
    running(table)
    now = service.clock.now()
    late = [table.by_name[name] for name in owing(table)]
    for row in prompts.open_prompts(session, table.campaign.id):
        if table.by_id[row.seat_id] in late:
            row.reminded_at = now
    notices.send(session, service, table, late, "remind", {}, now, kind=queue.REMINDER)
    note(session, table, by, deed, now, telling=Telling.NOBODY)


def process(session: Session, service: Service, table: Table, deed: Process, by: str) -> None:
    """Carry the open decision out, with the defaults of the rules for who owes an answer. Raises CannotBe."""
    running(table)
    if table.match.awaited is not None:
        raise CannotBe("draw_awaited")
    now = service.clock.now()
    missing = [name for name in owing(table) if table.match.default(name) is None]
    if missing:
        raise CannotBe("no_default", seats=", ".join(missing))
    note(session, table, by, deed, now)
    missed_deadlines.close(session, service, table, ordered=True)


def change_policy(session: Session, service: Service, table: Table, deed: Policy, by: str) -> None:
    """Other rules about time. Deadlines that were told move back where the new rules say so, never nearer.

    Raises CannotBe.
    """
    problems = problems_of(deed.timing)
    if not 1 <= deed.deadline_hours <= 24 * 90:
        problems.append(f"deadline_hours = {deed.deadline_hours}: that must be from 1 to 2160")
    if problems:
        raise CannotBe("bad_policy", problems="; ".join(problems))
    now = service.clock.now()
    before = flat_policy(table)
    agreed = settings_of(table.campaign)
    keep_settings(table.campaign, msgspec.structs.replace(agreed, timing=deed.timing))
    table.campaign.deadline_hours = deed.deadline_hours
    session.add(table.campaign)
    session.flush()
    dues.recalculate(session, table)
    after = flat_policy(table)
    other = [name for name, value in after.items() if value != before[name]]
    values = {key: flat[name] for name in other for key, flat in ((WAS + name, before), (IS + name, after))}
    notices.send(session, service, table, table.seats, "policy", values, now)
    note(session, table, by, deed, now)


def flat_policy(table: Table) -> dict[str, str]:
    """The rules about time by the names that stand in a campaign's file, each value as it is written there."""
    told = msgspec.to_builtins(dues.policy_of(table.campaign))
    flat: dict[str, str] = {"deadline_hours": str(table.campaign.deadline_hours)}
    for name, value in told.items():
        if isinstance(value, dict):
            flat |= {f"{name}.{inner}": _written(each) for inner, each in value.items()}
        else:
            flat[name] = _written(value)
    return flat


def _written(value: object) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()
