"""A channel comes or goes, whether it is asked for at the desk or by mail."""

from datetime import datetime

import msgspec
from sqlalchemy.orm import Session

from adjudicator.service.campaign.settings import keep_settings, settings_of
from adjudicator.service.channels import places, webhooks
from adjudicator.service.channels.facts import Event
from adjudicator.store import channels
from adjudicator.store.tables import Campaign, Channel


class New(msgspec.Struct, frozen=True, kw_only=True):
    """A channel that is to come. Whose it is, by the numbers of a seat and of a person; without them the campaign's."""

    url: str
    events: tuple[Event, ...]
    language: str
    seat_id: int | None = None
    person_id: int | None = None


def add(session: Session, campaign: Campaign, new: New, at: datetime) -> Channel:
    """Add a channel with the next number, and with a new secret if its notices are signed with one."""
    row = Channel(
        campaign_id=campaign.id,
        seat_id=new.seat_id,
        person_id=new.person_id,
        number=channels.next_number(session, campaign.id),
        url=new.url.encode(),
        secret=webhooks.new_secret() if places.is_webhook(new.url) else b"",
        events=",".join(new.events),
        language=new.language,
        added_at=at,
    )
    session.add(row)
    _has_channels(campaign, there=True)
    session.flush()
    return row


def remove(session: Session, campaign: Campaign, channel: Channel, at: datetime) -> None:
    """Send nothing there any more; a campaign that has no other is not asked for its channels again."""
    channels.remove(session, channel, at)
    _has_channels(campaign, there=bool(channels.of_campaign(session, campaign.id)))


def _has_channels(campaign: Campaign, *, there: bool) -> None:
    keep_settings(campaign, msgspec.structs.replace(settings_of(campaign), channels=there))
