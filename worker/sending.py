"""Handing mails over from one wake-up to the next: connections to sending servers stay open for a while."""

import asyncio
import threading

from adjudicator.mail.send import SmtpClient
from adjudicator.service.outbox.delivery import send_due, smtp_settings
from adjudicator.service.service import Service

KEPT_SECONDS = 20.0
"""A connection that has rested for longer is made again: servers close those that nobody uses."""


class _Held(threading.local):
    """The event loop of a thread that sends, and its connections, one for the account of each mailbox."""

    runner: asyncio.Runner | None = None
    couriers: dict[str, SmtpClient]

    def __init__(self) -> None:
        self.couriers = {}


_held = _Held()


def send(service: Service, kept: float = KEPT_SECONDS) -> int:
    """Hand over what is due. Returns how many mails were taken. `kept`: seconds that a connection may rest."""
    _held.runner = _held.runner or asyncio.Runner()

    def courier(mailbox: str) -> SmtpClient:
        if mailbox not in _held.couriers:
            _held.couriers[mailbox] = SmtpClient(smtp_settings(service.settings, mailbox), rests=kept)
        return _held.couriers[mailbox]

    return _held.runner.run(send_due(service, couriers=courier))


def hang_up() -> None:
    """Close what this thread holds: it sends no more."""
    if _held.runner is not None:
        for courier in _held.couriers.values():
            _held.runner.run(courier.close())
        _held.runner.close()
    _held.runner = None
    _held.couriers.clear()
