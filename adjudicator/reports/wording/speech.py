"""A language with the words of one game: its messages, and what its things are called."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, ClassVar, NamedTuple, TypeAlias, cast, get_type_hints

from msgspec import Struct

from adjudicator.components.kinds import Kind, Reference, references
from adjudicator.components.names import Case, Naming
from adjudicator.language import Language, Value
from adjudicator.reports.model import Party

Text: TypeAlias = str | Mapping[str, str]
"""A message of a catalogue, or a text in every language that the game knows, by code; English always."""

_BLANK = re.compile(r"%\(([\w|]+)(?:@(\w+))?\)")
AT, ALL, OTHER, LESS = "at", "all", "other", "less_"
"""Forms of a thing and of an amount besides cases and units; see `adjudicator.reports.wording.filling`."""


class Blank(NamedTuple):
    """A place of a message to be filled: of which field, in which form ("": as the name stands)."""

    field: str
    form: str

    def __str__(self) -> str:
        return f"{self.field}@{self.form}" if self.form else self.field

    @property
    def fields(self) -> list[str]:
        """The fields of which the first that names anything fills it."""
        return self.field.split("|")


@lru_cache(maxsize=4096)
def _blanks(text: str) -> tuple[Blank, ...]:
    return tuple(dict.fromkeys(map(Blank._make, _BLANK.findall(text))))


def blanks(text: Text) -> tuple[Blank, ...]:
    """Return the places of a message: `space` in `%(space)s: fort seized`, `space@genitive` for a form of it."""
    return _blanks(text if isinstance(text, str) else " ".join(text.values()))


class Speech:
    """Messages in a language, filled with the names of a game's things.

    A game overrides `thing`, and adds the phrases that it says in more than one place. `units`: those of its methods
    that say an amount, `florins(3)`.
    """

    __slots__ = ("language",)
    units: ClassVar[frozenset[str]] = frozenset()

    def __init__(self, language: Language) -> None:
        self.language = language

    # messages

    def gettext(self, message: str, /, **values: Value) -> str:
        """Return a message in the language, with its places filled."""
        return self.language.gettext(message, **values)

    def pgettext(self, context: str, message: str, /, **values: Value) -> str:
        """Return a message that means different things in different places; `context` says which one is meant."""
        return self.language.pgettext(context, message, **values)

    def ngettext(self, singular: str, plural: str, n: int, /, **values: Value) -> str:
        """Return a message about `n` things."""
        return self.language.ngettext(singular, plural, n, **values)

    def listing(self, items: Iterable[str]) -> str:
        """Return the items as `a, b and c`."""
        return self.language.listing(tuple(items))

    def any_of(self, items: Iterable[str]) -> str:
        """Return the items as `a, b or c`."""
        return self.language.listing(tuple(items), "or")

    def signed(self, n: int) -> str:
        """Return a change such as `+2`."""
        return self.language.signed(n)

    def text(self, text: Text, **values: Value) -> str:
        """Return a message, or a text that brings its own languages, with its places filled."""
        if isinstance(text, str):
            return self.gettext(text, **values)
        told = text.get(self.language.code) or text["en"]
        return told % values if values else told

    def filled(self, text: Text, fill: Callable[[str, str], Value]) -> str:
        """Return a message, its places filled with what `fill` says of a field in a form."""
        return self.text(text, **{str(blank): fill(*blank) for blank in blanks(text)})

    # things

    def thing(self, kind: Kind[Any], id: Any) -> str:
        """Return the name of a thing, by its id or number.

        Raises:
            LookupError: The kind does not have such a thing.
        """
        raise LookupError(f"no words for things of kind {kind.name!r}")

    def inflected(self, kind: Kind[Any], id: Any, case: str) -> str:
        """Return the name of a thing in a case; its plain name in a language without cases.

        Raises:
            LookupError: The kind does not have such a thing.
        """
        raise LookupError(f"no cases for things of kind {kind.name!r}")

    def forms(self, kind: Kind[Any], id: Any) -> tuple[str, ...]:
        """Return all names of something that a draw may bring. Raises LookupError."""
        raise LookupError(f"no names of things of kind {kind.name!r}")

    def short(self, kind: Kind[Any], id: Any) -> str:
        """Return the short name of a thing: `A15`; "" for none."""
        raise LookupError(f"no short names of things of kind {kind.name!r}")

    def chip(self, kind: Kind[Any], id: Any) -> str:
        """Return the name of a thing on a link, where there is room for eleven letters.

        Raises:
            LookupError: The kind does not have such a thing.
        """
        raise LookupError(f"no short names of things of kind {kind.name!r}")

    def party(self, seat: str) -> Party:
        """Return a seat as an actor.

        Raises:
            LookupError: There is no such seat.
        """
        raise LookupError(f"no words for the seat {seat!r}")

    def things(self, kind: Kind[Any], ids: Iterable[Any]) -> str:
        """Return several things in a row."""
        return ", ".join(self.thing(kind, each) for each in ids)

    def amount(self, n: int, unit: str) -> str:
        """Return an amount in a unit of the game.

        Raises:
            LookupError: The game does not have the unit.
        """
        name = unit.removeprefix(LESS)
        if name not in self.units:
            raise LookupError(f"no words for an amount of {name!r}")
        told: str = getattr(self, name)(n if name == unit else -n)
        return told

    def fill(self, text: Text, said: Struct) -> str:
        """Return a message with the fields of an action or event in its places."""
        return self.filled(text, lambda name, form: self.field(said, name, form))

    def counted(self, pair: Sequence[str], said: Struct, name: str) -> str:
        """Return the form of a message that goes with a figure, with the fields of an action or event in its places."""
        values = {str(blank): self.field(said, *blank) for blank in blanks(pair[0])}
        return self.ngettext(pair[0], pair[1], getattr(said, name), **values)

    def field(self, said: Struct, name: str, form: str = "") -> Value:
        """Say one field in words: a thing by its name, a figure as it is or as an amount.

        Raises LookupError for a field of which nobody has said what kind of thing it names.
        """
        value = getattr(said, name)
        reference = references(type(said)).get(name)
        if reference is not None:
            return self.named(reference, value, form)
        if isinstance(value, int) and not isinstance(value, bool):
            return self.amount(value, form) if form else value
        raise LookupError(f"{type(said).__name__}.{name}: no kind says what it names")

    def named(self, reference: Reference, value: Any, form: str = "") -> str:
        """Return what a field names, in words."""
        if not form:
            return self.things(reference.kind, value) if reference.many else self.thing(reference.kind, value)
        how, _, case = form.partition("_") if form.partition("_")[0] in (AT, ALL, OTHER) else ("", "", form)
        told = [self._formed(reference.kind, each, how, case) for each in (value if reference.many else [value])]
        return self.listing(told) if how == ALL else ", ".join(told)

    def _formed(self, kind: Kind[Any], id: Any, how: str, case: str) -> str:
        return self.inflected(kind, id, case) if case else self.thing(kind, id)


class NamedSpeech(Speech):
    """A language with the words of a game's catalogue, and with its names: of things by their ids or numbers.

    `seats`: the kind that names the seats.
    """

    __slots__ = ("_names", "naming")
    seats: ClassVar[Kind[Any] | None] = None

    def __init__(self, language: Language, naming: Naming) -> None:
        super().__init__(language)
        self.naming, self._names = naming, naming(language.code)

    def thing(self, kind: Kind[Any], id: Any) -> str:
        return self._names.name(kind, _id(kind, id))

    def inflected(self, kind: Kind[Any], id: Any, case: str) -> str:
        return self._names.in_case(kind, _id(kind, id), cast(Case, case))

    def heading(self, kind: Kind[Any], id: Any) -> str:
        """Return a name for the beginning of a line."""
        name = self.thing(kind, id)
        return f"{name[:1].upper()}{name[1:]}"

    def short(self, kind: Kind[Any], id: Any) -> str:
        return self.naming.short.of(kind, _id(kind, id))

    def at(self, kind: Kind[Any], id: Any, case: str = "") -> str:
        """Return a thing with its short name: `Lyon A15`, in Russian in a case."""
        name = self.inflected(kind, id, case) if case else self.thing(kind, id)
        return f"{name} {self.short(kind, id)}".strip()

    def _formed(self, kind: Kind[Any], id: Any, how: str, case: str) -> str:
        return self.at(kind, id, case) if how == AT else super()._formed(kind, id, how, case)

    def chip(self, kind: Kind[Any], id: Any) -> str:
        return self.naming.chip(kind, _id(kind, id), self.language.code)

    def seat(self, id: str, case: str = "") -> str:
        """Return the name of a seat, in Russian in a case."""
        assert self.seats is not None
        return self.inflected(self.seats, id, case) if case else self.thing(self.seats, id)

    def party(self, seat: str) -> Party:
        return super().party(seat) if self.seats is None else self.actor(self.seats, seat)

    def forms(self, kind: Kind[Any], id: Any) -> tuple[str, ...]:
        return self._names.forms(kind, _id(kind, id))

    def tone(self, seat: str) -> int:
        """Return the colour of a seat in messages (`Party`): by its place, unless a game has that of its board."""
        assert self.seats is not None
        return self.seats.index[seat] + 1

    def actor(self, kind: Kind[Any], seat: str) -> Party:
        """Return a seat as an actor, with the names and the place that it has in its kind."""
        name = self.thing(kind, seat)
        whom, whose = (self.inflected(kind, seat, case) for case in ("accusative", "genitive"))
        return Party(name=name, letter=name[:1], tone=self.tone(seat), whom=whom, whose=whose)


def initials(names: Sequence[str]) -> list[str]:
    """Return for each name as many of its letters as tell it from the others.

    >>> initials(["Fugger", "Medici", "Marchionni"])
    ['F', 'Me', 'Ma']
    """
    return [next(name[:n] for n in range(1, len(name) + 1) if _is_alone(name[:n], names)) for name in names]


def _is_alone(letters: str, names: Sequence[str]) -> bool:
    return [name.startswith(letters) for name in names].count(True) == 1


def _id(kind: Kind[Any], id: Any) -> str:
    return str(kind.id_of(id)) if isinstance(id, int) else str(id)


@cache
def _types(struct: type[Struct]) -> Mapping[str, Any]:
    """Return the types of a struct's fields; many messages are about the same struct."""
    return get_type_hints(struct)


def unfit(text: Text, struct: type[Struct], others: Mapping[str, str] = {}) -> tuple[str, ...]:
    """Return places of a message that no field of the struct can fill.

    They are found when a game is loaded, not when the message is read.
    """
    fields, kinds = _types(struct), references(struct)

    def fits(blank: Blank) -> bool:
        named = [others.get(field, field) for field in blank.fields]
        return all(each in kinds or fields.get(each) is int for each in named)

    return tuple(str(blank) for blank in blanks(text) if not fits(blank))
