"""The log: one entry a change, enough to play a match again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from adjudicator.kernel.actions import SYSTEM, Action, SystemLine, WindowAnswers
from adjudicator.kernel.chance import Draw
from adjudicator.kernel.game import Game

By = str | tuple[str, ...]

NO_AGREEMENT = "no_agreement"
AGAIN, DEFAULT, ONLY = "again", "default", "only"


class Entry(msgspec.Struct):
    """One entry: who did what, and the draws it caused.

    `how` is "" for an answer somebody gave, `only` where there was one possible answer (a replay gives it
    itself), `default` where the deadline gave it, `again` where a correction gave what had followed by itself before.
    """

    n: int
    by: By
    action: Action | SystemLine | WindowAnswers
    chance: list[Draw]
    how: str = ""

    @property
    def given(self) -> bool:
        """Whether somebody gave it; the others follow by themselves in a replay."""
        if self.by == SYSTEM:
            return isinstance(self.action, WindowAnswers) or self.action.op == NO_AGREEMENT
        return self.how != ONLY

    def line(self, game: Game[Any]) -> dict[str, Any]:
        """Return the entry as a flat JSON object, e.g. `{"n": 4, "by": "red", "op": "bid", "coins": 3}`."""
        by = list(self.by) if isinstance(self.by, tuple) else self.by
        line: dict[str, Any] = {"n": self.n, game.seat_key: by}
        if isinstance(self.action, Action):
            line |= msgspec.to_builtins(self.action)
        elif isinstance(self.action, SystemLine):
            line |= {"op": self.action.op, **self.action.args}
        else:
            line |= {"op": self.action.op, "answers": self.action.answers}
        if self.how:
            line["how"] = self.how
        if self.chance:
            line["chance"] = [draw.line for draw in self.chance]
        return line


def only_answers(entries: Iterable[Entry], seat: str) -> tuple[Action, ...]:
    """Return the answers of a seat that these entries gave by themselves, since there were no others."""
    found = (entry.action for entry in entries if entry.by == seat and entry.how == ONLY)
    return tuple(action for action in found if isinstance(action, Action))


def entry_of(line: Mapping[str, Any], game: Game[Any]) -> Entry:
    """Read a log line. Raises msgspec.ValidationError or KeyError where it is not a line of this game."""
    rest = dict(line)
    n, by = rest.pop("n"), rest.pop(game.seat_key)
    chance, how = [Draw.of(draw) for draw in rest.pop("chance", ())], rest.pop("how", "")
    action: Action | SystemLine | WindowAnswers
    if by == SYSTEM and rest["op"] == "window":
        action = WindowAnswers(rest["answers"])
    elif by == SYSTEM:
        action = SystemLine(rest.pop("op"), rest)
    else:
        action = msgspec.convert(rest, game.action_type)
    return Entry(n, tuple(by) if isinstance(by, list) else by, action, chance, how)
