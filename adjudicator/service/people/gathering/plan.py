"""What a gathering campaign will begin with, and the codes that open a seat of it or a chair beside the table."""

import secrets
from collections.abc import Iterable
from datetime import datetime
from enum import StrEnum
from hashlib import sha256

import msgspec
from sqlalchemy import select, update
from sqlalchemy.orm import Session
from sqlmodel import col

from adjudicator.service.people.new_campaigns import NewCampaign
from adjudicator.store.campaigns import LETTERS, SeatAtTable
from adjudicator.store.statements import changed
from adjudicator.store.tables import Campaign, Gathering, Invitation, SeatKind, table_of

CODE_LENGTH = 10
"""49 random bits; a wrong code is never answered."""


class Start(StrEnum):
    """When the match begins: as soon as all seats are taken, or when the moderator says so."""

    FULL = "full"
    MODERATOR = "moderator"


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """`new` names those who are there from the first; `seats` are all that can be filled; the seed is in `new`."""

    new: NewCampaign
    seats: tuple[str, ...]
    commitment: str
    start: Start = Start.FULL

    def free(self, held: Iterable[SeatAtTable]) -> tuple[str, ...]:
        """The seats that nobody has, in the order of the game."""
        taken = {seat.name for seat in held if seat.holders}
        return tuple(name for name in self.seats if name not in taken)


class Invited(msgspec.Struct, frozen=True):
    """What a code opens."""

    campaign: Campaign
    kind: SeatKind
    seat: str


def keep_plan(session: Session, campaign_id: int, plan: Plan) -> None:
    """Store what the campaign will begin with."""
    session.add(Gathering(campaign_id=campaign_id, plan=msgspec.json.encode(plan)))
    session.flush()


def plan_of(session: Session, campaign_id: int) -> Plan:
    """What the campaign will begin with. Raises LookupError when it does not gather."""
    row = session.get(Gathering, campaign_id)
    if row is None:
        raise LookupError(f"campaign {campaign_id} does not gather")
    return msgspec.json.decode(row.plan, type=Plan)


def new_code(session: Session, campaign_id: int, kind: SeatKind, seat: str, now: datetime) -> str:
    """A code to hand out."""
    code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
    made = Invitation(
        campaign_id=campaign_id, kind=kind, seat=seat, code_hash=_hash(code), code=code.encode(), created_at=now
    )
    session.add(made)
    session.flush()
    return code


def opened_by(session: Session, code: str) -> Invited | None:
    """What a code opens, if it is one of ours."""
    found = select(Campaign, Invitation).join(Invitation, col(Invitation.campaign_id) == col(Campaign.id))
    valid = (col(Invitation.code_hash) == _hash(code), col(Invitation.revoked_at).is_(None))
    row = session.execute(found.where(*valid)).first()
    return None if row is None else Invited(row[0], row[1].kind, row[1].seat)


def revoke(session: Session, campaign_id: int, now: datetime) -> int:
    """No code of the campaign opens anything any more. Returns how many there were."""
    valid = update(table_of(Invitation)).filter_by(campaign_id=campaign_id, revoked_at=None)
    return changed(session, valid.values(revoked_at=now))


def _hash(code: str) -> bytes:
    return sha256(b"adjudicator invitation " + code.strip().lower().encode()).digest()
