"""Campaigns, seats and the people who hold them."""

import secrets
from collections.abc import Iterable
from datetime import datetime
from hashlib import sha256

from msgspec import Struct
from sqlalchemy import ColumnElement, and_, or_, select
from sqlalchemy.orm import Session
from sqlmodel import col

from adjudicator.store.tables import (
    Address,
    AddressState,
    Campaign,
    Holding,
    Person,
    Role,
    Seat,
    SeatKind,
)

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""What tokens and tags are made of: nothing that looks like something else."""
TOKEN_LENGTH = 20
"""99 random bits: the secret of a reply address."""
TAG_LENGTH = 8
"""39 random bits: a public mark."""


class Holder(Struct, frozen=True):
    """A person who holds a seat now; ``emails`` are the addresses in use, the first registered one first."""

    person_id: int
    name: str
    role: Role
    language: str
    time_zone: str
    emails: tuple[str, ...]


class SeatAtTable(Struct, frozen=True):
    """A seat with those who hold it now. ``token`` is a secret of the seat."""

    id: int
    campaign_id: int
    name: str
    kind: SeatKind
    tag: str
    token: str
    language: str
    mail_format: str
    holders: tuple[Holder, ...]


def new_seat(campaign_id: int, name: str, language: str, at: datetime, kind: SeatKind = SeatKind.PLAYER) -> Seat:
    """A seat with its public mark and its secret, to be added to a session."""
    token = _random_word(TOKEN_LENGTH)
    return Seat(
        campaign_id=campaign_id,
        name=name,
        kind=kind,
        language=language,
        tag=_random_word(TAG_LENGTH),
        token=token.encode(),
        token_hash=token_hash(token),
        token_issued_at=at,
    )


def issue_token(seat: Seat, at: datetime) -> str:
    """Give the seat a new secret for its reply address and return it; the old one is void."""
    token = _random_word(TOKEN_LENGTH)
    seat.token = token.encode()
    seat.token_hash = token_hash(token)
    seat.token_issued_at = at
    return token


def token_hash(token: str) -> bytes:
    """What the seat is found by. Mail servers may change the case of an address, so case does not count."""
    return sha256(token.lower().encode("utf-8", "replace")).digest()


def campaign_by_name(session: Session, name: str) -> Campaign | None:
    """The campaign that people call ``name``."""
    return session.scalars(select(Campaign).where(col(Campaign.name) == name)).first()


def seat_by_token(session: Session, token: str) -> tuple[Seat, Campaign] | None:
    """The seat whose reply address holds ``token``, with its campaign."""
    return _seat(session, col(Seat.token_hash) == token_hash(token))


def seat_by_tag(session: Session, tag: str) -> tuple[Seat, Campaign] | None:
    """The seat behind the public mark of a subject or Message-ID. Proves nothing about the sender."""
    return _seat(session, col(Seat.tag) == tag.lower())


def seats_at_table(session: Session, campaign_id: int, at: datetime) -> tuple[SeatAtTable, ...]:
    """All seats of a campaign with their holders at that moment, in the order the seats were made."""
    holds = and_(
        col(Holding.seat_id) == col(Seat.id),
        col(Holding.since) <= at,
        or_(col(Holding.until).is_(None), col(Holding.until) > at),
    )
    in_use = and_(col(Address.person_id) == col(Person.id), col(Address.state) == AddressState.ACTIVE)
    rows = session.execute(
        select(Seat, Holding, Person, col(Address.email))
        .outerjoin(Holding, holds)
        .outerjoin(Person, col(Person.id) == col(Holding.person_id))
        .outerjoin(Address, in_use)
        .where(col(Seat.campaign_id) == campaign_id)
        .order_by(col(Seat.id), col(Holding.id), col(Address.id))
    )
    seats: dict[int, Seat] = {}
    holders: dict[int, dict[int, _Holding]] = {}
    for seat, holding, person, email in rows:
        seats[seat.id] = seat
        here = holders.setdefault(seat.id, {})
        if holding is not None:
            found = here.setdefault(holding.id, _Holding(holding, person, []))
            if email is not None:
                found.emails.append(email)
    return tuple(_at_table(seat, holders[seat.id].values()) for seat in seats.values())


def seats_of_address(session: Session, email: str, at: datetime) -> tuple[Seat, ...]:
    """The seats whose holders registered this address and use it: whose mail can it be?"""
    statement = (
        select(Seat)
        .join(Holding, col(Holding.seat_id) == col(Seat.id))
        .join(Address, col(Address.person_id) == col(Holding.person_id))
        .where(col(Address.email) == email, col(Address.state) == AddressState.ACTIVE)
        .where(col(Holding.since) <= at, or_(col(Holding.until).is_(None), col(Holding.until) > at))
        .order_by(col(Seat.id))
        .distinct()
    )
    return tuple(session.scalars(statement))


class _Holding(Struct):
    holding: Holding
    person: Person
    emails: list[str]


def _at_table(seat: Seat, holdings: Iterable[_Holding]) -> SeatAtTable:
    return SeatAtTable(
        id=seat.id,
        campaign_id=seat.campaign_id,
        name=seat.name,
        kind=seat.kind,
        tag=seat.tag,
        token=seat.token.decode(),
        language=seat.language,
        mail_format=seat.mail_format,
        holders=tuple(
            Holder(
                person_id=each.person.id,
                name=each.person.name,
                role=each.holding.role,
                language=each.person.language,
                time_zone=each.person.time_zone,
                emails=tuple(each.emails),
            )
            for each in holdings
        ),
    )


def _seat(session: Session, which: ColumnElement[bool]) -> tuple[Seat, Campaign] | None:
    statement = select(Seat, Campaign).join(Campaign, col(Campaign.id) == col(Seat.campaign_id)).where(which)
    row = session.execute(statement).first()
    return None if row is None else row


def _random_word(length: int) -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(length))
