"""Operations: how a moderator changes a position by hand, line by line: `coins bakers +2`, `монеты пекари 6`.

A line names a figure or a list of the game's document by the words on the way to it, in any order, in any language that
the game has names in, and says what it is then: a number, so much more or less, or a thing that is added or taken away.
`coins.bakers = 6` is the same without names of the game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any

from msgspec import Struct

from adjudicator.components.names import Naming
from adjudicator.components.russian import lemmas
from adjudicator.kernel.documents import merge_patch
from adjudicator.orders.refusals import Ambiguous, Misread, Place, Problem, Unreadable, Why
from adjudicator.orders.text import Word, clean, words

Path = tuple[str, ...]
Labels = Mapping[str, Mapping[str, str]]
"""What fields of a document are called: by field and language."""
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
    """One change: where, from what, to what."""

    path: Path
    before: Any
    after: Any

    @property
    def changes(self) -> dict[str, Any]:
        """As keys of the document."""
        made: Any = self.after
        for key in reversed(self.path):
            made = {key: made}
        found: dict[str, Any] = made
        return found


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
            if path[0] not in _OTHERS and not (
                isinstance(value, list) and any(isinstance(each, dict) for each in value)
            ):
                yield path, value

    def printed(self, path: Path, language: str) -> str:
        """A place in the words of a language: `Coins Bakers`."""
        return " ".join(self._name(key, language) for key in path if key not in _SILENT)

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
        found = [
            made for path, value in self.leaves() if (left := self._left(path, asked.given)) is not None
            for made in [self._made(path, value, asked, left)] if made is not None
        ]  # fmt: skip
        if len(found) == 1:
            return found[0]
        place = Place(asked.given[0].typed, asked.given[0].column) if asked.given else None
        if found:
            near = tuple(self.printed(each.path, language) for each in found[:_OFFERED])
            raise Ambiguous(Problem("ambiguous", "several_orders", place, nearest=near))
        raise self._unread(asked, place, language)

    def _unread(self, asked: _Asked, place: Place | None, language: str) -> Misread:
        """No place of the position is called so; or there it is something else than what was written."""
        there = [path for path, _ in self.leaves() if self._left(path, asked.given) is not None]
        typed = " ".join(word.folded for word in asked.given)
        value = "" if asked.number is None else f" {asked.sign * asked.number:+d}" if asked.sign else f" {asked.number}"
        ranked = there or sorted(
            (path for path, _ in self.leaves()),
            key=lambda path: -SequenceMatcher(None, typed, self.printed(path, language).lower()).ratio(),
        )
        why: Why = "wrong_value" if there else "unknown_place"
        near = tuple(self.printed(path, language) + value for path in ranked[:_OFFERED])
        return Unreadable(Problem("unreadable", why, place, nearest=near))

    def _made(self, path: Path, value: Any, asked: _Asked, left: Sequence[Word]) -> Operation | None:
        """The operation on what stands there; None where that cannot have such a value."""
        if type(value) is int:
            if asked.number is None or left or asked.signed:
                return None
            return Operation(path, value, value + asked.sign * asked.number if asked.sign else asked.number)
        if asked.number is not None or (left and asked.signed) or (thing := self._thing(asked.signed or left)) is None:
            return None
        if isinstance(value, list) and asked.sign:
            without = list(value)
            if asked.sign < 0 and thing not in without:
                return None
            without.append(thing) if asked.sign > 0 else without.remove(thing)
            return Operation(path, value, without)
        return Operation(path, value, thing) if not asked.sign and (value is None or isinstance(value, str)) else None

    def _left(self, path: Path, given: Sequence[Word]) -> list[Word] | None:
        """The words that are left where all keys of a path are named; None where one is not."""
        left = list(given)
        for key in path:
            if key in _SILENT:
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
    for key, value in node.items():
        if isinstance(value, Mapping):
            yield from _leaves(value, (*above, key))
        else:
            yield (*above, key), value


def _asked(line: str) -> _Asked:
    """A line without its number, its signs, and words that say nothing."""
    plain, given, signed, number, sign = clean(line), list[Word](), list[Word](), None, 0
    for word in words(line):
        bare = word.folded.lstrip("+-")
        before = plain[word.column - 2 : word.column - 1] if word.column > 1 else ""
        own = 1 if word.folded[0] == "+" else -1 if word.folded[0] == "-" or before == "-" else 0
        if bare.isdecimal():
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
