"""Notices about channels beside the mails, to whose they are."""

from datetime import datetime

from adjudicator.language import msgid
from adjudicator.service.outbox.notices import TableNotice


class ChannelDead(TableNotice, frozen=True, kw_only=True):
    """A notice was given up, as the first one since the last that arrived: queued at a moment, for this channel."""

    title = msgid("notices do not arrive")
    told = msgid(
        "A notice of %(moment)s for channel %(number)s (%(place)s) was tried again and again and has not arrived. What "
        "comes next is tried all the same; you hear of it again only when something has arrived meanwhile."
    )
    number: int
    place: str
    moment: datetime


class OwnChannelDead(ChannelDead, frozen=True, kw_only=True, tag="own_channel_dead"):
    """The same to the players of a seat, whose own channel it is."""

    closing = msgid("No email waits for it: every question comes to you by email as before.")


class CampaignChannelDead(ChannelDead, frozen=True, kw_only=True, tag="campaign_channel_dead"):
    """The same to the moderators."""

    closing = msgid("Whoever runs the server sees why (adjudicator notices list), and tries it (notices test).")
