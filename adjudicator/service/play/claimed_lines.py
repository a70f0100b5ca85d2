"""Lines that a game claims: they read like a command of the service, and are orders of the game that are legal now."""

from collections.abc import Callable, Container, Sequence
from functools import lru_cache
from typing import NamedTuple

from adjudicator.orders.text import order_part, tokenize
from adjudicator.orders.vocabulary.phrases import AROUND
from adjudicator.service.play.offers import phrasebook


class Claims(NamedTuple):
    """The claims of a game on the lines of a message.

    `orders_in` returns the places of those of some lines that are orders which may be given now, one after the other:
    all lines of a message are tried at once, so that no line is tried again for each one behind it.
    """

    game: str
    orders_in: Callable[[Sequence[str]], Container[int]]

    def speaks(self, line: str) -> bool:
        """Return whether the line begins with a verb of the game, unabridged, or has one around a name."""
        given = _folded(order_part(line))
        return any(
            given[: len(head)] == head and given[len(given) - len(tail) :] == tail for head, tail in verbs_of(self.game)
        )


@lru_cache(maxsize=32)
def verbs_of(game: str) -> frozenset[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Return the verbs of a game in all their forms and languages, word by word: before and behind their gap."""
    forms = (form for pattern in phrasebook(game).patterns for forms in pattern.phrase.verbs.values() for form in forms)
    parted = (form.partition(AROUND) for form in forms if form)
    return frozenset((_folded(head), _folded(tail)) for head, _, tail in parted)


def _folded(text: str) -> tuple[str, ...]:
    return tuple(word.folded for word in tokenize(text))
