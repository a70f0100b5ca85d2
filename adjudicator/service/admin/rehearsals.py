"""Rehearse a moderator's deed and show what it changes, as everybody may know it; then do it where it was shown.

A rehearsal plays on with what is sealed and draws what is to be drawn: whoever reads its result would know it before it
counts. So deeds that play on (`ModeratorCommand.foreseen`) are shown by what was open before them, never by what
follows.
"""

from collections.abc import Callable

import msgspec

from adjudicator.kernel.decisions import NoAnswer
from adjudicator.language import language, stamp
from adjudicator.service.admin.access import locked_campaign, table_for
from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.campaign.settings import settings_of
from adjudicator.service.campaign.troubles import Rejected
from adjudicator.service.moderation.arrangement import changes_text, readers
from adjudicator.service.moderation.bad_orders import BadOrders
from adjudicator.service.moderation.command import CLOSED, Author, Change, ModeratorCommand, perform
from adjudicator.service.moderation.commands.deadlines import flat_policy
from adjudicator.service.moderation.commands.pauses import PLANNED
from adjudicator.service.moderation.troubles import CommandError, command_error
from adjudicator.service.people.gathering.plan import plan_of
from adjudicator.service.play import due_dates
from adjudicator.service.service import Service
from adjudicator.store import campaigns, holdings, outbound, prompts, series, timing
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.engine import rehearsing, writing
from adjudicator.store.tables import CampaignState, Holding, Person, Role, SeatKind

ENGLISH = language("en")
Deciding = Callable[[CampaignContext], ModeratorCommand]
"""A function that returns what is to be done, once the campaign is at hand."""


class Rehearsed(msgspec.Struct, frozen=True):
    """A deed, what it changes, who gets mail, and the position at which this was found out."""

    campaign: str
    deed: ModeratorCommand
    log: int
    revision: int
    changes: tuple[Change, ...]
    mails_to: tuple[str, ...] = ()
    came_of: tuple[str, ...] = ()
    """What came of lines that were entered, once they are."""


def do(service: Service, shown: Rehearsed | None, name: str, decide: Deciding, by: str) -> tuple[Rehearsed, str]:
    """Carry a command out as it was shown; where nothing was, only rehearse it. Return what was shown, with its words.

    Raises CommandError with the reason when it is refused, also where play went on meanwhile.
    """
    with writing(service.engine if shown else rehearsing(service.engine)) as session:
        table = table_for(service.work(session), locked_campaign(session, name))
        log, revision = table.head.sequence, table.head.revision
        if shown and (shown.log, shown.revision) != (log, revision):
            raise CommandError(f"play went on meanwhile (log {shown.log} → {log}): nothing was changed")
        deed = decide(table)
        before, newest = facts_of(table), outbound.newest(session)
        lines = () if shown else _lines_told(table, deed)
        after = _perform(table, deed, by)
        changes, mails_to = deed.preview_changes(before), tuple[str, ...]()
        if changes is None:
            changes = _changes(before, facts_of(after))
            mails_to = readers(session, table.campaign.id, after.seats, newest)
        if shown:
            return msgspec.structs.replace(shown, came_of=deed.came_of(after, ENGLISH)), ""
    told = (f"{name} at log {log}:", changes_text(changes, mails_to), *(f"  {line}" for line in lines))
    return Rehearsed(name, deed, log, revision, changes, mails_to), "\n".join(told)


def _lines_told(table: CampaignContext, deed: ModeratorCommand) -> tuple[str, ...]:
    """Return what the orders in a moderator command would do; empty if it is going to be refused."""
    try:
        return deed.lines_told(table, ENGLISH)
    except (Rejected, NoAnswer):
        return ()


def _perform(table: CampaignContext, deed: ModeratorCommand, by: str) -> CampaignContext:
    try:
        return perform(table, deed, Author(by))
    except BadOrders as bad:
        from adjudicator.service.admin.lines import checked_text  # slow to load: it words mails

        raise CommandError(f"nothing was changed:\n{checked_text(table, bad.seat, bad.found)}") from None
    except Rejected as why:
        raise command_error(why) from None


def _changes(before: dict[str, str], after: dict[str, str]) -> tuple[Change, ...]:
    names = [*before, *(name for name in after if name not in before and not name.startswith("question"))]
    found = []
    for name in names:
        was, now = before.get(name, ""), after.get(name, CLOSED if name.startswith("question") else "nobody")
        if was != now:
            found.append(Change(name, was, now))
    return tuple(found)


def facts_of(table: CampaignContext) -> dict[str, str]:
    """Return everything public that a moderator can change, by name."""
    facts, zone = {"campaign": str(table.campaign.state)}, table.campaign.time_zone
    facts |= flat_policy(table)
    facts["table_draws"] = settings_of(table.campaign).table_draws
    for seat in table.seats:
        if seat.kind is not SeatKind.OBSERVER:
            facts[f"seat {seat.name}"] = _people(table, seat)
        days = due_dates.absences(table.session, seat.id)
        if days:
            facts[f"seat {seat.name} away"] = ", ".join(f"{day.first:%d.%m.%Y}–{day.last:%d.%m.%Y}" for day in days)
    if ahead := timing.planned(table.session, table.campaign.id, table.now):
        facts[PLANNED] = ", ".join(f"{stamp(since, zone)} to {stamp(until, zone)}" for since, until in ahead)
    facts |= _next_match(table)
    for row in prompts.open_prompts(table.session, table.campaign.id):
        due = f"until {stamp(row.deadline, zone)}" if row.deadline else "no deadline"
        facts[f"question {row.number} of {table.by_id[row.seat_id].name}"] = due
    return facts


def _next_match(table: CampaignContext) -> dict[str, str]:
    """Return who plays the next match of the series, where that is there."""
    found = series.after(table.session, table.campaign)
    if found is None:
        return {}
    seats = campaigns.seats_at_table(table.session, found.id, table.now)
    people = {f"seat {seat.name} of {found.name}": ", ".join(seat.people) for seat in seats}
    if found.state is CampaignState.INVITING:
        open_seats = plan_of(table.session, found.id).free(seats)
        people |= {f"seat {seat} of {found.name}": "open" for seat in open_seats}
    return {"next match": f"{found.name} ({found.state})", **people}


def _people(table: CampaignContext, seat: SeatAtTable) -> str:
    """Return who holds a seat now or will, with dates and rights."""
    rows = holdings.now_or_later(table.session, seat.id, table.now)
    newest = {
        (holding.person_id, holding.role): _person(holding, person, seat, table.campaign.time_zone)
        for holding, person in rows
    }
    return ", ".join(newest.values()) or "nobody"


def _person(holding: Holding, person: Person, seat: SeatAtTable, zone: str) -> str:
    notes = []
    if holding.role is not Role.ORDERS:
        notes.append({Role.COPY: "reads along", Role.STANDBY: "stands by"}[holding.role])
    if seat.kind is SeatKind.MODERATOR and holding.rights != "all":
        notes.append(f"right: {holding.rights}")
    if holding.dossier_due:
        notes.append(f"from {stamp(holding.since, zone)}")
    if holding.until is not None:
        notes.append(f"until {stamp(holding.until, zone)}")
    return f"{person.name} ({'; '.join(notes)})" if notes else person.name
