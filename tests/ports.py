"""Servers that tests start: a free port, waiting until it answers, and a Redis of one's own."""

from __future__ import annotations

import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

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
def redis(folder: Path) -> Iterator[str]:
    """A Redis of our own, from the system's package; yields its address."""
    port = free_port()
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
