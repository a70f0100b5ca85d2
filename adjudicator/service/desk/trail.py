"""The audit trail of the deeds."""

from __future__ import annotations

from datetime import datetime

import msgspec
from sqlalchemy.orm import Session

from adjudicator.service.campaign import audit
from adjudicator.service.campaign.matches import Table
from adjudicator.service.desk.deeds import Deed
from adjudicator.store.tables import Telling


def note(
    session: Session, table: Table, by: str, deed: Deed, now: datetime, *, telling: Telling = Telling.NOTICE
) -> None:
    """Write a deed down with everything it says, under the word it is called by."""
    details = msgspec.to_builtins(deed, str_keys=True)
    command = str(deed.__struct_config__.tag)
    audit.record(session, table.campaign.id, by=by, command=command, details=details, now=now, telling=telling)
