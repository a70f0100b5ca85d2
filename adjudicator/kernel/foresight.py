"""Imagine how play goes on if nobody else does anything, so that orders can be tried before they are asked for."""

from __future__ import annotations

from random import Random
from typing import Final

from adjudicator.kernel.actions import MODERATOR
from adjudicator.kernel.chance import Chance
from adjudicator.kernel.errors import Refusal
from adjudicator.kernel.match_queries import ReadOnlyMatch
from adjudicator.kernel.sandbox import IMAGINED, Sandbox, imagined

MOST: Final = 150
"""Answers of others that are imagined at the most."""


def own_turn(match: ReadOnlyMatch, seat: str) -> str:
    """Return which turn of its own a seat is asked in: the same for all questions of one round of its own.

    "" if it is not asked, or if the question interrupts the turn of another. A question that belongs to no round is a
    turn by itself.
    """
    asked = match.question(seat)
    if asked is None or asked.interrupts:
        return ""
    own = match.game.own_round(match.position)
    return f"question {asked.number}" if own is None else f"round {own}"


def next_turn(match: Sandbox, seat: str, after: str) -> Sandbox | None:
    """Return the next turn of a seat after one (`own_turn`), if everybody lets their time pass until then.

    Everything that the seat cannot know is imagined, what is drawn on the way too. None if the seat is not asked again,
    or not within 150 answers.
    """
    (hidden,) = imagined(match, (seat,), worlds=1)
    world = hidden.twin(Sandbox, Chance(IMAGINED, revision=match.chance.revision, counter=match.chance.counter))
    rng = Random(match.position.n)
    for _ in range(MOST):
        if (now := own_turn(world, seat)) and now != after:
            return Sandbox.of(world, (seat,))
        owing = world.owing
        if world.result is not None or not owing or MODERATOR in owing:
            return None
        try:
            silent = next((name for name in owing if world.default(name) is None), None)
            if silent is None:
                world.close()
            else:
                world.apply(silent, world.sample(silent, rng))
        except Refusal:
            return None
    return None
