"""Channels of a campaign that is played: programs are told beside the mails."""

from __future__ import annotations

from adjudicator_channels import queueing
from adjudicator_channels.wording import EVENTS, OF_SEAT, Event, Facts

from adjudicator.service.service import Service
from adjudicator.store import channels
from adjudicator.store.campaigns import seats_at_table
from adjudicator.store.engine import lock_campaign, writing
from adjudicator.store.tables import Campaign


def add_channels(service: Service, id: int, seat: str, url: str) -> None:
    """One is told of the whole campaign, another of a seat."""
    now = service.clock.now()
    with writing(service.engine) as session:
        lock_campaign(session, id)
        campaign = session.get_one(Campaign, id)
        own = next(each for each in seats_at_table(session, id, now) if each.name == seat)
        (holder,) = own.holders
        theirs = queueing.New(url=url, events=OF_SEAT, language="ru", seat_id=own.id, person_id=holder.person_id)
        for new in (queueing.New(url=url, events=EVENTS, language="en"), theirs):
            queueing.add(session, campaign, new, now)


def try_channels(service: Service, id: int) -> None:
    """A notice to each that says nothing."""
    with writing(service.engine) as session:
        for channel in channels.of_campaign(session, id):
            queueing.put(session, channel, Facts(event=Event.TRIAL, moment=service.clock.now()))
