"""Operations: how a moderator changes a position by hand, line by line: `coins bakers +2`, `монеты пекари 6`.

A line names a figure or a list of the game's document by the words on the way to it, in any order, in any language that
the game has names in, and says what it is then: a number, so much more or less, a thing that is added or taken away,
`none`, `yes` or `no`. `coins.bakers = 6` is the same without names of the game. One of several of a kind has its
number, from 1: `army 2 infantry +1`; of a list that has no name of its own, a row is called by the thing that tells it
from the others: `Belgrade Ottomans regulars 7`. The name of one field may be left out where only one is possible:
`army 2 Lyon` is `army 2 area Lyon`. Where a line may mean several things, it means the one that it names in order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct
from rapidfuzz import fuzz, process

from adjudicator.components.names import Naming
from adjudicator.components.russian import lemmas
from adjudicator.orders.text import Word, clean, tokenize
from adjudicator.orders.vocabulary.document_places import ANYTHING, SILENT, Leaf, Path, Schema, change_at, leaves, put
from adjudicator.orders.vocabulary.refusals import Ambiguous, Misread, Place, Problem, Unreadable, Why

Labels = Mapping[str, Mapping[str, str]]
"""What fields of a document are called: by field and language; a level with empty names is one that nobody names."""
_OTHERS = frozenset(("format", "version", "cursor", "options", "rules", "seats", "content", "result"))
"""Keys of a document that are no part of the position."""
_FILLERS = frozenset(
    (
        *(*SILENT, "the", "a", "set", "put", "move", "moves", "goes", "to", "is", "for", "of", "now", "in", "at", "on"),
        *("у", "на", "до", "в", "во", "к", "теперь", "поставить", "установить", "переместить", "идет", "переходит"),
    )
)
"""Words that mean nothing beside names."""
_NONE = frozenset(("none", "nobody", "nothing", "nowhere", "нет", "никто", "никого", "ничего", "ничей", "нигде"))
_NOBODY = {"en": "none", "ru": "нет"}
_YES_OR_NO = {True: {"en": "yes", "ru": "да"}, False: {"en": "no", "ru": "нет"}}
_LESS = frozenset(("remove", "less", "minus", "без", "убрать", "минус"))
_MORE = frozenset(("add", "more", "plus", "еще", "добавить", "плюс"))
_YOUR = ("your ", "ваш ", "ваша ", "ваше ", "ваши ")
"""Words with which labels for the seat itself begin."""
_SIGN_OF_NAME = re.compile(r"(?<!\S)[+-](?=[^\W\d])")
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

    def __init__(
        self, document: Mapping[str, Any], naming: Naming | None, labels: Labels, schema: Schema = ANYTHING
    ) -> None:
        self.document, self._schema, self._labels = dict(document), schema, frozenset(labels)
        self._called: dict[str, dict[str, list[str]]] = {}
        self._spoken: dict[Path, tuple[Leaf, Path]] = {}
        self._silent = {*SILENT, *(field for field, by_code in labels.items() if not any(by_code.values()))}
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
        self.document = put(self.document, operation.changes)
        self._spoken.clear()

    def leaves(self) -> Iterator[Leaf]:
        """Return the values that may be changed."""
        return (leaf for leaf, _ in self._places().values())

    def _places(self) -> dict[Path, tuple[Leaf, Path]]:
        """Return the values that may be changed by their places, each with what is said of its place."""
        if not self._spoken:
            found = (leaf for leaf in leaves(self.document, self._schema) if _OTHERS.isdisjoint(leaf.path[:2]))
            self._spoken |= {leaf.path: (leaf, self._as_said(leaf.path)) for leaf in found}
        return self._spoken

    def _as_said(self, path: Path) -> Path:
        """Return a place as it is said: rows of a list without a name by the things that tell them apart."""
        found, above = list[str](), ""
        node: Any = self.document
        for key in path:
            inner: Any = node[int(key) - 1] if isinstance(node, list) else node.get(key)
            unnamed = isinstance(node, list) and (above in self._silent or above not in self._labels)
            found.append((_telling_thing(node, inner) if unnamed else "") or key)
            node, above = inner, key
        return tuple(found)

    def said(self, leaf: Leaf, language: str) -> str:
        """Return the line that gives a place the value that it has; of a list, that adds its last thing once more.

        Raises:
            ValueError: No line says it: a list is empty, something with parts may stand there, or a text names nothing.
        """
        value, place = leaf.value, self.printed(leaf.path, language)
        thing = value[-1] if isinstance(value, list) and value else value
        if isinstance(thing, str) and thing and not leaf.admits(thing):
            raise ValueError(place)
        bare = not (value and isinstance(value[-1], str)) if isinstance(value, list) else value is None
        if bare and not (value is None and leaf.may_be_none):
            raise ValueError(place)
        if isinstance(value, list):
            return f"{place} +{self._value(value[-1], language)}"
        equals = " =" if isinstance(value, int) and value < 0 else ""
        return f"{place}{equals} {_NOBODY[language] if value in (None, '') else self._value(value, language)}"

    def printed(self, path: Path, language: str) -> str:
        """Return a place in the words of a language: `Coins Bakers`."""
        said = self._places()[path][1] if path in self._places() else path
        named = (key if key.isdecimal() else self._name(key, language) for key in said if key not in self._silent)
        return " ".join(named)

    def told(self, operation: Operation, language: str) -> str:
        """Return an operation as it was understood: `Coins Bakers: 4 → 6`."""
        was, now, place = operation.before, operation.after, self.printed(operation.path, language)
        if isinstance(was, list) and isinstance(now, list):
            signed = [f"+{self._value(each, language)}" for each in _more(now, was)]
            signed += [f"-{self._value(each, language)}" for each in _more(was, now)]
            return f"{place}: {', '.join(signed)}"
        return f"{place}: {self._value(was, language)} → {self._value(now, language)}"

    def example(self, language: str) -> str:
        """Return a line that could be written."""
        figures = [leaf.path for leaf in self.leaves() if type(leaf.value) is int]
        worded = [path for path in figures if all(language in self._called.get(key, {}) for key in path[1:])]
        deep = max(worded or figures, key=len, default=())
        return f"{self.printed(deep, language)} +1" if deep else ""

    def read(self, line: str, language: str) -> Operation:
        """Return what a line changes.

        Raises:
            Misread: It is not clear what is to be changed, or to what.
        """
        asked = _asked(line)
        readings = (
            asked,
            _asked(line, valued=False),
            _asked(line, signed=False),
            _asked(line, valued=False, signed=False),
        )
        ways = [(each, bare) for bare in (False, True) for each in readings]
        read = ((each, self._found(each, bare=bare)) for each, bare in ways)
        way, found = next(((each, found) for each, found in read if found), (asked, []))
        in_order = [each for each in found if self._in_order(self._places()[each.path][1], way.given)]
        for clear in (found, in_order, self._as_written(found, way.given)):
            if len(clear) == 1:
                return clear[0]
        place = Place(asked.given[0].typed, asked.given[0].column) if asked.given else None
        if found:
            near = tuple(self.printed(each.path, language) for each in found[:_OFFERED])
            raise Ambiguous(Problem("ambiguous", "several_orders", place, nearest=near))
        raise self._unread(asked, place, language)

    def _found(self, asked: _Asked, *, bare: bool = False) -> list[Operation]:
        """Return all that a line may mean; `bare`: where the name of one field is left out."""
        named = self._named(asked.given)
        found = [
            made for leaf, said in self._places().values() for path in self._said(said, named, bare=bare)
            if (left := self._left(path, asked.given)) is not None
            for made in [self._made(leaf, asked, left)] if made is not None
        ]  # fmt: skip
        return list({each.path: each for each in found}.values())

    def _said(self, path: Path, named: set[str], *, bare: bool) -> list[Path]:
        """Return what of a path the names may mean: all of it, or with `bare` all but one field."""
        missed = [key for key in path if key not in named]
        if not bare:
            return [] if missed else [path]
        fields = [at for at, key in enumerate(path) if key in self._labels and missed in ([], [key])]
        return [path[:at] + path[at + 1 :] for at in fields]

    def _unread(self, asked: _Asked, place: Place | None, language: str) -> Misread:
        """Return why it was not read: no place has that name; or there it is something else than what was written."""
        named = self._named(asked.given)
        places = [*self._places()]
        there = [
            path for path, (_, said) in self._places().items()
            if named.issuperset(said) and self._left(said, asked.given) is not None
        ]  # fmt: skip
        typed = " ".join(word.folded for word in asked.given)
        value = "" if asked.number is None else f" {asked.sign * asked.number:+d}" if asked.sign else f" {asked.number}"
        printed = [] if there else [self.printed(path, language).lower() for path in places]
        alike = process.extract(typed, printed, scorer=fuzz.ratio, limit=_OFFERED)
        ranked = there or [places[at] for _, _, at in alike]
        why: Why = "wrong_value" if there else "unknown_place"
        near = tuple(self.printed(path, language) + value for path in ranked[:_OFFERED])
        return Unreadable(Problem("unreadable", why, place, nearest=near))

    def _made(self, leaf: Leaf, asked: _Asked, left: Sequence[Word]) -> Operation | None:
        """Return the operation on the present value, or None if it cannot become what is asked."""
        value = leaf.value
        if type(value) is int:
            if asked.number is None or left or asked.signed:
                return None
            return self._operation(leaf.path, value, value + asked.sign * asked.number if asked.sign else asked.number)
        if asked.number is not None or (left and asked.signed):
            return None
        called = asked.signed or left
        if not asked.sign and leaf.may_be_empty and len(called) == 1 and called[0].folded in _NONE:
            return self._operation(leaf.path, value, None if leaf.may_be_none else "")
        if isinstance(value, bool):
            said = " ".join(word.folded for word in called) if not asked.sign else ""
            meant = next((means for means, by_code in _YES_OR_NO.items() if said in by_code.values()), None)
            return None if meant is None else self._operation(leaf.path, value, meant)
        thing = self._thing(called, leaf)
        if thing is None:
            return None
        if isinstance(value, list):
            after = _with(leaf, thing) if asked.sign > 0 else _without(leaf, thing) if asked.sign else None
            return None if after is None else self._operation(leaf.path, value, after)
        fits = not asked.sign and (value is None or isinstance(value, str))
        return self._operation(leaf.path, value, thing) if fits else None

    def _as_written(self, found: Sequence[Operation], given: Sequence[Word]) -> list[Operation]:
        """Return the operations whose names stand among the words in no other case, where all of them are named."""
        keys = [self._places()[each.path][1] for each in found]
        named, exact = (self._named(given, exactly=exactly) for exactly in (False, True))
        if not all(named.issuperset(own) for own in keys):
            return []
        return [each for each, own in zip(found, keys, strict=True) if exact.issuperset(own)]

    def _operation(self, path: Path, before: Any, after: Any) -> Operation:
        return Operation(path, before, after, change_at(self.document, path, after))

    def _named(self, given: Sequence[Word], *, exactly: bool = False) -> set[str]:
        """Return the keys that are among the words, perhaps in no other case, and those that nobody names."""
        keys = {key for _, said in self._places().values() for key in said}
        there = {key for key in keys if any(_span(form, given, exactly=exactly) for form in self._forms(key))}
        return there | (self._silent & keys)

    def _left(self, path: Path, given: Sequence[Word]) -> list[Word] | None:
        """Return the words that are left after all keys of a path are named; None if one is not named."""
        left = list(given)
        for key in path:
            if key in self._silent:
                continue
            spans = (_span(form, left) for form in self._forms(key))
            span = max((each for each in spans if each is not None), key=lambda each: each[1] - each[0], default=None)
            if span is None:
                return None
            left = left[: span[0]] + left[span[1] :]
        return [word for word in left if word.folded not in _FILLERS]

    def _in_order(self, said: Path, given: Sequence[Word]) -> bool:
        """Return whether words begin with the names of a place, in their order."""
        at = 0
        for key in said:
            if key not in self._silent:
                here = (len(form) for form in self._forms(key) if _span(form, given[at : at + len(form)]) is not None)
                length = max(here, default=0)
                if not length:
                    return False
                at += length
        return True

    def _thing(self, given: Sequence[Word], leaf: Leaf) -> str | None:
        """Return the id that all of the words together name, of a thing that is allowed there.

        Of several the one of which they are the printed name, not one of its other names.
        """
        known = [
            key for key in self._called if leaf.admits(key)
            for form in self._forms(key) if _span(_telling(form), given) == (0, len(given))
        ] if given else []  # fmt: skip
        return next((key for key in known if self._prints(key, given)), known[0] if known else None)

    def _prints(self, key: str, given: Sequence[Word]) -> bool:
        """Return whether words are the name by which mails print a thing, in one of the languages."""
        names = (tokenize(forms[0]) for forms in self._called[key].values() if forms)
        return any([word.folded for word in name] == [word.folded for word in given] for name in names)

    def _forms(self, key: str) -> Iterator[tuple[str, ...]]:
        for form in (key, *(form for forms in self._called.get(key, {}).values() for form in forms)):
            yield tuple(word.folded for word in tokenize(form.replace("_", " ")))

    def _name(self, key: str, language: str) -> str:
        called = self._called.get(key, {})
        return (called.get(language) or called.get("en") or [key])[0]

    def _value(self, value: Any, language: str) -> str:
        if isinstance(value, Mapping):
            return " ".join(self._value(each, language) for each in value.values() if isinstance(each, str))
        if isinstance(value, bool):
            return _YES_OR_NO[value].get(language, str(value))
        return "-" if value is None else self._name(value, language) if isinstance(value, str) else str(value)


def _more(these: Sequence[Any], others: Sequence[Any]) -> list[Any]:
    """Return what occurs more often in the first list than in the second, each once."""
    found: list[Any] = []
    for each in these:
        if these.count(each) > others.count(each) and each not in found:
            found.append(each)
    return found


def _telling_thing(rows: Sequence[Mapping[str, Any]], row: Mapping[str, Any]) -> str:
    """Return the first thing of a row that no other row has in the same field; empty if there is none."""
    for field, value in row.items():
        if isinstance(value, str) and [each.get(field) for each in rows].count(value) == 1:
            return value
    return ""


def _with(leaf: Leaf, thing: str) -> list[Any] | None:
    """Return a list with a thing added, or a new row that has it; None if a row needs more than a thing."""
    row = leaf.row(thing) if leaf.has_rows else thing
    return None if row is None else [*leaf.value, row]


def _without(leaf: Leaf, thing: str) -> list[Any] | None:
    """Return a list without a thing, or without the row that has it; None if it is missing or in several rows."""
    at = leaf.rows_with(thing) if leaf.has_rows else [leaf.value.index(thing)] if thing in leaf.value else []
    return [row for number, row in enumerate(leaf.value) if number != at[0]] if len(at) == 1 else None


def _asked(line: str, *, valued: bool = True, signed: bool = True) -> _Asked:
    """Return a line without its number, its signs, and words that say nothing.

    `valued` says that its last figure is a value, and not the number of something; `signed` that words for more and
    less are no parts of names. A hyphen inside a name is no sign; behind “=” a sign is that of the figure.
    """
    plain, given, behind, number, sign = clean(line), list[Word](), list[Word](), None, 0
    typed = list(tokenize(_SIGN_OF_NAME.sub(" ", line)))
    figures = [word for word in typed if word.folded.lstrip("+-").isdecimal()]
    for word in typed:
        bare = word.folded.lstrip("+-")
        before = plain[: word.column - 1].rstrip('"')[-2:]
        minus = before.endswith("-") and (bare.isdecimal() or not before[:-1].isalnum())
        plus = word.folded[0] == "+" or before.endswith("+")
        own = 1 if plus else -1 if word.folded[0] == "-" or minus else 0
        if bare.isdecimal() and word is figures[-1] and valued:
            number, sign = int(bare[:9]), own or sign
            if "=" in plain:
                number, sign = number * (own or 1), 0
        elif signed and bare in _LESS | _MORE:
            sign = -1 if bare in _LESS else 1
        elif given or behind or bare not in SILENT:
            sign = own or sign
            (behind if own or behind else given).append(Word(bare, word.typed, word.column))
    return _Asked(tuple(given), number, sign, tuple(word for word in behind if word.folded not in _FILLERS))


def _telling(form: Sequence[str]) -> tuple[str, ...]:
    """Return a name without the words that say nothing, which the line has lost too."""
    return tuple(word for word in form if word not in _FILLERS) or tuple(form)


def _span(form: Sequence[str], given: Sequence[Word], *, exactly: bool = False) -> tuple[int, int] | None:
    """Return where a name is among words, in any Russian case or `exactly`."""
    for start in range(len(given) - len(form) + 1):
        here = given[start : start + len(form)]
        same = str.__eq__ if exactly else _same
        if form and all(same(own, word.folded) for own, word in zip(form, here, strict=True)):
            return start, start + len(form)
    return None


def _same(own: str, typed: str) -> bool:
    return own == typed or not lemmas(own).isdisjoint(lemmas(typed))
