"""Mails that did not arrive, and what that means for the addresses they went to."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from msgspec import Struct
from sqlalchemy import bindparam, func, or_, select, update
from sqlalchemy.orm import Session
from sqlmodel import col

from adjudicator.store import kept_mails
from adjudicator.store.holdings import held_at
from adjudicator.store.statements import execute_change, run, storable
from adjudicator.store.tables import (
    Address,
    AddressState,
    Campaign,
    DeliveryTrouble,
    Holding,
    InboundMail,
    InboundStatus,
    OutboundMail,
    OutboundState,
    Person,
    Role,
    Seat,
    TroubleKind,
    table_of,
)

FORGOTTEN = timedelta(days=30)
"""Bounces further apart than this have nothing to do with each other."""
COUNTED = (TroubleKind.FAILED, TroubleKind.REFUSED)
"""Troubles that speak against an address; an expired mail may be our own server's fault."""


class NewTrouble(Struct, frozen=True, kw_only=True):
    """See `DeliveryTrouble`."""

    kind: TroubleKind
    status: str = ""
    diagnostic: str = ""
    inbound_mail_id: int | None = None


class SeatAffected(Struct, frozen=True):
    """A seat that is written to at an address, and the other addresses of its holder that are in use."""

    seat_id: int
    campaign_id: int
    others: tuple[str, ...]


def record(session: Session, mail: OutboundMail, trouble: NewTrouble, at: datetime) -> bool:
    """Keep it. Returns False when the same is known of this mail already."""
    known = select(col(DeliveryTrouble.id)).where(
        col(DeliveryTrouble.outbound_mail_id) == mail.id, col(DeliveryTrouble.kind) == trouble.kind
    )
    if session.scalar(known) is not None:
        return False
    session.add(
        DeliveryTrouble(
            outbound_mail_id=mail.id,
            inbound_mail_id=trouble.inbound_mail_id,
            recipient=mail.recipient,
            at=at,
            kind=trouble.kind,
            status=storable(trouble.status, 32),
            diagnostic=storable(trouble.diagnostic, 500).encode(),
        )
    )
    session.flush()
    return True


def count(session: Session, email: str, at: datetime, most: int) -> bool:
    """Count one more message that has come back from an address.

    Returns True when that is `most` of them and it is given up now.
    """
    mail = table_of(DeliveryTrouble).c
    recent = select(func.count()).where(mail.recipient == email, mail.at > at - FORGOTTEN, mail.kind.in_(COUNTED))
    alone = session.execute(recent).scalar_one() <= 1
    address = table_of(Address)
    active = (address.c.email == email, address.c.state == AddressState.ACTIVE)
    bounces = 1 if alone else address.c.bounces + 1
    session.execute(update(address).where(*active).values(bounces=bounces))
    given_up = update(address).where(*active, address.c.bounces >= most).values(state=AddressState.SUSPENDED)
    return execute_change(session, given_up) > 0


def only_essentials(session: Session, email: str, *, wanted: bool = False) -> int:
    """Stop reminders, digests and other optional messages to this address; return how many registrations changed.

    `wanted`: send them again.
    """
    address = table_of(Address)
    changing = address.c.email == email, address.c.essential_only.is_(wanted)
    return execute_change(session, update(address).where(*changing).values(essential_only=not wanted))


def wants_only_essentials(session: Session, emails: Sequence[str]) -> frozenset[str]:
    """Return which of the addresses get no optional mail."""
    wanted = select(col(Address.email)).where(col(Address.email).in_(emails), col(Address.essential_only).is_(True))
    return frozenset(session.scalars(wanted))


def reactivate(session: Session, email: str) -> bool:
    """Forget the bounces of an address that is alive. Returns True if it had been suppressed."""
    address = table_of(Address)
    here = address.c.email == email
    session.execute(update(address).where(here, address.c.bounces > 0).values(bounces=0))
    suspended = update(address).where(here, address.c.state == AddressState.SUSPENDED)
    return execute_change(session, suspended.values(state=AddressState.ACTIVE)) > 0


def troubled(session: Session, email: str) -> bool:
    """Return whether there is anything to forgive an address."""
    return run(session, _TROUBLED, {"email": email}).first() is not None


_ADDRESS = table_of(Address).c
_TROUBLED = (
    select(_ADDRESS.id)
    .where(_ADDRESS.email == bindparam("email"), (_ADDRESS.bounces > 0) | (_ADDRESS.state == AddressState.SUSPENDED))
    .limit(1)
)


def seats_at(session: Session, email: str, at: datetime) -> tuple[SeatAffected, ...]:
    """Return the seats whose messages go to this address.

    Of campaigns that are not over, for people who give orders or read along.
    """
    rows = session.execute(
        select(col(Seat.id), col(Seat.campaign_id), col(Holding.person_id))
        .join(Holding, col(Holding.seat_id) == col(Seat.id))
        .join(Campaign, col(Campaign.id) == col(Seat.campaign_id))
        .join(Address, col(Address.person_id) == col(Holding.person_id))
        .where(
            col(Address.email) == email,
            col(Campaign.finished_at).is_(None),
            col(Holding.role).in_((Role.ORDERS, Role.COPY)),
            held_at(at),
        )
        .order_by(col(Seat.id))
        .distinct()
    ).all()
    return tuple(SeatAffected(seat, campaign, _others(session, person, email)) for seat, campaign, person in rows)


def _others(session: Session, person_id: int, email: str) -> tuple[str, ...]:
    return tuple(
        session.scalars(
            select(col(Address.email))
            .join(Person, col(Person.id) == col(Address.person_id))
            .where(col(Person.id) == person_id, col(Address.email) != email, col(Address.state) == AddressState.ACTIVE)
            .order_by(col(Address.id))
        )
    )


def redirect(session: Session, seat_id: int, old: str, new: str) -> int:
    """Send what is still queued for a dead address of a seat to another one; it is rendered again."""
    mail = table_of(OutboundMail)
    waiting = mail.c.state.in_((OutboundState.QUEUED, OutboundState.RENDERED))
    here = (mail.c.seat_id == seat_id, mail.c.recipient == old, waiting)
    kept_mails.needs_none(session, run(session, select(mail.c.id).where(*here, mail.c.raw.is_not(None))).scalars())
    anew = update(mail).where(*here).values(recipient=new, state=OutboundState.QUEUED, raw=None, attempts=0)
    return execute_change(session, anew)


def told_since(session: Session, recipient: str, kinds: Sequence[TroubleKind], since: datetime) -> int:
    """Return how many troubles of these kinds there were with an address since a moment."""
    row = table_of(DeliveryTrouble).c
    wanted = select(func.count()).where(row.recipient == recipient, row.kind.in_(kinds), row.at > since)
    return session.execute(wanted).scalar_one()


def newest_troubles(session: Session, limit: int, recipient: str | None = None) -> tuple[DeliveryTrouble, ...]:
    """Return the newest delivery troubles first; of one address or of all."""
    wanted = select(DeliveryTrouble).order_by(col(DeliveryTrouble.id).desc()).limit(limit)
    if recipient is not None:
        wanted = wanted.where(col(DeliveryTrouble.recipient) == recipient)
    return tuple(session.scalars(wanted))


def suffering(session: Session) -> tuple[Address, ...]:
    """Return addresses that have trouble.

    They have bounced, are suspended, or get essential mails only.
    """
    state, essential = col(Address.state), col(Address.essential_only)
    suffers = or_(col(Address.bounces) > 0, state == AddressState.SUSPENDED, essential.is_(True))
    return tuple(session.scalars(select(Address).where(suffers).order_by(col(Address.email))))


def is_registered(session: Session, email: str) -> bool:
    """Return whether somebody has registered an address."""
    return session.scalar(select(col(Address.id)).where(col(Address.email) == email).limit(1)) is not None


def failed_since(session: Session, moment: datetime) -> int:
    """Return how many of our messages have been given up since a moment."""
    failed = (col(OutboundMail.state) == OutboundState.FAILED, col(OutboundMail.due_at) > moment)
    return session.scalar(select(func.count()).where(*failed)) or 0


def set_aside_since(session: Session, moment: datetime, why: str) -> int:
    """Return how many mails that came since a moment are set aside, for reasons that begin so."""
    aside = (col(InboundMail.status) == InboundStatus.QUARANTINED, col(InboundMail.stored_at) > moment)
    return session.scalar(select(func.count()).where(*aside, col(InboundMail.reason).startswith(why))) or 0
