"""A next version of a small game: its package, of the same name, with some of its lines changed."""

from __future__ import annotations

import importlib
import importlib.util
import shutil
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from types import ModuleType

from adjudicator.kernel import registry

_NUMBERS = count(2)


def source_of(package: str) -> Path:
    """The folder of an installed package."""
    found = importlib.util.find_spec(package)
    assert found is not None
    assert found.origin is not None
    return Path(found.origin).parent


def changed(package: str, changes: Mapping[str, Mapping[str, str]], folder: Path, version: str) -> Path:
    """A folder with a version of a package: `changes` are lines by module, each to another."""
    place = folder / f"site-{next(_NUMBERS)}"
    shutil.copytree(source_of(package), place / package, ignore=shutil.ignore_patterns("__pycache__"))
    _change(place / package / "game.py", {'version = "1"': f'version = "{version}"'})
    for module, lines in changes.items():
        _change(place / package / f"{module}.py", lines)
    return place


@contextmanager
def installed(
    package: str, changes: Mapping[str, Mapping[str, str]], folder: Path, version: str = "2"
) -> Iterator[None]:
    """A next version is installed in place of a package, as after an update and a new start of the program."""
    place = changed(package, changes, folder, version)
    before = _taken_out(package)
    sys.path.insert(0, str(place))
    importlib.invalidate_caches()
    registry.game_named.cache_clear()
    try:
        yield
    finally:
        sys.path.remove(str(place))
        _taken_out(package)
        sys.modules.update(before)
        importlib.invalidate_caches()
        registry.game_named.cache_clear()


def _taken_out(package: str) -> dict[str, ModuleType]:
    found = {name: module for name, module in sys.modules.items() if name.partition(".")[0] == package}
    for name in found:
        del sys.modules[name]
    return found


def _change(module: Path, lines: Mapping[str, str]) -> None:
    text = module.read_text(encoding="utf-8")
    for old, new in lines.items():
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    module.write_text(text, encoding="utf-8")
