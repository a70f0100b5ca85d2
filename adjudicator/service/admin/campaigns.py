"""Describe a campaign at the desk: as everybody may know it, as a seat may, or whole."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import groupby
from typing import Any

import msgspec
from sqlalchemy.orm import Session

from adjudicator.kernel.actions import MODERATOR
from adjudicator.kernel.match import Match
from adjudicator.kernel.pending_draws import is_open
from adjudicator.language import language, stamp
from adjudicator.reports.wording.game import GameReport
from adjudicator.service.admin.access import CampaignView, Visit
from adjudicator.service.admin.actions import open_to_all
from adjudicator.service.admin.seats import (
    SeatFacts,
    known_of,
    on_file,
    reliability_text,
    report_text,
    seat_facts,
    waited_for,
)
from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.campaign.table_draws import range_of
from adjudicator.service.campaign.viewpoint import Viewpoint
from adjudicator.service.moderation.troubles import CommandError
from adjudicator.service.play.corrections.lines import Bridge, newest_bridge
from adjudicator.service.play.disclosures import own_seats
from adjudicator.service.proof.history import carried_over
from adjudicator.service.service import Service
from adjudicator.settings import shown
from adjudicator.store import series, timing
from adjudicator.store.campaigns import SeatAtTable, campaign_by_id, seats_at_table
from adjudicator.store.engine import reading
from adjudicator.store.rate_limits import backlog
from adjudicator.store.tables import Campaign, CampaignState


class Gathering(msgspec.Struct, frozen=True, omit_defaults=True):
    """A campaign that has no match yet, as somebody may see it. The seed only with everything."""

    name: str
    title: str
    state: str
    game: str
    options: dict[str, Any]
    commitment: str
    language: str
    time_zone: str
    deadline_hours: int
    free: tuple[str, ...]
    seats: tuple[SeatFacts, ...]
    seed: str | None = None
    bids_until: datetime | None = None
    """If seats are bid for: until when everybody is asked for bids."""
    bids: dict[str, str] = {}
    """The bids that these eyes may see before they are opened, by seat or place."""

    def text(self) -> str:
        """Return it as text for people."""
        lines = [f"{self.name}: {self.title}, {self.game}, {self.state}, no match yet"]
        for seat in self.seats:
            addresses = f" <{', '.join(seat.addresses)}>" if seat.addresses else ""
            lines.append(f"{seat.name}: {', '.join(seat.people)}{addresses}")
        lines += [f"{seat}: free" for seat in self.free]
        lines += [f"bids are asked for until {stamp(self.bids_until, self.time_zone)}"] if self.bids_until else []
        return "\n".join((*lines, *(f"bid of {seat}: {bid}" for seat, bid in self.bids.items())))


def gathering(visit: Visit, eyes: Viewpoint) -> Gathering:
    """Return how a campaign that has no match yet stands. Raises CommandError where it has no plan."""
    from adjudicator.service.people.gathering.plan import plan_of  # not for a campaign that is played

    session, campaign = visit.work.session, visit.campaign
    try:
        plan = plan_of(session, campaign.id)
    except LookupError:
        raise CommandError(f"{campaign.name} has neither a match nor a plan of what it will begin with") from None
    there = seats_at_table(session, campaign.id, visit.work.now)
    seats = [(seat, eyes.everything or seat.name == eyes.seat) for seat in there]
    return Gathering(
        name=campaign.name,
        title=campaign.title,
        state=campaign.state,
        game=plan.new.game,
        options=plan.new.options,
        commitment=plan.commitment,
        language=campaign.language,
        time_zone=campaign.time_zone,
        deadline_hours=campaign.deadline_hours,
        free=plan.free(there),
        seats=tuple(known_of(seat, sees=sees) for seat, sees in seats if sees or seat.holders),
        seed=plan.new.seed.hex() if eyes.everything and plan.new.seed else None,
        bids_until=plan.asked.until if plan.asked else None,
        bids=dict(_bids(visit, [seat.name for seat, sees in seats if sees])),
    )


def _bids(visit: Visit, seen: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield what is bid for the seats in `seen`, and for no other seat."""
    from adjudicator.service.people.gathering.bidding import written_bid
    from adjudicator.service.people.gathering.lobby import Lobby

    lobby = Lobby(visit.work, visit.campaign)
    for seat in lobby.players if lobby.plan.by_bids else ():
        if seat.name in seen:
            bid = lobby.bid_of(seat)
            yield seat.name, "none yet" if bid is None else written_bid(bid, lobby.game, language("en"))


def facts(view: CampaignView) -> dict[str, Any]:
    """Return everything that these eyes may see of a campaign, for machines."""
    campaign, match = view.table.campaign, view.table.match
    told: dict[str, Any] = {
        "name": campaign.name,
        "title": campaign.title,
        "state": campaign.state,
        "game": match.game.id,
        "rules_version": match.header.version,
        "options": match.header.options,
        "commitment": match.header.commitment,
        "language": campaign.language,
        "time_zone": campaign.time_zone,
        "deadline_hours": campaign.deadline_hours,
        "mailbox": shown(campaign.mailbox),
        "log": match.position.n,
        "revision": view.table.head.revision,
        "seats": list(seat_facts(view)),
        "decisions": match.decisions() if view.eyes.everything else open_to_all(match.decisions()),
        "result": match.result,
        "view": match.game.shown(view.match_view()),
    }
    if bridge := newest_bridge(view.table):
        told["bridge"] = bridge
    if chain := series.chain(view.session, campaign):
        told["series"] = [{"match": each.series_position, "name": each.name, "state": each.state} for each in chain]
    if view.eyes.everything:
        # The number of waiting answers reveals who has written: not everybody may know it.
        told["outbox"] = backlog(view.session, view.table.now, campaign.id)
        told["document"] = match.game.shown(match.document())
    return told


def standing_text(view: CampaignView, *, short: bool = False) -> str:
    """Return the position as an email would tell it, after the people and the questions; `short`: only these."""
    match, campaign = view.table.match, view.table.campaign
    lines = [f"{campaign.name}: {campaign.title}, {match.game.id}, {campaign.state}, log {match.position.n}"]
    if chain := series.chain(view.session, campaign):
        matches_told = ", ".join(f"{each.series_position} {each.name} ({each.state})" for each in chain)
        lines.append(f"  match {campaign.series_position} of a series: {matches_told}")
    lines += [f"  {bridge_text(bridge, campaign.time_zone)}"] if (bridge := newest_bridge(view.table)) else []
    for fact in seat_facts(view):
        due = f", question {fact.question} until {stamp(fact.deadline, campaign.time_zone)}" if fact.deadline else ""
        filed = on_file(view, fact.name).items if view.sees(fact.name) else ()
        kept = [f"on file: {', '.join(f'{item.name} ({item.text})' for item in filed)}"] if filed else []
        addresses = f" <{', '.join(fact.addresses)}>" if fact.addresses else ""
        people = ", ".join(fact.people) or "nobody"
        kept += [reliability_text(fact.reliability)] if fact.reliability else []
        lines.append("  ".join(["", fact.name, f"{people}{addresses}{due}", *kept]))
    usual = usual_hours(view.session, campaign, view.table.seats)
    lines += [f"  {line}" for line in (*usual, *_asked_now(view))]
    for since, until in timing.planned(view.session, campaign.id, view.table.now):
        lines.append(f"  pause planned: {stamp(since, campaign.time_zone)} to {stamp(until, campaign.time_zone)}")
    waiting = backlog(view.session, view.table.now, campaign.id)
    if view.eyes.everything and (waiting.waiting or waiting.to_dead):
        from adjudicator.service.admin.mail_troubles import backlog_text  # slow to load: it knows the intake

        lines.append(f"  outbox: {backlog_text(waiting, view.table.now)}")
    return "\n".join(lines) if short else "\n".join(lines) + "\n\n" + position_text(view, match)


def bridge_text(bridge: Bridge, zone: str) -> str:
    """Say in one line where the line of play was carried over from other rules, with its moment in a time zone."""
    told = carried_over(stamp(bridge.at, zone), bridge.n, bridge.was, bridge.now, bridge.by)
    return f"{told}; what was played before is not proven by these"


def usual_hours(session: Session, campaign: Campaign, seats: Sequence[SeatAtTable]) -> tuple[str, ...]:
    """Return when the players usually answer, for whoever sets deadlines; empty where a player may look."""
    from adjudicator.service.play import habits  # only who looks at a campaign pays for them

    return tuple(habits.told_of(session, seats, language("en"), campaign.time_zone, str))


def usual_hours_in(service: Service, campaign_id: int) -> tuple[str, ...]:
    """Return the same of a campaign that has just been created."""
    with reading(service.engine) as session:
        seats = seats_at_table(session, campaign_id, service.clock.now())
        return usual_hours(session, campaign_by_id(session, campaign_id), seats)


def _asked_now(view: CampaignView) -> list[str]:
    """Return who is asked what, since when and until when."""
    match = view.table.match
    if match.wanted is not None or match.concurrent_seats:
        return asked_lines(match)
    told, runs = list[str](), view.table.campaign.state is CampaignState.RUNNING
    zone = view.table.campaign.time_zone
    for (kind, rule, since, until), same in groupby(
        waited_for(view), lambda each: (each.kind, each.rule, each.since, each.until)
    ):
        seats = [each.seat for each in same]
        asked = f"asked: {', '.join(seats)} ({kind}, rule {rule or '-'})"
        asked += f", since {stamp(since, zone)}" if since else ""
        left = runs and since and MODERATOR not in seats
        told.append(asked + (f", until {stamp(until, zone)}" if until else ", left to the moderator" if left else ""))
    return told


def asked_lines(match: Match) -> list[str]:
    """Return who is asked what in a position; of chains side by side nobody is told how far they are."""
    if match.wanted is not None:
        return [f"a moderator is to enter a draw: {match.wanted.called} (adjudicator turn draw)"]
    if match.concurrent_seats:
        return [f"asked side by side: {', '.join(match.concurrent_seats)}"]
    return [
        f"asked: {', '.join(decision.seats)} ({decision.kind}, rule {decision.rule or '-'})"
        for decision in match.decisions()
    ]


def position_text(view: CampaignView, match: Match) -> str:
    """Return a position of a campaign, the present one or an earlier one, as an email would tell it."""
    speaks: GameReport = match.game.part("report")
    seen, words, seats = view.match_view(match), view.words, view.eyes.own
    standing = speaks.standing(seen, seats, None, words)
    holdings = tuple(holding for seat in view.seats for holding in speaks.holdings(seen, seat, words))
    over = "" if match.result is None else f"  {speaks.over(match.result, seats, words)}\n\n"
    return over + report_text(view, view.eyes.seat or "", standing=standing, holdings=holdings)


class NeededDraw(msgspec.Struct, frozen=True):
    """A draw that waits to be entered; `range` and `possible` only where they may be known to who asks."""

    draw: str
    range: str
    count: int
    possible: list[Any]
    since: datetime
    log: int

    def text(self) -> str:
        """Return it as text for people."""
        told = f": {self.range}" if self.range else " (hidden: another moderator has to enter it)"
        return f"needed: {self.draw}{told}"


def needed_draw(table: CampaignContext, by: str) -> NeededDraw | None:
    """Return which draw a moderator has to enter now, if any."""
    match, pending = table.match, table.pending
    wanted = match.wanted
    if wanted is None or pending is None:
        return None
    shown = is_open(match.game, wanted) or own_seats(table.seats, by) is None
    return NeededDraw(
        draw=wanted.called,
        range=range_of(wanted, match.game.part("report"), language(table.campaign.language)) if shown else "",
        count=1 if wanted.count is None else wanted.count,
        possible=list(wanted.candidates) if shown else [],
        since=pending.since,
        log=match.position.n,
    )
