"""Handing mails over from one wake-up to the next: the connection to the sending server stays open for a while."""

import asyncio
import threading

from adjudicator.mail.send import Courier
from adjudicator.service.outbox.delivery import send_due
from adjudicator.service.outbox.wire import smtp_settings
from adjudicator.service.service import Service

KEPT_SECONDS = 20.0
"""A connection that has rested for longer is made anew: servers close those that nobody uses."""


class _Held(threading.local):
    """The event loop of a thread that sends, and its connection."""

    runner: asyncio.Runner | None = None
    courier: Courier | None = None


_held = _Held()


def send(service: Service, kept: float = KEPT_SECONDS) -> int:
    """Hand over what is due. Returns how many mails were taken. `kept`: seconds that the connection may rest."""
    if _held.runner is None or _held.courier is None:
        _held.runner, _held.courier = asyncio.Runner(), Courier(smtp_settings(service.settings), rests=kept)
    return _held.runner.run(send_due(service, courier=_held.courier))


def hang_up() -> None:
    """Close what this thread holds: it sends no more."""
    if _held.runner is not None and _held.courier is not None:
        _held.runner.run(_held.courier.close())
        _held.runner.close()
    _held.runner = _held.courier = None
