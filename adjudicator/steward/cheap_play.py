"""Cheap play: what all seats do behind an option, half of it by the worth of the next position."""

from __future__ import annotations

from random import Random

from adjudicator.kernel.actions import Action
from adjudicator.kernel.match import Match
from adjudicator.steward.prospects import Worth, prospects

STEPS = 12
"""The actions that are played behind an option before its worth is asked."""
TO_THE_END = 300
"""So many in a game without a worth: only its end says something."""
MINDFUL = 0.5
"""The share of steps that are the best of `FEW` by worth; the others are drawn."""
FEW = 3
ORDERED = 0.8
"""How often a thing gets an order in play at random, where a seat writes one for each of its things."""


def fresh(match: Match, rng: Random) -> Match:
    """Return a copy of an imagined world with draws of its own: who tries must not see the dice that will fall."""
    return match.twin(Match, match.chance.reseeded(rng.randbytes(16)))


class CheapPlay:
    """Plays on in imagined worlds, and counts the actions that are tried."""

    def __init__(self, worth: Worth | None) -> None:
        self.worth = worth
        self.steps = TO_THE_END if worth is None else STEPS
        self.tries = 0

    def act(self, match: Match, seat: str, action: Action) -> None:
        """Carry out an action of a seat."""
        self.tries += 1
        match.apply(seat, action)

    def on(self, match: Match, rng: Random) -> Match:
        """Play some steps on, and return where they lead, which may be another object."""
        for _ in range(self.steps):
            if match.result is not None:
                break
            match = self._step(match, rng)
        return match

    def _step(self, match: Match, rng: Random) -> Match:
        asked = match.decisions()
        decision = asked[0] if len(asked) == 1 else rng.choice(asked)
        seat = rng.choice(decision.waiting)
        if decision.form == "choose" and self.worth is not None and rng.random() < MINDFUL:
            return self._mindful(match, seat, rng)
        self.act(match, seat, at_random(match, seat, rng))
        return match

    def _mindful(self, match: Match, seat: str, rng: Random) -> Match:
        """Take the best of a few options by the worth of what comes next."""
        options = [*dict.fromkeys(match.samples(seat, rng, FEW))]
        best, most, behind = options[0], -1.0, None
        for option in options if len(options) > 1 else ():
            trial = fresh(match, rng)
            self.act(trial, seat, option)
            worth = prospects(trial, self.worth).get(seat, 0.0)
            if worth > most:
                best, most, behind = option, worth, trial
        if behind is not None and behind.chance.counter == match.chance.counter and not match.is_concurrent:
            return behind  # nothing was drawn, so that nobody has chosen by the draws
        self.act(match, seat, best)
        return match


def at_random(match: Match, seat: str, rng: Random) -> Action:
    """Return a legal answer, drawn; of written orders a whole sheet."""
    orders = match.orders(seat)
    if not orders:
        return match.sample(seat, rng)
    while (
        sheet := match.sheet(seat, [rng.choice(each) for each in orders.values() if rng.random() < ORDERED])
    ) is None:
        pass
    return sheet
