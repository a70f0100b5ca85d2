"""Notices about mail, to moderators: addresses that are dead, mails that nobody took, complaints, mails set aside.

Nothing of a mail itself is in these notices, nor what a foreign server says about it: both may hold secrets, and the
moderator may be a player.
"""

from collections.abc import Iterable

from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.outbox.notices import to_table
from adjudicator.service.service import UnitOfWork
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.tables import SeatKind
from adjudicator.store.troubles import SeatAffected

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
