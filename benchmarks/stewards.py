"""How good stewards are: matches against players who draw, and who take the best worth after one step.

`python -m benchmarks.stewards imperial-struggle --matches 20 --tries 550`. Seats rotate. Where seats begin unlike each
other, and matches are long, pairs are played: the same seed, the same seat, once with the steward and once with a
yardstick in it, the others the same; what counts is who has more points.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator, Mapping
from math import sqrt
from typing import NamedTuple

from adjudicator import Match, game_named, new_match
from adjudicator.games.europa_universalis.rules.ages import score
from adjudicator.games.here_i_stand.rules.table import points
from adjudicator.kernel.trials import trials_of
from adjudicator.steward import Steward
from adjudicator.steward.players import Greedy, Player, Uniform, Willed

MOST = 6000
"""The actions after which a match is given up."""
SURE = 1.96
"""Standard deviations on each side of a 95 % interval."""
Makes = Callable[[Match, str], Player]
"""Makes a player of a match from a seed."""


class InPairs(NamedTuple):
    """A game that is played in pairs: when a match has gone on for long enough, and what points a seat has then."""

    over: Callable[[Match], bool]
    points: Callable[[Match, str], int]


IN_PAIRS: Mapping[str, InPairs] = {
    "here-i-stand": InPairs(lambda match: match.state.turn > 4, lambda match, seat: points(match.state, seat)),
    "europa-universalis": InPairs(
        lambda match: match.state.age > 2, lambda match, seat: score(match.state, seat, match.game.content).total
    ),
}


class Tally(NamedTuple):
    """What came of some matches or pairs: how many count, and how many of them were won; a shared win is a part."""

    won: float
    counted: int
    played: int

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share won (Wilson 1927)."""
        if not self.counted:
            return 0.0, 1.0
        n, share = self.counted, self.won / self.counted
        middle = (share + SURE**2 / (2 * n)) / (1 + SURE**2 / n)
        half = SURE / (1 + SURE**2 / n) * sqrt(share * (1 - share) / n + SURE**2 / (4 * n * n))
        return middle - half, middle + half

    @property
    def told(self) -> str:
        low, high = self.interval
        share = 100 * self.won / max(1, self.counted)
        interval = f"({100 * low:.0f} to {100 * high:.0f})"
        return f"{self.won:g} of {self.counted} ({self.played} played): {share:.0f} % {interval}"


def played(
    game: str, seats: tuple[str, ...], seed: str, mine: tuple[str, Makes], others: Makes, over: Callable[[Match], bool]
) -> Match:
    """Play a match: one seat has a player of its own, whoever else is asked another one."""
    match = new_match(game, seats=list(seats), seed=seed.encode())
    own, makes = mine
    players = {seat: (makes if seat == own else others)(match, f"{seed} {seat}") for seat in seats}
    by_hand = Uniform(f"{seed} moderator")
    for _ in range(MOST):
        if match.result is not None or over(match):
            break
        seat = match.pending_seats[0]
        match.apply(seat, players.get(seat, by_hand).answer(match, seat))
    return match


def contest(game: str, mine: Makes, others: Makes, matches: int, seed: str = "contest") -> Tally:
    """Play matches in which the seats rotate; three seats where a game has three, else two."""
    won = 0.0
    for number, (seats, own) in zip(range(matches), _places(game), strict=False):
        match = played(game, seats, f"{seed} {number // len(seats)}", (own, mine), others, lambda match: False)
        winners = match.result.winners if match.result else ()
        won += (own in winners) / max(1, len(winners))
    return Tally(won, matches, matches)


def pairs(game: str, mine: Makes, others: Makes, matches: int, seed: str = "pairs") -> Tally:
    """Play pairs of matches; those count in which the seat has another number of points."""
    won = counted = 0
    over, points_of = IN_PAIRS[game]
    for number, (seats, own) in zip(range(matches), _places(game), strict=False):
        gained = [
            points_of(played(game, seats, f"{seed} {number}", (own, makes), others, over), own)
            for makes in (mine, others)
        ]
        counted += gained[0] != gained[1]
        won += gained[0] > gained[1]
    return Tally(won, counted, matches)


def _places(game: str) -> Iterator[tuple[tuple[str, ...], str]]:
    owner = game_named(game)
    players = max(owner.numbers) if game in IN_PAIRS else 3 if 3 in owner.numbers else min(owner.numbers)
    seatings = owner.seatings(players)
    number = 0
    while True:
        seats = seatings[number // len(seatings[0]) % len(seatings)]
        yield seats, seats[number % len(seats)]
        number += 1


def steward(tries: int) -> Makes:
    """Return what makes stewards with a budget."""
    return lambda match, seed: Steward(seed, tries)


def yardsticks(game: str, tries: int) -> dict[str, Makes]:
    """Return what a game's stewards are measured against."""
    found: dict[str, Makes] = {
        "uniform": lambda match, seed: Uniform(seed),
        "greedy": lambda match, seed: Greedy(seed),
        "tenth": steward(tries // 10),
    }
    for number in range(len(trials_of(game_named(game)).wills)):
        found[f"will{number}"] = lambda match, seed, number=number: Willed(match, seed, number)  # type: ignore[misc]
    return found


def main() -> None:
    """Measure, and print a line for each yardstick."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="+")
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--tries", type=int, default=550)
    parser.add_argument("--against", nargs="+", default=["uniform", "greedy"], help="uniform, greedy, tenth, will0, …")
    parser.add_argument("--player", default="steward", help="who is measured: steward, or one of the yardsticks")
    given = parser.parse_args()
    for game in given.games:
        known = yardsticks(game, given.tries)
        mine = steward(given.tries) if given.player == "steward" else known[given.player]
        for against in given.against:
            began = time.process_time()
            measure = pairs if game in IN_PAIRS else contest
            tally = measure(game, mine, known[against], given.matches)
            took = (time.process_time() - began) / given.matches
            print(
                f"{game}, {given.player} ({given.tries} tries) against {against}: {tally.told}, {took:.1f} s each",
                flush=True,
            )


if __name__ == "__main__":
    main()
