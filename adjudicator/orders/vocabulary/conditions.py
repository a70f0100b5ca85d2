"""Conditions: what a player may make an order depend on, over what their seat may know, in every language.

A game says what can be asked of a position as small structs, each with the phrases that mean it; standing orders and
plans use the same ones. A condition gets the view of a seat and nothing else, so it cannot tell what the seat does not
know.

>>> class Holds(Condition, frozen=True, tag="holds"):
...     town: str
...     def holds(self, view, seat):
...         return view["towns"][self.town] == seat
>>> class Debt(Measured, frozen=True, tag="debt"):
...     def measure(self, view, seat):
...         return view["debt"][seat]
>>> from adjudicator.orders import name
>>> names = [Name("town", "lyon", "en", "Lyon"), Name("town", "lyon", "ru", "Лион")]
>>> book = Conditions(NameBook(names), [
...     condition(Holds, name("town", "town"), en="{town} is~ mine | I~ hold {town}", ru="{town} ~у меня"),
...     condition(Debt, en="debt {than} {amount}", ru="долг {than} {amount}"),
... ])
>>> found = book.parse("lyon is not mine and debt is less than 4", "en")
>>> book.say(found, "en"), book.say(found, "ru")
('Lyon is not mine and debt < 4', 'Лион не у меня и долг < 4')
>>> all_hold(found, {"towns": {"lyon": "red"}, "debt": {"blue": 3}}, "blue")
True
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from operator import eq, ge, gt, le, lt
from random import Random
from types import MappingProxyType
from typing import Any, ClassVar, Literal, NamedTuple

import msgspec
from msgspec import Struct

from adjudicator.components.kinds import references
from adjudicator.kernel.documents import Names as Overlay
from adjudicator.orders.text import clean, tokenize
from adjudicator.orders.vocabulary.names import NameBook
from adjudicator.orders.vocabulary.patterns import default_of
from adjudicator.orders.vocabulary.phrases import Argument, Value, choice, name, number, with_kind
from adjudicator.orders.vocabulary.shelves import Id, Name

Than = Literal["<", "<=", ">", ">=", "="]
_HOLD: Mapping[str, Any] = {"<": lt, "<=": le, ">": gt, ">=": ge, "=": eq}
_OPPOSITE: Mapping[Than, Than] = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}
_WORDS: Mapping[Id, Mapping[str, str]] = {
    "<": {"en": "less than | below | under | fewer than", "ru": "меньше | менее | ниже"},
    "<=": {"en": "at most | no more than", "ru": "не больше | не более | не выше | самое большее"},
    ">": {"en": "more than | above | over", "ru": "больше | более | выше"},
    ">=": {"en": "at least | no less than", "ru": "не меньше | не менее | не ниже | по крайней мере"},
    "=": {"en": "equals | equal to | exactly", "ru": "равно | равен | равна | равны | ровно"},
}
_SYMBOL = re.compile(r"([<>]=?|[=≤≥]=?)")
_SYMBOLS = {"≤": "<=", "≥": ">=", "==": "=", "=<": "<=", "=>": ">="}
_NOT = {"en": "not", "ru": "не"}
_AND = {"en": "and", "ru": "и"}
_NEGATIONS = frozenset(("not", "dont", "doesnt", "isnt", "arent", "не", "нет"))
_FILLERS = frozenset(("the", "a", "an", "is", "are", "that", "do", "does"))
_ELEMENT = re.compile(r"\{(\w+)(?:@(\w+))?\}|(~)")
_NUMBER = re.compile(r"-?\d{1,9}")
_MOST_UNKNOWN = 4
_OFFERED = 3


Facts = Mapping[str, Any]
"""The public facts of a question by their names (`Answers.context`)."""


class Condition(Struct, frozen=True, tag_field="is"):
    """Something that holds in a position or does not, as a seat may know it."""

    def holds(self, view: Any, seat: str) -> bool:
        """Return whether it holds. `view` is what the seat may know, and all there is to judge by."""
        raise NotImplementedError  # abstract

    def holds_for(self, view: Any, seat: str, asked: Facts) -> bool:
        """Return whether it holds where the seat is asked something, with the public facts of the question."""
        return self.holds(view, seat)


class Measured(Condition, frozen=True):
    """A figure of the position against a number: `debt < 4`."""

    than: Than = "<"
    amount: int = 0

    def measure(self, view: Any, seat: str) -> int:
        """Return the figure."""
        raise NotImplementedError  # abstract

    def holds(self, view: Any, seat: str) -> bool:
        return bool(_HOLD[self.than](self.measure(view, seat), self.amount))


class OfQuestion(Condition, frozen=True):
    """Something of the move that the seat is asked about: its fields are facts of the question (`Answers.context`).

    `class Enters(OfQuestion)` with a field `to` holds where the question has this `to`. Where nothing is asked it does
    not hold. Another way to judge the facts overrides `holds_for`.
    """

    def holds(self, view: Any, seat: str) -> bool:
        return False

    def holds_for(self, view: Any, seat: str, asked: Facts) -> bool:
        return all(asked.get(name) == getattr(self, name) for name in self.__struct_fields__)


class MeasuredOfQuestion(Measured, frozen=True):
    """A figure of the move that the seat is asked about against a number: `units >= 5`; `fact` is its name there."""

    fact: ClassVar[str]

    def holds(self, view: Any, seat: str) -> bool:
        return False

    def holds_for(self, view: Any, seat: str, asked: Facts) -> bool:
        return self.fact in asked and bool(_HOLD[self.than](asked[self.fact], self.amount))


class Clause(Struct, frozen=True):
    """A condition, or that it does not hold."""

    condition: Condition
    negated: bool = False

    def holds(self, view: Any, seat: str, asked: Facts = MappingProxyType({})) -> bool:
        return self.condition.holds_for(view, seat, asked) is not self.negated


def all_hold(clauses: Iterable[Clause], view: Any, seat: str, asked: Facts = MappingProxyType({})) -> bool:
    """Return whether all of them hold in what a seat may know, where it is `asked` something with these facts."""
    return all(clause.holds(view, seat, asked) for clause in clauses)


class ConditionWords(Struct, frozen=True):
    """The written form of a condition: its forms by language, and its arguments. Made by `condition`."""

    condition: type[Condition]
    forms: Mapping[str, tuple[str, ...]]
    arguments: Mapping[str, Argument]
    fixed: Mapping[str, Value]


def condition(
    kind: type[Condition], *arguments: Argument, fixed: Mapping[str, Value] | None = None, **texts: str
) -> ConditionWords:
    """Declare how a condition is written: `en="{space} is~ mine | I~ hold {space}"`, the first form is printed.

    `{space@genitive}` asks for a case of the name; `~` is where `not` may stand. What is measured has `{than}` and
    `{amount}` without saying so, and a field that is annotated with its kind needs no argument. `fixed`: values that
    the words themselves mean. One condition may be declared more than once. Raises ValueError where words and fields
    do not fit.
    """
    spoken = {code: tuple(form.strip() for form in text.split("|")) for code, text in texts.items()}
    listed, places = (
        {argument.field for argument in arguments},
        (each[1] for each in _ELEMENT.finditer(" ".join(texts.values()))),
    )
    plain = (name(field) for field in dict.fromkeys(places) if field in references(kind) and field not in listed)
    own = tuple(with_kind(kind, argument) for argument in (*arguments, *plain))
    if issubclass(kind, Measured):
        own = (*own, choice("than", _WORDS), number("amount"))
    told = ConditionWords(kind, spoken, {each.field: each for each in own}, fixed or {})
    needed = {field.name for field in msgspec.structs.fields(kind) if field.required} | set(told.arguments)
    for form in (form for listed in told.forms.values() for form in listed):
        if needed - set(told.fixed) != (said := {found[1] for found in _ELEMENT.finditer(form) if found[1]}):
            raise ValueError(f"{kind.__name__}: {form!r} says {sorted(said)}, not {sorted(needed)}")
    return told


class NoCondition(Exception):  # noqa: N818 - an answer to the player
    """Words that are not one condition of the game, but none or several.

    `unknown`: the words that name nothing; `nearest`: names, conditions or forms that may be meant.
    """

    def __init__(self, text: str, *, unknown: str = "", nearest: Sequence[str] = (), several: bool = False) -> None:
        super().__init__(f"{text!r} is no condition: {unknown!r} {list(nearest)}")
        self.text, self.unknown, self.nearest, self.several = text, unknown, tuple(nearest), several


class _Gap(NamedTuple):
    """A place in a form that an argument fills; without one, the place where `not` may stand."""

    argument: Argument | None
    case: str = ""


class _Form(NamedTuple):
    """A form taken apart: words, and gaps between them."""

    told: ConditionWords
    parts: tuple[str | _Gap, ...]


class _Filled(NamedTuple):
    """A form with values. `guessed`: how many names were shortened or inflected.

    `unknown`: an argument whose words name nothing, how many words were left there, and how many of them it took.
    """

    fields: Mapping[str, Any]
    denied: bool = False
    guessed: int = 0
    unknown: tuple[Argument, int, int] | None = None


class _Meant(NamedTuple):
    """A meaning of the words, and how many names in it were shortened or inflected."""

    clauses: tuple[Clause, ...]
    guessed: int


class Conditions:
    """All conditions of a game, with its names. A game has them as its part `conditions`.

    Raises ValueError where a language is missing.
    """

    def __init__(self, book: NameBook, told: Iterable[ConditionWords]) -> None:
        self._told = tuple(told)
        self._given = book
        chosen = (arg for each in self._told for arg in each.arguments.values() if arg.choices)
        self._book = NameBook((*book.names, *dict.fromkeys(name for arg in chosen for name in _choice_names(arg))))
        self._ids = cache(lambda kinds: tuple(name.id for name in self._book.names if name.kind in kinds))
        self.languages = tuple(dict.fromkeys(code for each in self._told for code in each.forms))
        for each in self._told:
            if missing := set(self.languages) - set(each.forms):
                raise ValueError(f"{each.condition.__name__} is not said in {', '.join(sorted(missing))}")

    def with_content(self, content: Any, names: Overlay) -> Conditions:
        """Return the conditions with the names of a game's content."""
        return Conditions(self._given.renamed(names), self._told)

    @cached_property
    def _forms(self) -> tuple[_Form, ...]:
        every = ((each, text) for each in self._told for listed in each.forms.values() for text in listed)
        return tuple(_Form(each, tuple(_parts(each, text))) for each, text in every)

    # saying -----------------------------------------------------------------------------------------

    def say(self, clauses: Iterable[Clause], language: str) -> str:
        """Return the conditions as they are written. Raise LookupError for one without words."""
        return f" {_AND.get(language, 'and')} ".join(self._said(clause, language) for clause in clauses)

    def _said(self, clause: Clause, language: str) -> str:
        for told in self._told:
            if type(clause.condition) is told.condition and _says_all(told, clause.condition):
                return self._filled(told, clause, language)
        raise LookupError(f"no words for {clause.condition}")

    def _filled(self, told: ConditionWords, clause: Clause, language: str) -> str:
        form, never = (told.forms.get(language) or told.forms["en"])[0], _NOT.get(language, "not")

        def filled(found: re.Match[str]) -> str:
            if found[3]:
                return "" if not clause.negated else f"{never} " if form[found.end() :][:1].strip() else f" {never}"
            value = getattr(clause.condition, found[1])
            argument = told.arguments[found[1]]
            if argument.form == "number" or found[1] == "than":
                return str(value)
            return self._named(argument, value, language, found[2] or "")

        text = _ELEMENT.sub(filled, form)
        return f"{never} {text}" if clause.negated and "~" not in form else text

    def _named(self, argument: Argument, id: Id, language: str, case: str = "") -> str:
        kind = next(kind for kind in _kinds(argument) if self._book.has(kind, id))
        return self._book.printed(kind, id, language, case)

    def examples(self, language: str) -> tuple[str, ...]:
        """Return one line of each condition, with a name that fits."""
        rng = Random(1)
        return tuple(self._said(Clause(self._invented(each, rng)), language) for each in self._told)

    def sample(self, rng: Random) -> Clause:
        """Return a random condition that can be said, for trials."""
        found = self._invented(rng.choice(self._told), rng)
        return Clause(found, negated=not isinstance(found, Measured) and rng.random() < 0.3)

    def _invented(self, told: ConditionWords, rng: Random) -> Condition:
        fields = dict(told.fixed)
        for argument in told.arguments.values():
            ids = self._ids(_kinds(argument))
            fields[argument.field] = rng.randint(1, 9) if argument.form == "number" else rng.choice(ids)
        return told.condition(**fields)

    # reading ----------------------------------------------------------------------------------------

    def parse(self, text: str, language: str) -> tuple[Clause, ...]:
        """Return what the words mean, in the player's own `language`. Raise NoCondition with what is nearest."""
        typed, folded = _tokens(text)
        ranked = list(self._all(folded, language))
        least = min((each.guessed for each in ranked), default=0)
        found = list(dict.fromkeys(each.clauses for each in ranked if each.guessed == least))
        if len(found) == 1:
            return found[0]
        if found:
            lines = tuple(dict.fromkeys(self.say(each, language) for each in found))
            raise NoCondition(text, nearest=lines[:_OFFERED], several=True)
        raise self._nearest(text, typed, folded, language)

    def _all(self, given: Sequence[str], language: str) -> Iterator[_Meant]:
        yield from self._clause(given, language)
        for at in (at for at, word in enumerate(given) if word in _AND.values() and at):
            for first in self._clause(given[:at], language):
                for more in self._all(given[at + 1 :], language):
                    yield _Meant((*first.clauses, *more.clauses), first.guessed + more.guessed)

    def _clause(self, given: Sequence[str], language: str) -> Iterator[_Meant]:
        """Yield every meaning of the words as one condition; `not` may stand in front of it."""
        plain = [_meant(form.told, found) for form in self._forms for found in self._fill(form.parts, given, language)]
        if not plain and given and given[0] in _NEGATIONS:
            for each in self._clause(given[1:], language):
                yield _Meant((_denied(each.clauses[0]),), each.guessed)
        yield from plain

    def _fill(
        self, parts: Sequence[str | _Gap], given: Sequence[str], language: str, *, lenient: bool = False
    ) -> Iterator[_Filled]:
        """Yield every way to fill a form. `lenient`: one name may be words that name nothing."""
        if not parts:
            if not given:
                yield _Filled({})
            return
        first, then = parts[0], parts[1:]
        if given and given[0] in _FILLERS and given[0] != first:
            yield from self._fill(parts, given[1:], language, lenient=lenient)
        if not isinstance(first, _Gap):
            if given and given[0] == first:
                yield from self._fill(then, given[1:], language, lenient=lenient)
            elif first in _FILLERS:
                yield from self._fill(then, given, language, lenient=lenient)
        elif first.argument is None:
            if given and given[0] in _NEGATIONS:
                found = self._fill(then, given[1:], language, lenient=lenient)
                yield from (each._replace(denied=True) for each in found)
            yield from self._fill(then, given, language, lenient=lenient)
        else:
            yield from self._named_in(first.argument, then, given, language, lenient=lenient)

    def _named_in(
        self, argument: Argument, then: Sequence[str | _Gap], given: Sequence[str], language: str, *, lenient: bool
    ) -> Iterator[_Filled]:
        """Yield every value of an argument that stands here, with what follows it."""
        for value, length, whole in self._values(argument, given, language):
            for more in self._fill(then, given[length:], language, lenient=lenient):
                fields = {argument.field: value, **more.fields}
                yield more._replace(fields=fields, guessed=more.guessed + (not whole))
        if lenient and not _figure(argument):
            for length in range(1, min(_MOST_UNKNOWN, len(given)) + 1):
                for more in self._fill(then, given[length:], language):
                    yield more._replace(unknown=(argument, len(given), length))

    def _values(self, argument: Argument, given: Sequence[str], language: str) -> Iterator[tuple[Id, int, bool]]:
        """Yield what an argument may be here, its number of words, longest first, and whether it is a whole name."""
        if not given:
            return
        if argument.form == "number":
            if _NUMBER.fullmatch(given[0]):
                yield int(given[0]), 1, True
            return
        if argument.field == "than" and given[0] in _HOLD:
            yield given[0], 1, True
        for kind in _kinds(argument):
            shelf = self._book.shelf(kind)
            for length in range(min(shelf.longest, len(given)), 0, -1):
                typed = tuple(given[:length])
                ids, whole = shelf.find(typed, language), shelf.is_whole(typed)
                yield from ((id, length, whole) for id in ids or shelf.inflected(typed, language))

    def _nearest(self, text: str, typed: Sequence[str], given: Sequence[str], language: str) -> NoCondition:
        """Return the unknown name, with the nearest names, if it is all that does not fit a form; else examples."""
        for start, end in _split(given):
            part = given[start:end]
            if any(self._clause(part, language)):
                continue
            for form in self._forms:
                for filled in self._fill(form.parts, part, language, lenient=True):
                    if filled.unknown is None:
                        continue
                    argument, left, length = filled.unknown
                    at = end - left
                    if nearest := self._near(argument, given[at : at + length], language):
                        return NoCondition(text, unknown=" ".join(typed[at : at + length]), nearest=nearest)
            return NoCondition(" ".join(typed[start:end]), nearest=self.examples(language))
        return NoCondition(text, nearest=self.examples(language))

    def _near(self, argument: Argument, given: Sequence[str], language: str) -> tuple[str, ...]:
        shelves = [self._book.shelf(kind) for kind in _kinds(argument)]
        near = [id for shelf in shelves for id in shelf.near(given, language)]
        return tuple(dict.fromkeys(self._named(argument, id, language) for id in near))[:_OFFERED]


def _parts(told: ConditionWords, text: str) -> Iterator[str | _Gap]:
    """Yield the words and gaps of a form."""
    at = 0
    for found in _ELEMENT.finditer(text):
        yield from (word.folded for word in tokenize(text[at : found.start()]))
        yield _Gap(None) if found[3] else _Gap(told.arguments[found[1]], found[2] or "")
        at = found.end()
    yield from (word.folded for word in tokenize(text[at:]))


def _tokens(text: str) -> tuple[list[str], list[str]]:
    """Return the words as typed and folded; signs of comparison are words of their own."""
    typed: list[str] = []
    folded: list[str] = []
    for part in _SYMBOL.split(clean(text).replace("=<", "<=").replace("=>", ">=")):
        if _SYMBOL.fullmatch(part):
            typed.append(part)
            folded.append(_SYMBOLS.get(part, part))
        else:
            found = tokenize(part)
            typed += [word.typed for word in found]
            folded += [word.folded for word in found]
    return typed, folded


def _split(given: Sequence[str]) -> list[tuple[int, int]]:
    """Return the stretches between the words that join conditions."""
    cuts = [at for at, word in enumerate(given) if word in _AND.values()]
    return list(zip([0, *(at + 1 for at in cuts)], [*cuts, len(given)], strict=True))


def _meant(told: ConditionWords, filled: _Filled) -> _Meant:
    made = Clause(told.condition(**{**told.fixed, **filled.fields}))
    return _Meant((_denied(made) if filled.denied else made,), filled.guessed)


def _denied(clause: Clause) -> Clause:
    """Return the opposite of a clause: of a comparison the opposite comparison, if there is one."""
    found = clause.condition
    if isinstance(found, Measured) and found.than in _OPPOSITE:
        return Clause(msgspec.structs.replace(found, than=_OPPOSITE[found.than]))
    return Clause(found, negated=not clause.negated)


def _says_all(told: ConditionWords, found: Condition) -> bool:
    """Return whether these words say every field that is not as it would be without them."""
    for field in msgspec.structs.fields(type(found)):
        value = getattr(found, field.name)
        if field.name in told.arguments:
            if value is None:
                return False
        elif value != told.fixed.get(field.name, default_of(field)):
            return False
    return True


def _figure(argument: Argument) -> bool:
    return argument.form == "number" or argument.field == "than"


def _kinds(argument: Argument) -> tuple[str, ...]:
    """Return the kinds of names that an argument takes; a choice has a kind of its own, by its values."""
    return (_choice_kind(argument),) if argument.choices else argument.kinds


def _choice_kind(argument: Argument) -> str:
    return "/".join(str(value) for value, _ in argument.choices)


def _choice_names(argument: Argument) -> Iterator[Name]:
    for value, texts in argument.choices:
        for code, listed in texts.items():
            yield Name(_choice_kind(argument), value, code, listed[0], listed[1:])
