"""Stages that ask whether it is a mail's turn, and whether its campaign plays. From here on the campaign is locked."""

import msgspec

from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.clocks import deadlines
from adjudicator.service.inbox import copies, gathering_mails
from adjudicator.service.inbox.passing import Later, Passing
from adjudicator.store import mails
from adjudicator.store.engine import lock_campaign
from adjudicator.store.mails import Settlement
from adjudicator.store.tables import Campaign, CampaignState, InboundStatus


def earlier_mail(at: Passing) -> Later | None:
    """The campaign is locked; an earlier mail of it comes first, and this one waits until that one has woken for it."""
    lock_campaign(at.work.session, at.seat.campaign_id)
    at.work = at.work.on()  # others may have worked on the campaign meanwhile
    line = mails.in_line(at.work.session, at.seat.campaign_id, at.row.id, at.seat.id)
    at.followed = line.followed
    if line.behind:
        at.row.campaign_id, at.row.seat_id = at.seat.campaign_id, at.seat.id
        mails.put_back(at.work.session, at.row.id, at.work.now, "an earlier mail of the campaign comes first")
        return Later.PUT_BACK
    return None


def copy(at: Passing) -> Settlement | None:
    """A copy of it was carried out before; or else those of its copies that are held will never be."""
    return copies.believed(at)


def gathering(at: Passing) -> Settlement | None:
    """The campaign waits for its people: there is no match, and few words count."""
    if at.work.session.get_one(Campaign, at.seat.campaign_id).state is not CampaignState.INVITING:
        return None
    heard = gathering_mails.Heard(at.mail, at.row.received_at, at.found.outcome.overheard)
    gathering_mails.take(at.work, heard, at.seat)
    return at.settled(InboundStatus.HANDLED)


def deadline(at: Passing) -> Settlement | None:
    """A deadline that was over before the mail came is closed first; with it the seat may have changed hands.

    Not while nobody knows how late it is: then the mail counts.
    """
    at.table = table_of_campaign(at.work, at.seat.campaign_id, at.found.at_table)
    if not at.work.service.time_is_known or not deadlines.close_due(at.table, at.row.received_at):
        return None
    at.table = table_of_campaign(at.work, at.seat.campaign_id)
    at.found = msgspec.structs.replace(at.found, seat=at.table.by_id[at.seat.id])
    return None if at.gives_orders else at.settled(InboundStatus.REFUSED, "the seat has changed hands")
