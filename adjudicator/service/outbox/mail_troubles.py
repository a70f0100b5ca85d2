"""What a moderator hears about mail: addresses that are dead, mails that nobody took, complaints, mails set aside.

Nothing of a mail itself is in these notices, nor what a foreign server says about it: both may hold secrets, and the
moderator may be a player.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy.orm import Session

from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.outbox import notices
from adjudicator.service.service import Service
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.tables import SeatKind
from adjudicator.store.troubles import SeatAffected


def to_moderators(
    session: Session,
    service: Service,
    seats: Iterable[SeatAffected],
    topic: str,
    address: str,
    status: str,
    now: datetime,
) -> None:
    """Tell the moderators of each campaign what is wrong with an address of its seats.

    Not a moderator whose own address it is.
    """
    campaigns: dict[int, list[SeatAffected]] = {}
    for seat in seats:
        campaigns.setdefault(seat.campaign_id, []).append(seat)
    for campaign_id, affected in campaigns.items():
        table = table_of_campaign(session, campaign_id, now)
        ids = {each.seat_id for each in affected}
        names = [seat.name for seat in table.seats if seat.id in ids]
        other = next((each.others[0] for each in affected if each.others), "")
        values = {"seats": ",".join(names), "address": address, "status": status, "other": other}
        told = [seat for seat in _moderators(table.seats) if not _only(seat, address)]
        notices.send(session, service, table, told, topic, values, now, asking=False)


def set_aside(session: Session, service: Service, campaign_id: int, seat_id: int | None) -> None:
    """Tell the moderators that a mail for their campaign was set aside because it stopped the service."""
    now = service.clock.now()
    table = table_of_campaign(session, campaign_id, now)
    names = [seat.name for seat in table.seats if seat.id == seat_id]
    values = {"seats": ",".join(names)}
    notices.send(session, service, table, _moderators(table.seats), "set_aside", values, now, asking=False)


def _moderators(seats: Iterable[SeatAtTable]) -> list[SeatAtTable]:
    return [seat for seat in seats if seat.kind is SeatKind.MODERATOR]


def _only(seat: SeatAtTable, address: str) -> bool:
    return all(set(holder.emails) <= {address} for holder in seat.holders)
