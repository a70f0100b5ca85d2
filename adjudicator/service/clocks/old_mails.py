"""Mails that have gone long ago: their bytes are dropped, and what they say stays; it can be written again."""

from datetime import timedelta

from adjudicator.service.service import Service
from adjudicator.store import kept_mails
from adjudicator.store.engine import reading, writing

AT_ONCE = 100
"""Mails that one round drops, so that nobody waits for it."""


def run(service: Service) -> int:
    """Drop the bytes of those that are old enough. Returns how many."""
    days = service.settings.limits.keep_mails_days
    if not days:
        return 0
    before = service.clock.now() - timedelta(days=days)
    with reading(service.engine) as session:
        if not kept_mails.any_before(session, before):
            return 0
    with writing(service.engine) as session:
        return kept_mails.drop(session, before, AT_ONCE)
