"""The interface of rules: the names that games import from the program, with their parameters and members.

`rules_api.txt` holds it as the last release left it: `module:name(parameters)`, below it those public members of a
class that any of the games mentions, each behind a dot. A parameter with a default ends with `=`; `*` and `**` are as
in Python.
"""

from __future__ import annotations

import ast
import importlib
import inspect
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

FROZEN = Path(__file__).parent / "rules_api.txt"
PROGRAM = "adjudicator"
Parameters = tuple[str, ...]
Interface = Mapping[str, Mapping[str, Parameters | None]]
"""By `module:name` the parameters of it ("") and of each member; None of what is not called."""


def names_of(folders: Iterable[Path]) -> set[tuple[str, str]]:
    """The names that packages of games import from the program, each with its module."""
    trees = (ast.parse(path.read_bytes()) for folder in folders for path in folder.rglob("*.py"))
    imports = (each for tree in trees for each in ast.walk(tree) if isinstance(each, ast.ImportFrom) and not each.level)
    return {
        (each.module, name.name)
        for each in imports
        if each.module and f"{each.module}.".startswith(f"{PROGRAM}.")
        if not each.module.startswith(f"{PROGRAM}.games.")
        for name in each.names
    }


def mentioned_in(folders: Iterable[Path]) -> set[str]:
    """What packages of games call members: those that they use, define, declare or give as an argument."""
    trees = (ast.parse(path.read_bytes()) for folder in folders for path in folder.rglob("*.py"))
    found = {ast.Attribute: "attr", ast.FunctionDef: "name", ast.keyword: "arg", ast.Name: "id"}
    return {getattr(each, found[type(each)]) for tree in trees for each in ast.walk(tree) if type(each) in found}


def there(module: str, name: str) -> Any:
    """What a name is in the program of today; raises AttributeError or ModuleNotFoundError."""
    found = importlib.import_module(module)
    return getattr(found, name) if hasattr(found, name) else importlib.import_module(f"{module}.{name}")


def members(thing: Any) -> dict[str, Parameters | None]:
    """The parameters of a thing, and of its public members where it is a class of the program."""
    found = {"": parameters(thing)}
    if inspect.isclass(thing):
        for base in thing.__mro__:
            if base.__module__.startswith(PROGRAM):
                own = [each for each in (*vars(base), *vars(base).get("__annotations__", ())) if each[0] != "_"]
                found |= {each: parameters(getattr(base, each, None)) for each in own if each not in found}
    return found


def parameters(thing: Any) -> Parameters | None:
    """The parameters of what can be called, as `rules_api.txt` has them."""
    if not callable(thing):
        return None
    if inspect.isclass(thing) and issubclass(thing, msgspec.Struct):
        return tuple(_fields(thing))
    try:
        told = inspect.signature(thing).parameters.values()
    except (ValueError, TypeError):  # of what is made of C
        return None
    return tuple(_told(told))


def _fields(struct: type[msgspec.Struct]) -> Iterator[str]:
    """The fields of a struct: their types, which a signature would tell too, may be known to readers of types alone."""
    defaults = dict(zip(reversed(struct.__struct_fields__), reversed(struct.__struct_defaults__), strict=False))
    for field in struct.__struct_fields__:
        yield f"{field}{'' if defaults.get(field, msgspec.NODEFAULT) is msgspec.NODEFAULT else '='}"


def _told(given: Iterable[inspect.Parameter]) -> Iterator[str]:
    bare = False
    for each in given:
        if each.kind is each.VAR_POSITIONAL:
            bare = True
            yield f"*{each.name}"
            continue
        if each.kind is each.KEYWORD_ONLY and not bare:
            bare = True
            yield "*"
        stars = "**" if each.kind is each.VAR_KEYWORD else ""
        yield f"{stars}{each.name}{'' if each.default is each.empty else '='}"


def told_of(folders: Sequence[Path]) -> str:
    """The interface that packages of games use, as text."""
    lines, mentioned = list[str](), mentioned_in(folders)
    for module, name in sorted(names_of(folders)):
        own = members(there(module, name))
        lines.append(f"{module}:{name}{_written(own.pop(''))}")
        lines += [f"    .{each}{_written(given)}" for each, given in sorted(own.items()) if each in mentioned]
    return "\n".join(lines) + "\n"


def _written(given: Parameters | None) -> str:
    return "" if given is None else f"({', '.join(given)})"


def read(text: str) -> Interface:
    """The interface that a text tells."""
    found: dict[str, dict[str, Parameters | None]] = {}
    name = ""
    for line in text.splitlines():
        said, call, given = line.strip().removesuffix(")").partition("(")
        own = tuple(given.split(", ")) if given else () if call else None
        if line.startswith(" "):
            found[name][said.removeprefix(".")] = own
        else:
            name = said
            found[name] = {"": own}
    return found


def broken(before: Parameters | None, now: Parameters | None) -> str:
    """Why what could be called so cannot any more; empty: it can."""
    if before is None:
        return ""
    if now is None:
        return "cannot be called any more"
    if any(each.startswith("**") for each in now) and any(each.startswith("*") and each != "*" for each in now):
        return ""
    named, old = {each.rstrip("="): each for each in now}, {each.rstrip("=") for each in before}
    anything = any(each.startswith("**") for each in now)
    for each in before:
        plain = each.rstrip("=")
        if plain != "*" and plain not in named and not anything:
            return f"takes no {plain} any more"
        if each.endswith("=") and plain in named and not named[plain].endswith("="):
            return f"must be given {plain} now"
    if required := [each for each in now if each[0] != "*" and each[-1] != "=" and each not in old]:
        return f"must be given {', '.join(required)} now"
    in_line = [each.rstrip("=") for each in _in_line(before)]
    if in_line != [each.rstrip("=") for each in _in_line(now)][: len(in_line)]:
        return "takes its arguments in another order"
    return ""


def _in_line(given: Parameters) -> Iterator[str]:
    for each in given:
        if each.startswith("*"):
            return
        yield each
