"""Tournaments, and the campaigns at their tables."""

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session
from sqlmodel import col

from adjudicator.store.tables import (
    Address,
    AddressState,
    Campaign,
    CampaignState,
    Holding,
    Person,
    Role,
    Seat,
    Tournament,
    TournamentTable,
)


class Played(NamedTuple):
    """A table whose campaign is there: round and number from 1, the campaign and whether it is over."""

    round: int
    number: int
    campaign_id: int
    campaign: str
    state: CampaignState

    @property
    def over(self) -> bool:
        """Whether its match has ended, or was closed."""
        return self.state in (CampaignState.FINISHED, CampaignState.ARCHIVED)


def tournament_by_name(session: Session, name: str) -> Tournament | None:
    """Return the tournament of that name."""
    return session.scalars(select(Tournament).where(col(Tournament.name) == name)).first()


def locked(session: Session, row: Tournament) -> Tournament:
    """Lock its row, as it is now: until the transaction ends nobody else begins a round or changes its plan."""
    chosen = select(Tournament).where(col(Tournament.id) == row.id).with_for_update(key_share=True)
    return session.scalars(chosen.execution_options(populate_existing=True)).one()


def every(session: Session) -> Sequence[Tournament]:
    """Return all, the oldest first."""
    return session.scalars(select(Tournament).order_by(col(Tournament.id))).all()


def of_campaign(session: Session, campaign_id: int) -> tuple[Tournament, TournamentTable] | None:
    """Return the tournament at whose table a campaign is played, and the table."""
    found = (
        select(Tournament, TournamentTable)
        .join(TournamentTable, col(TournamentTable.tournament_id) == col(Tournament.id))
        .where(col(TournamentTable.campaign_id) == campaign_id)
    )
    row = session.execute(found).first()
    return None if row is None else (row[0], row[1])


def tables_by_round(session: Session, tournament_id: int) -> Sequence[Played]:
    """Return the tables whose campaigns exist, round by round."""
    found = (
        select(TournamentTable.round, TournamentTable.number, Campaign.id, Campaign.name, Campaign.state)  # type: ignore[call-overload]
        .join(Campaign, col(Campaign.id) == col(TournamentTable.campaign_id))
        .where(col(TournamentTable.tournament_id) == tournament_id)
        .order_by(col(TournamentTable.round), col(TournamentTable.number))
    )
    return [Played(*row) for row in session.execute(found)]


def people(session: Session, numbers: Sequence[int]) -> dict[int, tuple[Person, str]]:
    """Return these people, each with the address to which messages go; "" if none is usable."""
    rows = session.scalars(select(Person).where(col(Person.id).in_(numbers)))
    usable = select(col(Address.person_id), col(Address.email)).where(
        col(Address.person_id).in_(numbers), col(Address.state) == AddressState.ACTIVE
    )
    emails: dict[int, str] = {}
    for person_id, email in session.execute(usable.order_by(col(Address.main).desc(), col(Address.id))):
        emails.setdefault(person_id, email)
    return {row.id: (row, emails.get(row.id, "")) for row in rows}


def first_at(session: Session, campaign_id: int) -> dict[str, int]:
    """Return who has held the seats of a campaign first, by the name of the seat."""
    found: dict[str, int] = {}
    rows = (
        select(col(Seat.name), col(Holding.person_id))
        .join(Holding, col(Holding.seat_id) == col(Seat.id))
        .where(col(Seat.campaign_id) == campaign_id, col(Holding.role) == Role.ORDERS)
        .order_by(col(Holding.since), col(Holding.id))
    )
    for seat, person_id in session.execute(rows):
        found.setdefault(seat, person_id)
    return found
