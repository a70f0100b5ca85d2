"""Waiting for a store that is away."""

import time
from collections.abc import Callable
from datetime import timedelta
from typing import TypeVar

from adjudicator.store.engine import StoreAway

T = TypeVar("T")
PAUSE_SECONDS = 0.5


def patiently(most: timedelta, work: Callable[[], T]) -> T:
    """Do something again as often as the store goes away meanwhile; it must bear being done twice.

    Raises StoreAway when that has lasted for `most`.
    """
    end = time.monotonic() + most.total_seconds()
    while True:
        try:
            return work()
        except StoreAway:
            if time.monotonic() > end:
                raise
        time.sleep(PAUSE_SECONDS)
