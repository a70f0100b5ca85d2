"""What each game's folder of tests costs: how many tests it has in a run, and how much of the processor they take.

    python -m tests.costs .venv/tests.txt   # the list that `pytest --collect-only -q` prints; 1 if a game has too many

A run tells the seconds of its games at its end, and they are kept for the next list. Seconds differ from machine to
machine, so only the number of tests is bounded.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Generator, Iterable, Mapping
from pathlib import Path
from time import process_time

import msgspec
import pytest

MOST = 3_200
"""Tests of one game in a run. A further game is to cost at most `SECONDS` of the processor."""
SECONDS = 45
KEPT = "processor/games"
"""The key in pytest's cache of the seconds of each game in the last run."""
_FOLDER = re.compile(r"tests/games/(\w+)/")


def game_of(test: str) -> str:
    """The game in whose folder a test stands; empty if in none."""
    found = _FOLDER.match(test)
    return found[1] if found else ""


def counted(listed: Iterable[str]) -> Counter[str]:
    """How many tests each game has in a list of tests."""
    return Counter(game for test in listed if "::" in test and (game := game_of(test)))


def told(tests: Mapping[str, int], seconds: Mapping[str, float]) -> list[str]:
    """A line for each game, the one with the most tests first."""
    known = {game: f"{seconds[game]:8.1f} s of the processor" for game in tests if game in seconds}
    return [f"{game:20}{count:6} tests{known.get(game, '')}" for game, count in Counter(tests).most_common()]


class Costs:
    """A plugin that adds up what the tests of each game take; fixtures count where they are first asked for."""

    def __init__(self) -> None:
        self._begun = 0.0
        self.tests: Counter[str] = Counter()
        self.seconds: Counter[str] = Counter()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self) -> None:
        self._begun = process_time()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_teardown(self, item: pytest.Item) -> Generator[None, None, None]:
        yield
        item.user_properties.append((KEPT, process_time() - self._begun))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        game = game_of(report.nodeid)
        if game and report.when == "teardown":
            self.tests[game] += 1
            self.seconds[game] += sum(float(str(value)) for name, value in report.user_properties if name == KEPT)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
        if len(self.tests) > 1 and config.cache is not None:
            terminalreporter.section("games")
            for line in told(self.tests, self.seconds):
                terminalreporter.write_line(line)
            config.cache.set(KEPT, dict(self.seconds))


def main(listed: str) -> int:
    """Tell what each game costs; return 1 if one has too many tests."""
    tests = counted(Path(listed).read_text("utf-8").splitlines())
    kept = Path(".pytest_cache/v") / KEPT
    print(*told(tests, msgspec.json.decode(kept.read_bytes()) if kept.exists() else {}), sep="\n")
    many = [game for game, count in tests.items() if count > MOST]
    print(*(f"{game}: more than {MOST} tests; a game is to cost at most {SECONDS} s of a run" for game in many), end="")
    return 1 if many else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
