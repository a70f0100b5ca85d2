"""Servers that tests start for themselves, from the system's packages: free ports, Redis, PostgreSQL."""

from __future__ import annotations

import os
import random
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from itertools import cycle, islice
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg

PATIENCE = 240.0
"""Seconds that a server may take to start on a busy machine."""


BLOCK = 200
BLOCKS = range(10_000, 32_000, BLOCK)
"""Ports for servers of tests, in blocks: below those that Linux gives to whoever asks for any (from 32768)."""


@cache
def _our_ports() -> tuple[socket.socket, Iterator[int]]:
    """The ports of a block that is this process's alone as long as it lives: it listens at the block's first."""
    for block in random.sample(BLOCKS, len(BLOCKS)):
        try:
            return socket.create_server(("127.0.0.1", block)), cycle(range(block + 1, block + BLOCK))
        except OSError:  # another process of tests has it
            continue
    raise OSError(f"every block of ports from {BLOCKS.start} to {BLOCKS.stop} is taken")


def free_ports(count: int) -> list[int]:
    """Different ports of this machine that nobody uses now and no other process of tests will."""
    _, ports = _our_ports()
    return list(islice(filter(_is_free, ports), count))


def _is_free(port: int) -> bool:
    try:
        socket.create_server(("127.0.0.1", port)).close()
    except OSError:
        return False
    return True


def free_port() -> int:
    """A port of this machine that nobody uses now."""
    return free_ports(1)[0]


def wait_for(port: int) -> None:
    """Return when somebody answers at the port. Raises OSError when nobody does in time."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.05)


class Server:
    """A server's process, which can be killed and started again with what it has kept."""

    def __init__(self, command: Sequence[str | Path], answers: Callable[[], None], log: Path, **how: Any) -> None:
        """`answers` returns when the server does, and raises OSError when it does not."""
        self._command, self._answers, self._log, self._how = command, answers, log, how
        self.start()

    def start(self) -> None:
        """Raises RuntimeError when it does not answer in time."""
        until = time.monotonic() + PATIENCE
        with self._log.open("ab") as log:
            while True:
                self._process = subprocess.Popen(self._command, stdout=log, stderr=log, **self._how)
                while self._process.poll() is None:
                    try:
                        self._answers()
                        return
                    except OSError:
                        pass
                    if time.monotonic() > until:
                        self.stop()
                        raise RuntimeError(f"it does not answer: {self._log.read_text()[-2000:]}")
                    time.sleep(0.05)
                if time.monotonic() > until:
                    raise RuntimeError(f"it does not start: {self._log.read_text()[-2000:]}")
                time.sleep(0.05)  # a predecessor that was killed has not let go of everything

    def kill(self) -> None:
        """`kill -9`, and a new start."""
        self._process.kill()
        self._process.wait()
        self.start()

    def stop(self) -> None:
        """SIGINT: PostgreSQL waits for nobody then."""
        self._process.send_signal(signal.SIGINT)
        try:
            self._process.wait(PATIENCE)
        finally:
            self._process.kill()


@contextmanager
def redis(folder: Path, port: int = 0) -> Iterator[str]:
    """A Redis of our own, from the system's package, on that port or on a free one; yields its address."""
    with redis_server(folder, port) as (address, _):
        yield address


@contextmanager
def redis_server(folder: Path, port: int = 0) -> Iterator[tuple[str, Server]]:
    """The same, to be killed. It keeps nothing."""
    port = port or free_port()
    program = shutil.which("redis-server")
    assert program, "Redis is not installed (Debian: apt-get install redis-server)"
    command = [program, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(folder)]
    server = Server(command, lambda: _knock(port), folder / "redis.log")
    try:
        yield f"redis://127.0.0.1:{port}/0", server
    finally:
        server.stop()


def _knock(port: int) -> None:
    socket.create_connection(("127.0.0.1", port), 1).close()


@contextmanager
def postgresql() -> Iterator[str]:
    """The connection string of a PostgreSQL of our own, on a Unix socket. Durability is off: nobody pulls the plug."""
    with postgresql_server() as (dsn, _):
        yield dsn


@contextmanager
def postgresql_server(*, durable: bool = False) -> Iterator[tuple[str, Server]]:
    """The same, to be killed.

    A socket in a folder of its own needs no port, so nothing else can have taken it.
    """
    folder = Path(tempfile.mkdtemp(prefix="adj-pg-"))
    # The server refuses to run as root; the package brings a user for it.
    account = "postgres" if os.getuid() == 0 else None
    groups: list[str] | None = None
    if account:
        shutil.chown(folder, account, account)
        groups = []
    programs = _newest_postgresql()
    how: dict[str, Any] = {"cwd": folder, "user": account, "group": account, "extra_groups": groups}
    subprocess.run(
        [
            programs / "initdb", "-D", folder / "data", "-A", "trust", "-U", "adjudicator",
            "-E", "UTF8", "--locale=C.UTF-8", "--no-sync",
        ],
        check=True, stdout=subprocess.DEVNULL, **how,
    )  # fmt: skip
    hasty = [] if durable else ["-c", "fsync=off", "-c", "full_page_writes=off"]
    command = [programs / "postgres", "-D", folder / "data", "-c", "listen_addresses=", "-k", folder, *hasty]
    dsn = f"host={folder} user=adjudicator dbname=postgres"
    try:
        server = Server(command, lambda: _greet(dsn), folder / "log", **how)
        try:
            yield dsn, server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _greet(dsn: str) -> None:
    try:
        psycopg.connect(dsn).close()
    except psycopg.OperationalError as error:
        raise ConnectionError(str(error)) from error


@contextmanager
def empty_database(server: str, template: str = "template1") -> Iterator[str]:
    """A database of its own in that PostgreSQL, empty or a copy; yields its address as settings write it."""
    name = create_database(server, template)
    folder = psycopg.conninfo.conninfo_to_dict(server)["host"]
    yield f"postgresql+psycopg://adjudicator@/{name}?host={folder}"
    drop_database(server, name)


def create_database(server: str, template: str = "template1", name: str = "") -> str:
    """Returns its name: one that there is not yet, if none is given."""
    name = name or f"test_{uuid4().hex}"
    with psycopg.connect(server, autocommit=True) as connection:
        # the only way before 15, and since then half the work where little is in it
        copying = "STRATEGY FILE_COPY" if connection.info.server_version >= 150_000 else ""
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {template} {copying}")
    return name


def drop_database(server: str, name: str) -> None:
    """Whoever is still connected to it loses his connection."""
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


def _newest_postgresql() -> Path:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3].split(".")[0]))
    if found:
        return found[-1].parent
    elsewhere = shutil.which("initdb")
    if elsewhere is None:
        raise RuntimeError("PostgreSQL is not installed (Debian: apt-get install postgresql)")
    return Path(elsewhere).resolve().parent
