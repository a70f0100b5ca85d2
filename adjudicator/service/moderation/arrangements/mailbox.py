"""Move a campaign to another mailbox of the installation."""

from typing import Annotated, ClassVar

import msgspec

from adjudicator.language import msgid
from adjudicator.service.moderation.arrangement import Arrangement, ArrangementResult
from adjudicator.service.moderation.forms import command
from adjudicator.service.moderation.rights import Access
from adjudicator.service.moderation.troubles import CommandError
from adjudicator.service.people.gathering.lobby import Lobby
from adjudicator.service.people.new_campaigns import unknown_mailbox
from adjudicator.settings import mailbox_of, shown
from adjudicator.store import outbound
from adjudicator.store.engine import rehearses


class Moved(msgspec.Struct, frozen=True):
    """The address from which the mails of a campaign come, and how many waiting mails it sends too."""

    campaign: str
    before: str
    address: str
    waiting: int
    done: bool = False


@command("campaign mailbox", "lights clubs --dry-run", "lights main --yes", needs=Access.OPERATOR)
class Move(Arrangement, frozen=True, kw_only=True, tag="campaign mailbox"):
    """Send the emails of a campaign from another mailbox. This holds from now on.

    Mails to its old addresses count as before, as long as that mailbox is read or they are forwarded.
    """

    did: ClassVar = msgid("let emails come from another address")
    mailbox: Annotated[str, "MAILBOX", "One of mail.mailboxes in the settings, or main."]

    def carry_out(self, lobby: Lobby, by: str) -> ArrangementResult:
        settings, campaign = lobby.work.service.settings, lobby.campaign
        mailbox = mailbox_of(self.mailbox)
        if unknown := unknown_mailbox(settings, mailbox):
            raise CommandError(unknown)
        if campaign.mailbox == mailbox:
            raise CommandError(f"the mails of {campaign.name} come from the mailbox {shown(mailbox)} already")
        before, campaign.mailbox = campaign.mailbox, mailbox
        gone = None if before in settings.mail.boxes else lobby.now
        waiting = outbound.move(lobby.session, campaign.id, mailbox, gone)
        address = settings.mail.boxes[mailbox].address.plain
        moved = Moved(campaign.name, shown(before), address, waiting, done=not rehearses(lobby.session))
        said = f"mails of {campaign.name} come from {address}"
        return ArrangementResult(told=f"{said}, {waiting} of those that wait too", said=said, value=moved, fixed=before)
