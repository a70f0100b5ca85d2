"""Let a seat that has put down more tokens or cubes than there are take some back from elsewhere (R1.08)."""

from collections.abc import Iterable, Iterator
from typing import Final

from adjudicator import Action, Asking, Frames, Play, choice, derive, word
from adjudicator.components import Code
from adjudicator.kernel.standing import StandingStill

from ..facts import AREA, NODE, POWER, PROVINCE, ZONE, ProvinceId, SeatId, ZoneId
from ..slots import CARD
from ..state import State
from .book import OfArea, OfCard, OfNode, SeatAndCard, WithNode, step
from .cards import spend_charges
from .casualties import ShipLost
from .claims import ReturnClaim, change_claims
from .curia import roma, take_cardinal
from .influence import ReturnInfluence, change
from .purse import GivePower, clockwise, gain_colonists, gain_power
from .realms import lawful, occupied, tax, vassals
from .rebels import RebelsMoved
from .relations import realm_of
from .sailing import take_light
from .units import BLACK_UNITS, ShipId, all_ships, bound_units, disband_empty

CLAIMS: Final = 6
CORES: Final = 2
CUBES: Final = 30
SHIPS: Final = 15
BLACK_SHIPS: Final = 10


class ReturnCardinal(Action, frozen=True, tag="return_cardinal"):
    """Take a cube back that is a cardinal: its place in the curia, from the left. R1.08."""

    place: int = 1


class ReturnShip(Action, frozen=True, tag="return_ship"):
    """Take a ship back: from a zone or a port, of the fleet or not. R1.08."""

    ship: ShipId
    zone: ZoneId | None = None
    port: ProvinceId | None = None
    fleet: bool = False


TakePirates = derive(OfNode, "take_pirates", "Take a ship of pirates away. R1.08.")
PiratesLeft = derive(WithNode, "pirates_left", "A ship of pirates is needed elsewhere.", rule="R1.08")
ReturnCore = derive(OfArea, "return_core", "Take a core token back from an area. R1.08.")
ReturnColonist = word("return_colonist", "Take a cube back that is a colonist. R1.08.")
ReturnCharge = derive(OfCard, "return_charge", "Take a cube back that is a charge of a display card. R1.08.")
TakeRebels = derive(OfArea, "take_rebels", "Take a unit of rebels away. R1.08.")
ChargeTaken = derive(SeatAndCard, "charge_taken", "A display card has a charge less.", rule="R1.08")
nothing_to_take = Code("R1.08", token=str)
CUBE: Final = (GivePower, ReturnInfluence, ReturnColonist, ReturnCardinal, ReturnCharge)
TAKEN: Final = (ReturnClaim, ReturnCore, ReturnShip, *CUBE, TakeRebels, TakePirates)
SUPPLY: Final = choice("supply", "R1.08", *TAKEN, otherwise=nothing_to_take, about={"token": str})


def cubes_used(state: State, seat: str) -> int:
    """Return how many cubes of a seat are in use (R1.08).

    Cubes in the place of the national focus, on the Roma cardinal and on covered slots of income count, too, although
    the seat cannot take them back.
    """
    own, realm = state.led[seat], realm_of(seat)
    taken = occupied(state) | state.rebel_towns
    covered = 0
    if taken:
        covered += (lawful(state, 1 << realm) & taken).bit_count()
        covered += tax(state, lawful(state, vassals(state, realm)) & taken)
    free = sum(own.power) + sum(own.influence) + own.colonists + sum(each.charges for each in own.display)
    cardinals = state.curia.cardinals.count(seat) + (roma(state) == seat)
    return free + cardinals + covered + own.status.focused


def _cubes(state: State, seat: str) -> Iterator[Action]:
    own = state.led[seat]
    yield from (GivePower(id) for id, n in zip(POWER.ids, own.power, strict=True) if n)  # type: ignore[arg-type]
    yield from (ReturnInfluence(AREA.ids[area]) for area in AREA.indexes if own.influence[area])
    if own.colonists:
        yield ReturnColonist()
    yield from (ReturnCardinal(n) for n, each in enumerate(state.curia.cardinals, 1) if each == seat)
    yield from (ReturnCharge(CARD.ids[each.card]) for each in own.display)


def _ships(state: State, seat: str) -> Iterator[Action]:
    own, fleet = state.led[seat].ships, state.led[seat].fleet
    yield from (ReturnShip("light", id) for n, id in enumerate(ZONE.ids) if own.at(n))
    yield from (ReturnShip("light", port=id) for id in own.docked)
    kinds: dict[ShipId, int] = {"light": fleet.light, "heavy": fleet.heavy + fleet.damaged, "galley": fleet.galleys}
    there = ZONE.id_or_none(fleet.zone), PROVINCE.id_or_none(fleet.port)
    yield from (ReturnShip(kind, *there, fleet=True) for kind, n in kinds.items() if n)


def _ship_back(play: Play[State], seat: str, action: ReturnShip) -> None:
    own = play.state.led[seat]
    if action.fleet:
        kind = {"galley": "galleys", "heavy": "damaged" if own.fleet.damaged else "heavy"}.get(action.ship, "light")
        setattr(own.fleet, kind, getattr(own.fleet, kind) - 1)
        disband_empty(play.state, seat)
    elif action.port is not None:
        own.ships.moor(action.port, -1)
    else:
        take_light(play.state, seat, ZONE.number(action.zone or ""))
    play.emit(ShipLost(seat, action.ship))


def short_of(state: State, seat: str) -> tuple[str, Iterable[Action]]:
    """Return what a seat has too much of on the table ("" for nothing), and what it may take back.

    Cubes on covered slots of income stay where they are, however many there are.
    """
    own = state.led[seat]
    if own.claims.bit_count() > CLAIMS:
        return "claim", map(ReturnClaim, AREA.ids_of(own.claims))
    if own.cores.bit_count() > CORES:
        return "core", map(ReturnCore, AREA.ids_of(own.cores))
    if all_ships(state, seat) > SHIPS:
        return "ship", _ships(state, seat)
    if cubes_used(state, seat) > CUBES and (cubes := [*_cubes(state, seat)]):
        return "cube", cubes
    return "", ()


def shared_short_of(state: State) -> tuple[str, Iterable[Action]]:
    """Return of which tokens of no seat there are too many on the table, and which may be taken away."""
    rebels, pirates = state.rebels, state.trade.pirates
    if any(rebels) and sum(rebels) + bound_units(state) > BLACK_UNITS:
        return "rebels", (TakeRebels(AREA.ids[area]) for area in AREA.indexes if rebels[area])
    if sum(pirates) > BLACK_SHIPS:
        return "pirates", (TakePirates(NODE.ids[node]) for node in NODE.indexes if pirates[node])
    return "", ()


@step("R1.08")
def supplies(play: Play[State]) -> Frames:
    """Return the frames in which shared tokens are taken back, and then each seat's own, clockwise.

    Shared tokens are taken back by the seat on move or, outside the turns, by the first seat.
    """
    state = play.state
    with StandingStill(state):
        shared = [shared_supply()] if shared_short_of(state)[0] else []
        return [*shared, *(supply(seat) for seat in clockwise(state, on_move(state)) if short_of(state, seat)[0])]


def on_move(state: State) -> str:
    """Return who takes what is shared: the seat on move, outside the turns the first one."""
    return (state.turn.active if state.phase == 2 else "") or state.first


@step("R1.08")
def shared_supply(play: Play[State]) -> Asking:
    """Let somebody take black units or ships away, until there are enough."""
    state = play.state
    token, offers = shared_short_of(state)
    if not token:
        return None
    answer = yield SUPPLY(on_move(state), list(offers), token=token)
    if isinstance(answer, TakeRebels):
        state.rebels[AREA.index[answer.area]] -= 1
        play.emit(RebelsMoved(answer.area, 1))
    elif isinstance(answer, TakePirates):
        state.trade.pirates[NODE.index[answer.node]] -= 1
        play.emit(PiratesLeft(answer.node))
    return [shared_supply()]


@step("R1.08")
def supply(play: Play[State], seat: SeatId) -> Asking:
    """Let a seat take something back, until it has enough."""
    state, own = play.state, play.state.led[seat]
    token, offers = short_of(state, seat)
    if not token:
        return None
    answer = yield SUPPLY(seat, list(offers), token=token)
    if isinstance(answer, GivePower):
        gain_power(play, seat, POWER.index[answer.power], -1)
    elif isinstance(answer, ReturnColonist):
        gain_colonists(play, seat, -1)
    elif isinstance(answer, ReturnCardinal):
        take_cardinal(play, answer.place - 1)
    elif isinstance(answer, ReturnCharge):
        play.emit(ChargeTaken(seat, answer.card))
        spend_charges(play, seat, CARD.index[answer.card], 1)
    elif isinstance(answer, ReturnClaim):
        change_claims(play, seat, AREA.mask_of([answer.area]), placed=False)
    elif isinstance(answer, ReturnShip):
        _ship_back(play, seat, answer)
    elif isinstance(answer, ReturnCore):
        own.cores &= ~AREA.mask_of([answer.area])
    elif isinstance(answer, ReturnInfluence):
        change(play, seat, AREA.index[answer.area], -answer.n)
    return [supply(seat)]
