"""How an installation was when its campaign had come to where tests begin: put back, if nothing differs."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from email.message import EmailMessage
from functools import wraps
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Engine, event

from adjudicator.settings import Settings
from tests.copies import Copy

Made = TypeVar("Made")
_MOST = 12
"""Beginnings that are kept in a process, those asked for last: tests of one file follow each other."""


class _Kept(NamedTuple):
    """What was asked for, and what came of it."""

    asked: object
    database: Copy
    made: Any
    time: datetime
    uid: int
    received: dict[str, list[EmailMessage]]


_kept: list[_Kept] = []


class Untouched:
    """Whether anything has been committed to a database since it was opened, and which files lay beside it."""

    def __init__(self, engine: Engine, folder: Path) -> None:
        self._commits, self._folder = 0, folder
        self._files = self._listed()
        event.listen(engine, "commit", self._committed)

    def _committed(self, _: object) -> None:
        self._commits += 1

    def _listed(self) -> set[Path]:
        return {path for path in self._folder.rglob("*") if ".db" not in path.suffix}

    def touch(self) -> None:
        """Something is in the database, although nothing was committed."""
        self._commits += 1

    def committed(self) -> bool:
        return self._commits > 0

    def has_new_files(self) -> bool:
        return self._listed() != self._files


def begun(installation: Any, what: object, make: Callable[[], Any]) -> Any:
    """What `make` returns, with the installation as `make` leaves it. `what`: everything else that it depends on.

    It is made anew where something was stored in the installation before, for then more may differ.
    """
    if installation.untouched is None or installation.untouched.committed():
        return make()
    asked = (
        what,
        _apart(installation.service.settings),
        installation.clock.time,
        installation.service.clock is installation.clock,
    )
    url = installation.service.settings.database
    for kept in _kept:
        if kept.asked == asked:
            installation.service.engine.dispose()
            kept.database.lay(url)
            installation.untouched.touch()
            installation.clock.time, installation.uid = kept.time, kept.uid
            installation.received = {address: [*mails] for address, mails in kept.received.items()}
            _kept.remove(kept)
            _kept.append(kept)
            return kept.made
    made = make()
    if installation.untouched.has_new_files():
        return made
    installation.service.engine.dispose()
    received = {address: [*mails] for address, mails in installation.received.items()}
    _kept.append(_Kept(asked, Copy(url), made, installation.clock.time, installation.uid, received))
    if len(_kept) > _MOST:
        _kept.pop(0).database.forget()
    return made


def beginning(make: Callable[..., Made]) -> Callable[..., Made]:
    """For a fixture that goes by an installation, and by nothing else but plain values: what it makes is kept."""

    @wraps(make)
    def kept(installation: Any, **more: Any) -> Made:
        made: Made = begun(installation, (make.__module__, make.__name__, more), lambda: make(installation, **more))
        return made

    return kept


def _apart(settings: Settings) -> tuple[object, ...]:
    """Settings without the places of one test; of the database only its server."""
    kind, _, rest = settings.database.partition("://")
    server = "" if kind == "sqlite" else rest.partition("?")[2]
    said = settings.model_copy(update={"database": "", "data_directory": Path()})
    return said, settings.key, kind, server
