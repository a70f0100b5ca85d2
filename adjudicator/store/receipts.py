"""Receipts for orders, and the key that signs them."""

import hmac
import secrets
from datetime import datetime

from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy import insert, select
from sqlalchemy.exc import NoResultFound
from sqlalchemy.orm import Session
from sqlmodel import col

from adjudicator.store.statements import insert_into, run
from adjudicator.store.tables import Receipt, Seat, SigningKey, table_of

ONLY = 1
KEPT, MADE = "adjudicator_signing_key", "adjudicator_made_signing_key"
"""Among the attributes of an engine the key that its sessions have read; in `Session.info`, that this one made it."""
PRIVATE_BYTES = 32
FILED = b"filed"
"""Stands in the leaves of a receipt for a secret answer."""
MOST_BEHIND = 20


def signing_key(session: Session, at: datetime) -> bytes:
    """Return the secret bytes of the installation's signing key; the first call makes them."""
    found = known_key(session)
    if found is not None:
        return found
    session.info[MADE] = True
    new = {"number": ONLY, "private": secrets.token_bytes(PRIVATE_BYTES), "created_at": at}
    # Two workers may both find none: the first one's counts.
    session.execute(insert_into(session, SigningKey).values(new).on_conflict_do_nothing())
    return signing_key_of(session)


def signing_key_of(session: Session) -> bytes:
    """Return the secret bytes of the installation's signing key, for callers that only read.

    Raises:
        NoResultFound: There is none before the first campaign.
    """
    found = known_key(session)
    if found is None:
        raise NoResultFound("nobody has signed anything here yet")
    return found


def known_key(session: Session) -> bytes | None:
    """Return the key if there is one.

    It never changes: an engine keeps what one of its sessions has read and has not made itself.
    """
    kept = vars(session.get_bind())
    found: bytes | None = kept.get(KEPT)
    if found is None:
        found = run(session, _KEY).scalar()
        if found is not None and MADE not in session.info:
            kept[KEPT] = found
    return found


def keyed(session: Session, data: bytes, at: datetime) -> bytes:
    """Return a hash that cannot be guessed without the installation's secret."""
    return hmac.digest(signing_key(session, at), b"adjudicator content\0" + data, "sha256")


class NewReceipt(Struct, frozen=True):
    """A receipt that was issued for an order set, and the salts and lines that it is the fingerprint of."""

    seat_id: int
    number: int
    order_set_id: int
    issued_at: datetime
    text: bytes
    leaves: bytes


def keep(session: Session, receipt: NewReceipt) -> None:
    """Store a receipt that was issued."""
    run(session, _INSERT, asdict(receipt))


_KEY = select(table_of(SigningKey).c.private)
_INSERT = insert(table_of(Receipt))


def withdrawn(session: Session, seat_id: int, at: datetime) -> None:
    """Record that the secret answer that the seat had on file was taken back: that of the newest receipt with one."""
    of_seat = select(Receipt).where(col(Receipt.seat_id) == seat_id).order_by(col(Receipt.number).desc())
    for row in session.scalars(of_seat.limit(MOST_BEHIND)):
        if FILED in row.leaves:
            row.withdrawn_at = row.withdrawn_at or at
            session.flush()
            return


def of_campaign(session: Session, campaign_id: int) -> tuple[Receipt, ...]:
    """Return all receipts of a campaign, in the order in which they were issued."""
    return tuple(
        session.scalars(
            select(Receipt)
            .join(Seat, col(Seat.id) == col(Receipt.seat_id))
            .where(col(Seat.campaign_id) == campaign_id)
            .order_by(col(Receipt.order_set_id))
        )
    )
