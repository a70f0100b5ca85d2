"""What is asked, as far as templates alone do not say it: what is left to do in a turn; in a brief mail the first
options of each kind.
"""

from __future__ import annotations

from typing import Any, Final

from adjudicator.kernel.decisions import OpenDecision
from adjudicator.language import msgid
from adjudicator.reports.game import Asked, Coded
from adjudicator.reports.model import Option, OptionGroup

from ..rules import acting
from .book import ASKINGS, Known, Speech, ask

FEW: Final = 2
"""Options of one kind that a brief mail shows, besides how many more there are."""


def _heading(decision: OpenDecision, counter: Known, to: Speech) -> str:
    """What a turn still asks for."""
    if decision.context["acted"]:
        return to.gettext("Your action is done: further minor actions, or the end of your turn")
    if decision.context["event"]:
        return to.gettext("Your turn: take an event, with minor actions before or after it")
    return to.gettext("Your turn: an action, with minor actions before or after it, or pass")


def _links(asked: Asked, counter: Known, to: Speech) -> tuple[OptionGroup, ...]:
    """Each kind of action that is possible, by its first options, and how many more there are of it."""
    by_kind: dict[type[Any], list[Coded]] = {}
    for each in asked.options:
        if not each.ahead:
            by_kind.setdefault(type(each.action), []).append(each)
    shown = [each for found in by_kind.values() for each in found[:FEW]]
    more = {found[min(FEW, len(found)) - 1].code: len(found) - FEW for found in by_kind.values()}
    return tuple(
        OptionGroup(
            options=tuple(_shown(option, more.get(option.code, 0), to) for option in group.options),
            heading=group.heading,
        )
        for group in ASKINGS.groups(shown, counter, to)
    )


def _shown(option: Option, more: int, to: Speech) -> Option:
    words = f"{option.words} {to.gettext('(%(n)s more)', n=more)}" if more > 0 else option.words
    return Option(code=option.code, words=words, whole=option.whole)


def _how(asked: Asked, counter: Known, to: Speech) -> str:
    """How an action that is not shown is found."""
    return to.gettext("Of each kind of action the first are shown; “list” brings all.")


ask(acting.TurnAnswers, msgid("your turn"), _heading, links=_links, how=_how)
