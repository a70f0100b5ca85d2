"""Questions to seats, what they ordered, and drafts."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy import and_, bindparam, delete, func, insert, or_, select, update
from sqlalchemy.orm import Session
from sqlmodel import col

from adjudicator.store.matches import Head
from adjudicator.store.statements import execute_change, run
from adjudicator.store.tables import (
    Campaign,
    CampaignState,
    Draft,
    LineOutcome,
    OrderLine,
    OrderSet,
    Prompt,
    PromptState,
    Receipt,
    Seat,
    SetState,
    table_of,
)


class NewPrompt(Struct, frozen=True):
    """A question about to be asked."""

    seat_id: int
    match_id: int
    revision: int
    decision: int
    deadline: datetime | None
    offered: bytes
    allowed_minutes: int = 0
    not_before: datetime | None = None
    course: str = ""


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


class Question(Struct, frozen=True):
    """An open question without its codes: the decision it asks for, and whether the seat has said `ready`."""

    number: int
    seat_id: int
    match_id: int
    revision: int
    decision: int
    opened_at: datetime
    deadline: datetime | None
    ready: bool


def prompt_by_number(session: Session, campaign_id: int, number: int) -> Prompt | None:
    """Return the question with that number, whatever became of it."""
    return session.scalars(
        select(Prompt).where(col(Prompt.campaign_id) == campaign_id, col(Prompt.number) == number)
    ).first()


def open_prompts(session: Session, campaign_id: int) -> tuple[Prompt, ...]:
    """Return the questions of a campaign that wait for an answer, oldest first, to be changed."""
    return tuple(session.scalars(_OPEN_ROWS, {"campaign_id": campaign_id}))


def open_questions(session: Session, campaign_id: int) -> tuple[Question, ...]:
    """Return the questions of a campaign that wait for an answer, oldest first, to be read."""
    return tuple(Question(*tuple(row)) for row in run(session, _OPEN, {"campaign_id": campaign_id}))


def offers_to(session: Session, campaign_id: int, seat_id: int, limit: int) -> list[tuple[PromptState, bytes, int]]:
    """Return the codes of a seat's newest questions, open or over, the oldest first.

    Each with its state and the decision that it is about.
    """
    which = {"campaign_id": campaign_id, "seat_id": seat_id, "most": limit}
    newest = run(session, _OFFERED, which).all()
    return [(row.state, row.offered, row.decision) for row in reversed(newest)]


def questions_since(session: Session, seat_id: int, since: datetime | None, limit: int) -> tuple[Prompt, ...]:
    """Return the questions of a seat that were open after a moment (None: ever).

    The newest `limit` of them, the oldest first.
    """
    closed = col(Prompt.closed_at)
    still = closed.is_(None) if since is None else (closed.is_(None)) | (closed > since)
    of_seat = select(Prompt).where(col(Prompt.seat_id) == seat_id, still)
    return tuple(reversed(session.scalars(of_seat.order_by(col(Prompt.number).desc()).limit(limit)).all()))


def overdue_prompts(session: Session, now: datetime, limit: int) -> tuple[Prompt, ...]:
    """Return the open questions of all campaigns whose deadline is over, the longest overdue first."""
    return tuple(
        session.scalars(
            select(Prompt)
            .where(col(Prompt.state) == PromptState.OPEN, col(Prompt.deadline) <= now)
            .order_by(col(Prompt.deadline))
            .limit(limit)
        )
    )


def last_of_seat(session: Session, seat_id: int) -> int:
    """Return the number of a seat's newest question; 0 before the first."""
    own = select(func.max(_PROMPT.number)).where(_PROMPT.seat_id == seat_id)
    return session.execute(own).scalar() or 0


def numbers_after(session: Session, campaign_id: int, number: int) -> frozenset[int]:
    """Return the question numbers beyond one that are in use."""
    used = select(_PROMPT.number).where(_OF_CAMPAIGN, _PROMPT.number > number)
    return frozenset(session.execute(used, {"campaign_id": campaign_id}).scalars())


def last_number(session: Session, head: Head) -> int:
    """Return the highest question number that the campaign of a match has used, this transaction included."""
    asked: dict[int, int] = session.info.get(_ASKED, {})
    return max(head.last_number, asked.get(head.campaign_id, 0))


_ASKED, _DRAFTED = "adjudicator_asked", "adjudicator_drafted"
"""In `Session.info`: the highest number under which this transaction has asked, by campaign; the seats that it has put
something on file for. Heads that it had read before do not know of them.
"""
_PROMPT, _DRAFT = table_of(Prompt).c, table_of(Draft).c
_OF_CAMPAIGN = _PROMPT.campaign_id == bindparam("campaign_id")
_IS_OPEN = _PROMPT.state == PromptState.OPEN
_OPEN_ROWS = select(Prompt).where(_OF_CAMPAIGN, _IS_OPEN).order_by(_PROMPT.number)
_OPEN = (
    select(*(_PROMPT[name] for name in Question.__struct_fields__))
    .where(_OF_CAMPAIGN, _IS_OPEN)
    .order_by(_PROMPT.number)
)
_OFFERED = (
    select(_PROMPT.state, _PROMPT.offered, _PROMPT.decision)
    .where(_OF_CAMPAIGN, _PROMPT.seat_id == bindparam("seat_id"))
    .order_by(_PROMPT.number.desc())
    .limit(bindparam("most"))
)
_ASK = insert(table_of(Prompt))
_CLOSE = update(table_of(Prompt)).where(
    _PROMPT.campaign_id == bindparam("of_campaign"),
    _PROMPT.number.in_(bindparam("numbers", expanding=True)),
    _IS_OPEN,
)
_ORDER_SET, _RECEIPT = table_of(OrderSet).c, table_of(Receipt).c
_RECEIPTS = select(func.coalesce(func.max(_RECEIPT.number), 0)).where(_RECEIPT.seat_id == bindparam("of_seat"))
_SET = insert(table_of(OrderSet)).returning(_ORDER_SET.id, _RECEIPTS.scalar_subquery().label("receipts"))
_LINES = insert(table_of(OrderLine))
_KEPT = (
    select(_DRAFT.seat_id, _DRAFT.lines)
    .join(table_of(Seat), table_of(Seat).c.id == _DRAFT.seat_id)
    .where(table_of(Seat).c.campaign_id == bindparam("campaign_id"))
)
_FORGET = delete(table_of(Draft)).where(_DRAFT.seat_id == bindparam("of_seat"))
_KEEP = insert(table_of(Draft))


def ask(session: Session, campaign_id: int, prompts: Mapping[int, NewPrompt], at: datetime) -> None:
    """Store questions under their numbers (from ``last_number`` + 1 on, campaign locked).

    The caller needs the numbers earlier, for the codes in ``offered``; a number in use raises
    ``IntegrityError``.
    """
    if prompts:
        asked = session.info.setdefault(_ASKED, {})
        asked[campaign_id] = max(asked.get(campaign_id, 0), *prompts)
        run(
            session,
            _ASK,
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
                for number, prompt in prompts.items()
            ],
        )


def close_prompts(
    session: Session,
    campaign_id: int,
    numbers: Sequence[int],
    state: PromptState,
    at: datetime,
    answered_at: datetime | None = None,
) -> int:
    """Close questions, and say why; return how many of ``numbers`` were open.

    ``answered_at``: when the orders arrived that answer them.
    """
    if not numbers:
        return 0
    which = {"of_campaign": campaign_id, "numbers": numbers}
    new = {"state": state, "closed_at": at}
    if answered_at is not None:
        return execute_change(session, _CLOSE, {**which, **new, "answered_at": answered_at})
    return execute_change(session, _CLOSE, {**which, **new})


def closed_before(session: Session, seat_id: int, head: Head, decision: int) -> Prompt | None:
    """Return the question to a seat about a decision that was closed because the seat was not asked any more.

    If the present line of play branched off after it, that of the earlier line.
    """
    which = {"match_id": head.match_id, "decision": decision, "seat_id": seat_id}
    newest = (col(Prompt.revision).desc(), col(Prompt.number).desc())
    found = select(Prompt).filter_by(**which).where(col(Prompt.revision) <= head.revision).order_by(*newest)
    return session.scalars(found.limit(1)).first()


def told_before(session: Session, head: Head, decisions: Mapping[int, int], now: datetime) -> dict[int, datetime]:
    """Return until when seats were told to answer before a correction, by seat id, where they were told anything.

    That is what they were asked in earlier lines of play, if it was about the same decision (`decisions` by seat id),
    or was still open when the present line began `now`.
    """
    if not head.revision:
        return {}
    earlier = (_PROMPT.match_id == head.match_id, _PROMPT.revision < head.revision, _PROMPT.seat_id.in_(decisions))
    times = select(_PROMPT.seat_id, _PROMPT.decision, _PROMPT.closed_at, _PROMPT.deadline, _PROMPT.not_before)
    found: dict[int, datetime] = {}
    for seat_id, decision, closed_at, *told in session.execute(times.where(*earlier)):
        if decision == decisions[seat_id] or closed_at == now:
            found[seat_id] = max(each for each in (*told, found.get(seat_id, now)) if each is not None)
    return found


def suspended_numbers(
    session: Session, seat_ids: Collection[int], line: tuple[int, int], decisions: Collection[int]
) -> tuple[int, ...]:
    """Return the numbers of the questions to these seats that are not open, about decisions of a match and revision."""
    which = (_PROMPT.seat_id.in_(seat_ids), _PROMPT.decision.in_(decisions), _PROMPT.state != PromptState.OPEN)
    of_line = (_PROMPT.match_id == line[0], _PROMPT.revision == line[1])
    return tuple(session.execute(select(_PROMPT.number).where(*which, *of_line).order_by(_PROMPT.number)).scalars())


def open_again(session: Session, prompt: Prompt) -> None:
    """Open a question once more."""
    prompt.state, prompt.closed_at = PromptState.OPEN, None
    session.flush()


def ask_as_before(session: Session, campaign_id: int, seat_id: int, former: Prompt) -> None:
    """Give the open question of a seat the times of one that it had before, so that no extra time runs for it."""
    of_seat = {"campaign_id": campaign_id, "seat_id": seat_id, "state": PromptState.OPEN}
    for prompt in session.scalars(select(Prompt).filter_by(**of_seat)):
        for name in ("deadline", "allowed_minutes", "not_before", "waits", "reminded_at"):
            setattr(prompt, name, getattr(former, name))
    session.flush()


class Recorded(Struct, frozen=True):
    """An order set as it is kept: its id, and how many receipts its seat had before it."""

    id: int
    receipts: int


def record_orders(session: Session, orders: NewOrderSet, lines: Sequence[NewOrderLine]) -> Recorded:
    """Keep what was ordered and how it was read, line by line. The campaign is locked."""
    made = run(session, _SET, {**asdict(orders), "of_seat": orders.seat_id}).one()
    if lines:
        run(session, _LINES, [{"order_set_id": made.id, **asdict(line)} for line in lines])
    return Recorded(made.id, made.receipts)


def orders_of_mail(session: Session, inbound_mail_id: int) -> tuple[OrderLine, ...]:
    """Return the lines a message gave, in order: to explain an entry of the log."""
    return tuple(
        session.scalars(
            select(OrderLine)
            .join(OrderSet, col(OrderSet.id) == col(OrderLine.order_set_id))
            .where(col(OrderSet.inbound_mail_id) == inbound_mail_id)
            .order_by(col(OrderLine.order_set_id), col(OrderLine.line))
        )
    )


def drafts_in(session: Session, head: Head) -> dict[int, bytes]:
    """Return what is on file and not carried out in the campaign of a match, by seat id.

    Seats that have nothing on file are left out.
    """
    if not head.drafts and _DRAFTED not in session.info:
        return {}
    return {row.seat_id: row.lines for row in run(session, _KEPT, {"campaign_id": head.campaign_id})}


def overdue_orders(session: Session, now: datetime, limit: int) -> tuple[int, ...]:
    """Return the campaigns that run and in which orders are on file that are to be carried out by now."""
    of_seat = col(Seat.id) == col(Draft.seat_id)
    which = (col(Draft.prompt_number).is_not(None), col(Draft.updated_at) <= now)
    running = col(Campaign.state) == CampaignState.RUNNING
    found = select(col(Campaign.id)).join(Seat, col(Seat.campaign_id) == col(Campaign.id)).join(Draft, of_seat)
    return tuple(session.scalars(found.where(running, *which).order_by(col(Draft.updated_at)).limit(limit)))


def keep_draft(session: Session, seat_id: int, lines: bytes, at: datetime, number: int | None = None) -> None:
    """Put lines on file for a seat; they replace the draft before. Empty ``lines`` take it off.

    ``number``: the decision that some of them answer when they are carried out ``at`` that moment.
    """
    execute_change(session, _FORGET, {"of_seat": seat_id})
    session.info.setdefault(_DRAFTED, set()).add(seat_id)
    if lines:
        run(session, _KEEP, {"seat_id": seat_id, "lines": lines, "updated_at": at, "prompt_number": number})


def drop_lines(session: Session, seat_id: int, *, sealed: bool) -> None:
    """Drop the lines of a seat that wait, and its secret answer if it had one on file (`sealed`)."""
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


def newest_readings(session: Session, seat_id: int) -> Sequence[bytes]:
    """Return how each line of the newest order set of a seat was read."""
    newest = select(func.max(col(OrderSet.id))).where(col(OrderSet.seat_id) == seat_id).scalar_subquery()
    lines = select(col(OrderLine.reading)).where(col(OrderLine.order_set_id) == newest)
    return [reading for reading in session.scalars(lines.order_by(col(OrderLine.line))) if reading]
