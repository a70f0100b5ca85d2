"""Orders that were written into a letter by mistake: they must not leave with it."""

import re
from collections.abc import Sequence

from adjudicator.mail.model import ReplyLine
from adjudicator.orders.text import order_part
from adjudicator.service.campaign.act import CommandContext
from adjudicator.service.play import offers

_CODE = re.compile(r"(\d{1,6})\s*[^\W\d_]{1,2}\d{0,3}(\s*\+\s*\w{1,4})*[.!]?", re.IGNORECASE)


def orders_behind(act: CommandContext, lines: Sequence[ReplyLine]) -> str:
    """Return the last line if it is a code of the author's own open question: it means nothing to anybody else."""
    last = lines[-1].text if lines else ""
    return last if is_open_code(act, last) else ""


def is_open_code(act: CommandContext, line: str) -> bool:
    """Return whether a line is nothing but a code of a question that is open for the seat."""
    found = _CODE.fullmatch(order_part(line))
    return found is not None and int(found[1]) in {
        offer.number for offer in offers.offered_to(act.session, act.seat).open
    }
