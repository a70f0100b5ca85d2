"""A fetched mail is on disk before anything is done with it."""

from datetime import datetime
from functools import lru_cache
from hashlib import sha256

from sqlalchemy.orm import Session

from adjudicator.faults import Point, reached
from adjudicator.mail.address import OwnAddresses
from adjudicator.mail.guard import read_guarded
from adjudicator.mail.model import Limits, ReadMail
from adjudicator.service.play import offers
from adjudicator.service.service import Service
from adjudicator.store import campaigns, mails, receipts
from adjudicator.store.engine import reading, writing
from adjudicator.store.mails import NewMail, Place, Stored

OVERSIZE = b"X-Adjudicator-Oversize: "
"""Header in front of a stored mail of which only the headers were fetched, with the size of the whole."""


@lru_cache(maxsize=16)
def read(raw: bytes, own: OwnAddresses, limits: Limits) -> ReadMail:
    """Read a mail; the worker in the same process finds what the poller read."""
    return read_guarded(raw, limits=limits, own=own, sent_form=offers.prefilled_lines())


def ingest(service: Service, place: Place, received_at: datetime, raw: bytes, *, oversize: int = 0) -> Stored:
    """Store a mail durably and wake a worker, unless it waits for another mail of its campaign, which wakes for it.

    After the return it may leave the INBOX.

    The same mail a second time (another copy, another place, a second fetch) is recognised. `oversize`: the mail
    has so many bytes that only its headers, `raw`, were fetched.
    """
    if oversize:
        raw = OVERSIZE + str(oversize).encode() + b"\r\n" + raw
    mail = read(raw, service.own, service.mail_limits)
    with writing(service.engine) as session:
        now = service.clock.now()
        seat_id, campaign_id = _addressed(session, mail)
        stored = mails.store(
            session,
            NewMail(
                place=place,
                message_id=mail.message_id,
                content_hash=receipts.keyed(session, bytes.fromhex(mail.content_hash), now),
                received_at=min(received_at, now),  # whatever the mail server's clock says
                raw=raw,
                evidence=_evidence(mail),
                sender=mail.from_address,
                seat_id=seat_id,
                campaign_id=campaign_id,
            ),
            now,
        )
        waits = not stored.again and _behind_another(session, stored.id, campaign_id, seat_id)
    reached(Point.STORED)
    if not stored.again and not (waits and _still_waits(service, stored.id, campaign_id, seat_id)):
        service.wakes.mail(stored.id)
    reached(Point.WOKEN)
    return stored


def _behind_another(session: Session, mail_id: int, campaign_id: int | None, seat_id: int | None) -> bool:
    if campaign_id is None or seat_id is None:
        return False
    return mails.earlier_waiting(session, campaign_id, mail_id, seat_id)


def _still_waits(service: Service, mail_id: int, campaign_id: int | None, seat_id: int | None) -> bool:
    """Asked again after the commit: whoever settles an earlier mail from now on finds this one."""
    with reading(service.engine) as session:
        return _behind_another(session, mail_id, campaign_id, seat_id)


def _evidence(mail: ReadMail) -> bytes:
    """A hash of all that a check of the sender looks at, besides what the mail says."""
    results = (mail.auth_results, mail.arc_results, mail.arc_seals, mail.arc_signatures)
    marks = tuple(each.mark for each in mail.signatures)
    return sha256(repr((*results, marks, mail.shape, mail.doubts)).encode("utf-8", "surrogateescape")).digest()


def _addressed(session: Session, mail: ReadMail) -> tuple[int, int] | tuple[None, None]:
    """The seat that the recipient's address names, and its campaign."""
    for token in mail.tokens.addressed:
        found = campaigns.seat_by_token(session, token)
        if found is not None:
            return found
    return None, None
