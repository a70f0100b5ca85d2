"""Arrange what comes up once in hundreds of games in crowded positions: a few of it in each."""

from collections.abc import Callable
from random import Random
from typing import Any, Final

from msgspec import to_builtins

from adjudicator.components import bits, mask_of

from ..content import Content, TitleFace
from ..facts import AREA, NODE, NONE, POWER, PROVINCE, PROVINCES_OF, REALM, REGION, RELIGION, ZONE
from ..rules import supplies
from ..rules.influence import MOST, closed, total
from ..rules.marriages import MUSLIM, REVOLUTIONARY
from ..rules.realms import authority_cap, elector_areas, in_empire, provinces, vassals
from ..rules.relations import (
    ally_of,
    areas_of,
    enemies,
    is_led,
    is_npr,
    is_vassal,
    make_war,
    part,
    peaceful,
    realm_of,
    state_religion,
    stays_independent,
)
from ..rules.settlement import vanish
from ..rules.sieges import occupy, relieve
from ..rules.units import BLACK_UNITS, all_ships, bound_units, free_slots
from ..slots import CARD, MISSION, of_card
from ..state import Army, Displayed, State, Units

OFTEN, SOME = 0.6, 0.3
PROTESTANT, COUNTER = RELIGION.index["protestant"], RELIGION.index["counter_reformed"]


def without_the_gone(state: State) -> None:
    """Remove the tokens of realms that are gone."""
    for realm in REALM.indexes:
        if realm not in state.owner and not is_led(state, realm):
            vanish(state, realm)


def _one_deck(state: State, rng: Random, content: Content) -> None:
    """Fill hands with cards of one deck until hardly any are left."""
    deck = rng.choice(state.decks)
    for own in state.led.values():
        held = rng.sample(deck.draw, min(len(deck.draw), rng.choice((0, 6, 8))))
        deck.draw = [each for each in deck.draw if each not in held]
        own.hand = sorted([*own.hand, *held])


def _discards(state: State, rng: Random, content: Content) -> None:
    """Discard half of each deck."""
    for deck in state.decks:
        deck.discards = rng.sample(deck.draw, len(deck.draw) // 2)
        deck.draw = [each for each in deck.draw if each not in deck.discards]


def _displays(state: State, rng: Random, content: Content) -> None:
    """Lay two display cards before everybody."""
    for own in state.led.values():
        for power in rng.sample(POWER.indexes, 2):
            draw = state.decks[power].draw
            fitting = [each for each in draw if content.titles[content.title_of(each)].kind == "display"]
            for card in fitting[:1]:
                draw.remove(card)
                own.display.append(Displayed(card, rng.randint(1, content.titles[content.title_of(card)].uses)))


def _overseas(state: State, rng: Random, content: Content) -> None:
    """Connect a far coast with a capital by ships of one seat.

    The seat also gets claims, towns and colonists.
    """
    own = state.led[seat := rng.choice(state.order)]
    areas = [each for each in AREA if each.number and each.zones]
    for zone in ZONE.indexes:
        own.ships.light[zone] += int(all_ships(state, seat) < supplies.SHIPS and not own.ships.light[zone])
    for area in rng.sample(areas, 3):
        state.discovered |= 1 << area.index
        if any(state.owner[bit] != NONE for bit in bits(PROVINCES_OF[area.index])):
            continue
        if rng.random() < SOME:
            state.owner[next(iter(bits(PROVINCES_OF[area.index])))] = realm_of(seat)
        else:
            own.claims |= 1 << area.index
    own.colonists = rng.randint(1, 4)


def _courted(state: State, rng: Random, content: Content) -> None:
    """Fill allies and vassals with the influence of their overlord and marry them, so that they may be subjected."""
    for seat in state.order:
        _dealt(state, seat, content, lambda face: face.rules == "subjugate")
        realm = realm_of(seat)
        for bit in bits(state.allied[seat] | vassals(state, realm)):
            if is_led(state, bit):
                continue
            smaller = [n for n in REALM.indexes if n in state.owner and is_npr(state, n) and peaceful(state, n)]
            smaller = [n for n in smaller if n != bit and ally_of(state, n) is None and not vassals(state, n)]
            smaller = [n for n in smaller if not stays_independent(state, n) and not REALM.things[n].distant]
            if smaller and not is_vassal(state, bit):
                state.overlord[rng.choice(smaller)] = bit
            for area in bits(areas_of(state, bit)):
                if not closed(state, area):
                    state.led[seat].influence[area] += MOST - total(state, area)
            if not any(pacts >> bit & 1 for pacts in state.married.values()):
                state.married[seat] |= 1 << bit


def _goals(state: State, rng: Random, content: Content) -> None:
    """Fulfil much of what missions ask for."""
    for seat in state.order:
        for mission in content.missions.values():
            if mission.realm == seat and rng.random() < OFTEN:
                for need in mission.needs:
                    _brought_about(state, seat, to_builtins(need))
                state.led[seat].completed |= MISSION.mask_of(mission.after[:1])
    without_the_gone(state)


def _brought_about(state: State, seat: str, asked: dict[str, Any]) -> None:
    """Give what a mission asks for, as far as it can be had.

    That may be provinces, ships or a relation.
    """
    own, led = realm_of(seat), state.led[seat]
    match asked["is"]:
        case "owns":
            places = PROVINCE.mask_of(asked["provinces"])
        case "owns_in":
            places = PROVINCES_OF[AREA.index[asked["area"]]]
        case "controls_in":
            region = REGION.index[asked["region"]]
            places = mask_of(each.index for each in PROVINCE if AREA.things[each.area].region == region)
        case "protects":
            places, zone = 0, ZONE.index[asked["zone"]]
            led.ships.protecting[zone] += max(0, min(free_slots(state, zone), asked.get("n", 1)))
        case "related":
            places, other = 0, REALM.index[asked["realm"]]
            if other in state.owner and is_npr(state, other) and ally_of(state, other) is None:
                led_by = state.allied if "alliance" in asked["by"] and peaceful(state, other) else state.married
                led_by[seat] |= 1 << other
        case "distant_towns":
            places = PROVINCES_OF[next(each.index for each in AREA if each.number)]
        case _:
            places = 0
    for place in bits(places):
        realm = state.owner[place]
        free = realm == NONE or (is_npr(state, realm) and peaceful(state, realm) and realm != state.empire.emperor)
        free |= is_vassal(state, realm) and state.overlord[realm] == own
        if free and state.occupier[place] == NONE:
            state.owner[place] = own


def _curia(state: State, rng: Random, content: Content) -> None:
    """Excommunicate somebody; begin a crusade against muslims, against whom others also have a cause of war."""
    muslims = [realm for realm in REALM.indexes if realm in state.owner and state_religion(state, realm) == MUSLIM]
    state.curia.excommunicated = realm_of(rng.choice(state.order))
    if muslims:
        realm = rng.choice(muslims)
        state.curia.crusade = rng.choice(bits(areas_of(state, realm)))
        for seat in state.order:
            if realm != realm_of(seat):
                state.cb[seat] |= 1 << realm


def _empire(state: State, rng: Random, content: Content) -> None:
    """Make a player emperor, with strong or with hardly any authority.

    The emperor defends members and is ill; the electors have one faith, of two infectious ones.
    """
    empire = state.empire
    members = [realm_of(seat) for seat in state.order if in_empire(state, realm_of(seat))]
    empire.emperor = rng.choice(members) if members else NONE
    empire.authority = rng.choice((0, 1, min(6, authority_cap(state)))) if members else 0
    empire.imperial[:] = [0] * len(AREA)
    faith = rng.choice((PROTESTANT, COUNTER))
    for area in bits(elector_areas(state)):
        state.religion[area] = faith
    if members:
        own = state.led[REALM.ids[empire.emperor]]
        own.religion = rng.choice((PROTESTANT, REVOLUTIONARY))
        if own.religion == REVOLUTIONARY:
            empire.official = NONE  # who has this faith is elected only then
        state.ill |= 1 << max(0, state.led[REALM.ids[empire.emperor]].ruler)
        outside = [each for each in state.order if not in_empire(state, realm_of(each))]
        weak = [each.index for each in REALM if is_npr(state, each.index) and in_empire(state, each.index)]
        for seat, foe in zip(outside, rng.sample(weak, min(len(weak), len(outside))), strict=False):
            if not state.truce[realm_of(seat)] >> foe & 1 and not state.allied[seat] >> foe & 1:
                make_war(state, realm_of(seat), foe)
                empire.defending = rng.random() < OFTEN


def _supplies(state: State, rng: Random, content: Content) -> None:
    """Use up nearly all tokens of the supplies."""
    for seat, own in state.led.items():
        own.claims |= mask_of(rng.sample(AREA.indexes, 12)[: max(0, supplies.CLAIMS - own.claims.bit_count())])
        whole = [
            index for index in AREA.indexes if {state.owner[n] for n in bits(PROVINCES_OF[index])} == {realm_of(seat)}
        ]
        own.cores = mask_of(rng.sample(whole, min(len(whole), supplies.CORES)))
        own.power = [9, 9, 9]
        own.colonists = rng.randint(0, 2)
        own.ships.light[rng.choice(ZONE.indexes)] += max(0, supplies.SHIPS - all_ships(state, seat))
    state.trade.pirates[rng.choice([each.index for each in NODE if each.zones])] += 8
    free = [each.index for each in AREA if each.land and not each.distant and not is_held(state, each.index)]
    while bound_units(state) + sum(state.rebels) < BLACK_UNITS:
        state.rebels[rng.choice(free)] += 1


def _rivals(state: State, rng: Random, content: Content) -> None:
    """Put two players at war, with armies under leaders face to face."""
    seats = rng.sample(state.order, 2)
    own, foe = map(realm_of, seats)
    if state.truce[own] >> foe & 1 or is_vassal(state, own) or is_vassal(state, foe):
        return
    for seat, other in (seats, seats[::-1]):
        state.allied[seat] &= ~(1 << realm_of(other))
        state.married[seat] &= ~(1 << realm_of(other))
    make_war(state, own, foe)
    towns = [PROVINCE.things[bit].area for bit in bits(provinces(state, foe))]
    meeting = [(area, beside) for area in towns for beside in bits(AREA.things[area].land)]
    free = [pair for pair in meeting if not any(is_held(state, each) for each in pair)]
    if free:
        for seat, area in zip(seats, rng.choice(free)[::-1], strict=True):
            general = leader(state, rng, content)
            state.led[seat].armies[0] = Army(area, Units(rng.randint(1, 4), rng.randint(0, 2)), general=general)
    if rng.random() < SOME:
        for place in bits(provinces(state, foe)):
            occupy(state, place, own)
        state.married[seats[0]] |= 1 << foe
        state.married[seats[1]] |= 1 << own
        state.disputed[seats[0]] |= 1 << foe


def _idle_ally(state: State, rng: Random, content: Content) -> None:
    """Make a player without wars the only ally of a player on whom alone the others can declare war.

    A player that the ally refuses to help may keep the truce.
    """
    helper, friend, *others = rng.sample(state.order, len(state.order))
    own, other = realm_of(helper), realm_of(friend)
    if not others or is_vassal(state, own) or is_vassal(state, other):
        return
    for foe in bits(state.war[own]):
        part(state.war, own, foe)
    for place, occupier in enumerate(state.occupier):
        if occupier == own or (occupier != NONE and state.owner[place] == own):
            relieve(state, place)
    part(state.truce, own, other)
    for seat in others:
        third = realm_of(seat)
        for masks in (state.truce, state.war):
            part(masks, third, other)
        state.allied[seat] &= ~(1 << other)
        state.cb[seat] |= 1 << other
        peaceful_ones = {*state.owner} - {NONE, third, other, *bits(enemies(state, third) | state.allied[seat])}
        for one in sorted(peaceful_ones):
            state.truce[third] |= 1 << one
            state.truce[one] |= 1 << third
    state.allied[helper] |= 1 << other
    state.allied[friend] = 1 << own
    for place in bits(provinces(state, other)):
        if state.occupier[place] != NONE:
            relieve(state, place)


def leader(state: State, rng: Random, content: Content) -> int:
    """Take a leader out of a deck and return its number, or NONE if there is none."""
    for deck in rng.sample(state.decks, len(state.decks)):
        for card in deck.draw:
            if content.characters[CARD.ids[card]].kind == "leader":
                deck.draw.remove(card)
                return of_card(card)
    return NONE


def is_held(state: State, area: int, besides: str = "") -> bool:
    """Return whether rebels or units of somebody stand in an area, those of one seat aside."""
    return bool(state.rebels[area]) or any(
        own.alone[area] or any(army.area == area for army in own.armies)
        for seat, own in state.led.items()
        if seat != besides
    )


def _grown(state: State, rng: Random, content: Content) -> None:
    """Make a dynamic realm that has grown and is the ally of a player."""
    realm = rng.choice([each.index for each in REALM if each.dynamic])
    for place in rng.sample(PROVINCE.indexes, 30):
        owner = state.owner[place]
        if owner != NONE and is_npr(state, owner) and peaceful(state, owner) and owner != state.empire.emperor:
            state.owner[place] = state.dnpr[place] = realm
    without_the_gone(state)
    if realm in state.owner and ally_of(state, realm) is None and peaceful(state, realm):
        state.allied[rng.choice(state.order)] |= 1 << realm


def _reactions(state: State, rng: Random, content: Content) -> None:
    """Deal reactions, so that everybody may answer what others do."""
    for seat in state.order:
        _dealt(state, seat, content, lambda face: face.kind == "reaction" and bool(face.trigger))
        _dealt(state, seat, content, lambda face: face.kind == "reaction" and not face.trigger)


def _dealt(state: State, seat: str, content: Content, wanted: Callable[[TitleFace], bool]) -> None:
    """Deal a card of such a title to a hand, if one is left."""
    own = state.led[seat]
    for deck in state.decks:
        for card in [each for each in deck.draw if wanted(content.titles[content.title_of(each)])][:1]:
            deck.draw.remove(card)
            own.hand = sorted([*own.hand, card])


def _beaten(state: State, rng: Random, content: Content) -> None:
    """Let enemies of players lose all towns to them.

    The succession of some of these enemies is disputed.
    """
    for seat in state.order:
        foes = bits(enemies(state, realm := realm_of(seat)))
        for foe in rng.sample(foes, min(2, len(foes))):
            free = not is_vassal(state, foe) and not any(pacts >> foe & 1 for pacts in state.married.values())
            if free and rng.random() < OFTEN:
                state.married[seat] |= 1 << foe
                state.disputed[seat] |= 1 << foe
                if is_led(state, foe):
                    state.married[REALM.ids[foe]] |= 1 << realm
            for place in bits(provinces(state, foe)):
                if state.occupier[place] == NONE:
                    occupy(state, place, realm)
                    if rng.random() < SOME and state.led[seat].claims.bit_count() < supplies.CLAIMS:
                        state.led[seat].claims |= 1 << PROVINCE.things[place].area


RARE: Final = (
    _one_deck,
    _discards,
    _displays,
    _overseas,
    _courted,
    _goals,
    _curia,
    _empire,
    _supplies,
    _rivals,
    _idle_ally,
    _grown,
    _reactions,
    _beaten,
)
