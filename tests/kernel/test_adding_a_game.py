"""docs/adding_a_game.md is true: its blocks run, in their order."""

from __future__ import annotations

import importlib.metadata
import re
import sys
import types
from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator.kernel import registry

PAGE = Path(__file__).parents[2] / "docs" / "adding_a_game.md"


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


def test_the_page_runs(high_card: types.ModuleType) -> None:
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) >= 9
    for number, block in enumerate(blocks, 1):
        exec(compile(block, f"block {number} of {PAGE.name}", "exec"), vars(high_card))
    assert registry.game_named("high-card").id == "high-card"
