"""A steward takes the place of the people of a seat, and gives it back.

Who had the seat reads along meanwhile, and is back with one word at any question. Everybody is told of both.
"""

from adjudicator.language import language, msgid
from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.campaign.troubles import RejectionReason
from adjudicator.service.outbox.notices import to_table
from adjudicator.service.people import replacements
from adjudicator.service.people.new_campaigns import STEWARD
from adjudicator.store import holdings
from adjudicator.store import stewards as stored
from adjudicator.store.campaigns import RETURNS, SeatAtTable
from adjudicator.store.tables import Role

plays_already = RejectionReason("steward_plays", msgid("A steward plays %(seat)s already."))


def name_in(code: str) -> str:
    """Return what the steward of a campaign is called, in the language of the campaign."""
    return language(code).gettext(STEWARD)


def seat_steward(table: CampaignContext, seat: SeatAtTable, *, by: str) -> None:
    """Let a steward play the seat from now on; its people read along, and may come back.

    Raises:
        Rejected: A steward plays it already.
    """
    if seat.steward:
        raise plays_already(seat=seat.name)
    session, now = table.session, table.now
    people = [holder.person_id for holder in seat.in_charge]
    holdings.end(session, seat.id, people, now)
    for person_id in people:
        holdings.hold(session, seat.id, person_id, now, role=Role.COPY, rights=RETURNS)
    code = table.campaign.language
    holdings.hold(session, seat.id, stored.person_of(session, name_in(code), code, now).id, now)
    replacements.give_full_time(table, table.reloaded(seat.id))
    to_table("steward_plays", seats=(seat.name,)).send(table, table.seats)
    table.record(by, "steward", {"seat": seat.name})


def may_return(seat: SeatAtTable, person_id: int | None) -> bool:
    """Return whether a steward plays in the place of this person."""
    holder = seat.of(person_id)
    return seat.steward and holder is not None and holder.may_return


def come_back(table: CampaignContext, seat: SeatAtTable, person_id: int) -> None:
    """Give the seat back to a person in whose place the steward plays. What the steward has on file stays."""
    holdings.hand_over(table.session, seat.id, person_id, table.now)
    new = table.reloaded(seat.id)
    replacements.give_full_time(table, new)
    holder = new.of(person_id)
    name = "" if holder is None else holder.name
    to_table("steward_gone", seats=(seat.name,), person=name).send(table, table.others(new))
    table.record(name, "back", {"seat": seat.name})
