"""A campaign comes back from its archive, and a whole database from a copy of yesterday."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from sqlalchemy.orm import Session

from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.desk.restoration import Restored, campaigns_to_restore, restore, stand_still
from adjudicator.service.service import Service
from adjudicator.store import whole
from adjudicator.store.engine import lock_campaign, rehearsing, writing
from adjudicator.store.whole import CannotRestore
from cli.archive import STORE
from cli.errors import Failed


def rows_in(path: Path) -> Mapping[str, Sequence[Mapping[str, Any]]]:
    """The rows of the database that an archive holds. Raises Failed."""
    try:
        with zipfile.ZipFile(path) as file:
            names = [name for name in file.namelist() if name.startswith(STORE)]
            if not names:
                raise Failed(f"{path}: only an archive of everything can be imported (campaign export --all)")
            return {
                name.removeprefix(STORE).removesuffix(".jsonl"): whole.decode(
                    name.removeprefix(STORE).removesuffix(".jsonl"), file.read(name)
                )
                for name in names
            }
    except zipfile.BadZipFile as error:
        raise Failed(f"{path}: {error}") from None
    except CannotRestore as why:
        raise Failed(f"{path}: {why}") from None


def rehearse(service: Service, rows: Mapping[str, Sequence[Mapping[str, Any]]], by: str) -> Restored:
    """What `bring_back` would do; nothing is kept. Raises Failed."""
    with writing(rehearsing(service.engine)) as session:
        return _restored(session, service, rows, by)


def bring_back(service: Service, rows: Mapping[str, Sequence[Mapping[str, Any]]], by: str) -> Restored:
    """Restore the campaign. Raises Failed."""
    with writing(service.engine) as session:
        return _restored(session, service, rows, by)


def go_on_from_copy(service: Service, by: str) -> list[Restored]:
    """Every campaign of a database that was put back in time stands still, and everybody is told."""
    done = []
    with writing(service.engine) as session:
        for campaign in campaigns_to_restore(session):
            lock_campaign(session, campaign.id)
            table = table_of_campaign(service.work(session), campaign.id)
            done.append(stand_still(table, by=by))
    return done


def _restored(session: Session, service: Service, rows: Mapping[str, Sequence[Mapping[str, Any]]], by: str) -> Restored:
    try:
        return restore(service.work(session), rows, by=by)
    except CannotRestore as why:
        raise Failed(str(why)) from None
