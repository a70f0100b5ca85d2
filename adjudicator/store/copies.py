"""A copy of a whole database in a file, made while others work on it, and put back.

SQLite copies itself page by page (its backup API); for PostgreSQL its own pg_dump and pg_restore are called. A copy is
one consistent moment. It is complete before it has its name: what is cut off leaves no file that looks like a copy.
"""

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from sqlalchemy import URL, make_url

_PART = ".part"
_MAGIC = {b"SQLite format 3\0": "sqlite", b"PGDMP": "postgresql"}
"""How a copy begins, and of which database it is."""


class CannotCopy(Exception):  # noqa: N818 - a state of affairs
    """A copy cannot be made or put back; the sentence says why."""


def make_copy(database: str, file: Path) -> int:
    """Copy the database at a URL into a new file that only its owner may read. Returns its size in bytes.

    Raises CannotCopy; then there is no such file.
    """
    url = make_url(database)
    with new_file(file) as part:
        if url.get_backend_name() == "sqlite":
            _copy_sqlite(Path(url.database or ""), part)
        else:
            _call("pg_dump", url, "--format=custom", "--no-owner", "--no-privileges", f"--file={part}")
            _call("pg_restore", None, "--list", str(part))
    return file.stat().st_size


def put_back(file: Path, database: str) -> None:
    """Make the database at a URL what the copy is; whatever it held is replaced, all or nothing. Nobody may work on it.

    Of an SQLite file that was there another one, `….replaced`, is left. Raises CannotCopy.
    """
    url = make_url(database)
    if (kind := _kind_of(file)) != url.get_backend_name():
        raise CannotCopy(f"{file} is a copy of a {kind} database, and the settings name {url.get_backend_name()}")
    if kind == "postgresql":
        _call("pg_restore", url, "--clean", "--if-exists", "--no-owner", "--single-transaction", str(file))
        return
    place = Path(url.database or "")
    place.parent.mkdir(parents=True, exist_ok=True)
    part = place.with_name(place.name + _PART)
    part.unlink(missing_ok=True)
    _copy_sqlite(file, part)
    if place.exists():
        _keep_former(place, place.with_name(place.name + ".replaced"))
    for journal in ("-wal", "-shm", "-journal"):
        place.with_name(place.name + journal).unlink(missing_ok=True)
    part.replace(place)


def _keep_former(place: Path, replaced: Path) -> None:
    """A copy of what is replaced; of a damaged database its bytes, if they can be read."""
    try:
        _copy_sqlite(place, replaced, anew=True)
    except CannotCopy:
        with suppress(OSError):
            shutil.copyfile(place, replaced)
    if replaced.exists():
        replaced.chmod(0o600)


def _kind_of(file: Path) -> str:
    try:
        with file.open("rb") as opened:
            begin = opened.read(16)
    except OSError as error:
        raise CannotCopy(f"{file}: {error.strerror}") from error
    for magic, kind in _MAGIC.items():
        if begin.startswith(magic):
            return kind
    raise CannotCopy(f"{file} is no copy of a database")


@contextmanager
def new_file(file: Path) -> Iterator[Path]:
    """A file beside the wanted one, which gets its name when all went well. Raises CannotCopy."""
    if file.exists():
        raise CannotCopy(f"{file} is there already; a copy overwrites nothing")
    part = file.with_name(file.name + _PART)
    try:
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        yield part
        with part.open("rb") as written:
            os.fsync(written.fileno())
        part.replace(file)
    except OSError as error:
        raise CannotCopy(f"{file}: {error.strerror}") from error
    finally:
        part.unlink(missing_ok=True)


def _copy_sqlite(source: Path, target: Path, *, anew: bool = False) -> None:
    if anew:
        target.unlink(missing_ok=True)
    try:
        with (
            closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True)) as read,
            closing(sqlite3.connect(target)) as written,
        ):
            read.backup(written)
            written.execute("PRAGMA journal_mode=DELETE")
            ((found,),) = written.execute("PRAGMA integrity_check(1)").fetchall()
    except sqlite3.Error as error:
        raise CannotCopy(f"{source}: {error}") from error
    if found != "ok":
        raise CannotCopy(f"{source} is damaged: {found}")


def _call(program: str, url: URL | None, *arguments: str) -> None:
    """One of PostgreSQL's programs; the password goes through the environment, where no other user reads it."""
    line, environment = [program, *arguments], dict(os.environ)
    if url is not None:
        plain = url.set(drivername="postgresql")
        line.append(f"--dbname={plain.set(password=None).render_as_string()}")
        if url.password is not None:
            environment["PGPASSWORD"] = str(url.password)
    try:
        done = subprocess.run(line, capture_output=True, text=True, check=False, env=environment)
    except FileNotFoundError:
        raise CannotCopy(f"{program} is not installed (Debian: apt-get install postgresql-client)") from None
    if done.returncode != 0:
        raise CannotCopy(f"{program}: {(done.stderr.strip().splitlines() or ['failed'])[-1]}")
