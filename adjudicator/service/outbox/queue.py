"""Queueing mails: one row for each recipient, its Message-ID fixed before the first try.

How it works. Whoever has something to say queues an intent in the transaction that makes it true. The row names the
seat, the recipient, and the place in the log from which it is told. `rendering` writes it after the commit (queued →
rendered), `delivery` hands it over (rendered → handed over). A row can be cancelled until then, and is where what it
tells has become untrue: a question is closed, play is taken back.

What must hold:

- Nothing is queued outside of the transaction that it tells of: a mail exists if and only if its cause was stored.
- The Message-ID is fixed here. Whatever is sent again is the same bytes under the same id.
- A mail about a seat goes to registered addresses of its people alone, and is worded for the seat.
- A seat is told each event once: the next report begins where the last one that tells all news has ended.
"""

import secrets
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

import msgspec
from sqlalchemy.orm import Session

from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.outbox.joining import join_mails
from adjudicator.service.outbox.payloads import (
    AnyIntent,
    Ask,
    Dossier,
    Gather,
    LetterMail,
    News,
    Notices,
    PlainMail,
    Tell,
    Watch,
    Welcome,
    decode,
    encode,
)
from adjudicator.service.service import AnswerKind, Service, UnitOfWork
from adjudicator.settings import MAIN
from adjudicator.store import outbound, revisions, troubles
from adjudicator.store.campaigns import Holder, SeatAtTable, answered_for, read_together
from adjudicator.store.matches import Head
from adjudicator.store.outbound import NewOutbound
from adjudicator.store.tables import Campaign, OutboundMail, Priority, Role, Seat, SeatKind

REPORT = "report"
"""Kind of the mails that tell all news up to a position; the next one begins there."""
NOTE = AnswerKind.PROVEN.value
"""Kind of the mails that only answer."""
UNASKED = AnswerKind.UNASKED.value
"""Kind of those that explain why a mail did nothing; answers to unproven mails are of the other kinds of `AnswerKind`.
"""
SILENCE, SILENT_DAY = "silence", "silent_day"
"""Kinds of the one mail in an hour, and in a day, to an address that has got so many of them that it gets no more."""
NOTICE = "notice"
"""Kind of the mails that tell what somebody else, or time, has brought about."""
GATHERED = "notices"
"""Kind of the mails that tell several notices together, because one person has caused too many of them."""
MOST_GATHERED = 50
"""Of more notices the newest are told."""
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
LETTER = "letter"
"""Kind of the mails that bring a letter of somebody at the table."""
REMINDER = "reminder"
"""Kind of the one mail before a deadline."""
DIGEST = "digest"
"""Kind of the mails that tell what happened to somebody who does not need it in order to play."""
PRESS_COPY = "press_copy"
"""Kind of the mails that bring a letter to somebody who watches."""
TURN = "turn"
"""Kind of the mails that tell a whole turn, or round, to everybody; reports tell the news all the same."""
NEWS = "news"
"""Kind of the mails that gather what others did at any time; a report that is queued meanwhile tells it instead."""
PROMISE = "promise"
"""Kind of the mails that wait for the moment by which somebody was to hear from us, and go if nothing else does."""
SILENT = (PROMISE, LETTER, PRESS_COPY)
"""Kinds of the mails that do not say when the next one comes."""
TELLING = (REPORT, NEWS)
"""Kinds of the mails that tell all news up to a position."""
UNTRUE = (*TELLING, TURN)
"""Kinds of the mails that are untrue when what they tell of is taken back."""
OPTIONAL = frozenset((REMINDER, DIGEST, PRESS_COPY, NEWS, TURN, PROMISE))
"""Kinds of mails that nobody needs in order to play: who has asked for essential mails only does not get them."""


def new_message_id(service: Service, tag: str, mailbox: str = MAIN) -> str:
    """Return a short id that begins with the seat's public tag: long ones are wrapped by some clients."""
    return f"<{tag}.{secrets.token_hex(6)}@{service.domain(mailbox)}>"


def root_id(service: Service, seat: SeatAtTable, thread: str = "root") -> str:
    """Return the thread root id of messages to a seat, so that clients keep them together."""
    return f"<{seat.tag}.{thread}@{service.domain(seat.mailbox)}>"


def send(
    table: CampaignContext,
    seat: SeatAtTable,
    intent: AnyIntent,
    *,
    kind: str = REPORT,
    to: Iterable[str] | None = None,
    in_reply_to: str | None = None,
) -> int:
    """Queue a message about a seat, told from the present position. Return how many messages are queued.

    It goes to everybody who reads for the seat, or only to the addresses `to`. A player of several seats gets what
    concerns all of them once.
    """
    mail = msgspec.structs.replace(_told_now(table, seat, intent, kind), in_reply_to=in_reply_to)
    return _spread(table.work, seat, mail, to)


def gather(table: CampaignContext, seat: SeatAtTable, intent: News, due_at: datetime) -> None:
    """Queue a message of news to be sent at a given moment; one that is still waiting is updated, to go by then.

    A player of several seats gets only one.
    """
    seat = _told_with(table, seat)[0]
    mail = _told_now(table, seat, intent, NEWS)
    if not outbound.bring_up_to_date(table.session, mail, table.now, due_at):
        _spread(table.work, seat, mail, due_at=due_at)


def wait_for(table: CampaignContext, seat: SeatAtTable, intent: Tell, due_at: datetime) -> None:
    """Queue a message that goes at a given moment, unless its reader hears from us before (`clocks.promises`)."""
    _put(table.work, _for_each(table.work, seat, _told_now(table, seat, intent, PROMISE), addresses_of(seat)), due_at)


def _is_gathered(work: UnitOfWork, mail: NewOutbound) -> bool:
    """Put a notice among others that one person has caused, if it is beyond their budget for its recipient.

    Returns False if it is to be sent by itself.
    """
    if work.author is None or mail.kind != NOTICE:
        return False
    said = decode(mail.intent)
    if not isinstance(said, Tell):
        return False
    caused = outbound.sent_since(work.session, mail.recipient, work.now - HOUR, NOTICE, caused_by=work.author)
    if caused < work.service.settings.limits.notices_per_hour:
        return False
    waiting = outbound.gathering(work.session, mail, GATHERED, work.now)
    before = decode(waiting.intent) if waiting is not None else None
    told = before.told if isinstance(before, Notices) else ()
    same = (said.topic, said.values)
    told = (*(each for each in told if (each.topic, each.values) != same), msgspec.structs.replace(said, number=None))
    intent = encode(Notices(written=said.written, told=told[-MOST_GATHERED:]))
    whole = msgspec.structs.replace(mail, intent=intent, kind=GATHERED, prompt_number=None)
    if waiting is None:
        outbound.queue(work.session, [whole], work.now, due_at=work.now + HOUR)
    else:
        outbound.replace_payload(work.session, msgspec.structs.replace(whole, message_id=waiting.message_id))
    return True


def _told_now(table: CampaignContext, seat: SeatAtTable, intent: AnyIntent, kind: str) -> NewOutbound:
    """Return a message about a seat, told from the present position.

    It becomes untrue when the question that it asks or names is closed.
    """
    number = intent.number if isinstance(intent, Ask | Welcome | Dossier | Tell | Watch | News) else None
    return msgspec.structs.replace(_mail(seat, intent, kind, table.head), sequence=table.sequence, prompt_number=number)


def known_to(table: CampaignContext, seat: SeatAtTable) -> int:
    """Return the log number up to which the seat has been told the news; gathered news is not told yet."""
    return max(_told_to(table, each) for each in _told_with(table, seat))


def _told_with(table: CampaignContext, seat: SeatAtTable) -> tuple[SeatAtTable, ...]:
    """Return the seats whose messages tell the news of a seat too: those of its reader, if it has only one."""
    readers = {holder.person_id for holder in seat.holders if holder.emails and _reads(holder)}
    alone = len(readers) == 1
    return (read_together(table.seats, seat, main_address(seat, *readers)) if alone else ()) or (seat,)


def _told_to(table: CampaignContext, seat: SeatAtTable) -> int:
    last = outbound.last_told(table.session, seat.id, TELLING)
    if last is None or last.position.match_id != table.head.match_id:
        return 0
    shared = revisions.common(table.session, table.head.match_id, last.position.revision, table.head.revision)
    return last.position.sequence if shared is None else min(shared, last.position.sequence)


def main_address(seat: SeatAtTable, person_id: int | None) -> str:
    """Return where messages reach one of the people of a seat; empty: nowhere."""
    holder = seat.of(person_id)
    return holder.emails[0] if holder is not None and holder.emails else ""


def send_letter(work: UnitOfWork, head: Head, seat: SeatAtTable, intent: LetterMail) -> None:
    """Queue the mails that bring a letter to everybody who reads for the seat."""
    _spread(work, seat, _mail(seat, intent, PRESS_COPY if seat.kind is SeatKind.OBSERVER else LETTER, head))


def send_before_the_match(
    work: UnitOfWork, seat: SeatAtTable, intent: Gather, kind: str = NOTE, to: Iterable[str] | None = None
) -> None:
    """Queue the mails before a match to everybody who reads for a seat, or only to the addresses `to`."""
    _spread(work, seat, _mail(seat, intent, kind), to)


def send_again(
    work: UnitOfWork,
    seat: SeatAtTable,
    row: OutboundMail,
    to: str,
    *,
    in_reply_to: str | None,
    number: int | None = None,
) -> None:
    """Queue the same mail once more, under an id of its own: clients hide a second one with the same id.

    With the `number` of a question it does not go any more when that is closed.
    """
    mail = msgspec.structs.replace(
        _mail(seat, decode(row.intent), NOTE),
        match_id=row.match_id,
        revision=row.revision,
        sequence=row.sequence,
        in_reply_to=in_reply_to,
        prompt_number=number,
    )
    _spread(work, seat, mail, [to])


def send_outside(
    work: UnitOfWork,
    to: str,
    intent: PlainMail | Tell,
    campaign: Campaign | None = None,
    kind: str = NOTE,
    mailbox: str | None = None,
) -> None:
    """Queue a message to an address, about no seat of its reader.

    It comes from the mailbox of the campaign; without one from `mailbox`, or from the one that received the message
    that is answered. Its id begins with the tag of the seat for which its reader answers it, if there is one.
    """
    seat: Seat | SeatAtTable | None = None
    if campaign is not None:
        seat, mailbox = answered_for(work.session, to, campaign.id, work.now), campaign.mailbox
    elif isinstance(intent, PlainMail) and intent.seat:
        seat = work.session.get(Seat, intent.seat)
    mailbox = work.mailbox if mailbox is None else mailbox
    tag = seat.tag if seat is not None else "note" if campaign is None else f"c{campaign.id}"
    mail = NewOutbound(
        message_id=new_message_id(work.service, tag, mailbox),
        mailbox=mailbox,
        kind=kind,
        recipient=to,
        intent=encode(intent),
        campaign_id=None if campaign is None else campaign.id,
    )
    _put(work, [mail])


def _mail(seat: SeatAtTable, intent: AnyIntent, kind: str, head: Head | None = None) -> NewOutbound:
    """Return a message about a seat, told from the present position if there is one; it has no recipient yet."""
    mail = NewOutbound(
        message_id="",
        kind=kind,
        recipient="",
        intent=encode(intent),
        mailbox=seat.mailbox,
        campaign_id=seat.campaign_id,
        seat_id=seat.id,
    )
    if head is None:
        return mail
    return msgspec.structs.replace(mail, match_id=head.match_id, revision=head.revision, sequence=head.sequence)


def _spread(
    work: UnitOfWork,
    seat: SeatAtTable,
    mail: NewOutbound,
    to: Iterable[str] | None = None,
    due_at: datetime | None = None,
) -> int:
    """Queue the message for each of the addresses, under an id of its own. Return how many there are."""
    mails = _for_each(work, seat, mail, addresses_of(seat) if to is None else to)
    _put(work, [each for each in mails if not _joins(work.session, seat, each)], due_at)
    return len(mails)


def _for_each(work: UnitOfWork, seat: SeatAtTable, mail: NewOutbound, to: Iterable[str]) -> list[NewOutbound]:
    return [
        msgspec.structs.replace(
            mail, message_id=new_message_id(work.service, seat.tag, seat.mailbox), recipient=address
        )
        for address in to
    ]


_QUEUED = "mails of this transaction to players"


def _joins(session: Session, seat: SeatAtTable, mail: NewOutbound) -> bool:
    """Return whether a message joins one queued just before.

    That one went to another seat of the same person, and can say this one too.

    Before the match it may also be one to the same seat.
    """
    holder, gathers = seat.at(mail.recipient), mail.match_id is None
    if holder is None or holder.role is not Role.ORDERS or (seat.kind is not SeatKind.PLAYER and not gathers):
        return False
    queued: dict[tuple[object, ...], list[NewOutbound]] = session.info.setdefault(_QUEUED, {})
    same = queued.setdefault((mail.campaign_id, mail.recipient, holder.person_id, mail.sequence, seat.kind), [])
    for at, other in enumerate(same):
        told_apart = other.seat_id == mail.seat_id and not gathers
        both = None if told_apart else join_mails(decode(other.intent), decode(mail.intent))
        if both is not None:
            whole = msgspec.structs.replace(
                other,
                intent=encode(both),
                kind=REPORT if REPORT in (other.kind, mail.kind) else other.kind,
                prompt_number=other.prompt_number or mail.prompt_number,
                in_reply_to=other.in_reply_to or mail.in_reply_to,
            )
            if outbound.replace_payload(session, msgspec.structs.replace(whole, priority=_priority(whole))):
                same[at] = whole
                return True
    same.append(mail)
    return False


def _put(work: UnitOfWork, mails: Sequence[NewOutbound], due_at: datetime | None = None) -> None:
    """Put them into the outbox of this transaction, except optional ones for people who do not want any."""
    if work.answers_as is not AnswerKind.PROVEN:
        kind = work.answers_as.value
        mails = [msgspec.structs.replace(each, kind=kind) if each.kind in (NOTE, UNASKED) else each for each in mails]
    optional = [mail.recipient for mail in mails if mail.kind in OPTIONAL]
    unwanted = troubles.wants_only_essentials(work.session, optional) if optional else frozenset()
    mails = [msgspec.structs.replace(each, caused_by=work.author) for each in mails if not _is_gathered(work, each)]
    ranked = [msgspec.structs.replace(mail, priority=_priority(mail)) for mail in mails]
    refused = [mail for mail in ranked if mail.kind in OPTIONAL and mail.recipient in unwanted]
    outbound.queue(work.session, [mail for mail in ranked if mail not in refused], work.now, due_at=due_at)
    outbound.queue(work.session, refused, work.now, unwanted=True)


def essentials_only(session: Session, address: str) -> bool:
    """Send no optional message to an address any more, nor what waits.

    Returns whether that is new.
    """
    outbound.cancel_for_address(session, address, OPTIONAL)
    return troubles.only_essentials(session, address) > 0


def _priority(mail: NewOutbound) -> Priority:
    """Return the priority: messages that ask or answer go first, also a reminder, which must not come too late.

    The first message to somebody goes before what they are told afterwards, as if it asked. Answers to unproven
    messages do not, so that a flood of them cannot take the place that is kept for the others.
    """
    if mail.kind == NEWS:
        return Priority.REPORT
    if mail.prompt_number is not None or mail.kind in (NOTE, UNASKED, NOTICE):
        return Priority.QUESTION
    if mail.kind == REPORT and isinstance(decode(mail.intent), Dossier | Watch | Welcome):
        return Priority.QUESTION
    return Priority.DIGEST if mail.kind in OPTIONAL else Priority.REPORT


def addresses_of(seat: SeatAtTable, person_id: int | None = None) -> tuple[str, ...]:
    """Return where messages about the seat go: the first address of all who give its orders or want to read along.

    With a person it is theirs alone.
    """
    readers = [holder for holder in seat.holders if holder.emails and _reads(holder)]
    return tuple(dict.fromkeys(each.emails[0] for each in readers if person_id in (None, each.person_id)))


def _reads(holder: Holder) -> bool:
    return holder.role is Role.ORDERS or (holder.role is Role.COPY and not holder.essentials)
