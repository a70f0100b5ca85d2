"""Neutral documents: what a game says about the fields of its state, and small things that all documents need."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from random import Random
from typing import Any, Protocol, TypeVar

import msgspec

from adjudicator.kernel.chance import Chance
from adjudicator.kernel.errors import Problem
from adjudicator.kernel.steps import Frame, Frames, StepBook

S = TypeVar("S")
Sight = Callable[[frozenset[str]], msgspec.Struct]
"""What seats together see of one state; no seats: an observer."""


class Cursor(Protocol):
    """Steps that are still to be made, in a document: each with its arguments by name, the next one first."""

    def write(self, frames: Frames) -> list[dict[str, Any]]:
        """Return the frames in names and ids."""
        ...

    def read(self, given: Any, path: str) -> list[Frame]:
        """Return the frames of a written cursor.

        Raises:
            DocumentError: Something is wrong; it has every problem, with `path` before the path of each.
        """
        ...

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema (2020-12) of what is written."""
        ...


class Form(Protocol[S]):
    """The state of a game by its fields. `adjudicator.components.state_schema.Form` makes it from their annotations."""

    @property
    def state_type(self) -> type[S]: ...

    @property
    def open(self) -> bool:
        """Whether no field hides anything from anybody."""
        ...

    @property
    def view_type(self) -> type[msgspec.Struct]:
        """The type that `view` returns."""
        ...

    def cursor(self, steps: StepBook) -> Cursor:
        """Return how documents name the steps of a game."""
        ...

    def write(self, state: S) -> dict[str, Any]:
        """Return the state as neutral JSON: names and ids."""
        ...

    def read(self, given: Any, path: str = "") -> S:
        """Return the state of a written document.

        Raises:
            DocumentError: Something is wrong; it has every problem, with `path` before the path of each.
        """
        ...

    def dealt(self, given: Any, chance: Chance, path: str = "") -> Any:
        """Return the written document, with hidden things dealt where it only counts them.

        Raises:
            DocumentError: Something is wrong.
        """
        ...

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema (2020-12) of what is written."""
        ...

    def visible_state(self, state: S) -> Sight:
        """Return what seats together see of a state as it is now; no seats: an observer."""
        ...

    def other(self, state: S, seats: Iterable[str], rng: Random) -> S:
        """Return a copy that differs only in what these seats together cannot know."""
        ...

    def problems(self, state: S) -> Sequence[Problem]:
        """Return pieces that are lost, doubled or where they cannot be."""
        ...


Names = Mapping[str, Mapping[str, Mapping[str, Any]]]
"""The names that content gives to things: by language, name of the kind and id."""


class ContentForm(Protocol):
    """The editable part of a game. `adjudicator.components.content.ContentForm` makes it from a struct."""

    def default(self) -> msgspec.Struct:
        """Return the content of the game's own data files."""
        ...

    def read(self, given: Any) -> msgspec.Struct:
        """Return the content of plain JSON values.

        Raises:
            DocumentError: Something is wrong; it has every problem with its path.
        """
        ...

    def table(self, part: str, text: str) -> dict[str, Any]:
        """Return a part of a pack that is written as CSV, a line for each thing, as plain JSON values.

        Raises:
            DocumentError: Something is wrong; it has every problem with its line.
        """
        ...

    def write(self, content: msgspec.Struct) -> dict[str, Any]:
        """Return the content as plain JSON values."""
        ...

    def names(self, content: msgspec.Struct) -> Names:
        """Return the names that the content gives to things."""
        ...

    def slots(self, content: msgspec.Struct) -> Mapping[str, str]:
        """Return the slot of each id that only the pack knows."""
        ...


def merge_patch(document: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return a copy of the document with `changes` merged key by key; null removes a key (RFC 7396).

    >>> merge_patch({"vp": 15, "debt": {"red": 1, "blue": 2}}, {"debt": {"red": 3}})
    {'vp': 15, 'debt': {'red': 3, 'blue': 2}}
    """
    merged = dict(document)
    for key, value in changes.items():
        if value is None:
            merged.pop(key, None)
        elif isinstance(value, Mapping):
            inner = merged.get(key)
            merged[key] = merge_patch(inner if isinstance(inner, Mapping) else {}, value)
        else:
            merged[key] = value
    return merged


def with_other_ids(plain: Any, names: Mapping[str, str], texts: Collection[str] = ()) -> Any:
    """Return plain JSON values with other ids. Mappings whose keys are all among `texts` are left alone.

    >>> plain = {"events": {"theses": {"name": {"en": "theses"}}}, "drawn": ["theses"]}
    >>> with_other_ids(plain, {"theses": "e1"}, ("en", "ru"))
    {'events': {'e1': {'name': {'en': 'theses'}}}, 'drawn': ['e1']}
    """
    if not names:
        return plain
    if isinstance(plain, str):
        return names.get(plain, plain)
    if isinstance(plain, list | tuple):
        return [with_other_ids(each, names, texts) for each in plain]
    if isinstance(plain, Mapping) and not (plain and texts and set(plain) <= set(texts)):
        return {names.get(key, key): with_other_ids(each, names, texts) for key, each in plain.items()}
    return plain
