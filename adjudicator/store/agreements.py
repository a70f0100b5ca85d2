"""Offers of seats to seats, and votes of players: kept, found, closed."""

from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy import bindparam, delete, func, insert, or_, select, update
from sqlalchemy.orm import Session
from sqlmodel import col

from adjudicator.store.statements import execute_change, run
from adjudicator.store.tables import Agreement, AgreementState, Match, Vote, VoteKind, table_of


class Stored(Struct, frozen=True):
    """An offer as it is stored."""

    number: int
    state: AgreementState
    sequence: int
    concluded_at: int | None
    made_at: datetime
    closed_at: datetime | None
    content: bytes


class NewAgreement(Struct, frozen=True):
    """An offer that is made at a log number."""

    campaign_id: int
    match_id: int
    number: int
    sequence: int
    content: bytes


_ROW = table_of(Agreement).c
_FIELDS = [_ROW[name] for name in Stored.__struct_fields__]
_OF_MATCH = _ROW.match_id == bindparam("of_match")
_ONE = select(*_FIELDS).where(_OF_MATCH, _ROW.number == bindparam("with_number"))
_ALL = select(*_FIELDS).where(_OF_MATCH).order_by(_ROW.number)
_OPEN = _ALL.where(_ROW.state == AgreementState.OPEN)
_OPEN_THEN = _ALL.where(
    _ROW.made_at <= bindparam("moment"), or_(_ROW.closed_at.is_(None), _ROW.closed_at > bindparam("moment"))
)
_COUNT = select(func.count()).where(_OF_MATCH, _ROW.state == AgreementState.OPEN)
_NEW = insert(table_of(Agreement))
_CHANGE = update(table_of(Agreement)).where(_OF_MATCH, _ROW.number.in_(bindparam("numbers", expanding=True)))
_MATCH = table_of(Match).c
_LEDGER = update(table_of(Match)).where(_MATCH.id == bindparam("of_match"))


def numbered(session: Session, match_id: int, number: int) -> Stored | None:
    """Return the offer of a match with this number, whatever became of it."""
    row = run(session, _ONE, {"of_match": match_id, "with_number": number}).first()
    return None if row is None else Stored(*tuple(row))


def of_match(session: Session, match_id: int) -> tuple[Stored, ...]:
    """Return all offers of a match, by their numbers."""
    return tuple(Stored(*tuple(row)) for row in run(session, _ALL, {"of_match": match_id}))


def open_offers(session: Session, match_id: int) -> tuple[Stored, ...]:
    """Return those that can still be signed."""
    return tuple(Stored(*tuple(row)) for row in run(session, _OPEN, {"of_match": match_id}))


def open_then(session: Session, match_id: int, moment: datetime) -> tuple[Stored, ...]:
    """Return those that could be signed at a moment."""
    return tuple(Stored(*tuple(row)) for row in run(session, _OPEN_THEN, {"of_match": match_id, "moment": moment}))


def highest(session: Session, match_id: int, numbers: int, first: int) -> int:
    """Return the highest number in use among `first`, `first + numbers`, `first + 2 * numbers`, …; 0 if none is."""
    of_stripe = select(func.max(_ROW.number)).where(_ROW.match_id == match_id, _ROW.number % numbers == first % numbers)
    return run(session, of_stripe).scalar() or 0


def make(session: Session, new: NewAgreement, at: datetime) -> None:
    """Store a new offer."""
    run(session, _NEW, {**asdict(new), "state": AgreementState.OPEN, "made_at": at})


def keep(session: Session, match_id: int, number: int, **values: object) -> None:
    """Change what is stored of an offer."""
    execute_change(session, _CHANGE, {"of_match": match_id, "numbers": [number], **values})


def close(session: Session, match_id: int, numbers: Sequence[int], state: AgreementState, at: datetime) -> None:
    """Close agreements: they can be signed no more."""
    if numbers:
        execute_change(session, _CHANGE, {"of_match": match_id, "numbers": numbers, "state": state, "closed_at": at})


def count_open(session: Session, match_id: int) -> int:
    """Return how many can still be signed."""
    return int(run(session, _COUNT, {"of_match": match_id}).scalar_one())


def keep_ledger(session: Session, match_id: int, ledger: bytes | None) -> None:
    """Put on file with the match what must be known of its offers without asking for them."""
    execute_change(session, _LEDGER, {"of_match": match_id, "agreements": ledger})


def votes_in(session: Session, campaign_id: int) -> tuple[Vote, ...]:
    """Return the open votes of a campaign, the oldest first."""
    return tuple(session.scalars(select(Vote).where(col(Vote.campaign_id) == campaign_id).order_by(col(Vote.id))))


def votes_over(session: Session, now: datetime) -> tuple[int, ...]:
    """Return the campaigns in which the time of a vote is over."""
    return tuple(session.scalars(select(col(Vote.campaign_id)).where(col(Vote.closes_at) <= now).distinct()))


def drop_votes(session: Session, campaign_id: int, kind: VoteKind, seat_id: int | None = None) -> None:
    """Drop the votes of a kind about a seat, or about none: what they were about has come without them."""
    alike = (col(Vote.kind) == kind, col(Vote.seat_id) == seat_id)
    session.execute(delete(Vote).where(col(Vote.campaign_id) == campaign_id, *alike))
