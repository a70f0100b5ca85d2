"""The pages of the documentation: short, for somebody, of one kind, and found from the index."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.guides import DOCS, pages

KINDS = {"tutorial", "how_to", "reference", "explanation"}
LONGEST = 250
PEOPLE = re.compile(
    r"^For (?:\w+ )*?(?:everybody|players|moderators|operators|developers|auditors|translators|groups)\b", re.MULTILINE
)
_IDS = [str(page.relative_to(DOCS)) for page in pages()]


def test_every_page_is_of_one_kind() -> None:
    loose = {page.name for page in pages() if page.relative_to(DOCS).parts[0] not in KINDS}
    assert loose == {"index.md", "changelog.md"}


@pytest.mark.parametrize("page", pages(), ids=_IDS)
def test_a_page_is_not_longer_than_one_reads(page: Path) -> None:
    assert len(page.read_text(encoding="utf-8").splitlines()) <= LONGEST


@pytest.mark.parametrize("page", pages(), ids=_IDS)
def test_a_page_says_for_whom_it_is(page: Path) -> None:
    title, *first = page.read_text(encoding="utf-8").splitlines()[:6]
    assert title.startswith("# ")
    assert PEOPLE.search("\n".join(first)), first


@pytest.mark.parametrize("page", pages(), ids=_IDS)
def test_a_player_is_they(page: Path) -> None:
    """Whoever is meant may be anybody. Only the stories about Boris know better."""
    text = page.read_text(encoding="utf-8")
    assert "Boris" in text or re.findall(r"\b(?:he|his|him|himself)\b", text) == []


def test_the_index_names_every_page_once_in_its_tables() -> None:
    tables = (DOCS / "index.md").read_text(encoding="utf-8").partition("\n## ")[2]
    linked = [(DOCS / link).resolve() for link in re.findall(r"\]\(([^)#:]+\.md)\)", tables)]
    named = [page for page in linked if page in pages()]
    assert sorted(named) == [page for page in pages() if page.name != "index.md"]


def test_the_map_of_the_code_names_files_with_what_is_looked_for() -> None:
    rows = re.findall(r"^\| .+ \| `(.+)` \| `(.+)` \|$", (DOCS / "explanation/where.md").read_text(), re.MULTILINE)
    assert len(rows) >= 20
    assert [(file, word) for file, word in rows if word not in (DOCS.parent / file).read_text(encoding="utf-8")] == []


def test_the_rooms_of_the_service_are_told_with_files_that_are_there() -> None:
    named = re.findall(r"\(`([a-z_/]+\.py)`[,)]", (DOCS / "explanation/architecture.md").read_text())
    assert len(named) > 5
    assert [name for name in named if not (DOCS.parent / "adjudicator/service" / name).exists()] == []


def test_every_page_that_the_program_names_is_there() -> None:
    folders = ("adjudicator", "cli", "worker", "demo", "deploy", "benchmarks", "tests")
    files = [file for folder in folders for file in (DOCS.parent / folder).rglob("*") if file.suffix in _NAMING]
    said = {
        (str(file.relative_to(DOCS.parent)), name)
        for file in (*files, DOCS.parent / "Makefile")
        for name in re.findall(r"\bdocs/[\w/]+\.(?:md|json|py)\b", file.read_text(encoding="utf-8"))
    }
    assert len(said) > 20
    assert [(file, name) for file, name in sorted(said) if not (DOCS.parent / name).exists()] == []


_NAMING = {".py", ".po", ".yaml", ".toml", ".service", ".timer", ".md", ".sh", ".html"}


def test_every_target_of_make_that_a_page_names_exists() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (DOCS.parent / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    pages = [*DOCS.rglob("*.md"), *DOCS.parent.glob("*.md"), *(DOCS.parent / "benchmarks").rglob("*.md")]
    named = {
        (page.name, target)
        for page in pages
        for target in re.findall(r"`make ([a-z-]+)|^make ([a-z-]+)(?: *#.*)?$", page.read_text("utf-8"), re.MULTILINE)
        for target in target
        if target
    }
    assert len(named) > 20
    assert {each for each in named if each[1] not in targets} == set()


def test_the_readme_says_that_there_is_no_licence() -> None:
    """Until the owner decides. Then a file LICENSE stands beside it, and this test goes."""
    assert not list(DOCS.parent.glob("LICEN*"))
    assert "There is no licence yet." in (DOCS.parent / "README.md").read_text(encoding="utf-8")


_TEST = re.compile(r"\btests/[\w./-]*\w")


@pytest.mark.parametrize(
    "page", [*sorted(DOCS.rglob("*.md")), *sorted(DOCS.parent.glob("*.md"))], ids=lambda page: page.name
)
def test_every_test_that_is_named_anywhere_is_there(page: Path) -> None:
    named = _TEST.findall(page.read_text(encoding="utf-8"))
    assert [path for path in named if not (DOCS.parent / path).exists()] == []


def test_a_test_that_is_not_there_is_found() -> None:
    found = _TEST.findall("see `tests/orders/test_nothing.py`, tests/orders/ and [it](../../tests/orders).")
    assert found == ["tests/orders/test_nothing.py", "tests/orders", "tests/orders"]
    assert [(DOCS.parent / path).exists() for path in found] == [False, True, True]
