"""Let somebody at the desk look at a campaign, and hide from a player what they must not know.

A moderator may be a player too; what they must not know never shows unless they say so.
"""

from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session
from sqlmodel import col

from adjudicator.kernel.errors import ReplayError, UnknownGame
from adjudicator.kernel.match import Match
from adjudicator.language import Language, language
from adjudicator.service.campaign.matches import CampaignContext, table_of_campaign
from adjudicator.service.campaign.viewpoint import Viewpoint
from adjudicator.service.moderation.troubles import CommandError
from adjudicator.service.play import disclosures
from adjudicator.service.play.disclosures import own_seats
from adjudicator.service.service import UnitOfWork
from adjudicator.store import campaigns
from adjudicator.store.engine import lock_campaign
from adjudicator.store.tables import Campaign, InboundMail, InboundStatus, SeatKind


@contextmanager
def played_again(table: CampaignContext) -> Iterator[None]:
    """Say what to do where a campaign of other rules is to be played again in the block. Raises CommandError."""
    try:
        yield
    except (ReplayError, CommandError) as error:
        if not table.other_rules:
            raise
        name, version = table.campaign.name, table.match.header.version
        raise CommandError(
            f"{name} is played by version {version} of its rules, and the installed ones do not lead where it went "
            f"({error}): carry it over (adjudicator upgrade migrate {name}), or let it keep its rules (adjudicator "
            f"upgrade pin {name})"
        ) from error


class Visitor(msgspec.Struct, frozen=True):
    """The person at the desk, and their command.

    `openly`: everybody may be told what they look at. `only`: the names of the campaigns they may see; None: all.
    """

    name: str
    command: str = ""
    openly: bool = False
    only: frozenset[str] | None = None

    def sees(self, campaign: str) -> bool:
        """Return whether a campaign of that name is there for them."""
        return self.only is None or campaign in self.only


PUBLIC = Viewpoint()
"""The viewpoint of everybody."""


@dataclass(frozen=True)
class Visit:
    """A campaign that somebody reads, which need not have a match."""

    work: UnitOfWork
    campaign: Campaign
    visitor: Visitor


@dataclass(frozen=True)
class CampaignView:
    """What these eyes see of a campaign, in the language chosen, or that of the seat, or that of the campaign."""

    table: CampaignContext
    eyes: Viewpoint = PUBLIC
    chosen: str | None = None

    @property
    def session(self) -> Session:
        """The transaction in which it is read."""
        return self.table.session

    @property
    def words(self) -> Language:
        """The language of what is told."""
        own = self.table.by_name.get(self.eyes.seat or "")
        return language(self.chosen or (own.language if own else self.table.campaign.language))

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats whose knowledge these eyes have."""
        return self.eyes.seats(self.table.match.header.seats)

    def sees(self, seat: str) -> bool:
        """Return whether what only this seat may know shows."""
        return self.eyes.everything or seat == self.eyes.seat

    def match_view(self, match: Match | None = None) -> Any:
        """Return what the viewer sees of a position: the present one, or that of another match of this line."""
        return (match or self.table.match).view(self.seats)


def campaign_named(session: Session, name: str) -> Campaign:
    """Return the campaign of that name.

    Raises:
        CommandError: There is none.
    """
    found = campaigns.campaign_by_name(session, name)
    if found is None:
        raise CommandError(f"there is no campaign named {name!r}; adjudicator campaign list tells those there are")
    return found


def locked_campaign(session: Session, name: str) -> Campaign:
    """Return the campaign of that name, locked for a change.

    Raises:
        CommandError: There is none.
        CampaignBusy: It is locked by somebody else.
    """
    campaign = campaign_named(session, name)
    lock_campaign(session, campaign.id)
    return campaign


def table_for(work: UnitOfWork, campaign: Campaign) -> CampaignContext:
    """Return the campaign with its match.

    Raises:
        CommandError: It has no match yet.
    """
    try:
        return table_of_campaign(work, campaign.id)
    except UnknownGame:
        raise
    except LookupError:
        raise CommandError(
            f"{campaign.name} has no match yet: it waits for its people, and there is nothing to look at or to correct "
            f"before it begins (adjudicator campaign start {campaign.name})"
        ) from None


def look(visit: Visit, seat: str | None) -> None:
    """Record that somebody looks at secrets, before they are shown.

    The look is announced where that is required. `seat` None means everything.

    Raises:
        CommandError: A moderator who plays has not said `--reveal`.
    """
    try:
        visitor, campaign = visit.visitor, visit.campaign.id
        disclosures.look(
            visit.work.service, campaign, by=visitor.name, command=visitor.command, seat=seat, openly=visitor.openly
        )
    except disclosures.NotOpenly as not_openly:
        raise CommandError(
            f"{not_openly}: only --as {' or --as '.join(not_openly.seats)} shows no more than that; "
            "adjudicator --reveal … shows it, writes it down, and tells everybody at the table"
        ) from None


def no_seat(name: str, seats: Iterable[str]) -> CommandError:
    """Return the error for a seat that is not one of these."""
    return CommandError(f"there is no seat {name}; there are {', '.join(seats)}")


def opened(visit: Visit, eyes: Viewpoint, seats: Collection[str]) -> Viewpoint:
    """Return the viewer for one of these seats; anything but a public look is recorded.

    Raises:
        CommandError: There is no such seat, or they may not look.
    """
    if eyes.seat is not None and eyes.seat not in seats:
        raise no_seat(eyes.seat, seats)
    if eyes != PUBLIC:
        look(visit, eyes.seat)
    return eyes


def view_of(visit: Visit, eyes: Viewpoint, chosen: str | None = None) -> CampaignView:
    """Return the campaign with its match, as the viewer may see it.

    Raises:
        CommandError: There is no match or no such seat, or they may not look.
    """
    table = table_for(visit.work, visit.campaign)
    return CampaignView(table, opened(visit, eyes, table.match.header.seats), chosen)


def gathering_eyes(visit: Visit, eyes: Viewpoint) -> Viewpoint:
    """Return the viewer for a campaign that has no match yet: its seats are those that somebody holds.

    Raises:
        CommandError: There is no such seat, or they may not look.
    """
    seats = campaigns.seats_at_table(visit.work.session, visit.campaign.id, visit.work.now)
    return opened(visit, eyes, [seat.name for seat in seats])


class OwnPart:
    """The mails that somebody at the desk may see who plays too: those of the seats they hold.

    With `--reveal` nothing is hidden, and it is written down and told in each campaign that is looked at.
    """

    def __init__(self, work: UnitOfWork, visitor: Visitor) -> None:
        self.work = work
        self.session = work.session
        self.visitor = visitor
        self._own: dict[int, frozenset[int]] = {}
        self._others: set[str] = set()
        self._told: set[int] = set()
        self._seen = set(work.session.scalars(select(col(Campaign.id)))) if visitor.only is None else {
            row.id for row in work.session.scalars(select(Campaign)) if visitor.sees(row.name)
        }  # fmt: skip
        for campaign_id in sorted(self._seen):
            seats = campaigns.seats_at_table(work.session, campaign_id, work.now)
            own = own_seats(seats, visitor.name)
            if own is None:
                continue
            desk = [seat for seat in seats if seat.name in own or seat.kind is SeatKind.MODERATOR]
            self._own[campaign_id] = frozenset(seat.id for seat in desk)
            mine = {email for seat in desk for email in seat.emails}
            self._others |= {email for seat in seats for email in seat.emails} - mine

    def hides(self, campaign_id: int | None, seat_id: int | None, address: str) -> bool:
        """Return whether a mail must not show, not even that it is there."""
        if self.is_elsewhere(campaign_id):
            return True
        if campaign_id is None:
            return self.hides_address(address)
        own = self._own.get(campaign_id)
        if own is None or seat_id in own:
            return False
        if not self.visitor.openly:
            return True
        if campaign_id not in self._told:
            self._told.add(campaign_id)
            look(Visit(self.work, self.session.get_one(Campaign, campaign_id), self.visitor), None)
        return False

    def is_elsewhere(self, campaign_id: int | None) -> bool:
        """Return whether it is of a campaign, or of none, that is not there for who looks."""
        return self.visitor.only is not None and campaign_id not in self._seen

    def hides_address(self, address: str) -> bool:
        """Return whether what happened at an address must not show."""
        return address in self._others and not self.visitor.openly

    def may_treat(self, mail_id: int) -> bool:
        """Return whether a mail that came in may be named: one's own, or one that was set aside and waits for a word.

        False too for a mail that is not there, so that nobody who plays learns from numbers who has written.
        """
        row = self.session.get(InboundMail, mail_id)
        if row is None or self.is_elsewhere(row.campaign_id):
            return False
        aside = row.status in (InboundStatus.HELD, InboundStatus.QUARANTINED)
        return aside or not self.hides(row.campaign_id, row.seat_id, row.sender)

    @property
    def hint(self) -> str:
        """A hint after “there is no such mail” for a moderator who plays.

        It is the same whether the mail is another player's or does not exist.
        """
        return " of your seats; adjudicator --reveal … shows the others, and tells everybody" if self._own else ""
