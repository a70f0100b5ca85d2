"""The moment from which mails are read again, and how far the reading has come."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

from cli.errors import Failed


def moment_of(text: str) -> datetime:
    """A moment in ISO form; without a zone it is UTC. Raises Failed.

    >>> moment_of("2026-12-01T03:00Z").isoformat()
    '2026-12-01T03:00:00+00:00'
    """
    try:
        found = datetime.fromisoformat(text.strip())
    except ValueError:
        raise Failed(f"{text!r} is no moment like 2026-12-01T03:00Z") from None
    return found.astimezone(UTC) if found.tzinfo else found.replace(tzinfo=UTC)


@contextmanager
def progress() -> Iterator[Callable[[int, int], None]]:
    """Shows `12 of 40 mails` on a terminal, and nothing in a file."""
    shows = sys.stderr.isatty()

    def told(done: int, whole: int) -> None:
        if shows:
            print(f"\r{done} of {whole} mails", end="", file=sys.stderr, flush=True)

    yield told
    if shows:
        print(file=sys.stderr)
