"""Order lines carried out on a match, leg by leg: what lies behind a draw is tried when the draw has been made."""

from collections.abc import Iterator, Sequence

from adjudicator.kernel.match import Match
from adjudicator.kernel.sandbox import Sandbox
from adjudicator.orders.options.drafts import KeptLine
from adjudicator.orders.options.rows import OrderContext
from adjudicator.orders.sets import MailOutcome, go_on, run_orders
from adjudicator.orders.text import NO_DOUBTS, Doubts


def legs(
    match: Match,
    desk: OrderContext,
    lines: Sequence[str],
    *,
    draft: Sequence[KeptLine] = (),
    waiting: Sequence[KeptLine] = (),
    doubts: Doubts = NO_DOUBTS,
) -> Iterator[MailOutcome]:
    """Yield what a mail's lines come to up to each draw, and to their end.

    The caller applies the actions of each outcome to the match before asking for the next. Only the last one says what
    is to be stored. `desk` holds a sandbox of the match.
    """
    outcome = run_orders(desk, lines, draft=draft, waiting=waiting, doubts=doubts)
    while outcome.paused is not None:
        before = match.position.n
        yield outcome
        made = [entry for entry in match.log if entry.n > before]
        outcome = go_on(outcome.paused, Sandbox.of(match, (desk.seat,)), made)
    yield outcome
