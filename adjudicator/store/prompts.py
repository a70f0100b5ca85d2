"""Questions to seats, what they ordered, and drafts."""

from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy import and_, bindparam, func, insert, or_, select, update
from sqlalchemy.orm import Session
from sqlmodel import col

from adjudicator.store.statements import changed
from adjudicator.store.tables import (
    Draft,
    LineOutcome,
    OrderLine,
    OrderSet,
    Prompt,
    PromptState,
    SetState,
    table_of,
)


class NewPrompt(Struct, frozen=True):
    """A question about to be asked; its number is given by ``ask``."""

    seat_id: int
    match_id: int
    revision: int
    decision: int
    deadline: datetime | None
    offered: bytes
    allowed_minutes: int = 0


class NewOrderSet(Struct, frozen=True):
    """The orders of one mail, or of a moderator's command."""

    campaign_id: int
    seat_id: int
    person_id: int | None
    inbound_mail_id: int | None
    match_id: int
    revision: int
    state: SetState
    received_at: datetime


class NewOrderLine(Struct, frozen=True):
    """One line of them; ``line`` counts from 1 as the player sees it."""

    line: int
    outcome: LineOutcome
    text: bytes
    reading: bytes = b""
    first_sequence: int | None = None
    last_sequence: int | None = None


def prompt_by_number(session: Session, campaign_id: int, number: int) -> Prompt | None:
    """The question with that number, whatever became of it."""
    return session.scalars(
        select(Prompt).where(col(Prompt.campaign_id) == campaign_id, col(Prompt.number) == number)
    ).first()


def open_prompts(session: Session, campaign_id: int) -> tuple[Prompt, ...]:
    """The questions of a campaign that wait for an answer, oldest first."""
    return tuple(session.scalars(_OPEN, {"campaign_id": campaign_id}))


def questions_since(session: Session, seat_id: int, since: datetime | None, limit: int) -> tuple[Prompt, ...]:
    """The questions of a seat that were open after a moment (None: ever), the oldest first, the newest `limit`."""
    closed = col(Prompt.closed_at)
    still = closed.is_(None) if since is None else (closed.is_(None)) | (closed > since)
    of_seat = select(Prompt).where(col(Prompt.seat_id) == seat_id, still)
    return tuple(reversed(session.scalars(of_seat.order_by(col(Prompt.number).desc()).limit(limit)).all()))


def overdue_prompts(session: Session, now: datetime, limit: int) -> tuple[Prompt, ...]:
    """Open questions of all campaigns whose deadline is over, the longest overdue first."""
    return tuple(
        session.scalars(
            select(Prompt)
            .where(col(Prompt.state) == PromptState.OPEN, col(Prompt.deadline) <= now)
            .order_by(col(Prompt.deadline))
            .limit(limit)
        )
    )


def last_number(session: Session, campaign_id: int) -> int:
    """The highest question number a campaign has used; 0 before the first."""
    return session.scalar(_LAST_NUMBER, {"campaign_id": campaign_id}) or 0


_OF_CAMPAIGN = col(Prompt.campaign_id) == bindparam("campaign_id")
_OPEN = select(Prompt).where(_OF_CAMPAIGN, col(Prompt.state) == PromptState.OPEN).order_by(col(Prompt.number))
_LAST_NUMBER = select(col(Prompt.number)).where(_OF_CAMPAIGN).order_by(col(Prompt.number).desc()).limit(1)


def ask(session: Session, campaign_id: int, prompts: Sequence[NewPrompt], first_number: int, at: datetime) -> None:
    """Store questions under the numbers from ``first_number`` on (``last_number`` + 1, campaign locked).

    The caller needs the numbers earlier, for the codes in ``offered``; a number in use raises
    ``IntegrityError``.
    """
    if prompts:
        session.execute(
            insert(table_of(Prompt)),
            [
                {
                    "campaign_id": campaign_id,
                    "number": number,
                    "state": PromptState.OPEN,
                    "opened_at": at,
                    "waits": 0,
                    "ready": False,
                    **asdict(prompt),
                }
                for number, prompt in enumerate(prompts, first_number)
            ],
        )


def close_prompts(session: Session, campaign_id: int, numbers: Sequence[int], state: PromptState, at: datetime) -> int:
    """Questions that are open no longer, and why; returns how many of ``numbers`` were open."""
    if not numbers:
        return 0
    return changed(
        session,
        update(table_of(Prompt))
        .where(
            col(Prompt.campaign_id) == campaign_id,
            col(Prompt.number).in_(numbers),
            col(Prompt.state) == PromptState.OPEN,
        )
        .values(state=state, closed_at=at),
    )


def record_orders(session: Session, orders: NewOrderSet, lines: Sequence[NewOrderLine]) -> int:
    """Keep what was ordered and how it was read, line by line; returns the id of the set."""
    table = table_of(OrderSet)
    set_id: int = session.execute(insert(table).returning(table.c.id), asdict(orders)).scalar_one()
    if lines:
        session.execute(insert(table_of(OrderLine)), [{"order_set_id": set_id, **asdict(line)} for line in lines])
    return set_id


def orders_of_mail(session: Session, inbound_mail_id: int) -> tuple[OrderLine, ...]:
    """The lines a mail gave, in their order: to explain an entry of the log."""
    return tuple(
        session.scalars(
            select(OrderLine)
            .join(OrderSet, col(OrderSet.id) == col(OrderLine.order_set_id))
            .where(col(OrderSet.inbound_mail_id) == inbound_mail_id)
            .order_by(col(OrderLine.order_set_id), col(OrderLine.line))
        )
    )


def draft_of(session: Session, seat_id: int) -> Draft | None:
    """What is on file for a seat and not carried out."""
    return session.scalars(select(Draft).where(col(Draft.seat_id) == seat_id)).first()


def keep_draft(session: Session, seat_id: int, prompt_number: int | None, lines: bytes, at: datetime) -> None:
    """Put lines on file for a seat; they replace the draft before. Empty ``lines`` take it off."""
    kept = draft_of(session, seat_id)
    if kept is None:
        if lines:
            session.add(Draft(seat_id=seat_id, prompt_number=prompt_number, lines=lines, updated_at=at))
    elif lines:
        kept.prompt_number, kept.lines, kept.updated_at = prompt_number, lines, at
    else:
        session.delete(kept)


def drop_lines(session: Session, seat_id: int, *, sealed: bool) -> None:
    """Order lines of a seat that wait do so no longer, nor does its secret answer if it had one on file (`sealed`)."""
    sets = select(col(OrderSet.id)).where(col(OrderSet.seat_id) == seat_id)
    line = table_of(OrderLine).c
    dropped = line.outcome == LineOutcome.WAITING
    if sealed:
        filed = (line.outcome == LineOutcome.DONE, line.first_sequence.is_(None), line.order_set_id.in_(sets))
        newest = select(func.max(line.order_set_id)).where(*filed).scalar_subquery()
        on_file = and_(line.outcome == LineOutcome.DONE, line.first_sequence.is_(None), line.order_set_id == newest)
        dropped = or_(dropped, on_file)
    session.execute(
        update(table_of(OrderLine)).where(line.order_set_id.in_(sets), dropped).values(outcome=LineOutcome.DROPPED)
    )
