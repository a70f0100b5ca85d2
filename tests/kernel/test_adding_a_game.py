"""The pages about games are true: their blocks run in their order, what they show of files stands there."""

from __future__ import annotations

import importlib.metadata
import re
import sys
import types
from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator.kernel import registry

ROOT = Path(__file__).parents[2]
FIRST = sorted((ROOT / "docs" / "tutorial" / "first_game").glob("*.md"))
LARGER = sorted((ROOT / "docs" / "tutorial" / "game_with_a_map").glob("*.md"))
SALT_ROADS = ROOT / "tests" / "packages" / "salt_roads" / "salt_roads"
BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```", re.DOTALL | re.MULTILINE)


def run(pages: list[Path], namespace: dict[str, object]) -> int:
    """Run the blocks of these pages that are not parts of a file; how many there are."""
    blocks = [
        (page.name, found[3])
        for page in pages
        for found in BLOCK.finditer(page.read_text(encoding="utf-8"))
        if found[1] == "python" and not found[2]
    ]
    for number, (name, block) in enumerate(blocks, 1):
        exec(compile(block, f"block {number}, in {name}", "exec"), namespace)
    return len(blocks)


@pytest.fixture
def high_card(monkeypatch: pytest.MonkeyPatch) -> Iterator[types.ModuleType]:
    """The module that the page writes, installed under its entry point for the time of the test."""
    module = types.ModuleType("high_card")
    sys.modules["high_card"] = module
    point = importlib.metadata.EntryPoint("high-card", "high_card:GAME", registry.GROUP)
    registry._installed()["high-card"] = point
    yield module
    del registry._installed()["high-card"]
    del sys.modules["high_card"]
    registry.game_named.cache_clear()


def test_the_pages_about_a_first_game_run(high_card: types.ModuleType) -> None:
    assert run(FIRST, vars(high_card)) >= 9
    assert registry.game_named("high-card").id == "high-card"


def test_the_pages_about_a_larger_game_run() -> None:
    assert run(LARGER, {}) == 4


def test_what_it_shows_of_files_stands_there() -> None:
    texts = [page.read_text(encoding="utf-8") for page in LARGER]
    shown = [(found[2], found[3]) for text in texts for found in BLOCK.finditer(text) if found[2]]
    assert len(shown) >= 10
    for file, text in shown:
        assert text.rstrip("\n") in (SALT_ROADS / file).read_text(encoding="utf-8"), f"{file}: {text}"
