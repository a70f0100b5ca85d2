"""Find whole turns that can be sent as they are, of different kinds, with the florins and the cards that they bring.

They are arithmetic on what the bank knows, no advice: nobody looks at what the others may do.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from adjudicator.language import msgid
from adjudicator.reports.model import Example, Examples
from adjudicator.reports.wording.game import Asked, Coded

from ..facts import ITEM
from ..rules import cards as rules
from ..rules.market import place_of
from ..state import State
from .book import ASKINGS, Counter, Speech
from .cards import gist

HEADING: Final = msgid("Complete turns")
NOTE: Final = msgid(
    "Behind each line: the florins that you gain or lose. What fairs, battles and one-shots bring comes on top."
)
FIRST: Final = ("open_victory", "declare", "launch", "play_card", "sell", "fair", "run", "buy")
"""Kinds of actions, the most telling first; a turn begins with one of them, and buys something then if it can."""


def examples(asked: Asked, counter: Counter, to: Speech) -> Examples | None:
    """Return whole turns; None for other questions."""
    if asked.say is None or asked.decision.kind != "turn":
        return None
    lines = tuple(_turns(asked, counter, to))
    return Examples(heading=to.gettext(HEADING), lines=lines, note=to.gettext(NOTE)) if lines else None


def _turns(asked: Asked, counter: Counter, to: Speech) -> Iterator[Example]:
    state, by_kind = counter.state, dict[str, list[Any]]()
    for each in asked.options:
        if not each.ahead:
            by_kind.setdefault(each.action.op, []).append(each.action)
    bought = sorted(by_kind.get("buy", ()), key=lambda each: _florins(state, counter.seat, each), reverse=True)
    for op in FIRST:
        if op not in by_kind:
            continue
        first = max(by_kind[op], key=lambda each: _florins(state, counter.seat, each))
        turn = [first]
        if state.turn.left > 1 and op not in ("open_victory", "declare"):
            florins = state.florins[counter.seat] + _florins(state, counter.seat, first)
            turn += [each for each in bought if each != first and _price(state, each) <= florins][:1]
        yield _example(asked, turn, counter, to)


def _example(asked: Asked, turn: list[Any], counter: Counter, to: Speech) -> Example:
    """Return a turn with the cards that it brings into play or into the hand, and what it changes in florins."""
    assert asked.say is not None
    told = [text for each in turn if (text := _brings(each, counter, to))]
    florins = sum(_florins(counter.state, counter.seat, each) for each in turn)
    return Example(line="; ".join(map(asked.say, turn)), words="; ".join(told), figure=to.signed(florins))


def _brings(action: Any, counter: Counter, to: Speech) -> str:
    """Return the card that comes to the hand or into play, else what the list remarks on the action."""
    if action.op in ("buy", "play_card", "launch"):
        card = ITEM.index[action.card]
        return f"{to.at(ITEM, card)}: {gist(card, to)}"
    return ASKINGS.option(Coded("", action, ""), counter, to).note


def _price(state: State, action: Any) -> int:
    found = place_of(state, ITEM.index[action.card])
    return found[1] if found else 0


def _florins(state: State, seat: str, action: Any) -> int:
    """Return the florins that an action brings, or less than 0 if it costs some; 0 if that depends on more."""
    if action.op == "buy" and (found := place_of(state, ITEM.index[action.card])):
        return state.money[found[0]][found[1]] - found[1]
    if action.op == "sell":
        return rules.price(state, seat, ITEM.number(action.card))
    return 0


ASKINGS.usual_examples = examples
