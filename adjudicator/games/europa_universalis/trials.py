"""How the game is tried at random, and what that should reach: each card, idea, event and mission, each as a point of
coverage; crowded positions of a late round.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any, Final

from adjudicator import Action, Decline
from adjudicator.components import bits
from adjudicator.kernel.steps import Frames
from adjudicator.kernel.trials import Happened, Trials

from .content import default
from .facts import AREA, NODE, NONE, PROVINCE, REALM, RELIGION, SEAT, ZONE
from .house_rules import house_rules
from .phrases import PHRASES
from .rules.ages import ROUNDS
from .rules.alliances import EndAlliance
from .rules.battle_dice import BattleActionPlayed
from .rules.calls import AcceptCall, CallAlly, CallAnswered, RefuseCall
from .rules.cards import CardPlayed
from .rules.declaration import DeclareWar, WarDeclared
from .rules.events import EventTaken
from .rules.goals import MissionCompleted, Researched
from .rules.influence import MOST, closed, total
from .rules.peace import Enforce, FightOn, Negotiate
from .rules.players import ALLIANCES, AcceptDeal, Dealt, RefuseDeal
from .rules.realms import provinces
from .rules.recruiting import Raise, Recruit
from .rules.relations import enemies, is_led, is_npr, is_vassal, make_war, realm_of
from .rules.rounds import set_up
from .rules.settlement import PeaceMade
from .rules.sieges import Besiege, occupy
from .rules.treaties import PeaceSigned
from .setup import initial_state
from .slots import IDEA
from .state import Army, State, Units

OFTEN, SOME, RARELY = 0.6, 0.3, 0.15
PROTESTANT: Final = RELIGION.index["protestant"]
SOME_REALM: Final = REALM.ids[0]
SOME_AREA: Final = AREA.ids[0]
LIMITS: Final = 5
"""Towns of each other that neighbours at war have taken, at most."""


def _words(code: str, *actions: Action) -> str:
    """A pattern of the words of these options."""
    return "|".join(re.escape(PHRASES.say(each, code)) for each in actions)


def _verb(code: str, action: Action) -> str:
    """A pattern of all options with the verb of this one."""
    return re.escape(PHRASES.phrase_of(action).verbs[code][0]) + " .*"


def _sought(code: str) -> Iterator[str]:
    """An alliance, a war with a player rather than with others, calls to arms, a town that is taken, without which a
    war ends by itself, a peace that is negotiated: the rarest first.
    """
    area, rivals = _contested()
    yield _words(code, AcceptDeal())
    yield _words(code, AcceptCall())
    yield from (
        _verb(code, each) for each in (CallAlly(SOME_REALM), Negotiate(SOME_REALM), Enforce(SOME_REALM, "white"))
    )
    yield _verb(code, Besiege(SOME_AREA, ()))
    yield _words(code, Raise(area))
    yield _words(code, Recruit(), *(DeclareWar((each,)) for each in rivals))
    yield _words(code, *ALLIANCES)
    yield _words(code, *(DeclareWar((each,)) for each in SEAT.ids))
    yield _verb(code, DeclareWar((SOME_REALM,)))


def _contested() -> tuple[str, tuple[str, ...]]:
    """The area in which two players have towns at the start, with these players, in a match of as few as may be: who
    has troops there besieges the other without a march.
    """
    towns = {AREA.ids[each.area]: dict[str, None]() for each in PROVINCE}
    for each in PROVINCE:
        if each.owner != NONE and REALM.ids[each.owner] in SEAT.ids:
            towns[AREA.ids[each.area]][REALM.ids[each.owner]] = None
    shared = [(area, tuple(seats)) for area, seats in towns.items() if len(seats) > 1]
    return min(shared, key=lambda found: max(map(SEAT.ids.index, found[1])))


def _shunned(code: str) -> Iterator[str]:
    """What undoes it."""
    yield _verb(code, EndAlliance(SOME_REALM))
    yield _words(code, RefuseCall(), RefuseDeal(), FightOn(), Decline())


class EuropaTrials(Trials[State]):
    """Late rounds: wars, occupied towns, vassals, alliances, armies and ships, unrest, rebels, new faiths."""

    weight = 8
    eager: Mapping[str, tuple[str, ...]] = {code: tuple(_sought(code)) for code in PHRASES.languages}
    loath: Mapping[str, tuple[str, ...]] = {code: tuple(_shunned(code)) for code in PHRASES.languages}
    sights = ("alliance negotiated", "war declared", "call to arms accepted", "peace made")
    sights_besides = ("peace negotiated",)
    sights_by = ROUNDS

    def seen(self, event: Any) -> str | None:
        alliance, war, call, peace, treaty = (*self.sights, *self.sights_besides)
        match event:
            case Dealt(alliance=True):
                return alliance
            case WarDeclared():
                return war
            case CallAnswered(accepted=True):
                return call
            case PeaceMade():
                return peace
            case PeaceSigned():
                return treaty
            case _:
                return None

    def rich(self, rng: Random, seats: Sequence[str], options: Mapping[str, Any]) -> tuple[State, Frames]:
        return crowded(rng, seats, options), [set_up()]

    def coverage_points(self) -> tuple[str, ...]:
        return _points()

    def reached(self, happened: Happened[State]) -> Iterator[str]:
        for event in happened.events():
            match event:
                case CardPlayed(title=title) | BattleActionPlayed(title=title):
                    yield f"title {title}"
                case Researched(idea=idea):
                    yield f"idea {idea}"
                case EventTaken(taken=taken):
                    yield f"event {taken}"
                case MissionCompleted(mission=mission):
                    yield f"mission {mission}"
                case _:
                    pass


TRIALS: Final = EuropaTrials()


@cache
def _points() -> tuple[str, ...]:
    """What the cards of our own have."""
    content = default()
    return (
        *(f"title {id}" for id in content.titles if id in content.cards.values()),
        *(f"idea {id}" for id, face in content.ideas.items() if face.age == 1),
        *(f"event {id}" for id, face in content.events.items() if face.age == 1),
        *(f"mission {id}" for id in content.missions),
    )


def crowded(rng: Random, seats: Sequence[str], options: Mapping[str, Any]) -> State:
    """A position before a late round in which much is in play."""
    state = initial_state(seats, house_rules(options), default())
    state.round = rng.choice((3, 4, 4))
    state.rounds = state.round - 1
    state.first = rng.choice(state.order)
    _realms(state, rng)
    _pacts(state, rng)
    _wars(state, rng)
    for seat in state.order:
        _purse(state, seat, rng)
        _forces(state, seat, rng)
    _trouble(state, rng)
    state.turn.fresh = [0] * len(state.turn.fresh)
    return state


def _realms(state: State, rng: Random) -> None:
    """Vassals, and provinces that have changed hands."""
    for seat in state.order:
        for realm in rng.sample([each.index for each in REALM if is_npr(state, each.index)], 2):
            if rng.random() < SOME and not REALM.things[realm].never_vassal:
                state.overlord[realm] = realm_of(seat)
                for each in state.order:
                    state.allied[each] &= ~(1 << realm)
                    state.married[each] &= ~(1 << realm) if each != seat else -1
            elif rng.random() < SOME:
                for place in bits(provinces(state, realm)):
                    state.owner[place] = realm_of(seat) if rng.random() < OFTEN else realm
        if rng.random() < RARELY:
            places = [each for each in AREA if each.number and each.distant]
            area = rng.choice(places)
            state.discovered |= 1 << area.index
            state.led[seat].claims |= 1 << area.index
    for seat in state.led:  # realms that are gone have no pacts
        there = sum(1 << each for each in {*state.owner} - {NONE})
        state.allied[seat] &= there
        state.married[seat] &= there


def _pacts(state: State, rng: Random) -> None:
    """Alliances and marriages of players with each other and with realms that nobody plays."""
    seats = [*state.order]
    rng.shuffle(seats)
    for one, other in zip(seats[::2], seats[1::2], strict=False):
        if rng.random() < SOME:
            state.allied[one] |= 1 << realm_of(other)
            state.allied[other] |= 1 << realm_of(one)
        if rng.random() < SOME:
            state.married[one] |= 1 << realm_of(other)
            state.married[other] |= 1 << realm_of(one)
    for seat in state.order:
        for realm in rng.sample([each.index for each in REALM if is_npr(state, each.index)], 2):
            if not any(pacts >> realm & 1 for pacts in state.allied.values()) and rng.random() < SOME:
                state.allied[seat] |= 1 << realm
            if rng.random() < RARELY:
                state.married[seat] |= 1 << realm
                state.disputed[seat] |= 1 << realm if rng.random() < RARELY else 0


def _wars(state: State, rng: Random) -> None:
    """Wars of players with realms and with each other; some towns of the enemy are occupied."""
    there = sorted({*state.owner} - {NONE})
    for seat in state.order:
        own = realm_of(seat)
        for foe in rng.sample(there, 4):
            friendly = is_vassal(state, foe) or state.allied[seat] >> foe & 1
            if foe == own or friendly or rng.random() > OFTEN:
                continue
            if rng.random() < RARELY:
                state.truce[own] |= 1 << foe
                state.truce[foe] |= 1 << own
                continue
            if state.truce[own] >> foe & 1:
                continue
            make_war(state, own, foe)
    for seat in state.order:
        own = realm_of(seat)
        towns = [place for foe in bits(enemies(state, own)) for place in bits(provinces(state, foe))]
        for place in rng.sample(towns, min(len(towns), rng.randint(0, LIMITS))):
            if state.occupier[place] == NONE:
                occupy(state, place, own)


def _purse(state: State, seat: str, rng: Random) -> None:
    """Power, ducats, loans, stability, prestige, ideas, cards in the hand, claims, influence."""
    own = state.led[seat]
    own.power = [rng.randint(2, 10) for _ in own.power]
    own.ducats, own.interest = rng.randint(0, 40), rng.choice((0, 0, 1, 3))
    own.stability, own.prestige = rng.randint(-2, 3), rng.randint(-5, 25)
    own.exhausted = rng.randint(0, 4)
    content = default()
    open_ideas = [IDEA.number(id) for id, face in content.ideas.items() if face.age == 1]
    own.ideas = sum(1 << each for each in rng.sample(open_ideas, rng.randint(0, 4)))
    for power, deck in enumerate(state.decks):
        held = rng.sample(deck.draw, rng.randint(0, 2 + (power == 2)))
        deck.draw = [each for each in deck.draw if each not in held]
        own.hand = sorted([*own.hand, *held])
    if rng.random() < RARELY:
        own.ruler = NONE
    if rng.random() < SOME:
        own.religion = rng.choice((PROTESTANT, RELIGION.index["counter_reformed"]))
    for area in rng.sample(list(AREA.indexes), 6):
        if not closed(state, area) and total(state, area) < MOST:
            own.influence[area] += 1
        elif rng.random() < OFTEN and own.claims.bit_count() < MOST:
            own.claims |= 1 << area


def _forces(state: State, seat: str, rng: Random) -> None:
    """Armies on own land or at the enemy's, nobody's enemies in the same area; ships and fleets."""
    own, realm = state.led[seat], realm_of(seat)
    towns = provinces(state, realm) or 1 << REALM.things[realm].capital
    home = [PROVINCE.things[each].area for each in bits(towns)]
    away = [PROVINCE.things[each].area for foe in bits(enemies(state, realm)) for each in bits(provinces(state, foe))]
    for number in range(3):
        area = rng.choice(away if away and rng.random() < SOME else home)
        regular = Units(rng.randint(0, 3), rng.randint(0, 2), rng.randint(0, 1))
        mercenary = Units(rng.choice((0, 0, 0, 2)))
        if regular.all + mercenary.all and not _taken(state, seat, area):
            own.armies[number] = Army(area, regular, mercenary)
        else:
            own.armies[number] = Army()
    for zone in rng.sample(list(ZONE.indexes), 3):
        if not ZONE.things[zone].distant:
            own.ships.light[zone] = rng.randint(0, 2)
    if rng.random() < OFTEN:
        own.fleet.zone = rng.choice([each.index for each in ZONE if not each.distant])
        own.fleet.light, own.fleet.heavy = rng.randint(0, 2), rng.randint(1, 3)


def _taken(state: State, seat: str, area: int) -> bool:
    """Whether units of somebody else stand in an area."""
    return bool(state.rebels[area]) or any(
        own.alone[area] or any(army.area == area for army in own.armies)
        for each, own in state.led.items()
        if each != seat
    )


def _trouble(state: State, rng: Random) -> None:
    """Unrest, rebels, towns that they hold, pirates, areas of another faith."""
    towns = [each for each, owner in enumerate(state.owner) if owner != NONE and is_led(state, owner)]
    for place in rng.sample(towns, len(towns) // 4):
        if state.occupier[place] == NONE:
            state.unrest |= 1 << place
    for place in rng.sample(towns, 4):
        area = PROVINCE.things[place].area
        if rng.random() < SOME and not any(_taken(state, seat, area) for seat in state.order):
            state.rebels[area] = rng.randint(1, 3)
            if state.occupier[place] == NONE:
                state.rebel_towns |= 1 << place
                state.unrest |= 1 << place
    for area in rng.sample([each.index for each in AREA if not each.distant], 4):
        if rng.random() < OFTEN:
            state.religion[area] = PROTESTANT
    state.trade.pirates[rng.choice([each.index for each in NODE if each.zones])] = rng.choice((0, 1, 2))
