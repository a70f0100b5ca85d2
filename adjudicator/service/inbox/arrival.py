"""Fetched mails are on disk before anything is done with them."""

from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache
from hashlib import sha256

import structlog
from msgspec import Struct

from adjudicator.failpoints import Point, reached
from adjudicator.mail.address import OwnAddresses
from adjudicator.mail.headers import without_mark
from adjudicator.mail.model import Limits, ReadMail
from adjudicator.mail.sandbox import parse_in_sandbox
from adjudicator.service.logs import came
from adjudicator.service.play import offers
from adjudicator.service.service import Service
from adjudicator.settings import MAIN
from adjudicator.store import campaigns, inbound, receipts
from adjudicator.store.engine import reading, writing
from adjudicator.store.inbound import NewMail, Place, Stored

log = structlog.get_logger()
OVERSIZE = b"X-Adjudicator-Oversize: "
"""Header in front of a stored mail of which only the headers were fetched, with the size of the whole."""


@lru_cache(maxsize=32)
def read(raw: bytes, own: OwnAddresses, limits: Limits) -> ReadMail:
    """Read a mail; the worker in the same process finds what the poller read."""
    return parse_in_sandbox(raw, limits=limits, own=own, sent_form=offers.prefilled_lines())


class Arrived(Struct, frozen=True):
    """A message as it was fetched.

    `received_at`: by the mail server's clock. `oversize`: its size in bytes if only its headers, `raw`, were fetched.
    """

    place: Place
    received_at: datetime
    raw: bytes
    oversize: int = 0
    box: str = MAIN
    """Into which of our mailboxes it came."""


def ingest(service: Service, place: Place, received_at: datetime, raw: bytes, *, oversize: int = 0) -> Stored:
    """Store one mail by `ingest_all`."""
    return ingest_all(service, [Arrived(place, received_at, raw, oversize)])[0]


def ingest_all(service: Service, arrived: Sequence[Arrived]) -> tuple[Stored, ...]:
    """Store messages durably, all or none, and wake a worker for each of them.

    No worker is woken for a message that waits for another one of its campaign, which wakes for it. After the return
    the messages may leave the INBOX. The same message a second time (another copy, another place, a second fetch) is
    recognised.
    """
    raws = [_whole(each) for each in arrived]
    read_mails = [read(raw, service.own, service.mail_limits) for raw in raws]
    with writing(service.engine) as session:
        now = service.clock.now()
        seats = campaigns.seats_by_tokens(session, [token for mail in read_mails for token in mail.tokens.addressed])
        new = []
        for each, raw, mail in zip(arrived, raws, read_mails, strict=True):
            addressed = (seats[token] for token in mail.tokens.addressed if token in seats)
            seat_id, campaign_id = next(addressed, (None, None))
            new.append(
                NewMail(
                    place=each.place,
                    message_id=mail.message_id,
                    content_hash=receipts.keyed(session, bytes.fromhex(mail.content_hash), now),
                    received_at=min(each.received_at, now),  # whatever the mail server's clock says
                    raw=raw,
                    evidence=_evidence(mail),
                    sender=mail.from_address,
                    seat_id=seat_id,
                    campaign_id=campaign_id,
                    box=each.box,
                )
            )
        stored = inbound.store_all(session, new, now)
        fresh = {each.id: mail.campaign_id for each, mail in zip(stored, new, strict=True) if not each.again}
        waiting = inbound.behind_others(session, list(fresh))
    reached(Point.STORED)
    if waiting:  # asked again after the commit: whoever settles an earlier mail from now on finds these
        with reading(service.engine) as session:
            waiting = inbound.behind_others(session, sorted(waiting))
    for mail_id, campaign_id in fresh.items():
        log.info("a mail has come", mail=came(mail_id), campaign=campaign_id)
        if mail_id not in waiting:
            service.wakes.mail(mail_id, campaign_id)
        reached(Point.WOKEN)
    return stored


def _whole(arrived: Arrived) -> bytes:
    """Return the bytes that are kept: every later reader finds the first header where it belongs."""
    raw = without_mark(arrived.raw)
    return OVERSIZE + str(arrived.oversize).encode() + b"\r\n" + raw if arrived.oversize else raw


def _evidence(mail: ReadMail) -> bytes:
    """Return a hash of all that a check of the sender looks at, apart from the text."""
    results = (mail.auth_results, mail.arc_results, mail.arc_seals, mail.arc_signatures)
    marks = tuple(signature.mark for signature in mail.signatures)
    return sha256(repr((*results, marks, mail.shape, mail.doubts)).encode("utf-8", "surrogateescape")).digest()
