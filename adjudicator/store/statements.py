"""What SQLAlchemy has no typed word for."""

import re
from collections.abc import Mapping
from typing import cast

from sqlalchemy import CursorResult, Delete, Update
from sqlalchemy.orm import Session

_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


def changed(session: Session, statement: Update | Delete, values: Mapping[str, object] | None = None) -> int:
    """Execute an update or a deletion; returns how many rows it met."""
    return cast(CursorResult[tuple[()]], session.execute(statement, values)).rowcount


def storable(text: str, longest: int = 2000) -> str:
    """``text`` as both databases can keep it: no NUL (PostgreSQL), no lone surrogates, cut to ``longest``."""
    return _UNSTORABLE.sub("\ufffd", text[:longest])
