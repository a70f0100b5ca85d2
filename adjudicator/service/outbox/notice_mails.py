"""Notices about mail, to moderators: addresses that are dead, mails that nobody took, complaints, mails set aside.

Nothing of a mail itself is in these notices, nor what a foreign server says about it: both may hold secrets, and the
moderator may be a player.
"""

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import select
from sqlmodel import col

from adjudicator.language import language
from adjudicator.service.campaign.matches import CampaignContext, table_of_campaign
from adjudicator.service.outbox import queue
from adjudicator.service.outbox.notices import to_outside, to_table
from adjudicator.service.service import UnitOfWork
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.tables import Address, AddressState, Person, Role, SeatKind
from adjudicator.store.troubles import SeatAffected

# Notices about mail, to moderators: addresses that are dead, mails that nobody took, complaints, mails set aside.
#
# Nothing of a mail itself is in these notices, nor what a foreign server says about it: both may hold secrets, and the
# moderator may be a player.

UNWRITTEN = "unwritten"
"""Stands for a status code where no server was asked at all."""


def about_address(work: UnitOfWork, topic: str, seats: Iterable[SeatAffected], address: str, status: str) -> None:
    """Tell the moderators of each campaign what is wrong with an address of its seats.

    Not a moderator whose own address it is. `status`: what a server told (RFC 3463).
    """
    campaigns: dict[int, list[SeatAffected]] = {}
    for seat in seats:
        campaigns.setdefault(seat.campaign_id, []).append(seat)
    for campaign_id, affected in campaigns.items():
        table = table_of_campaign(work, campaign_id)
        ids = {each.seat_id for each in affected}
        names = tuple(seat.name for seat in table.seats if seat.id in ids)
        other = next((each.others[0] for each in affected if each.others), "")
        told = [seat for seat in _moderators(table.seats) if not _only(seat, address)]
        to_table(topic, seats=names, address=address, status=status, other=other).send(table, told)


def tell_of_poison_message(work: UnitOfWork, campaign_id: int, seat_id: int | None) -> None:
    """Tell the moderators that a mail for their campaign was set aside because it stopped the service."""
    table = table_of_campaign(work, campaign_id)
    names = tuple(seat.name for seat in table.seats if seat.id == seat_id)
    to_table("set_aside", seats=names).send(table, _moderators(table.seats))


def _moderators(seats: Iterable[SeatAtTable]) -> list[SeatAtTable]:
    return [seat for seat in seats if seat.kind is SeatKind.MODERATOR]


def _only(seat: SeatAtTable, address: str) -> bool:
    return all(set(holder.emails) <= {address} for holder in seat.holders)


# Tell people who have no seat, or none any more, that they have lost or left one, or stand by for one.


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
