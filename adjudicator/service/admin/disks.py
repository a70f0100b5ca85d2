"""The disks of an installation on this machine, and the one with the least room."""

import shutil
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct
from sqlalchemy import make_url

from adjudicator.settings import Settings

LITTLE_SPACE = 500_000_000
"""Bytes below which a disk is told to be nearly full."""


class Room(Struct, frozen=True):
    """A folder, and how many bytes are free where it lies."""

    folder: Path
    free: int


def scarcest(settings: Settings) -> Room:
    """Return the one with the least room, of the data directory and the folder of a database file. Raises OSError."""
    rooms = [Room(folder, shutil.disk_usage(folder).free) for folder in _folders(settings)]
    return min(rooms, key=lambda each: each.free)


def _folders(settings: Settings) -> Iterator[Path]:
    yield settings.data_directory
    database = make_url(settings.database)
    if database.get_backend_name() == "sqlite" and database.database:
        folder = Path(database.database).absolute().parent
        if folder.exists():
            yield folder
