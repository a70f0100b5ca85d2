"""Define the conditions of orders, over what a seat may know: the part `conditions`, in English and Russian."""

from typing import Annotated, Final

from adjudicator.components.names import CASES
from adjudicator.orders import NameBook
from adjudicator.orders.vocabulary.asked import OWN, Asked
from adjudicator.orders.vocabulary.conditions import Conditions
from adjudicator.orders.vocabulary.orderfile import read_conditions

from .facts import AREA, DATA, POWER, PROVINCE, REALM, SEAT, SeatId
from .names import everything
from .rules.battles import SIDES, other, side, strength_of
from .rules.realms import provinces
from .rules.relations import realm_of
from .slots import CARD, IDEA
from .state import FORM, State

Area = Annotated[int, AREA]
Realm = Annotated[int, REALM]
asked: Final = Asked(FORM.known)


@asked
def owns(state: State, province: Annotated[int, PROVINCE], who: SeatId = OWN) -> bool:
    """Return whether a seat owns a province that nobody occupies. R1.03."""
    return bool(provinces(state, realm_of(who)) >> province & 1)


@asked
def occupies(state: State, province: Annotated[int, PROVINCE], who: SeatId = OWN) -> bool:
    """Return whether a seat occupies a province of another realm. R9.62."""
    return state.occupier[province] == realm_of(who)


@asked
def at_war(state: State, realm: Realm, who: SeatId = OWN) -> bool:
    """Return whether a seat is at war with a realm. R9.01."""
    return bool(state.war[realm_of(who)] >> realm & 1)


@asked
def allied(state: State, realm: Realm, who: SeatId = OWN) -> bool:
    """Return whether a seat is allied with a realm. R11.10."""
    return bool(state.allied.get(who, 0) >> realm & 1)


@asked
def has_idea(state: State, idea: Annotated[int, IDEA], who: SeatId = OWN) -> bool:
    """Return whether a seat has researched an idea. R4.04."""
    return who in state.led and bool(state.led[who].ideas >> idea & 1)


@asked
def in_hand(state: State, seat: str, card: Annotated[int, CARD]) -> bool:
    """Return whether a card is in the seat's own hand. R8.01."""
    return seat in state.led and card in state.led[seat].hand


@asked
def has_passed(state: State, who: SeatId = OWN) -> bool:
    """Return whether a seat has passed in this round. R3.22."""
    return who in state.led and bool(state.led[who].status.passed)


@asked
def on_turn(state: State, who: SeatId) -> bool:
    """Return whether it is the turn of a seat. R3.20."""
    return state.turn.active == who


@asked
def ducats(state: State, who: SeatId = OWN) -> int:
    """Return the ducats of a seat. R7.10."""
    return state.led[who].ducats if who in state.led else 0


@asked
def power(state: State, kind: Annotated[int, POWER], who: SeatId = OWN) -> int:
    """Return how much power of a type a seat has. R7.01."""
    return state.led[who].power[kind] if who in state.led else 0


@asked
def prestige(state: State, who: SeatId = OWN) -> int:
    """Return the prestige of a seat. R3.55."""
    return state.led[who].prestige if who in state.led else 0


@asked
def stability(state: State, who: SeatId = OWN) -> int:
    """Return the stability of a seat. R7.03."""
    return state.led[who].stability if who in state.led else 0


@asked
def influence(state: State, area: Area, who: SeatId = OWN) -> int:
    """Return the influence of a seat in an area. R11.01."""
    return state.led[who].influence[area] if who in state.led else 0


@asked
def units(state: State, area: Area, who: SeatId = OWN) -> int:
    """Return the number of land units of a seat in an area. R9.25."""
    own = state.led.get(who)
    return 0 if own is None else own.alone[area] + sum(army.all for army in own.armies if army.area == area)


@asked
def outnumbered(state: State, seat: str) -> bool:
    """Return whether a seat's side in the battle under way has fewer units or ships than the other. R9.48."""
    own = next((each for each in SIDES if state.battles and seat in side(state, each).seats), None)
    return own is not None and strength_of(state, own) < strength_of(state, other(own))


@asked
def battle_round(state: State) -> int:
    """Return the round of the battle under way; 0 if there is none. R9.40."""
    return state.battles[-1].round if state.battles else 0


@asked
def round_of_age(state: State) -> int:
    """Return the round of the age. R3.01."""
    return state.round


CONDITIONS: Final = Conditions(
    NameBook.of(everything, cases={SEAT: CASES, REALM: CASES, AREA: CASES, PROVINCE: CASES}, parts=(SEAT,)),
    read_conditions(DATA / "conditions.yaml", asked.conditions),
)
