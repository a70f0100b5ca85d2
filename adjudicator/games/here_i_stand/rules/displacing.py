"""Displacement (glossary): units and leaders who may not stay go to the nearest place of their own."""

from collections.abc import Callable
from typing import Final

from adjudicator import FIRST, Asking, Event, Frames, Play, Question
from adjudicator.components import Code

from ..facts import CAPITALS, HOME_OF, INDEPENDENT, LEADER, MINOR, PORTS, PROTESTANT, SPACE, LocationId, OwnerId
from ..state import LeaderState, State
from . import table, ways
from .book import AtSpace, step


class Displaced(
    Event, frozen=True, tag="displaced", by="owner", rule="12.5", touches=("origin", "space"), hits=("owner",)
):
    """Units and leaders of an owner were displaced; `space` None: they had nowhere to go."""

    owner: OwnerId
    origin: LocationId
    space: LocationId | None


class DisplaceTo(AtSpace, frozen=True, tag="displace_to"):
    """Choose among the nearest places. Glossary: displacement."""


not_nearest = Code("12.5", space=SPACE)
DISPLACE: Final = Question(
    "displace",
    "12.5",
    DisplaceTo,
    otherwise=not_nearest,
    default=FIRST,
    alone="silence",
    about={"origin": LocationId},
    interrupts=True,
)


def land_havens(state: State, owner: str, origin: str) -> list[str]:
    """Return where displaced land units of an owner may go: the nearest own fortified spaces, or the capital.

    Those of a minor power without any go to its nearest home space (22.4).
    """
    power = table.major_of(state, owner) or owner

    def fits(at: str) -> bool:
        own = table.controller(state, at) in (owner, power)
        return own and table.fortified(state, at) and not table.besieged(state, at) and _enterable(state, power, at)

    found = ways.nearest(origin, fits)
    if not found and owner in MINOR:
        own = HOME_OF[owner] & table.controlled(state, owner)
        return ways.nearest(origin, lambda at: table.has(own, at))
    capitals = [at for at in CAPITALS[owner] if fits(at) and at != origin and at not in found]
    return [*found, *capitals]


def sea_havens(state: State, owner: str, origin: str) -> list[str]:
    """Return where displaced ships of an owner may go: the nearest ports that it controls, over sea if they can."""
    owners = (owner, table.major_of(state, owner))
    return ways.havens(state, owner, origin) or ways.nearest(
        origin, lambda at: table.has(PORTS, at) and table.controller(state, at) in owners
    )


def _enterable(state: State, power: str, at: str) -> bool:
    return state.league or SPACE.thing(at).kind != "electorate" or power == PROTESTANT


def displaced(state: State, origin: str, whose: Callable[[str], bool]) -> Frames:
    """Return the frames that displace everybody's units and leaders in a place who may not stay."""
    owners = [each for each in dict.fromkeys(each.owner for each in table.forces(state, origin)) if whose(each)]
    alone = [
        owner
        for owner in dict.fromkeys(leader_owner(each) for each in table.leaders_at(state, origin))
        if owner not in owners and whose(owner)
    ]
    return [displacing(owner, origin) for owner in (*owners, *alone)]


def displaced_but(state: State, at: str, power: str) -> Frames:
    """Return the frames that displace everybody from a space but a power and its minor powers."""
    return displaced(state, at, lambda owner: table.major_of(state, owner) != power)


def leader_owner(leader: str) -> str:
    """Return the owner that a leader belongs to."""
    return LEADER.thing(leader).power or INDEPENDENT


@step("12.5")
def displacing(play: Play[State], owner: OwnerId, origin: LocationId, land: bool = True) -> Asking:
    """Displace the `land` units of an owner with their leaders, then its ships with theirs."""
    state, power = play.state, table.major_of(play.state, owner)
    havens = (land_havens if land else sea_havens)(state, owner, origin)
    to = havens[0] if havens else None
    if havens and power:
        answer = yield DISPLACE.in_turn_of(state.impulse.power)(power, map(DisplaceTo, havens), origin=origin)
        to = answer.space
    _move(play, owner, origin, to, land=land)
    return [displacing(owner, origin, False)] if land else []


def _move(play: Play[State], owner: str, origin: str, to: str | None, *, land: bool) -> None:
    """Move what is displaced; without a place units are lost and leaders wait for the next turn."""
    state = play.state
    moved = False
    for force in [each for each in table.forces(state, origin) if each.owner == owner]:
        kinds = table.LAND if land else table.SHIPS
        units = {unit: number for unit, number in table.counts(force).items() if unit in kinds}
        if not units:
            continue
        moved = True
        table.add(
            state,
            origin,
            owner,
            {unit: -number for unit, number in units.items()},
            inside=force.inside,
            lent_to=force.lent_to,
        )
        if to is not None:
            table.add(state, to, owner, units, inside=table.besieged(state, to), lent_to=force.lent_to)
        elif not land:
            table.lose_ships(state, owner, sum(units.values()))
    for leader in table.leaders_at(state, origin, naval=not land):
        if leader_owner(leader) == owner:
            moved = True
            lent = state.leaders[leader].lent_to
            table.put_leader(state, leader, LeaderState(to, lent_to=lent) if to else LeaderState(returns=True))
    if moved:
        play.emit(Displaced(owner, origin, to))


def displace_leader(play: Play[State], leader: str) -> None:
    """Move a leader without units to the nearest fortified space of their power, the capital before others (15.2)."""
    state = play.state
    at, owner = state.leaders[leader].at, leader_owner(leader)
    where = land_havens(state, owner, at)
    to = next((each for each in where if each in CAPITALS[owner]), where[0] if where else None)
    lent = state.leaders[leader].lent_to
    inside = to is not None and table.besieged(state, to)
    table.put_leader(state, leader, LeaderState(to, inside, lent_to=lent) if to else LeaderState(returns=True))
    play.emit(Displaced(owner, at, to))
