"""Plan what a gathering campaign will begin with, and the codes that open a seat of it or a chair beside the table."""

import secrets
from collections.abc import Iterable, Sequence
from datetime import datetime
from enum import StrEnum
from hashlib import sha256
from typing import Any

import msgspec
from sqlalchemy import select, update
from sqlalchemy.orm import Session
from sqlmodel import col

from adjudicator.kernel.beginning import checked_number
from adjudicator.kernel.content import playing
from adjudicator.kernel.game import Game
from adjudicator.kernel.refusals import no_seating
from adjudicator.kernel.registry import game_named
from adjudicator.language import Language
from adjudicator.service.campaign.settings import with_new_names
from adjudicator.service.people.new_campaigns import NewCampaign, Seating
from adjudicator.store.campaigns import LETTERS, SeatAtTable
from adjudicator.store.packs import Packs
from adjudicator.store.statements import execute_change
from adjudicator.store.tables import Campaign, Gathering, Invitation, SeatKind, table_of

PLACE = "place-"
CODE_LENGTH = 10
"""49 random bits; a wrong code is never answered."""


class Start(StrEnum):
    """The moment when the match begins: as soon as all seats are taken, or when the moderator says so."""

    FULL = "full"
    MODERATOR = "moderator"


class AskedForBids(msgspec.Struct, frozen=True, kw_only=True):
    """Everybody is asked for bids: since when, until when as announced, and when the match begins.

    It begins when the grace is over, or earlier, once all bids are in.
    """

    asked_at: datetime
    until: datetime
    closes_at: datetime
    reminded_at: datetime | None = None


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """The plan of what a campaign will begin with.

    `new` names those who are there from the first, and has the seed. `seats` are all that can be filled: places in the
    order of joining (`place-1`, `place-2`, …) if the seats are drawn or bid for.
    """

    new: NewCampaign
    seats: tuple[str, ...]
    commitment: str
    start: Start = Start.FULL
    pack: str = ""
    """Hash of the pack that will be played; empty: the default content."""
    asked: AskedForBids | None = None
    """None: everybody may bid already, and nobody must."""

    @property
    def at_places(self) -> bool:
        """Whether who gets which seat is told when the match begins."""
        return self.new.seating.at_places

    @property
    def by_bids(self) -> bool:
        """Whether the seats are bid for."""
        return self.new.seating is Seating.BID

    @property
    def number(self) -> int:
        """The number of players."""
        return self.new.number or len(self.seats)

    def taken(self, held: Iterable[SeatAtTable]) -> tuple[str, ...]:
        """Return the seats that somebody has, in the order of the game."""
        names = {seat.name for seat in held if seat.holders}
        return tuple(name for name in self.seats if name in names)

    def free(self, held: Iterable[SeatAtTable]) -> tuple[str, ...]:
        """Return the seats that can still be taken, in the order of the game: those that play with the taken ones."""
        taken = self.taken(held)
        if len(taken) >= self.number:
            return ()
        seatings = [self.seats] if self.at_places else game_named(self.new.game).seatings(self.number)
        fitting = {name for seats in seatings if {*taken} <= {*seats} <= {*self.seats} for name in seats}
        return tuple(name for name in self.seats if name in fitting and name not in taken)

    def called(self, name: str, game: Game[Any], words: Language) -> str:
        """Return a seat as the game calls it, or a place by its number; anything else unchanged."""
        if self.at_places and name in self.seats:
            return words.gettext("place %(number)s", number=name.removeprefix(PLACE))
        return str(game.part("report").party(name, words).name) if name in game.seats else name

    def shown(self, held: Iterable[SeatAtTable]) -> tuple[str, ...]:
        """Return the seats that somebody has or can still take, in the order of the game."""
        shown = {*self.taken(held), *self.free(held)}
        return tuple(name for name in self.seats if name in shown)


def seats_to_fill(new: NewCampaign) -> tuple[str, ...]:
    """Return the seats that people may take; if the seats are drawn, places in the order of joining.

    Raises:
        Refusal: No seating fits.
    """
    game = game_named(new.game)
    seatings = checked_number(game, new.number)
    if new.seating.at_places:
        return tuple(f"{PLACE}{place}" for place in range(1, new.number + 1))
    named = {player.seat for player in new.players} & {*game.seats}
    playing = {name for seats in seatings if named <= {*seats} for name in seats}
    if not playing:
        raise no_seating(seats=sorted(named), seatings=["+".join(seating) for seating in seatings])
    return tuple(name for name in game.seats if name in playing)


class Invited(msgspec.Struct, frozen=True):
    """The seat or chair that a code opens."""

    campaign: Campaign
    kind: SeatKind
    seat: str


def keep_plan(session: Session, campaign_id: int, plan: Plan, due_at: datetime | None = None) -> None:
    """Store what the campaign will begin with, and when something is to be done for that without a mail."""
    row = session.get(Gathering, campaign_id) or Gathering(campaign_id=campaign_id, plan=b"")
    row.plan, row.due_at = msgspec.json.encode(plan), due_at
    session.add(row)
    session.flush()


def due(session: Session, now: datetime) -> Sequence[int]:
    """Return the campaigns for which something is due that no message has asked for."""
    return session.scalars(select(col(Gathering.campaign_id)).where(col(Gathering.due_at) <= now)).all()


def plan_of(session: Session, campaign_id: int) -> Plan:
    """Return what the campaign will begin with.

    Raises:
        LookupError: It does not gather people.
    """
    row = session.get(Gathering, campaign_id)
    if row is None:
        raise LookupError(f"campaign {campaign_id} does not gather")
    return msgspec.json.decode(with_new_names(row.plan), type=Plan)


def game_of_plan(session: Session, plan: Plan) -> Game[Any]:
    """Return the game that will be played, with its pack.

    Raises:
        PackTrouble: The pack cannot be used.
    """
    return playing(game_named(plan.new.game), plan.pack, Packs(session))


def new_code(session: Session, campaign_id: int, kind: SeatKind, seat: str, now: datetime) -> str:
    """Return a new code to hand out."""
    code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
    made = Invitation(
        campaign_id=campaign_id, kind=kind, seat=seat, code_hash=_hash(code), code=code.encode(), created_at=now
    )
    session.add(made)
    session.flush()
    return code


def opened_by(session: Session, code: str) -> Invited | None:
    """Return what a code opens, if it is one of our codes."""
    found = select(Campaign, Invitation).join(Invitation, col(Invitation.campaign_id) == col(Campaign.id))
    valid = (col(Invitation.code_hash) == _hash(code), col(Invitation.revoked_at).is_(None))
    row = session.execute(found.where(*valid)).first()
    return None if row is None else Invited(row[0], row[1].kind, row[1].seat)


def revoke(session: Session, campaign_id: int, now: datetime) -> int:
    """Void every code of the campaign, so that it opens nothing any more.

    Returns how many there were.
    """
    valid = update(table_of(Invitation)).filter_by(campaign_id=campaign_id, revoked_at=None)
    return execute_change(session, valid.values(revoked_at=now))


def _hash(code: str) -> bytes:
    return sha256(b"adjudicator invitation " + code.strip().lower().encode()).digest()
