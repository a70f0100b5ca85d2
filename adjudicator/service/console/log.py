"""The log of a campaign at the desk: as somebody learned it, and played again from one stored position to the next."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

import msgspec
from msgspec.structs import replace

from adjudicator.kernel.events import Told
from adjudicator.kernel.log import Entry
from adjudicator.kernel.match import Match
from adjudicator.kernel.replay import replay
from adjudicator.reports.game import GameReport
from adjudicator.service.campaign.matches import Table, entry_decoder, fingerprint, secrets_of
from adjudicator.service.console.looks import Look
from adjudicator.service.desk.errors import NotPossible
from adjudicator.service.play.corrections.lines import NotAPoint, beginning, played, stand
from adjudicator.service.proof.members import fingerprints
from adjudicator.store import matches
from adjudicator.store.revisions import Line, last_sequence, lines_of, stretches
from adjudicator.store.tables import Checkpoint, Revision


class LogLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """An entry of the log as somebody learns it; `entry` is the entry itself, for `--all` only."""

    n: int
    at: datetime
    revision: int = 0
    news: tuple[str, ...] = ()
    events: tuple[Any, ...] = ()
    entry: Any = None
    mail: int | None = None
    line: int | None = None

    def text(self) -> str:
        """For people."""
        told = list(self.news) or ([] if self.entry is not None else ["-"])
        if self.entry is not None:
            told.append(msgspec.json.encode(self.entry).decode())
        return "\n".join(f"{self.n if not place else '':>5}  {each}" for place, each in enumerate(told))


class Step(msgspec.Struct, frozen=True):
    """The entries that were made together, and the fingerprint that they led to."""

    lines: tuple[LogLine, ...]
    fingerprint: str


def news_lines(look: Look) -> Iterator[LogLine]:
    """The log as these eyes learned it, in the order of play."""
    game, head, everything = look.table.match.game, look.table.head, look.eyes.everything
    own = () if look.eyes.seat is None else (look.eyes.seat,)
    speaks: GameReport = game.part("report")
    decoder = entry_decoder(game)
    for row in matches.log(look.session, head.match_id, head.revision):
        stored = decoder.decode(row.entry)
        told: list[Told[Any]] = stored.told
        seen = [event for event in (each.to(own) for each in told) if event is not None]
        line = LogLine(
            row.sequence,
            row.created_at,
            row.revision,
            tuple(line.told for group in speaks.news(told, look.eyes.seat, look.words) for line in group.lines),
            tuple(told) if everything else tuple(seen),
        )
        if everything:
            line = replace(line, entry=stored.line, mail=row.inbound_mail_id, line=row.line)
        yield line


def steps(look: Look, last: int | None) -> Iterator[Step]:
    """Play the line that is played now again; raises ReplayError or NotPossible at the first difference.

    A correction begins at its stored position, with the key of its revision; draws that it took over, or that were
    entered by hand, are those of the log.
    """
    session, table = look.session, look.table
    news = {line.n: line for line in news_lines(look)}
    marks: defaultdict[int, list[tuple[int, str]]] = defaultdict(list)
    for mark in fingerprints(table):
        marks[mark.revision].append((mark.n, mark.sha256))
    pieces = [*stretches(session, table.head.match_id, table.head.revision)]
    for revision, first, bound in reversed(pieces):
        entries = [row.entry for row in played(table, after=first - 1) if bound is None or row.n <= bound]
        match = _branched(look, revision, first - 1) if revision else _start(table, entries)
        if revision:
            match.chance.follow([draw for entry in entries for draw in entry.chance if draw.source])
        done = 0
        for sequence, stored in marks[revision]:
            if sequence < first or sequence > min(bound or sequence, last or sequence):
                continue
            part = entries[done : sequence - first + 1]
            replay(match, part)
            found = fingerprint(match.checkpoint())
            if found != stored:
                raise NotPossible(
                    f"after entry {sequence} the position is not the one that was stored "
                    f"({found[:16]} instead of {stored[:16]})"
                )
            yield Step(tuple(news[entry.n] for entry in part), found)
            done = sequence - first + 1


def _branched(look: Look, revision: int, n: int) -> Match:
    """The match where a correction begins: the position of its parent, and all that seats know."""
    session, table = look.session, look.table
    known = secrets_of(table.head)
    row = session.get(Revision, (table.head.match_id, revision))
    stored = session.get(Checkpoint, (table.head.match_id, revision, n))
    if row is None or row.parent is None or stored is None:
        raise NotPossible(f"revision {revision} has no beginning")
    header = table.match.header
    match = Match.resume(header, stored.state, seed=known.seed, nonces=known.nonces, revision=revision)
    if match.hash != stand(table, n, revision=row.parent).hash:
        raise NotPossible(f"revision {revision} does not begin where revision {row.parent} stood after log entry {n}")
    return match


def _start(table: Table, entries: Sequence[Entry]) -> Match:
    match, header = beginning(table, entries, keyed=True), table.match.header
    # A newer version of the rules may still play it: what differs shows at the entry where it does.
    if replace(match.header, version=header.version, content=header.content) != header:
        raise NotPossible(f"the match was begun with {header}, replayed it begins with {match.header}")
    return match


class LineOfPlay(Line, frozen=True):
    """A line of play with the log number at which it was left, or stands now."""

    last: int = 0


def lines_of_play(look: Look) -> list[LineOfPlay]:
    """The first line of play, and every correction."""
    match_id = look.table.head.match_id
    return [
        LineOfPlay(**msgspec.structs.asdict(line), last=last_sequence(look.session, match_id, line.number))
        for line in lines_of(look.session, match_id)
    ]


def standing_at(look: Look, told: str) -> Match:
    """The match at `41`, `1:41` or `now`. Raises NotPossible."""
    session, table = look.session, look.table
    if told == "now":
        return table.match
    found = re.fullmatch(r"(?:(\d{1,6}):)?(\d{1,9})", told)
    if found is None:
        raise NotPossible(f"{told!r} is written neither as a log number nor as REVISION:NUMBER")
    revision = table.head.revision if found[1] is None else int(found[1])
    if revision > table.head.revision:
        raise NotPossible(f"there is no revision {revision}; there are 0 to {table.head.revision}")
    n, last = int(found[2]), last_sequence(session, table.head.match_id, revision)
    if n > last:
        raise NotPossible(f"the log of revision {revision} goes to {last}")
    try:
        return stand(table, n, revision=revision)
    except NotAPoint as inside:
        return stand(table, min(inside.nearest), revision=revision)
