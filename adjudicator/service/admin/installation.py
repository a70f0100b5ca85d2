"""The installation that the settings name: its database looked at before it is opened."""

from pathlib import Path

from sqlalchemy import Engine, inspect, make_url

from adjudicator.service.moderation.troubles import CommandError
from adjudicator.service.service import Service, Wakes, open_service
from adjudicator.settings import Settings, file_read
from adjudicator.store.codec import Codec
from adjudicator.store.engine import open_engine
from adjudicator.store.migrations import stands_at, upgrade
from adjudicator.store.rotation import locked_away

NO_FILE = "no settings file: --config and ADJ_CONFIG name none, and none is here"


def open_installation(settings: Settings, *, make: bool = False, wakes: Wakes | None = None) -> Service:
    """Return the service with its database; with `make` the database is first created or upgraded.

    Raises:
        CommandError: The database does not exist or is of another version.
    """
    if not make and (missing := missing_file(settings)) is not None:
        read = "" if file_read() else f" ({NO_FILE})"
        made = "make it with: adjudicator db upgrade (or serve)"
        raise CommandError(f"there is no database yet at {missing}{read}; {made}")
    service = open_service(settings, wakes=wakes)
    try:
        if make:
            upgrade(service.engine)
        else:
            _require_tables(service.engine)
    except BaseException:
        service.engine.dispose()
        raise
    return service


def missing_file(settings: Settings) -> Path | None:
    """Return the SQLite file if it does not exist yet (opening it would create an empty one)."""
    url = make_url(settings.database)
    file = Path(url.database) if url.get_backend_name() == "sqlite" and url.database else None
    return None if file is None or file.exists() else file


def _require_tables(engine: Engine) -> None:
    """Check that the tables are there and of this version. Raises CommandError otherwise."""
    if not inspect(engine).has_table("campaign"):
        shown = engine.url.render_as_string(hide_password=True)
        raise CommandError(f"the database {shown} has no tables yet; make them with: adjudicator db upgrade")
    found, newest = stands_at(engine)
    if found < newest:
        raise CommandError(
            f"the database is of an older version (migration {found}, this one wants {newest}): stop what works on it, "
            "make a backup, and run: adjudicator db upgrade"
        )
    if found > newest:
        raise CommandError(f"the database was made by a later version (migration {found}, this one knows {newest})")


def was_sealed(settings: Settings) -> bool:
    """Return whether a database is there that was written with a key."""
    if missing_file(settings) is not None:
        return False
    engine = open_engine(settings.database, Codec(None))
    try:
        return locked_away(engine)
    finally:
        engine.dispose()
