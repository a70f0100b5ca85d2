"""Players of whole matches: the steward with its memory, and the yardsticks that it is measured against."""

from __future__ import annotations

from random import Random
from typing import Protocol

from adjudicator.kernel.actions import Action
from adjudicator.kernel.match import Match
from adjudicator.kernel.simulate import PlayoutBias
from adjudicator.kernel.trials import trials_of
from adjudicator.kernel.worlds import imagined_world
from adjudicator.steward.cheap_play import CheapPlay, at_random, fresh
from adjudicator.steward.choosing import LONGEST_TURN, Choice, choose
from adjudicator.steward.prospects import prospects, worth_of

GREEDY_OPTIONS, GREEDY_WORLDS = 40, 2
"""What a greedy player looks at."""


class Player(Protocol):
    """Whoever answers for a seat."""

    def answer(self, match: Match, seat: str) -> Action:
        """Return the answer of a seat that is asked."""


class Steward:
    """The steward of a seat, which remembers what it saw in a turn."""

    def __init__(self, seed: str, budget: int, seconds: float | None = None) -> None:
        self.seed, self.budget, self.seconds = seed, budget, seconds
        self._turn: object = None
        self._had: list[str] = []

    def choose(self, match: Match, seat: str) -> Choice:
        """Return what it chooses, with the options that it compared."""
        turn = seat, turn_of(match)
        if turn != self._turn:
            self._turn, self._had = turn, []
        seed = f"{self.seed} {match.number(seat)}"
        choice = choose(match, seat, self.budget, seed, had=self._had, seconds=self.seconds)
        self._had.append(choice.here)
        return choice

    def answer(self, match: Match, seat: str) -> Action:
        return self.choose(match, seat).actions[0]


def turn_of(match: Match) -> object:
    """Return what tells the turns of a seat apart: the stage, and the rounds in it."""
    game = match.game
    return game.stage(match.position), game.rounds_done(match.state), game.own_round(match.position)


class Uniform:
    """A player who draws."""

    def __init__(self, seed: str) -> None:
        self._rng = Random(seed)

    def answer(self, match: Match, seat: str) -> Action:
        return at_random(match, seat, self._rng)


class Greedy:
    """A player who takes the best worth after one step, in a few imagined worlds, over some options."""

    def __init__(self, seed: str) -> None:
        self._rng = Random(seed)
        self._turn: object = None
        self._choices = 0

    def answer(self, match: Match, seat: str) -> Action:
        turn = seat, turn_of(match)
        self._choices = self._choices + 1 if turn == self._turn else 0
        self._turn = turn
        default = match.default(seat)
        question = match.question(seat)
        if default is not None and (self._choices > LONGEST_TURN or (question and question.form == "agree")):
            return default
        if match.orders(seat) or question is None or question.form != "choose":
            return at_random(match, seat, self._rng)
        worlds = [imagined_world(match, (seat,), f"{self._rng.random()}") for _ in range(GREEDY_WORLDS)]
        options = match.options(seat)
        if len(options) > GREEDY_OPTIONS:
            options = self._rng.sample(options, GREEDY_OPTIONS)
        worths = [self._worth(worlds, seat, option) for option in options]
        return options[worths.index(max(worths))]

    def _worth(self, worlds: list[Match], seat: str, option: Action) -> float:
        total, worth = 0.0, worth_of(worlds[0].game)
        for world in worlds:
            after = fresh(world, self._rng)
            CheapPlay(worth).act(after, seat, option)
            total += prospects(after, worth).get(seat, 0.0)
        return total


class Willed:
    """A player who follows one of the wills of the trials of its game."""

    def __init__(self, match: Match, seed: str, number: int) -> None:
        self._rng = Random(seed)
        self._bias = PlayoutBias(match, self._rng, [trials_of(match.game).wills[number]])

    def answer(self, match: Match, seat: str) -> Action:
        return self._bias.choice(match, seat, self._rng)
