"""Everything that a game may say of itself stands in docs/reference/game_api.md, theme by theme."""

from __future__ import annotations

import ast
import inspect
import re
from itertools import pairwise
from pathlib import Path

import pytest

import adjudicator.kernel.game
from adjudicator import Game
from adjudicator.kernel.trials import SimulationProfile

PAGE = (Path(__file__).parents[2] / "docs/reference/game_api.md").read_text(encoding="utf-8")
(SECTION,) = re.findall(r"## Everything that a game may say\n(.*?)\n## ", PAGE, re.DOTALL)
ROWS = dict(re.findall(r"^\| \[`(\w+)`\]\(\S+\) (.*)\|$", SECTION, re.MULTILINE))
THEMES = [kind for kind in Game.__mro__[1:] if kind.__module__.startswith("adjudicator.kernel.game.")]
MOST_MEMBERS, SCREEN = 10, 50


def members(kind: type) -> set[str]:
    return {name for name in (*vars(kind), *kind.__annotations__) if not name.startswith("_")}


def themes_of(name: str) -> list[type]:
    """The themes with a member; `Game` if every game says it."""
    return [Game] if name in members(Game) else [kind for kind in THEMES if name in members(kind)]


def test_every_theme_has_a_row() -> None:
    assert sorted(ROWS) == sorted(theme.__module__.rpartition(".")[2] for theme in THEMES)


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.__name__)
def test_every_member_of_a_theme_is_listed_once_and_with_it(theme: type) -> None:
    """What another theme extends stands with the theme that it comes from."""
    listed = re.findall(r"`(\w+)`", ROWS[theme.__module__.rpartition(".")[2]])
    assert sorted(listed) == sorted(name for name in members(theme) if themes_of(name)[-1] is theme)


def test_what_every_game_says_is_listed() -> None:
    (told,) = re.findall(r"that every game says: (.*?)\. The rest", SECTION, re.DOTALL)
    assert sorted(re.findall(r"`(\w+)`", told)) == sorted(members(Game))


def test_what_every_game_says_is_little_and_fits_on_a_screen() -> None:
    assert len(members(Game)) <= MOST_MEMBERS
    assert len(inspect.getsource(adjudicator.kernel.game).splitlines()) <= SCREEN


def test_each_theme_has_a_module_that_says_which_games_need_it() -> None:
    told = {theme.__module__: inspect.getdoc(inspect.getmodule(theme)) or "" for theme in THEMES}
    assert len(told) == len(THEMES)
    assert [module for module, text in told.items() if ": for a game " not in text] == []


def test_what_trials_need_is_named() -> None:
    (told,) = re.findall(r"is the part `trials`.*?: (.*?)\.\n", SECTION, re.DOTALL)
    assert set(re.findall(r"`(\w+)`", told)) == members(SimulationProfile)


@pytest.mark.parametrize("theme", [Game, *THEMES], ids=lambda theme: theme.__name__)
def test_every_member_says_what_it_means(theme: type) -> None:
    (body,) = (node.body for node in ast.parse(inspect.getsource(theme)).body if isinstance(node, ast.ClassDef))
    for node, after in pairwise(body):
        if isinstance(node, ast.AnnAssign) and themes_of(ast.unparse(node.target))[-1] is theme:
            assert isinstance(after, ast.Expr), ast.unparse(node.target)
        elif isinstance(node, ast.FunctionDef):
            assert ast.get_docstring(node), node.name
