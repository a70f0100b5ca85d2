"""Say what is impossible in a position: what no rule can bring about, whoever does what.

How it works. Each check yields sentences about one kind of things: land, vassals, pacts, wars, forces. They look at
the state alone, and hold between any two answers, in the middle of battles and of peace too.
"""

from collections.abc import Iterator

from adjudicator.components import bits, mask_of

from .facts import AREA, NONE, PROVINCE, REALM, ZONE
from .rules.curia import lawful as lawful_cardinals
from .rules.influence import MOST, closed, total
from .rules.realms import lawful, occupied, owned, vassals
from .rules.relations import FAITHLESS, is_led, led_realms, side_of, top
from .rules.units import MERCENARIES, free_slots, mercenaries_left
from .state import State


def impossible(state: State) -> Iterator[str]:
    """Yield everything that is impossible in a position."""
    yield from _land(state)
    yield from _vassals(state)
    yield from _pacts(state)
    yield from _wars(state)
    yield from _forces(state)
    yield from _influence(state)
    yield from _figures(state)
    yield from _empire(state)


def _provinces(what: str, places: int) -> Iterator[str]:
    return (f"{what}: {id}" for id in PROVINCE.ids_of(places))


def _realms(what: str, realms: int) -> Iterator[str]:
    return (f"{what}: {id}" for id in REALM.ids_of(realms))


def _there(state: State) -> int:
    """Return the realms that own land or that players lead."""
    return led_realms(state) | sum(1 << realm for realm in owned(state) if realm != NONE)


def _land(state: State) -> Iterator[str]:
    taken, rebels = occupied(state), state.rebel_towns
    nobodys = owned(state).get(NONE, 0)
    yield from _provinces("unrest under a rebel town", rebels & state.unrest)
    yield from _provinces("a rebel town and one of an occupier", rebels & taken)
    yield from _provinces("a town on land of nobody", nobodys & (rebels | taken))
    yield from _provinces("unrest that a town covers which is not there", state.covered & ~taken)
    ruled = ruled_land(state)
    yield from _provinces("unrest where no player has a town or a vassal", state.unrest & ~ruled & ~taken)
    yield from _provinces("a rebel town where no player has a town or a vassal", rebels & ~ruled)


def ruled_land(state: State) -> int:
    """Return the provinces that lawfully belong to players' realms and to their vassals."""
    ruled = led_realms(state)
    for realm in bits(ruled):
        ruled |= vassals(state, realm)
    return lawful(state, ruled)


def _vassals(state: State) -> Iterator[str]:
    there = _there(state)
    for realm in REALM.indexes:
        over = state.overlord[realm]
        if over == NONE:
            continue
        id = REALM.ids[realm]
        if not there >> realm & 1:
            yield f"a vassal without land: {id}"
        if not there >> over & 1:
            yield f"a vassal of a realm without land: {id}"
        if state.overlord[over] != NONE:
            yield f"a vassal of a vassal: {id}"
        if is_led(state, realm) or REALM.things[realm].never_vassal or realm == state.empire.emperor:
            yield f"a vassal that cannot be one: {id}"
        if state.war[realm] or state.truce[realm] or any(tokens >> realm & 1 for tokens in state.cb.values()):
            yield f"a vassal with tokens of war, of a truce or of casus belli: {id}"


def _pacts(state: State) -> Iterator[str]:
    there, subjects = _there(state), sum(1 << realm for realm, over in enumerate(state.overlord) if over != NONE)
    allies = 0
    for seat in state.order:
        own = REALM.index[seat]
        allied, married = state.allied[seat], state.married[seat]
        yield from _realms(f"{seat} is the ally of a realm that cannot be one", allied & (~there | subjects | 1 << own))
        yield from _realms(f"{seat} is married to a realm that cannot be wed", married & (~there | 1 << own))
        yield from _realms(f"{seat} is married to another's vassal", married & subjects & ~vassals(state, own))
        yield from _realms(f"{seat} has no marriage that is disputed", state.disputed[seat] & ~married)
        yield from _realms("an ally of two players", allied & allies & ~led_realms(state))
        allies |= allied
        for other in state.order:
            for name, tokens in (("alliance", state.allied), ("marriage", state.married)):
                if tokens[seat] >> REALM.index[other] & 1 and not tokens[other] >> own & 1:
                    yield f"{seat} has a token of {name} with {other}, who has none"
    yield from _realms("an active ally of nobody", state.active & ~allies)


def _wars(state: State) -> Iterator[str]:
    there = _there(state)
    for one in REALM.indexes:
        id = REALM.ids[one]
        yield from _realms(f"{id} is at war and keeps a truce", state.war[one] & state.truce[one])
        if (state.war[one] | state.truce[one]) & (1 << one | ~there):
            yield f"{id} is at war, or keeps a truce, with itself or with a realm without land"
        for other in bits(state.war[one] | state.truce[one]):
            if not (state.war[other] | state.truce[other]) >> one & 1:
                yield f"{id} is at war, or keeps a truce, with {REALM.ids[other]}, which has no part in it"
    for place in bits(occupied(state)):
        by, owner = state.occupier[place], state.owner[place]
        if owner == by or (owner != NONE and not state.war[by] & (side_of(state, top(state, owner)) | 1 << owner)):
            yield f"occupied by somebody who is not at war with its owner: {PROVINCE.ids[place]}"


def _forces(state: State) -> Iterator[str]:
    for seat, own in state.led.items():
        for number, army in enumerate(own.armies, 1):
            if bool(army.all) is not (army.area != NONE):
                yield f"an army without units in an area, or one with units nowhere: {seat} {number}"
        fleet = own.fleet
        if (fleet.zone != NONE) + (fleet.port != NONE) != bool(fleet.all):
            yield f"a fleet without ships in a place, or one with ships in none or in two: {seat}"
    for zone in ZONE.indexes:
        if free_slots(state, zone) < 0:
            yield f"more ships protect trade than there are slots: {ZONE.ids[zone]}"
    if mercenaries_left(state) < 0:
        yield f"more than {MERCENARIES} mercenaries"


def _influence(state: State) -> Iterator[str]:
    for area in AREA.indexes:
        if total(state, area) > (0 if closed(state, area) else MOST):
            yield f"more influence than an area takes: {AREA.ids[area]}"


def _figures(state: State) -> Iterator[str]:
    for seat, own in state.led.items():
        if own.idle not in (0, 1) or not all(own.standing[len(own.merchants) :]):
            yield f"led.{seat}.standing: not what its merchants are"
        if not -3 <= own.stability <= 3:
            yield f"stability beyond the track: {seat}"
        if own.religion in FAITHLESS:
            yield f"a state religion that is none: {seat}"
        far = own.claims & mask_of(each.index for each in AREA if each.number)
        yield from (f"a claim on land that nobody has discovered: {id}" for id in AREA.ids_of(far & ~state.discovered))
    if state.curia.cardinals != lawful_cardinals(state):
        yield "cardinals of somebody who cannot have them"


def _empire(state: State) -> Iterator[str]:
    empire = state.empire
    if empire.emperor != NONE and not _there(state) >> empire.emperor & 1:
        yield "an emperor without land"
    if any(empire.imperial) and (empire.emperor == NONE or not is_led(state, empire.emperor)):
        yield "imperial influence of an emperor whom nobody plays"
