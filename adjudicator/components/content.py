"""The content of a game, said once: a struct of what a group may edit, and the default from the game's own data.

    class Contract(Struct, frozen=True):
        name: Name                                       # in every language; names of things hang on it
        text: Said                                       # likewise, any text
        reward: Annotated[int, Meta(ge=0, le=9)]

    class Content(Struct, frozen=True):
        contracts: Annotated[dict[str, Contract], Each(CONTRACT)]

    CONTENT = ContentForm(Content, default)

What is wrong in a pack is told with paths, all of it at once: `contracts.bridge.name.ru: is missing`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Annotated, Any, Generic, NamedTuple, TypeAlias, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from adjudicator.components.kinds import Kind, possible
from adjudicator.components.load import Each, Spoken, read_plain
from adjudicator.components.names import CASES, Called, Inflected, forms_of
from adjudicator.components.own_ids import SLOTS, Room, in_own_ids, slots_of
from adjudicator.components.russian import in_case
from adjudicator.components.tables import table
from adjudicator.kernel.documents import Names, with_other_ids
from adjudicator.kernel.errors import DocumentError, Problem
from adjudicator.language import CODES

C = TypeVar("C", bound=msgspec.Struct)

Name: TypeAlias = Annotated[dict[str, Called], Spoken(name=True)]
"""What a thing is called, in every language."""
Said: TypeAlias = Annotated[dict[str, str], Spoken()]
"""A text for people, in every language."""


class Place(NamedTuple):
    """The target of a path in a pack: `field` (`contracts.reward`) of a thing of a kind, in a language; "": none."""

    field: str
    kind: Kind[Any] | None = None
    id: str = ""
    language: str = ""


class ContentForm(Generic[C]):
    """The form of a game's content, and its default."""

    def __init__(
        self,
        form: type[C],
        default: Callable[[], C],
        fits: Callable[[C], Iterable[Problem]] = lambda content: (),
        rooms: Sequence[Room] = (),
        reserved: Callable[[], Collection[str]] = frozenset,
    ) -> None:
        """Declare the form of the content of a game.

        `default` makes the content of the game's own data files, when it is first needed; `fits` tells what of a pack
        does not fit together. `rooms`: what a pack may call by ids of its own, but for the words in `reserved`; the
        form has a field `slots` for them.
        """
        self.form = form
        self._default = default
        self._fits = fits
        self._rooms, self._reserved = rooms, reserved

    def default(self) -> C:
        return self._default()

    def read(self, given: Any) -> C:
        """Return the content of plain JSON values.

        Raises:
            DocumentError: Something is wrong; it has every problem with its path.
        """
        slots, problems = dict[str, str](), list[Problem]()
        if self._rooms and isinstance(given, Mapping):
            slots, problems = slots_of(given, self._rooms, self._reserved())
            plain = {key: with_other_ids(value, slots, CODES) for key, value in given.items() if key != SLOTS}
            given = plain | {SLOTS: slots} if slots else plain
        try:
            found = read_plain(given, self.form)
            problems += [*self._unfit_names(found), *self._fits(found)]
        except DocumentError as error:
            problems += error.problems
        if problems:
            own = {slot: id for id, slot in slots.items()}
            raise DocumentError([in_own_ids(problem, own) for problem in problems])
        return found

    def table(self, part: str, text: str) -> dict[str, Any]:
        """Return a part of a pack that is written as CSV, as plain JSON values by id.

        Raises:
            DocumentError: Something is wrong; it has every problem with its line.
        """
        forms = get_type_hints(self.form, include_extras=True)
        if part not in forms:
            raise DocumentError([Problem("", f"there is no part {part!r}{possible(part, forms)}")])
        return table(text, forms[part])

    def write(self, content: msgspec.Struct) -> dict[str, Any]:
        plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(content))
        if slots := self.slots(content):
            own = {slot: id for id, slot in slots.items()}
            plain = {key: with_other_ids(value, own, CODES) for key, value in plain.items() if key != SLOTS} | {
                SLOTS: slots
            }
        elif self._rooms:
            del plain[SLOTS]
        return plain

    def slots(self, content: msgspec.Struct) -> Mapping[str, str]:
        """Return the slot of each id that only the pack knows."""
        found: Mapping[str, str] = getattr(content, SLOTS) if self._rooms else {}
        return found

    def names(self, content: msgspec.Struct) -> Names:
        """Return the names that the content gives to things, by language, kind and id."""
        found: dict[str, dict[str, dict[str, Any]]] = {code: {} for code in CODES}
        for _, kind, id, language, called in self._names(content):
            found[language].setdefault(kind.name, {})[id] = called
        return found

    def place(self, path: tuple[str, ...]) -> Place:
        """Return the place to which a path of a pack leads."""
        field, kind, id, language = [], None, "", ""
        for step, mark in zip(path, (*self._marks(path), None), strict=False):
            if isinstance(mark, Each):
                kind, id = mark.kind, step
            elif isinstance(mark, Spoken):
                language = step
            elif not language:
                field.append(step)
        return Place(".".join(field), kind, id, language)

    @cached_property
    def fields(self) -> tuple[str, ...]:
        """Every field of a pack that has a value or texts, as `place` calls them."""
        return tuple(_fields(self.form))

    def _marks(self, path: tuple[str, ...]) -> Iterator[Any]:
        """Yield the mark of each step of a path, or None for a field of a struct."""
        form: Any = self.form
        for step in path:
            form, mark = _marked(form)
            yield mark
            if mark is not None:
                form = get_args(form)[1]
            elif isinstance(form, type) and issubclass(form, msgspec.Struct):
                form = get_type_hints(form, include_extras=True).get(step)

    def _names(self, content: msgspec.Struct) -> Iterator[tuple[str, Kind[Any], str, str, Called]]:
        """Yield every name that the content gives: its path, the kind and id of the thing, the language, the name."""
        for field, hint in get_type_hints(self.form, include_extras=True).items():
            form, mark = _marked(hint)
            if not isinstance(mark, Each) or get_origin(form) is not dict:
                continue
            inner = get_args(form)[1]
            if not (isinstance(inner, type) and issubclass(inner, msgspec.Struct)):
                continue
            named = [
                name
                for name, each in get_type_hints(inner, include_extras=True).items()
                if _marked(each)[1] == Spoken(name=True)
            ]
            for id, thing in getattr(content, field).items():
                for name in named:
                    for language, called in getattr(thing, name).items():
                        yield f"{field}.{id}.{name}.{language}", mark.kind, id, language, called

    def _unfit_names(self, content: msgspec.Struct) -> Iterator[Problem]:
        """Yield names that are empty, stand twice, or cannot be declined.

        A Russian name needs a known form for each case.
        """
        seen: dict[tuple[str, str, str], str] = {}
        for path, kind, id, language, called in self._names(content):
            name = forms_of(called)[0] if forms_of(called) else ""
            if not name.strip():
                yield Problem(path, "a name is needed")
                continue
            other = seen.setdefault((kind.name, language, name.casefold()), id)
            if other != id:
                yield Problem(path, f"{name!r} is called {other!r} already")
            if language == "ru" and (unknown := [*_unknown_cases(called)]):
                yield Problem(path, f"the {', '.join(unknown)} of {name!r} is not known: give {{name: {name}, "
                              f"{unknown[0]}: …}}, or {{name: {name}, unchanged: true}}")  # fmt: skip


def _unknown_cases(called: Called) -> Iterator[str]:
    """Yield the cases that are neither given with a Russian name nor known."""
    if isinstance(called, Inflected) and called.unchanged:
        return
    for case in CASES:
        given = getattr(called, case) if isinstance(called, Inflected) else ""
        if not given and in_case(forms_of(called)[0], case) is None:
            yield case


def _marked(hint: Any) -> tuple[Any, Each | Spoken | None]:
    """Return the type of an annotation, and its mark."""
    if get_origin(hint) is not Annotated:
        return hint, None
    form, *marks = get_args(hint)
    return form, next((mark for mark in marks if isinstance(mark, Each | Spoken)), None)


def _fields(form: Any, above: str = "") -> Iterator[str]:
    form, mark = _marked(form)
    if isinstance(mark, Each) and get_origin(form) is dict:
        yield from _fields(get_args(form)[1], above)
    elif mark is None and isinstance(form, type) and issubclass(form, msgspec.Struct):
        for name, hint in get_type_hints(form, include_extras=True).items():
            yield from _fields(hint, f"{above}.{name}" if above else name)
    else:
        yield above
