"""A match goes on while the facts of its game are the same; words may be mended under it."""

from __future__ import annotations

from pathlib import Path

import pytest

import adjudicator
from adjudicator.components.load import DataFile
from adjudicator.kernel.registry import game_named


@pytest.mark.parametrize("id", adjudicator.games())
def test_every_file_that_kinds_are_read_from_is_named(id: str) -> None:
    """Files of facts that no game names would change under its campaigns."""
    game = game_named(id)
    folder = Path(__import__(type(game).__module__, fromlist=["x"]).__file__ or "").parent
    read = {path for path in DataFile.of_things if folder in path.parents}
    assert read <= set(game.fact_files)


@pytest.mark.parametrize("id", adjudicator.games())
def test_words_are_no_facts(id: str) -> None:
    game = game_named(id)
    assert not [path.name for path in game.fact_files if path.name.startswith(("names.", "cases.", "synonyms"))]
