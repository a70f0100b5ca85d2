"""Tell which processes of an installation live, and which of those that it needs do not."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta

from adjudicator.settings import Settings
from adjudicator.store.tables import Process, ProcessKind

LIVES = timedelta(seconds=30)
"""The age of a heartbeat after which a process is dead. Clocks of two machines may differ by some seconds."""
APART = (ProcessKind.POLLER, ProcessKind.WORKER, ProcessKind.BEAT)
"""The kinds of processes of an installation that does not run as one process; workers can send."""


def living(found: Sequence[Process], now: datetime) -> Counter[ProcessKind]:
    """Return how many live, by kind."""
    return Counter(
        each.kind for each in found if not each.lost and abs(now - (each.clock_at or each.beaten_at)) < LIVES
    )


def missing(settings: Settings, found: Sequence[Process], now: datetime) -> list[ProcessKind]:
    """Return the kinds of process that are needed and of which none is alive.

    Empty if nothing is at work: nobody has started the installation, or all of it was told to stop.
    """
    alive = living(found, now)
    if not found or alive[ProcessKind.SERVE]:
        return []
    needed = (ProcessKind.SERVE,) if settings.celery.broker.startswith("memory") else APART
    return [kind for kind in needed if not alive[kind]]


def unserved(settings: Settings, found: Sequence[Process], now: datetime) -> list[int]:
    """Return the shards that no living worker serves: their messages wait until the sweep finds them.

    Empty if there is no worker at all: that is a missing worker. A worker of an earlier version does not tell what it
    serves.
    """
    at_work = [each for each in found if each.kind is ProcessKind.WORKER and living([each], now)]
    if settings.celery.shards == 1 or not at_work:
        return []
    served = {int(shard) for each in at_work for shard in (each.shards or "").split(",") if shard}
    return [shard for shard in range(1, settings.celery.shards + 1) if shard not in served]


def serving(shards: Sequence[int]) -> str:
    """Return the command that starts a worker for these shards."""
    return f"adjudicator worker {' '.join(f'--shard {shard}' for shard in shards)}"


def unbelieved(found: Sequence[Process], now: datetime) -> list[Process]:
    """Return those that live and do not believe the clock of their machine.

    While they do not, no deadline falls there.
    """
    return [each for each in found if each.clock_at is not None and not each.lost and abs(now - each.clock_at) < LIVES]


def last_of(kind: ProcessKind, found: Sequence[Process]) -> Process | None:
    """Return the process of a kind that was alive last and did not end as it should."""
    return max((each for each in found if each.kind is kind), key=lambda each: each.beaten_at, default=None)
