"""Fairs that random play seldom comes to: the last round of guilds that have bought, borrowed and made a name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from adjudicator import Frames
from adjudicator.kernel.trials import SimulationProfile
from guild_fair.rules import rounds
from guild_fair.state import COINS, CONTRACT, COPIES, ROUNDS, State

OMEN_SEEN, CLOSED = "omen seen", "fair closed"


class FairTrials(SimulationProfile[State]):
    sights = (OMEN_SEEN, CLOSED)

    def seen(self, event: Any) -> str | None:
        match event:
            case rounds.OmenSeen():
                return OMEN_SEEN
            case rounds.Scored():
                return CLOSED
            case _:
                return None

    def dense_start(
        self, rng: Random, seats: Sequence[str], options: Mapping[str, Any], content: Any
    ) -> tuple[State, Frames]:
        pool = [each for each in CONTRACT.ids for _ in range(COPIES)]
        rng.shuffle(pool)
        held = {seat: [pool.pop() for _ in range(rng.randint(0, 1))] for seat in seats}
        done = [pool.pop() for _ in range(rng.randint(0, len(seats)))]
        state = State(
            pool=sorted(pool, key=CONTRACT.number),
            drawn={seat: [] for seat in seats},
            kept=dict.fromkeys(seats, 0),
            contracts=held,
            done=sorted(done, key=CONTRACT.number),
            coins={seat: rng.randint(0, 3 * COINS) for seat in seats},
            loans={seat: rng.randint(0, 2) for seat in seats},
            renown={seat: rng.randint(0, 9) for seat in seats},
            allies={seat: [] for seat in seats},
            round=ROUNDS,
        )
        return state, [rounds.a_round()]


TRIALS = FairTrials()
