"""Gathered news in words: what others did at any time, and that the reader's question stands as it was."""

from collections.abc import Collection, Iterator

from adjudicator.language import msgid
from adjudicator.orders.options.codes import Offer, label
from adjudicator.reports.model import Item, Kind, Section
from adjudicator.reports.wording.game import Asked
from adjudicator.service.outbox import payloads
from adjudicator.service.play import offers
from adjudicator.service.words.examples import asked_of
from adjudicator.service.words.parts import Parts
from adjudicator.service.words.reader import Reader

STANDS = msgid(
    "Nothing is asked anew. Your question #%(number)s (%(question)s) stands as it was: its codes hold, and your answer "
    "is due by %(due)s."
)
STANDS_OPEN = msgid("Nothing is asked anew. Your question #%(number)s (%(question)s) stands as it was: its codes hold.")


def news(reader: Reader, intent: payloads.News) -> Parts:
    """Say what has happened; of the reader's questions only that they are open, and which answers have come or gone."""
    language = reader.language
    found = [each for number in reader.numbers(intent.number) if (each := asked_of(reader, number)) is not None]
    if not found:
        told = language.gettext("You have nothing to answer in this email.")
        return Parts(kind=Kind.NOTICE, title=language.gettext("news"), lead=(told,))
    secret = any(asked.decision.form != "choose" for _, asked in found)
    kept = (language.gettext("An answer that you have on file stays there."),) if secret else ()
    title = language.gettext("news; your question #%(number)s stands as it was", number=found[0][1].number)
    return Parts(
        kind=Kind.NOTICE,
        title=title if len(found) == 1 else language.gettext("news; your questions stand as they were"),
        lead=(*(_stands(reader, asked) for _, asked in found), *kept),
        sections=tuple(section for seat, asked in found for section in _changed(reader, seat, asked.number)),
    )


def _stands(reader: Reader, asked: Asked) -> str:
    """Say that a question is unchanged, and when it is due."""
    question = reader.report.title(asked.decision, reader.public_view, reader.language)
    due = None if asked.deadline is None else reader.time(asked.deadline)
    told = STANDS if due else STANDS_OPEN
    return reader.language.gettext(told, number=asked.number, question=question, due=due or "")


def _changed(reader: Reader, seat: str, number: int) -> tuple[Section, ...]:
    """Return new answers to the question, and those that are gone.

    Compares with when the reader was last told.
    """
    language, prompt, before = reader.language, reader.prompt(number), reader.match_before
    if before is None or prompt is None or seat not in before.asked_seats:
        return ()
    now = offers.decode(prompt.offered)
    then = offers.decode(offers.offer_again(before, seat, prompt.offered))
    changed = (
        (language.gettext("New answers to #%(number)s", number=number), set(then.gone) - set(now.gone)),
        (language.gettext("No longer answers to #%(number)s", number=number), set(now.gone) - set(then.gone)),
    )
    listed = ((heading, tuple(_items(reader, now, codes))) for heading, codes in changed if codes)
    return tuple(Section(heading=heading, items=items) for heading, items in listed)


def _items(reader: Reader, offer: Offer, codes: Collection[str]) -> Iterator[Item]:
    book = offers.words_at(reader.match)
    typed = offers.typed_by_code(offer, book)
    for option in offer.options:
        if option.code in codes:
            code = f"{offer.number}{option.code}"
            yield Item(name=typed.get(code, code), text=label(option, book, reader.language.code))
