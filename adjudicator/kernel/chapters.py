"""Find what the chapters of a game's rules declare: the actions, events and questions are classes of their modules."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages
from types import ModuleType
from typing import Any, TypeVar

from msgspec import Struct

from adjudicator.kernel.decisions import Answers
from adjudicator.kernel.questions import questions_in

S = TypeVar("S", bound=Struct)
T = TypeVar("T")


def chapters(package: ModuleType) -> Iterator[ModuleType]:
    """Yield all modules of a package, packages in it too, in the order of their names."""
    for found in walk_packages(package.__path__, package.__name__ + "."):
        yield import_module(found.name)


def declared_classes(base: type[S], *modules: ModuleType) -> tuple[type[S], ...]:
    """Return the classes of a kind (`Action`, `Event`) with their own tags that modules define, in order."""
    return tuple(each for each in _defined(base, modules) if each.__struct_config__.tag != each.__name__)


def questions(*modules: ModuleType) -> tuple[type[Answers[Any]], ...]:
    """Return the answers with their own `kind` that modules define or declare as a `Question`, in order."""
    return tuple(
        each
        for module in modules
        for each in (*(each for each in _defined(Answers, (module,)) if "kind" in vars(each)), *questions_in(module))
    )


def _defined(base: type[T], modules: tuple[ModuleType, ...]) -> Iterator[type[T]]:
    for module in modules:
        for value in vars(module).values():
            if isinstance(value, type) and issubclass(value, base) and value.__module__ == module.__name__:
                yield value
