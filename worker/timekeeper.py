"""Tell whether the clock of this machine is believed, and what shows that it is right: looked at with every heartbeat.

Signs of the true time are the kernel, which says that a time server has set its clock, and the mail server, if it is
another machine. PostgreSQL and Redis are not such signs: in containers they have the clock of our machine.
"""

import ctypes
import threading
from collections.abc import Callable
from datetime import datetime, timedelta

import msgspec
import structlog
from sqlalchemy.orm import Session

from adjudicator.mail.fetch import Mailbox, MailboxLost
from adjudicator.service.clock import Doubt, GuardedClock
from adjudicator.service.outbox.delivery import imap_settings
from adjudicator.settings import AskMailServer, Settings
from adjudicator.store import clock_watermark

log = structlog.get_logger()
ASKING_PAUSE = timedelta(minutes=1)
"""Between two questions to the mail server, of all processes together."""
NEAR = timedelta(hours=1)
"""Two clocks that differ by less show each other right: time zones and the age of an answer are no matter here."""
_NOT_SYNCHRONISED = 5
_TIMEX_BYTES = 512
"""More than `struct timex` has."""


def synchronised() -> bool:
    """Return whether the kernel knows that a time server has set its clock. False if no kernel tells.

    Setting the clock by hand takes that back (adjtimex(2), STA_UNSYNC).
    """
    try:
        state: int = ctypes.CDLL(None).adjtimex(ctypes.create_string_buffer(_TIMEX_BYTES))
    except (OSError, AttributeError):
        return False
    return 0 <= state < _NOT_SYNCHRONISED


def mail_server_time(settings: Settings) -> datetime | None:
    """Return how late it is at a mail server; None where none answers, or their word does not count here."""
    if settings.clock.ask_mail_server is AskMailServer.NEVER:
        return None
    told = (_time_at(settings, names[0]) for names in settings.mail.fetched_together)
    return next((moment for moment in told if moment is not None), None)


def _time_at(settings: Settings, mailbox: str) -> datetime | None:
    given, handled = imap_settings(settings, mailbox), settings.mail.boxes[mailbox].imap.handled_folder
    try:
        with Mailbox.connect(given) as box:
            if settings.clock.ask_mail_server is AskMailServer.ELSEWHERE and not box.is_remote:
                return None
            box.ensure_folder(handled)
        with Mailbox.connect(msgspec.structs.replace(given, folder=handled)) as box:
            return box.time()
    except MailboxLost as lost:
        log.warning("the mail server does not tell how late it is", why=str(lost))
        return None


class Signs(msgspec.Struct, frozen=True):
    """The sources that a process asks if it doubts its clock."""

    synchronised: Callable[[], bool] = synchronised
    mail_server: Callable[[Settings], datetime | None] = mail_server_time


SIGNS = Signs()
"""The signs of this machine."""


class Timekeeper:
    """Compares the clock of a process with what the installation has seen."""

    def __init__(self, settings: Settings, clock: GuardedClock, signs: Signs) -> None:
        self._settings, self._clock, self._signs = settings, clock, signs
        self._asking: threading.Thread | None = None
        self._shown = threading.Event()
        self._told = False

    def look(self, session: Session) -> Doubt | None:
        """Return the doubt that remains after all signs. A moment that is believed is stored for the others."""
        self._clock.compare(clock_watermark.latest_moment(session))
        doubt = self._clock.doubt
        if doubt is None:
            clock_watermark.see(session, self._clock.now())
        elif self._signs.synchronised() or self._shown.is_set():
            self._shown.clear()
            clock_watermark.accept(session, self._clock.believe())
            log.info("the clock is believed", says=doubt.says.isoformat(), kept=doubt.kept.isoformat())
            doubt = None
        else:
            self._ask(session, doubt)
        if doubt is not None and not self._told:
            log.error("the clock is not believed", says=doubt.says.isoformat(), kept=doubt.kept.isoformat())
        self._told = doubt is not None
        return doubt

    def _ask(self, session: Session, doubt: Doubt) -> None:
        """Ask a mail server for the time, in a thread.

        The server may take a minute to answer, and a heartbeat must not wait for it.
        """
        asking = self._asking is not None and self._asking.is_alive()
        if asking or not clock_watermark.asks(session, doubt.kept, ASKING_PAUSE):
            return
        self._asking = threading.Thread(target=self._answered, name="time", daemon=True)
        self._asking.start()

    def _answered(self) -> None:
        told = self._signs.mail_server(self._settings)
        doubt = self._clock.doubt
        if told is None or doubt is None:
            return
        log.info("the mail server tells how late it is", told=told.isoformat(), says=doubt.says.isoformat())
        if abs(told - doubt.says) < NEAR:
            self._shown.set()
