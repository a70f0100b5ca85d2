"""Threads that work until they are told to end; one that ends by itself has failed."""

import threading
from collections.abc import Callable

import structlog

log = structlog.get_logger()
END_SECONDS = 30.0
"""The seconds that a thread has to finish what it is doing."""


class ThreadFailed(Exception):  # noqa: N818
    """A thread has ended though nobody had told it to, or did not end when it was told."""


class Threads:
    """The threads of one process. `failed` is called, in that thread, when one has ended by itself."""

    def __init__(self, failed: Callable[[], None]) -> None:
        self._failed = failed
        self._running: list[tuple[threading.Thread, Callable[[], None]]] = []
        self._ending = False
        self._fallen: list[str] = []

    def start(self, name: str, work: Callable[[], None], end: Callable[[], None]) -> None:
        """Begin to work; `end` makes `work` return before long."""
        thread = threading.Thread(target=self._watched, args=(name, work), name=name, daemon=True)
        self._running.append((thread, end))
        thread.start()

    def end(self) -> None:
        """End all, the last one started first."""
        self._ending = True
        for _, end in reversed(self._running):
            end()
        for thread, _ in reversed(self._running):
            thread.join(END_SECONDS)

    def check(self) -> None:
        """Check that no thread has failed or still works after `end`.

        Raises:
            ThreadFailed: It names the threads that did.
        """
        hanging = [thread.name for thread, _ in self._running if self._ending and thread.is_alive()]
        if self._fallen:
            raise ThreadFailed(f"ended by an error, which the log has: {', '.join(self._fallen)}")
        if hanging:
            raise ThreadFailed(f"still at work after {END_SECONDS:.0f} seconds: {', '.join(hanging)}")

    def _watched(self, name: str, work: Callable[[], None]) -> None:
        try:
            work()
        except BaseException as error:
            log.critical("a thread has failed", thread=name, exc_info=error)
        if not self._ending:
            self._fallen.append(name)
            self._failed()
