"""The installation's database for commands: opened, looked at whether its tables are there, closed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

from sqlalchemy import Engine, inspect, make_url
from sqlalchemy.orm import Session

from adjudicator.service.service import Service, Wakes, open_service
from adjudicator.settings import Settings
from adjudicator.store.engine import reading
from adjudicator.store.migrations import stands_at, upgrade
from adjudicator.store.tables import Campaign
from cli.errors import Failed


def require_database(settings: Settings) -> None:
    """Raises Failed where an SQLite file does not exist yet (opening it would make an empty one)."""
    url = make_url(settings.database)
    if url.get_backend_name() == "sqlite" and url.database and not Path(url.database).exists():
        raise Failed(f"there is no database yet at {url.database}; make it with: adjudicator db upgrade (or serve)")


def require_tables(engine: Engine) -> None:
    """Raises Failed where the tables are missing, or are those of another version."""
    if not inspect(engine).has_table("campaign"):
        shown = engine.url.render_as_string(hide_password=True)
        raise Failed(f"the database {shown} has no tables yet; make them with: adjudicator db upgrade")
    found, newest = stands_at(engine)
    if found < newest:
        raise Failed(
            f"the database is of an older version (migration {found}, this one wants {newest}): stop what works on it, "
            "make a backup, and run: adjudicator db upgrade"
        )
    if found > newest:
        raise Failed(f"the database was made by a later version (migration {found}, this one knows {newest})")


_looking: ContextVar[tuple[Service, Campaign] | None] = ContextVar("looking", default=None)


def looked_at() -> tuple[Service, Campaign] | None:
    """The installation and the campaign that this command looks at, if it looks at one."""
    return _looking.get()


@contextmanager
def at_the_desk(*, make: bool = False, wakes: Wakes | None = None, act: bool = True) -> Iterator[Service]:
    """The service of this installation. With `make` the database is made or brought up to date first.

    Whatever a command commits stands in the audit trail; `act=False` is for processes that nobody sits at.
    """
    from adjudicator.service.campaign.audit import Desk
    from cli import acting
    from cli.logs import quiet

    quiet()
    settings = Settings.load()
    if not make:
        require_database(settings)
    service = open_service(settings, wakes=wakes)
    try:
        if make:
            upgrade(service.engine)
        else:
            require_tables(service.engine)
        desk = Desk(acting.author(), acting.command(), acting.details(), service.clock)
        yield desk.watch(service) if act else service
    finally:
        service.engine.dispose()


@contextmanager
def looking_at(name: str) -> Iterator[tuple[Service, Session, Campaign]]:
    """A campaign to read. Raises Failed if there is none of that name."""
    from adjudicator.service.people.new_campaigns import named

    with at_the_desk() as service, reading(service.engine) as session:
        try:
            campaign = named(session, name)
        except LookupError as error:
            raise Failed(f"{error.args[0]}; adjudicator campaign list tells those there are") from None
        before = _looking.set((service, campaign))
        try:
            yield service, session, campaign
        finally:
            _looking.reset(before)
