"""Campaigns that gather their people by mail: invite, start."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cli.errors import Failed
from cli.options import AsJson, examples
from cli.output import emit

INVITE_EXAMPLES = examples(
    "adjudicator campaign invite --file campaign.toml",
    "adjudicator campaign invite lights --seat france",
    "adjudicator campaign invite lights --observer",
    "adjudicator campaign invite lights --revoke",
)
START_EXAMPLES = examples("adjudicator campaign start lights")


def invite(
    name: Annotated[str | None, typer.Argument(metavar="[CAMPAIGN]", help="A campaign that there is.")] = None,
    file: Annotated[
        Path | None, typer.Option("--file", help="A new campaign: its file, players may be missing.")
    ] = None,
    by_hand: Annotated[
        bool, typer.Option("--start-by-hand", help="The match begins when you say so, not when all seats are taken.")
    ] = False,
    seat: Annotated[str, typer.Option("--seat", help="A code for this seat only.")] = "",
    observer: Annotated[bool, typer.Option("--observer", help="A code for people who want to watch.")] = False,
    revoke: Annotated[bool, typer.Option("--revoke", help="No code of the campaign opens anything any more.")] = False,
    as_json: AsJson = False,
) -> None:
    """Let people join by mail: make a code to hand out, for a new campaign or for one that there is.

    Whoever writes `join CODE` to the service's address gets a free seat; `observe CODE` lets him watch.
    """
    if (name is None) == (file is None):
        raise typer.BadParameter("give the name of a campaign, or --file for a new one")
    if file is not None:
        _new(file, by_hand=by_hand, as_json=as_json)
    elif name is not None:
        _more(name, seat, observer=observer, revoke=revoke, as_json=as_json)


def _new(file: Path, *, by_hand: bool, as_json: bool) -> None:
    from adjudicator.service.gathering.joining import gather
    from adjudicator.service.gathering.plan import Start
    from cli.database import at_the_desk
    from cli.new_campaign import from_file

    with at_the_desk(make=True) as service:
        new = from_file(file)
        made = gather(service, new, Start.MODERATOR if by_hand else Start.FULL)
        address = service.settings.mail.address
    if as_json:
        emit({"id": made.campaign_id, "name": new.name, "code": made.code, "commitment": made.commitment})
    else:
        print(f"{new.name} waits for its people. Hand this out:")
        print(_text(f"join {made.code}", f"вступить {made.code}", f"{address.local}@{address.domain}"))


def _more(name: str, seat: str, *, observer: bool, revoke: bool, as_json: bool) -> None:
    from adjudicator.service.campaign_settings import settings_of
    from adjudicator.service.campaigns import named
    from adjudicator.service.gathering import plan
    from adjudicator.store.engine import lock_campaign, writing
    from adjudicator.store.tables import CampaignState, SeatKind
    from cli.database import at_the_desk

    with at_the_desk() as service, writing(service.engine) as session:
        now, address = service.clock.now(), service.settings.mail.address
        try:
            campaign = named(session, name)
        except LookupError as error:
            raise Failed(str(error.args[0])) from None
        lock_campaign(session, campaign.id)
        if revoke:
            print(f"{plan.revoke(session, campaign.id, now)} codes revoked")
            return
        if not observer and campaign.state is not CampaignState.INVITING:
            raise Failed(f"{name} has begun: its seats are taken (--observer for people who want to watch)")
        if observer and not settings_of(campaign).observers:
            raise Failed(f"newcomers may not watch {name} (adjudicator campaign press {name} --watching)")
        if seat and seat not in plan.plan_of(session, campaign.id).seats:
            raise Failed(f"{name} has no seat {seat!r}")
        code = plan.new_code(session, campaign.id, SeatKind.OBSERVER if observer else SeatKind.PLAYER, seat, now)
    word, russian = ("observe", "наблюдать") if observer else ("join", "вступить")
    if as_json:
        emit({"name": name, "code": code})
    else:
        print(_text(f"{word} {code}", f"{russian} {code}", f"{address.local}@{address.domain}"))


def _text(english: str, russian: str, address: str) -> str:
    return f"  Write a mail to {address} with the line:  {english}\n  Напишите на {address} строку:  {russian}"


def start(
    name: Annotated[str, typer.Argument(metavar="CAMPAIGN", help="Name of the campaign.")], as_json: AsJson = False
) -> None:
    """Begin the match of a campaign that has gathered its people."""
    from adjudicator.service.campaigns import named
    from adjudicator.service.gathering.joining import begin
    from adjudicator.store.engine import lock_campaign, writing
    from adjudicator.store.tables import CampaignState
    from cli.database import at_the_desk

    with at_the_desk() as service:
        with writing(service.engine) as session:
            try:
                campaign = named(session, name)
            except LookupError as error:
                raise Failed(str(error.args[0])) from None
            lock_campaign(session, campaign.id)
            if campaign.state is not CampaignState.INVITING:
                raise Failed(f"{name} has begun already")
            begin(session, service, campaign, service.clock.now())
        service.wakes.outbox()
    if as_json:
        emit({"name": name, "begun": True})
    else:
        print(f"{name} has begun; the first mails are queued")
