"""`python -m tests.fuzz.large [NAME ...]`: mails that are too much, from storing to answering; what each cost is a
line.
"""

from __future__ import annotations

import base64
import gzip
import logging
import os
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from pathlib import Path

import msgspec
from msgspec import Struct
from sqlalchemy import func, select

from adjudicator.service.inbox.pipeline import load_games
from adjudicator.store.engine import reading
from adjudicator.store.tables import OutboundMail
from tests.fuzz.installation import ADDRESSES, PROOF, TOKENS, FuzzInstallation

_HEAD = (
    PROOF
    + f"From: {ADDRESSES['red']}\r\nTo: orders+{TOKENS['red']}@game.test\r\n".encode()
    + b"Message-ID: <large@players.test>\r\n"
    + b"MIME-Version: 1.0\r\n"
)
_MIXED = _HEAD + b"Content-Type: multipart/mixed; boundary=x\r\n\r\n"
_TEXT = b"--x\r\nContent-Type: text/plain\r\n\r\nhelp\r\n"


def _most_memory() -> int:
    """Megabytes this program has needed at the most; getrusage would count what its parent was before it began."""
    for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) // 1024
    raise LookupError("VmHWM")


class Large(Struct, frozen=True):
    """A mail, how it ends, and how many answers it gets."""

    make: Callable[[], bytes]
    status: str
    answers: int


def _attachment(size: int, name: str, content: bytes = b"") -> bytes:
    body = base64.encodebytes(content or b"\x00" * size)
    return (
        b"--x\r\nContent-Type: application/octet-stream\r\nContent-Transfer-Encoding: base64\r\n"
        + f'Content-Disposition: attachment; filename="{name}"\r\n\r\n'.encode()
        + body
        + b"--x--\r\n"
    )


def _bomb() -> bytes:
    """A gigabyte of zeros, compressed."""
    layer = gzip.compress(b"\x00" * 10_000_000, 9) * 100
    return _MIXED + _TEXT + _attachment(0, "orders.txt.gz", layer)


def _nested(levels: int) -> bytes:
    opened = b"".join(b"Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n" % (n, n) for n in range(levels))
    return _HEAD + opened + b"Content-Type: text/plain\r\n\r\n1a\r\n"


LARGE: dict[str, Large] = {
    "25 MB, an attachment": Large(lambda: _MIXED + _TEXT + _attachment(18_000_000, "board.png"), "handled", 1),
    "25 MB of text": Large(lambda: _HEAD + b"\r\n" + b"help\r\n" * 4_160_000, "quarantined", 1),
    "10000 parts": Large(lambda: _MIXED + _TEXT * 10_000 + b"--x--\r\n", "quarantined", 1),
    "10000 levels": Large(lambda: _nested(10_000), "quarantined", 1),
    "a compressed bomb": Large(_bomb, "handled", 1),
    "encoded words": Large(
        lambda: _HEAD + b"Subject: " + b"=?utf-8?B?0L/RgNC40LLQtdGC?= " * 1_500 + b"\r\n\r\nhelp\r\n", "handled", 1
    ),
    "a flood of encoded words": Large(
        lambda: _HEAD + b"Subject: " + b"=?utf-8?Q?a?= " * 20_000 + b"\r\n\r\nhelp\r\n", "quarantined", 0
    ),
    "a line of 1 MB": Large(lambda: _HEAD + b"\r\n" + b"a" * 1_000_000 + b"\r\nhelp\r\n", "handled", 1),
    "a line of 20 MB": Large(lambda: _HEAD + b"\r\n" + b"a" * 20_000_000 + b"\r\nhelp\r\n", "handled", 1),
    "a thousand orders": Large(lambda: _HEAD + b"\r\n" + b"bid 3\r\n" * 1_000, "handled", 1),
    "100000 orders": Large(lambda: _HEAD + b"\r\n" + b"bid 3\r\n" * 100_000, "handled", 1),
    "5 MB of HTML": Large(
        lambda: _HEAD + b"Content-Type: text/html\r\n\r\n" + b"<div><b>help</b></div>" * 230_000, "handled", 1
    ),
}


def main() -> None:
    """Measure each mail, in a process of its own that has the program loaded."""
    logging.disable(logging.CRITICAL)
    load_games()
    for name in sys.argv[1:] or LARGE:
        child = os.fork()
        if not child:
            try:
                sys.stdout.write(msgspec.json.encode(_measured(name)).decode() + "\n")
                sys.stdout.flush()
            except BaseException:
                traceback.print_exc()
                os._exit(1)
            os._exit(0)
        if os.waitpid(child, 0)[1]:
            sys.exit(f"{name}: its process did not come to its end")


def _measured(name: str) -> dict[str, object]:
    with tempfile.TemporaryDirectory() as folder:
        installation = FuzzInstallation(Path(folder))
        raw = LARGE[name].make()
        with reading(installation.service.engine) as session:
            before = session.scalar(select(func.count()).select_from(OutboundMail)) or 0
        begun = time.process_time()
        status = installation.put(raw)
        seconds = time.process_time() - begun
        with reading(installation.service.engine) as session:
            after = session.scalar(select(func.count()).select_from(OutboundMail)) or 0
        installation.service.engine.dispose()
    return {
        "name": name,
        "status": str(status),
        "seconds": round(seconds, 2),
        "megabytes": _most_memory(),
        "bytes": len(raw),
        "answers": after - before,
    }


if __name__ == "__main__":
    main()
