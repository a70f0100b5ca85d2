"""Sentences beside the orders of a letter: what its writer thought of first, why he orders what he does, and what he
leaves for another mail.

`I was going to flag Savoy but Sweden gives more. So D4E2, flag Sweden` orders what stands behind the thought, `Lally
belongs in India, so Third Carnatic War` what stands behind the reason. Left out, the rest may say it whole; that is
only proposed, for what is left out may name things of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain

from adjudicator.orders.around import is_small
from adjudicator.orders.courtesy import courtesy, first_of
from adjudicator.orders.spoken import asks, clauses, considers
from adjudicator.orders.text import SENTENCE, Word


class Asides:
    """Takes asides out of lines. `may_order` says of words whether they are of the game, `begins` of clauses whether
    they begin as orders do.
    """

    def __init__(self, may_order: Callable[[Word], bool], begins: Callable[[Sequence[Word]], bool]) -> None:
        self._may_order = may_order
        self._begins = begins

    def without(self, line: str) -> str:
        """The line without them; the same line where it has none."""
        told = [self._without(sentence) for sentence in SENTENCE.findall(line)]
        return "".join(told).strip() if told else line

    def _without(self, sentence: str) -> str:
        if asks(sentence):
            return sentence
        parts = clauses(sentence)
        begins = (word.folded for part in parts[:1] for word in part[:2])
        if not courtesy().supposing.isdisjoint(begins) and not self._leaves(parts):
            return sentence
        if self._leaves(parts) or self._considers(parts):
            return ""
        behind = self._behind_reason(parts)
        return sentence if behind is None else " " + sentence[behind.column - 1 :]

    def _leaves(self, parts: Sequence[Sequence[Word]]) -> bool:
        """Whether a sentence says what will be written later, and names nothing."""
        later = any(first_of(part, at, courtesy().later) for part in parts for at in range(len(part)))
        return later and not any(self._may_order(word) for part in parts for word in part)

    def _considers(self, parts: Sequence[Sequence[Word]]) -> bool:
        """Whether a sentence tells of something that was thought of first, and why that is not done."""
        if not parts or not considers(parts[0]):
            return False
        return any(word.folded in courtesy().but for word in (*parts[0][1:], *chain.from_iterable(parts[1:])))

    def _behind_reason(self, parts: Sequence[Sequence[Word]]) -> Word | None:
        """The word with which the order begins behind a reason: `…, so Calicut`; None where there is no reason."""
        for at, part in enumerate(parts[1:], 1):
            length = first_of(part, 0, courtesy().therefore)
            if not length or length == len(part):
                continue
            before = [word for some in parts[:at] for word in some if not is_small(word)]
            orders = any(map(self._begins, parts[:at]))
            strange = any(not self._may_order(word) for word in before)
            return part[length] if strange and not orders else None
        return None
