"""Find whole answers for the points of an impulse that can be sent as they are, one for each aim, with what they leave.

They are arithmetic on prices, no advice: each step is possible now and takes nothing from the others.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from adjudicator.language import msgid
from adjudicator.reports.model import Example, Examples
from adjudicator.reports.wording.game import Asked, Coded

from ..facts import LOCATION
from .book import ASKINGS, Counter, Speech

HEADING: Final = msgid("Complete impulses")
NOTE: Final = msgid("The figure is the CP that are left and lost; dice and answers of others come first.")
AIMS: Final = (
    *("assault", "translate", "publish_treatise", "call_debate", "burn_books", "build_st_peters", "found_university"),
    *("explore", "colonize", "conquer", "raise", "build", "take_control", "fight_foreign_war"),
)
"""What an impulse may be for; what else can be paid of the same kind follows. Marches are left to their leaders."""
_MOST: Final = 3
"""Steps before the end."""


def examples(asked: Asked, counter: Counter, to: Speech) -> Examples | None:
    """Return whole impulses; None for other questions."""
    if asked.say is None or asked.decision.kind != "spend" or not counter.seat:
        return None
    lines = tuple(_impulses(asked, counter, to))
    return Examples(heading=to.gettext(HEADING), lines=lines, note=to.gettext(NOTE)) if lines else None


def _impulses(asked: Asked, counter: Counter, to: Speech) -> Iterator[Example]:
    plain: list[Any] = [each.action for each in asked.options if not each.ahead]
    ends = [each for each in plain if each.op == "end_impulse"]
    for aim in AIMS:
        left, steps, places = counter.state.impulse.cp, list[Any](), set[str]()
        for each in sorted((each for each in plain if each.op == aim), key=lambda each: _rank(each, counter)):
            if len(steps) < _MOST and _price(each, counter) <= left and _place(each) not in places:
                left, steps, places = left - _price(each, counter), [*steps, each], {*places, _place(each)}
        if steps:
            yield _example(asked, [*steps, *ends] if left else steps, left, counter, to)


def _price(action: Any, counter: Counter) -> int:
    return int(action.price(counter.state, counter.seat))


def _rank(action: Any, counter: Counter) -> tuple[int, bool]:
    """Return the order of actions of a kind: the dearest first, and of equal ones those in capitals."""
    space = getattr(action, "space", None)
    return -_price(action, counter), space is None or not LOCATION.thing(space).capital


def _place(action: Any) -> str:
    """Return what an action is about: two of a kind are never about the same."""
    return str(getattr(action, "space", None) or getattr(action, "card", None) or "")


def _example(asked: Asked, impulse: list[Any], left: int, counter: Counter, to: Speech) -> Example:
    assert asked.say is not None
    told = [ASKINGS.option(Coded("", each, ""), counter, to).words for each in impulse if each.op != "end_impulse"]
    return Example(line="; ".join(map(asked.say, impulse)), words="; ".join(filter(None, told)), figure=to.points(left))


ASKINGS.usual_examples = examples
