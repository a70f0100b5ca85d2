"""What holds for every command, whoever wrote it: its help, its JSON, its trace, and that it betrays nothing."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
import time_machine
from typer.testing import CliRunner

from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.inbox.arrival import ingest
from adjudicator.service.inbox.handling import handle
from adjudicator.service.moderation.rights import LOOKS
from adjudicator.service.people.new_campaigns import NewCampaign, Player, create
from adjudicator.service.service import Service, open_service
from adjudicator.service.words.rendering import render_due
from adjudicator.settings import Mail, OwnAddress, Settings, Trust
from adjudicator.store.engine import reading
from adjudicator.store.inbound import Place
from adjudicator.store.migrations import upgrade
from cli.commands import NEEDS
from cli.main import app
from tests.cli.commands import PROCESSES, Known, commands
from tests.long_cases import alternate_variants

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
MARK = "Quisquilia"
"""Stands in whatever Anna writes that only she may read."""


class Clock:
    """Stands still."""

    def now(self) -> datetime:
        return NOON


@dataclass
class World:
    """A folder with an installation as Anna (red) left it. Boris plays blue and moderates."""

    folder: Path

    @property
    def settings(self) -> Settings:
        return Settings(
            database=f"sqlite:///{self.folder}/world.db",
            data_directory=self.folder,
            mail=Mail(trust=Trust.EVERYBODY, address=OwnAddress(domain="game.test")),
        )

    @contextmanager
    def service(self) -> Iterator[Service]:
        service = open_service(self.settings, Clock())
        yield service
        service.engine.dispose()

    def write(self, service: Service, uid: int, sender: str, seat: str, text: str) -> None:
        with reading(service.engine) as session:
            campaign = 1
            token = table_of_campaign(service.work(session, NOON), campaign).by_name[seat].token
        mail = EmailMessage()
        mail["From"], mail["To"] = sender, service.reply_address(token)
        mail["Subject"], mail["Message-ID"] = "orders", f"<{uid}@players.test>"
        mail.set_content(text)
        stored = ingest(service, Place("INBOX", 1, uid), NOON, mail.as_bytes())
        handle(service, stored.id)
        while render_due(service):
            pass

    def run(self, call: list[str], *, given: str = "y\ny\ny\n") -> tuple[int, str]:
        """Run a command in this folder. Returns its exit code and everything it has told, files included."""
        before = {path.name for path in self.folder.iterdir()}
        here = Path.cwd()
        os.chdir(self.folder)
        try:
            done = CliRunner().invoke(app, call, input=given)
        finally:
            os.chdir(here)
        made = sorted(path for path in self.folder.iterdir() if path.name not in before and "world.db" not in path.name)
        files = b"".join(path.read_bytes() for path in made if path.is_file())
        for path in made:
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        error = "" if done.exception is None else f"{type(done.exception).__name__}: {done.exception}"
        return done.exit_code, f"{done.output}{done.stderr}{error}{files.hex()}"

    def rows(self) -> dict[str, list[Any]]:
        """Everything in the database."""
        with sqlite3.connect(self.folder / "world.db") as connection:
            tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            return {name: sorted(map(repr, connection.execute(f"SELECT * FROM {name}"))) for name in tables}


def make(folder: Path) -> World:
    """The campaign before anybody has bid; blue has looked at his help."""
    world = World(folder)
    with world.service() as service:
        upgrade(service.engine)
        boris = {"name": "Boris", "email": "boris@players.test"}
        players = (
            Player(seat="red", name="Anna", email="anna@players.test"),
            Player(seat="blue", **boris),
            Player(seat="moderator", **boris),
        )
        create(service, NewCampaign(name="lights", title="Lights", game="sealed-bids", players=players, seed=b"lights"))
        while render_due(service):
            pass
        world.write(service, 1, "boris@players.test", "blue", "help")
    (folder / "mail.eml").write_text("From: someone@elsewhere.test\nSubject: hello\n\nhello\n")
    return world


def copied(world: World, folder: Path) -> World:
    folder.mkdir()
    for path in world.folder.iterdir():
        if path.is_file():
            shutil.copy(path, folder / path.name)
    return World(folder)


@pytest.fixture(scope="module")
def start(tmp_path_factory: pytest.TempPathFactory) -> World:
    with time_machine.travel(NOON, tick=False):
        return make(tmp_path_factory.mktemp("start"))


@pytest.fixture(autouse=True)
def no_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in os.environ if name.startswith("ADJ_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("ADJ_MAIL__TRUST", "everybody")
    monkeypatch.setenv("ADJ_MAIL__ADDRESS__DOMAIN", "game.test")
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("LOGNAME", "boris")
    monkeypatch.setenv("ADJ_DATABASE", "sqlite:///world.db")
    monkeypatch.setenv("ADJ_DATA_DIRECTORY", ".")


def anna(world: World, *texts: str) -> World:
    """What Anna writes to her seat; the last is a mail that is held, from an address that is not hers."""
    with world.service() as service:
        for uid, text in enumerate(texts, 2):
            world.write(service, uid, "anna@players.test", "red", text)
    return world


@pytest.fixture(scope="module")
def worlds(start: World, tmp_path_factory: pytest.TempPathFactory) -> list[World]:
    """Two worlds that Boris cannot tell apart: in one of them Anna has bid, has written nonsense and a note."""
    folder = tmp_path_factory.mktemp("worlds")
    with time_machine.travel(NOON, tick=False):
        with start.service() as service, reading(service.engine) as session:
            hand = table_of_campaign(service.work(session, NOON), 1).match.state.hands["red"]
        return [
            anna(copied(start, folder / "silent")),
            anna(copied(start, folder / "busy"), f"bid {hand[0]}\n", f"bid {MARK}\n", f"diary {MARK}\n"),
        ]


def test_every_command_is_known_and_so_is_what_it_takes() -> None:
    found = commands()
    assert len(found) > 45
    for each in found:
        assert list(each.calls()), each.name


@pytest.mark.parametrize("known", commands(), ids=lambda known: known.name)
def test_the_help_of_every_command_has_examples(known: Known) -> None:
    done = CliRunner().invoke(app, [*known.words, "--help"])
    assert done.exit_code == 0
    assert "Examples:" in done.output, known.name
    assert f"adjudicator {known.name}" in re.sub(r"(--reveal|--by \S+|--config \S+) ", "", done.output)


PRINTS_JSON = {
    "match new", "match show", "match options", "match apply", "match say", "match parse", "match verify",
    "match schema",
}  # fmt: skip
"""Commands of one match in a file: JSON is all they print, or a line that a player would write."""
WRITES_FILES = {"board", "campaign export", "pack new"}
ONE_LINE = {"db new-key", "db upgrade", "db rotate-key", "mail raw"}
"""A key, the bytes of a mail, how many."""


@pytest.mark.parametrize("known", commands(), ids=lambda known: known.name)
def test_every_command_can_tell_it_as_json(known: Known) -> None:
    assert "--json" in known.options or known.name in PRINTS_JSON | WRITES_FILES | ONE_LINE


TOTALS = {"doctor"}
"""How many mails wait in the whole installation, and how full the disk is, is told to whoever runs it."""
FRESH = {"db new-key", "match new"}
"""Each time something random."""
SERVERS = {"mail refetch"}
"""It needs mail servers, which this test has not; tests/cli/test_disaster.py has them."""


@pytest.mark.parametrize(
    ("known", "quarter"),
    alternate_variants([each for each in commands() if each.name not in TOTALS | FRESH | SERVERS], range(4)),
    ids=lambda each: getattr(each, "name", None),
)
def test_no_command_tells_a_moderator_who_plays_what_his_seat_may_not_know(
    known: Known, quarter: int, worlds: list[World]
) -> None:
    """He gets the same from every command, whatever the other seat has done in secret.

    Each call runs in a copy of each world, and again and again in the same copies, so that nothing it changes
    betrays anything to the next one either. In each run every fourth call, by turns; one of each command always.
    """
    calls = [*known.calls()]
    with time_machine.travel(NOON, tick=False):
        homes = [copied(world, world.folder.parent / f"{world.folder.name}-{known.name}-{quarter}") for world in worlds]
        for call in calls[min(quarter, len(calls) - 1) :: 4]:
            told = [told_in(home, call) for home in homes]
            assert len(set(told)) == 1, f"{' '.join(call)} betrays something:\n" + "\n---\n".join(map(str, told))
            assert MARK not in told[0][1]
        for home in homes:
            shutil.rmtree(home.folder)


def told_in(world: World, call: list[str]) -> tuple[int, str]:
    """What a command tells, without the name of the folder and of files for tracebacks."""
    code, text = world.run(call)
    return code, re.sub(r"adjudicator-\w+\.txt", "", text.replace(str(world.folder), "."))


TOLD = {"outbound_mail", "mail_picture", "picture_use"}
"""What a look leaves behind that everybody at the table is told of."""


@pytest.mark.parametrize("known", commands(), ids=lambda known: known.name)
def test_whatever_a_command_changes_stands_in_the_trail(known: Known, start: World, tmp_path: Path) -> None:
    world = copied(start, tmp_path / "world")
    after = world.rows()
    with time_machine.travel(NOON + timedelta(minutes=1), tick=False):
        for place, call in enumerate(known.calls()):
            if place and "--dry-run" in call:
                continue
            before = after
            world.run(["--reveal", "--by", "Boris", *call])
            after = world.rows()
            changed = [name for name in after if name != "audit" and after[name] != before.get(name)]
            if NEEDS[known.name] in LOOKS:
                assert set(changed) <= TOLD, f"{known.name} is declared to change nothing, and changed {changed}"
            elif changed:
                assert len(after["audit"]) > len(before["audit"]), (
                    f"{' '.join(call)} changed {changed} and left no trace"
                )
                return


def test_exit_codes_tell_done_refused_and_wrongly_typed(start: World) -> None:
    """130, for whoever stops a command from the keyboard, is tested in a terminal (test_terminal.py)."""
    for call, code in (
        (["campaign", "show", "lights"], 0),
        (["campaign", "show", "nights"], 1),
        (["campaign", "show", "lights", "--as", "green"], 1),
        (["campaign", "show"], 2),
        (["campaign", "show", "lights", "--nonsense"], 2),
        (["nonsense"], 2),
    ):
        assert start.run(call)[0] == code, call
    told = CliRunner().invoke(app, ["--help"]).output
    assert all(
        word in " ".join(told.split()) for word in ("0 done", "1 refused or failed", "2 wrong command line", "130")
    )


def test_processes_are_no_commands_of_a_moderator() -> None:
    assert set(PROCESSES) == {
        "serve",
        "poll",
        "worker",
        "sender",
        "beat",
        "monitor",
        "thinker",
        "demo",
        "simulate",
        "game check",
        "practice",
    }


def test_with_open_eyes_the_worlds_differ_and_everybody_is_told(worlds: list[World], tmp_path: Path) -> None:
    """So that the test above is known to look at something."""
    with time_machine.travel(NOON, tick=False):
        homes = [copied(world, tmp_path / world.folder.name) for world in worlds]
        for call in (["campaign", "show", "lights", "--all"], ["mail", "list"], ["orders", "show", "lights", "--all"]):
            closed = {told_in(home, call) for home in homes}
            assert len(closed) == 1
            opened = {told_in(home, ["--reveal", *call]) for home in homes}
            assert len(opened) == 2, call
            assert all(code == 0 for code, _ in opened)
        told = homes[1].run(["audit", "show", "lights", "--json"])[1]
        assert told.count('"command": "look"') == 3
        assert "Anna" not in told
        assert MARK in homes[1].run(["--reveal", "orders", "show", "lights", "--as", "red"])[1]


def test_the_trail_is_shown_and_a_change_in_it_is_found(start: World, tmp_path: Path) -> None:
    home = copied(start, tmp_path / "home")
    with time_machine.travel(NOON, tick=False):
        for call in (["campaign", "pause", "lights", "--yes"], ["campaign", "resume", "lights", "--yes"]):
            assert home.run(["--by", "Boris", *call])[0] == 0
        code, shown = home.run(["audit", "show", "lights"])
        assert code == 0
        assert re.search(r"Boris\S* .*pause +notice", shown)
        code, whole = home.run(["audit", "verify", "lights"])
        assert (code, "the trail is whole" in whole) == (0, True)
        with sqlite3.connect(home.folder / "world.db") as connection:
            connection.execute("UPDATE audit SET author = 'Anna' WHERE command = 'pause'")
        code, broken = home.run(["audit", "verify", "lights"])
        assert code == 1
        assert "was changed, or one before it is missing" in broken
