"""Measure what the database costs one order mail, against its floor: one durable commit.

``python benchmarks/store.py [--campaigns 1 5000] [--database URL] [--rounds 200]``

The statements are those of the daily path: store the mail (first commit), then in one transaction find the
seat, lock the campaign, load the head, append four log entries and a checkpoint, close and ask a question,
keep the order lines, queue two mails, settle the mail (second commit). Times are medians; nothing is cached
between rounds but what the database itself keeps. Every round belongs to another campaign, so pages are as
cold as in service.
"""

import argparse
import os
import sqlite3
import statistics
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path

from sqlalchemy import Engine, event, insert, text

from adjudicator.store import campaigns, inbound, matches, outbound, prompts
from adjudicator.store.codec import Codec
from adjudicator.store.engine import lock_campaign, open_engine, reading, writing
from adjudicator.store.migrations import upgrade
from adjudicator.store.tables import (
    Address,
    Campaign,
    Checkpoint,
    Holding,
    InboundStatus,
    LineOutcome,
    LogEntry,
    Match,
    Person,
    Prompt,
    PromptState,
    Revision,
    Row,
    Seat,
    SetState,
    table_of,
)

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
STATE = bytes(range(256)) * 5
ENTRY = b'{"op":"flag","space":"savoy","pay":{"d":2,"t":1},"by":"france"}' * 2
RAW = b"From: anna@player.example\r\nTo: orders@game.example\r\n\r\n12a s1 s2+d1 m1\r\n" * 60
LOG_LENGTH = 40
"""Entries a campaign already has."""

FLOOR, WHOLE = "floor: one durable commit", "whole mail"

Times = dict[str, list[float]]


@contextmanager
def timed(times: Times, name: str) -> Iterator[None]:
    """Add the milliseconds of a block to ``times``."""
    start = time.perf_counter()
    yield
    times[name].append((time.perf_counter() - start) * 1000)


def floor_database(folder: Path) -> sqlite3.Connection:
    """Create a database of one table on the same disk.

    Its commit is the least that a durable mail can cost.
    """
    connection = sqlite3.connect(folder / "floor.db", isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("CREATE TABLE mail (raw BLOB)")
    return connection


def commit_once(floor: sqlite3.Connection) -> None:
    """Commit one mail's bytes durably, with nothing around it."""
    floor.execute("BEGIN IMMEDIATE")
    floor.execute("INSERT INTO mail VALUES (?)", (RAW,))
    floor.execute("COMMIT")


def fill(engine: Engine, first: int, last: int) -> None:
    """Create campaigns ``first`` to ``last`` of two seats.

    They have a log, an open question and a past.
    """
    numbers = range(first, last + 1)
    rows: dict[type[Row], list[dict[str, object]]] = {
        Campaign: [
            {
                "id": n,
                "name": f"c{n}",
                "title": f"Campaign {n}",
                "state": "running",
                "language": "en",
                "time_zone": "UTC",
                "deadline_hours": 72,
                "settings": b"",
                "created_at": NOW,
            }
            for n in numbers
        ],
        Seat: [
            {
                "id": 2 * n + k,
                "campaign_id": n,
                "name": name,
                "kind": "player",
                "tag": f"tag{2 * n + k}",
                "token": token(n, k).encode(),
                "token_hash": campaigns.token_hash(token(n, k)),
                "token_issued_at": NOW,
                "language": "en",
                "mail_format": "html",
            }
            for n in numbers
            for k, name in enumerate(("france", "britain"))
        ],
        Person: [
            {"id": 2 * n + k, "name": f"P{n}{k}", "language": "en", "time_zone": "UTC", "created_at": NOW}
            for n in numbers
            for k in (0, 1)
        ],
        Address: [
            {
                "person_id": 2 * n + k,
                "email": f"p{n}.{k}@player.example",
                "state": "active",
                "bounces": 0,
                "registered_at": NOW,
            }
            for n in numbers
            for k in (0, 1)
        ],
        Holding: [
            {"seat_id": 2 * n + k, "person_id": 2 * n + k, "role": "orders", "since": NOW}
            for n in numbers
            for k in (0, 1)
        ],
        Match: [
            {
                "id": n,
                "campaign_id": n,
                "number": 1,
                "game": "imperial-struggle",
                "state": "running",
                "revision": 0,
                "sequence": LOG_LENGTH,
                "rules_version": "1",
                "content_hash": "c",
                "options": b"{}",
                "commitment": "k",
                "seed": b"seed",
                "started_at": NOW,
            }
            for n in numbers
        ],
        Revision: [
            {
                "match_id": n,
                "number": 0,
                "branched_at": 0,
                "rules_version": "1",
                "content_hash": "c",
                "author": "",
                "reason": "",
                "created_at": NOW,
            }
            for n in numbers
        ],
        LogEntry: [
            {"match_id": n, "revision": 0, "sequence": s, "entry": ENTRY, "created_at": NOW}
            for n in numbers
            for s in range(1, LOG_LENGTH + 1)
        ],
        Checkpoint: [
            {
                "match_id": n,
                "revision": 0,
                "sequence": s,
                "hash": "h",
                "state": STATE,
                "created_at": NOW,
            }
            for n in numbers
            for s in range(4, LOG_LENGTH + 1, 4)
        ],
        Prompt: [
            {
                "campaign_id": n,
                "number": number,
                "seat_id": 2 * n,
                "match_id": n,
                "revision": 0,
                "decision": number,
                "state": "open" if number == 10 else "answered",
                "opened_at": NOW,
                "deadline": NOW,
                "offered": STATE,
            }
            for n in numbers
            for number in range(1, 11)
        ],
    }
    with writing(engine) as session:
        for table, values in rows.items():
            session.execute(insert(table_of(table)), values)


def token(campaign: int, seat: int) -> str:
    """Return the secret of a seat of the benchmark."""
    return f"token{campaign}x{seat}"


def order_mail(engine: Engine, campaign: int, round_number: int, times: Times) -> None:
    """Do what one order mail does with the database."""
    unique = f"{campaign}.{round_number}.{time.perf_counter_ns()}"
    place = inbound.Place("INBOX", 1, time.perf_counter_ns())
    new = inbound.NewMail(
        place, f"<{unique}@player.example>", sha256(unique.encode()).digest(), NOW, RAW, "p@player.example"
    )
    with timed(times, "mail stored (commit 1)"), writing(engine) as session:
        mail = inbound.store(session, new, NOW)
    with timed(times, "handled (commit 2)"), writing(engine) as session:
        with timed(times, "  seat, campaign, lock, holders"):
            found = next(iter(campaigns.seats_by_tokens(session, [token(campaign, 0)]).values()), None)
            assert found is not None
            seat_id, campaign_id = found
            its_campaign = lock_campaign(session, campaign_id)
            table = campaigns.seats_at_table(session, its_campaign.id, NOW)
        with timed(times, "  head, open questions"):
            start = matches.head(session, its_campaign.id)
            assert start is not None
            asked = prompts.open_questions(session, its_campaign.id)
            number = prompts.last_number(session, start) + 1
        with timed(times, "  log, checkpoint"):
            entries = tuple(matches.NewEntry(ENTRY, mail.id, line) for line in range(1, 5))
            matches.append(session, start, entries, state=STATE, hash="h" * 64, at=NOW)
        with timed(times, "  questions closed and asked"):
            closed = [prompt.number for prompt in asked]
            prompts.close_prompts(session, its_campaign.id, closed, PromptState.ANSWERED, NOW)
            question = prompts.NewPrompt(seat_id, start.match_id, 0, number, NOW + timedelta(days=2), STATE)
            prompts.ask(session, its_campaign.id, {number: question}, NOW)
        with timed(times, "  order lines"):
            orders = prompts.NewOrderSet(its_campaign.id, seat_id, None, mail.id, start.match_id, 0, SetState.DONE, NOW)
            lines = [prompts.NewOrderLine(line, LineOutcome.DONE, b"s1", ENTRY) for line in range(1, 5)]
            prompts.record_orders(session, orders, lines)
        with timed(times, "  outbox"):
            outbound.queue(session, [_report(each, unique, start.match_id) for each in table], NOW)
        with timed(times, "  mail settled"):
            outcome = inbound.Settlement(InboundStatus.HANDLED, "orders", "", its_campaign.id, seat_id)
            assert inbound.settle(session, mail.id, outcome)


def _report(seat: campaigns.SeatAtTable, unique: str, match_id: int) -> outbound.NewOutbound:
    return outbound.NewOutbound(
        message_id=f"<{seat.tag}.{unique}@game.example>",
        kind="report",
        recipient=seat.holders[0].emails[0],
        intent=ENTRY,
        campaign_id=seat.campaign_id,
        seat_id=seat.id,
        match_id=match_id,
        revision=0,
        sequence=1,
    )


def codec_microseconds(size: int, key: bytes | None) -> tuple[float, float]:
    """Measure sealing and opening a blob of ``size`` bytes, best of many."""
    codec, blob = Codec(key), (STATE * (size // len(STATE) + 1))[:size]
    stored = codec.seal(blob)
    return _best(lambda: codec.seal(blob)), _best(lambda: codec.open(stored))


def _best(work: Callable[[], bytes]) -> float:
    best = float("inf")
    for _ in range(30):
        start = time.perf_counter()
        for _ in range(100):
            work()
        best = min(best, time.perf_counter() - start)
    return best / 100 * 1e6


def measure(engine: Engine, floor: sqlite3.Connection, amount: int, rounds: int) -> None:
    """Print the parts of a mail with ``amount`` campaigns in the database; the floor beat for beat."""
    times: Times = defaultdict(list)
    statements = [0]
    event.listen(engine, "before_cursor_execute", lambda *_: statements.__setitem__(0, statements[0] + 1))
    for round_number in range(-20, rounds):
        if round_number == 0:
            times.clear()
            statements[0] = 0
        with timed(times, FLOOR):
            commit_once(floor)
        campaign = 1 + (round_number * 7919) % amount
        with timed(times, WHOLE):
            order_mail(engine, campaign, round_number, times)
    print(f"\n{engine.dialect.name}, {amount} campaigns: {statements[0] / rounds:.0f} statements a mail")
    for name in sorted(times, key=lambda each: (each != FLOOR, each != WHOLE, each)):
        ordered = sorted(times[name])
        print(f"  {name:36} {statistics.median(ordered):6.2f} ms   p99 {ordered[int(rounds * 0.99)]:6.2f} ms")


def main() -> None:
    """See the docstring of the module."""
    parser = argparse.ArgumentParser(description="What the database costs one order mail.")
    parser.add_argument("--campaigns", type=int, nargs="+", default=[1, 5000])
    parser.add_argument("--database", help="an empty database; otherwise SQLite in a temporary folder")
    parser.add_argument("--rounds", type=int, default=200)
    arguments = parser.parse_args()
    for size, key in ((1000, None), (1000, bytes(32)), (30_000, None), (30_000, bytes(32))):
        sealing, opening = codec_microseconds(size, key)
        kind = "with key" if key else "no key"
        print(f"codec, {size} bytes, {kind}: seal {sealing:.1f} µs, open {opening:.1f} µs")
    with tempfile.TemporaryDirectory() as name:
        floor = floor_database(Path(name))
        engine = open_engine(arguments.database or f"sqlite:///{name}/store.db", Codec(None))
        upgrade(engine)
        filled = 0
        for amount in arguments.campaigns:
            for first in range(filled + 1, amount + 1, 250):
                fill(engine, first, min(first + 249, amount))
            filled = amount
            if engine.dialect.name == "postgresql":
                # In a real installation autovacuum has done it long ago.
                with writing(engine) as session:
                    session.execute(text("ANALYZE"))
            with reading(engine) as session:
                assert session.execute(text("select count(*) from campaign")).scalar() == amount
            # Writes left over from filling must not be charged to the mails.
            os.sync()
            measure(engine, floor, amount, arguments.rounds)
        engine.dispose()
        floor.close()


if __name__ == "__main__":
    main()
