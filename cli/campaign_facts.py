"""What can be told of a campaign, to everybody, to a seat, or whole."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session
from sqlmodel import col

from adjudicator import Match, Told
from adjudicator.kernel.decisions import OpenDecision
from adjudicator.language import Language, language
from adjudicator.reports.game import GameReport
from adjudicator.reports.model import Footer, Kind, Report
from adjudicator.reports.render import render
from adjudicator.service.campaign.matches import Table, entry_decoder, table_of_campaign
from adjudicator.service.people.gathering.joining import free_seats
from adjudicator.service.people.gathering.plan import plan_of
from adjudicator.service.play.ordering import held_by
from adjudicator.service.service import Work
from adjudicator.store import matches, prompts
from adjudicator.store.campaigns import seats_at_table
from adjudicator.store.pace import backlog
from adjudicator.store.tables import Campaign, CampaignState
from cli.errors import Failed
from cli.eyes import Eyes
from cli.mail_trouble import told as told_backlog


class Summary(msgspec.Struct, frozen=True):
    """A campaign in a list. `asked`: the seats that have a question, whether or not they have answered in secret."""

    name: str
    title: str
    game: str
    state: str
    log: int
    asked: tuple[str, ...] = ()
    deadline: datetime | None = None


class SeatFacts(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat and its people; addresses and secrets only for those who may see them."""

    name: str
    kind: str
    people: tuple[str, ...]
    language: str
    addresses: tuple[str, ...] = ()
    question: int | None = None
    deadline: datetime | None = None
    draft: tuple[str, ...] = ()
    waiting_lines: tuple[str, ...] = ()
    sealed: Any = None


class LogLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """An entry of the log as somebody learns it; `entry` is the entry itself, for `--all` only."""

    n: int
    at: datetime
    revision: int = 0
    news: tuple[str, ...] = ()
    events: tuple[Any, ...] = ()
    entry: Any = None
    mail: int | None = None
    line: int | None = None

    def text(self) -> str:
        """For people."""
        told = list(self.news) or ([] if self.entry is not None else ["-"])
        if self.entry is not None:
            told.append(msgspec.json.encode(self.entry).decode())
        return "\n".join(f"{self.n if not place else '':>5}  {each}" for place, each in enumerate(told))


def table_for(work: Work, campaign: Campaign) -> Table:
    """The campaign with its match. Raises Failed if it has none yet."""
    try:
        return table_of_campaign(work, campaign.id)
    except LookupError:
        raise Failed(
            f"{campaign.name} has no match yet: it waits for its people, and there is nothing to look at or to correct "
            f"before it begins (adjudicator campaign start {campaign.name})"
        ) from None


def gathering_facts(session: Session, campaign: Campaign, looking: Eyes, now: datetime) -> dict[str, Any]:
    """Everything that these eyes may see of a campaign that has no match yet. Raises Failed where it has no plan."""
    try:
        plan = plan_of(session, campaign.id)
    except LookupError:
        raise Failed(f"{campaign.name} has neither a match nor a plan of what it will begin with") from None
    seats = [
        SeatFacts(
            seat.name,
            seat.kind,
            tuple(holder.name for holder in seat.holders),
            seat.language,
            tuple(email for holder in seat.holders for email in holder.emails) if sees else (),
        )
        for seat in seats_at_table(session, campaign.id, now)
        if (sees := looking.everything or seat.name == looking.seat) or seat.holders
    ]
    told = {
        "name": campaign.name,
        "title": campaign.title,
        "state": campaign.state,
        "game": plan.new.game,
        "options": plan.new.options,
        "commitment": plan.commitment,
        "language": campaign.language,
        "time_zone": campaign.time_zone,
        "deadline_hours": campaign.deadline_hours,
        "free": free_seats(plan, seats_at_table(session, campaign.id, now)),
        "seats": seats,
    }
    return told | {"seed": plan.new.seed.hex()} if looking.everything and plan.new.seed else told


def gathering_text(told: dict[str, Any]) -> str:
    """`gathering_facts` for people."""
    lines = [f"{told['name']}: {told['title']}, {told['game']}, {told['state']}, no match yet"]
    for seat in told["seats"]:
        addresses = f" <{', '.join(seat.addresses)}>" if seat.addresses else ""
        lines.append(f"{seat.name}: {', '.join(seat.people)}{addresses}")
    return "\n".join((*lines, *(f"{seat}: free" for seat in told["free"])))


def language_for(table: Table, looking: Eyes, chosen: str | None) -> str:
    """The language asked for, or that of the seat, or that of the campaign."""
    own = table.by_name.get(looking.seat or "")
    return chosen or (own.language if own else table.campaign.language)


def summaries(work: Work, *, archived: bool = False) -> list[Summary]:
    """The campaigns, the oldest first; those in the archive only when asked for."""
    found = []
    for campaign in work.session.scalars(select(Campaign).order_by(col(Campaign.id))):
        if campaign.state is CampaignState.ARCHIVED and not archived:
            continue
        head = matches.head(work.session, campaign.id)
        if head is None:
            found.append(Summary(campaign.name, campaign.title, "", campaign.state, 0))
            continue
        table = table_of_campaign(work, campaign.id)
        deadlines = [row.deadline for row in prompts.open_prompts(work.session, campaign.id) if row.deadline]
        found.append(
            Summary(
                campaign.name,
                campaign.title,
                head.game,
                campaign.state,
                table.match.position.n,
                tuple(seat for decision in table.match.decisions() for seat in decision.seats),
                min(deadlines, default=None),
            )
        )
    return found


def facts(session: Session, table: Table, looking: Eyes) -> dict[str, Any]:
    """Everything that these eyes may see of a campaign, for machines."""
    campaign, match = table.campaign, table.match
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
        "log": match.position.n,
        "revision": table.head.revision,
        "seats": list(seat_facts(session, table, looking)),
        "decisions": [decision_for(decision, looking) for decision in match.decisions()],
        "result": match.result,
        "view": match.view(match.header.seats if looking.everything else looking.seats),
    }
    if looking.everything:
        # How many answers wait tells who has written: not to everybody.
        told["outbox"] = backlog(session, table.now, campaign.id)
        told["document"] = match.document()
    return told


def decision_for(decision: OpenDecision, looking: Eyes) -> dict[str, Any]:
    """An open decision; who has answered in secret already is only told with everything."""
    told: dict[str, Any] = msgspec.to_builtins(decision)
    if decision.form != "choose" and not looking.everything:
        del told["waiting"]
    return told


def seat_facts(session: Session, table: Table, looking: Eyes) -> Iterator[SeatFacts]:
    """The seats with their people."""
    opened = {row.seat_id: row for row in prompts.open_prompts(session, table.campaign.id)}
    for seat in table.seats:
        may_see = looking.everything or seat.name == looking.seat
        people = tuple(holder.name for holder in seat.holders)
        if not may_see:
            yield SeatFacts(seat.name, seat.kind, people, seat.language)
            continue
        held, prompt = held_by(session, seat), opened.get(seat.id)
        yield SeatFacts(
            seat.name,
            seat.kind,
            people,
            seat.language,
            tuple(email for holder in seat.holders for email in holder.emails),
            prompt.number if prompt else None,
            prompt.deadline if prompt else None,
            tuple(kept.text for kept in held.draft),
            tuple(kept.text for kept in held.waiting),
            table.match.sealed.get(seat.name),
        )


def standing_text(session: Session, table: Table, looking: Eyes, code: str) -> str:
    """The position as a mail would tell it, with the people and the questions in front."""
    match, campaign = table.match, table.campaign
    words = language(code)
    lines = [f"{campaign.name}: {campaign.title}, {match.game.id}, {campaign.state}, log {match.position.n}"]
    for each in seat_facts(session, table, looking):
        due = f", question {each.question} until {each.deadline:%Y-%m-%d %H:%M} UTC" if each.deadline else ""
        kept = [f"draft: {', '.join(each.draft)}"] if each.draft else []
        kept += [f"waits: {', '.join(each.waiting_lines)}"] if each.waiting_lines else []
        kept += [f"sealed: {msgspec.json.encode(each.sealed).decode()}"] if each.sealed is not None else []
        addresses = f" <{', '.join(each.addresses)}>" if each.addresses else ""
        people = ", ".join(each.people) or "nobody"
        lines.append("  ".join(["", each.name, f"{people}{addresses}{due}", *kept]))
    for decision in match.decisions():
        lines.append(f"  asked: {', '.join(decision.seats)} ({decision.kind}, rule {decision.rule or '-'})")
    waiting = backlog(session, table.now, campaign.id)
    if looking.everything and (waiting.waiting or waiting.to_dead):
        lines.append(f"  outbox: {told_backlog(waiting, table.now)}")
    return "\n".join(lines) + "\n\n" + position_text(table, match, looking, words)


def position_text(table: Table, match: Match, looking: Eyes, words: Language) -> str:
    """A position of a campaign, the one of now or an earlier one, as a mail would tell it."""
    speaks: GameReport = match.game.part("report")
    shown = match.header.seats if looking.everything else looking.seats
    view = match.view(shown)
    report = Report(
        kind=Kind.STATUS,
        campaign=table.campaign.title,
        title="",
        written=table.now,
        seat=speaks.party(looking.seat, words).name if looking.seat else "",
        language=words.code,
        zone=table.campaign.time_zone,
        standing=speaks.standing(view, looking.seat, (), words),
        holdings=tuple(holding for seat in shown for holding in speaks.holdings(view, seat, words)),
        footer=Footer(),
    )
    over = "" if match.result is None else f"  {speaks.over(match.result, looking.seat, words)}\n\n"
    return over + render(report).text.rstrip()


def news_lines(session: Session, table: Table, looking: Eyes, code: str) -> Iterator[LogLine]:
    """The log as these eyes learned it, in the order of play."""
    game, words = table.match.game, language(code)
    speaks: GameReport = game.part("report")
    decoder = entry_decoder(game)
    for row in matches.log(session, table.head.match_id, table.head.revision):
        stored = decoder.decode(row.entry)
        told: list[Told[Any]] = stored.told
        seen = [event for event in (each.to(looking.seats) for each in told) if event is not None]
        news = [line.text for group in speaks.news(told, looking.seat, words) for line in group.lines]
        yield LogLine(
            row.sequence,
            row.created_at,
            row.revision,
            tuple(news),
            tuple(told) if looking.everything else tuple(seen),
            stored.line if looking.everything else None,
            row.inbound_mail_id if looking.everything else None,
            row.line if looking.everything else None,
        )
