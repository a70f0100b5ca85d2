"""Find the lines of a draft that count when its deadline is over."""

from collections.abc import Sequence
from itertools import takewhile

from msgspec.structs import replace

from adjudicator.orders.execution.outcomes import dry_run
from adjudicator.orders.options.drafts import DraftLine, KeptLine
from adjudicator.orders.options.rows import OrderContext, OrderResult


def counting(desk: OrderContext, draft: Sequence[KeptLine]) -> tuple[tuple[KeptLine, ...], tuple[OrderResult, ...]]:
    """Return the lines of a draft that would be carried out without their mistakes, and how they were tried.

    They are those that were not wrong, in their order, as far as they are legal in every world that the seat may be in,
    up to the first stop. A draft without a mistake was only proposed, or is incomplete: nothing of it counts.
    """
    right = [line for line in draft if not (line.wrong or line.idle or line.behind)]
    if not any(line.wrong and not line.behind for line in draft):
        return (), ()
    desk = replace(desk, compared=desk.answers(), begun=desk.start())
    while right:
        lines = [DraftLine(at, line.text, "waiting", doubts=line.doubts) for at, line in enumerate(right)]
        rows = dry_run(desk, lines)
        good = sum(1 for _ in takewhile(_is_sure, rows))
        if good == len(rows):
            return tuple(right), tuple(row for row in rows if row.action is not None)
        right = right[: rows[good].line]
    return (), ()


def _is_sure(row: OrderResult) -> bool:
    return row.status == "ignored" or (row.status == "legal" and row.action is not None and not row.signers)
