"""`make mutants`: a change that tests find and one that they do not find are told apart."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.mutants import Mutant, Trial, drawn, places

RULES = '''"""Rules of a made-up game."""

from msgspec import Struct


class Taxed(Struct, frozen=True):
    """A town has paid."""


def tax(towns: int, war: bool | None = None) -> int:
    if war:
        return 0
    return min(towns, 5)
'''
TESTS = """from tiny.rules import tax


def test_towns_pay_but_not_in_war() -> None:
    assert tax(3) == 3
    assert tax(3, war=True) == 0
"""
MODULE = Path("tiny/rules.py")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project of one module and one test, which says nothing of the most that is paid."""
    for path, text in ((MODULE, RULES), (Path("tests/test_rules.py"), TESTS)):
        (tmp_path / "project" / path).parent.mkdir(parents=True)
        (tmp_path / "project" / path).write_text(text)
    (tmp_path / "project/pytest.ini").write_text("[pytest]\nmarkers =\n    long: takes minutes\n")
    return tmp_path / "project"


def test_what_no_test_finds_survives(project: Path, tmp_path: Path) -> None:
    trial = Trial(project, tmp_path / "copy", Path("tests"))
    assert trial.run() == "survived"
    negated, most = Mutant(MODULE, 11, "core/AddNot", 0), Mutant(MODULE, 13, "core/NumberReplacer", 2)
    assert "+    return min(towns, 6)" in most.diff(RULES)
    assert [trial.tried(each) for each in (negated, most, negated)] == ["found", "survived", "found"]
    assert (project / MODULE).read_text() == RULES
    assert trial.run() == "survived"
    trial.patience = 0.01
    assert trial.tried(most) == "out of time"


def test_a_seed_draws_the_same_places_each_once_but_neither_types_nor_kinds_of_classes(project: Path) -> None:
    mutants = drawn(project, [MODULE], 100, 1)
    assert mutants == drawn(project, [MODULE], 100, 1)
    assert sorted(each.line for each in mutants) == [11, 12, 13]
    assert mutants[:2] == drawn(project, [MODULE], 2, 1)
    assert {each.operator for place in places(MODULE, RULES) for each in place} == {
        "core/AddNot",
        "core/NumberReplacer",
    }
