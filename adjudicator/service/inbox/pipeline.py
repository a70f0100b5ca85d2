"""The line of stages that every mail passes, in this order. The first that has a reason ends its way.

The order counts: nothing is answered before it is known who reads the answer, nothing is locked before it is known
which campaign, and what concerns other campaigns leaves before anything is held in this one.
"""

import msgspec

from adjudicator.kernel.decisions import NoAnswer
from adjudicator.mail.model import Nature
from adjudicator.mail.results import Verdict
from adjudicator.service.clocks.stuck_matches import Stuck
from adjudicator.service.inbox.arrival import OVERSIZE, read
from adjudicator.service.inbox.passing import Deferred, MessageContext, Stage
from adjudicator.service.inbox.stages import contents, senders, turns
from adjudicator.service.outbox import answers
from adjudicator.service.service import UnitOfWork
from adjudicator.store.inbound import Settlement
from adjudicator.store.tables import InboundMail, InboundStatus

LINE: tuple[Stage, ...] = (
    senders.delivery_report,
    senders.bounce_address,
    senders.author,
    senders.address_code,
    senders.newcomer,
    senders.foreign_address,
    senders.no_person,
    senders.unreadable,
    senders.forged,
    senders.unproven,
    senders.stranger,
    senders.quoted_form,
    senders.no_seat,
    turns.earlier_mail,
    turns.copy,
    turns.gathering,
    turns.deadline,
    contents.our_copy,
    contents.taken_apart,
    contents.of_a_program,
    contents.overheard,
    contents.shared_mailbox,
    contents.reader,
    contents.letter,
    contents.orders,
)


def run_pipeline(work: UnitOfWork, row: InboundMail, verdict: Verdict | None) -> Settlement | Deferred:
    """Run a stored message through the stages and return how it ends.

    `verdict` is that of our own check of signatures.

    Raises:
        Stuck: Its orders, or a deadline before it, lead to a question without an answer.
    """
    mail = read(row.raw, work.service.own, work.service.mail_limits)
    if row.raw.startswith(OVERSIZE) and mail.nature is Nature.PERSON:
        mail = msgspec.structs.replace(mail, nature=Nature.UNREADABLE, nature_why="larger than the limit")
    at = MessageContext(work, row, mail, verdict)
    try:
        for stage in LINE:
            end = stage(at)
            if end is not None:
                return end
    except NoAnswer as why:
        if at.only_tries:
            answers.help_to(at.table, at.seat, "leads_nowhere", at.mail.message_id)
            return at.settled(InboundStatus.HANDLED)
        raise Stuck(at.table.campaign.id, why) from why
    raise AssertionError("the last stage settles every mail")
