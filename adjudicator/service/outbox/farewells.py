"""Mails about a seat to people who do not have it: the last one to who lost it, the first to who stands by.

They hold nothing of the seat, and no secret address.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import msgspec
from sqlalchemy import select
from sqlmodel import col

from adjudicator.language import language
from adjudicator.service.campaign.matches import Table
from adjudicator.service.outbox.intents import Tell
from adjudicator.service.outbox.queue import addresses_of, send_outside
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.tables import Address, AddressState, Person, Role, SeatKind


def queue(table: Table, seat: SeatAtTable, spared: set[str], *, topic: str = "farewell", reason: str = "") -> None:
    """Tell everybody who has had mail for the seat, except the addresses that have it still."""
    gone = [address for address in addresses_of(seat) if address not in spared]
    _send(table, seat, gone, Tell(written=table.now, topic=topic, values={"reason": reason}))


def invite(
    table: Table, seat: SeatAtTable, person_id: int, role: Role, since: datetime, until: datetime | None
) -> None:
    """Tell somebody that he stands by for a seat, or will hold it from a day on."""
    person = table.session.get_one(Person, person_id)
    active = col(Address.state) == AddressState.ACTIVE
    own = select(col(Address.email)).where(col(Address.person_id) == person_id, active).order_by(col(Address.id))
    addresses = list(table.session.scalars(own.limit(1)))
    words, zone = language(person.language), person.time_zone
    values = {
        "language": person.language,
        "from": words.time(since, zone, table.now),
        "to": words.time(until, zone, table.now) if until else "",
    }
    topic = "standby" if role is Role.STANDBY else "stand_in"
    _send(table, seat, addresses, Tell(written=table.now, topic=topic, values=values))


def _send(table: Table, seat: SeatAtTable, addresses: Sequence[str], tell: Tell) -> None:
    code = tell.values.get("language", seat.language)
    speaks = table.match.game.part("report")
    own = {
        "language": code,
        "seat": speaks.party(seat.name, language(code)).name if seat.kind is SeatKind.PLAYER else "",
    }
    intent = msgspec.structs.replace(tell, values={**tell.values, **own})
    for address in addresses:
        send_outside(table.work, address, intent, table.campaign)
