"""Make worlds that some seats cannot tell from the real one.

Previews are played in such worlds (`sandbox.consistent_matches`), and checks compare what people are told in them.

What must hold: a world is a function of what the seats know, and of a seed. Two positions that look the same to them
lead to the same worlds, byte for byte. Otherwise whoever compares previews learns which of the two is the true one,
even though each world by itself contains nothing true that is hidden. So `Game.resample_hidden` gathers what lies
hidden and sorts it before it shuffles; piles and lists of which the seats do not know the length start from the
length that they know; and which of the others have sealed an answer, and which answer, is drawn again.
`simulate.check_worlds` plays every game at random and makes the worlds of a position and those of its worlds: they
must be equal.

Two things cannot be invented without the rules. Figures that are hidden (`Count`) a game draws again itself. How far
the others are in chains side by side stays as it is. Worlds that somebody plays on in (`imagined_world`,
`sandbox.consistent_matches`) leave that out, and all answers of others (`Match.forget_others`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from random import Random

from adjudicator.kernel.actions import Action
from adjudicator.kernel.chance import Chance
from adjudicator.kernel.events import as_seats
from adjudicator.kernel.match import Match

SEALED = 0.5
"""How often another seat that is asked has sealed an answer."""


def other_world(match: Match, seats: Iterable[str], rng: Random) -> Match:
    """Return a copy of the match that differs in everything that these seats together cannot know.

    That is what lies hidden (`Game.resample_hidden`), the secret answers of the others, what they were shown, and the
    seed of all further draws. What lies on the table of an agreement stays: its signers see it.
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


def imagined_world(match: Match, seats: Iterable[str], seed: str) -> Match:
    """Return a match to play on in, of which these seats cannot know that it is not the real one.

    It follows from what they know and from the seed alone: nobody else has answered or been shown anything, chains of
    which they do not know how far they are have ended, and no draw is entered by hand.
    """
    eyes = as_seats(seats)
    state = match.game.resample_hidden(match.state, eyes, Random(f"{seed} hidden"))
    other = match.twin(Match, Chance(hashlib.sha256(f"{seed} draws".encode()).digest()), state)
    other.awaited, other.waits, other.held, other.unasked = None, False, frozenset(), frozenset()
    other.given = ()  # where a log is played again, answers of which there is one are given by it
    other.position.counter = 0
    other.sealed = _known_answers(match, eyes)
    other.forget_others(eyes)
    return other


def _known_answers(match: Match, eyes: Sequence[str]) -> dict[str, Action]:
    """Return the sealed answers that these seats know: their own, and what lies on a table at which they sit."""
    known = {*eyes, *(match.signing if {*match.signing} & {*eyes} else ())}
    return {seat: action for seat, action in match.sealed.items() if seat in known}
