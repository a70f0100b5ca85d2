"""Everything that a game may say of itself stands in docs/reference/game_api.md."""

from __future__ import annotations

import ast
import inspect
import re
from itertools import pairwise
from pathlib import Path

from adjudicator import Game
from adjudicator.kernel.trials import Trials

PAGE = (Path(__file__).parents[2] / "docs/reference/game_api.md").read_text(encoding="utf-8")
(SECTION,) = re.findall(r"## Everything that a game may say\n(.*?)\n## ", PAGE, re.DOTALL)


def members(kind: type) -> set[str]:
    return {name for name in (*vars(kind), *kind.__annotations__) if not name.startswith("_")}


def test_every_member_of_a_game_is_listed_once() -> None:
    cells = [line.split("|")[1] for line in SECTION.splitlines() if line.startswith("| `")]
    listed = [name for cell in cells for name in re.findall(r"`(\w+)`", cell)]
    (rest,) = re.findall(r"Not to be overridden, they follow from the rest: (.*?)\. ", SECTION, re.DOTALL)
    derived = re.findall(r"`(\w+)`", rest)
    assert sorted([*listed, *derived]) == sorted(members(Game))


def test_what_trials_need_is_named() -> None:
    (told,) = re.findall(r"is the part `trials`.*?: (.*?)\.\n", SECTION, re.DOTALL)
    assert set(re.findall(r"`(\w+)`", told)) == members(Trials)


def test_every_member_says_what_it_means() -> None:
    (body,) = (node.body for node in ast.parse(inspect.getsource(Game)).body if isinstance(node, ast.ClassDef))
    for node, after in pairwise(body):
        if isinstance(node, ast.AnnAssign):
            assert isinstance(after, ast.Expr), ast.unparse(node.target)
        elif isinstance(node, ast.FunctionDef):
            assert ast.get_docstring(node), node.name
