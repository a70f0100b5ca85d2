"""`python -m tests.faults --minutes 60`: campaigns by real processes which are killed again and again.

Round after round campaigns are played once in peace and once with accidents; afterwards nothing may be lost, done
twice, or different. `--every` kills each process at every point it comes to, as CI does; `--mutants` does that with
versions of the program that are wrong, each of which must be found.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from contextlib import ExitStack
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from tests.faults.compare import Findings, Record, differences, look, record, watch
from tests.faults.mutants import MUTANTS, STANDING
from tests.faults.plot import Plot, story
from tests.faults.points import EVERY_TIME, Cast, Pair
from tests.faults.run import PATIENCE, Lost, Run, Scheme, Stalled, Wrong
from tests.memory import memory
from tests.own_servers import empty_database, postgresql, redis

GAMES = ("crossroads", "sealed-bids", "imperial-struggle")
ORDERS = 16
"""Of each game, in a run with every pair."""
LONG = 40
SEEDS = ("1", "2", "3")
STAND = 90.0
"""Seconds after which a run with a mutant in which something is never done stands; one without must end in them too."""


class Outcome(Struct):
    """What a run has seen."""

    orders: int = 0
    mails: int = 0
    doubled: int = 0
    rounds: int = 0
    kills: Counter[str] = Counter()
    problems: list[str] = []
    missed: list[Pair] = []
    stalled: bool = False

    @property
    def faults(self) -> list[str]:
        """What it proves against the program: a run in which nothing moved any more proves nothing."""
        return [] if self.stalled else self.problems

    def add(self, other: Outcome) -> None:
        self.orders += other.orders
        self.mails += other.mails
        self.doubled += other.doubled
        self.rounds += other.rounds
        self.kills += other.kills
        self.problems += other.problems


def peace(folder: Path, plots: tuple[Plot, ...]) -> tuple[Record, Findings]:
    """How a run without accidents ends."""
    run = Run(folder / "peace", plots, Scheme(Cast.ONE))
    with run.played():
        pass
    found = look(run)
    if found.doubled:
        found.problems.append(f"{found.doubled} mails were handed over twice without any accident")
    told = record(run)
    run.service.engine.dispose()
    return told, found


def war(folder: Path, plots: tuple[Plot, ...], scheme: Scheme, calm: Record) -> Outcome:
    """A run with accidents, and how it differs from one without."""
    run = Run(folder / "war", plots, scheme)
    try:
        with run.played() as company:
            told = record(run)
            at_the_end = look(run).problems
            run.encore(company)
    except (Lost, Stalled, Wrong) as problem:
        run.service.engine.dispose()
        return Outcome(problems=[f"{type(problem).__name__}: {problem}"], stalled=isinstance(problem, Stalled))
    found = look(run)
    run.service.engine.dispose()
    return Outcome(
        orders=len(run.sent),
        mails=found.mails,
        doubled=found.doubled,
        rounds=1,
        kills=company.kills,
        problems=at_the_end + found.problems + differences(calm, told),
        missed=company.missed,
    )


def every_pair(
    cast: Cast,
    seed: str,
    database: str = "",
    mutant: str = "",
    calm: Record | None = None,
    patience: float = PATIENCE,
    most: int = EVERY_TIME,
    share: int = 1,
    plots: tuple[Plot, ...] = (),
) -> Outcome:
    """One death of every pair of a cast with the first so many times, or of every so many of them, in a story."""
    plots = plots or story(f"s{seed}", ORDERS, GAMES)
    with ExitStack() as stage:
        folder = Path(stage.enter_context(tempfile.TemporaryDirectory(prefix="adj-faults-", dir=memory())))
        problems: list[str] = []
        if calm is None:
            calm, found = peace(folder, plots)
            problems = found.problems
        broker = "memory://" if cast is Cast.ONE else stage.enter_context(redis(folder))
        scheme = Scheme(cast, database, broker, seed, planned=most, share=share, mutant=mutant)
        scheme = replace(scheme, patience=patience, watched=watch)
        outcome = war(folder, plots, scheme, calm)
    outcome.problems = problems + outcome.problems
    return outcome


def find_mutants(names: list[str]) -> bool:
    """Whether each is found with every seed. `make long` plays all casts; the first that finds it is enough."""
    all_found = True
    calm = {}
    with tempfile.TemporaryDirectory(prefix="adj-faults-", dir=memory()) as folder:
        for seed in SEEDS:
            (Path(folder) / seed).mkdir()
            calm[seed], _ = peace(Path(folder) / seed, story(f"s{seed}", ORDERS, GAMES))
    for name in names:
        for seed in SEEDS:
            begun = time.monotonic()
            found, told = (_stand if name in STANDING else _fault)(name, seed, calm[seed])
            all_found = all_found and found
            print(f"{time.monotonic() - begun:6.0f} s  {name}, seed {seed}: {told}", flush=True)
    return all_found


def _fault(name: str, seed: str, calm: Record) -> tuple[bool, str]:
    """Whether some cast shows that this mutant loses something or does it twice, and what was seen."""
    outcome, cast = Outcome(), Cast.APART
    for cast in (Cast.APART, Cast.ONE, Cast.TWICE):
        outcome = every_pair(cast, seed, mutant=name, calm=calm)
        if outcome.faults:
            return True, f"found ({cast}): {outcome.faults[0][:160]}"
    return False, "NOT FOUND" + (f", {cast} {outcome.problems[0][:160]}" if outcome.stalled else "")


def _stand(name: str, seed: str, calm: Record) -> tuple[bool, str]:
    """Whether a run with this mutant comes to a stand, and the same run without it, as patient, to its end."""
    outcome = every_pair(Cast.APART, seed, mutant=name, calm=calm, patience=STAND)
    if not outcome.problems:
        return False, "NOT FOUND"
    if outcome.stalled:
        control = every_pair(Cast.APART, seed, calm=calm, patience=STAND)
        if control.problems:
            return False, f"NOT FOUND, without it also: {control.problems[0][:160]}"
    return True, f"found ({Cast.APART}): {outcome.problems[0][:160]}"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("--kills", type=int, default=100_000, help="in all, at random")
    parser.add_argument("--minutes", type=float, default=60, help="begin no new round after this time (default 60)")
    parser.add_argument("--each", type=int, default=100, help="kills in one round (default 100)")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--postgresql", action="store_true", help="every second round on a PostgreSQL of its own")
    parser.add_argument("--every", action="store_true", help="once every pair of process and point instead")
    parser.add_argument("--mutants", action="store_true", help="look for wrong versions of the program instead")
    parser.add_argument("--mutant", action="append", choices=sorted(MUTANTS), help="one of them; may be repeated")
    given = parser.parse_args()
    if given.mutants or given.mutant:
        return not find_mutants(given.mutant or list(MUTANTS))
    total = Outcome()
    with ExitStack() as servers:
        if given.every:
            for cast in Cast:
                found = every_pair(cast, given.seed)
                total.add(found)
                total.problems += [f"{cast}: {pair} was not hit" for pair in found.missed]
        else:
            many_rounds(total, given, servers.enter_context(postgresql()) if given.postgresql else "")
    for where, count in sorted(total.kills.items()):
        print(f"{count:6} {where}")
    for problem in total.problems:
        print(f"PROBLEM {problem}")
    return bool(total.problems)


def many_rounds(total: Outcome, given: argparse.Namespace, server: str) -> None:
    """Round after round until there were enough kills, or enough time, or a problem; `server`: a PostgreSQL's."""
    begun = time.monotonic()
    while total.kills.total() < given.kills and time.monotonic() - begun < 60 * given.minutes and not total.problems:
        seed = f"{given.seed}-{total.rounds}"
        cast = list(Cast)[total.rounds // 2 % len(Cast)] if server else list(Cast)[total.rounds % len(Cast)]
        with ExitStack() as stage:
            folder = Path(stage.enter_context(tempfile.TemporaryDirectory(prefix="adj-faults-", dir=memory())))
            plots = story(f"r{seed}", LONG, GAMES)
            calm, found = peace(folder, plots)
            scheme = Scheme(cast, seed=seed, at_random=given.each, readers=total.rounds % 4 == 0)
            if cast is not Cast.ONE:
                scheme = replace(scheme, broker=stage.enter_context(redis(folder)))
            on_server = server and total.rounds % 2
            if on_server:
                scheme = replace(scheme, database=stage.enter_context(empty_database(server)))
            outcome = war(folder, plots, scheme, calm)
        total.add(outcome)
        total.problems += found.problems
        total.rounds += not outcome.rounds
        where = f"{cast}, {'PostgreSQL' if on_server else 'SQLite'}"
        print(
            f"{time.monotonic() - begun:6.0f} s  round {total.rounds} ({where}): {total.kills.total()} kills, "
            f"{total.orders} mails in, {total.mails} out, {total.doubled} handed over twice, "
            f"{len(total.problems)} problems",
            flush=True,
        )


if __name__ == "__main__":
    sys.exit(main())
