"""The words of a picture: English in a file of the game (`words.yaml`), other languages in the game's catalogue."""

from collections.abc import Callable
from pathlib import Path as FilePath
from typing import TypeAlias, TypeVar

import msgspec

from adjudicator.language import picture_context

T = TypeVar("T")
_Tree: TypeAlias = "str | dict[str, _Tree]"


def read_words(file: FilePath, pgettext: Callable[[str, str], str], kind: type[T]) -> T:
    """Return the words of a file as a struct, each translated by `pgettext(context, english)`."""
    english: _Tree = msgspec.yaml.decode(file.read_bytes())
    return msgspec.convert(_translated(english, (), pgettext), kind)


def _translated(english: _Tree, path: tuple[str, ...], pgettext: Callable[[str, str], str]) -> _Tree:
    if isinstance(english, str):
        return pgettext(picture_context(path), english)
    return {key: _translated(inside, (*path, key), pgettext) for key, inside in english.items()}
