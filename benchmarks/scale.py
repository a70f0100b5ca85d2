"""Simulate what many campaigns need, from the figures of `benchmarks/load.py`: `python benchmarks/scale.py`.

The peak hour of a day: mails arrive at random, each of a random campaign; a poller for each mailbox stores them one by
one; answering processes (workers and senders) take the oldest mail whose campaign nobody is at. Looked for is the least
number of processes with which 99 of 100 mails are answered within ten seconds; and the least with which, after an
outage of that hour, all its mails are answered half an hour after the end of it, while the next ones come.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from heapq import heappop, heappush
from math import ceil
from random import Random
from typing import NamedTuple

HOUR = 3600.0
SOON, LATE = 10.0, 1800.0
"""The seconds within which 99 of 100 mails are answered; those within which all mails of an outage are answered."""
WIDTHS = (11, 12, 8, 7, 11, 11, 8, 8, 14, 9)


class Costs(NamedTuple):
    """Processor seconds of one mail: to store it, to answer it (orders and reports), of mail servers and database."""

    store: float
    answer: float
    servers: float


class Played(NamedTuple):
    """The habits of people at play: mails of a campaign a day, the share of them in the busiest hour."""

    mails_a_day: float
    peak: float


class Wait(NamedTuple):
    """Seconds from a mail's arrival to its answer."""

    p50: float
    p99: float
    last: float


def arrivals(campaigns: int, played: Played, rng: Random) -> list[tuple[float, int]]:
    """Return the (second, campaign) of every mail of the busiest hour."""
    rate = campaigns * played.mails_a_day * played.peak / HOUR
    found, now = [], rng.expovariate(rate)
    while now < HOUR:
        found.append((now, rng.randrange(campaigns)))
        now += rng.expovariate(rate)
    return found


def stored(mails: list[tuple[float, int]], mailboxes: int, seconds: float) -> list[tuple[float, float, int]]:
    """Return the (second when stored, arrival, campaign) of every mail.

    Each campaign has one mailbox, and the poller of a mailbox takes its mails in turn.
    """
    free = [0.0] * mailboxes
    found = []
    for arrived, campaign in mails:
        box = campaign % mailboxes
        free[box] = max(arrived, free[box]) + seconds
        found.append((free[box], arrived, campaign))
    return sorted(found)


def answered(mails: list[tuple[float, float, int]], processes: int, seconds: float) -> list[float]:
    """Return the seconds that each mail waited for its answer.

    Mails of one campaign are answered one after the other.
    """
    free = [0.0] * processes
    busy: dict[int, float] = {}
    waits = []
    for ready, arrived, campaign in mails:
        begun = max(ready, heappop(free), busy.get(campaign, 0.0))
        ended = begun + seconds
        heappush(free, ended)
        busy[campaign] = ended
        waits.append(ended - arrived)
    return waits


def summed(waits: list[float]) -> Wait:
    ordered = sorted(waits)
    return Wait(ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.99)], ordered[-1])


def mailboxes_for(mails: list[tuple[float, int]], costs: Costs) -> int:
    """Return the least number of mailboxes.

    Their pollers are busy for at most half of the hour.
    """
    return max(1, ceil(2 * len(mails) / HOUR * costs.store))


def least(mails: list[tuple[float, float, int]], costs: Costs, holds: Callable[[Wait], bool]) -> tuple[int, Wait]:
    """Return the least number of answering processes, and the wait.

    With them the wait is as it should be.
    """
    low, high = 0, 1
    while not holds(summed(answered(mails, high, costs.answer))):
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(summed(answered(mails, middle, costs.answer))) else (middle, high)
    return high, summed(answered(mails, high, costs.answer))


def main(costs: Costs, played: Played, sizes: list[int]) -> None:
    head = (
        "campaigns",
        "mails/day",
        "peak/s",
        "cores",
        "mailboxes",
        "processes",
        "p50",
        "p99",
        "after outage",
        "longest",
    )
    print("".join(f"{each:>{width}}" for each, width in zip(head, WIDTHS, strict=True)))
    for campaigns in sizes:
        mails = arrivals(campaigns, played, Random(campaigns))
        rate, mailboxes = len(mails) / HOUR, mailboxes_for(mails, costs)
        calm, wait = least(stored(mails, mailboxes, costs.store), costs, lambda wait: wait.p99 <= SOON)
        piled_up = [(HOUR, campaign) for _, campaign in mails]
        piled_up += [
            (HOUR + arrived, campaign) for arrived, campaign in arrivals(campaigns, played, Random(-campaigns))
        ]
        after, late = least(stored(piled_up, mailboxes, costs.store), costs, lambda wait: wait.last <= LATE)
        row = (
            f"{campaigns:,}", f"{campaigns * played.mails_a_day:,.0f}", f"{rate:.1f}", f"{rate * sum(costs):.1f}",
            f"{mailboxes}", f"{calm}", f"{wait.p50:.1f} s", f"{wait.p99:.1f} s", f"{after}",
            f"{late.last / 60:.0f} min",
        )  # fmt: skip
        print("".join(f"{each:>{width}}" for each, width in zip(row, WIDTHS, strict=True)))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--store", type=float, default=0.0005, help="processor seconds to fetch and store a mail")
    parser.add_argument("--answer", type=float, default=0.040, help="to handle it and to write and send what it causes")
    parser.add_argument("--servers", type=float, default=0.025, help="of mail servers, database and queue")
    parser.add_argument("--mails", type=float, default=3.0, help="mails of a campaign a day")
    parser.add_argument("--peak", type=float, default=0.12, help="share of a day's mails in its busiest hour")
    given = parser.parse_args()
    main(
        Costs(given.store, given.answer, given.servers),
        Played(given.mails, given.peak),
        [1_000, 10_000, 100_000, 1_000_000],
    )
