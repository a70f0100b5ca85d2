"""Word the questions where templates alone do not say what is asked.

This is what is left to do in a turn, and what an operation or a battle asks for.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from adjudicator.kernel.decisions import OpenDecision
from adjudicator.language import Value, msgid
from adjudicator.reports.first_of_each import first_of_each
from adjudicator.reports.game import Asked
from adjudicator.reports.model import OptionGroup

from ..effects import Choice
from ..facts import AREA, REALM, ZONE
from ..rules import acting, battles, cards, influence, operations, players, recruiting
from ..rules.administration import STABILITY, IncreaseStability, stability_cost
from ..rules.alliances import ForgeAlliance, forge_cost, given_by
from ..rules.book import OfRealm
from ..rules.claims import causes
from ..rules.declaration import stability_lost
from ..rules.drawing import ChooseMissions
from ..rules.events import TakeEvent
from ..rules.goals import cost_of
from ..rules.relations import is_led
from ..slots import CARD, CHARACTER, EVENT, IDEA
from . import effects, events
from .book import ASKINGS, Known, Speech, ask


@ASKINGS.place
def card_does(action: cards.PlayCard, counter: Known, to: Speech) -> str:
    """Describe what a card does."""
    return effects.of_card(counter.content.titles[counter.content.title_of(CARD.index[action.card])], to)


@ASKINGS.place
def event_does(action: TakeEvent, counter: Known, to: Speech) -> str:
    """List the ducats on an event, and what it does."""
    shown = counter.state.events.shown
    on_it = [to.gains(each.ducats) for each in shown if EVENT.ids[each.event] == action.event and each.ducats]
    return "; ".join(filter(None, (*on_it, effects.of_event(counter.content.events[action.event], to))))


@ASKINGS.place
def mission_does(action: ChooseMissions, counter: Known, to: Speech) -> str:
    """Describe what missions need and give."""
    return " / ".join(effects.of_mission(counter.content.missions[each], to) for each in action.missions)


@ASKINGS.place
def stability_price(action: IncreaseStability, counter: Known, to: Speech) -> str:
    """Return what one more stability costs now."""
    state = counter.state
    return effects.price({"adm": stability_cost(state, state.turn.active, STABILITY)}, to)


@ASKINGS.place
def idea_price(action: Any, counter: Known, to: Speech) -> str:
    """Return what an idea costs."""
    return effects.price(cost_of(counter.content, IDEA.index[action.idea]), to)


@ASKINGS.place
def alliance_price(action: ForgeAlliance, counter: Known, to: Speech) -> str:
    """Return what an alliance with a realm costs."""
    return effects.price({"dip": forge_cost(counter.state, REALM.index[action.realm])}, to)


@ASKINGS.place
def war_price(action: Any, counter: Known, to: Speech) -> str:
    """Say what a declaration of war costs: military power, and stability without a cause or on a married realm."""
    state, seat = counter.state, counter.state.turn.active
    by = {each: causes(state, counter.content, seat, each) for each in map(REALM.number, action.realms)}
    lost = stability_lost(state, seat, by)
    stability = f"{to.word('lose_stability', 'takes')} {to.signed(-lost)}" if lost else ""
    return ", ".join(filter(None, (effects.price({"mil": 1}, to), stability)))


@ASKINGS.place
def ally_gives(action: OfRealm, counter: Known, to: Speech) -> str:
    """Return how many units an ally brings that nobody plays."""
    state, realm = counter.state, REALM.index[action.realm]
    return "" if is_led(state, realm) else to.troops(given_by(state, realm))


@ASKINGS.place
def deal_would(action: Any, counter: Known, to: Speech) -> Value:
    """Describe what an accepted proposal brings."""
    return events.deal_told(action.agreed(counter.state.turn.active), to)


@ASKINGS.fact
def for_what(decision: OpenDecision, counter: Known, to: Speech) -> str:
    """Return what an operation asks for, and how many are still to be chosen."""
    what, n = decision.context["what"], decision.context.get("n", 1)
    asked = to.word(what, "asks")
    return to.gettext("%(question)s Still to choose: %(n)s", question=asked, n=n) if n > 1 else asked


@ASKINGS.fact
def to_take(decision: OpenDecision, counter: Known, to: Speech) -> int:
    """Return how many cards are left to take."""
    n: int = decision.context["left"]
    return n


@ASKINGS.fact
def for_influence(decision: OpenDecision, counter: Known, to: Speech) -> str:
    """Return what one more influence costs."""
    ducats = f"{to.word('lose_ducats', 'takes')} {to.signed(-influence.DUCATS)}"
    return to.any_of((effects.price({"dip": 1}, to), ducats))


@ASKINGS.fact
def for_units(decision: OpenDecision, counter: Known, to: Speech) -> str:
    """Return what units and ships cost."""
    regular, hired, ships = (
        ", ".join(f"{to.word(id)} {n}" for id, n in costs.items())
        for costs in (recruiting.COST["regular"], recruiting.COST["mercenary"], recruiting.SHIP_COST)
    )
    return to.gettext("Ducats: %(units)s; mercenaries: %(hired)s; %(ships)s.", units=regular, hired=hired, ships=ships)


@ASKINGS.fact
def the_card(decision: OpenDecision, counter: Known, to: Speech) -> str:
    """Return which card the moderator is to carry out."""
    return effects.card_at(decision.context["at"], to)


@ASKINGS.fact
def its_words(decision: OpenDecision, counter: Known, to: Speech) -> str:
    """Return what the card leaves to the moderator."""
    return effects.by_hand(decision.context["at"], to)


@ASKINGS.fact
def the_offer(decision: OpenDecision, counter: Known, to: Speech) -> Value:
    """Describe what one player proposes to another, and the deck from which a marriage gives both a card."""
    offer = players.offered(decision.seats[0], decision.context)
    told = events.deal_told(offer.agreed(decision.context["by"]), to)
    if not offer.marriage:
        return told
    return to.gettext("%(deal)s; a card for both: %(deck)s", deal=told, deck=to.word(offer.card))


@ASKINGS.fact
def the_battle(decision: OpenDecision, counter: Known, to: Speech) -> str:
    """Say where a battle is, in which round, who has how much on each side."""
    battle = counter.state.battles[-1]
    where = to.thing(AREA, battle.area) if battle.area >= 0 else to.thing(ZONE, battle.zone)
    sides = [battles.strength_of(counter.state, each) for each in battles.SIDES]
    node, both = battles.hunted(battle), (battle.attackers, battle.defenders)
    who = [events.side_of(own.seats, REALM.ids_of(own.realms), node, to) for own in both]
    told = " : ".join(f"{name} {n}" for name, n in zip(who, sides, strict=True))
    return to.gettext("%(where)s, round %(n)s: %(sides)s.", where=where, n=battle.round, sides=told)


@ASKINGS.fact
def the_ruler(decision: OpenDecision, counter: Known, to: Speech) -> str:
    """Return who may become the ruler by an event, with the skills printed on it, and what that costs."""
    event, cost = decision.context["event"], decision.context["cost"]
    skill = "/".join(map(str, counter.content.characters[event].skill))
    name = f"{to.thing(CHARACTER, CHARACTER.index[event])} {skill}"
    return ", ".join(filter(None, (name, effects.price({"adm": cost}, to))))


@ASKINGS.fact
def the_cardinals(decision: OpenDecision, counter: Known, to: Speech) -> str:
    """Return whose each cardinal is, with its number from the left."""
    return ", ".join(f"{n} {to.seat(seat)}" for n, seat in enumerate(counter.state.curia.cardinals, 1))


@ASKINGS.fact
def the_prize(decision: OpenDecision, counter: Known, to: Speech) -> str:
    """Return which ship is captured."""
    return to.word(decision.context["ship"])


def _options(asked: Asked, counter: Known, to: Speech) -> tuple[OptionGroup, ...]:
    """Return each option of a card with what it brings: `option 2: ducats +5`."""
    card: Choice = operations.found_at(counter.content, asked.decision.context["at"])
    brings = {
        each.code: effects.of_option(card.options[each.action.option - 1], to)
        for each in asked.options
        if isinstance(each.action, operations.TakeOption)
    }
    return tuple(
        replace(
            group, options=tuple(replace(each, words=f"{each.words}: {brings[each.code]}") for each in group.options)
        )
        for group in ASKINGS.groups(asked.options, counter, to)
    )


def _heading(decision: OpenDecision, counter: Known, to: Speech) -> str:
    """Return what a turn still asks for."""
    if decision.context["acted"]:
        return to.gettext("Action done: take minor actions or end your turn")
    if decision.context["event"]:
        return to.gettext("Your turn: take an event (plus minor actions)")
    return to.gettext("Your turn: take one action (plus minor actions) or pass")


first_of_each(ASKINGS)
ask(
    operations.OPTION,
    msgid("“%(the_card)s”: which option?"),
    msgid("“%(the_card)s”: which option do you choose?"),
    groups=_options,
    links=_options,
)
ask(acting.TurnAnswers, msgid("your turn"), _heading)
