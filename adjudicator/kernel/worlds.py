"""Make worlds that some seats cannot tell from the real one, for checks that nothing betrays the difference."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from adjudicator.kernel.events import as_seats
from adjudicator.kernel.match import Match


def other_world(match: Match, seats: Iterable[str], rng: Random) -> Match:
    """Return a copy of the match that differs in everything that these seats together cannot know.

    That is what lies hidden (`Game.disguised`), the secret answers of the others, and the seed of all further draws.
    What lies on the table of an agreement stays: its signers see it.
    """
    eyes = as_seats(seats)
    state = match.game.disguised(match.state, eyes, rng)
    other = match.twin(Match, match.chance.reseeded(rng.randbytes(32)), state)
    for seat in match.sealed.keys() - {*eyes}:
        asked = other.question(seat)
        if asked is not None and asked.form != "agree":
            other.sealed[seat] = other.sample(seat, rng)
    return other
