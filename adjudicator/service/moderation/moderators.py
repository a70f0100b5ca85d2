"""Several moderators: each has a seat beside the table, with a secret address and a right of their own."""

from collections.abc import Iterable

from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.moderation.command import Author
from adjudicator.service.moderation.rights import Right
from adjudicator.store.campaigns import Holder, SeatAtTable


def moderators(table: CampaignContext) -> list[tuple[SeatAtTable, Holder]]:
    """Return who moderates, each with their seat."""
    return _among(table.seats)


def author_of(seat: SeatAtTable, person_id: int | None) -> Author | None:
    """Return the moderator who wrote from a seat; None if it is not a moderator's seat."""
    for _, holder in _among([seat]):
        if holder.person_id == person_id:
            return Author(holder.name, Right(holder.rights), by_mail=True, person_id=person_id)
    return None


def _among(seats: Iterable[SeatAtTable]) -> list[tuple[SeatAtTable, Holder]]:
    return [(seat, holder) for seat in seats if seat.moderates for holder in seat.in_charge]


def chair_of(table: CampaignContext, name: str) -> SeatAtTable:
    """Return the seat from which a person at the desk answers: their own, else the first that is asked."""
    own = [chair for chair in table.rulers if name.casefold() in (person.casefold() for person in chair.people)]
    return (own or table.rulers)[0]
