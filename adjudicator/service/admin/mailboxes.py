"""Find campaigns whose mailbox is gone."""

from sqlalchemy import select
from sqlalchemy.orm import Session
from sqlmodel import col

from adjudicator.service.moderation.troubles import CommandError
from adjudicator.service.service import Service
from adjudicator.settings import Settings, shown
from adjudicator.store.engine import reading
from adjudicator.store.tables import Campaign


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
