"""What games cost in a run of the tests: counted from a list, and told."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.games import __path__ as games
from tests import costs

TESTS = Path(__file__).parents[1] / "games"


def test_tests_of_a_game_are_counted_and_too_many_are_too_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    listed = [f"tests/games/chess/test_rook.py::test_it_moves[{number}]" for number in range(costs.MOST)]
    listed += ["tests/games/go/deep/test_ko.py::test_a_ko", "tests/games/test_all.py::test_x", "3202 tests collected"]
    Path("tests.txt").write_text("\n".join(listed))
    assert costs.main("tests.txt") == 0
    assert capsys.readouterr().out.split() == ["chess", str(costs.MOST), "tests", "go", "1", "tests"]
    Path("tests.txt").write_text("\n".join([*listed, "tests/games/chess/test_king.py::test_it_castles"]))
    assert costs.main("tests.txt") == 1
    assert "chess: more than" in capsys.readouterr().out


def test_seconds_are_told_beside_the_tests() -> None:
    assert costs.told({"go": 1, "chess": 20}, {"chess": 1.26}) == [
        "chess                   20 tests     1.3 s of the processor",
        "go                       1 tests",
    ]


def test_what_this_test_takes_will_be_counted(request: pytest.FixtureRequest) -> None:
    assert request.config.pluginmanager.has_plugin("costs")


def test_each_game_has_a_folder_of_tests() -> None:
    installed = {path.parent.name for root in games for path in Path(root).glob("*/__init__.py")}
    assert installed <= {path.name for path in TESTS.iterdir()}
