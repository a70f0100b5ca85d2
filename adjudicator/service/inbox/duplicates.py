"""Copies of one mail: one came directly and one over a list, which has put a footer below it.

A mail is known by its author, its Message-ID and its Date. It is carried out once: the first proven copy, or an
unproven one by its code, whichever comes first. Two mails that share all three and say different things are two mails;
the answer to the second says so. What a list has put below a copy makes no difference.
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
    done = [twin for twin in twins if twin.status is InboundStatus.HANDLED]
    for twin in done:
        let_through = at.row.released_at is not None or twin.released_at is not None
        if _same(at, twin) or (_alike(at, twin) if let_through else _of_one_date(at, twin) and _over_a_list(at, twin)):
            return at.settled(InboundStatus.IGNORED, CARRIED_OUT)
    at.differs = any(_of_one_date(at, twin) for twin in done)
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
    """Return whether two copies say the same, but for what stands below the shorter one."""
    if _same(at, twin):
        return True
    shorter, longer = sorted((_said(_read(at, twin)), _said(_read(at, at.row))), key=len)
    return bool(shorter) and longer[: len(shorter)] == shorter


def _over_a_list(at: MessageContext, twin: InboundMail) -> bool:
    """Return whether two copies say the same, but for what a list has put below the longer one."""
    shorter, longer = sorted((_read(at, twin), _read(at, at.row)), key=lambda mail: len(_said(mail)))
    return _alike(at, twin) and (bool(longer.list_id) or _said(longer) == _said(shorter))


def _of_one_date(at: MessageContext, twin: InboundMail) -> bool:
    date = _read(at, at.row).date_shown
    return bool(date) and twin.dropped_at is None and _read(at, twin).date_shown == date


def _said(mail: ReadMail) -> tuple[str, ...]:
    """Return all that its author wrote, letters included; of an attachment the lines."""
    return tuple(line.text for line in mail.prose) or mail.lines
