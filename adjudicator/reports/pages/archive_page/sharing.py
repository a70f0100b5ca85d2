"""Shapes that several pieces of a sheet have, alone or in a row, once: so in groups as well, however deep."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

_TOKEN = re.compile(r"<(?:text|clipPath)\b.*?</(?:text|clipPath)>|<[^>]*/>|<g[^>]*>|</g>", re.S)
_USE, _DEFINITION = 18, 15
"""Signs of a reference, and those around what it refers to."""
_ROUNDS = 12
"""The number of times that rows are made longer by half."""

Pair = tuple[int, int]


class Shared:
    """The bodies of pieces, each a row of elements; `bodies` and `definitions` are what they come to.

    Pairs of neighbours that stand in many places become one element, again and again, where that makes the page
    smaller.
    """

    def __init__(self, bodies: Sequence[str]) -> None:
        self._number_of: dict[tuple[str, tuple[int, ...]], int] = {}
        self._heads: list[str] = []
        self._rows: list[tuple[int, ...]] = []
        self._pieces = [self._row(_TOKEN.finditer(body)) for body in bodies]
        for _ in range(_ROUNDS):
            if not self._join():
                break
        self._uses = self._counted()
        self._weights = self._weighed(self._uses)
        self._names: dict[int, int] = {}
        self._written: list[str] = []
        self.bodies = ["".join(map(self._said, row)) for row in self._pieces]

    def definitions(self) -> Iterator[str]:
        """Yield the definitions to which the bodies refer."""
        return (f'<g id="k{name}">{body}</g>' for name, body in enumerate(self._written))

    def _row(self, tokens: Iterator[re.Match[str]]) -> tuple[int, ...]:
        row = []
        for token in tokens:
            told = token[0]
            if told == "</g>":
                break
            inner = self._row(tokens) if told.startswith("<g") else ()
            row.append(self._element(told, inner))
        return tuple(row)

    def _element(self, head: str, row: tuple[int, ...]) -> int:
        number = self._number_of.setdefault((head, row), len(self._heads))
        if number == len(self._heads):
            self._heads.append(head)
            self._rows.append(row)
        return number

    def _counted(self) -> Counter[int]:
        """Count the rows in which an element is; only what is reached from the pieces counts."""
        uses: Counter[int] = Counter(each for row in self._pieces for each in row)
        waiting = list(uses)
        while waiting:
            for each in self._rows[waiting.pop()]:
                if each not in uses:
                    waiting.append(each)
                uses[each] += 1
        return uses

    def _weighed(self, uses: Counter[int]) -> dict[int, int]:
        """Return the number of characters of each element, with what is in it written as shortly as possible."""
        weights: dict[int, int] = {}

        def weigh(number: int) -> int:
            if number not in weights:
                head, row = self._heads[number], self._rows[number]
                around = len(head) + len("</g>") if head.startswith("<g") else len(head)
                weights[number] = around + sum(_told(weigh(each), uses[each]) for each in row)
            return weights[number]

        for number in uses:
            weigh(number)
        return weights

    def _join(self) -> bool:
        """Put pairs together that are worth it; False: there are none."""
        uses = self._counted()
        weights = self._weighed(uses)
        rows = [*self._pieces, *(self._rows[number] for number in uses)]
        pairs = Counter(pair for row in rows for pair in pairwise(row))
        worth: dict[Pair, int] = {}
        for (one, other), times in pairs.items():
            weight = _told(weights[one], uses[one]) + _told(weights[other], uses[other])
            saved = times * weight - times * _USE - weight - _DEFINITION
            if saved > 0:
                worth[one, other] = saved
        if not worth:
            return False
        self._pieces = [self._joined(row, worth) for row in self._pieces]
        for number in list(uses):
            if self._heads[number]:
                self._rows[number] = self._joined(self._rows[number], worth)
        return True

    def _joined(self, row: tuple[int, ...], worth: dict[Pair, int]) -> tuple[int, ...]:
        made, at = [], 0
        saved = [worth.get(pair, 0) for pair in pairwise(row)] + [0, 0]
        while at < len(row):
            if saved[at] and saved[at] >= saved[at + 1]:
                made.append(self._element("", row[at : at + 2]))
                at += 2
            else:
                made.append(row[at])
                at += 1
        return tuple(made)

    def _said(self, number: int) -> str:
        if not _worth_a_name(self._weights[number], self._uses[number]):
            return self._body(number)
        if number not in self._names:
            self._names[number] = -1
            body = self._body(number)
            self._names[number] = len(self._written)
            self._written.append(body)
        return f'<use href="#k{self._names[number]}"/>'

    def _body(self, number: int) -> str:
        head, inner = self._heads[number], "".join(map(self._said, self._rows[number]))
        return f"{head}{inner}</g>" if head.startswith("<g") else head + inner


def _worth_a_name(weight: int, uses: int) -> bool:
    return (uses - 1) * weight > uses * _USE + _DEFINITION


def _told(weight: int, uses: int) -> int:
    return _USE if _worth_a_name(weight, uses) else weight
