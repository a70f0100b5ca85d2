"""Orders that leave something open: ranked choices, a most, and what is needed only perhaps."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.service.play.offers import phrasebook
from tests.service.conftest import words_of

GUILDS = ("bakers", "drapers", "smiths")
CONTRACTS = ("well", "oven", "gate", "mill", "hall", "bridge")
WORDS = {
    "en": ("keep {}, else {}", "keep {}", "keep {} if needed", "borrow up to 2", "not needed"),
    "ru": (
        "оставить {}, иначе {}",
        "оставить {}",
        "оставить {} если нужно",
        "занять не больше 2",
        "не понадобилось",
    ),
}


@pytest.fixture
def fair(installation: Any, code: str) -> int:
    made: int = installation.create("guild-fair", dict.fromkeys(GUILDS, code), options={"visitors": False})
    return made


def names(code: str) -> dict[str, str]:
    book = phrasebook("guild-fair").book
    return {contract: book.printed("contract", contract, code) for contract in CONTRACTS}


def drawn(installation: Any, fair: int, seat: str) -> list[str]:
    found: list[str] = installation.table(fair).match.state.drawn[seat]
    return found


def test_the_first_choice_that_is_legal_is_taken(installation: Any, fair: int, code: str) -> None:
    """What was drawn is not known when the line is written: only what is preferred."""
    ranked, *_ = WORDS[code]
    there = drawn(installation, fair, "bakers")
    absent = next(contract for contract in CONTRACTS if contract not in there)
    (told,) = installation.write("bakers", ranked.format(names(code)[absent], names(code)[there[1]]))
    state = installation.table(fair).match.state
    assert state.drawn["bakers"][state.kept["bakers"] - 1] == there[1]
    assert ranked.format(names(code)[absent], names(code)[there[1]]) in words_of(told)


def test_at_most_so_many_and_what_is_not_needed_is_told_and_left_out(installation: Any, fair: int, code: str) -> None:
    _, keep, needed, most, not_needed = WORDS[code]
    one, two = (names(code)[each] for each in drawn(installation, fair, "drapers"))
    (told,) = installation.write("drapers", keep.format(one), needed.format(two), most)
    state = installation.table(fair).match.state
    assert state.kept["drapers"] == 1
    assert state.loans["drapers"] == 2
    assert not_needed in words_of(told)


def test_where_no_choice_is_legal_nothing_is_done_and_the_first_is_explained(
    installation: Any, fair: int, code: str
) -> None:
    ranked, *_ = WORDS[code]
    there = drawn(installation, fair, "smiths")
    one, two = [contract for contract in CONTRACTS if contract not in there][:2]
    (told,) = installation.write("smiths", ranked.format(names(code)[one], names(code)[two]))
    assert installation.table(fair).match.state.kept["smiths"] == 0
    assert names(code)[one] in words_of(told)


def test_a_ranking_is_read_only_where_each_choice_is_an_order(installation: Any, fair: int, code: str) -> None:
    ranked, *_ = WORDS[code]
    there = drawn(installation, fair, "smiths")
    installation.write("smiths", ranked.format(names(code)[there[0]], "a dance" if code == "en" else "танец"))
    assert installation.table(fair).match.state.kept["smiths"] == 0
