"""The poller: one IMAP connection, one thread. A mail is stored before it leaves the INBOX."""

from __future__ import annotations

import threading

import structlog

from adjudicator.faults import Point, reached
from adjudicator.mail.fetch import LoginRefused, Mailbox, MailboxLost, NotFiled, Position
from adjudicator.service.ingest import ingest
from adjudicator.service.service import Service
from adjudicator.service.wire import imap_settings
from adjudicator.store import mails
from adjudicator.store.engine import StoreBusy, reading
from adjudicator.store.mails import Place

log = structlog.get_logger()
FIRST_PAUSE = 1.0
LONGEST_PAUSE = 300.0


def poll(service: Service, stop: threading.Event) -> None:
    """Fetch mails until told to stop; a lost connection is made again after growing pauses.

    Whatever goes wrong, the mail is still in the INBOX: the thread pauses and tries again, it never ends.
    """
    pause = FIRST_PAUSE
    while not stop.is_set():
        try:
            with Mailbox.connect(imap_settings(service.settings)) as box:
                pause = FIRST_PAUSE
                _file_away_known(service, box)
                while not stop.is_set():
                    fetch_new(service, box)
                    if not box.wait(service.settings.mail.imap.poll_seconds, stop=stop):
                        _file_away_known(service, box)
        except MailboxLost as lost:
            refused = isinstance(lost, LoginRefused)
            log.warning("the mailbox is out of reach", refused=refused, error=str(lost), pause=pause)
            stop.wait(LONGEST_PAUSE if refused else pause)
            pause = min(pause * 2, LONGEST_PAUSE)
        except StoreBusy as busy:
            log.warning("a mail could not be stored yet", error=str(busy), pause=pause)
            stop.wait(pause)
            pause = min(pause * 2, LONGEST_PAUSE)
        except Exception as error:
            log.error("mail could not be fetched", pause=pause, exc_info=error)
            stop.wait(pause)
            pause = min(pause * 2, LONGEST_PAUSE)


def _file_away_known(service: Service, box: Mailbox) -> None:
    """Move what was stored and is still there: a predecessor died, or the folder was full."""
    folder = service.settings.mail.imap.inbox
    uids = box.uids()
    with reading(service.engine) as session:
        known = mails.known_uids(session, folder, box.uidvalidity, uids)
    for uid in sorted(known):
        _file_away(service, box, uid)


def _file_away(service: Service, box: Mailbox, uid: int) -> None:
    """Folders are for people: a mail that cannot be moved is handled all the same."""
    try:
        box.file_away(uid, service.settings.mail.imap.handled)
    except NotFiled as refused:
        log.warning("a mail stays in the INBOX", why=str(refused))


def fetch_new(service: Service, box: Mailbox) -> int:
    """Store every new mail, then move it. Returns how many were fetched."""
    folder = service.settings.mail.imap.inbox
    with reading(service.engine) as session:
        last = mails.last_uid(session, folder, box.uidvalidity)
    count = 0
    reached(Point.FETCHING)
    for fetched in box.new_mails(Position(box.uidvalidity, last)):
        reached(Point.FETCHED)
        place = Place(folder, fetched.uidvalidity, fetched.uid)
        size = fetched.size if fetched.oversize else 0
        ingest(service, place, fetched.internal_date, fetched.raw, oversize=size)
        reached(Point.MOVING)
        _file_away(service, box, fetched.uid)
        reached(Point.MOVED)
        count += 1
    return count
