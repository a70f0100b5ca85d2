"""Retreat from a battle (R9.48)."""

from itertools import product
from typing import Final

from adjudicator import Action, Asking, Frames, Play, Question, word
from adjudicator.components import bits

from ..facts import AREA, NONE, PROVINCE, ZONE, AreaId, ProvinceId, SeatId, ZoneId
from ..state import State
from .access import PAYMENTS, PayId, entry_refused, lets_pass, pays_access
from .battles import SideId, force, leaders, other, side, strength_of, the_battle, whose
from .book import OfSeat, step
from .casualties import OthersLost, loses_ships, loses_units
from .empire import emperor_seat, imperial_return
from .npr_defence import stands_firm
from .relations import hostile_units, hostile_zone, realm_of
from .sailing import may_enter
from .units import armies_in, berths, disband_empty, friendly_ports, note_flight, note_voyage, sail_fleet


class Retreated(OfSeat, frozen=True, tag="retreated", rule="R9.48", touches=("area", "zone", "port")):
    """A seat retreated."""

    area: AreaId | None = None
    zone: ZoneId | None = None
    port: ProvinceId | None = None


class Retreat(Action, frozen=True, tag="retreat"):
    """Retreat to an area, a zone or a port, and lose one more unit or ship. R9.48, R9.27.

    `pay`: for military access, an influence there or 3 ducats; `consent`: which of the opponents who own all of it is
    asked.
    """

    area: AreaId | None = None
    zone: ZoneId | None = None
    port: ProvinceId | None = None
    pay: PayId = ""
    consent: SeatId | None = None


StandFast = word("stand_fast", "Fight on. R9.48.")
RETREAT: Final = Question("retreat", "R9.48", StandFast, Retreat, default=StandFast(), alone="silence", interrupts=True)


@step("R9.48")
def retreats(play: Play[State]) -> Frames:
    """Ask who retreats: the attacker first, then each defender.

    Realms that nobody plays come last. Nobody is asked unless both sides have units.
    """
    state = play.state
    if not (strength_of(state, "attackers") and strength_of(state, "defenders")):
        return []
    battle = the_battle(state)
    attackers = [may_retreat("attackers", seat) for seat in battle.attackers.seats]
    foes = [may_retreat("defenders", seat) for seat in battle.defenders.seats]
    return [*attackers, nobodys_retreat("attackers"), *foes, nobodys_retreat("defenders")]


def ways_out(state: State, which: SideId, seat: str) -> list[Retreat]:
    """Return where a seat may retreat: attackers from where they came; defenders to one place next to it."""
    battle, realm = the_battle(state), realm_of(seat)
    if battle.area != NONE:
        if which == "attackers":
            return [] if battle.origin == NONE else [Retreat(AREA.ids[battle.origin])]
        near = (bit for bit in bits(AREA.things[battle.area].land) if not hostile_units(state, realm, bit))
        asked = (None, *(each for each in state.order if each != seat))
        return [
            Retreat(AREA.ids[each], pay=paid, consent=consent)
            for each, paid, consent in product(near, PAYMENTS, asked)
            if entry_refused(state, seat, each, paid, consent, retreats=True) is None
        ]
    zones = (bit for bit in bits(ZONE.things[battle.zone].adjacent) if may_enter(state, seat, bit))
    found = [Retreat(zone=ZONE.ids[zone]) for zone in zones if not hostile_zone(state, realm, zone)]
    ports = friendly_ports(state, seat, battle.zone)
    n = force(state, seat)
    fleet = state.led[seat].fleet.zone == battle.zone and state.led[seat].fleet.all == n
    return found + [
        Retreat(port=PROVINCE.ids[port]) for port in ports if berths(state, seat, port, fleet=fleet) >= n - 1
    ]


@step("R9.48")
def may_retreat(play: Play[State], which: SideId, seat: SeatId) -> Asking:
    """Let a seat retreat, at the cost of one more unit or ship."""
    state = play.state
    if not force(state, seat) or not strength_of(state, other(which)):
        return None
    answer = yield RETREAT(seat, [StandFast(), *ways_out(state, which, seat)])
    if isinstance(answer, StandFast):
        return None
    if answer.consent is not None:
        return [retreat_allowed(which, seat, answer.area, answer.pay, answer.consent)]
    return _retreat(play, which, seat, answer)


@step("R9.27")
def retreat_allowed(
    play: Play[State], which: SideId, seat: SeatId, area: AreaId, paid: PayId, consent: SeatId
) -> Asking:
    """Let a seat retreat to an area if an opponent who owns provinces of it agrees."""
    if not (yield from lets_pass(play, seat, area, consent)):
        return [may_retreat(which, seat)]
    return _retreat(play, which, seat, Retreat(area, pay=paid))


def _retreat(play: Play[State], which: SideId, seat: str, answer: Retreat) -> Frames:
    if answer.pay:
        pays_access(play, seat, AREA.number(answer.area or ""), answer.pay, retreats=True)
    loses = loses_units(seat, 1) if the_battle(play.state).area != NONE else loses_ships(which, seat, 1, sinking=True)
    return [loses, retreated(which, seat, answer.area, answer.zone, answer.port)]


@step("R9.48")
def retreated(
    play: Play[State],
    which: SideId,
    seat: SeatId,
    area: AreaId | None = None,
    zone: ZoneId | None = None,
    port: ProvinceId | None = None,
) -> None:
    """Move what is left of a seat away."""
    state, battle = play.state, the_battle(play.state)
    if not force(state, seat):
        return
    if side(state, which).leader in leaders(state, seat):
        side(state, which).leader = NONE
    if area is not None:
        if which == "defenders":
            note_flight(state, seat, AREA.index[area])
        walk(state, seat, battle.area, AREA.index[area])
    else:
        sail_away(state, seat, battle.zone, zone, port)
    if seat == emperor_seat(state):
        imperial_return(state, side(state, which))
    side(state, which).seats.remove(seat)
    play.emit(Retreated(seat, area, zone, port))


def walk(state: State, seat: str, start: int, to: int) -> None:
    """Move all units of a seat in an area to another one."""
    own = state.led[seat]
    for number in armies_in(state, seat, start):
        own.armies[number - 1].area = to
    own.alone[to] += own.alone[start]
    own.alone[start] = 0
    disband_empty(state, seat)


def sail_away(state: State, seat: str, start: int, zone: str | None, port: str | None) -> None:
    """Move all ships of a seat in a zone to another one, or into a port."""
    own = state.led[seat]
    if zone is not None:
        note_voyage(state, seat, ZONE.index[zone])
        own.ships.light[ZONE.index[zone]] += own.ships.light[start]
    else:
        assert port is not None
        own.ships.moor(port, own.ships.light[start])
    own.ships.light[start] = 0
    if own.fleet.zone == start:
        sail_fleet(state, seat, ZONE.index_or_none(zone), PROVINCE.index_or_none(port))


@step("R9.48")
def nobodys_retreat(play: Play[State], which: SideId) -> None:
    """Retreat the realms that nobody plays, if they are weaker.

    They never retreat with rebels, from their capital or from their last area.
    """
    state, own, battle = play.state, side(play.state, which), the_battle(play.state)
    if not own.units or own.rebels or not strength_of(state, other(which)):
        return
    if strength_of(state, which) >= strength_of(state, other(which)):
        return
    if any(stands_firm(state, realm, battle.area, battle.zone) for realm in bits(own.realms)):
        return
    play.emit(OthersLost(*whose(state, which), own.units))
    own.units = 0
