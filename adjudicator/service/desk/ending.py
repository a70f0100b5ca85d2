"""The end of a campaign before its end, and the archive."""

from __future__ import annotations

from sqlalchemy import update
from sqlalchemy.orm import Session
from sqlmodel import col

from adjudicator.service.campaign.matches import Table
from adjudicator.service.desk.deeds import Archive, CannotBe, Close
from adjudicator.service.desk.trail import note
from adjudicator.service.outbox import queue
from adjudicator.service.outbox.intents import Tell
from adjudicator.service.play import changes
from adjudicator.service.service import Service
from adjudicator.store import outbox as stored_outbox
from adjudicator.store import prompts
from adjudicator.store import timing as stored
from adjudicator.store.tables import CampaignState, Match, MatchState, PromptState

GOING = (CampaignState.RUNNING, CampaignState.PAUSED)


def close(session: Session, service: Service, table: Table, deed: Close, by: str) -> None:
    """The campaign ends without a result of the rules; everybody is told, and gets the seed. Raises CannotBe."""
    if table.campaign.state not in GOING:
        raise CannotBe("over")
    now = service.clock.now()
    stored.end_pause(session, table.campaign.id, now)
    numbers = [row.number for row in prompts.open_questions(session, table.campaign.id)]
    prompts.close_prompts(session, table.campaign.id, numbers, PromptState.SUPERSEDED, now)
    stored_outbox.cancel_prompts(session, table.campaign.id, numbers)
    session.execute(
        update(Match).where(col(Match.id) == table.head.match_id).values(state=MatchState.FINISHED, finished_at=now)
    )
    table.campaign.state = CampaignState.FINISHED
    table.campaign.finished_at = now
    session.add(table.campaign)
    session.flush()
    for seat in table.seats:
        since = changes.known_to(session, table, seat)
        intent = Tell(written=now, since=since, topic="closed", values={"reason": deed.reason})
        mails = queue.for_seat(service, table, seat, intent, sequence=table.head.sequence)
        queue.queue(session, mails, now)
    note(session, table, by, deed, now)


def archive(session: Session, service: Service, table: Table, deed: Archive, by: str) -> None:
    """A campaign that is over leaves the lists. Raises CannotBe."""
    if table.campaign.state is not CampaignState.FINISHED:
        raise CannotBe("not_over")
    table.campaign.state = CampaignState.ARCHIVED
    session.add(table.campaign)
    note(session, table, by, deed, service.clock.now())
