"""Where things stand beside a question: few lines in every game, and the last says what comes next."""

from random import Random

import pytest

from adjudicator.games.oath.words.book import speech
from adjudicator.kernel.actions import MODERATOR
from adjudicator.kernel.registry import game_named
from adjudicator.kernel.simulate import begin_dense, begin_random
from adjudicator.language import language
from adjudicator.reports.wording.upcoming import upcoming

MOST = 8
GAMES = ("europa-universalis", "here-i-stand", "oath", "pax-renaissance")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("begin", [begin_random, begin_dense], ids=lambda each: each.__name__)
def test_a_situation_has_eight_lines_at_most_and_ends_with_what_comes_next(game: str, begin: object) -> None:
    assert callable(begin)
    match, rng, report = begin(game, f"situation/{game}"), Random(game), game_named(game).part("report")
    asked, then = 0, 0
    for _ in range(60):
        seats = [seat for decision in match.decisions() for seat in decision.waiting if seat != MODERATOR]
        if match.result is not None or not seats:
            break
        for seat in dict.fromkeys(seats):
            told = {code: report.situation(match.view((seat,)), seat, language(code)) for code in ("en", "ru")}
            assert len(told["en"]) == len(told["ru"]) <= MOST
            assert all(told["en"])
            asked, then = asked + 1, then + told["en"][-1].startswith("Then: ")
        match.apply(seats[0], match.sample(seats[0], rng))
    assert then > asked / 2


def test_turns_are_told_up_to_the_readers_next_one() -> None:
    to = speech(language("en"))
    assert upcoming("red", ["blue", "chancellor", "red"], "red", to) == "Then: Blue, Chancellor, you"
    assert upcoming("red", ["blue", "chancellor"], "blue", to) == "Then: the turn goes on (Red), and next: you"
    assert upcoming("red", [], "blue", to) == "Then: the turn goes on (Red)"
    assert upcoming("red", [], "red", to) == ""
