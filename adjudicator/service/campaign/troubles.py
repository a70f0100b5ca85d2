"""Say why something that a person wants cannot be: each reason once, in words that they read in their language."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from adjudicator.language import Language, msgid

Called = Callable[[str], str]
"""Names a seat to a reader."""
Fact = str | int | Sequence[str] | Callable[[Language], str]


class Rejected(Exception):  # noqa: N818 - an answer to a person, nothing broke
    """Something is refused, for the reason called `trouble`.

    Facts called `seat` or `seats` are names of seats: readers know them by other words. A fact that can be called
    gives its words in the reader's language.
    """

    def __init__(self, why: RejectionReason, /, **facts: Fact) -> None:
        super().__init__(why.name)
        self.trouble = why.name
        self._message, self._facts = why.message, facts

    def text(self, words: Language, called: Called = str) -> str:
        """Return the reason as a sentence in the reader's language, with the seats as the reader knows them."""
        return words.gettext(
            self._message, **{name: _told(words, called, name, it) for name, it in self._facts.items()}
        )


def _told(words: Language, called: Called, name: str, fact: Fact) -> str:
    if callable(fact):
        return fact(words)
    given = (str(fact),) if isinstance(fact, str | int) else fact
    return ", ".join(map(called, given) if name in ("seat", "seats") else given)


class RejectionReason(NamedTuple):
    """A reason: its name, and a sentence that says what is possible instead, to be filled with facts."""

    name: str
    message: str

    def __call__(self, **facts: Fact) -> Rejected:
        """Return the refusal for this reason."""
        return Rejected(self, **facts)


not_running = RejectionReason("not_running", msgid("The campaign does not run now: it is paused, over, or not begun."))
as_it_is = RejectionReason("as_it_is", msgid("No change: it is already set this way."))
