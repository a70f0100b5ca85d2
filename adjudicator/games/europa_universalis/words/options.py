"""What is asked, as far as templates alone do not say it: what is left to do in a turn; what an operation or a battle
asks for; in a brief mail the first options of each kind.
"""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from adjudicator.kernel.decisions import OpenDecision
from adjudicator.language import msgid
from adjudicator.reports.game import Asked, Coded
from adjudicator.reports.model import Option, OptionGroup

from ..facts import AREA, REALM, ZONE
from ..rules import acting, battles, cards
from ..rules.events import TakeEvent
from ..slots import CARD
from . import effects, events
from .book import ASKINGS, Known, Speech, ask

FEW: Final = 2
"""Options of one kind that a brief mail shows where there are many, besides how many more there are."""
MANY: Final = 12
"""So many options, and no more, it shows all."""


@ASKINGS.place
def card_does(action: cards.PlayCard, counter: Known, to: Speech) -> str:
    """What a card does."""
    return effects.of_card(counter.content.titles[counter.content.title_of(CARD.index[action.card])], to)


@ASKINGS.place
def event_does(action: TakeEvent, counter: Known, to: Speech) -> str:
    """What an event does."""
    return effects.told(counter.content.events[action.event].effects, to)


@ASKINGS.fact
def for_what(decision: OpenDecision, counter: Known, to: Speech) -> str:
    """What an operation asks for, and for how many."""
    what, n = decision.context["what"], decision.context.get("n", 1)
    asked = to.word(what, "asks")
    return to.gettext("%(question)s Still to choose: %(n)s", question=asked, n=n) if n > 1 else asked


@ASKINGS.fact
def the_battle(decision: OpenDecision, counter: Known, to: Speech) -> str:
    """Where a battle is, in which round, who has how much on each side."""
    battle = counter.state.battles[-1]
    where = to.thing(AREA, battle.area) if battle.area >= 0 else to.thing(ZONE, battle.zone)
    sides = [battles.strength_of(counter.state, each) for each in battles.SIDES]
    who = [events.side_of(own.seats, REALM.ids_of(own.realms), to) for own in (battle.attackers, battle.defenders)]
    told = " : ".join(f"{name} {n}" for name, n in zip(who, sides, strict=True))
    return to.gettext("%(where)s, round %(n)s: %(sides)s.", where=where, n=battle.round, sides=told)


def _heading(decision: OpenDecision, counter: Known, to: Speech) -> str:
    """What a turn still asks for."""
    if decision.context["acted"]:
        return to.gettext("Your action is done: further minor actions, or the end of your turn")
    if decision.context["event"]:
        return to.gettext("Your turn: take an event, with minor actions before or after it")
    return to.gettext("Your turn: an action, with minor actions before or after it, or pass")


def _links(asked: Asked, counter: Known, to: Speech) -> tuple[OptionGroup, ...]:
    """Each kind of action that is possible, of many by its first options, and how many more there are of it."""
    possible = [each for each in asked.options if not each.ahead]
    if len(possible) <= MANY:
        return ASKINGS.groups(possible, counter, to)
    by_kind: dict[type[Any], list[Coded]] = {}
    for each in possible:
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
    words = to.gettext("%(option)s (%(n)s more)", option=option.words, n=more) if more > 0 else option.words
    return replace(option, words=words)


def _how(asked: Asked, counter: Known, to: Speech) -> str:
    """How an action that is not shown is found."""
    if sum(not each.ahead for each in asked.options) <= MANY:
        return ""
    return to.gettext("Of each kind of action the first are shown; “list” brings all.")


ASKINGS.usual_links, ASKINGS.usual_how = _links, _how
ask(acting.TurnAnswers, msgid("your turn"), _heading)
