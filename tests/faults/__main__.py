"""`python -m tests.faults --kills 5000`: campaigns by real processes which are killed again and again.

Round after round the same campaigns are played once in peace and once with accidents, until there were so many
kills; afterwards nothing may be lost, done twice, or different.
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

from tests.faults.compare import Findings, differences, look, record
from tests.faults.plot import Plot, plot
from tests.faults.theatre import Run
from tests.own_servers import empty_database, postgresql, redis

GAMES = {"sealed-bids": 60, "crossroads": 60, "imperial-struggle": 40}
"""Games and how many orders of each are played."""


class Tally(Struct):
    """What a long run has seen."""

    rounds: int = 0
    orders: int = 0
    mails: int = 0
    doubled: int = 0
    kills: Counter[str] = Counter()
    problems: list[str] = []


def memory() -> Path | None:
    """A folder in memory, where there is one: a process that is killed loses nothing that it wrote, a disk is slow."""
    found = Path("/dev/shm")
    return found if found.is_dir() else None


def one_round(
    folder: Path, number: str, campaigns: int, kills: int, database: str = "", most: int = 60
) -> tuple[Tally, Findings]:
    """Play the same campaigns in peace and with so many accidents; compare."""
    games = [game for k, game in enumerate(list(GAMES) * campaigns) if k < campaigns]
    plots = [plot(game, f"r{number}-{k}", min(most, GAMES[game])) for k, game in enumerate(games)]
    with redis(folder) as broker:
        peace = _run(folder / "peace", plots, "", number, broker, 0)[0]
        run, happened = _run(folder / "war", plots, database, number, broker, kills)
    found = look(peace)
    if found.doubled:
        found.problems.append(f"{found.doubled} mails were handed over twice without any accident")
    found.problems += (war := look(run)).problems
    found.problems += [f"round {number}: {each}" for each in differences(record(peace), record(run))]
    for each in (peace, run):
        each.service.engine.dispose()
    return Tally(1, len(run.sent), war.mails, war.doubled, happened), found


def _run(
    folder: Path, plots: list[Plot], database: str, number: str, broker: str, kills: int
) -> tuple[Run, Counter[str]]:
    folder.mkdir()
    run = Run(folder, plots, database or f"sqlite:///{folder}/store.db", number, broker)
    return run, run.play(kills).kills


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("--kills", type=int, default=2000, help="in all (default 2000)")
    parser.add_argument("--minutes", type=float, default=60, help="begin no new round after this time (default 60)")
    parser.add_argument("--campaigns", type=int, default=6, help="at once (default 6)")
    parser.add_argument("--each", type=int, default=150, help="kills in one round (default 150)")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--postgresql", action="store_true", help="a PostgreSQL of its own instead of SQLite")
    given = parser.parse_args()
    with ExitStack() as servers:
        total = many_rounds(given, servers.enter_context(postgresql()) if given.postgresql else "")
    for where, count in sorted(total.kills.items()):
        print(f"{count:6} {where}")
    for problem in total.problems:
        print(f"PROBLEM {problem}")
    return bool(total.problems)


def many_rounds(given: argparse.Namespace, server: str) -> Tally:
    """Round after round until there were enough kills, or enough time, or a problem; `server`: a PostgreSQL's."""
    total, begun = Tally(), time.monotonic()
    while total.kills.total() < given.kills and time.monotonic() - begun < 60 * given.minutes and not total.problems:
        with ExitStack() as stage:
            folder = Path(stage.enter_context(tempfile.TemporaryDirectory(prefix="adj-faults-", dir=memory())))
            database = stage.enter_context(empty_database(server)) if server else ""
            tally, found = one_round(folder, f"{given.seed}-{total.rounds}", given.campaigns, given.each, database)
        total.rounds += 1
        total.orders += tally.orders
        total.mails += tally.mails
        total.doubled += tally.doubled
        total.kills += tally.kills
        total.problems += found.problems
        print(
            f"{time.monotonic() - begun:6.0f} s  round {total.rounds}: {total.kills.total()} kills, {total.orders} "
            f"orders, {total.mails} mails, {total.doubled} handed over twice, {len(total.problems)} problems",
            flush=True,
        )
    return total


if __name__ == "__main__":
    sys.exit(main())
