"""Plays the demonstration: starts everything, waits for its last turn, watches that nothing gets stuck."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable, Mapping

import msgspec
from sqlalchemy import func, select
from sqlmodel import col

from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.people.new_campaigns import create
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
from demo.cast import NAME, Run
from demo.script import correct_a_roll
from demo.stage import Stage
from demo.traffic import Passed, Traffic
from worker.installation import running

LOOK_SECONDS = 0.2
STUCK_SECONDS = 240.0
SETTLED_SECONDS = 0.8


class Sight(msgspec.Struct, frozen=True):
    """The progress of the campaign."""

    received: int = 0
    waiting: int = 0
    sent: int = 0
    queued: int = 0
    entries: int = 0
    turns: int = 0
    over: bool = False

    @property
    def quiet(self) -> bool:
        """Every mail is answered and every answer is out."""
        return not self.waiting and not self.queued

    def come_to(self, turns: int | None) -> bool:
        """Return whether so many turns are over, or the match."""
        return self.over or (turns is not None and self.turns >= turns)


class Stuck(Exception):  # noqa: N818
    """Nothing has moved for too long, or a player is gone."""


Show = Callable[[Sight, tuple[Passed, ...]], None]
"""Called whenever something has moved, with the mails that have passed since."""


def play(stage: Stage, run: Run, show: Show) -> float:
    """Play the turns of a run, or go on with it. Returns the seconds it took. Raises Stuck.

    Then the players leave; what they have written is still answered. A script is a moderator's last word.
    """
    begun = time.monotonic()
    with stage.mail_servers(run) as servers:
        settings = stage.settings(run, servers)
        settings.make_key()
        with running(settings) as service:
            watch = Watch(service, Traffic(service, run.people), show, run.last)
            if campaign_of(service) is None:
                create(service, run.campaign())
            with stage.correspondents(run, servers) as players:
                watch.until(lambda sight, still: sight.come_to(run.turns), players)
            watch.until(lambda sight, still: sight.quiet and still > SETTLED_SECONDS)
            if run.script and (made := correct_a_roll(service, campaign_of(service, run.last) or 0)) is not None:
                stage.script.write_bytes(msgspec.json.encode(made))
                service.wakes.outbox()
                watch.until(lambda sight, still: sight.quiet and still > SETTLED_SECONDS)
    return time.monotonic() - begun


def campaign_of(service: Service, name: str = NAME) -> int | None:
    """Return the id of a campaign, or None before it is created."""
    with reading(service.engine) as session:
        found = campaigns.campaign_by_name(session, name)
    return None if found is None else found.id


class Watch:
    """Looks on until something has come to pass, and shows what moves."""

    def __init__(self, service: Service, traffic: Traffic, show: Show, campaign: str) -> None:
        self._service = service
        self._campaign = campaign
        self._traffic = traffic
        self._show = show
        self._last = Sight()

    def until(
        self, done: Callable[[Sight, float], bool], players: Mapping[str, subprocess.Popen[bytes]] | None = None
    ) -> None:
        """`done` gets the sight and for how many seconds nothing has moved. Raises Stuck."""
        moved = time.monotonic()
        while True:
            now = look(self._service, self._campaign)
            if now != self._last:
                self._last, moved = now, time.monotonic()
                self._show(now, self._traffic.new())
            still = time.monotonic() - moved
            if done(now, still):
                return
            dead = [name for name, process in (players or {}).items() if process.poll() not in (None, 0)]
            if dead:
                raise Stuck(f"the program of {', '.join(dead)} has ended; see its log in the folder of the players")
            if still > STUCK_SECONDS:
                raise Stuck(f"nothing has moved for {STUCK_SECONDS:.0f} seconds")
            time.sleep(LOOK_SECONDS)


def look(service: Service, name: str) -> Sight:
    """Count what the database holds; how far the campaign of that name is."""
    with reading(service.engine) as session:
        inbound = {status: count for status, count in session.execute(_BY_STATUS)}  # noqa: C416
        outbound = {state: count for state, count in session.execute(_BY_STATE)}  # noqa: C416
        entries = session.scalar(select(func.count()).select_from(LogEntry)) or 0
        found = campaigns.campaign_by_name(session, name)
        match = None if found is None else table_of_campaign(service.work(session), found.id or 0).match
    return Sight(
        received=sum(inbound.values()),
        waiting=inbound.get(InboundStatus.RECEIVED, 0),
        sent=outbound.get(OutboundState.HANDED_OVER, 0),
        queued=outbound.get(OutboundState.QUEUED, 0) + outbound.get(OutboundState.RENDERED, 0),
        entries=entries,
        turns=0 if match is None else match.game.turns_done(match.state),
        over=found is not None and found.state is CampaignState.FINISHED,
    )


_BY_STATUS = select(col(InboundMail.status), func.count()).group_by(col(InboundMail.status))
_BY_STATE = select(col(OutboundMail.state), func.count()).group_by(col(OutboundMail.state))
