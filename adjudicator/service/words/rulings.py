"""What a moderator is told besides the question that the match asks them: what only others know, how hands are lent."""

from collections.abc import Iterator

import msgspec

from adjudicator.kernel.actions import MODERATOR, Nothing
from adjudicator.language import msgid
from adjudicator.orders import by_hand
from adjudicator.orders.running import Desk
from adjudicator.reports.model import Question, Section
from adjudicator.service.play import offers
from adjudicator.service.play.disclosures import playing_moderators
from adjudicator.service.words.reader import Reader


def with_hands(reader: Reader, question: Question) -> Question:
    """The question with how to answer it by hand."""
    told = (question.note, *_how(reader), *_hidden(reader))
    return msgspec.structs.replace(question, note=" ".join(filter(None, told)))


def plays(reader: Reader) -> bool:
    """Whether the reader moderates and plays."""
    return not playing_moderators(reader.seats).keys().isdisjoint(reader.seat.people)


def _how(reader: Reader) -> Iterator[str]:
    """How an effect is carried out by hand."""
    if not reader.match.by_hand:
        return
    words = offers.words_at(reader.match)
    desk = Desk(
        reader.match, MODERATOR, reader.language.code, words, fields=reader.report.fields(), public=plays(reader)
    )
    told = msgid(
        "Carry it out by hand: write line by line what is different then, such as “%(line)s”: a figure with +N, -N or "
        "its new value, a pile with +NAME or -NAME. All lines count together as one answer. Or answer “%(nothing)s”."
    )
    example = by_hand.ground_of(reader.match, desk).example(reader.language.code)
    yield reader.language.gettext(told, line=example, nothing=words.say(Nothing(), reader.language.code))


def _hidden(reader: Reader) -> Iterator[str]:
    """To who plays too nothing shows that their seat may not know."""
    if plays(reader) and (reader.match.involved or reader.match.by_hand):
        told = msgid(
            "You play yourself: this mail shows what everybody may know, and you may change no more than that."
        )
        yield reader.language.gettext(told)


def known(reader: Reader) -> Iterator[Section]:
    """What only the seats know that the question is about; nothing of it to who plays."""
    for seat in () if plays(reader) else reader.match.involved:
        heading = reader.language.gettext("Only %(seat)s may know this, and you", seat=reader.seat_called(seat))
        held = reader.report.holdings(reader.match.view((seat,)), seat, reader.language)
        told = tuple(f"{each.heading}: {', '.join(item.name for item in each.items)}" for each in held)
        if told:
            yield Section(heading=heading, paragraphs=told)
