"""Answers that are not about orders: help, explanations, and the limit that keeps loops short."""

from __future__ import annotations

from datetime import timedelta

import msgspec
from sqlalchemy.orm import Session

from adjudicator.kernel.registry import game_named
from adjudicator.language import Language, language
from adjudicator.service.campaign.matches import Table, table_of_campaign
from adjudicator.service.commands.command import Act, Said
from adjudicator.service.inbox.identity import Identified
from adjudicator.service.outbox import plain_mails, queue
from adjudicator.service.outbox.intents import Answer, Help, PlainMail
from adjudicator.service.service import Work
from adjudicator.store import matches, prompts
from adjudicator.store import outbox as stored_outbox
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.tables import Campaign, SeatKind


def may_answer(work: Work, address: str) -> bool:
    """Whether the address may still be told something that changes nothing, this hour.

    Two programs that answer each other must fall silent. Orders that do something are always answered.
    """
    sent = stored_outbox.sent_since(work.session, address, work.now - timedelta(hours=1), queue.NOTE)
    return sent < work.service.settings.limits.answers_per_hour


def help_to(table: Table, seat: SeatAtTable, why: str, in_reply_to: str | None) -> None:
    """Tell a seat how to write, and why this came."""
    intent = Help(written=table.now, number=open_question(table, seat), why=why)
    mails = queue.for_seat(
        table,
        seat,
        intent,
        sequence=table.head.sequence,
        in_reply_to=in_reply_to if in_reply_to and in_reply_to.startswith("<") else None,
        tells_news=False,
    )
    allowed = [mail for mail in mails if may_answer(table.work, mail.recipient)]
    queue.queue(table.session, allowed, table.now)


def tell(act: Act, said: Said) -> None:
    """The one answer to a mail that held commands and no orders."""
    if said.shows == ("sent",) and not said.sections:
        return
    before = act.table.head.sequence
    sequence = before if act.moved_to is None else act.moved_to
    intent = Answer(
        written=act.now,
        since=_known_to(act),
        before=before,
        number=open_question(act.table, act.seat),
        said=said.sections,
        shows=said.shows,
        title=said.title,
    )
    reply_to = act.mail.message_id if act.mail.message_id.startswith("<") else None
    mails = queue.for_seat(act.table, act.seat, intent, sequence=sequence, in_reply_to=reply_to, tells_news=False)
    allowed = [mail for mail in mails if said.changed or may_answer(act.work, mail.recipient)]
    queue.queue(act.session, allowed, act.now)


def _known_to(act: Act) -> int:
    last = stored_outbox.last_of_kind(act.session, act.seat.id, queue.REPORT)
    if last is None or last.position.match_id != act.table.head.match_id:
        return 0
    return last.position.sequence


def to_registered(work: Work, found: Identified, why: str) -> None:
    """Write to the registered addresses of the seat in question, never to an unproven sender."""
    seat = found.seat or (found.theirs[0] if found.theirs else None)
    if seat is None:
        return
    if matches.head(work.session, seat.campaign_id) is None:
        return  # a campaign that waits for its people: its mails say how to answer
    table = table_of_campaign(work, seat.campaign_id)
    help_to(table, seat, why, None)


def ask_which_seat(work: Work, found: Identified, sender: str) -> None:
    """A mail of somebody who holds seats, and for none that it names: only his own address hears which those are.

    With one seat the answer comes from it. With several it comes from no seat, for an answer to it must not count
    for the wrong one.
    """
    if not found.theirs or not may_answer(work, sender):
        return
    seat = found.theirs[0]
    words = language(seat.language)
    named = tuple(dict.fromkeys(_called(work.session, each, words) for each in found.theirs))
    if len(found.theirs) == 1 and matches.head(work.session, seat.campaign_id) is not None:
        table = table_of_campaign(work, seat.campaign_id)
        intent = Help(written=work.now, number=open_question(table, seat), why="which_seat", choices=named)
        queued = queue.for_seat(table, seat, intent, sequence=table.head.sequence, tells_news=False)
        queue.queue(work.session, [msgspec.structs.replace(mail, recipient=sender) for mail in queued[:1]], work.now)
        return
    holder = next(holder for holder in seat.holders if sender in holder.emails)
    told = PlainMail(
        written=work.now,
        sender=work.service.settings.mail.address.domain,
        title=words.gettext("for which seat?"),
        language=words.code,
        zone=holder.time_zone,
        lead=(which_seat(words, named),),
    )
    plain_mails.queue(work, sender, told)


def _called(session: Session, seat: SeatAtTable, words: Language) -> str:
    campaign = session.get_one(Campaign, seat.campaign_id)
    head = matches.head(session, seat.campaign_id)
    if head is None or seat.kind is not SeatKind.PLAYER:
        return campaign.title
    name = game_named(head.game).part("report").party(seat.name, words).name
    return f"{campaign.title} ({name})"


def which_seat(words: Language, named: tuple[str, ...]) -> str:
    """What is said to somebody whose mail does not tell for which of his seats it is."""
    return words.gettext(
        "It is not clear for which campaign or seat your mail was; it did nothing. From this address you play: "
        "%(seats)s. Please answer the mail that asked you: its address tells us who you are.",
        seats="; ".join(named) or "-",
    )


def open_question(table: Table, seat: SeatAtTable) -> int | None:
    """The number of the newest question that the seat has not answered."""
    numbers = [row.number for row in prompts.open_questions(table.session, table.campaign.id) if row.seat_id == seat.id]
    return numbers[-1] if numbers else None
