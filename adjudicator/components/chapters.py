"""What the chapters of a game's rules declare: its actions and events are the classes that their modules define."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages
from types import ModuleType
from typing import TypeVar

from msgspec import Struct

S = TypeVar("S", bound=Struct)


def chapters(package: ModuleType) -> Iterator[ModuleType]:
    """All modules of a package, packages in it too, in the order of their names."""
    for found in walk_packages(package.__path__, package.__name__ + "."):
        yield import_module(found.name)


def declared(base: type[S], *modules: ModuleType) -> tuple[type[S], ...]:
    """The classes of a kind (`Action`, `Event`) with a tag of their own that modules define, in their order."""
    return tuple(
        value
        for module in modules
        for value in vars(module).values()
        if isinstance(value, type)
        and issubclass(value, base)
        and value.__module__ == module.__name__
        and value.__struct_config__.tag != value.__name__
    )
