"""Queueing mails: one row for each recipient, its Message-ID fixed before the first try."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime

import msgspec
from sqlalchemy.orm import Session

from adjudicator.service.campaign.matches import Table
from adjudicator.service.outbox.intents import AnyIntent, Ask, Dossier, Gather, LetterMail, Welcome, encode
from adjudicator.service.service import Service
from adjudicator.store import outbox, troubles
from adjudicator.store.campaigns import Holder, SeatAtTable
from adjudicator.store.matches import Head
from adjudicator.store.outbox import NewOutbound
from adjudicator.store.tables import Campaign, OutboundMail, Priority, Role, SeatKind

REPORT = "report"
"""Kind of the mails that tell all news up to a position; the next one begins there."""
NOTE = "note"
"""Kind of the mails that only answer."""
LETTER = "letter"
"""Kind of the mails that bring a letter of somebody at the table."""
REMINDER = "reminder"
"""Kind of the one mail before a deadline."""
DIGEST = "digest"
"""Kind of the mails that tell what happened to somebody who does not need it in order to play."""
PRESS_COPY = "press_copy"
"""Kind of the mails that bring a letter to somebody who watches."""
OPTIONAL = frozenset((REMINDER, DIGEST, PRESS_COPY))
"""Kinds of mails that nobody needs in order to play: who has asked for essential mails only does not get them."""


def new_message_id(service: Service, tag: str) -> str:
    """A short id that begins with the seat's public tag: long ones are wrapped by some clients."""
    return f"<{tag}.{secrets.token_hex(6)}@{service.settings.mail.address.domain}>"


def root_id(service: Service, seat: SeatAtTable, thread: str = "root") -> str:
    """The id that all mails to a seat of one thread refer to, so that clients keep them together."""
    return f"<{seat.tag}.{thread}@{service.settings.mail.address.domain}>"


def for_seat(
    table: Table,
    seat: SeatAtTable,
    intent: AnyIntent,
    *,
    sequence: int,
    in_reply_to: str | None = None,
    tells_news: bool = True,
) -> list[NewOutbound]:
    """The mails with this intent to everybody who reads for the seat."""
    number = intent.number if isinstance(intent, Ask | Welcome | Dossier) else None
    return [
        NewOutbound(
            message_id=new_message_id(table.service, seat.tag),
            kind=REPORT if tells_news else NOTE,
            recipient=address,
            intent=encode(intent),
            campaign_id=table.campaign.id,
            seat_id=seat.id,
            prompt_number=number,
            match_id=table.head.match_id,
            revision=table.head.revision,
            sequence=sequence,
            in_reply_to=in_reply_to,
        )
        for address in addresses_of(seat)
    ]


def letter(
    service: Service, campaign: Campaign, head: Head, seat: SeatAtTable, intent: LetterMail
) -> list[NewOutbound]:
    """The mails that bring a letter to everybody who reads for the seat."""
    return [
        NewOutbound(
            message_id=new_message_id(service, seat.tag),
            kind=PRESS_COPY if seat.kind is SeatKind.OBSERVER else LETTER,
            recipient=address,
            intent=encode(intent),
            campaign_id=campaign.id,
            seat_id=seat.id,
            match_id=head.match_id,
            revision=head.revision,
            sequence=head.sequence,
        )
        for address in addresses_of(seat)
    ]


def before_the_match(service: Service, campaign: Campaign, seat: SeatAtTable, intent: Gather) -> list[NewOutbound]:
    """The mails to everybody who reads for a seat of a campaign that has no match yet."""
    return [
        NewOutbound(
            message_id=new_message_id(service, seat.tag),
            kind=NOTE,
            recipient=address,
            intent=encode(intent),
            campaign_id=campaign.id,
            seat_id=seat.id,
        )
        for address in addresses_of(seat)
    ]


def again(service: Service, seat: SeatAtTable, row: OutboundMail, in_reply_to: str | None) -> NewOutbound:
    """The same mail once more, under an id of its own: clients hide a second one with the same id."""
    return NewOutbound(
        message_id=new_message_id(service, seat.tag),
        kind=NOTE,
        recipient=row.recipient,
        intent=row.intent,
        campaign_id=row.campaign_id,
        seat_id=row.seat_id,
        match_id=row.match_id,
        revision=row.revision,
        sequence=row.sequence,
        in_reply_to=in_reply_to,
    )


def essentials_only(session: Session, address: str) -> bool:
    """No optional mail goes to an address any more, nor what waits. Returns whether that is new."""
    outbox.cancel_for_address(session, address, OPTIONAL)
    return troubles.only_essentials(session, address) > 0


def queue(session: Session, mails: Sequence[NewOutbound], now: datetime) -> None:
    """Put them into the outbox of this transaction, except optional ones for people who do not want any."""
    optional = [mail.recipient for mail in mails if mail.kind in OPTIONAL]
    unwanted = troubles.wants_only_essentials(session, optional) if optional else frozenset()
    ranked = [msgspec.structs.replace(mail, priority=_priority(mail)) for mail in mails]
    refused = [mail for mail in ranked if mail.kind in OPTIONAL and mail.recipient in unwanted]
    outbox.queue(session, [mail for mail in ranked if mail not in refused], now)
    outbox.queue(session, refused, now, unwanted=True)


def _priority(mail: NewOutbound) -> Priority:
    """Whatever asks or answers goes first, also a reminder: it is the only mail that must not come too late."""
    if mail.prompt_number is not None or mail.kind == NOTE:
        return Priority.QUESTION
    return Priority.DIGEST if mail.kind in OPTIONAL else Priority.REPORT


def addresses_of(seat: SeatAtTable) -> tuple[str, ...]:
    """Where mails about the seat go: the first address of everybody who gives its orders or wants to read along."""
    return tuple(dict.fromkeys(holder.emails[0] for holder in seat.holders if holder.emails and _reads(holder)))


def _reads(holder: Holder) -> bool:
    return holder.role is Role.ORDERS or (holder.role is Role.COPY and not holder.essentials)
