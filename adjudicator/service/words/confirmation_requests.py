"""Write mails that ask for somebody's word: on a held one, or on orders that somebody else wants back."""

from collections.abc import Iterator, Mapping
from typing import Final

from adjudicator.language import Language, msgid
from adjudicator.mail.routing import HoldReason
from adjudicator.reports.model import Kind, Reading, ReadLine, Section
from adjudicator.reports.wording.problems import problem_text
from adjudicator.service.campaign.confirmations import how_to
from adjudicator.service.outbox.payloads import HeldMail, LineRead, TakebackAsked
from adjudicator.service.words.corrections import as_sections
from adjudicator.service.words.parts import Parts
from adjudicator.service.words.reader import Reader


def held(reader: Reader, intent: HeldMail) -> Parts:
    """Say that a message of the seat is held until it confirms it.

    It tells how the message was read (nothing about what it would do), and how to answer.
    """
    language, why = reader.language, HoldReason(intent.why)
    title, told = HELD[why]
    lead = language.gettext(
        told,
        sender=intent.sender,
        when=language.time(intent.received_at, reader.zone, intent.written),
        seats=language.listing([reader.seat_called(name) for name in intent.overheard]),
    )
    return Parts(
        kind=Kind.NOTICE,
        title=language.gettext(title),
        lead=(lead,),
        reading=Reading(lines=tuple(_line(reader, line) for line in intent.lines)) if intent.lines else None,
        sections=(_choice(reader, intent), Section(paragraphs=tuple(_then(language, intent)))),
        position=False,
    )


_DOUBTED = msgid("is this email yours?")
HELD: Final[Mapping[HoldReason, tuple[str, str]]] = {
    HoldReason.UNPROVEN: (
        _DOUBTED,
        msgid(
            "An email in your name (%(sender)s) came %(when)s, and nothing proves that you wrote it. It is on "
            "hold and has had no effect."
        ),
    ),
    HoldReason.FORGED: (
        _DOUBTED,
        msgid(
            "An email in your name (%(sender)s) came %(when)s, and your email provider says that it did not "
            "send it. Forgeries look like this, and sometimes emails that came over a mailing list or were "
            "forwarded. It waits and has done nothing."
        ),
    ),
    HoldReason.STRANGER: (
        _DOUBTED,
        msgid(
            "An email to your private address came %(when)s from %(sender)s, which is not registered for your "
            "seat. It is on hold and has had no effect; its sender was told nothing."
        ),
    ),
    HoldReason.QUOTED: (
        msgid("please confirm: your orders stand in the quoted copy"),
        msgid(
            "In your email of %(when)s the order form was filled in inside the quoted copy of our email "
            "(lines with >). Quoted lines are never carried out by themselves. Below you see how they would "
            "be read."
        ),
    ),
    HoldReason.OVERHEARD: (
        msgid("please confirm: an opponent has read your email"),
        msgid(
            "Your email of %(when)s says what others may not know (the answer to a secret question, or a word "
            "on an offer), and %(seats)s was among its recipients and has read it. So nothing of it was done. "
            "Let it count all the same, or send another one to this address alone."
        ),
    ),
    HoldReason.SHARED: (
        msgid("please confirm: two seats share your mailbox"),
        msgid(
            "Your mailbox is also that of %(seats)s: whoever reads it learns what both seats know. Your orders wait "
            "until you have agreed to that, once for the whole campaign. The moderator is told."
        ),
    ),
}
"""The title, and why the mail waits."""


def _then(language: Language, intent: HeldMail) -> Iterator[str]:
    """Say what happens after the answer."""
    if intent.one_word:
        word = language.typed(en="confirm", ru="подтверждаю")
        yield language.gettext("As long as nothing else waits for your word, “%(word)s” alone is enough.", word=word)
    if intent.why == HoldReason.SHARED:
        return
    if intent.why == HoldReason.FORGED:
        yield language.gettext(
            "Confirmed, it counts from the moment it arrived, unless the deadline has passed meanwhile."
        )
    else:
        yield language.gettext(
            "Confirmed, it counts from the moment it arrived. The deadline waits for your word for half a day at most."
        )
    if not intent.one_word:
        yield language.gettext("If it is not yours, please reject it.")


def takeback(reader: Reader, intent: TakebackAsked) -> Parts:
    """Say that somebody asks for orders back: which, what ends the request, and how to answer."""
    language, seat = reader.language, reader.seat_called(intent.seat)
    heading = language.gettext("What would not count any more")
    return Parts(
        kind=Kind.NOTICE,
        title=language.gettext("%(seat)s asks to take orders back: do you agree?", seat=seat),
        lead=(
            language.gettext(
                "%(seat)s would like to take back the orders below. They revealed nothing (no draw, nothing "
                "turned up). If everyone agrees, play goes back to the point before them, and everyone gets a "
                "report.",
                seat=seat,
            ),
            language.gettext(
                "You do not have to agree. If you do nothing, the orders stand; the next order from anyone "
                "cancels the request. No deadline is changed."
            ),
        ),
        sections=(_choice(reader, intent), *as_sections(reader, reader.told(intent.n), reader.players, heading)),
        position=False,
    )


def _choice(reader: Reader, intent: HeldMail | TakebackAsked) -> Section:
    return how_to(reader.language, intent.code, intent.until, reader.zone, intent.written)


def _line(reader: Reader, line: LineRead) -> ReadLine:
    return ReadLine(
        number=line.number,
        original=line.original,
        outcome=line.outcome,
        reading="" if line.said == line.original else line.said,
        detail=problem_text(reader, line.problem) if line.problem else "",
    )
