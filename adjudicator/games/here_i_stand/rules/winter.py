"""Winter (19): ships and armies go home, alliances end, new regulars come, and what is due happens."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar, Final

from msgspec import Meta

from adjudicator import (
    Action,
    Asking,
    Choose,
    Event,
    Frames,
    Play,
    Refusal,
    RuleAction,
    RuleActionAnswers,
    parallel,
    word,
)
from adjudicator.components import Code
from adjudicator.kernel.standing import once

from ..facts import (
    CAPITALS,
    CARD,
    HOME_OF,
    KEYS,
    LEADER,
    LOCATION,
    MINOR,
    POWER,
    PROTESTANT,
    SCOTLAND,
    SEA,
    SPACE,
    CardId,
    LocationId,
    OwnerId,
    PowerId,
    SpaceId,
)
from ..state import Force, LeaderState, State
from . import displacing, hands, table, ways
from .book import PowerEvent, step
from .effects import EVENTS

ROOM: Final = 4
"""The land units that an own fortified space other than the capital holds in winter (19.3)."""
NOMAD: Final = "renegade"

no_units_to_return = Code("19.3", origin=LOCATION)
no_winter_quarters = Code("19.3", to=SPACE)
no_room = Code("19.3", to=SPACE, left=int)
no_ships_there = Code("19.3", origin=LOCATION)
no_near_port = Code("19.3", to=SPACE)


class WentHome(PowerEvent, frozen=True, tag="went_home", rule="19.3", touches=("origin", "to")):
    """Units went into winter quarters; `lost` of them by attrition, all of them without any quarters (`to` None)."""

    origin: LocationId
    to: SpaceId | None
    units: int
    lost: int = 0


class Docked(PowerEvent, frozen=True, tag="docked", rule="19.3", touches=("origin", "to")):
    """Ships went to a port for the winter."""

    origin: LocationId
    to: SpaceId | None
    ships: int


class WinterRegulars(PowerEvent, frozen=True, tag="winter_regulars", rule="19.6", touches=("space",)):
    """A power got a regular in its capital."""

    space: SpaceId


class WinterBegan(Event, frozen=True, tag="winter_began", rule="19"):
    """The winter phase began: everybody goes home."""


class WinterCame(Event, frozen=True, tag="winter_came", rule="19"):
    """Alliances ended, debaters are uncommitted again."""


class Due(Event, frozen=True, tag="due", rule="19.9"):
    """A mandatory event that nobody has played happened."""

    card: CardId


# ---- who has to go, and where


def capitals(state: State, power: str) -> list[str]:
    """Return the capitals of a power that it controls; the Protestants have none."""
    return [at for at in CAPITALS[power] if table.controller(state, at) == power]


def own_fortified(state: State, power: str, at: str) -> bool:
    """Return whether a space is fortified and under the control of a power or of its minor power."""
    return table.fortified(state, at) and table.major_of(state, table.controller(state, at)) == power


def outside(state: State, power: str, at: str) -> list[Force]:
    """Return the land forces of a power and its minor powers in a place that are not besieged."""
    return [each for each in table.units_of(state, power, at, inside=False) if table.land(each)]


@once
def must_go(state: State, power: str, at: str) -> int:
    """Return how many land units have to leave a space in winter (19.3)."""
    if at in capitals(state, power) or (power == PROTESTANT and not state.league):
        return 0
    there = sum(map(table.land, outside(state, power, at)))
    if not own_fortified(state, power, at):
        return there
    inside = table.land_of(state, power, at, inside=True)
    return max(0, there + inside - ROOM)


@once
def quarters(state: State, power: str, owner: str, at: str) -> list[str]:
    """Return where land units of an owner may go from a space: capitals, the nearest fortified spaces with room."""
    if owner == SCOTLAND:
        found = [each for each in ("edinburgh", "stirling") if table.controller(state, each) in (SCOTLAND, power)]
        return [each for each in found if each != at]

    def fits(place: str) -> bool:
        roomy = table.land_of(state, power, place) < ROOM and not table.besieged(state, place)
        electoral = not state.league and SPACE.thing(place).kind == "electorate"
        return own_fortified(state, power, place) and roomy and not electoral

    found = [] if power == PROTESTANT else [each for each in capitals(state, power) if each != at]
    if owner in MINOR:
        home = LOCATION.ids_of(HOME_OF[owner] & KEYS)
        found = [*(each for each in home if table.controller(state, each) == power and each != at), *found]
    return list(dict.fromkeys([*found, *ways.nearest(at, fits)]))


# ---- what a power says


Gone = dict[str, int]
"""How many units of a power have gone home from one space to another, by the two: a stack for attrition (19.3)."""


class WinterDeed(RuleAction[State], frozen=True):
    """What a power says about its winter quarters."""

    def go(self, play: Play[State], seat: str, gone: Gone) -> None:
        """Do it; `gone`: who went home before."""
        raise NotImplementedError  # abstract


class ReturnUnits(WinterDeed, frozen=True, tag="return_units"):
    """Bring land units into winter quarters. 19.3."""

    origin: SpaceId
    to: SpaceId
    regulars: Annotated[int, Meta(ge=0)] = 0
    mercenaries: Annotated[int, Meta(ge=0)] = 0
    cavalry: Annotated[int, Meta(ge=0)] = 0
    owner: OwnerId | None = None

    @property
    def units(self) -> dict[str, int]:
        """The units by kind."""
        named = {"regulars": self.regulars, "mercenaries": self.mercenaries, "cavalry": self.cavalry}
        return {unit: number for unit, number in named.items() if number}

    @classmethod
    def candidates(cls, state: State, seat: str, asked: Any) -> Iterator[Action]:
        for at in _stacks(state, seat):
            for force in outside(state, seat, at):
                for to in quarters(state, seat, force.owner, at):
                    owner = None if force.owner == seat else force.owner
                    yield cls(at, to, force.regulars, force.mercenaries, force.cavalry, owner)

    def illegality(self, state: State, seat: str, asked: Any) -> Refusal | None:
        owner = self.owner or seat
        forces = [each for each in outside(state, seat, self.origin) if each.owner == owner]
        there = {unit: sum(getattr(each, unit) for each in forces) for unit in table.LAND}
        if not self.units or any(number > there[unit] for unit, number in self.units.items()):
            return no_units_to_return(origin=self.origin)
        if self.origin in capitals(state, seat):
            return no_units_to_return(origin=self.origin)
        if must_go(state, seat, self.origin) == 0 and self.to not in (*capitals(state, seat), *_keys_of(owner)):
            return no_winter_quarters(to=self.to)
        if self.to not in quarters(state, seat, owner, self.origin):
            return no_winter_quarters(to=self.to)
        left = ROOM - table.land_of(state, seat, self.to)
        unlimited = (*capitals(state, seat), *_keys_of(owner))
        if self.to not in unlimited and sum(self.units.values()) > must_go(state, seat, self.origin):
            return no_units_to_return(origin=self.origin)
        full = self.to not in unlimited and sum(self.units.values()) > left
        return no_room(to=self.to, left=left) if full else None

    def go(self, play: Play[State], seat: str, gone: Gone) -> None:
        _march_home(play, seat, self.owner or seat, (self.origin, self.to), self.units, gone)


def _keys_of(owner: str) -> tuple[str, ...]:
    return LOCATION.ids_of(HOME_OF[owner] & KEYS) if owner in MINOR else ()


class ReturnShips(WinterDeed, frozen=True, tag="return_ships"):
    """Bring the ships of a sea zone to one of the nearest ports. 19.3."""

    origin: LocationId
    to: SpaceId

    @classmethod
    def candidates(cls, state: State, seat: str, asked: Any) -> Iterator[Action]:
        for at in _at_sea(state, seat):
            ports = _ports(state, seat, at)
            yield from (cls(at, to) for to in ports)

    def illegality(self, state: State, seat: str, asked: Any) -> Refusal | None:
        if self.origin not in _at_sea(state, seat):
            return no_ships_there(origin=self.origin)
        return None if self.to in _ports(state, seat, self.origin) else no_near_port(to=self.to)

    def go(self, play: Play[State], seat: str, gone: Gone) -> None:
        _dock(play, seat, self.origin, self.to)


WinterDone = word("winter_done", "Have done: all others go to the nearest winter quarters. 19.3.")


class WinterAnswers(RuleActionAnswers[State]):
    """Where a power winters (19.3)."""

    kind, rule = "winter", "19.3"
    deeds: ClassVar[tuple[type[WinterDeed], ...]] = (ReturnUnits, ReturnShips)
    actions: ClassVar[Any] = (*deeds, WinterDone)

    def candidates(self, state: State, seat: str) -> Iterator[Action]:
        for deed in self.deeds:
            yield from deed.candidates(state, seat, self)
        yield WinterDone()

    def illegality(self, state: State, seat: str, action: Action) -> Refusal | None:
        return action.illegality(state, seat, self) if isinstance(action, WinterDeed) else None

    def default(self, state: State, seat: str) -> Action:
        return WinterDone()


@once
def _stacks(state: State, power: str) -> list[str]:
    """Return the spaces with land units of a power that may or must leave."""
    return list(_leaving(state, power))


def _leaving(state: State, power: str) -> Iterator[str]:
    """Yield the spaces with land units that may or must leave; Protestants wait for the League (21.6)."""
    if power == PROTESTANT and not state.league:
        return
    home = capitals(state, power)
    for at, here in table.placed(state):
        if at in SPACE and at not in home and any(_marches_home(state, power, each) for each in here):
            yield at


def _marches_home(state: State, power: str, force: Force) -> bool:
    return not force.inside and table.major_of(state, force.owner) == power and table.land(force) > 0


@once
def _at_sea(state: State, power: str) -> list[str]:
    """Return the sea zones, and the ports of others, with ships of a power or of its minor powers."""
    return list(_afloat(state, power))


def _afloat(state: State, power: str) -> Iterator[str]:
    for at, here in table.placed(state):
        if any(table.ships(each) and table.major_of(state, each.owner) == power for each in here) and (
            at in SEA or table.major_of(state, table.controller(state, at)) != power
        ):
            yield at


def _may_move(state: State, power: str) -> bool:
    """Return whether a power has anything to bring home."""
    return any(True for _ in _leaving(state, power)) or any(True for _ in _afloat(state, power))


def _ports(state: State, power: str, at: str) -> list[str]:
    return displacing.sea_havens(state, power, at)


@step("19", phase="winter")
def winter(play: Play[State]) -> Frames:
    """Give back what is on loan and let all powers go home (19.1 to 19.3).

    The powers go home side by side.
    """
    state = play.state
    play.line("winter")
    play.emit(WinterBegan())
    for at, here in table.placed(state):
        for force in [each for each in here if each.lent_to]:
            units = table.counts(force)
            minus = {unit: -number for unit, number in units.items()}
            table.add(state, at, force.owner, minus, inside=force.inside, lent_to=force.lent_to)
            table.add(state, at, force.owner, units, inside=force.inside)
    _guests_leave(state)
    for leader, found in table.leaders_of(state):
        if leader == NOMAD:
            table.put_leader(state, leader, None)
        elif found.lent_to:
            table.put_leader(state, leader, LeaderState(found.at, found.inside))
    chains = {power: [wintering(power, {})] for power in POWER.ids if _may_move(state, power)}
    return [*([parallel(chains, open=True)] if chains else []), winter_over()]


def _guests_leave(state: State) -> None:
    """Let those out who are besieged in a fortress that is not of their side: they have to go home, too (19.3)."""
    for at in state.sieges:
        for force in [each for each in table.forces(state, at) if each.inside and table.land(each)]:
            power = table.major_of(state, force.owner)
            if power and not own_fortified(state, power, at):
                units = {unit: number for unit, number in table.counts(force).items() if unit in table.LAND}
                table.add(state, at, force.owner, {unit: -number for unit, number in units.items()}, inside=True)
                table.add(state, at, force.owner, units)
                for leader in table.leaders_at(state, at, power, naval=False):
                    state.leaders[leader].inside = False


@step("19.3", phase="winter")
def wintering(play: Play[State], power: PowerId, gone: Gone) -> Asking:
    """Let a power say where its armies and fleets winter; what it says nothing of goes to the nearest quarters."""
    if not _may_move(play.state, power):
        return []
    answer = yield Choose(power, WinterAnswers())
    gone = {**gone}
    if isinstance(answer, WinterDeed):
        answer.go(play, power, gone)
        return [wintering(power, gone)]
    _rest_goes_home(play, power, gone)
    return []


def _rest_goes_home(play: Play[State], power: str, gone: Gone) -> None:
    """Bring everything home that has to go and of which nothing was said."""
    state = play.state
    for at in _stacks(state, power):
        for force in outside(state, power, at):
            left = min(must_go(state, power, at), table.land(force))
            while left > 0:
                left -= _send(play, power, force.owner, at, left, gone)
    for at in _at_sea(state, power):
        ports = _ports(state, power, at)
        _dock(play, power, at, ports[0] if ports else None)


def _send(play: Play[State], power: str, owner: str, at: str, count: int, gone: Gone) -> int:
    """Send so many units of an owner to the best quarters, as many as have room there; return how many went."""
    state = play.state
    found = quarters(state, power, owner, at)
    safe = [to for to in found if ways.safe_home(state, power, at, to)] or found
    to = safe[0] if safe else None
    if to is not None and to not in capitals(state, power) and to not in _keys_of(owner):
        count = min(count, max(1, ROOM - table.land_of(state, power, to)))
    force = next(each for each in outside(state, power, at) if each.owner == owner)
    units: dict[str, int] = {}
    for unit in ("mercenaries", "cavalry", "regulars"):
        taken = min(getattr(force, unit), count - sum(units.values()))
        units |= {unit: taken} if taken else {}
    _march_home(play, power, owner, (at, to), units, gone)
    return count


def _march_home(
    play: Play[State], power: str, owner: str, way: tuple[str, str | None], units: Mapping[str, int], gone: Gone
) -> None:
    """Move units into winter quarters; all are lost without quarters, and half of a stack without a way home.

    All units that go from one space to another are a stack, in however many orders: every other unit of it is lost.
    """
    state, (at, to) = play.state, way
    number = sum(units.values())
    table.add(state, at, owner, {unit: -count for unit, count in units.items()})
    before = gone.get(f"{at} {to}", 0)
    gone[f"{at} {to}"] = before + number
    half = (before + number + 1) // 2 - (before + 1) // 2
    lost = number if to is None else 0 if ways.safe_home(state, power, at, to) else half
    left, kept = number - lost, dict[str, int]()
    for unit in ("regulars", "cavalry", "mercenaries"):
        taken = min(units.get(unit, 0), left - sum(kept.values()))
        kept |= {unit: taken} if taken else {}
    if to is not None and kept:
        table.add(state, to, owner, kept)
    play.emit(WentHome(power, at, to, number, lost))
    if not table.land_of(state, power, at):
        _leaders_home(state, power, at, to if kept else None)


def _leaders_home(state: State, power: str, at: str, to: str | None) -> None:
    """Bring the leaders of an emptied space with the last units, or to the capital (19.3)."""
    for leader in table.leaders_at(state, at, power, naval=False):
        home = to or next(iter(capitals(state, power)), None)
        table.put_leader(state, leader, LeaderState(home) if home else LeaderState(returns=True))


def _dock(play: Play[State], power: str, at: str, to: str | None) -> None:
    """Bring ships from a sea zone to a port; without a port they are lost and leaders wait for the next turn."""
    state = play.state
    number = 0
    for force in [each for each in table.units_of(state, power, at) if table.ships(each)]:
        units = {unit: count for unit, count in table.counts(force).items() if unit in table.SHIPS}
        number += sum(units.values())
        table.add(state, at, force.owner, {unit: -count for unit, count in units.items()}, inside=force.inside)
        if to is not None:
            table.add(state, to, force.owner, units)
        else:
            table.lose_ships(state, force.owner, sum(units.values()))
    for leader in table.leaders_at(state, at, power, naval=True):
        table.put_leader(state, leader, LeaderState(to) if to else LeaderState(returns=True))
    play.emit(Docked(power, at, to, number))


@step("19.4", phase="winter")
def winter_over(play: Play[State]) -> Frames:
    """End alliances and sieges, bring regulars, uncommit debaters, and let happen what is due (19.4 to 19.9)."""
    state = play.state
    for power in POWER.ids:
        for leader in [each for each, _ in table.leaders_of(state) if table.leader_power(state, each) == power]:
            found = state.leaders[leader]
            stranded = found.at in SPACE and not LEADER.thing(leader).naval and not found.inside
            if stranded and not own_fortified(state, power, found.at) and not table.land_of(state, power, found.at):
                _leaders_home(state, power, found.at, None)
    state.sieges = {}
    state.forces = {at: _outside(here) for at, here in state.forces.items()}
    state.leaders = {
        name: LeaderState(each.at, False, each.captor, each.abroad, each.returns)
        for name, each in table.leaders_of(state)
    }
    state.alliances = {}
    state.committed = 0
    for power in POWER.ids:
        for at in capitals(state, power):
            if not table.has(state.unrest, at) and table.left_in_box(state, power, "land") > 0:
                table.add(state, at, power, {"regulars": 1})
                play.emit(WinterRegulars(power, at))
    play.emit(WinterCame())
    return [happening(each.id) for each in CARD if each.due and each.due <= state.turn]


def _outside(here: list[Force]) -> list[Force]:
    """Return forces of a place with nobody inside a fortification any more."""
    found: dict[str, Force] = {}
    for each in here:
        other = found.get(each.owner, Force(each.owner))
        units = {unit: getattr(other, unit) + getattr(each, unit) for unit in table.UNITS}
        found[each.owner] = Force(each.owner, **units)
    return [*found.values()]


@step("19.8", phase="winter")
def happening(play: Play[State], card: CardId) -> Frames:
    """Let a mandatory event happen that is due, wherever its card is; it brings no points (19.9)."""
    state, number = play.state, CARD.number(card)
    if number in state.gone or number in state.table or card not in EVENTS:
        return []
    owner = next((power for power in POWER.ids if number in state.hands[power].cards), POWER.ids[0])
    play.emit(Due(card))
    hands.remove(state, number, on_table=CARD.thing(card).leaves == "ruler")
    return [*EVENTS[card].run(play, owner)]
