"""The words of the game in one language: names of things, with their cases and short names, and amounts."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, cast

from adjudicator.components.kinds import Kind
from adjudicator.components.names import Case
from adjudicator.language import Language
from adjudicator.reports import speech as spoken
from adjudicator.reports.model import Party

from ..catalogue import in_game
from ..facts import BANK
from ..names import names


class Speech(spoken.Speech):
    """A language with the words and names of the game."""

    __slots__ = ("_names",)

    def __init__(self, language: Language) -> None:
        super().__init__(in_game(language))
        self._names = names(language.code)

    # names

    def thing(self, kind: Kind[Any], id: Any) -> str:
        """What a thing is called, by its id or number."""
        return self._names.name(kind, _id(kind, id))

    def inflected(self, kind: Kind[Any], id: Any, case: str) -> str:
        """Its name in a case."""
        return self._names.in_case(kind, _id(kind, id), cast(Case, case))

    def heading(self, kind: Kind[Any], id: Any) -> str:
        """A name at the beginning of a line."""
        name = self.thing(kind, id)
        return f"{name[:1].upper()}{name[1:]}"

    def short(self, kind: Kind[Any], id: Any) -> str:
        """The short name of a thing: `A15`."""
        return names.short.of(kind, _id(kind, id))

    def at(self, kind: Kind[Any], id: Any, case: str = "") -> str:
        """A thing with its short name: `Lyon A15`, in Russian in a case."""
        name = self.inflected(kind, id, case) if case else self.thing(kind, id)
        return f"{name} {self.short(kind, id)}".strip()

    def chip(self, kind: Kind[Any], id: Any) -> str:
        """What a thing is called on a link, where there is room for eleven letters."""
        return names.chip(kind, _id(kind, id), self.language.code)

    def forms(self, kind: Kind[Any], id: Any) -> tuple[str, ...]:
        """All names of something that a draw may bring."""
        return self._names.forms(kind, _id(kind, id))

    def bank(self, seat: str, case: str = "") -> str:
        """A bank, in Russian in a case."""
        return self.inflected(BANK, seat, case) if case else self.thing(BANK, seat)

    def party(self, seat: str) -> Party:
        """A bank as an actor."""
        name = self.bank(seat)
        return Party(
            name=name,
            letter=name[:1],
            tone=BANK.index[seat] + 1,
            whom=self.bank(seat, "accusative"),
            whose=self.bank(seat, "genitive"),
        )

    # amounts

    def florins(self, n: int) -> str:
        """`3 florins`."""
        return self.ngettext("%(n)s florin", "%(n)s florins", n)

    def actions(self, n: int) -> str:
        """`2 actions`."""
        return self.ngettext("%(n)s action", "%(n)s actions", n)


def _id(kind: Kind[Any], id: Any) -> str:
    return str(kind.id_of(id)) if isinstance(id, int) else str(id)


@lru_cache(maxsize=8)
def speech(language: Language) -> Speech:
    """The words of a language."""
    return Speech(language)
