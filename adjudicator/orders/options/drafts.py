"""Keep what is left of a mail: lines of a set with a mistake, and lines that wait after a stop."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.orders.text import NO_DOUBTS, Doubts, order_part, tokenize
from adjudicator.orders.text.common import without_announcement

MOST_LINES = 200
"""More lines than any round has orders; later lines were not meant as orders."""

Source = Literal["mail", "draft", "waiting"]


class KeptLine(Struct, frozen=True, omit_defaults=True):
    """A line that is stored for later.

    `wrong`: the line of a draft that must be corrected, `excuse`: 0 if it could not be read, 1 if it was read and not
    legal, 2 if that may change once the lines before it are corrected. `meant`: what was proposed for it, a line each,
    `idle`: nothing in it could be an order, so that it may be left out. `behind`: the number of the question that must
    be answered before a waiting line is tried again; `own`: this seat is the one who answers it. `doubts`: words of its
    mail whose bytes may mean other letters. `said`: the order as it was understood, in the words of the seat's
    language. `unsaid`: nobody wrote it, it follows the orders before it by itself.
    """

    text: str
    wrong: bool = False
    behind: int = 0
    own: bool = False
    meant: str = ""
    idle: bool = False
    doubts: Doubts = {}
    said: str = ""
    excuse: int = 0
    unsaid: bool = False

    @property
    def in_words(self) -> str:
        """Return what was typed, and the order beside it where that says more."""
        return in_words(self.text, self.said)


class DraftLine(Struct, frozen=True):
    """A line to be tried: its number in the mail (0 for lines kept from earlier) and where it comes from."""

    number: int
    text: str
    source: Source = "mail"
    behind: int = 0
    own: bool = False
    doubts: Doubts = {}
    unsaid: bool = False


def from_mail(lines: Sequence[str], doubts: Doubts = NO_DOUBTS) -> list[DraftLine]:
    """Return the lines of a message that may be orders, numbered from 1 as in the message; the first 200 of them."""
    numbered = enumerate(lines, 1)
    return [DraftLine(number, text, doubts=doubts) for number, text in numbered if order_part(text)][:MOST_LINES]


def with_announcements(lines: Sequence[DraftLine]) -> list[DraftLine]:
    """Return lines of which each that ends by saying that more is to come says so in a line of its own."""
    found: list[DraftLine] = []
    for line in lines:
        order, more = without_announcement(line.text)
        found += [replace(line, text=text) for text in (order, more) if order_part(text)]
    return found


def confirmed(draft: Sequence[KeptLine], closers: frozenset[str]) -> list[DraftLine]:
    """Return the lines that `yes` confirms: the draft with the proposals for wrong lines, without idle lines.

    The end of the round comes last, and is dropped if an idle line was. Empty if a wrong line is still open.
    """
    if any(line.wrong and not line.meant and not line.idle for line in draft):
        return []
    less = any(line.idle for line in draft)
    kept = [line for line in draft if not line.idle and not (less and key(line.text) in closers)]
    meant = ((line, text) for line in kept for text in (line.meant or line.text).split("\n"))
    told = [DraftLine(0, text, "draft", doubts=line.doubts) for line, text in meant]
    ends = [line for line in told if key(line.text) in closers]
    return [*(line for line in told if line not in ends), *ends[-1:]]


def waiting_lines(waiting: Sequence[KeptLine], new: Sequence[DraftLine]) -> list[DraftLine]:
    """Return lines that waited, to be tried behind the new ones; those that the mail repeats are dropped."""
    repeated = {key(line.text) for line in new}
    return [
        DraftLine(0, line.text, "waiting", line.behind, line.own, doubts=line.doubts, unsaid=line.unsaid)
        for line in waiting
        if key(line.text) not in repeated
    ]


def key(text: str) -> str:
    """Return the key of a line: two lines with the same key are the same line."""
    return " ".join(word.folded for word in tokenize(order_part(text)))


def in_words(text: str, said: str) -> str:
    """Return what was typed, and the order beside it where that says more."""
    return text if not said or key(said) == key(text) else f"{text} - {said}"
