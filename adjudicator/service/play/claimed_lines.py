"""Lines that a game claims: they read like a command of the service, and are orders of the game that are legal now."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from adjudicator.orders.text import order_part, words
from adjudicator.service.play.offers import phrasebook


class Claims(NamedTuple):
    """The claims of a game on the lines of a message.

    `may_order` tells whether the last of some lines is an order that may be given now, after the others.
    """

    game: str
    may_order: Callable[[Sequence[str]], bool]

    def speaks(self, line: str) -> bool:
        """Return whether the line begins with a verb of the game, unabridged."""
        given = tuple(word.folded for word in words(order_part(line)))
        return any(given[: len(verb)] == verb for verb in verbs_of(self.game))

    def legal(self, line: str, before: Sequence[str]) -> bool:
        """Return whether a line is legal now, or after the lines before it."""
        return self.speaks(line) and self.may_order((*before, line))


@lru_cache(maxsize=32)
def verbs_of(game: str) -> frozenset[tuple[str, ...]]:
    """Return the verbs of a game in all their forms and languages, word by word."""
    forms = (form for pattern in phrasebook(game).patterns for forms in pattern.phrase.verbs.values() for form in forms)
    return frozenset(tuple(word.folded for word in words(form)) for form in forms if form)
