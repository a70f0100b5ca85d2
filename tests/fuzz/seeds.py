"""Mails to begin with: the samples, as if they were for our campaign, and a few orders of each kind."""

from __future__ import annotations

from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import yaml

from tests.fuzz.installation import ADDRESSES, PROOF, TAGS, TOKENS

SAMPLES = Path(__file__).parents[1] / "samples" / "mail"
LINES = (
    "1a",
    "2а",
    "bid 3",
    "ставка 5",
    "check 1a",
    "help",
    "status",
    "resend",
    "помощь",
    "ORDERS\n1a\nEND",
    "> 1a",
    "",
    "\n".join(["check"] * 100),
    "\n".join(["status", "check", "1a", "vote replace"] * 60),
)


def seeds() -> Iterator[bytes]:
    """All seeds, each with and without the proof of our receiving server."""
    for raw in (*_written(), *_samples()):
        yield raw
        yield PROOF + raw


def _written() -> Iterator[bytes]:
    for seat, address in ADDRESSES.items():
        for line in LINES:
            mail = EmailMessage()
            mail["From"] = f"{seat.title()} <{address}>"
            mail["To"] = f"orders+{TOKENS[seat]}@game.test"
            mail["Subject"] = f"Re: [Fuzz] #1 {seat}"
            mail["Message-ID"] = f"<{seat}.{abs(hash(line))}@players.test>"
            mail["In-Reply-To"] = f"<{TAGS[seat]}.root@game.test>"
            mail.set_content(line + "\n")
            yield mail.as_bytes()
    yield from _found()


def _found() -> Iterator[bytes]:
    """What the fuzzer has found once."""
    for path in sorted(Path(__file__).parent.glob("*.eml")):
        yield path.read_bytes()
    head = f"From: {ADDRESSES['red']}\r\nTo: orders+{TOKENS['red']}@game.test\r\n"
    for more in (
        "Message-ID: <ЬЬcrossing-2@players.test>\r\n\r\nhelp\r\n",
        f"Message-ID: <1@players.test>\r\nSubject: {TOKENS['blue']}\r\n\r\nbid {TOKENS['blue']}\r\n",
    ):
        yield (head + more).encode()


def _samples() -> Iterator[bytes]:
    index: dict[str, Any] = yaml.load((SAMPLES / "index.yaml").read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    names: list[tuple[bytes, bytes]] = []
    for campaign in index["campaigns"].values():
        for seat, player in zip(("red", "blue"), campaign["seats"].values(), strict=False):
            names.append((player["token"].encode(), TOKENS[seat].encode()))
            names.append((player["player"].encode(), ADDRESSES[seat].encode()))
    for sample in index["samples"]:
        raw = (SAMPLES / sample["file"]).read_bytes()
        for old, new in names:
            raw = raw.replace(old, new)
        yield raw


DICTIONARY = (
    *(token for token in TOKENS.values()), *ADDRESSES.values(), *TAGS.values(), "mx.game.test", "dkim=pass",
    "header.d=players.test", "From: ", "To: ", "Cc: ", "Delivered-To: ", "Subject: ", "Message-ID: ", "In-Reply-To: ",
    "References: ", "Authentication-Results: ", "Auto-Submitted: ", "Precedence: bulk", "Content-Type: ", "charset=",
    "multipart/mixed; boundary=x", "multipart/alternative", "multipart/report; report-type=delivery-status",
    "message/rfc822", "text/html", "text/plain; format=flowed; delsp=yes", "base64", "quoted-printable", "koi8-r",
    "windows-1251", "utf-16", "utf-7", "=?utf-8?B?", "=?koi8-r?Q?", "?=", "--x", "--x--", "<blockquote>", "<br>",
    "ORDERS", "END", "ПРИКАЗЫ", "КОНЕЦ", "bid ", "ставка ", "check ", "help", "status", "resend", "1a", "1a+d2",
    "keep", "reroll", "press to blue:", "{{7*7}}", "%(seat)s", "\\x0d\\x0a", "\\x0d\\x0aBcc: x@y.test",
    "wait", "absent from 2026-12-01 to 2026-12-05", "join", "leave", "language ru", "format text", "address ",
)  # fmt: skip
