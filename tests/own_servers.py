"""Servers that tests start for themselves, from the system's packages: free ports, Redis, PostgreSQL."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from uuid import uuid4

import psycopg

PATIENCE = 30.0
"""Seconds that a server may take to start on a busy machine."""


def free_ports(count: int) -> list[int]:
    """Different ports of this machine that nobody uses now."""
    with ExitStack() as held:
        sockets = [held.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(count)]
        return [int(each.getsockname()[1]) for each in sockets]


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


@contextmanager
def redis(folder: Path, port: int = 0) -> Iterator[str]:
    """A Redis of our own, from the system's package, on that port or on a free one; yields its address."""
    port = port or free_port()
    program = shutil.which("redis-server")
    assert program, "Redis is not installed (Debian: apt-get install redis-server)"
    server = subprocess.Popen(
        [program, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(folder)],
        stdout=subprocess.DEVNULL,
    )
    try:
        wait_for(port)
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        server.terminate()
        server.wait(30)


@contextmanager
def postgresql() -> Iterator[str]:
    """The connection string of a PostgreSQL of our own, on a Unix socket.

    A socket in a folder of its own needs no port, so nothing else can have taken it. Durability is off:
    no test pulls the plug.
    """
    folder = Path(tempfile.mkdtemp(prefix="adj-pg-"))
    # The server refuses to run as root; the package brings a user for it.
    account = "postgres" if os.getuid() == 0 else None
    groups: list[str] | None = None
    if account:
        shutil.chown(folder, account, account)
        groups = []
    programs = _newest_postgresql()
    subprocess.run(
        [
            programs / "initdb", "-D", folder / "data", "-A", "trust", "-U", "adjudicator",
            "-E", "UTF8", "--locale=C.UTF-8", "--no-sync",
        ],
        check=True, stdout=subprocess.DEVNULL, cwd=folder,
        user=account, group=account, extra_groups=groups,
    )  # fmt: skip
    command: list[str | Path] = [
        programs / "postgres", "-D", folder / "data", "-c", "listen_addresses=", "-k", folder,
        "-c", "fsync=off", "-c", "full_page_writes=off",
    ]  # fmt: skip
    with (folder / "log").open("wb") as log:
        server = subprocess.Popen(
            command, stdout=log, stderr=log, cwd=folder, user=account, group=account, extra_groups=groups
        )
    dsn = f"host={folder} user=adjudicator dbname=postgres"
    try:
        _wait_for_postgresql(server, dsn, folder / "log")
        yield dsn
    finally:
        server.terminate()
        try:
            server.wait(PATIENCE)
        finally:
            server.kill()
            shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def empty_database(server: str, template: str = "template1") -> Iterator[str]:
    """A database of its own in that PostgreSQL, empty or a copy; yields its address as settings write it."""
    name = f"test_{uuid4().hex}"
    with psycopg.connect(server, autocommit=True) as connection:
        folder = connection.info.host
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        yield f"postgresql+psycopg://adjudicator@/{name}?host={folder}"
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


def _newest_postgresql() -> Path:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3].split(".")[0]))
    if found:
        return found[-1].parent
    elsewhere = shutil.which("initdb")
    if elsewhere is None:
        raise RuntimeError("PostgreSQL is not installed (Debian: apt-get install postgresql)")
    return Path(elsewhere).resolve().parent


def _wait_for_postgresql(server: subprocess.Popen[bytes], dsn: str, log: Path) -> None:
    end = time.monotonic() + PATIENCE
    while True:
        try:
            psycopg.connect(dsn).close()
            return
        except psycopg.OperationalError as error:
            if server.poll() is not None or time.monotonic() > end:
                raise RuntimeError(f"PostgreSQL did not start: {log.read_text()[-2000:]}") from error
            time.sleep(0.05)
