"""Tell how questions were answered, for those who ask how reliable a player is."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import bindparam, func, or_, select, update
from sqlalchemy.orm import Session

from adjudicator.store.statements import run
from adjudicator.store.tables import Campaign, CampaignState, Holding, Prompt, PromptState, table_of

_PROMPT, _HOLDING, _CAMPAIGN = table_of(Prompt).c, table_of(Holding).c, table_of(Campaign).c


class Closed(NamedTuple):
    """A question that is not open any more: when it was asked, and when it was answered; None: it was missed."""

    campaign_id: int
    seat_id: int
    opened_at: datetime
    answered_at: datetime | None


_ANSWERED = (
    update(table_of(Prompt))
    .where(
        _PROMPT.campaign_id == bindparam("campaign"),
        _PROMPT.seat_id == bindparam("seat"),
        _PROMPT.decision == bindparam("of_decision"),
        _PROMPT.match_id == bindparam("match"),
        _PROMPT.revision == bindparam("line"),
    )
    .values(answered_at=bindparam("at"))
)


def record_answer(
    session: Session, campaign_id: int, seat_id: int, decision: int, line: tuple[int, int], at: datetime
) -> None:
    """Record that a seat has answered a decision of a match and revision (`line`) at a moment."""
    which = {"campaign": campaign_id, "seat": seat_id, "of_decision": decision, "match": line[0], "line": line[1]}
    run(session, _ANSWERED, {**which, "at": at})


def reliability_of(session: Session, campaigns: Collection[int] = ()) -> Sequence[Closed]:
    """Return what the present people of the seats of campaigns were asked and have answered or missed.

    Of all campaigns that are not over, unless some are named.
    """
    since = (
        select(_HOLDING.seat_id, func.min(_HOLDING.since).label("since"))
        .where(_HOLDING.until.is_(None))
        .group_by(_HOLDING.seat_id)
        .subquery()
    )
    over = (CampaignState.FINISHED, CampaignState.ARCHIVED)
    going = select(_CAMPAIGN.id).where(_CAMPAIGN.state.not_in(over)).scalar_subquery()
    found = (
        select(_PROMPT.campaign_id, _PROMPT.seat_id, _PROMPT.opened_at, _PROMPT.answered_at, _PROMPT.missed)
        .join(since, since.c.seat_id == _PROMPT.seat_id)
        .where(
            _PROMPT.campaign_id.in_(campaigns or going),
            _PROMPT.state != PromptState.OPEN,
            _PROMPT.opened_at >= since.c.since,
            or_(_PROMPT.missed, _PROMPT.answered_at.is_not(None)),
        )
    )
    rows = session.execute(found)
    return [Closed(row[0], row[1], row[2], None if row.missed else row.answered_at) for row in rows]
