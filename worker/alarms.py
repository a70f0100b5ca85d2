"""A thread that looks, as long as its process stays, for what the operator has to hear of.

It is not a task of the workers: that no worker, or no Beat, is at work is among the things that it looks for.
"""

import threading
from functools import partial

import structlog
from sqlalchemy.exc import SQLAlchemyError

from adjudicator.service.admin.alarms import Alarms
from adjudicator.service.service import Service
from adjudicator.store.engine import StoreBusy
from worker.threads import Threads

log = structlog.get_logger()
LOOK_SECONDS = 60.0


def start(service: Service, threads: Threads) -> None:
    """Watch in one of the threads of a process."""
    ended = threading.Event()
    threads.start("alarms", partial(watch, service, ended), ended.set)


def watch(service: Service, stop: threading.Event, seconds: float = LOOK_SECONDS) -> None:
    """Look every so many seconds until told to stop. While the database is away nothing can be told."""
    alarms = Alarms(service)
    while not stop.wait(seconds):
        try:
            alarms.look()
        except (StoreBusy, SQLAlchemyError, OSError) as error:
            log.warning("nobody can look whether all is well", why=type(error).__name__)
