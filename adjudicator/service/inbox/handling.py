"""Handling a stored mail: who wrote it, what he wants, what he gets. Settled exactly once."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

import msgspec
import structlog
from sqlalchemy import update
from sqlmodel import col

from adjudicator.faults import Point, reached
from adjudicator.kernel.awaiting import Awaited
from adjudicator.kernel.errors import BrokenGame
from adjudicator.mail import Kind, Nature, NoteCode, ReadMail
from adjudicator.mail.authenticity import authenticity
from adjudicator.mail.outcome import FOREIGN, Hold
from adjudicator.mail.results import Verdict
from adjudicator.service.campaign.act import Act, Said, together
from adjudicator.service.campaign.confirmations import BadCode
from adjudicator.service.campaign.matches import Table, table_of_campaign
from adjudicator.service.clocks import deadlines
from adjudicator.service.commands import registry
from adjudicator.service.inbox import codes as by_code
from adjudicator.service.inbox import gathering, other_campaigns, quoted_form, replies, settlements, text_blocks
from adjudicator.service.inbox.arrival import OVERSIZE, read
from adjudicator.service.inbox.held_mails import freed, only_looks, proven_by_code, with_quoted
from adjudicator.service.inbox.identity import Identified, as_released, checked, identify
from adjudicator.service.inbox.sign_off import signed_off
from adjudicator.service.logs import place_of
from adjudicator.service.outbox import answers, mail_troubles, undelivered
from adjudicator.service.people import shared_mailboxes
from adjudicator.service.people.gathering import unproven
from adjudicator.service.play import changes, early_decisions, paused_orders
from adjudicator.service.play.ordering import OrderMail, take_orders
from adjudicator.service.press import taking
from adjudicator.service.service import Service, Work
from adjudicator.store import mails
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.engine import StoreBusy, lock_campaign, writing
from adjudicator.store.mails import Settlement
from adjudicator.store.tables import CampaignState, InboundMail, InboundStatus, Role, SeatKind

log = structlog.get_logger()
TURN_PAUSE = timedelta(seconds=2)
SHORTEST_ASKING, LONGEST_ASKING = timedelta(minutes=1), timedelta(minutes=10)
"""Between two tries to judge a signature while DNS is down; they grow with the time that has passed."""
SECRET = ("together", "agree")
"""Forms of decisions whose answers nobody else may read."""
GAME_PAUSE = timedelta(minutes=5)
"""So long a mail waits before it is tried again, for a campaign whose game does not load."""
STUMBLED = "the service stumbled: "
"""How the reason of a mail begins that was set aside because it could not be handled, whatever it says."""


class SettledElsewhere(Exception):  # noqa: N818
    """Another worker has handled the mail meanwhile: nothing of this transaction counts."""


def handle(service: Service, mail_id: int) -> None:
    """Handle one stored mail; nothing happens if that is done already.

    Raises StoreBusy when somebody else works on the campaign: try again later.
    """
    try:
        verdict = checked(service, mail_id)
        with writing(service.engine) as session:
            row = mails.load(session, mail_id)
            if row is None or row.status is not InboundStatus.RECEIVED:
                return
            if verdict is not None and verdict.passing and _asks_again(service.work(session), row, verdict):
                return
            reached(Point.HANDLING, row.id)
            outcome = _handle(service.work(session), row, verdict)
            if outcome is not None and not mails.settle(session, row.id, outcome):
                raise SettledElsewhere
            reached(Point.SETTLED)
        released = (*freed(session), *other_campaigns.passed_on(session))
    except (StoreBusy, SettledElsewhere):
        raise
    except BrokenGame as broken:
        _kept_until_it_loads(service, mail_id, broken)
        released = ()
    except Exception as error:
        _failed(service, mail_id, error)
        released = ()
    reached(Point.HANDLED)
    for each in released:
        _handle_released(service, each)
    service.wakes.outbox()
    reached(Point.OUTBOX_WOKEN)


def _handle_released(service: Service, mail_id: int) -> None:
    """A mail that the one before let through or made, at once; if somebody else is at it, the sweep finds it."""
    try:
        handle(service, mail_id)
    except (StoreBusy, SettledElsewhere) as busy:
        log.info("a released mail waits for another worker", mail=mail_id, why=str(busy))


def handle_again(service: Service, mail_id: int) -> None:
    """Handle a mail whose first wake-up came to nothing: perhaps its worker died, and perhaps of this mail.

    The try is counted and committed before it begins. A mail that has outlived so many workers is set aside whole,
    and the moderator is told. Raises StoreBusy as `handle` does.
    """
    limit = service.settings.limits.attempts
    with writing(service.engine) as session:
        deaths = mails.begin(session, mail_id)
        if deaths >= limit:
            _poison(service.work(session), mail_id, f"{deaths} workers did not survive it")
    if deaths >= limit:
        service.wakes.outbox()
        return
    reached(Point.BEGUN, mail_id)
    try:
        handle(service, mail_id)
    except (StoreBusy, SettledElsewhere):
        with writing(service.engine) as session:
            mails.ended(session, mail_id)
        raise


def left_behind(service: Service, lease: timedelta, limit: int = 50) -> list[int]:
    """Mails that a lost wake-up or a dead worker left behind; for `lease` no other sweep finds them."""
    with writing(service.engine) as session:
        claimed = [row.id for row in mails.claim(session, service.clock.now(), lease, limit)]
    reached(Point.SWEPT)
    return claimed


def sweep(service: Service, lease: timedelta, limit: int = 50) -> int:
    """Handle what was left behind, here and now. Returns how many mails were taken."""
    claimed = left_behind(service, lease, limit)
    for mail_id in claimed:
        try:
            handle_again(service, mail_id)
        except (StoreBusy, SettledElsewhere) as busy:
            log.info("a mail waits for another worker", mail=mail_id, why=str(busy))
    return len(claimed)


def _poison(work: Work, mail_id: int, why: str) -> None:
    """Set a mail aside that stops the service whenever it is handled, and tell the moderator."""
    row = mails.load(work.session, mail_id)
    if row is None:
        return
    log.error("a mail is set aside", mail=mail_id, why=why)
    settlements = Settlement(InboundStatus.QUARANTINED, row.nature, STUMBLED + why, row.campaign_id, row.seat_id)
    if mails.settle(work.session, mail_id, settlements) and row.campaign_id is not None:
        mail_troubles.set_aside(work, row.campaign_id, row.seat_id)


def _kept_until_it_loads(service: Service, mail_id: int, broken: BrokenGame) -> None:
    """A mail for a campaign whose game does not load is no defect of the mail: it is tried again for ever."""
    log.error("a mail waits for its game", mail=mail_id, why=str(broken))
    with writing(service.engine) as session:
        mails.put_back(session, mail_id, service.clock.now() + GAME_PAUSE, str(broken))


def _failed(service: Service, mail_id: int, error: Exception) -> None:
    """A mail that breaks the service is tried a few times, then set aside whole."""
    log.error("a mail could not be handled", mail=mail_id, exc_info=error)
    told = place_of(error)
    now = service.clock.now()
    with writing(service.engine) as session:
        row = mails.load(session, mail_id)
        if row is None or row.status is not InboundStatus.RECEIVED:
            return
        attempts = row.attempts + 1
        session.execute(update(InboundMail).where(col(InboundMail.id) == mail_id).values(attempts=attempts))
        if attempts >= service.settings.limits.attempts:
            _poison(service.work(session), mail_id, told)
        else:
            mails.put_back(session, mail_id, now + timedelta(seconds=2**attempts), told)


def _asks_again(work: Work, row: InboundMail, verdict: Verdict) -> bool:
    """Put a mail back whose signature could not be judged because DNS is down, unless that lasts too long."""
    waited = work.now - row.stored_at
    if waited >= timedelta(minutes=work.service.settings.mail.dns_retry_minutes):
        return False
    pause = min(max(waited, SHORTEST_ASKING), LONGEST_ASKING)
    mails.put_back(work.session, row.id, work.now + pause, mails.UNANSWERED + verdict.why)
    return True


def _handle(work: Work, row: InboundMail, verdict: Verdict | None) -> Settlement | None:
    """None: it is not this mail's turn. `verdict` is that of our own check of signatures."""
    now = work.now
    mail = read(row.raw, work.service.own, work.service.mail_limits)
    if row.raw.startswith(OVERSIZE) and mail.nature is Nature.PERSON:
        mail = msgspec.structs.replace(mail, nature=Nature.UNREADABLE, nature_why="larger than the limit")
    if mail.nature in (Nature.BOUNCE, Nature.COMPLAINT):
        return undelivered.take_report(work, row, mail)
    if undelivered.to_bounce_address(work.service, mail):
        return Settlement(InboundStatus.IGNORED, mail.nature, "written to the address for bounces")
    undelivered.heard_from(work, mail)
    if row.part_by is not None:
        mail = other_campaigns.only_here(work.session, mail, row, now)
    if row.released_at is not None or row.part_by is not None:
        mail = with_quoted(mail)
        found = as_released(work.session, row, mail, now)
    else:
        found = only_looks(mail, identify(work, mail, verdict))
        try:
            found = proven_by_code(work.session, mail, found, now)
        except BadCode:
            replies.to_registered(work, found, "wrong_code")
            return settlements.refused(mail, found, "a wrong code")
    if found.seat is None and mail.nature is Nature.PERSON:
        found = by_code.for_any_seat(work.session, mail, found, verdict or authenticity(mail, work.service.auth))
        settled = None if found.seat else by_code.from_new_address(work, mail)
        if settled is not None:
            return settled
    kind = found.outcome.kind
    seat = found.seat
    if seat is None and mail.nature is Nature.PERSON:
        asked = unproven.take_request(work, mail, (verdict or authenticity(mail, work.service.auth)).proof)
        if asked is not None:
            return Settlement(InboundStatus.HANDLED, mail.nature, asked.outcome, asked.campaign.id)
    if found.outcome.why == FOREIGN:
        return settlements.foreign(work, mail, found)
    if kind in (Kind.IGNORE, Kind.BOUNCE) or (kind is Kind.QUARANTINE and mail.nature is not Nature.UNREADABLE):
        return settlements.settlement(kind, mail, found, found.outcome.why)
    if mail.nature is Nature.UNREADABLE:
        return settlements.unreadable(work, mail, found)
    if kind is Kind.CONFIRM and seat is not None and found.outcome.hold is not None:
        return settlements.hold_mail(work, row, mail, found, found.outcome.hold)
    if seat is None:
        replies.ask_which_seat(work, found, mail.sender.address if mail.sender else "")
        return Settlement(InboundStatus.REFUSED, mail.nature, found.outcome.why)
    campaign = lock_campaign(work.session, seat.campaign_id)
    work = work.service.work(work.session)  # others may have worked on the campaign meanwhile: what follows is later
    if mails.earlier_waiting(work.session, seat.campaign_id, row.id, seat.id):
        mails.put_back(work.session, row.id, work.now + TURN_PAUSE, "an earlier mail of the campaign comes first")
        return None
    if campaign.state is CampaignState.INVITING:
        gathering.take(work, mail, seat)
        return Settlement(InboundStatus.HANDLED, mail.nature, "", campaign.id, seat.id)
    return _of_player(work, row, mail, found)


def _of_player(work: Work, row: InboundMail, mail: ReadMail, found: Identified) -> Settlement:
    """A mail of somebody who holds the seat and is who he says he is."""
    seat = found.seat
    assert seat is not None
    table = table_of_campaign(work, seat.campaign_id, found.at_table)
    if deadlines.close_due(table, row.received_at):
        table = table_of_campaign(work, seat.campaign_id)
        seat = table.by_id[seat.id]
        if found.person_id not in {holder.person_id for holder in seat.holders if holder.role is Role.ORDERS}:
            return Settlement(
                InboundStatus.REFUSED, mail.nature, "the seat has changed hands", seat.campaign_id, seat.id
            )
    mail = signed_off(mail, [holder.name for holder in seat.holders if holder.person_id == found.person_id])
    given = registry.split(mail, desk=seat.kind is SeatKind.MODERATOR)
    letter = bool(mail.tokens.letters and mail.prose and not mail.letters)
    # before anything is held here: what holds a mail in one campaign is nothing to the others
    known = letter or other_campaigns.pass_on(work.session, row, given.elsewhere, found.person_id, work.now)
    if row.released_at is None and given.here.lines and found.outcome.overheard and table.form in SECRET:
        return settlements.hold_mail(work, row, mail, found, Hold.OVERHEARD)
    others = shared_mailboxes.others_behind(seat, found.person_id, table) if given.here.lines else ()
    if others and not shared_mailboxes.agreed(work.session, seat, found.person_id):
        return settlements.hold_shared(mail, found, table, others)
    writer = Writer(row, mail, found)
    if letter:
        _take_letter(writer, table, seat)
        return Settlement(InboundStatus.HANDLED, mail.nature, "", seat.campaign_id, seat.id)
    if given.here or not given.elsewhere:
        _take(writer, table, seat, given.here)
    if not known:
        answers.help_to(table, seat, "which_campaign", mail.message_id)
    return Settlement(InboundStatus.HANDLED, mail.nature, "", seat.campaign_id, seat.id)


@dataclass(frozen=True)
class Writer:
    """A mail at work, and the person who wrote it."""

    row: InboundMail
    mail: ReadMail
    found: Identified

    def holds(self, seat: SeatAtTable) -> bool:
        """Whether the person gives the orders of a seat (and does not only read along or stand by)."""
        return self.found.person_id in {holder.person_id for holder in seat.holders if holder.role is Role.ORDERS}

    def act(self, table: Table, seat: SeatAtTable) -> Act:
        """The person at work for a seat."""
        return Act(table, seat, self.row.received_at, self.mail, self.found.person_id)


def _take(writer: Writer, table: Table, seat: SeatAtTable, given: registry.Part) -> None:
    """Commands and orders for one campaign, with one answer for all of them."""
    row, mail = writer.row, writer.mail
    if not writer.holds(seat):
        _take_of_reader(writer, table, seat, given)
        return
    act = writer.act(table, seat)
    act.with_orders, act.checking = bool(given.lines), paused_orders.is_check(given.lines)
    said = together((registry.obey(act, given.commands, before=True), text_blocks.take(act, given.letters)))
    if said.gone:
        return

    def besides() -> Said:
        left = quoted_form.not_read(mail, act.language)
        return together((said, registry.obey(act, given.commands, before=False), left))

    orders = _orders(row, mail, writer.found, given)
    tried = act.table.stands_still and paused_orders.is_check(given.lines)
    if given.lines and (act.table.runs or tried):
        take_orders(act.table, act.seat, orders, besides)
    elif given.lines and act.table.stands_still and seat.kind is SeatKind.PLAYER:
        paused_orders.keep(act.table, act.seat, orders, besides())
    elif given.commands or given.letters:
        _go_on_if_ready(act)
        answers.tell(act, besides())
    elif given.lines:
        answers.help_to(act.table, seat, "no_question", mail.message_id)
    else:
        answers.help_to(table, seat, _why_nothing(mail), mail.message_id)


def _take_of_reader(writer: Writer, table: Table, seat: SeatAtTable, given: registry.Part) -> None:
    """Who reads along gives no orders; what he may say is about his own address, and answered there."""
    sender = writer.mail.sender.address if writer.mail.sender else ""
    own = tuple(msgspec.structs.replace(holder, essentials=False) for holder in seat.holders if sender in holder.emails)
    his = [each for each in given.commands if registry.BY_ID[each.id].for_readers]
    if not own or not his or len(his) < len(given.commands) or given.lines or given.letters:
        answers.help_to(table, seat, "reads_along", writer.mail.message_id)
        return
    act = writer.act(table, msgspec.structs.replace(seat, holders=own))
    answers.tell(act, registry.obey(act, his, before=True))


def _take_letter(writer: Writer, table: Table, seat: SeatAtTable) -> None:
    """A mail to the address of a letter: an answer to its author."""
    if not writer.holds(seat):
        answers.help_to(table, seat, "reads_along", writer.mail.message_id)
        return
    act = writer.act(table, seat)
    key, prose = writer.mail.tokens.letters[0], writer.mail.prose
    answers.tell(act, taking.take_answer(act, key, prose, lambda line: registry.command_of(line) is not None))


def _go_on_if_ready(act: Act) -> None:
    """A `ready` without orders may have been the last one that was missing."""
    if act.table.other_rules:
        return
    told = early_decisions.carry_out_if_ready(act.table)
    if told or act.table.match.log or act.table.match.awaited != _awaited_before(act.table):
        settled = changes.settle(act.table, told, author=act.seat.name)
        act.moved_to = settled.sequence
    else:
        early_decisions.set_window(act.table)


def _awaited_before(table: Table) -> Awaited | None:
    return None if table.pending is None else table.pending.awaited


def _orders(row: InboundMail, mail: ReadMail, found: Identified, given: registry.Part) -> OrderMail:
    notes = [note.code.value for note in mail.notes]
    if found.outcome.overheard:
        notes.append("overheard")
    return OrderMail(
        lines=given.lines,
        originals=given.originals,
        received_at=row.received_at,
        mail_id=row.id,
        person_id=found.person_id,
        subject=mail.subject,
        in_reply_to=mail.message_id if mail.message_id.startswith("<") else None,
        ignored=tuple(why.value for why in dict.fromkeys(line.why for line in mail.ignored)),
        notes=tuple(notes),
    )


def _why_nothing(mail: ReadMail) -> str:
    codes = {note.code for note in mail.notes}
    if NoteCode.ENCRYPTED in codes:
        return "encrypted"
    if codes & {NoteCode.ATTACHMENT_NOT_OPENED, NoteCode.WINMAIL}:
        return "attachment"
    return "only_quoted" if NoteCode.ONLY_QUOTED in codes else "nothing_read"
