"""Define the things that random play should meet, and a box of things for crowded positions."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from random import Random
from typing import Any, ClassVar, NamedTuple, TypeVar

from adjudicator.components.kinds import Kind
from adjudicator.kernel.trials import Happened, SimulationProfile

S = TypeVar("S")


class Reach(NamedTuple):
    """Coverage points `name id`, one for each thing of `kind`.

    `found` says which thing an action or event of class `said` has met, "" for none.
    """

    name: str
    said: type
    found: Callable[[Any], str]
    kind: Kind[Any]


class ThingTrials(SimulationProfile[S]):
    """Trials that should meet each thing of `reaches`."""

    reaches: ClassVar[Sequence[Reach]] = ()

    def coverage_points(self) -> tuple[str, ...]:
        return tuple(f"{reach.name} {id}" for reach in self.reaches for id in reach.kind.ids)

    def reached(self, happened: Happened[S]) -> Iterator[str]:
        for said in (*(entry.action for entry in happened.entries), *happened.events()):
            for reach in self.reaches:
                if isinstance(said, reach.said) and (id := reach.found(said)) in reach.kind:
                    yield f"{reach.name} {id}"


class Box:
    """A box with sorted piles of things (indexes), from which a crowded position takes some at random."""

    def __init__(self, piles: Sequence[list[int]], rng: Random) -> None:
        self.piles, self.rng = piles, rng

    def take(self, *kinds: Container[int]) -> list[int]:
        """Take a random thing that is in all of these kinds.

        Empty if no such thing is left.
        """
        found = [(pile, each) for pile in self.piles for each in pile if all(each in kind for kind in kinds)]
        if not found:
            return []
        pile, thing = self.rng.choice(found)
        pile.remove(thing)
        return [thing]

    def some(self, counts: Sequence[int], *kinds: Container[int]) -> list[int]:
        """Take several things; a random one of the counts says how many.

        There are fewer if not so many are left. They are in any order.
        """
        return [each for _ in range(self.rng.choice(counts)) for each in self.take(*kinds)]
