"""Read plans: lines below `plan:`, a round for each turn, with conditions that are judged when it begins.

A line `next round` begins another round, `ask me` leaves one to its player. `if COND: ORDERS; else: ORDERS` is one line
or two; `if COND, ORDER` means the same where the game knows the condition.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from adjudicator.kernel.match_queries import ReadOnlyMatch
from adjudicator.orders.options.rows import OrderResult
from adjudicator.orders.text import tokenize
from adjudicator.service.play import standing_lines
from adjudicator.service.play.kept.held_orders import Planned

_HEAD: Final = re.compile(
    r"\s*(?:plan|план)(?:\s+(?:until|till|до)\s+(?P<until>[^:]+?))?\s*(?::\s*(?P<rest>.*)|$)", re.IGNORECASE
)
_NEXT: Final = re.compile(
    r"\s*(?:(?:in\s+|on\s+)?(?:the\s+)?(?:next|following)\s+(?:round|turn|impulse)|then|round|"
    r"(?:(?:в|на)\s+)?следующ(?:ий|ем|ая)\s+(?:раунд|раунде|ход|ходу|импульс|импульсе)|затем|потом|раунд)"
    r"(?:\s+\d{1,2})?\s*(?::\s*(?P<rest>.*)|$)",
    re.IGNORECASE,
)
_ASK: Final = frozenset(("stop", "ask", "ask me", "stop and ask me", "стоп", "спросить", "спроси", "спроси меня"))
_IF: Final = re.compile(r"\s*(?:if|если)\s+(?P<condition>[^:]+?)\s*:\s*(?P<then>.*)$", re.IGNORECASE)
_IF_SAID: Final = re.compile(
    r"\s*(?:if|если)\s+(?P<condition>[^:,]+?)\s*(?:,\s*(?:then|то)?|\s(?:then|то))\s+(?P<then>\S.*)$", re.IGNORECASE
)
_ELSE: Final = re.compile(r"\s*(?:else|otherwise|иначе|в\s+противном\s+случае)\s*:\s*(?P<then>.*)$", re.IGNORECASE)
_ELSE_INSIDE: Final = re.compile(r"[\s;,.]+(?:else|otherwise|иначе|в\s+противном\s+случае)\s*:\s*", re.IGNORECASE)


class Typed(NamedTuple):
    """A line of a plan as it was typed: its number in the mail, its text, and the condition before it."""

    number: int
    text: str
    condition: str = ""
    otherwise: bool = False


class Block(NamedTuple):
    """A mail taken apart: the number of lines before its plan, the lines of each round, and how long it counts."""

    before: int
    rounds: tuple[tuple[Typed, ...], ...]
    until: str = ""


Knows = Callable[[str], bool]
"""A function that tells whether a text is a condition of the game."""


def block_of(lines: Sequence[str], knows: Knows) -> Block | None:
    """Return the plan at the end of lines; None if there is none."""
    for at, line in enumerate(lines):
        if (head := _HEAD.match(line)) is None:
            continue
        rounds: list[list[Typed]] = [[]]
        for number, text in enumerate((head["rest"] or "", *lines[at + 1 :]), at + 1):
            begun = _NEXT.match(text)
            if begun is not None and (rounds[-1] or len(rounds) > 1):
                rounds.append([])
            rest = text if begun is None else begun["rest"] or ""
            rounds[-1] += _taken_apart(number, rest, rounds[-1], knows)
        return Block(at, tuple(map(tuple, rounds)), head["until"] or "")
    return None


def begins_plan(line: str) -> bool:
    """Return whether all lines from this one on are a plan."""
    return _HEAD.match(line) is not None


def whole(lines: Sequence[str], knows: Knows) -> Block:
    """Return all of these lines as one round."""
    typed: list[Typed] = []
    for number, text in enumerate(lines, 1):
        typed += _taken_apart(number, text, typed, knows)
    return Block(0, (tuple(typed),))


def _taken_apart(number: int, text: str, before: Sequence[Typed], knows: Knows) -> Iterator[Typed]:
    """Yield the parts of a line, each with its condition; an `else` alone belongs to the condition above it."""
    found = _IF.match(text) or _IF_SAID.match(text)
    if found is not None and (found.re is _IF or knows(found["condition"])):
        first, *other = _ELSE_INSIDE.split(found["then"], maxsplit=1)
        condition = found["condition"]
        yield Typed(number, first.strip(), condition)
        yield from (Typed(number, each.strip(), condition, otherwise=True) for each in other if each.strip())
    elif (found := _ELSE.match(text)) is not None and before and before[-1].condition:
        yield Typed(number, found["then"].strip(), before[-1].condition, otherwise=True)
    elif text.strip():
        yield Typed(number, text)


def leaves_it_open(typed: Sequence[Typed]) -> bool:
    """Return whether the lines of a round say that its player is to be asked."""
    return all(" ".join(word.folded for word in tokenize(each.text)) in _ASK for each in typed)


def counts(line: Planned | Typed, match: ReadOnlyMatch, seat: str, code: str) -> bool:
    """Return whether a line has no condition, or one that holds in what the seat may know. Raises Rejected."""
    if not line.condition:
        return True
    return standing_lines.holds(line.condition, match, seat, code) is not line.otherwise


def answers_another(rows: Sequence[OrderResult]) -> bool:
    """Return whether the first of tried lines answers another question than the one that is asked."""
    problem = rows[0].problem if rows else None
    return problem is not None and (problem.code == "not_now" or problem.why == "too_early")


def dearer(now: str, planned: str) -> bool:
    """Return whether a price is other than it was when the line was planned, and not only lower."""
    figures = [[int(each) for each in re.findall(r"\d+", text)] for text in (now, planned)]
    alike = re.sub(r"\d+", "", now) == re.sub(r"\d+", "", planned)
    return now != planned and not (alike and all(new <= old for new, old in zip(*figures, strict=True)))
