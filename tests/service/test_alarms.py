"""The operator hears by mail of what has lasted, once a day, whichever process has seen it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest

from adjudicator.service.admin.alarms import Alarms
from adjudicator.settings import Settings
from adjudicator.store import heartbeats
from adjudicator.store.engine import writing
from adjudicator.store.heartbeats import Self
from adjudicator.store.tables import ProcessKind
from tests.service.conftest import Installation
from worker.alarms import watch
from worker.monitor import troubles

OPERATOR = "root@game.test"


@pytest.fixture
def installation(settings: Settings, installation_of: Callable[[Settings], Installation]) -> Installation:
    mail = settings.mail.model_copy(update={"operator": OPERATOR})
    made = installation_of(settings.model_copy(update={"mail": mail}))
    made.create("sealed-bids", {"red": "en", "blue": "en"})
    return made


def dies(installation: Installation) -> None:
    """The one process of the installation has beaten for the last time."""
    with writing(installation.service.engine) as session:
        heartbeats.beat(
            session, Self(7, ProcessKind.SERVE, "here", 1, installation.clock.now()), installation.clock.now()
        )
    installation.clock.forward(minutes=1)
    assert troubles(installation.service) == ["no serve is at work"]


def told(installation: Installation) -> list[Any]:
    return [mail for address, mail in installation.deliver() if address == OPERATOR]


def test_what_has_lasted_is_told_once_a_day_by_one_of_several_processes(installation: Installation, said: Any) -> None:
    dies(installation)
    processes = [Alarms(installation.service), Alarms(installation.service)]

    def looked(**later: float) -> list[Any]:
        installation.clock.forward(**later)
        for process in processes:
            process.look()
        return told(installation)

    assert looked() == []
    assert looked(minutes=4) == [], "an update takes as long"
    (mail,) = looked(minutes=2)
    assert "No process of this kind is at work: serve." in said(mail)
    assert "adjudicator doctor" in said(mail)
    assert looked(hours=20) == []
    assert len(looked(hours=5)) == 1


def test_what_is_over_before_long_nobody_hears_of(installation: Installation) -> None:
    dies(installation)
    process = Alarms(installation.service)
    process.look()
    with writing(installation.service.engine) as session:
        heartbeats.beat(
            session, Self(7, ProcessKind.SERVE, "here", 1, installation.clock.now()), installation.clock.now()
        )
    process.look()
    installation.clock.forward(minutes=10)
    process.look()  # it has died anew, and may be back as soon
    assert told(installation) == []


def test_each_trouble_is_told_in_the_language_of_the_installation(
    settings: Settings, said: Any, installation_of: Any
) -> None:
    defaults = settings.campaign.model_copy(update={"language": "ru"})
    mail = settings.mail.model_copy(update={"operator": OPERATOR})
    installation = installation_of(settings.model_copy(update={"mail": mail, "campaign": defaults}))
    installation.create("sealed-bids", {"red": "en", "blue": "en"})
    installation.service.wakes.outbox()
    dies(installation)
    process = Alarms(installation.service)
    process.look()
    installation.clock.forward(minutes=6)
    process.look()
    (mail,) = told(installation)
    assert "serve" in said(mail)
    assert "adjudicator doctor" in said(mail)
    assert "at work" not in said(mail)


def test_a_thread_looks_as_long_as_its_process_stays(
    installation: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And a database that is away for a moment does not end it."""
    looks, stop = [0], threading.Event()

    def look(_: Alarms) -> None:
        looks[0] += 1
        if looks[0] == 1:
            raise OSError("no such disk")
        stop.set()

    monkeypatch.setattr(Alarms, "look", look)
    watch(installation.service, stop, seconds=0)
    assert looks == [2]
