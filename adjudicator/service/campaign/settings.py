"""What a campaign has agreed on, as it is kept in `Campaign.settings`. Each part has defaults."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

import msgspec

from adjudicator.service.campaign.press_policy import PressPolicy
from adjudicator.service.timing.policy import TimingPolicy
from adjudicator.store.tables import Campaign

Archive = Literal["open", "own"]
TableDraws = Literal["none", "open", "all"]
"""Which draws a moderator enters: none, those that lie open on a table (dice, what everybody sees drawn), or all."""


class Succession(msgspec.Struct, frozen=True, omit_defaults=True):
    """The moderator is silent, and the players are asked: since when, and which seat is for which."""

    asked_at: datetime
    votes: dict[str, str] = {}


class Agreed(msgspec.Struct, frozen=True, kw_only=True):
    """What a campaign can agree on at its beginning."""

    timing: TimingPolicy = TimingPolicy()
    archive: Archive = "open"
    """After the end everybody may read the orders of all ("open"), or each seat only its own ("own")."""
    press: PressPolicy = PressPolicy()
    observers: bool = True
    """Whether newcomers may watch, with a code that the moderator hands out."""
    diary_handed_on: bool = False
    """Whether who takes a seat over may read the notes that are written from now on."""
    table_draws: TableDraws = "none"
    """Which draws are made at a table and entered by a moderator; the set-up is the adjudicator's all the same."""


class CampaignSettings(Agreed, frozen=True, kw_only=True, omit_defaults=True):
    """Everything that can be configured for one campaign. A part that is missing in the store is its default."""

    moderator_days: int = 7
    """So many days without a word of a moderator, while something waits for it, and the players are asked; 0: never."""
    succession: Succession | None = None


_decoder: msgspec.json.Decoder[CampaignSettings] = msgspec.json.Decoder(CampaignSettings)


def settings_of(campaign: Campaign) -> CampaignSettings:
    """What the campaign has agreed on. Raises msgspec.ValidationError when the store holds something else."""
    return _decoder.decode(campaign.settings) if campaign.settings else CampaignSettings()


def keep_settings(campaign: Campaign, agreed: CampaignSettings) -> None:
    """Put them into the campaign's row (of a writing session)."""
    campaign.settings = msgspec.json.encode(agreed)
