"""The order reader stays one reader: small rooms, its words in the files of words, each figure and likeness once."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import adjudicator.orders

HOUSE = Path(adjudicator.orders.__file__).parent
MOST_FILES = 15
MOST_LINES = 12_640
_WORD = re.compile(r"[а-яё]{2,}|\b[а-яё]\b")
PROSE = ("meaning", "execution", "strict")
"""The rooms that read prose and carry it out; grammars of lines have the words of their forms beside them."""


def test_no_room_has_more_files_than_one_can_know() -> None:
    rooms = [HOUSE, *(path for path in HOUSE.iterdir() if path.is_dir() and (path / "__init__.py").exists())]
    assert len(rooms) > len(PROSE)
    assert {room.name: files for room in rooms if (files := len([*room.glob("*.py")])) > MOST_FILES} == {}


def test_it_does_not_grow() -> None:
    assert sum(len(path.read_text("utf-8").splitlines()) for path in HOUSE.rglob("*.py")) <= MOST_LINES


def test_words_of_players_stand_in_the_files_of_words() -> None:
    letters = {"з", "б"}  # which look like digits
    assert [said for room in PROSE for said in spoken(HOUSE / room) if said[1] not in letters] == []


def test_likeness_has_one_place() -> None:
    named = [path.name for path in HOUSE.rglob("*.py") if "def similarity" in path.read_text("utf-8")]
    assert named == ["similarity.py"]


def spoken(room: Path) -> Iterator[tuple[str, str]]:
    """The Russian words in literals that are no docstrings, with their files."""
    for path in sorted(room.glob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
                yield from ((path.name, word) for word in _WORD.findall(node.value))
