"""`adjudicator simulate`: random games, their checks, and the file of a failure."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from cli.simulate import Broken, Plan, play


def test_random_games_are_counted(desk: Any) -> None:
    done = desk("simulate", "sealed-bids", "--games", "20", "--invariants", "--say-parse", "--replay")
    assert "20 games" in done.out
    assert "actions/s" in done.out


@pytest.mark.slow
@pytest.mark.parametrize("game", ["sealed-bids", "crossroads"])
def test_whole_games_are_played_by_mail(run: Any, game: str) -> None:
    assert "1 games" in run("simulate", game, "--games", "1", "--by-mail", "--invariants").out


BROKEN = """
import sys
from sealed_bids.game import SealedBids
SealedBids.invariants = lambda self, state: ["too many cards"] if sum(map(len, state.bids.values())) > 4 else []
from cli.main import main
sys.argv = ["adjudicator", *sys.argv[1:]]
main()
"""


def test_a_failure_writes_a_case_that_can_be_played_again(
    run: Any, tmp_path: Path, environment: dict[str, str]
) -> None:
    import sys

    def broken(*arguments: str) -> "subprocess.CompletedProcess[str]":
        command = [sys.executable, "-c", BROKEN, *arguments]
        return subprocess.run(command, capture_output=True, encoding="utf-8", env=environment, cwd=tmp_path)

    failed = broken("simulate", "sealed-bids", "--games", "5", "--seed", "7", "--invariants")
    assert failed.returncode == 1
    assert "too many cards" in failed.stderr
    (case,) = tmp_path.glob("case-*.json")
    assert json.loads(case.read_text())["log"]
    again = broken("simulate", "--case", case.name)
    assert again.returncode == 1
    assert "happens again" in again.stderr
    assert "does not happen any more" in run("simulate", "--case", case.name).out


def test_a_game_must_be_named(desk: Any) -> None:
    assert "GAME" in desk("simulate", code=2).err


def test_a_mail_that_betrays_a_hand_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    from sealed_bids.game import SealedBids

    honest = SealedBids.view

    def chatty(self: Any, state: Any, seats: frozenset[str]) -> Any:
        return honest(self, state, frozenset({"red", "blue"}))

    monkeypatch.setattr(SealedBids, "view", chatty)
    from sealed_bids.report import SealedBidsReport

    def holdings(self: Any, view: Any, seat: str, language: Any) -> Any:
        from adjudicator.reports.model import Holding, Item

        cards = [str(card) for hand in view.hands.values() for card in hand]
        return (Holding(heading="Hands", items=tuple(Item(name=card) for card in cards)),)

    monkeypatch.setattr(SealedBidsReport, "holdings", holdings)
    with pytest.raises(Broken, match="betrays"):
        play(Plan(game="sealed-bids", seed="1", by_mail=True), "1/0")


def test_what_was_never_reached_is_printed(desk: Any) -> None:
    told = desk("simulate", "sealed-bids", "--games", "5", "--coverage").out
    assert "9 of 9 points of coverage reached" in told
    told = desk("simulate", "imperial-struggle", "--games", "1", "--coverage").out
    assert "never reached: ending" in told


def test_missing_coverage_can_be_a_failure(desk: Any) -> None:
    desk("simulate", "sealed-bids", "--games", "5", "--coverage-required")
    told = desk("simulate", "imperial-struggle", "--games", "1", "--rich", "--coverage-required", code=1).out
    assert "never reached: ending" in told
