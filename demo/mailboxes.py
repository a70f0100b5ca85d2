"""All mails of a finished demonstration, as they lie in the mailboxes."""

from __future__ import annotations

import email
import html
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from email import policy
from email.message import EmailMessage
from email.utils import getaddresses
from functools import cached_property
from pathlib import Path

_KEY = re.compile(r"(\d+)\.M(\d+)P\d+Q(\d+)")
_ID = re.compile(r"<[^<>\s]+>")


class Mail:
    """A mail in somebody's mailbox. `arrived` is when the SMTP server took it, to the microsecond."""

    def __init__(self, mailbox: str, file: Path) -> None:
        match = _KEY.match(file.name)
        if match is None:
            raise ValueError(f"not a file of a Maildir: {file}")
        seconds, micros, number = (int(part) for part in match.groups())
        self.mailbox = mailbox
        self.file = file
        self.order = (seconds, micros, number)
        self.arrived = datetime.fromtimestamp(seconds, UTC).replace(microsecond=micros)
        self.raw = file.read_bytes()
        self.parsed: EmailMessage = email.message_from_bytes(self.raw, policy=policy.default)

    @property
    def content(self) -> bytes:
        """The mail as it was sent, without what the server wrote above it."""
        start = re.search(rb"^Received: .*\r?\n(?:[ \t].*\r?\n)*", self.raw, re.MULTILINE)
        return self.raw[start.end() :] if start else self.raw

    @cached_property
    def message_id(self) -> str:
        return str(self.parsed["Message-ID"]).strip()

    @cached_property
    def in_reply_to(self) -> tuple[str, ...]:
        return tuple(_ID.findall(str(self.parsed["In-Reply-To"] or "")))

    @cached_property
    def subject(self) -> str:
        return str(self.parsed["Subject"] or "")

    @cached_property
    def sender(self) -> tuple[str, str]:
        """Name and address."""
        return getaddresses([str(self.parsed["From"])])[0]

    @cached_property
    def recipients(self) -> tuple[str, ...]:
        """Every address of To and Cc."""
        fields = [str(value) for name in ("To", "Cc") for value in self.parsed.get_all(name, [])]
        return tuple(address.casefold() for _, address in getaddresses(fields))

    @cached_property
    def delivered_to(self) -> str:
        return str(self.parsed["Delivered-To"]).strip().casefold()

    @cached_property
    def text(self) -> str:
        return self._body("plain")

    @cached_property
    def html(self) -> str:
        return self._body("html")

    @property
    def pictures(self) -> Iterator[tuple[str, bytes]]:
        """Content-ID without brackets, and the bytes, of every PNG."""
        for part in self.parsed.walk():
            if part.get_content_type() == "image/png":
                payload = part.get_payload(decode=True)
                assert isinstance(payload, bytes)
                yield str(part["Content-ID"] or "").strip("<> "), payload

    def _body(self, subtype: str) -> str:
        part = self.parsed.get_body((subtype,))
        return "" if part is None else str(part.get_content())


def mails_of(servers: Path, user: str) -> list[Mail]:
    """Return the messages of one mailbox with all its folders, in the order of their arrival."""
    files = [file for place in ("new", "cur") for file in (servers / "mail" / user).glob(f"**/{place}/*")]
    return sorted((Mail(user, file) for file in files), key=lambda mail: mail.order)


def inbox_of(servers: Path, user: str) -> list[Path]:
    """Return the files of the INBOX alone."""
    return [file for place in ("new", "cur") for file in (servers / "mail" / user / place).iterdir()]


def typed_of(raw: EmailMessage) -> tuple[str, ...]:
    """Return what the author typed above the first empty line of the text, or above the quote of the HTML."""
    text, page = raw.get_body(("plain",)), raw.get_body(("html",))
    if text is not None or page is None:
        return typed_lines("" if text is None else str(text.get_content()))
    own = str(page.get_content()).partition('<div class="gmail_quote')[0]
    return tuple(html.unescape(line) for line in re.findall(r"<div>([^<]*)</div>", own))


def typed_lines(text: str) -> tuple[str, ...]:
    """Return the lines above the first empty line: these players write nothing else of their own."""
    lines = []
    for line in text.splitlines():
        if not line.strip():
            break
        lines.append(line)
    return tuple(lines)
