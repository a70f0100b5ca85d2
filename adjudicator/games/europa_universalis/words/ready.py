"""Find whole answers that can be sent as they are: turns of different kinds, marches with a battle, a battle, calls.

They are arithmetic on what the seat knows, no advice: nobody looks at what the others may do.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import cycle, groupby, islice
from typing import Any, Final

from msgspec.structs import replace

from adjudicator.components import bits
from adjudicator.kernel.actions import Action
from adjudicator.language import msgid
from adjudicator.orders.vocabulary.conditions import Clause
from adjudicator.reports.model import Example, Examples
from adjudicator.reports.wording.game import Asked, Coded

from ..content import Content
from ..depending import CONDITIONS
from ..depending import asked as conditions
from ..facts import AREA, NONE, REALM
from ..phrases import PHRASES
from ..rules import battle_dice, battles, calls, casualties, movement, retreats
from ..rules.access import AwaitAttack, GoTo, ways
from ..rules.acting import EndTurn
from ..rules.battle_dice import NoMore
from ..rules.book import TurnDeed
from ..rules.cards import PlayCard
from ..rules.casualties import KeepCommand, LoseUnit
from ..rules.claims import causes
from ..rules.drawing import DiscardCards
from ..rules.influence import DUCATS, AddInfluence, StopInfluence
from ..rules.purse import lacks
from ..rules.recruiting import Build, Raise, Recruited
from ..rules.relations import areas_of, hostile_units, is_led, realm_of
from ..rules.retreats import StandFast
from ..rules.rounds import HAND
from ..rules.units import ALONE, UNITS, armies_in, strength
from ..slots import CARD, EVENT
from ..state import Army, State, Units
from . import effects
from .book import ASKINGS, Known, Speech
from .hands import card_does

Made = Callable[[Asked, str, Known, Speech], Iterator[Example]]
OUTNUMBERED: Final = next(each for each in conditions.conditions if each.__struct_config__.tag == "outnumbered")


def examples(asked: Asked, counter: Known, to: Speech) -> Examples | None:
    """Return whole answers to a question, with what they bring; None if there are none."""
    repeated = _IN_ONE_LINE if asked.decision.context.get("n", 1) > 1 else None
    found = _MADE.get(asked.decision.kind, repeated)
    if asked.say is None or found is None:
        return None
    make, heading, note = found
    lines = tuple(make(asked, asked.decision.seats[0], counter, to))
    return Examples(heading=to.gettext(heading), lines=lines, note=to.gettext(note)) if lines else None


def _line(asked: Asked, *actions: Action) -> str:
    """Return orders as one line."""
    assert asked.say is not None
    return "; ".join(map(asked.say, actions))


# turns ---------------------------------------------------------------------------------------------------------------


def _turns(asked: Asked, seat: str, counter: Known, to: Speech) -> Iterator[Example]:
    """Yield turns of different kinds: each with the missions that can be completed, an action, and the end."""
    state, by_kind = counter.state, dict[str, list[Action]]()
    for option in asked.options:
        by_kind.setdefault(option.action.op, []).append(option.action)
    missions = by_kind.get("complete_mission", [])
    if "end_turn" in by_kind:
        if missions:
            yield _turn(asked, [*missions, EndTurn()], counter, to)
        return
    for op, choose in _CHOOSE.items():
        if chosen := choose(state, seat, counter, by_kind.get(op, [])):
            end = [] if op in ("pass", "declare_war") else [EndTurn()]
            yield _turn(asked, [*missions, *chosen, *end], counter, to)


def _turn(asked: Asked, actions: list[Action], counter: Known, to: Speech) -> Example:
    """Return a turn with what it costs in all, and what each of its deeds brings."""
    paid, brings = defaultdict[str, int](int), list[str]()
    for action in actions:
        if isinstance(action, TurnDeed):
            fee = action.fee(counter.state, asked.decision.seats[0], counter.content)
            if isinstance(action, PlayCard):
                brings.append(card_does(action, counter, to))
            else:
                note = ASKINGS.option(Coded("", action, ""), counter, to).note
                brings.append(note.removeprefix(effects.price(fee, to)).removeprefix(", "))
            for what, n in fee.items():
                paid[what] += n
        elif isinstance(action, AddInfluence):
            paid["dip"] += 1
        elif action.op == "pass":
            brings.append(ASKINGS.option(Coded("", action, ""), counter, to).note)
    return Example(line=_line(asked, *actions), words="; ".join(filter(None, (effects.price(paid, to), *brings))))


def _first(state: State, seat: str, counter: Known, options: list[Any]) -> list[Any]:
    return options[:1]


def _richest(state: State, seat: str, counter: Known, options: list[Any]) -> list[Any]:
    """Choose the event with the most ducats on it."""
    ducats = {EVENT.ids[each.event]: each.ducats for each in state.events.shown}
    return sorted(options, key=lambda each: -ducats.get(getattr(each, "event", ""), 0))[:1]


def _cheapest(state: State, seat: str, counter: Known, options: list[Any]) -> list[Any]:
    """Choose the deed that costs least."""
    fees = [
        (sum(option.fee(state, seat, counter.content).values()), option)
        for option in options
        if isinstance(option, TurnDeed)
    ]
    return [min(fees, key=lambda each: each[0])[1]] if fees else []


def _caused(state: State, seat: str, counter: Known, options: list[Any]) -> list[Any]:
    """Choose a war with a cause on a neighbour whose land holds fewer units than stand beside it."""
    for option in options:
        (first, *more) = option.realms
        if not more:
            realm = REALM.index[first]
            if causes(state, counter.content, seat, realm) and _stronger(state, seat, realm):
                allies = bits(state.allied[seat])
                joining = [other for other in allies if not calls.refused_call(state, seat, other, 1 << realm, True)]
                called = [calls.CallAlly(REALM.ids[other]) for other in joining if not is_led(state, other)]
                return [option, *called, *([calls.NoCall()] if called and len(called) < len(joining) else [])]
    return []


def _stronger(state: State, seat: str, realm: int) -> bool:
    """Return whether a seat has more units next to a realm's land than all others have on it."""
    land = [*bits(areas_of(state, realm))]
    near = {other for area in land for other in bits(AREA.things[area].land)} | {*land}
    own = sum(strength(state, seat, each).all for each in near)
    others = sum(strength(state, other, each).all for other in state.order if other != seat for each in land)
    return own > others


def _twice(state: State, seat: str, counter: Known, options: list[Any]) -> list[Any]:
    """Choose two cubes where the seat has most already, if it can pay them and the area has room."""
    own = state.led[seat]
    for option in sorted(options, key=lambda each: -own.influence[AREA.number(getattr(each, "area", ""))]):
        more = [AddInfluence(option.area, "dip")] if lacks(state, seat, dip=2) is None else []
        stop = [StopInfluence()] if lacks(state, seat, dip=1 + len(more) + 1) is None or own.ducats >= DUCATS else []
        return [option, *more, *stop]
    return []


_CHOOSE: Final[Mapping[str, Callable[[State, str, Known, list[Any]], list[Any]]]] = {
    "take_event": _richest,
    "declare_war": _caused,
    "research": _cheapest,
    "colonize": _cheapest,
    "forge_alliance": _first,
    "play_card": _first,
    "trade": _first,
    "influence": _twice,
    "increase_stability": _first,
    "explore": _first,
    "pass": _first,
}
"""The actions of a turn, the most telling first, and which of several is shown."""


# questions that follow each other ------------------------------------------------------------------------------------


def _several(asked: Asked, seat: str, counter: Known, to: Speech) -> Iterator[Example]:
    """Yield answers to this question and all like it that follow: the first that are there, or one again and again."""
    n: int = asked.decision.context["n"]
    actions = [option.action for option in asked.options]
    for chosen in dict.fromkeys((tuple(islice(cycle(actions), n)), (actions[0],) * n)):
        yield Example(line=_line(asked, *chosen))


def _recruits(asked: Asked, seat: str, counter: Known, to: Speech) -> Iterator[Example]:
    """Yield two infantry and a ship, or one of them, with the end of recruiting."""
    actions = [option.action for option in asked.options]
    raised = [replace(each, n=2) for each in actions if isinstance(each, Raise)][:1]
    built = [each for each in actions if isinstance(each, Build)][:1]
    for chosen in dict.fromkeys(((*raised, *built), (*raised,), (*built,))):
        if chosen:
            yield Example(line=_line(asked, *chosen, Recruited()))


def _discards(asked: Asked, seat: str, counter: Known, to: Speech) -> Iterator[Example]:
    """Yield a discard down to the limit of the hand, if several cards are due."""
    held = dict.fromkeys(card for option in asked.options for card in getattr(option.action, "cards", ()))
    if len(held) > HAND + 1:
        yield Example(line=_line(asked, DiscardCards((*islice(held, HAND, None),))))


# wars ----------------------------------------------------------------------------------------------------------------


def _calls(asked: Asked, seat: str, counter: Known, to: Speech) -> Iterator[Example]:
    """Yield the call of everybody who can be called: after it nobody is asked for more."""
    called = [option.action for option in asked.options if isinstance(option.action, calls.CallAlly)]
    if len(called) > 1:
        yield Example(line=_line(asked, *called), words=to.gettext("everybody who can be called"))


def _marches(asked: Asked, seat: str, counter: Known, to: Speech) -> Iterator[Example]:
    """Yield marches to the enemy, with the battle that follows."""
    state, found = counter.state, list[tuple[list[Action], int, str]]()
    for action in (option.action for option in asked.options):
        if isinstance(action, movement.March):
            start = AREA.number(action.area)
            near = ways(state, seat, action.army, start, bits(AREA.things[start].land))
            found += [([action, onward], action.army, onward.area) for onward in near]
        elif isinstance(action, GoTo):
            found.append(([action], asked.decision.context["army"], action.area))
    for actions, army, area in found:
        if hostile_units(state, realm_of(seat), AREA.number(area)):
            plan = _to_the_end(asked, seat, counter, [army])
            yield Example(line=_line(asked, *actions), ahead=_ahead(to, plan), words=to.gettext("and fight to the end"))


def _attacked(asked: Asked, seat: str, counter: Known, to: Speech) -> Iterator[Example]:
    """Yield the answer of somebody who is attacked and stays, with the battle that follows."""
    area = AREA.number(asked.decision.context["area"])
    plan = _to_the_end(asked, seat, counter, armies_in(counter.state, seat, area), area)
    yield Example(line=_line(asked, AwaitAttack()), ahead=_ahead(to, plan), words=to.gettext("and fight to the end"))


def _battle(asked: Asked, seat: str, counter: Known, to: Speech) -> Iterator[Example]:
    """Yield two ways to fight a battle: to the end with all cards, or with none and back when outnumbered."""
    state = counter.state
    battle = state.battles[-1] if state.battles else None
    which = next((each for each in battles.SIDES if battle and seat in battles.side(state, each).seats), None)
    if battle is None or which is None:
        return
    armies = armies_in(state, seat, battle.area) if battle.area != NONE else []
    plan = _to_the_end(asked, seat, counter, armies, battle.area)
    yield Example(ahead=_ahead(to, plan), words=to.gettext("battle actions, to the end"))
    out = [each for each in retreats.ways_out(state, which, seat) if not (each.pay or each.consent)]
    if out:
        condition = CONDITIONS.say((Clause(OUTNUMBERED()),), to.language.code)
        back = f"{_line(asked, out[0])} {to.language.typed(en='if', ru='если')} {condition}"
        plan = [back, *_orders(asked, KeepCommand(), NoMore(), *_losses(state, seat, armies, battle.area), StandFast())]
        yield Example(ahead=_ahead(to, plan), words=to.gettext("no battle actions, back when outnumbered"))


def _to_the_end(asked: Asked, seat: str, counter: Known, armies: list[int], area: int = NONE) -> list[str]:
    """Return orders for a battle: all battle actions, what is lost first, and no retreat."""
    state, own = counter.state, counter.state.led[seat]
    units = [part for army in armies for part in _parts(own.armies[army - 1])]
    most: dict[str, int] = {unit: sum(getattr(each, unit) for each in units) for unit in UNITS}
    cards = _cards(state, seat, counter.content, most if units else {"artillery": 1})
    return _orders(asked, KeepCommand(), *cards, NoMore(), *_losses(state, seat, armies, area), StandFast())


def _orders(asked: Asked, *actions: Action) -> list[str]:
    return [_line(asked, action) for action in actions]


def _ahead(to: Speech, plan: Iterable[str]) -> str:
    """Return orders for a battle as standing orders for one."""
    return f"{to.language.forms(PHRASES.interruptions['battle'].names)[0]}: {'; '.join(plan)}"


def _losses(state: State, seat: str, armies: Iterable[int], area: int = NONE) -> list[Action]:
    """Return what armies may lose, and units that stand alone in an area; without an area, the ships of a battle."""
    own, found = state.led[seat], list[Action]()
    if not armies and area == NONE:
        return [*casualties.ships_to_lose(state, seat, state.battles[-1].zone)]
    if area != NONE and own.alone[area]:
        found.append(LoseUnit("infantry", ALONE))
    for army in armies:
        there = _parts(own.armies[army - 1])
        found += [LoseUnit(unit, army) for unit in UNITS if any(getattr(each, unit) for each in there)]
    return found


def _parts(army: Army) -> tuple[Units, ...]:
    return army.regular, army.mercenary, army.allied


def _cards(state: State, seat: str, content: Content, most_of: Mapping[str, int]) -> Iterator[Action]:
    """Yield each battle action that a seat has and can pay, with dice for the units that it has most of."""
    offers = battle_dice.ways_to_use(state, seat, content)
    for (card, act), found in groupby(offers, key=lambda each: (each.card, each.act)):
        face = battle_dice.battle_face(content, CARD.index[card], act)
        assert face is not None
        _, most = battle_dice.free_dice(face)
        fit = [each for each in found if max(each.infantry, each.cavalry, each.artillery) <= most]
        if fit and lacks(state, seat, mil=face.cost, ducats=face.ducats) is None:
            yield max(fit, key=lambda each: sum(getattr(each, unit) * n for unit, n in most_of.items()))


_OF_BATTLE: Final = (
    _battle,
    msgid("Orders for the whole battle"),
    msgid("One line answers whatever this battle asks you; the first order in it that is legal counts."),
)
_IN_ONE_LINE: Final = (_several, msgid("In one line"), "")
_MADE: Final[Mapping[str, tuple[Made, str, str]]] = {
    "turn": (_turns, msgid("Complete turns"), msgid("Each is legal now, with what it costs and brings.")),
    "recruiting": (_recruits, msgid("In one line"), ""),
    "hand_limit": (_discards, msgid("In one line"), ""),
    "calls_to_arms": (_calls, msgid("In one line"), ""),
    "defensive_calls": (_calls, msgid("In one line"), ""),
    "given_action": (_marches, msgid("A march and its battle"), _OF_BATTLE[2]),
    "marching": (_marches, msgid("A march and its battle"), _OF_BATTLE[2]),
    "step_ahead": (_attacked, msgid("This answer and the battle"), _OF_BATTLE[2]),
    **dict.fromkeys(("battle_action", "command", "loss", "ship_loss", "retreat", "base_dice", "leader"), _OF_BATTLE),
}
