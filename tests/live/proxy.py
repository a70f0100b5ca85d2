"""A wire between us and a server that can be slow, or silent without being closed."""

from __future__ import annotations

import socket
import threading
import time
from types import TracebackType

PIECE = 4096


class Proxy:
    """Listens on `port` and passes everything on; `silence()` makes the present connections dead wires."""

    def __init__(self, target: int, *, bytes_per_second: int = 0) -> None:
        self._target = target
        self._rate = bytes_per_second
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self.connections = 0
        self._silent = threading.Event()
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self) -> Proxy:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._listener.close()

    def silence(self) -> None:
        """Connections that stand now pass nothing on any more and are not closed; new ones work."""
        self._silent.set()
        self._silent = threading.Event()

    def _accept(self) -> None:
        while True:
            try:
                ours, _ = self._listener.accept()
            except OSError:
                return
            self.connections += 1
            theirs = socket.create_connection(("127.0.0.1", self._target))
            for source, sink in ((ours, theirs), (theirs, ours)):
                threading.Thread(target=self._pass_on, args=(source, sink, self._silent), daemon=True).start()

    def _pass_on(self, source: socket.socket, sink: socket.socket, silent: threading.Event) -> None:
        piece = min(PIECE, max(1, self._rate // 20)) if self._rate else PIECE
        try:
            while data := source.recv(piece):
                if silent.is_set():
                    continue
                if self._rate:
                    time.sleep(len(data) / self._rate)
                sink.sendall(data)
        except OSError:
            pass
        if not silent.is_set():
            for each in (source, sink):
                each.close()
