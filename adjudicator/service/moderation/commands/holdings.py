"""Add and remove further holders of a seat: teams, readers, stand-ins, standby players."""

from datetime import datetime
from typing import Annotated, ClassVar

from adjudicator.language import msgid
from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.campaign.troubles import RejectionReason
from adjudicator.service.moderation.command import Author, ModeratorCommand
from adjudicator.service.moderation.forms import Made, SeatName, WrongOptions, command, moment, newcomer
from adjudicator.service.moderation.named import Newcomer, person_of, seat_named
from adjudicator.service.moderation.troubles import CommandError, holds_already, nobody_called, past
from adjudicator.service.outbox import notice_mails
from adjudicator.service.outbox.notices import to_table
from adjudicator.service.people import replacements, shared_mailboxes
from adjudicator.store import holdings
from adjudicator.store.tables import Role

last_holder = RejectionReason(
    "last_holder",
    msgid("%(person)s is the only one who gives orders for %(seat)s: replace or eject them instead."),
)


class Hold(ModeratorCommand, frozen=True, tag="hold"):
    """Somebody more holds the seat in a role, from a day to another one or for good.

    Who gives its orders or reads along gets its dossier.
    """

    shown: ClassVar = ("seat", "who", "since", "until")
    did: ClassVar = msgid("Who holds the seat is changed; everybody is told.")
    seat: str
    who: Newcomer
    role: Role = Role.ORDERS
    since: datetime | None = None
    until: datetime | None = None

    def carry_out(self, table: CampaignContext, author: Author) -> None:
        session, now = table.session, table.now
        seat = seat_named(table, self.seat)
        since = self.since if self.since is not None and self.since > now else now
        if self.until is not None and self.until <= since:
            raise past()
        person = person_of(table, self.who)
        if any(holder.person_id == person.id and holder.role is self.role for holder in seat.holders):
            raise holds_already(person=person.name, seat=seat.name)
        later = since > now
        holdings.hold(session, seat.id, person.id, since, role=self.role, until=self.until, dossier_due=later)
        new = table.reloaded(seat.id)
        if self.role is Role.STANDBY or later:
            notice_mails.invite(table, new, person.id, self.role, since, self.until)
        else:
            replacements.send_dossier(table, new, person.id)
        notice = to_table(
            "held",
            seats=(seat.name,),
            person=person.name,
            role=self.role.value,
            since=since if later else None,
            until=self.until,
        )
        notice.send(table, table.seats)
        if not later:
            shared_mailboxes.tell_of_holder(table, new, person.id)
        self.note(table, author)


class Release(ModeratorCommand, frozen=True, tag="release"):
    """Somebody does not hold the seat any more, in no role; others still do."""

    shown: ClassVar = ("seat", "person")
    did: ClassVar = msgid("Who holds the seat is changed; everybody is told.")
    seat: str
    person: str

    def carry_out(self, table: CampaignContext, author: Author) -> None:
        seat = seat_named(table, self.seat)
        gone = [holder for holder in seat.holders if holder.name.casefold() == self.person.strip().casefold()]
        if not gone:
            raise nobody_called(person=self.person, seat=seat.name)
        if not any(holder.role is Role.ORDERS and holder not in gone for holder in seat.holders):
            raise last_holder(person=gone[0].name, seat=seat.name)
        replacements.let_go(table, seat, gone, "released")
        to_table("left_team", seats=(seat.name,), person=gone[0].name).send(table, table.seats)
        self.note(table, author)


@command(
    "seat holders",
    "lights france",
    "lights france --add 'Stella <stella@example.org>' --role standby",
    "lights france --add 'Rita <rita@example.org>' --from 1.12 --until 10.12",
    "lights france --remove Rita",
    needs=Hold.right,
)
def holding(
    seat: SeatName,
    add: Annotated[str | None, "--add PERSON", "Name <address> [language [time zone]]."] = None,
    remove: Annotated[str | None, "--remove PERSON", "Name of somebody who holds it."] = None,
    role: Annotated[str, "orders (gives orders too), copy (reads along), standby (takes over)."] = "orders",
    first: Annotated[str | None, "--from DAY", "From this day, or day and hour, on."] = None,
    until: Annotated[str | None, "Up to this day, or day and hour."] = None,
) -> Made:
    """Show the holders of a seat, or add or remove one.

    A holder can be one of a team, a reader, a stand-in for some days, a standby.
    """
    if add is not None and remove is not None:
        raise WrongOptions("--add or --remove, one at a time")
    if remove is not None:
        return lambda table: Release(seat=seat_named(table, seat).name, person=remove)
    if add is None:
        return None

    def hold(table: CampaignContext) -> Hold:
        zone, now, found = table.campaign.time_zone, table.now, seat_named(table, seat).name
        if role not in tuple(Role):
            raise CommandError(f"there is no role {role!r}; there are {', '.join(Role)}")
        return Hold(
            seat=found,
            who=newcomer(add),
            role=Role(role),
            since=moment(first, zone, now) if first else None,
            until=moment(until, zone, now, end=True) if until else None,
        )

    return hold
