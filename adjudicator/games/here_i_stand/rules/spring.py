"""Spring deployment (10): each power may move one formation from a capital over friendly spaces, for nothing."""

from collections.abc import Iterator
from typing import Annotated, Any, Final

from adjudicator import Action, Asking, Choose, Frames, Play, Refusal, ValidatedAnswers, word
from adjudicator.components import Code
from adjudicator.components.bits import bits, mask_of
from adjudicator.kernel.standing import once

from ..facts import CAPITALS, CARD, LEADER, LOCATION, PORTS_OF, POWER, PROTESTANT, SEAS_OF, SPACE, PowerId, SpaceId
from ..state import LeaderState, OfArmy, State
from . import building, hands, responding, table, ways
from .book import Choices, PowerEvent, step
from .war import formations

BY_SEA: Final = 5
"""The land units that may cross a sea zone (10)."""

no_capital = Code("10", origin=SPACE)
not_reachable = Code("10", to=SPACE)
no_such_units = Code("10", origin=SPACE)
formation_too_large = Code("13.1", limit=int)
too_many_by_sea = Code("10", limit=int)
leader_not_there = Code("13.1", leader=LEADER)


class Deployed(PowerEvent, frozen=True, tag="deployed", rule="10", touches=("origin", "to")):
    """A formation was deployed."""

    origin: SpaceId
    to: SpaceId
    units: int
    leaders: Annotated[tuple[str, ...], LEADER] = ()


class StayedHome(PowerEvent, frozen=True, tag="stayed_home", rule="10"):
    """A power deployed nothing."""


class Deploy(Action, OfArmy, frozen=True, tag="deploy"):
    """Move a formation from a capital to a friendly space; `everybody`: all that stand there. 10."""

    origin: SpaceId
    to: SpaceId


def deployed(state: State, power: str, action: Deploy) -> Deploy:
    """Return a deployment with its numbers, of everybody too."""
    captains = formations.captains(state, power, action.origin)
    return formations.in_full(action, formations.troops(power, formations.army(state, power, action.origin)), captains)


DeployNothing = word("deploy_nothing", "Deploy nothing. 10.")


@once
def reach(state: State, power: str, origin: str, prepared: bool) -> tuple[int, int]:
    """Return the spaces that can be reached from a capital by land alone, and those that need a sea zone (10).

    `prepared`: with Spring Preparations passes, and foreign fleets, do not matter.
    """

    def open(n: int) -> bool:
        at = LOCATION.ids[n]
        strangers = any(not table.allied(state, power, each.owner) for each in table.forces(state, at))
        return not strangers and (state.league or SPACE.thing(at).kind != "electorate")

    steps = ways.OVERLAND if prepared else ways.BY_LAND
    allowed = mask_of(n for n in bits(ways.friendly(state, power)) if open(n))
    start = table.bit(origin)
    by_land = ways.reach(start, steps, allowed) & allowed | start
    seas = {sea for n in bits(by_land) for sea in bits(SEAS_OF[n]) if prepared or not _guarded(state, power, sea)}
    ports = mask_of(port for sea in seas for port in bits(PORTS_OF[sea]))
    return by_land & ~start, ways.reach(ports & allowed, steps, allowed) & allowed & ~by_land


def _guarded(state: State, power: str, sea: int) -> bool:
    """Return whether another power has ships in ports on a sea zone, which are not on loan to this one (10)."""
    for n in bits(PORTS_OF[sea]):
        for each in table.forces(state, LOCATION.ids[n]):
            sailor = table.sailor_of(state, each)
            if table.ships(each) and sailor and sailor != power:
                return True
    return False


PrepareSpring = word("prepare_spring", "Play Spring Preparations: a regular in each capital, and a freer way. 10.")
PREPARATIONS: Final = CARD.number("spring_preparations")
not_prepared = Code("10")


class DeployAnswers(Choices):
    """The spring deployment of a power (10); offered with all that can go, as anything less can be written."""

    kind, rule = "spring", "10"
    actions = (Deploy, DeployNothing, PrepareSpring)
    silent = DeployNothing

    def __init__(self, prepared: bool) -> None:
        self.prepared = prepared

    def candidates(self, state: State, seat: str) -> Iterator[Action]:
        yield DeployNothing()
        yield PrepareSpring()
        for origin in CAPITALS[seat]:
            found = formations.troops(seat, formations.army(state, seat, origin))
            if not found.total or table.controller(state, origin) != seat:
                continue
            leaders = tuple(table.leaders_at(state, origin, seat, naval=False))
            by_land, by_sea = reach(state, seat, origin, self.prepared)
            for mask, most in ((by_land, 99), (by_sea, 99 if self.prepared else BY_SEA)):
                for to in LOCATION.ids_of(mask):
                    units = formations.cut(found, min(formations.limit(leaders), most), (1, 2, 0, 3))
                    yield Deploy(origin, to, **units.named(), leaders=leaders)

    def against(self, state: State, seat: str, action: Any) -> Refusal | None:
        if isinstance(action, PrepareSpring):
            able = any(table.controller(state, at) == seat for at in CAPITALS[seat])
            held = able and PREPARATIONS in state.hands[seat].cards and not self.prepared
            return None if held else not_prepared()
        if action.origin not in CAPITALS[seat] or table.controller(state, action.origin) != seat:
            return no_capital(origin=action.origin)
        action = deployed(state, seat, action)
        here = formations.troops(seat, formations.army(state, seat, action.origin))
        if not (action.troops.total or action.leaders) or not action.troops.within(here):
            return no_such_units(origin=action.origin)
        there = table.leaders_at(state, action.origin, seat, naval=False)
        for leader in action.leaders:
            if leader not in there or state.leaders[leader].inside or action.leaders.count(leader) > 1:
                return leader_not_there(leader=leader)
        number, limit = action.troops.total, formations.limit(action.leaders)
        if number > limit:
            return formation_too_large(limit=limit)
        by_land, by_sea = reach(state, seat, action.origin, self.prepared)
        if table.has(by_land, action.to):
            return None
        if not table.has(by_sea, action.to):
            return not_reachable(to=action.to)
        return too_many_by_sea(limit=BY_SEA) if number > BY_SEA and not self.prepared else None


class Inform(Action, frozen=True, tag="inform"):
    """See the hand of a power with Venetian Informant, or let another power see it. 10."""

    victim: PowerId
    to: PowerId | None = None


class HandWatched(PowerEvent, frozen=True, tag="hand_watched", rule="10", hits=("victim",)):
    """The hand of a power was seen by another, with Venetian Informant."""

    victim: PowerId
    to: PowerId


no_informant = Code("10")
no_such_hand = Code("10", power=POWER)


class InformAnswers(ValidatedAnswers[State]):
    """What Venetian Informant can see before anybody has deployed (10)."""

    kind, rule = "inform", "10"
    actions = (Inform,)

    def candidates(self, state: State, seat: str) -> Iterator[Action]:
        return (Inform(each) for each in POWER.ids if each != seat)

    def illegality(self, state: State, seat: str, action: Action) -> Refusal | None:
        assert isinstance(action, Inform)
        if not state.informing or not responding.held(state, seat, "venetian_informant"):
            return no_informant()
        return no_such_hand(power=action.victim) if action.victim in (seat, action.to) else None


@step("10", phase="spring")
def informed(play: Play[State], power: PowerId, victim: PowerId, to: PowerId) -> Frames:
    """Show a hand to whoever the player of Venetian Informant names (10)."""
    responding.use(play, power, "venetian_informant")
    play.emit(HandWatched(power, victim, to))
    hands.show(play, power, victim, to)
    return []


@step("10", phase="spring")
def spring_deployment(play: Play[State]) -> Frames:
    """Ask the powers in the order of impulses; the Protestants never deploy (10)."""
    play.state.informing = True
    return [deploying(power) for power in POWER.ids if power != PROTESTANT]


@step("10", phase="spring")
def deploying(play: Play[State], power: PowerId, prepared: bool = False) -> Asking:
    """Let a power deploy a formation (10)."""
    state = play.state
    able = any(
        table.controller(state, at) == power and (table.land_of(state, power, at, inside=False))
        for at in CAPITALS[power]
    )
    if not able:
        return []
    answer = yield Choose(power, DeployAnswers(prepared))
    play.state.informing = False
    if isinstance(answer, PrepareSpring):
        responding.use(play, power, "spring_preparations")
        for at in CAPITALS[power]:
            if table.controller(play.state, at) == power and building.abroad_first(play, power, "regular", 1):
                table.add(play.state, at, power, {"regulars": 1})
                play.emit(building.Raised(power, "regular", 1, at, power))
        return [deploying(power, True)]
    if not isinstance(answer, Deploy):
        play.emit(StayedHome(power))
        return []
    state = play.state
    answer = deployed(state, power, answer)
    formation = formations.parted(power, formations.army(state, power, answer.origin), answer.troops)
    formations.shift(state, answer.origin, answer.to, formation, carry=False)
    for leader in answer.leaders:
        table.put_leader(state, leader, LeaderState(answer.to))
    play.emit(Deployed(power, answer.origin, answer.to, answer.troops.total, answer.leaders))
    return []
