"""Mail that came in: stored whole, claimed, settled exactly once."""

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy import ColumnElement, Select, bindparam, exists, insert, not_, or_, select, update
from sqlalchemy.orm import Session, defer
from sqlmodel import col

from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.statements import execute_change, insert_into, run, storable
from adjudicator.store.tables import InboundMail, InboundStatus, MailPlace, Seat, SignatureSeen, table_of


class Place(Struct, frozen=True):
    """The place of a message: folder, UIDVALIDITY and UID (RFC 9051, 2.3.1.1).

    For another mailbox than the main one, its name precedes that of the folder.
    """

    mailbox: str
    uidvalidity: int
    uid: int


class NewMail(Struct, frozen=True):
    """A mail as fetched. ``message_id`` is a substitute of the mail layer's where the mail has none.

    ``evidence`` is a hash of what it shows of who wrote it; ``seat_id`` and ``campaign_id`` where the recipient's
    address already tells them.
    """

    place: Place
    message_id: str
    content_hash: bytes
    received_at: datetime
    raw: bytes
    sender: str = ""
    campaign_id: int | None = None
    seat_id: int | None = None
    evidence: bytes = b""
    box: str = ""
    """Into which of our mailboxes it came; empty: the main one."""


class Stored(Struct, frozen=True):
    """The row of a stored mail; ``again`` when it had been stored before (another copy, another place)."""

    id: int
    again: bool


class Settlement(Struct, frozen=True):
    """The end of the handling of a mail (any status but ``received``), and whose mail it was, if anybody's.

    ``hold``: with the status ``held``, why it waits; ``unasked``: nobody could be asked about it yet.
    """

    status: InboundStatus
    nature: str
    reason: str = ""
    campaign_id: int | None = None
    seat_id: int | None = None
    hold: str = ""
    unasked: bool = False


def last_uid(session: Session, mailbox: str, uidvalidity: int) -> int:
    """Return the highest UID stored from a folder; 0 for a new one."""
    return (
        session.scalar(
            select(col(MailPlace.uid))
            .where(col(MailPlace.mailbox) == mailbox, col(MailPlace.uidvalidity) == uidvalidity)
            .order_by(col(MailPlace.uid).desc())
            .limit(1)
        )
        or 0
    )


def known_uids(session: Session, mailbox: str, uidvalidity: int, uids: Sequence[int]) -> frozenset[int]:
    """Return which of ``uids`` are stored already, and need not be fetched."""
    return frozenset(
        session.scalars(
            select(col(MailPlace.uid)).where(
                col(MailPlace.mailbox) == mailbox,
                col(MailPlace.uidvalidity) == uidvalidity,
                col(MailPlace.uid).in_(uids),
            )
        )
    )


def store(session: Session, mail: NewMail, at: datetime) -> Stored:
    """Store one mail by `store_all`."""
    return store_all(session, [mail], at)[0]


def store_all(session: Session, new: Sequence[NewMail], at: datetime) -> tuple[Stored, ...]:
    """Keep messages and where they lie, numbered in this order.

    The same message (Message-ID and content) in another place is kept once, and once more where it comes with other
    evidence of its author. After the commit they may leave the INBOX.
    """
    ids = [storable(mail.message_id, 1000) for mail in new]
    first = next((at for at, id in enumerate(ids) if id in ids[:at]), len(new))
    stored = _store_different(session, new[:first], at) if new else ()
    return stored if first == len(new) else (*stored, *store_all(session, new[first:], at))


def store_part(session: Session, whole: InboundMail, seat: Seat, person_id: int, at: datetime) -> int | None:
    """Store a mail's part for a seat of another campaign as its own mail.

    Returns its id; None where that was done before (the mail was handled twice, after a restored backup).
    """
    mark = sha256(b"part %d of " % seat.id + whole.content_hash).digest()
    if run(session, _SAME, {"message_id": whole.message_id, "content_hash": mark}).first() is not None:
        return None
    part = InboundMail(
        message_id=whole.message_id,
        content_hash=mark,
        received_at=whole.received_at,
        stored_at=at,
        sender=whole.sender,
        mailbox=whole.mailbox,
        size=whole.size,
        due_at=at,
        campaign_id=seat.campaign_id,
        seat_id=seat.id,
        part_by=person_id,
        raw=whole.raw,
    )
    session.add(part)
    session.flush()
    return part.id


def load(session: Session, mail_id: int) -> InboundMail | None:
    """Return a message with its bytes."""
    return session.scalars(_MAIL, {"mail_id": mail_id}).first()


def waiting(session: Session, mail_id: int) -> InboundMail | None:
    """Return an unsettled message and lock its row until the transaction ends, or return None.

    A concurrent worker that waits for the lock sees the attempt counted or the message settled.
    """
    row = session.get(InboundMail, mail_id, with_for_update={"key_share": True}, populate_existing=True)
    return row if row is not None and row.status is InboundStatus.RECEIVED else None


WOKEN = 0
"""Holder of a mail that somebody was woken for, and nobody has begun yet."""


def claim(session: Session, now: datetime, lease: timedelta, limit: int = 1) -> tuple[InboundMail, ...]:
    """Claim unhandled mails that are due and next, the oldest first.

    For ``lease`` nobody else gets them.

    For the sweep after lost wake-ups and crashes, which wakes for them. Those at which a worker died are taken when
    there are no others. Each try has to be counted by ``begin`` before it begins, so that a mail that kills its worker
    is noticed.
    """
    found = tuple(
        session.scalars(
            select(InboundMail)
            .where(
                col(InboundMail.status) == InboundStatus.RECEIVED,
                col(InboundMail.due_at) <= now,
                or_(col(InboundMail.campaign_id).is_(None), not_(_BEHIND_ANOTHER)),
            )
            .order_by(col(InboundMail.unfinished), col(InboundMail.due_at), col(InboundMail.id))
            .limit(limit)
            .with_for_update(skip_locked=True)
        )
    )
    mails = tuple(mail for mail in found if mail.unfinished == found[0].unfinished)
    for mail in mails:
        mail.due_at, mail.holder = now + lease, WOKEN
    session.flush()
    return mails


def begin(session: Session, mail_id: int, holder: int | None = None, *, again: bool = False) -> int:
    """Count a try of a process, to be committed before it begins. Returns how many before it have never ended.

    ``again``: the last one that was counted has come to nothing by itself, and this is in its place.
    """
    row = waiting(session, mail_id)
    if row is None:
        return 0
    row.unfinished += not again or not row.unfinished
    row.holder = holder
    session.flush()
    return row.unfinished - 1


def ended(session: Session, mail_id: int) -> None:
    """Record that an attempt has ended without a result because another worker is busy with the campaign.

    No process died of it.
    """
    table = table_of(InboundMail)
    survived = (table.c.id == mail_id, table.c.unfinished > 0)
    session.execute(update(table).where(*survived).values(unfinished=table.c.unfinished - 1, holder=WOKEN))


def release(session: Session, now: datetime) -> None:
    """Make all unhandled mails due: for an installation of one process, whose predecessor was killed at work."""
    table = table_of(InboundMail)
    late = (table.c.status == InboundStatus.RECEIVED, table.c.due_at > now)
    session.execute(update(table).where(*late).values(due_at=now, holder=None))


UNANSWERED = "DNS does not answer: "
"""The beginning of the reason of a mail that is tried again because DNS did not tell us whether its signature is
good."""
STUMBLED = "the service stumbled: "
"""The beginning of the reason of a mail that was set aside because it could not be handled, whatever it says."""


class InLine(Struct, frozen=True):
    """The place of a mail among those of its campaign: behind one that comes first; followed by one of its own seat."""

    behind: bool
    followed: bool


def in_line(session: Session, campaign_id: int, mail_id: int, seat_id: int) -> InLine:
    """Return what is still to be handled before a message and after it: the order of arrival decides.

    One that waits for DNS delays messages of its own seat only.
    """
    where = {"campaign_id": campaign_id, "mail_id": mail_id, "seat_id": seat_id}
    return InLine(*tuple(run(session, _IN_LINE, where).one()))


def behind_others(session: Session, mail_ids: Sequence[int]) -> frozenset[int]:
    """Return which of these mails, as far as their seats are known, wait for an older one of their campaign."""
    return frozenset(run(session, _BEHIND, {"mail_ids": list(mail_ids)}).scalars()) if mail_ids else frozenset()


class Following(Struct, frozen=True):
    """A mail whose turn it is in its campaign."""

    id: int
    campaign_id: int


def next_of_campaign(session: Session, mail_id: int, now: datetime) -> Following | None:
    """Return the next message of the campaign of this one, if one is due that no worker has claimed."""
    found = run(session, _NEXT, {"mail_id": mail_id, "now": now}).first()
    return None if found is None else Following(*tuple(found))


def settle(session: Session, mail_id: int, outcome: Settlement) -> bool:
    """Say how a mail ended, in the transaction that holds its effects.

    Returns False when somebody else settled it before: then roll the transaction back.
    """
    values = {**asdict(outcome), "reason": storable(outcome.reason)}
    return execute_change(session, _SETTLE, {"mail_id": mail_id, **values}) == 1


def put_back(session: Session, mail_id: int, due_at: datetime, reason: str) -> None:
    """Try this mail again from ``due_at`` on, because of ``reason``."""
    table = table_of(InboundMail)
    session.execute(
        update(table)
        .where(table.c.id == mail_id, table.c.status == InboundStatus.RECEIVED)
        .values(due_at=due_at, reason=storable(reason), unfinished=0, holder=None)
    )


SET_ASIDE = (InboundStatus.HELD, InboundStatus.QUARANTINED)
"""Mails that somebody may still let through."""


def free(session: Session, mail_id: int, person_id: int, at: datetime) -> bool:
    """Release a quarantined message, to be handled as one that this person wrote for its seat.

    Returns False if it is not quarantined any more.
    """
    return _reopen(session, mail_id, SET_ASIDE, at, released_at=at, released_person_id=person_id)


def reprocess(session: Session, mail_id: int, at: datetime) -> bool:
    """Let a message that had no effect be handled once more, as if it had just been stored.

    Returns False for one that had an effect, that waits to be handled anyway, or whose bytes are not kept any more.
    """
    without_effect = (*SET_ASIDE, InboundStatus.REFUSED, InboundStatus.IGNORED)
    return _reopen(session, mail_id, without_effect, at, released_at=None, released_person_id=None)


def held_mails(session: Session, seat_id: int | None, why: str) -> tuple[InboundMail, ...]:
    """Return the messages of a seat that are held for a reason, the oldest first."""
    waiting = (col(InboundMail.seat_id) == seat_id, col(InboundMail.status) == InboundStatus.HELD)
    found = select(InboundMail).where(*waiting, col(InboundMail.hold) == why)
    return tuple(session.scalars(found.order_by(col(InboundMail.id))))


def unasked(session: Session, since: datetime, limit: int, seat: SeatAtTable | None = None) -> tuple[int, ...]:
    """Return the ids of held messages (of a seat) that nobody was asked about, the longest untried first.

    Only of those that were stored since a moment.
    """
    waiting = [_INBOUND.status == InboundStatus.HELD, _INBOUND.unasked, _INBOUND.stored_at >= since]
    if seat is not None:
        waiting += [_INBOUND.campaign_id == seat.campaign_id, _INBOUND.seat_id == seat.id]
    found = select(_INBOUND.id).where(*waiting).order_by(_INBOUND.due_at, _INBOUND.id).limit(limit)
    return tuple(session.scalars(found))


def duplicates_of(session: Session, row: InboundMail) -> tuple[InboundMail, ...]:
    """Return the other messages with the Message-ID and the sender of one, the oldest first."""
    same = (col(InboundMail.message_id) == row.message_id, col(InboundMail.sender) == row.sender)
    others = (col(InboundMail.id) != row.id, col(InboundMail.part_by).is_(None))
    return tuple(session.scalars(select(InboundMail).where(*same, *others).order_by(col(InboundMail.id))))


def drop(session: Session, mail_id: int, reason: str) -> bool:
    """Record that a quarantined message will never be handled. Returns False if it is not quarantined any more."""
    table = table_of(InboundMail)
    dropping = (
        update(table)
        .where(table.c.id == mail_id, table.c.status.in_(SET_ASIDE))
        .values(status=InboundStatus.REFUSED, reason=storable(reason))
    )
    return execute_change(session, dropping) == 1


def _reopen(session: Session, mail_id: int, statuses: Sequence[InboundStatus], at: datetime, **values: object) -> bool:
    table = table_of(InboundMail)
    reopening = (
        update(table)
        .where(table.c.id == mail_id, table.c.status.in_(statuses), table.c.dropped_at.is_(None))
        .values(status=InboundStatus.RECEIVED, due_at=at, attempts=0, holder=None, **values)
    )
    return execute_change(session, reopening) == 1


def signed_before(session: Session, mail_id: int, marks: Collection[str]) -> bool:
    """Return whether one of these signatures has come with another message.

    From now on they are known as those of this one.
    """
    mark, ours = table_of(SignatureSeen).c.mark, sorted(set(marks))
    rows = [{"mark": each, "inbound_mail_id": mail_id} for each in ours]
    new = insert_into(session, SignatureSeen).values(rows).on_conflict_do_nothing().returning(mark)
    seen = set(ours) - set(run(session, new).scalars())
    if not seen:
        return False
    others = select(mark).where(mark.in_(seen), table_of(SignatureSeen).c.inbound_mail_id != mail_id).limit(1)
    return run(session, others).first() is not None


def mails_by_status(
    session: Session, status: InboundStatus, *, before_id: int | None = None, limit: int = 50
) -> tuple[InboundMail, ...]:
    """Return mails for a list, newest first, without their bytes.

    ``before_id`` turns the page.
    """
    statement = (
        select(InboundMail)
        .options(defer(InboundMail.raw, raiseload=True))  # type: ignore[arg-type]
        .where(col(InboundMail.status) == status)
        .order_by(col(InboundMail.id).desc())
        .limit(limit)
    )
    if before_id is not None:
        statement = statement.where(col(InboundMail.id) < before_id)
    return tuple(session.scalars(statement))


def _store_different(session: Session, new: Sequence[NewMail], at: datetime) -> tuple[Stored, ...]:
    """Store mails with different Message-IDs, for `store_all`."""
    known = {
        place: mail_id for folder in {_folder(mail) for mail in new} for place, mail_id in _in(session, folder, new)
    }
    unknown = [mail for mail in new if mail.place not in known]
    before: dict[str, list[Any]] = {}
    wanted = [storable(mail.message_id, 1000) for mail in unknown]
    for row in run(session, _OF_IDS, {"message_ids": wanted}) if wanted else ():
        before.setdefault(row.message_id, []).append(row)
    same: dict[Place, int] = {}
    rows: list[tuple[Place, dict[str, Any]]] = []
    for mail, message_id in zip(unknown, wanted, strict=True):
        found = _same_or_row(session, mail, message_id, before.get(message_id, []), at)
        if isinstance(found, int):
            same[mail.place] = found
        else:
            rows.append((mail.place, found))
    made = _inserted(session, [row for _, row in rows]) if rows else {}
    added = {place: made[row["message_id"]] for place, row in rows}
    places = [{**asdict(place), "inbound_mail_id": mail_id} for place, mail_id in (same | added).items()]
    if places:
        run(session, _INSERT_PLACES, places)
    ids = known | same | added
    return tuple(Stored(ids[mail.place], again=mail.place not in added) for mail in new)


def _inserted(session: Session, rows: list[dict[str, Any]]) -> dict[str, int]:
    """Insert rows, numbered in this order; return their numbers by Message-ID. The Message-IDs are different."""
    found = run(session, _IN_ORDER if session.get_bind().dialect.name == "postgresql" else _INSERT, rows)
    return {row.message_id: row.id for row in found}


def _folder(mail: NewMail) -> tuple[str, int]:
    return mail.place.mailbox, mail.place.uidvalidity


def _in(session: Session, folder: tuple[str, int], new: Sequence[NewMail]) -> Iterator[tuple[Place, int]]:
    """Return those of these mails that are stored from a folder already."""
    uids = [mail.place.uid for mail in new if _folder(mail) == folder]
    found = run(session, _AT_PLACES, {"mailbox": folder[0], "uidvalidity": folder[1], "uids": uids})
    return ((Place(*folder, row.uid), row.inbound_mail_id) for row in found)


def _same_or_row(
    session: Session, mail: NewMail, message_id: str, others: Sequence[Any], at: datetime
) -> int | dict[str, Any]:
    """Return the number of a message that is the same, or the values of a new row.

    `others` have the same Message-ID.
    """
    content = mail.content_hash
    same = next((row for row in others if row.content_hash == content), None)
    if same is not None and same.evidence not in (None, mail.evidence):
        content = sha256(b"a copy of " + content + mail.evidence).digest()
        same = next((row for row in others if row.content_hash == content), None)
    if same is not None:
        return int(same.id)
    sender = storable(mail.sender, 320)
    twins = [row.id for row in others if row.sender == sender]
    if twins:
        session.execute(update(table_of(InboundMail)).where(_INBOUND.id.in_(twins)).values(twins=True))
    return {
        "message_id": message_id,
        "content_hash": content,
        "evidence": mail.evidence,
        "twins": bool(twins),
        "received_at": mail.received_at,
        "stored_at": at,
        "sender": sender,
        "mailbox": mail.box,
        "size": len(mail.raw),
        "status": InboundStatus.RECEIVED,
        "due_at": at,
        "attempts": 0,
        "unfinished": 0,
        "nature": "",
        "reason": "",
        "campaign_id": mail.campaign_id,
        "seat_id": mail.seat_id,
        "raw": mail.raw,
    }


_INBOUND, _PLACE = table_of(InboundMail).c, table_of(MailPlace).c
_MAIL = select(InboundMail).where(col(InboundMail.id) == bindparam("mail_id"))
_AT_PLACES = select(_PLACE.uid, _PLACE.inbound_mail_id).where(
    _PLACE.mailbox == bindparam("mailbox"),
    _PLACE.uidvalidity == bindparam("uidvalidity"),
    _PLACE.uid.in_(bindparam("uids", expanding=True)),
)
_SAME = select(_INBOUND.id).where(
    _INBOUND.message_id == bindparam("message_id"), _INBOUND.content_hash == bindparam("content_hash")
)
_OF_IDS = select(_INBOUND.id, _INBOUND.message_id, _INBOUND.content_hash, _INBOUND.evidence, _INBOUND.sender).where(
    _INBOUND.message_id.in_(bindparam("message_ids", expanding=True)), _INBOUND.part_by.is_(None)
)
_INSERT = insert(table_of(InboundMail)).returning(_INBOUND.id, _INBOUND.message_id)
"""SQLite numbers the rows of a statement one behind the other."""
_IN_ORDER = insert(table_of(InboundMail)).returning(_INBOUND.id, _INBOUND.message_id, sort_by_parameter_order=True)
"""PostgreSQL does not promise it, so they are sorted; SQLAlchemy would do that for SQLite with a statement for each."""
_INSERT_PLACES = insert(table_of(MailPlace)).returning(_PLACE.uid)
"""An insert whose returned column makes one statement of many."""
_FIRST = table_of(InboundMail).alias("earlier").c


def _earlier(campaign_id: ColumnElement[int], mail_id: ColumnElement[int], seat_id: ColumnElement[int]) -> Select[Any]:
    """Return a query for the messages that come before one."""
    return select(_FIRST.id).where(
        _FIRST.campaign_id == campaign_id,
        _FIRST.status == InboundStatus.RECEIVED,
        _FIRST.id < mail_id,
        or_(_FIRST.seat_id == seat_id, not_(_FIRST.reason.startswith(UNANSWERED))),
    )


_LATER = table_of(InboundMail).alias("later").c
_IN_LINE: Any = select(
    _earlier(bindparam("campaign_id"), bindparam("mail_id"), bindparam("seat_id")).exists(),
    exists().where(
        _LATER.campaign_id == bindparam("campaign_id"),
        _LATER.status == InboundStatus.RECEIVED,
        _LATER.id > bindparam("mail_id"),
        _LATER.seat_id == bindparam("seat_id"),
    ),
)
_BEHIND_ANOTHER = _earlier(_INBOUND.campaign_id, _INBOUND.id, _INBOUND.seat_id).exists()
_BEHIND = select(_INBOUND.id).where(
    _INBOUND.id.in_(bindparam("mail_ids", expanding=True)),
    _INBOUND.campaign_id.is_not(None),
    _INBOUND.seat_id.is_not(None),
    _BEHIND_ANOTHER,
)
_DONE = table_of(InboundMail).alias("done").c
_NEXT = (
    select(_INBOUND.id, _INBOUND.campaign_id)
    .where(
        _INBOUND.campaign_id == select(_DONE.campaign_id).where(_DONE.id == bindparam("mail_id")).scalar_subquery(),
        _INBOUND.status == InboundStatus.RECEIVED,
        _INBOUND.due_at <= bindparam("now"),
        not_(_BEHIND_ANOTHER),
    )
    .order_by(_INBOUND.id)
    .limit(1)
)
_SETTLE = (
    update(table_of(InboundMail))
    .where(_INBOUND.id == bindparam("mail_id"), _INBOUND.status == InboundStatus.RECEIVED)
    .values({name: bindparam(name) for name in Settlement.__struct_fields__})
)
