"""What is asked, as far as templates alone do not say it: what is left to do in a turn; what an operation or a battle
asks for.
"""

from __future__ import annotations

from adjudicator.kernel.decisions import OpenDecision
from adjudicator.language import msgid
from adjudicator.reports.first_of_each import first_of_each

from ..effects import Choice
from ..facts import AREA, REALM, ZONE
from ..rules import acting, battles, cards, operations
from ..rules.events import TakeEvent
from ..slots import CARD
from . import effects, events
from .book import ASKINGS, Known, Speech, ask


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
def the_options(decision: OpenDecision, counter: Known, to: Speech) -> str:
    """What each option of a card brings, behind its number: `1: ducats +5; 2: stability +1`."""
    card: Choice = operations.found_at(counter.content, decision.context["at"])
    return "; ".join(f"{number}: {effects.told(each, to)}" for number, each in enumerate(card.options, 1))


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


first_of_each(ASKINGS)
ask(acting.TurnAnswers, msgid("your turn"), _heading)
