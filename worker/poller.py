"""The poller: an IMAP connection and a thread for each mailbox. A mail is stored before it leaves the INBOX."""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from datetime import datetime, timedelta

import msgspec
import structlog
from sqlalchemy import literal, select

from adjudicator.failpoints import Point, reached
from adjudicator.mail.fetch import FetchCursor, Fetched, LoginRefused, Mailbox, MailboxLost, NotFiled, Unfetched
from adjudicator.mail.sandbox import start_reader
from adjudicator.service.inbox.arrival import Arrived, ingest_all
from adjudicator.service.inbox.handling import handle, sweep
from adjudicator.service.logs import place_of
from adjudicator.service.outbox.delivery import imap_settings
from adjudicator.service.play.offers import prefilled_lines
from adjudicator.service.service import Service
from adjudicator.settings import MAIN, shown
from adjudicator.store import inbound, unfetched
from adjudicator.store.engine import StoreBusy, StoreFull, StoreUnavailable, reading, writing
from adjudicator.store.inbound import Place

_log = structlog.get_logger()


class Again(msgspec.Struct, frozen=True):
    """The number of mails that were looked at once more, and how many of them were not known."""

    seen: int
    new: int


LEASE = timedelta(minutes=2)
FIRST_PAUSE = 1.0
LONGEST_PAUSE = 300.0
LONGEST_FULL = 60.0
"""The longest pause between two tries while the disk of the database is full."""
LONGEST_ASKING = 15.0
"""The longest pause between two questions whether the database is there again."""
LONGEST_IDLE = 60.0
"""The seconds after which the mailbox is looked into, though its server would report a mail."""


def poll(service: Service, stop: threading.Event, mailboxes: Sequence[str] = (MAIN,)) -> None:
    """Fetch messages until told to stop; a lost connection is made again after growing pauses.

    `mailboxes`: those whose messages lie in one folder.

    Whatever goes wrong, the message is still in the INBOX: the thread pauses and tries again, it never ends.
    """
    start_reader()
    prefilled_lines()
    pause, name = FIRST_PAUSE, mailboxes[0]
    lost_at: list[int] = []  # what was asked for when the last connection was lost
    log = _log.bind(mailbox=shown(name)) if len(service.settings.mail.boxes) > 1 else _log
    while not stop.is_set():
        try:
            with Mailbox.connect(imap_settings(service.settings, name)) as box:
                log.info("the mailbox is open")
                _file_away_known(service, box, name)
                while not stop.is_set():
                    looked_at = service.clock.now()
                    try:
                        fetch_new(service, box, name, singly=bool(lost_at))
                    except MailboxLost as lost:
                        if len(box.asked_for) == 1 and box.asked_for == lost_at:  # it may be the message itself
                            _note(service, _folder(service, name), box, Unfetched(lost_at[0], str(lost)))
                        lost_at = box.asked_for
                        raise
                    service.life.fetched(looked_at, mailboxes)
                    pause, lost_at = FIRST_PAUSE, []  # not before: what is fetched can be stored
                    if not box.wait(_until_next_look(service, name), stop=stop):
                        _file_away_known(service, box, name)
        except MailboxLost as lost:
            refused = isinstance(lost, LoginRefused)
            log.warning("the mailbox is out of reach", refused=refused, error=str(lost), pause=pause)
            stop.wait(LONGEST_PAUSE if refused else pause)
            pause = min(pause * 2, LONGEST_PAUSE)
        except StoreFull as full:
            log.error("the disk is full: no mails are fetched", error=str(full), pause=pause)
            stop.wait(pause)
            pause = min(pause * 2, LONGEST_FULL)
        except StoreUnavailable as away:
            log.warning("the database is away: no mails are fetched", error=str(away), pause=pause)
            _wait_for_store(service, stop, pause)
            pause = min(pause * 2, LONGEST_PAUSE)
        except StoreBusy as busy:
            log.warning("a mail could not be stored yet", error=str(busy), pause=pause)
            stop.wait(pause)
            pause = min(pause * 2, LONGEST_PAUSE)
        except Exception as error:
            log.error("mail could not be fetched", pause=pause, exc_info=error)
            stop.wait(pause)
            pause = min(pause * 2, LONGEST_PAUSE)


def _until_next_look(service: Service, name: str) -> float:
    """Return the seconds until the next look at a mailbox.

    A server that would report a new mail is asked all the same: deadlines wait for this look.
    """
    given = service.settings.mail.boxes[name].imap
    return min(given.poll_seconds, LONGEST_IDLE) if given.idle else given.poll_seconds


def _wait_for_store(service: Service, stop: threading.Event, pause: float) -> None:
    """Wait until the database answers, at least for the pause.

    The mail server is left in peace meanwhile.
    """
    while not stop.wait(pause):
        try:
            with reading(service.engine) as session:
                session.connection().execute(select(literal(1)))
        except StoreBusy:
            pause = min(max(pause, LONGEST_ASKING), pause * 2)
        else:
            return


def _file_away_known(service: Service, box: Mailbox, name: str) -> None:
    """Move what was stored and is still there: a predecessor died, or the folder was full."""
    folder = _folder(service, name)
    uids = box.uids()
    with reading(service.engine) as session:
        known = inbound.known_uids(session, folder, box.uidvalidity, uids)
    handled = service.settings.mail.boxes[name].imap.handled_folder
    for uid in sorted(known):
        _file_away(box, [uid], handled)


def _folder(service: Service, name: str, folder: str = "") -> str:
    """Return the name in the store of a folder of a mailbox, by default of its inbox (`Place`)."""
    folder = folder or service.settings.mail.boxes[name].imap.inbox
    return f"{name}:{folder}" if name else folder


def _file_away(box: Mailbox, uids: Sequence[int], handled: str) -> None:
    """Move handled mails to their folder, for people.

    A mail that cannot be moved is handled all the same, and stops no other.
    """
    try:
        box.move_to(uids, handled)
    except NotFiled as refused:
        if len(uids) == 1:
            _log.warning("a mail stays in the INBOX", why=str(refused))
            return
        for uid in uids:
            _file_away(box, [uid], handled)


def fetch_new(service: Service, box: Mailbox, name: str = MAIN, *, singly: bool = False) -> int:
    """Store every new mail, then move it; small ones several at a time, unless `singly`. Returns how many were stored.

    One that the server does not give out is noted and tried again later; no other waits for it.
    """
    folder, handled = _folder(service, name), service.settings.mail.boxes[name].imap.handled_folder
    with reading(service.engine) as session:
        last = inbound.last_uid(session, folder, box.uidvalidity)
        noted = unfetched.noted(session, folder)
    waiting = {mail.uid: mail.due_at for mail in noted if mail.uidvalidity == box.uidvalidity}
    now = service.clock.now()
    again = {uid for uid, due_at in waiting.items() if due_at <= now}
    count, failed = 0, set[int]()
    reached(Point.FETCHING)
    for batch in box.batches(
        FetchCursor(box.uidvalidity, last), again=again, without=waiting.keys() - again, singly=singly
    ):
        reached(Point.FETCHED)
        for each in batch:
            if isinstance(each, Unfetched):
                failed.add(each.uid)
                _note(service, folder, box, each)
        given = [each for each in batch if isinstance(each, Fetched)]
        if given:
            _store(service, [_arrived(service, folder, fetched, name) for fetched in given])
            reached(Point.MOVING)
            _file_away(box, [fetched.uid for fetched in given], handled)
            reached(Point.MOVED)
            count += len(given)
    if again - failed or len(waiting) < len(noted):
        with writing(service.engine) as session:
            unfetched.forget(session, folder, box.uidvalidity, again - failed)
    return count


def _note(service: Service, folder: str, box: Mailbox, mail: Unfetched) -> None:
    """Note that a message could not be fetched."""
    _log.error("a mail cannot be fetched", folder=folder, uid=mail.uid, why=mail.why)
    with writing(service.engine) as session:
        unfetched.note(session, folder, box.uidvalidity, mail.uid, service.clock.now(), mail.why)


def _arrived(service: Service, folder: str, fetched: Fetched, name: str) -> Arrived:
    place = Place(folder, fetched.uidvalidity, fetched.uid)
    return Arrived(
        place, fetched.internal_date or service.clock.now(), fetched.raw, fetched.size if fetched.oversize else 0, name
    )


def _store(service: Service, arrived: Sequence[Arrived]) -> None:
    """Store mails, and wake for them. One that cannot be stored keeps none before it from being stored."""
    try:
        ingest_all(service, arrived)
    except StoreBusy:
        raise
    except Exception as error:
        if len(arrived) == 1:
            raise
        _log.warning("mails are stored one by one", why=place_of(error))
        for each in arrived:
            ingest_all(service, [each])


def read_again(service: Service, since: datetime, told: Callable[[int, int], None] = lambda done, all: None) -> Again:
    """Fetch what came since a moment, and handle what is not known.

    It looks into INBOX and the folder of handled messages of every mailbox. For a store that was put back in time,
    while nothing else works on it. In the order of arrival; `told` is called with how many have been looked at, and of
    how many. Nothing is moved.

    Raises:
        MailboxLost: The connection to a mailbox failed.
    """
    with ExitStack() as boxes:
        names = [names[0] for names in service.settings.mail.fetched_together]
        opened = {(name, folder): boxes.enter_context(box) for name in names for folder, box in _folders(service, name)}
        now = service.clock.now()
        found = sorted(
            (moment or now, where, uid) for where, box in opened.items() for moment, uid in box.since(since.date())
        )
        found = [each for each in found if each[0] >= since]
        new: list[int] = []
        for place, (moment, (name, folder), uid) in enumerate(found, 1):
            told(place, len(found))
            fetched = opened[name, folder].fetch(uid)
            if isinstance(fetched, Unfetched):
                _note(service, _folder(service, name, folder), opened[name, folder], fetched)
                continue
            if fetched is None:
                continue
            arrived = _arrived(service, _folder(service, name, folder), fetched, name)
            (stored,) = ingest_all(service, [msgspec.structs.replace(arrived, received_at=moment)])
            new += [] if stored.again else [stored.id]
    for mail_id in new:
        handle(service, mail_id)
    while sweep(service, LEASE):
        pass
    return Again(len(found), len(new))


def _folders(service: Service, name: str) -> Iterator[tuple[str, Mailbox]]:
    """Yield the folders of a mailbox in which messages may lie; one that was never made is skipped."""
    settings, given = imap_settings(service.settings, name), service.settings.mail.boxes[name].imap
    for folder in dict.fromkeys((given.handled_folder, given.inbox)):
        try:
            yield folder, Mailbox.connect(msgspec.structs.replace(settings, folder=folder))
        except LoginRefused:
            raise
        except MailboxLost as lost:
            if folder == given.inbox:
                raise
            _log.warning("no such folder", folder=folder, error=str(lost))
