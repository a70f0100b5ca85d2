"""Deliver the outbox: mails are rendered after the commit, stored, then handed over."""

import asyncio
import hashlib
import random
from collections.abc import Callable, Collection, Sequence
from datetime import datetime, timedelta
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import structlog
from sqlalchemy.orm import Session

from adjudicator.failpoints import Point, reached
from adjudicator.mail.envelope import bounce_address
from adjudicator.mail.oauth import Grant, Tokens
from adjudicator.mail.send import Delivered, Handed, PermanentFailure, SmtpClient
from adjudicator.mail.settings import ImapSettings, SmtpSettings
from adjudicator.mail.settings import Tls as MailTls
from adjudicator.mail.signing import SigningKey, load_key
from adjudicator.service.logs import went, without_addresses
from adjudicator.service.outbox import bounces
from adjudicator.service.service import Service, UnitOfWork
from adjudicator.settings import MAIN, OAuth, Server, Settings, Tls
from adjudicator.store import kept_mails, outbound
from adjudicator.store.engine import reading, writing
from adjudicator.store.outbound import Lease
from adjudicator.store.rate_limits import Pace
from adjudicator.store.retry import retry_while_unavailable
from adjudicator.store.tables import OutboundMail, OutboundState

# The installation's settings in the terms of the mail layer.

_TLS = {Tls.NONE: MailTls.NONE, Tls.IMPLICIT: MailTls.TLS, Tls.STARTTLS: MailTls.STARTTLS}


def smtp_settings(settings: Settings, mailbox: str = MAIN) -> SmtpSettings:
    """Return where messages of a mailbox are handed over. Raises LookupError, as all here."""
    box = settings.mail.boxes[mailbox]
    return SmtpSettings(**_server(settings, box.smtp), local_name=box.address.domain)


def imap_settings(settings: Settings, mailbox: str = MAIN) -> ImapSettings:
    """Return where messages of a mailbox are fetched."""
    server = settings.mail.boxes[mailbox].imap
    return ImapSettings(
        **_server(settings, server),
        folder=server.inbox,
        idle=server.idle,
        poll_seconds=server.poll_seconds,
        most_bytes=settings.limits.mail_bytes,
    )


def _server(settings: Settings, server: Server) -> dict[str, Any]:
    return {
        "host": server.host,
        "port": server.port,
        "tls": _TLS[server.tls],
        "user": server.user,
        "password": server.password.get_secret_value(),
        "tokens": _tokens(server.oauth, settings.data_directory) if server.oauth.token_url else None,
        "ca_file": str(server.ca_file or ""),
        "timeout": float(server.timeout_seconds),
    }


@lru_cache(maxsize=64)
def _tokens(oauth: OAuth, folder: Path) -> Tokens:
    """Return one source for each grant in a process: fetching and sending may share it."""
    grant = Grant(
        token_url=oauth.token_url,
        client_id=oauth.client_id,
        client_secret=oauth.client_secret.get_secret_value(),
        refresh_token=oauth.refresh_token.get_secret_value(),
        scope=oauth.scope,
    )
    name = hashlib.sha256(grant.refresh_token.encode()).hexdigest()[:12]
    return Tokens(grant, folder / f"oauth-{name}.token")


def signing_key(settings: Settings, mailbox: str = MAIN) -> SigningKey | None:
    """Return the key for signing messages of a mailbox; None if they are not signed.

    Raises:
        BadKey: The key cannot be used.
    """
    box = settings.mail.boxes[mailbox]
    if box.dkim.key_file is None:
        return None
    return _loaded(box.address.domain, box.dkim.selector, box.dkim.key_file)


@lru_cache(maxsize=64)
def _loaded(domain: str, selector: str, file: Path) -> SigningKey:
    return load_key(domain, selector, file)


def pace(settings: Settings, mailboxes: Sequence[str]) -> Pace:
    """Return how much may be handed over in an hour by the account that some mailboxes have in common."""
    smtp = settings.mail.boxes[mailboxes[0]].smtp
    return Pace(per_hour=smtp.per_hour, per_recipient=smtp.per_recipient, mailboxes=tuple(mailboxes))


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
