"""Doctests: each that there is runs, and no module is loaded to look for one that it does not have."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.examples import PACKAGE, PROMPT

ROOT = Path(__file__).parents[2]
ROOMS = ("adjudicator", "cli", "demo", "packages", "worker")


def test_doctests_are_looked_for_where_there_are_some(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(request.config.option, "doctestmodules", True)
    modules = {path for room in ROOMS for path in (ROOT / room).rglob("*.py") if path.name != "__main__.py"}
    collect = request.config.hook.pytest_collect_file
    looked_into = {path for path in modules if collect(file_path=path, parent=request.session)}
    having = {path for path in modules if PROMPT in path.read_bytes()}
    assert having <= looked_into
    assert {path.with_name(PACKAGE) for path in having} == {path for path in looked_into if path.name == PACKAGE}
    assert 50 < len(looked_into) < len(modules) / 5
