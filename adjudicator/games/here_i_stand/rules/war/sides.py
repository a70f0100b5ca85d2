"""The two sides of a battle: whose units and leaders they are, who decides for them, how many dice they have (14)."""

from collections.abc import Iterable
from typing import Final, Literal

from adjudicator import Play

from ...facts import INDEPENDENT, OWNER, PAPACY, POWER, MinorId
from ...state import Battle, Force, State
from .. import table
from ..book import PowerEvent
from . import formations

Side = Literal["attack", "defense"]
BOTH: Final[tuple[Side, Side]] = ("attack", "defense")


class PhonyWarOver(PowerEvent, frozen=True, tag="phony_war_over", rule="9.6"):
    """A power has fought the minor power on which it declared war, or who intervened for it: the war is a real one."""

    minor: MinorId


def battle_of(state: State) -> Battle:
    """Return the battle under way."""
    assert state.battle is not None
    return state.battle


def other(side: Side) -> Side:
    """Return the other side."""
    return "defense" if side == "attack" else "attack"


def hostile(state: State, power: str, at: str, *, inside: bool | None = None) -> list[Force]:
    """Return the forces with land units in a place that are neither a power's nor its allies'."""
    return [
        each
        for each in table.forces(state, at)
        if table.land(each) and not table.allied(state, power, each.owner) and (inside is None or each.inside == inside)
    ]


def units(state: State, side: Side) -> list[Force]:
    """Return the land units of a side by owner; those of a sortie are marked as inside."""
    now = battle_of(state)
    if now.kind == "abroad":
        war = next(each for each in state.foreign_wars if each.card == now.card)
        own = Force(now.power, war.regulars, war.mercenaries, war.cavalry)
        return [own if side == "attack" else Force(INDEPENDENT, war.foreign)]
    if now.kind == "sack":
        if side == "attack":
            return formations.army(state, now.power, now.origin)
        return [Force(PAPACY, each.regulars) for each in table.units_of(state, PAPACY, now.at) if each.owner == PAPACY]
    if now.kind == "assault":
        if side == "attack":
            return formations.army(state, now.power, now.at)
        return [_inside(each) for each in hostile(state, now.power, now.at, inside=True)]
    if side == "attack":
        sortie = formations.common(now.sortie, formations.army(state, now.power, now.at, inside=True))
        return [*now.units, *map(_inside, sortie)]
    return [formations.land_only(each) for each in hostile(state, now.power, now.at, inside=False)]


def _inside(force: Force) -> Force:
    found = formations.land_only(force)
    found.inside = True
    return found


def size(state: State, side: Side) -> int:
    """Return how many land units a side has."""
    return formations.size(units(state, side))


def shares(state: State, side: Side) -> dict[str, list[Force]]:
    """Return the units of a side by who decides for them: a power, or an owner for whom nobody acts."""
    found: dict[str, list[Force]] = {}
    for each in units(state, side):
        found.setdefault(table.major_of(state, each.owner) or each.owner, []).append(each)
    return {key: found[key] for key in sorted(found, key=_rank) if formations.size(found[key])}


def _rank(owner: str) -> int:
    return POWER.ids.index(owner) if owner in POWER else len(POWER)


def powers(state: State, side: Side) -> list[str]:
    """Return the powers of a side, in the order of impulses."""
    return [each for each in shares(state, side) if each in POWER]


def leaders(state: State, side: Side) -> list[str]:
    """Return the army leaders of a side."""
    now = battle_of(state)
    if now.kind == "abroad":
        return [each for each, found in table.leaders_of(state) if found.abroad == now.card] if side == "attack" else []
    if now.kind == "sack":
        if side == "attack":
            return formations.captains(state, now.power, now.origin)
        return table.leaders_at(state, now.at, PAPACY, naval=False)
    if side == "attack":
        if now.kind == "assault":
            found = formations.captains(state, now.power, now.at)
        else:
            found = [each for each in formations.names(now.leaders) if state.leaders[each].at == now.at]
        return [each for each in found if not formations.gouty(state, each)]
    inside = now.kind == "assault"
    return [
        each
        for each in table.leaders_at(state, now.at, naval=False)
        if state.leaders[each].inside == inside
        and not table.allied(state, now.power, table.leader_power(state, each))
        and table.leader_power(state, each)
    ]


def dice(state: State, side: Side) -> int:
    """Return how many dice a side has, without those that hit more easily (14, 15.2, 21.5, 21.7)."""
    now = battle_of(state)
    army, best = units(state, side), table.best_battle(leaders(state, side))
    count = formations.size(army)
    if now.kind == "assault":
        on_foot = count - sum(each.cavalry for each in army)
        count = min(on_foot, storming(state, count)) if side == "attack" else on_foot
        if side == "attack" and size(state, "defense"):
            count = (count + 1) // 2
    if side == "defense":
        if now.kind == "sack" and not count:
            return 1
        best += now.kind != "abroad"
    return max(0, count + best + (now.attack if side == "attack" else now.defense))


def storming(state: State, besiegers: int) -> int:
    """Return how many of the besiegers assault: a formation, with those who came in this impulse only if all fit in."""
    now = battle_of(state)
    most = formations.limit(leaders(state, "attack"))
    return besiegers if besiegers <= most else min(most, besiegers - state.impulse.joined.get(now.at, 0))


def low_dice(state: State, side: Side) -> int:
    """Return how many further dice of a side hit more easily."""
    now = battle_of(state)
    return now.attack_low if side == "attack" else now.defense_low


def add_dice(state: State, side: Side, count: int, *, low: bool = False) -> None:
    """Give a side more dice, or fewer."""
    field = f"{side}_low" if low else side
    now = battle_of(state)
    setattr(now, field, getattr(now, field) + count)


def side_of(state: State, power: str) -> Side | None:
    """Return the side on which a power fights; None: on neither."""
    if battle_of(state).kind == "sack" and power == PAPACY:
        return "defense"
    return next((side for side in BOTH if power in powers(state, side)), None)


def lose(play: Play[State], side: Side, dead: Iterable[Force]) -> None:
    """Take units of a side away, those of the formation before those that came out of a besieged space."""
    state, now = play.state, battle_of(play.state)
    for each in dead:
        if now.kind == "abroad":
            war = next(found for found in state.foreign_wars if found.card == now.card)
            if side == "defense":
                war.foreign -= each.regulars
            else:
                for kind in table.LAND:
                    setattr(war, kind, getattr(war, kind) - getattr(each, kind))
            continue
        at = now.origin if now.kind == "sack" and side == "attack" else now.at
        _lose_at(state, side, at, each)
    clip(state)


def _lose_at(state: State, side: Side, at: str, dead: Force) -> None:
    now = battle_of(state)
    if now.kind == "sack":
        pools = [formations.land_only(each) for each in table.forces(state, at) if each.owner == dead.owner]
        insides = [each.inside for each in table.forces(state, at) if each.owner == dead.owner]
    else:
        mine = [each for each in units(state, side) if each.owner == dead.owner]
        pools, insides = (
            [Force(each.owner, each.regulars, each.mercenaries, each.cavalry) for each in mine],
            [each.inside for each in mine],
        )
    left = [dead]
    for pool, inside in zip(pools, insides, strict=True):
        gone = formations.common([pool], left)
        formations.kill(state, at, gone, inside=inside)
        if side == "attack" and now.kind == "field" and not inside:
            now.units = formations.less(now.units, gone)
        left = formations.less(left, gone)


def clip(state: State) -> None:
    """Let the formation of a battle have no more units than are there."""
    now = battle_of(state)
    if now.kind == "field":
        now.units = formations.common(now.units, formations.army(state, now.power, now.at))


def phony_wars_end(play: Play[State]) -> None:
    """End phony wars of who fights the minor power or its ally: in a field battle, or an assault of its own (9.6)."""
    state, now = play.state, battle_of(play.state)
    foes = {"attack": {now.power}, "defense": {each.owner for each in units(state, "defense")}}
    if now.kind == "field":
        foes["attack"] |= {each.owner for each in units(state, "attack")}
    for side in BOTH if now.kind == "field" else BOTH[:1]:
        against = foes[other(side)] | {table.major_of(state, each) for each in foes[other(side)]}
        for power in [each for each in POWER.ids if each in {table.major_of(state, owner) for owner in foes[side]}]:
            for minor in OWNER.ids_of(state.phony_wars.get(power, 0)):
                if {minor, state.minors.get(minor)} & against:
                    left = state.phony_wars[power] & ~(1 << OWNER.index[minor])
                    rest = {each: mask for each, mask in state.phony_wars.items() if each != power}
                    state.phony_wars = rest | ({power: left} if left else {})
                    play.emit(PhonyWarOver(power, minor))


def fighting(state: State) -> tuple[str, ...]:
    """Return the powers in the battle under way; of a march only who marches."""
    now = battle_of(state)
    if now.kind == "march":
        return (now.power,)
    both = {now.power, *powers(state, "defense")}
    return tuple(each for each in POWER.ids if each in both)


def takes_part(state: State, power: str) -> bool:
    """Return whether a power fights in the battle under way."""
    return side_of(state, power) is not None
