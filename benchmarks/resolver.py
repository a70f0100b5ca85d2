"""Measure how long a phase of movement of Diplomacy takes to resolve, in random positions of 22 to 34 orders.

`python -m benchmarks.resolver --beside PYTHON`: an interpreter that has the package `diplomacy` of PyPI resolves phases
of as many random orders in the same run. Milliseconds of processor time; theirs with the bookkeeping of a game.
"""

import argparse
import json
import subprocess
from random import Random
from statistics import median
from time import process_time

from adjudicator.games.diplomacy.rules.geography import STANDARD
from adjudicator.games.diplomacy.rules.resolution import resolve
from tests.games.diplomacy.test_two_resolvers import position

LEAST, PHASES = 22, 200
MOST_MS = 0.7
"""What a phase may cost."""
THEIRS = """
import json, random
from time import process_time
from diplomacy import Game
rng, took, game = random.Random(1), [], Game()
while len(took) < 60:
    game = Game() if game.is_game_done else game
    possible, count = game.get_all_possible_orders(), 0
    for power in game.powers:
        orders = [rng.choice(possible[at]) for at in game.get_orderable_locations(power) if possible[at]]
        game.set_orders(power, orders)
        count += len(orders)
    movement, begun = game.get_current_phase().endswith("M"), process_time()
    game.process()
    took += [process_time() - begun] if movement and 22 <= count <= 34 else []
print(json.dumps(took))
"""


def ours() -> list[float]:
    """Return the seconds that each of many phases takes."""
    rng, took = Random(3), list[float]()
    while len(took) < PHASES:
        units, orders = position(rng)
        if len(units) >= LEAST:
            begun = process_time()
            resolve(STANDARD, units, orders)
            took.append(process_time() - begun)
    return took


def theirs(python: str) -> list[float]:
    """Return the same of the package in another interpreter."""
    done = subprocess.run([python, "-c", THEIRS], capture_output=True, text=True, check=True)
    found: list[float] = json.loads(done.stdout.splitlines()[-1])
    return found


def main() -> None:
    """Print the figures. Exits with 1 where a phase costs more than it may."""
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--beside", metavar="PYTHON")
    beside = given.parse_args().beside
    took = sorted(ours())
    print(
        f"adjudicator: median {median(took) * 1e3:.2f} ms, 95 of 100 within {took[int(len(took) * 0.95)] * 1e3:.2f} ms"
    )
    if beside:
        print(f"diplomacy:   median {median(theirs(beside)) * 1e3:.2f} ms")
    if median(took) * 1e3 > MOST_MS:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
