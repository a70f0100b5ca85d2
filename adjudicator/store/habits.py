"""Tell when the answers of somebody came, for their habits; nothing of who does not want that."""

from datetime import datetime

from sqlalchemy import bindparam, exists, select
from sqlalchemy.orm import Session

from adjudicator.store.statements import run
from adjudicator.store.tables import LineOutcome, OrderLine, OrderSet, Person, table_of

MOST = 60
"""The number of mails that are looked at, the newest."""
_SETS, _LINES, _PERSON = table_of(OrderSet).c, table_of(OrderLine).c, table_of(Person).c
_ANSWERS = exists().where(_LINES.order_set_id == _SETS.id, _LINES.outcome == LineOutcome.DONE)


def answered_at(session: Session, person_id: int) -> tuple[datetime, ...]:
    """Return when the latest mails came in which a person answered what they were asked, the newest first.

    None if they do not want it. A mail that was only tried, refused, planned, or about an offer is no answer.
    """
    return tuple(row.received_at for row in run(session, _ANSWERED_AT, {"person": person_id}))


_ANSWERED_AT = (
    select(_SETS.received_at)
    .join(table_of(Person), _PERSON.id == _SETS.person_id)
    .where(_SETS.person_id == bindparam("person"), _SETS.inbound_mail_id.is_not(None), _PERSON.habits, _ANSWERS)
    .distinct()
    .order_by(_SETS.received_at.desc())
    .limit(MOST)
)
