"""Draws that are made at a table and entered by a moderator: which they are, and what he may enter.

Dice, and draws that the game calls open, can be seen by everybody. Whoever enters another one learns what is hidden,
and what it is drawn from; so that is nothing for a moderator who plays.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from typing import Any

from adjudicator.kernel.chance import Draw, Wanted
from adjudicator.kernel.game import Game
from adjudicator.language import Language
from adjudicator.reports.game import GameReport
from adjudicator.service.campaign_settings import TableDraws

MOST_CHOICES = 60
"""Values that are listed."""


class NoResult(ValueError):  # noqa: N818 - an answer
    """A text that is no result of a draw. `near` are some that are."""

    def __init__(self, near: Sequence[str]) -> None:
        super().__init__(", ".join(near))
        self.near = tuple(near)


def is_open(game: Game[Any], wanted: Wanted) -> bool:
    """Whether everybody at a table sees what is drawn, and from what."""
    return wanted.dice or wanted.name in game.open_draws


def entered_by_hand(game: Game[Any], which: TableDraws) -> Callable[[Wanted], bool] | None:
    """Which draws a moderator enters in a campaign that has agreed so; None: none."""
    if which == "none":
        return None
    return lambda wanted: which == "all" or is_open(game, wanted)


def range_of(wanted: Wanted) -> str:
    """What may come up, in short: `2 dice, each from 1 to 6`, `2 of a, b, c`."""
    if wanted.dice:
        return f"{wanted.count} × {wanted.candidates[0]}–{wanted.candidates[-1]}"
    among = ", ".join(str(each) for each in wanted.candidates[:MOST_CHOICES])
    more = ", …" if len(wanted.candidates) > MOST_CHOICES else ""
    return f"{wanted.count or 1} × {among}{more}"


def result_of(wanted: Wanted, told: str) -> Draw:
    """The draw with the result that somebody wrote: `5,4`, `lot=5 4`, names of tiles or cards in the order drawn.

    Raises NoResult where that could not have come up, or is too much or too little.
    """
    name, equals, rest = told.partition("=")
    if equals and name.strip().lower() != wanted.name:
        raise NoResult([wanted.name])
    words = [word for word in re.split(r"[\s,]+", rest if equals else told) if word]
    values = [_value(wanted, word) for word in words]
    if len(values) != (1 if wanted.count is None else wanted.count):
        raise NoResult([range_of(wanted)])
    left = list(wanted.candidates)
    for value in values:
        if not wanted.dice and value not in left:
            raise NoResult([range_of(wanted)])
        if not wanted.dice:
            left.remove(value)
    return {"draw": wanted.name, **wanted.keys, wanted.value_key: values[0] if wanted.count is None else values}


def _value(wanted: Wanted, word: str) -> Any:
    known = {str(each).lower(): each for each in wanted.candidates}
    if word.lower() in known:
        return known[word.lower()]
    begun = [each for name, each in known.items() if name.startswith(word.lower())]
    if len(begun) == 1 and not wanted.dice:
        return begun[0]
    near = [str(known[name]) for name in get_close_matches(word.lower(), list(known), 3)]
    raise NoResult(near or [range_of(wanted)])


def in_words(called: str, report: GameReport, language: Language) -> str:
    """The name of a draw with its keys (as `Wanted.called` gives it) for a reader: `Event cards (Britain)`."""
    name, _, rest = called.partition(" (")
    told = []
    for pair in rest.rstrip(")").split(", ") if rest else ():
        key, _, value = pair.partition(" ")
        told.append(report.party(value, language).name if key in ("seat", "side") else pair)
    drawn = report.draw(name, language)
    return f"{drawn} ({', '.join(told)})" if told else drawn


def words_of(draw: Draw) -> str:
    """A draw with its result, as everybody may read it where it lies open: `lot (seat blue): 5, 4`."""
    keys = [key for key in draw if key not in ("draw", "source", "no")]
    value = draw[keys[-1]]
    told = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
    where = ", ".join(f"{key} {draw[key]}" for key in keys[:-1])
    return f"{draw['draw']}{f' ({where})' if where else ''}: {told}"
