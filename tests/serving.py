"""Servers of Python's own library in a thread: they stop at once, where the library looks twice a second."""

from __future__ import annotations

from socketserver import BaseServer
from threading import Thread

LOOK_SECONDS = 0.01


def serve(server: BaseServer) -> Thread:
    """Serve from now on, until the server's `shutdown`."""
    thread = Thread(target=server.serve_forever, args=(LOOK_SECONDS,), daemon=True)
    thread.start()
    return thread
