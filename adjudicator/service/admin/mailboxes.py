"""Move campaigns to other mailboxes of the installation, and find campaigns whose mailbox is gone."""

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session
from sqlmodel import col

from adjudicator.service.admin.access import locked_campaign
from adjudicator.service.moderation.errors import CommandError, require_as_shown
from adjudicator.service.people.new_campaigns import unknown_mailbox
from adjudicator.service.service import Service
from adjudicator.settings import Settings, shown
from adjudicator.store import outbound
from adjudicator.store.engine import reading, writing
from adjudicator.store.tables import Campaign


class Moved(msgspec.Struct, frozen=True):
    """The address from which the mails of a campaign come, and how many waiting mails it sends too."""

    campaign: str
    before: str
    address: str
    waiting: int
    done: bool = False


def move(service: Service, seen: Moved | None, name: str, mailbox: str) -> tuple[Moved, str]:
    """Let the messages of a campaign come from another mailbox, and return the change with its words.

    If nothing was shown, return only what would be done.

    Raises:
        CommandError: The mailbox is unknown, or is the present one.
    """
    settings = service.settings
    if unknown := unknown_mailbox(settings, mailbox):
        raise CommandError(unknown)
    with writing((service if seen else service.rehearsal).engine) as session:
        campaign = locked_campaign(session, name)
        if campaign.mailbox == mailbox:
            raise CommandError(f"the mails of {name} come from the mailbox {shown(mailbox)} already")
        before, campaign.mailbox = campaign.mailbox, mailbox
        gone = None if before in settings.mail.boxes else service.clock.now()
        waiting = outbound.move(session, campaign.id, mailbox, gone)
        address = settings.mail.boxes[mailbox].address.plain
        moved = Moved(name, shown(before), address, waiting)
        require_as_shown(seen, moved)
    return msgspec.structs.replace(
        moved, done=seen is not None
    ), f"mails of {name} come from {address}, {waiting} of those that wait too"


def homeless(session: Session, settings: Settings) -> dict[str, list[str]]:
    """Return mailboxes of campaigns that the settings lack, with campaigns."""
    found: dict[str, list[str]] = {}
    there = select(col(Campaign.mailbox), col(Campaign.name)).where(col(Campaign.mailbox).not_in(settings.mail.boxes))
    for mailbox, name in session.execute(there.order_by(col(Campaign.id))):
        found.setdefault(mailbox, []).append(name)
    return found


def told_homeless(settings: Settings, mailbox: str, names: list[str]) -> str:
    """Say what to do about campaigns whose mailbox is not in the settings."""
    first = f"adjudicator campaign mailbox {names[0]} {shown(next(iter(settings.mail.boxes)))}"
    return f"{mailbox!r} is not in the settings, and belongs to {', '.join(names)}: put it back, or: {first}"


def require_homes(service: Service) -> None:
    """Check that every campaign has a mailbox in the settings; without one, nothing could be answered.

    Raises:
        CommandError: A campaign has a mailbox that is not there.
    """
    with reading(service.engine) as session:
        for mailbox, names in homeless(session, service.settings).items():
            raise CommandError(f"mail.mailboxes: {told_homeless(service.settings, mailbox, names)}")
