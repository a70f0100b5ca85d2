"""Campaigns, seats and the people who hold them.

Statements of the daily path stand below their functions, built once: building one costs as much as running it.
"""

import secrets
from collections.abc import Collection, Iterable
from datetime import datetime
from hashlib import sha256
from itertools import groupby
from operator import attrgetter
from typing import Any

from msgspec import Struct
from sqlalchemy import Row, and_, bindparam, exists, or_, select
from sqlalchemy.orm import Session
from sqlmodel import col

from adjudicator.kernel.actions import MODERATOR
from adjudicator.store.statements import run
from adjudicator.store.tables import (
    Address,
    AddressState,
    Campaign,
    CampaignState,
    Holding,
    Person,
    Role,
    Seat,
    SeatKind,
    StandingOrder,
    table_of,
)
from adjudicator.store.tables.columns import UtcDateTime

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""What tokens and tags are made of: nothing that looks like something else."""
TOKEN_LENGTH = 20
"""99 random bits: the secret of a reply address."""
TAG_LENGTH = 8
"""39 random bits: a public mark."""
AT_PLAY = col(Campaign.state).in_((CampaignState.RUNNING, CampaignState.PAUSED))
"""The campaign is played, or paused."""


RETURNS = "returns"
"""The right of a reader who had the seat before the steward: they may take it back (`Holding.rights`)."""


class Holder(Struct, frozen=True):
    """A person who holds a seat now.

    ``emails`` are the addresses in use, the main one first; ``bounced`` those of them from which messages have come
    back.

    ``essentials``: at the main one the person wants only what they need in order to play.
    """

    person_id: int
    name: str
    role: Role
    language: str
    time_zone: str
    emails: tuple[str, ...]
    rights: str = "all"
    essentials: bool = False
    bounced: frozenset[str] = frozenset()
    steward: bool = False
    """Whether it is the program, in the place of a person."""

    @property
    def may_return(self) -> bool:
        """Whether a steward plays in their place, until they are back."""
        return self.rights == RETURNS


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
    examples: bool
    right_lines: bool
    digest: str
    holders: tuple[Holder, ...]
    standing: bool = False
    """Whether it has standing orders."""
    mailbox: str = ""
    """From which of our mailboxes its mails come."""

    @property
    def moderates(self) -> bool:
        """Whether it is a moderator's."""
        return self.kind is SeatKind.MODERATOR

    @property
    def asked_as(self) -> str:
        """Return the name by which a match asks the seat; empty for a moderator with fewer rights.

        When the rules leave something to the moderator, any moderator with all rights answers, and so will the person
        who takes an empty moderator's seat.
        """
        if not self.moderates:
            return self.name
        rules = not self.in_charge or any(holder.rights == "all" for holder in self.in_charge)
        return MODERATOR if rules else ""

    @property
    def in_charge(self) -> tuple[Holder, ...]:
        """The holders who give its orders, and do not only read along or stand by."""
        return tuple(holder for holder in self.holders if holder.role is Role.ORDERS)

    @property
    def steward(self) -> bool:
        """Whether the program plays it, and no person."""
        return bool(self.in_charge) and all(holder.steward for holder in self.in_charge)

    @property
    def players(self) -> tuple[str, ...]:
        """The names of those who give its orders."""
        return tuple(holder.name for holder in self.in_charge)

    @property
    def people(self) -> tuple[str, ...]:
        """The names of those who hold it."""
        return tuple(holder.name for holder in self.holders)

    @property
    def emails(self) -> tuple[str, ...]:
        """All their addresses in use."""
        return tuple(email for holder in self.holders for email in holder.emails)

    def of(self, person_id: int | None) -> Holder | None:
        """Return what a person holds of the seat."""
        return next((holder for holder in self.holders if holder.person_id == person_id), None)

    def at(self, email: str) -> Holder | None:
        """Return who of its people has this address."""
        return next((holder for holder in self.holders if email in holder.emails), None)

    @property
    def has_page(self) -> bool:
        """Whether its mails have an HTML page with pictures beside the text."""
        return self.mail_format != "text"

    @property
    def wants_all(self) -> bool:
        """Whether its mails say everything at once."""
        return self.mail_format == "full"


def played_by(seats: Iterable[SeatAtTable], person_id: int | None) -> tuple[SeatAtTable, ...]:
    """Return of the seats of a campaign those of the game whose orders a person gives: one, or several."""
    return tuple(
        seat
        for seat in seats
        if seat.kind is SeatKind.PLAYER
        and any(holder.person_id == person_id and holder.role is Role.ORDERS for holder in seat.holders)
    )


def played_beside(seats: Iterable[SeatAtTable], seat: SeatAtTable) -> tuple[SeatAtTable, ...]:
    """Return the other seats of those who give the orders of a seat."""
    there = tuple(seats)
    theirs = {each.id: each for holder in seat.in_charge for each in played_by(there, holder.person_id)}
    return tuple(each for each in theirs.values() if each.id != seat.id)


def read_together(seats: Iterable[SeatAtTable], seat: SeatAtTable, email: str) -> tuple[SeatAtTable, ...]:
    """Return the seats whose knowledge is applied to read a message to this address for a seat of the game.

    These are all seats that its holder there plays, the first being the one to whose address it comes. Empty for a seat
    that does not play.
    """
    if seat.kind is not SeatKind.PLAYER:
        return ()
    holder = seat.at(email)
    theirs = () if holder is None else played_by(seats, holder.person_id)
    return theirs if seat in theirs else (seat,)


def new_seat(campaign_id: int, name: str, language: str, at: datetime, kind: SeatKind = SeatKind.PLAYER) -> Seat:
    """Return a seat with its public mark and its secret, to be added to a session."""
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


def issue_token(session: Session, seat_id: int, at: datetime) -> str:
    """Give a seat a new secret for its reply address and return it; the old one is void."""
    seat, token = session.get_one(Seat, seat_id), _random_word(TOKEN_LENGTH)
    seat.token = token.encode()
    seat.token_hash = token_hash(token)
    seat.token_issued_at = at
    session.flush()
    return token


def token_hash(token: str) -> bytes:
    """Return the hash by which the seat is found.

    Mail servers may change the case of an address, so case does not count.
    """
    return sha256(token.lower().encode("utf-8", "replace")).digest()


def campaign_by_name(session: Session, name: str) -> Campaign | None:
    """Return the campaign of the name ``name``."""
    return session.scalars(select(Campaign).where(col(Campaign.name) == name)).first()


def campaign_by_id(session: Session, campaign_id: int) -> Campaign:
    """Return the campaign's row.

    Raises:
        LookupError: There is no such campaign.
    """
    found = session.get(Campaign, campaign_id)
    if found is None:
        raise LookupError(f"there is no campaign with id {campaign_id}")
    return found


def at_play(session: Session) -> tuple[Campaign, ...]:
    """Return all that are played, paused ones too, the oldest first."""
    return tuple(session.scalars(select(Campaign).where(AT_PLAY).order_by(col(Campaign.id))))


def not_archived(session: Session) -> tuple[Campaign, ...]:
    """Return all that have begun and are not archived, the oldest first."""
    begun = col(Campaign.state).not_in((CampaignState.INVITING, CampaignState.ARCHIVED))
    return tuple(session.scalars(select(Campaign).where(begun).order_by(col(Campaign.id))))


def with_digests(session: Session) -> tuple[Campaign, ...]:
    """Return the campaigns at play that somebody watches, or for which somebody has asked for digests."""
    wanted = or_(col(Seat.digest) != "", col(Seat.kind) == SeatKind.OBSERVER)
    found = select(Campaign).where(AT_PLAY, col(Campaign.id).in_(select(col(Seat.campaign_id)).where(wanted)))
    return tuple(session.scalars(found.order_by(col(Campaign.id))))


def seats_by_tokens(session: Session, tokens: Collection[str]) -> dict[str, tuple[int, int]]:
    """Return the ids of the seats whose reply addresses hold these tokens, and of their campaigns.

    Tokens of no seat are left out.
    """
    wanted = {token_hash(token): token for token in tokens}
    if not wanted:
        return {}
    found = run(session, _BY_TOKENS, {"token_hashes": sorted(wanted)})
    by_hash = {row.token_hash: (row.id, row.campaign_id) for row in found}
    return {token: by_hash[token_hash(token)] for token in tokens if token_hash(token) in by_hash}


def seat_by_tag(session: Session, tag: str) -> tuple[Seat, Campaign] | None:
    """Return the seat with the public mark of a subject or Message-ID. It proves nothing about the sender."""
    return session.execute(_BY_TAG, {"tag": tag.lower()}).first()


def seats_at_table(session: Session, campaign_id: int, at: datetime) -> tuple[SeatAtTable, ...]:
    """Return all seats of a campaign with their holders at that moment, in the order the seats were made."""
    return _at_table(run(session, _AT_TABLE, {"campaign_id": campaign_id, "at": at}))


def table_of_token(session: Session, token: str, at: datetime) -> tuple[SeatAtTable, ...]:
    """Return all seats of the campaign whose seat has ``token`` in its reply address; none if there is none."""
    return _at_table(run(session, _AT_TABLE_OF_TOKEN, {"token_hash": token_hash(token), "at": at}))


def seats_of_address(session: Session, email: str, at: datetime) -> tuple[Seat, ...]:
    """Return the seats whose holders registered this address and use it: the possible authors of a message."""
    return tuple(session.scalars(_OF_ADDRESS, {"email": email, "at": at}))


def at_play_of(session: Session, email: str, at: datetime) -> tuple[Campaign, ...]:
    """Return the campaigns at play in which readers of an address hold seats, the oldest first."""
    ids = {seat.campaign_id for seat in seats_of_address(session, email, at)}
    found = select(Campaign).where(col(Campaign.id).in_(ids), AT_PLAY).order_by(col(Campaign.id))
    return tuple(session.scalars(found)) if ids else ()


def answered_for(session: Session, email: str, campaign_id: int, at: datetime) -> SeatAtTable | None:
    """Return the seat of a campaign for which a reader of this address answers our mails; the first of several.

    None if they give the orders of none.
    """
    if all(seat.campaign_id != campaign_id for seat in seats_of_address(session, email, at)):
        return None
    held = ((seat, seat.at(email)) for seat in seats_at_table(session, campaign_id, at))
    return next((seat for seat, holder in held if holder is not None and holder.role is Role.ORDERS), None)


def not_over(session: Session, campaign_ids: Collection[int]) -> set[int]:
    """Return those of these campaigns that are played, or wait for their people."""
    going = col(Campaign.state).not_in((CampaignState.FINISHED, CampaignState.ARCHIVED))
    return set(session.scalars(select(col(Campaign.id)).where(col(Campaign.id).in_(campaign_ids), going)))


_SEAT, _HOLDING, _PERSON, _ADDRESS = (table_of(row).c for row in (Seat, Holding, Person, Address))
_CAMPAIGN = table_of(Campaign).c
_NOW = bindparam("at", type_=UtcDateTime())
_HELD_NOW = and_(
    _HOLDING.seat_id == _SEAT.id, _HOLDING.since <= _NOW, or_(_HOLDING.until.is_(None), _HOLDING.until > _NOW)
)
_IN_USE = and_(_ADDRESS.person_id == _HOLDING.person_id, _ADDRESS.state == AddressState.ACTIVE)
_SAME = table_of(Address).alias("same").c
_BOUNCED = exists().where(_SAME.email == _ADDRESS.email, or_(_SAME.bounces > 0, _SAME.state == AddressState.SUSPENDED))
"""Whether the address has bounced, for anybody it is registered for."""
_ORDER = table_of(StandingOrder).c
_STANDS = exists().where(_ORDER.seat_id == _SEAT.id, _ORDER.ended_at.is_(None))
_BY_TOKENS = select(_SEAT.id, _SEAT.campaign_id, _SEAT.token_hash).where(
    _SEAT.token_hash.in_(bindparam("token_hashes", expanding=True))
)
_BY_TAG = (
    select(Seat, Campaign)
    .join(Campaign, col(Campaign.id) == col(Seat.campaign_id))
    .where(col(Seat.tag) == bindparam("tag"))
)
_HELD = (
    select(
        _SEAT.id,
        _SEAT.campaign_id,
        _SEAT.name,
        _SEAT.kind,
        _SEAT.tag,
        _SEAT.token,
        _SEAT.language,
        _SEAT.mail_format,
        _SEAT.calendar,
        _SEAT.data_copy,
        _SEAT.examples,
        _SEAT.right_lines,
        _SEAT.digest,
        _STANDS.label("standing"),
        _CAMPAIGN.mailbox,
        _HOLDING.id.label("holding_id"),
        _HOLDING.person_id,
        _HOLDING.role,
        _HOLDING.rights,
        _PERSON.name.label("person_name"),
        _PERSON.language.label("person_language"),
        _PERSON.time_zone,
        _PERSON.steward,
        _ADDRESS.email,
        _ADDRESS.essential_only,
        _BOUNCED.label("bounced"),
    )
    .join_from(table_of(Seat), table_of(Campaign), _CAMPAIGN.id == _SEAT.campaign_id)
    .outerjoin(table_of(Holding), _HELD_NOW)
    .outerjoin(table_of(Person), _PERSON.id == _HOLDING.person_id)
    .outerjoin(table_of(Address), _IN_USE)
    .order_by(_SEAT.id, _HOLDING.id, _ADDRESS.main.desc(), _ADDRESS.id)
)
"""A row for each address in use of each holder of each seat."""
_AT_TABLE = _HELD.where(_SEAT.campaign_id == bindparam("campaign_id"))
_OWN = table_of(Seat).alias("own").c
_AT_TABLE_OF_TOKEN = _HELD.where(
    _SEAT.campaign_id == select(_OWN.campaign_id).where(_OWN.token_hash == bindparam("token_hash")).scalar_subquery()
)
_OF_ADDRESS = (
    select(Seat)
    .join(Holding, _HELD_NOW)
    .join(Address, _IN_USE)
    .where(col(Address.email) == bindparam("email"))
    .order_by(col(Seat.id))
    .distinct()
)


def _at_table(rows: Iterable[Row[Any]]) -> tuple[SeatAtTable, ...]:
    return tuple(_seat(list(of_seat)) for _, of_seat in groupby(rows, attrgetter("id")))


def _seat(rows: list[Row[Any]]) -> SeatAtTable:
    seat = rows[0]
    by_holding = groupby(rows, attrgetter("holding_id"))
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
        examples=seat.examples,
        right_lines=seat.right_lines,
        digest=seat.digest,
        holders=tuple(_holder(list(same)) for holding, same in by_holding if holding is not None),
        standing=bool(seat.standing),
        mailbox=seat.mailbox,
    )


def _holder(rows: list[Row[Any]]) -> Holder:
    holder = rows[0]
    return Holder(
        person_id=holder.person_id,
        name=holder.person_name,
        role=holder.role,
        language=holder.person_language,
        time_zone=holder.time_zone,
        emails=tuple(row.email for row in rows if row.email is not None),
        rights=holder.rights,
        essentials=bool(holder.essential_only),
        bounced=frozenset(row.email for row in rows if row.bounced),
        steward=bool(holder.steward),
    )


def _random_word(length: int) -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(length))
