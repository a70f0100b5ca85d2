"""What we print is read: every option by its label, with words around it, is done, offered or asked, never another.

In each run an option of every stored position, in the long run some in both languages.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import pytest

from adjudicator.kernel.actions import Action
from adjudicator.orders.options.codes import CodedOption, label, make_offer, reading_of
from adjudicator.orders.options.pieces import Offers
from adjudicator.orders.sets import MailOutcome, run_orders
from adjudicator.orders.text.common import common_words
from benchmarks.order_reading.sheets import scenes
from tests.carried import desk_at
from tests.long_cases import alternate_variants
from tests.orders.positions import Position

SAMPLES = pytest.mark.parametrize("sample", [1, pytest.param(3, marks=pytest.mark.long)])
"""How many options of a position are tried."""
POLITE = {"en": "Hello Anna, {} please. Thank you!", "ru": "Добрый день! {}, пожалуйста. Спасибо!"}
NEVER = {
    "en": ("I do not {}", "never {}", "maybe {}", "I promise to {}", "would you {}", "if I can, {}", "{}?"),
    "ru": ("не {}", "никогда не {}", "может быть, {}", "обещаю {}", "а если {}", "{}?"),
}
"""Sentences that order nothing, whatever stands in them."""


class Table(Position):
    """A position with the options of its question."""

    def __init__(self, name: str, language: str) -> None:
        super().__init__(name, language)
        self.offer = make_offer(self.book, 7, language, self.options)
        self.desk = desk_at(self.match, self.seat, language, self.book, Offers((self.offer,)))

    def sample(self, count: int) -> Sequence[CodedOption]:
        listed = [option for option in self.offer.shown if not option.part]
        return random.Random(f"{self.seat} {len(listed)}").sample(listed, min(count, len(listed)))

    def meant(self, option: CodedOption) -> tuple[Action, ...]:
        """What the code of an option does, or would be answered with `yes` to its price."""
        return actions(self.read_line(f"7{option.code}"))

    def read_line(self, line: str) -> MailOutcome:
        return run_orders(self.desk, [line])


def actions(outcome: MailOutcome) -> tuple[Action, ...]:
    """What is done at once, and what a `yes` would do."""
    return (*outcome.actions, *(row.action for row in outcome.yes if row.action is not None))


def misspelt(text: str, chance: random.Random) -> str:
    """A text with two letters of its longest word changed round."""
    word = max(text.split(), key=len)
    at = chance.randrange(1, max(2, len(word) - 2))
    return text.replace(word, word[:at] + word[at + 1 : at + 2] + word[at] + word[at + 2 :], 1)


def ways(table: Table, option: CodedOption) -> Iterator[tuple[str, bool]]:
    """How an option may be said, and whether it must be done or offered."""
    own = label(option, table.book, table.language)
    yield own, True
    yield POLITE[table.language].format(own), True
    for language in table.book.languages:
        yield label(option, table.book, language), language == table.language
    yield misspelt(own, random.Random(own)), False


@pytest.mark.slow
@SAMPLES
@pytest.mark.parametrize(("name", "language"), alternate_variants(sorted(scenes()), ("en", "ru")))
def test_what_is_printed_is_read_as_what_it_stands_for(name: str, language: str, sample: int) -> None:
    table = Table(name, language)
    for option in table.sample(sample):
        meant = table.meant(option)
        for line, surely in ways(table, option):
            found = actions(table.read_line(line))
            assert found in ((), meant), f"{line}: {found}"
            assert found or not surely or not meant, line


@pytest.mark.slow
@SAMPLES
@pytest.mark.parametrize(("name", "language"), alternate_variants(sorted(scenes()), ("en", "ru")))
def test_what_is_denied_doubted_or_asked_is_never_done(name: str, language: str, sample: int) -> None:
    table = Table(name, language)
    for option in table.sample(sample):
        own = label(option, table.book, language)
        if own.split()[0].lower() in common_words().denials:
            continue  # nobody denies what denies
        meant = reading_of(option, table.book).typed()
        for sentence in NEVER[language]:
            outcome = table.read_line(sentence.format(own))
            assert not outcome.actions, sentence.format(own)
            if not sentence.startswith("would"):  # a request is offered
                assert meant not in actions(outcome), sentence.format(own)
