"""Answers that are not about orders: help, explanations, and the limit that keeps loops short."""

from datetime import timedelta
from typing import Final, NamedTuple

from adjudicator.language import language, msgid
from adjudicator.reports.model import Section
from adjudicator.service.campaign.act import CommandContext, CommandReply
from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.outbox import plain_mails, queue
from adjudicator.service.outbox.payloads import Answer, Copied, Help, Reason
from adjudicator.service.service import AnswerKind, UnitOfWork
from adjudicator.store import addresses, outbound, prompts
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.tables import Campaign

WHICH_SEAT: Final = msgid(
    "It is not clear for which campaign or seat your email was; it did nothing. From this address you "
    "play: %(seats)s. Please answer the email that asked you: its address tells us who you are."
)
"""What is said to somebody whose mail does not tell for which of their seats it is."""
WRONG_CODE: Final = msgid(
    "An email in your name came with a code that is not valid (any more). It had no effect. If it was "
    "yours, copy the code from the email that asks you to confirm."
)
TOO_LARGE: Final = msgid("Your email was too large to be read. Please send the orders as short text.")
SILENT: Final = msgid(
    "You have received %(count)s answers in an hour to emails that changed nothing. So that two "
    "programs do not answer each other forever, such emails are read but not answered until "
    "%(moment)s. Orders that do something are always answered. Your last email had no effect: please "
    "send it again after that."
)
SILENT_DAY: Final = msgid(
    "You have received %(count)s answers in a day to emails in which we found nothing to do. So that two "
    "programs do not answer each other forever, such emails are read but not answered until "
    "%(moment)s. Orders and questions are answered as ever. Your last email had no effect: please "
    "reply with a single word, “help” for example, and you see what can be written."
)
NOT_YOURS: Final = msgid(
    "Your email went to an address of ours that is not yours. It was set aside and had no effect. "
    "Please reply to the emails that we send to you."
)
STUMBLED: Final = msgid(
    "We could not process your email because of an internal error. It had no effect and was set aside "
    "for inspection. Please send what you want again, in a few plain lines."
)


def may_answer(work: UnitOfWork, address: str, campaign: Campaign | None = None, *, unasked: bool = False) -> bool:
    """Return whether the address may still be told something that changes nothing, this hour.

    Two programs that answer each other must fall silent. Orders that do something are always answered. What is
    answered to mails that nothing proves is counted by itself, and notices are not: nobody uses up what others need.
    These answers, and those that explain why a mail did nothing (`unasked`), have a budget for the day too.
    Whoever is proven to have written too many hears once that no more answers come, and until when; they can answer
    for their seat in that campaign.
    """
    limits, proven = work.service.settings.limits, work.answers_as is AnswerKind.PROVEN
    counted = (AnswerKind.PROVEN, AnswerKind.UNASKED) if proven else (work.answers_as,)
    of_the_day = (AnswerKind.UNASKED if proven else work.answers_as,) if unasked or not proven else ()
    most = limits.answers_per_hour
    if outbound.sent_since(work.session, address, work.now - queue.HOUR, *counted) >= most:
        silence = _Silence(queue.SILENCE, queue.HOUR, SILENT, most)
    elif not of_the_day:
        return True
    else:
        most = limits.unasked_per_day
        if outbound.sent_since(work.session, address, work.now - queue.DAY, *of_the_day) < most:
            return True
        silence = _Silence(queue.SILENT_DAY, queue.DAY, SILENT_DAY, most)
    if proven:
        _fall_silent(work, address, silence, campaign)
    return False


class _Silence(NamedTuple):
    """Why no answers come any more, and for how long."""

    kind: str
    lasts: timedelta
    told: str
    most: int


def _fall_silent(work: UnitOfWork, address: str, silence: _Silence, campaign: Campaign | None) -> None:
    person = addresses.reader_of(work.session, address)
    if person is None or outbound.sent_since(work.session, address, work.now - silence.lasts, silence.kind):
        return
    words = language(person.language)
    moment = words.time(work.now + silence.lasts, person.time_zone, work.now)
    title, told = (
        words.gettext("no answers until %(moment)s", moment=moment),
        words.gettext(silence.told, count=silence.most, moment=moment),
    )
    zone = person.time_zone
    plain_mails.send(work, address, words, title, told, zone=zone, campaign=campaign, kind=silence.kind)


def answerable(work: UnitOfWork, seat: SeatAtTable, *, unasked: bool = False) -> list[str]:
    """Return where messages about the seat go, as far as they may still be answered."""
    campaign = work.session.get_one(Campaign, seat.campaign_id)
    return [each for each in queue.addresses_of(seat) if may_answer(work, each, campaign, unasked=unasked)]


def help_to(
    table: CampaignContext,
    seat: SeatAtTable,
    why: Reason,
    in_reply_to: str | None,
    choices: tuple[str, ...] = (),
    copied: Copied | None = None,
) -> None:
    """Tell a seat how to write, and why this came."""
    intent = Help(written=table.now, number=open_question(table, seat), why=why, choices=choices, copied=copied)
    to = answerable(table.work, seat, unasked=True)
    queue.send(table, seat, intent, kind=queue.UNASKED, to=to, in_reply_to=in_reply_to)


def tell(act: CommandContext, said: CommandReply) -> None:
    """Send the one answer to a message that held commands and no orders."""
    if said.shows == ("sent",) and not said.sections:
        return
    intent = Answer(
        written=act.now,
        since=queue.known_to(act.table, act.seat),
        before=act.table.head.sequence,
        number=open_question(act.table, act.seat),
        said=said.sections,
        shows=said.shows,
        title=said.title,
    )
    to = None if said.changed else answerable(act.work, act.seat)
    if len(act.hand) > 1:  # what is said of one seat is nothing to those who hold another with its player
        own = queue.main_address(act.seat, act.person_id)
        to = [own] if said.changed or may_answer(act.work, own, act.table.campaign) else []
    queue.send(act.table, act.seat, intent, kind=queue.NOTE, to=to, in_reply_to=act.mail.message_id)


def is_read_alone(act: CommandContext) -> bool:
    """Return whether nobody but the author of a message reads the answer to it."""
    return {holder.person_id for seat in act.meant() for holder in seat.holders} == {act.person_id}


def for_author(act: CommandContext, said: CommandReply) -> CommandReply:
    """Return an answer that is about its author, not about the seat.

    Where others read for the seat, it goes to the author alone, in a message of its own.
    """
    if is_read_alone(act):
        return said
    words, own = act.language, queue.main_address(act.seat, act.person_id)
    campaign = act.table.campaign
    if own and (said.changed or may_answer(act.work, own, campaign)):
        plain_mails.send(act.work, own, words, said.title, *said.sections, zone=act.zone, campaign=campaign)
    told = words.gettext("It is on its way to you in a separate email.")
    section = Section(heading=said.sections[0].heading, paragraphs=(told,))
    return CommandReply(sections=(section,), title=said.title, changed=said.changed)


def open_question(table: CampaignContext, seat: SeatAtTable) -> int | None:
    """Return the number of the newest question that the seat has not answered."""
    numbers = [row.number for row in prompts.open_questions(table.session, table.campaign.id) if row.seat_id == seat.id]
    return numbers[-1] if numbers else None
