"""Ask later about held mails that nobody could be asked about when they came."""

from datetime import timedelta

from adjudicator.service.clocks.paced import HOUR, Paced
from adjudicator.service.service import Service
from adjudicator.store import inbound
from adjudicator.store.engine import writing

ASKED_FOR = timedelta(days=7)
"""How long somebody is still to be asked about a held mail."""
AT_ONCE = 100
_hourly = Paced(HOUR)


def run(service: Service) -> int:
    """Let such mails be handled once more, those first that were tried least recently. At most once an hour.

    Returns how many.
    """
    if not _hourly.is_due(service):
        return 0
    with writing(service.engine) as session:
        now = service.clock.now()
        return sum(inbound.reprocess(session, each, now) for each in inbound.unasked(session, now - ASKED_FOR, AT_ONCE))
