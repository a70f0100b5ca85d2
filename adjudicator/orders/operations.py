"""Operations: how a moderator changes a position by hand, line by line: `coins bakers +2`, `монеты пекари 6`.

A line names a figure or a list of the game's document by the words on the way to it, in any order, in any language that
the game has names in, and says what it is then: a number, so much more or less, or a thing that is added or taken away.
`coins.bakers = 6` is the same without names of the game. One of several of a kind has its number, from 1: `army 2
infantry +1`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from typing import Any, Final

from msgspec import Struct
from rapidfuzz import fuzz, process

from adjudicator.components.names import Naming
from adjudicator.components.russian import lemmas
from adjudicator.kernel.documents import merge_patch
from adjudicator.orders.refusals import Ambiguous, Misread, Place, Problem, Unreadable, Why
from adjudicator.orders.text import Word, clean, words

Path = tuple[str, ...]
Labels = Mapping[str, Mapping[str, str]]
"""What fields of a document are called: by field and language; a level with empty names is one that nobody names."""
_SILENT = ("state",)
"""Levels of a document that nobody names."""
_OTHERS = frozenset(("format", "version", "cursor", "options", "seats", "content"))
"""What of a document is no position."""
_FILLERS = frozenset(("set", "to", "is", "for", "of", "now", "у", "на", "до", "теперь", "поставить", "установить"))
_LESS = frozenset(("remove", "less", "minus", "без", "убрать", "минус"))
_MORE = frozenset(("add", "more", "plus", "еще", "добавить", "плюс"))
_YOUR = ("your ", "ваш ", "ваша ", "ваше ", "ваши ")
"""What labels for the seat itself begin with."""
_OFFERED = 3


class Operation(Struct, frozen=True):
    """One change: where, from what, to what; and as keys of the document."""

    path: Path
    before: Any
    after: Any
    changes: dict[str, Any]


class _Asked(Struct, frozen=True):
    """A line taken apart: names, a number, whether it is added or taken away, and the words behind a sign."""

    given: tuple[Word, ...]
    number: int | None
    sign: int
    signed: tuple[Word, ...]


class Ground:
    """A document to be changed, with what its keys are called."""

    def __init__(self, document: Mapping[str, Any], naming: Naming | None, labels: Labels) -> None:
        self.document = dict(document)
        self._called: dict[str, dict[str, list[str]]] = {}
        self._silent = {*_SILENT, *(field for field, by_code in labels.items() if not any(by_code.values()))}
        for field, by_code in labels.items():
            for code, label in by_code.items():
                bare = label.split(" ", 1)[1] if label.lower().startswith(_YOUR) else label
                self._call(field, code, bare[:1].upper() + bare[1:])
        for kind in () if naming is None else naming.kinds:
            for code in naming.languages if naming else ():
                for id in kind.ids:
                    self._call(id, code, *naming(code).forms(kind, id) if naming else ())

    def _call(self, key: str, code: str, *forms: str) -> None:
        self._called.setdefault(key, {}).setdefault(code, []).extend(forms)

    def change(self, operation: Operation) -> None:
        """Carry it out, so that the next line finds what this one has left."""
        self.document = merge_patch(self.document, operation.changes)

    def leaves(self) -> Iterator[tuple[Path, Any]]:
        """What may be changed: figures, names, lists of names; and where they stand."""
        for path, value in _leaves(self.document):
            if path[0] not in _OTHERS:
                yield path, value

    def printed(self, path: Path, language: str) -> str:
        """A place in the words of a language: `Coins Bakers`."""
        return " ".join(self._name(key, language) for key in path if key not in self._silent)

    def told(self, operation: Operation, language: str) -> str:
        """An operation as it was understood: `Coins Bakers: 4 → 6`."""
        was, now, place = operation.before, operation.after, self.printed(operation.path, language)
        if isinstance(was, list) and isinstance(now, list):
            more, less = Counter(now) - Counter(was), Counter(was) - Counter(now)
            signed = [f"+{self._value(each, language)}" for each in more] + [
                f"-{self._value(each, language)}" for each in less
            ]
            return f"{place}: {', '.join(signed)}"
        return f"{place}: {self._value(was, language)} → {self._value(now, language)}"

    def example(self, language: str) -> str:
        """A line that could be written."""
        figures = [path for path, value in self.leaves() if type(value) is int]
        worded = [path for path in figures if all(language in self._called.get(key, {}) for key in path[1:])]
        deep = max(worded or figures, key=len, default=())
        return f"{self.printed(deep, language)} +1" if deep else ""

    def read(self, line: str, language: str) -> Operation:
        """What a line changes. Raises Misread."""
        asked = _asked(line)
        found = self._found(asked) or self._found(_asked(line, valued=False))
        if len(found) == 1:
            return found[0]
        place = Place(asked.given[0].typed, asked.given[0].column) if asked.given else None
        if found:
            near = tuple(self.printed(each.path, language) for each in found[:_OFFERED])
            raise Ambiguous(Problem("ambiguous", "several_orders", place, nearest=near))
        raise self._unread(asked, place, language)

    def _found(self, asked: _Asked) -> list[Operation]:
        """All that a line may mean."""
        named = self._named(asked.given)
        return [
            made for path, value in self.leaves() if named.issuperset(path)
            if (left := self._left(path, asked.given)) is not None
            for made in [self._made(path, value, asked, left)] if made is not None
        ]  # fmt: skip

    def _unread(self, asked: _Asked, place: Place | None, language: str) -> Misread:
        """No place of the position is called so; or there it is something else than what was written."""
        named = self._named(asked.given)
        places = [path for path, _ in self.leaves()]
        there = [each for each in places if named.issuperset(each) and self._left(each, asked.given) is not None]
        typed = " ".join(word.folded for word in asked.given)
        value = "" if asked.number is None else f" {asked.sign * asked.number:+d}" if asked.sign else f" {asked.number}"
        printed = [] if there else [self.printed(path, language).lower() for path in places]
        alike = process.extract(typed, printed, scorer=fuzz.ratio, limit=_OFFERED)
        ranked = there or [places[at] for _, _, at in alike]
        why: Why = "wrong_value" if there else "unknown_place"
        near = tuple(self.printed(path, language) + value for path in ranked[:_OFFERED])
        return Unreadable(Problem("unreadable", why, place, nearest=near))

    def _made(self, path: Path, value: Any, asked: _Asked, left: Sequence[Word]) -> Operation | None:
        """The operation on what stands there; None where that cannot have such a value."""
        if type(value) is int:
            if asked.number is None or left or asked.signed:
                return None
            return self._operation(path, value, value + asked.sign * asked.number if asked.sign else asked.number)
        if asked.number is not None or (left and asked.signed) or (thing := self._thing(asked.signed or left)) is None:
            return None
        if isinstance(value, list) and asked.sign:
            without = list(value)
            if asked.sign < 0 and thing not in without:
                return None
            without.append(thing) if asked.sign > 0 else without.remove(thing)
            return self._operation(path, value, without)
        fits = not asked.sign and (value is None or isinstance(value, str))
        return self._operation(path, value, thing) if fits else None

    def _operation(self, path: Path, before: Any, after: Any) -> Operation:
        return Operation(path, before, after, _changed(self.document, path, after))

    def _named(self, given: Sequence[Word]) -> set[str]:
        """The keys that are among the words, and those that nobody names."""
        keys = {key for path, _ in self.leaves() for key in path}
        return {key for key in keys if key in self._silent or any(_span(each, given) for each in self._forms(key))}

    def _left(self, path: Path, given: Sequence[Word]) -> list[Word] | None:
        """The words that are left where all keys of a path are named; None where one is not."""
        left = list(given)
        for key in path:
            if key in self._silent:
                continue
            spans = (_span(form, left) for form in self._forms(key))
            span = max((each for each in spans if each is not None), key=lambda each: each[1] - each[0], default=None)
            if span is None:
                return None
            left = left[: span[0]] + left[span[1] :]
        return left

    def _thing(self, given: Sequence[Word]) -> str | None:
        """The id that words name, all of them."""
        known = (key for key in self._called for form in self._forms(key) if _span(form, given) == (0, len(given)))
        return next(known, None) if given else None

    def _forms(self, key: str) -> Iterator[tuple[str, ...]]:
        for form in (key, *(form for forms in self._called.get(key, {}).values() for form in forms)):
            yield tuple(word.folded for word in words(form.replace("_", " ")))

    def _name(self, key: str, language: str) -> str:
        called = self._called.get(key, {})
        return (called.get(language) or called.get("en") or [key])[0]

    def _value(self, value: Any, language: str) -> str:
        return "-" if value is None else self._name(value, language) if isinstance(value, str) else str(value)


def written(changes: Mapping[str, Any]) -> str:
    """Changes as lines without names: `coins.bakers = 6; renown.smiths = 2`."""
    told = []
    for path, value in _leaves(changes):
        shown = ", ".join(map(str, value)) if isinstance(value, list) else "-" if value is None else value
        told.append(f"{'.'.join(key for key in path if key not in _SILENT)} = {shown}")
    return "; ".join(told)


def _leaves(node: Mapping[str, Any], above: Path = ()) -> Iterator[tuple[Path, Any]]:
    """What stands in a document, and where; the structs of a list by number."""
    for key, value in node.items():
        inner = value if isinstance(value, Mapping) else _by_number(value)
        if inner is None:
            yield (*above, key), value
        else:
            yield from _leaves(inner, (*above, key))


def filled(document: Mapping[str, Any], schema: Mapping[str, Any]) -> dict[str, Any]:
    """A document with what it leaves out, as there is nothing: figures of 0, empty lists of names."""
    found, fields = dict(document), schema.get("properties", {})
    for key, of in fields.items():
        if key not in found and (empty := _NOTHING.get(of.get("type"))) is not None and _of_names(of):
            found[key] = deepcopy(empty)
        elif isinstance(found.get(key), Mapping):
            found[key] = filled(found[key], of)
    return found


_NOTHING: Final[Mapping[str, Any]] = {"integer": 0, "array": []}


def _of_names(schema: Mapping[str, Any]) -> bool:
    """Whether a list is one of names."""
    return schema["type"] != "array" or "enum" in schema.get("items", {})


def _by_number(value: Any) -> dict[str, Any] | None:
    """The structs of a list by number, from 1; None for what is no such list."""
    if not isinstance(value, list) or not any(isinstance(each, dict) for each in value):
        return None
    return {str(number): each for number, each in enumerate(value, 1)}


def _changed(node: Any, path: Path, after: Any) -> Any:
    """A change as keys of the document; a list in it stands whole."""
    if not path:
        return after
    key, *deeper = path
    if (rows := _by_number(node)) is not None:
        return [merge_patch(row, _changed(row, (*deeper,), after)) if n == key else row for n, row in rows.items()]
    return {key: _changed(node.get(key), (*deeper,), after)}


def _asked(line: str, *, valued: bool = True) -> _Asked:
    """A line without its number, its signs, and words that say nothing. `valued`: its last figure is a value, and not
    the number of something.
    """
    plain, given, signed, number, sign = clean(line), list[Word](), list[Word](), None, 0
    typed = list(words(line))
    figures = [word for word in typed if word.folded.lstrip("+-").isdecimal()]
    for word in typed:
        bare = word.folded.lstrip("+-")
        before = plain[word.column - 2 : word.column - 1] if word.column > 1 else ""
        own = 1 if word.folded[0] == "+" else -1 if word.folded[0] == "-" or before == "-" else 0
        if bare.isdecimal() and word is figures[-1] and valued:
            number, sign = int(bare[:9]), own or sign
        elif bare in _LESS | _MORE:
            sign = -1 if bare in _LESS else 1
        elif bare not in (*_FILLERS, *_SILENT):
            sign = own or sign
            (signed if own or signed else given).append(Word(bare, word.typed, word.column))
    return _Asked(tuple(given), number, sign, tuple(signed))


def _span(form: Sequence[str], given: Sequence[Word]) -> tuple[int, int] | None:
    """Where a name stands among words, in any Russian case."""
    for start in range(len(given) - len(form) + 1):
        here = given[start : start + len(form)]
        if form and all(_same(own, word.folded) for own, word in zip(form, here, strict=True)):
            return start, start + len(form)
    return None


def _same(own: str, typed: str) -> bool:
    return own == typed or not lemmas(own).isdisjoint(lemmas(typed))
