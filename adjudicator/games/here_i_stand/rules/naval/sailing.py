"""Naval moves (16.1): all ships of a power may go one step; others intercept or avoid battle; then come the combats.

The steps of the book are the steps here, in its order: the moves are declared (`Sail`, `sailing_on`), others may call
them off (`announcing.announced`), all are carried out together (`ships_go`), then come the interceptions
(`intercepting_at_sea`), avoiding battle (`avoiding_at_sea`) and the combats (`combats`), which are no choice.
"""

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, Final

from adjudicator import FIRST, Action, Asking, Choose, Frames, Play, Question, Refusal, ValidatedAnswers, Window, word
from adjudicator.components import Code

from ...facts import ATLANTIC, LEADER, LOCATION, OWNER, POWER, SEA, LeaderId, LocationId, OwnerId, PowerId
from ...state import FACE, Force, OfShips, Route, Sailing, State
from .. import announcing, responding, table
from ..book import AtLocation, Choices, PowerEvent, step
from ..spending import CpDeed
from . import fights, fleets

NEEDED: Final = 9
"""What two dice must make for an interception or to avoid battle at sea (16.1)."""
ROWERS: Final = "professional_rowers"
CHANGE: Final = 2
"""By how much Professional Rowers change such a roll."""

no_fleet = Code("16.1", at=LOCATION)
not_open = Code("16.1", at=LOCATION)
no_such_ships = Code("16.1", at=LOCATION)
never_atlantic = Code("22", at=LOCATION)
bad_weather = Code("6")
cannot_intercept = Code("16.1", at=LOCATION)
no_haven = Code("16.1", at=LOCATION)
not_admiral = Code("16.1", leader=LEADER)


class Sailed(PowerEvent, frozen=True, tag="sailed", rule="16.1", touches=("origin", "to")):
    """Ships of a power set sail."""

    origin: LocationId
    to: LocationId
    squadrons: int = 0
    corsairs: int = 0
    leaders: Annotated[tuple[str, ...], LEADER] = ()


class NavalRoll(PowerEvent, frozen=True, tag="naval_roll", rule="16.1", touches=("origin", "to")):
    """A fleet tried to intercept, or to avoid battle; `total` with all that is added."""

    origin: LocationId
    to: LocationId
    faces: Annotated[tuple[int, ...], FACE]
    total: int
    success: bool
    avoiding: bool = False


def sailing_of(state: State) -> Sailing:
    """Return the naval move under way."""
    assert state.sailing is not None
    return state.sailing


# ---- step 1: all moves are declared


class Sail(CpDeed, OfShips, frozen=True, tag="sail"):
    """Move ships one step; more fleets of the same naval move follow. Without figures all ships go. 16.1."""

    origin: LocationId
    to: LocationId

    row: ClassVar[str] = "sail"

    @classmethod
    def candidates(cls, state: State, seat: str, asked: Any) -> Iterator[Action]:
        for at in fleets.fleets_of(state, seat):
            if ready(state, seat, at):
                yield from (cls(at, to) for to in fleets.routes(state, seat, at))

    def against(self, state: State, seat: str) -> Refusal | None:
        return sail_refused(state, seat, self)

    def carried_out(self, play: Play[State], seat: str) -> Frames:
        play.state.sailing = Sailing(seat)
        declare(play, seat, self)
        return [
            sailing_on(seat),
            announcing.announced(seat, self.price(play.state, seat), []),
            ships_go(),
            announcing.action_over(),
        ]


def declared(state: State) -> list[Route]:
    """Return what has been declared of the naval move under way."""
    return state.sailing.routes if state.sailing is not None else []


def left_at(state: State, power: str, at: str) -> list[Force]:
    """Return the ships of a power in a place that have not been sent anywhere in this move."""
    sent = [each for route in declared(state) if route.origin == at for each in route.ships]
    return fleets.without(fleets.fleet(state, power, at), sent)


def ready(state: State, power: str, at: str) -> list[Force]:
    """Return those that may be sent: beaten ones may not in this impulse (16.1)."""
    return fleets.without(left_at(state, power, at), state.impulse.beaten.get(at, []))


def ready_admirals(state: State, power: str, at: str) -> list[str]:
    """Return the leaders of fleets who have not been sent in this move."""
    sent = {each for route in declared(state) for each in route.leaders}
    return [each for each in fleets.admirals(state, power, at) if each not in sent]


def ships_refused(there: list[Force], leaders: list[str], at: str, wish: OfShips) -> Refusal | None:
    """Return why an order names ships or leaders that are not there."""
    for unit in table.SHIPS:
        if getattr(wish, unit) > sum(getattr(each, unit) for each in there):
            return no_such_ships(at=at)
    bad = next((each for each in wish.leaders if each not in leaders), None)
    return not_admiral(leader=bad) if bad else None


def sail_refused(state: State, power: str, move: Sail) -> Refusal | None:
    """Return why ships may not go there, or None (16.1)."""
    if state.impulse.weather:
        return bad_weather()
    there, leaders = ready(state, power, move.origin), ready_admirals(state, power, move.origin)
    if not there:
        return no_fleet(at=move.origin)
    if move.to not in fleets.routes(state, power, move.origin):
        return not_open(at=move.to)
    if (bad := ships_refused(there, leaders, move.origin, move)) is not None:
        return bad
    barred = move.to == ATLANTIC and fleets.bars(fleets.chosen(power, there, move), led(state, power, move))
    return never_atlantic(at=move.to) if barred else None


def led(state: State, power: str, move: Sail) -> tuple[str, ...]:
    """Return the leaders who go: those named, or all with the last ships, as they stay with ships (16.1)."""
    going = fleets.chosen(power, ready(state, power, move.origin), move)
    stay = fleets.without(left_at(state, power, move.origin), going)
    return move.leaders if stay else tuple(ready_admirals(state, power, move.origin))


def declare(play: Play[State], power: str, move: Sail) -> None:
    """Note a move."""
    now, leaders = sailing_of(play.state), led(play.state, power, move)
    ships = fleets.chosen(power, ready(play.state, power, move.origin), move)
    now.routes = [*now.routes, Route(move.origin, move.to, ships, [*leaders])]
    numbers = {unit: sum(getattr(each, unit) for each in ships) for unit in table.SHIPS}
    play.emit(Sailed(power, move.origin, move.to, **numbers, leaders=leaders))


SetSail = word("set_sail", "Set sail: no more ships move. 16.1.")


class SailAnswers(Choices):
    """Further ships of the same naval move, or none (16.1)."""

    kind, rule = "sail_on", "16.1"
    actions = (Sail, SetSail)
    silent = SetSail

    def candidates(self, state: State, seat: str) -> Iterator[Action]:
        yield from Sail.candidates(state, seat, self)
        yield SetSail()

    def against(self, state: State, seat: str, action: Any) -> Refusal | None:
        return sail_refused(state, seat, action) if isinstance(action, Sail) else None


@step("16.1")
def sailing_on(play: Play[State], power: PowerId) -> Asking:
    """Ask for further ships of the same naval move, as long as there are any."""
    state = play.state
    if not any(ready(state, power, at) for at in fleets.fleets_of(state, power)):
        return []
    answer = yield Choose(power, SailAnswers())
    if not isinstance(answer, Sail):
        return []
    declare(play, power, answer)
    return [sailing_on(power)]


# ---- step 2: all moves are carried out together


@step("16.1")
def ships_go(play: Play[State]) -> Frames:
    """Carry out all moves together; ships that join none of their own at sea lie crosswise (16.1)."""
    state, now = play.state, sailing_of(play.state)
    places = dict.fromkeys(route.to for route in now.routes)
    now.fresh = [at for at in places if at in SEA and not left_at(state, now.power, at)]
    for route in now.routes:
        fleets.shift(state, route.origin, route.to, route.ships, route.leaders)
    foes = [each for each in POWER.ids if table.at_war(state, each, now.power)]
    return [
        *(intercepting_at_sea(each, at) for at in now.fresh for each in foes),
        *(avoiding_at_sea(each, at) for each in foes for at in now.fresh),
        combats(),
    ]


# ---- step 4: others intercept


class InterceptAtSea(Action, OfShips, frozen=True, tag="intercept_at_sea"):
    """Try to intercept with ships of a place; without figures with all of them. 16.1."""

    at: LocationId


NoInterceptionAtSea = word("no_interception_at_sea", "Do not intercept. 16.1.")


class InterceptAtSeaAnswers(Choices):
    """From where a power may intercept ships that lie crosswise in a sea zone (16.1). `to`: there."""

    kind, rule, interrupts = "intercept_at_sea", "16.1", True
    actions = (InterceptAtSea, NoInterceptionAtSea)
    silent = NoInterceptionAtSea
    to: LocationId

    def __init__(self, to: str) -> None:
        self.to = to

    def candidates(self, state: State, seat: str) -> Iterator[Action]:
        yield from map(InterceptAtSea, interceptors(state, seat, self.to))
        yield NoInterceptionAtSea()

    def against(self, state: State, seat: str, action: Any) -> Refusal | None:
        if action.at not in interceptors(state, seat, self.to):
            return cannot_intercept(at=action.at)
        there = fleets.fleet(state, seat, action.at)
        if (bad := ships_refused(there, fleets.admirals(state, seat, action.at), action.at, action)) is not None:
            return bad
        barred = self.to == ATLANTIC and fleets.bars(fleets.chosen(seat, there, action), action.leaders)
        return never_atlantic(at=self.to) if barred else None

    def context(self, state: State, seat: str) -> dict[str, Any]:
        return {"to": self.to}


def interceptors(state: State, power: str, to: str) -> list[str]:
    """Return from where a power may intercept in a sea zone; after a success of another power from nowhere (16.1)."""
    now = sailing_of(state)
    if now.met.get(to, power) != power or not fleets.fleet(state, now.power, to):
        return []
    return [
        at
        for at in fleets.fleets_of(state, power)
        if to in fleets.routes(state, power, at)
        and not fleets.fleet(state, now.power, at)
        and not table.has(now.tried.get(to, 0), at)
    ]


@step("16.1")
def intercepting_at_sea(play: Play[State], power: PowerId, at: LocationId) -> Asking:
    """Ask a power from where it intercepts, once for each place; after a success only that power goes on (16.1)."""
    if not interceptors(play.state, power, at):
        return []
    answer = yield Choose(power, InterceptAtSeaAnswers(at))
    if not isinstance(answer, InterceptAtSea):
        return []
    state, now = play.state, sailing_of(play.state)
    now.tried = {**now.tried, at: now.tried.get(at, 0) | table.bit(answer.at)}
    leaders = list(intercepting_leaders(state, power, answer))
    faces = play.roll("naval_interception", 2, 6, power=power)
    now.faces, now.added = [*faces], table.best_battle(leaders)
    return [
        rowing(power),
        intercepted_at_sea(power, answer.at, at, [answer.squadrons, answer.corsairs], leaders),
        intercepting_at_sea(power, at),
    ]


def intercepting_leaders(state: State, power: str, wish: InterceptAtSea) -> tuple[str, ...]:
    """Return the leaders who go along: those named, or all with the last ships."""
    there = fleets.fleet(state, power, wish.at)
    stay = fleets.without(there, fleets.chosen(power, there, wish))
    return wish.leaders if stay else tuple(fleets.admirals(state, power, wish.at))


@step("16.1")
def intercepted_at_sea(
    play: Play[State], power: PowerId, origin: LocationId, at: LocationId, ships: list[int], leaders: list[LeaderId]
) -> None:
    """Move ships that have intercepted; all that do fight as one."""
    state, now = play.state, sailing_of(play.state)
    if rolled(play, power, origin, at):
        wish = InterceptAtSea(origin, squadrons=ships[0], corsairs=ships[1])
        fleets.shift(state, origin, at, fleets.chosen(power, fleets.fleet(state, power, origin), wish), leaders)
        now.met = {**now.met, at: power}


def rolled(play: Play[State], power: str, origin: str, to: str, *, avoiding: bool = False) -> bool:
    """Tell a roll at sea, and whether it succeeds."""
    now = sailing_of(play.state)
    total = sum(now.faces) + now.added
    play.emit(NavalRoll(power, origin, to, tuple(now.faces), total, total >= NEEDED, avoiding))
    return total >= NEEDED


# ---- step 5: others avoid battle


class AvoidAtSea(AtLocation, frozen=True, tag="avoid_at_sea"):
    """Try to avoid battle with all ships. 16.1."""


StayAtSea = word("stay_at_sea", "Do not avoid battle. 16.1.")
AVOID: Final = Question(
    "avoid_at_sea",
    "16.1",
    AvoidAtSea,
    otherwise=no_haven,
    default=StayAtSea(),
    about={"at": LocationId},
    interrupts=True,
)


@step("16.1")
def avoiding_at_sea(play: Play[State], power: PowerId, at: LocationId) -> Asking:
    """Ask a power in a sea zone without interception whether all its ships avoid battle (16.1)."""
    state, now = play.state, sailing_of(play.state)
    havens = fleets.havens(state, power, at)
    if at in now.met or not fleets.fleet(state, power, at) or not fleets.fleet(state, now.power, at) or not havens:
        return []
    answer = yield AVOID(power, [*map(AvoidAtSea, havens), StayAtSea()], at=at)
    if not isinstance(answer, AvoidAtSea):
        return []
    now = sailing_of(play.state)
    faces = play.roll("naval_avoidance", 2, 6, power=power)
    now.faces, now.added = [*faces], table.best_battle(fleets.admirals(play.state, power, at))
    return [rowing(power, True), avoided_at_sea(power, at, answer.at)]


@step("16.1")
def avoided_at_sea(play: Play[State], power: PowerId, at: LocationId, to: LocationId) -> None:
    """Move a fleet that has avoided battle."""
    if rolled(play, power, at, to, avoiding=True):
        fleets.shift(play.state, at, to, fleets.fleet(play.state, power, at), fleets.admirals(play.state, power, at))


class RowHarder(Action, frozen=True, tag="row_harder"):
    """Change the roll by two with Professional Rowers, up or down. 6."""

    up: bool = True


no_rowers = Code("6")


class RowAnswers(ValidatedAnswers[State]):
    """Whether somebody changes the roll of a power with Professional Rowers (6). `avoiding`: what it rolled for.

    Only the change that turns success into failure, or failure into success, is offered.
    """

    kind, rule, interrupts = "row_harder", "6", True
    actions = (RowHarder,)
    power: PowerId

    def __init__(self, power: PowerId, *, avoiding: bool) -> None:
        self.power, self.avoiding = power, avoiding

    def candidates(self, state: State, seat: str) -> Iterator[Action]:
        yield RowHarder(self._total(state) < NEEDED)

    def illegality(self, state: State, seat: str, action: Action) -> Refusal | None:
        return None if responding.held(state, seat, ROWERS) else no_rowers()

    def context(self, state: State, seat: str) -> dict[str, str | int]:
        return {"power": self.power, "avoiding": self.avoiding, "total": self._total(state), "needed": NEEDED}

    def _total(self, state: State) -> int:
        now = state.sailing
        return sum(now.faces) + now.added if now is not None else 0


@step("6")
def rowing(play: Play[State], power: PowerId, avoiding: bool = False) -> Asking:
    """Ask whoever may hold Professional Rowers, where two more or less would change a roll (6)."""
    state, now = play.state, sailing_of(play.state)
    total = sum(now.faces) + now.added
    able = responding.who_may_hold(state, ROWERS) if NEEDED - CHANGE <= total < NEEDED + CHANGE else ()
    answers = (yield Window(able, RowAnswers(power, avoiding=avoiding), count="first")) if able else ()
    if not answers:
        return []
    ((by, action),) = answers
    responding.use(play, by, ROWERS)
    sailing_of(play.state).added += CHANGE if action.up else -CHANGE
    return []


# ---- step 7: combats


class AttackFleet(Action, frozen=True, tag="attack_fleet"):
    """Fight the ships of this enemy next. 16.1."""

    at: LocationId
    enemy: OwnerId


ATTACK: Final = Question("attack_fleet", "16.1", AttackFleet, default=FIRST, alone="silence")


@step("16.1")
def combats(play: Play[State]) -> Asking:
    """Fight wherever ships of the active power and of an enemy are together; it chooses the order (16.1).

    It fights each enemy in a place once, until it has lost there.
    """
    state, now = play.state, sailing_of(play.state)
    due = [
        AttackFleet(at, enemy)
        for at in dict.fromkeys(route.to for route in now.routes)
        if fleets.fleet(state, now.power, at)
        for enemy in fleets.hostile_fleets(state, now.power, at)
        if not now.fought.get(at, 0) >> OWNER.index[enemy] & 1
    ]
    if not due:
        return []
    answer = yield ATTACK(now.power, due)
    now = sailing_of(play.state)
    now.fought = {**now.fought, answer.at: now.fought.get(answer.at, 0) | 1 << OWNER.index[answer.enemy]}
    return [fights.sea_battle(now.power, answer.enemy, answer.at), combats()]
