"""The program as a whole: help, processes that stay, the terminal."""

import asyncio
import importlib.metadata
import json
import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from email.message import EmailMessage
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from adjudicator.kernel import registry
from adjudicator.mail.embedded import EmbeddedMail
from adjudicator.mail.fetch import Mailbox
from adjudicator.mail.send import Delivered, hand_over
from cli.errors import ANSWERS
from tests.long_cases import one_in
from tests.own_servers import PATIENCE, redis

PROGRAM = Path(sys.executable).with_name("adjudicator")
GROUPS = {
    "match": ("new", "show", "options", "apply", "say", "parse", "verify", "schema"),
    "campaign": ("create", "list", "show", "log", "export", "pause", "resume", "close", "archive", "import"),
    "orders": ("check",),
    "turn": ("replay",),
    "mail": ("list", "show", "read"),
    "seat": ("replace", "absent", "eject", "holders"),
    "deadline": ("set", "extend", "policy"),
    "moderator": ("list", "add", "remove"),
    "process": ("now",),
    "db": ("upgrade",),
}
SINGLE = ("remind", "simulate", "board", "serve", "poll", "worker", "beat", "monitor", "doctor")


def test_every_command_has_help_with_examples(run: Any, desk: Any) -> None:
    top = run("--help").out
    for group, commands in GROUPS.items():
        assert group in top
        for command in commands:
            assert "Examples:" in desk(group, command, "--help").out, (group, command)
    for command in SINGLE:
        assert command in top
        assert "Examples:" in desk(command, "--help").out, command
    assert "demo" in top


def test_help_loads_no_models() -> None:
    loaded = subprocess.run(
        [sys.executable, "-c", "import sys, cli.main; print(*sorted(m.partition('.')[0] for m in sys.modules))"],
        capture_output=True, text=True, check=True,
    ).stdout.split()  # fmt: skip
    assert not {"sqlalchemy", "sqlmodel", "pydantic", "celery", "msgspec", "rich", "PIL"} & set(loaded)


NOT_FOR_ALL = {
    "alembic", "mako", "celery", "adjudicator.games.imperial_struggle",
    "PIL", "resvg_py", "deflate", "jinja2", "css_inline", "icalendar", "jsonschema",
    "dkim", "dns", "imapclient", "aiosmtplib", "lxml", "sqlalchemy.dialects.postgresql",
}  # fmt: skip
"""What draws, sends, reads mails, migrates or plays: who only looks at the desk waits for none of it."""


def test_a_usual_command_imports_neither_migrations_nor_a_game_nor_pictures_nor_mail() -> None:
    """Each import is time that somebody waits for; counted, for seconds differ from machine to machine."""
    program = "import sys, cli.overview; print(len(sys.modules), *sys.modules)"
    count, *names = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout.split()
    assert NOT_FOR_ALL.isdisjoint(names)
    assert int(count) < 950


def loaded_by(words: str, environment: dict[str, str], folder: Path) -> set[str]:
    """The modules that a command imports, whatever comes of it."""
    program = "import sys; from cli.main import app; app(standalone_mode=False)"
    told = subprocess.run(
        [sys.executable, "-X", "importtime", "-c", program, *words.split()], capture_output=True, text=True,
        env=environment, cwd=folder,
    ).stderr  # fmt: skip
    return {line.rpartition("|")[2].strip() for line in told.splitlines() if line.startswith("import time:")}


@one_in(
    2,
    "words",
    ["campaign show lights", "campaign list", "orders show lights --all", "mail list", "mail show out-1 --all"],
)
def test_who_looks_at_a_campaign_does_not_wait_for_what_changes_one(
    words: str, environment: dict[str, str], tmp_path: Path
) -> None:
    loaded = loaded_by(words, environment, tmp_path)
    assert "adjudicator.service.admin.access" in loaded
    waited_for = {
        "adjudicator.service.moderation.commands",
        "adjudicator.service.inbox",
        "adjudicator.service.words",
        "cli.deeds",
    }
    assert not (waited_for | {"icalendar", "lxml", "dkim", "imapclient", "aiosmtplib", "celery"}) & loaded


def test_a_list_of_campaigns_waits_neither_for_a_game_nor_for_what_looks_into_one(
    desk: Any, environment: dict[str, str], tmp_path: Path
) -> None:
    players = ("--player", "france=Anna <anna@players.test>", "--player", "britain=Boris <boris@players.test>")
    desk("campaign", "create", "lights", "--game", "imperial-struggle", *players)
    (listed,) = desk("campaign", "list", "--json").json
    assert (listed["id"], listed["game"], listed["asked"]) == (1, "imperial-struggle", ["france", "britain"])
    loaded = loaded_by("campaign list", environment, tmp_path)
    assert "adjudicator.service.admin.campaign_list" in loaded
    looks = {"adjudicator.service.admin.campaigns", "adjudicator.service.admin.seats", "adjudicator.service.proof"}
    games = {name for name in loaded if name.startswith("adjudicator.games.")}
    assert not (looks | games | {"jinja2", "PIL"}) & loaded


def test_who_looks_loads_nothing_that_handles_or_writes_mails(
    environment: dict[str, str], tmp_path: Path, desk: Any
) -> None:
    players = ("--player", "red=A <a@x.test>", "--player", "blue=B <b@x.test>")
    desk("campaign", "create", "lights", "--game", "sealed-bids", *players)
    handles = {f"adjudicator.service.{room}" for room in ("inbox", "commands")} | {"celery", "dkim"}
    for line in ("campaign show lights --short", "mail list"):
        loaded = loaded_by(line, environment, tmp_path)
        assert "adjudicator.service.admin.access" in loaded
        assert not (handles | {"jinja2", "PIL", "adjudicator.reports.layout.render"}) & loaded, line


def test_a_checkup_loads_every_game_and_nothing_that_handles_mails_or_changes_a_campaign(
    environment: dict[str, str], tmp_path: Path
) -> None:
    loaded = loaded_by("doctor", environment, tmp_path)
    assert {"adjudicator.games.imperial_struggle.game", "adjudicator.games.europa_universalis.game"} <= loaded
    waited_for = {
        "adjudicator.service.inbox",
        "adjudicator.service.moderation.commands",
        "adjudicator.service.admin.upgrades",
    }
    assert not (waited_for | {"jsonschema", "lxml", "icalendar", "celery"}) & loaded


def test_errors_that_are_answers_are_known_where_they_are_made() -> None:
    for module, names in ANSWERS.items():
        assert {getattr(import_module(module), name).__module__ for name in names} == {module}


def test_settings_that_mean_nothing_are_told(desk: Any, environment: dict[str, str]) -> None:
    environment["ADJ_MALI__HOST"] = "x"
    environment["ADJ_MAIL__ADDRESS"] = "x@y"
    told = desk("campaign", "list", code=1).err.splitlines()
    assert [each.partition(":")[0] for each in told] == ["adjudicator"] * 2
    assert told[0] == "adjudicator: ADJ_MALI__HOST: there is no such setting"
    assert told[1].startswith("adjudicator: ADJ_MAIL__ADDRESS = 'x@y': must be a section; its settings are ADJ_MAIL__")


def test_a_settings_file_may_be_named(desk: Any, environment: dict[str, str], tmp_path: Path) -> None:
    del environment["ADJ_DATABASE"]
    (tmp_path / "mine.toml").write_text(f'database = "sqlite:///{tmp_path}/mine.db"\n')
    desk("--config", "mine.toml", "db", "upgrade")
    assert (tmp_path / "mine.db").exists()
    assert "there is no such file" in desk("--config", "none.toml", "db", "upgrade", code=1).err


@pytest.mark.parametrize("command", ["poll", "worker", "beat"])
def test_production_processes_refuse_a_broker_inside_one_process(desk: Any, command: str) -> None:
    assert "memory://" in desk(command, code=1).err


def test_doctor_says_what_is_wrong_in_plain_words(desk: Any, environment: dict[str, str]) -> None:
    environment |= {"ADJ_MAIL__IMAP__PORT": "1", "ADJ_MAIL__SMTP__PORT": "1"}
    found = {each["subject"]: each for each in desk("doctor", "--json", code=1).json}
    assert "adjudicator db upgrade" in found["database"]["text"]
    for subject in ("mail.imap", "mail.smtp"):
        assert found[subject]["state"] == "wrong"
        assert "nothing listens there" in found[subject]["text"]
    assert found["pictures"]["state"] == "good"
    assert found["game sealed-bids"]["state"] == "good"


def test_doctor_names_a_game_that_does_not_load(desk: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    point = importlib.metadata.EntryPoint("broken", "no_such_package:GAME", registry.GROUP)
    monkeypatch.setitem(registry._installed(), "broken", point)
    found = {each["subject"]: each for each in desk("doctor", "--json", code=1).json}
    assert found["game broken"]["state"] == "wrong"
    assert "no_such_package" in found["game broken"]["text"]
    assert found["game sealed-bids"]["state"] == "good"


def _mail_settings(servers: EmbeddedMail) -> dict[str, str]:
    smtp, imap = servers.smtp_settings("orders"), servers.imap_settings("orders")
    return {
        "ADJ_MAIL__IMAP__PORT": str(imap.port), "ADJ_MAIL__IMAP__TLS": "none", "ADJ_MAIL__IMAP__IDLE": "false",
        "ADJ_MAIL__IMAP__USER": imap.user, "ADJ_MAIL__IMAP__PASSWORD": imap.password,
        "ADJ_MAIL__IMAP__POLL_SECONDS": "0.3",
        "ADJ_MAIL__SMTP__PORT": str(smtp.port), "ADJ_MAIL__SMTP__TLS": "none",
        "ADJ_MAIL__SMTP__USER": smtp.user, "ADJ_MAIL__SMTP__PASSWORD": smtp.password,
    }  # fmt: skip


def test_doctor_is_content_with_accounts_that_work(desk: Any, environment: dict[str, str], tmp_path: Path) -> None:
    desk("db", "upgrade")
    with EmbeddedMail(tmp_path / "mail", "game.test") as servers:
        servers.add_user("orders", "secret")
        environment |= _mail_settings(servers)
        found = {each["subject"]: each for each in desk("doctor", "--json").json}
        assert found["mail.imap"]["state"] == found["mail.smtp"]["state"] == "good"
        environment["ADJ_MAIL__IMAP__PASSWORD"] = "wrong"
        found = {each["subject"]: each for each in desk("doctor", "--json", code=1).json}
        assert "refuses user" in found["mail.imap"]["text"]
        assert "wrong" not in found["mail.imap"]["text"]


@pytest.mark.slow
def test_serve_answers_mails_until_it_is_told_to_stop(desk: Any, environment: dict[str, str], tmp_path: Path) -> None:
    with EmbeddedMail(tmp_path / "mail", "game.test") as servers:
        for name in ("orders", "anna", "boris"):
            servers.add_user(name, "secret")
        environment |= _mail_settings(servers)
        players = ("--player", "red=Anna <anna@game.test>", "--player", "blue=Boris <boris@game.test>")
        desk("campaign", "create", "lights", "--game", "sealed-bids", *players)
        served = subprocess.Popen([PROGRAM, "serve"], env=environment, cwd=tmp_path, stderr=subprocess.PIPE)
        try:
            welcome = _wait_for_mail(servers, "anna", 1)
            assert "Lights" in welcome["Subject"]
            _answer(servers, welcome, "status")
            assert _wait_for_mail(servers, "anna", 2)["In-Reply-To"] == "<1@game.example>"
        finally:
            served.send_signal(signal.SIGTERM)
            _, told = served.communicate(timeout=PATIENCE)
        assert served.returncode == 0, told
        assert b"stopped" in told


@pytest.mark.slow
def test_ctrl_c_ends_serve_though_the_mail_server_is_away(environment: dict[str, str], tmp_path: Path) -> None:
    environment |= {"ADJ_MAIL__IMAP__PORT": "9", "ADJ_MAIL__IMAP__TLS": "none", "ADJ_MAIL__SMTP__PORT": "9"}
    served = subprocess.Popen([PROGRAM, "serve"], env=environment, cwd=tmp_path, stderr=subprocess.PIPE)
    assert served.stderr is not None
    before = []
    for line in served.stderr:
        before.append(line)
        if b"serving" in line:
            break
    served.send_signal(signal.SIGINT)
    _, told = served.communicate(timeout=PATIENCE)
    assert (served.returncode, b"stopped" in told) == (0, True), (before, told)
    assert [line for line in [*before, *told.splitlines()] if not _is_logged(line.decode())] == []


def test_a_process_that_cannot_begin_says_why_in_its_log(desk: Any) -> None:
    for command, why in (("monitor", "monitor.port is not set"), ("poll", "celery.broker is memory://")):
        (line,) = desk(command, code=1).err.splitlines()
        assert _is_logged(line)
        assert json.loads(line)["event"].startswith(why)
    assert desk("campaign", "show", "nowhere", code=1).err.startswith("adjudicator: "), "and to who sits there as ever"


UNSEEN_BY_THE_MAIN_THREAD = """
import os, signal
from cli.serve import told_to_stop

with told_to_stop() as stop:
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    os.kill(os.getpid(), signal.SIGINT)
    assert stop.wait(PATIENCE)
"""
"""A signal that another thread takes: as one that comes while the main thread begins to wait, it wakes nobody there."""


@pytest.mark.slow
def test_a_signal_that_does_not_wake_the_main_thread_stops_a_process(environment: dict[str, str]) -> None:
    program = UNSEEN_BY_THE_MAIN_THREAD.replace("PATIENCE", str(PATIENCE))
    subprocess.run([sys.executable, "-c", program], env=environment, check=True, timeout=2 * PATIENCE)


STOPPED_IN_THE_MIDST = """
import faulthandler, signal, threading
from cli.serve import told_to_stop

class Interrupted(threading.Condition):
    def wait(self, timeout=None):
        signal.raise_signal(signal.SIGTERM)
        return super().wait(timeout)

faulthandler.dump_traceback_later(%s, exit=True)
with told_to_stop() as stop:
    stop._cond = Interrupted(threading.Lock())
    stop.wait()
print("stopped")
"""


def test_a_signal_stops_who_is_just_about_to_wait_and_holds_the_lock_of_the_event() -> None:
    stopped = subprocess.run(
        [sys.executable, "-c", STOPPED_IN_THE_MIDST % PATIENCE], capture_output=True, text=True, check=False
    )
    assert (stopped.returncode, stopped.stdout) == (0, "stopped\n"), stopped.stderr


def _wait_for_mail(servers: EmbeddedMail, user: str, count: int) -> EmailMessage:
    import email
    import email.policy

    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        with Mailbox.connect(servers.imap_settings(user)) as box:
            mails = [mail.raw for mail in box.new_mails(None)]
        if len(mails) >= count:
            parsed = email.message_from_bytes(mails[count - 1], policy=email.policy.default)
            assert isinstance(parsed, EmailMessage)
            return parsed
        time.sleep(0.3)
    raise AssertionError(f"{user} has no mail number {count}")


class Terminal:
    """The program in a pseudo-terminal."""

    def __init__(self, environment: dict[str, str], folder: Path, *arguments: str) -> None:
        self._leader, follower = pty.openpty()
        self._process = subprocess.Popen(
            [PROGRAM, *arguments], stdin=follower, stdout=follower, stderr=follower,
            env={**environment, "TERM": "xterm"}, cwd=folder, close_fds=True, start_new_session=True,
        )  # fmt: skip
        os.close(follower)
        self.shown = ""

    def until(self, words: str, seconds: float = PATIENCE) -> None:
        """Read until the words were shown."""
        end = time.monotonic() + seconds
        while words not in self.shown:
            ready, _, _ = select.select([self._leader], [], [], max(0.0, end - time.monotonic()))
            assert ready, f"{words!r} does not come; shown: {self.shown}"
            if not self._read():
                break
        assert words in self.shown

    def type(self, keys: str) -> None:
        os.write(self._leader, keys.encode())

    def finish(self) -> int:
        while self._read():
            pass
        os.close(self._leader)
        return self._process.wait(PATIENCE)

    def _read(self) -> bool:
        try:
            read = os.read(self._leader, 4096)
        except OSError:
            return False
        self.shown += read.decode("utf-8", "replace")
        return bool(read)


def test_a_replay_waits_for_enter_at_each_step(played: Any, environment: dict[str, str], tmp_path: Path) -> None:
    played.write("blue", f"ставка {played.hands['blue'][0]}")
    terminal = Terminal(environment, tmp_path, "turn", "replay", "lights", "--step")
    terminal.until("Enter: next step")
    assert "the lot goes to" not in terminal.shown
    terminal.type("\n")
    terminal.until("the lot goes to")
    terminal.type("q\n")
    assert terminal.finish() == 0


def test_a_simulation_shows_how_far_it_is(environment: dict[str, str], tmp_path: Path) -> None:
    terminal = Terminal(environment, tmp_path, "simulate", "sealed-bids", "--games", "400", "--replay")
    terminal.until("random games")
    assert terminal.finish() == 0
    assert "400 games" in terminal.shown


@pytest.mark.slow
def test_poller_worker_and_beat_apart_answer_mails(
    desk: Any, environment: dict[str, str], tmp_path: Path, postgresql_url: str, redis_url: str
) -> None:
    with EmbeddedMail(tmp_path / "mail", "game.test") as servers, ExitStack() as processes:
        for name in ("orders", "anna", "boris"):
            servers.add_user(name, "secret")
        environment |= _mail_settings(servers)
        environment |= {"ADJ_DATABASE": postgresql_url, "ADJ_CELERY__BROKER": redis_url}
        desk("db", "upgrade")
        found = {each["subject"]: each for each in desk("doctor", "--json").json}
        assert found["celery.broker"]["state"] == "good"
        for command in (("poll",), ("worker", "--concurrency", "1"), ("beat",)):
            processes.enter_context(_process(environment, tmp_path, *command))
        players = ("--player", "red=Anna <anna@game.test>", "--player", "blue=Boris <boris@game.test>")
        desk("campaign", "create", "lights", "--game", "sealed-bids", *players)
        welcome = _wait_for_mail(servers, "anna", 1)
        _answer(servers, welcome, "status")
        assert _wait_for_mail(servers, "anna", 2)["In-Reply-To"] == "<1@game.example>"
    for command in ("poll", "worker", "beat"):
        assert not [line for line in (tmp_path / f"{command}.log").read_text().splitlines() if not _is_logged(line)]


@pytest.mark.slow
def test_while_redis_is_away_it_is_said_and_the_work_waits(
    desk: Any, environment: dict[str, str], tmp_path: Path
) -> None:
    with redis(tmp_path) as broker:
        pass
    with EmbeddedMail(tmp_path / "mail", "game.test") as servers:
        for name in ("orders", "anna"):
            servers.add_user(name, "secret")
        environment |= {**_mail_settings(servers), "ADJ_CELERY__BROKER": broker}
        desk("db", "upgrade")
        found = {each["subject"]: each for each in desk("doctor", "--json", code=1).json}
        assert found["celery.broker"]["state"] == "wrong"
        assert "nothing listens there" in found["celery.broker"]["text"]
        players = ("--player", "red=Anna <anna@game.test>", "--player", "blue=Boris <boris@game.test>")
        assert "is created" in desk("campaign", "create", "lights", "--game", "sealed-bids", *players).out
        with _process(environment, tmp_path, "worker", "--concurrency", "1"):
            _until_logged(tmp_path / "worker.log", "Cannot connect")
            with redis(tmp_path, int(broker.rpartition(":")[2].partition("/")[0])):
                _until_logged(tmp_path / "worker.log", "ready.")


def _is_logged(line: str) -> bool:
    """Whether it is one JSON object, or what Celery says at its end."""
    if not line or line == "worker: Warm shutdown (MainProcess)":
        return True
    return {"event", "level", "timestamp"} <= set(json.loads(line))


def _until_logged(log: Path, text: str) -> None:
    until = time.monotonic() + PATIENCE
    while text not in log.read_text():
        assert time.monotonic() < until, log.read_text()[-2000:]
        time.sleep(0.1)


@contextmanager
def _process(environment: dict[str, str], folder: Path, *command: str) -> Iterator[None]:
    """A process of the installation; told to stop at the end, it must end in peace."""
    with (folder / f"{command[0]}.log").open("wb") as log:
        process = subprocess.Popen([PROGRAM, *command], env=environment, cwd=folder, stdout=log, stderr=log)
    try:
        yield
        process.send_signal(signal.SIGTERM)
        code = process.wait(PATIENCE)
    finally:
        process.kill()
        process.wait()
    assert code == 0, (folder / f"{command[0]}.log").read_text()[-2000:]


def _answer(servers: EmbeddedMail, asked: EmailMessage, text: str) -> None:
    """Anna replies to a mail."""
    answer = EmailMessage()
    answer["From"], answer["To"] = "anna@game.test", asked["Reply-To"]
    answer["Subject"], answer["Message-ID"] = f"Re: {asked['Subject']}", "<1@game.example>"
    answer.set_content(f"{text}\n")
    recipient = str(answer["To"]).rpartition("<")[2].rstrip(">")
    anna = servers.smtp_settings("anna")
    sent = hand_over(answer.as_bytes(), sender="anna@game.test", recipient=recipient, settings=anna)
    assert isinstance(asyncio.run(sent), Delivered)


def test_the_version_is_told_with_the_games(run: Any) -> None:
    told = run("--version").out
    assert told == f"adjudicator {version('adjudicator')}; games: {told.partition('games: ')[2]}"
    rules = registry.game_named("imperial-struggle").version
    assert f"imperial-struggle (rules {rules})," in told
    assert "sealed-bids (rules 1, a test game)" in told


def test_a_demonstration_without_its_extra_says_what_to_install(
    run: Any, environment: dict[str, str], tmp_path: Path
) -> None:
    (tmp_path / "sitecustomize.py").write_text("import sys\nsys.modules['pymap'] = None\n")
    environment["PYTHONPATH"] = str(tmp_path)
    told = run("demo", "--game", "sealed-bids", "--turns", "1", code=1).err
    assert '(pymap is not installed): pip install "adjudicator[demo]"' in told
    assert "defect" not in told
