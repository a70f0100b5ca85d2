"""`adjudicator upgrade check`: whether every running campaign plays the same with the rules that are installed now."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import typer

from cli.errors import Failed
from cli.options import AsJson, examples
from cli.output import columns, emit

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from adjudicator.service.service import Service
    from adjudicator.store.tables import Campaign

app = typer.Typer(help="A newer version, before it is used.", no_args_is_help=True, rich_markup_mode=None)


class Checked(msgspec.Struct, frozen=True):
    """A campaign played again. `rules` are those it was begun with; an empty `difference`: all is as it was."""

    campaign: str
    game: str
    log: int
    rules: str
    installed: str
    difference: str


@app.callback()
def _group() -> None:
    """A newer version, before it is used."""


@app.command("check", epilog=examples("adjudicator upgrade check", "adjudicator upgrade check --json"))
def check(as_json: AsJson = False) -> None:
    """Play every running campaign again with the rules installed here, and tell the first difference of each.

    Run the new version against a copy of the database before you put it to work. Exit code 1 if anything differs.
    """
    from adjudicator.store.engine import reading
    from cli.database import at_the_desk

    with at_the_desk(act=False) as service, reading(service.engine) as session:
        found = [_checked(service, session, campaign) for campaign in _running(session)]
    if as_json:
        emit(found)
    else:
        columns(
            ("campaign", "log", "rules", "installed", "first difference"),
            [(each.campaign, str(each.log), each.rules, each.installed, each.difference or "none") for each in found],
        )
    different = [each.campaign for each in found if each.difference]
    if different:
        raise Failed(f"these campaigns do not play the same: {', '.join(different)}")


def _running(session: Session) -> list[Campaign]:
    from sqlalchemy import select
    from sqlmodel import col

    from adjudicator.store.tables import Campaign, CampaignState

    alive = (CampaignState.RUNNING, CampaignState.PAUSED)
    return list(session.scalars(select(Campaign).where(col(Campaign.state).in_(alive)).order_by(col(Campaign.id))))


def _checked(service: Service, session: Session, campaign: Campaign) -> Checked:
    from adjudicator import game_named
    from adjudicator.store import matches

    head = matches.head(session, campaign.id)
    if head is None:
        return Checked(campaign.name, "", 0, "", "", "")
    game = game_named(head.game)
    stored, installed = f"{head.rules_version} {head.content_hash}", f"{game.version} {game.content_hash}"
    difference = _difference(service, session, campaign)
    return Checked(campaign.name, head.game, head.sequence, stored, installed, difference)


def _difference(service: Service, session: Session, campaign: Campaign) -> str:
    """The first difference of a replay; whatever the new rules stumble over is one."""
    from adjudicator import ChanceError, Refusal, ReplayError
    from adjudicator.service.matches import table_of_campaign
    from cli.eyes import Eyes
    from cli.replaying import steps

    try:
        table = table_of_campaign(session, campaign.id, service.clock.now())
        for _ in steps(session, table, Eyes(), table.campaign.language, None):
            pass
    except (ReplayError, ChanceError, Refusal, Failed) as error:
        return str(error)
    except (msgspec.ValidationError, msgspec.DecodeError, LookupError, RuntimeError, TypeError, ValueError) as error:
        return f"{type(error).__name__}: {error}"
    return ""
