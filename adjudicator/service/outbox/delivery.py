"""Deliver the outbox: mails are rendered after the commit, stored, then handed over."""

import asyncio
import random
from collections.abc import Callable, Collection, Sequence
from datetime import datetime, timedelta
from functools import partial

import structlog
from sqlalchemy.orm import Session

from adjudicator.failpoints import Point, reached
from adjudicator.mail.envelope import bounce_address
from adjudicator.mail.send import Delivered, Handed, PermanentFailure, SmtpClient
from adjudicator.service.logs import went, without_addresses
from adjudicator.service.outbox import bounces
from adjudicator.service.outbox.wire import pace, smtp_settings
from adjudicator.service.service import Service, UnitOfWork
from adjudicator.store import kept_mails, outbound
from adjudicator.store.engine import reading, writing
from adjudicator.store.outbound import Lease
from adjudicator.store.retry import retry_while_unavailable
from adjudicator.store.tables import OutboundMail, OutboundState

log = structlog.get_logger()
LEASE = timedelta(minutes=2)
BATCH = 20
"""The number of mails that are taken at once, to be written or handed over."""
UNTIL_KEPT = timedelta(days=1)
"""How long a sender keeps an answer of the server that it cannot store. Its lease is over sooner; but who comes back
first should be the one who knows."""
FIRST_PAUSE = timedelta(seconds=30)
LONGEST_PAUSE = timedelta(hours=2)


Couriers = Callable[[str], SmtpClient]
"""Who hands over the mails of a mailbox: perhaps somebody who has a connection from before."""


async def send_due(service: Service, limit: int = BATCH, couriers: Couriers | None = None) -> int:
    """Deliver rendered messages to the SMTP servers, one recipient each, and return how many were taken.

    A slow server does not delay the others; the number is that of the server with most.
    """
    couriers = couriers or (lambda name: SmtpClient(smtp_settings(service.settings, name)))
    ways = service.settings.mail.sent_together
    return max(await asyncio.gather(*(_send(service, limit, names, couriers(names[0])) for names in ways)))


async def _send(service: Service, limit: int, mailboxes: Sequence[str], courier: SmtpClient) -> int:
    """Deliver the messages of mailboxes that share one account."""
    now = service.clock.now()
    with writing(service.engine) as session:
        lease, most = Lease(LEASE, service.life.id), pace(service.settings, mailboxes)
        rows = outbound.claim(session, OutboundState.RENDERED, now, lease, limit, most)
    if not rows:
        return 0
    reached(Point.CLAIMED)
    left = {row.id for row in rows}
    try:
        async with courier:
            for row in rows:
                if await _sent(service, row, courier):
                    left.discard(row.id)
    finally:
        if left and service.life.id is not None:
            retry_while_unavailable(UNTIL_KEPT, partial(_let_go, service, left, service.life.id))
    return len(rows)


async def _sent(service: Service, row: OutboundMail, courier: SmtpClient) -> bool:
    """Hand one message over and keep what the server said. Returns False if it is not ours any more."""
    raw = retry_while_unavailable(LEASE, partial(_still_ours, service, row))
    if raw is None:
        return False
    reached(Point.HANDING_OVER)
    own = service.own_in(row.mailbox)
    sender = bounce_address(own, row.message_id)
    handed = await courier.hand_over(raw, sender=sender, recipient=row.recipient, plain=own.addresses[0])
    reached(Point.HANDED_OVER)
    _say(row, handed)
    retry_while_unavailable(UNTIL_KEPT, partial(_acknowledge, service, row, handed))
    reached(Point.ACKNOWLEDGED)
    return True


def _let_go(service: Service, mail_ids: Collection[int], holder: int) -> None:
    with writing(service.engine) as session:
        outbound.let_go(session, mail_ids, holder)


def _say(row: OutboundMail, handed: Handed) -> None:
    """Log what the server said."""
    said = {"mail": went(row.id), "campaign": row.campaign_id}
    if isinstance(handed, Delivered):
        log.info("a mail has gone", **said)
        return
    event = "a mail is refused" if isinstance(handed, PermanentFailure) else "a mail is not taken yet"
    log.warning(event, code=handed.code, why=without_addresses(handed.text), attempts=row.attempts, **said)


def _still_ours(service: Service, row: OutboundMail) -> bytes | None:
    """Return the bytes of a message that is still to be sent, and that nobody else has claimed or may claim before."""
    service.life.assure()  # whoever has taken us for dead has freed the mail by now: we see it
    with reading(service.engine) as session:
        in_time = service.life.id is not None or service.clock.now() < row.due_at
        ours = in_time and outbound.still_to_go(session, row.id, row.due_at)
        return _bytes(service, session, row) if ours else None


def _bytes(service: Service, session: Session, row: OutboundMail) -> bytes | None:
    """Return the bytes to deliver; None if a picture has been lost.

    The message is never sent without it, but rendered once more.
    """
    try:
        return kept_mails.whole(session, row)
    except kept_mails.PictureMissing as missing:
        told = {"mail": went(row.id), "campaign": row.campaign_id, "picture": str(missing)}
        log.error("a mail is rendered again: a picture is missing", **told)
    with writing(service.engine) as own:
        outbound.render_again(own, row.id, service.clock.now())
    return None


def _acknowledge(service: Service, row: OutboundMail, handed: Handed) -> None:
    with writing(service.engine) as session:
        _keep(service.work(session), row, handed)


def _keep(work: UnitOfWork, row: OutboundMail, handed: Handed) -> None:
    """Keep what the server said; a mail that will never arrive has consequences."""
    now = work.now
    if isinstance(handed, Delivered):
        outbound.handed_over(work.session, row.id, now)
        return
    told = f"{handed.code} {handed.text}"
    if isinstance(handed, PermanentFailure):
        if outbound.give_up(work.session, row.id, told):
            bounces.refused(work, row, handed)
    elif _too_old(work.service, row, now):
        if outbound.give_up(work.session, row.id, told):
            bounces.expired(work, row, told)
    else:
        outbound.try_again(work.session, row.id, now + backoff_delay(row.attempts), told)


def _too_old(service: Service, row: OutboundMail, now: datetime) -> bool:
    return now - row.queued_at > timedelta(hours=service.settings.limits.give_up_hours)


def backoff_delay(attempts: int) -> timedelta:
    """Return a pause that doubles, with a little jitter.

    So a server that comes back is not flooded.
    """
    pause: timedelta = min(FIRST_PAUSE * 2 ** min(attempts - 1, 12), LONGEST_PAUSE)
    return pause * random.uniform(0.9, 1.1)
