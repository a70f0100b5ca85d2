"""Players with a will in random play."""

from __future__ import annotations

from random import Random

from adjudicator import new_match
from adjudicator.kernel.simulate import PlayoutBias


class Steadfast(Random):
    """A source of chance by which nobody ever strays from their will."""

    def random(self) -> float:
        return 0.0


def test_of_what_is_dearest_the_least_done_is_chosen() -> None:
    match = new_match("sealed-bids", seed=b"will")
    seat = match.decisions()[0].waiting[0]
    options = [*match.options(seat)]
    whims = PlayoutBias(match, Random(1), (lambda state, seat, action: 1.0,))
    done = [whims.choice(match, seat, Steadfast(2)) for _ in range(2 * len(options))]
    assert len(options) > 2
    assert {each: done.count(each) for each in options} == dict.fromkeys(options, 2)
