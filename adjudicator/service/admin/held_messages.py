"""Treat mails that were set aside, for a moderator: let through, drop, read once more.

Nothing of a mail is shown here, so that a moderator who plays may use it on mails of other seats.
"""

import re
from typing import Annotated, ClassVar

import msgspec

from adjudicator.mail.model import Nature
from adjudicator.service.admin.access import OwnPart, Visitor
from adjudicator.service.admin.arranging import arrange
from adjudicator.service.admin.mails import NOT_KEPT
from adjudicator.service.moderation.admission import passed
from adjudicator.service.moderation.arrangement import ArrangementResult, changes_text
from adjudicator.service.moderation.command import Change
from adjudicator.service.moderation.forms import command
from adjudicator.service.moderation.rights import Right
from adjudicator.service.moderation.troubles import CommandError
from adjudicator.service.service import Service, UnitOfWork
from adjudicator.store import audits, campaigns, inbound
from adjudicator.store.audits import INSTALLATION
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.engine import StoreBusy, lock_campaign, reading
from adjudicator.store.tables import InboundMail, InboundStatus, SeatKind, Telling

Reason = Annotated[str, "Why; it is written down."]


class Treated(msgspec.Struct, frozen=True):
    """The outcome of the treatment of a mail."""

    mail_id: int
    status: InboundStatus
    reason: str
    changes: tuple[Change, ...] = ()


class Treatment(msgspec.Struct, frozen=True, kw_only=True):
    """Something that is done with a mail that came in: its fields are the options of its command."""

    right: ClassVar[Right] = Right.MAIL
    telling: ClassVar[Telling] = Telling.NOBODY
    """How the players hear of it."""
    ends: ClassVar[bool] = False
    """The mail is not handled behind it."""
    mail: Annotated[str, "ID", "in-NUMBER as mail list --status held tells."]

    def carry_out(self, work: UnitOfWork, row: InboundMail, by: str) -> dict[str, str]:
        """Carry the act out, and return what the trail says of it. Raises CommandError."""
        raise NotImplementedError  # abstract


@command(
    "mail release",
    "adjudicator mail list --status held",
    "in-12 --reason 'he told me by telephone'",
    "in-14 --seat france",
)
class Release(Treatment, frozen=True, kw_only=True, tag="mail release"):
    """Release a held or quarantined email. It is handled as if its seat had proven that it wrote it.

    It counts from its arrival. Nothing of it is shown; its seat gets the answer, and the reports list the act.
    """

    telling: ClassVar = Telling.REPORT
    seat: Annotated[str | None, "For which seat it counts; else the one it came for."] = None
    reason: Reason = ""

    def carry_out(self, work: UnitOfWork, row: InboundMail, by: str) -> dict[str, str]:
        from adjudicator.service.inbox import held_mails  # lists of mails need nobody who handles them
        from adjudicator.service.inbox.arrival import read

        if row.status not in inbound.SET_ASIDE:
            raise CommandError(f"the mail is {row.status}: only held and quarantined ones can be released")
        if read(row.raw, work.service.own, work.service.mail_limits).nature is not Nature.PERSON:
            raise CommandError("nobody wrote this mail to be read: it is automatic, broken or too large")
        chosen = _seat(work, row, self.seat)
        person = held_mails.who_orders(chosen)
        if person is None:
            raise CommandError(f"nobody gives the orders of {chosen.name} now")
        row.seat_id = chosen.id
        work.session.flush()
        held_mails.release(work.session, row, person, work.now)
        return {"seat": chosen.name, "reason": self.reason}


@command("mail reject", "in-12 --reason 'not from Anna, she says'")
class Reject(Treatment, frozen=True, kw_only=True, tag="mail reject"):
    """Drop a held or quarantined email for good. The code that was sent for it is no longer valid."""

    ends: ClassVar = True
    reason: Reason = ""

    def carry_out(self, work: UnitOfWork, row: InboundMail, by: str) -> dict[str, str]:
        if not inbound.drop(work.session, row.id, f"rejected by {by}" + (f": {self.reason}" if self.reason else "")):
            raise CommandError(f"the mail is {row.status}: only held and quarantined ones can be rejected")
        return {"reason": self.reason}


@command("mail reprocess", "in-12")
class Reprocess(Treatment, frozen=True, kw_only=True, tag="mail reprocess"):
    """Process an email again that had no effect. For example after a setting was mended.

    Unlike release it believes nothing that the mail does not prove.
    """

    def carry_out(self, work: UnitOfWork, row: InboundMail, by: str) -> dict[str, str]:
        if row.dropped_at is not None:
            raise CommandError(f"{self.mail}: {NOT_KEPT}")
        if not inbound.reprocess(work.session, row.id, work.now):
            raise CommandError(f"the mail is {row.status}: what it did would be done twice")
        return {}


def treat(
    service: Service, shown: ArrangementResult | None, visitor: Visitor, wanted: Treatment
) -> tuple[ArrangementResult, str]:
    """Carry out a treatment, record it, and process the message at once.

    If nothing was shown, return only what would be done, never what processing the message would bring.

    Raises:
        CommandError: There is no such message, or they may not treat it.
    """
    match = re.fullmatch(r"(?:in-)?(\d{1,18})", wanted.mail)
    if match is None:
        raise CommandError(f"{wanted.mail!r} is not written as in-NUMBER, as mail list tells it")
    mail_id = int(match[1])
    with reading(service.engine) as session:
        part = OwnPart(service.work(session), visitor)
        if not part.may_treat(mail_id):
            raise CommandError(f"there is no mail in-{mail_id}{part.hint}")
    done, words = arrange(service, shown, lambda work: _treated(work, mail_id, wanted, visitor.name))
    if shown is None or wanted.ends:
        return done, words
    from adjudicator.service.inbox.handling import handle

    try:
        handle(passed(service), mail_id)
    except StoreBusy:  # the worker that holds the campaign does it
        service.wakes.mail(mail_id)
    with reading(service.engine) as session:
        return _outcome(session.get_one(InboundMail, mail_id), done.value.changes), words


def _treated(work: UnitOfWork, mail_id: int, wanted: Treatment, by: str) -> ArrangementResult:
    session, row = work.session, work.session.get_one(InboundMail, mail_id)
    if row.campaign_id is not None:
        lock_campaign(session, row.campaign_id)
    before = str(row.status)
    told = {"mail": f"in-{mail_id}", **wanted.carry_out(work, row, by)}
    details = {name: value for name, value in told.items() if value}
    new = audits.NewAct(by, str(wanted.__struct_config__.tag), details, wanted.telling)
    audits.record(session, row.campaign_id or INSTALLATION, new, work.now)
    session.flush()
    session.refresh(row)
    counts = f", for {told['seat']}" if "seat" in told else ""
    after = f"{row.status}{counts}" if wanted.ends else f"read and judged now{counts}"
    return _outcome(row, (Change(f"in-{mail_id}", before, after),))


def _outcome(row: InboundMail, changes: tuple[Change, ...]) -> ArrangementResult:
    said = f"in-{row.id} is {row.status} now" + (f": {row.reason}" if row.reason else "")
    return ArrangementResult(
        told=changes_text(changes), said=said, value=Treated(row.id, row.status, row.reason, changes)
    )


def _seat(work: UnitOfWork, row: InboundMail, name: str | None) -> SeatAtTable:
    if row.campaign_id is None:
        raise CommandError("the mail belongs to no campaign; its author has to answer a mail of ours")
    seats = campaigns.seats_at_table(work.session, row.campaign_id, work.now)
    found = next((seat for seat in seats if (seat.id == row.seat_id if name is None else seat.name == name)), None)
    if found is None:
        names = ", ".join(seat.name for seat in seats if seat.kind is SeatKind.PLAYER)
        raise CommandError(f"say for which seat it counts (--seat): {names}")
    return found
