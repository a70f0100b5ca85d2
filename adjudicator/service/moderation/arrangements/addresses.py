"""List who can be reached where, and give somebody another address whose own is dead."""

from typing import Annotated, ClassVar

import msgspec
from sqlalchemy.orm import Session

from adjudicator.language import msgid
from adjudicator.mail.address import normal_address
from adjudicator.service.moderation.arrangement import Arrangement, ArrangementResult, changes_text
from adjudicator.service.moderation.command import Change
from adjudicator.service.moderation.forms import SeatName, command
from adjudicator.service.moderation.troubles import CommandError
from adjudicator.service.people import addresses
from adjudicator.service.people.gathering.lobby import Lobby
from adjudicator.service.service import UnitOfWork
from adjudicator.store import addresses as stored
from adjudicator.store import outbound
from adjudicator.store.tables import Address, AddressState, Campaign, Person


class Known(msgspec.Struct, frozen=True):
    """An address of somebody at the table. `shared_with`: seats of opponents behind the same mailbox."""

    seat: str
    person: str
    role: str
    address: str
    state: str
    shared_with: str = ""


class Changed(Known, frozen=True, kw_only=True):
    """An address with what was done, or would be."""

    changes: tuple[Change, ...]
    mails_to: tuple[str, ...]


class OfAddress(Arrangement, frozen=True, kw_only=True):
    """A change of an address of somebody. The audit trail does not tell the address itself."""

    seat: SeatName
    address: Annotated[str, "ADDRESS", "An email address."]
    reason: Annotated[str, "Reason; it is logged, and reports tell it."] = ""
    person: Annotated[str | None, "--person", "By name, where several people hold the seat."] = None

    def carry_out(self, lobby: Lobby, by: str) -> ArrangementResult:
        session, person = lobby.session, self._whose(lobby)
        newest, before = outbound.newest(session), _state_of(session, person, self.address)
        email = self.change(lobby.work, person, by)
        reason = {"reason": self.reason} if self.reason else {}
        self.record(lobby, by, {"seat": self.seat, "person": person.name, **reason})
        state, mails_to = _state_of(session, person, email), outbound.recipients_since(session, newest)
        changes = (Change(f"{email} ({person.name}, {self.seat})", before, state),)
        done = Changed(self.seat, person.name, "", email, state, changes=changes, mails_to=mails_to)
        return ArrangementResult(told=changes_text(changes, mails_to), said=f"{changes[0].what}: {state}", value=done)

    def change(self, work: UnitOfWork, person: Person, by: str) -> str:
        """Carry the change out, and return the address as it is written. Raises Rejected."""
        raise NotImplementedError  # abstract

    def _whose(self, lobby: Lobby) -> Person:
        held = stored.players_of(lobby.session, lobby.campaign.id, lobby.now)
        people = {person.id: person for place, person, _ in held if place.name == self.seat}
        if not people:
            there = ", ".join(dict.fromkeys(place.name for place, _, _ in held))
            raise CommandError(f"nobody holds a seat {self.seat!r}; there are {there}")
        chosen = [person for person in people.values() if self.person is None or person.name == self.person]
        if len(chosen) != 1:
            raise CommandError(f"say whose with --person: {', '.join(person.name for person in people.values())}")
        return chosen[0]


@command(
    "address add",
    "harbour-lights france anna@new.example --dry-run",
    "harbour-lights france anna@new.example --reason 'her old mailbox is gone'",
)
class Add(OfAddress, frozen=True, kw_only=True, tag="address add"):
    """Ask for a new address to replace a broken one.

    A code goes to the new address; all old ones are told and may object for three days. Then: address release.
    """

    did: ClassVar = msgid("gave a player a further email address")

    def change(self, work: UnitOfWork, person: Person, by: str) -> str:
        return addresses.add(work, person, self.address, by=by).email


@command("address release", "harbour-lights france anna@new.example")
class Release(OfAddress, frozen=True, kw_only=True, tag="address release"):
    """Use the new address from now on. Its code has come back, and nobody has objected in time."""

    did: ClassVar = msgid("let an address of a player count")

    def change(self, work: UnitOfWork, person: Person, by: str) -> str:
        return addresses.release(work, person, self.address).email


@command("address remove", "harbour-lights france anna@old.example")
class Remove(OfAddress, frozen=True, kw_only=True, tag="address remove"):
    """Remove an address. The last one of a person stays."""

    did: ClassVar = msgid("took an address of a player out of use")

    def change(self, work: UnitOfWork, person: Person, by: str) -> str:
        row = addresses.of(work.session, person.id, self.address)
        addresses.remove(work.session, row)
        return row.email


def known(work: UnitOfWork, campaign: Campaign) -> list[Known]:
    """Return all of a campaign."""
    session, now, told = work.session, work.now, list[Known]()
    shared = {email: [seat.name for seat in seats] for email, seats in stored.sharing(session, campaign.id, now)}
    for seat, person, role in stored.players_of(session, campaign.id, now):
        rows = stored.of_person(session, person.id)
        for row in rows:
            others = ", ".join(name for name in shared.get(row.email, []) if name != seat.name)
            told.append(Known(seat.name, person.name, role, row.email, _state(rows, row), others))
    return told


def _state_of(session: Session, person: Person, email: str) -> str:
    """Return what an address is to its person, who may not have it."""
    rows = stored.of_person(session, person.id)
    row = next((each for each in rows if each.email == normal_address(email)), None)
    return "no address of theirs" if row is None else _state(rows, row)


def _state(rows: tuple[Address, ...], row: Address) -> str:
    if row.state is AddressState.UNCONFIRMED:
        return "confirmed, waits for its release" if row.confirmed_at else "waits for its code"
    return "main" if stored.usable(rows)[:1] == (row,) else str(row.state)
