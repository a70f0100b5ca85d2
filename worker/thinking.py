"""Stewards of an installation that is one process think in another one: what they compute must hold up no mail."""

import os
import threading
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import structlog

from adjudicator.service.inbox.pipeline import load_games
from adjudicator.service.play import stewarding
from adjudicator.service.service import Service, open_service
from adjudicator.settings import Settings
from adjudicator.store.engine import StoreUnavailable

log = structlog.get_logger()
LOOK_SECONDS = 1.0
"""Between two looks whether a steward is asked something."""
CHOICE_SECONDS = 5.0
"""Processor seconds after which a steward takes the best that it has found."""
AFTER_ALL_ELSE = 10
"""How much less urgent it is than what answers mails."""

_opened: list[Service] = []


def think_apart(service: Service, stop: threading.Event) -> None:
    """Let stewards answer whenever they are asked, in a process that is made when the first one is.

    A campaign in which thinking fails is left to its deadlines until the next start: it stops neither mails nor other
    campaigns.
    """
    pool: ProcessPoolExecutor | None = None
    failed = set[int]()
    try:
        while not stop.wait(LOOK_SECONDS):
            for campaign_id in _due(service):
                if campaign_id in failed:
                    continue
                if pool is None:
                    pool = ProcessPoolExecutor(1, get_context("spawn"), _begin, (service.settings,))
                try:
                    answered = pool.submit(_think, campaign_id).result()
                except Exception:
                    log.exception("stewards of a campaign could not think", campaign=campaign_id)
                    failed.add(campaign_id)
                    pool.shutdown(cancel_futures=True)  # a process that died is not made again by its pool
                    pool = None
                    continue
                if answered:
                    service.wakes.outbox()
    finally:
        if pool is not None:
            pool.shutdown(cancel_futures=True)


def _due(service: Service) -> tuple[int, ...]:
    try:
        return stewarding.due(service)
    except StoreUnavailable as away:
        log.warning("left to the next look", task="think", why=str(away))
        return ()


def _begin(settings: Settings) -> None:
    """Prepare the process that thinks."""
    os.nice(AFTER_ALL_ELSE)
    load_games()
    _opened.append(open_service(settings))


def _think(campaign_id: int) -> bool:
    """Let the stewards of a campaign answer once; return whether one has."""
    try:
        return bool(stewarding.think(_opened[0], campaign_id, seconds=CHOICE_SECONDS, most=1))
    except StoreUnavailable as away:
        log.warning("left to the next look", task="think", why=str(away))
        return False
