"""`adjudicator notices`: a channel is added, listed, tried, removed; its secrets are shown once or never."""

from __future__ import annotations

import io
import re
import sqlite3
import zipfile
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr
from pathlib import Path
from typing import Any

import pytest
from adjudicator_channels import delivery
from adjudicator_channels.wording import body
from sqlalchemy import select, update

from adjudicator.service.service import Service
from adjudicator.settings import Celery, Settings
from adjudicator.store.engine import reading, writing
from adjudicator.store.tables import ChannelNotice, NoticeState
from tests.cli.test_processes import process
from tests.live.installation import until
from tests.receiver import Receiver, signed_by_openssl
from worker.wakes import waker

MARKS = ("Quisquilia", "verysecret")
"""Stand in the URL, behind its host."""


@pytest.fixture
def receiver(environment: dict[str, str]) -> Iterator[Receiver]:
    environment |= {"ADJ_NOTICES__ALLOW_HTTP": "true", "ADJ_NOTICES__ALLOW_PRIVATE_NETWORKS": "true"}
    environment["ADJ_NOTICES__CHATS"] = '["json"]'
    with Receiver() as there:
        yield there


def sends_to_this_machine(service: Service) -> None:
    """As the program does with the environment of the receiver."""
    allowed = {"allow_http": True, "allow_private_networks": True, "chats": ("json",)}
    notices = service.settings.notices.model_copy(update=allowed)
    object.__setattr__(service, "settings", service.settings.model_copy(update={"notices": notices}))


def test_the_way_of_a_channel(desk: Any, played: Any, receiver: Receiver) -> None:
    rehearsed = desk("notices", "add", "lights", receiver.url, "--dry-run")
    assert "notices about asked, deadline, turn, end go to http://127.0.0.1" in rehearsed.err
    assert "whsec_" not in rehearsed.out + rehearsed.err
    added = desk("notices", "add", "lights", receiver.url, "--events", "asked,end", "--language", "ru", "--yes")
    assert re.search(r"channel 1 is there; its secret, shown once: whsec_\S{44}", added.out)
    (listed,) = desk("notices", "list", "lights", "--json").json
    assert (listed["number"], listed["events"], listed["language"]) == (1, ["asked", "end"], "ru")
    assert listed["place"] == f"http://127.0.0.1:{receiver.port}/…"
    assert desk("notices", "test", "lights", "1").out == "it has arrived\n"
    receiver.answers = [500]
    assert "it has not arrived: HTTP 500" in desk("notices", "test", "lights", "1", code=1).err
    assert desk("notices", "remove", "lights", "1", "--yes").out == "channel 1 is removed\n"
    assert desk("notices", "list", "lights", "--json").json == []


def test_a_list_says_what_waits_and_why(desk: Any, played: Any, receiver: Receiver) -> None:
    desk("notices", "add", "lights", receiver.url, "--yes")
    desk("notices", "add", "lights", receiver.url, "--seat", "blue", "--yes")
    receiver.answers = [500, 500]
    played.write("blue", f"bid {played.hands['blue'][0]}")
    sends_to_this_machine(played.service)
    assert delivery.send_due(played.service, body) == 2
    open_, own = desk("notices", "list", "lights", "--json").json
    assert (open_["waiting"], open_["why"]) == (1, "HTTP 500")
    assert (own.get("waiting"), own.get("why")) == (None, None), "it would tell when the seat was asked"


def test_a_url_need_not_stand_in_the_history_of_the_shell(desk: Any, played: Any, receiver: Receiver) -> None:
    desk("notices", "add", "lights", "-", "--yes", given=f"{receiver.url}\n")
    assert desk("notices", "test", "lights", "1").out == "it has arrived\n"


def test_no_list_trail_log_archive_or_notice_holds_a_secret(
    desk: Any,
    played: Any,
    receiver: Receiver,
    tmp_path: Path,
) -> None:
    added = [
        desk("notices", "add", "lights", receiver.url, "--yes", "--json").json,
        desk(
            "notices", "add", "lights", receiver.url, "--seat", "blue", "--events", "deadline", "--yes", "--json"
        ).json,
    ]
    chat = desk("notices", "add", "lights", receiver.url.replace("http:", "json:"), "--yes", "--json").json
    assert chat["secret"] is None
    secrets = [each["secret"].removeprefix("whsec_").rstrip("=") for each in added]
    sends_to_this_machine(played.service)
    receiver.answers = [500]
    told = [str(each["channel"]) for each in (*added, chat)]
    desk("deadline", "extend", "lights", "--hours", "24", "--yes")
    with redirect_stderr(io.StringIO()) as log:
        assert delivery.send_due(played.service, body) == 3
    assert "a notice has not arrived" in log.getvalue()
    told.append(log.getvalue())
    told += [desk(*call.split()).out for call in (
        "notices list lights", "notices list lights --json", "audit show lights --json", "campaign show lights --all",
        "campaign log lights --all", "mail list --out --campaign lights --json",
    )]  # fmt: skip
    told += [desk("notices", "add", "lights", receiver.url, "--dry-run").err]
    told += [str(posted.body) for posted in receiver.posted]
    for words in (["--all"], []):
        desk("campaign", "export", "lights", *words, "-o", "lights.zip")
        with zipfile.ZipFile(tmp_path / "lights.zip") as archive:
            told += [archive.read(name).decode(errors="replace") for name in archive.namelist()]
            assert not [name for name in archive.namelist() if "channel" in name]
    for text in told:
        for mark in (*MARKS, *secrets):
            assert mark not in text
    desk("notices", "remove", "lights", "1", "--yes")
    desk("notices", "remove", "lights", "2", "--yes")
    desk("notices", "remove", "lights", "3", "--yes")
    with sqlite3.connect(tmp_path / "var" / "adjudicator.db") as connection:
        rows = [*connection.execute("SELECT * FROM channel"), *connection.execute("SELECT * FROM channel_notice")]
    assert len(rows) == 6
    assert not any(mark in str(rows) for mark in MARKS), "nothing is left of where it was"


def test_the_settings_say_where_notices_may_go(desk: Any, played: Any) -> None:
    with Receiver() as there:
        assert "begins with https://" in desk("notices", "add", "lights", there.url, "--yes", code=1).err
        closed = there.url.replace("http:", "https:")
        assert "not of the open internet" in desk("notices", "add", "lights", closed, "--yes", code=1).err


@pytest.mark.slow
def test_an_event_comes_to_a_webhook_through_a_real_worker_though_nobody_listened_at_first(
    desk: Any, played: Any, environment: dict[str, str], tmp_path: Path, redis_url: str
) -> None:
    """A mail closes the round; a Celery worker handles it and tells, is refused, and tells again when it is time."""
    environment |= {"ADJ_NOTICES__ALLOW_HTTP": "true", "ADJ_NOTICES__ALLOW_PRIVATE_NETWORKS": "true"}
    environment |= {"ADJ_CELERY__BROKER": redis_url, "ADJ_MAIL__SMTP__PORT": "1"}
    waiting = Receiver()
    added = desk("notices", "add", "lights", waiting.url, "--yes", "--json").json
    wakes = waker(Settings(celery=Celery(broker=redis_url)))
    mail = played.arrive("blue", f"bid {played.hands['blue'][0]}")
    with process(environment, tmp_path, "worker", "--concurrency", "1"):
        wakes.mail(mail, played.id)
        refused = until(lambda: notice_of(played, lambda row: row.error))
        assert refused.error == "no connection: ConnectionRefusedError"
        with waiting as receiver:
            with writing(played.service.engine) as session:
                session.execute(update(ChannelNotice).values(due_at=played.service.clock.now()))  # its pause is over
            until(receiver.came.is_set, wakes.outbox)
            taken = until(lambda: notice_of(played, lambda row: row.state is NoticeState.DELIVERED))
    (posted,) = receiver.posted
    assert (posted.name, posted.told["type"], taken.attempts) == (refused.name, "asked", 2)
    assert signed_by_openssl(added["secret"], posted, tmp_path) == posted.headers["webhook-signature"]


def notice_of(played: Any, wanted: Callable[[ChannelNotice], object]) -> ChannelNotice | None:
    """The only notice, once it is as wanted."""
    with reading(played.service.engine) as session:
        return next((row for row in session.scalars(select(ChannelNotice)) if wanted(row)), None)
