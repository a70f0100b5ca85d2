"""Keep what is left of a mail: lines of a set with a mistake, and lines that wait after a stop."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct
from rapidfuzz.distance import OSA

from adjudicator.orders.text import NO_DOUBTS, Doubts, order_part, words

MOST_LINES = 200
"""More lines than any round has orders; later lines were not meant as orders."""

_NEAR = 0.8
"""How alike two spellings of a line are."""

Source = Literal["mail", "draft", "waiting"]


class Kept(Struct, frozen=True, omit_defaults=True):
    """A line that is stored for later.

    `wrong`: the line of a draft that must be corrected, `meant`: what was proposed for it, a line each, `idle`: nothing
    in it could be an order, so that it may be left out. `behind`: the number of the question that must be answered
    before a waiting line is tried again; `own`: this seat is the one who answers it. `doubts`: words of its mail whose
    bytes may mean other letters. `said`: the order as it was understood, in the words of the seat's language.
    """

    text: str
    wrong: bool = False
    behind: int = 0
    own: bool = False
    meant: str = ""
    idle: bool = False
    doubts: Doubts = {}
    said: str = ""

    @property
    def in_words(self) -> str:
        """Return what was typed, and the order beside it where that says more."""
        return self.text if not self.said or key(self.said) == key(self.text) else f"{self.text} - {self.said}"


class Line(Struct, frozen=True):
    """A line to be tried: its number in the mail (0 for lines kept from earlier) and where it comes from."""

    number: int
    text: str
    source: Source = "mail"
    behind: int = 0
    own: bool = False
    doubts: Doubts = {}


def from_mail(lines: Sequence[str], doubts: Doubts = NO_DOUBTS) -> list[Line]:
    """Return the lines of a message that may be orders, numbered from 1 as in the message; the first 200 of them."""
    numbered = enumerate(lines, 1)
    return [Line(number, text, doubts=doubts) for number, text in numbered if order_part(text)][:MOST_LINES]


def with_draft(new: Sequence[Line], draft: Sequence[Kept], closers: frozenset[str]) -> list[Line]:
    """Return the set of lines that the player means with an answer to a draft.

    The new lines replace the wrong ones, in order; what is left over follows the last of them, or comes at the end if
    nothing was wrong but something was missing.

    A message that repeats a line of the draft is a whole new set and replaces it, also if it has several orders in one
    line; a prefilled `end` is no repetition, nor is a wrong line alone.
    """
    right = {key(line.text) for line in draft if not line.wrong}
    if not draft or not new or _repeats(new, {key(line.text) for line in draft} - closers, right - closers):
        return list(new)
    fresh = [line for line in new if key(line.text) not in right & closers]
    wrong = [place for place, line in enumerate(draft) if line.wrong]
    if not fresh or (wrong and all(key(line.text) in closers for line in fresh)):
        return list(new)
    old = [Line(0, line.text, "draft", doubts=line.doubts) for line in draft]
    if not wrong:
        end = len(old) if key(old[-1].text) not in closers else len(old) - 1
        return [*old[:end], *fresh, *old[end:]]
    for place in wrong[:-1]:
        old[place] = fresh.pop(0) if fresh else old[place]
    return [*old[: wrong[-1]], *(fresh or [old[wrong[-1]]]), *old[wrong[-1] + 1 :]]


def _repeats(new: Sequence[Line], drafted: set[str], right: set[str]) -> bool:
    """Return whether lines hold one that was right, or two of a draft, or are several of which one is of it."""
    typed = [f" {key(line.text)} " for line in new]
    again = {each for each in drafted if any(f" {each} " in line for line in typed)}
    return bool(again & right) or len(again) > 1 or (len(new) > 1 and any(f" {each} " in typed for each in drafted))


def corrects(new: Sequence[Line], draft: Sequence[Kept], closers: frozenset[str]) -> bool:
    """Return whether every line of a mail but an end corrects a wrong line of a draft, or is what was proposed."""
    wrong = {key(line.text): key(line.meant) for line in draft if line.wrong and not line.behind}
    fresh = [said for line in new if (said := key(line.text)) not in closers]
    return bool(wrong and fresh) and all(
        any(said in (meant, meant.lstrip("0123456789")) or _is_near(said, typed) for typed, meant in wrong.items())
        for said in fresh
    )


def _is_near(one: str, other: str) -> bool:
    return one != other and OSA.normalized_similarity(one, other) >= _NEAR


def confirmed(draft: Sequence[Kept], closers: frozenset[str]) -> list[Line]:
    """Return the lines that `yes` confirms: the draft with the proposals for wrong lines, without idle lines.

    The end of the round comes last, and is dropped if an idle line was. Empty if a wrong line is still open.
    """
    if any(line.wrong and not line.meant and not line.idle for line in draft):
        return []
    less = any(line.idle for line in draft)
    kept = [line for line in draft if not line.idle and not (less and key(line.text) in closers)]
    meant = ((line, text) for line in kept for text in (line.meant or line.text).split("\n"))
    told = [Line(0, text, "draft", doubts=line.doubts) for line, text in meant]
    ends = [line for line in told if key(line.text) in closers]
    return [*(line for line in told if line not in ends), *ends[-1:]]


def waiting_lines(waiting: Sequence[Kept], new: Sequence[Line]) -> list[Line]:
    """Return lines that waited, to be tried behind the new ones; those that the mail repeats are dropped."""
    repeated = {key(line.text) for line in new}
    return [
        Line(0, line.text, "waiting", line.behind, line.own, doubts=line.doubts)
        for line in waiting
        if key(line.text) not in repeated
    ]


def key(text: str) -> str:
    """Return the key of a line: two lines with the same key are the same line."""
    return " ".join(word.folded for word in words(order_part(text)))
