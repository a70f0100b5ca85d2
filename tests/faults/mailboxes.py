"""People's mailboxes, and what they read there."""

from __future__ import annotations

import email
import email.policy
import re
from email.message import EmailMessage
from pathlib import Path

from msgspec import Struct

CODE = re.compile(r"\d{4}(-\d{4})+")
DIGITS = re.compile(r"\d+")
"""Seconds, microseconds, and more, in the name of a file of a Maildir."""


class Mailbox(Struct):
    """Somebody's mailbox: every mail that reached it, by Message-ID, the newest one by its date (an older one may come
    later, or once more), and the newest code in one.
    """

    address: str
    folder: Path
    copies: dict[str, list[bytes]]
    answered: dict[str, set[str]]
    newest: EmailMessage | None = None
    code: EmailMessage | None = None
    seen: set[str] = set()


def _newer(known: EmailMessage | None, mail: EmailMessage) -> EmailMessage:
    return mail if known is None or mail["Date"].datetime >= known["Date"].datetime else known


def text_of(mail: EmailMessage | None) -> str:
    body = None if mail is None else mail.get_body(("plain",))
    return "" if body is None else str(body.get_content())


def look_into(player: Mailbox) -> None:
    """Read what is new in a Maildir."""
    for path in sorted(
        (player.folder / "new").iterdir(), key=lambda path: [int(each) for each in DIGITS.findall(path.name)]
    ):
        if path.name in player.seen:
            continue
        player.seen.add(path.name)
        raw = path.read_bytes()
        mail = email.message_from_bytes(raw, policy=email.policy.default)
        assert isinstance(mail, EmailMessage)
        id = str(mail["Message-ID"])
        # the three trace headers of the server are each delivery's own
        player.copies.setdefault(id, []).append(raw[raw.index(b"\nReceived:") :].split(b"\n", 3)[3])
        player.answered.setdefault(str(mail["In-Reply-To"]), set()).add(id)
        if "." not in str(mail["Reply-To"].addresses[0].username):  # no letter of another player
            player.newest = _newer(player.newest, mail)
        if CODE.search(text_of(mail)):
            player.code = _newer(player.code, mail)
