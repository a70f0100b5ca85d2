"""The clock of the server has jumped: orders count, nothing is done because it is late, the operator hears of it."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import select
from sqlmodel import col

from adjudicator.service import periodic
from adjudicator.service.clock import GuardedClock
from adjudicator.service.inbox.arrival import ingest
from adjudicator.service.timing.policy import TimingPolicy
from adjudicator.store import clock_watermark, heartbeats
from adjudicator.store.engine import reading, writing
from adjudicator.store.heartbeats import Self
from adjudicator.store.inbound import Place
from adjudicator.store.tables import InboundMail, OutboundMail, OutboundState, ProcessKind, Prompt
from tests.service.conftest import Installation
from worker.monitor import troubles

OPERATOR = "root@game.test"
AHEAD = timedelta(hours=12)


class Jumping(Installation):
    """An installation whose clock is that of a machine, as far as it is believed."""

    def __init__(self, settings: Any) -> None:
        super().__init__(settings)
        self.running = 0.0
        self.kept = GuardedClock(AHEAD, self.clock, self.seconds)
        self.kept.compare(None)
        self.service = replace(self.service, clock=self.kept)
        with writing(self.service.engine) as session:
            clock_watermark.see(session, self.kept.now())

    def seconds(self) -> float:
        self.running += 0.005
        return self.running

    def jump(self, **units: float) -> None:
        self.clock.forward(**units)

    def goes(self, **units: float) -> None:
        self.clock.forward(**units)
        self.running += timedelta(**units).total_seconds()

    def asked(self) -> list[tuple[int, str]]:
        with reading(self.service.engine) as session:
            rows = session.scalars(select(Prompt).order_by(col(Prompt.id)))
            return [(row.number, row.state.value) for row in rows]

    def beat(self) -> None:
        """What a process writes that does not believe its clock."""
        doubt = self.kept.doubt
        own = Self(7, ProcessKind.SERVE, "here", 1, self.kept.now())
        with writing(self.service.engine) as session:
            heartbeats.beat(session, own, self.kept.now(), None if doubt is None else doubt.says)


@pytest.fixture(params=["en", "ru"])
def installation(request: pytest.FixtureRequest, settings: Any) -> Any:
    mail = settings.mail.model_copy(update={"operator": OPERATOR})
    defaults = settings.campaign.model_copy(update={"language": request.param})
    made = Jumping(settings.model_copy(update={"mail": mail, "campaign": defaults}))
    yield made
    made.service.engine.dispose()


def begin(installation: Installation) -> int:
    return installation.create("sealed-bids", {"red": "en", "blue": "en"}, timing=TimingPolicy(grace_minutes=0))


def told(installation: Installation) -> list[Any]:
    return [mail for address, mail in installation.deliver() if address == OPERATOR]


@pytest.mark.parametrize("by", [{"days": 40}, {"days": -2}])
def test_nothing_falls_due_and_orders_count_until_the_clock_is_right(installation: Any, by: dict[str, float]) -> None:
    begin(installation)
    before = installation.asked()
    installation.jump(**by)
    periodic.run(installation.service)
    assert installation.asked() == before
    assert installation.write("red", "1a"), "orders are taken and answered"
    with reading(installation.service.engine) as session:
        waiting = session.scalars(select(OutboundMail.due_at)).all()  # type: ignore[call-overload]
    assert all(each <= installation.kept.now() for each in waiting), "nothing waits for a moment that will never be"
    installation.jump(**{unit: -number for unit, number in by.items()})
    periodic.run(installation.service)
    assert installation.asked() == before, "and its deadline is still ahead"
    installation.goes(hours=73)
    periodic.run(installation.service)
    assert installation.asked() != before


def test_a_mail_that_came_late_by_a_clock_that_jumped_is_not_late(installation: Any) -> None:
    """The mail server is on the same machine: by its clock the mail comes forty days too late."""
    begin(installation)
    before = installation.asked()
    installation.jump(days=40)
    raw = installation.raw("red", "1a\n")
    mail = ingest(installation.service, Place("INBOX", 1, 99), installation.clock.now(), raw).id
    row: InboundMail = installation.look_at(mail)
    assert (row.status.value, row.received_at <= installation.kept.now()) == ("handled", True)
    assert [each for each, _ in installation.asked()] == [each for each, _ in before], "nothing was closed by default"


def test_once_accepted_what_was_over_is_carried_out_and_no_mail_waits_for_ever(installation: Any) -> None:
    begin(installation)
    before = installation.asked()
    installation.goes(days=1)
    installation.jump(days=-2)
    installation.write("red", "status")
    with writing(installation.service.engine) as session:
        queued = session.scalars(select(OutboundMail)).all()
        for each in queued:
            each.state = OutboundState.QUEUED
            each.due_at = installation.kept.now()
    with writing(installation.service.engine) as session:
        clock_watermark.accept(session, installation.kept.believe())
    now: datetime = installation.kept.now()
    with reading(installation.service.engine) as session:
        assert all(mail.due_at <= now for mail in session.scalars(select(OutboundMail)))
    installation.jump(days=40)
    periodic.run(installation.service)
    assert installation.asked() == before
    installation.kept.believe()
    periodic.run(installation.service)
    assert installation.asked() != before


def test_the_operator_is_told_once_a_day_what_both_clocks_say(installation: Any, said: Any) -> None:
    begin(installation)
    installation.deliver()
    installation.jump(days=40)
    for _ in range(3):
        periodic.run(installation.service)
    (mail,) = told(installation)
    assert "adjudicator clock trust" in said(mail)
    assert ("30" in said(mail), "20" in said(mail)) == (True, True), "30 December, and 20 November"
    installation.goes(hours=25)
    periodic.run(installation.service)
    assert len(told(installation)) == 1


def test_health_tells_it_and_that_it_is_over(installation: Any) -> None:
    begin(installation)
    installation.deliver()
    installation.beat()
    assert troubles(installation.service) == []
    installation.jump(days=40)
    installation.beat()
    monitor = replace(installation.service, clock=installation.clock)  # a process that was started after the jump
    assert any("the clock has jumped" in trouble for trouble in troubles(monitor))
    assert not any("no serve" in trouble for trouble in troubles(monitor)), "it lives"
    installation.jump(days=-40)
    installation.beat()
    assert troubles(monitor) == []
