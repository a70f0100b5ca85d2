"""Campaigns, seats and the people who hold them.

Statements of the daily path stand below their functions, built once: building one costs as much as running it.
"""

import secrets
from collections.abc import Iterable
from datetime import datetime
from hashlib import sha256

from msgspec import Struct
from sqlalchemy import and_, bindparam, or_, select
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
from adjudicator.store.tables.columns import UtcDateTime

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""What tokens and tags are made of: nothing that looks like something else."""
TOKEN_LENGTH = 20
"""99 random bits: the secret of a reply address."""
TAG_LENGTH = 8
"""39 random bits: a public mark."""


class Holder(Struct, frozen=True):
    """A person who holds a seat now; ``emails`` are the addresses in use, the main one first.

    ``essentials``: at the main one he wants nothing but what he needs in order to play.
    """

    person_id: int
    name: str
    role: Role
    language: str
    time_zone: str
    emails: tuple[str, ...]
    rights: str = "all"
    essentials: bool = False


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
    calendar: bool
    data_copy: bool
    digest: str
    holders: tuple[Holder, ...]

    @property
    def has_page(self) -> bool:
        """Whether its mails have an HTML page with pictures beside the text."""
        return self.mail_format == "html"


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
    return session.execute(_BY_TOKEN, {"token_hash": token_hash(token)}).first()


def seat_by_tag(session: Session, tag: str) -> tuple[Seat, Campaign] | None:
    """The seat behind the public mark of a subject or Message-ID. Proves nothing about the sender."""
    return session.execute(_BY_TAG, {"tag": tag.lower()}).first()


def seats_at_table(session: Session, campaign_id: int, at: datetime) -> tuple[SeatAtTable, ...]:
    """All seats of a campaign with their holders at that moment, in the order the seats were made."""
    rows = session.execute(_AT_TABLE, {"campaign_id": campaign_id, "at": at})
    seats: dict[int, Seat] = {}
    holders: dict[int, dict[int, _Holding]] = {}
    for seat, holding, person, email, essentials in rows:
        seats[seat.id] = seat
        here = holders.setdefault(seat.id, {})
        if holding is not None:
            found = here.setdefault(holding.id, _Holding(holding, person, []))
            if email is not None:
                found.essentials = essentials if not found.emails else found.essentials
                found.emails.append(email)
    return tuple(_at_table(seat, holders[seat.id].values()) for seat in seats.values())


def seats_of_address(session: Session, email: str, at: datetime) -> tuple[Seat, ...]:
    """The seats whose holders registered this address and use it: whose mail can it be?"""
    return tuple(session.scalars(_OF_ADDRESS, {"email": email, "at": at}))


_NOW = bindparam("at", type_=UtcDateTime())
_HELD_NOW = and_(col(Holding.since) <= _NOW, or_(col(Holding.until).is_(None), col(Holding.until) > _NOW))
_IN_USE = col(Address.state) == AddressState.ACTIVE
_WITH_CAMPAIGN = select(Seat, Campaign).join(Campaign, col(Campaign.id) == col(Seat.campaign_id))
_BY_TOKEN = _WITH_CAMPAIGN.where(col(Seat.token_hash) == bindparam("token_hash"))
_BY_TAG = _WITH_CAMPAIGN.where(col(Seat.tag) == bindparam("tag"))
_AT_TABLE = (
    select(Seat, Holding, Person, col(Address.email), col(Address.essential_only))
    .outerjoin(Holding, and_(col(Holding.seat_id) == col(Seat.id), _HELD_NOW))
    .outerjoin(Person, col(Person.id) == col(Holding.person_id))
    .outerjoin(Address, and_(col(Address.person_id) == col(Person.id), _IN_USE))
    .where(col(Seat.campaign_id) == bindparam("campaign_id"))
    .order_by(col(Seat.id), col(Holding.id), col(Address.main).desc(), col(Address.id))
)
_OF_ADDRESS = (
    select(Seat)
    .join(Holding, and_(col(Holding.seat_id) == col(Seat.id), _HELD_NOW))
    .join(Address, and_(col(Address.person_id) == col(Holding.person_id), _IN_USE))
    .where(col(Address.email) == bindparam("email"))
    .order_by(col(Seat.id))
    .distinct()
)


class _Holding(Struct):
    holding: Holding
    person: Person
    emails: list[str]
    essentials: bool = False


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
        calendar=seat.calendar,
        data_copy=seat.data_copy,
        digest=seat.digest,
        holders=tuple(
            Holder(
                person_id=each.person.id,
                name=each.person.name,
                role=each.holding.role,
                language=each.person.language,
                time_zone=each.person.time_zone,
                emails=tuple(each.emails),
                rights=each.holding.rights,
                essentials=each.essentials,
            )
            for each in holdings
        ),
    )


def _random_word(length: int) -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(length))
