"""Tell whether lines of a mail speak of offers that somebody who reads them may not know of."""

from collections.abc import Iterator, Sequence

from adjudicator.orders.options.rows import OrderContext
from adjudicator.orders.sets import try_out
from adjudicator.service.play.agreements import offer as offers
from adjudicator.service.play.agreements.replies import Reply, split_replies
from adjudicator.service.play.agreements.signing import Signatory


def betrays(signatory: Signatory, desk: OrderContext, lines: Sequence[str], heard: Sequence[str]) -> bool:
    """Return whether these seats may not all know of what the lines offer, and of the offers that they speak of."""
    return any(not set(heard) <= set(parties) for parties in _parties(signatory, desk, lines))


def _parties(signatory: Signatory, desk: OrderContext, lines: Sequence[str]) -> Iterator[Sequence[str]]:
    """Yield for each offer in the lines who may know of it; of one that is not there nobody but its author."""
    replies, rest = split_replies(lines, signatory.is_party)
    answers = desk.match.game.anytime(desk.match.state, desk.seat)
    ordered = [reply.order for reply in replies if reply.order]
    for order in (rest, *([each] for each in ordered)):
        for row in try_out(desk, order).rows if any(order) else ():
            if row.signers and not (answers and isinstance(row.action, answers.open_offers)):
                yield row.signers
    for reply in replies:
        yield from _parties_of(signatory, reply)


def _parties_of(signatory: Signatory, reply: Reply) -> Iterator[Sequence[str]]:
    table = signatory.table
    found = offers.numbered(table.session, table.head.match_id, reply.number) if table.ledger.made else None
    if found is None or signatory.seat.name not in found.offer.parties:
        yield (signatory.seat.name,)
    elif not found.offer.public:
        yield found.offer.parties
