"""The glossary and the code use the same words: each term is a name, or a part of one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ROOMS = ("adjudicator", "cli", "packages", "worker", "mail_templates")
GLOSSARY = (ROOT / "docs/reference/glossary.md").read_text(encoding="utf-8")


def terms() -> list[str]:
    """What stands in the first columns, without remarks in brackets; several terms of one row stand between commas."""
    cells = re.findall(r"^\| (?!term |-)([^|]+) \|", GLOSSARY, re.MULTILINE)
    return [term.strip() for cell in cells for term in re.sub(r"\(.*?\)", "", cell).split(",")]


def words(name: str) -> tuple[str, ...]:
    """The words of a name, in the singular."""
    found = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z0-9]+", name)
    return tuple(re.sub(r"(?<!s)s$", "", re.sub(r"ies$", "y", word.lower())) for word in found)


def names() -> Iterator[str]:
    for room in ROOMS:
        for path in (ROOT / room).rglob("*"):
            yield path.stem
            if path.suffix in (".py", ".j2"):
                yield from re.findall(r"[A-Za-z_]\w*", path.read_text(encoding="utf-8"))


@cache
def named() -> frozenset[tuple[str, ...]]:
    """All names of the code in their words."""
    return frozenset(map(words, set(names())))


@pytest.mark.parametrize("term", terms())
def test_a_term_is_a_name_of_the_code(term: str) -> None:
    own = words(term)
    assert any(own == name[at : at + len(own)] for name in named() for at in range(len(name))), term


def test_no_term_is_explained_twice() -> None:
    assert len(terms()) > 80
    assert len(set(terms())) == len(terms())
