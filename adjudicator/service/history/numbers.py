"""The log numbers of a history while the match goes on: entries of which its eyes know nothing do not count.

Whoever is no party to a secret agreement must find it neither by a gap nor by a step at which nothing is told.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from adjudicator.service.campaign.ledger import Ledger
from adjudicator.service.history.record import Ordered, Record, Step
from adjudicator.service.outbox.payloads import LineRead


def as_known(record: Record, aside: Sequence[int]) -> Record:
    """Return the record without the entries `aside` that its viewer was not told of."""
    told = {each.n for step in record.steps for each in step.told} | {each.n for each in record.before}
    known = Ledger(aside=tuple(n for n in aside if n not in told))
    if not known.aside:
        return record
    upto = known.last_public
    return replace(
        record,
        steps=tuple(_step(step, known) for step in record.steps if upto(step.last) > upto(step.first - 1)),
        orders=tuple(_orders(order, known) for order in record.orders),
        letters=tuple(replace(letter, after=upto(letter.after)) for letter in record.letters),
        before=tuple(replace(each, n=upto(each.n)) for each in record.before),
        corrections=tuple(replace(correction, after=upto(correction.after)) for correction in record.corrections),
    )


def _step(step: Step, known: Ledger) -> Step:
    told = tuple(replace(each, n=known.last_public(each.n)) for each in step.told)
    return replace(step, first=known.last_public(step.first - 1) + 1, last=known.last_public(step.last), told=told)


def _orders(ordered: Ordered, known: Ledger) -> Ordered:
    lines = tuple(_line(line, known) for line in ordered.lines)
    return replace(ordered, after=known.last_public(ordered.after), lines=lines)


def _line(line: LineRead, known: Ledger) -> LineRead:
    if line.first is None or line.last is None:
        return line
    return replace(line, first=known.last_public(line.first), last=known.last_public(line.last))
