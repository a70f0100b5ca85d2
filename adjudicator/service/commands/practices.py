"""`practice GAME`: a campaign of its author against stewards, which they end with `stop`."""

import msgspec

from adjudicator.language import msgid
from adjudicator.service.campaign.act import CommandContext, CommandReply
from adjudicator.service.campaign.settings import settings_of
from adjudicator.service.commands.command import Command, Scope
from adjudicator.service.moderation.command import Author, perform
from adjudicator.service.moderation.commands.endings import GOING, Close
from adjudicator.service.moderation.rights import Access
from adjudicator.service.people import practices
from adjudicator.store.tables import SeatKind


class Practise(Command):
    """Begin a practice; from whoever names no seat of theirs it comes by `adjudicator.service.people.practices`."""

    needs = Access.SEAT
    scope = Scope.ONCE
    names = practices.NAMES
    heading = msgid("Practice")
    usage = msgid("GAME")
    purpose = msgid("play a game against stewards, without deadlines")
    before_match = True
    for_readers = True

    def takes(self, rest: str) -> bool:
        """Return whether it names a game, or so few words that the answer says which games there are."""
        return practices.is_about(rest)

    def obey(self, act: CommandContext, rest: str) -> CommandReply:
        """Begin it; its first mail is the answer."""
        wanted, sender = practices.read(rest, act.seat.language), act.mail.sender
        holder = act.seat.of(act.person_id)
        if holder is None or sender is None:
            raise practices.not_here()
        theirs = {"name": holder.name, "email": sender.address, "zone": wanted.zone or holder.time_zone}
        practices.begin(act.work, msgspec.structs.replace(wanted, **theirs))
        return CommandReply(shows=("sent",), changed=True)


def is_own(act: CommandContext) -> bool:
    """Return whether the author plays a practice that is not over."""
    campaign = act.roster.campaign
    return act.seat.kind is SeatKind.PLAYER and campaign.state in GOING and settings_of(campaign).practice


def end(act: CommandContext) -> CommandReply:
    """End the practice of the author; the last mail of the campaign is the answer."""
    name = ", ".join(act.seat.players)
    act.table = perform(act.table, Close(), Author(name, by_mail=True, person_id=act.person_id))
    act.seat = act.table.by_id[act.seat.id]
    return CommandReply(shows=("sent",), changed=True)


COMMANDS: tuple[Command, ...] = (Practise(),)
