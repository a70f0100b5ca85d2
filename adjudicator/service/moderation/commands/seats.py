"""A seat changes hands, is taken from its people, or is away for some days."""

from datetime import date
from typing import Annotated, ClassVar

from adjudicator.language import Language, msgid
from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.campaign.troubles import Called
from adjudicator.service.clocks import extensions
from adjudicator.service.moderation.command import Author, ModeratorCommand
from adjudicator.service.moderation.forms import AtLog, Keep, Made, Reason, SeatName, WrongOptions, command, newcomer
from adjudicator.service.moderation.named import Newcomer, person_of, seat_named
from adjudicator.service.moderation.rights import Right
from adjudicator.service.moderation.troubles import CommandError, empty, holds_already, nobody_called
from adjudicator.service.outbox.notices import to_table
from adjudicator.service.people import replacements, stewards
from adjudicator.service.play import due_dates
from adjudicator.service.timing.calendar import Absence
from adjudicator.service.timing.dates import BadDates, read_absence
from adjudicator.store.tables import Role


class Replace(ModeratorCommand, frozen=True, tag="replace"):
    """The seat goes to somebody else, or to its standby player."""

    final: ClassVar = True
    names: ClassVar = {"en": ("replace",), "ru": ("заменить",)}
    shown: ClassVar = ("seat",)
    did: ClassVar = msgid("The seat has changed hands; the newcomer gets everything it knows.")
    usage: ClassVar = msgid("LOG SEAT [NAME <ADDRESS>] [keep]")
    purpose: ClassVar = msgid("the seat goes to somebody else, or to its standby player")
    seat: str
    to: Newcomer | None = None
    keep: bool = False
    log: int | None = None

    def carry_out(self, table: CampaignContext, author: Author) -> None:
        seat = seat_named(table, self.seat)
        person = None if self.to is None else person_of(table, self.to).id
        if any(holder.person_id == person and holder.role is Role.ORDERS for holder in seat.holders):
            raise holds_already(person=self.to.name if self.to else "", seat=seat.name)
        replacements.replace(table, seat, by=author.signed, person_id=person, keep=self.keep)

    def asked(self, words: Language, called: Called) -> str:
        if self.to is None:
            told = words.gettext("%(seat)s will go to its standby player.", seat=called(self.seat))
        else:
            told = words.gettext(
                "%(seat)s will go to %(person)s <%(email)s>, who gets everything the seat knows.",
                seat=called(self.seat), person=self.to.name, email=self.to.email,
            )  # fmt: skip
        return f"{told} {_orders_left(words, keep=self.keep)}"


@command("seat eject", "lights britain --reason 'silent for a month'", "lights britain --person 'Boris' --keep-orders")
class Eject(ModeratorCommand, frozen=True, tag="eject"):
    """Take a seat from its people. It stays empty until seat replace fills it, and gets defaults at its deadlines."""

    final: ClassVar = True
    names: ClassVar = {"en": ("eject",), "ru": ("исключить",)}
    shown: ClassVar = ("seat", "person")
    did: ClassVar = msgid("The seat is taken from its people; everybody is told.")
    usage: ClassVar = msgid("LOG SEAT [keep | drop]")
    purpose: ClassVar = msgid("take the seat from its people; their orders on file are dropped, or kept")
    seat: SeatName
    person: Annotated[str, "Only this one of several who hold it."] = ""
    keep: Keep = False
    reason: Reason = ""
    log: AtLog = None

    def carry_out(self, table: CampaignContext, author: Author) -> None:
        seat = seat_named(table, self.seat)
        gone = [
            holder
            for holder in seat.holders
            if holder.role is not Role.STANDBY and (not self.person or holder.name.casefold() == self.person.casefold())
        ]
        if not gone and self.person:
            raise nobody_called(person=self.person, seat=seat.name)
        if not gone:
            raise empty(seat=seat.name)
        others = replacements.let_go(table, seat, gone, "ejected", keep=self.keep, reason=self.reason)
        notice = "left_team" if others else "ejected"
        people = ", ".join(holder.name for holder in gone)
        to_table(notice, seats=(seat.name,), person=people, reason=self.reason).send(table, table.seats)
        self.note(table, author)

    def asked(self, words: Language, called: Called) -> str:
        seat = called(self.seat)
        told = (
            words.gettext("%(person)s will lose %(seat)s.", person=self.person, seat=seat)
            if self.person
            else words.gettext("Everybody who holds %(seat)s will lose it, and the seat stays empty.", seat=seat)
        )
        return f"{told} {_orders_left(words, keep=self.keep)}"


@command("seat steward", "lights britain", "lights britain --reason 'ill until May'")
class Steward(ModeratorCommand, frozen=True, tag="steward"):
    """Let a steward, the program, play a seat on. Its people read along, and are back with one word by mail."""

    names: ClassVar = {"en": ("steward",), "ru": ("управляющий",)}
    shown: ClassVar = ("seat",)
    did: ClassVar = msgid("A steward plays the seat from now on; everybody is told.")
    usage: ClassVar = msgid("SEAT")
    purpose: ClassVar = msgid("a steward, the program, plays the seat on until its player is back")
    seat: SeatName
    reason: Reason = ""

    def carry_out(self, table: CampaignContext, author: Author) -> None:
        stewards.seat_steward(table, seat_named(table, self.seat), by=author.signed)
        self.note(table, author)

    def asked(self, words: Language, called: Called) -> str:
        return words.gettext("A steward will play %(seat)s on until its player is back.", seat=called(self.seat))


def _orders_left(words: Language, *, keep: bool) -> str:
    if keep:
        return words.gettext("The orders that are on file for the seat stay and will be carried out.")
    return words.gettext(
        "The orders that are on file for the seat are dropped (with the word “%(keep)s” they would stay).",
        keep=words.typed(en="keep", ru="оставить"),
    )


class Absent(ModeratorCommand, frozen=True, tag="absent"):
    """Days on which the seat's time stands still, beyond its budget."""

    right: ClassVar = Right.TIME
    shown: ClassVar = ("seat", "first", "last")
    did: ClassVar = msgid("The absence is granted; everybody is told.")
    seat: str
    first: date
    last: date

    def carry_out(self, table: CampaignContext, author: Author) -> None:
        seat = seat_named(table, self.seat)
        days = Absence(self.first, self.last)
        extensions.be_absent(table, seat, days, granted_by=author.signed)


@command(
    "seat replace",
    "lights britain --to 'Stella Stone <stella@example.org>'",
    "lights britain --standby --dry-run",
    needs=Replace.right,
)
def replace(
    seat: SeatName,
    to: Annotated[str | None, "--to PERSON", "Name <address> [language [time zone]]."] = None,
    standby: Annotated[bool, "The player who stands by for the seat."] = False,
    keep: Keep = False,
    log: AtLog = None,
) -> Replace:
    """Give a seat to another person.

    They get everything the seat knows, a new secret address and the full time for the open question; the old address is
    void, and its holder is thanked.
    """
    if (to is None) is not standby:
        raise WrongOptions("to whom? --to 'Name <address>', or --standby")
    return Replace(seat=seat, to=newcomer(to) if to else None, keep=keep, log=log)


@command("seat absent", "lights france 'from 1.12 to 10.12'", needs=Absent.right)
def absent(seat: SeatName, days: Annotated[str, "DAYS", "'from 1.12 to 10.12', both included."]) -> Made:
    """Grant days of absence, also beyond the yearly budget. The seat's time stands still; everybody is told."""

    def granted(table: CampaignContext) -> Absent:
        try:
            away = read_absence(days, due_dates.today(table.campaign, table.now))
        except BadDates:
            raise CommandError(f"{days!r} is not written as: from 1.12 to 10.12") from None
        return Absent(seat=seat, first=away.first, last=away.last)

    return granted
