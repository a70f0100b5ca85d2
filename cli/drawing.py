"""`adjudicator turn draw`, `adjudicator campaign draws`: draws that are made at a table and entered here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.doing import AtLog, How, carry_out, changing
from cli.errors import Failed
from cli.options import Name, examples
from cli.output import emit

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from adjudicator.service.campaign.matches import Table
    from adjudicator.service.desk.deed import Deed
    from adjudicator.service.service import Service


def register(turn: typer.Typer) -> None:
    """Add the command that enters a draw."""
    turn.command(
        "draw",
        epilog=examples(
            "adjudicator turn draw lights",
            "adjudicator turn draw lights 5,4 --dry-run",
            "adjudicator turn draw lights 5,4 --log 27",
            "adjudicator turn draw lights 'lot=5,4' 'lot=1,1'",
            "adjudicator turn draw lights 'Furs, Fish, Sugar'",
        ),
    )(draw)


def register_campaign(campaign: typer.Typer) -> None:
    """Add the command that says who draws."""
    campaign.command(
        "draws",
        epilog=examples(
            "adjudicator campaign draws lights",
            "adjudicator campaign draws lights open --dry-run",
            "adjudicator campaign draws lights none",
        ),
    )(draws)


@changing
def draw(
    name: Name,
    results: Annotated[
        list[str] | None,
        typer.Argument(metavar="RESULT", help="Of one draw each, in the order needed: 5,4 or names, with commas."),
    ] = None,
    log: AtLog = None,
    *,
    how: How,
) -> None:
    """Enter the result of a draw that was made at the table; without a result: which one is needed.

    Play stands still at such a draw where the campaign has agreed on it (campaign draws). What is drawn from shows
    only where it lies open to everybody, and to a moderator who does not play.
    """
    if not results:
        _show_needed(name, as_json=how.as_json)
        return
    given = tuple(results)

    def decide(session: Session, service: Service, table: Table) -> Deed:
        from adjudicator.service.desk.deeds import Draw

        return Draw(results=given, log=log)

    carry_out(name, decide, how)
    if not how.as_json and not how.dry_run:
        _show_needed(name, as_json=False, silent=True)


def _show_needed(name: str, *, as_json: bool, silent: bool = False) -> None:
    needed = _needed(name)
    if as_json:
        emit({"needed": needed})
    elif needed is not None:
        told = f": {needed['range']}" if needed["range"] else " (hidden: another moderator has to enter it)"
        print(f"needed: {needed['draw']}{told}")
    elif not silent:
        print("no draw is waited for")


def _needed(name: str) -> dict[str, Any] | None:
    from adjudicator.language import language
    from adjudicator.service.campaign.table_draws import is_open, range_of
    from adjudicator.service.play.disclosures import own_seats
    from cli import acting
    from cli.campaign_facts import table_for
    from cli.database import looking_at

    with looking_at(name) as (service, session, campaign):
        table = table_for(service.work(session), campaign)
        wanted = table.match.wanted
        if wanted is None or table.pending is None:
            return None
        shown = is_open(table.match.game, wanted) or own_seats(table.seats, acting.author()) is None
        return {
            "draw": wanted.called,
            "range": range_of(wanted, table.match.game.part("report"), language(table.campaign.language))
            if shown
            else "",
            "count": 1 if wanted.count is None else wanted.count,
            "possible": list(wanted.candidates) if shown else [],
            "since": table.pending.since,
            "log": table.match.position.n,
        }


@changing
def draws(
    name: Name,
    which: Annotated[
        str | None, typer.Argument(metavar="none|open|all", help="Which draws a moderator enters from now on.")
    ] = None,
    *,
    how: How,
) -> None:
    """Show or change who draws: none are entered, those that lie open (dice, open tiles), or all of them.

    Where a draw must be entered, play stands still until turn draw has it. With none, the adjudicator draws from the
    secret seed, also what is waited for now. all is nothing for a moderator who plays: he would learn hidden things.
    """
    if which is None:
        _show_who_draws(name, as_json=how.as_json)
        return

    def decide(session: Session, service: Service, table: Table) -> Deed:
        from adjudicator.service.desk.deeds import DrawsBy

        match which:
            case "none" | "open" | "all":
                return DrawsBy(which=which)
            case _:
                raise Failed(f"{which!r} is none of: none, open, all")

    carry_out(name, decide, how)


def _show_who_draws(name: str, *, as_json: bool) -> None:
    from adjudicator.service.campaign.settings import settings_of
    from cli.database import looking_at

    with looking_at(name) as (_, _, campaign):
        which = settings_of(campaign).table_draws
    if as_json:
        emit({"table_draws": which})
    else:
        told = {
            "none": "the adjudicator makes all draws",
            "open": "a moderator enters what is drawn openly, the adjudicator draws what is hidden",
            "all": "a moderator enters all draws",
        }
        print(f"{which}: {told[which]}")
