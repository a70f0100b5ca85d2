"""Mails that are not carried out: held until somebody confirms them, quarantined, refused, ignored."""

from __future__ import annotations

from adjudicator.language import language
from adjudicator.mail import Kind, ReadMail
from adjudicator.mail.outcome import FOREIGN, Hold
from adjudicator.service.campaign.matches import Table, table_of_campaign
from adjudicator.service.inbox import replies
from adjudicator.service.inbox.held_mails import hold, who_orders
from adjudicator.service.inbox.identity import Identified, seats_behind
from adjudicator.service.outbox import answers, notices, plain_mails
from adjudicator.service.outbox.intents import PlainMail
from adjudicator.service.people import shared_mailboxes
from adjudicator.service.service import Work
from adjudicator.store import matches
from adjudicator.store.campaigns import issue_token
from adjudicator.store.mails import Settlement
from adjudicator.store.tables import Campaign, InboundMail, InboundStatus, Seat, SeatKind


def unreadable(work: Work, mail: ReadMail, found: Identified) -> Settlement:
    """Set aside whole. Only a seat's registered address is told, and only where it is safe."""
    if found.seat is not None and found.person_id is not None:
        replies.to_registered(work, found, "too_large")
    return Settlement(InboundStatus.QUARANTINED, mail.nature, mail.nature_why)


def hold_mail(work: Work, row: InboundMail, mail: ReadMail, found: Identified, why: Hold) -> Settlement:
    """It waits for the word of the person in whose name it came, as long as its seat can be asked."""
    assert found.seat is not None
    if matches.head(work.session, found.seat.campaign_id) is None:
        return _before_the_match(work, mail, found)
    if found.person_id is None and why is not Hold.STRANGER:
        table = table_of_campaign(work, found.seat.campaign_id, found.at_table)
        answers.help_to(table, found.seat, "reads_along", mail.message_id)
        return refused(mail, found, "the sender reads along and gives no orders")
    heard = seats_behind(found.outcome.overheard, found.at_table)
    others = tuple(name for name in heard if name != found.seat.name)
    return hold(work, row, mail, found, why, others)


def _before_the_match(work: Work, mail: ReadMail, found: Identified) -> Settlement:
    """A campaign that gathers its people: there is nothing to hold a mail for, and the person is told to write anew."""
    seat = found.seat
    assert seat is not None
    person = found.person_id or who_orders(seat)
    holder = next((each for each in seat.holders if each.person_id == person and each.emails), None)
    if holder is not None and answers.may_answer(work, holder.emails[0]):
        words = language(seat.language)
        told = words.gettext(
            "A mail in your name came, and nothing proves that you wrote it. It did nothing. If it was yours, send it "
            "from your registered address, or ask the moderator to release it."
        )
        note = PlainMail(
            written=work.now,
            sender=work.session.get_one(Campaign, seat.campaign_id).title,
            title=words.gettext("is this mail yours?"),
            language=words.code,
            zone=holder.time_zone,
            lead=(told,),
        )
        plain_mails.queue(work, holder.emails[0], note)
    return Settlement(InboundStatus.QUARANTINED, mail.nature, found.outcome.why, seat.campaign_id, seat.id)


def hold_shared(mail: ReadMail, found: Identified, table: Table, others: tuple[str, ...]) -> Settlement:
    """Orders of a seat that shares a mailbox wait until it has agreed to that."""
    seat = found.seat
    assert seat is not None
    holder = next(holder for holder in seat.holders if holder.person_id == found.person_id)
    if answers.may_answer(table.work, holder.emails[0]):
        shared_mailboxes.ask(table, seat, holder, others)
    return Settlement(
        InboundStatus.HELD, mail.nature, "a shared mailbox", seat.campaign_id, seat.id, hold=Hold.SHARED.value
    )


def refused(mail: ReadMail, found: Identified, why: str) -> Settlement:
    """It did nothing, and its author was told."""
    seat = found.seat
    return Settlement(
        InboundStatus.REFUSED, mail.nature, why, seat.campaign_id if seat else None, seat.id if seat else None
    )


def foreign(work: Work, mail: ReadMail, found: Identified) -> Settlement:
    """A player wrote to the secret address of another seat: set aside, he and the moderator are told, nobody else.

    The secret is none any more, so the seat gets a new one. The mail is filed under no seat, so that nobody reads it
    through the eyes of the other one.
    """
    assert found.seat is not None
    aside = Settlement(InboundStatus.QUARANTINED, mail.nature, FOREIGN, found.seat.campaign_id, None)
    if matches.head(work.session, found.seat.campaign_id) is None:
        return aside
    table = table_of_campaign(work, found.seat.campaign_id, found.at_table)
    own = next(seat for seat in found.theirs if seat.campaign_id == found.seat.campaign_id)
    answers.help_to(table, own, "foreign", mail.message_id)
    if found.seat.token.lower() in mail.tokens.addressed:
        moderators = [seat for seat in table.seats if seat.kind is SeatKind.MODERATOR]
        notices.send(table, moderators, notices.ForeignToken(seats=(found.seat.name,), by=own.name))
        row = work.session.get(Seat, found.seat.id)
        if row is not None:
            issue_token(row, work.now)
    return aside


def settlement(kind: Kind, mail: ReadMail, found: Identified, why: str) -> Settlement:
    """Nothing more is done with it."""
    status = {
        Kind.IGNORE: InboundStatus.IGNORED,
        Kind.BOUNCE: InboundStatus.HANDLED,
    }.get(kind, InboundStatus.QUARANTINED)
    seat = found.seat
    return Settlement(status, mail.nature, why, seat.campaign_id if seat else None, seat.id if seat else None)
