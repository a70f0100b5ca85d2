"""Campaigns played again with the rules installed now, for `upgrade check`."""

from __future__ import annotations

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session
from sqlmodel import col

from adjudicator import ChanceError, Refusal, ReplayError, game_named
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.desk import rules_adoption
from adjudicator.service.people.new_campaigns import named
from adjudicator.service.service import Service
from adjudicator.store import matches
from adjudicator.store.engine import lock_campaign, writing
from adjudicator.store.tables import Campaign, CampaignState
from cli import acting
from cli.errors import Failed
from cli.eyes import Eyes
from cli.replaying import steps


class Checked(msgspec.Struct, frozen=True):
    """A campaign played again. `rules` are those it was begun with; an empty `difference`: all is as it was."""

    campaign: str
    game: str
    log: int
    rules: str
    installed: str
    difference: str

    @property
    def stands_still(self) -> bool:
        """Whether it waits for `upgrade adopt`, or for its own rules."""
        return self.rules != self.installed


def running(session: Session) -> list[Campaign]:
    """The campaigns that are still played, oldest first."""
    alive = (CampaignState.RUNNING, CampaignState.PAUSED)
    return list(session.scalars(select(Campaign).where(col(Campaign.state).in_(alive)).order_by(col(Campaign.id))))


def checked(service: Service, session: Session, campaign: Campaign) -> Checked:
    """Whether a campaign plays the same."""
    head = matches.head(session, campaign.id)
    if head is None:
        return Checked(campaign.name, "", 0, "", "", "")
    game = game_named(head.game)
    stored, installed = f"{head.rules_version} {head.content_hash}", f"{game.version} {game.content_hash}"
    difference = _difference(service, session, campaign)
    return Checked(campaign.name, head.game, head.sequence, stored, installed, difference)


def adopt(service: Service, name: str) -> int:
    """Let a campaign go on by the installed rules. Returns how many kept mails were tried. Raises Failed."""
    with writing(service.engine) as session:
        campaign = named(session, name)
        lock_campaign(session, campaign.id)
        found = checked(service, session, campaign)
        if found.difference:
            raise Failed(f"{name} does not play the same: {found.difference}")
        table = table_of_campaign(service.work(session), campaign.id)
        return rules_adoption.adopt(table, acting.author())


def _difference(service: Service, session: Session, campaign: Campaign) -> str:
    """The first difference of a replay; whatever the new rules stumble over is one."""
    try:
        table = table_of_campaign(service.work(session), campaign.id)
        for _ in steps(session, table, Eyes(), table.campaign.language, None):
            pass
    except (ReplayError, ChanceError, Refusal, Failed) as error:
        return str(error)
    except (msgspec.ValidationError, msgspec.DecodeError, LookupError, RuntimeError, TypeError, ValueError) as error:
        return f"{type(error).__name__}: {error}"
    return ""
