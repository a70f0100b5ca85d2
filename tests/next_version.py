"""A next version of a small game: its package under another name, with some of its lines changed."""

from __future__ import annotations

import importlib
import importlib.util
import re
import shutil
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.metadata import EntryPoint
from itertools import count
from pathlib import Path

from adjudicator.kernel import registry

_NUMBERS = count(2)


@contextmanager
def installed(
    package: str, changes: Mapping[str, Mapping[str, str]], folder: Path, version: str = "2"
) -> Iterator[None]:
    """In place of the game of a package a next version of it: `changes` are lines by module, each to another."""
    found = importlib.util.find_spec(package)
    assert found is not None
    assert found.origin is not None
    name = f"{package}_{next(_NUMBERS)}"
    place = folder / name
    shutil.copytree(Path(found.origin).parent, place, ignore=shutil.ignore_patterns("__pycache__"))
    _change(place / "game.py", {'version = "1"': f'version = "{version}"'})
    for module, lines in changes.items():
        _change(place / f"{module}.py", lines)
    for module in place.glob("*.py"):
        text = module.read_text(encoding="utf-8")
        text = re.sub(rf"\b(from|import) {package}\b", rf"\1 {name}", text)
        module.write_text(re.sub(rf'"{package}\.(\w+):', rf'"{name}.\1:', text), encoding="utf-8")
    sys.path.insert(0, str(folder))
    importlib.invalidate_caches()
    game = package.replace("_", "-")
    before = registry._installed()[game]
    registry._installed()[game] = EntryPoint(game, f"{name}:GAME", registry.GROUP)
    registry.game_named.cache_clear()
    try:
        yield
    finally:
        registry._installed()[game] = before
        registry.game_named.cache_clear()
        sys.path.remove(str(folder))


def _change(module: Path, lines: Mapping[str, str]) -> None:
    text = module.read_text(encoding="utf-8")
    for old, new in lines.items():
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    module.write_text(text, encoding="utf-8")
