"""Gathered news in words: what others did at any time, and that the reader's question stands as it was."""

from collections.abc import Collection, Iterator

from adjudicator.language import msgid
from adjudicator.orders.codes import Offer, label
from adjudicator.reports.model import Item, Kind, Section
from adjudicator.service.outbox import intents
from adjudicator.service.play import offers
from adjudicator.service.words.examples import asked_of
from adjudicator.service.words.parts import Parts
from adjudicator.service.words.reader import Reader

STANDS = msgid(
    "Nothing is asked anew. Your question #%(number)s (%(question)s) stands as it was: its codes hold, and your answer "
    "is due by %(due)s."
)
STANDS_OPEN = msgid("Nothing is asked anew. Your question #%(number)s (%(question)s) stands as it was: its codes hold.")


def news(reader: Reader, intent: intents.News) -> Parts:
    """What has happened; of the reader's question only that it stands, and which answers have come or gone."""
    language, found = reader.language, asked_of(reader, intent.number)
    if found is None:
        told = language.gettext("Nothing is asked of you in this mail.")
        return Parts(kind=Kind.NOTICE, title=language.gettext("news"), lead=(told,))
    seat, asked = found
    question = reader.report.title(asked.decision, reader.match.view(), language)
    due = None if asked.deadline is None else reader.time(asked.deadline)
    stands = language.gettext(STANDS if due else STANDS_OPEN, number=asked.number, question=question, due=due or "")
    kept = language.gettext("An answer that you have on file stays there.") if asked.decision.form != "choose" else ""
    return Parts(
        kind=Kind.NOTICE,
        title=language.gettext("news; your question #%(number)s stands as it was", number=asked.number),
        lead=tuple(filter(None, (stands, kept))),
        sections=_changed(reader, seat, asked.number),
    )


def _changed(reader: Reader, seat: str, number: int) -> tuple[Section, ...]:
    """Answers to the question that were not possible when the reader was last told, and those that were."""
    language, prompt, before = reader.language, reader.prompt(number), reader.match_before
    if before is None or prompt is None or seat not in before.asked:
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
    for option in offer.options:
        if option.code in codes:
            yield Item(name=f"{offer.number}{option.code}", text=label(option, book, reader.language.code))
