"""Define what a worker does when it is woken."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from logging import ERROR, WARNING

import structlog
from celery import Celery, Task
from celery.exceptions import SoftTimeLimitExceeded

from adjudicator.service import extensions, periodic
from adjudicator.service.inbox import handling
from adjudicator.service.logs import came
from adjudicator.service.play import stewarding
from adjudicator.service.service import Service
from adjudicator.service.words import rendering
from adjudicator.store.engine import StoreBusy, StoreFull, StoreUnavailable
from worker.sending import send
from worker.thinking import CHOICE_SECONDS
from worker.wakes import SWEEP, CeleryNotifier
from worker.watchdog import timed

log = structlog.get_logger()
SWEEP_LEASE = timedelta(minutes=2)
"""How long a mail that was left behind is not given to another worker."""
BUSY_PAUSE_SECONDS = 0.3
THINKING_SECONDS = 60.0
"""The seconds for which the stewards of one campaign may think, before others have their turn."""
REST_SECONDS = 5.0
"""The seconds after a sweep in which further ticks are ignored. They pile up when workers were away or a sweep takes
long, and mails wait behind them."""
AWAY_PAUSE_SECONDS = 2.0
"""Between two tries of a task while the database is away."""


def add_tasks(app: Celery, at_work: Callable[[], Service], wakes: CeleryNotifier, seconds: float) -> None:
    """Give an application its tasks; `seconds` is how long a mail may be handled.

    They are not shared: a second application in the same process has tasks, and a service, of its own.
    """

    @app.task(name="adjudicator.handle_mail", bind=True, max_retries=None, shared=False, time_limit=seconds)
    def handle_mail(self: Task, mail_id: int) -> None:
        try:
            with timed(mail_id):
                handling.handle(at_work(), mail_id)
        except handling.SettledElsewhere:
            log.info("a mail was woken for twice", mail=came(mail_id))
        except StoreBusy as busy:
            raise self.retry(countdown=_pause(busy), exc=busy) from busy

    @app.task(name="adjudicator.handle_again", bind=True, max_retries=None, shared=False, time_limit=seconds)
    def handle_again(self: Task, mail_id: int, interrupted: bool = False) -> None:
        try:
            with timed(mail_id):
                handling.handle_again(at_work(), mail_id, interrupted=interrupted)
        except handling.SettledElsewhere:
            log.info("a mail was woken for twice", mail=came(mail_id))
        except StoreBusy as busy:
            again = {"interrupted": interrupted or isinstance(busy, handling.Interrupted)}
            raise self.retry(kwargs=again, countdown=_pause(busy), exc=busy) from busy

    @app.task(name="adjudicator.flush_outbox", shared=False)
    def flush_outbox() -> None:
        """Write and send some mails; for the rest it gets in line again, behind mails that have come meanwhile."""
        wakes.outbox_taken()
        with _left_to_the_next("outbox"):
            if rendering.render_due(at_work()) + send(at_work()):
                wakes.outbox()
            else:
                for send_more in extensions.extensions_of("senders"):
                    send_more(at_work())
            for campaign_id in stewarding.due(at_work()):
                wakes.think(campaign_id)

    @app.task(name="adjudicator.think", shared=False, soft_time_limit=THINKING_SECONDS, time_limit=2 * THINKING_SECONDS)
    def think(campaign_id: int) -> None:
        """Let the stewards of a campaign answer; what is left when the time is over comes with the next wake-up."""
        with _left_to_the_next("think"), suppress(SoftTimeLimitExceeded):
            stewarding.think(at_work(), campaign_id, seconds=CHOICE_SECONDS)

    last = float("-inf")

    @app.task(name=SWEEP, shared=False)
    def sweep(wanted: bool = False) -> None:
        """Handle what was left behind, and the deadlines.

        A lost wake-up or a dead worker leaves mails behind. `wanted`: it is no mere tick.
        """
        nonlocal last
        if not wanted and time.monotonic() - last < REST_SECONDS:
            return
        with _left_to_the_next("sweep"):
            while found := handling.left_behind(at_work(), SWEEP_LEASE):
                for mail_id in found:
                    wakes.mail_again(mail_id)
            periodic.run(at_work())
            wakes.outbox()
            for campaign_id in stewarding.due(at_work()):
                wakes.think(campaign_id)
            last = time.monotonic()


def _pause(busy: StoreBusy) -> float:
    if isinstance(busy, StoreUnavailable):
        full = isinstance(busy, StoreFull) or isinstance(busy.__cause__, StoreFull)
        log.log(ERROR if full else WARNING, "a mail waits for the database", why=str(busy))
        return AWAY_PAUSE_SECONDS
    return BUSY_PAUSE_SECONDS


@contextmanager
def _left_to_the_next(task: str) -> Iterator[None]:
    """Leave work to the next wake-up while the database is away.

    Nothing is to be repeated: Beat wakes again before long.
    """
    try:
        yield
    except StoreUnavailable as away:
        log.warning("left to the next wake-up", task=task, why=str(away))
