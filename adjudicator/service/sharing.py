"""Two seats behind one mailbox: whoever reads it knows what both know. Each has to agree, once, before it plays.

The secret address of a mail tells which of them it is for. The moderators are told.
"""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import select, update
from sqlalchemy.orm import Session
from sqlmodel import col

from adjudicator.mail.outcome import Hold
from adjudicator.reports.model import Section
from adjudicator.service import confirmations, notices, outbox
from adjudicator.service.command import Act, Said
from adjudicator.service.confirmations import Purpose, Redeemed, Request, TooManyOpen
from adjudicator.service.holding import release
from adjudicator.service.intents import HeldMail
from adjudicator.service.matches import Table, table_of_campaign
from adjudicator.service.service import Service
from adjudicator.store.addresses import campaigns_of
from adjudicator.store.campaigns import Holder, SeatAtTable
from adjudicator.store.confirmations import Owner
from adjudicator.store.tables import (
    Address,
    CampaignState,
    Holding,
    InboundMail,
    InboundStatus,
    Role,
    SeatKind,
    table_of,
)


def others_behind(seat: SeatAtTable, person_id: int | None, table: Table) -> tuple[str, ...]:
    """Names of the other seats of the game that read a mailbox of this person."""
    if seat.kind is not SeatKind.PLAYER:
        return ()
    own = {email for holder in seat.holders if holder.person_id == person_id for email in holder.emails}
    return tuple(
        other.name
        for other in table.players
        if other.id != seat.id and any(own & set(holder.emails) for holder in _readers(other))
    )


def agreed(session: Session, seat: SeatAtTable, person_id: int | None) -> bool:
    """Whether the person has agreed to it as long as he holds the seat."""
    found = select(col(Holding.agreed_at)).where(
        col(Holding.seat_id) == seat.id, col(Holding.person_id) == person_id, col(Holding.until).is_(None)
    )
    return any(moment is not None for moment in session.scalars(found))


def ask_all(session: Session, service: Service, table: Table, now: datetime) -> None:
    """A campaign begins: every seat that shares a mailbox is asked, and the moderators are told."""
    shared = []
    for seat in table.players:
        for holder in seat.holders:
            others = others_behind(seat, holder.person_id, table)
            if others and holder.role is Role.ORDERS:
                shared.append(seat.name)
                ask(session, service, table, seat, holder, others, now)
    if shared:
        _tell_moderators(session, service, table, shared, now)


def tell_of(session: Session, service: Service, address: Address, now: datetime) -> None:
    """An address counts from now on: where another seat reads it too, both are asked, and the moderators are told."""
    for campaign in campaigns_of(session, address.person_id, now):
        if campaign.state in (CampaignState.RUNNING, CampaignState.PAUSED):
            _tell_in(session, service, table_of_campaign(session, campaign.id, now), address, now)


def _tell_in(session: Session, service: Service, table: Table, address: Address, now: datetime) -> None:
    behind = {
        seat.name: [holder for holder in _readers(seat) if address.email in holder.emails] for seat in table.players
    }
    shared = [name for name, holders in behind.items() if holders]
    if len(shared) < 2 or not any(h.person_id == address.person_id for name in shared for h in behind[name]):
        return
    for name in shared:
        seat, others = table.by_name[name], tuple(each for each in shared if each != name)
        for holder in behind[name]:
            if holder.role is Role.ORDERS and not agreed(session, seat, holder.person_id):
                ask(session, service, table, seat, holder, others, now)
    _tell_moderators(session, service, table, shared, now)


def _tell_moderators(session: Session, service: Service, table: Table, shared: list[str], now: datetime) -> None:
    moderators = [seat for seat in table.seats if seat.kind is SeatKind.MODERATOR]
    values = {"seats": ",".join(dict.fromkeys(shared))}
    notices.send(session, service, table, moderators, "shared_mailbox", values, now, asking=False)


def ask(
    session: Session, service: Service, table: Table, seat: SeatAtTable, holder: Holder, others: tuple[str, ...],
    now: datetime,
) -> None:  # fmt: skip
    """Ask a person whether he agrees."""
    owner = Owner(seat_id=seat.id, person_id=holder.person_id)
    request = Request(purpose=SharedMailbox.id, owner=owner, campaign_id=table.campaign.id, alone=True)
    try:
        code = confirmations.issue(session, request, now)
    except TooManyOpen:
        return
    intent = HeldMail(
        written=now, why=Hold.SHARED.value, code=code, one_word=True, until=now + confirmations.HOLDS,
        received_at=now, overheard=others,
    )  # fmt: skip
    queued = outbox.for_seat(service, table, seat, intent, sequence=table.head.sequence, tells_news=False)
    outbox.queue(session, [mail for mail in queued if mail.recipient == holder.emails[0]], now)


def _readers(seat: SeatAtTable) -> list[Holder]:
    return [holder for holder in seat.holders if holder.role is not Role.STANDBY]


class SharedMailbox(Purpose):
    """A person agrees that another seat reads his mailbox; what waited for that goes its way."""

    id = "shared-mailbox"
    one_word = True

    def confirmed(self, act: Act, redeemed: Redeemed) -> Said:
        table = table_of(Holding)
        here = (table.c.seat_id == redeemed.seat_id, table.c.person_id == redeemed.person_id, table.c.until.is_(None))
        act.session.execute(update(table).where(*here).values(agreed_at=act.now))
        waiting = act.session.scalars(
            select(InboundMail)
            .where(
                col(InboundMail.seat_id) == redeemed.seat_id,
                col(InboundMail.status) == InboundStatus.HELD,
                col(InboundMail.hold) == Hold.SHARED.value,
            )
            .order_by(col(InboundMail.id))
        ).all()
        for row in waiting:
            if redeemed.person_id is not None:
                release(act.session, row, redeemed.person_id, act.now)
        words = act.language
        told = [words.gettext("Thank you: you play from a shared mailbox. Your secret address tells your mails apart.")]
        if waiting:
            told.append(words.gettext("Your orders that waited for this are carried out now."))
        section = Section(heading=words.gettext("A shared mailbox"), paragraphs=tuple(told))
        return Said(sections=(section,), title=words.gettext("a shared mailbox"), changed=True)

    def rejected(self, act: Act, redeemed: Redeemed) -> Said:
        """He plays when he has an address of his own."""
        words = act.language
        told = words.gettext(
            "Then please register an address of your own (“%(command)s”) and make it the main one, or speak with the "
            "moderator. Until then your orders wait.",
            command=words.gettext("address add you@example.org"),
        )
        section = Section(heading=words.gettext("A shared mailbox"), paragraphs=(told,))
        return Said(sections=(section,), title=words.gettext("nothing is changed"), changed=True)


confirmations.register(SharedMailbox())
