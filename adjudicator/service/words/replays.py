"""Make the replay page in a message, as its seat saw the match.

It comes with the end of the match and on request: the page of the whole match, or of a turn.
"""

import msgspec
from sqlalchemy.orm import Session

from adjudicator.reports.pages.archive_page import html
from adjudicator.reports.wording.chronicle import Chronicle, with_newest_board
from adjudicator.service.campaign.matches import CampaignContext, table_of_campaign
from adjudicator.service.history import Record, Viewpoint, gather, tell
from adjudicator.service.history.record import stretch, thinned
from adjudicator.service.outbox.payloads import ARCHIVE, ARCHIVE_OF_TURN, Answer, AnyIntent, Tell, decode
from adjudicator.service.service import Service
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.tables import Campaign, CampaignState, OutboundMail, SeatKind

TURN_SIZE, WHOLE_SIZE = 300_000, 1_500_000
"""Bytes that the page of a turn, and that of a match, may have; mailboxes take the second one in a mail."""
TURN_FRAMES, WHOLE_FRAMES = 100, 240
"""The most boards that such a page draws: so it costs the same however long the match was."""
FEW = 30
"""Boards of a page that is not made smaller any more."""
PROBED = 6
"""Boards that are drawn to weigh them."""
DENSER = 0.38
"""Boards that are n times as many weigh at most n to this power times as much: 0.11 to 0.36 were measured in a turn."""


def replay(service: Service, session: Session, row: OutboundMail, campaign: Campaign, seat: SeatAtTable) -> str:
    """Return the page of a message; empty if it has none, or if its line of play was replaced."""
    intent = decode(row.intent)
    turn = _turn(intent)
    if row.sequence is None:
        return ""
    if turn is None and not _whole(intent, ended=campaign.state is CampaignState.FINISHED):
        return ""
    table = table_of_campaign(service.work(session), campaign.id)
    if (row.match_id, row.revision) != (table.head.match_id, table.head.revision):
        return ""
    record = gather(table, Viewpoint(seat.name if seat.kind is SeatKind.PLAYER else None), turn)
    part = _cut(record, table, row.sequence, turn)
    if not part.steps:
        return ""
    frames, size = (WHOLE_FRAMES, WHOLE_SIZE) if turn is None else (TURN_FRAMES, TURN_SIZE)
    return page(part, seat.language, frames=frames, size=size)


def page(record: Record, language: str, *, frames: int, size: int) -> str:
    """Return the page of a record with at most `frames` boards, and about as many as `size` bytes should hold.

    The estimate stays a little low, so that the boards of a long match are drawn once. Of steps that are merged it
    draws the board after the last; all news are in it.
    """
    if min(frames, len(record.steps)) > FEW:
        probe = tell(thinned(record, PROBED), language, light=True)
        bare = _weight(with_newest_board(probe))
        frames = min(frames, _fitting(_weight(probe) - bare, size - bare))
    while True:
        made = html(tell(thinned(record, frames), language, light=True), light=True)
        if len(made.encode()) <= size or frames <= FEW:
            return made
        frames = max(frames // 2, FEW)


def _weight(chronicle: Chronicle) -> int:
    return len(html(chronicle, light=True).encode())


def _fitting(probed: int, room: int) -> int:
    """Return how many boards fit, given the weight of the probed ones without the newest.

    The more there are, the less each differs from the one before.
    """
    return max(FEW, int(1 + (PROBED - 1) * (max(room, 0) / max(probed, 1)) ** (1 / DENSER)))


def _turn(intent: AnyIntent) -> int | None:
    """Return how many turns were over before the one whose page an answer brings."""
    shown = intent.shows if isinstance(intent, Answer) else ()
    return next(
        (int(each.removeprefix(ARCHIVE_OF_TURN)) - 1 for each in shown if each.startswith(ARCHIVE_OF_TURN)), None
    )


def _whole(intent: AnyIntent, *, ended: bool) -> bool:
    """Return whether a mail brings the whole page: asked for, or the last one of the match."""
    if isinstance(intent, Answer):
        return ARCHIVE in intent.shows or (ended and any(line.first is not None for line in intent.lines))
    return isinstance(intent, Tell) and intent.topic == "over"


def _cut(record: Record, table: CampaignContext, sequence: int, turn: int | None) -> Record:
    """Return everything up to the message, or the turn as far as it had come by then."""
    proven = table.match.result is not None
    last = sequence if proven else table.ledger.last_public(sequence)
    known = stretch(record, 1, last) if record.steps else record
    return known if turn is None else turn_of(known, turn)


def turn_of(record: Record, turn: int) -> Record:
    """Return the turn before which `turn` turns were over, with the step that ended it."""
    steps = [step for step in record.steps if step.turn == turn]
    steps += [step for step in record.steps if step.turn > turn][:1]
    record = msgspec.structs.replace(record, analysis=None)  # it is of the whole match
    return stretch(record, steps[0].first, steps[-1].last) if steps else record
