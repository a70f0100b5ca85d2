"""The head of a match, its log, its revisions, and sealed answers."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy import and_, bindparam, delete, exists, func, insert, or_, select, update
from sqlalchemy.orm import Session
from sqlmodel import col

from adjudicator.store.revisions import stretches
from adjudicator.store.statements import execute_change, run
from adjudicator.store.tables import (
    Absence,
    Audit,
    Campaign,
    Checkpoint,
    Draft,
    LogEntry,
    Match,
    Pause,
    Prompt,
    Revision,
    SealedAnswer,
    Seat,
    SeatRecord,
    Telling,
    table_of,
)

PAGE = 500
"""Log entries fetched at a time."""
TURN = 40
"""Checkpoints fetched at a time: about those of a turn."""
READ = "adjudicator_read"
"""In `Session.info`: the campaign that was read last."""


class Overtaken(Exception):  # noqa: N818 - a state of affairs, not a mistake
    """The match has moved on since it was loaded. Roll back, load it again, try again."""


class Head(Struct, frozen=True):
    """A match where it stands: what is needed to go on from the newest checkpoint."""

    match_id: int
    campaign_id: int
    number: int
    game: str
    revision: int
    sequence: int
    rules_version: str
    content_hash: str
    options: bytes
    seed: bytes
    awaited: bytes | None
    agreements: bytes | None
    course: bytes | None
    state: bytes
    hash: str
    missed: bool
    """Whether a seat of the campaign has let deadlines pass since its last answer."""
    drafts: bool
    """Whether something lies on file of a seat of the campaign that is not carried out."""
    acts: bool
    """Whether moderators of the campaign have ever done what reports tell."""
    stops: bool
    """Whether anybody in the campaign was ever absent, or it was ever paused; or will be."""
    last_number: int
    """The highest number that a question of the campaign has; 0 before the first."""


class NewMatch(Struct, frozen=True):
    """A match about to start. ``document``: the position it starts from, ``state``: the same as a checkpoint."""

    campaign_id: int
    number: int
    game: str
    rules_version: str
    content_hash: str
    options: bytes
    commitment: str
    seed: bytes
    document: bytes | None
    state: bytes
    hash: str


class NewEntry(Struct, frozen=True):
    """A log entry to append, with the mail and line that caused it, if one did."""

    entry: bytes
    inbound_mail_id: int | None = None
    line: int | None = None


class Entry(Struct, frozen=True):
    """A log entry as stored. ``revision`` is the one that made it."""

    revision: int
    sequence: int
    entry: bytes
    inbound_mail_id: int | None
    line: int | None
    created_at: datetime


def start_match(session: Session, new: NewMatch, at: datetime) -> int:
    """Store a match with revision 0 and checkpoint 0; returns its id."""
    fields = asdict(new)
    state, hash, document = (fields.pop(name) for name in ("state", "hash", "document"))
    match = Match(**fields, started_at=at)
    session.add(match)
    session.flush()
    rules: dict[str, Any] = {"rules_version": new.rules_version, "content_hash": new.content_hash}
    session.add(Revision(match_id=match.id, number=0, **rules, document=document, created_at=at))
    session.flush()
    session.add(Checkpoint(match_id=match.id, revision=0, sequence=0, hash=hash, state=state, created_at=at))
    session.flush()
    return match.id


def head(session: Session, campaign_id: int) -> Head | None:
    """Return the newest match of a campaign with its newest checkpoint; None before the start."""
    row = run(session, _HEAD, {"campaign_id": campaign_id}).first()
    return None if row is None else Head(**row._mapping)


def campaign_and_head(session: Session, campaign_id: int) -> tuple[Campaign, Head] | None:
    """Return a campaign and the head of its newest match, in one statement; None before the start."""
    row = session.execute(_CAMPAIGN_AND_HEAD, {"campaign_id": campaign_id}).first()
    if row is None:
        return None
    campaign, *head = row
    session.info[READ] = campaign  # a session finds again only what somebody holds
    return campaign, Head(*head)


_MATCH, _CHECKPOINT = table_of(Match).c, table_of(Checkpoint).c
_ENTRY = [table_of(LogEntry).c[name] for name in Entry.__struct_fields__]
_LOG = table_of(LogEntry).c
_FROM = (
    select(*_ENTRY)
    .where(
        _LOG.match_id == bindparam("match_id"),
        _LOG.revision == bindparam("revision"),
        _LOG.sequence >= bindparam("first"),
    )
    .order_by(_LOG.sequence)
)
_SEAT, _RECORD, _PROMPT = table_of(Seat).c, table_of(SeatRecord).c, table_of(Prompt).c
_MISSED = exists().where(
    _SEAT.campaign_id == _MATCH.campaign_id, _RECORD.seat_id == _SEAT.id, _RECORD.missed_in_row > 0
)
_DRAFTS = exists().where(_SEAT.campaign_id == _MATCH.campaign_id, table_of(Draft).c.seat_id == _SEAT.id)
_ACT = table_of(Audit).c
_ACTS = exists().where(_ACT.campaign_id == _MATCH.campaign_id, _ACT.telling == Telling.REPORT)
_ABSENT = exists().where(_SEAT.campaign_id == _MATCH.campaign_id, table_of(Absence).c.seat_id == _SEAT.id)
_PAUSED = exists().where(table_of(Pause).c.campaign_id == _MATCH.campaign_id)
_LAST_NUMBER = select(func.max(_PROMPT.number)).where(_PROMPT.campaign_id == _MATCH.campaign_id)
_PAGE, _PART = _FROM.limit(PAGE), _FROM.where(_LOG.sequence <= bindparam("last")).limit(PAGE)
_NEWEST = and_(
    _CHECKPOINT.match_id == _MATCH.id,
    _CHECKPOINT.revision == _MATCH.revision,
    _CHECKPOINT.sequence == _MATCH.sequence,
)
_HEAD = (
    select(
        _MATCH.id.label("match_id"),
        _MATCH.campaign_id,
        _MATCH.number,
        _MATCH.game,
        _MATCH.revision,
        _MATCH.sequence,
        _MATCH.rules_version,
        _MATCH.content_hash,
        _MATCH.options,
        _MATCH.seed,
        _MATCH.awaited,
        _MATCH.agreements,
        _MATCH.course,
        _CHECKPOINT.state,
        _CHECKPOINT.hash,
        _MISSED.label("missed"),
        _DRAFTS.label("drafts"),
        _ACTS.label("acts"),
        or_(_ABSENT, _PAUSED).label("stops"),
        func.coalesce(_LAST_NUMBER.scalar_subquery(), 0).label("last_number"),
    )
    .join_from(table_of(Match), table_of(Checkpoint), _NEWEST)
    .where(_MATCH.campaign_id == bindparam("campaign_id"))
    .order_by(_MATCH.number.desc())
    .limit(1)
)
"""The newest match; its checkpoint is a point lookup however long the log is."""
_CAMPAIGN_AND_HEAD = (
    select(Campaign, *_HEAD.selected_columns)
    .select_from(Campaign)
    .join(table_of(Match), _MATCH.campaign_id == col(Campaign.id))
    .join(table_of(Checkpoint), _NEWEST)
    .where(_MATCH.campaign_id == bindparam("campaign_id"))
    .order_by(_MATCH.number.desc())
    .limit(1)
)


def append(
    session: Session, start: Head, entries: tuple[NewEntry, ...], *, state: bytes, hash: str, at: datetime
) -> int:
    """Add log entries and the checkpoint after them to the match as it was loaded; return its new sequence.

    What ``start`` has as the course of the turn is kept with it. Without entries nothing is stored.

    Raises:
        Overtaken: The match is no longer where ``start`` says.
    """
    if not entries:
        return start.sequence
    last = start.sequence + len(entries)
    before = {"match_id": start.match_id, "before_revision": start.revision, "before_sequence": start.sequence}
    if execute_change(session, _MOVE, {**before, "sequence": last, "course": start.course}) != 1:
        raise Overtaken(f"match {start.match_id} is no longer at {start.revision}.{start.sequence}")
    where = {"match_id": start.match_id, "revision": start.revision, "created_at": at}
    run(
        session,
        _ADD_ENTRIES,
        [{**where, "sequence": sequence, **asdict(new)} for sequence, new in enumerate(entries, start.sequence + 1)],
    )
    run(session, _ADD_CHECKPOINT, {**where, "sequence": last, "state": state, "hash": hash})
    return last


_MOVE = update(table_of(Match)).where(
    _MATCH.id == bindparam("match_id"),
    _MATCH.revision == bindparam("before_revision"),
    _MATCH.sequence == bindparam("before_sequence"),
)
_ADD_ENTRIES = insert(table_of(LogEntry))
_ADD_CHECKPOINT = insert(table_of(Checkpoint))


def keep_awaited(session: Session, match_id: int, awaited: bytes | None) -> None:
    """Put what waits for a draw on file, or nothing."""
    session.execute(update(table_of(Match)).where(col(Match.id) == match_id).values(awaited=awaited))


def log(session: Session, match_id: int, revision: int, *, after: int = 0, upto: int | None = None) -> Iterator[Entry]:
    """Yield the entries of a revision after sequence ``after`` (and up to ``upto``).

    Includes those of its parents up to each branch.
    """
    wanted: list[tuple[int, int, int | None]] = []
    for piece in stretches(session, match_id, revision):
        wanted.append(piece)
        if piece[1] <= after + 1:
            break
    for number, first, last in reversed(wanted):
        end = upto if last is None or (upto is not None and upto < last) else last
        yield from _stretch(session, match_id, number, first=max(first, after + 1), last=end)


def newest_entry(session: Session, start: Head, upto: datetime | None = None) -> Entry | None:
    """Return the newest entry that the line of play has made itself, up to a moment."""
    entry = table_of(LogEntry).c
    own = [entry.match_id == start.match_id, entry.revision == start.revision]
    own += [] if upto is None else [entry.created_at <= upto]
    row = run(session, select(*_ENTRY).where(*own).order_by(entry.sequence.desc()).limit(1)).first()
    return None if row is None else Entry(*tuple(row))


def own_log(session: Session, match_id: int, revision: int) -> Iterator[Entry]:
    """Return the entries that a revision made itself."""
    return _stretch(session, match_id, revision, first=1, last=None)


def checkpoint_before(session: Session, match_id: int, revision: int, sequence: int) -> Checkpoint | None:
    """Return the newest checkpoint at or before a log entry, where that stretch of history was played."""
    for number, _, last in stretches(session, match_id, revision):
        upto = sequence if last is None else min(sequence, last)
        found = session.scalars(_BEFORE, {"of_match": match_id, "of_revision": number, "upto": upto}).first()
        if found is not None:
            return found
    return None


_BEFORE = (
    select(Checkpoint)
    .where(
        col(Checkpoint.match_id) == bindparam("of_match"),
        col(Checkpoint.revision) == bindparam("of_revision"),
        col(Checkpoint.sequence) <= bindparam("upto"),
    )
    .order_by(col(Checkpoint.sequence).desc())
    .limit(1)
)


def checkpoints_back(session: Session, match_id: int, revision: int, sequence: int) -> Iterator[Checkpoint]:
    """Yield the checkpoints at or before a log entry, newest first, along the line of play that led there."""
    for number, first, last in stretches(session, match_id, revision):
        below = sequence if last is None else min(sequence, last)
        while below >= first - 1:
            rows = session.scalars(
                select(Checkpoint)
                .where(
                    col(Checkpoint.match_id) == match_id,
                    col(Checkpoint.revision) == number,
                    col(Checkpoint.sequence) <= below,
                )
                .order_by(col(Checkpoint.sequence).desc())
                .limit(TURN)
            ).all()
            yield from rows
            if len(rows) < TURN:
                break
            below = rows[-1].sequence - 1


def keep_course(session: Session, match_id: int, course: bytes) -> None:
    """Keep how the turn under way was scored round by round, beside where the match stands."""
    run(session, _KEEP_COURSE, {"of_match": match_id, "kept": course})


_KEEP_COURSE = update(table_of(Match)).where(_MATCH.id == bindparam("of_match")).values(course=bindparam("kept"))


def keep_sealed(session: Session, start: Head, decision: int, seat_id: int, answer: bytes, at: datetime) -> None:
    """Store a seat's secret answer to a simultaneous decision; it replaces the one before."""
    key = {**_of(start, decision), "seat_id": seat_id}
    new = {"answer": answer, "given_at": at}
    table = table_of(SealedAnswer)
    if not execute_change(session, update(table).filter_by(**key).values(new)):
        session.execute(insert(table), {**key, **new})


def sealed_answers(session: Session, start: Head, decision: int) -> Mapping[int, bytes]:
    """Return the secret answers given so far, by seat id."""
    answers = select(col(SealedAnswer.seat_id), col(SealedAnswer.answer))
    return dict(session.execute(answers.filter_by(**_of(start, decision))).all())


def drop_sealed(session: Session, start: Head, decision: int, **whose: int) -> None:
    """Forget the answers of a decision: they are in the log now; or of one seat (``seat_id``), which took it back."""
    session.execute(delete(table_of(SealedAnswer)).filter_by(**_of(start, decision), **whose))


def _of(start: Head, decision: int) -> dict[str, int]:
    return {"match_id": start.match_id, "revision": start.revision, "decision": decision}


def _stretch(session: Session, match_id: int, revision: int, *, first: int, last: int | None) -> Iterator[Entry]:
    while last is None or first <= last:
        which = {"match_id": match_id, "revision": revision, "first": first}
        page = run(session, _PAGE, which).all() if last is None else run(session, _PART, {**which, "last": last}).all()
        yield from (Entry(*tuple(row)) for row in page)
        if len(page) < PAGE:
            return
        first = page[-1].sequence + 1
