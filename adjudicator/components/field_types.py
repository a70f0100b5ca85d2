"""Define what all holders share: a field's place, who sees it, where its pieces lie, and problems of a document.

How it works. A holder (`FieldType`) stands in the annotation of a field and says what is in it. `bound` prepares it
once for the Python type beside it: whether things stand there by index or by id, and what lies inside. So holders form
a tree as types do, and each group of their methods is a walk down it:

- documents: `write`, `read` and `schema`; `nothing` is the value where there is nothing, or something wrong.
- views: `openly` makes what everybody sees, `more` what some seats see beside it; a field that is `Hidden` shows
  `counted` instead, with `glimpsed` for seats that see a part of it all the same.
- pieces: `places` yields where they lie, each `Place` with a function that lays others there; `rows` yields lists
  whose very length is hidden.

What must hold:

- `read` raises nothing for a document that is wrong: it notes each problem with its path in the `Reading`.
- What `counted` returns is the same for values that those who do not see them may not tell apart.
- `more` and `glimpsed` name every seat that sees more (`More.eyes`); all others get what everybody sees.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, Final, NamedTuple, get_origin

import msgspec

from adjudicator.components.kinds import Kind
from adjudicator.kernel.errors import Problem

Json = dict[str, Any]
Put = Callable[[Any], None]
NOBODY: Final = frozenset[str]()


@dataclass(frozen=True)
class Hidden:
    """The seats that do not see a field.

    `Hidden.FROM_OTHERS.until("dug")`: all see it once the field `dug` is true. `Hidden.FROM_ALL.but("peeked")`: the
    seats in the field `peeked`, a `Pile` or `Set` of seats, see it as well.
    """

    owner_sees: bool
    until_field: str = ""
    but_field: str = ""
    known_to: frozenset[str] = frozenset()
    """The seats in the field that `but` names, of one struct."""

    FROM_OTHERS: ClassVar[Hidden]
    """Only one seat sees it: the one under whose key (of `By`) it stands."""
    FROM_ALL: ClassVar[Hidden]

    def until(self, field: str) -> Hidden:
        """Return a copy that becomes open as soon as this field of the same struct is true."""
        return replace(self, until_field=field)

    def but(self, field: str) -> Hidden:
        """Return a copy that is open to the seats that this field of the same struct has."""
        return replace(self, but_field=field)

    def is_from(self, seats: frozenset[str], owner: str) -> bool:
        """Return whether these seats together do not see what stands under an owner's key."""
        return not (self.owner_sees and owner in seats) and self.known_to.isdisjoint(seats)

    def to(self, seats: frozenset[str]) -> Hidden:
        """Return a copy that is open to these seats as well."""
        return self if seats <= self.known_to else replace(self, known_to=self.known_to | seats)

    @property
    def is_from_some(self) -> bool:
        """Whether some seats see it before everybody does."""
        return self.owner_sees or bool(self.but_field)


Hidden.FROM_OTHERS = Hidden(owner_sees=True)
Hidden.FROM_ALL = Hidden(owner_sees=False)


@dataclass(frozen=True)
class At:
    """A field's place in a document with its own order: `At("squadrons.*.map")`, with the keys of `By` at the star.

    Without it a field stands under its name. "" leaves it out: something else writes and reads it. `rare`: it is not
    written where there is nothing (zero, none, an empty pile). `lean`: so it is in views, too, of a struct that lies in
    another one.
    """

    path: str
    rare: bool = False
    lean: bool = False


class Place(NamedTuple):
    """A place where pieces lie: a pile, a set, a slot. `owner` is the key of the nearest `By` of seats, or ""."""

    path: str
    field: str
    """The innermost field that holds it."""
    kind: Kind[Any]
    owner: str
    hidden: Hidden | None
    things: tuple[int, ...]
    """Indexes."""
    lay: Callable[[list[int]], None]
    """Replaces the things there."""
    rule: str
    """The rule by which only things of the kind may lie there."""
    mixed: bool = False
    """Whether the things have no order and are kept sorted."""
    unseen: bool = False
    """True if their number is hidden, too, from those who do not see the things."""
    countable: bool = False
    """Whether what a document only counts follows from the rest."""
    back: Callable[[str], str] | None = None
    """Everybody sees this of each thing though it is hidden."""
    top: int | None = None
    """Of how many things, from the first, the backs are seen; None: of all."""
    mention: bool = False
    """Whether the things are only named here and lie elsewhere."""
    tells: bool = False
    """Whether the things are seats that know what lies elsewhere (`Hidden.but`)."""

    @property
    def key(self) -> str:
        """The key of the document under which it stands."""
        return self.path.partition(".")[0]

    def hidden_from(self, seats: frozenset[str]) -> bool:
        """Return whether these seats together do not see which pieces lie here."""
        return self.hidden is not None and self.hidden.is_from(seats, self.owner)

    def back_of(self, n: int, thing: int) -> str | None:
        """Return the back of a thing that lies here as the n-th, or None where it is not seen."""
        if self.back is None or (self.top is not None and n >= self.top):
            return None
        return self.back(self.kind.id_of(thing))

    def looks_alike(self, n: int, one: int, other: int) -> bool:
        """Return whether two things have the same back for those who see the back of what lies here as the n-th."""
        return one == other or self.back_of(n, one) == self.back_of(n, other)


class Rows(NamedTuple):
    """A list in a state whose length is hidden; `told`: for each row the seats that know something in it."""

    value: list[Any]
    hidden: Hidden
    owner: str
    told: list[frozenset[str]]

    def known(self, seats: frozenset[str]) -> int:
        """Return how many of the rows these seats together know to be there."""
        if not self.hidden.is_from(seats, self.owner):
            return len(self.value)
        return known_rows(self.told, seats)


class FieldPath(NamedTuple):
    """A way through the fields of a state: path in the document, innermost field, owner, and what hides it."""

    path: str = ""
    field: str = ""
    owner: str = ""
    hidden: Hidden | None = None

    def into(self, key: str, *, owner: str = "") -> FieldPath:
        """Return the place one key deeper."""
        return FieldPath(below(self.path, key), self.field, owner or self.owner, self.hidden)


class More(NamedTuple):
    """What seats see that others do not: `eyes` has every one of them, `seen` makes it for seats of which one is."""

    eyes: frozenset[str]
    seen: Callable[[frozenset[str]], Any]

    @staticmethod
    def of(openly: Any, parts: Mapping[Any, More]) -> More | None:
        """Return what is seen of an object or a list of which some parts show more, by key or number."""
        if not parts:
            return None

        def seen(seats: frozenset[str]) -> Any:
            out = openly.copy()
            for key, (eyes, part) in parts.items():
                if not eyes.isdisjoint(seats):
                    out[key] = part(seats)
            return out

        return More(frozenset().union(*(part.eyes for part in parts.values())), seen)


def seen_by(seats: frozenset[str], openly: Any, more: More | None) -> Any:
    """Return what these seats together see, or what everybody sees if they see no more."""
    return openly if more is None or more.eyes.isdisjoint(seats) else more.seen(seats)


class Reading:
    """A document that is being read: everything that is wrong with it so far."""

    def __init__(self, *, deals: bool = False, blank: Any = None) -> None:
        self.problems: list[Problem] = []
        self.deals = deals
        """Whether every pile may be counted: what is hidden in it is dealt."""
        self.blank = blank
        """The value for each thing in a pile that is only counted, because the reader does not know it."""
        self.counted: dict[str, int | None] = {}
        """Piles that the document only counts, or leaves out (None), and that could not be filled yet, by path."""
        self.slots: set[str] = set()
        """Those of them that have room for one thing; until it is dealt, any thing stands there."""

    def wrong(self, path: str, what: str, rule: str = "") -> None:
        """Note a problem at a path."""
        self.problems.append(Problem(path, what, rule))

    def value(self, holder: FieldType, given: Any, path: str) -> Any:
        """Return the value of a document; of a view, blanks where its readers are only told that something is there."""
        if self.blank is not None and holder.is_veiled(given):
            return holder.blanked(given, self.blank)
        return holder.read(given, path, self)


class FieldType:
    """The content of a field, declared in its annotation; `bound` prepares it once for the Python type beside it."""

    rule = ""
    """The rule that limits what it may hold."""

    def bound(self, of: Any, binding: Binding) -> FieldType:
        """Return this holder for a Python type: whether a thing is an index or an id, and what lies inside."""
        return self

    def nothing(self) -> Any:
        """Return the value where there is nothing."""
        return None

    def is_empty(self, value: Any) -> bool:
        """Return whether there is nothing in it."""
        return bool(value == self.nothing())

    def write(self, value: Any) -> Any:
        """Return the value as a document has it."""
        raise NotImplementedError  # abstract

    def read(self, given: Any, path: str, reading: Reading) -> Any:
        """Return the value of a document; if it is wrong, note the problem and return `nothing`."""
        raise NotImplementedError  # abstract

    def schema(self) -> Json:
        """Return the JSON Schema of its form in a document."""
        raise NotImplementedError  # abstract

    def is_veiled(self, given: Any) -> bool:
        """Return whether a view has this instead of the value, which is hidden from its readers (`counted`)."""
        return given is None

    def blanked(self, given: Any, blank: Any) -> Any:
        """Return what readers know of a hidden value: `blank` for each thing that must be there."""
        return self.nothing()

    private = False
    """Whether a seat may see more of it than everybody does."""
    may_lack = False
    """True if a document may lack it, which means none: a change to null removes the key (RFC 7396)."""

    def openly(self) -> Callable[[Any], Any]:
        """Return a function that makes from a value what everybody sees of it, in the form of a document.

        It is prepared once.
        """
        return self.write

    def more(self, value: Any, owner: str, openly: Any) -> More | None:
        """Return what some seats see of the value beside what everybody sees of it, as it is now; None if nobody does.

        It is worked out once for all viewers. `owner`: the seat under whose key it stands, or "".
        """
        return None

    def counted(self, value: Any) -> Any:
        """Return what seats see if it is hidden from them.

        That is how many things there are, or nothing at all.
        """
        return None

    has_limits = False
    """Whether it limits the values in it, besides where its things may lie."""

    def beyond(self, value: Any, path: str) -> Iterator[Problem]:
        """Yield a problem for each value in it that is beyond its limits."""
        return iter(())

    glimpses = False
    """Whether single seats may see a part of it though it is hidden."""

    def glimpsed(self, value: Any, owner: str, counted: Any) -> More | None:
        """Return what some seats see of the value though it is hidden from them; None if nobody does."""
        return None

    def unveiled(self, value: Any, owner: str, counted: Any, told: frozenset[str], *, own: bool) -> More | None:
        """Return what some seats see of a value that is hidden from others; None if nobody does.

        Seats that are `told` see all of it, and so does its owner if it is their `own`.
        """
        glimpsed = self.glimpsed(value, owner, counted) if self.glimpses else None
        eyes = told | {owner} if own and owner else told
        if not eyes:
            return glimpsed
        openly = self._shown(value)
        more = self.more(value, owner, openly)
        if more is None and glimpsed is None:
            return More(eyes, lambda seats: openly)

        def seen(seats: frozenset[str]) -> Any:
            return seen_by(seats, counted, glimpsed) if eyes.isdisjoint(seats) else seen_by(seats, openly, more)

        return More(eyes if glimpsed is None else eyes | glimpsed.eyes, seen)

    @cached_property
    def _shown(self) -> Callable[[Any], Any]:
        """What makes of a value what everybody sees of it."""
        return self.openly()

    def knowers(self, value: Any) -> frozenset[str]:
        """Return the seats that are told what is hidden in it from others."""
        return frozenset()

    has_rows = False
    """Whether it has lists whose length is hidden."""

    def rows(self, value: Any, where: FieldPath) -> Iterator[Rows]:
        """Yield the lists in it whose length is hidden."""
        return iter(())

    nowhere: Any = ...
    """A value that has no places, if there is one."""

    def has_places(self) -> bool:
        """Return whether pieces can lie in it."""
        return False

    def places(self, value: Any, where: FieldPath, put: Put) -> Iterator[Place]:
        """Yield the places in it where pieces lie; `put` replaces the whole value."""
        return iter(())


class Binding:
    """The context in which holders are prepared: the kind of the seats, and the holder of a type that declares none."""

    def __init__(
        self, seats: Kind[Any] | None, holder_of: Callable[[Any, Binding], FieldType], *, strict: bool = True
    ) -> None:
        self.seats = seats
        self.strict = strict
        """Whether a key of a document that no field has is wrong."""
        self._holder_of = holder_of

    def of(self, annotation: Any) -> FieldType:
        """Return the holder of a type, with its annotations."""
        return self._holder_of(annotation, self)


class Plain(FieldType):
    """A value that is no thing: a number, a word, yes or no; any type that JSON has."""

    def __init__(self, of: Any) -> None:
        self._of = of
        self._type = get_origin(of) or of
        if of in (bool, int, str):
            self.write = as_it_is  # type: ignore[method-assign]

    def nothing(self) -> Any:
        return self._type() if self._type in (list, tuple, dict, int, str, bool, float) else None

    def write(self, value: Any) -> Any:
        return msgspec.to_builtins(value)

    def read(self, given: Any, path: str, reading: Reading) -> Any:
        try:
            return msgspec.convert(given, self._of)
        except msgspec.ValidationError as error:
            reading.wrong(path, str(error))
            return self.nothing()

    def schema(self) -> Json:
        return msgspec.json.schema(self._of, schema_hook=lambda _: {"description": "any value"})


class Count(FieldType):
    """A number within limits: `Count(0, 30)`, and the rule that sets them."""

    def __init__(self, least: int = 0, most: int | None = None, *, rule: str = "") -> None:
        self.least, self.most, self.rule = least, most, rule

    def nothing(self) -> int:
        return 0

    def write(self, value: Any) -> Any:
        return value

    def openly(self) -> Callable[[Any], Any]:
        return as_it_is

    def read(self, given: Any, path: str, reading: Reading) -> int:
        if not isinstance(given, int) or isinstance(given, bool):
            reading.wrong(path, f"{given!r} is no number")
            return self.least
        reading.problems += self.beyond(given, path)
        return given

    has_limits = True

    def beyond(self, value: Any, path: str) -> Iterator[Problem]:
        if value < self.least or (self.most is not None and value > self.most):
            limits = f"from {self.least} to {self.most}" if self.most is not None else f"at least {self.least}"
            yield Problem(path, f"{value} is impossible: {limits}", self.rule)

    def schema(self) -> Json:
        return {"type": "integer", "minimum": self.least} | ({} if self.most is None else {"maximum": self.most})


def known_rows(told: Sequence[frozenset[str]], seats: frozenset[str]) -> int:
    """Return up to where seats that know something of single rows of a list know what it has."""
    return max((n for n, each in enumerate(told, 1) if not each.isdisjoint(seats)), default=0)


def as_it_is(value: Any) -> Any:
    """Return the value unchanged: the document holds it as the state does."""
    return value


def below(path: str, key: str) -> str:
    """Return the path of what is under a key; a star in the path is where the key goes.

    >>> below("squadrons.*.map", "france"), below("debt", "france")
    ('squadrons.france.map', 'debt.france')
    """
    if "*" in path:
        return path.replace("*", key, 1)
    return f"{path}.{key}" if path else key
