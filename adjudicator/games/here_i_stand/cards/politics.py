"""Cards about allies, wars, hands of cards and hired men (6)."""

from collections.abc import Iterator
from itertools import islice
from typing import Annotated, Final

from adjudicator import Action, Frames, Play, Refusal
from adjudicator.components.bits import bits

from ..facts import (
    CARD,
    ENGLAND,
    FRANCE,
    GENOA,
    HAPSBURG,
    HOME_OF,
    INDEPENDENT,
    KEYS,
    LINKS,
    LOCATION,
    MINOR,
    NONE,
    OTTOMAN,
    OWNER,
    PAPACY,
    PORTS,
    PORTS_OF,
    POWER,
    PROTESTANT,
    SCOTLAND,
    SEA,
    SPACE,
    VENICE,
    OwnerId,
    PowerId,
    SpaceId,
)
from ..rules import building, displacing, hands, minors, table, victory, ways
from ..rules.book import PowerEvent, step
from ..rules.diplomacy import declarations
from ..rules.effects import event
from ..rules.war import sieges
from ..state import LeaderState, State
from .aims import Named, a_card, a_minor, a_power, a_space, a_use, aim, aiming, ask, no_effect, only
from .casualties import units_go
from .home import discards
from .realms import Levied, levy, regulars

MARRIERS: Final = (ENGLAND, FRANCE, HAPSBURG, PAPACY)
DISSOLVED: Final = (SCOTLAND, VENICE, GENOA)
"""The minor powers that Diplomatic Marriage may deactivate (22.2)."""


def _marriages(state: State, power: str) -> Iterator[Action]:
    """Yield the minor powers that a power may activate (1) or deactivate (2)."""
    for minor in MINOR.ids:
        if minors.may_activate(state, power, minor):
            yield a_minor(minor, 1)
        if minor in state.minors and minor in DISSOLVED:
            yield a_minor(minor, 2)


@aim("diplomatic_marriage", _marriages, only("diplomatic_marriage", *MARRIERS))
def _marriage(play: Play[State], power: str, answer: Named) -> Frames:
    if answer.use == 1:
        return minors.activate(play, answer.minor, power)
    return minors.deactivate(play, answer.minor)


def _auld_uses(state: State, power: str) -> Iterator[Action]:
    """Yield the uses of the Auld Alliance: Scotland joins France (1), leaves its ally (2), French regulars come (3)."""
    ally = state.minors.get(SCOTLAND, "")
    if power == FRANCE and not ally:
        yield a_use(1)
    if ally and power in (ENGLAND, FRANCE):
        yield a_use(2)
    if power == FRANCE and ally == FRANCE and _landings(state, power):
        yield a_use(3)


def _landings(state: State, power: str) -> list[str]:
    """Return the Scottish home spaces under French control that are not besieged."""
    found = LOCATION.ids_of(HOME_OF[SCOTLAND])
    return [
        at
        for at in found
        if table.major_of(state, table.controller(state, at)) == FRANCE and not table.besieged(state, at)
    ]


@aim("auld_alliance", _auld_uses)
def _auld(play: Play[State], power: str, answer: Named) -> Frames:
    if answer.use == 1:
        return minors.activate(play, SCOTLAND, FRANCE)
    if answer.use == 2:
        return minors.deactivate(play, SCOTLAND)
    return [aiming(power, "auld_alliance/landing")]


@ask("auld_alliance/landing", lambda state, power: map(a_space, _landings(state, power)))
def _landing(play: Play[State], power: str, answer: Named) -> None:
    regulars(play, power, FRANCE, answer.space, 3)


def _venetian_uses(state: State, power: str) -> Iterator[Action]:
    """Yield the uses of the Venetian Alliance: Venice joins the Papacy (1), leaves its ally (2), sends help (3)."""
    ally = state.minors.get(VENICE, "")
    if power == PAPACY and not ally:
        yield a_use(1)
    if ally and power in (OTTOMAN, PAPACY):
        yield a_use(2)
    if power == PAPACY and ally == PAPACY and _papal_ports(state):
        yield a_use(3)


def _papal_ports(state: State) -> list[str]:
    open = LOCATION.ids_of(PORTS)
    return [
        at
        for at in open
        if table.major_of(state, table.controller(state, at)) == PAPACY and not table.besieged(state, at)
    ]


@aim("venetian_alliance", _venetian_uses)
def _venetian(play: Play[State], power: str, answer: Named) -> Frames:
    if answer.use == 1:
        return minors.activate(play, VENICE, PAPACY)
    if answer.use == 2:
        return minors.deactivate(play, VENICE)
    return [aiming(power, "venetian_alliance/help")]


@ask("venetian_alliance/help", lambda state, power: map(a_space, _papal_ports(state)))
def _help(play: Play[State], power: str, answer: Named) -> None:
    """Place a Venetian regular and two Venetian squadrons."""
    state = play.state
    units = {
        "regulars": min(1, table.left_in_box(state, VENICE, "land")),
        "squadrons": min(2, table.left_in_box(state, VENICE, "ships")),
    }
    table.add(state, answer.space, VENICE, {unit: max(0, number) for unit, number in units.items()})
    play.emit(Levied(PAPACY, answer.space, VENICE, **units))


DORIA: Final = "andrea_doria"


def _doria_uses(state: State, power: str) -> Iterator[Action]:
    """Yield the uses of Andrea Doria: Genoa changes sides (1), or a raid on the pirates (2)."""
    if power in (FRANCE, HAPSBURG, PAPACY) and state.minors.get(GENOA) != power:
        yield a_use(1)
    found = state.leaders.get(DORIA)
    if found is None or found.at not in SEA:
        return
    owner = table.leader_power(state, DORIA)
    ports = PORTS_OF[LOCATION.index[found.at]] & table.controlled(state, OTTOMAN)
    if owner and table.at_war(state, owner, OTTOMAN) and ports.bit_count() >= 2:
        yield a_use(2)


class PiratesHunted(PowerEvent, frozen=True, tag="pirates_hunted", rule="6"):
    """Doria hunted pirates: the dice, and the victory points that the Ottoman lost."""

    dice: tuple[int, ...]
    lost: int


@aim("andrea_doria", _doria_uses)
def _doria(play: Play[State], power: str, answer: Named) -> Frames:
    state = play.state
    if answer.use == 1:
        frames = minors.deactivate(play, GENOA) if GENOA in state.minors else []
        return [*frames, *minors.activate(play, GENOA, power)]
    for each in dict.fromkeys((power, table.leader_power(state, DORIA))):
        hands.draw(play, each, 1)
    dice = play.roll("doria", 3, 6)
    lost = min(state.piracy, sum(die >= 5 for die in dice))
    state.piracy -= lost
    play.emit(PiratesHunted(power, tuple(dice), lost))
    return []


def _rough(state: State, power: str) -> Refusal | None:
    born = state.edward != "" and state.powers[ENGLAND].ruler in ("henry_viii", "edward_vi")
    return None if born and state.minors.get(SCOTLAND) == FRANCE else no_effect(card="rough_wooing")


class Wooed(PowerEvent, frozen=True, tag="wooed", rule="6"):
    """England and France rolled for Scotland: their dice with their units there."""

    english: int
    french: int


@event("rough_wooing", _rough)
def _wooing(play: Play[State], power: str) -> Frames:
    """Give Scotland to England if its roll, with its units there, is higher by two."""
    state = play.state
    totals = {}
    for each in (ENGLAND, FRANCE):
        (die,) = play.roll("wooing", 1, 6, power=each)
        there = (force for at in LOCATION.ids_of(HOME_OF[SCOTLAND]) for force in table.forces(state, at))
        totals[each] = die + sum(table.land(force) + table.ships(force) for force in there if force.owner == each)
    play.emit(Wooed(ENGLAND, totals[ENGLAND], totals[FRANCE]))
    if totals[ENGLAND] < totals[FRANCE] + 2:
        return []
    state.minors = {**state.minors, SCOTLAND: ENGLAND}
    play.emit(minors.Activated(ENGLAND, SCOTLAND))
    frames: list[Frames] = []
    for at in LOCATION.ids_of(HOME_OF[SCOTLAND]):
        table.set_controller(play.state, at, ENGLAND)
        sieges.end(state, at)
        frames.append(displacing.displaced_but(state, at, ENGLAND))
    return [frame for some in frames for frame in some]


# ---- wars and impulses


@aim("machiavelli_the_prince", lambda state, power: map(a_power, _machiavelli(state, power)))
def _prince(play: Play[State], power: str, answer: Named) -> Frames:
    """Declare war on a power for nothing, then spend two points."""
    play.state.impulse.cp += 2
    play.emit(declarations.WarDeclared(power, answer.power))
    return [declarations.declaring(power, answer.power, True)]


def _machiavelli(state: State, power: str) -> list[str]:
    return [each for each in POWER.ids if declarations.never(state, power, each) is None]


def strikes(state: State, power: str) -> list[tuple[str, int]]:
    """Return whom Halley's Comet strikes: a random card is lost (1), or the next impulse (2)."""
    others = [each for each in POWER.ids if each != power]
    losses = [(each, 1) for each in others if state.hands[each].cards]
    return [*losses, *((each, 2) for each in others if not state.skipping >> OWNER.index[each] & 1)]


@aim("halleys_comet", lambda state, power: (a_power(each, use) for each, use in strikes(state, power)))
def comet(play: Play[State], power: str, answer: Named) -> None:
    """Let a power lose a random card, or its next impulse."""
    if answer.use == 2:
        play.state.skipping |= 1 << OWNER.index[answer.power]
    else:
        hands.discard_at_random(play, answer.power)


# ---- hands


@event("diplomatic_overture")
def _overture(play: Play[State], power: str) -> Frames:
    hands.draw(play, power, 2)
    return [aiming(power, "diplomatic_overture/card")]


def _givable(state: State, power: str) -> Iterator[Action]:
    """Yield the cards that may be given away: a mandatory event only where there is nothing else."""
    found = [*discards(state, power)]
    return iter(found or [a_card(CARD.ids[each]) for each in state.hands[power].cards])


class Promised(PowerEvent, frozen=True, tag="promised", rule="6", own=("card",)):
    """A power chose a card that it gives away."""

    card: Annotated[str, CARD] | None = None


@ask("diplomatic_overture/card", _givable)
def _choose_card(play: Play[State], power: str, answer: Named) -> Frames:
    play.state.offered, play.state.offered_by = CARD.number(answer.card), 1 << OWNER.index[power]
    play.emit(Promised(power, answer.card))
    return [aiming(power, "diplomatic_overture/power")]


@ask("diplomatic_overture/power", lambda state, power: (a_power(each) for each in POWER.ids if each != power))
def _choose_power(play: Play[State], power: str, answer: Named) -> None:
    card, play.state.offered, play.state.offered_by = play.state.offered, NONE, 0
    hands.take(play, answer.power, power, card)


def _akinji(state: State, power: str) -> Iterator[Action]:
    """Yield the enemies of the Ottoman within reach of its cavalry: two spaces, the one between them Ottoman."""
    cavalry = [at for at, here in table.placed(state) if any(each.cavalry for each in here) and at in SPACE]
    for each in POWER.ids:
        if not state.hands[each].cards or not table.at_war(state, OTTOMAN, each):
            continue
        held = table.controlled(state, each)
        for at in cavalry:
            through = table.controlled(state, OTTOMAN)
            if sum(islice(ways.rings(table.bit(at), ways.OVERLAND, through), 2)) & held:
                yield a_power(each)
                break


@aim("akinji_raiders", _akinji)
def _raid(play: Play[State], power: str, answer: Named) -> None:
    hands.take_at_random(play, OTTOMAN, answer.power)


KEPT_BY_CP: Final = {1: 2, 2: 4, 3: 6, 4: 10}
"""How many mercenaries a card of so many points pays; a better one pays all (card 87)."""


def _with_mercenaries(state: State, power: str) -> Iterator[Action]:
    for each in POWER.ids:
        if any(force.mercenaries for here in state.forces.values() for force in here if force.owner == each):
            yield a_power(each)


@aim("mercenaries_demand_pay", _with_mercenaries)
def _pay(play: Play[State], power: str, answer: Named) -> Frames:
    return [aiming(power, f"mercenaries_demand_pay/{answer.power}"), deserting(answer.power)]


def _register_pay(victim: str) -> None:
    """Register the question to a power whose mercenaries demand their pay."""

    key, wages = f"mercenaries_demand_pay/{victim}", lambda state, power: _wages(state, victim)

    @ask(key, wages, asks=victim, optional=True, hands=(victim,))
    def _paid(play: Play[State], power: str, answer: Named) -> None:
        hands.spent(play.state, victim, CARD.number(answer.card))
        play.emit(declarations.WarsPaid(victim, (answer.card,), CARD.thing(answer.card).cp))
        play.state.wages = KEPT_BY_CP.get(CARD.thing(answer.card).cp, 99)


@step("6")
def deserting(play: Play[State], power: PowerId) -> Frames:
    """Let the mercenaries of a power leave that are not paid; it chooses which."""
    state = play.state
    there = sum(each.mercenaries for here in state.forces.values() for each in here if each.owner == power)
    unpaid, state.wages = there - state.wages, 0
    return [units_go(power, "mercenaries_demand_pay", unpaid)]


def _wages(state: State, power: str) -> Iterator[Action]:
    held = hands.playable(state, power)
    return (a_card(CARD.ids[each]) for each in held if CARD.things[each].kind != "mandatory")


for _victim in POWER.ids:
    _register_pay(_victim)


# ---- captured keys


class Rebelled(PowerEvent, frozen=True, tag="rebelled", rule="6", touches=("space",), hits=("before",)):
    """A captured key rebelled: the dice, whether it is free, and who controlled it `before`."""

    space: SpaceId
    dice: tuple[int, ...]
    free: bool
    before: OwnerId = ""


def _rebel_keys(state: State, power: str) -> Iterator[Action]:
    """Yield the captured keys that are not besieged: independent ones, or home keys of those not allied."""
    for n in bits(KEYS):
        at = LOCATION.ids[n]
        owner = table.controller(state, at)
        home = SPACE.thing(at).home
        if owner not in POWER or table.besieged(state, at) or home == owner or table.major_of(state, home) == owner:
            continue
        if home == INDEPENDENT or not table.allied(state, owner, home):
            yield a_space(at)


@aim("city_state_rebels", _rebel_keys)
def _rebels(play: Play[State], power: str, answer: Named) -> Frames:
    """Roll five dice against the land units and ships at a key; who holds it chooses what falls."""
    at = answer.space
    dice = play.roll("rebels", 5, 6, space=at)
    holder, hits = table.controller(play.state, at), sum(die >= 5 for die in dice)
    return [units_go(holder, "city_state_rebels", hits, at), rebelled(power, at, list(dice))]


@step("6")
def rebelled(play: Play[State], power: PowerId, at: SpaceId, dice: list[int]) -> Frames:
    """Free a key if its garrison is gone (card 71)."""
    state = play.state
    free = not table.forces(state, at)
    home = SPACE.thing(at).home
    play.emit(Rebelled(power, at, tuple(dice), free, table.controller(state, at)))
    if not free:
        return []
    for leader in table.leaders_at(state, at, naval=False):
        if table.leader_power(state, leader) == power:
            displacing.displace_leader(play, leader)
        else:
            table.put_leader(state, leader, LeaderState(captor=power))
    ally = table.major_of(state, home)
    table.set_controller(play.state, at, ally if ally and home in MINOR else home)
    regulars(play, power, home, at, 1)
    return [victory.at_once()]


@aim("charles_bourbon", lambda state, power: map(a_space, _bourbon_sites(state, power)))
def _bourbon(play: Play[State], power: str, answer: Named) -> None:
    """Hire the Renegade with three mercenaries, or the Ottoman's three cavalry, until the end of the turn."""
    state, at = play.state, answer.space
    if not table.friendly(state, power, at):
        play.emit(building.Controlled(power, at, table.controller(state, at)))
        table.set_controller(play.state, at, power)
    levy(play, power, at, 3)
    state.renegade = power
    table.put_leader(state, "renegade", LeaderState(at))


def _bourbon_sites(state: State, power: str) -> list[str]:
    """Return where the Renegade may appear: own spaces, or empty ones next to Lyon for an enemy of France."""
    found = [
        at
        for at in LOCATION.ids_of(table.controlled(state, power))
        if not table.besieged(state, at) and not table.enemy_units(state, power, at)
    ]
    if table.at_war(state, power, FRANCE):
        near = LOCATION.ids_of(LINKS[LOCATION.index["lyon"]] & ~table.fortified_spaces(state))
        found += [at for at in near if not table.occupied(state, at) and at not in found]
    return found if power != PROTESTANT or state.league else []
