"""Docstrings are in plain English: people are they, and names of tests become shorter."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ROOMS = ("adjudicator", "cli", "packages", "worker", "demo")
PRONOUNS = ("he", "his", "him", "himself")
"""A person is "they", or "the player", "the sender", "the owner"."""
UNIDIOMATIC = {
    "anew": "again",
    "are none of": "are not among",
    "as ever": "as before",
    "in the midst": "during, inside",
    "is none of": "is not one of",
    "of ours": "our own",
}
"""What a docstring does not say, and what it says instead."""
MEN = "adjudicator/games"
MEN_AT_MOST = 0
"""How many docstrings of games may call a king or a general he. May only fall."""
LONGEST_NAME = 72
LONG_NAMES_AT_MOST = 385
"""How many tests have longer names than that. May only fall."""


@cache
def docstrings() -> tuple[tuple[str, str], ...]:
    """Every docstring with its place (file:name), those of constants and fields too."""
    files = (file for room in ROOMS for file in sorted((ROOT / room).rglob("*.py")) if "migrations" not in file.parts)
    return tuple(
        (f"{file.relative_to(ROOT).as_posix()}:{name}", text)
        for file in files
        for name, text in said(ast.parse(file.read_text(encoding="utf-8")))
    )


def said(node: ast.AST, name: str = "") -> Iterator[tuple[str, str]]:
    """Yield the strings that stand alone in a piece of code, with the name of what they are about."""
    about = name
    for child in ast.iter_child_nodes(node):
        match child:
            case ast.ClassDef() | ast.FunctionDef() | ast.AsyncFunctionDef():
                yield from said(child, f"{name}.{child.name}".lstrip("."))
            case ast.Expr(value=ast.Constant(value=str(text))):
                yield about or "<module>", text
            case ast.Assign(targets=[ast.Name(id=field), *_]) | ast.AnnAssign(target=ast.Name(id=field)):
                about = f"{name}.{field}".lstrip(".")
            case ast.stmt():
                yield from said(child, name)


def places(*phrases: str) -> list[str]:
    """Return the places of docstrings with one of these phrases, wherever their lines are broken."""
    wanted = "|".join(r"\s+".join(map(re.escape, each.split())) for each in phrases)
    found = re.compile(rf"\b(?:{wanted})\b", re.IGNORECASE)
    return [place for place, text in docstrings() if found.search(text)]


def test_people_are_they() -> None:
    found = places(*PRONOUNS)
    of_games = [place for place in found if place.startswith(f"{MEN}/")]
    assert [place for place in found if place not in of_games] == []
    assert len(of_games) <= MEN_AT_MOST, of_games


@pytest.mark.parametrize("phrase", UNIDIOMATIC)
def test_unidiomatic_phrases_are_avoided(phrase: str) -> None:
    assert places(phrase) == [], f"better: {UNIDIOMATIC[phrase]}"


def test_a_docstring_names_what_is_done() -> None:
    assert [place for place, text in docstrings() if re.match(r"Do (it|so)\b|Return nothing\b", text)] == []


def test_names_in_docstrings_are_those_of_today() -> None:
    """Names of several words, wherever the code, its data or its templates have them."""
    files = [path for room in ROOMS for path in (ROOT / room).rglob("*") if path.suffix in {".py", ".yaml"}]
    files += (ROOT / "mail_templates").rglob("*.j2")
    known = {path.stem for path in files} | ELSEWHERE
    for path in files:
        text = path.read_text(encoding="utf-8")
        known.update(_IDENTIFIER.findall(_MARKED.sub("", text) if path.suffix == ".py" else text))
    named = {(place, name) for place, text in docstrings() for name in _MARKED.findall(text) if "_" in name}
    assert len(named) > 100
    assert sorted((place, name) for place, name in named if name not in known) == []


_MARKED = re.compile(r"`([a-z][a-z0-9_]*)(?=[`(])")
"""A name in a docstring. The code has no such marks but in them."""
_IDENTIFIER = re.compile(r"[a-z][a-z0-9_]*")
ELSEWHERE = {"idle_check", "new_york"}
"""A name of a library, and one that a player may write."""


def test_long_test_names_become_fewer() -> None:
    names = [
        node.name
        for file in (ROOT / "tests").rglob("test_*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_")
    ]
    long = sum(len(name) > LONGEST_NAME for name in names)
    assert long <= LONG_NAMES_AT_MOST, f"a new test has a name of more than {LONGEST_NAME} letters"


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ('"""He."""', {"<module>": "He."}),
        ('def a():\n    """His."""', {"a": "His."}),
        ('class A:\n    b: int = 0\n    """Him."""', {"A.b": "Him."}),
        ('class A:\n    def b(self):\n        """Him."""', {"A.b": "Him."}),
        ('if True:\n    B = 1\n    def c():\n        """Him."""', {"c": "Him."}),
    ],
)
def test_docstrings_are_found_with_their_names(code: str, expected: dict[str, str]) -> None:
    assert dict(said(ast.parse(code))) == expected
