"""The clock of a machine is not believed: nothing is done because it is late enough, and the operator is told."""

from datetime import timedelta

import structlog

from adjudicator.language import language, msgid
from adjudicator.service.clock import GuardedClock
from adjudicator.service.outbox import plain_mails
from adjudicator.service.service import Service
from adjudicator.store import clock_watermark
from adjudicator.store.engine import writing

log = structlog.get_logger()
PAUSE = timedelta(days=1)
"""Between two mails to the operator about the same."""
TITLE = msgid("the clock of your server has jumped")
TOLD = msgid(
    "The clock of your server says %(says)s. By what was seen before, it should be %(kept)s. Until this is settled no "
    "deadline falls, and nobody is reminded; orders are taken and answered."
)
TO_DO = msgid(
    "If the clock is wrong, set it: everything goes on by itself. If it is right, type on the server: "
    "adjudicator clock trust"
)


def run(service: Service) -> bool:
    """Tell the operator, once a day. Returns whether a mail was queued."""
    doubt = service.clock.doubt if isinstance(service.clock, GuardedClock) else None
    if doubt is None:
        return False
    log.error("the clock is not believed", says=doubt.says.isoformat(), kept=doubt.kept.isoformat())
    to, defaults = service.settings.mail.operator, service.settings.campaign
    if not to:
        return False
    words, zone = language(defaults.language), defaults.time_zone
    with writing(service.engine) as session:
        if not clock_watermark.tells(session, doubt.kept, PAUSE):
            return False
        moments = {name: words.time(at, zone, doubt.kept) for name, at in (("says", doubt.says), ("kept", doubt.kept))}
        told = words.gettext(TOLD, **moments), words.gettext(TO_DO)
        plain_mails.send(service.work(session), to, words, words.gettext(TITLE), *told, zone=zone)
    return True
