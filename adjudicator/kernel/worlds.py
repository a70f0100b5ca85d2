"""Make worlds that some seats cannot tell from the real one.

Previews are played in such worlds (`sandbox.imagined`), and checks compare what people are told in them.

What must hold: a world is a function of what the seats know, and of a seed. Two positions that look the same to them
lead to the same worlds, byte for byte. Otherwise whoever compares previews learns which of the two is the true one,
even though each world by itself contains nothing true that is hidden. So `Game.disguised` gathers what lies hidden and
sorts it before it shuffles; piles and lists of which the seats do not know the length start from the length that they
know; and which of the others have sealed an answer, and which answer, is drawn again. `simulate.check_worlds` plays
every game at random and makes the worlds of a position and those of its worlds: they must be equal.

Two things stay as they are: figures that are hidden (`Count`), and how far the others are in chains side by side, since
neither can be invented without the rules. Imagined worlds leave the second out (`Sandbox.forget_others`).
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from adjudicator.kernel.events import as_seats
from adjudicator.kernel.match import Match

SEALED = 0.5
"""How often another seat that is asked has sealed an answer."""


def other_world(match: Match, seats: Iterable[str], rng: Random) -> Match:
    """Return a copy of the match that differs in everything that these seats together cannot know.

    That is what lies hidden (`Game.disguised`), the secret answers of the others, what they were shown, and the seed of
    all further draws. What lies on the table of an agreement stays: its signers see it.
    """
    eyes = as_seats(seats)
    state = match.game.resample_hidden(match.state, eyes, rng)
    other = match.twin(Match, match.chance.reseeded(rng.randbytes(32)), state)
    other.position.shown = [shown for shown in other.position.shown if {*shown.to} & {*eyes}]
    for asked in match.decisions():
        if asked.form != "agree" and (asked.form != "choose" or asked.held):
            _seal(other, [seat for seat in asked.seats if seat not in eyes], rng, held=asked.held)
    return other


def _seal(other: Match, seats: list[str], rng: Random, *, held: bool) -> None:
    """Let some of the seats have sealed an answer, but not the last one that would close the decision."""
    for seat in seats:
        other.sealed.pop(seat, None)
    for seat in seats:
        if rng.random() < SEALED and (held or other.pending_seats != (seat,)):
            other.think_of(seat, other.sample(seat, rng))
