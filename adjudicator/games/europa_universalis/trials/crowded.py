"""Crowded positions: a late round in which much is in play, from which random play soon gets to what is rare."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final

from adjudicator.components import bits, mask_of

from .. import possible
from ..content import Content
from ..facts import AREA, NODE, NONE, PROVINCE, REALM, RELIGION, ZONE
from ..house_rules import house_rules
from ..rules import curia, supplies
from ..rules.alliances import most_alliances
from ..rules.goals import governments
from ..rules.influence import MOST, closed, total
from ..rules.marriages import faiths_marry, most_marriages
from ..rules.realms import occupied, provinces, vassals
from ..rules.rebels import cores
from ..rules.relations import (
    at_war,
    enemies,
    is_led,
    is_npr,
    is_vassal,
    leave_all,
    make_war,
    realm_of,
    state_religion,
    stays_independent,
    top,
)
from ..rules.settlement import set_free
from ..rules.sieges import occupy, relieve
from ..rules.units import all_ships
from ..setup import initial_state
from ..slots import IDEA
from ..state import Army, State, Units
from .rare import OFTEN, PROTESTANT, RARE, SOME, is_held, leader, without_the_gone

RARELY = 0.15
LIMITS: Final = 5
"""Towns of each other that neighbours at war have taken, at most."""
RARE_AT_ONCE: Final = 4


def crowded(rng: Random, seats: Sequence[str], options: Mapping[str, Any], content: Content) -> State:
    """Return a state before a late round in which much is in play."""
    state = initial_state(seats, house_rules(options), content)
    state.age = rng.choice(sorted({event.age for event in content.events.values()}))
    state.round = rng.choice((3, 4, 4))
    state.rounds = state.round - 1
    state.first = rng.choice(state.order)
    _realms(state, rng)
    _pacts(state, rng)
    _wars(state, rng)
    for seat in state.order:
        _purse(state, seat, rng, content)
        _forces(state, seat, rng, content)
    _trouble(state, rng)
    for arrange in rng.sample(RARE, RARE_AT_ONCE):
        arrange(state, rng, content)
    _lawful(state, content)
    state.turn.fresh = [0] * len(state.turn.fresh)
    return state


def _realms(state: State, rng: Random) -> None:
    """Make vassals, and change the owners of provinces."""
    for seat in state.order:
        for realm in rng.sample([each.index for each in REALM if is_npr(state, each.index)], 2):
            if rng.random() < SOME and not stays_independent(state, realm) and not REALM.things[realm].distant:
                set_free(state, vassals(state, realm))
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
    without_the_gone(state)


def _pacts(state: State, rng: Random) -> None:
    """Make alliances and marriages.

    Players get them with each other and with realms that nobody plays.
    """
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


def _lawful(state: State, content: Content) -> None:
    """Take away what no rule allows."""
    without_the_gone(state)
    _of_vassals(state)
    _lawful_pacts(state, content)
    for place, occupier in enumerate(state.occupier):
        if occupier != NONE and not at_war(state, occupier, top(state, state.owner[place])):
            relieve(state, place)
    _lawful_towns(state)
    state.curia.cardinals = curia.lawful(state)
    _lawful_tokens(state, content)
    empire = state.empire
    empire.defending &= empire.emperor != NONE and bool(state.war[empire.emperor])


def _of_vassals(state: State) -> None:
    """Free vassals of vassals, and take away tokens of war, of truce and of casus belli that lie on vassals."""
    for realm in REALM.indexes:
        if is_vassal(state, realm) and is_vassal(state, state.overlord[realm]):
            state.overlord[realm] = NONE
    for realm in [index for index in REALM.indexes if is_vassal(state, index)]:
        for both in (state.war, state.truce):
            leave_all(both, realm)
        state.cb = {seat: tokens & ~(1 << realm) for seat, tokens in state.cb.items()}


def _lawful_towns(state: State) -> None:
    """Leave unrest and rebel towns where a player has a town or a vassal, and never both in a place."""
    ruled, taken = possible.ruled_land(state), occupied(state)
    state.rebel_towns &= ruled & ~taken
    state.unrest &= (ruled | taken) & ~state.rebel_towns
    state.covered &= taken


def _lawful_pacts(state: State, content: Content) -> None:
    """Leave no pacts with vassals of others, no marriages of other faiths, and not too many of either."""
    vassals = mask_of(index for index in REALM.indexes if is_vassal(state, index))
    for seat in state.order:
        own, faith = realm_of(seat), state.led[seat].religion
        of_others = mask_of(bit for bit in bits(vassals) if state.overlord[bit] != own)
        wed = bits(state.married[seat] & ~of_others)
        fitting = mask_of(each for each in wed if faiths_marry(faith, state_religion(state, each)))
        _keep(state.allied, seat, state.allied[seat] & ~vassals, most_alliances(state, seat, content))
        _keep(state.married, seat, fitting, most_marriages(state, seat, content))
    state.disputed = {seat: state.disputed[seat] & state.married[seat] for seat in state.order}


def _lawful_tokens(state: State, content: Content) -> None:
    """Leave no influence where none may lie, six claims, 15 ships and one form of government to each seat.

    Distant areas with claims are discovered.
    """
    for area in AREA.indexes:
        if closed(state, area):
            state.empire.imperial[area] = 0
            for own in state.led.values():
                own.influence[area] = 0
    for seat, own in state.led.items():
        own.claims = mask_of(bits(own.claims)[: supplies.CLAIMS])
        state.discovered |= mask_of(bit for bit in bits(own.claims) if AREA.things[bit].number)
        own.ideas &= ~mask_of(bits(own.ideas & governments(content))[1:])
        for zone in ZONE.indexes:
            own.ships.light[zone] -= min(own.ships.light[zone], max(0, all_ships(state, seat) - supplies.SHIPS))


def _keep(pacts: dict[str, int], seat: str, allowed: int, most: int) -> None:
    """Leave a seat so many pacts of those that are allowed; players on both sides of one lose it together."""
    kept = mask_of(bits(allowed)[:most])
    for gone in bits(pacts[seat] & ~kept):
        if (other := REALM.ids[gone]) in pacts:
            pacts[other] &= ~(1 << realm_of(seat))
    pacts[seat] = kept


def _wars(state: State, rng: Random) -> None:
    """Put players at war with realms and each other, and occupy some towns."""
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


def _purse(state: State, seat: str, rng: Random, content: Content) -> None:
    """Fill what a seat owns: power, ducats, loans, cards, claims and more."""
    own = state.led[seat]
    own.power = [rng.randint(2, 10) for _ in own.power]
    own.ducats, own.interest = rng.randint(0, 40), rng.choice((0, 0, 1, 3))
    own.stability, own.prestige = rng.randint(-2, 3), rng.randint(-5, 25)
    own.exhausted = rng.randint(0, 4)
    open_ideas = [IDEA.number(id) for id, face in content.ideas.items() if face.age <= state.age]
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


def _forces(state: State, seat: str, rng: Random, content: Content) -> None:
    """Place armies, ships and fleets.

    Armies stand on own land or at the enemy's, never with an enemy in the same area.
    """
    own, realm = state.led[seat], realm_of(seat)
    towns = provinces(state, realm) or 1 << REALM.things[realm].capital
    home = [PROVINCE.things[bit].area for bit in bits(towns)]
    away = [PROVINCE.things[bit].area for foe in bits(enemies(state, realm)) for bit in bits(provinces(state, foe))]
    for number in range(3):
        area = rng.choice(away if away and rng.random() < SOME else home)
        regular = Units(rng.randint(0, 3), rng.randint(0, 2), rng.randint(0, 1))
        mercenary = Units(rng.choice((0, 0, 0, 2)))
        if regular.all + mercenary.all and not is_held(state, area, besides=seat):
            general = leader(state, rng, content) if rng.random() < SOME else NONE
            own.armies[number] = Army(area, regular, mercenary, general=general)
        else:
            own.armies[number] = Army()
    for zone in rng.sample(list(ZONE.indexes), 3):
        if not ZONE.things[zone].distant:
            own.ships.light[zone] = rng.randint(0, 2)
    if rng.random() < OFTEN:
        own.fleet.zone = rng.choice([each.index for each in ZONE if not each.distant])
        own.fleet.light, own.fleet.heavy = rng.randint(0, 2), rng.randint(1, 3)


def _trouble(state: State, rng: Random) -> None:
    """Place unrest, rebels, rebel towns, pirates and areas of other faiths."""
    towns = [each for each, owner in enumerate(state.owner) if owner != NONE and is_led(state, owner)]
    for place in rng.sample(towns, len(towns) // 4):
        if state.occupier[place] == NONE:
            state.unrest |= 1 << place
    for place in rng.sample(towns, 4):
        area = PROVINCE.things[place].area
        if rng.random() < SOME and not is_held(state, area):
            state.rebels[area] = rng.randint(1, 3)
            if state.occupier[place] == NONE and cores(state, place) >> state.owner[place] & 1:
                state.rebel_towns |= 1 << place
    for area in rng.sample([each.index for each in AREA if not each.distant], 4):
        if rng.random() < OFTEN:
            state.religion[area] = PROTESTANT
    state.trade.pirates[rng.choice([each.index for each in NODE if each.zones])] = rng.choice((0, 1, 2))
