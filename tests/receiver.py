"""A program that takes notices: a real HTTP server in a thread, which answers as the test says."""

from __future__ import annotations

import base64
import ssl
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from typing import Any

import msgspec

from tests.mail.certificates import Certificate
from tests.serving import serve


class Posted(msgspec.Struct, frozen=True):
    """What came."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def name(self) -> str:
        return self.headers["webhook-id"]

    @property
    def told(self) -> Any:
        return msgspec.json.decode(self.body)


class Receiver:
    """`answers`: the numbers of the next answers, afterwards 200. While `open` is not set it answers nobody; where
    `trickles` is set it answers letter by letter and comes to no end. Before it is entered it refuses connections.
    """

    def __init__(self, certificate: Certificate | None = None) -> None:
        self.posted: list[Posted] = []
        self.answers: list[int] = []
        self.location = ""
        self.trickles = threading.Event()
        self.came = threading.Event()
        self.open = threading.Event()
        self.open.set()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler(), bind_and_activate=False)
        self._server.server_bind()
        self._server.daemon_threads = True
        self.port = int(self._server.server_address[1])
        self.scheme = "http"
        if certificate is not None:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate.certificate, certificate.key)
            self._server.socket = context.wrap_socket(self._server.socket, server_side=True)
            self.scheme = "https"

    @property
    def url(self) -> str:
        return f"{self.scheme}://127.0.0.1:{self.port}/hooks/Quisquilia?key=verysecret"

    def __enter__(self) -> Receiver:
        self._server.server_activate()
        serve(self._server)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.open.set()
        self.trickles.clear()
        self._server.shutdown()
        self._server.server_close()

    def _handler(receiver) -> type[BaseHTTPRequestHandler]:  # noqa: N805
        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                length = int(self.headers["Content-Length"])
                given = {name.lower(): value for name, value in self.headers.items()}
                body = self.rfile.read(length)
                if len(body) < length:  # who sends it has died in the midst of it
                    self.close_connection = True
                    return
                receiver.posted.append(Posted(self.path, given, body))
                receiver.came.set()
                receiver.open.wait()
                while receiver.trickles.is_set():
                    try:
                        self.wfile.write(b"HTTP/1.1 100 Continue\r\n\r\n")
                    except OSError:
                        return
                self.send_response(receiver.answers.pop(0) if receiver.answers else 200)
                if receiver.location:
                    self.send_header("Location", receiver.location)
                self.end_headers()

            def log_message(self, *_: object) -> None:
                """Nothing."""

        return Handler


def signed_by_openssl(secret: str, posted: Posted, folder: Path) -> str:
    """The signature that a notice ought to have, by a program that knows nothing of our code."""
    key = base64.b64decode(secret.removeprefix("whsec_")).hex()
    signed = f"{posted.name}.{posted.headers['webhook-timestamp']}.".encode() + posted.body
    (folder / "signed").write_bytes(signed)
    call = ["openssl", "dgst", "-sha256", "-mac", "HMAC", "-macopt", f"hexkey:{key}", "-binary", folder / "signed"]
    return "v1," + base64.b64encode(subprocess.run(call, capture_output=True, check=True).stdout).decode()
