"""Lines that would be legal now for somebody, to be copied: in the help, and where nothing was understood."""

from collections.abc import Iterator
from functools import partial
from itertools import islice

import msgspec

from adjudicator.kernel.decisions import NoAnswer
from adjudicator.kernel.sandbox import Sandbox
from adjudicator.orders.options.pieces import Offers
from adjudicator.orders.options.rows import OrderContext
from adjudicator.orders.sets import is_legal
from adjudicator.orders.vocabulary.phrasebook import Phrasebook
from adjudicator.reports.model import Item, Question
from adjudicator.reports.wording.game import Asked, Coded
from adjudicator.service.campaign.troubles import Rejected
from adjudicator.service.play import due_dates, offers, standing_lines
from adjudicator.service.words.reader import Reader

MOST = 4
"""Whole answers that a question shows."""
_MOST_TRIED = 8
_MOST_BEHIND = 3
"""Orders, and those behind each of them, that are tried to find two that go into one line."""


def examples(reader: Reader, number: int | None) -> tuple[Item, ...]:
    """Return up to three answers to the open question, each legal at this moment, with what they mean.

    These are a code (all codes of an answer that is made of several), the same in words, and two orders in one line.
    Empty if the reader is not asked.
    """
    found_for = asked_of(reader, number) if set(reader.asked_as) & set(reader.match.asked_seats) else None
    if found_for is None:
        return ()
    trial = _Trial(reader, *found_for)
    found: list[Item] = []
    for line, words in islice(trial.single(), 1):
        found.append(Item(name=line, text=words))
        if len(words) <= offers.TOO_LONG and ":" not in words and trial.is_legal(words):
            found.append(Item(name=words, text=reader.language.gettext("the same in words")))
    found += [Item(name=line, text=words) for line, words in islice(trial.pairs(), 1)]
    return tuple(found)


def only_legal(reader: Reader, seat: str, asked: Asked, question: Question) -> Question:
    """Return the question with only those of its whole answers that could be carried out now as they are."""
    shown = question.examples
    if shown is None:
        return question
    trial = _Trial(reader, seat, asked)
    found = (
        line for line in shown.lines if _is_read(reader, line.ahead) and (not line.line or trial.is_legal(line.line))
    )
    lines = tuple(islice(found, MOST))
    return msgspec.structs.replace(question, examples=msgspec.structs.replace(shown, lines=lines) if lines else None)


def _is_read(reader: Reader, ahead: str) -> bool:
    """Return whether standing orders that go with an answer would be set."""
    if not ahead:
        return True
    try:
        today = due_dates.today(reader.campaign, reader.intent.written)
        return bool(standing_lines.read(ahead, reader.match, reader.language.code, today))
    except Rejected:
        return False


def asked_of(reader: Reader, number: int | None, code: str = "") -> tuple[str, Asked] | None:
    """Return the question of this number as the reader is asked it, and which of the reader's seats is asked.

    The words are in the reader's language or in that of a code. None if none of their seats is asked.
    """
    prompt = None if number is None else reader.prompt(number)
    seat = None if prompt is None else reader.asks(prompt)
    if prompt is None or seat is None:
        return None
    code, decision = code or reader.language.code, reader.match.question(seat)
    assert decision is not None
    say = partial(offers.words_at(reader.match).say, language=code)
    coded = offers.coded_options(prompt.offered, reader.match, seat, code)
    default = offers.default_of(reader.match, seat, code)
    return seat, Asked(prompt.number, decision, coded, prompt.deadline, *default, say=say)


def shown_words(reader: Reader) -> dict[str, str]:
    """Return how the open question of a mail shows its answers, by full code."""
    number = getattr(reader.intent, "number", None)
    prompt = None if number is None else reader.prompt(number)
    seat = None if prompt is None else reader.asks(prompt)
    if prompt is None or seat is None:
        return {}
    shown = offers.answer_words(Offers((offers.decode(prompt.offered),)), reader.match, seat, reader.language.code)
    return {code: answer.words for code, answer in shown.items()}


def typed_lines(reader: Reader) -> dict[str, str]:
    """Return what is typed for the answers to the open question of a message, by full code."""
    number = getattr(reader.intent, "number", None)
    prompt = None if number is None else reader.prompt(number)
    return {} if prompt is None else offers.typed_by_code(offers.decode(prompt.offered), offers.words_at(reader.match))


class _Trial:
    """Tries lines as `check` does, in worlds where everything that the seat cannot know is different."""

    def __init__(self, reader: Reader, seat: str, asked: Asked) -> None:
        prompt = reader.prompt(asked.number)
        assert prompt is not None
        self._reader, self._asked = reader, asked
        self._match = Sandbox.of(reader.match, (seat,))
        self._seat = seat
        self._book = offers.words_at(self._match)
        self._offers = Offers((offers.decode(prompt.offered),))

    def is_legal(self, line: str) -> bool:
        """Return whether the line as a whole could be carried out now, and leads to no question without an answer."""
        desk = OrderContext(self._match, self._seat, self._reader.language.code, self._book, self._offers)
        try:
            return is_legal(desk, line)
        except NoAnswer:
            return False

    def single(self) -> Iterator[tuple[str, str]]:
        """Yield whole answers by codes."""
        asked = self._asked
        parts = [each for each in offers.codes_of(asked.options, asked.default) if not each.ahead]
        if len(parts) > 1:
            yield " ".join(part.code for part in parts), asked.default_words
        for answer in self._answers():
            if self.is_legal(answer.code):
                yield answer.code, answer.words

    def pairs(self) -> Iterator[tuple[str, str]]:
        """Yield two orders behind each other: an answer and what may follow it, or two of the same question."""
        answers = self._answers()
        later = [option for option in self._asked.options if option.ahead and not _is_last_resort(self._book, option)]
        for at, first in enumerate(answers[:_MOST_TRIED]):
            for second in (later or answers[at + 1 :])[:_MOST_BEHIND]:
                line = f"{first.code} {second.code}"
                if self.is_legal(line):
                    yield (
                        line,
                        self._reader.language.gettext(
                            "%(first)s, then %(second)s", first=first.words, second=second.words
                        ),
                    )

    def _answers(self) -> list[Coded]:
        """Return what answers the question by itself; what ends a round, passes or declines comes last."""
        now = [option for option in self._asked.options if not option.ahead]
        return sorted(now, key=lambda each: _is_last_resort(self._book, each))


def _is_last_resort(book: Phrasebook, each: Coded) -> bool:
    phrase = book.phrase_of(each.action)
    return phrase.closes or (phrase.group is not None and phrase.group.only)
