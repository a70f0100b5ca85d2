"""Find whole turns that can be sent as they are, one for each aim, with the supply that they leave.

They are arithmetic on prices, no advice: each step is possible now and takes nothing from the others.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from adjudicator.language import msgid
from adjudicator.reports.model import Example, Examples
from adjudicator.reports.wording.game import Asked, Coded

from .book import ASKINGS, Counter, Speech

HEADING: Final = msgid("Complete turns")
NOTE: Final = msgid("Dice and yields are those before the first step.")
AIMS: Final = ("recover_relic", "recover_banner", "campaign", "search", "travel", "rest")
"""Aims of a turn. What the supply allows of mustering and trading comes before; searches and campaigns stop."""
_MOST: Final = 3
"""Steps before the end."""


def examples(asked: Asked, counter: Counter, to: Speech) -> Examples | None:
    """Return whole turns; None for other questions."""
    if asked.say is None or asked.decision.kind != "act":
        return None
    lines = tuple(_turns(asked, counter, to))
    return Examples(heading=to.gettext(HEADING), lines=lines, note=to.gettext(NOTE)) if lines else None


def _turns(asked: Asked, counter: Counter, to: Speech) -> Iterator[Example]:
    plain: list[Any] = [
        option.action for option in asked.options if not option.ahead and not getattr(option.action, "modifiers", ())
    ]
    gathering = [each for each in plain if each.op in ("muster", "trade")]
    gathering.sort(key=lambda each: _yield(each, counter), reverse=True)
    ends = (next((each for each in plain if each.op == op), None) for op in AIMS)
    rest = [each for each in plain if each.op == "rest"]
    for end in (each for each in ends if each is not None):
        purse = _after(_purse(counter), end, counter)
        turn, used = list[Any](), set[str]()
        for each in gathering:
            left = _after(purse, each, counter)
            if min(left) >= 0 and each.card not in used and len(turn) < _MOST:
                turn, used, purse = [*turn, each], {*used, each.card}, left
        turn += [end] if end.op in ("campaign", "search", "rest") else [end, *rest]
        if turn != rest:
            yield _example(asked, turn, purse[0], counter, to)


def _yield(action: Any, counter: Counter) -> int:
    """Return how much a muster or a trade brings of what it is for."""
    quote = action.quote(counter.state, counter.seat)
    return int(quote.warbands if action.op == "muster" else sum(quote.gained))


def _purse(counter: Counter) -> tuple[int, int, int]:
    """Return the supply, the favor and the secrets that a player has."""
    board = counter.state.boards[counter.seat]
    return board.supply, board.favor, board.secrets


def _after(purse: tuple[int, int, int], action: Any, counter: Counter) -> tuple[int, int, int]:
    if not hasattr(action, "fee"):
        return purse
    fee = action.fee(counter.state, counter.seat)
    return purse[0] - fee.supply, purse[1] - fee.favor, purse[2] - fee.secrets


def _example(asked: Asked, turn: list[Any], left: int, counter: Counter, to: Speech) -> Example:
    assert asked.say is not None
    told = [note for each in turn if (note := ASKINGS.option(Coded("", each, ""), counter, to).note)]
    return Example(
        line="; ".join(map(asked.say, turn)),
        words="; ".join(told),
        figure=to.gettext("%(supply)s left", supply=to.supply(left)),
    )


ASKINGS.usual_examples = examples
