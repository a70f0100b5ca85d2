"""Playing a stored match again, from one stored position to the next."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session
from sqlmodel import col

from adjudicator import Match, new_match
from adjudicator.kernel.replay import replay
from adjudicator.service.matches import Table, entries_of, fingerprint, secrets_of
from adjudicator.store.tables import Checkpoint, Revision
from cli.campaign_facts import LogLine, news_lines
from cli.errors import Failed
from cli.eyes import Eyes


class Step(msgspec.Struct, frozen=True):
    """The entries that were made together, and the fingerprint that they led to."""

    lines: tuple[LogLine, ...]
    fingerprint: str


def steps(session: Session, table: Table, looking: Eyes, language: str, last: int | None) -> Iterator[Step]:
    """Play the match again; raises ReplayError or Failed at the first difference."""
    head = table.head
    entries = entries_of(session, head.game, head.match_id, head.revision)
    stored = _fingerprints(session, table)
    news = {line.n: line for line in news_lines(session, table, looking, language)}
    match = _start(session, table)
    done = 0
    for sequence in sorted(stored):
        if sequence == 0 or (last is not None and sequence > last):
            continue
        part = entries[done:sequence]
        replay(match, part)
        found = fingerprint(match.checkpoint())
        if found != stored[sequence]:
            raise Failed(
                f"after entry {sequence} the position is not the one that was stored "
                f"({found[:16]} instead of {stored[sequence][:16]})"
            )
        yield Step(tuple(news[entry.n] for entry in part), found)
        done = sequence


def _start(session: Session, table: Table) -> Match:
    head, header, known = table.head, table.match.header, secrets_of(table.head)
    revision = session.get(Revision, (head.match_id, 0))
    if revision is not None and revision.document is not None:
        return Match.from_document(
            msgspec.json.decode(revision.document), game=head.game, seats=header.seats, seed=known.seed
        )
    match = new_match(header.game, options=header.options, seats=header.seats, seed=known.seed, nonces=known.nonces)
    if match.header != header:
        raise Failed(f"the match was begun with {header}, replayed it begins with {match.header}")
    return match


def _fingerprints(session: Session, table: Table) -> dict[int, str]:
    """The stored fingerprints of the match's own revision by log number."""
    rows = session.execute(
        select(col(Checkpoint.sequence), col(Checkpoint.hash)).where(
            col(Checkpoint.match_id) == table.head.match_id, col(Checkpoint.revision) == table.head.revision
        )
    )
    return dict(rows.tuples().all())
