"""The folder of a demonstration: its servers, its database, its players' processes."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import msgspec
from pydantic import SecretStr

from adjudicator.mail.embedded import EmbeddedMail
from adjudicator.settings import Imap, Limits, Mail, OwnAddress, Settings, Smtp, Tls, Trust
from demo.cast import DOMAIN, OFFICE, Person, Run, load

POLL_SECONDS = 0.15
ENDING_SECONDS = 5.0


class NotOurs(Exception):  # noqa: N818
    """The folder holds something else, or somebody is at work there; it is left alone."""


class Stage:
    """The files of a demonstration in one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.absolute()
        self.marker = self.folder / "demo.json"
        self.servers = self.folder / "servers"
        self.players = self.folder / "players"
        self.database = self.folder / "demo.db"
        self.mails = self.folder / "mails"
        self.pictures = self.folder / "pictures"
        self.index = self.folder / "index.html"
        self.script = self.folder / "script.json"

    def earlier(self) -> Run | None:
        """Return the run whose files are in the folder, or None."""
        return load(self.marker)

    def begin(  # noqa: PLR0913 - what is played, and how far
        self,
        game: str,
        seed: int,
        turns: int | None,
        pack: dict[str, Any] | None = None,
        players: int | None = None,
        matches: int = 1,
        *,
        stewards: int = 0,
        script: bool = False,
    ) -> Run:
        """Clear the folder of an earlier run and note the new one. Raises NotOurs."""
        if self.folder.exists() and any(self.folder.iterdir()):
            if not self.marker.exists():
                raise NotOurs(f"{self.folder} is not empty and holds no demonstration")
            if self.at_work():
                raise NotOurs(f"a demonstration is at work in {self.folder}")
            shutil.rmtree(self.folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        run = Run.new(game, seed, time.time(), turns, pack, players, matches, stewards=stewards, script=script)
        fresh = self.marker.with_suffix(".new")
        fresh.touch(mode=0o600)
        fresh.write_bytes(msgspec.json.format(msgspec.json.encode(run)))
        fresh.replace(self.marker)
        return run

    def at_work(self) -> bool:
        """Return whether the mail servers of another process run in this folder."""
        try:
            with (self.servers / "lock").open("r+") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except FileNotFoundError:
            return False
        except BlockingIOError:
            return True
        return False

    @contextmanager
    def mail_servers(self, run: Run) -> Iterator[EmbeddedMail]:
        """SMTP and IMAP with the mailboxes of everybody. Raises NotOurs while another process has them."""
        if self.at_work():
            raise NotOurs(f"a demonstration is at work in {self.folder}")
        with EmbeddedMail(self.servers, DOMAIN) as servers:
            for user in (OFFICE, *(person.user for person in run.people)):
                servers.add_user(user, run.passwords[user])
            yield servers

    def settings(self, run: Run, servers: EmbeddedMail) -> Settings:
        """Return the settings of the installation."""
        password = SecretStr(run.passwords[OFFICE])
        imap_port, smtp_port = servers.imap_settings(OFFICE).port, servers.smtp_settings(OFFICE).port
        return Settings(
            database=f"sqlite:///{self.database}",
            data_directory=self.folder,
            mail=Mail(
                imap=Imap(
                    port=imap_port,
                    tls=Tls.NONE,
                    user=OFFICE,
                    password=password,
                    idle=False,
                    poll_seconds=POLL_SECONDS,
                ),
                smtp=Smtp(port=smtp_port, tls=Tls.NONE, user=OFFICE, password=password, per_recipient=0),
                address=OwnAddress(local=OFFICE, domain=DOMAIN),
                # the servers take mail only from users who have logged in, under their own address
                trust=Trust.EVERYBODY,
            ),
            # a whole game in a minute
            limits=Limits(answers_per_hour=1000),
        )

    @contextmanager
    def correspondents(self, run: Run, servers: EmbeddedMail) -> Iterator[dict[str, subprocess.Popen[bytes]]]:
        """Start a process for every player, and yield them by user."""
        with ExitStack() as stack:
            yield {person.user: stack.enter_context(self._correspondent(run, person, servers)) for person in run.people}

    @contextmanager
    def _correspondent(self, run: Run, person: Person, servers: EmbeddedMail) -> Iterator[subprocess.Popen[bytes]]:
        file = self.players / f"{person.user}.json"
        imap, smtp = servers.imap_settings(person.user), servers.smtp_settings(person.user)
        run.account(person, imap.port, smtp.port).write(file)
        with (
            (self.players / f"{person.user}.sent").open("ab") as sent,
            (self.players / f"{person.user}.log").open("ab") as log,
        ):
            process = subprocess.Popen(
                [sys.executable, "-m", "demo.correspondent", str(file)],
                stdin=subprocess.PIPE,
                stdout=sent,
                stderr=log,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
            )
        try:
            yield process
        finally:
            _end(process)


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a player by closing its standard input; kill one that hangs."""
    if process.stdin is not None:
        process.stdin.close()
    try:
        process.wait(ENDING_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
