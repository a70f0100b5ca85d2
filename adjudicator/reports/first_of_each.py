"""Brief mails of games with hundreds of options: each kind of action by its first ones, and how many more there are."""

from __future__ import annotations

from typing import Any, Final, TypeVar

from msgspec.structs import replace

from adjudicator.reports.asking import Askings
from adjudicator.reports.game import Asked, Coded
from adjudicator.reports.model import Option, OptionGroup
from adjudicator.reports.speech import Speech

C = TypeVar("C")
S = TypeVar("S", bound=Speech)
FEW: Final = 2
"""Options of one kind that are shown where there are many."""
MANY: Final = 12
"""So many options, and no more, are shown all."""


def first_of_each(askings: Askings[S, C]) -> None:
    """Lets questions that are declared with no links of their own be answered so."""

    def links(asked: Asked, counter: C, to: S) -> tuple[OptionGroup, ...]:
        possible = [each for each in asked.options if not each.ahead]
        if len(possible) <= MANY:
            return askings.groups(possible, counter, to)
        by_kind: dict[type[Any], list[Coded]] = {}
        for each in possible:
            by_kind.setdefault(type(each.action), []).append(each)
        shown = [each for found in by_kind.values() for each in found[:FEW]]
        more = {found[min(FEW, len(found)) - 1].code: len(found) - FEW for found in by_kind.values()}
        return tuple(
            replace(group, options=tuple(_shown(each, more.get(each.code, 0), to) for each in group.options))
            for group in askings.groups(shown, counter, to)
        )

    def how(asked: Asked, counter: C, to: S) -> str:
        """How an action that is not shown is found."""
        if sum(not each.ahead for each in asked.options) <= MANY:
            return ""
        return to.gettext("Of each kind of action the first are shown; “list” brings all.")

    askings.usual_links, askings.usual_how = links, how


def _shown(option: Option, more: int, to: Speech) -> Option:
    words = to.gettext("%(option)s (%(n)s more)", option=option.words, n=more) if more > 0 else option.words
    return replace(option, words=words)
