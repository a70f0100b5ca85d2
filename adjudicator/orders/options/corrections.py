"""Corrections: which line of a draft each order of a new mail takes the place of.

It is found by words alone and nothing is tried. An order that a right line says already is that line. Every other one
takes the place of the wrong line that is nearest in words, else of the first wrong one that is left: those that could
not be read come first, those that may be right once the others are corrected come last. More orders follow the one
before them, an end stands behind all.
What must hold: no right line is lost, none is doubled, and a line that is gone is named by `replaced` or `unsaid`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct
from rapidfuzz.distance import OSA

from adjudicator.orders.options.drafts import DraftLine, KeptLine, in_words, key

_ALIKE = 0.5
"""How alike an order and the wrong line are that it corrects, where there are several."""
_SAME = 0.8
"""How alike a line of several orders and the wrong line are that it corrects as a whole."""


class Part(Struct, frozen=True):
    """One order of a mail as a line of its own, or a line of the mail that cannot be taken apart.

    `whole` is the line of the mail, `text` the order as it was typed, `said` in the words of the seat's language.
    `clear`: it is an order; `idle`: it says nothing. `aside`: it answers no question and may be given at any time.
    `ends`: it ends a round.
    """

    line: DraftLine
    whole: str
    text: str
    said: str = ""
    clear: bool = False
    idle: bool = False
    aside: bool = False
    ends: bool = False


class Dropped(Struct, frozen=True, omit_defaults=True):
    """A line of a draft that is no more, and what has taken its place, if anything has."""

    text: str
    by: str = ""


class Correction:
    """A draft and the mail that follows it."""

    def __init__(self, parts: Sequence[Part], draft: Sequence[KeptLine], closers: frozenset[str]) -> None:
        """Compare the parts of a mail with a draft. `closers` are the keys of all words that end a round.

        Lines that have waited in vain need a `yes`: nothing is wrong with them that a mail could correct.
        """
        self._parts = parts
        self._orders = [part for part in parts if not part.idle]
        self._all = draft
        self._draft = [line for line in draft if not line.behind]
        right = {at for at, line in enumerate(self._draft) if not line.wrong}
        ends = {at for at in right if not closers.isdisjoint((key(self._draft[at].text), key(self._draft[at].said)))}
        wrong = [at for at, line in enumerate(self._draft) if line.wrong]
        self._wrong = sorted(wrong, key=lambda at: (self._draft[at].excuse, at))
        self._end = next((at for at in sorted(ends) if all(later in ends for later in range(at, len(self._draft)))), -1)
        self._put = self._whole_lines()
        self._again = self._said_again(right)
        self._aside = [part for part in self._orders if part.aside and not self._is_near(part)]
        said = set(map(id, self._again.values()))
        said |= {id(part) for put in self._put.values() for part in put}
        self._fresh = [
            part for part in self._orders if part not in self._aside and not (part.clear and id(part) in said)
        ]
        self.repeats = bool(right - ends) and right - ends <= self._again.keys()
        """Every right line is said again, but perhaps for the end: what is wrong may be left out."""
        self.anew = self.repeats and len(self._orders) > 1 and right <= self._again.keys()
        """Every right line is said again, and it is more than one order: the mail is a set of its own."""
        self.only_ends = bool(self._wrong and right - ends) and all(part.ends for part in self._orders)
        """Nothing is said but the end, with right lines before it that an end alone would lose."""
        self.ends = any(part.ends for part in self._orders)
        """The round is ended."""
        self.aside = bool(self._aside) and len(self._aside) == len(self._orders)
        """Nothing is said that answers the question: the draft stays as it is."""
        if len(self._orders) == 1 and self._wrong and not (self._fresh or self._aside or self.only_ends):
            self._again, self._fresh = {}, list(self._orders)  # the corrected line says the same as a right one
        self._place()

    @property
    def corrects(self) -> bool:
        """Return whether the mail has an order for the place of a wrong line."""
        return any(at in self._put for at in self._wrong)

    @property
    def lines(self) -> list[DraftLine]:
        """The draft with the orders of the mail in their places."""
        kept = [part.line for part in self._parts if part.idle or part in self._aside]
        for at, line in enumerate(self._draft):
            if at == self._end:
                kept += [part.line for part in self._put.get(-1, ())]
            if at in self._put:
                kept += [part.line for part in self._put[at]]
            elif at not in self._again:
                kept.append(DraftLine(0, line.text, "draft", doubts=line.doubts))
            elif self._again[at].clear:
                kept.append(self._again[at].line)
        last = self._put.get(-1, ()) if self._end < 0 else ()
        return [*kept, *(part.line for part in last)]

    @property
    def replaced(self) -> tuple[Dropped, ...]:
        """The lines that are no longer among `lines`."""
        gone = [
            Dropped(self._draft[at].in_words, "; ".join(in_words(part.text, part.said) for part in put))
            for at, put in sorted(self._put.items())
            if at >= 0 and not self._is_typed(self._draft[at])
        ]
        return (*gone, *(Dropped(line.in_words) for line in self._all if line.behind and not self._is_typed(line)))

    @property
    def unsaid(self) -> tuple[KeptLine, ...]:
        """The lines that the mail does not say again."""
        again = [self._draft[at] for at in self._again]
        return tuple(line for line in self._all if line not in again and not self._is_typed(line))

    def _whole_lines(self) -> dict[int, list[Part]]:
        """Return the lines of several orders that correct a line of several as a whole, by its place."""
        put: dict[int, list[Part]] = {}
        for number in dict.fromkeys(part.line.number for part in self._orders):
            parts = [part for part in self._orders if part.line.number == number]
            near = [at for at in self._wrong if at not in put and _alike(parts[0].whole, self._draft[at].text) >= _SAME]
            if near and len(parts) > 1:
                put[near[0]] = parts
        return put

    def _said_again(self, right: set[int]) -> dict[int, Part]:
        """Return which right lines are said again, by their places: each by an order, or within a line not read."""
        put = {id(part) for parts in self._put.values() for part in parts}
        again: dict[int, Part] = {}
        for part in self._orders:
            for at in sorted(right - again.keys()) if id(part) not in put else ():
                line = self._draft[at]
                if (part.clear and part.said and part.said == line.said) or _holds(part, line):
                    again[at] = part
                    if part.clear:
                        break
        return again

    def _place(self) -> None:
        """Put the new orders in the places of the wrong lines that they correct; -1 is the end of the draft.

        A line that may be right once the others are corrected leaves its place only to a line that is like it.
        """
        orders = [part for part in self._fresh if not part.ends]
        surely = [at for at in self._wrong if self._draft[at].excuse < 2 and at not in self._put]
        found = self._nearest(dict(enumerate(orders)), surely)
        free = [at for at in surely if at not in found.values()]
        for number in range(len(orders)):
            if number not in found and free:
                found[number] = free.pop(0)
        lines = {orders[number].line.number for number in found}
        rest = {number: part for number, part in enumerate(orders) if part.line.number not in lines}
        found |= self._nearest(rest, [at for at in self._wrong if self._draft[at].excuse == 2])
        before = next((found[number] for number in range(len(orders)) if number in found), -1)
        for number, part in enumerate(orders):
            before = found.get(number, before)
            self._put.setdefault(before, []).append(part)
        if ends := [part for part in self._fresh if part.ends]:
            last = len(self._draft) - 1
            self._put.setdefault(last if not orders and last in free else -1, []).extend(ends)

    def _nearest(self, orders: Mapping[int, Part], places: Sequence[int]) -> dict[int, int]:
        """Return for orders by their numbers the places of lines that are like them, the likest first."""
        alike = sorted(
            (-_likeness(part, self._draft[at]), number, rank, at)
            for number, part in orders.items()
            for rank, at in enumerate(places)
        )
        found: dict[int, int] = {}
        for likeness, number, _, at in alike:
            if -likeness >= _ALIKE and number not in found and at not in found.values():
                found[number] = at
        return found

    def _is_near(self, part: Part) -> bool:
        return any(_likeness(part, self._draft[at]) >= _ALIKE for at in self._wrong)

    def _is_typed(self, line: KeptLine) -> bool:
        return any(_holds(part, line) for part in self._orders)


def _holds(part: Part, line: KeptLine) -> bool:
    """Return whether an order is typed like a line, or a line that is not clear holds it."""
    return key(part.text) == key(line.text) if part.clear else f" {key(line.text)} " in f" {key(part.text)} "


def _likeness(part: Part, line: KeptLine) -> float:
    """Return how alike an order and a line are, from 0 to 1: 1 also for what was proposed for the line."""
    said, meant = key(part.text), key(line.meant)
    return 1.0 if meant and said in (meant, meant.lstrip("0123456789")) else _alike(part.text, line.text)


def _alike(one: str, other: str) -> float:
    """Return how alike two lines are, from 0 to 1: in letters, or in words."""
    one, other = key(one), key(other)
    words, others = set(one.split()), set(other.split())
    shared = len(words & others) / max(len(words), len(others), 1)
    return max(shared, OSA.normalized_similarity(one, other))
