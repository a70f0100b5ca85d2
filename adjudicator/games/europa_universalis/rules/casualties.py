"""Losses, captured ships, wounds; leaders that are appointed when a battle begins (R9.41, R9.45-R9.47)."""

from collections.abc import Iterator
from typing import Any, Final

from adjudicator import FIRST, Action, Asking, Asks, Frames, Play, Question, Refusal, choice, derive, word
from adjudicator.components import Code

from ..facts import NONE, PROVINCES_OF, SHIP, SeatId
from ..slots import CHARACTER
from ..state import Fleet, State
from .battles import SIDES, OfSide, SideAndCharacter, SideId, force, hunted, other, side, strength_of, the_battle, whose
from .book import OfSeat, TurnDeed, step
from .characters import AppointAdmiral, AppointGeneral, LeadArmy, MoveGeneral, ail
from .decks import may_hold
from .empire import emperor_seat
from .realms import provinces
from .relations import realm_of
from .units import (
    ALONE,
    CATEGORIES,
    UNITS,
    CategoryId,
    ShipId,
    UnitId,
    armies_in,
    disband_empty,
    lose_unit,
    of,
)

NOBODYS: Final = "nobody"
REBELS: Final = "rebels"


class UnitLost(OfSeat, frozen=True, tag="unit_lost", rule="R9.45", hits=("seat",)):
    """A seat lost a unit of an army, or (0) one that stood alone."""

    category: str
    unit: str
    army: int


class ShipLost(OfSeat, frozen=True, tag="ship_lost", rule="R9.45", hits=("seat",)):
    """A seat lost a ship; or a heavy ship of its was `damaged`."""

    ship: str
    damaged: bool = False


class OthersLost(OfSide, frozen=True, tag="others_lost", rule="R9.45"):
    """Units or ships of realms that nobody plays were lost, rebels, pirates."""

    units: int = 0
    rebels: int = 0


class ShipCaptured(OfSeat, frozen=True, tag="ship_captured", rule="R9.47"):
    """A seat took a ship of the enemy, as one of its own, into its `fleet` or not."""

    ship: str
    fleet: bool = False


class LoseUnit(Action, frozen=True, tag="lose_unit"):
    """Choose the unit that is lost: of which army, or (0) one that stands alone. R9.45."""

    unit: UnitId
    army: int = ALONE


class LoseShip(Action, frozen=True, tag="lose_ship"):
    """The ship that takes a hit; a light one may be in the fleet. R9.45.

    Of heavy ships this is a damaged one; if there is none, or if `whole`, it is a whole one.
    """

    ship: ShipId
    fleet: bool = True
    whole: bool = False


class StrikeFirst(Action, frozen=True, tag="strike_first"):
    """Choose who of equal defenders has the greater loss: a seat, `nobody` (realms nobody plays), `rebels`. R9.45."""

    who: str


class GiveUpShip(Action, frozen=True, tag="give_up_ship"):
    """Choose which of the ships that were lost is captured. R9.47."""

    ship: ShipId


LOSS: Final = choice("loss", "R9.45", LoseUnit, interrupts=True)
SHIP_LOSS: Final = choice("ship_loss", "R9.45", LoseShip, interrupts=True)
GREATER_LOSS: Final = choice("greater_loss", "R9.45", StrikeFirst)
PrizeAlone = word("prize_alone", "A captured light ship stays in the zone, outside the fleet. R9.47.")
PrizeToFleet = word("prize_to_fleet", "A captured ship joins the fleet, or forms it. R9.47.")
LeavePrize = word("leave_prize", "The captured ship is not taken. R9.47.")
PRIZE: Final = Question(
    "prize", "R9.47", PrizeAlone, PrizeToFleet, LeavePrize, default=FIRST, about={"ship": ShipId}, interrupts=True
)
CAPTURED: Final = choice("captured", "R9.47", GiveUpShip, interrupts=True)


# how they are shared -------------------------------------------------------------------------------------------------


def _groups(state: State, which: SideId) -> dict[str, int]:
    """Return who of a side has how much: seats, realms that nobody plays together, rebels; the largest first."""
    own = side(state, which)
    found = {seat: force(state, seat) for seat in own.seats} | {NOBODYS: own.units, REBELS: own.rebels}
    return dict(sorted(((who, n) for who, n in found.items() if n), key=lambda each: -each[1]))


def _bears(state: State, who: str, n: int) -> int:
    """Return how many hits a group takes at most: a whole heavy ship takes two."""
    heavy = who in state.led and the_battle(state).area == NONE
    there = heavy and state.led[who].fleet.zone == the_battle(state).zone
    return n + state.led[who].fleet.heavy if there else n


def shares(bears: dict[str, int], hits: int) -> dict[str, int]:
    """Return hits by group, dealt from the largest to the smallest (R9.45)."""
    found = dict.fromkeys(bears, 0)
    left = min(hits, sum(bears.values()))
    while left:
        for who in bears:
            if left and found[who] < bears[who]:
                found[who] += 1
                left -= 1
    return found


@step("R9.45")
def losses(play: Play[State], which: SideId, hits: int) -> Asking:
    """Make a side take hits: several defenders in turn, the largest first.

    The attacker chooses among equal defenders.
    """
    groups = _groups(play.state, which)
    bears = {who: _bears(play.state, who, n) for who, n in groups.items()}
    given = shares(bears, hits)
    equal = [who for who in groups if any(groups[who] == groups[x] and given[who] != given[x] for x in groups)]
    attacker = side(play.state, other(which)).seats
    if equal and attacker:
        answer = yield GREATER_LOSS(attacker[0], [StrikeFirst(who) for who in equal])
        rest = sorted(groups, key=lambda who: (-groups[who], who != answer.who))
        given = shares({who: bears[who] for who in rest}, hits)
    state, own = play.state, side(play.state, which)
    units, rebels = given.pop(NOBODYS, 0), given.pop(REBELS, 0)
    own.units -= units
    lose_rebels(state, which, rebels)
    own.lost += units + rebels
    ships = units + rebels if the_battle(state).area == NONE else 0
    own.sunk = sorted([*own.sunk, *["light"] * ships], key=SHIP.number)
    if units or rebels:
        play.emit(OthersLost(*whose(state, which), units, rebels, node=hunted(the_battle(state))))
    if the_battle(state).area != NONE:
        own.lost += sum(given.values())
        return [loses_units(seat, n) for seat, n in given.items() if n]
    return [loses_ships(which, seat, n) for seat, n in given.items() if n]


def lose_rebels(state: State, which: SideId, n: int) -> None:
    """Remove rebels from the area, and pirates from the node."""
    battle = the_battle(state)
    side(state, which).rebels -= n
    if battle.node != NONE:
        state.trade.pirates[battle.node] -= n
    elif battle.area != NONE:
        state.rebels[battle.area] -= n


def _choices(state: State, seat: str, area: int, category: CategoryId) -> list[LoseUnit]:
    own = state.led[seat]
    found = [LoseUnit("infantry", ALONE)] if category == "regular" and own.alone[area] else []
    for number in armies_in(state, seat, area):
        units = of(own.armies[number - 1], category)
        found += [LoseUnit(unit, number) for unit in UNITS if getattr(units, unit)]
    return found


def _imperial_lost(play: Play[State], seat: str) -> bool:
    """Remove one imperial unit, if the seat has any in the battle (R18.20)."""
    own = next(each for each in (side(play.state, which) for which in SIDES) if seat in each.seats)
    if not own.imperial or seat != emperor_seat(play.state):
        return False
    own.imperial -= 1
    play.emit(UnitLost(seat, "imperial", "infantry", ALONE))
    return True


@step("R9.45")
def loses_units(play: Play[State], seat: SeatId, n: int, turn: int = 0) -> Asking:
    """Make a seat lose units: a mercenary, a regular and an allied one in turn; it chooses their type."""
    area = the_battle(play.state).area
    for turned in range(turn, turn + len(CATEGORIES) + 1):
        at = turned % (len(CATEGORIES) + 1)
        if at == len(CATEGORIES):
            if _imperial_lost(play, seat):
                return [loses_units(seat, n - 1)] if n > 1 else None
            continue
        category = CATEGORIES[at]
        if choices := _choices(play.state, seat, area, category):
            break
    else:
        return None
    answer = yield LOSS(seat, choices)
    lose_unit(play.state, seat, area, category, answer.unit, answer.army)
    play.emit(UnitLost(seat, category, answer.unit, answer.army))
    return [loses_units(seat, n - 1, at + 1)] if n > 1 else None


def ships_to_lose(state: State, seat: str, zone: int) -> Iterator[LoseShip]:
    """Yield the ships of a seat in a zone, one of each kind that can take a hit."""
    own, fleet = state.led[seat], state.led[seat].fleet
    if own.ships.light[zone]:
        yield LoseShip("light", fleet=False)
    if fleet.zone == zone:
        there = {"light": fleet.light, "heavy": fleet.heavy + fleet.damaged, "galley": fleet.galleys}
        yield from (LoseShip(ship) for ship in ("light", "galley", "heavy") if there[ship])
        if fleet.heavy and fleet.damaged:
            yield LoseShip("heavy", whole=True)


@step("R9.45")
def loses_ships(play: Play[State], which: SideId, seat: SeatId, n: int, sinking: bool = False) -> Asking:
    """Make ships of a seat's choice take hits.

    A whole heavy ship is damaged first, but lost if `sinking`.
    """
    zone = the_battle(play.state).zone
    choices = list(ships_to_lose(play.state, seat, zone))
    if not choices:
        return None
    answer = yield SHIP_LOSS(seat, choices)
    sunk = sink(play.state, seat, zone, answer) if sinking else hit(play.state, seat, zone, answer)
    if sunk:
        own = side(play.state, which)
        own.lost += 1
        own.sunk = sorted([*own.sunk, answer.ship], key=SHIP.number)
    play.emit(ShipLost(seat, answer.ship, not sunk))
    return [loses_ships(which, seat, n - 1, sinking)] if n > 1 else None


def _whole(fleet: Fleet, ship: LoseShip) -> bool:
    return ship.ship == "heavy" and (ship.whole or not fleet.damaged)


def hit(state: State, seat: str, zone: int, ship: LoseShip) -> bool:
    """Make a ship take a hit, and return whether it is lost."""
    fleet = state.led[seat].fleet
    if not _whole(fleet, ship):
        return sink(state, seat, zone, ship)
    fleet.heavy -= 1
    fleet.damaged += 1
    return False


def sink(state: State, seat: str, zone: int, ship: LoseShip) -> bool:
    """Remove a lost ship; a heavy one may be whole or damaged."""
    own, fleet = state.led[seat], state.led[seat].fleet
    if ship.ship == "light" and not ship.fleet:
        own.ships.light[zone] -= 1
    elif ship.ship == "light":
        fleet.light -= 1
    elif ship.ship == "galley":
        fleet.galleys -= 1
    elif _whole(fleet, ship):
        fleet.heavy -= 1
    else:
        fleet.damaged -= 1
    disband_empty(state, seat)
    return True


# captures -------------------------------------------------------------------------------------------------


@step("R9.47")
def captures(play: Play[State]) -> Frames:
    """Take a ship that the enemy lost for each outlined face of the last roll, with ships left and no enemy ones."""
    state = play.state
    if the_battle(state).area != NONE:
        return []
    frames = []
    for which in SIDES:
        own, enemy = side(state, which), side(state, other(which))
        if own.seats and own.outlined and strength_of(state, which) and not strength_of(state, other(which)):
            frames += [captured(which) for _ in range(min(own.outlined, len(enemy.sunk)))]
    return frames


@step("R9.47")
def captured(play: Play[State], which: SideId) -> Asking:
    """Let a side take one ship; whose it was chooses which."""
    own, enemy = side(play.state, which), side(play.state, other(which))
    kinds = [GiveUpShip(id) for id in SHIP.ids if id in enemy.sunk]  # type: ignore[arg-type]
    if not kinds:
        return None
    answer = yield CAPTURED(enemy.seats[0] if enemy.seats else own.seats[0], kinds)
    side(play.state, other(which)).sunk.remove(answer.ship)
    return [prize(side(play.state, which).seats[0], answer.ship)]


@step("R9.47")
def prize(play: Play[State], seat: SeatId, ship: ShipId) -> Asks:
    """Let the victor take a ship of that kind.

    A light ship may come to the zone, and any ship to the fleet if the fleet is there or can begin there; a heavy one
    is damaged.
    """
    zone, fleet = the_battle(play.state).zone, play.state.led[seat].fleet
    offers: list[Action] = [PrizeAlone()] if ship == "light" else []
    if not fleet.all or fleet.zone == zone:
        offers.append(PrizeToFleet())
    if not offers:
        return
    answer = yield PRIZE(seat, [*offers, LeavePrize()], ship=ship)
    if isinstance(answer, LeavePrize):
        return
    own, joins = play.state.led[seat], isinstance(answer, PrizeToFleet)
    if joins:
        own.fleet.zone = zone
        own.fleet.light += ship == "light"
        own.fleet.damaged += ship == "heavy"
        own.fleet.galleys += ship == "galley"
    else:
        own.ships.light[zone] += 1
    play.emit(ShipCaptured(seat, ship, joins))


Wounded = derive(SideAndCharacter, "wounded", "A leader was wounded in a battle.", rule="R9.46")


KeepCommand = word("keep_command", "Appoint nobody for this battle. R9.41.")
not_in_this_battle = Code("R9.41")

GENERALS: Final = (AppointGeneral, MoveGeneral, LeadArmy)
COMMAND: Final = Question(
    "command", "R9.41", *GENERALS, AppointAdmiral, KeepCommand, default=KeepCommand(), interrupts=True
)


def _here(state: State, seat: str, action: Any) -> bool:
    """Return whether an appointment gives the battle a leader."""
    battle, own = the_battle(state), state.led[seat]
    if battle.area == NONE:
        return isinstance(action, AppointAdmiral) and own.fleet.zone == battle.zone
    if not isinstance(action, GENERALS):
        return False
    return (action.to if isinstance(action, MoveGeneral) else action.army) in armies_in(state, seat, battle.area)


def may_appoint(state: State, which: SideId, seat: str) -> bool:
    """Return whether a seat may appoint a leader (R9.41).

    The attacker may; a defender may on land, in an area of its realm.
    """
    battle = the_battle(state)
    if battle.area == NONE:
        return which == "attackers" and state.led[seat].fleet.zone == battle.zone
    if not armies_in(state, seat, battle.area):
        return False
    return which == "attackers" or bool(provinces(state, realm_of(seat)) & PROVINCES_OF[battle.area])


@step("R9.41")
def appointing(play: Play[State], which: SideId) -> Asking:
    """Let the main player of a side once appoint a leader, move a general, or let the ruler lead."""
    state, content = play.state, play.content
    seats = side(state, which).seats
    if not seats or not may_appoint(state, which, seats[0]):
        return None
    seat, own = seats[0], state.led[seats[0]]
    led = own.ruler != NONE or any(army.general != NONE for army in own.armies)
    if not (led or may_hold(state, seat, content, "post")):
        return None

    def why(action: TurnDeed) -> Refusal | None:
        return action.illegality(state, seat, content) if _here(state, seat, action) else not_in_this_battle()

    offers = (candidate for kind in (*GENERALS, AppointAdmiral) for candidate in kind.candidates(state, seat, content))
    answer = yield COMMAND(seat, [KeepCommand(), *offers], why)
    return None if isinstance(answer, KeepCommand) else answer.apply(play, seat)


@step("R9.46")
def wounds(play: Play[State]) -> Frames:
    """Make the enemy's leader ill for each pair of outlined faces, if that enemy lost a unit; dead the second time."""
    state, frames = play.state, list[Frames]()
    for which in SIDES:
        enemy = side(state, other(which))
        for _ in range(side(state, which).outlined // 2):
            if enemy.leader == NONE or not enemy.lost or not enemy.seats:
                continue
            leader, ill = enemy.leader, state.ill >> enemy.leader & 1
            play.emit(Wounded(*whose(state, other(which)), CHARACTER.ids[leader]))
            frames.append(ail(play, enemy.seats[0], leader))
            enemy.leader = NONE if ill else leader
    return [each for some in frames for each in some]
