"""`adjudicator practice`: a person at a terminal against stewards, in the words of the mails."""

from __future__ import annotations

import re
from typing import Any

import pytest

from adjudicator import games
from tests.guides import section

BIDS = "bid 1\nbid 7\nkeep\nbid 8\nkeep\nbid 10\nkeep\nbid 12\nkeep\nkeep\nkeep\n"
FEW = ("--tries", "60", "--seed", "00ff")


def test_a_whole_match_is_played_by_order_lines(desk: Any) -> None:
    told = desk("practice", "sealed-bids", *FEW, given=BIDS).out
    assert told.startswith("You play Red. Stewards play all other seats")
    assert "your cards: 1, 7, 8, 10, 12 (only you see this)" in told
    assert re.search(r"^  1a  bid 1$", told, re.MULTILINE)
    assert re.search(r"^  1  on file  bid 1$", told, re.MULTILINE)
    assert "bids: Red 1, Blue" in told
    assert re.search(r"^  - Blue rolls \d \+ \d", told, re.MULTILINE)
    assert told.rstrip().splitlines()[-1].startswith("The match is over")


def test_the_same_seed_and_lines_give_the_same_match(desk: Any) -> None:
    one, other = (desk("practice", "sealed-bids", *FEW, given=BIDS).out for _ in range(2))
    assert one == other
    assert desk("practice", "sealed-bids", "--tries", "60", "--seed", "01ff", given=BIDS).out != one


def test_nothing_that_others_hold_is_told(desk: Any) -> None:
    told = desk("practice", "sealed-bids", *FEW, given="board\n").out
    assert "Blue: 5 cards dealt" in told
    assert len(re.findall(r"your cards: ", told)) == 1


def test_errors_are_answers_in_the_language_of_the_player(desk: Any) -> None:
    given = "чепуха\nM01\nM02\nдоска\nсписок\nвыход\n"
    told = desk("practice", "imperial-struggle", *FEW, "--language", "ru", given=given).out
    assert told.startswith("Ваше место: Франция.")
    assert "приказа, который так начинается, нет" in told
    assert re.search(r"^ +M02  Джон Ло$", told, re.MULTILINE), "what completes it is offered, as it is typed"
    assert re.search(r"на хранении|M01 M02", told)
    assert "ЧТО ПРОИЗОШЛО" in told
    assert "Победные очки" in told
    assert told.count("№2 ") == 2, "the list shows the question again"
    assert told.rstrip().endswith("Практика закончена; от неё ничего не остаётся.")


def test_codes_and_short_names_are_read_as_in_mails(desk: Any) -> None:
    told = desk("practice", "imperial-struggle", *FEW, "--seat", "britain", given="1a 1b\n2a\n").out
    assert "You play Britain" in told
    assert re.search(r"^  1  on file  1a 1b  ministers ", told, re.MULTILINE)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (("sealed-bids", "--seat", "green"), "nobody plays green"),
        (("sealed-bids", "--players", "5"), "nobody plays anything among so many"),
        (("no-such-game",), "no game named"),
    ],
)
def test_what_cannot_be_played_is_said(desk: Any, given: tuple[str, ...], told: str) -> None:
    assert told in desk("practice", *given, code=None).err


@pytest.mark.slow
@pytest.mark.parametrize("game", games())
def test_every_game_asks_a_person_and_lets_stewards_play(desk: Any, game: str) -> None:
    """The first lines are codes of the first questions: whatever they are, something is asked and read."""
    told = desk("practice", game, "--tries", "20", "--seed", "0a", given="1a\n2a\n3a\n").out
    assert re.search(r"^#\d+ ", told, re.MULTILINE)
    assert told.count("> Read: ") == 3


def test_the_command_itself_plays_at_a_pipe(run: Any) -> None:
    ran = run("practice", "sealed-bids", *FEW, given=BIDS)
    assert "The match is over" in ran.out
    assert ran.err == ""


def test_the_page_for_newcomers_shows_what_is_printed(desk: Any) -> None:
    """Line by line; what the page leaves out stands where it has a line of dots."""
    page = section("At a terminal")
    command, shown = (re.search(rf"```{kind}\n(.+?)```", page, re.DOTALL) for kind in ("sh", "text"))
    assert command is not None
    assert shown is not None
    words = command[1].split()
    assert words[0] == "adjudicator"
    typed = re.findall(r"^> (.+)$", shown[1], re.MULTILINE)
    told = desk(*words[1:], given="".join(f"{line}\n" for line in typed)).out
    found = 0
    for part in re.sub(r"^> .+\n", "> ", shown[1], flags=re.MULTILINE).split("…\n"):
        at = told.find(part, found)
        assert at >= found, part
        found = at + len(part)
