"""Tell people who have no seat, or none any more, that they have lost or left one, or stand by for one."""

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import select
from sqlmodel import col

from adjudicator.language import language
from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.outbox import queue
from adjudicator.service.outbox.notices import to_outside
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.tables import Address, AddressState, Person, Role, SeatKind


def farewell(
    table: CampaignContext,
    seat: SeatAtTable,
    spared: Iterable[str] = (),
    topic: str = "farewell",
    **fields: str,
) -> None:
    """Tell everybody who has had mail for the seat, except the addresses that have it still."""
    gone = [address for address in queue.addresses_of(seat) if address not in spared]
    notice = to_outside(topic, language=seat.language, seat=_called(table, seat, seat.language), **fields)
    notice.send(table.work, table.campaign, gone)


def invite(
    table: CampaignContext, seat: SeatAtTable, person_id: int, role: Role, since: datetime, until: datetime | None
) -> None:
    """Tell somebody that they stand by for a seat, or will hold it from a day on."""
    person = table.session.get_one(Person, person_id)
    active = col(Address.state) == AddressState.ACTIVE
    own = select(col(Address.email)).where(col(Address.person_id) == person_id, active).order_by(col(Address.id))
    words, zone = language(person.language), person.time_zone
    called, end = _called(table, seat, words.code), words.time(until, zone, table.now) if until else ""
    notice = to_outside("standby", language=words.code, seat=called, end=end)
    if role is not Role.STANDBY:
        first = words.time(since, zone, table.now)
        notice = to_outside("stand_in", language=words.code, seat=called, first=first, end=end)
    notice.send(table.work, table.campaign, table.session.scalars(own.limit(1)).all())


def _called(table: CampaignContext, seat: SeatAtTable, code: str) -> str:
    """Return a seat as the game calls it in a language; empty for one that is not a player's."""
    return table.match.game.part("report").party(seat.name, language(code)).name if seat.kind is SeatKind.PLAYER else ""
