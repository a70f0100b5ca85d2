"""Rules kept as they were: the package of a game, copied into a folder, and played beside the one that is installed.

A kept game is called `name@hash`, by the hash of its files, and lies in a folder of that name. Its modules are loaded
under a name of their own: what they import of their own package comes from the folder, everything else (the kernel,
components, reports) from the program that is at work, and what has another name there now by that one
(`adjudicator.rules_api`). So the older rules run on the newer kernel; whether they still do the same is to be tried
before anybody relies on it (`adjudicator upgrade pin`).
"""

from __future__ import annotations

import ast
import hashlib
import importlib
import re
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.metadata import EntryPoint
from importlib.resources import files
from importlib.util import find_spec, spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

import msgspec

from adjudicator.kernel.errors import BrokenGame

AT = "@"
"""Between the name of a game and the hash of the kept files."""
DIGITS = 16
MANIFEST = "rules.json"
"""The file, in the folder of a kept game beside the copy of its package, that says what it is."""
READY_LINES = "ready_lines.json"
"""The file, beside the names of a game, with the lines of its forms."""
LEMMAS = "lemmas.json"
"""The file, beside files in which Russian words stand, with the dictionary forms of these words."""
MADE = frozenset(("__pycache__", READY_LINES, LEMMAS))
"""What is made of a package for speed, and is no part of the rules."""
INTERFACE = "adjudicator.rules_api"
"""The package that says what names have become that games imported formerly. It stands above the kernel."""
INSTEAD = (
    "let an installation of the version that they were written for play what is played by them, "
    "or carry it over (adjudicator upgrade migrate)"
)
"""What is to be done where the program has changed too much for kept rules."""
LOADERS = frozenset(("import_module", "files", "find_spec", "path", "open_text", "read_text"))
"""Functions of `importlib` that take the name of a package."""


class Kept(msgspec.Struct, frozen=True):
    """The content of a folder of kept rules.

    The game, the former name of its package, where in it the game is, and which version of the rules it is.
    """

    game: str
    package: str
    entry: str
    version: str
    content: str


def plain_name(name: str) -> str:
    """Return the name of a game without that of its kept rules.

    >>> plain_name("chess@0123456789abcdef"), plain_name("chess")
    ('chess', 'chess')
    """
    return name.partition(AT)[0]


def is_kept(name: str) -> bool:
    """Return whether a name is that of kept rules."""
    return AT in name


def kept_in(folder: Path) -> Iterator[tuple[str, Kept]]:
    """Yield the kept rules of a folder, with their names."""
    for place in sorted(folder.glob(f"*{AT}*/{MANIFEST}")):
        yield place.parent.name, _manifest(place.parent)


def keep(point: EntryPoint, source: Path | None, folder: Path) -> str:
    """Copy the package of a game (the installed one, or the one that lies at `source`) and return its name.

    Raises BrokenGame where there is no such package, or it does not load.
    """
    package, entry = _package_of(point)
    root = _installed(package) if source is None else _found(source, package)
    name = f"{point.name}{AT}{hash_of(root)}"
    place = folder / name
    if not (place / MANIFEST).is_file():
        shutil.rmtree(place, ignore_errors=True)
        shutil.copytree(root, _files(place, package), ignore=shutil.ignore_patterns("__pycache__"))
        try:
            game = _loaded(name, place, package, entry)
            for part in game.parts:
                game.part(part)
            kept = Kept(point.name, package, entry, game.version, game.unbound.content_hash)
        except BaseException as error:
            forget(name, folder)
            if isinstance(error, BrokenGame) or not isinstance(error, Exception):
                raise
            raise _does_not_load(name, root, package, error) from error
        (place / MANIFEST).write_bytes(msgspec.json.encode(kept))
    return name


def is_whole(name: str, folder: Path) -> bool:
    """Return whether kept rules lie in a folder, file by file as they were kept."""
    place = folder / name
    if not (place / MANIFEST).is_file():
        return False
    return hash_of(_files(place, _manifest(place).package)) == name.partition(AT)[2]


def forget(name: str, folder: Path) -> None:
    """Take kept rules away that nobody plays by."""
    shutil.rmtree(folder / name, ignore_errors=True)
    top = _module_of(name)
    _FINDER.folders.pop(top, None)
    for module in [each for each in sys.modules if each.partition(".")[0] == top]:
        del sys.modules[module]


def load(name: str, folders: Sequence[Path]) -> Any:
    """Return the object at the entry of kept rules.

    Raises:
        BrokenGame: The rules are missing, were changed, or do not load.
    """
    place = next((folder / name for folder in folders if (folder / name / MANIFEST).is_file()), None)
    if place is None:
        where = ", ".join(map(str, folders)) or "no folder"
        raise BrokenGame(f"the kept rules {name} are not here ({where}): put the folder back from a backup")
    kept = _manifest(place)
    if hash_of(_files(place, kept.package)) != name.partition(AT)[2]:
        raise BrokenGame(f"the kept rules {name} are changed: put their folder back from a backup")
    try:
        return _loaded(name, place, kept.package, kept.entry)
    except Exception as error:
        raise _does_not_load(name, _files(place, kept.package), kept.package, error) from error


def _does_not_load(name: str, root: Path, package: str, error: Exception) -> BrokenGame:
    if isinstance(error, ImportError) and (gone := _gone(root, package)):
        return BrokenGame(
            f"the kept rules {name} were written for another version of the program; this one has no "
            f"{', '.join(gone)}: {INSTEAD}"
        )
    if isinstance(error, FileNotFoundError) and str(error.filename).endswith(".mo"):
        return BrokenGame(f"the kept rules {name} have no {Path(error.filename).name}: compile their catalogues first")
    return BrokenGame(f"the kept rules {name} do not load: {type(error).__name__}: {error}")


def _gone(root: Path, package: str) -> list[str]:
    """Return what the modules of a package import from the program that is not there, by today's names."""
    imported = {each for each in _imported(root) if each[0].partition(".")[0] == INTERFACE.partition(".")[0]}
    today = Today(imported)
    named = sorted({today.of(*each) for each in imported if not f"{each[0]}.".startswith(f"{package}.")})
    return [f"{module}.{name}" for module, name in named if not _is_there(module, name)]


def _is_there(module: str, name: str) -> bool:
    try:
        return hasattr(importlib.import_module(module), name) or find_spec(f"{module}.{name}") is not None
    except ModuleNotFoundError:
        return False


def _manifest(place: Path) -> Kept:
    return msgspec.json.decode((place / MANIFEST).read_bytes(), type=Kept)


def _loaded(name: str, place: Path, package: str, entry: str) -> Any:
    top = _module_of(name)
    root = _files(place, package)
    _FINDER.folders[top] = root, package, Today(_imported(root))
    if _FINDER not in sys.meta_path:
        sys.meta_path.insert(0, _FINDER)
    inner, _, attribute = entry.partition(":")
    found: Any = importlib.import_module(f"{top}.{inner}" if inner else top)
    for part in attribute.split("."):
        found = getattr(found, part)
    return found


def _files(place: Path, package: str) -> Path:
    """Return the copy of a package; its folder keeps its former name, because catalogues of words use it."""
    return place / package.rpartition(".")[2]


def _module_of(name: str) -> str:
    """Return the name under which the package of kept rules is loaded."""
    return f"rules_{name.partition(AT)[2]}"


def _package_of(point: EntryPoint) -> tuple[str, str]:
    """Return the package of a game, and where in it the game is: `("chess", "board:GAME")`. Raises BrokenGame."""
    spec = _spec_of(point.module)
    if spec.submodule_search_locations is not None:
        return point.module, f":{point.attr}"
    package, _, module = point.module.rpartition(".")
    if not package:
        raise BrokenGame(f"{point.name} is a single module, {point.module}: only packages can be kept")
    return package, f"{module}:{point.attr}"


def folder_of(point: EntryPoint) -> Path:
    """Return the folder of the package of an installed game. Raises BrokenGame."""
    return _installed(_package_of(point)[0])


def _installed(package: str) -> Path:
    return Path(str(_spec_of(package).origin)).parent


def _spec_of(module: str) -> ModuleSpec:
    """Return where an installed module lies. Raises BrokenGame."""
    try:
        spec = find_spec(module)
    except ModuleNotFoundError:
        spec = None
    if spec is None or spec.origin is None:
        raise BrokenGame(f"the package {module} is not here")
    return spec


def _found(source: Path, package: str) -> Path:
    """Return the folder of a package: `source`, or a folder beneath it as in `site-packages`. Raises BrokenGame."""
    beneath = source.joinpath(*package.split("."))
    if (beneath / "__init__.py").is_file():
        return beneath
    if source.name == package.rpartition(".")[2] and (source / "__init__.py").is_file():
        return source
    raise BrokenGame(f"there is no package {package} at {source}: give its folder, or that of site-packages with it")


def hash_of(root: Path) -> str:
    """Return the hash of all files of a package and their names, except what is made of them for speed."""
    told = hashlib.sha256()
    for path in sorted(each for each in root.rglob("*") if each.is_file() and MADE.isdisjoint(each.parts)):
        told.update(f"{path.relative_to(root).as_posix()}\0".encode())
        told.update(hashlib.sha256(path.read_bytes()).digest())
    return told.hexdigest()[:DIGITS]


class Former(msgspec.Struct, frozen=True):
    """Names that games imported once: those that are gone, and those that mean something else now, with today's."""

    gone: dict[str, str]
    changed: dict[str, str] = {}


@cache
def former_names() -> tuple[Former, ...]:
    """Return what names have become that games imported, a part for each time that they have changed."""
    text = files(INTERFACE).joinpath("former_names.yaml").read_bytes()
    return msgspec.yaml.decode(text, type=tuple[Former, ...])


class Today:
    """Names of the program as a package imports them, and what they are called today."""

    def __init__(self, imported: Iterable[tuple[str, str]]) -> None:
        said = {key for module, name in imported for key in (module, f"{module}:{name}", f"{module}.{name}")}
        self._names: dict[str, str] = {}
        for former in former_names():
            if not said.isdisjoint(former.gone):
                self._names |= former.gone | former.changed

    def of(self, module: str, name: str) -> tuple[str, str]:
        """Return from where a name is imported, and what it is called there.

        >>> today = Today([("adjudicator.orders.phrases", "Argument")])
        >>> today.of("adjudicator.orders.phrases", "Argument"), today.of("adjudicator", "choice")
        (('adjudicator.orders.vocabulary.phrases', 'Argument'), ('adjudicator', 'choice'))
        >>> today.of("adjudicator.orders", "phrases")
        ('adjudicator.orders.vocabulary', 'phrases')
        """
        if own := self._names.get(f"{module}:{name}"):
            now, _, called = own.partition(":")
        elif whole := self._names.get(f"{module}.{name}"):
            now, _, called = whole.rpartition(".")
        else:
            now, called = self._names.get(module, module), name
        return now, called


def _imported(root: Path) -> Iterator[tuple[str, str]]:
    """Yield the names that the modules of a package import from elsewhere, each with its module."""
    for path in sorted(root.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_bytes(), str(path))):
            if isinstance(node, ast.ImportFrom) and not node.level and node.module:
                yield from ((node.module, each.name) for each in node.names)


# loading under another name ------------------------------------------------------------------------------------------


class _Finder(MetaPathFinder):
    """Finds the modules of kept rules: by the name under which they are loaded their folder and their own name."""

    def __init__(self) -> None:
        self.folders: dict[str, tuple[Path, str, Today]] = {}

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        top, *inner = fullname.split(".")
        if top not in self.folders:
            return None
        root, package, today = self.folders[top]
        base = root.joinpath(*inner)
        for file, inside in ((base / "__init__.py", [str(base)]), (base.with_suffix(".py"), None)):
            if file.is_file() and (inner or inside):
                loader = _Loader(fullname, str(file), _Renaming(package, top, root, today))
                return spec_from_file_location(fullname, file, loader=loader, submodule_search_locations=inside)
        return None


_FINDER = _Finder()


class _Loader(SourceFileLoader):
    """Loads a module with every mention of its own package renamed; nothing compiled is kept beside it."""

    def __init__(self, fullname: str, path: str, renaming: _Renaming) -> None:
        super().__init__(fullname, path)
        self._renaming = renaming

    def get_code(self, fullname: str) -> CodeType:
        path = self.get_filename(fullname)
        tree = self._renaming.visit(ast.parse(self.get_data(path), path))
        code: CodeType = compile(ast.fix_missing_locations(tree), path, "exec", dont_inherit=True)
        return code


class _Renaming(ast.NodeTransformer):
    """Rewrites a module's references to its own package to the name it is loaded as: imports, `"module:attribute"`.

    What it imports of the program it imports by the names of today.
    """

    def __init__(self, package: str, top: str, root: Path, today: Today) -> None:
        self._package, self._top, self._root, self._today = package, top, root, today
        self._parent, _, self._last = package.rpartition(".")
        self._said = re.compile(rf"{re.escape(package)}((?:\.\w+)*)(:[\w.]+(?:\(\))?)?")

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST | list[ast.AST]:
        if node.level or node.module is None:
            return node
        made: list[ast.AST] = []
        for each in node.names:
            if node.module == self._parent and each.name == self._last:
                made.append(ast.Import([ast.alias(self._top, each.asname or each.name)]))
            else:
                module, name = self._today.of(self._renamed(node.module), each.name)
                said_as = each.asname or (each.name if name != each.name else None)
                made.append(ast.ImportFrom(module, [ast.alias(name, said_as)], 0))
        return [ast.copy_location(each, node) for each in made]

    def visit_Import(self, node: ast.Import) -> ast.AST | list[ast.AST]:
        made: list[ast.AST] = []
        for name in node.names:
            new = self._renamed(name.name)
            if new == name.name or name.asname is not None:
                made.append(ast.Import([ast.alias(new, name.asname)]))
            elif "." in self._package:
                raise ImportError(f"import {name.name} (without “as”) cannot be renamed")
            else:
                made += [ast.Import([ast.alias(new)]), ast.Import([ast.alias(self._top, self._package)])]
        return [ast.copy_location(each, node) for each in made]

    def visit_Call(self, node: ast.Call) -> ast.AST:
        called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if called in LOADERS:
            node.args = [
                ast.copy_location(ast.Constant(self._top), arg)
                if isinstance(arg, ast.Constant) and arg.value == self._package
                else arg
                for arg in node.args
            ]
        return self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        said = self._said.fullmatch(node.value) if isinstance(node.value, str) else None
        if said is None or not any(said.groups()) or not self._is_module(said[1]):
            return node
        return ast.copy_location(ast.Constant(f"{self._top}{said[1]}{said[2] or ''}"), node)

    def _renamed(self, module: str) -> str:
        own = module == self._package or module.startswith(f"{self._package}.")
        return self._top + module[len(self._package) :] if own else module

    def _is_module(self, inner: str) -> bool:
        base = self._root.joinpath(*inner.split(".")[1:])
        return (base / "__init__.py").is_file() or (bool(inner) and base.with_suffix(".py").is_file())
