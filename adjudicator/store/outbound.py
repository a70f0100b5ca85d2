"""Mail on its way out: queued with what caused it, rendered, handed over, with a lease for each step."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy import ColumnElement, ScalarSelect, and_, bindparam, case, func, insert, not_, or_, select, update
from sqlalchemy.orm import Session
from sqlmodel import col

from adjudicator.store import kept_mails
from adjudicator.store.kept_mails import TakenApart
from adjudicator.store.rate_limits import UNLIMITED, Pace, in_hand, next_to_send, taken_up
from adjudicator.store.statements import execute_change, run, storable
from adjudicator.store.tables import OutboundMail, OutboundState, Priority, table_of


class HistoryPosition(Struct, frozen=True):
    """A place in a match's history."""

    match_id: int
    revision: int
    sequence: int


class NewOutbound(Struct, frozen=True):
    """A mail to be rendered and sent. See ``OutboundMail``."""

    message_id: str
    kind: str
    recipient: str
    intent: bytes
    campaign_id: int | None = None
    seat_id: int | None = None
    prompt_number: int | None = None
    match_id: int | None = None
    revision: int | None = None
    sequence: int | None = None
    in_reply_to: str | None = None
    priority: Priority = Priority.REPORT
    mailbox: str = ""
    caused_by: int | None = None


class Lease(Struct, frozen=True):
    """The time for which somebody holds a mail.

    It ends with the heartbeat of the holder. `lasts`: when it ends for a holder without one, or that is at rest.
    """

    lasts: timedelta
    holder: int | None = None


class LastReport(Struct, frozen=True):
    """The position up to which a seat has been told, and the mail that told it."""

    message_id: str
    position: HistoryPosition


def queue(
    session: Session,
    mails: Sequence[NewOutbound],
    at: datetime,
    *,
    due_at: datetime | None = None,
    unwanted: bool = False,
) -> None:
    """Put mails into the outbox; they go when the transaction is committed, or from ``due_at`` on.

    ``unwanted``: they are kept as cancelled ones, so that nobody thinks they were forgotten.
    """
    if mails:
        fixed = {
            "state": OutboundState.CANCELLED if unwanted else OutboundState.QUEUED,
            "due_at": due_at or at,
            "queued_at": at,
            "attempts": 0,
            "error": "",
        }
        run(session, _QUEUE, [{**fixed, **asdict(mail)} for mail in mails])


def replace_payload(session: Session, mail: NewOutbound) -> bool:
    """Let a mail that has not been rendered say something else; returns whether it was there."""
    row = table_of(OutboundMail)
    values = {name: getattr(mail, name) for name in ("intent", "kind", "prompt_number", "in_reply_to", "priority")}
    waiting = (row.c.message_id == mail.message_id, row.c.state == OutboundState.QUEUED)
    return execute_change(session, update(row).where(*waiting).values(values)) == 1


def claim(
    session: Session, state: OutboundState, now: datetime, lease: Lease, limit: int, pace: Pace = UNLIMITED
) -> tuple[OutboundMail, ...]:
    """Claim mails to render (``queued``) or to hand over (``rendered``).

    The most urgent come first, in turn for each campaign.

    While the ``lease`` lasts nobody else gets them; each claim counts as an attempt, and as a mail of this hour if
    ``pace``, which also says of which mailboxes, limits those that are handed over. Commit before the work begins.
    """
    chosen = next_to_send(session, now, limit, state, pace)
    if not chosen:
        return ()
    table = table_of(OutboundMail)
    due = (table.c.state == state, table.c.due_at <= now, not_(in_hand()))
    free = select(table.c.id).where(table.c.id.in_(chosen), *due)
    taken = {"attempts": OutboundMail.attempts + 1, "due_at": now + lease.lasts, "holder": lease.holder}
    if state is OutboundState.RENDERED:
        taken["tried_at"] = now
    claimed = session.scalars(
        update(OutboundMail)
        .where(col(OutboundMail.id).in_(free.with_for_update(skip_locked=True)))
        .values(taken)
        .returning(OutboundMail)
        .execution_options(synchronize_session=False, populate_existing=True)
    )
    places = {mail_id: place for place, mail_id in enumerate(chosen)}
    return tuple(sorted(claimed, key=lambda mail: places[mail.id]))


def give_back(session: Session, mails: Sequence[OutboundMail]) -> None:
    """Release messages that were claimed to be rendered, and were not.

    As if they had never been claimed, they are due since they were queued.
    """
    table = table_of(OutboundMail)
    for mail in mails:
        ours = (table.c.id == mail.id, table.c.state == OutboundState.QUEUED, table.c.due_at == mail.due_at)
        unclaimed = update(table).where(*ours).values(due_at=table.c.queued_at, holder=None, attempts=mail.attempts - 1)
        session.execute(unclaimed)


def let_go(session: Session, mail_ids: Collection[int], holder: int) -> None:
    """End the hold of a process on mails that it has not handed over: they go when their lease is over."""
    table = table_of(OutboundMail)
    held = (table.c.id.in_(mail_ids), table.c.holder == holder, table.c.state == OutboundState.RENDERED)
    session.execute(update(table).where(*held).values(holder=None))


def still_to_go(session: Session, mail_id: int, due_at: datetime) -> bool:
    """Return whether a claimed mail is still ours to hand over: not cancelled meanwhile, and taken by nobody else."""
    mail = table_of(OutboundMail).c
    found = session.execute(select(mail.state, mail.due_at).where(mail.id == mail_id)).first()
    return found is not None and found[0] is OutboundState.RENDERED and found[1] == due_at


def release(session: Session, now: datetime, *, planned: bool = False) -> None:
    """Make all mails due that were taken up: in an installation of one process, its predecessor was killed at work.

    `planned`: those that wait for a moment of their own, too, which a wrong clock has named.
    """
    table = table_of(OutboundMail)
    which = [table.c.state.in_((OutboundState.QUEUED, OutboundState.RENDERED)), table.c.due_at > now]
    which += [] if planned else [taken_up()]
    session.execute(update(table).where(*which).values(due_at=now, holder=None))


def store_rendered(
    session: Session, mail_id: int, raw: bytes, due_at: datetime, campaign_id: int | None = None
) -> bool:
    """Keep the bytes of a queued mail, a picture once for a campaign; the sender may take it from ``due_at`` on.

    Returns False when it is no longer queued (cancelled, or rendered by another).
    """
    taken = TakenApart(raw, {}) if campaign_id is None else kept_mails.take_apart(session, raw, due_at)
    rendered = {"state": OutboundState.RENDERED, "raw": taken.kept, "due_at": due_at, "attempts": 0, "holder": None}
    moved = _move(session, mail_id, (OutboundState.QUEUED,), **rendered)
    if moved and campaign_id is not None:
        kept_mails.keep(session, mail_id, campaign_id, taken.pictures)
    return moved


def render_again(session: Session, mail_id: int, at: datetime) -> bool:
    """Let a message whose bytes cannot be put together be rendered once more."""
    waiting = (OutboundState.RENDERED,)
    return _move(session, mail_id, waiting, state=OutboundState.QUEUED, raw=None, due_at=at, attempts=0, holder=None)


def handed_over(session: Session, mail_id: int, at: datetime) -> bool:
    """Record that the server has taken it. Counts even if it was cancelled meanwhile: it is gone."""
    return _move(
        session,
        mail_id,
        (OutboundState.RENDERED, OutboundState.CANCELLED),
        state=OutboundState.HANDED_OVER,
        handed_over_at=at,
        error="",
    )


def try_again(session: Session, mail_id: int, due_at: datetime, error: str) -> bool:
    """Schedule another attempt after one that failed, not before ``due_at``."""
    waiting = (OutboundState.QUEUED, OutboundState.RENDERED)
    return _move(session, mail_id, waiting, due_at=due_at, error=storable(error), holder=None)


def give_up(session: Session, mail_id: int, error: str) -> bool:
    """Record that this message will never arrive; the moderator has to be told."""
    waiting = (OutboundState.QUEUED, OutboundState.RENDERED)
    return _move(session, mail_id, waiting, state=OutboundState.FAILED, error=storable(error))


def cancel_prompts(session: Session, campaign_id: int, numbers: Sequence[int], kind: str | None = None) -> int:
    """Stop the mails about questions which are open no longer, or those of one kind; returns how many had not gone."""
    if not numbers:
        return 0
    which = {"of_campaign": campaign_id, "numbers": numbers}
    if kind is None:
        return execute_change(session, _CANCEL_PROMPTS, which)
    return execute_change(session, _CANCEL_PROMPTS_OF_KIND, {**which, "of_kind": kind})


def cancel_for_address(session: Session, recipient: str, kinds: Collection[str]) -> int:
    """Stop mails of some kinds to an address; returns how many had not gone."""
    mail = table_of(OutboundMail)
    waiting = mail.c.state.in_((OutboundState.QUEUED, OutboundState.RENDERED))
    unwanted = (mail.c.recipient == recipient, waiting, mail.c.kind.in_(kinds))
    return execute_change(session, update(mail).where(*unwanted).values(state=OutboundState.CANCELLED))


def cancel_reports(
    session: Session, campaign_id: int, line: tuple[int, int], after: int, kinds: Collection[str]
) -> int:
    """Stop mails of some kinds, and reminders, that tell of a line of play (match, revision) behind a log number.

    Returns how many had not gone yet.
    """
    mail = table_of(OutboundMail)
    return execute_change(
        session,
        update(mail)
        .where(
            mail.c.campaign_id == campaign_id,
            mail.c.state.in_((OutboundState.QUEUED, OutboundState.RENDERED)),
            mail.c.match_id == line[0],
            mail.c.revision == line[1],
            mail.c.sequence > after,
            or_(mail.c.kind.in_(kinds), mail.c.prompt_number.is_not(None)),
        )
        .values(state=OutboundState.CANCELLED),
    )


def has_unstoppable_mail(
    session: Session, line: HistoryPosition, recipients: Collection[str], since: datetime, kinds: Collection[str]
) -> bool:
    """Return whether a message that reveals anything after `line` was sent, may have been sent, or cannot be cancelled.

    Checks messages to `recipients` queued since `since`, of this line of play or of one that it has branched off since.
    Those of other kinds than ``kinds`` cannot be cancelled unless they ask something (:func:`cancel_reports`). Until
    the end of the transaction no sender takes the others.
    """
    mail = OutboundMail
    behind = (
        col(mail.recipient).in_(recipients),
        col(mail.queued_at) >= since,
        col(mail.match_id) == line.match_id,
        col(mail.revision) <= line.revision,
        col(mail.sequence) > line.sequence,
        col(mail.state) != OutboundState.CANCELLED,
    )
    waiting = (OutboundState.QUEUED, OutboundState.RENDERED)
    return any(
        row.state not in waiting or row.tried_at is not None or (row.kind not in kinds and row.prompt_number is None)
        for row in session.scalars(select(mail).where(*behind).with_for_update())
    )


def newest(session: Session) -> int:
    """Return the highest id in the outbox."""
    return session.scalar(select(func.max(table_of(OutboundMail).c.id))) or 0


def recipients_since(session: Session, after: int) -> tuple[str, ...]:
    """Return the addresses of messages that were queued after an id, each once."""
    table = table_of(OutboundMail)
    found = select(table.c.recipient).where(table.c.id > after).order_by(table.c.id)
    return tuple(dict.fromkeys(session.scalars(found)))


def cancel_newer(session: Session, seat_id: int, after: int) -> int:
    """Stop the mails to a seat that were queued behind an id: their reader is told otherwise."""
    table = table_of(OutboundMail)
    own = (table.c.seat_id == seat_id, table.c.id > after, table.c.state == OutboundState.QUEUED)
    return execute_change(session, update(table).where(*own).values(state=OutboundState.CANCELLED))


def hold_back(session: Session, campaign_id: int, why: str) -> tuple[OutboundMail, ...]:
    """Stop all mails of a campaign that have not gone. Returns them, the oldest first."""
    waiting = col(OutboundMail.state).in_((OutboundState.QUEUED, OutboundState.RENDERED))
    found = select(OutboundMail).where(col(OutboundMail.campaign_id) == campaign_id, waiting)
    mails = tuple(session.scalars(found.order_by(col(OutboundMail.id))))
    for mail in mails:
        mail.state, mail.error = OutboundState.CANCELLED, why
    session.flush()
    return mails


def move(session: Session, campaign_id: int, mailbox: str, gone_since: datetime | None = None) -> int:
    """Let mails of a campaign that wait, and nobody has in hand, come from another mailbox. Returns how many.

    ``gone_since``: the mailbox that they had is gone, so that nobody takes them: those that are written are written
    again.
    """
    table = table_of(OutboundMail)
    own = table.c.campaign_id == campaign_id
    if gone_since is None:
        untouched = (own, table.c.state == OutboundState.QUEUED, table.c.attempts == 0)
        return execute_change(session, update(table).where(*untouched).values(mailbox=mailbox))
    waiting = (own, table.c.state.in_((OutboundState.QUEUED, OutboundState.RENDERED)))
    fresh = {"mailbox": mailbox, "state": OutboundState.QUEUED, "raw": None, "attempts": 0, "due_at": gone_since}
    return execute_change(session, update(table).where(*waiting).values(fresh))


def by_message_id(session: Session, message_id: str) -> OutboundMail | None:
    """Return the outbound message with this Message-ID: for answers, bounces, and our own messages coming back."""
    return session.scalars(_OF_MESSAGE_ID, {"message_id": message_id}).first()


def newest_rendered(session: Session, seat_id: int, limit: int) -> tuple[OutboundMail, ...]:
    """Return the last messages to a seat whose bytes are kept, the newest first."""
    found = select(OutboundMail).where(col(OutboundMail.seat_id) == seat_id, col(OutboundMail.kept).is_not(None))
    return tuple(session.scalars(found.order_by(col(OutboundMail.id).desc()).limit(limit)))


def last_of_kind(session: Session, seat_id: int, kind: str) -> LastReport | None:
    """Return the newest message of a kind for a seat that reports a position and was not cancelled."""
    row = run(session, _LAST_OF_KIND, {"seat_id": seat_id, "kind": kind}).first()
    return None if row is None else LastReport(row[0], HistoryPosition(*tuple(row)[1:]))


def newest_of_kind(session: Session, seats: Iterable[int], kind: str) -> LastReport | None:
    """Return the newest message of a kind for several seats: the one that reports the latest position."""
    found = [last for seat in seats if (last := last_of_kind(session, seat, kind)) is not None]
    return max(found, key=lambda last: (last.position.revision, last.position.sequence), default=None)


def last_told(session: Session, seat_id: int, kinds: Collection[str]) -> LastReport | None:
    """Return the newest message of these kinds for a seat that reports a position and was not cancelled.

    Messages that wait for their moment and may still be brought up to date are left out.
    """
    row = run(session, _LAST_TOLD, {"seat_id": seat_id, "kinds": list(kinds)}).first()
    return None if row is None else LastReport(row[0], HistoryPosition(*tuple(row)[1:]))


def bring_up_to_date(session: Session, mail: NewOutbound, now: datetime, due_at: datetime) -> int:
    """Let the mails of this kind to the seat that wait for their moment say this instead. Returns how many.

    They go at `due_at` at the latest.
    """
    table = table_of(OutboundMail)
    said = {
        "intent": mail.intent,
        "sequence": mail.sequence,
        "prompt_number": mail.prompt_number,
        "queued_at": now,
        "due_at": case((table.c.due_at < due_at, table.c.due_at), else_=due_at),
    }
    own = (table.c.seat_id == mail.seat_id, table.c.kind == mail.kind, table.c.due_at > now, _GATHERING)
    line = (table.c.match_id == mail.match_id, table.c.revision == mail.revision)
    return execute_change(session, update(table).where(*own, *line).values(said))


def later_intents(session: Session, mail: OutboundMail, seats: Iterable[int], kind: str) -> tuple[bytes, ...]:
    """Return the payloads of messages of this kind that were queued for these seats after another one.

    Cancelled ones are left out.
    """
    table = table_of(OutboundMail)
    later = (table.c.seat_id.in_(tuple(seats)), table.c.kind == kind, table.c.id > mail.id)
    going = (table.c.state != OutboundState.CANCELLED, table.c.match_id.is_not(None))
    return tuple(session.scalars(select(table.c.intent).where(*later, *going)))


def cancel_queued(session: Session, mail: OutboundMail) -> bool:
    """Cancel a mail that is not rendered yet. Returns whether it is cancelled."""
    return _move(session, mail.id, (OutboundState.QUEUED,), state=OutboundState.CANCELLED)


def last_queued(session: Session, seat_id: int, kind: str) -> datetime | None:
    """Return when the last message of a kind was queued for a seat, cancelled ones included."""
    mail = table_of(OutboundMail).c
    last = select(func.max(mail.queued_at)).where(mail.seat_id == seat_id, mail.kind == kind)
    found: datetime | None = session.scalar(last)
    return found


def waiting_until(
    session: Session, kind: str, moment: datetime, limit: int, campaign_id: int | None = None
) -> tuple[OutboundMail, ...]:
    """Return mails of a kind, of all campaigns or of one, that wait for a moment up to this one."""
    found = select(OutboundMail).filter_by(kind=kind, state=OutboundState.QUEUED)
    if campaign_id is not None:
        found = found.filter_by(campaign_id=campaign_id)
    return tuple(
        session.scalars(found.where(col(OutboundMail.due_at) <= moment).order_by(col(OutboundMail.id)).limit(limit))
    )


def newest_told(session: Session, seats: Iterable[int], unless: Sequence[str]) -> dict[int, tuple[int, datetime]]:
    """Return for these seats the id of the newest mail that is not of these kinds, and when it was queued.

    Cancelled ones are left out.
    """
    mail = table_of(OutboundMail).c
    which = (mail.seat_id.in_(tuple(seats)), mail.kind.not_in(unless), mail.state != OutboundState.CANCELLED)
    found = select(mail.seat_id, func.max(mail.id), func.max(mail.queued_at)).where(*which).group_by(mail.seat_id)
    return {seat: (newest, at) for seat, newest, at in session.execute(found)}


class Before(Struct, frozen=True):
    """The moments when the last mail of a kind was queued before a moment, and the last one of any kind but another."""

    of_kind: datetime | None
    of_others: datetime | None


def queued_before(session: Session, seats: Sequence[int], at: datetime, kind: str, *, unless: str) -> Before:
    """Return when the last message of `kind`, and the last of any but `unless`, were queued before a moment.

    Counts messages for one of these seats, except cancelled ones.
    """
    given = {"seats": list(seats), "at": at, "kind": kind, "unless": unless}
    return Before(*tuple(run(session, _QUEUED_BEFORE, given).one()))


def gathering(session: Session, mail: NewOutbound, kind: str, now: datetime) -> OutboundMail | None:
    """Return the mail of a kind to the recipient of another, at the same line of play, that waits for its moment."""
    same = {name: getattr(mail, name) for name in ("recipient", "seat_id", "match_id", "revision")}
    found = select(OutboundMail).filter_by(**same, kind=kind, state=OutboundState.QUEUED)
    return session.scalars(found.where(col(OutboundMail.due_at) > now)).first()


def sent_since(session: Session, recipient: str, since: datetime, *kinds: str, caused_by: int | None = None) -> int:
    """Return how many mails (of some kinds, caused by a person) were queued for an address since a moment."""
    mail = table_of(OutboundMail).c
    statement = select(func.count()).where(mail.recipient == recipient, mail.queued_at >= since)
    if kinds:
        statement = statement.where(mail.kind.in_(kinds))
    if caused_by is not None:
        statement = statement.where(mail.caused_by == caused_by)
    return session.execute(statement).scalar_one()


_MAIL = table_of(OutboundMail).c
_QUEUE = insert(table_of(OutboundMail))
_CANCEL_PROMPTS = (
    update(table_of(OutboundMail))
    .where(
        _MAIL.campaign_id == bindparam("of_campaign"),
        _MAIL.state.in_((OutboundState.QUEUED, OutboundState.RENDERED)),
        _MAIL.prompt_number.in_(bindparam("numbers", expanding=True)),
    )
    .values(state=OutboundState.CANCELLED)
)
_CANCEL_PROMPTS_OF_KIND = _CANCEL_PROMPTS.where(_MAIL.kind == bindparam("of_kind"))
_OF_MESSAGE_ID = select(OutboundMail).where(col(OutboundMail.message_id) == bindparam("message_id"))
_LAST_OF_KIND = (
    select(_MAIL.message_id, _MAIL.match_id, _MAIL.revision, _MAIL.sequence)
    .where(
        _MAIL.seat_id == bindparam("seat_id"),
        _MAIL.kind == bindparam("kind"),
        _MAIL.state != OutboundState.CANCELLED,
        _MAIL.match_id.is_not(None),
    )
    .order_by(_MAIL.id.desc())
    .limit(1)
)


_GATHERING = and_(_MAIL.state == OutboundState.QUEUED, _MAIL.attempts == 0, _MAIL.due_at > _MAIL.queued_at)
_LAST_TOLD = (
    select(_MAIL.message_id, _MAIL.match_id, _MAIL.revision, _MAIL.sequence)
    .where(
        _MAIL.seat_id == bindparam("seat_id"),
        _MAIL.kind.in_(bindparam("kinds", expanding=True)),
        _MAIL.state != OutboundState.CANCELLED,
        _MAIL.match_id.is_not(None),
        not_(_GATHERING),
    )
    .order_by(_MAIL.id.desc())
    .limit(1)
)


def _last_queued(which: ColumnElement[bool]) -> ScalarSelect[Any]:
    wanted = (_MAIL.seat_id.in_(bindparam("seats", expanding=True)), _MAIL.state != OutboundState.CANCELLED)
    before = select(_MAIL.queued_at).where(*wanted, _MAIL.queued_at < bindparam("at"), which)
    return before.order_by(_MAIL.id.desc()).limit(1).scalar_subquery()


_QUEUED_BEFORE = select(_last_queued(_MAIL.kind == bindparam("kind")), _last_queued(_MAIL.kind != bindparam("unless")))


def _move(session: Session, mail_id: int, from_states: tuple[OutboundState, ...], **values: object) -> bool:
    return execute_change(session, _MOVE, {"of_mail": mail_id, "from_states": list(from_states), **values}) == 1


_MOVE = update(table_of(OutboundMail)).where(
    _MAIL.id == bindparam("of_mail"), _MAIL.state.in_(bindparam("from_states", expanding=True))
)
"""An update of a mail; further parameters are its new values."""
