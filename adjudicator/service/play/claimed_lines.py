"""Lines that a game claims: they read like a command of the service, and are orders of the game that are legal now."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from adjudicator.orders.text import order_part, words
from adjudicator.orders.vocabulary.phrases import AROUND
from adjudicator.service.play.offers import phrasebook


class Claims(NamedTuple):
    """The claims of a game on the lines of a message.

    `may_order` tells whether the last of some lines is an order that may be given now, after the others.
    """

    game: str
    may_order: Callable[[Sequence[str]], bool]

    def speaks(self, line: str) -> bool:
        """Return whether the line begins with a verb of the game, unabridged, or has one around a name."""
        given = _folded(order_part(line))
        return any(
            given[: len(head)] == head and given[len(given) - len(tail) :] == tail for head, tail in verbs_of(self.game)
        )

    def legal(self, line: str, before: Sequence[str]) -> bool:
        """Return whether a line is legal now, or after the lines before it."""
        return self.speaks(line) and self.may_order((*before, line))


@lru_cache(maxsize=32)
def verbs_of(game: str) -> frozenset[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Return the verbs of a game in all their forms and languages, word by word: before and behind their gap."""
    forms = (form for pattern in phrasebook(game).patterns for forms in pattern.phrase.verbs.values() for form in forms)
    parted = (form.partition(AROUND) for form in forms if form)
    return frozenset((_folded(head), _folded(tail)) for head, _, tail in parted)


def _folded(text: str) -> tuple[str, ...]:
    return tuple(word.folded for word in words(text))
