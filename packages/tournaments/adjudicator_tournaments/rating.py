"""Ratings: how strong players are at a game, computed again from all its finished matches. Pure.

Weng and Lin, "A Bayesian Approximation Method for Online Ranking" (JMLR 12, 2011), algorithm 1, by the library
openskill. A game tells who has won, and no order of the others. So the match is taken apart into the pairs of
which it tells something: a winner and one who has not won; two who share the victory, or any two of a draw, as a
draw. Of two who have both not won it tells nothing, and neither changes by the other. Each pair counts as one
(n-1)-th of a match of n sides; of two sides it is just what the library makes of it.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import combinations
from math import hypot, sqrt

import msgspec
from openskill.models import BradleyTerryFull

from adjudicator_tournaments.scores import FinishedMatch, Side

MEAN = 1500.0
DEVIATION = 500.0
"""The deviation of somebody who has played nothing yet: a third of the mean."""
SPREAD = DEVIATION / 2
"""How far the same player is now better, now worse."""
DRIFT = DEVIATION / 100
"""How much less is known of a player at each match: people learn."""
SMALLEST = 0.0001
"""The share of the uncertainty that stays, whatever a match tells."""
CAUTION = 3
_model = BradleyTerryFull(mu=MEAN, sigma=DEVIATION, beta=SPREAD, kappa=SMALLEST, tau=0.0)


class Rating(msgspec.Struct, frozen=True):
    """The estimated strength of somebody, and one standard deviation of that."""

    mean: float = MEAN
    deviation: float = DEVIATION
    matches: int = 0

    @property
    def least(self) -> float:
        """The strength almost certainly reached: lists go by it, so that who has played little is not first."""
        return self.mean - CAUTION * self.deviation


def ratings(matches: Iterable[FinishedMatch]) -> dict[int, Rating]:
    """Return them by person, after these matches of one game in the order in which they ended."""
    known: dict[int, Rating] = {}
    for match in matches:
        if match.rated:
            known |= _after(match, known)
    return known


def _after(match: FinishedMatch, known: Mapping[int, Rating]) -> dict[int, Rating]:
    sides = [side for side in match.sides if side.people]
    before = {person: _grown(known.get(person, Rating())) for side in sides for person in side.people}
    gained: defaultdict[int, float] = defaultdict(float)
    learned: defaultdict[int, float] = defaultdict(float)
    share = 1 / (len(sides) - 1)
    for one, other in combinations(sides, 2):
        if not (one.won or other.won or match.drawn):
            continue
        for person, (mean, deviation) in _pair(one, other, before).items():
            old = before[person]
            gained[person] += share * (mean - old.mean)
            learned[person] += share * (1 - (deviation / old.deviation) ** 2)
    return {
        person: Rating(
            old.mean + gained[person], old.deviation * sqrt(max(1 - learned[person], SMALLEST)), old.matches + 1
        )
        for person, old in before.items()
    }


def _grown(old: Rating) -> Rating:
    return msgspec.structs.replace(old, deviation=hypot(old.deviation, DRIFT))


def _pair(one: Side, other: Side, before: Mapping[int, Rating]) -> dict[int, tuple[float, float]]:
    """Return what a match of these two sides alone would make of their people: mean and deviation."""
    people = [one.people, other.people]
    teams = [[_model.rating(mu=before[p].mean, sigma=before[p].deviation) for p in side] for side in people]
    rated = _model.rate(teams, ranks=[float(not one.won), float(not other.won)])
    return {p: (new.mu, new.sigma) for side, team in zip(people, rated, strict=True)
            for p, new in zip(side, team, strict=True)}  # fmt: skip
