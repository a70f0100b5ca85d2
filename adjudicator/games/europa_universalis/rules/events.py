"""The action of an event: its ducats, text, symbols with their effects, and ruler (R4.01, R16).

The event that nobody took is played by rule.
"""

from collections.abc import Iterator
from typing import Any, Final, Literal

from adjudicator import FIRST, Action, Asking, Asks, Event, Frames, Play, Question, Refusal, choice, derive, word
from adjudicator.components import Code, bits

from ..content import Content
from ..facts import AREA, NODE, NONE, PROVINCES_OF, ZONE, SeatId, ZoneId, areas_with
from ..slots import CHARACTER, EVENT, EventId
from ..state import State
from .book import OfSeat, TurnDeed, WithNode, step
from .characters import enthrone, mortality, remove
from .curia import cardinals_of, take_cardinal
from .drawing import turn_up, turn_up_next
from .dynamic import expansion
from .goals import activate
from .operations import AtNode, a_province, an_area, card
from .operations_map import rebels_come
from .operations_units import lose_units
from .purse import clockwise, gain_colonists, gain_ducats, lacks, pay
from .realms import of_vassals, tax
from .relations import at_peace, began, influence_in, realm_of
from .religion import faiths_spread, revolution_spreads
from .units import deployed, friendly_ports
from .unrest import change_unrest, distant_towns, rebellions, rolls, rolls_in, unruly

DUCATS: Final = 2
"""What comes on each other event that lies face up."""
LATE_RULER: Final = 2
"""What the ruler of the event that nobody took costs, in adm power."""


class EventTaken(OfSeat, frozen=True, tag="event_taken", rule="R4.01"):
    """A seat has taken an event, and the ducats on it."""

    taken: EventId
    ducats: int


class EventLeft(Event, frozen=True, tag="event_left", rule="R4.01"):
    """An event that no seat has taken: only its symbols are played, by rule."""

    left: EventId


Crown = word("crown", "Make the character of the event the ruler. R4.01.")
KeepRuler = word("keep_ruler", "Keep the ruler there is. R4.01.")
not_face_up = Code("R4.01", event=EVENT)
RULER: Final = Question("event_ruler", "R4.01", Crown, KeepRuler, default=KeepRuler(), about={"event": EventId})


def events_due(state: State) -> int:
    """Return how many event actions everybody takes in a round (R3.21, R20.01)."""
    return 2 if began(state) == 2 else 1


class TakeEvent(TurnDeed, frozen=True, tag="take_event"):
    """Take a face-up event: its ducats, its text, its symbols. R4.01."""

    event: EventId
    takes = "event"

    @classmethod
    def candidates(cls, state: State, seat: str, content: Content) -> Iterator[Action]:
        return (cls(EVENT.ids[each.event]) for each in state.events.shown)

    def illegality(self, state: State, seat: str, content: Content) -> Refusal | None:
        if any(each.event == EVENT.number(self.event) for each in state.events.shown):
            return None
        return not_face_up(list(self.candidates(state, seat, content))[:3], event=self.event)

    def apply(self, play: Play[State], seat: str) -> Frames:
        events = play.state.events
        taken = next(each for each in events.shown if EVENT.ids[each.event] == self.event)
        events.shown.remove(taken)
        events.gone.append(taken.event)
        play.state.turn.renounced = 0
        play.emit(EventTaken(seat, self.event, taken.ducats))
        gain_ducats(play, seat, taken.ducats)
        for each in events.shown:
            each.ducats += DUCATS
        text = card(play.content, seat, f"events.{self.event}")
        return [*text, symbols(seat, self.event), event_ruler(seat, self.event), event_left(seat), event_turned_up()]


@step("R16.10")
def symbols(play: Play[State], seat: SeatId | None, event: EventId) -> Frames:
    """Return the frames of the symbols from left to right, mortality first; without a seat by rule."""
    face = play.content.events[event]
    dying = mortality(play, face.mortality) if face.mortality else []
    return [*dying, *(symbol(seat, each) for each in face.symbols)]


@step("R16.10")
def symbol(play: Play[State], seat: SeatId | None, symbol: str) -> Frames:
    """Carry out one symbol, with the board as it is then; outside the turns nothing was converted before (R15.02)."""
    if seat is None:
        play.state.turn.converted = 0
    return symbol_of(play.state, seat or "", symbol, play.content)


@step("R4.01")
def event_ruler(play: Play[State], seat: SeatId, event: EventId) -> Frames | None:
    """Let who leads the realm of the event crown its character: at once if they took it, else if they want to.

    If the event let the realm renounce its ruler, it has neither this one nor its own any more (R16.03).
    """
    realm = play.content.events[event].realm
    if event not in play.content.characters or realm not in play.state.led:
        return None
    state = play.state
    if state.turn.renounced >> realm_of(realm) & 1:
        ruler = state.led[realm].ruler
        return remove(play, realm, ruler, "renounced") if ruler != NONE else None
    if realm == seat:
        return enthrone(play, seat, CHARACTER.index[event])
    return [offered_ruler(realm, event, 0)]


@step("R4.01")
def offered_ruler(play: Play[State], seat: SeatId, event: EventId, cost: int) -> Asking:
    """Let a character of an event become the ruler."""
    if lacks(play.state, seat, adm=cost) is not None:
        return None
    answer = yield RULER(seat, [Crown(), KeepRuler()], event=event, cost=cost)
    if isinstance(answer, Crown):
        pay(play, seat, adm=cost)
        return enthrone(play, seat, CHARACTER.index[event])
    return None


@step("R4.01")
def event_left(play: Play[State], seat: SeatId) -> Frames | None:
    """Play the symbols of the event that nobody took by rule, after the event of the last taker.

    There is one more such event for each player who has left (R13.30). The realm of the event may pay for its ruler.
    """
    state, events = play.state, play.state.events
    most, frames = 1 + state.forsaken.bit_count(), list[Any]()
    waited_for = any(led.status.events < events_due(state) for led in state.led.values())
    if waited_for or len(events.shown) + events.down > most:
        return None
    while events.down:
        events.down -= 1
        turn_up(play)
    for left in events.shown:
        id = EVENT.ids[left.event]
        play.emit(EventLeft(id))
        frames.append(symbols(None, id))
        realm = play.content.events[id].realm
        if realm in state.led and id in play.content.characters:
            frames.append(offered_ruler(realm, id, LATE_RULER))
    events.gone += [each.event for each in events.shown]
    events.shown = []
    return frames


@step("R4.01")
def event_turned_up(play: Play[State]) -> None:
    """Turn up a face-down event, if there is one."""
    turn_up_next(play)


ShipAtSea = Literal["light", "protecting", "fleet", "heavy", "damaged", "galleys"]
"""A light ship outside the fleet, one that protects trade, a light one of the fleet, and its others."""

PiratesCame = derive(WithNode, "pirates_came", "Pirates came to a trade node.", rule="R16.10")


class ShipSank(OfSeat, frozen=True, tag="ship_sank", rule="R16.10", touches=("zone",), hits=("seat",)):
    """A ship was lost at sea."""

    zone: ZoneId
    kind: ShipAtSea


class SinkShip(Action, frozen=True, tag="sink_ship"):
    """A ship of this seat in this zone is lost. R16.10."""

    seat: SeatId
    zone: ZoneId
    kind: ShipAtSea = "light"


class LoseCardinal(Action, frozen=True, tag="cardinal"):
    """The cardinal in this place of the curia, from 1, dies. R16.10."""

    slot: int


SpareColonist = word("spare_colonist", "Lose no colonist. R16.10.")
SpareTown = word("spare_town", "Let no distant town be in unrest. R16.10.")
no_ship_to_sink = Code("R16.10", zone=ZONE)
not_a_node_for_pirates = Code("R16.10", node=NODE)
no_such_cardinal = Code("R16.10", slot=int)
SINK: Final = choice("lost_at_sea", "R16.10", SinkShip, otherwise=no_ship_to_sink)
PIRATES: Final = choice("pirates", "R16.10", AtNode, otherwise=not_a_node_for_pirates)
CARDINAL: Final = choice("cardinal_dies", "R16.10", LoseCardinal, otherwise=no_such_cardinal)
SPARE: Final = Question("native_uprising", "R16.10", SpareColonist, SpareTown, default=FIRST)


def symbol_of(state: State, seat: str, symbol: str, content: Content) -> Frames:
    """Return the frames of a symbol; without a seat by rule."""
    who, order = seat or None, clockwise(state, seat or state.first)
    found: dict[str, Frames] = {
        "unrest_rebellion": [uprising(who)],
        "native_uprising": [natives(each, active=each == seat) for each in order],
        "lost_at_sea": [lost_at_sea(each, seat or each) for each in order if each != seat],
        "pirates": [pirates(who)],
        "cardinal_dies": [cardinal_dies(who)],
        "attrition": [attrition(each) for each in order if each != seat],
        "disloyal_vassals": [disloyal(each, each == seat) for each in order],
        "spread_of_religious_ideas": [faiths_spread(who)],
        "spread_of_the_revolution": [revolution_spreads(who)],
        "activate_power_struggle": [activate()],
    }
    return found[symbol] if symbol in found else expansion(state, seat, symbol.removeprefix("dnpr_"), content)


@step("R16.10")
def uprising(play: Play[State], seat: SeatId | None) -> Frames:
    """Let everybody roll for all unrest, the active seat one die at most."""
    state, everywhere = play.state, (1 << len(AREA)) - 1
    if seat is None:
        return rolls(state, state.first, dict.fromkeys(state.order, everywhere))
    others = {each: everywhere for each in state.order if each != seat}
    found = rolls(state, seat, others)
    return [one_die(seat), *(found or [rebellions()])]


@step("R16.10")
def one_die(play: Play[State], seat: SeatId) -> Asking:
    """Ask the active seat where it rolls its die."""
    areas = areas_with(unruly(play.state, seat))
    if not areas:
        return None
    area = yield from an_area(seat, bits(areas), "die")
    return [rolls_in(seat, AREA.ids[area], 1)]


@step("R16.10")
def natives(play: Play[State], seat: SeatId, active: bool) -> Asking:
    """Remove a colonist and place unrest on a distant town; the active seat may ignore one of the two."""
    own, towns = play.state.led[seat], distant_towns(play.state, seat)
    spared: Action | None = None
    if active and (own.colonists or towns):
        spared = yield SPARE(seat, [SpareColonist(), SpareTown()])
    if not isinstance(spared, SpareColonist):
        gain_colonists(play, seat, -1)
    return None if isinstance(spared, SpareTown) or not towns else [native_unrest(seat, towns)]


@step("R16.10")
def native_unrest(play: Play[State], seat: SeatId, towns: int) -> Asks:
    """Place unrest on a distant town of the seat's choice."""
    change_unrest(play, 1 << (yield from a_province(seat, bits(towns), "unrest")), placed=True)


# ships, pirates, cardinals --------------------------------------------------------------------------------------------


def ships_at_risk(state: State, seat: str) -> list[SinkShip]:
    """Return the ships of a seat that are not next to a friendly port (R16.10)."""
    own, found = state.led[seat], list[SinkShip]()
    for zone in ZONE.indexes:
        if friendly_ports(state, seat, zone):
            continue
        id, fleet = ZONE.ids[zone], own.fleet
        found += [SinkShip(seat, id)] * bool(own.ships.light[zone])
        found += [SinkShip(seat, id, "protecting")] * bool(own.ships.protecting[zone])
        if fleet.zone == zone:
            kinds: dict[ShipAtSea, int] = {
                "fleet": fleet.light,
                "galleys": fleet.galleys,
                "heavy": fleet.heavy,
                "damaged": fleet.damaged,
            }
            found += [SinkShip(seat, id, kind) for kind, n in kinds.items() if n]
    return found


@step("R16.10")
def lost_at_sea(play: Play[State], seat: SeatId, chooser: SeatId) -> Asks:
    """Sink one ship of the seat that is not next to a friendly port; by rule it chooses itself."""
    offers = ships_at_risk(play.state, seat)
    if not offers:
        return
    answer = yield SINK(chooser, offers, of=seat)
    own, zone = play.state.led[seat], ZONE.index[answer.zone]
    if answer.kind in ("light", "protecting"):
        getattr(own.ships, answer.kind)[zone] -= 1
    else:
        kind = "light" if answer.kind == "fleet" else answer.kind
        setattr(own.fleet, kind, getattr(own.fleet, kind) - 1)
    if not own.fleet.all:
        own.fleet.zone = NONE
    play.emit(ShipSank(seat, answer.zone, answer.kind))


def merchants_at(state: State, node: int) -> int:
    """Return how many merchants are in a node."""
    return sum(led.merchants.count(node) for led in state.led.values())


@step("R16.10")
def pirates(play: Play[State], seat: SeatId | None) -> Asks:
    """Place pirates at a maritime node, with merchants if there is one.

    Without a seat to choose, they come to a node with the most merchants.
    """
    state = play.state
    nodes = [each.index for each in NODE if each.zones]
    manned = [each for each in nodes if merchants_at(state, each)] or nodes
    if seat is None:
        rank = {each: (merchants_at(state, each), state.trade.expanded >> each & 1) for each in manned}
        best = [NODE.ids[each] for each in manned if rank[each] == max(rank.values())]
        node = NODE.index[best[0] if len(best) == 1 else play.pick("pirates", "node", best)]
    else:
        own = play.state.led[seat].merchants
        answer = yield PIRATES(seat, [AtNode(NODE.ids[each]) for each in sorted(manned, key=own.count)])
        node = NODE.index[answer.node]
    state.trade.pirates[node] += 1
    play.emit(PiratesCame(NODE.ids[node]))


@step("R16.10")
def cardinal_dies(play: Play[State], seat: SeatId | None) -> Asks:
    """Remove a cardinal of the seat's choice from the curia, but not that of Roma.

    By rule it is the rightmost cardinal of the player with the most, counting that of Roma.
    """
    row = play.state.curia.cardinals
    if not row:
        return
    if seat is None:
        held = [cardinals_of(play.state, each) for each in row]
        slot = max(number for number, n in enumerate(held) if n == max(held))
    else:
        numbers = sorted(range(1, len(row) + 1), key=lambda number: row[number - 1] == seat)
        answer = yield CARDINAL(seat, [LoseCardinal(number) for number in numbers])
        slot = answer.slot - 1
    take_cardinal(play, slot)


# war and vassals ------------------------------------------------------------------------------------------------------


@step("R16.10")
def attrition(play: Play[State], seat: SeatId) -> Frames | None:
    """Return the frames in which a seat at war loses land units.

    It loses one for every four that are deployed. None if it is at peace.
    """
    state = play.state
    if at_peace(state, realm_of(seat)):
        return None
    return lose_units(seat, deployed(state, seat) // 4)


def _vassals_in(state: State, seat: str, area: int) -> int:
    theirs = of_vassals(state, realm_of(seat))
    return theirs & PROVINCES_OF[area]


@step("R16.10")
def disloyal(play: Play[State], seat: SeatId, active: bool) -> Asking:
    """Place unrest on all the seat's vassals in one area, and as many rebels as these have tax.

    The area is the one with the most vassal tokens among those where the seat has no influence or less than another
    seat. The active seat gets no rebels.
    """
    state = play.state
    found = dict[int, int]()
    for area in AREA.indexes:
        mine = influence_in(state, seat, area)
        most = max(influence_in(state, each, area) for each in state.order if each != seat)
        if _vassals_in(state, seat, area) and (not mine or mine < most):
            found[area] = tax(state, _vassals_in(state, seat, area))
    worst = [area for area in found if found[area] == max(found.values())]
    if not worst:
        return None
    area = yield from an_area(seat, worst, "disloyal")
    there = _vassals_in(state, seat, area)
    change_unrest(play, there, placed=True)
    if not active:
        rebels_come(play, area, tax(state, there))
    return [rebellions()]
