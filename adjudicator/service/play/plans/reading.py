"""Read plans: lines below `plan:`, a round for each turn, with conditions that are judged when it begins.

A line `next round` begins another round, `ask me` leaves one to its player. `if COND: ORDERS; else: ORDERS` is one line
or two; `if COND, ORDER` means the same where the game knows the condition. An `else` that no condition stands above
begins another way: all lines from there on, up to the next `else` or round, are tried if those before are not legal.
`else: next round` tries what follows instead.
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
_ON: Final = frozenset(("next", "next round", "next turn", "следующий", "следующий ход", "следующий раунд"))
_ASK: Final = frozenset(("stop", "ask", "ask me", "stop and ask me", "стоп", "спросить", "спроси", "спроси меня"))
_IF: Final = re.compile(r"\s*(?:if|если)\s+(?P<condition>[^:]+?)\s*:\s*(?P<then>.*)$", re.IGNORECASE)
_IF_SAID: Final = re.compile(
    r"\s*(?:if|если)\s+(?P<condition>[^:,]+?)\s*(?:,\s*(?:then|то)?|\s(?:then|то))\s+(?P<then>\S.*)$", re.IGNORECASE
)
_ELSE: Final = re.compile(r"\s*(?:else|otherwise|иначе|в\s+противном\s+случае)\s*:\s*(?P<then>.*)$", re.IGNORECASE)
_WAY: Final = re.compile(
    r"\s*(?:or\s+)?(?:else|otherwise|(?:или\s+)?иначе|в\s+противном\s+случае)(?:\s*[:,]\s*|\s+|\s*$)(?P<then>.*)$",
    re.IGNORECASE,
)
_ELSE_INSIDE: Final = re.compile(r"[\s;,.]+(?:else|otherwise|иначе|в\s+противном\s+случае)\s*:\s*", re.IGNORECASE)


class Typed(NamedTuple):
    """A line of a plan as it was typed: its number in the mail, its text, and the condition before it.

    `way`: the number of the way of its round that it belongs to; the first that is legal is carried out.
    """

    number: int
    text: str
    condition: str = ""
    otherwise: bool = False
    way: int = 0


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
        return Block(at, tuple(map(_said, rounds)), head["until"] or "")
    return None


def begins_plan(line: str) -> bool:
    """Return whether all lines from this one on are a plan."""
    return _HEAD.match(line) is not None


def whole(lines: Sequence[str], knows: Knows) -> Block:
    """Return all of these lines as one round."""
    typed: list[Typed] = []
    for number, text in enumerate(lines, 1):
        typed += _taken_apart(number, text, typed, knows)
    return Block(0, (_said(typed),))


def _said(typed: Sequence[Typed]) -> tuple[Typed, ...]:
    """Return lines without those that only begin another way."""
    return tuple(each for each in typed if each.text)


def _taken_apart(number: int, text: str, before: Sequence[Typed], knows: Knows) -> Iterator[Typed]:
    """Yield the parts of a line, each with its condition and its way.

    An `else` alone belongs to the condition above it; where there is none, it begins another way.
    """
    way = before[-1].way if before else 0
    found = _IF.match(text) or _IF_SAID.match(text)
    if found is not None and (found.re is _IF or knows(found["condition"])):
        first, *other = _ELSE_INSIDE.split(found["then"], maxsplit=1)
        condition = found["condition"]
        yield Typed(number, first.strip(), condition, way=way)
        yield from (Typed(number, each.strip(), condition, otherwise=True, way=way) for each in other if each.strip())
    elif (found := _ELSE.match(text)) is not None and before and before[-1].condition:
        yield Typed(number, found["then"].strip(), before[-1].condition, otherwise=True, way=way)
    elif before and (found := _WAY.match(text)) is not None:
        yield from _taken_apart(number, found["then"], (Typed(number, "", way=way + 1),), knows)
        if not found["then"]:
            yield Typed(number, "", way=way + 1)
    elif text.strip():
        yield Typed(number, text, way=way)


def leaves_it_open(typed: Sequence[Typed]) -> bool:
    """Return whether the lines of a round say that its player is to be asked."""
    return all(_folded(each) in _ASK for each in typed)


def goes_on(typed: Sequence[Typed]) -> bool:
    """Return whether the lines of a way say that the next round is to be tried."""
    return all(_folded(each) in _ON for each in typed)


def _folded(line: Typed) -> str:
    return " ".join(word.folded for word in tokenize(line.text))


def counts(line: Planned | Typed, match: ReadOnlyMatch, seat: str, code: str) -> bool:
    """Return whether a line has no condition, or one that holds in what the seat may know. Raises Rejected."""
    if not line.condition:
        return True
    return standing_lines.holds(line.condition, match, seat, code) is not line.otherwise


def answers_another(rows: Sequence[OrderResult]) -> bool:
    """Return whether tried lines answer another question than the one that is asked, or none of them is needed here."""
    if all(row.status == "ignored" for row in rows):
        return True
    problem = next((row.problem for row in rows if row.status == "refused"), None)
    return problem is not None and (problem.code == "not_now" or problem.why == "too_early")


def dearer(now: str, planned: str) -> bool:
    """Return whether a price is other than it was when the line was planned, and not only lower."""
    figures = [[int(each) for each in re.findall(r"\d+", text)] for text in (now, planned)]
    alike = re.sub(r"\d+", "", now) == re.sub(r"\d+", "", planned)
    return now != planned and not (alike and all(new <= old for new, old in zip(*figures, strict=True)))
