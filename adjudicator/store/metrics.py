"""Count how much there is and what waits: figures of an installation, whose cost grows only with what waits."""

from datetime import datetime

from msgspec import Struct
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from adjudicator.store import channels, clock_watermark, stewards
from adjudicator.store.channels import Tally
from adjudicator.store.rate_limits import backlog
from adjudicator.store.tables import (
    Campaign,
    InboundMail,
    InboundStatus,
    OutboundMail,
    Prompt,
    PromptState,
    table_of,
)

WAITING_IN = (InboundStatus.RECEIVED, InboundStatus.HELD)
"""Mails that still wait for us, or for somebody's word."""


class Figures(Struct, frozen=True):
    """The figures that an operator sees from afar. Moments are those of the oldest, None where there is none."""

    campaigns: dict[str, int]
    """Campaigns by state."""
    stored: int
    """Mails that have ever come in, by their highest number."""
    written: int
    """Mails that were ever queued, likewise."""
    waiting_in: dict[str, int]
    """Mails in, by status, that wait."""
    waiting_out: int
    unhandled_since: datetime | None
    """Since when the oldest mail that is to be handled now is due: one that was put off is not."""
    unsent_since: datetime | None
    """The time when the oldest mail was queued that may go and has not gone."""
    questions: int
    """Open ones, all that are asked."""
    overdue: int
    """Questions whose deadline is over."""
    stewards_asked_since: datetime | None
    """Since when the steward that has waited longest is asked something."""
    fetched_until: datetime | None
    """The time until which all mails of the main mailbox are stored; None if no poller has ever been at work."""
    others_fetched_until: dict[str, datetime]
    """The same of every other mailbox, by name."""
    notices: Tally
    """The results of notices beside the mails."""


def figures(session: Session, now: datetime) -> Figures:
    """Return the figures of a moment."""
    mail_in, mail_out, prompt = table_of(InboundMail).c, table_of(OutboundMail).c, table_of(Prompt).c
    state = table_of(Campaign).c.state
    by_state = session.execute(select(state, func.count()).group_by(state)).all()
    due = func.min(mail_in.due_at).filter(mail_in.due_at <= now)
    came = select(mail_in.status, func.count(), due).where(mail_in.status.in_(WAITING_IN))
    waiting = {row[0]: row[1:] for row in session.execute(came.group_by(mail_in.status))}
    outbox = backlog(session, now)
    asked = select(func.count(), func.count().filter(prompt.deadline <= now)).where(prompt.state == PromptState.OPEN)
    questions, overdue = session.execute(asked).one()
    return Figures(
        campaigns={row[0].value: row[1] for row in by_state},
        stored=session.scalar(select(func.max(mail_in.id))) or 0,
        written=session.scalar(select(func.max(mail_out.id))) or 0,
        waiting_in={status.value: waiting.get(status, (0, None))[0] for status in WAITING_IN},
        waiting_out=outbox.waiting,
        unhandled_since=waiting.get(InboundStatus.RECEIVED, (0, None))[1],
        unsent_since=outbox.oldest,
        questions=questions,
        overdue=overdue,
        stewards_asked_since=stewards.asked_since(session, now),
        fetched_until=clock_watermark.fetched_until(session),
        others_fetched_until=clock_watermark.others_fetched_until(session),
        notices=channels.tally(session, now),
    )
