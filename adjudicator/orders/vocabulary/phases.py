"""Name the phases of a game and the questions that interrupt the turn of somebody else.

A game names every such question once, in its phrasebook, and says whether it may be declined; a game that leaves one
out is refused (`phrases_of`).

Ends that the game sets are the end of a turn, or where a phase of it begins.

A game names its phases once, in its phrasebook, as they stand after `until`: `phase("market", en="market",
ru="ярмарки")` is written `until the market phase` and `до фазы ярмарки`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Final

from msgspec import Struct

from adjudicator.kernel.match_queries import ReadOnlyMatch
from adjudicator.kernel.position import Stage
from adjudicator.language import Language
from adjudicator.orders.text import normalize_word, tokenize
from adjudicator.orders.vocabulary.phrases import forms
from adjudicator.orders.vocabulary.shelves import Name, NameIndex

_THIS_TURN: Final = re.compile(
    r"(?:(?:the |this )?(?:end of |next )?(?:the |this )?(?:next )?(?:turn|round)(?: end)?"
    r"|(?:конца )?(?:этого |следующего |нового )?(?:хода|раунда))"
)
_TURN: Final = re.compile(
    r"(?:(?:the )?end of )?(?:turn|round) (\d{1,3})"
    r"|(?:конца )?(?:(?:хода|раунда) (\d{1,3})|(\d{1,3})(?:-?го)? (?:хода|раунда))"
)
_OF_TURN: Final = re.compile(r"(?P<rest>.+?) (?:(?:of|in) (?:turn|round)|хода|раунда) (?P<turn>\d{1,3})")
_AROUND: Final = re.compile(
    r"(?:(?:the )?(?:start|beginning) of |начала )?(?:the )?(?:next )?"
    r"(?:phase |фаз[аыу] )?(?P<name>.+?)(?: phase| фаз[аыу])?"
)


class PhaseName(Struct, frozen=True):
    """A phase, and how it is called behind `until`, by language; the form that is printed first."""

    id: str
    names: Mapping[str, tuple[str, ...]]


def phase(id: str, **names: str) -> PhaseName:
    """Name a phase: `phase("market", en="market | fair", ru="ярмарки")`."""
    return PhaseName(id, forms(names))


class Phases:
    """The phases of a game in words."""

    def __init__(self, names: Iterable[PhaseName] = ()) -> None:
        self.names = {name.id: name for name in names}

    def say(self, end: Stage, language: Language) -> str:
        """Return an end as it is written after `until`. Raise KeyError for a phase without a name."""
        if not end.phase:
            return language.typed(en="the end of turn %s", ru="конца хода %s") % end.turn
        of_turn = language.typed(en="of turn %s", ru="хода %s") % end.turn
        return f"{self.called(end.phase, language)} {of_turn}"

    def called(self, phase: str, language: Language) -> str:
        """Return a phase as it is written after `until`. Raise KeyError for a phase without a name."""
        return language.typed(en="the %s phase", ru="фазы %s") % language.forms(self.names[phase].names)[0]

    def listed(self, language: Language) -> str:
        """Return all of them; "" in a game without phases."""
        return language.listing([self.called(name, language) for name in self.names], "or") if self.names else ""

    def read(self, text: str, match: ReadOnlyMatch, code: str) -> Stage | None:
        """Return the end that a text in a player's language means, or None if it means none, or one that is over."""
        said, now = normalize_word(text).strip(" .!"), match.game.stage(match.position)
        if _THIS_TURN.fullmatch(said):
            return Stage(now.turn)
        if found := _TURN.fullmatch(said):
            end = Stage(int(found[1] or found[2] or found[3]))
            return None if match.game.reached(match.position, end) else end
        of_turn = _OF_TURN.fullmatch(said)
        name = self._named(of_turn["rest"] if of_turn else said, code)
        if name is None:
            return None
        end = Stage(int(of_turn["turn"]) if of_turn else now.turn, name)
        if not match.game.reached(match.position, end):
            return end
        return None if of_turn else Stage(now.turn + 1, name)

    def _named(self, text: str, code: str) -> str | None:
        found = _AROUND.fullmatch(text)
        typed = tuple(word.folded for word in tokenize(found["name"])) if found else ()
        ids = self._shelf.find(typed, code) or self._shelf.inflected(typed, code) if typed else ()
        return str(ids[0]) if len(ids) == 1 else None

    @cached_property
    def _shelf(self) -> NameIndex:
        return NameIndex(
            Name("phase", name.id, code, called[0], called[1:])
            for name in self.names.values()
            for code, called in name.names.items()
        )


class Interruption(Struct, frozen=True):
    """A kind of question, its names by language, the one that is printed first; `declines`: it may be declined."""

    kind: str
    names: Mapping[str, tuple[str, ...]]
    declines: bool = False


def interruption(kind: str, *, declines: bool = False, **names: str) -> Interruption:
    """Name a question: `interruption("toll", declines=True, en="toll | tolls", ru="пошлина")`."""
    return Interruption(kind, forms(names), declines)
