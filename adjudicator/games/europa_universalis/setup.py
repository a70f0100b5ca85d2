"""The position at the start (R2), before anything is drawn."""

from collections.abc import Sequence

from adjudicator.components import bits

from .content import Content
from .facts import AREA, NODE, NONE, POWER, PROVINCE, REALM, RELIGION, ZONE
from .house_rules import HouseRules
from .rules.realms import base_tax_income, manpower
from .scenario import COUNTS, SCENARIO, SETUP, SetUp
from .slots import CHARACTER
from .state import ARMIES, Army, Commerce, Curia, Deck, Empire, Events, Fleet, Goals, Led, Ships, State, Units


def initial_state(seats: Sequence[str], rules: HouseRules, content: Content) -> State:
    """Return the state at the start, as the scenario and the content say (R2.03).

    The scenario gives provinces, units, influence, alliances and marriages; influence where only players own provinces
    is removed. The content gives the decks.

    Raises:
        KeyError: The number of players is not supported.
    """
    count = COUNTS[len(seats)]
    order = [each for each in SCENARIO.order if each in seats]
    state = State(
        rules=rules,
        order=order,
        first=order[0],
        led={seat: _led(SETUP[seat]) for seat in order},
        owner=[each.owner for each in PROVINCE],
        occupier=[NONE] * len(PROVINCE),
        rebel_towns=0,
        unrest=0,
        plus_manpower=SCENARIO.plus_manpower,
        dnpr=[each.owner if each.owner != NONE and SCENARIO.dynamic >> each.owner & 1 else NONE for each in PROVINCE],
        overlord=[each.overlord for each in REALM],
        allied={seat: SETUP[seat].alliances for seat in order},
        active=0,
        married={seat: SETUP[seat].marriages for seat in order},
        disputed=dict.fromkeys(order, 0),
        cb=dict.fromkeys(order, 0),
        religion=[each.religion for each in AREA],
        beneath=[NONE] * len(AREA),
        rebels=[0] * len(AREA),
        plague=0,
        war=[0] * len(REALM),
        truce=[0] * len(REALM),
        empire=Empire(
            emperor=REALM.index[count.emperor] if count.emperor else SCENARIO.npr_emperor,
            authority=SCENARIO.authority,
            imperial=[int(bool(count.emperor) and SCENARIO.imperial >> area & 1) for area in AREA.indexes],
        ),
        curia=Curia(list(count.curia)),
        decks=[Deck(content.cards_of(power)) for power in POWER.indexes],
        events=Events(),
        trade=Commerce(content.trades_at_start(), unused=content.later_trades(), pirates=[0] * len(NODE)),
        goals=Goals(),
        ill=sum(1 << CHARACTER.index[seat] for seat in order if SETUP[seat].ruler.ill),
    )
    players = {REALM.index[seat] for seat in order}
    for area in AREA:
        if {state.owner[bit] for bit in bits(area.provinces)} <= players:
            for led in state.led.values():
                led.influence[area.index] = 0
    for seat, led in state.led.items():
        realm = REALM.index[seat]
        led.available = manpower(state, realm) - sum(army.regular.all for army in led.armies)
        led.base = base_tax_income(state, realm)
        led.mission_deck = 0 if rules.no_missions else content.missions_of(realm)
    return state


def _led(setup: SetUp) -> Led:
    ships = Ships([0] * len(ZONE), [0] * len(ZONE), {})
    for ship in setup.ships:
        (ships.protecting if ship.protecting else ships.light)[ship.zone] += ship.light
    armies = [Army() for _ in range(ARMIES)]
    for start in setup.armies:
        armies[start.army - 1] = Army(start.area, Units(start.infantry, start.cavalry, start.artillery))
    fleet = Fleet()
    if setup.fleet is not None:
        fleet = Fleet(setup.fleet.zone, NONE, setup.fleet.light, setup.fleet.heavy, 0, setup.fleet.galley)
    return Led(
        power=[3, 3, 3],
        ducats=15,
        stability=0,
        prestige=0,
        religion=RELIGION.index["catholic"],
        ruler=CHARACTER.index[setup.realm],
        available=0,
        armies=armies,
        alone=[0] * len(AREA),
        ships=ships,
        fleet=fleet,
        influence=[setup.influence.get(id, 0) for id in AREA.ids],
        claims=setup.claims,
        merchants=list(setup.merchants),
        standing=[True] * len(setup.merchants),
    )
