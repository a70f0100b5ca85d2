"""Turn the outbox into bytes: queued mails are worded and rendered after the commit, and their bytes kept."""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence

import structlog

from adjudicator.failpoints import Point, reached
from adjudicator.mail.address import Address
from adjudicator.mail.compose import Attachment, AutoSubmitted, OutgoingMail, Picture, can_be_named, compose
from adjudicator.mail.signing import BadKey, sign
from adjudicator.reports.layout.calendar import calendar
from adjudicator.reports.layout.data import to_json
from adjudicator.reports.layout.plain import plain
from adjudicator.reports.layout.render import render
from adjudicator.reports.model import Kind, Report
from adjudicator.reports.model import Picture as Drawn
from adjudicator.service.logs import place_of, went
from adjudicator.service.outbox import bounces
from adjudicator.service.outbox.delivery import BATCH, LEASE, backoff_delay, signing_key
from adjudicator.service.outbox.payloads import decode
from adjudicator.service.outbox.queue import NEWS, REPORT, root_id
from adjudicator.service.press.sending import thread_of
from adjudicator.service.service import Service
from adjudicator.service.words import outside_mails
from adjudicator.service.words.masking import mask
from adjudicator.service.words.replays import replay
from adjudicator.service.words.reports import write
from adjudicator.settings import shown
from adjudicator.store import campaigns, outbound
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.engine import StoreUnavailable, reading, writing
from adjudicator.store.outbound import Lease
from adjudicator.store.rate_limits import Pace
from adjudicator.store.retry import retry_while_unavailable
from adjudicator.store.tables import Campaign, OutboundMail, OutboundState

log = structlog.get_logger()
RENDER_ATTEMPTS = 5
AT_A_STRETCH = 0.5
"""Seconds after which what is still to be written goes back: somebody else's answer may have come in line."""


UNSUBSCRIBE = "subject=ORDERS%3A%20unsubscribe&body=unsubscribe"
"""The part after `mailto:ADDRESS?`: the command in the body, and in the subject for programs that leave out the
body."""


def render_due(service: Service, limit: int = BATCH) -> int:
    """Render queued mails and keep their bytes, for so long as others can wait meanwhile. Returns how many it were."""
    now = service.clock.now()
    of = Pace(mailboxes=_able_to_sign(service))
    with writing(service.engine) as session:
        rows = outbound.claim(session, OutboundState.QUEUED, now, Lease(LEASE, service.life.id), limit, of)
    begun = time.monotonic()
    try:
        for done, row in enumerate(rows):
            if done and time.monotonic() - begun > AT_A_STRETCH:
                _give_back(service, rows[done:])
                return done
            _render(service, row)
    except StoreUnavailable:
        retry_while_unavailable(LEASE, lambda: _give_back(service, rows))
        raise
    return len(rows)


def _able_to_sign(service: Service) -> tuple[str, ...]:
    """Return the mailboxes whose messages can be written: with a wrong key they wait until it is replaced.

    Raises BadKey if there is only one mailbox.
    """
    able = []
    for name in service.settings.mail.boxes:
        try:
            signing_key(service.settings, name)
        except BadKey as bad:
            if len(service.settings.mail.boxes) == 1:
                raise
            log.error("mails wait: they cannot be signed", mailbox=shown(name), why=str(bad))
        else:
            able.append(name)
    return tuple(able)


def _render(service: Service, row: OutboundMail) -> None:
    if row.kind == NEWS and _told_meanwhile(service, row):
        return
    reached(Point.RENDERING)
    try:
        raw = message_bytes(service, row)
    except StoreUnavailable:
        raise
    except Exception as error:
        _render_failed(service, row, error)
        return
    reached(Point.RENDERED)
    with writing(service.engine) as session:
        outbound.store_rendered(session, row.id, raw, service.clock.now(), row.campaign_id)
    reached(Point.RENDER_STORED)


def _give_back(service: Service, rows: Sequence[OutboundMail]) -> None:
    """Give back what was not rendered, so that it does not count as an attempt."""
    with writing(service.engine) as session:
        outbound.give_back(session, rows)


def _told_meanwhile(service: Service, row: OutboundMail) -> bool:
    """Return whether a report tells the gathered news of a mail too, which is not sent then.

    One that was queued after this mail was claimed begins behind its news: it counted them as told.
    """
    since = decode(row.intent).since
    with writing(service.engine) as session:
        seats = campaigns.seats_at_table(session, row.campaign_id or 0, row.queued_at)
        seat = next(each for each in seats if each.id == row.seat_id)
        own = [each.id for each in campaigns.read_together(seats, seat, row.recipient)] or [seat.id]
        later = outbound.later_intents(session, row, own, REPORT)
        return any(decode(each).since <= since for each in later) and outbound.cancel_queued(session, row)


def message_bytes(service: Service, row: OutboundMail) -> bytes:
    """Return the bytes of a message, signed if there is a key; only the time of a signature ever differs."""
    if row.seat_id is None:
        raw = outside_mails.outside_message_bytes(service, row, decode(row.intent))
    else:
        raw = _composed(service, row)
    key = signing_key(service.settings, row.mailbox)
    return raw if key is None else sign(raw, key)


def _composed(service: Service, row: OutboundMail) -> bytes:
    with reading(service.engine) as session:
        seats = campaigns.seats_at_table(session, row.campaign_id or 0, decode(row.intent).written)
        report = write(session, row, seats)
        letter = thread_of(session, row)
        seat = next(seat for seat in seats if seat.id == row.seat_id)
        campaign = session.get(Campaign, row.campaign_id)  # it is at hand by now
        page = "" if campaign is None else replay(service, session, row, campaign, seat)
    if letter is None:  # all mails about the seats of one person come from one address
        seat = next(iter(campaigns.read_together(seats, seat, row.recipient)), seat)
    owns = [box.address for box in service.settings.mail.boxes.values()]
    masked = mask(owns, seat.token, (each.token for each in seats if each is not seat))
    base = service.reply_address(seat.token, row.mailbox)
    address = base if letter is None else service.reply_address(f"{seat.token}.{letter.key}", row.mailbox)
    domain = service.settings.mail.boxes[row.mailbox].address.domain
    made = render(report, address, with_page=seat.has_page)
    root = root_id(service, seat, letter.root if letter else "root")
    ours = Address(address, plain(report.campaign))
    holder = seat.at(row.recipient)
    answered = row.in_reply_to if row.in_reply_to and can_be_named(row.in_reply_to) else None
    references = (root, answered) if answered else (root,)
    return compose(
        OutgoingMail(
            message_id=row.message_id,
            date=report.written,
            sender=ours,
            reply_to=ours,
            to=Address(row.recipient, plain(holder.name) if holder else ""),
            subject=masked(made.subject),
            text=masked(made.text),
            html=masked(made.html) if seat.has_page else None,
            pictures=_pictures(made.pictures),
            attachments=(*_attachments(domain, report, seat, masked), *_replay(masked(page))),
            auto_submitted=AutoSubmitted.REPLIED if report.kind.is_reply else AutoSubmitted.GENERATED,
            language=report.language,
            in_reply_to=answered or root,
            references=references,
            receipts=tuple(receipt.text for receipt in report.footer.receipts),
            list_id=f"{ours.name} <{row.campaign_id}.{domain}>",
            list_unsubscribe=f"mailto:{base}?{UNSUBSCRIBE}",
        )
    )


def _pictures(drawn: Iterable[Drawn]) -> tuple[Picture, ...]:
    return tuple(
        Picture(cid=picture.cid, filename=f"{picture.cid}.png", png=picture.png, alt=picture.alt)
        for picture in drawn
        if picture.png
    )


def _attachments(domain: str, report: Report, seat: SeatAtTable, masked: Callable[[str], str]) -> Iterator[Attachment]:
    """Yield what the seat wants with the message."""
    entries = calendar(report, seat.tag, domain) if seat.calendar else b""
    if entries:
        data = masked(entries.decode()).encode()
        # as text/calendar it comes before the report: Thunderbird shows such a part as an invitation above the text
        yield Attachment(filename="deadline.ics", content_type="application/ics", data=data)
    if report.kind is Kind.LETTER and not seat.has_page:  # a text shows no picture
        for picture in report.pictures:
            yield Attachment(filename=f"{picture.cid}.png", content_type="image/png", data=picture.png)
    for picture in report.pictures:
        if picture.attached and picture.png:
            yield Attachment(filename=f"{picture.cid}.png", content_type="image/png", data=picture.png)
        if picture.page:
            yield Attachment(
                filename="position.html", content_type="text/html; charset=utf-8", data=picture.page.encode()
            )
    if seat.data_copy:
        data = masked(to_json(report).decode()).encode()
        yield Attachment(filename="report.json", content_type="application/json", data=data)


def _replay(page: str) -> tuple[Attachment, ...]:
    kind = "text/html; charset=utf-8"
    return (Attachment(filename="replay.html", content_type=kind, data=page.encode()),) if page else ()


def _render_failed(service: Service, row: OutboundMail, error: Exception) -> None:
    said = {"mail": went(row.id), "campaign": row.campaign_id, "attempts": row.attempts}
    log.error("a mail could not be rendered", exc_info=error, **said)
    told = place_of(error)
    with writing(service.engine) as session:
        if row.attempts >= RENDER_ATTEMPTS:
            if outbound.give_up(session, row.id, told):
                bounces.unwritten(service.work(session), row, told)
        else:
            outbound.try_again(session, row.id, service.clock.now() + backoff_delay(row.attempts), told)
