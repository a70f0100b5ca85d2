"""What a mail says that asks for somebody's word: on a held one, or on orders that somebody else wants back."""

from __future__ import annotations

from adjudicator.language import Language
from adjudicator.mail.outcome import Hold
from adjudicator.reports.model import Reading, ReadLine, Section
from adjudicator.service.campaign.confirmations import how_to
from adjudicator.service.outbox.intents import HeldMail, LineRead, TakebackAsked
from adjudicator.service.words.problems import problem_text
from adjudicator.service.words.reader import Reader


def title(language: Language, intent: HeldMail) -> str:
    """A few words for the subject."""
    return {
        Hold.QUOTED: language.gettext("please confirm: your orders stand in the quoted copy"),
        Hold.OVERHEARD: language.gettext("please confirm: an opponent has read your mail"),
        Hold.SHARED: language.gettext("please confirm: two seats share your mailbox"),
    }.get(Hold(intent.why), language.gettext("is this mail yours?"))


def lead(reader: Reader, intent: HeldMail) -> tuple[str, ...]:
    """Why the mail waits."""
    language = reader.language
    when = language.moment(intent.received_at, reader.zone, intent.written)
    seats = language.listing([reader.seat_called(name) for name in intent.overheard])
    reasons = {
        Hold.UNPROVEN: language.gettext(
            "A mail in your name (%(sender)s) came %(when)s, and nothing proves that you wrote it. It waits and has "
            "done nothing.",
            sender=intent.sender, when=when,
        ),
        Hold.FORGED: language.gettext(
            "A mail in your name (%(sender)s) came %(when)s, and your mail provider says that it did not send it. "
            "Forgeries look like this, and sometimes mails that came over a mailing list or were forwarded. It waits "
            "and has done nothing.",
            sender=intent.sender, when=when,
        ),
        Hold.STRANGER: language.gettext(
            "A mail to your secret address came %(when)s from %(sender)s, which is not registered for your seat. It "
            "waits and has done nothing; its sender was told nothing.",
            sender=intent.sender, when=when,
        ),
        Hold.QUOTED: language.gettext(
            "In your mail of %(when)s the order form was filled in inside the quoted copy of our mail (lines with >). "
            "Quoted lines are never carried out by themselves. Below you see how they would be read.",
            when=when,
        ),
        Hold.OVERHEARD: language.gettext(
            "Your mail of %(when)s answers a secret question, and %(seats)s was among its recipients and has read it. "
            "So it was not put on file. Let it count all the same, or send another answer to this address alone.",
            when=when, seats=seats,
        ),
        Hold.SHARED: language.gettext(
            "Your mailbox is also that of %(seats)s: whoever reads it learns what both seats know. Your orders wait "
            "until you have agreed to that, once for the whole campaign. The moderator is told.",
            seats=seats,
        ),
    }  # fmt: skip
    return (reasons[Hold(intent.why)],)


def takeback_title(reader: Reader, intent: TakebackAsked) -> str:
    """A few words for the subject."""
    seat = reader.seat_called(intent.seat)
    return reader.language.gettext("%(seat)s asks to take orders back: do you agree?", seat=seat)


def takeback_lead(reader: Reader, intent: TakebackAsked) -> tuple[str, ...]:
    """What is asked, and what ends the request."""
    language = reader.language
    return (
        language.gettext(
            "%(seat)s would like to take back what stands below. Nothing was drawn or turned up by it. If everybody "
            "agrees, play goes back to where it stood before, and all get a report of it.",
            seat=reader.seat_called(intent.seat),
        ),
        language.gettext(
            "You owe nobody a yes: without your word it stays as it is, and whoever gives the next order ends the "
            "request. No deadline is changed by it."
        ),
    )


def reading(reader: Reader, intent: HeldMail) -> Reading | None:
    """The lines of the mail as they were understood; nothing about what they would do."""
    if not intent.lines:
        return None
    return Reading(lines=tuple(_line(reader, line) for line in intent.lines))


def sections(reader: Reader, intent: HeldMail) -> tuple[Section, ...]:
    """What to answer, and what happens then."""
    language = reader.language
    choice = how_to(language, intent.code, intent.until, reader.zone, intent.written)
    told = []
    if intent.one_word:
        told.append(
            language.gettext(
                "As long as nothing else waits for your word, “%(word)s” alone is enough.", word=_word(reader.language)
            )
        )
    if intent.why == Hold.SHARED:
        return (choice, Section(paragraphs=tuple(told)))
    told.append(
        language.gettext(
            "Confirmed, it counts from the moment it arrived. The deadline waits for your word for half a day at most."
        )
        if intent.why != Hold.FORGED
        else language.gettext(
            "Confirmed, it counts from the moment it arrived, unless the deadline has passed meanwhile."
        )
    )
    if not intent.one_word:
        told.append(language.gettext("If it is not yours, please reject it."))
    return (choice, Section(paragraphs=tuple(told)))


def _word(language: Language) -> str:
    return language.typed(en="confirm", ru="подтверждаю")


def _line(reader: Reader, line: LineRead) -> ReadLine:
    return ReadLine(
        number=line.number,
        original=line.original,
        outcome=line.outcome,
        reading="" if line.said == line.original else line.said,
        detail=problem_text(reader, line.problem) if line.problem else "",
    )
