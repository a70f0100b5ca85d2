"""The position at the start (R2)."""

from collections.abc import Sequence

from adjudicator.components.bits import bits

from .facts import AREA, NONE, PROVINCE, REALM, RELIGION, SEAT, ZONE
from .rules.realms import manpower
from .scenario import COUNTS, SCENARIO, SETUP, SetUp, influence_of
from .state import ARMIES, Army, Fleet, Led, Ships, State, Units


def initial_state(seats: Sequence[str]) -> State:
    """Provinces, units, influence, alliances and marriages as the scenario says; influence where only players own
    provinces is removed (R2.03). Raises KeyError for a number of players that does not play.
    """
    count = COUNTS[len(seats)]
    state = State(
        led={seat: _led(SETUP[SEAT.index[seat]]) for seat in seats},
        owner=[each.owner for each in PROVINCE],
        occupier=[NONE] * len(PROVINCE),
        rebel_towns=0,
        unrest=0,
        plus_manpower=SCENARIO.plus_manpower,
        overlord=[each.overlord for each in REALM],
        allied={seat: sum(1 << each for each in SETUP[SEAT.index[seat]].alliances) for seat in seats},
        active=0,
        married={seat: sum(1 << each for each in SETUP[SEAT.index[seat]].marriages) for seat in seats},
        religion=[each.religion for each in AREA],
        rebels=[0] * len(AREA),
        plague=0,
        war=[0] * len(REALM),
        truce=[0] * len(REALM),
        emperor=REALM.index[count.emperor] if count.emperor else SCENARIO.npr_emperor,
        authority=SCENARIO.authority,
        imperial=[int(SCENARIO.imperial >> area & 1) for area in AREA.indexes],
        left_hre=0,
        curia=list(count.curia),
    )
    players = {REALM.index[seat] for seat in seats}
    for area in AREA:
        if {state.owner[each] for each in bits(area.provinces)} <= players:
            for led in state.led.values():
                led.influence[area.index] = 0
    for seat, led in state.led.items():
        deployed = sum(army.regular.all for army in led.armies)
        led.available = manpower(state, REALM.index[seat]) - deployed
    return state


def _led(setup: SetUp) -> Led:
    influence, ships = influence_of(setup), Ships([0] * len(ZONE), [0] * len(ZONE))
    for each in setup.ships:
        (ships.protecting if each.protecting else ships.light)[each.zone] += each.light
    armies = [Army(NONE, Units(), Units(), Units()) for _ in range(ARMIES)]
    for start in setup.armies:
        units = Units(start.infantry, start.cavalry, start.artillery)
        armies[start.army - 1] = Army(start.area, units, Units(), Units())
    fleet = Fleet()
    if setup.fleet is not None:
        fleet = Fleet(setup.fleet.zone, NONE, setup.fleet.light, setup.fleet.heavy, 0, setup.fleet.galley)
    return Led(
        power=[3, 3, 3],
        ducats=15,
        interest=0,
        stability=0,
        prestige=0,
        religion=RELIGION.index["catholic"],
        ruler=setup.ruler.name,
        ill=setup.ruler.ill,
        available=0,
        exhausted=0,
        allied=0,
        armies=armies,
        alone=[0] * len(AREA),
        ships=ships,
        fleet=fleet,
        influence=[influence.get(area, 0) for area in AREA.indexes],
        claims=setup.claims,
        merchants=list(setup.merchants),
        standing=[True] * len(setup.merchants),
    )
