"""Tell the operator by mail what cannot wait: once it has lasted, and once a day while it lasts."""

from datetime import datetime, timedelta

import structlog

from adjudicator.language import Language, language, msgid
from adjudicator.service.admin.health import HealthProblem, troubles
from adjudicator.service.outbox import plain_mails
from adjudicator.service.service import Service
from adjudicator.store import alarms
from adjudicator.store.engine import writing

log = structlog.get_logger()
LASTS = timedelta(minutes=5)
"""The time after which a trouble is reported: an update or a restart is over sooner."""
PAUSE = timedelta(days=1)
"""Between two mails to the operator about the same."""
TITLE = msgid("your server needs you")
TO_DO = msgid("What to do about it says, on the server: adjudicator doctor")


class Alarms:
    """The present problems, and since when they last: looked at again and again by one process, or by several."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._since: dict[str, datetime] = {}

    def look(self) -> None:
        """Tell the operator about problems that have lasted. Of several processes, one does so.

        While the time is not known, the operator is told that alone (`clocks.unknown_time`).
        """
        service = self._service
        to, now = service.settings.mail.operator, service.clock.now()
        if not to or not service.time_is_known:
            return
        found = {f"{trouble.told} {trouble.name}": trouble for trouble in troubles(service) if trouble.told}
        self._since = {name: self._since.get(name, now) for name in found}
        lasting = {name: found[name] for name, since in self._since.items() if now - since >= LASTS}
        if not lasting:
            return
        with writing(service.engine) as session:
            due = [each for name, each in lasting.items() if alarms.tells(session, name, now, PAUSE)]
            if not due:
                return
            defaults = service.settings.campaign
            words, zone = language(defaults.language), defaults.time_zone
            told = [_said(each, words, zone, now) for each in due]
            title = words.gettext(TITLE)
            plain_mails.send(service.work(session), to, words, title, *told, words.gettext(TO_DO), zone=zone)
        log.error("the operator is told", wrong=[each.text for each in due])
        service.wakes.outbox()


def _said(trouble: HealthProblem, words: Language, zone: str, now: datetime) -> str:
    since = "" if trouble.since is None else words.time(trouble.since, zone, now)
    return words.gettext(trouble.told, name=trouble.name, since=since)
