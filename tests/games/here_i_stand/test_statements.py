"""Every statement of the rulebook has a place that implements it and tests that show it, and no test shows another."""

from __future__ import annotations

import re
from collections import Counter
from importlib import import_module
from pathlib import Path

from tests.games.here_i_stand.statements import SHOWN

HERE = Path(__file__).parent
ROOT = HERE.parents[2]

STATEMENTS = (ROOT / "docs/rules/here_i_stand.md").read_text(encoding="utf-8").split("## Statements")[1]
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in STATEMENTS.splitlines()
    if re.match(r"\| [\w.]+/\d+ \|", line)
]
MOST_UNSHOWN = 0
"""How many statements may be without tests: the number falls to none, and never rises."""


def shown() -> dict[str, set[str]]:
    """The statements that each test of the game shows, by the test's name."""
    for path in HERE.glob("test_*.py"):
        import_module(f"tests.games.here_i_stand.{path.stem}")
    return SHOWN


def test_statements_are_numbered_through_in_each_section() -> None:
    numbers = Counter[str]()
    for name, *_ in ROWS:
        section, _, number = name.partition("/")
        numbers[section] += 1
        assert int(number) == numbers[section], name
    assert numbers.total() >= 564


def test_the_tests_of_a_statement_are_those_that_show_it() -> None:
    listed = {row[0]: set(re.findall(r"`(test_\w+)`", row[3])) for row in ROWS}
    told: dict[str, set[str]] = {name: set() for name in listed}
    for test, statements in shown().items():
        for name in statements:
            told[name].add(test)
    assert listed == told
    assert sum(not tests for tests in listed.values()) <= MOST_UNSHOWN


def test_the_place_of_a_statement_exists() -> None:
    for name, _, where, tests in ROWS:
        assert bool(re.findall(r"`", where)) == bool(re.findall(r"`", tests)), name
        for place in re.findall(r"`([\w.]+)`", where):
            module, _, attribute = place.rpartition(".")
            assert hasattr(import_module(f"adjudicator.games.here_i_stand.{module}"), attribute), f"{name}: {place}"
