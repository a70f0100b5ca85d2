"""Playing a stored match again, from one stored position to the next."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session
from sqlmodel import col

from adjudicator import Match, new_match
from adjudicator.kernel.replay import replay
from adjudicator.service.campaign.matches import Table, fingerprint, secrets_of
from adjudicator.service.play.corrections.lines import played, stand
from adjudicator.store.revisions import stretches
from adjudicator.store.tables import Checkpoint, Revision
from cli.campaign_facts import LogLine, news_lines
from cli.errors import Failed
from cli.eyes import Eyes


class Step(msgspec.Struct, frozen=True):
    """The entries that were made together, and the fingerprint that they led to."""

    lines: tuple[LogLine, ...]
    fingerprint: str


def steps(session: Session, table: Table, looking: Eyes, language: str, last: int | None) -> Iterator[Step]:
    """Play the line that is played now again; raises ReplayError or Failed at the first difference.

    A correction begins at its stored position, with the key of its revision; draws that it took over, or that were
    entered by hand, are those of the log.
    """
    news = {line.n: line for line in news_lines(session, table, looking, language)}
    pieces = [*stretches(session, table.head.match_id, table.head.revision)]
    for revision, first, bound in reversed(pieces):
        entries = [row.entry for row in played(table, after=first - 1) if bound is None or row.n <= bound]
        match = _start(session, table) if revision == 0 else _branched(session, table, revision, first - 1)
        if revision:
            match.chance.follow([draw for entry in entries for draw in entry.chance if draw.source])
        done = 0
        for sequence, stored in sorted(_fingerprints(session, table, revision).items()):
            if sequence < first or sequence > min(bound or sequence, last or sequence):
                continue
            part = entries[done : sequence - first + 1]
            replay(match, part)
            found = fingerprint(match.checkpoint())
            if found != stored:
                raise Failed(
                    f"after entry {sequence} the position is not the one that was stored "
                    f"({found[:16]} instead of {stored[:16]})"
                )
            yield Step(tuple(news[entry.n] for entry in part), found)
            done = sequence - first + 1


def _branched(session: Session, table: Table, revision: int, n: int) -> Match:
    """The match where a correction begins: the position of its parent, and all that seats know."""
    known = secrets_of(table.head)
    row = session.get(Revision, (table.head.match_id, revision))
    stored = session.get(Checkpoint, (table.head.match_id, revision, n))
    if row is None or row.parent is None or stored is None:
        raise Failed(f"revision {revision} has no beginning")
    header = table.match.header
    match = Match.resume(header, stored.state, seed=known.seed, nonces=known.nonces, revision=revision)
    if match.hash != stand(table, n, revision=row.parent).hash:
        raise Failed(f"revision {revision} does not begin where revision {row.parent} stood after log entry {n}")
    return match


def _start(session: Session, table: Table) -> Match:
    head, header, known = table.head, table.match.header, secrets_of(table.head)
    revision = session.get(Revision, (head.match_id, 0))
    if revision is not None and revision.document is not None:
        return Match.from_document(
            msgspec.json.decode(revision.document),
            game=head.game,
            seats=header.seats,
            seed=known.seed,
            nonces=known.nonces,
        )
    match = new_match(header.game, options=header.options, seats=header.seats, seed=known.seed, nonces=known.nonces)
    # A newer version of the rules may still play it: what differs shows at the entry where it does.
    if msgspec.structs.replace(match.header, version=header.version, content=header.content) != header:
        raise Failed(f"the match was begun with {header}, replayed it begins with {match.header}")
    return match


def _fingerprints(session: Session, table: Table, revision: int) -> dict[int, str]:
    """The stored fingerprints of a revision by log number."""
    rows = session.execute(
        select(col(Checkpoint.sequence), col(Checkpoint.hash)).where(
            col(Checkpoint.match_id) == table.head.match_id, col(Checkpoint.revision) == revision
        )
    )
    return {row.sequence: row.hash for row in rows}
