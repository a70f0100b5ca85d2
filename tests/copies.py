"""Databases that are put back as they were: SQLite from its bytes, PostgreSQL from a template."""

from __future__ import annotations

from pathlib import Path

import psycopg
from sqlalchemy import URL, make_url

from tests.own_servers import create_database, drop_database


class Copy:
    """A database as it was when nobody was connected to it."""

    def __init__(self, url: str) -> None:
        parsed = make_url(url)
        self._files: dict[str, bytes] = {}
        self._server = self._template = ""
        if parsed.get_backend_name() == "sqlite":
            self._files = {path.suffix: path.read_bytes() for path in _files(parsed)}
        else:
            self._server = _server(parsed)
            self._template = create_database(self._server, str(parsed.database))

    def lay(self, url: str) -> None:
        """Put it in the place of another, of the same kind and on the same server."""
        parsed = make_url(url)
        if self._template:
            drop_database(self._server, str(parsed.database))
            create_database(self._server, self._template, str(parsed.database))
            return
        place = Path(str(parsed.database))
        for path in _files(parsed):
            path.unlink()
        for suffix, content in self._files.items():
            place.with_suffix(suffix).write_bytes(content)

    def forget(self) -> None:
        """Give its place back."""
        if self._template:
            try:
                drop_database(self._server, self._template)
            except psycopg.OperationalError:
                pass  # its server has ended, and the template with it


def _files(parsed: URL) -> list[Path]:
    place = Path(str(parsed.database))
    return [path for path in place.parent.glob(place.stem + ".*") if path.suffix.startswith(place.suffix)]


def _server(parsed: URL) -> str:
    return f"host={parsed.query['host']} user={parsed.username} dbname=postgres"
