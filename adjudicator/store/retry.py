"""Waiting for a store that is away."""

import time
from collections.abc import Callable
from datetime import timedelta
from typing import TypeVar

import structlog

from adjudicator.store.engine import StoreUnavailable

log = structlog.get_logger()
T = TypeVar("T")
PAUSE_SECONDS = 0.5


def retry_while_unavailable(most: timedelta, work: Callable[[], T]) -> T:
    """Do something again as often as the store goes away meanwhile; it must bear being done twice.

    Raises StoreUnavailable when that has lasted for `most`.
    """
    end, told = time.monotonic() + most.total_seconds(), False
    while True:
        try:
            return work()
        except StoreUnavailable as away:
            if time.monotonic() > end:
                raise
            if not told:
                log.warning("what was done cannot be kept yet", why=str(away))
            told = True
        time.sleep(PAUSE_SECONDS)
