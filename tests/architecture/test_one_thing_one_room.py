"""Where one thing of a game stands: in a chapter of its rules, in one of its words, and in one place more at most."""

import ast
import sys
from pathlib import Path

import pytest

from adjudicator import games
from adjudicator.kernel.registry import game_named

MOST = 3
BY_ASPECT = ("crossroads",)
"""Small games whose modules try one part of the kernel each."""


@pytest.mark.parametrize("game", sorted(set(games()) - set(BY_ASPECT)))
def test_no_action_of_a_game_needs_more_than_three_files(game: str) -> None:
    """What random play likes to do is not counted: a game works without its trials."""
    owner = game_named(game)
    folder = Path(str(sys.modules[type(owner).__module__].__file__)).parent
    files = {path.relative_to(folder): path for path in folder.rglob("*.py")}
    used = {
        str(file): names_in(path.read_text(encoding="utf-8"))
        for file, path in files.items()
        if "trials" not in file.parts
    }
    found = {
        action.__name__: sorted(file for file, names in used.items() if action.__name__ in names)
        for action in owner.actions
    }
    assert found
    assert {name: files for name, files in found.items() if len(files) > MOST} == {}


def names_in(source: str) -> set[str]:
    """Return the names that code uses; what docstrings say is not code."""
    nodes = [*ast.walk(ast.parse(source))]
    found = {node.id for node in nodes if isinstance(node, ast.Name)}
    found |= {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    return found | {node.name for node in nodes if isinstance(node, ast.alias | ast.ClassDef)}
