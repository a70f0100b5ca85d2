"""`adjudicator simulate`: random games, their checks, and the file of a failure."""

import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from adjudicator_trials.simulate_command import Broken, Plan, play

from adjudicator.kernel.registry import game_named

ROOT = Path(__file__).parents[2]


def test_random_games_are_counted(desk: Any) -> None:
    done = desk("simulate", "sealed-bids", "--games", "20", "--invariants", "--round-trip", "--replay")
    assert "20 games" in done.out
    assert "actions/s" in done.out


def test_games_are_counted_by_the_number_of_players(desk: Any) -> None:
    """Every number that the game allows comes, each as likely."""
    done = desk("simulate", "guild-fair", "--games", "20")
    counts = [int(line.split()[0]) for line in done.out.splitlines() if line.endswith(" players")]
    assert len(counts) == len(game_named("guild-fair").numbers) > 1
    assert sum(counts) == 20


def test_who_won_how_often_is_told_with_what_chance_would_give(desk: Any) -> None:
    told = desk("simulate", "sealed-bids", "--games", "20").out
    won = re.findall(r"^ *([\d.]+)  of 20 won by (\w+), ([\d.]+) of an equal share$", told, re.MULTILINE)
    assert {seat for _, seat, _ in won} == {"red", "blue"}
    assert sum(float(count) for count, _, _ in won) == 20
    assert all(float(share) == float(count) / 10 for count, _, share in won)


@pytest.mark.parametrize(
    "asked",
    [("--coverage",), pytest.param(("--dense", "--invariants"), marks=pytest.mark.long), ("--option", "tie=nonsense")],
)
def test_several_processes_play_the_same_games(desk: Any, asked: tuple[str, ...]) -> None:
    """What they say of them is the same, of a failure, too, the seconds apart."""
    code = 1 if "--option" in asked else 0
    alone, two = (desk("simulate", "sealed-bids", "--games", "6", *asked, "--jobs", n, code=code) for n in ("1", "2"))
    told = [re.sub(r"[\d.]+ (s$|games/s|actions/s)", "", each.out, flags=re.MULTILINE) for each in (alone, two)]
    assert told[0] == told[1]
    assert alone.err == two.err


@pytest.mark.parametrize(("asked", "played"), [(("GAME=europa-universalis", "GAMES=5000"), 5000), ((), 1000)])
def test_make_simulate_plays_so_many_games_of_one_game_or_of_all(asked: tuple[str, ...], played: int) -> None:
    make = ("make", "--dry-run", "simulate", *asked)
    told = subprocess.run(make, cwd=ROOT, capture_output=True, encoding="utf-8", check=True).stdout
    loop = told[told.index("for game in") :].splitlines()[0]
    assert ("adjudicator.games()" in loop) == (not asked)
    assert ("europa-universalis" in loop) == bool(asked)
    assert f"--games {played} --jobs {len(os.sched_getaffinity(0))} --invariants --replay" in told


@pytest.mark.slow
@pytest.mark.parametrize("game", ["sealed-bids", pytest.param("crossroads", marks=pytest.mark.long)])
def test_whole_games_are_played_by_mail(desk: Any, game: str) -> None:
    assert "1 games" in desk("simulate", game, "--games", "1", "--by-mail", "--invariants").out


BROKEN = """
import sys
from sealed_bids.game import SealedBids
SealedBids.invariants = lambda self, state: ["too many cards"] if sum(map(len, state.bids.values())) > 4 else []
from cli.main import main
sys.argv = ["adjudicator", *sys.argv[1:]]
main()
"""


def test_a_failure_writes_a_case_that_can_be_played_again(
    desk: Any, tmp_path: Path, environment: dict[str, str]
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
    assert "does not happen any more" in desk("simulate", "--case", case.name).out


def test_a_game_must_be_named(desk: Any) -> None:
    assert "GAME" in desk("simulate", code=2).err


def test_a_mail_that_betrays_a_hand_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is the game and the report that are played which tell too much: tests beside this one install other versions
    of the package, and a class that is imported here need not be theirs.
    """
    game = game_named("sealed-bids")
    honest = type(game).visible_state

    def chatty(self: Any, state: Any) -> Any:
        seen = honest(self, state)
        return lambda seats: seen(frozenset({"red", "blue"}))

    monkeypatch.setattr(type(game), "visible_state", chatty)

    def holdings(self: Any, view: Any, seat: str, language: Any) -> Any:
        from adjudicator.reports.model import Holding, Item

        cards = [str(card) for hand in view.hands.values() for card in hand]
        return (Holding(heading="Hands", items=tuple(Item(name=card) for card in cards)),)

    monkeypatch.setattr(type(game.part("report")), "holdings", holdings)
    with pytest.raises(Broken, match="betrays"):
        play(Plan(game="sealed-bids", seed="1", by_mail=True), "1/0")


def test_what_was_never_reached_is_printed(desk: Any) -> None:
    told = desk("simulate", "sealed-bids", "--games", "5", "--coverage").out
    assert "15 of 15 points of coverage reached" in told
    told = desk("simulate", "imperial-struggle", "--games", "1", "--coverage").out
    assert "never reached: ending" in told


def test_missing_coverage_can_be_a_failure(desk: Any) -> None:
    desk("simulate", "sealed-bids", "--games", "5", "--coverage-required")
    told = desk("simulate", "imperial-struggle", "--games", "1", "--dense", "--coverage-required", code=1).out
    assert "never reached: ending" in told
