"""The code that decides in a game has a hash; its words have no part in it."""

from pathlib import Path

import pytest

from adjudicator.kernel import registry
from adjudicator.kernel.rules_code import code_hash


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game of its own, as it is installed."""
    folder = tmp_path / "tokens_game"
    (folder / "rules").mkdir(parents=True)
    for name, text in {
        "__init__.py": "",
        "game.py": "from tokens_game import rules\nfrom .rules import (\n    moves,\n)\n",
        "rules/__init__.py": "from . import costs as prices\n",
        "rules/moves.py": "STEPS = 2\n",
        "rules/costs.py": "PRICE = 3\n",
        "words.py": "TOKEN = 'token'\n",
    }.items():
        (folder / name).write_text(text)
    (tmp_path / "tokens_game-1.dist-info").mkdir()
    (tmp_path / "tokens_game-1.dist-info/METADATA").write_text("Metadata-Version: 2.1\nName: tokens-game\nVersion: 1\n")
    points = "[adjudicator.games]\ntokens = tokens_game.game:GAME\n"
    (tmp_path / "tokens_game-1.dist-info/entry_points.txt").write_text(points)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(registry, "_installed", registry._installed.__wrapped__)
    return folder


def hash_now() -> str:
    code_hash.cache_clear()
    return code_hash("tokens")


@pytest.mark.parametrize("name", ["game.py", "rules/__init__.py", "rules/moves.py", "rules/costs.py"])
def test_changed_rules_have_another_hash(package: Path, name: str) -> None:
    before = hash_now()
    (package / name).write_text((package / name).read_text() + "MORE = 1\n")
    assert hash_now() != before


def test_other_words_are_no_other_rules(package: Path) -> None:
    before = hash_now()
    (package / "words.py").write_text("TOKEN = 'counter'\n")
    assert hash_now() == before


def test_kept_rules_have_a_hash_already() -> None:
    assert code_hash("tokens@0123456789abcdef") == ""
