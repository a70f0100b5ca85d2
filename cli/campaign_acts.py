"""`adjudicator campaign`: what moderators do while a campaign is played. Loaded without what creates one."""

from typing import Any

from adjudicator.service.admin.access import Visit
from adjudicator.service.campaign.settings import settings_of
from cli.deeds import add_deeds
from cli.output import Output


def _who_draws(visit: Visit, options: dict[str, Any]) -> Output:
    which = settings_of(visit.campaign).table_draws
    meaning = {
        "none": "the adjudicator makes all draws",
        "open": "a moderator enters what is drawn openly, the adjudicator draws what is hidden",
        "all": "a moderator enters all draws",
    }
    return Output({"table_draws": which}, f"{which}: {meaning[which]}")


add_deeds("campaign", draws=_who_draws)
