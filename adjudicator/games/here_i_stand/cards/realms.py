"""Cards about realms: unrest, revolts, levies and what people in power do (6)."""

from collections.abc import Iterator
from typing import Final

from adjudicator import Action, Asking, Frames, Play, Refusal
from adjudicator.components.bits import bits

from .. import facts
from ..facts import (
    CARD,
    ENGLAND,
    FRANCE,
    HAPSBURG,
    HOME_OF,
    LEADER,
    LOCATION,
    MINOR,
    OTTOMAN,
    PORTS,
    POWER,
    PROTESTANT,
    SEAS_OF,
    SPACE,
    ZONE_OF,
    LeaderId,
    LocationId,
    OwnerId,
    PowerId,
    SpaceId,
)
from ..rules import building, dealing, hands, st_peters, table, unrest
from ..rules.book import PowerEvent, step
from ..rules.effects import event
from ..state import LeaderState, State
from .aims import (
    AIM,
    Named,
    a_card,
    a_leader,
    a_space,
    a_use,
    aim,
    aim_spaces,
    aiming,
    ask,
    ask_spaces,
    naming_spaces,
    no_effect,
)
from .casualties import UnitsLost, units_go

# ---- unrest


def _unrest(card: str, most: int, mask: int) -> None:
    """Register an event that brings unrest to up to so many unoccupied spaces."""

    @aim_spaces(card, most, lambda state, power: unrest.calm(state, mask))
    def _placed(play: Play[State], power: str, answer: Named) -> None:
        unrest.place(play, answer.spaces)


_unrest("pilgrimage_of_grace", 5, HOME_OF[ENGLAND])
_unrest("gabelle_revolt", 2, HOME_OF[FRANCE])
_unrest("peasants_war", 5, ZONE_OF["german"])
_unrest("revolt_of_the_communeros", 3, ZONE_OF["spanish"])


def _rebels(state: State) -> int:
    """Return how many spaces rebel: more if the Ottoman is at war with no power."""
    at_war = any(table.at_war(state, OTTOMAN, each) for each in POWER.ids)
    return 2 if at_war else 4


@aim_spaces("janissaries_rebel", _rebels, lambda state, power: unrest.calm(state, HOME_OF[OTTOMAN]))
def _janissaries(play: Play[State], power: str, answer: Named) -> None:
    unrest.place(play, answer.spaces)


CLOTH_TOWNS: Final = LOCATION.mask_of(("antwerp", "brussels", "amsterdam"))
CLOTH: Final = CLOTH_TOWNS | (HOME_OF[HAPSBURG] & (ZONE_OF["german"] | ZONE_OF["italian"]))


def _cloth_uses(state: State, power: str) -> Iterator[Action]:
    """Yield the uses of Cloth Prices Fluctuate: good trade if England has Calais and the Hapsburgs Antwerp, or bad."""
    good = table.controller(state, "calais") == ENGLAND and table.controller(state, "antwerp") == HAPSBURG
    if good:
        yield a_use(1)
    yield a_use(2)


@aim("cloth_prices_fluctuate", _cloth_uses)
def _cloth(play: Play[State], power: str, answer: Named) -> Frames:
    if answer.use == 1:
        hands.draw(play, ENGLAND, 1)
        hands.draw(play, HAPSBURG, 1)
        return [aiming(power, "cloth_prices_fluctuate/levy")]
    holder = table.major_of(play.state, table.controller(play.state, "antwerp"))
    if holder:
        hands.discard_at_random(play, holder)
    return [naming_spaces(power, "cloth_prices_fluctuate", 2)]


@ask("cloth_prices_fluctuate/levy", lambda state, power: map(a_space, levy_places(state, power)))
def _cloth_levy(play: Play[State], power: str, answer: Named) -> None:
    levy(play, power, answer.space, 2)


@ask_spaces("cloth_prices_fluctuate", lambda state, power: unrest.calm(state, CLOTH))
def _cloth_unrest(play: Play[State], power: str, answer: Named) -> None:
    unrest.place(play, answer.spaces)


# ---- levies


class Levied(PowerEvent, frozen=True, tag="levied", rule="6", touches=("space",)):
    """Units came by a card."""

    space: LocationId
    owner: OwnerId
    regulars: int = 0
    mercenaries: int = 0
    cavalry: int = 0
    squadrons: int = 0
    corsairs: int = 0


class FortressBuilt(PowerEvent, frozen=True, tag="fortress_built", rule="6", touches=("space",)):
    """A space got a fortress."""

    space: SpaceId


class LeaderGone(PowerEvent, frozen=True, tag="leader_gone", rule="6", hits=("power",)):
    """A leader left the match, or for the rest of the turn."""

    leader: LeaderId
    for_good: bool


def levy_places(state: State, power: str) -> list[str]:
    """Return the home spaces where a power may raise land units of its own (17.1)."""
    return [at for at, owner in building.land_sites(state, power).items() if owner == power]


def levy(play: Play[State], power: str, at: str, count: int) -> None:
    """Place mercenaries of a power, cavalry of the Ottoman, as far as there are counters."""
    number = building.abroad_first(play, power, "cavalry" if power == OTTOMAN else "mercenary", count)
    unit = "cavalry" if power == OTTOMAN else "mercenaries"
    if number > 0:
        table.add(play.state, at, power, {unit: number})
        play.emit(Levied(power, at, power, **{unit: number}))


def regulars(play: Play[State], by: str, owner: str, at: str, count: int) -> None:
    """Let a power place regulars of an owner with a card, as far as there are counters."""
    number = building.abroad_first(play, owner, "regular", count)
    if number > 0:
        table.add(play.state, at, owner, {"regulars": number})
        play.emit(Levied(table.major_of(play.state, owner) or by, at, owner, regulars=number))


def _no_zapolya(state: State, power: str) -> Refusal | None:
    closed = table.besieged(state, "buda") or table.has(state.unrest, "buda")
    return no_effect(card="john_zapolya") if closed else None


@event("john_zapolya", _no_zapolya)
def _zapolya(play: Play[State], power: str) -> Frames:
    regulars(play, power, table.controller(play.state, "buda"), "buda", 4)
    return []


def _ports(state: State, power: str) -> list[str]:
    """Return the controlled home ports of a power where squadrons can be built by a card."""
    ports = LOCATION.ids_of(table.homes(state, power) & PORTS)
    return [at for at in ports if building.building_refused(state, power, at, power) is None]


def _no_shipyard(state: State, power: str) -> Refusal | None:
    return None if power != PROTESTANT else no_effect(card="shipbuilding")


def _shipyards(state: State, power: str) -> Iterator[Action]:
    """Yield where a squadron can be built, or two corsairs (1) of the Ottoman once there are pirates."""
    if table.left_in_box(state, power, "ships") < 1:
        return
    yield from map(a_space, _ports(state, power))
    if power == OTTOMAN and state.barbary:
        bases = (at for at in LOCATION.ids_of(building.pirate_bases(state)) if building.corsair_site(state, at))
        yield from (a_space(at, 1) for at in (*_ports(state, power), *bases))


@aim("shipbuilding", _shipyards, _no_shipyard, times=2)
def _shipbuilding(play: Play[State], power: str, answer: Named) -> None:
    """Place a squadron, or two corsairs."""
    left = table.left_in_box(play.state, power, "ships")
    units = {"corsairs": min(2, left)} if answer.use else {"squadrons": 1}
    table.add(play.state, answer.space, power, units)
    play.emit(Levied(power, answer.space, power, **units))


def _trace_sites(state: State, power: str) -> int:
    return SPACE.mask & ~table.fortified_spaces(state) & ~_out_of_play(state)


def _out_of_play(state: State) -> int:
    return 0 if state.barbary else 1 << LOCATION.index["algiers"]


@aim("trace_italienne", lambda state, power: map(a_space, LOCATION.ids_of(_trace_sites(state, power))))
def _trace(play: Play[State], power: str, answer: Named) -> None:
    state, at = play.state, answer.space
    state.fortresses |= table.bit(at)
    play.emit(FortressBuilt(power, at))
    owner = table.controller(state, at)
    strangers = table.land_where(state, at, lambda other: not table.allied(state, owner, other))
    if owner in (*POWER.ids, *MINOR.ids) and not table.has(state.unrest, at) and not strangers:
        regulars(play, power, owner, at, 1)


def _mercenaries_at(state: State, power: str) -> Iterator[Action]:
    """Yield the places with mercenaries, for each power there: the number of the power in the order of impulses."""
    for at, here in table.placed(state):
        if at in SPACE:
            owners = dict.fromkeys(each.owner for each in here if each.mercenaries)
            yield from (a_space(at, POWER.index[each]) for each in owners)


@aim("unpaid_mercenaries", _mercenaries_at)
def _unpaid(play: Play[State], power: str, answer: Named) -> None:
    owner = POWER.ids[answer.use]
    for force in [each for each in table.forces(play.state, answer.space) if each.mercenaries and each.owner == owner]:
        table.add(play.state, answer.space, owner, {"mercenaries": -force.mercenaries}, inside=force.inside)
        play.emit(UnitsLost(power, answer.space, owner, force.mercenaries))


def _camps(state: State, power: str) -> Iterator[Action]:
    """Yield the stacks of powers that can fall ill, by their space and the number of their power."""
    for at, here in table.placed(state):
        if at in SPACE:
            owners = dict.fromkeys(table.major_of(state, each.owner) for each in here if table.land(each))
            yield from (a_space(at, POWER.index[each]) for each in owners if each)


@aim("unsanitary_camp", _camps)
def _camp(play: Play[State], power: str, answer: Named) -> Frames:
    """Let a third of a stack die as its owner chooses, half of them regulars as far as possible."""
    state, at, owner = play.state, answer.space, POWER.ids[answer.use]
    losses = (table.land_of(state, owner, at) + 2) // 3
    regulars = sum(each.regulars for each in table.units_of(state, owner, at))
    return [units_go(owner, "unsanitary_camp", losses, at, min(regulars, (losses + 1) // 2))]


# ---- people


THREATENED: Final = ("charles_brandon", "duke_of_alva", "montmorency", "ibrahim_pasha")


def _threats(state: State, power: str) -> Iterator[Action]:
    return (a_leader(each) for each in THREATENED if each in state.leaders and state.leaders[each].at)


@aim("threat_to_power", _threats)
def _threat(play: Play[State], power: str, answer: Named) -> None:
    """Send a leader away: on 1 to 3 for the turn, otherwise for good."""
    (die,) = play.roll("threat", 1, 6, leader=answer.leader)
    for_good = die >= 4
    owner = LEADER.thing(answer.leader).power
    table.put_leader(play.state, answer.leader, None if for_good else LeaderState(returns=True))
    play.emit(LeaderGone(owner, answer.leader, for_good))


def _captured(state: State, power: str) -> Iterator[Action]:
    return (a_leader(leader) for leader, each in table.leaders_of(state) if each.captor)


@aim("ransom", _captured)
def _ransom(play: Play[State], power: str, answer: Named) -> Frames:
    """Let a captured leader go; its owner says to which fortified home space."""
    owner = LEADER.thing(answer.leader).power or table.leader_power(play.state, answer.leader)
    return [freed(table.major_of(play.state, owner) or owner, answer.leader)]


@step("6")
def freed(play: Play[State], power: PowerId, leader: LeaderId) -> Asking:
    """Ask in which fortified home space a leader appears whom the card has freed; without one they wait."""
    state = play.state
    owner = LEADER.thing(leader).power or power
    homes = [at for at in LOCATION.ids_of(HOME_OF[owner]) if table.fortified(state, at)]
    open = [at for at in homes if table.controller(state, at) in (owner, power)]
    if not open:
        table.put_leader(state, leader, LeaderState(returns=True))
        return []
    answer = yield AIM.in_turn_of(state.impulse.power)(power, map(a_space, open), card="ransom")
    table.put_leader(play.state, leader, LeaderState(answer.space, inside=table.besieged(play.state, answer.space)))
    play.emit(dealing.LeaderReturned(leader, answer.space))
    return []


@event("michelangelo")
def _michelangelo(play: Play[State], power: str) -> Frames:
    st_peters.build(play, sum(play.roll("michelangelo", 2, 6)))
    return []


@event("fuggers")
def _fuggers(play: Play[State], power: str) -> Frames:
    hands.draw(play, power, 2)
    play.state.powers[power].fewer += 1
    return []


class BonusPoints(PowerEvent, frozen=True, tag="bonus_points", rule="23"):
    """A power got victory points."""

    vp: int


def bonus(play: Play[State], power: str, vp: int) -> None:
    """Give a power victory points."""
    play.state.powers[power].bonus += vp
    play.emit(BonusPoints(power, vp))


ITALY: Final = ("genoa", "milan", "venice", "florence", "naples")


@event("master_of_italy")
def _master(play: Play[State], power: str) -> Frames:
    """Count the keys of Italy: three are a point, four or five two, two a card."""
    for each in POWER.ids:
        held = sum(table.major_of(play.state, table.controller(play.state, at)) == each for at in ITALY)
        if held >= 3:
            bonus(play, each, 1 if held == 3 else 2)
        elif held == 2:
            hands.draw(play, each, 1)
    return []


@aim("copernicus", lambda state, power: [a_use(1)] if _half_protestant(state, power) else [a_use(2), a_use(3)])
def _copernicus(play: Play[State], power: str, answer: Named) -> None:
    """Give two points if half of the home spaces are Protestant, otherwise one, and a card or a Protestant loss."""
    bonus(play, power, 2 if answer.use == 1 else 1)
    if answer.use == 2:
        hands.draw(play, power, 1)
    elif answer.use == 3:
        hands.discard_at_random(play, PROTESTANT)


def _half_protestant(state: State, power: str) -> bool:
    home = HOME_OF[power]
    return bool(home) and 2 * (home & state.protestant).bit_count() >= home.bit_count()


@event("michael_servetus")
def _servetus(play: Play[State], power: str) -> Frames:
    bonus(play, power, 1)
    hands.discard_at_random(play, PROTESTANT)
    return []


@event("indulgence_vendor")
def _vendor(play: Play[State], power: str) -> Frames:
    """Take a random card of the Protestants; its points go to St Peter's."""
    if (card := hands.discard_at_random(play, PROTESTANT)) is not None:
        st_peters.build(play, CARD.things[card].cp)
    return []


@aim("philip_of_hesses_bigamy", lambda state, power: _bigamy(state), asks=PROTESTANT)
def _philip(play: Play[State], power: str, answer: Named) -> None:
    """Let the Protestants lose Philip of Hesse or a random card."""
    if answer.use == 1:
        table.put_leader(play.state, "philip_of_hesse", None)
        play.emit(LeaderGone(PROTESTANT, "philip_of_hesse", True))
    else:
        hands.discard_at_random(play, PROTESTANT)


def _bigamy(state: State) -> Iterator[Action]:
    if "philip_of_hesse" in state.leaders:
        yield a_use(1)
    if state.hands[PROTESTANT].cards:
        yield a_use(2)


def _knights_uses(state: State, power: str) -> Iterator[Action]:
    """Yield the uses of the Knights: a raid if they are near an Ottoman port, or a new seat if they have none."""
    if state.knights:
        if not table.besieged(state, state.knights) and _near_ottoman(state, state.knights):
            yield a_use(1)
        return
    if _ports(state, HAPSBURG):
        yield a_use(2)


def _near_ottoman(state: State, at: str) -> bool:
    """Return whether a port shares a sea zone with a port that the Ottoman controls."""
    seas = SEAS_OF[LOCATION.index[at]]
    return any(SEAS_OF[n] & seas for n in bits(table.controlled(state, OTTOMAN) & PORTS))


@aim("knights_of_st_john", _knights_uses)
def _knights(play: Play[State], power: str, answer: Named) -> Frames:
    if answer.use == 2:
        return [aiming(power, "knights_of_st_john/seat")]
    if (card := hands.discard_at_random(play, OTTOMAN)) is not None:
        st_peters.build(play, CARD.things[card].cp)
    return []


@ask("knights_of_st_john/seat", lambda state, power: map(a_space, _ports(state, HAPSBURG)), asks=HAPSBURG)
def _seat(play: Play[State], power: str, answer: Named) -> None:
    """Give the Knights a home port of the Hapsburgs, which becomes independent and a fortress."""
    state, at = play.state, answer.space
    state.knights = at
    if not table.fortified(state, at):
        state.fortresses |= table.bit(at)
        play.emit(FortressBuilt(HAPSBURG, at))
    table.set_controller(play.state, at, facts.KNIGHTS)
    table.add(state, at, facts.KNIGHTS, {"regulars": 1})
    play.emit(Levied(HAPSBURG, at, facts.KNIGHTS, regulars=1))


def _havens(state: State, power: str) -> Iterator[Action]:
    """Yield where a pirate haven can be: Oran or Tripoli, empty, an enemy's, near an Ottoman fortified port."""
    if not state.barbary:
        return
    fortified = table.fortified_spaces(state) & table.controlled(state, OTTOMAN) & PORTS
    for at in ("oran", "tripoli"):
        owner = table.controller(state, at)
        near = any(SEAS_OF[n] & SEAS_OF[LOCATION.index[at]] for n in bits(fortified))
        if table.at_war(state, OTTOMAN, owner) and not table.occupied(state, at) and near:
            yield a_space(at)


@aim("pirate_haven", _havens)
def _haven(play: Play[State], power: str, answer: Named) -> None:
    state, at = play.state, answer.space
    state.havens |= table.bit(at)
    play.emit(building.Controlled(OTTOMAN, at, table.controller(state, at)))
    table.set_controller(state, at, OTTOMAN)
    units = {
        "regulars": min(1, table.left_in_box(state, OTTOMAN, "land")),
        "corsairs": min(2, table.left_in_box(state, OTTOMAN, "ships")),
    }
    table.add(state, at, OTTOMAN, units)
    play.emit(Levied(OTTOMAN, at, OTTOMAN, **units))


@event("barbary_pirates")
def _pirates(play: Play[State], power: str) -> Frames:
    """Bring Algiers into play, with pirates and Barbarossa (16.4)."""
    state = play.state
    state.barbary = True
    table.set_controller(play.state, "algiers", OTTOMAN)
    units = {
        "regulars": min(2, table.left_in_box(state, OTTOMAN, "land")),
        "corsairs": min(2, table.left_in_box(state, OTTOMAN, "ships")),
    }
    table.add(state, "algiers", OTTOMAN, units)
    play.emit(Levied(OTTOMAN, "algiers", OTTOMAN, **units))
    table.put_leader(state, "barbarossa", LeaderState("algiers"))
    play.emit(dealing.LeaderReturned("barbarossa", "algiers"))
    return []


@event("dragut")
def _dragut(play: Play[State], power: str) -> Frames:
    """Let Dragut take the place of Barbarossa."""
    old = play.state.leaders.get("barbarossa", LeaderState("algiers"))
    table.put_leader(play.state, "barbarossa", None)
    table.put_leader(play.state, "dragut", old)
    if old.at:
        play.emit(dealing.LeaderReturned("dragut", old.at))
    return []


def _no_pirates(state: State, power: str) -> Refusal | None:
    return None if state.barbary else no_effect(card="julia_gonzaga")


@event("julia_gonzaga", _no_pirates)
def _julia(play: Play[State], power: str) -> Frames:
    """Promise the Ottoman a point for piracy in the Tyrrhenian Sea in this turn."""
    play.state.this_turn |= 1 << CARD.number("julia_gonzaga")
    return []


def _barracks(state: State, power: str) -> Iterator[Action]:
    """Yield where janissaries come: controlled home spaces but Algiers and havens, and a foreign war below strength."""
    if table.left_in_box(state, OTTOMAN, "land") < 1:
        return
    if (war := building.short_war(state, OTTOMAN)) is not None:
        yield a_card(CARD.ids[war.card])
        return
    yield from map(a_space, levy_places(state, OTTOMAN))


@aim("janissaries", _barracks, times=4)
def _recruits(play: Play[State], power: str, answer: Named) -> None:
    """Place a regular of the Ottoman."""
    if answer.op == "for_card":
        war = building.short_war(play.state, OTTOMAN)
        assert war is not None
        war.regulars += 1
        play.emit(building.SentAbroad(OTTOMAN, "regular", 1, answer.card))
    else:
        regulars(play, power, OTTOMAN, answer.space, 1)
