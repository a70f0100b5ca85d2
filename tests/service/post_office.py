"""A real SMTP server in a thread that answers each recipient as the test says."""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType
from typing import Any

from aiosmtpd.controller import Controller
from msgspec import Struct

from tests.own_servers import PATIENCE, free_port


class Taken(Struct, frozen=True):
    """A mail that the server has acknowledged."""

    sender: str
    recipient: str
    raw: bytes


class PostOffice:
    """`answers`: what is said after RCPT, by recipient; `on_taken` is called before a mail is acknowledged."""

    def __init__(self) -> None:
        self.answers: dict[str, str] = {}
        self.taken: list[Taken] = []
        self._lines: list[Any] = []
        self.on_taken: Callable[[Taken], None] = lambda _: None
        self.port = free_port()
        self._controller = Controller(self, hostname="127.0.0.1", port=self.port, ready_timeout=PATIENCE)

    def __enter__(self) -> PostOffice:
        self._controller.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._controller.stop()

    def recipients(self) -> list[str]:
        return [each.recipient for each in self.taken]

    @property
    def connections(self) -> int:
        """How many there have been."""
        return len(self._lines)

    def hang_up(self) -> None:
        """Close the newest connection."""
        self._controller.loop.call_soon_threadsafe(self._lines[-1].close)

    async def handle_EHLO(self, server: Any, session: Any, envelope: Any, name: str, said: list[str]) -> list[str]:  # noqa: N802
        self._lines.append(server.transport)
        session.host_name = name
        return said

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:  # noqa: N802
        answer = self.answers.get(address, "250 OK")
        if answer.startswith("2"):
            envelope.rcpt_tos.append(address)
        return answer

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        taken = Taken(envelope.mail_from, envelope.rcpt_tos[0], envelope.original_content)
        self.on_taken(taken)
        self.taken.append(taken)
        return "250 2.0.0 taken"
