"""The table of rules in every game's documentation: it names what exists, and no section of the book is missing."""

from __future__ import annotations

import re
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


class Table:
    """`docs/rules/<game>.md`: a row for each section of the short rulebook, or statement of it, and for each option."""

    def __init__(self, path: Path) -> None:
        self.game = path.stem
        self.text = path.read_text(encoding="utf-8")
        rules, options = self.text.split("## Options")
        self.options, _, statements = options.partition("## Statements")
        self.rows = [
            [cell.strip() for cell in line.strip("|").split("|")]
            for line in (*rules.splitlines(), *statements.splitlines())
            if re.match(r"\| (?:\d|§|[A-Z][\d.]*[a-z]? )", line)
        ]
        self.told = [*dict.fromkeys(row[0].removesuffix(" (2P)").partition("/")[0] for row in self.rows)]

    def module(self, name: str) -> Any:
        """A module of the game."""
        return import_module(f"adjudicator.games.{self.game}.{name}")

    @cached_property
    def sections(self) -> list[str]:
        """The sections of the game's rulebook."""
        return [*self.module("game").GAME.part("rules").rules("en")]


TABLES = [Table(path) for path in sorted((ROOT / "docs/rules").glob("*.md"))]
each_table = pytest.mark.parametrize("table", TABLES, ids=lambda table: table.game)


@each_table
def test_every_section_of_the_rulebook_has_its_row_in_order(table: Table) -> None:
    headings = [each for each in table.sections if any(told.startswith(f"{each}.") for told in table.told)]
    assert table.told == [each for each in table.sections if each in table.told or each not in headings]


@each_table
def test_every_place_exists(table: Table) -> None:
    for rule, _, where, _ in table.rows:
        for name in re.findall(r"`([\w.]+)`", where):
            module, _, attribute = name.rpartition(".")
            assert hasattr(table.module(module), attribute), f"{rule}: {name}"


@each_table
def test_every_test_exists(table: Table) -> None:
    written = {
        name
        for path in (Path(__file__).parent / table.game).rglob("test_*.py")
        for name in re.findall(r"def (test_\w+)", path.read_text(encoding="utf-8"))
    }
    assert set(re.findall(r"`(test_\w+)`", table.text)) - written == set()


@each_table
def test_what_is_there_has_a_test_and_what_is_not_says_so(table: Table) -> None:
    for rule, what, where, tests in table.rows:
        if "`" in where:
            assert "`test_" in tests, rule
        else:
            assert "not yet" in what + where or where == "–", rule


@each_table
def test_every_step_stands_at_a_rule_of_the_table(table: Table) -> None:
    told = {rule for step in table.module("rules.book").STEPS for rule in step.rule.split(", ")}
    assert told <= set(table.sections)


@each_table
def test_every_option_is_listed_with_its_values(table: Table) -> None:
    options = table.module("house_rules").OPTIONS
    rows = dict(re.findall(r"\| `(\w+)` \| ([^|]+) \|", table.options))
    assert set(rows) == set(options)
    for name, told in rows.items():
        assert [str(value).lower() for value in options[name].values] == told.replace("`", "").strip().split(", ")
