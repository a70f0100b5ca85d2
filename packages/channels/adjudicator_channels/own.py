"""Channels that people ask for by mail, each for their own seat: confirmed by a code, listed, removed.

Nothing is connected to while the mail is handled. The secret is in no mail: the first notice brings it.
"""

from typing import ClassVar

import msgspec

from adjudicator.language import msgid
from adjudicator.service.campaign import confirmations
from adjudicator.service.campaign.act import CommandContext, CommandReply
from adjudicator.service.campaign.confirmations import Purpose, Redeemed
from adjudicator.service.campaign.troubles import Rejected, RejectionReason
from adjudicator.store import channels
from adjudicator.store.confirmations import Owner, Request
from adjudicator.store.tables import Channel
from adjudicator_channels import chats, places, queueing
from adjudicator_channels.delivery import allowed
from adjudicator_channels.queueing import New
from adjudicator_channels.wording import OF_SEAT, Event, Facts

HEADING = msgid("Notices")
MOST = 2
"""The most channels that a person may have for a seat."""
bad_place = RejectionReason(
    "bad_place",
    msgid(
        "Notices cannot go there: write an address that begins with https:// and holds no password, or that of a chat "
        "(%(kinds)s) as appriseit.com tells how to write it."
    ),
)
too_many = RejectionReason("too_many_channels", msgid("You may have %(most)s channels for a seat; remove one first."))
no_channel = RejectionReason("no_channel", msgid("You have no channel %(number)s for this seat."))


class ChannelRequest(msgspec.Struct, frozen=True):
    """The channel that a code stands for."""

    url: str


def ask(act: CommandContext, url: str) -> str:
    """Issue a code for a new channel.

    Raises:
        Rejected: The channel cannot be added.
    """
    _require_good(act, url)
    owner = Owner(act.seat.id, act.person_id)
    payload, campaign = msgspec.json.encode(ChannelRequest(url)), act.table.campaign.id
    wanted = Request(purpose=NewChannel.id, owner=owner, payload=payload, campaign_id=campaign, alone=True)
    return confirmations.issue(act.session, wanted, act.now)


def of(act: CommandContext) -> tuple[Channel, ...]:
    """Return the author's channels for the seat."""
    found = channels.of_campaign(act.session, act.table.campaign.id)
    return tuple(each for each in found if (each.seat_id, each.person_id) == (act.seat.id, act.person_id))


def remove(act: CommandContext, number: int) -> str:
    """Remove one of them, and return where it was, as it may be read. Raises Rejected."""
    channel = next((each for each in of(act) if each.number == number), None)
    if channel is None:
        raise no_channel(number=number)
    place = places.masked(channel.url.decode())
    queueing.remove(act.session, act.table.campaign, channel, act.now)
    return place


def _require_good(act: CommandContext, url: str) -> None:
    settings = act.service.settings
    try:
        if places.is_webhook(url):
            places.place_of(url, allowed(settings))
        elif chats.refused(url, settings.notices):
            raise places.BadPlace
    except places.BadPlace:
        raise bad_place(kinds=", ".join(settings.notices.chats)) from None
    if len(of(act)) >= MOST:
        raise too_many(most=MOST)


class NewChannel(Purpose):
    """Somebody wants notices about their seat somewhere."""

    id: ClassVar = "channel-new"

    def confirmed(self, act: CommandContext, redeemed: Redeemed) -> CommandReply:
        """Use it from now on; the first notice goes at once."""
        url = msgspec.json.decode(redeemed.payload, type=ChannelRequest).url
        try:
            _require_good(act, url)
        except Rejected as why:
            return act.says(HEADING, why.text(act.language, act.seat_called))
        campaign, webhook = act.table.campaign, places.is_webhook(url)
        seat = act.seat
        new = New(url=url, events=OF_SEAT, language=seat.language, seat_id=seat.id, person_id=act.person_id)
        row = queueing.add(act.session, campaign, new, act.now)
        queueing.put(act.session, row, Facts(event=Event.ADDED, moment=act.now, seat=act.seat.name))
        told = act.language.gettext(
            "Notices go to %(place)s from now on, as channel %(number)s. The first one tells that they do.",
            place=places.masked(url),
            number=str(row.number),
        )
        signed = act.language.gettext("It also brings the secret with which they are signed.")
        return act.says(HEADING, *([told, signed] if webhook else [told]), changed=True)
