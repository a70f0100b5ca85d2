"""Ends a process in which the handling of a mail does not come to an end."""

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import structlog

from adjudicator.service.logs import came

log = structlog.get_logger()
WATCH_SECONDS = 5.0
EX_SOFTWARE = 70
"""Exit status (sysexits.h) of a process that ends because it is stuck."""
_handling: dict[int, float] = {}


@contextmanager
def timed(mail_id: int) -> Iterator[None]:
    """Remember that a mail is being handled in this process, and since when."""
    _handling[mail_id] = time.monotonic()
    try:
        yield
    finally:
        _handling.pop(mail_id, None)


def stuck(seconds: float) -> list[int]:
    """Return the messages that this process has been handling for longer than that."""
    now = time.monotonic()
    return [mail for mail, since in list(_handling.items()) if now - since > seconds]


def end_when_stuck(seconds: float) -> None:
    """Start a thread that ends this process when a message has been handled for too long.

    Nothing else can: there is one process. Whatever restarts it (systemd does) finds the attempt counted, and after a
    few attempts the message is quarantined.
    """

    def watch() -> None:
        while not (mails := stuck(seconds)):
            time.sleep(WATCH_SECONDS)
        log.critical("handling a mail does not come to an end", mails=[*map(came, mails)], seconds=seconds)
        os._exit(EX_SOFTWARE)

    threading.Thread(target=watch, name="watchdog", daemon=True).start()
