"""A line of play as it is stored: its entries, and the match as it stood after any of them."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy.orm import Session

from adjudicator.kernel.events import ObservedEvent
from adjudicator.kernel.log import Entry, entry_of
from adjudicator.kernel.match import Match
from adjudicator.kernel.position import Header
from adjudicator.kernel.replay import begin, replay
from adjudicator.kernel.sandbox import IMAGINED
from adjudicator.language import msgid
from adjudicator.service.campaign.matches import CampaignContext, entry_decoder, secrets_of, with_silent
from adjudicator.service.campaign.troubles import Rejected, RejectionReason
from adjudicator.store import matches, revisions
from adjudicator.store.packs import Packs
from adjudicator.store.tables import Revision


class Played(msgspec.Struct, frozen=True):
    """An entry as stored: who made it when, from which mail and line, and what everybody was told of it."""

    entry: Entry
    told: list[ObservedEvent[Any]]
    revision: int
    mail_id: int | None
    line: int | None
    at: datetime

    @property
    def n(self) -> int:
        return self.entry.n


_not_a_point = RejectionReason(
    "not_a_point", msgid("Play cannot be taken up after log entry %(n)s; it can after one of these: %(nearest)s.")
)


_before_the_bridge = RejectionReason(
    "before_the_bridge",
    msgid(
        "At log %(bridge)s the campaign was carried over from version %(was)s of the rules to version %(now)s, which "
        "know play only from there on. Name a later log entry, or %(bridge)s to go back to; what stands wrong since "
        "earlier is set right by a correction of the position as it is now."
    ),
)


class Bridge(msgspec.Struct, frozen=True):
    """Where the line that is played was carried over from other rules: its log number, when, the versions, by whom."""

    n: int
    at: datetime
    was: str
    now: str
    by: str


def newest_bridge(table: CampaignContext) -> Bridge | None:
    """Return the newest bridge of the line that is played; None where all of it follows by its rules."""
    head = table.head
    found = revisions.newest_bridge(table.session, head.match_id, head.revision) if head.revision else None
    if found is None or found[1].bridge is None:
        return None
    before, line = found
    return Bridge(found[1].bridge, line.created_at, before.rules[0], line.rules[0], line.author)


def stay_behind_bridge(table: CampaignContext, n: int) -> None:
    """Check that play after a log number follows by the rules that count now. Raises Rejected otherwise."""
    bridge = newest_bridge(table)
    if bridge is not None and n < bridge.n:
        raise _before_the_bridge(bridge=bridge.n, was=bridge.was, now=bridge.now)


class NotAPoint(Rejected):
    """Nothing is asked right after this log entry: it belongs to what followed by itself. `nearest` are points."""

    def __init__(self, n: int, nearest: Sequence[int]) -> None:
        super().__init__(_not_a_point, n=n, nearest=[str(each) for each in nearest])
        self.nearest = tuple(nearest)


def line_entries(
    table: CampaignContext, *, revision: int | None = None, after: int = 0, upto: int | None = None
) -> list[Played]:
    """Return the entries of a line of play (by default the current one) after a log number, perhaps up to another."""
    game = table.match.game
    decoder = entry_decoder(game)
    line = table.head.revision if revision is None else revision
    rows = list(matches.log(table.session, table.head.match_id, line, after=after, upto=upto))
    stored = [decoder.decode(row.entry) for row in rows]
    return [
        Played(entry_of(each.line, game), told, row.revision, row.inbound_mail_id, row.line, row.created_at)
        for row, each, told in zip(rows, stored, with_silent(stored, game), strict=True)
    ]


def beginning(session: Session, match_id: int, header: Header, entries: Sequence[Entry]) -> Match:
    """Return a match before its first decision, with the draws of its log."""
    row = session.get(Revision, (match_id, 0))
    document = None if row is None or row.document is None else msgspec.json.decode(row.document)
    return begin(header, entries, document=document, contents=Packs(session))


def checkpoint_at(table: CampaignContext, n: int, *, revision: int | None = None) -> tuple[int, bytes]:
    """Return the newest stored position at or before a log number of a line of play, with its own number."""
    line = table.head.revision if revision is None else revision
    found = matches.checkpoint_before(table.session, table.head.match_id, line, n)
    if found is None:
        raise LookupError(f"there is no position before log entry {n}")
    return found.sequence, found.state


def stand(
    table: CampaignContext, n: int, *, revision: int | None = None, keyed_by: int | None = None, preview: bool = False
) -> Match:
    """Return the match right after entry `n` of a line of play, its log empty.

    With `keyed_by` it can be played on, and its draws belong to the revision of that number; in a `preview` they are
    imagined.

    Raises:
        NotAPoint: The match cannot be stopped there.
        Rejected: It lies before the bridge to the rules that count now.
    """
    if revision is None:
        stay_behind_bridge(table, n)
    sequence, state = checkpoint_at(table, n, revision=revision)
    if sequence < n:
        state = _played_on(table.resume(state), line_entries(table, revision=revision, after=sequence), n)
    known = secrets_of(table.head)
    seed = None if keyed_by is None else IMAGINED if preview else known.seed
    match = table.resume(state, seed=seed, nonces=known.nonces, revision=keyed_by or 0)
    if keyed_by is not None:
        match.chance.asks = table.match.chance.asks
        match.waits = match.chance.asks is not None
    if match.position.n != n:
        # The first stored position is the one after the set-up.
        raise NotAPoint(n, [match.position.n])
    return match


def _played_on(match: Match, rows: Sequence[Played], n: int) -> bytes:
    """Return the position after entry `n`, from one before it. Raises NotAPoint."""
    # A line that begins from the set-up has the draws of it in its log, and they have been made.
    entries = [row.entry for row in rows if row.n > match.position.n]
    match.chance.follow([draw for entry in entries for draw in entry.chance])
    before = match.position.n
    for entry in entries:
        if match.position.n >= n:
            break
        if entry.n > match.position.n:
            before = match.position.n
            replay(match, [entry])
    if match.position.n != n:
        raise NotAPoint(n, sorted({before, match.position.n}))
    return match.checkpoint()
