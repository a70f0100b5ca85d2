"""How much longer a stage takes for twice the text: at most two and a half times, for every shape."""

from __future__ import annotations

import argparse
import gc
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import NamedTuple

from tests.fuzz.shapes import Shape, all_shapes
from tests.fuzz.stages import Stage, stages

MOST = 2.5
FLOOR = 0.02
"""Seconds below which nothing is compared: what is so quick at this size harms nobody."""
TRIES = 12
"""Where it looks slow, so often: another process may have had the memory and the caches for a while."""


class Slow(NamedTuple):
    """A stage that takes too long for a shape: seconds at a size, and at twice that size."""

    stage: str
    shape: Shape
    size: int
    single: float
    double: float

    def __str__(self) -> str:
        return f"{self.stage}: {self.size:,} characters {self.single:.3f} s, twice {self.double:.3f} s: {self.shape!r}"


def seconds(stage: Stage, raw: bytes) -> float:
    """Processor time of one go."""
    begun = time.process_time()
    stage.do(raw)
    return time.process_time() - begun


def compared(stage: Stage, shape: Shape) -> Slow | None:
    """What is wrong; None: nothing. Each size is measured several times, in turns, and the least counts.

    What takes more than its share at twice the size has to do so over two doublings: where a text at one size is taken
    for another alphabet than at the next, that is a step and no growth.
    """
    size = stage.size
    whole, half, quarter = (stage.mail(shape.grown(each)) for each in (size, size // 2, size // 4))
    single = double = least = float("inf")
    for _ in range(TRIES):
        double = min(double, seconds(stage, whole))
        if double < FLOOR:
            return None
        single = min(single, seconds(stage, half))
        if double <= MOST * single:
            return None
        least = min(least, seconds(stage, quarter))
        if double <= MOST**2 * least:
            return None
    return Slow(stage.name, shape, size // 2, single, double)


def faults(some: Iterable[Stage], shapes: Sequence[Shape], most: float) -> Iterator[Slow]:
    """Stages with shapes, for so many seconds of processor time each."""
    gc.freeze()  # what is there already need not be searched before each stage
    for stage in some:
        stage.do(stage.mail("help\n"))
        gc.collect()
        gc.disable()  # it would come now and then, and cost what nobody can compare
        end = time.process_time() + most
        for shape in shapes:
            if time.process_time() > end:
                break
            found = compared(stage, shape)
            if found is not None:
                yield found
        gc.enable()


def main(arguments: Sequence[str]) -> int:
    """Try all stages with all shapes, and say what takes too long. Returns 1 if anything does."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz --time", description=__doc__)
    parser.add_argument("--time", action="store_true", help="look for time that grows faster than size")
    parser.add_argument("--seconds", type=float, default=600, help="processor time for each stage")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="stages with this in their names")
    parser.add_argument("--pairs", type=int, default=200, help="of signs and words that are tried together")
    given = parser.parse_args(arguments)
    shapes, found = all_shapes(given.seed, given.pairs), 0
    Random(given.seed).shuffle(shapes)
    for slow in faults((each for each in stages() if given.only in each.name), shapes, given.seconds):
        found += 1
        sys.stdout.write(f"{slow}\n")
        sys.stdout.flush()
    sys.stdout.write(f"{len(shapes)} shapes, {found} faults\n")
    return min(found, 1)
