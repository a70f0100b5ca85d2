"""A mail whose handling kills its worker: it is set aside after a few deaths, and the others go on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from email.message import EmailMessage

import pytest
from sqlalchemy import Engine, text
from sqlalchemy.orm import Session

from adjudicator import failpoints
from adjudicator.service.inbox import handling
from adjudicator.service.inbox.arrival import ingest
from adjudicator.service.inbox.handling import handle, handle_again, sweep
from adjudicator.service.inbox.stages import turns
from adjudicator.service.service import Service
from adjudicator.settings import Settings
from adjudicator.store import inbound
from adjudicator.store.engine import BEFORE_COMMIT, CampaignBusy, lock_campaign, reading, writing
from adjudicator.store.inbound import STUMBLED, Place
from adjudicator.store.tables import InboundMail
from tests.service.conftest import MX, Installation

Read = Callable[[EmailMessage], str]
ATTEMPTS = 3
LEASE = timedelta(minutes=2)
_SWEEP = """
import os
import sys
from datetime import datetime, timedelta
from adjudicator.service.inbox.handling import sweep
from adjudicator.service.service import open_service
from adjudicator.settings import Settings

class Clock:
    def now(self):
        return datetime.fromisoformat(moment)

for moment in sys.argv[2:]:
    child = os.fork()
    if not child:
        sweep(open_service(Settings.model_validate_json(sys.argv[1]), Clock()), timedelta(minutes=2))
        os._exit(0)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


@pytest.fixture
def settings(settings: Settings) -> Settings:
    limits = settings.limits.model_copy(update={"attempts": ATTEMPTS})
    return settings.model_copy(update={"limits": limits})


def store(installation: Installation, seat: str, text: str) -> int:
    """A mail is stored, and its wake-up is lost."""
    installation.uid += 1
    return ingest(
        installation.service,
        Place("INBOX", 1, installation.uid),
        installation.clock.now(),
        installation.raw(seat, text),
    ).id


def workers(installation: Installation, poison: int, count: int) -> list[int]:
    """So many workers one after the other, each a process of its own that makes one sweep and dies whenever it handles
    the poison. Returns how they ended.
    """
    moments = [installation.clock.now() + timedelta(minutes=3) * number for number in range(count)]
    installation.clock.time = moments[-1] + timedelta(minutes=3)
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            _SWEEP,
            installation.service.settings.model_dump_json(),
            *(at.isoformat() for at in moments),
        ],
        env={
            **os.environ,
            failpoints.VARIABLE: f"handling#{poison}",
            "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
        },
        check=True,
        capture_output=True,
    )
    ends = [int(end) for end in done.stdout.split()]
    assert {*ends} <= {0, -signal.SIGKILL}, done.stderr.decode()
    return ends


def row(installation: Installation, mail_id: int) -> InboundMail:
    with reading(installation.service.engine) as session:
        return session.get_one(InboundMail, mail_id)


def test_a_mail_that_kills_every_worker_is_set_aside_and_the_moderator_told(
    installation: Installation, said: Read
) -> None:
    installation.create("sealed-bids", {"red": "en", "blue": "ru", "moderator": "en"})
    poison = store(installation, "red", "status\n")
    assert workers(installation, poison, ATTEMPTS) == [-signal.SIGKILL] * ATTEMPTS
    assert row(installation, poison).status == "received"
    sweep(installation.service, LEASE)
    aside = row(installation, poison)
    assert (aside.status, aside.reason) == ("quarantined", f"{STUMBLED}3 workers did not survive it")
    told = dict(installation.deliver())
    assert sorted(told) == ["moderator@players.test", "red@players.test"]
    assert "stopped the service and was set aside" in said(told["moderator@players.test"])
    assert "We could not process your email because of an internal error." in said(told["red@players.test"])
    assert installation.write("red", "help\n"), "the next mail of the same player is answered"


def stumbles(*_: object) -> None:
    raise ZeroDivisionError


def set_aside(
    installation: Installation, seat: str, monkeypatch: pytest.MonkeyPatch, **headers: str
) -> list[tuple[str, EmailMessage]]:
    """A mail at which the service stumbles each time. Returns what is sent because of it."""

    with monkeypatch.context() as patch:
        patch.setattr(handling, "run_pipeline", stumbles)
        installation.uid += 1
        raw = installation.raw(seat, "status\n", **headers)
        poison = ingest(installation.service, Place("INBOX", 1, installation.uid), installation.clock.now(), raw).id
        for _ in range(ATTEMPTS + 2):
            handle(installation.service, poison)
            installation.clock.forward(minutes=3)
    assert row(installation, poison).status == "quarantined"
    return installation.deliver()


def test_its_writer_is_told_once_in_their_language(
    installation: Installation, said: Read, monkeypatch: pytest.MonkeyPatch
) -> None:
    installation.create("sealed-bids", {"red": "en", "blue": "ru"})
    ((address, mail),) = set_aside(installation, "blue", monkeypatch)
    assert address == "blue@players.test"
    assert "мы не смогли обработать ваше письмо" in said(mail)


def test_nobody_is_told_of_a_mail_that_nothing_proves(
    judging: Settings, installation_of: Callable[[Settings], Installation], monkeypatch: pytest.MonkeyPatch
) -> None:
    installation = installation_of(judging)
    installation.create("sealed-bids", {"red": "en", "blue": "ru"})
    assert set_aside(installation, "red", monkeypatch) == []
    assert set_aside(installation, "red", monkeypatch, sender="stranger@elsewhere.test") == []
    proof = f"{MX}; dkim=pass header.d=players.test; dmarc=pass header.from=players.test"
    ((address, _),) = set_aside(installation, "red", monkeypatch, Authentication_Results=proof)
    assert address == "red@players.test"


def both(installation: Installation, work: Callable[[Service], None]) -> None:
    """One worker does it, and right before it commits a second begins, who waits for the row, or for SQLite."""
    engine = installation.service.engine
    second = threading.Thread(target=work, args=(installation.service,))

    def meet(_: Session) -> None:
        if second.ident is None:
            second.start()
            while engine.dialect.name == "postgresql" and second.is_alive() and not somebody_waits(engine):
                time.sleep(0.01)

    work(replace(installation.service, engine=engine.execution_options(**{BEFORE_COMMIT: meet})))
    second.join()


def somebody_waits(engine: Engine) -> bool:
    """For a lock of this PostgreSQL database."""
    asked = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    with reading(engine) as session:
        return session.connection().execute(text(asked)).first() is not None


def test_two_workers_that_set_a_deadly_mail_aside_at_once_tell_it_once(installation: Installation, said: Read) -> None:
    installation.create("sealed-bids", {"red": "en", "blue": "ru", "moderator": "en"})
    poison = store(installation, "red", "status\n")
    with writing(installation.service.engine) as session:
        session.get_one(InboundMail, poison).unfinished = ATTEMPTS
    both(installation, lambda service: handle_again(service, poison))
    assert row(installation, poison).status == "quarantined"
    assert sorted(address for address, _ in installation.deliver()) == ["moderator@players.test", "red@players.test"]


def test_two_workers_that_stumble_over_a_mail_at_once_tell_it_once(
    installation: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    installation.create("sealed-bids", {"red": "en", "blue": "ru", "moderator": "en"})
    poison = store(installation, "red", "status\n")
    with writing(installation.service.engine) as session:
        session.get_one(InboundMail, poison).attempts = ATTEMPTS - 1
    monkeypatch.setattr(handling, "run_pipeline", stumbles)
    both(installation, lambda service: handle(service, poison))
    assert row(installation, poison).status == "quarantined"
    assert sorted(address for address, _ in installation.deliver()) == ["moderator@players.test", "red@players.test"]


def test_two_workers_that_begin_with_a_mail_at_once_are_counted_both(installation: Installation) -> None:
    installation.create("sealed-bids", {"red": "en", "blue": "ru"})
    mail = store(installation, "red", "status\n")

    def begin(service: Service) -> None:
        with writing(service.engine) as session:
            inbound.begin(session, mail)

    both(installation, begin)
    assert row(installation, mail).unfinished == 2


def test_mails_of_other_campaigns_are_handled_although_one_kills_the_worker(installation: Installation) -> None:
    installation.create("sealed-bids", {"red": "en", "blue": "en"}, name="one")
    poison = store(installation, "red", "status\n")
    installation.create("crossroads", {"north": "en", "east": "en", "south": "en", "west": "en"}, name="two")
    others = [store(installation, "north", "status\n") for _ in range(5)]
    assert workers(installation, poison, 2) == [-signal.SIGKILL] * 2
    assert {row(installation, other).status for other in others} == {"handled"}, "the one that kills comes last"


def test_a_mail_that_only_waits_its_turn_is_not_counted(
    installation: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    installation.create("sealed-bids", {"red": "en", "blue": "en"})
    first = store(installation, "red", "status\n")
    second = store(installation, "blue", "status\n")
    with writing(installation.service.engine) as session:
        inbound.put_back(session, first, installation.clock.now() + timedelta(days=1), "later")
    for _ in range(3 * ATTEMPTS):
        sweep(installation.service, LEASE)
        installation.clock.forward(minutes=3)
    assert (row(installation, second).status, row(installation, second).unfinished) == ("received", 0)

    def busy(session: object, campaign_id: int) -> None:
        raise CampaignBusy("somebody works here")

    monkeypatch.setattr(turns, "lock_campaign", busy)
    for _ in range(3 * ATTEMPTS):
        installation.clock.forward(days=2)
        sweep(installation.service, LEASE)
    monkeypatch.setattr(turns, "lock_campaign", lock_campaign)
    installation.clock.forward(days=2)
    assert sweep(installation.service, LEASE) == 2
    installation.clock.forward(minutes=3)
    sweep(installation.service, LEASE)
    assert {row(installation, each).status for each in (first, second)} == {"handled"}


@pytest.mark.parametrize(("work", "code"), [(600.0, 70), (0.0, 0)])
def test_the_one_process_of_a_small_server_ends_itself_when_it_is_stuck(work: float, code: int) -> None:
    """Whoever restarts it finds the mail counted."""
    program = (
        "import time, worker.watchdog as watchdog\n"
        "watchdog.WATCH_SECONDS = 0.1\n"
        "watchdog.end_when_stuck(0.5)\n"
        f"with watchdog.timed(3): time.sleep({work})\n"
        "time.sleep(1)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        capture_output=True,
        check=False,
    )
    assert done.returncode == code, done.stderr.decode()
