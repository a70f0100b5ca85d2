"""The list of what players choose in the documentation: each name exists, and no question or chapter is missing."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

import pytest
from msgspec.structs import fields

from adjudicator.games.oath.facts import DATA
from adjudicator.games.oath.game import CHAPTERS, GAME
from adjudicator.kernel.decisions import Answers, op_name
from adjudicator.kernel.questions import questions_in
from adjudicator.reports.wording.rulebook import Rulebook

PAGE: Final = (Path(__file__).parents[3] / "docs/rules/oath.md").read_text(encoding="utf-8")
LISTED: Final = PAGE.split("## What players choose")[1].split("\n## ")[0]
ROWS: Final = [line.strip("|").split("|") for line in LISTED.splitlines() if re.match(r"\| \d", line)]
NAMES: Final = {name for *_, said in ROWS for name in re.findall(r"`([\w.]+)`", said)}


def _kinds() -> set[str]:
    """Every kind of question that a module of the rules or the cards declares."""
    own = {answers for module in CHAPTERS for answers in vars(module).values() if _asks(answers)}
    return {answers.kind for answers in own} | {each.kind for module in CHAPTERS for each in questions_in(module)}


def _asks(value: Any) -> bool:
    return isinstance(value, type) and issubclass(value, Answers) and value.__module__.startswith("adjudicator.games.")


KINDS: Final = _kinds()
ORDERS: Final = {op_name(action): {field.name for field in fields(action)} for action in GAME.actions}


@pytest.mark.parametrize("name", sorted(NAMES))
def test_each_question_and_each_field_exists(name: str) -> None:
    order, _, field = name.partition(".")
    assert (field in ORDERS[order]) if field else (name in KINDS or name in ORDERS)


def test_each_question_stands_in_the_list() -> None:
    assert set() == KINDS - NAMES


NO_CHOICE: Final = {*("2.4.3", "2.6.2", "2.7.2", "4.3", "6.0", "7.4.2", "7.5.3", "7.6.5", "9.5", "10.9", "10.28")}
"""Sections that say “may” or “any” of what another section asks for, or of what cannot be done."""


def test_each_rule_that_leaves_a_choice_is_listed() -> None:
    book = Rulebook(DATA / "rulebook").rules("en")
    listed = {rule for row in ROWS for rule in re.findall(r"\d[\d.]*", row[0])}
    free = {number for number, rule in book.items() if re.search(r"\b(any|may|chooses?)\b", rule.text)}
    assert free - listed == NO_CHOICE
    assert listed <= {*book}
