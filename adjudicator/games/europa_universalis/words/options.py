"""Word the questions where templates alone do not say what is asked.

This is what is left to do in a turn, and what an operation or a battle asks for.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from msgspec.structs import replace

from adjudicator.components import bits
from adjudicator.kernel.actions import Action
from adjudicator.kernel.decisions import OpenDecision
from adjudicator.language import Value, msgid
from adjudicator.reports.layout.first_of_each import first_of_each
from adjudicator.reports.model import OptionGroup
from adjudicator.reports.wording.game import Asked

from ..effects import Choice
from ..facts import AREA, NONE, PROVINCE, PROVINCES_OF, REALM, ZONE
from ..rules import acting, battle_dice, battles, cards, influence, operations, players, recruiting, treaties
from ..rules.alliances import given_by
from ..rules.book import OfArea, OfCard, OfProvince, OfRealm, TurnDeed
from ..rules.characters import employed
from ..rules.claims import causes
from ..rules.declaration import stability_lost
from ..rules.drawing import ChooseMissions, OfCards
from ..rules.relations import is_led, realm_of
from ..rules.settlement import bloc, taken
from ..rules.units import UNITS
from ..slots import CARD, CHARACTER, EVENT
from . import effects, events, figures, ready
from .book import ASKINGS, Known, Speech, ask, costs


@ASKINGS.place
def each_does(action: OfCards, counter: Known, to: Speech) -> str:
    """Describe what a card costs and does, and who is on it; several cards stand alone among the options, too."""
    told = (figures.whole_card(CARD.index[card], counter.content, to) for card in action.cards)
    return next(told, "") if len(action.cards) == 1 else ""


@ASKINGS.place
def pass_brings(action: Action, counter: Known, to: Speech) -> str:
    """Return the ducats for passing now."""
    return to.gains(bonus) if (bonus := acting.pass_bonus(counter.state, counter.state.turn.active)) else ""


@ASKINGS.place
def act_does(action: cards.UseDisplay, counter: Known, to: Speech) -> str:
    """Describe what an action of a display card does, and how many charges it takes."""
    act = action.act_of(counter.content)
    if act is None:
        return ""
    uses = to.ngettext("%(n)s charge", "%(n)s charges", act.uses)
    return "; ".join(filter(None, (uses, effects.in_all(act.manual, act.effects, to))))


@ASKINGS.place
def battle_price(action: battle_dice.UseInBattle, counter: Known, to: Speech) -> str:
    """Return what a battle action costs."""
    face = battle_dice.battle_face(counter.content, CARD.index[action.card], action.act)
    return "" if face is None else effects.price({"mil": face.cost, "ducats": face.ducats}, to)


@ASKINGS.place
def dice_given(action: battle_dice.UseInBattle, counter: Known, to: Speech) -> str:
    """Return the battle dice that a battle action gives by itself, besides those that are chosen with it."""
    face = battle_dice.battle_face(counter.content, CARD.index[action.card], action.act)
    dice = [] if face is None else battle_dice.dice_of(face)
    given = {unit: sum(getattr(each, unit) for each in dice) for unit in UNITS}
    told = ", ".join(f"{to.word(unit)} {n}" for unit, n in given.items() if n)
    return to.gettext("dice: %(dice)s", dice=told) if told else ""


@ASKINGS.place
def idea_does(action: Any, counter: Known, to: Speech) -> str:
    """Describe what an idea does."""
    return effects.of_idea(counter.content.ideas[action.idea], to)


@ASKINGS.place
def mission_brings(action: Any, counter: Known, to: Speech) -> str:
    """Describe what a completed mission brings."""
    return effects.of_mission(counter.content.missions[action.mission], to).rpartition(" → ")[2]


@ASKINGS.place
def service(action: Any, counter: Known, to: Speech) -> str:
    """Return the post of somebody who may be dismissed, and their skills."""
    there, state = CHARACTER.index[action.character], counter.state
    posts = (to.word(post) for seat in state.led for post, each in employed(state, seat) if each == there)
    known = action.character in counter.content.characters  # whom a pack begins with has no card
    return ", ".join((*posts, *([_skills(action.character, counter, to)] if known else ())))


def _skills(character: str, counter: Known, to: Speech) -> str:
    face = counter.content.characters[character]
    dice = ", ".join(f"{to.word(unit)} {n}" for unit in UNITS if (n := getattr(face.dice, unit)))
    skill = to.gettext("skill %(skill)s", skill="/".join(map(str, face.skill)))
    return "; ".join(filter(None, (skill, dice and to.gettext("dice: %(dice)s", dice=dice))))


@ASKINGS.place
def whose(action: Any, counter: Known, to: Speech) -> str:
    """Return whose a cardinal is."""
    return to.seat(counter.state.curia.cardinals[action.slot - 1])


@ASKINGS.place
def town_of(action: OfProvince, counter: Known, to: Speech) -> str:
    """Return the realm that owns a province, if nobody plays it: a vassal, for example."""
    owner = counter.state.owner[PROVINCE.index[action.province]]
    return "" if owner == NONE or is_led(counter.state, owner) else to.thing(REALM, owner)


@ASKINGS.place
def towns_of_vassals(action: OfArea, counter: Known, to: Speech) -> str:
    """Return the realms without a player that own provinces in an area."""
    owners = dict.fromkeys(counter.state.owner[bit] for bit in bits(PROVINCES_OF[AREA.index[action.area]]))
    return to.things(REALM, (owner for owner in owners if owner != NONE and not is_led(counter.state, owner)))


@ASKINGS.place
def event_does(action: Any, counter: Known, to: Speech) -> str:
    """List the ducats on an event, and what it does."""
    shown = counter.state.events.shown
    on_it = [to.gains(each.ducats) for each in shown if EVENT.ids[each.event] == action.event and each.ducats]
    return "; ".join(filter(None, (*on_it, effects.of_event(counter.content.events[action.event], to))))


@ASKINGS.place
def mission_does(action: ChooseMissions, counter: Known, to: Speech) -> str:
    """Describe what missions need and give."""
    return " / ".join(effects.of_mission(counter.content.missions[mission], to) for mission in action.missions)


@ASKINGS.place
def price(action: TurnDeed, counter: Known, to: Speech) -> str:
    """Return what a deed of the turn costs."""
    return costs(action, counter, to)[1]


@ASKINGS.place
def stability_falls(action: Any, counter: Known, to: Speech) -> str:
    """Say what stability a declaration of war costs: without a cause, or on a married realm."""
    state, seat = counter.state, counter.state.turn.active
    by = {each: causes(state, counter.content, seat, each) for each in map(REALM.number, action.realms)}
    lost = stability_lost(state, seat, by)
    return f"{to.word('lose_stability', 'takes')} {to.signed(-lost)}" if lost else ""


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
def in_one_email(decision: OpenDecision, counter: Known, to: Speech) -> str:
    """Say how many questions of the kind may follow this one, and that one email can answer them all."""
    more = decision.context.get("n", 1) - 1
    if not more:
        return ""
    return to.ngettext(
        "%(n)s more question like this may follow: answer both in one email, each in a line.",
        "Up to %(n)s more questions like this may follow: answer them all in one email, each in a line.",
        more,
    )


@ASKINGS.fact
def to_take(decision: OpenDecision, counter: Known, to: Speech) -> int:
    """Return how many cards are left to take."""
    n: int = decision.context["left"]
    return n


@ASKINGS.fact
def for_influence(decision: OpenDecision, counter: Known, to: Speech) -> str:
    """Return what one more influence costs."""
    return to.any_of((to.paid("dip", 1), to.paid("ducats", influence.DUCATS)))


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
def the_covert(decision: OpenDecision, counter: Known, to: Speech) -> str:
    """Return whose covert action it is, which one, and what it is aimed at."""
    said = decision.context
    what = effects.called_at(said["at"], to) if said["at"] else to.gettext("fabricated claims")
    aim = to.things(AREA, said["areas"]) or (to.thing(REALM, said["realm"]) if said["realm"] else "")
    told = to.gettext("%(seat)s, covert action “%(what)s”", seat=to.seat(said["by"]), what=what)
    return f"{told} ({aim})" if aim else told


@ASKINGS.fact
def covert_does(decision: OpenDecision, counter: Known, to: Speech) -> str:
    """Say what the covert action does, unless its name does."""
    at = decision.context["at"]
    does = effects.does_at(at, to) if at else ""
    return to.gettext("What it does: %(does)s.", does=does) if does else ""


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
def what_a_peace_does(decision: OpenDecision, counter: Known, to: Speech) -> str:
    """Say what each side gets in the present state, and what a white peace and a victory are."""
    state, told = counter.state, list[str]()
    one, two = map(realm_of, decision.seats)
    for taker, loser in ((one, two), (two, one)):
        places = taken(state, taker, bloc(state, loser, taker))
        if gained := places & ~treaties.capitals(state, places):
            names = to.listing(to.inflected(PROVINCE, bit, "accusative") for bit in bits(gained))
            told.append(
                to.gettext("Present state: %(realm)s gets %(places)s.", realm=to.thing(REALM, taker), places=names)
            )
    told.append(to.gettext("A white peace returns what is occupied. A victory counts as a war won."))
    return " ".join(told)


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
        option.code: effects.of_option(card.options[option.action.option - 1], to)
        for option in asked.options
        if isinstance(option.action, operations.TakeOption)
    }
    return tuple(
        replace(
            group,
            options=tuple(replace(option, words=f"{option.words}: {brings[option.code]}") for option in group.options),
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


def _note(asked: Asked, counter: Known, to: Speech) -> str:
    """Say what ends a turn, and how it goes on."""
    if asked.decision.context["acted"]:
        return to.gettext("Any order now ends your turn, unless you add “more” after it.")
    return to.gettext("An action ends your turn, unless you add “more” after it.")


def _kind(action: Action) -> Hashable:
    """Return which options stand together behind an arrow: of those about cards the ones about the same."""
    return type(action), action.card if isinstance(action, OfCard) else ""


first_of_each(ASKINGS, kind=_kind)
ASKINGS.usual_examples = ready.examples
ask(
    operations.OPTION,
    msgid("“%(the_card)s”: which option?"),
    msgid("“%(the_card)s”: which option do you choose?"),
    groups=_options,
    links=_options,
)
ask(acting.TurnAnswers, msgid("your turn"), _heading, note=_note)
