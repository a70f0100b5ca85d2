"""A copy of a whole database in a file, made while others work on it, and put back.

SQLite copies itself page by page (its backup API); for PostgreSQL its own pg_dump, pg_restore and psql are called. A
copy is one consistent moment. It is complete before it has its name: what is cut off leaves no file that looks like a
copy.
"""

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import IO

from sqlalchemy import URL, make_url

_PART = ".part"
_MAGIC = {b"SQLite format 3\0": "sqlite", b"PGDMP": "postgresql"}
"""The first bytes of a copy, and the database it is of."""


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
    """Replace the database at a URL by the copy, all or nothing.

    Nobody may work on it.

    Of an SQLite file that was there another one, `….replaced`, is left. Raises CannotCopy.
    """
    url = make_url(database)
    if (kind := _kind_of(file)) != url.get_backend_name():
        raise CannotCopy(f"{file} is a copy of a {kind} database, and the settings name {url.get_backend_name()}")
    if kind == "postgresql":
        _pour(file, url)
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
    """Copy what is replaced; of a damaged database copy the bytes, if they can be read."""
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
    """Yield a temporary file next to the wanted one, which gets its name when all went well.

    Raises:
        CannotCopy: It cannot be written, or the wanted file exists.
    """
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


_EMPTY = b"""
SET client_min_messages = warning;
BEGIN;
DO $$
DECLARE own record;
BEGIN
    FOR own IN SELECT schemaname, tablename FROM pg_tables WHERE tableowner = current_user
        AND schemaname <> 'information_schema' AND schemaname NOT LIKE 'pg\\_%'
    LOOP
        EXECUTE format('DROP TABLE IF EXISTS %I.%I CASCADE', own.schemaname, own.tablename);
    END LOOP;
END $$;
"""
"""pg_restore drops the tables of the copy, and would leave those that a later version has made since."""


def _pour(file: Path, url: URL) -> None:
    """Replace all our tables of a PostgreSQL database by those of a copy, in one transaction. Raises CannotCopy."""
    line, environment = _line("psql", url, "--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1")
    failed: CannotCopy | None = None
    try:
        writer = subprocess.Popen(line, bufsize=0, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                                  stderr=subprocess.PIPE, env=environment)  # fmt: skip
    except FileNotFoundError:
        raise _not_installed("psql") from None
    assert writer.stdin is not None
    with suppress(BrokenPipeError):
        writer.stdin.write(_EMPTY)
    try:
        _call("pg_restore", None, "--clean", "--if-exists", "--no-owner", "--file=-", str(file), into=writer.stdin)
    except CannotCopy as error:
        failed = error
    # without this word the server takes all of it back
    _, told = writer.communicate(b"" if failed else b"COMMIT;\n")
    if writer.returncode != 0:
        raise _refused("psql", told)
    if failed:
        raise failed


def _call(program: str, url: URL | None, *arguments: str, into: IO[bytes] | None = None) -> None:
    """Call one of PostgreSQL's programs; what it says goes nowhere, or into a pipe. Raises CannotCopy."""
    line, environment = _line(program, url, *arguments)
    try:
        done = subprocess.run(
            line, stdout=into or subprocess.DEVNULL, stderr=subprocess.PIPE, check=False, env=environment
        )
    except FileNotFoundError:
        raise _not_installed(program) from None
    if done.returncode != 0:
        raise _refused(program, done.stderr)


def _line(program: str, url: URL | None, *arguments: str) -> tuple[list[str], dict[str, str]]:
    """Return a command line and its environment, which carries the password: no other user can read it there."""
    line, environment = [program, *arguments], dict(os.environ)
    if url is not None:
        # not `set(password=None)`, which leaves the password, and the stars that are shown of it would be taken for it
        plain = URL.create("postgresql", url.username, None, url.host, url.port, url.database, url.query)
        line.append(f"--dbname={plain.render_as_string()}")
        if url.password is not None:
            environment["PGPASSWORD"] = str(url.password)
    return line, environment


def _not_installed(program: str) -> CannotCopy:
    return CannotCopy(f"{program} is not installed (Debian: apt-get install postgresql-client)")


def _refused(program: str, told: bytes) -> CannotCopy:
    return CannotCopy(f"{program}: {(told.decode(errors='replace').strip().splitlines() or ['failed'])[-1]}")
