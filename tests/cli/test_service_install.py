"""`make service`: the program for those who run it, from the list of packages of `deploy`."""

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LEFT_OUT = shutil.ignore_patterns(".git", ".venv", "*_cache", "var", "dist", "tests")
MOST = 350_000_000
"""Bytes; with the tools of developers and the games of the tests it would be two and a half times as many."""


@pytest.mark.slow
@pytest.mark.parametrize("uv", [Path(sys.executable).with_name("uv"), pytest.param("", marks=pytest.mark.long)])
def test_the_program_for_operators_is_light_and_offers_real_games_only(tmp_path: Path, uv: Path | str) -> None:
    place = tmp_path / "a clone"
    shutil.copytree(ROOT, place, ignore=LEFT_OUT)
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("ADJ_", "MAKE"))}
    environment["HOME"] = str(tmp_path / "at home")
    made = ["make", "service", f"UV={uv}", f"PYTHON={Path(sys.executable).resolve()}"]
    for _ in range(2):  # the second time is an upgrade
        done = subprocess.run(made, cwd=place, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
    home = tmp_path / "at home"
    program = home / ".local/bin/adjudicator"
    told = subprocess.run([program, "--version"], cwd=home, env=environment, capture_output=True, text=True, check=True)
    games = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["entry-points"]["adjudicator.games"]
    assert [each.split()[0] for each in told.stdout.partition("games: ")[2].split(", ")] == sorted(games)
    play = [program, "simulate", min(games), "--games", "1"]
    played = subprocess.run(play, cwd=home, env=environment, capture_output=True, text=True, check=False)
    assert played.returncode == 0, played.stderr
    folder = home / ".local/share/adjudicator"
    assert not [*folder.glob("lib/*/site-packages/pytest")]
    assert [*folder.glob("lib/*/site-packages/adjudicator/service/admin/adjudicator@.service")], "init writes it"
    assert sum(path.stat().st_size for path in folder.rglob("*") if path.is_file() and not path.is_symlink()) <= MOST
