"""Notices about mail, to moderators: addresses that are dead, mails that nobody took, complaints, mails set aside.

Nothing of a mail itself is in these notices, nor what a foreign server says about it: both may hold secrets, and the
moderator may be a player.
"""

from collections.abc import Iterable

from adjudicator.language import msgid
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.outbox.notices import AboutSeats
from adjudicator.service.service import UnitOfWork
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.tables import SeatKind
from adjudicator.store.troubles import SeatAffected

UNWRITTEN = "unwritten"
"""Stands for a status code where no server was asked at all."""


class AboutAddress(AboutSeats, frozen=True, kw_only=True):
    """Common to troubles with an address: the status that a server told (RFC 3463), and the other address, if any."""

    address: str
    status: str = ""
    other: str = ""

    @classmethod
    def to_moderators(cls, work: UnitOfWork, seats: Iterable[SeatAffected], address: str, status: str) -> None:
        """Tell the moderators of each campaign what is wrong with an address of its seats.

        Not a moderator whose own address it is.
        """
        campaigns: dict[int, list[SeatAffected]] = {}
        for seat in seats:
            campaigns.setdefault(seat.campaign_id, []).append(seat)
        for campaign_id, affected in campaigns.items():
            table = table_of_campaign(work, campaign_id)
            ids = {each.seat_id for each in affected}
            names = [seat.name for seat in table.seats if seat.id in ids]
            other = next((each.others[0] for each in affected if each.others), "")
            told = [seat for seat in _moderators(table.seats) if not _only(seat, address)]
            cls(seats=tuple(names), address=address, status=status, other=other).send(table, told)


class AddressDead(AboutAddress, frozen=True, tag="address_dead"):
    """Mails to it come back; they go to the other one."""

    title = msgid("an address is out of use")
    closing = msgid(
        "Ask the player in some other way. An email from the address brings it back into use; a new "
        "address has to be registered."
    )


class Undelivered(AboutAddress, frozen=True, tag="undelivered"):
    """A mail to it was tried for days, or could not be written at all (`UNWRITTEN`)."""

    title = msgid("an email could not be delivered")


class Complaint(AboutAddress, frozen=True, tag="complaint"):
    title = msgid("a complaint about our emails")
    told = msgid("The provider of %(address)s (%(seats)s) reports one of our emails as unwanted.")
    closing = msgid(
        "Reminders and other optional emails to this address are stopped; questions and reports go on. "
        "Ask the player whether they still want to play."
    )


class PoisonMessage(AboutSeats, frozen=True, tag="set_aside"):
    """A mail stopped the service and is kept."""

    title = msgid("an email was set aside")
    closing = msgid("Ask the sender to write again in plain text, and the operator to look at it.")


class HeldUnasked(AboutSeats, frozen=True, tag="held_unasked"):
    """A mail is held, and its author gets no question about it for now."""

    title = msgid("a held email that nobody could be asked about")
    told = msgid(
        "An email in the name of %(seats)s waits for a confirmation, and nobody could be asked for it: too many "
        "questions about such emails are open already, or nobody gives orders for the seat."
    )
    closing = msgid(
        "It is kept, and the question is asked as soon as there is room for it. Ask the player whether the email is "
        "theirs; then release it, or reject it. You hear of such emails of a seat once a day."
    )


def set_aside(work: UnitOfWork, campaign_id: int, seat_id: int | None) -> None:
    """Tell the moderators that a mail for their campaign was set aside because it stopped the service."""
    table = table_of_campaign(work, campaign_id)
    names = tuple(seat.name for seat in table.seats if seat.id == seat_id)
    PoisonMessage(seats=names).send(table, _moderators(table.seats))


def _moderators(seats: Iterable[SeatAtTable]) -> list[SeatAtTable]:
    return [seat for seat in seats if seat.kind is SeatKind.MODERATOR]


def _only(seat: SeatAtTable, address: str) -> bool:
    return all(set(holder.emails) <= {address} for holder in seat.holders)
