"""Fill the places of a template, and choose which of several templates is said.

    %(card)s               what a field names, or a figure
    %(card@genitive)s      in a case
    %(card@at)s            with its short name; `at_accusative`: that in a case
    %(losers@all)s         several as `a, b and c`; else they stand in a row
    %(owner@other)s        a seat, unless it is the one that acts; `other_genitive`
    %(place|border)s       the first of these fields that names anything
    %(price@florins)s      an amount, in a unit of the game (`Speech.units`); `less_florins`: by how much it is below 0

Of several sentences the first is said whose places all have something in them, or the last; of notes all of which any
place has something in it. Nothing is in a place that names nothing, and in a figure of nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from msgspec import Struct

from adjudicator.components.kinds import references
from adjudicator.language import Value
from adjudicator.reports.wording.speech import LESS, OTHER, Blank, Speech, Text, blanks, unfit

Texts: TypeAlias = Text | Sequence[Text]
"""A template, or several to choose from."""


def texts_of(said: Texts) -> Sequence[Text]:
    """Return the templates to choose from."""
    return (said,) if isinstance(said, str | Mapping) else said


class Filling(Struct, frozen=True):
    """Fills templates about `said`, an action or event of the seat `by`, in the words of `to`.

    `others`: places that another field fills; `made`: those that a function fills, called with what is `given`.
    """

    to: Speech
    said: Struct
    others: Mapping[str, str] = {}
    made: Mapping[str, Callable[..., Value]] = {}
    given: tuple[Any, ...] = ()
    by: str = ""
    found: dict[str, Value] = {}
    """What functions have filled already: it may cost as much as a step of play."""

    def sentence(self, words: Texts) -> str:
        """Return the template that is chosen, filled."""
        texts = texts_of(words)
        *others, last = texts
        return self._filled(next((each for each in others if all(map(self._has, blanks(each)))), last))

    def note(self, words: Texts) -> str:
        """Return all templates that have anything to say, filled."""
        due = [each for each in texts_of(words) if not blanks(each) or any(map(self._has, blanks(each)))]
        return ", ".join(self._filled(each) for each in due)

    def _filled(self, text: Text) -> str:
        return self.to.filled(text, lambda name, form: self._fill(Blank(name, form)))

    def _fill(self, blank: Blank) -> Value:
        if blank.field in self.made:
            return self._made(blank.field)
        return self.to.field(self.said, self._field(blank), blank.form)

    def _made(self, name: str) -> Value:
        if name not in self.found:
            self.found[name] = self.made[name](*self.given)
        return self.found[name]

    def _field(self, blank: Blank) -> str:
        fields = [self.others.get(field, field) for field in blank.fields]
        return next((field for field in fields if getattr(self.said, field) is not None), fields[-1])

    def _has(self, blank: Blank) -> bool:
        if blank.field in self.made:
            return self._made(blank.field) != ""
        field = self._field(blank)
        value = getattr(self.said, field)
        if field in references(type(self.said)) or not isinstance(value, int):
            return value not in (None, "", (), self.by if blank.form.startswith(OTHER) else None)
        return bool(value < 0 if blank.form.startswith(LESS) else value > 0)


def misfits(
    words: Texts, struct: type[Struct], others: Mapping[str, str] = {}, made: Mapping[str, Any] = {}
) -> Iterator[str]:
    """Yield what is wrong with templates about a struct: places that no field and no function fills."""
    for text in texts_of(words):
        if missing := sorted(set(unfit(text, struct, others)) - made.keys()):
            yield f"{struct.__name__}: {text!r} has places that no field fills: {', '.join(missing)}"
