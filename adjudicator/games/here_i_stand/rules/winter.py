"""Winter (19): ships and armies go home, alliances end, new regulars come, and what is due happens.

`winter` gives back what is on loan and lets out guests of besieged fortresses. Then each power that has somebody away
from home is asked where they winter (`wintering`), all side by side; ships and units of which it says nothing go to the
nearest quarters (`rest_goes_home`). When the last has done, `winter_over` ends sieges and alliances. What must hold:

- `must_go` and `leaving` say how many have to leave a space, `quarters` where they may go; answers and `rest_goes_home`
  go by the same. Nobody stays where they may not: without quarters they are lost.
- All units of a power that go from one space to another in this winter are one stack for attrition, in however many
  orders: `gone` counts them.
"""

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, Final

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
from adjudicator.kernel.steps import Frame

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
from ..state import Force, LeaderState, OfShips, OfUnits, State, Troops
from . import displacing, hands, table, ways
from .book import PowerEvent, step
from .effects import EVENTS
from .naval import fleets
from .war import formations, losses

ROOM: Final = 4
"""The land units that an own fortified space other than the capital holds in winter (19.3)."""
NOMAD: Final = "renegade"
SCOTTISH: Final = ("edinburgh", "stirling")
"""Where the Scots winter (19.3)."""

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


class WinterRegulars(PowerEvent, frozen=True, tag="winter_regulars", rule="19.5", touches=("space",)):
    """A power got a regular in its capital."""

    space: SpaceId


class WinterBegan(Event, frozen=True, tag="winter_began", rule="19"):
    """The winter phase began: everybody goes home."""


class WinterCame(Event, frozen=True, tag="winter_came", rule="19"):
    """Alliances ended, debaters are uncommitted again."""


class Due(Event, frozen=True, tag="due", rule="19.8"):
    """A mandatory event that nobody has played happened."""

    card: CardId


# ---- who has to go, and where


@once
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
    there = sum(table.land(each) for each in outside(state, power, at) if not at_home(state, power, each.owner, at))
    if not own_fortified(state, power, at):
        return there
    inside = table.land_of(state, power, at, inside=True)
    return max(0, there + inside - ROOM)


def at_home(state: State, power: str, owner: str, at: str) -> bool:
    """Return whether any number of an owner's units may stay in a space: a capital, for minor allies a home key."""
    scots = owner == SCOTLAND and at in SCOTTISH
    return scots or at in (*capitals(state, power), *_keys_of(state, power, owner))


@once
def leaving(state: State, power: str, at: str, owner: str) -> int:
    """Return how many units of an owner have to leave a space; Scots leave every one but theirs (19.3)."""
    if at_home(state, power, owner, at) or (power == PROTESTANT and not state.league):
        return 0
    theirs = sum(table.land(each) for each in outside(state, power, at) if each.owner == owner)
    return theirs if owner == SCOTLAND else min(theirs, must_go(state, power, at))


@once
def quarters(state: State, power: str, owner: str, at: str) -> list[str]:
    """Return where land units of an owner may go from a space (19.3).

    From an own fortified space they go to capitals only, from others to the nearest fortified spaces with room, too.
    """
    if owner == SCOTLAND:
        found = [each for each in SCOTTISH if table.controller(state, each) in (SCOTLAND, power)]
        return [each for each in found if each != at]

    def fits(place: str) -> bool:
        roomy = table.land_of(state, power, place) < ROOM and not table.besieged(state, place)
        electoral = not state.league and SPACE.thing(place).kind == "electorate"
        return own_fortified(state, power, place) and roomy and not electoral

    found = [each for each in (*_keys_of(state, power, owner), *capitals(state, power)) if each != at]
    if power != PROTESTANT and own_fortified(state, power, at):
        return found
    return list(dict.fromkeys([*found, *ways.nearest(at, fits)]))


@once
def _keys_of(state: State, power: str, owner: str) -> list[str]:
    """Return the home keys of a minor power, which are like capitals for its units."""
    home = LOCATION.ids_of(HOME_OF[owner] & KEYS) if owner in MINOR else ()
    return [each for each in home if own_fortified(state, power, each)]


# ---- what a power says


Gone = dict[str, int]
"""How many units of a power have gone home from one space to another, by the two: a stack for attrition (19.3)."""


class WinterDeed(RuleAction[State], frozen=True):
    """What a power says about its winter quarters."""

    def go(self, play: Play[State], seat: str, gone: Gone) -> Frames:
        """Carry the action out, or return the frames that do; `gone`: who went home before."""
        raise NotImplementedError  # abstract


class ReturnUnits(WinterDeed, OfUnits, frozen=True, tag="return_units"):
    """Bring land units into winter quarters; those of minor allies with their `owner`. 19.3."""

    origin: SpaceId
    to: SpaceId
    owner: OwnerId | None = None

    @classmethod
    def candidates(cls, state: State, seat: str, asked: Any) -> Iterator[Action]:
        for at in _stacks(state, seat):
            for force in outside(state, seat, at):
                for to in quarters(state, seat, force.owner, at):
                    owner = None if force.owner == seat else force.owner
                    yield cls(at, to, owner, **formations.troops(force.owner, [force]).named())

    def illegality(self, state: State, seat: str, asked: Any) -> Refusal | None:
        owner, at = self.owner or seat, self.origin
        there = formations.troops(owner, [each for each in outside(state, seat, at) if each.owner == owner])
        if not self.troops.total or not self.troops.within(there) or at in capitals(state, seat):
            return no_units_to_return(origin=at)
        unlimited = (*capitals(state, seat), *_keys_of(state, seat, owner), *SCOTTISH)
        due = leaving(state, seat, at, owner)
        if self.to not in quarters(state, seat, owner, at) or (not due and self.to not in unlimited):
            return no_winter_quarters(to=self.to)
        if self.to not in unlimited and self.troops.total > due:
            return no_units_to_return(origin=at)
        left = ROOM - table.land_of(state, seat, self.to)
        full = self.to not in unlimited and self.troops.total > left
        return no_room(to=self.to, left=left) if full else None

    def go(self, play: Play[State], seat: str, gone: Gone) -> Frames:
        return [homeward(play.state, seat, self.owner or seat, (self.origin, self.to), self.troops, gone)]


class ReturnShips(WinterDeed, OfShips, frozen=True, tag="return_ships"):
    """Bring ships of a sea zone to one of the nearest ports, without figures all of them. 19.3."""

    origin: LocationId
    to: SpaceId

    @classmethod
    def candidates(cls, state: State, seat: str, asked: Any) -> Iterator[Action]:
        for at in _at_sea(state, seat):
            yield from (cls(at, to) for to in displacing.sea_havens(state, seat, at))

    def illegality(self, state: State, seat: str, asked: Any) -> Refusal | None:
        there = afloat(state, seat, self.origin)
        few = any(getattr(self, unit) > sum(getattr(each, unit) for each in there) for unit in table.SHIPS)
        led = table.leaders_at(state, self.origin, seat, naval=True)
        if self.origin not in _at_sea(state, seat) or few or any(each not in led for each in self.leaders):
            return no_ships_there(origin=self.origin)
        return None if self.to in displacing.sea_havens(state, seat, self.origin) else no_near_port(to=self.to)

    def go(self, play: Play[State], seat: str, gone: Gone) -> Frames:
        there = afloat(play.state, seat, self.origin)
        ships = fleets.chosen(seat, there, self)
        all_go = not fleets.without(there, ships)
        led = table.leaders_at(play.state, self.origin, seat, naval=True) if all_go else self.leaders
        _dock(play, seat, (self.origin, self.to), ships, led)
        return []


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
    """Return the spaces with land units of a power that may or must leave; Protestants wait for the League (21.6)."""
    if power == PROTESTANT and not state.league:
        return []
    home = capitals(state, power)
    places = ((at, here) for at, here in table.placed(state) if at in SPACE and at not in home)
    return [at for at, here in places if any(_marches_home(state, power, force) for force in here)]


def _marches_home(state: State, power: str, force: Force) -> bool:
    return not force.inside and table.major_of(state, force.owner) == power and table.land(force) > 0


@once
def _at_sea(state: State, power: str) -> list[str]:
    """Return the sea zones, and the ports of others, with ships of a power or of its minor powers."""
    places = [at for at, _ in table.placed(state) if afloat(state, power, at)]
    return [at for at in places if at in SEA or table.major_of(state, table.controller(state, at)) != power]


def _may_move(state: State, power: str) -> bool:
    """Return whether a power has anything to bring home."""
    return bool(_stacks(state, power) or _at_sea(state, power))


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
    answer = yield Choose(power, WinterAnswers(), automatic=True)
    gone = {**gone}
    if isinstance(answer, WinterDeed):
        return [*answer.go(play, power, gone), wintering(power, gone)]
    for at in _at_sea(play.state, power):
        ports = displacing.sea_havens(play.state, power, at)
        led = table.leaders_at(play.state, at, power, naval=True)
        _dock(play, power, (at, ports[0] if ports else None), afloat(play.state, power, at), led)
    return [rest_goes_home(power, gone)]


@step("19.3", phase="winter")
def rest_goes_home(play: Play[State], power: PowerId, gone: Gone) -> Frames:
    """Bring home whoever has to go and of whom nothing was said, one stack after the other."""
    state, gone = play.state, {**gone}
    for at in _stacks(state, power):
        for force in outside(state, power, at):
            if count := min(leaving(state, power, at, force.owner), table.land(force)):
                return [_sent(state, power, force, at, count, gone), rest_goes_home(power, gone)]
    return []


def _sent(state: State, power: str, force: Force, at: str, count: int, gone: Gone) -> Frame:
    """Return the frame that sends so many units to the best quarters, or as many as have room there."""
    found = quarters(state, power, force.owner, at)
    to = next((each for each in found if ways.safe_home(state, power, at, each)), found[0] if found else None)
    if to is not None and to not in (*capitals(state, power), *_keys_of(state, power, force.owner), *SCOTTISH):
        count = min(count, max(1, ROOM - table.land_of(state, power, to)))
    units = formations.cut(formations.troops(force.owner, [force]), count, (1, 2, 0, 3))
    return homeward(state, power, force.owner, (at, to), units, gone)


def homeward(state: State, power: str, owner: str, way: tuple[str, str | None], units: Troops, gone: Gone) -> Frame:
    """Return the frame that moves units into winter quarters; all are lost without, and half without a way home.

    All units that go from one space to another are a stack, in however many orders: every other unit of it is lost.
    """
    at, to = way
    before = gone.get(f"{at} {to}", 0)
    gone[f"{at} {to}"] = before + units.total
    half = (before + units.total + 1) // 2 - (before + 1) // 2
    lost = units.total if to is None else 0 if ways.safe_home(state, power, at, to) else half
    return going_home(power, owner, [*filter(None, way)], [*units], lost)


@step("19.3", phase="winter")
def going_home(
    play: Play[State], power: PowerId, owner: OwnerId, way: list[SpaceId], units: list[int], lost: int
) -> Asking:
    """Move units into winter quarters; their owner chooses which of them are lost. `way`: from where, and where to."""
    dead = yield from losses.chosen(play, power, Troops(*units), lost)
    state, at, to = play.state, way[0], way[1] if len(way) > 1 else None
    table.add(state, at, owner, {kind: -number for kind, number in Troops(*units).named().items()})
    kept = Troops(*(each - less for each, less in zip(units, dead, strict=True)))
    if to is not None:
        table.add(state, to, owner, kept.named())
    play.emit(WentHome(power, at, to, sum(units), lost))
    if not table.land_of(state, power, at):
        _leaders_home(state, power, at, to if kept.total else None)
    return []


def _leaders_home(state: State, power: str, at: str, to: str | None) -> None:
    """Bring the leaders of an emptied space with the last units, or to the capital, or to a fortified space (19.3)."""
    for leader in table.leaders_at(state, at, power, naval=False):
        near = ways.nearest(at, lambda place: table.fortified(state, place) and table.friendly(state, power, place))
        home = next(iter([*filter(None, [to]), *capitals(state, power), *near]), None)
        table.put_leader(state, leader, LeaderState(home) if home else LeaderState(returns=True))


def afloat(state: State, power: str, at: str) -> list[Force]:
    """Return the ships of a power and its minor powers in a place."""
    return [each for each in table.units_of(state, power, at) if table.ships(each)]


def _dock(
    play: Play[State], power: str, way: tuple[str, str | None], ships: list[Force], leaders: Iterable[str]
) -> None:
    """Bring ships from a sea zone to a port; without a port they are lost and leaders wait for the next turn."""
    state, (at, to) = play.state, way
    if to is not None:
        fleets.shift(state, at, to, ships, leaders)
    else:
        for force in ships:
            gone = {unit: -getattr(force, unit) for unit in table.SHIPS}
            table.add(state, at, force.owner, gone, inside=force.inside)
            table.lose_ships(state, force.owner, table.ships(force))
        for leader in leaders:
            table.put_leader(state, leader, LeaderState(returns=True))
    play.emit(Docked(power, at, to, sum(map(table.ships, ships))))


@step("19.4", phase="winter")
def winter_over(play: Play[State]) -> Frames:
    """End alliances, sieges and piracy, bring regulars, free debaters, and let happen what is due (19.4 to 19.8)."""
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
    state.pirated = state.committed = 0
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
    """Let a mandatory event happen that is due, wherever its card is; it brings no points (19.8)."""
    state, number = play.state, CARD.number(card)
    if number in state.gone or number in state.table or card not in EVENTS:
        return []
    owner = next((power for power in POWER.ids if number in state.hands[power].cards), POWER.ids[0])
    play.emit(Due(card))
    hands.remove(state, number, on_table=CARD.thing(card).leaves == "ruler")
    return [*EVENTS[card].run(play, owner)]
