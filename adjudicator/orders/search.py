"""The search for the orders of one text: it is parted into runs of words, each about one of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from adjudicator.orders.around import is_code, is_small
from adjudicator.orders.courtesy import courtesy
from adjudicator.orders.matching import FILLERS
from adjudicator.orders.text import Word

if TYPE_CHECKING:
    from adjudicator.orders.cover import Cover, Meant

LONGEST: Final = 12
"""Words that are about one order."""
_SEVERAL: Final = 2
"""With so many ways to understand a text nothing is proposed."""


class Search:
    """The search for the orders of one text: it is parted into runs of words, each about one of them."""

    def __init__(
        self, cover: Cover, given: Sequence[Word], starts: Sequence[int], *, of_self: bool, polite: Set[int]
    ) -> None:
        self._cover = cover
        self._given = given
        self._of_self = of_self
        begun = cover.beginnings(given)
        self._around = frozenset(
            at
            for at, word in enumerate(given)
            if (at in polite or (is_small(word) and at not in begun)) and not cover.commands(word.folded)
        )
        alone = {at for at, word in enumerate(given) if is_code(word) or (word.folded,) in courtesy().links}
        self._cuts = frozenset((0, len(given), *starts, *alone, *(at + 1 for at in alone), *begun))
        self._walls = sorted(begun.intersection(starts))
        """Where a sentence begins with an order: no other order goes on behind them."""
        self._found: dict[tuple[int, str], list[tuple[Meant, ...]]] = {}

    def whole(self) -> list[tuple[Meant, ...]]:
        """The sets of the whole text with the fewest orders: one, none, or the first of several."""
        return self._from(0, "")

    def _from(self, at: int, op: str) -> list[tuple[Meant, ...]]:
        while at in self._around:
            at += 1
        if (at, op) not in self._found:
            self._found[at, op] = [()] if at == len(self._given) else self._searched(at, op)
        return self._found[at, op]

    def _searched(self, at: int, op: str) -> list[tuple[Meant, ...]]:
        best: list[tuple[Meant, ...]] = []
        for end, meant in self._runs(at, op):
            for rest in self._from(end, meant[-1].op):
                best = _fewest(best, (*meant, *rest))
        return best

    def _runs(self, at: int, op: str) -> Iterator[tuple[int, list[Meant]]]:
        """The orders with which the text may go on at a word, and the words behind each."""
        wall = next((wall for wall in self._walls if wall > at), len(self._given))
        for end in range(min(wall, at + LONGEST), at, -1):
            run = self._given[at:end]
            if run[-1].folded in FILLERS:
                continue
            if at in self._cuts and end in self._cuts and (meant := self._cover.as_it_stands(run)):
                yield end, [replace(each, span=(at, end)) for each in meant]
            elif not is_small(run[-1]) and (one := self._one(run, op)) is not None:
                yield end, [replace(one, span=(at, end))]

    def _one(self, run: Sequence[Word], op: str) -> Meant | None:
        alone = sum(map(is_small, run)) + len(self._given) - len(run) == sum(map(is_small, self._given))
        return self._cover.one(run, op, of_self=self._of_self, alone=alone)


def _fewest(best: list[tuple[Meant, ...]], found: tuple[Meant, ...]) -> list[tuple[Meant, ...]]:
    """The sets with the fewest orders, and of these at most `_SEVERAL` that differ."""
    if not best or len(found) < len(best[0]):
        return [found]
    known = any({each.key for each in one} == {each.key for each in found} for one in best)
    return best if known or len(found) > len(best[0]) or len(best) == _SEVERAL else [*best, found]
