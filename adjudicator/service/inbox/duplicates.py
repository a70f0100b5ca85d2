"""Copies of one mail: one came directly and one over a list, so that one is proven and the other is not.

It is carried out once: the proven one, or the other by its code, whichever comes first.
"""

from datetime import timedelta

from adjudicator.mail.model import ReadMail
from adjudicator.service.inbox.arrival import read
from adjudicator.service.inbox.held_mails import CODE_NEEDED
from adjudicator.service.inbox.passing import Deferred, MessageContext
from adjudicator.store import inbound
from adjudicator.store.inbound import Settlement
from adjudicator.store.tables import InboundMail, InboundStatus

CARRIED_OUT = "a copy of it was carried out"
ASKED_ABOUT = "its author is asked about a copy of it"
PROVEN = "a proven copy of it came"
EARLIER = "a copy of it came before, and is handled first"
PAUSE = timedelta(seconds=2)


def unproven(at: MessageContext) -> Settlement | Deferred | None:
    """Return how a message that would be held ends, where a copy of it has come before it.

    The copy is handled first.
    """
    if not at.row.twins or at.found.outcome.hold not in CODE_NEEDED:
        return None
    for twin in inbound.duplicates_of(at.work.session, at.row):
        if twin.status is InboundStatus.RECEIVED and twin.id < at.row.id:
            inbound.put_back(at.work.session, at.row.id, max(at.work.now, twin.due_at) + PAUSE, EARLIER)
            return Deferred.PUT_BACK
        if not _alike(at, twin):
            continue
        if twin.status is InboundStatus.HANDLED:
            return at.settled(InboundStatus.IGNORED, CARRIED_OUT)
        if twin.status is InboundStatus.HELD and twin.hold in CODE_NEEDED and twin.id < at.row.id:
            return at.settled(InboundStatus.IGNORED, ASKED_ABOUT)
    return None


def believed(at: MessageContext) -> Settlement | None:
    """Settle a message that is proven or was released, if a copy of it was carried out; else drop its held copies.

    The campaign is locked.
    """
    twins = inbound.duplicates_of(at.work.session, at.row) if at.row.twins else ()
    for twin in twins:
        let_through = at.row.released_at is not None or twin.released_at is not None
        if twin.status is InboundStatus.HANDLED and (_same(at, twin) or (let_through and _alike(at, twin))):
            return at.settled(InboundStatus.IGNORED, CARRIED_OUT)
    for twin in twins:
        if twin.status is InboundStatus.HELD and twin.hold in CODE_NEEDED:
            inbound.drop(at.work.session, twin.id, PROVEN)
    return None


def _read(at: MessageContext, row: InboundMail) -> ReadMail:
    return read(row.raw, at.work.service.own, at.work.service.mail_limits)


def _same(at: MessageContext, twin: InboundMail) -> bool:
    """Return whether two copies say the same.

    One so old that it is kept no more counts as such by its Message-ID alone.
    """
    return twin.dropped_at is not None or _read(at, twin).content_hash == _read(at, at.row).content_hash


def _alike(at: MessageContext, twin: InboundMail) -> bool:
    """Return whether two copies say the same, but for what a list has put behind it."""
    if _same(at, twin):
        return True
    theirs, ours = _read(at, twin).lines, _read(at, at.row).lines
    shorter = min(len(theirs), len(ours))
    return shorter > 0 and theirs[:shorter] == ours[:shorter]
