"""The only clock."""

from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    """Tells the time, aware and in UTC."""

    def now(self) -> datetime: ...


class SystemClock:
    """The time of this machine."""

    def now(self) -> datetime:
        return datetime.now(UTC)
