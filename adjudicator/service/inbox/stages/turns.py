"""Stages that ask whether it is a mail's turn, and whether its campaign plays. From here on the campaign is locked."""

from dataclasses import replace

import msgspec

from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.clocks import deadlines
from adjudicator.service.inbox import duplicates, gathering_mails
from adjudicator.service.inbox.passing import Deferred, MessageContext
from adjudicator.store import inbound
from adjudicator.store.engine import lock_campaign
from adjudicator.store.inbound import Settlement
from adjudicator.store.tables import Campaign, CampaignState, InboundStatus


def earlier_mail(at: MessageContext) -> Deferred | None:
    """Lock the campaign; if an earlier message of it comes first, put this one back until it is woken."""
    lock_campaign(at.work.session, at.seat.campaign_id)
    at.work = at.work.on()  # others may have worked on the campaign meanwhile
    line = inbound.in_line(at.work.session, at.seat.campaign_id, at.row.id, at.seat.id)
    at.followed = line.followed
    if line.behind:
        at.row.campaign_id, at.row.seat_id = at.seat.campaign_id, at.seat.id
        inbound.put_back(at.work.session, at.row.id, at.work.now, "an earlier mail of the campaign comes first")
        return Deferred.PUT_BACK
    return None


def copy(at: MessageContext) -> Settlement | None:
    """Stop a message of which a copy was carried out before; else make sure that its held copies never are."""
    return duplicates.believed(at)


def gathering(at: MessageContext) -> Settlement | None:
    """Handle a message in a campaign that waits for its people: there is no match, and few words count."""
    if at.work.session.get_one(Campaign, at.seat.campaign_id).state is not CampaignState.INVITING:
        return None
    gathering_mails.take(at)
    return at.settled(InboundStatus.HANDLED)


def deadline(at: MessageContext) -> Settlement | None:
    """Close a deadline that was over before the message came; the seat may have changed hands by this.

    While the time is not known, this is skipped, and the message counts.
    """
    at.work = replace(at.work, author=None if at.seat.moderates else at.found.person_id)
    at.table = table_of_campaign(at.work, at.seat.campaign_id, at.found.at_table)
    if not at.work.service.time_is_known or not deadlines.close_due(at.table, at.row.received_at):
        return None
    at.table = table_of_campaign(at.work, at.seat.campaign_id)
    at.found = msgspec.structs.replace(at.found, seat=at.table.by_id[at.seat.id])
    return None if at.gives_orders else at.settled(InboundStatus.REFUSED, "the seat has changed hands")
