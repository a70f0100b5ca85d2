"""The campaigns of an installation, each with who is asked: what is told of all of them in a list."""

from datetime import datetime

import msgspec
from msgspec.structs import replace
from sqlalchemy import select
from sqlmodel import col

from adjudicator.kernel.errors import BrokenGame
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.service import Work
from adjudicator.store import matches, prompts
from adjudicator.store.tables import Campaign, CampaignState


class Summary(msgspec.Struct, frozen=True):
    """A campaign in a list. `asked`: the seats that have a question, whether or not they have answered in secret."""

    name: str
    title: str
    game: str
    state: str
    log: int
    asked: tuple[str, ...] = ()
    deadline: datetime | None = None
    match: int | msgspec.UnsetType = msgspec.UNSET
    """Which of its series it is; unset where it stands alone."""


def summaries(work: Work, *, archived: bool = False) -> list[Summary]:
    """The campaigns, the oldest first; those in the archive only when asked for."""
    rows = work.session.scalars(select(Campaign).order_by(col(Campaign.id)))
    return [_summary(work, row) for row in rows if archived or row.state is not CampaignState.ARCHIVED]


def _summary(work: Work, campaign: Campaign) -> Summary:
    return replace(_standing(work, campaign), match=campaign.series_position or msgspec.UNSET)


def _standing(work: Work, campaign: Campaign) -> Summary:
    head = matches.head(work.session, campaign.id)
    if head is None:
        return Summary(campaign.name, campaign.title, "", campaign.state, 0)
    found = Summary(campaign.name, campaign.title, head.game, campaign.state, head.sequence)
    try:
        match = table_of_campaign(work, campaign.id).match
    except BrokenGame:
        return found
    deadlines = [row.deadline for row in prompts.open_prompts(work.session, campaign.id) if row.deadline]
    return replace(found, log=match.position.n, asked=match.asked, deadline=min(deadlines, default=None))
