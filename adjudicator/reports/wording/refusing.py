"""Explain why an action is refused, in words: a sentence for every code.

    refuse(no_seize_link, "%(space)s: you need a squadron or market connected to it; connected are %(connects)s")

Facts that the code declares as things of a kind stand in the sentence by their names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, TypeVar

from adjudicator.components.kinds import Kind, Many, Reference
from adjudicator.kernel.codes import Code
from adjudicator.reports.wording.speech import Speech, blanks

S = TypeVar("S", bound=Speech)
Facts = Mapping[str, Any]
Sentences = str | Mapping[Any, str]


class Refusals(Generic[S]):
    """The sentences of a game's codes."""

    def __init__(self) -> None:
        self._codes: dict[str, tuple[Code, Sentences | Callable[[Facts, S], str], str]] = {}

    def refuse(self, code: Code, words: Sentences | Callable[[Facts, S], str], *, by: str = "") -> None:
        """Declare the sentence of a code: a template, or a function of its facts.

        With `by` a template for each value of that fact, or (True, False) for whether it has one.

        Raises:
            TypeError: No fact fills a place of a template.
        """
        if not callable(words) and (missing := {blank.field for blank in blanks(words)} - code.facts.keys()):
            raise TypeError(f"{code.name}: {words!r} has places that no fact fills: {', '.join(sorted(missing))}")
        self._codes[code.name] = code, words, by

    def __contains__(self, name: str) -> bool:
        return name in self._codes

    def unsaid(self, codes: Iterable[Code]) -> list[Code]:
        """Return those of the codes that nobody has given words to."""
        return [code for code in codes if code.name not in self._codes]

    def named(self, name: str) -> tuple[str, ...]:
        """Return the facts that a code's template names; empty for a function.

        Raises:
            LookupError: The code has no words.
        """
        words = self._codes[name][1]
        return () if callable(words) else tuple(blank.field for blank in blanks(words))

    def said(self, name: str, facts: Facts, to: S) -> str:
        """Say why, in one sentence. Raises LookupError for a code that has no words here."""
        if name not in self:
            raise LookupError(f"no words for refusals {name!r}")
        code, words, by = self._codes[name]
        if callable(words):
            return words(facts, to)
        if by and not isinstance(words, str):
            words = words[facts[by] if facts[by] in words else bool(facts[by])]

        def fill(field: str, form: str) -> str:
            kind, value = code.facts[field], facts[field]
            if form and isinstance(kind, Kind) and _is_known(kind, value):
                return to.named(Reference(kind), value, form)
            return to.amount(value, form) if form and kind is int else fact(code, field, value, to)

        return to.filled(words, fill)


def fact(code: Code, name: str, value: Any, to: Speech) -> str:
    """Say one fact as the sentence needs it: things by their names, several as a list; anything else as it is."""
    kind = code.facts[name]
    if isinstance(kind, Many):
        return to.listing(_thing(kind.kind, each, to) for each in value) or to.gettext("nothing")
    if isinstance(kind, Kind):
        return _thing(kind, value, to)
    return ", ".join(map(str, value)) if kind is list else str(value)


def _thing(kind: Kind[Any], value: Any, to: Speech) -> str:
    return to.thing(kind, value) if _is_known(kind, value) else str(value)


def _is_known(kind: Kind[Any], value: Any) -> bool:
    """Return whether there is such a thing; a player may have named something else."""
    return value in kind.indexes if isinstance(value, int) else value in kind
