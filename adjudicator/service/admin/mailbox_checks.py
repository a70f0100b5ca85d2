"""Check each mailbox for `doctor`: who is believed there, its servers, its signature, what DNS says of it."""

import asyncio
from collections.abc import Iterator

from adjudicator.mail.dns_records import RESERVED, NoAnswer, Resolver, looked_up
from adjudicator.mail.fetch import LoginRefused, Mailbox, MailboxLost
from adjudicator.mail.send import Delivered, SmtpClient
from adjudicator.mail.signing import BadKey
from adjudicator.service.admin.findings import Finding, good, plain, plain_text, remark, wrong
from adjudicator.service.outbox.delivery import imap_settings, signing_key, smtp_settings
from adjudicator.settings import Settings, Trust


def _called(name: str) -> str:
    """Return the settings section of a mailbox, to prefix the name of a setting."""
    return f"mail.mailboxes.{name}" if name else "mail"


def _trust(settings: Settings, name: str) -> Iterator[Finding]:
    mail, called = settings.mail.boxes[name], _called(name)
    if mail.trust is Trust.EVERYBODY and mail.address.domain not in ("localhost", "game.test"):
        yield wrong(f"{called}.trust", "everybody: anybody can play for anybody; for a demo on this machine only")
    elif mail.trust is Trust.AUTHENTICATION_RESULTS and not mail.authserv_id:
        yield remark(
            f"{called}.authserv_id",
            "empty: no verdict of your receiving server is believed and every mail is held; "
            "take the first word of an Authentication-Results header of a mail you received",
        )
    else:
        yield good(f"{called}.trust", f"{mail.trust}{f' by {mail.authserv_id}' if mail.authserv_id else ''}")


def incoming(settings: Settings, name: str) -> Iterator[Finding]:
    """Log in where mail is fetched, once for all mailboxes whose mail lies in the same folder."""
    if not any(names[0] == name for names in settings.mail.fetched_together):
        return
    server, called = settings.mail.boxes[name].imap, f"{_called(name)}.imap"
    where = f"{server.host}:{server.port} ({server.tls})"
    try:
        with Mailbox.connect(imap_settings(settings, name)):
            yield good(called, f"{where}: logged in as {server.user or 'nobody'}, {server.inbox} is open")
    except LoginRefused:
        yield wrong(called, f"{where} refuses user {server.user!r} or the password; many providers want one "
                                 "made for programs (app password)")  # fmt: skip
    except MailboxLost as lost:
        yield wrong(called, f"{where}: {plain(lost.__cause__ or lost, server.tls)}")


def outgoing(settings: Settings, name: str) -> Iterator[Finding]:
    """Log in where mail is handed over, once for all mailboxes whose mail goes by the same account."""
    if not any(names[0] == name for names in settings.mail.sent_together):
        return

    async def attempt() -> object:
        async with SmtpClient(smtp_settings(settings, name)) as courier:
            return await courier.try_login()

    server, called = settings.mail.boxes[name].smtp, f"{_called(name)}.smtp"
    where = f"{server.host}:{server.port} ({server.tls})"
    answer = asyncio.run(attempt())
    if isinstance(answer, Delivered):
        yield good(called, f"{where}: logged in as {server.user or 'nobody'}; nothing was sent")
        return
    text = getattr(answer, "text", "")
    refused = getattr(answer, "code", 0) in (530, 534, 535)
    told = f" refuses user {server.user!r} or the password: {text}" if refused else f": {plain_text(text, server.tls)}"
    yield wrong(called, f"{where}{told}")


def _dkim(settings: Settings, name: str) -> Iterator[Finding]:
    called = f"{_called(name)}.dkim"
    try:
        key = signing_key(settings, name)
    except BadKey as bad:
        yield wrong(called, f"{bad}; until it is mended none of its mails goes out")
        return
    if key is None:
        yield good(called, "we do not sign: the sending server should")
    else:
        yield good(called, f"DNS must have at {key.selector}._domainkey.{key.domain} the TXT record: {key.record}")


def _dns(settings: Settings, name: str) -> Iterator[Finding]:
    """Yield what DNS tells of our domain; nothing is looked up for a domain that DNS cannot know."""
    mail, box = settings.mail, settings.mail.boxes[name]
    domain = box.address.domain.lower()
    if name != next(each for each, other in mail.boxes.items() if other.address.domain.lower() == domain):
        return  # told already
    known = not any(domain == each or domain.endswith(f".{each}") for each in RESERVED)
    if not known and not mail.dns_resolver:
        return
    try:
        key = signing_key(settings, name)
    except BadKey:
        key = None  # told already
    try:
        resolver = Resolver(mail.dns_resolver, mail.dns_timeout_seconds)
    except NoAnswer as none:
        yield remark("dns", str(none))
        return
    for seen in looked_up(resolver, domain, takes=box.imap.host, sends=box.smtp.host, key=key):
        subject = f"{domain} {seen.subject}" if mail.mailboxes else seen.subject
        yield Finding(subject, seen.state, seen.text)


MAILBOX = (_trust, incoming, outgoing, _dkim, _dns)
"""The checks of a mailbox, in the order in which one would repair it."""
