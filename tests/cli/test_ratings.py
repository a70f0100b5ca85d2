"""Ratings and statistics at the command line: over campaigns that were played to their end, corrected, or closed."""

from __future__ import annotations

import re
from typing import Any

import pytest


def create(desk: Any, name: str, red: str, blue: str, seed: str, *more: str) -> None:
    players = (f"{seat}={who} <{who.lower()}@players.test>" for seat, who in (("red", red), ("blue", blue)))
    given = [word for each in players for word in ("--player", each)]
    desk("campaign", "create", name, "--game", "sealed-bids", *given, "--seed", seed, *more)


def play(desk: Any, name: str) -> str:
    """To the end, as the clock would. Who has won; "": nobody."""
    for _ in range(20):
        if result := desk("campaign", "show", name, "--json").json["result"]:
            return next(iter(result["winners"]), "")
        desk("process", "now", name, "--yes")
    raise AssertionError("no end")


def listed(desk: Any) -> dict[str, dict[str, Any]]:
    return {each["player"]: each for each in desk("ratings", "list", "--json").json}


@pytest.fixture
def club(desk: Any) -> Any:
    """Anna and Boris have played one match; who has won is `club.won`, who has lost `club.lost`."""
    create(desk, "one", "Anna", "Boris", "aa")
    red = play(desk, "one") == "red"
    desk.won, desk.lost = ("Anna", "Boris") if red else ("Boris", "Anna")
    return desk


def test_a_finished_match_counts_once_and_who_has_won_leads(club: Any) -> None:
    first = listed(club)
    assert listed(club) == first, "asking changes nothing"
    assert list(first) == [club.won, club.lost]
    winner, loser = first[club.won], first[club.lost]
    assert (winner["place"], winner["matches"], winner["won"]) == (1, 1, 1)
    assert (loser["place"], loser["matches"], loser["won"]) == (2, 1, 0)
    assert winner["rating"] - 1500 == pytest.approx(1500 - loser["rating"])
    assert winner["rating"] > 1500
    told = club("ratings", "list", "sealed-bids").out
    assert f"{winner['rating']:.0f} ± {winner['deviation']:.0f}" in told
    assert "no game" in club("ratings", "list", "chess", code=1).err


def test_an_end_that_is_taken_back_does_not_count_until_it_is_reached_again(club: Any) -> None:
    before = listed(club)
    create(club, "two", "Anna", "Boris", "ab")
    play(club, "two")
    assert listed(club) != before
    club("turn", "rollback", "two", "--to", "1", "--reason", "a mistake", "--yes")
    assert listed(club) == before
    play(club, "two")
    assert {each["matches"] for each in listed(club).values()} == {2}


def test_what_was_closed_imported_or_agreed_not_to_count_gives_no_rating(club: Any) -> None:
    before = listed(club)
    create(club, "closed", "Anna", "Boris", "ac")
    club("campaign", "close", "closed", "--reason", "nobody plays", "--yes")
    create(club, "friendly", "Anna", "Boris", "ad")
    club("campaign", "rated", "friendly", "no", "--yes")
    assert club("campaign", "rated", "friendly", "--json").json == {"rated": False}
    winner = play(club, "friendly")
    assert listed(club) == before
    assert "before" in club("campaign", "rated", "friendly", "yes", "--yes", code=1).err
    seats = {each["tally"]["seat"]: each["tally"] for each in club("ratings", "seats", "--json").json}
    assert [(each["matches"], each["closed"]) for each in seats.values()] == [(2, 1), (2, 1)]
    assert sum(each["won"] for each in seats.values()) + seats["red"]["drawn"] == 2
    assert winner in ("red", "blue", "")


def test_one_person_at_both_seats_is_no_contest(desk: Any) -> None:
    create(desk, "alone", "Anna", "Anna", "aa")
    play(desk, "alone")
    assert listed(desk) == {}
    assert "no match of theirs counts" in desk("ratings", "show", "Anna").out


def test_what_somebody_has_played_is_told_by_seat(club: Any) -> None:
    create(club, "two", "Boris", "Anna", "ab")
    play(club, "two")
    found = club("ratings", "show", "anna@players.test", "--json").json
    (game,) = found["games"]
    assert {each["seat"]: each["matches"] for each in game["seats"]} == {"red": 1, "blue": 1}
    assert round(game["rating"]["mean"], 1) == listed(club)["Anna"]["rating"]
    assert found["reliability"]["answered"] == 0
    told = club("ratings", "show", "Anna").out
    assert "sealed-bids  all" in told
    assert "2 matches count" in told
    assert "no person named" in club("ratings", "show", "Nora", code=1).err


def test_who_is_forgotten_leaves_the_lists_and_nobody_else_changes(club: Any) -> None:
    create(club, "two", club.lost, "Vera", "ab")
    play(club, "two")
    before = listed(club)
    club("person", "erase", club.lost, "--yes")
    assert listed(club) == {name: row for name, row in before.items() if name != club.lost}
    assert "does not want" in club("ratings", "show", "N. N. 2" if club.lost == "Boris" else "N. N. 1", code=1).err


def test_who_gives_the_orders_at_the_end_has_won_or_lost(desk: Any) -> None:
    create(desk, "one", "Anna", "Boris", "aa")
    desk("seat", "replace", "one", "red", "--to", "Nora <nora@players.test>", "--yes")
    play(desk, "one")
    assert sorted(listed(desk)) == ["Boris", "Nora"]
    assert "no finished match" in desk("ratings", "show", "Anna").out


def test_who_plays_is_told_when_it_is_agreed_that_a_match_does_not_count(desk: Any) -> None:
    create(desk, "one", "Anna", "Boris", "aa")
    assert desk("--by", "Mila", "campaign", "rated", "one", "no", "--dry-run", "--json").json["done"] is False
    desk("--by", "Mila", "campaign", "rated", "one", "no", "--yes")
    assert "already has these settings" in desk("campaign", "rated", "one", "no", "--yes", code=1).err
    assert "choose yes or no" in desk("campaign", "rated", "one", "perhaps", "--yes", code=1).err
    assert "choose yes or no" in desk("campaign", "public", "one", "perhaps", "--yes", code=1).err
    assert re.search(r"Mila.* campaign rated +report", desk("audit", "show", "one").out)
