"""Sending notices beside the mails, in a thread of its own: whoever is slow to answer one keeps no mail waiting."""

import threading
from contextlib import suppress

import structlog

from adjudicator.service.service import Service
from adjudicator.store import channels
from adjudicator.store.engine import StoreBusy, reading
from adjudicator_channels import delivery
from adjudicator_channels.wording import body

log = structlog.get_logger()
_at_work = threading.Lock()
"""One thread a process is enough: it serves several channels side by side."""


def send_beside(service: Service) -> threading.Thread | None:
    """Let what is due be sent, unless a thread of this process is at it; returns the thread that does it now.

    It ends with its process. What it had in hand then is sent again, under the same id.
    """
    with reading(service.engine) as session:
        if not channels.any_due(session, service.clock.now()):
            return None
    if not _at_work.acquire(blocking=False):
        return None
    thread = threading.Thread(target=_send, args=(service,), name="notices", daemon=True)
    thread.start()
    return thread


def _send(service: Service) -> None:
    try:
        with suppress(StoreBusy):  # the next wake-up goes on
            while delivery.send_due(service, body):
                pass
    except Exception:
        log.exception("notices cannot be sent")
    finally:
        _at_work.release()
