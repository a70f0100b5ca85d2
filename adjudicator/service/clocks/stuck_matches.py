"""A match that cannot go on, because its rules ask what nobody can answer: the campaign is paused, and all are told."""

import structlog

from adjudicator.kernel.decisions import NoAnswer
from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.outbox.notices import to_table
from adjudicator.service.play import due_dates
from adjudicator.store.tables import Telling
from adjudicator.store.timing import STUCK

log = structlog.get_logger()


class Stuck(Exception):  # noqa: N818 - the mistake is in the rules of a game, and nothing of the service broke
    """Something was put in that leads a match to a question without an answer; nothing of it was done."""

    def __init__(self, campaign_id: int, why: NoAnswer) -> None:
        super().__init__(str(why))
        self.campaign_id = campaign_id
        self.why = why


def begin(table: CampaignContext, why: NoAnswer) -> bool:
    """Pause a running campaign because a question has no legal answer. Return False if it does not run.

    The moderators are told which question it is; `doctor` tells whoever runs the server.
    """
    if not table.runs:
        return False
    log.error("a match cannot go on", campaign=table.campaign.id, why=str(why))
    due_dates.stand_still(table, table.now, STUCK)
    players = [seat for seat in table.seats if not seat.moderates]
    moderated = any(seat.in_charge for seat in table.moderators)
    (to_table("stands_still") if moderated else to_table("stands_still_alone")).send(table, players)
    to_table("cannot_go_on", decision=why.kind, rule=why.rule).send(table, table.moderators)
    table.record(STUCK, "pause", {"kind": why.kind, "rule": why.rule}, Telling.NOBODY)
    return True
