"""Tell how lines on offers were read, and what came of them, for the answer to their mail."""

from collections.abc import Sequence
from functools import partial

import msgspec

from adjudicator.kernel.errors import Refusal
from adjudicator.orders.execution.trial import problem_of
from adjudicator.orders.options.rows import OrderContext, OrderResult
from adjudicator.orders.sets import try_out
from adjudicator.orders.vocabulary.refusals import Place, Problem
from adjudicator.reports.model import OrderOutcome
from adjudicator.service.campaign.troubles import Rejected
from adjudicator.service.outbox.payloads import LineRead
from adjudicator.service.play import readings
from adjudicator.service.play.agreements.replies import Reply
from adjudicator.service.play.agreements.signing import TOO_LATE, Entries, Signatory


def taken(signatory: Signatory, desk: OrderContext, reply: Reply) -> tuple[LineRead, Entries | None]:
    """Carry out a reply to an offer.

    If it was the last signature, the consequences are carried out, too.
    """
    if reply.guessed:
        return _asked_back(reply), None
    try:
        done = signatory.reply(reply, partial(_alone, desk))
    except (Rejected, Refusal) as refused:
        return _refused(signatory, reply, refused), None
    if done.row is not None:
        read = readings.line_read(done.row)
        return msgspec.structs.replace(read, number=reply.line, original=reply.text), None
    made, outcome = done.entries, OrderOutcome.OFFERED if reply.said == "counter" else OrderOutcome.NOTED
    read = LineRead(reply.line, reply.text, outcome, said=done.said, detail=done.detail)
    if made is None:
        return read, None
    return msgspec.structs.replace(read, outcome=OrderOutcome.DONE, first=made.first, last=made.last), made


def tried(signatory: Signatory, desk: OrderContext, reply: Reply) -> LineRead:
    """Return what a reply to an offer would do."""
    if reply.guessed:
        return _asked_back(reply)
    try:
        said, detail = signatory.foresee(reply, partial(_alone, desk))
    except (Rejected, Refusal) as refused:
        return _refused(signatory, reply, refused)
    return LineRead(reply.line, reply.text, OrderOutcome.LEGAL, said=said, detail=detail)


def put_before(signatory: Signatory, row: OrderResult, read: LineRead) -> tuple[LineRead, Entries | None]:
    """Put an offer before the others who must sign it, if possible; if nobody must, return what it brought about."""
    try:
        done = signatory.made(row, signatory.offer(row))
    except Rejected as no:
        return msgspec.structs.replace(read, outcome=OrderOutcome.NOT_DONE, detail=signatory.why(no)), None
    except Refusal as refusal:
        return msgspec.structs.replace(read, outcome=OrderOutcome.REFUSED, problem=problem_of(refusal)), None
    read = msgspec.structs.replace(read, detail=done.detail)
    if done.entries is None:
        return read, None
    first, last = done.entries.first, done.entries.last
    return msgspec.structs.replace(read, outcome=OrderOutcome.DONE, first=first, last=last), done.entries


def foreseen(signatory: Signatory, rows: Sequence[OrderResult]) -> list[LineRead]:
    """Return lines that are only tried, with what they would do."""
    read = readings.with_effects(signatory.table, signatory.seat, rows)
    for place, row in enumerate(rows):
        if row.signers and row.status == "legal":
            try:
                read[place] = msgspec.structs.replace(read[place], detail=signatory.would_offer(row))
            except Rejected as no:
                why = signatory.why(no)
                read[place] = msgspec.structs.replace(read[place], outcome=OrderOutcome.NOT_DONE, detail=why)
    return read


def _alone(desk: OrderContext, line: str) -> OrderResult:
    """Return how an order would be read that stands behind a word on an offer."""
    return next(iter(try_out(desk, [line]).rows), OrderResult(0, line, "ignored"))


def _asked_back(reply: Reply) -> LineRead:
    """Ask again for a reply with an ambiguous letter, in letters that are the same in every charset."""
    plain = f"A{reply.number} {reply.said}".strip() + (f": {reply.order}" if reply.order else "")
    problem = Problem("ambiguous", "guessed", Place(reply.guessed, 1), nearest=(plain,))
    return LineRead(reply.line, reply.text, OrderOutcome.AMBIGUOUS, problem=problem)


def _refused(signatory: Signatory, reply: Reply, refused: Rejected | Refusal) -> LineRead:
    """Return a reply to an offer that is not taken, and why."""
    if isinstance(refused, Refusal):
        return LineRead(reply.line, reply.text, OrderOutcome.REFUSED, problem=problem_of(refused))
    outcome = OrderOutcome.LATE if refused.trouble in TOO_LATE else OrderOutcome.NOT_DONE
    return LineRead(reply.line, reply.text, outcome, detail=signatory.why(refused))
