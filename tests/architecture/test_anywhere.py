"""The tests pass on any machine: other languages, time zones, rights, paths with spaces, and twice at once."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SAMPLE = (
    "tests/mail/test_compose.py",
    "tests/store/test_kept_mails.py",
    "tests/cli/test_person.py",
    "tests/reports/test_html.py",
    "tests/live/test_tokens.py",
)
"""Tests that write files, lay out mails, tell times, start programs and servers with users of their own."""
LEFT_OUT = shutil.ignore_patterns(".git", ".venv", "*_cache", "var", "node_modules")
ELSEWHERE = {"LANG": "C", "LC_ALL": "C", "TZ": "Pacific/Kiritimati", "COLUMNS": "43", "TERM": "dumb"}


def start(place: Path, tests: tuple[str, ...], base: Path) -> subprocess.Popen[str]:
    """Run tests of a copy in a place, as another user's settings would have it.

    pytest lays its own folders into `base`: two that clean up the usual one at once stumble over each other.
    """
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "TMPDIR") if name in os.environ}
    options = ("-q", "-x", "-p", "no:cacheprovider", "-m", "not long", f"--basetemp={base}")
    return subprocess.Popen(
        [sys.executable, "-m", "pytest", *options, *tests],
        cwd=place,
        env=kept | ELSEWHERE,
        umask=0o077,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def test_tests_pass_elsewhere_and_twice_at_once(tmp_path: Path) -> None:
    place = tmp_path / "a clone with spaces"
    shutil.copytree(ROOT, place, ignore=LEFT_OUT)
    runs = [start(place, SAMPLE, tmp_path / name) for name in ("one", "two")]
    told = [run.communicate()[0] for run in runs]
    assert [run.returncode for run in runs] == [0, 0], "\n".join(told)
    assert all(" passed" in each for each in told)


@pytest.mark.long
def test_all_tests_pass_elsewhere(tmp_path: Path) -> None:
    place = tmp_path / "a clone with spaces"
    shutil.copytree(ROOT, place, ignore=LEFT_OUT)
    run = start(place, ("tests", "--ignore=tests/architecture/test_anywhere.py"), tmp_path / "one")
    told = run.communicate()[0]
    assert run.returncode == 0, told[-20_000:]


def test_the_browser_sees_the_fonts_of_the_tests_alone() -> None:
    """Figures of how high a page is hold for these, whatever else is installed."""
    told = subprocess.run(["fc-list", ":", "file"], capture_output=True, text=True, check=True).stdout
    folders = {Path(line.strip().rstrip(":")).parent for line in told.splitlines() if line.strip()}
    assert folders == {Path("/usr/share/fonts/truetype/dejavu")}
