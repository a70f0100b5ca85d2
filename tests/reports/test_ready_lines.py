"""Lines that stand ready in forms: compiled beside the names, never stale, and read without any game."""

from __future__ import annotations

import shutil
import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from adjudicator.kernel.kept_rules import READY_LINES, folder_of, hash_of
from adjudicator.kernel.registry import entry_of_game, games
from adjudicator.reports.wording import ready_lines

GAME = "crossroads"
LOADED = """
import sys
from adjudicator.service.play.offers import prefilled_lines
print(len(prefilled_lines()))
print(*(name for name in sys.modules if name.startswith(("adjudicator.games.", "crossroads")) and "words" in name))
"""


@pytest.mark.parametrize("game", games())
def test_what_is_compiled_is_what_the_game_says(game: str) -> None:
    assert ready_lines.ready_lines(game) == ready_lines._found(game)


def test_a_process_that_gets_its_first_mail_loads_the_words_of_no_game() -> None:
    for game in games():
        ready_lines.compile_ready_lines(game)  # the program may have changed since
    done = subprocess.run([sys.executable, "-c", LOADED], check=True, capture_output=True, encoding="utf-8")
    count, loaded = done.stdout.splitlines()
    assert int(count) > 50
    assert loaded == ""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the package of a game, in the place of the installed one."""
    copy = tmp_path / GAME
    shutil.copytree(folder_of(entry_of_game(GAME)), copy, ignore=shutil.ignore_patterns(READY_LINES, "__pycache__"))
    (copy / "data").mkdir(exist_ok=True)

    def there(_: EntryPoint) -> Path:
        return copy

    monkeypatch.setattr(ready_lines, "folder_of", there)
    return copy


def test_lines_of_another_package_or_program_do_not_count(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found, before = ready_lines.ready_lines(GAME), hash_of(package)
    ready_lines.compile_ready_lines(GAME)
    assert hash_of(package) == before, "what is compiled is no part of the rules"
    monkeypatch.setattr(ready_lines, "_found", lambda _: ("found anew",))
    assert ready_lines.ready_lines(GAME) == found
    ready_lines.compile_ready_lines(GAME)
    assert ready_lines.ready_lines(GAME) == found, "what matches is left alone"
    with monkeypatch.context() as program:
        program.setattr(ready_lines, "_wording", lambda: "of another program")
        assert ready_lines.ready_lines(GAME) == ("found anew",)
    next(package.glob("*.py")).write_text("# other words\n")
    assert ready_lines.ready_lines(GAME) == ("found anew",)
