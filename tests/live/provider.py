"""A provider of access tokens (RFC 6749, 6; RFC 7662) for one mailbox, as big mail providers are: over HTTP, strict."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

from tests.serving import serve

CLIENT = {"client_id": ["our-client"], "client_secret": ["our-secret"]}


class Provider:
    """Gives tokens for a mailbox against its newest refresh token, and tells the mail server which of them count."""

    def __init__(self, mailbox: str, *, lasts: int = 3600) -> None:
        self.mailbox = mailbox
        self.lasts = lasts
        self.refresh = "refresh-0"
        """The only refresh token that counts: each use makes a new one."""
        self.given: list[str] = []
        self.counting: set[str] = set()
        self.away = False

    def granted(self, form: dict[str, list[str]]) -> tuple[int, dict[str, object]]:
        """The answer to a request for a token."""
        if self.away:
            return 503, {}
        wanted = {**CLIENT, "grant_type": ["refresh_token"], "refresh_token": [self.refresh]}
        if any(form.get(name) != value for name, value in wanted.items()):
            return 400, {"error": "invalid_grant", "error_description": "the refresh token does not count"}
        token = f"access-{len(self.given)}"
        self.given.append(token)
        self.counting.add(token)
        self.refresh = f"refresh-{len(self.given)}"
        return 200, {
            "access_token": token, "token_type": "Bearer", "expires_in": self.lasts, "refresh_token": self.refresh
        }  # fmt: skip

    @contextmanager
    def at(self, port: int) -> Iterator[None]:
        """It answers at a port of this machine."""
        provider = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                form = parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode())
                self._answer(*provider.granted(form))

            def do_GET(self) -> None:
                token = parse_qs(urlsplit(self.path).query).get("token", [""])[0]
                counts = token in provider.counting
                self._answer(200, {"active": counts, "username": provider.mailbox} if counts else {"active": False})

            def _answer(self, status: int, content: dict[str, object]) -> None:
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.end_headers()
                self.wfile.write(json.dumps(content).encode())

            def log_message(self, format: str, *arguments: object) -> None:
                """Say nothing."""

        with ThreadingHTTPServer(("127.0.0.1", port), Handler) as server:
            serve(server)
            try:
                yield
            finally:
                server.shutdown()
