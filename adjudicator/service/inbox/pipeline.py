"""The line of stages that every mail passes, in this order. The first that has a reason ends its way.

The order counts: nothing is answered before it is known who reads the answer, nothing is locked before it is known
which campaign, and what concerns other campaigns leaves before anything is held in this one.
"""

import gc

import msgspec
import structlog

from adjudicator.components.russian import load_dictionary
from adjudicator.kernel.decisions import NoAnswer
from adjudicator.kernel.errors import BrokenGame
from adjudicator.kernel.registry import game_named, games, rules_kept
from adjudicator.mail.model import Nature
from adjudicator.mail.results import Verdict
from adjudicator.service.clocks.stuck_matches import Stuck
from adjudicator.service.inbox.arrival import OVERSIZE, read
from adjudicator.service.inbox.passing import Deferred, MessageContext, Stage
from adjudicator.service.inbox.stages import contents, senders, turns
from adjudicator.service.outbox import answers
from adjudicator.service.play.offers import prefilled_lines
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


# Prepare a process that handles mails before the first one comes, so that nobody waits for it.

log = structlog.get_logger()
GARBAGE = 20_000
"""The number of new objects before garbage is searched for: mails leave little of it. With 700, as Python has it,
the search took a fortieth of all time."""


def load_games() -> None:
    """Load every installed game, and rules that were kept, with all their parts, which otherwise come one by one.

    One whose package does not load is logged; campaigns of the others go on.
    """
    gc.disable()  # what is loaded stays: to look for garbage in it meanwhile takes a third of the time
    for name in (*games(), *rules_kept()):
        try:
            game = game_named(name)
            for part in game.parts:
                game.part(part)
        except Exception as error:
            cause = error.__cause__ if isinstance(error, BrokenGame) else error
            log.error("a game does not load", game=name, exc_info=cause or error)
    prefilled_lines()
    load_dictionary()
    keep_what_is_loaded()
    gc.set_threshold(GARBAGE)
    gc.enable()


def keep_what_is_loaded() -> None:
    """Exempt what is loaded from garbage collection.

    It is not searched from now on (130 ms, in the middle of somebody's message), nor copied by such a search into each
    forked worker.
    """
    gc.collect()
    gc.freeze()
