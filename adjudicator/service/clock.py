"""The only clock, and what is believed of it.

The clock of a machine may jump: a battery that is empty, a virtual machine put back, a wrong hand. While it says
something that cannot be, the time goes on from the last moment that was believed, by a clock that cannot be set.
"""

import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Protocol

from msgspec import Struct

MOST_BACK = timedelta(minutes=10)
"""The most by which somebody corrects a clock backwards; anything beyond is a jump."""


class Clock(Protocol):
    """Tells the time, aware and in UTC."""

    def now(self) -> datetime: ...


class SystemClock:
    """The time of this machine."""

    def now(self) -> datetime:
        return datetime.now(UTC)


def running_seconds() -> float:
    """Return the seconds of a clock that nobody can set.

    Seconds in which the machine sleeps count where it can tell (Linux).
    """
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()


class Doubt(Struct, frozen=True):
    """A doubt about a machine's clock: the time it says, which is not believed, and the one that counts instead."""

    says: datetime
    kept: datetime


class GuardedClock:
    """The time of a machine as long as it can be: it may go ahead of what is known by `most_ahead`, and back a little.

    For all threads of a process. Before `compare` nothing is known but what the machine says, and nobody should do
    anything because it is late enough (`known`).
    """

    def __init__(
        self,
        most_ahead: timedelta,
        machine: Clock | None = None,
        seconds: Callable[[], float] = running_seconds,
    ) -> None:
        self._most_ahead, self._machine, self._seconds = most_ahead, machine or SystemClock(), seconds
        self._lock, self._compared = threading.Lock(), False
        self._known, self._since = self._machine.now(), seconds()

    def now(self) -> datetime:
        """Return the time that counts."""
        return self._look().kept

    @property
    def doubt(self) -> Doubt | None:
        """None while the machine is believed."""
        found = self._look()
        return None if found.says == found.kept else found

    @property
    def known(self) -> bool:
        """Whether something may be done because it is late enough."""
        return self._compared and self.doubt is None

    def compare(self, seen: datetime | None) -> None:
        """Hold against it what the installation has seen: at the start, and again while there is doubt.

        Who was off for longer than the clock may go ahead is in doubt until somebody believes the clock.
        """
        doubt = self.doubt
        with self._lock:
            says = self._machine.now()
            if seen is None or self._may_be(says, seen):
                if doubt is not None or not self._compared:
                    self._known, self._since = says, self._seconds()
            elif not self._compared:
                self._known, self._since = seen, self._seconds()
            self._compared = True

    def believe(self) -> datetime:
        """Accept the machine's clock as right, since something has shown it. Return what it says."""
        with self._lock:
            self._known, self._since, self._compared = self._machine.now(), self._seconds(), True
            return self._known

    def _look(self) -> Doubt:
        with self._lock:
            says, since = self._machine.now(), self._seconds()
            kept = self._known + timedelta(seconds=since - self._since)
            if not self._may_be(says, kept):
                return Doubt(says, kept)
            self._known, self._since = says, since
            return Doubt(says, says)

    def _may_be(self, says: datetime, known: datetime) -> bool:
        return -MOST_BACK <= says - known <= self._most_ahead
