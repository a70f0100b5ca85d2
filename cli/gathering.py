"""Campaigns that gather their people by mail: invite, start. Rehearsed, shown and confirmed as every deed is."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.doing import How, changing, go_ahead
from cli.errors import Failed
from cli.options import Name, examples
from cli.settling import Told, report, settle

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from adjudicator.service.people.gathering.plan import Start
    from adjudicator.service.people.new_campaigns import NewCampaign
    from adjudicator.service.service import Service
    from adjudicator.store.tables import Campaign, SeatKind

INVITE_EXAMPLES = examples(
    "adjudicator campaign invite --file campaign.toml",
    "adjudicator campaign invite lights --seat france",
    "adjudicator campaign invite lights --observer",
    "adjudicator campaign invite lights --revoke --dry-run",
)
START_EXAMPLES = examples("adjudicator campaign start lights --dry-run", "adjudicator campaign start lights --yes")


@changing
def invite(
    name: Annotated[str | None, typer.Argument(metavar="CAMPAIGN", help="A campaign that there is.")] = None,
    file: Annotated[
        Path | None, typer.Option("--file", help="A new campaign: its file, players may be missing.")
    ] = None,
    by_hand: Annotated[
        bool, typer.Option("--start-by-hand", help="The match begins when you say so, not when all seats are taken.")
    ] = False,
    seat: Annotated[str, typer.Option("--seat", help="A code for this seat only.")] = "",
    observer: Annotated[bool, typer.Option("--observer", help="A code for people who want to watch.")] = False,
    revoke: Annotated[bool, typer.Option("--revoke", help="No code of the campaign opens anything any more.")] = False,
    *,
    how: How,
) -> None:
    """Let people join by mail: make a code to hand out, for a new campaign or for one that there is.

    Whoever writes `join CODE` to the service's address gets a free seat; `observe CODE` lets him watch.
    """
    if (name is None) == (file is None):
        raise typer.BadParameter("give the name of a campaign, or --file for a new one")
    if sum((bool(seat), observer, revoke)) > (file is None):
        raise typer.BadParameter("give one of --seat, --observer, --revoke, and only for a campaign that there is")
    if file is not None:
        _new(file, how, by_hand=by_hand)
    elif name is not None and revoke:
        settle(name, _revoked, how, lambda told: f"{told.changes[0].before} codes revoked")
    elif name is not None and observer:
        settle(name, _chair, how, _watch)
    elif name is not None:
        settle(name, partial(_seat, seat), how, _join)


@changing
def start(name: Name, *, how: How) -> None:
    """Begin the match of a campaign that has gathered its people, with those who are there."""
    settle(name, _started, how, lambda _: f"{name} has begun; the first mails are queued")


def _new(file: Path, how: How, *, by_hand: bool) -> None:
    from adjudicator.service.people.gathering.joining import gather
    from adjudicator.service.people.gathering.plan import Start
    from adjudicator.store.engine import rehearsing
    from cli.database import at_the_desk
    from cli.new_campaign import from_file

    start = Start.MODERATOR if by_hand else Start.FULL
    with at_the_desk(make=True) as service:
        new = from_file(file)
        gather(replace(service, engine=rehearsing(service.engine)), new, start)
        told = _foreseen(new, start)
        if go_ahead(how, told.text()):
            made = gather(service, new, start)
            told = replace(told, id=made.campaign_id, code=made.code, commitment=made.commitment)
        report(told, how, f"{new.name} waits for its people. Hand this out:\n{_join(told)}")


def _foreseen(new: NewCampaign, start: Start) -> Told:
    from adjudicator.kernel.registry import game_named
    from adjudicator.service.desk.deed import Change
    from adjudicator.service.people.gathering.plan import Start

    held: dict[str, list[str]] = {seat: [] for seat in game_named(new.game).seats}
    for player in new.players:
        held.setdefault(player.seat, []).append(player.name)
    full = all(held.values()) and start is Start.FULL
    seats = (Change(f"seat {seat}", "", ", ".join(names) or "free") for seat, names in held.items())
    readers = tuple(dict.fromkeys(player.seat for player in new.players))
    return Told(new.name, "invite", (Change("campaign", "", "running" if full else "inviting"), *seats), readers)


def _revoked(session: Session, service: Service, campaign: Campaign) -> Told:
    from adjudicator.service.desk.deed import Change
    from adjudicator.service.people.gathering import plan

    count = plan.revoke(session, campaign.id, service.clock.now())
    return Told(campaign.name, "revoke", (Change("codes", str(count), "none"),), id=campaign.id)


def _chair(session: Session, service: Service, campaign: Campaign) -> Told:
    from adjudicator.service.campaign.settings import settings_of
    from adjudicator.store.tables import SeatKind

    name = campaign.name
    if not settings_of(campaign).observers:
        raise Failed(f"newcomers may not watch {name} (adjudicator campaign press {name} --watching)")
    return _coded(session, service, campaign, SeatKind.OBSERVER, "", "a chair to watch from")


def _seat(seat: str, session: Session, service: Service, campaign: Campaign) -> Told:
    """A code for a seat by its name, or for any that is free."""
    from adjudicator.service.people.gathering.joining import free_seats
    from adjudicator.service.people.gathering.plan import plan_of
    from adjudicator.store.campaigns import seats_at_table
    from adjudicator.store.tables import CampaignState, SeatKind

    name = campaign.name
    if campaign.state is not CampaignState.INVITING:
        raise Failed(f"{name} has begun: its seats are taken (--observer for people who want to watch)")
    planned = plan_of(session, campaign.id)
    free = free_seats(planned, seats_at_table(session, campaign.id, service.clock.now()))
    if seat and seat not in planned.seats:
        raise Failed(f"{name} has no seat {seat!r}; there are {', '.join(planned.seats)}")
    if not free or (seat and seat not in free):
        raise Failed(f"somebody has {seat} already" if seat else f"all seats of {name} are taken")
    opens = f"seat {seat}" if seat else f"a free seat ({', '.join(free)})"
    return _coded(session, service, campaign, SeatKind.PLAYER, seat, opens)


def _coded(session: Session, service: Service, campaign: Campaign, kind: SeatKind, seat: str, opens: str) -> Told:
    from adjudicator.service.desk.deed import Change
    from adjudicator.service.people.gathering.plan import new_code

    code = new_code(session, campaign.id, kind, seat, service.clock.now())
    return Told(campaign.name, "invite", (Change("a new code opens", "", opens),), id=campaign.id, code=code)


def _started(session: Session, service: Service, campaign: Campaign) -> Told:
    from adjudicator.service.desk.deed import Change
    from adjudicator.service.people.gathering.joining import begin
    from adjudicator.store.campaigns import seats_at_table
    from adjudicator.store.tables import CampaignState, SeatKind
    from cli.difference import last_mail, readers

    if campaign.state is not CampaignState.INVITING:
        raise Failed(f"{campaign.name} has begun already")
    now, before = service.clock.now(), last_mail(session)
    seats = seats_at_table(session, campaign.id, now)
    held = {seat.name: ", ".join(h.name for h in seat.holders) for seat in seats if seat.kind is SeatKind.PLAYER}
    begin(service.work(session, now), campaign)
    session.flush()
    changes = (Change("campaign", "inviting", "running"), *(Change(f"seat {s}", "", n) for s, n in held.items() if n))
    return Told(campaign.name, "start", changes, readers(session, campaign.id, seats, before), id=campaign.id)


def _join(told: Told) -> str:
    return _text(f"join {told.code}", f"вступить {told.code}")


def _watch(told: Told) -> str:
    return _text(f"observe {told.code}", f"наблюдать {told.code}")


def _text(english: str, russian: str) -> str:
    from adjudicator.settings import Settings

    own = Settings.load().mail.address
    address = f"{own.local}@{own.domain}"
    return f"  Write a mail to {address} with the line:  {english}\n  Напишите на {address} строку:  {russian}"
