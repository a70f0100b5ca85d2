"""Define what orders are read with (`OrderContext`), and the rows of the result, one for each order."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, Literal

from msgspec import Struct

from adjudicator.kernel.actions import Action
from adjudicator.kernel.events import ObservedEvent
from adjudicator.kernel.sandbox import Sandbox
from adjudicator.orders.options.answers import AnswerIndex
from adjudicator.orders.options.drafts import Source
from adjudicator.orders.options.pieces import Offers, Shown
from adjudicator.orders.text import Word
from adjudicator.orders.vocabulary.phrasebook import Phrasebook
from adjudicator.orders.vocabulary.phrases import Legal
from adjudicator.orders.vocabulary.refusals import Problem

Stop = Literal["draw", "answer", "over"]
"""Why play stops behind an action: something was drawn or shown, somebody else must answer, the match is over."""
Status = Literal[
    "done",  # carried out
    "filed",  # a secret answer, on file until all are in
    "offered",  # others must sign it too: it lies before them, and nothing is done yet
    "legal",  # of a dry run: it would be done
    "ready",  # nothing wrong with it, but not done because of another line
    "waiting",  # after a stop
    "refused",  # `problem` says why
    "unjudged",  # readable; whether it is legal cannot be told yet
    "ignored",  # after the end, or without an object by now
]


class OrderResult(Struct, frozen=True, omit_defaults=True):
    """The reading of one order of the mail and what became of it.

    `line` is its number in the mail (0: kept from earlier). `said` is the order as understood, in the
    player's language. `told` is what it caused, of which a seat may learn its part only. `certain` is False
    for a refusal that may vanish when the mistakes before it are corrected. Of an offer, `signers` are all who must
    sign it, `until` is how long it is to stand, as it was typed. `unsaid`: nobody wrote it, it follows the orders
    before it by itself.
    """

    line: int
    text: str
    status: Status
    source: Source = "mail"
    said: str = ""
    question: int | None = None
    action: Action | None = None
    problem: Problem | None = None
    told: tuple[ObservedEvent[Any], ...] = ()
    stop: Stop | None = None
    certain: bool = True
    signers: tuple[str, ...] = ()
    until: str = ""
    unsaid: bool = False


class Start:
    """The actions that a seat may take where a match stands, worked out once for all that read and try its lines."""

    def __init__(self, match: Sandbox, seat: str) -> None:
        self.match = match
        self._seat = seat

    @cached_property
    def answers(self) -> list[Action]:
        """The actions that answer the question that is open."""
        return self.match.options(self._seat)

    @cached_property
    def besides(self) -> list[Action]:
        """The actions that may be taken at any time, whatever is asked."""
        return [*self.match.anytime(self._seat)]

    @cached_property
    def actions(self) -> list[Action]:
        """All of these."""
        return [*self.answers, *self.besides]

    @cached_property
    def legal(self) -> Legal:
        """The same, to decide between readings."""
        return Legal(self.actions)


def _nothing_misread() -> None:
    """Return that no message before is known of which nothing was understood."""


class OrderContext(Struct, frozen=True):
    """The context in which a seat's orders are read: a sandbox, the seat, its language, words and what it was offered.

    `shown` gives the words with which the newest question shows its answers, by full code; it is asked only for lines
    that are no orders as they stand. `is_term` says whether a text names how long an offer can stand. For what a
    moderator does by hand: `fields` are the words for fields of the position, `public` says that they may touch only
    what everybody knows.
    """

    match: Sandbox
    seat: str
    language: str
    book: Phrasebook
    offers: Offers = Offers()
    shown: Shown = dict
    is_term: Callable[[str], bool] = bool
    fields: Mapping[str, Mapping[str, str]] = {}
    public: bool = False
    compared: AnswerIndex | None = None
    begun: Start | None = None
    called: frozenset[str] = frozenset()
    """The sounds of the words of the names of who writes: below orders they sign."""
    suggested: Callable[[], tuple[str, ...] | None] = _nothing_misread
    """The codes that the newest answer named, if nothing of the message before was understood; else None."""

    def is_thing(self, name: Sequence[Word]) -> bool:
        """Return whether words, all of them, name something of the game."""
        book = self.book.book
        given = tuple(word.folded for word in name)
        return any(book.shelf(kind).is_whole(given) for kind in book.kinds()) or bool(book.by_short(" ".join(given)))

    def start(self) -> Start:
        """Return what the seat may do where the match stands."""
        begun = self.begun
        return begun if begun is not None and begun.match is self.match else Start(self.match, self.seat)

    def answers(self) -> AnswerIndex:
        """Return what the seat was offered, to compare lines with."""
        return self.compared or AnswerIndex(self.offers, self.book, self.language, self.shown, self.seat)
