"""A steward takes the place of the people of a seat, and gives it back.

Who had the seat reads along meanwhile, and is back with one word at any question. Everybody is told of both. A steward
may also stand in for the days of an absence: then it comes on the first one, and goes when the last one is over.
"""

from datetime import timedelta

from adjudicator.language import language, msgid
from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.campaign.settings import settings_of
from adjudicator.service.campaign.sweeps import sweep
from adjudicator.service.campaign.troubles import RejectionReason
from adjudicator.service.outbox.notices import to_table
from adjudicator.service.people import replacements
from adjudicator.service.people.new_campaigns import STEWARD
from adjudicator.service.play import due_dates
from adjudicator.service.service import Service
from adjudicator.service.timing.calendar import Absence
from adjudicator.service.timing.policy import MissedDeadline
from adjudicator.store import holdings, timing
from adjudicator.store import stewards as stored
from adjudicator.store.campaigns import RETURNS, SeatAtTable
from adjudicator.store.engine import reading
from adjudicator.store.tables import Campaign, Role

plays_already = RejectionReason("steward_plays", msgid("A steward plays %(seat)s already."))
no_stand_in = RejectionReason(
    "no_stand_in",
    msgid(
        "This campaign has not agreed that a steward plays for who is away. Without that word your time stands still."
    ),
)


def name_in(code: str) -> str:
    """Return what the steward of a campaign is called, in the language of the campaign."""
    return language(code).gettext(STEWARD)


def seat_steward(table: CampaignContext, seat: SeatAtTable, *, by: str, told: bool = False) -> None:
    """Let a steward play the seat from now on; its people read along, and may come back.

    `told`: everybody has been told in another notice.

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
    if not told:
        to_table("steward_plays", seats=(seat.name,)).send(table, table.seats)
    table.record(by, "steward", {"seat": seat.name})


def may_return(seat: SeatAtTable, person_id: int | None) -> bool:
    """Return whether a steward plays in the place of this person."""
    holder = seat.of(person_id)
    return seat.steward and holder is not None and holder.may_return


def come_back(table: CampaignContext, seat: SeatAtTable, person_id: int, *, by_itself: bool = False) -> None:
    """Give the seat back to a person in whose place the steward plays. What the steward has on file stays.

    `by_itself`: nobody has asked for it, so that the person is told like the others.
    """
    today = due_dates.today(table.campaign, table.now)
    timing.end_absences(table.session, seat.id, today, with_steward=True)
    holdings.hand_over(table.session, seat.id, person_id, table.now)
    new = table.reloaded(seat.id)
    replacements.give_full_time(table, new)
    holder = new.of(person_id)
    name = "" if holder is None else holder.name
    to_table("steward_gone", seats=(seat.name,), person=name).send(
        table, table.seats if by_itself else table.others(new)
    )
    table.record(name, "back", {"seat": seat.name})


# Absences.


def may_stand_in(campaign: Campaign) -> bool:
    """Return whether the campaign has agreed that a steward plays for who is away."""
    agreed = settings_of(campaign)
    return agreed.stewards.absence or agreed.timing.missed_deadline is MissedDeadline.STEWARD


def stand_in(table: CampaignContext, seat: SeatAtTable, person_id: int | None, days: Absence) -> Absence:
    """Let a steward play for a person who is away on some days; return them, joined with what was announced before.

    Everybody is told. Time does not stand still, so the days come out of no budget.

    Raises:
        Rejected: The campaign has not agreed on it, or a steward plays already.
    """
    if not may_stand_in(table.campaign):
        raise no_stand_in()
    if person_id is None or seat.steward:
        raise plays_already(seat=seat.name)
    session, today = table.session, due_dates.today(table.campaign, table.now)
    for each in timing.absences_of(session, seat.id):
        joined = each.first_day <= days.last and days.first <= each.last_day
        if each.steward_for is not None and each.ended_on is None and joined:
            days = Absence(max(today, min(days.first, each.first_day)), max(days.last, each.last_day))
            timing.end_absence(session, each.id, each.first_day - timedelta(days=1))
    timing.announce(session, seat.id, days.first, days.last, "", table.now, steward_for=person_id)
    to_table("stand_in", seats=(seat.name,), first=days.first, last=days.last).send(table, table.others(seat))
    if days.first <= today:
        seat_steward(table, seat, by=", ".join(seat.players), told=True)
    return days


def come_and_go(service: Service) -> int:
    """Let stewards begin for those whose absence begins, and go where it is over. Returns how many did."""
    with reading(service.engine) as session:
        due = [each.campaign_id for each in timing.steward_absences_due(session, service.clock.now())]
    return sweep(service, due, _come_and_go)


def _come_and_go(table: CampaignContext) -> int:
    due = [
        each for each in timing.steward_absences_due(table.session, table.now) if each.campaign_id == table.campaign.id
    ]
    for each in due:
        seat, person_id = table.by_id[each.seat_id], each.steward_for
        if each.over:
            timing.end_absence(table.session, each.id, each.last_day)
            if may_return(seat, person_id):
                come_back(table, seat, person_id, by_itself=True)
                replacements.send_dossier(table, table.by_id[seat.id], person_id)
        elif any(holder.person_id == person_id for holder in seat.in_charge):
            seat_steward(table, seat, by=", ".join(seat.players))
        else:  # somebody else plays it by now
            timing.end_absence(table.session, each.id, each.first_day - timedelta(days=1))
    return len(due)
