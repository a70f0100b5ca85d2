"""Naval moves (16.2): all ships of a power may go one step; others intercept or avoid battle; then fights."""

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, Final

from msgspec import Meta

from adjudicator import Action, Asking, Choose, Frames, Play, Question, Refusal, ValidatedAnswers, Window, word
from adjudicator.components import Code

from ...facts import LEADER, LOCATION, POWER, SEA, LocationId, PowerId
from ...state import FACE, Force, Route, Sailing, State
from .. import announcing, responding, table
from ..book import AtLocation, PowerEvent, step
from ..spending import CpDeed
from . import fights, fleets

NEEDED: Final = 9
"""What two dice must make for an interception or to avoid battle at sea (16.2)."""
ROWERS: Final = "professional_rowers"
CHANGE: Final = 2
"""By how much Professional Rowers change such a roll."""

no_fleet = Code("16.2", at=LOCATION)
not_open = Code("16.2", at=LOCATION)
no_such_ships = Code("16.2", at=LOCATION)
never_atlantic = Code("22", at=LOCATION)
bad_weather = Code("6")
cannot_intercept = Code("16.2", at=LOCATION)
no_haven = Code("16.2", at=LOCATION)
not_admiral = Code("16.2", leader=LEADER)


class Sailed(PowerEvent, frozen=True, tag="sailed", rule="16.2", touches=("origin", "to")):
    """Ships of a power set sail."""

    origin: LocationId
    to: LocationId
    squadrons: int = 0
    corsairs: int = 0
    leaders: Annotated[tuple[str, ...], LEADER] = ()


class NavalRoll(PowerEvent, frozen=True, tag="naval_roll", rule="16.2", touches=("origin", "to")):
    """A fleet tried to intercept, or to avoid battle; `total` with all that is added."""

    origin: LocationId
    to: LocationId
    faces: Annotated[tuple[int, ...], FACE]
    total: int
    success: bool
    avoiding: bool = False


Number = Annotated[int, Meta(ge=0, le=20)]


class Sail(CpDeed, frozen=True, tag="sail"):
    """Move ships one step; more fleets of the same naval move follow. Without figures all ships go. 16.2."""

    origin: LocationId
    to: LocationId
    squadrons: Number = 0
    corsairs: Number = 0
    leaders: Annotated[tuple[str, ...], LEADER] = ()

    row: ClassVar[str] = "sail"

    @classmethod
    def candidates(cls, state: State, seat: str, asked: Any) -> Iterator[Action]:
        for at in fleets.fleets_of(state, seat):
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


def ready(state: State, power: str, at: str) -> list[Force]:
    """Return the ships of a power in a place that have not been sent anywhere in this naval move."""
    gone = state.sailing
    sent: dict[tuple[str, str], tuple[int, int]] = {}
    for route in gone.routes if gone is not None else []:
        if route.origin == at:
            for each in route.ships:
                key = (each.owner, each.lent_to)
                old = sent.get(key, (0, 0))
                sent[key] = (old[0] + each.squadrons, old[1] + each.corsairs)
    found = []
    for each in fleets.fleet(state, power, at):
        less = sent.get((each.owner, each.lent_to), (0, 0))
        left = Force(each.owner, squadrons=each.squadrons - less[0], corsairs=each.corsairs - less[1])
        left.lent_to, left.inside = each.lent_to, each.inside
        if table.ships(left):
            found.append(left)
    return found


def chosen(state: State, power: str, move: Sail) -> list[Force]:
    """Return the ships that a move sends: all, or so many of each kind, the power's own first."""
    there = ready(state, power, move.origin)
    if not move.squadrons and not move.corsairs:
        return there
    left = {"squadrons": move.squadrons, "corsairs": move.corsairs}
    found = []
    for each in sorted(there, key=lambda force: force.owner != power):
        taken = {unit: min(left[unit], getattr(each, unit)) for unit in left}
        left = {unit: left[unit] - taken[unit] for unit in left}
        if any(taken.values()):
            found.append(Force(each.owner, **taken, inside=each.inside, lent_to=each.lent_to))
    return found


def sail_refused(state: State, power: str, move: Sail) -> Refusal | None:
    """Return why ships may not go there, or None (16.2)."""
    if state.impulse.weather:
        return bad_weather()
    there = ready(state, power, move.origin)
    if not there:
        return no_fleet(at=move.origin)
    if move.to not in fleets.routes(state, power, move.origin):
        return not_open(at=move.to)
    for unit in table.SHIPS:
        if getattr(move, unit) > sum(getattr(each, unit) for each in there):
            return no_such_ships(at=move.origin)
    ships = chosen(state, power, move)
    if any(fleets.bars(each, move.to) for each in ships):
        return never_atlantic(at=move.to)
    if table.has(state.impulse.beaten, move.origin):
        return no_fleet(at=move.origin)
    for leader in move.leaders:
        if leader not in fleets.admirals(state, power, move.origin):
            return not_admiral(leader=leader)
    return None


def declare(play: Play[State], power: str, move: Sail) -> None:
    """Note a move; leaders go along, unless ships stay for them (16.2)."""
    state = play.state
    assert state.sailing is not None
    ships = chosen(state, power, move)
    stay = sum(map(table.ships, ready(state, power, move.origin))) - sum(map(table.ships, ships))
    leaders = move.leaders or (() if stay else tuple(fleets.admirals(state, power, move.origin)))
    state.sailing.routes = [*state.sailing.routes, Route(move.origin, move.to, ships, [*leaders])]
    numbers = {unit: sum(getattr(each, unit) for each in ships) for unit in table.SHIPS}
    play.emit(Sailed(power, move.origin, move.to, **numbers, leaders=leaders))


SetSail = word("set_sail", "Set sail: no more ships move. 16.2.")


class SailAnswers(ValidatedAnswers[State]):
    """Further ships of the same naval move, or none (16.2)."""

    kind, rule = "sail_on", "16.2"
    actions = (Sail, SetSail)

    def candidates(self, state: State, seat: str) -> Iterator[Action]:
        for at in fleets.fleets_of(state, seat):
            if ready(state, seat, at):
                yield from (Sail(at, to) for to in fleets.routes(state, seat, at))
        yield SetSail()

    def illegality(self, state: State, seat: str, action: Action) -> Refusal | None:
        return sail_refused(state, seat, action) if isinstance(action, Sail) else None

    def default(self, state: State, seat: str) -> Action:
        return SetSail()


@step("16.2")
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


@step("16.2")
def ships_go(play: Play[State]) -> Frames:
    """Carry out all moves together; then others intercept, avoid battle, and the active power fights (16.2)."""
    state = play.state
    now = state.sailing
    assert now is not None
    for route in now.routes:
        fleets.shift(state, route.origin, route.to, route.ships, list(route.leaders))
    places = list(dict.fromkeys(route.to for route in now.routes))
    foes = [each for each in POWER.ids if table.at_war(state, each, now.power)]
    return [
        *(intercepting_at_sea(each, at) for each in foes for at in places),
        *(avoiding_at_sea(each, at) for each in foes for at in places if at in SEA),
        *(meeting_at_sea(at) for at in places),
    ]


# ---- interception and avoiding battle


class InterceptAtSea(AtLocation, frozen=True, tag="intercept_at_sea"):
    """Try to intercept with all ships of a place. 16.2."""


NoInterceptionAtSea = word("no_interception_at_sea", "Do not intercept. 16.2.")
INTERCEPT: Final = Question(
    "intercept_at_sea",
    "16.2",
    InterceptAtSea,
    otherwise=cannot_intercept,
    default=NoInterceptionAtSea(),
    about={"to": LocationId},
    interrupts=True,
)


def interceptors(state: State, power: str, at: str) -> list[str]:
    """Return from where a power may intercept ships of the active power in a place (16.2)."""
    now = state.sailing
    assert now is not None
    if fleets.fleet(state, power, at) or not fleets.fleet(state, now.power, at):
        return []
    beside = [each for each in fleets.fleets_of(state, power) if at in fleets.routes(state, power, each)]
    return [each for each in beside if not fleets.fleet(state, now.power, each) and each not in now.tried]


@step("16.2")
def intercepting_at_sea(play: Play[State], power: PowerId, at: LocationId) -> Asking:
    """Ask a power from where it intercepts; a success fights at once (16.2)."""
    state = play.state
    if at not in SEA or not interceptors(state, power, at):
        return []
    offers = [*map(InterceptAtSea, interceptors(state, power, at)), NoInterceptionAtSea()]
    answer = yield INTERCEPT(power, offers, to=at)
    if not isinstance(answer, InterceptAtSea):
        return []
    now = play.state.sailing
    assert now is not None
    now.tried = [*now.tried, answer.at]
    leaders = fleets.admirals(play.state, power, answer.at)
    faces = play.roll("naval_interception", 2, 6, power=power)
    now.faces, now.added = [*faces], fleets.rating(leaders)
    return [rowing(power), intercepted_at_sea(power, answer.at, at), intercepting_at_sea(power, at)]


@step("16.2")
def intercepted_at_sea(play: Play[State], power: PowerId, origin: LocationId, at: LocationId) -> Frames:
    """Move a fleet that has intercepted, and let it fight."""
    state = play.state
    now = state.sailing
    assert now is not None
    total = sum(now.faces) + now.added
    success = total >= NEEDED
    play.emit(NavalRoll(power, origin, at, tuple(now.faces), total, success))
    if not success:
        return []
    fleets.shift(state, origin, at, fleets.fleet(state, power, origin), fleets.admirals(state, power, origin))
    now.met = [*now.met, at]
    return []


class AvoidAtSea(AtLocation, frozen=True, tag="avoid_at_sea"):
    """Try to avoid battle with all ships. 16.2."""


StayAtSea = word("stay_at_sea", "Do not avoid battle. 16.2.")
AVOID: Final = Question(
    "avoid_at_sea",
    "16.2",
    AvoidAtSea,
    otherwise=no_haven,
    default=StayAtSea(),
    about={"at": LocationId},
    interrupts=True,
)


@step("16.2")
def avoiding_at_sea(play: Play[State], power: PowerId, at: LocationId) -> Asking:
    """Ask a power in a sea zone without interception whether its ships avoid battle (16.2)."""
    state = play.state
    now = state.sailing
    assert now is not None
    if at in now.met or not fleets.fleet(state, power, at) or not fleets.fleet(state, now.power, at):
        return []
    havens = fleets.havens(state, power, at)
    if not havens:
        return []
    answer = yield AVOID(power, [*map(AvoidAtSea, havens), StayAtSea()], at=at)
    if not isinstance(answer, AvoidAtSea):
        return []
    now = play.state.sailing
    assert now is not None
    faces = play.roll("naval_avoidance", 2, 6, power=power)
    now.faces, now.added = [*faces], fleets.rating(fleets.admirals(play.state, power, at))
    return [rowing(power), avoided_at_sea(power, at, answer.at)]


@step("16.2")
def avoided_at_sea(play: Play[State], power: PowerId, at: LocationId, to: LocationId) -> Frames:
    """Move a fleet that has avoided battle."""
    state = play.state
    now = state.sailing
    assert now is not None
    total = sum(now.faces) + now.added
    play.emit(NavalRoll(power, at, to, tuple(now.faces), total, total >= NEEDED, avoiding=True))
    if total >= NEEDED:
        fleets.shift(state, at, to, fleets.fleet(state, power, at), fleets.admirals(state, power, at))
    return []


class RowHarder(Action, frozen=True, tag="row_harder"):
    """Change the roll by two with Professional Rowers, up or down. 6."""

    up: bool = True


no_rowers = Code("6")


class RowAnswers(ValidatedAnswers[State]):
    """Whether somebody changes a roll at sea with Professional Rowers (6)."""

    kind, rule, interrupts = "row_harder", "6", True
    actions = (RowHarder,)

    def candidates(self, state: State, seat: str) -> Iterator[Action]:
        yield from (RowHarder(up) for up in (True, False))

    def illegality(self, state: State, seat: str, action: Action) -> Refusal | None:
        return None if responding.held(state, seat, ROWERS) else no_rowers()

    def context(self, state: State, seat: str) -> dict[str, int]:
        now = state.sailing
        return {"total": sum(now.faces) + now.added if now is not None else 0}


@step("6")
def rowing(play: Play[State], power: PowerId) -> Asking:
    """Ask whoever may hold Professional Rowers, where two more or less would change a roll (6)."""
    state = play.state
    now = state.sailing
    assert now is not None
    total = sum(now.faces) + now.added
    able = responding.who_may_hold(state, ROWERS) if NEEDED - CHANGE <= total < NEEDED + CHANGE else ()
    answers = (yield Window(able, RowAnswers(), count="first")) if able else ()
    if not answers:
        return []
    ((by, action),) = answers
    responding.use(play, by, ROWERS)
    now = play.state.sailing
    assert now is not None
    now.added += CHANGE if action.up else -CHANGE
    return []


# ---- fights


class AttackFleet(AtLocation, frozen=True, tag="attack_fleet"):
    """Attack the enemy ships in a place. 16.2."""


LeaveFleet = word("leave_fleet", "Leave the enemy ships alone. 16.2.")
ATTACK: Final = Question(
    "attack_fleet", "16.2", AttackFleet, default=LeaveFleet(), about={"at": LocationId, "enemy": PowerId}
)


@step("16.2")
def meeting_at_sea(play: Play[State], at: LocationId) -> Asking:
    """Let the active power attack in a place that its ships have entered; it must where it was intercepted (16.2)."""
    state = play.state
    now = state.sailing
    assert now is not None
    enemies = fleets.hostile_fleets(state, now.power, at)
    if not enemies or not fleets.fleet(state, now.power, at):
        return []
    enemy = enemies[0]
    if at not in now.met and at in SEA:
        answer = yield ATTACK(now.power, [AttackFleet(at), LeaveFleet()], at=at, enemy=enemy)
        if not isinstance(answer, AttackFleet):
            return []
    now = play.state.sailing
    assert now is not None
    return [fights.sea_battle(now.power, enemy, at), meeting_again(at)]


@step("16.2")
def meeting_again(play: Play[State], at: LocationId) -> Frames:
    """Go on with the next enemy in a place, if the active power still has ships there."""
    now = play.state.sailing
    assert now is not None
    if not fleets.fleet(play.state, now.power, at):
        return []
    now.met = [each for each in now.met if each != at]
    return [meeting_at_sea(at)] if fleets.hostile_fleets(play.state, now.power, at) and at not in SEA else []
