"""Tell when the orders of somebody came, for their habits; nothing of who does not want that."""

from datetime import datetime

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from adjudicator.store.statements import run
from adjudicator.store.tables import OrderSet, Person, table_of

MOST = 60
"""The number of mails that are looked at, the newest."""
_SETS, _PERSON = table_of(OrderSet).c, table_of(Person).c


def answered_at(session: Session, person_id: int) -> tuple[datetime, ...]:
    """Return when the latest mails with orders of a person came, the newest first; none if they do not want it."""
    return tuple(row.received_at for row in run(session, _ANSWERED_AT, {"person": person_id}))


_ANSWERED_AT = (
    select(_SETS.received_at)
    .join(table_of(Person), _PERSON.id == _SETS.person_id)
    .where(_SETS.person_id == bindparam("person"), _SETS.inbound_mail_id.is_not(None), _PERSON.habits)
    .distinct()
    .order_by(_SETS.received_at.desc())
    .limit(MOST)
)
