"""The installation's settings in the terms of the mail layer."""

import hashlib
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from adjudicator.mail.oauth import Grant, Tokens
from adjudicator.mail.settings import ImapSettings, SmtpSettings
from adjudicator.mail.settings import Tls as MailTls
from adjudicator.mail.signing import SigningKey, load_key
from adjudicator.settings import MAIN, OAuth, Server, Settings, Tls
from adjudicator.store.rate_limits import Pace

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
