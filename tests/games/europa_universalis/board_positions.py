"""Positions to draw: the start, one made by hand in which everything lies somewhere, one that is crowded everywhere."""

from adjudicator.games.europa_universalis.facts import AREA, NODE, PROVINCE, REALM, RELIGION, ZONE
from adjudicator.games.europa_universalis.game import GAME
from adjudicator.games.europa_universalis.state import Army, State, Units
from adjudicator.kernel.beginning import set_up


def start(players: int = 6) -> State:
    """The first question of a game."""
    state: State = set_up(GAME, seats=GAME.seatings(players)[0], seed=b"board").state
    return state


def province(id: str) -> int:
    return PROVINCE.number(id)


def area(id: str) -> int:
    return AREA.number(id)


def realm(id: str) -> int:
    return REALM.number(id)


def crowded(players: int = 6) -> State:
    """France and England are at war; everything that can lie on the map lies somewhere."""
    state = start(players)
    france, england, castile = (state.led[each] for each in ("france", "england", "castile"))
    for one, two in (("france", "england"), ("france", "burgundy"), ("castile", "portugal"), ("england", "brittany")):
        state.war[realm(one)] |= 1 << realm(two)
        state.war[realm(two)] |= 1 << realm(one)
    state.truce[realm("castile")] |= 1 << realm("granada")
    state.truce[realm("granada")] |= 1 << realm("castile")
    state.occupier[province("normandie")] = realm("france")
    state.occupier[province("paris")] = realm("england")
    state.occupier[province("rennes")] = realm("england")
    state.rebel_towns = 1 << province("lyon")
    state.unrest = sum(1 << province(each) for each in ("berry", "london", "zaragoza"))
    state.overlord[realm("brittany")] = realm("france")
    state.religion[area("netherlands")] = RELIGION.number("protestant")
    state.rebels[area("aquitaine")] = 3
    state.plague = 1 << area("lombardy")
    state.curia.crusade = area("northern_morocco")
    state.curia.excommunicated = realm("england")
    state.empire.left = 1 << area("switzerland")
    state.discovered = sum(1 << area(each) for each in ("antilles", "florida", "canada"))
    state.owner[province("antilles")] = realm("castile")
    state.trade.expanded = 1 << NODE.number("genoa")
    state.trade.pirates[NODE.number("sevilla")] = 2
    france.standing[0] = False
    france.cores = 1 << area("aquitaine")
    france.alone[area("seine")] = 2
    france.armies[2] = Army(area("brittany_normandy"), Units(4, 2, 1), Units(2, 1, 0))
    england.armies[1] = Army(area("brittany_normandy"), Units(3, 1, 0))
    england.armies[2] = Army(area("aquitaine"), Units(5, 3, 2), Units(2, 1, 0))
    england.fleet.port, england.fleet.zone = province("caux"), -1
    england.fleet.heavy, england.fleet.light = 3, 2
    england.ships.docked["london"] = 2
    castile.fleet.zone, castile.fleet.heavy, castile.fleet.galleys = ZONE.number("western_mediterranean"), 2, 2
    castile.ships.light[ZONE.number("caribbean_sea")] = 1
    castile.interest, castile.exhausted, castile.ducats, castile.prestige, castile.stability = 4, 3, 112, -14, -3
    castile.ruler = -1
    castile.status.passed = 1
    state.turn.active = "france"
    return state


def heaped(players: int = 6) -> State:
    """More than there is room for, everywhere."""
    state = crowded(players)
    for place in AREA.indexes:
        state.rebels[place] = 2
        state.religion[place] = RELIGION.number("muslim")
        for own in state.led.values():
            own.influence[place] = 5
            own.claims |= 1 << place
            own.alone[place] = 12
    for zone in ZONE.indexes:
        for own in state.led.values():
            own.ships.protecting[zone] = own.ships.light[zone] = 3
    for own in state.led.values():
        own.merchants = [*NODE.indexes]
        own.standing = [node % 2 == 0 for node in NODE.indexes]
    for port in PROVINCE:
        for own in state.led.values():
            if port.port:
                own.ships.docked[port.id] = 11
    state.unrest, state.plus_manpower = (1 << len(PROVINCE)) - 1, (1 << len(PROVINCE)) - 1
    everybody = (1 << len(REALM)) - 1
    for number in REALM.indexes:
        state.war[number] = everybody & ~(1 << number)
    return state
