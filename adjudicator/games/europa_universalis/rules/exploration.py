"""Exploring and colonizing distant continents (R4.03, R6.03)."""

from collections.abc import Iterator
from typing import Any, Final

from adjudicator import FIRST, Action, Asking, Asks, Frames, Play, Question, Refusal, choice, derive, word
from adjudicator.components import Code, bits, mask_of, union

from ..content import Content
from ..facts import AREA, COASTS_OF, NONE, PROVINCE, PROVINCES_OF, ZONE, ProvinceId, SeatId, ZoneId, areas_with
from ..state import State
from .book import Fee, OfArea, OfSeat, SeatAndArea, TurnDeed, step
from .casualties import LoseShip, ShipLost, sink
from .claims import open_continent
from .purse import PaidDeed, gain_colonists, lacks, pay
from .realms import chain, provinces
from .relations import beside, capital_area, controller, hostile_zone, is_led, is_npr, realm_of, ships, top
from .sailing import Sail, reach, take_light

POINTS: Final = 4
REROLLS: Final = 2


Discover = derive(OfArea, "discover", "Place the claim; with a skull for 1 dip. R4.03.")


class Wreck(Action, frozen=True, tag="wreck"):
    """Choose the ship that is lost: in which distant zone or port, of the fleet or not. R4.03."""

    ship: LoseShip
    zone: ZoneId | None = None
    port: ProvinceId | None = None


class ExplorationRolled(OfSeat, frozen=True, tag="exploration_rolled", rule="R4.03"):
    """The result of the exploration die."""

    face: str


Discovered = derive(SeatAndArea, "discovered", "A seat placed a claim on a distant area.", rule="R4.03")
Colonized = derive(SeatAndArea, "colonized", "A colony was founded.", rule="R6.03")
RollAgain = word("roll_again", "Roll the die again for 1 dip. R4.03.")
GiveUpSearch = word("give_up_search", "Discover nothing; with a skull a ship on a distant continent is lost. R4.03.")
needs_quest = Code("R4.03")
one_ship_to_sail = Code("R4.03")
not_distant = Code("R4.03", zone=ZONE)
hostile_to_explore = Code("R4.03", zone=ZONE)
cannot_sail_there = Code("R4.03", zone=ZONE)
not_to_discover = Code("R4.03", area=AREA)
no_reroll_left = Code("R4.03")
must_discover = Code("R4.03")
no_colonial_claim = Code("R6.03", area=AREA)
wrong_points = Code("R6.03", colonists=int, has=int)
colony_not_linked = Code("R6.03", area=AREA)

EXPLORATION: Final = Question("exploration", "R4.03", Discover, RollAgain, GiveUpSearch, default=FIRST, alone="silence")
WRECK: Final = choice("wreck", "R4.03", Wreck)


def vacant(state: State, area: int) -> bool:
    """Return whether a territory belongs to nobody."""
    return bool(AREA.things[area].number) and all(state.owner[bit] == NONE for bit in bits(PROVINCES_OF[area]))


def _in_reach(state: State, seat: str, content: Content) -> int:
    """Return the areas next to the realm, and with the idea those next to its ships (R4.03)."""
    found = beside(state, realm_of(seat))
    if content.permits(state.led[seat].ideas, "explore_with_ships"):
        zones = mask_of(zone for zone in ZONE.indexes if ships(state, seat, zone))
        found |= union(COASTS_OF, zones)
    return found


def _settled(state: State, area: int) -> bool:
    """Return whether a realm that nobody plays, a town or a vassal is there."""
    owners = {controller(state, bit) for bit in bits(PROVINCES_OF[area])} - {NONE}
    return any(is_npr(state, owner) or is_led(state, top(state, owner)) for owner in owners)


def discoverable(state: State, seat: str, content: Content, face: str) -> list[int]:
    """Return what a seat may discover with a face of the die.

    These are territories with its number, vacant or not, and without a skull also settled areas.
    """
    number, skull, own = int(face[0]), face.endswith("skull"), state.led[seat]
    held = areas_with(provinces(state, realm_of(seat)))
    found = []
    for area in bits(_in_reach(state, seat, content) & ~own.claims & ~held):
        if not AREA.things[area].distant:
            continue
        if AREA.things[area].number == number or (not skull and _settled(state, area)):
            found.append(area)
    return found


class Explore(PaidDeed, frozen=True, tag="explore"):
    """Explore: with the idea a light ship may sail first, from a zone or a port, to a distant zone. R4.03."""

    zone: ZoneId | None = None
    light: ZoneId | None = None
    docked: ProvinceId | None = None
    power = (0, 1, 1)

    @classmethod
    def candidates(cls, state: State, seat: str, content: Content) -> Iterator[Action]:
        """Yield the action without a voyage, and one per ship and distant zone."""
        yield cls()
        own = state.led[seat].ships
        for zone in ZONE:
            if zone.distant:
                zones, ports = reach(state, seat, zone.index)
                for ships in (own.light, own.protecting):
                    yield from (cls(zone.id, id) for id in ZONE.ids_of(zones) if ships[ZONE.index[id]])
                yield from (cls(zone.id, None, id) for id in PROVINCE.ids_of(ports) if own.docked.get(id))

    def free_refused(self, state: State, seat: str, content: Content) -> Refusal | None:
        own = state.led[seat]
        if self == Explore():
            return None
        if not content.permits(own.ideas, "explore_with_ships"):
            return needs_quest()
        if self.zone is None or (self.light is None) == (self.docked is None):
            return one_ship_to_sail()
        zone = ZONE.number(self.zone)
        if not ZONE.things[zone].distant:
            return not_distant(zone=zone)
        if hostile_zone(state, realm_of(seat), zone):
            return hostile_to_explore(zone=zone)
        zones, ports = reach(state, seat, zone)
        if self.light is not None:
            start = ZONE.number(self.light)
            there = own.ships.at(start) if zones >> start & 1 else 0
        else:
            port = PROVINCE.number(self.docked or "")
            there = own.ships.in_port(port) if ports >> port & 1 else 0
        return None if there else cannot_sail_there(zone=zone)

    def freely_done(self, play: Play[State], seat: str) -> Frames:
        if self.zone is not None:
            light, docked = (tuple(filter(None, (each,))) for each in (self.light, self.docked))
            Sail(self.zone, None, light, docked).voyage(play, seat)
        return [exploration_die(seat, REROLLS)]


@step("R4.03")
def exploration_die(play: Play[State], seat: SeatId, again: int) -> Frames:
    """Roll the exploration die."""
    printed = play.content.dice.exploration
    face = printed[play.roll("exploration", 1, len(printed), seat=seat)[0] - 1]
    play.emit(ExplorationRolled(seat, face))
    return [exploring(seat, face, again)]


@step("R4.03")
def exploring(play: Play[State], seat: SeatId, face: str, again: int) -> Asking:
    """Let a seat use the result, or roll again for 1 dip, at most twice; the last result counts."""
    state, content, skull = play.state, play.content, face.endswith("skull")
    found = discoverable(state, seat, content, face)
    poor = lacks(state, seat, dip=1)
    can = [] if skull and poor is not None else found

    def why(action: Any) -> Refusal | None:
        if isinstance(action, RollAgain):
            return poor if again else no_reroll_left()
        if isinstance(action, GiveUpSearch):
            return must_discover() if can and not skull else None
        if AREA.number(action.area) not in found:
            return not_to_discover(area=action.area)
        return poor if skull else None

    offers: list[Action] = [Discover(AREA.ids[each]) for each in can]
    offers += [GiveUpSearch(), RollAgain()]
    answer = yield EXPLORATION(seat, [offer for offer in offers if why(offer) is None], why)
    if isinstance(answer, RollAgain):
        pay(play, seat, dip=1)
        return [exploration_die(seat, again - 1)]
    if isinstance(answer, GiveUpSearch):
        return [wrecked(seat)] if skull else None
    if skull:
        pay(play, seat, dip=1)
    area = AREA.index[answer.area]
    state.led[seat].claims |= 1 << area
    play.state.discovered |= 1 << area
    play.emit(Discovered(seat, answer.area))
    open_continent(play, area)
    return None


@step("R4.03")
def wrecked(play: Play[State], seat: SeatId) -> Asks:
    """Make a seat lose a ship on a distant continent after a failed exploration."""
    own, offers = play.state.led[seat], list[Wreck]()
    for zone in ZONE:
        if not zone.distant:
            continue
        if own.ships.at(zone.index):
            offers.append(Wreck(LoseShip("light", fleet=False), zone.id))
    ports = [id for id in own.ships.docked if _is_distant(PROVINCE.index[id])]
    offers += [Wreck(LoseShip("light", fleet=False), port=id) for id in ports]
    fleet = own.fleet
    if (fleet.zone != NONE and ZONE.things[fleet.zone].distant) or (fleet.port != NONE and _is_distant(fleet.port)):
        there = {"light": fleet.light, "heavy": fleet.damaged + fleet.heavy}
        where = ZONE.id_or_none(fleet.zone), PROVINCE.id_or_none(fleet.port)
        offers += [Wreck(LoseShip(ship), *where) for ship in ("light", "heavy") if there[ship]]
    if not offers:
        return
    answer = yield WRECK(seat, offers)
    lost = answer.ship
    if lost.fleet:
        sink(play.state, seat, fleet.zone, lost)
    elif answer.zone is not None:
        take_light(play.state, seat, ZONE.index[answer.zone])
    else:
        own.ships.moor(answer.port, -1)
    play.emit(ShipLost(seat, lost.ship))


def _is_distant(province: int) -> bool:
    return AREA.things[PROVINCE.things[province].area].distant


def linked(state: State, seat: str, area: int) -> bool:
    """Return whether areas with own towns and zones with own ships join an area to the capital area (R6.03)."""
    towns = areas_with(provinces(state, realm_of(seat)))
    sailed = mask_of(zone for zone in ZONE.indexes if ships(state, seat, zone))
    areas, zones = chain(1 << capital_area(state, realm_of(seat)), 0, towns, sailed)
    return bool(AREA.things[area].land & areas or AREA.things[area].zones & zones)


class Colonize(TurnDeed, OfArea, frozen=True, tag="colonize"):
    """A colonial claim becomes a small town, for so many colonists and the rest of four points in adm. R6.03."""

    colonists: int = 0

    @classmethod
    def candidates(cls, state: State, seat: str, content: Content) -> Iterator[Action]:
        """Return every claim on a distant area, with any number of colonists."""
        own = state.led[seat]
        most = min(POINTS, own.colonists)
        areas = (area for area in bits(own.claims) if AREA.things[area].number)
        return (cls(AREA.ids[area], n) for area in areas for n in range(most, -1, -1))

    def fee(self, state: State, seat: str, content: Content) -> Fee:
        return {"adm": POINTS - self.colonists}

    def illegality(self, state: State, seat: str, content: Content) -> Refusal | None:
        own, area = state.led[seat], AREA.number(self.area)
        if not own.claims >> area & 1 or not vacant(state, area):
            return no_colonial_claim(area=area)
        if not 0 <= self.colonists <= min(POINTS, own.colonists):
            return wrong_points(colonists=self.colonists, has=own.colonists)
        return (
            lacks(state, seat, **self.fee(state, seat, content))
            if linked(state, seat, area)
            else colony_not_linked(area=area)
        )

    def apply(self, play: Play[State], seat: str) -> Frames:
        state, own, area = play.state, play.state.led[seat], AREA.index[self.area]
        pay(play, seat, **self.fee(play.state, seat, play.content))
        gain_colonists(play, seat, -self.colonists)
        own.claims &= ~(1 << area)
        for bit in bits(PROVINCES_OF[area]):
            state.owner[bit] = realm_of(seat)
        play.emit(Colonized(seat, self.area))
        return []
