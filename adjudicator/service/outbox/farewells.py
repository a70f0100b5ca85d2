"""Mails about a seat to people who do not have it: the last one to who lost it, the first to who stands by."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import select
from sqlmodel import col

from adjudicator.language import language
from adjudicator.service.campaign.matches import Table
from adjudicator.service.outbox.outside_notices import HandedOver, OutsideNotice, StandsBy, StandsIn
from adjudicator.service.outbox.queue import addresses_of
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.tables import Address, AddressState, Person, Role, SeatKind


def send(
    table: Table,
    seat: SeatAtTable,
    spared: Iterable[str] = (),
    kind: type[OutsideNotice] = HandedOver,
    **fields: str,
) -> None:
    """Tell everybody who has had mail for the seat, except the addresses that have it still."""
    gone = [address for address in addresses_of(seat) if address not in spared]
    notice = kind(language=seat.language, seat=_called(table, seat, seat.language), **fields)
    notice.send(table.work, table.campaign, gone)


def invite(
    table: Table, seat: SeatAtTable, person_id: int, role: Role, since: datetime, until: datetime | None
) -> None:
    """Tell somebody that he stands by for a seat, or will hold it from a day on."""
    person = table.session.get_one(Person, person_id)
    active = col(Address.state) == AddressState.ACTIVE
    own = select(col(Address.email)).where(col(Address.person_id) == person_id, active).order_by(col(Address.id))
    words, zone = language(person.language), person.time_zone
    called, end = _called(table, seat, words.code), words.time(until, zone, table.now) if until else ""
    notice: OutsideNotice = StandsBy(language=words.code, seat=called, end=end)
    if role is not Role.STANDBY:
        first = words.time(since, zone, table.now)
        notice = StandsIn(language=words.code, seat=called, first=first, end=end)
    notice.send(table.work, table.campaign, table.session.scalars(own.limit(1)).all())


def _called(table: Table, seat: SeatAtTable, code: str) -> str:
    """A seat as the game calls it in a language; empty for a chair beside the table."""
    return table.match.game.part("report").party(seat.name, language(code)).name if seat.kind is SeatKind.PLAYER else ""
