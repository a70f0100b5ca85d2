"""A tournament from its draw to its standings, at the command line."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_ratings import play

CLUB = """
Anna Reed <anna@players.test>
Boris <boris@players.test> ru Europe/Moscow   # likes red
vera@players.test
Tim <tim@players.test>
"""
NEW = (
    "tournament",
    "new",
    "cup",
    "--game",
    "sealed-bids",
    "--players",
    "club.txt",
    "--rounds",
    "3",
    "--seed",
    "c0ffee",
)

ROOT = Path(__file__).parents[2]
NEEDED = ("tournaments", "public-pages")


@pytest.fixture
def cup(desk: Any, tmp_path: Path) -> Any:
    (tmp_path / "club.txt").write_text(CLUB)
    desk(*NEW, "--moderator", "Mila <mila@players.test>", "--yes")
    return desk


def rounds(desk: Any) -> list[Any]:
    found: list[Any] = desk("tournament", "show", "cup", "--json").json["rounds"]
    return found


def test_a_dry_run_draws_what_is_drawn_then_and_makes_nothing(desk: Any, tmp_path: Path) -> None:
    (tmp_path / "club.txt").write_text(CLUB)
    seen = desk(*NEW, "--dry-run", "--json").json
    assert desk("tournament", "list", "--json").json == []
    assert desk("campaign", "list", "--json").json == []
    made = desk(*NEW, "--yes", "--json").json
    assert (made["rounds"], made["seed"]) == (seen["rounds"], "c0ffee")
    assert [each["name"] for each in desk("campaign", "list", "--json").json] == ["cup-1-1", "cup-1-2"]
    assert "there is a tournament named cup" in desk(*NEW, "--yes", code=1).err


def test_what_is_wrong_is_told_at_once(desk: Any, tmp_path: Path) -> None:
    (tmp_path / "club.txt").write_text("Anna <anna@players.test>\nAnne <anna@players.test>\nBoris <nowhere>\n")
    told = desk(*NEW, "--yes", code=1).err
    assert "anna@players.test is there twice" in told
    assert "'nowhere' is not an email address" in told
    (tmp_path / "club.txt").write_text("Anna <anna@players.test>\n")
    assert "1 players do not fill 1 tables" in desk(*NEW, "--yes", code=1).err
    assert desk("tournament", "list", "--json").json == []


def test_every_table_has_what_a_campaign_file_says(desk: Any, tmp_path: Path) -> None:
    (tmp_path / "club.txt").write_text(CLUB)
    chair = '[[players]]\nseat = "moderator"\nname = "Mila"\nemail = "mila@players.test"\n'
    terms = 'name = "x"\ntitle = "Autumn Cup"\ngame = "sealed-bids"\ndeadline_hours = 24\nrated = false\n'
    rules = '[timing]\nmissed_deadline = "moderator"\n[options]\nrerolls = 2\n'
    (tmp_path / "cup.toml").write_text(f"{terms}{rules}{chair}")
    new = ("tournament", "new", "cup", "--players", "club.txt", "--file", "cup.toml", "--yes")
    assert desk(*new, "--game", "sealed-bids", code=2)
    desk(*new)
    for table in ("cup-1-1", "cup-1-2"):
        shown = desk("campaign", "show", table, "--json").json
        assert shown["title"].startswith("Autumn Cup, 1.")
        assert "Mila" in [person for seat in shown["seats"] for person in seat["people"]]
        assert desk("campaign", "rated", table, "--json").json == {"rated": False}
        assert desk("deadline", "policy", table, "--json").json["missed_deadline"] == "moderator"
    (tmp_path / "cup.toml").write_text(f'{terms}seating = "random"\n{chair}')
    assert "no seating, document or seed" in desk("tournament", "new", "other", *new[3:], code=1).err


def test_three_rounds_are_played_and_everybody_has_met_everybody(cup: Any) -> None:
    met = set()
    for number in (1, 2, 3):
        tables = rounds(cup)[number - 1]["tables"]
        for table in tables:
            assert "is not over" in cup("tournament", "next", "cup", "--yes", code=1).err
            assert table["campaign"] == f"cup-{number}-{table['number']}"
            met.add(frozenset(table["seats"].values()))
            play(cup, table["campaign"])
        if number < 3:
            cup("tournament", "next", "cup", "--yes")
    assert len(met) == 6
    assert "All 3 rounds of the tournament are over" in cup("tournament", "next", "cup", "--yes", code=1).err
    found = cup("tournament", "standings", "cup", "--json").json
    assert sorted(each["player"] for each in found) == ["Anna Reed", "Boris", "Tim", "Vera"]
    assert all(each["line"]["matches"] == 3 for each in found)
    won = sum(each["line"]["wins"] for each in found)
    assert sum(each["line"]["points"] for each in found) == 3 * won + 2 * (6 - won)
    points = [each["line"]["points"] for each in found]
    assert points == sorted(points, reverse=True)
    assert sum(each["matches"] for each in cup("ratings", "list", "--json").json) == 12
    assert cup("tournament", "verify", "cup", "--json").json == {"problems": []}
    assert "POINTS" in cup("tournament", "standings", "cup").out
    assert "3 of 3" in cup("tournament", "list").out


def test_an_end_that_is_taken_back_holds_the_next_round_up(cup: Any) -> None:
    for table in rounds(cup)[0]["tables"]:
        play(cup, table["campaign"])
    cup("turn", "rollback", "cup-1-1", "--to", "1", "--reason", "a mistake", "--yes")
    assert "Round 1 is not over: cup-1-1" in cup("tournament", "next", "cup", "--yes", code=1).err
    assert {each["line"]["matches"] for each in cup("tournament", "standings", "cup", "--json").json} == {0, 1}


def test_who_leaves_sits_at_no_further_table(cup: Any) -> None:
    for table in rounds(cup)[0]["tables"]:
        play(cup, table["campaign"])
    before = rounds(cup)
    cup("tournament", "withdraw", "cup", "Anna", "--dry-run")
    assert rounds(cup) == before
    cup("tournament", "withdraw", "cup", "Anna", "--yes")
    after = rounds(cup)
    assert after[0] == before[0]
    for each in after[1:]:
        assert len(each["tables"]) == len(each["out"]) == 1
        assert "Anna Reed" not in (*each["tables"][0]["seats"].values(), *each["out"])
    cup("tournament", "next", "cup", "--yes")
    assert "none of those who play on" in cup("tournament", "withdraw", "cup", "Anna", "--yes", code=1).err
    assert cup("tournament", "verify", "cup", "--json").json == {"problems": []}
    out = {each["player"]: each["line"]["out"] for each in cup("tournament", "standings", "cup", "--json").json}
    assert out == dict.fromkeys(("Anna Reed", "Boris", "Tim", "Vera"), 0) | {after[1]["out"][0]: 1}


def test_a_round_that_was_broken_off_is_completed_and_nothing_made_twice(cup: Any, tmp_path: Path) -> None:
    """As if the program had died before the second table was there: the table is another campaign's."""
    with sqlite3.connect(tmp_path / "var/adjudicator.db") as database:
        database.execute("DELETE FROM tournament_table WHERE number = 2")
        database.execute("UPDATE campaign SET name = 'stray' WHERE name = 'cup-1-2'")
    cup("tournament", "next", "cup", "--yes")
    assert [each["campaign"] for each in rounds(cup)[0]["tables"]] == ["cup-1-1", "cup-1-2"]
    assert "is not over" in cup("tournament", "next", "cup", "--yes", code=1).err


def test_a_changed_schedule_and_a_changed_seat_are_found(cup: Any, tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "var/adjudicator.db") as database:
        (plan,) = database.execute("SELECT plan FROM tournament").fetchone()
        database.execute("UPDATE tournament SET plan = ?", (plan.replace(b"c0ffee", b"c0ffef"),))
    told = cup("tournament", "verify", "cup", code=1)
    assert "is not what the seed gives" in told.out + told.err


def test_it_stands_in_the_trail(cup: Any) -> None:
    acts = cup("audit", "show", "--json").json
    assert "tournament new" in [each["command"] for each in acts]
    campaign = cup("audit", "show", "cup-1-1", "--json").json
    assert "tournament new" in [each["command"] for each in campaign]


def test_an_export_of_a_person_names_the_tournaments_they_play_in(cup: Any, tmp_path: Path) -> None:
    cup("person", "export", "Anna Reed", "--to", "anna.zip")
    with zipfile.ZipFile(tmp_path / "anna.zip") as archive:
        assert json.loads(archive.read("person.json"))["tournaments"] == ["cup"]


def test_doctor_names_the_packages_that_are_needed_and_not_installed(
    cup: Any, environment: dict[str, str], tmp_path: Path
) -> None:
    without = "import tests.without_packages; from cli.main import main; main()"
    env = {**environment, "PYTHONPATH": str(ROOT), "ADJ_PAGES__FOLDER": str(tmp_path / "pages")}
    command = [sys.executable, "-c", without, "doctor", "--json"]
    done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    told = [each["text"] for each in json.loads(done.stdout) if each["subject"] == "packages"]
    assert [text.partition(" here")[0] for text in told] == ["there are tournaments", "there are public-pages"]
    assert all(f"adjudicator-{name} is not installed" in text for name, text in zip(NEEDED, told, strict=True))
    assert not [each for each in cup("doctor", "--json", code=None).json if each["subject"] == "packages"]
