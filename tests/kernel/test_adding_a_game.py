"""The pages about games are true: their blocks run in their order, what they show of files stands there."""

from __future__ import annotations

import importlib
import importlib.metadata
import re
import sys
import types
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from adjudicator_trials.correspondence import correspondence

from adjudicator.kernel import registry
from adjudicator.kernel.simulate import check_disguise, check_document, check_invariants, check_options

ROOT = Path(__file__).parents[2]
WHOLE, *MORE = sorted((ROOT / "docs" / "tutorial" / "first_game").glob("*.md"))
REFERENCE = ROOT / "docs" / "reference" / "game_api.md"
LARGER = sorted((ROOT / "docs" / "tutorial" / "game_with_a_map").glob("*.md"))
AT_ONCE = ROOT / "docs" / "tutorial" / "everybody_writes_at_once.md"
SALT_ROADS = ROOT / "tests" / "packages" / "salt_roads" / "salt_roads"
BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```", re.DOTALL | re.MULTILINE)


def blocks(*pages: Path) -> list[tuple[str, str]]:
    """The blocks of these pages that are not parts of a file, each with the name of its page."""
    return [
        (page.name, found[3])
        for page in pages
        for found in BLOCK.finditer(page.read_text(encoding="utf-8"))
        if found[1] == "python" and not found[2]
    ]


def run(told: list[tuple[str, str]], namespace: dict[str, object]) -> None:
    for number, (name, block) in enumerate(told, 1):
        exec(compile(block, f"block {number}, in {name}", "exec"), namespace)


@pytest.fixture
def high_card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[types.ModuleType]:
    """The package that the first page writes, installed under its entry point for the time of the test."""
    (tmp_path / "high_card").mkdir()
    written = "\n\n".join(block for _, block in blocks(WHOLE)[:-1])
    (tmp_path / "high_card" / "__init__.py").write_text(written, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    point = importlib.metadata.EntryPoint("high-card", "high_card:GAME", registry.GROUP)
    registry._installed()["high-card"] = point
    yield importlib.import_module("high_card")
    del registry._installed()["high-card"]
    del sys.modules["high_card"]
    registry.game_named.cache_clear()


def test_the_first_page_holds_a_whole_game_that_is_played_by_mail(high_card: types.ModuleType) -> None:
    """In both languages, with every mail compared to the match."""
    assert registry.game_named("high-card") is high_card.GAME
    with correspondence("high-card", "a first game", {}) as played:
        played.play([check_invariants, check_options, check_document, check_disguise(Random(1))])
        assert played.match.result is not None


def test_the_pages_about_a_first_game_run(high_card: types.ModuleType) -> None:
    told = [blocks(WHOLE)[-1], *blocks(*MORE, REFERENCE)]
    run(told, vars(high_card))
    assert len(told) >= 19


def test_the_pages_about_a_larger_game_run() -> None:
    run(told := blocks(*LARGER), {})
    assert len(told) == 4


def test_the_page_about_written_orders_runs() -> None:
    run(told := blocks(AT_ONCE), {})
    assert len(told) == 1


@pytest.mark.parametrize(
    ("pages", "folder", "least"), [(LARGER, SALT_ROADS, 10), ([AT_ONCE], SALT_ROADS.parents[1] / "carts", 7)]
)
def test_what_it_shows_of_files_stands_there(pages: list[Path], folder: Path, least: int) -> None:
    texts = [page.read_text(encoding="utf-8") for page in pages]
    shown = [(found[2], found[3]) for text in texts for found in BLOCK.finditer(text) if found[2]]
    assert len(shown) >= least
    for file, text in shown:
        assert text.rstrip("\n") in (folder / file).read_text(encoding="utf-8"), f"{file}: {text}"
