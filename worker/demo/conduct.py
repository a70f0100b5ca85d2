"""Plays the demonstration: starts everything, waits for the end, watches that nothing gets stuck."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable

import msgspec
from sqlalchemy import func, select
from sqlmodel import col

from adjudicator.service.campaigns import create
from adjudicator.service.service import Service
from adjudicator.store import campaigns
from adjudicator.store.engine import reading
from adjudicator.store.tables import (
    CampaignState,
    InboundMail,
    InboundStatus,
    LogEntry,
    OutboundMail,
    OutboundState,
)
from worker.demo.cast import NAME, Run
from worker.demo.passing import Passed, Passing
from worker.demo.stage import Stage
from worker.together import running

LOOK_SECONDS = 0.2
STUCK_SECONDS = 60.0
SETTLED_SECONDS = 0.8


class Sight(msgspec.Struct, frozen=True):
    """How far the campaign has come."""

    received: int = 0
    waiting: int = 0
    sent: int = 0
    queued: int = 0
    entries: int = 0
    over: bool = False

    @property
    def quiet(self) -> bool:
        """The match is over and every mail is out."""
        return self.over and not self.waiting and not self.queued


class Stuck(Exception):  # noqa: N818
    """Nothing has moved for too long, or a player is gone."""


Show = Callable[[Sight, tuple[Passed, ...]], None]
"""Called whenever something has moved, with the mails that have passed since."""


def play(stage: Stage, run: Run, show: Show) -> float:
    """Play the campaign to its end, or go on with it. Returns the seconds it took. Raises Stuck."""
    begun = time.monotonic()
    with stage.mail_servers(run) as servers:
        settings = stage.settings(run, servers)
        with running(settings) as service:
            passing = Passing(service)
            if campaign_of(service) is None:
                create(service, run.campaign())
            with stage.correspondents(run, servers) as players:
                _watch(service, passing, players, show)
    return time.monotonic() - begun


def campaign_of(service: Service) -> int | None:
    """The id of the campaign, None before it is created."""
    with reading(service.engine) as session:
        found = campaigns.campaign_by_name(session, NAME)
    return None if found is None else found.id


def _watch(service: Service, passing: Passing, players: dict[str, subprocess.Popen[bytes]], show: Show) -> None:
    last, moved = Sight(), time.monotonic()
    while True:
        now = look(service)
        if now != last:
            last, moved = now, time.monotonic()
            show(now, passing.new())
        still = time.monotonic() - moved
        if now.quiet and still > SETTLED_SECONDS:
            return
        dead = [name for name, process in players.items() if process.poll() not in (None, 0)]
        if dead:
            raise Stuck(f"the program of {', '.join(dead)} has ended; see its log in the folder of the players")
        if still > STUCK_SECONDS:
            raise Stuck(f"nothing has moved for {STUCK_SECONDS:.0f} seconds")
        time.sleep(LOOK_SECONDS)


def look(service: Service) -> Sight:
    """Count what the database holds."""
    with reading(service.engine) as session:
        inbound = {status: count for status, count in session.execute(_BY_STATUS)}  # noqa: C416
        outbound = {state: count for state, count in session.execute(_BY_STATE)}  # noqa: C416
        entries = session.scalar(select(func.count()).select_from(LogEntry)) or 0
        found = campaigns.campaign_by_name(session, NAME)
    return Sight(
        received=sum(inbound.values()),
        waiting=inbound.get(InboundStatus.RECEIVED, 0),
        sent=outbound.get(OutboundState.HANDED_OVER, 0),
        queued=outbound.get(OutboundState.QUEUED, 0) + outbound.get(OutboundState.RENDERED, 0),
        entries=entries,
        over=found is not None and found.state is CampaignState.FINISHED,
    )


_BY_STATUS = select(col(InboundMail.status), func.count()).group_by(col(InboundMail.status))
_BY_STATE = select(col(OutboundMail.state), func.count()).group_by(col(OutboundMail.state))
