"""Imagine how play goes on if nobody else does anything, so that orders can be tried before they are asked for."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple

from adjudicator.kernel.actions import MODERATOR
from adjudicator.kernel.chance import Chance
from adjudicator.kernel.errors import Refusal
from adjudicator.kernel.match_queries import ReadOnlyMatch
from adjudicator.kernel.sandbox import IMAGINED, WORLDS, Sandbox, consistent_matches, same_to

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


class Turn(NamedTuple):
    """A world, and the turn of a seat (`own_turn`) that is under way in it or has just been."""

    world: Sandbox
    own: str


def next_turns(turns: Sequence[Turn], seat: str) -> tuple[Turn, ...]:
    """Return the next turn of a seat after one, if everybody lets their time pass until then.

    Everything that the seat cannot know is imagined several times, what is drawn on the way too. One turn is returned
    if all look the same to the seat: only then anything in it may be told as it is. Worlds in which the seat is not
    asked again within 150 answers are left out.
    """
    given = (turns[number % len(turns)] for number in range(WORLDS)) if turns else ()
    found = [world for n, each in enumerate(given) if (world := _next_turn(each.world, seat, each.own, n)) is not None]
    if found and same_to(seat, found):
        found = found[:1]
    return tuple(Turn(world, own_turn(world, seat)) for world in found)


def _next_turn(match: Sandbox, seat: str, after: str, number: int) -> Sandbox | None:
    """Return the next turn in one world, with draws and answers that follow from the number of the world."""
    hidden = consistent_matches(match, (seat,), worlds=number + 1)[-1]
    before = hidden.chance
    chance = Chance(IMAGINED + bytes([number]), revision=before.revision, counter=before.counter)
    world, rng = hidden.twin(Sandbox, chance), Random(f"{hidden.public_n} {number}")
    for _ in range(MOST):
        if (now := own_turn(world, seat)) and now != after:
            return Sandbox.of(world, (seat,))
        owing = world.pending_seats
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
