"""A SQLite database with its tables and nothing in them, made once in a process: copying is faster than migrating."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import make_url

from adjudicator.store.codec import Codec
from adjudicator.store.engine import open_engine
from adjudicator.store.migrations import upgrade


def migrate(url: str) -> None:
    """Bring the database at an address up to date, and let go of it."""
    engine = open_engine(url, Codec(None))
    upgrade(engine)
    engine.dispose()


@cache
def migrated() -> bytes:
    """Its file."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "store.db"
        migrate(f"sqlite:///{file}")
        return file.read_bytes()


def lay_tables(url: str) -> None:
    """Where an address names a SQLite file that is not there yet, there is one with tables now."""
    parsed = make_url(url)
    if parsed.get_backend_name() == "sqlite" and parsed.database and not (file := Path(parsed.database)).exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(migrated())
