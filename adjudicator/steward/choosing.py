"""Choose an answer for a seat: look at every option by one step, then play on behind the best few."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Collection, Sequence
from random import Random

import msgspec

from adjudicator.kernel import refusals
from adjudicator.kernel.actions import Action, Decline
from adjudicator.kernel.decisions import OpenDecision
from adjudicator.kernel.errors import Refusal
from adjudicator.kernel.match import Match
from adjudicator.kernel.worlds import imagined_world
from adjudicator.steward.candidates import Candidates
from adjudicator.steward.cheap_play import STEPS, CheapPlay, at_random, fresh
from adjudicator.steward.prospects import prospects, worth_of

WORLDS = 6
"""The worlds that are imagined for a choice; every try copies one of them."""
SEARCHED = 8
"""The options that are searched, the best by one step."""
LOOKS, LOOKED = 4, 0.4
"""How often each option is looked at, and the part of the budget that this may take."""
TRUST = 2
"""The weight of the first look, in plays behind an option."""
NEVER, FREE = "never", "free"
"""Which agreements a steward signs: none, or those that cost its seat nothing by the worth of the game."""
EQUAL = 1e-9
"""A difference of worths that is none."""
LONGEST_TURN = 40
"""The choices of a seat in a turn after which it takes the default."""


class Compared(msgspec.Struct, frozen=True):
    """An option that was compared: its worth to the seat, as a share of one, and how often it was played on behind."""

    action: Action
    worth: float
    plays: int = 0


class Choice(msgspec.Struct, frozen=True):
    """What a steward chooses.

    `actions`: its answer, to be given in this order. `compared`: the options, the best first. `tries`: the actions
    that were tried. `cut`: the limit of processor time came before the end of the budget. `here`: a digest of what the
    seat saw, by which it recognises a position that it has had.
    """

    actions: tuple[Action, ...]
    compared: tuple[Compared, ...]
    tries: int
    cut: bool
    here: str


def choose(  # noqa: PLR0913 - each is a part of what a choice follows from
    match: Match,
    seat: str,
    budget: int,
    seed: str,
    *,
    had: Collection[str] = (),
    signs: str = NEVER,
    seconds: float | None = None,
) -> Choice:
    """Return what a steward answers for a seat, from what the seat knows, the seed and the budget alone.

    `budget`: how many actions are tried, more or less; `had`: what the seat saw at its earlier choices of this turn
    (`Choice.here`), since a position that it has had is no option. `seconds` of processor time are a safety net: a
    choice that they end is `cut`, and cannot be repeated. `signs`: which agreements it signs; it proposes none.

    Raises:
        Refusal: The seat is not asked, or has answered.
    """
    return _Thought(match, seat, budget, seed, had, seconds).choice(signs)


class _Thought:
    """The thinking about one choice. It sees nothing of the match but imagined worlds."""

    def __init__(
        self, match: Match, seat: str, budget: int, seed: str, had: Collection[str], seconds: float | None
    ) -> None:
        self.seat, self.budget, self.seed = seat, budget, seed
        self.had, self.earlier = frozenset(had), len(had)
        self.worlds = [imagined_world(match, (seat,), f"{seed} world {number}") for number in range(WORLDS)]
        self.play = CheapPlay(worth_of(match.game))
        self.until = None if seconds is None else time.process_time() + seconds
        question = self.worlds[0].question(seat)
        if question is None or seat not in question.waiting:
            raise refusals.not_your_turn(seat=seat, kind="", asked=list(match.asked_seats))
        self.question: OpenDecision = question
        self.here = _seen(self.worlds[0], seat, question)

    @property
    def cut(self) -> bool:
        """Whether the processor time is over."""
        return self.until is not None and time.process_time() > self.until

    def choice(self, signs: str) -> Choice:
        world = self.worlds[0]
        if self.question.form == "agree":
            return self._answer(self._agreement(signs))
        default = world.default(self.seat)
        if self.earlier >= LONGEST_TURN and default is not None:
            return self._answer([Compared(default, 0.0)])
        candidates = Candidates(world, self.seat, int(self.budget * LOOKED), Random(f"{self.seed} options"))
        if candidates.only is not None:
            return self._answer([Compared(candidates.only, prospects(world, self.play.worth).get(self.seat, 0.0))])
        if self.question.form != "choose":
            self._expect_others()
        looked = self._look(candidates)
        return self._answer(self._search(looked[:SEARCHED]) + looked[SEARCHED:])

    def _answer(self, compared: Sequence[Compared]) -> Choice:
        return Choice((compared[0].action,), tuple(compared), self.play.tries, self.cut, self.here)

    def _expect_others(self) -> None:
        """Let the others who are asked at the same time answer, otherwise in each world; the seat itself comes last."""
        for number, world in enumerate(self.worlds):
            rng = Random(f"{self.seed} others {number}")
            for other in self.question.waiting:
                if other != self.seat:
                    world.think_of(other, at_random(world, other, rng))

    def _agreement(self, signs: str) -> list[Compared]:
        """Return the answers to what lies on the table, the best first: signing it counts as good where it is free.

        Without a proposal there is nothing to sign, and without a worth nobody can tell what it would cost.
        """
        bundle, worth = self.question.on_table, self.play.worth
        if signs != FREE or bundle is None or worth is None:
            return [Compared(Decline(), 0.0)]
        before = sum(prospects(world, worth).get(self.seat, 0.0) for world in self.worlds) / WORLDS
        try:
            after = sum(self._signed(bundle, number) for number in range(WORLDS)) / WORLDS
        except Refusal:  # it is possible no more
            return [Compared(Decline(), before)]
        answers = [Compared(bundle, after), Compared(Decline(), before)]
        return answers if after >= before - EQUAL else answers[::-1]

    def _signed(self, bundle: Action, number: int) -> float:
        """Return the worth of a world in which all have signed."""
        world = fresh(self.worlds[number], Random(f"{self.seed} draws {number}"))
        for seat in (self.seat, *(other for other in self.question.waiting if other != self.seat)):
            self.play.act(world, seat, bundle)
        return prospects(world, self.play.worth).get(self.seat, 0.0)

    # looking ---------------------------------------------------------------------------------------

    def _look(self, candidates: Candidates) -> list[Compared]:
        """Return the options by their worth after one step, the best first; those that only come back are left out."""
        found: dict[Action, float] = {}
        while (some := candidates.next(found)) and not self.cut:
            looks = max(1, min(LOOKS, (int(self.budget * LOOKED) - self.play.tries) // len(some)))
            for option in some:
                worth = self._look_at(option, looks)
                if worth is not None:
                    found[option] = worth
        if not found:
            default = self.worlds[0].default(self.seat)
            found = dict.fromkeys([*([] if default is None else [default]), *candidates.all], 0.0)
        return [Compared(option, found[option]) for option in sorted(found, key=lambda each: -found[each])]

    def _look_at(self, option: Action, looks: int) -> float | None:
        """Return the mean worth of an option after one step; None if it leads back to what the seat has seen."""
        total = 0.0
        for number in range(looks):
            after = self._after(option, number)
            if number == 0 and self._comes_back(after):
                return None
            total += prospects(after, self.play.worth).get(self.seat, 0.0)
        return total / looks

    def _comes_back(self, after: Match) -> bool:
        """Return whether nothing was drawn, and the seat is asked the same in a position that it has had."""
        question = None if after.result is not None else after.question(self.seat)
        if question is None or question.kind != self.question.kind or after.chance.counter:
            return False
        return _seen(after, self.seat, question) in {self.here, *self.had}

    def _after(self, option: Action, number: int) -> Match:
        """Return a world after an option, with draws of its own, which are the same for every option."""
        world = fresh(self.worlds[number % WORLDS], Random(f"{self.seed} draws {number}"))
        self.play.act(world, self.seat, option)
        return world

    # searching -------------------------------------------------------------------------------------

    def _search(self, options: list[Compared]) -> list[Compared]:
        """Return the options by what play behind them brought, the best first, by sequential halving.

        The tries that are left are shared equally among rounds; after each the worse half is left out (Karnin, Koren,
        Somekh 2013). The first look counts like some plays.
        """
        worths: list[list[float]] = [[] for _ in options]
        pool = [*range(len(options))]
        rounds = max(1, (len(options) - 1).bit_length())
        order, cost = list[int](), 2.0 * STEPS
        for left in range(rounds, 0, -1):
            until = self.play.tries + (self.budget - self.play.tries) // left
            while len(pool) > 1 and self.play.tries + len(pool) * cost <= until and not self.cut:
                before = self.play.tries
                for each in pool:
                    worths[each].append(self._played(options[each].action, len(worths[each])))
                cost = (self.play.tries - before) / len(pool)
            merit = _merits(options, worths, pool)
            pool.sort(key=lambda each: -merit[each])
            half = (len(pool) + 1) // 2 if left > 1 else 0
            order = pool[half:] + order
            pool = pool[:half]
        merit = _merits(options, worths, range(len(options)))
        return [Compared(options[each].action, merit[each], len(worths[each])) for each in order]

    def _played(self, option: Action, number: int) -> float:
        """Return the worth to the seat some steps behind an option."""
        after = self.play.on(self._after(option, LOOKS + number), Random(f"{self.seed} play {number}"))
        return prospects(after, self.play.worth).get(self.seat, 0.0)


def _merits(options: Sequence[Compared], worths: Sequence[Sequence[float]], among: Collection[int]) -> dict[int, float]:
    """Return the worth of options by the plays behind them and by the first look, which is moved to their level."""
    played = [each for each in among if worths[each]]
    means = [sum(worths[each]) / len(worths[each]) - options[each].worth for each in played]
    shift = sum(means) / len(means) if means else 0.0
    return {
        each: (sum(worths[each]) + TRUST * (options[each].worth + shift)) / (len(worths[each]) + TRUST)
        for each in among
    }


def _seen(match: Match, seat: str, question: OpenDecision) -> str:
    """Return a digest of what a seat sees and is asked."""
    view = match.game.observed_by(match.state, seat)
    return hashlib.sha256(question.kind.encode() + msgspec.json.encode(question.context) + view).hexdigest()[:16]
