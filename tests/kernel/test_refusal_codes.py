"""Every refusal of the kernel is made by one of its codes, every code refuses something and has its sentence."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

import adjudicator.kernel
from adjudicator.kernel import refusals
from adjudicator.kernel.codes import Code, codes_in
from adjudicator.kernel.errors import Refusal
from adjudicator.language import language
from adjudicator.reports.wording.kernel_words import KERNEL, english_sentence
from adjudicator.reports.wording.speech import Speech

FOLDER = Path(adjudicator.kernel.__path__[0])
CODES = {code.name: code for code in codes_in(refusals)}
VALUES = {str: "Zed", int: 7, list: ["Zed", "Yod"]}


@cache
def calls() -> tuple[tuple[str, ast.Call], ...]:
    """Every call in the kernel, with what is called."""
    paths = (path for path in sorted(FOLDER.rglob("*.py")) if path.name not in ("codes.py", "refusals.py"))
    nodes = (node for path in paths for node in ast.walk(ast.parse(path.read_text("utf-8"))))
    return tuple((ast.unparse(node.func), node) for node in nodes if isinstance(node, ast.Call))


def called(name: str) -> list[ast.Call]:
    """Where the kernel makes refusals of this name."""
    return [node for made, node in calls() if made in (name, f"refusals.{name}", f"refusals.{name}.of")]


def test_the_kernel_refuses_with_its_codes_only() -> None:
    assert called("Refusal") == []


@pytest.mark.parametrize("name", CODES)
def test_every_code_refuses_something_with_the_facts_it_declares(name: str) -> None:
    assert called(name)
    assert all({key.arg for key in call.keywords} == set(CODES[name].facts) for call in called(name))


@pytest.mark.parametrize("code", ["en", "ru"])
def test_every_code_has_its_sentence(code: str) -> None:
    assert KERNEL.unsaid(CODES.values()) == []
    for name, each in CODES.items():
        facts = {fact: VALUES[kind] for fact, kind in each.facts.items()}  # type: ignore[index]
        text = KERNEL.said(name, facts, Speech(language(code)))
        assert text
        assert "%(" not in text
        assert name not in text


def test_consoles_hear_a_sentence_of_the_kernel_and_a_code_of_a_game() -> None:
    assert english_sentence(refusals.too_few_seats(least=3)) == "too few seats are taken: at least 3 play"
    assert english_sentence(Refusal("no_bridge", "4")) == "no_bridge (rule 4)"
    with pytest.raises(TypeError, match=r"facts \['most'\], not \['least'\]"):
        refusals.too_few_seats(most=3)
    assert isinstance(refusals.too_few_seats, Code)
