"""The code that decides in a game, known by its hash: whoever changes it without a new version is noticed.

It is what the module of a game imports, and they in turn, of its own package, of the kernel and of the components.
Words, pictures and whatever else a game loads by name only do not belong to it.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from adjudicator.kernel.kept_rules import is_kept
from adjudicator.kernel.registry import entry_of_game

SHARED = ("adjudicator.kernel", "adjudicator.components")
DIGITS = 16


_IMPORT = re.compile(r"^\s*(?:from\s+(\.*)([\w.]*)\s+import\s+(\([^)]*\)|[^\n]*)|import\s+([\w.]+))", re.MULTILINE)


@cache
def code_hash(name: str) -> str:
    """Return the hash of the code that decides in an installed game; empty for kept rules, which have one already.

    Raises:
        UnknownGame: There is no such game.
    """
    if is_kept(name):
        return ""
    module = entry_of_game(name).module
    own = module.rpartition(".")[0] or module
    origins = {package: Path(spec.origin) for package in (own, *SHARED) if (spec := find_spec(package)) and spec.origin}
    found: dict[str, bytes] = {}
    todo = [module]
    while todo:
        wanted = todo.pop()
        file = None if wanted in found else _file(wanted, origins)
        if file is not None:
            found[wanted] = file.read_bytes()
            todo += _imported(wanted.split(".")[: None if file.name == "__init__.py" else -1], found[wanted].decode())
    told = hashlib.sha256()
    for wanted in sorted(found):
        told.update(f"{wanted}\0".encode() + hashlib.sha256(found[wanted]).digest())
    return told.hexdigest()[:DIGITS]


def _file(module: str, origins: Mapping[str, Path]) -> Path | None:
    """Return the file of a module of one of these packages, if it is one."""
    for package, origin in origins.items():
        if module == package:
            return origin
        if module.startswith(f"{package}."):
            base = origin.parent.joinpath(*module[len(package) + 1 :].split("."))
            return next((file for file in (base.with_suffix(".py"), base / "__init__.py") if file.is_file()), None)
    return None


def _imported(above: Sequence[str], text: str) -> Iterator[str]:
    """Yield the names that a module in this package imports, of modules and of what stands in them."""
    for dots, start, names, plain in _IMPORT.findall(text):
        before = above[: len(above) - len(dots) + 1] if dots else []
        module = plain or ".".join((*before, *([start] if start else [])))
        yield module
        yield from (f"{module}.{name}" for name in re.findall(r"\w+", names))
