"""Tell a moderator more than the question that the match asks: what only others know, how hands are lent."""

from collections.abc import Iterator

import msgspec

from adjudicator.kernel.actions import MODERATOR, Nothing
from adjudicator.kernel.sandbox import Sandbox
from adjudicator.language import msgid
from adjudicator.orders.moderation import by_hand
from adjudicator.orders.options.rows import OrderContext
from adjudicator.reports.model import Question, Section
from adjudicator.service.play import offers, rulings
from adjudicator.service.words.reader import Reader


def with_hands(reader: Reader, question: Question) -> Question:
    """Return the question with how to answer it by hand; a compact message says where that is told."""
    told, hidden = (question.note, *by_hand_in_words(reader)), tuple(_hidden(reader))
    help = msgid("An effect is carried out by hand; “%(help)s” tells how, with an example.")
    short = (reader.language.gettext(help, help=reader.language.typed(en="help", ru="помощь")),) if told[1:] else ()
    brief = (question.how or question.note, *short, *hidden)
    return msgspec.structs.replace(
        question, note=" ".join(filter(None, (*told, *hidden))), how=" ".join(filter(None, brief))
    )


def closed(reader: Reader) -> tuple[str, ...]:
    """Say why a moderator who plays does not see what they are asked, and what they can do; to others nothing."""
    if not reader.veiled:
        return ()
    told = msgid(
        "The game asks the moderators something that would tell you what your own seat may not know, so you do not see "
        "it. Another moderator may answer it. “%(word)s” shows it to you, and tells everybody that you have looked."
    )
    return (reader.language.gettext(told, word=reader.language.typed(en="open eyes", ru="открыть глаза")),)


def _sees_all(reader: Reader) -> bool:
    return rulings.may_see(reader.session, reader.seats, reader.seat)


def by_hand_in_words(reader: Reader) -> Iterator[str]:
    """Yield how an effect is carried out by hand, where the match asks a moderator for one."""
    if not reader.match.by_hand:
        return
    words = offers.words_at(reader.match)
    desk = OrderContext(
        Sandbox.of(reader.match),
        MODERATOR,
        reader.language.code,
        words,
        fields=reader.report.fields(),
        public=not _sees_all(reader),
    )
    told = msgid(
        "Carry it out by hand: write line by line what is different then, such as “%(line)s”: a figure with +N, -N or "
        "its new value, a pile with +NAME or -NAME. All lines count together as one answer. Or answer “%(nothing)s”."
    )
    example = by_hand.ground_of(reader.match, desk.fields, public=desk.public).example(reader.language.code)
    yield reader.language.gettext(told, line=example, nothing=words.say(Nothing(), reader.language.code))


def _hidden(reader: Reader) -> Iterator[str]:
    """Yield a remark if the moderator plays, and so does not see everything."""
    if (reader.match.involved or reader.match.by_hand) and not _sees_all(reader):
        told = msgid(
            "You play yourself: this email shows what everybody may know, and you may change no more than "
            "that. “%(word)s” shows you the rest, and tells everybody that you have looked."
        )
        yield reader.language.gettext(told, word=reader.language.typed(en="open eyes", ru="открыть глаза"))


def known(reader: Reader) -> Iterator[Section]:
    """Yield what only the seats of the question know; nothing of it for a moderator who plays."""
    for seat in reader.match.involved if _sees_all(reader) else ():
        heading = reader.language.gettext("Only %(seat)s may know this, and you", seat=reader.seat_called(seat))
        held = reader.report.holdings(reader.match.view((seat,)), seat, reader.language)
        told = tuple(f"{each.heading}: {', '.join(item.name for item in each.items)}" for each in held)
        if told:
            yield Section(heading=heading, paragraphs=told)
