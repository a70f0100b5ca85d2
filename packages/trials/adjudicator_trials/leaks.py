"""Check that a mail betrays nothing: it must be the same in a world that its reader cannot tell from the real one."""

from random import Random
from typing import Any

import msgspec
from sqlalchemy import update
from sqlalchemy.orm import Session
from sqlmodel import col

from adjudicator.kernel.events import ObservedEvent
from adjudicator.kernel.match import Match
from adjudicator.kernel.registry import game_named
from adjudicator.kernel.worlds import other_world
from adjudicator.reports.model import Report
from adjudicator.service.campaign.matches import Secrets, StoredEntry, entry_decoder, header_of
from adjudicator.service.outbox.payloads import Correction, Dossier, Watch, Welcome, decode
from adjudicator.service.service import Service
from adjudicator.service.words.reports import write
from adjudicator.store import campaigns, matches
from adjudicator.store.engine import writing
from adjudicator.store.packs import Packs
from adjudicator.store.tables import LogEntry, MatchState, OutboundMail, SeatKind
from adjudicator.store.tables import Match as StoredMatch

FIRST_MAILS = (Dossier, Watch, Welcome)
"""They tell the fingerprint of the key, which follows from the seed. The last one tells the seed."""


class _Enough(Exception):  # noqa: N818
    """Leaves a transaction that must not be kept."""


def check_mail(service: Service, row: OutboundMail, rng: Random) -> str:
    """Check that a queued message reveals nothing that its reader may not know, and return the seat it is for.

    The reader knows what all seats that they play know.

    Raises:
        AssertionError: It goes to another address, or says more than its reader may know.
    """
    assert row.campaign_id is not None
    try:
        with writing(service.engine) as session:
            seats = campaigns.seats_at_table(session, row.campaign_id, service.clock.now())
            seat = next(seat for seat in seats if seat.id == row.seat_id)
            registered = set(seat.emails)
            assert row.recipient in registered, f"a mail of {seat.name} goes to {row.recipient}"
            real = write(session, row)
            # who watches knows less than any player: what is hidden from one of them must not show
            own = tuple(each.name for each in campaigns.read_together(seats, seat, row.recipient))
            eyes = own or (rng.choice([each.name for each in seats if each.kind is SeatKind.PLAYER]),)
            assert _disguise(session, row, eyes, rng, reader=own or (seat.name,)), "the mail has no position"
            _disguise_former(session, row, own if seat.name in own else (seat.name,), rng)
            session.expire_all()
            _same(real, write(session, row), seat.name)
            raise _Enough
    except _Enough:
        return seat.name


def _disguise_former(session: Session, row: OutboundMail, own: tuple[str, ...], rng: Random) -> None:
    """Disguise the line of play that a correction report compares with, too: it belongs to another world."""
    intent = decode(row.intent)
    if isinstance(intent, Correction) and intent.was:
        revision, sequence = intent.old
        eyes = own if intent.was in own else (intent.was,)
        assert _disguise(session, row, eyes, rng, (revision, sequence))


def _disguise(
    session: Session,
    row: OutboundMail,
    seats: tuple[str, ...],
    rng: Random,
    where: tuple[int, int] | None = None,
    reader: tuple[str, ...] = (),
) -> bool:
    """Put another world into the database: what the seats cannot know differs, others' private news is not there.

    `reader`: who reads the mail, if it is not these seats.
    """
    assert row.match_id is not None
    assert row.campaign_id is not None
    revision, sequence = where or (row.revision or 0, row.sequence or 0)
    head = matches.head(session, row.campaign_id)
    checkpoint = matches.checkpoint_before(session, row.match_id, revision, sequence)
    if head is None or checkpoint is None:
        return False
    match = Match.resume(header_of(head), checkpoint.state, contents=Packs(session))
    checkpoint.state = other_world(match, seats, rng).checkpoint()
    stored = session.get_one(StoredMatch, row.match_id)
    if stored.state is MatchState.RUNNING and not isinstance(decode(row.intent), FIRST_MAILS):
        put_other_seed(stored, rng)
    session.flush()
    _forget_private(session, row.match_id, revision, reader or seats, head.game)
    return True


def put_other_seed(stored: StoredMatch, rng: Random) -> None:
    """Give a stored match another seed; what the seats have added to it stays."""
    known = msgspec.json.decode(stored.seed, type=Secrets)
    stored.seed = msgspec.json.encode(msgspec.structs.replace(known, seed=rng.randbytes(32)))


def _forget_private(session: Session, match_id: int, revision: int, seats: tuple[str, ...], game: str) -> None:
    decoder = entry_decoder(game_named(game))
    for entry in matches.log(session, match_id, revision):
        stored = decoder.decode(entry.entry)
        told: list[ObservedEvent[Any]] = [
            msgspec.structs.replace(each, private={name: own for name, own in each.private.items() if name in seats})
            for each in stored.told
        ]
        own_answer = (
            stored.line.get(game_named(game).seat_key) in seats
        )  # what a seat has answered it knows, but not what was drawn
        line = {**stored.line, "chance": []} if own_answer else {"n": entry.sequence}
        blank = msgspec.json.encode(StoredEntry(line, told))
        session.execute(
            update(LogEntry)
            .where(
                col(LogEntry.match_id) == match_id,
                col(LogEntry.revision) == entry.revision,
                col(LogEntry.sequence) == entry.sequence,
            )
            .values(entry=blank)
        )


def _same(real: Report, other: Report, seat: str) -> None:
    for name in real.__struct_fields__:
        mine, theirs = getattr(real, name), getattr(other, name)
        assert mine == theirs, f"the {name} of a mail to {seat} betrays something: {mine} or {theirs}"
