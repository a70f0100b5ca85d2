"""Handling a stored mail in one transaction: settled exactly once, tried again, or set aside whole."""

from datetime import timedelta

import structlog
from structlog.contextvars import bind_contextvars, bound_contextvars

from adjudicator.failpoints import Point, reached
from adjudicator.kernel.errors import BrokenGame
from adjudicator.mail.results import Proof, Verdict
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.clocks import stuck_matches
from adjudicator.service.clocks.stuck_matches import Stuck
from adjudicator.service.inbox import replies
from adjudicator.service.inbox.arrival import read
from adjudicator.service.inbox.identity import checked, identify, judged
from adjudicator.service.inbox.passing import Deferred, handed_on
from adjudicator.service.inbox.pipeline import run_pipeline
from adjudicator.service.logs import came, place_of
from adjudicator.service.outbox import notice_mails
from adjudicator.service.service import Service, UnitOfWork
from adjudicator.store import inbound
from adjudicator.store.engine import StoreBusy, StoreUnavailable, lock_campaign, reading, writing
from adjudicator.store.inbound import STUMBLED, Settlement
from adjudicator.store.tables import InboundMail, InboundStatus

log = structlog.get_logger()
SHORTEST_ASKING, LONGEST_ASKING = timedelta(minutes=1), timedelta(minutes=10)
"""Between two tries to judge a signature while DNS is down; they grow with the time that has passed."""
GAME_PAUSE = timedelta(minutes=5)
"""How long a mail waits before it is tried again, for a campaign whose game does not load."""
BATCH = 200
"""The number of campaigns left behind that one sweep takes up."""
UNPROVEN = Verdict(Proof.UNPROVEN, "not judged")


class Interrupted(StoreUnavailable):
    """The store went away during a try that is counted: the next one is in its place."""


class SettledElsewhere(Exception):  # noqa: N818
    """Another worker has handled the mail meanwhile: nothing of this transaction counts."""


def handle(service: Service, mail_id: int) -> None:
    """Handle one stored mail, and wake for the next one of its campaign; nothing happens if that is done already.

    Raises StoreBusy when somebody else works on the campaign: try again later.
    """
    with bound_contextvars(mail=came(mail_id), campaign=None):
        _handle(service, mail_id)


def _handle(service: Service, mail_id: int) -> None:
    """Handle a message; each log line names the message and the campaign."""
    try:
        verdict = checked(service, mail_id)
        with writing(service.engine) as session:
            row = inbound.load(session, mail_id)
            if row is None or row.status is not InboundStatus.RECEIVED:
                return
            bind_contextvars(campaign=row.campaign_id)
            work = service.work(session, mailbox=row.mailbox)
            asks_again = verdict is not None and verdict.passing and _asks_again(work, row, verdict)
            reached(Point.HANDLING, row.id)
            end = Deferred.PUT_BACK if asks_again else run_pipeline(work, row, verdict)
            if end is not Deferred.PUT_BACK and not inbound.settle(session, row.id, end):
                raise SettledElsewhere
            reached(Point.SETTLED)
        released = handed_on(session)
        _say(end)
    except (StoreBusy, SettledElsewhere):
        raise
    except BrokenGame as broken:
        _kept_until_it_loads(service, mail_id, broken)
        released = ()
    except Stuck as stuck:
        if _stands_still(service, stuck):
            handle(service, mail_id)  # its orders are kept now, as in every pause
            return
        _failed(service, mail_id, stuck)
        released = ()
    except Exception as error:
        _failed(service, mail_id, error)
        released = ()
    reached(Point.HANDLED)
    for each in released:
        _handle_released(service, each)
    _wake_for_next(service, mail_id)
    service.wakes.outbox()
    reached(Point.OUTBOX_WOKEN)


def _say(end: Settlement | Deferred) -> None:
    """Log what became of a message, without anything that it says."""
    if isinstance(end, Deferred):
        log.info("a mail is put back")
        return
    least = log.warning if end.status is InboundStatus.QUARANTINED else log.info
    why = {"why": end.hold} if end.hold else {}
    least("a mail is settled", status=str(end.status), campaign=end.campaign_id, seat=end.seat_id, **why)


def _wake_for_next(service: Service, mail_id: int) -> None:
    """Wake a worker for the next message of the campaign, which has waited for this one.

    It joins the queue after those of other campaigns. It is looked up after the commit, as `ingest` does for its own:
    whichever is second sees what the first has done.
    """
    with reading(service.engine) as session:
        following = inbound.next_of_campaign(session, mail_id, service.clock.now())
    if following is not None:
        service.wakes.mail(following.id, following.campaign_id)


def _handle_released(service: Service, mail_id: int) -> None:
    """Handle a message that the one before released or created, at once, unless another worker has its campaign."""
    try:
        handle(service, mail_id)
    except (StoreBusy, SettledElsewhere) as busy:
        log.info("a released mail waits for another worker", mail=came(mail_id), why=str(busy))
        service.wakes.mail(mail_id)


def handle_again(service: Service, mail_id: int, *, interrupted: bool = False) -> None:
    """Handle a mail whose first wake-up came to nothing: perhaps its worker died, and perhaps of this mail.

    The try is counted and committed before it begins. A mail that has outlived so many workers is set aside whole,
    and the moderator is told. Raises StoreBusy as `handle` does, and Interrupted: then it is to be called once more,
    with `interrupted`, so that no try is used up.
    """
    limit = service.settings.limits.attempts
    with writing(service.engine) as session:
        deaths = inbound.begin(session, mail_id, service.life.id, again=interrupted)
        if deaths >= limit:
            _poison(service.work(session), mail_id, f"{deaths} workers did not survive it")
    if deaths >= limit:
        _tell_writer(service, mail_id)
        _wake_for_next(service, mail_id)
        service.wakes.outbox()
        return
    reached(Point.BEGUN, mail_id)
    try:
        handle(service, mail_id)
    except (StoreBusy, SettledElsewhere) as busy:
        try:
            with writing(service.engine) as session:
                inbound.ended(session, mail_id)
        except StoreUnavailable as away:
            raise Interrupted(str(away)) from busy
        raise


def left_behind(service: Service, lease: timedelta, limit: int = BATCH) -> list[int]:
    """Claim mails that a lost wake-up or a dead worker left behind.

    For `lease` no other sweep finds them.
    """
    with writing(service.engine) as session:
        claimed = [row.id for row in inbound.claim(session, service.clock.now(), lease, limit)]
    reached(Point.SWEPT)
    return claimed


def sweep(service: Service, lease: timedelta, limit: int = BATCH) -> int:
    """Handle mails that were left behind, here and now; return how many.

    What waited behind them is handled, too.
    """
    taken = 0
    while claimed := left_behind(service, lease, limit):
        taken += len(claimed)
        for mail_id in claimed:
            try:
                handle_again(service, mail_id)
            except (StoreBusy, SettledElsewhere) as busy:
                log.info("a mail waits for another worker", mail=came(mail_id), why=str(busy))
    return taken


def _poison(work: UnitOfWork, mail_id: int, why: str) -> None:
    """Set a mail aside that stops the service whenever it is handled, and tell the moderator."""
    row = inbound.load(work.session, mail_id)
    if row is None:
        return
    log.error("a mail is set aside", mail=came(mail_id), why=why)
    settlements = Settlement(InboundStatus.QUARANTINED, row.nature, STUMBLED + why, row.campaign_id, row.seat_id)
    if inbound.settle(work.session, mail_id, settlements) and row.campaign_id is not None:
        notice_mails.tell_of_poison_message(work, row.campaign_id, row.seat_id)


def _tell_writer(service: Service, mail_id: int) -> None:
    """Tell whoever is proven to have written a mail that it was set aside; once, for it is settled by now.

    In a transaction behind that one, so that a mail that kills workers does not outlive this too.
    """
    with writing(service.engine) as session:
        row = inbound.load(session, mail_id)
        if row is None or row.status is not InboundStatus.QUARANTINED:
            return
        work, mail = service.work(session, mailbox=row.mailbox), read(row.raw, service.own, service.mail_limits)
        if not mail.is_personal:
            return
        verdict = judged(service, row, mail)
        if verdict.proof is Proof.PROVEN:
            replies.to_writer(work, identify(work, mail, verdict), mail.from_address, "stumbled")


def _kept_until_it_loads(service: Service, mail_id: int, broken: BrokenGame) -> None:
    """Put back a message for a campaign whose game does not load.

    It is not the message's fault, so it is retried for ever.
    """
    log.error("a mail waits for its game", mail=came(mail_id), why=str(broken))
    with writing(service.engine) as session:
        row = inbound.load(session, mail_id)
        if row is not None:
            _file(service.work(session), row)
        inbound.put_back(session, mail_id, service.clock.now() + GAME_PAUSE, str(broken))


def _stands_still(service: Service, stuck: Stuck) -> bool:
    """Pause the campaign of a mail that leads its match to a question without an answer; False if it is paused."""
    with writing(service.engine) as session:
        lock_campaign(session, stuck.campaign_id)
        return stuck_matches.begin(table_of_campaign(service.work(session), stuck.campaign_id), stuck.why)


def _failed(service: Service, mail_id: int, error: Exception) -> None:
    """Put back a message that broke the service; after a few attempts, quarantine it as it is."""
    log.error("a mail could not be handled", mail=came(mail_id), exc_info=error)
    told = place_of(error)
    now = service.clock.now()
    with writing(service.engine) as session:
        row = inbound.waiting(session, mail_id)
        if row is None:
            return
        attempts = row.attempts = row.attempts + 1
        session.flush()
        poison = attempts >= service.settings.limits.attempts
        if poison:
            _poison(service.work(session), mail_id, told)
        else:
            inbound.put_back(session, mail_id, now + timedelta(seconds=2**attempts), told)
    if poison:
        _tell_writer(service, mail_id)


def _asks_again(work: UnitOfWork, row: InboundMail, verdict: Verdict) -> bool:
    """Put a mail back whose signature could not be judged because DNS is down, unless that lasts too long."""
    waited = work.now - row.stored_at
    if waited >= timedelta(minutes=work.service.settings.mail.dns_retry_minutes):
        return False
    pause = min(max(waited, SHORTEST_ASKING), LONGEST_ASKING)
    _file(work, row, verdict)
    inbound.put_back(work.session, row.id, work.now + pause, inbound.UNANSWERED + verdict.why)
    return True


def _file(work: UnitOfWork, row: InboundMail, verdict: Verdict = UNPROVEN) -> None:
    """Remember whose mail it is that has to wait: no deadline of other campaigns waits with it."""
    if row.campaign_id is None:
        seat = identify(work, read(row.raw, work.service.own, work.service.mail_limits), verdict).seat
        row.campaign_id, row.seat_id = (None, None) if seat is None else (seat.campaign_id, seat.id)
        work.session.flush()
