"""The audit trail of the deeds."""

from __future__ import annotations

from datetime import datetime

import msgspec
from sqlalchemy.orm import Session

from adjudicator.service.matches import Table
from adjudicator.service.moderation.deeds import Deed
from adjudicator.store import audits


def audit(session: Session, table: Table, by: str, deed: Deed, now: datetime) -> None:
    """Note a deed with everything it says, under the word it is called by."""
    command = str(deed.__struct_config__.tag)
    audits.record(session, table.campaign.id, author=by, command=command, details=msgspec.json.encode(deed), at=now)
