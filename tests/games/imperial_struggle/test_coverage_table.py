"""The table of rules in the documentation names what exists, and no section of the rulebook is missing."""

import re
from importlib import import_module
from pathlib import Path

from adjudicator.games.imperial_struggle.house_rules import OPTIONS
from adjudicator.games.imperial_struggle.rules.book import STEPS

ROOT = Path(__file__).parents[3]
TEXT = (ROOT / "docs/rules/imperial_struggle.md").read_text(encoding="utf-8")
RULES, READINGS = TEXT.split("## Options")
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")] for line in RULES.splitlines() if re.match(r"\| \d", line)
]
SECTIONS = re.findall(
    r"[\d.]+",
    """
1.0 2.0 2.1 2.3 2.4 2.5 3.0 3.2 3.2.1 3.2.2 3.2.3 3.2.4 3.2.5 3.2.6 3.2.7 3.2.8 3.3 3.4 3.4.1 3.4.2 3.4.3 3.4.4 3.4.5
3.5 3.5.1 3.5.2 3.5.3 3.5.4 3.6 3.7 3.8 3.8.1 3.8.2 3.9 3.10 4.0 4.1 4.1.1 4.1.2 4.1.3 4.1.4 4.1.5 4.1.6 4.1.7 4.1.8
4.1.9 4.1.10 4.1.11 4.1.12 4.1.13 4.1.14 5.0 5.1 5.2 5.3 5.3.1 5.3.2 5.3.3 5.3.4 5.4 5.4.1 5.4.2 5.5 5.5.1 5.5.2 5.5.3
5.6 5.6.1 5.6.2 5.6.3 5.6.4 5.6.5 5.6.6 6.0 6.1 6.2 6.3 6.4 7.0 7.1 7.1.1 7.1.2 7.1.3 7.1.4 7.2 7.2.1 7.2.1.1 7.2.1.2
7.2.2 7.3 7.4 7.5 7.6 8.0 8.1 8.2 9.0 9.1 9.2 10.0 11.0 12.0 12.1 12.2 12.3
""",
)


def test_every_section_of_the_rulebook_has_its_row_in_order() -> None:
    assert [row[0].removesuffix(" (2P)") for row in ROWS] == SECTIONS


def test_every_place_exists() -> None:
    for rule, _, where, _ in ROWS:
        for name in re.findall(r"`([\w.]+)`", where):
            module, _, attribute = name.rpartition(".")
            found = import_module(f"adjudicator.games.imperial_struggle.{module}")
            assert hasattr(found, attribute), f"{rule}: {name}"


def test_every_test_exists() -> None:
    written = {
        name
        for path in Path(__file__).parent.rglob("test_*.py")
        for name in re.findall(r"def (test_\w+)", path.read_text(encoding="utf-8"))
    }
    assert set(re.findall(r"`(test_\w+)`", TEXT)) - written == set()


def test_what_is_there_has_a_test_and_what_is_not_says_so() -> None:
    for rule, what, where, tests in ROWS:
        if "`" in where:
            assert "`test_" in tests, rule
        else:
            assert "not yet" in what + where or where == "–", rule


def test_every_step_stands_at_a_rule_of_the_table() -> None:
    assert {step.rule for step in STEPS} <= set(SECTIONS)


def test_every_option_is_listed_with_its_values() -> None:
    rows = dict(re.findall(r"\| `(\w+)` \| ([^|]+) \|", READINGS))
    assert set(rows) == set(OPTIONS)
    for name, told in rows.items():
        assert [str(value).lower() for value in OPTIONS[name].values] == told.replace("`", "").strip().split(", ")
