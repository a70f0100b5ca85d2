"""Work that a process does at most once in so much time, for each database."""

from datetime import datetime, timedelta

from sqlalchemy import URL

from adjudicator.service.service import Service

HOUR = timedelta(hours=1)


class Paced:
    """The last time of some work, by database."""

    def __init__(self, pause: timedelta) -> None:
        self._pause = pause
        self._last: dict[URL, datetime] = {}

    def is_due(self, service: Service) -> bool:
        """Return whether the pause has passed since this last returned True, or the clock was set back by it."""
        now, url = service.clock.now(), service.engine.url
        if url in self._last and abs(now - self._last[url]) < self._pause:
            return False
        self._last[url] = now
        return True
