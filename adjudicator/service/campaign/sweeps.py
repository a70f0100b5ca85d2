"""Do something with many campaigns, one after the other, so that none of them keeps the others waiting."""

from collections.abc import Callable, Iterable

import structlog
from structlog.contextvars import bound_contextvars

from adjudicator.kernel.errors import BrokenGame
from adjudicator.service.campaign.matches import CampaignContext, table_of_campaign
from adjudicator.service.service import Service
from adjudicator.store.engine import CampaignBusy, lock_campaign, writing

log = structlog.get_logger()


def sweep(service: Service, campaign_ids: Iterable[int], act: Callable[[CampaignContext], int]) -> int:
    """Call `act` with each campaign, locked, in a transaction of its own; then wake the outbox if there is need.

    Returns the sum of what was done. A campaign that somebody else works on is left for the next round; one whose
    game does not load stands still, and is logged.
    """
    done = 0
    for campaign_id in dict.fromkeys(campaign_ids):
        try:
            with bound_contextvars(campaign=campaign_id), writing(service.engine) as session:
                lock_campaign(session, campaign_id)
                done += act(table_of_campaign(service.work(session), campaign_id))
        except CampaignBusy:
            continue
        except BrokenGame as broken:
            log.error("a campaign stands still", campaign=campaign_id, why=str(broken))
    if done:
        service.wakes.outbox()
    return done
