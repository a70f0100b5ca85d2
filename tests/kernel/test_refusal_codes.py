"""Every refusal of the kernel is declared: its code, its facts, whether it cites a rule."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import adjudicator.kernel
from adjudicator.kernel import revising
from adjudicator.kernel.refusals import REFUSALS

FOLDER = Path(adjudicator.kernel.__path__[0])


def refusals() -> Iterator[tuple[str, bool, tuple[str, ...]]]:
    """Where the kernel makes a refusal: the code, whether it cites a rule, the names of the facts."""
    for path in sorted(FOLDER.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refusal":
                code, *rest = node.args
                named = ast.literal_eval(code) if isinstance(code, ast.Constant) else vars(revising)[code.id]  # type: ignore[attr-defined]
                rule = bool(rest) and not (isinstance(rest[0], ast.Constant) and rest[0].value == "")
                facts = rest[1].keys if len(rest) > 1 and isinstance(rest[1], ast.Dict) else []
                yield named, rule, tuple(sorted(ast.literal_eval(key) for key in facts if key is not None))


FOUND = sorted(set(refusals()))


def test_what_is_declared_is_what_the_kernel_says() -> None:
    assert {code for code, _, _ in FOUND} == set(REFUSALS)


@pytest.mark.parametrize(("code", "rule", "facts"), FOUND, ids=str)
def test_a_refusal_has_the_facts_that_are_declared(code: str, rule: bool, facts: tuple[str, ...]) -> None:
    declared = REFUSALS[code]
    assert set(facts) in (set(declared.facts), set(declared.or_facts or declared.facts))
    assert declared.cites_rule or not rule
