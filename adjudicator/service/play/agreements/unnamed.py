"""Words on an offer that do not name it: `yes`, `I sign`, «подписываю».

How it works. In answer to the mail that asked for a signature any such word is about that offer. In any other mail a
`yes` means the one offer that waits for a signature of its author. The line then reads as if its code stood before it.

What must hold: nothing is signed by a word that answers something else. A `yes` is left alone where a draft or the
question takes it, and means no offer that is newer than the mail that it replies to. Of several offers none is signed,
nor one in reply to a mail that tells of a mistake; its author is asked which.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from adjudicator.language import language
from adjudicator.orders.text import order_part
from adjudicator.orders.vocabulary.refusals import Place, Problem
from adjudicator.reports.model import OrderOutcome
from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.outbox.payloads import LineRead
from adjudicator.service.play import ordering
from adjudicator.service.play.agreements.offer import Numbered, code_of, open_offers
from adjudicator.service.play.attribution import is_right
from adjudicator.store.campaigns import SeatAtTable


def with_code(number: int, line: str) -> str:
    """Return a word on an offer behind the code of that offer.

    >>> with_code(3, "Yes!  # gladly")
    'A3 Yes!'
    """
    return f"{code_of(number)} {order_part(line).strip()}"


def waiting_for(
    table: CampaignContext, seats: Sequence[SeatAtTable], line: str, at: datetime, known: datetime | None
) -> tuple[Numbered, ...]:
    """Return the offers that a `yes` of these seats may sign; none where something else takes it.

    `known`: when the mail that it replies to was queued, if it is known.
    """
    names = {seat.name for seat in seats}
    found = tuple(
        each
        for each in open_offers(table)
        if not names.isdisjoint(each.offer.missing)
        and not each.offer.ended(table.match, at)
        and (known is None or each.stored.made_at <= known)
    )
    if found and any(is_right(row) for seat in seats for row in ordering.foresee(table, seat, [line]).rows):
        return ()
    return found


def which(table: CampaignContext, seat: SeatAtTable, line: str, found: Sequence[Numbered]) -> LineRead:
    """Ask which of these offers a line is to sign."""
    match = table.match
    book, yes = match.game.part("phrases").at(match.state), language(seat.language).typed(en="yes", ru="да")
    problem = Problem(
        "ambiguous",
        "several_names",
        Place(order_part(line).strip(), 1),
        nearest=tuple(str(book.say(each.offer.typed(match), seat.language)) for each in found),
        codes=tuple(f"{each.called} {yes}" for each in found),
    )
    return LineRead(1, line, OrderOutcome.AMBIGUOUS, problem=problem)
