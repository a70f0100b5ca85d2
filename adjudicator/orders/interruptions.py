"""Questions that interrupt the turn of somebody else, as players call them when they answer them beforehand.

A game names every one of them once, in its phrasebook, and says whether it may be declined; a game that leaves one out
is refused. Random play holds both (`check_interruptions`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from adjudicator.orders.phrases import forms

if TYPE_CHECKING:
    from adjudicator.kernel.game import Game
    from adjudicator.orders.phrasebook import Phrasebook


class Interruption(Struct, frozen=True):
    """A kind of question, its names by language, the one that is printed first; `declines`: it may be declined."""

    kind: str
    names: Mapping[str, tuple[str, ...]]
    declines: bool = False


def interruption(kind: str, *, declines: bool = False, **names: str) -> Interruption:
    """Name a question: `interruption("toll", declines=True, en="toll | tolls", ru="пошлина")`."""
    return Interruption(kind, forms(names), declines)


def phrases_of(game: Game[Any]) -> Phrasebook:
    """The words of a game. Raises ValueError where it does not name exactly its questions that interrupt, and its
    phases.
    """
    book: Phrasebook = game.part("phrases")
    if wrong := set(game.phases) ^ set(book.phases.names):
        raise ValueError(f"{game.id}: phases and their names do not fit: {', '.join(sorted(wrong))}")
    asked = {each.kind for each in game.interrupting}
    if wrong := asked ^ set(book.interruptions):
        raise ValueError(f"{game.id}: questions that interrupt and their names do not fit: {', '.join(sorted(wrong))}")
    spoken = {code for each in book.interruptions.values() for code in each.names}
    for each in book.interruptions.values():
        if missing := spoken - set(each.names):
            raise ValueError(f"{game.id}: {each.kind} has no name in {', '.join(sorted(missing))}")
    return book
