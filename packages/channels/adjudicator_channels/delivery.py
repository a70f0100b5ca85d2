"""Notices go: each with a lease, at least once and always under the same id, again after a while, given up at last."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial

import structlog
from sqlalchemy.orm import Session

from adjudicator.failpoints import Point, reached
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.outbox.delivery import backoff_delay
from adjudicator.service.outbox.notices import to_table
from adjudicator.service.service import Service
from adjudicator.settings import Settings
from adjudicator.store import channels
from adjudicator.store.campaigns import seats_at_table
from adjudicator.store.engine import StoreBusy, lock_campaign, reading, writing
from adjudicator.store.outbound import Lease
from adjudicator.store.retry import retry_while_unavailable
from adjudicator.store.tables import Channel, ChannelNotice, Role
from adjudicator_channels import chats, places, webhooks
from adjudicator_channels.places import Allowed, masked
from adjudicator_channels.webhooks import Delivered, Failed, Handed

log = structlog.get_logger()
LEASE = timedelta(minutes=5)
AT_ONCE = 8
"""The number of channels that are served side by side: one that does not answer keeps few others waiting."""
MOST_BYTES = 20_000
"""The most bytes of a body; ours are far shorter."""

Writer = Callable[[Session, Channel, ChannelNotice], bytes]
"""Writes the body of a notice, in the language of its channel."""


def allowed(settings: Settings) -> Allowed:
    """Return where notices of this installation may go."""
    return Allowed(plain=settings.notices.allow_http, private=settings.notices.allow_private_networks)


def send_due(service: Service, write: Writer) -> int:
    """Send what is due, at most one notice for each channel. Returns how many were tried."""
    with writing(service.engine) as session:
        rows = channels.claim(session, service.clock.now(), Lease(LEASE, service.life.id), AT_ONCE)
    if rows:
        reached(Point.NOTICE_CLAIMED)
        with ThreadPoolExecutor(len(rows), "notice") as pool:
            list(pool.map(lambda row: _send(service, write, *row), rows))
    return len(rows)


def hand_over(service: Service, channel: Channel, name: str, body: bytes) -> Handed:
    """Try once to hand it over.

    Whatever goes wrong is an answer, never an error.
    """
    url, notices = channel.url.decode(), service.settings.notices
    if not places.is_webhook(url):
        return chats.say(url, body, notices)
    if len(body) > MOST_BYTES:
        return Failed("the notice is too long", final=True)
    given = webhooks.headers(channel.secret, name, service.clock.now(), body)
    return webhooks.post(url, body, given, allowed(service.settings), float(notices.timeout_seconds))


def _send(service: Service, write: Writer, notice: ChannelNotice, channel: Channel) -> None:
    body = retry_while_unavailable(LEASE, partial(_still_ours, service, write, notice, channel))
    if body is None:
        return
    handed = hand_over(service, channel, notice.name, body)
    reached(Point.NOTICE_SENT)
    said = {"notice": notice.name, "channel": channel.id, "campaign": channel.campaign_id}
    if isinstance(handed, Failed):
        log.warning("a notice has not arrived", why=handed.why, attempts=notice.attempts, **said)
    try:
        retry_while_unavailable(LEASE, partial(_keep, service, notice, channel, handed))
    except StoreBusy as busy:  # its lease ends, and it goes once more under the same id
        log.warning("what became of a notice is not kept", why=str(busy), **said)
    reached(Point.NOTICE_KEPT)


def _still_ours(service: Service, write: Writer, notice: ChannelNotice, channel: Channel) -> bytes | None:
    """Return the body of a notice if it is still to be sent and no other worker has claimed it."""
    service.life.assure()  # whoever has taken us for dead has freed the notice by now: we see it
    with reading(service.engine) as session:
        if not channels.still_to_go(session, notice):
            return None
        if _is_theirs(service, session, channel):
            return write(session, channel, notice)
    with writing(service.engine) as session:
        channels.drop(session, notice)
    return None


def _is_theirs(service: Service, session: Session, channel: Channel) -> bool:
    """Return whether whose channel it is still gives the orders of the seat."""
    if channel.seat_id is None:
        return True
    seats = seats_at_table(session, channel.campaign_id, service.clock.now())
    holders = (seat.of(channel.person_id) for seat in seats if seat.id == channel.seat_id)
    return any(holder is not None and holder.role is Role.ORDERS for holder in holders)


def _keep(service: Service, notice: ChannelNotice, channel: Channel, handed: Handed) -> None:
    """Keep what became of it; the first one that is given up is told."""
    now = service.clock.now()
    hopeless = now - notice.queued_at > timedelta(hours=service.settings.notices.give_up_hours)
    with writing(service.engine) as session:
        match handed:
            case Delivered():
                channels.arrived(session, notice)
            case Failed(why=why, final=final) if final or hopeless:
                lock_campaign(session, channel.campaign_id)
                if channels.give_up(session, notice, now, why):
                    _tell(service, session, notice, channel)
                    service.wakes.outbox()
            case Failed(why=why):
                channels.try_again(session, notice, now + backoff_delay(notice.attempts), why)


def _tell(service: Service, session: Session, notice: ChannelNotice, channel: Channel) -> None:
    table = table_of_campaign(service.work(session), channel.campaign_id)
    seats = table.moderators if channel.seat_id is None else (table.by_id[channel.seat_id],)
    topic = "campaign_channel_dead" if channel.seat_id is None else "own_channel_dead"
    place = masked(channel.url.decode())
    to_table(topic, number=channel.number, place=place, moment=notice.queued_at).send(table, seats)
