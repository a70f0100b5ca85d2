"""Count questions: `python benchmarks/questions.py [GAME ...] [--games N]`.

Whole games at random, by players with wills and whims. Counted are the questions of a player in a turn of the game, how
many of them had one answer, by kind, and how many single answers were given without a question.
"""

from __future__ import annotations

import argparse
from collections import Counter
from random import Random
from typing import NamedTuple

from adjudicator.kernel.actions import MODERATOR
from adjudicator.kernel.log import ONLY
from adjudicator.kernel.registry import playable_games
from adjudicator.kernel.simulate import LONGEST, PlayoutBias, begin_random


class Counted(NamedTuple):
    """The questions of a game by kind, those with one answer, and the answers given by themselves.

    `turns`: the turns of the game, each for as many as play.
    """

    asked: Counter[str]
    single: Counter[str]
    given: int
    turns: int


def count(game: str, label: str) -> Counted:
    """Play a whole game; return what it asked."""
    match, rng = begin_random(game, label), Random(label)
    players, asked, single = PlayoutBias(match, rng), Counter[str](), Counter[str]()
    for _ in range(LONGEST):
        if match.result is not None:
            break
        decision = rng.choice([each for each in match.decisions() if each.waiting])
        seat = decision.waiting[0]
        if seat != MODERATOR:
            asked[decision.kind] += 1
            single[decision.kind] += len(match.options(seat)) == 1
        match.apply(seat, players.choice(match, seat, rng))
    given = sum(entry.how == ONLY for entry in match.log)
    return Counted(asked, single, given, match.game.turns_done(match.state) * len(match.header.seats))


def main(games: list[str], number: int) -> None:
    for game in games:
        found = [count(game, f"questions {n}") for n in range(number)]
        turns = sum(each.turns for each in found) or 1
        asked, single = (sum((each[of] for each in found), Counter[str]()) for of in (0, 1))
        given = sum(each.given for each in found)
        kinds = ", ".join(f"{kind} {n / turns:.2f}" for kind, n in single.most_common() if n)
        print(
            f"{game}: {asked.total() / turns:.1f} questions a player and turn; {given / turns:.2f} single answers "
            f"given without one, {single.total() / turns:.2f} asked for: {kinds or '-'}"
        )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=[game.id for game in playable_games() if "report" in game.parts])
    parser.add_argument("--games", dest="number", type=int, default=6)
    arguments = parser.parse_args()
    main(arguments.games, arguments.number)
