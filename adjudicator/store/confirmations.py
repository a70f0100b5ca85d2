"""One-time codes: kept as hashes, found by whom they were given to, settled once."""

import hmac
import os
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from hashlib import scrypt

from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy import ColumnElement, and_, func, insert, or_, select, update
from sqlalchemy.orm import Session
from sqlmodel import col

from adjudicator.store.statements import execute_change, run
from adjudicator.store.tables import Confirmation, ConfirmationState, table_of

HOLDS = timedelta(days=3)
"""How long a code counts."""
TRIES = 5
"""Wrong guesses that an owner has for each of their codes."""
SALT_BYTES = 16
_COST = 2**12
"""scrypt's n: about ten milliseconds a try, so that a stolen table cannot be searched for eight digits quickly."""


class Owner(Struct, frozen=True):
    """Whom a code is for, or who comes with one.

    A code for a seat and a person needs both to be right; one for an address may be used from that address too.
    """

    seat_id: int | None = None
    person_id: int | None = None
    email: str | None = None


class Request(Struct, frozen=True):
    """The thing to be confirmed, and by whom. ``alone``: older open codes of this purpose and owner are void."""

    purpose: str
    owner: Owner
    payload: bytes = b""
    campaign_id: int | None = None
    alone: bool = False


def issue(session: Session, request: Request, code: str, at: datetime) -> None:
    """Store a code for what is to be confirmed."""
    salt = os.urandom(SALT_BYTES)
    values = {
        "purpose": request.purpose,
        "campaign_id": request.campaign_id,
        **asdict(request.owner),
        "salt": salt,
        "code_hash": _hash(code, salt),
        "payload": request.payload,
        "state": ConfirmationState.OPEN,
        "tries": TRIES,
        "wrong": 0,
        "issued_at": at,
        "expires_at": at + HOLDS,
    }
    run(session, insert(table_of(Confirmation)), values)


def issued_since(session: Session, purpose: str, since: datetime, **whose: int | str) -> int:
    """Return how many codes of a purpose were given out; `whose`: `email`, `person_id` or `campaign_id`."""
    given = select(func.count()).select_from(Confirmation).filter_by(purpose=purpose, **whose)
    return session.scalar(given.where(col(Confirmation.issued_at) > since)) or 0


def open_for(session: Session, owner: Owner, now: datetime) -> tuple[Confirmation, ...]:
    """Return what waits to be confirmed by this owner, oldest first."""
    return _open(session, now, _for(owner))


def open_of(session: Session, campaign_id: int, purpose: str, now: datetime) -> tuple[Confirmation, ...]:
    """Return the codes of a purpose that still wait to be confirmed in a campaign, oldest first."""
    return _open(session, now, col(Confirmation.campaign_id) == campaign_id, col(Confirmation.purpose) == purpose)


def any_open(session: Session, seat_id: int, purposes: Collection[str], now: datetime) -> bool:
    """Return whether a code for a seat, of one of these purposes, still waits for somebody's word."""
    row = table_of(Confirmation).c
    counts = (row.seat_id == seat_id, row.state == ConfirmationState.OPEN, row.expires_at > now)
    found = select(row.id).where(*counts, row.purpose.in_(purposes)).limit(1)
    return session.execute(found).first() is not None


def closed_for(session: Session, owner: Owner, now: datetime, limit: int) -> tuple[Confirmation, ...]:
    """Return codes of this owner that count no more, newest first.

    They tell `used` from `never given`.
    """
    over = or_(col(Confirmation.state) != ConfirmationState.OPEN, col(Confirmation.expires_at) <= now)
    return tuple(
        session.scalars(
            select(Confirmation).where(_for(owner), over).order_by(col(Confirmation.id).desc()).limit(limit)
        )
    )


def matching(rows: Sequence[Confirmation], code: str) -> Confirmation | None:
    """Return the confirmation whose code this is."""
    return next((row for row in rows if hmac.compare_digest(row.code_hash, _hash(code, row.salt))), None)


def settle(session: Session, confirmation_id: int, state: ConfirmationState, now: datetime) -> bool:
    """Close an open code and forget what it stood for. Returns False when that had happened before."""
    return _close(session, now, col(Confirmation.id) == confirmation_id, state=state) == 1


def guessed_wrong(session: Session, rows: Sequence[Confirmation], now: datetime) -> None:
    """Count a wrong code: each of these loses one try, and one without tries becomes void."""
    row = table_of(Confirmation).c
    these = row.id.in_([each.id for each in rows])
    counted = update(table_of(Confirmation)).where(these, row.state == ConfirmationState.OPEN)
    session.execute(counted.values(wrong=row.wrong + 1))
    _close(session, now, these, row.wrong >= row.tries)


def void(session: Session, owner: Owner, purpose: str, now: datetime) -> int:
    """Void codes of a purpose given to exactly this owner; return how many."""
    row = table_of(Confirmation).c
    return _close(session, now, row.purpose == purpose, *(row[name] == value for name, value in asdict(owner).items()))


def void_all(session: Session, campaign_id: int, purpose: str, now: datetime) -> None:
    """Void every code of a purpose in a campaign."""
    row = table_of(Confirmation).c
    _close(session, now, row.campaign_id == campaign_id, row.purpose == purpose)


def _open(session: Session, now: datetime, *which: ColumnElement[bool]) -> tuple[Confirmation, ...]:
    waits = (col(Confirmation.state) == ConfirmationState.OPEN, col(Confirmation.expires_at) > now)
    return tuple(session.scalars(select(Confirmation).where(*which, *waits).order_by(col(Confirmation.id))))


def _close(
    session: Session, now: datetime, *which: ColumnElement[bool], state: ConfirmationState = ConfirmationState.VOID
) -> int:
    """Close open codes and forget what they stood for. Return how many."""
    table = table_of(Confirmation)
    closing = update(table).where(*which, table.c.state == ConfirmationState.OPEN)
    return execute_change(session, closing.values(state=state, settled_at=now, payload=b""))


def _for(who: Owner) -> ColumnElement[bool]:
    """Return the condition for the codes that this owner may use."""
    seat, person, email = col(Confirmation.seat_id), col(Confirmation.person_id), col(Confirmation.email)
    given = or_(seat.is_not(None), person.is_not(None))
    holds = and_(
        given,
        or_(seat.is_(None), seat == who.seat_id) if who.seat_id is not None else seat.is_(None),
        or_(person.is_(None), person == who.person_id) if who.person_id is not None else person.is_(None),
    )
    return or_(holds, email == who.email) if who.email is not None else holds


def _hash(code: str, salt: bytes) -> bytes:
    return scrypt(code.encode(), salt=salt, n=_COST, r=8, p=1, dklen=32)
