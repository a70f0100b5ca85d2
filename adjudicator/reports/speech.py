"""A language with the words of one game: its messages, and what its things are called."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias, cast, get_type_hints

from msgspec import Struct

from adjudicator.components.kinds import Kind, Reference, references
from adjudicator.components.names import Case, Naming
from adjudicator.language import Language, Value
from adjudicator.reports.model import Party

Text: TypeAlias = str | Mapping[str, str]
"""A message of a catalogue, or a text in every language that the game knows, by code; English always."""

_BLANK = re.compile(r"%\((\w+)(?:@(\w+))?\)")


class Blank(NamedTuple):
    """A place of a message to be filled: of which field, in which case ("": as the name stands)."""

    field: str
    case: str

    def __str__(self) -> str:
        return f"{self.field}@{self.case}" if self.case else self.field


@lru_cache(maxsize=4096)
def _blanks(text: str) -> tuple[Blank, ...]:
    return tuple(dict.fromkeys(map(Blank._make, _BLANK.findall(text))))


def blanks(text: Text) -> tuple[Blank, ...]:
    """What a message has places for: `space` in `%(space)s: fort seized`, `space@genitive` for a case."""
    return _blanks(text if isinstance(text, str) else " ".join(text.values()))


class Speech:
    """Messages in a language, filled with the names of a game's things.

    A game overrides `thing`, and adds the phrases that it says in more than one place.
    """

    __slots__ = ("language",)

    def __init__(self, language: Language) -> None:
        self.language = language

    # messages

    def gettext(self, message: str, /, **values: Value) -> str:
        """A message in the language, its places filled."""
        return self.language.gettext(message, **values)

    def pgettext(self, context: str, message: str, /, **values: Value) -> str:
        """A message that means different things in different places; `context` says which one is meant."""
        return self.language.pgettext(context, message, **values)

    def ngettext(self, singular: str, plural: str, n: int, /, **values: Value) -> str:
        """A message about so many things."""
        return self.language.ngettext(singular, plural, n, **values)

    def listing(self, items: Iterable[str]) -> str:
        """`a, b and c`."""
        return self.language.listing(tuple(items))

    def any_of(self, items: Iterable[str]) -> str:
        """`a, b or c`."""
        return self.language.listing(tuple(items), "or")

    def signed(self, n: int) -> str:
        """`+2`."""
        return self.language.signed(n)

    def text(self, text: Text, **values: Value) -> str:
        """A message, or a text that brings its languages, its places filled."""
        if isinstance(text, str):
            return self.gettext(text, **values)
        told = text.get(self.language.code) or text["en"]
        return told % values if values else told

    def filled(self, text: Text, fill: Callable[[str, str], Value]) -> str:
        """A message, its places filled with what `fill` says of a field in a case."""
        return self.text(text, **{str(blank): fill(*blank) for blank in blanks(text)})

    # things

    def thing(self, kind: Kind[Any], id: Any) -> str:
        """What a thing is called, by its id or number. Raises LookupError for one that the kind does not have."""
        raise LookupError(f"no words for things of kind {kind.name!r}")

    def inflected(self, kind: Kind[Any], id: Any, case: str) -> str:
        """What a thing is called in a case; its name in a language without cases. Raises LookupError."""
        raise LookupError(f"no cases for things of kind {kind.name!r}")

    def forms(self, kind: Kind[Any], id: Any) -> tuple[str, ...]:
        """All names of something that a draw may bring. Raises LookupError."""
        raise LookupError(f"no names of things of kind {kind.name!r}")

    def party(self, seat: str) -> Party:
        """A seat as an actor. Raises LookupError."""
        raise LookupError(f"no words for the seat {seat!r}")

    def things(self, kind: Kind[Any], ids: Iterable[Any]) -> str:
        """Several things in a row."""
        return ", ".join(self.thing(kind, each) for each in ids)

    def fill(self, text: Text, said: Struct, others: Mapping[str, str] = {}) -> str:
        """A message with the fields of an action or event in its places; `others`: those filled by another field."""

        def fill(name: str, case: str) -> Value:
            field = others.get(name, name)
            if not case:
                return self.field(said, field)
            return self.named(references(type(said))[field], getattr(said, field), case)

        return self.filled(text, fill)

    def field(self, said: Struct, name: str) -> Value:
        """One field in words: a thing by its name, a figure as it is.

        Raises LookupError for a field of which nobody has said what kind of thing it names.
        """
        value = getattr(said, name)
        reference = references(type(said)).get(name)
        if reference is not None:
            return self.named(reference, value)
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        raise LookupError(f"{type(said).__name__}.{name}: no kind says what it names")

    def named(self, reference: Reference, value: Any, case: str = "") -> str:
        """What a field names, in words."""
        if case:
            return self.inflected(reference.kind, value, case)
        return self.things(reference.kind, value) if reference.many else self.thing(reference.kind, value)


class NamedSpeech(Speech):
    """A language with the words of a game's catalogue, and with its names: of things by their ids or numbers."""

    __slots__ = ("_names", "naming")

    def __init__(self, language: Language, naming: Naming) -> None:
        super().__init__(language)
        self.naming, self._names = naming, naming(language.code)

    def thing(self, kind: Kind[Any], id: Any) -> str:
        return self._names.name(kind, _id(kind, id))

    def inflected(self, kind: Kind[Any], id: Any, case: str) -> str:
        return self._names.in_case(kind, _id(kind, id), cast(Case, case))

    def heading(self, kind: Kind[Any], id: Any) -> str:
        """A name at the beginning of a line."""
        name = self.thing(kind, id)
        return f"{name[:1].upper()}{name[1:]}"

    def short(self, kind: Kind[Any], id: Any) -> str:
        """The short name of a thing: `A15`; "" for none."""
        return self.naming.short.of(kind, _id(kind, id))

    def at(self, kind: Kind[Any], id: Any, case: str = "") -> str:
        """A thing with its short name: `Lyon A15`, in Russian in a case."""
        name = self.inflected(kind, id, case) if case else self.thing(kind, id)
        return f"{name} {self.short(kind, id)}".strip()

    def chip(self, kind: Kind[Any], id: Any) -> str:
        """What a thing is called on a link, where there is room for eleven letters."""
        return self.naming.chip(kind, _id(kind, id), self.language.code)

    def forms(self, kind: Kind[Any], id: Any) -> tuple[str, ...]:
        return self._names.forms(kind, _id(kind, id))

    def actor(self, kind: Kind[Any], seat: str) -> Party:
        """A seat as an actor, with the names and the place that it has in its kind."""
        name = self.thing(kind, seat)
        whom, whose = (self.inflected(kind, seat, case) for case in ("accusative", "genitive"))
        return Party(name=name, letter=name[:1], tone=kind.index[seat] + 1, whom=whom, whose=whose)


def _id(kind: Kind[Any], id: Any) -> str:
    return str(kind.id_of(id)) if isinstance(id, int) else str(id)


def unfit(text: Text, struct: type[Struct], others: Mapping[str, str] = {}) -> tuple[str, ...]:
    """Places of a message that no field of the struct can fill: found when a game is loaded, not when it is read."""
    fields, kinds = get_type_hints(struct), references(struct)

    def fits(blank: Blank) -> bool:
        field = others.get(blank.field, blank.field)
        return field in kinds or (not blank.case and fields.get(field) is int)

    return tuple(str(blank) for blank in blanks(text) if not fits(blank))
