"""What an installation tells over HTTP: figures and health, asked of a real server."""

import json
import re
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
import yaml
from adjudicator_channels import delivery
from adjudicator_channels.desk import NewChannel, add
from adjudicator_channels.wording import body
from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy import update

from adjudicator.service.admin import watching
from adjudicator.service.admin.access import Visitor
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.clocks.deadlines import run as run_deadlines
from adjudicator.service.clocks.extensions import extend
from adjudicator.service.service import Service, open_service
from adjudicator.settings import Celery, Monitor, Notices, Settings
from adjudicator.store import heartbeats
from adjudicator.store.engine import lock_campaign, writing
from adjudicator.store.heartbeats import Self
from adjudicator.store.tables import InboundMail, ProcessKind
from tests.receiver import Receiver
from tests.service.conftest import MX, Installation
from tests.serving import serve
from worker.monitor import CannotListen, listening

MONITORING = Path(__file__).parents[2] / "deploy/monitoring"


@contextmanager
def told(service: Service) -> Iterator[None]:
    with listening(service) as server:
        serve(server)
        yield
        server.shutdown()


@pytest.fixture
def monitored(settings: Settings) -> Settings:
    """At a port that was free a moment ago."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
    return settings.model_copy(update={"monitor": Monitor(port=port)})


@pytest.fixture
def installation(monitored: Settings, judging: Settings, installation_of: Any) -> Iterator[Installation]:
    installation: Installation = installation_of(judging.model_copy(update={"monitor": monitored.monitor}))
    with told(installation.service):
        yield installation


def fetched(service: Service, path: str) -> tuple[int, str]:
    where = service.settings.monitor
    try:
        with urlopen(f"http://{where.host}:{where.port}{path}") as answer:
            return answer.status, answer.read().decode()
    except HTTPError as error:
        return error.code, error.read().decode()


def health(service: Service) -> tuple[int, list[str]]:
    status, text = fetched(service, "/health")
    return status, json.loads(text)["wrong"]


def figures(service: Service) -> dict[str, float]:
    """By name, with the values of labels behind it."""
    families = text_string_to_metric_families(fetched(service, "/metrics")[1])
    return {
        " ".join((sample.name.removeprefix("adjudicator_"), *sample.labels.values())): sample.value
        for family in families
        for sample in family.samples
    }


def test_figures_tell_what_there_is_and_what_waits(installation: Installation) -> None:
    empty = figures(installation.service)
    assert empty["broker_up"] == 1, "none is needed"
    assert (empty["database_up"], empty["mails_stored_total"], empty["oldest_unhandled_seconds"]) == (1, 0, 0)
    assert empty["disk_free_bytes"] > 0
    installation.create("sealed-bids", {"red": "en", "blue": "ru", "moderator": "en"})
    installation.put(installation.raw("red", "1a\n"))
    installation.put(
        installation.raw("blue", "2a\n", Authentication_Results=f"{MX}; dmarc=pass header.from=players.test")
    )
    installation.clock.forward(hours=1)
    installation.arrive(installation.raw("blue", "status\n"))
    installation.clock.forward(minutes=2)
    now = figures(installation.service)
    assert now["campaigns running"] == 1
    assert now["mails_stored_total"] == 3
    assert (now["mails_waiting held"], now["mails_waiting received"]) == (1, 1)
    assert 120 <= now["oldest_unhandled_seconds"] < 121
    assert now["outbox_waiting"] == 2, "is this mail yours; the receipt of the other"
    assert 3720 <= now["oldest_unsent_seconds"] < 3721
    assert (now["questions_open"], now["questions_overdue"]) == (2, 0)
    installation.deliver()
    installation.clock.forward(days=3)
    now = figures(installation.service)
    assert (now["outbox_waiting"], now["oldest_unsent_seconds"], now["questions_overdue"]) == (0, 0, 2)
    installation.look_at(3)
    assert run_deadlines(installation.service) == 1
    now = figures(installation.service)
    assert (now["mails_waiting received"], now["questions_overdue"]) == (0, 0)


def test_figures_tell_what_became_of_notices(judging: Settings, monitored: Settings, installation_of: Any) -> None:
    allowed = {
        "monitor": monitored.monitor,
        "notices": Notices(allow_http=True, allow_private_networks=True, give_up_hours=1),
    }
    installation = installation_of(judging.model_copy(update=allowed))
    installation.create("sealed-bids", {"red": "en", "blue": "ru", "moderator": "en"})
    mila = Visitor(name="Mila")
    with told(installation.service), Receiver() as receiver:
        wanted = NewChannel(url=receiver.url)
        shown, _ = add(installation.service, None, "sealed-bids", wanted, mila)
        add(installation.service, shown, "sealed-bids", wanted, mila)
        assert health(installation.service) == (200, [])
        for answer, counts in ((200, (1, 0, 0, 0)), (500, (1, 0, 1, 0)), (500, (1, 1, 0, 1))):
            receiver.answers = [answer]
            with writing(installation.service.engine) as session:
                if counts != (1, 1, 0, 1):
                    lock_campaign(session, 1)
                    extend(table_of_campaign(installation.service.work(session), 1), by="Mila", hours=24)
            installation.deliver()
            installation.clock.forward(minutes=20)
            due = ["a notice beside the mails is not sent"]
            assert [each.partition(" since ")[0] for each in health(installation.service)[1]] == due
            (ours,) = watching.notices(installation.service)
            assert ours[0], "a worker is to be looked at"
            delivery.send_due(installation.service, body)
            now = figures(installation.service)
            names = ("notices_delivered_total", "notices_failed_total", "notices_waiting", "channels_failing")
            assert tuple(now[name] for name in names) == counts
            assert (now["oldest_unsent_notice_seconds"], now["oldest_notice_seconds"] > 1200) == (0, counts[2] == 1)
            installation.deliver()
            assert health(installation.service) == (200, []), "what the other side does not take is not ours to mend"
            installation.clock.forward(hours=2)
        (theirs,) = watching.notices(installation.service)
    assert not theirs[0]
    assert theirs[1].startswith("channel 1 of sealed-bids takes none since 2026-11-20")


def test_nothing_of_a_player_is_told(installation: Installation) -> None:
    installation.create("sealed-bids", {"red": "en", "blue": "ru"})
    installation.put(installation.raw("red", "1a\n"))
    installation.clock.forward(hours=1)
    text = "".join(fetched(installation.service, path)[1] for path in ("/metrics", "/health"))
    for secret in ("red", "blue", "players.test", "sealed-bids", "house"):
        assert secret not in text.lower().replace("delivered", "").replace("stored", "")


def test_health_tells_what_stands_still_and_that_it_goes_on(installation: Installation) -> None:
    installation.create("sealed-bids", {"red": "en", "blue": "ru"})
    assert health(installation.service) == (200, [])
    came = installation.arrive(
        installation.raw("red", "status\n", Authentication_Results=f"{MX}; dmarc=pass header.from=players.test")
    )
    installation.clock.forward(minutes=14)
    assert health(installation.service) == (200, [])
    installation.clock.forward(minutes=2)
    status, wrong = health(installation.service)
    assert status == 503
    assert [each.startswith("a mail is not handled since 20") for each in wrong] == [True]
    installation.look_at(came)
    installation.clock.forward(minutes=16)
    assert [each[:24] for each in health(installation.service)[1]] == ["a mail is not sent since"]
    installation.deliver()
    assert health(installation.service) == (200, [])


def test_a_database_that_is_away_is_told_and_nothing_else_is_guessed(monitored: Settings) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    away = monitored.model_copy(update={"database": f"postgresql+psycopg://nobody@127.0.0.1:{port}/none"})
    service = open_service(away)
    with told(service):
        assert {name: value for name, value in figures(service).items() if name != "disk_free_bytes"} == {
            "database_up": 0, "broker_up": 1,
        }  # fmt: skip
        status, wrong = health(service)
    assert (status, wrong) == (503, ["the database does not answer: StoreUnavailable"])


def test_other_paths_are_answered_and_a_taken_port_is_told(installation: Installation) -> None:
    assert fetched(installation.service, "/") == (404, "/metrics or /health\n")
    with pytest.raises(CannotListen, match="Address already in use"), listening(installation.service):
        pass


def test_alerts_and_dashboard_name_figures_that_there_are(installation: Installation) -> None:
    installation.create("sealed-bids", {"red": "en", "blue": "ru"})
    known = {f"adjudicator_{name.split()[0]}" for name in figures(installation.service)}
    alerts = yaml.safe_load((MONITORING / "alerts.yaml").read_text())["groups"][0]["rules"]
    panels = json.loads((MONITORING / "dashboard.json").read_text())["panels"]
    rules = [rule["expr"] for rule in alerts] + [each["expr"] for panel in panels for each in panel["targets"]]
    named = {name for rule in rules for name in re.findall(r"\badjudicator_\w+", rule)}
    assert named <= known
    assert {name for name in known if "notice" in name} <= named
    assert len(named) > 8


def test_a_broker_that_does_not_answer_is_told(judging: Settings, monitored: Settings, installation_of: Any) -> None:
    broker = Celery(broker="redis://127.0.0.1:1/0")
    installation = installation_of(judging.model_copy(update={"monitor": monitored.monitor, "celery": broker}))
    with told(installation.service):
        assert figures(installation.service)["broker_up"] == 0
        status, (wrong,) = health(installation.service)
    assert (status, wrong.partition(":")[0]) == (503, "the broker does not answer")


def test_a_mail_that_was_put_off_is_no_trouble_before_its_time(installation: Installation) -> None:
    installation.create("sealed-bids", {"red": "en", "blue": "ru"})
    installation.arrive(installation.raw("red", "status\n"))
    with writing(installation.service.engine) as session:
        session.execute(update(InboundMail).values(due_at=installation.clock.time + timedelta(hours=2)))
    installation.clock.forward(hours=1)
    assert health(installation.service) == (200, [])
    installation.clock.forward(hours=1, minutes=16)
    assert [each[:24] for each in health(installation.service)[1]] == ["a mail is not handled si"]


def test_a_process_that_lives_is_counted_and_one_that_has_died_is_missed(installation: Installation) -> None:
    own = Self(1, ProcessKind.SERVE, "a.host", 4711, installation.clock.time)
    assert health(installation.service) == (200, [])
    with writing(installation.service.engine) as session:
        heartbeats.beat(session, own, installation.clock.now())
    assert (figures(installation.service)["processes serve"], health(installation.service)) == (1, (200, []))
    installation.clock.forward(minutes=1)
    now = figures(installation.service)
    assert (now["processes serve"], now["processes_missing"]) == (0, 1)
    assert health(installation.service) == (503, ["no serve is at work"])
    with writing(installation.service.engine) as session:
        heartbeats.end(session, 1, installation.clock.now())
    assert health(installation.service) == (200, [])
