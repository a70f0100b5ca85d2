"""What the rulebook says of sieges and of ships that sail and carry, worked out anew from the tokens on
the board and from what is printed: nothing that the rules of the game work out is used (§9.5, 9.8, R9.25,
R9.29, R9.60).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from adjudicator.components.bits import bits
from adjudicator.games.europa_universalis.facts import AREA, PROVINCE, REALM, ZONE
from adjudicator.games.europa_universalis.slots import IDEA
from tests.games.europa_universalis.judge import ARMS, Board, flotilla, troops, units

Space = tuple[str, int]
"""A sea zone or a port, by its number."""

_STRENGTH = {"infantry": 2, "cavalry": 1, "artillery": 4}
"""Siege strength of a unit, in halves (§9.2)."""


class Ways(Board):
    """Where armies besiege, and ships sail and carry."""

    def enemy_provinces(self, seat: str, area: int) -> set[int]:
        """What enemies and rebels control in an area."""
        foes, rebels = self.foes(REALM.index[seat]), self.state.rebel_towns
        places = (each.index for each in PROVINCE if each.area == area)
        return {each for each in places if rebels >> each & 1 or self.holder(each) in foes}

    def ships(self, seat: str, zone: int) -> int:
        return units(flotilla(self.state, seat, zone))

    def may_besiege(self, seat: str, area: int, places: Sequence[int], force: dict[str, int]) -> bool:
        """Whether units may besiege provinces: 1 mil each; the tax value of the provinces, and 1 more for each holder
        who has researched the defence of towns, is not above their strength; an island needs a ship off its port
        (§9.8).
        """
        state, held = self.state, Counter[str]()
        for (_, arm, _), n in troops(state, seat, area).items():
            held[arm] += n
        n = sum(force.values())
        if not n or any(force[arm] > held[arm] for arm in ARMS) or state.led[seat].power[2] < n:
            return False
        if not places or not {*places} <= self.enemy_provinces(seat, area) or self.hostile_units(seat, area):
            return False
        for each in places:
            province = PROVINCE.things[each]
            if province.island and not any(self.ships(seat, zone) for zone in bits(province.port)):
                return False
        idea = IDEA.index["defensive_mentality"]
        holders = {REALM.ids[self.lord(by)] for each in places if (by := self.holder(each)) >= 0}
        firm = sum(1 for each in holders if each in state.led and state.led[each].ideas >> idea & 1)
        tax = sum(PROVINCE.things[each].tax + (state.grown >> each & 1) for each in places)
        return tax + firm <= sum(_STRENGTH[arm] * n for arm, n in force.items()) // 2

    def hostile_zone(self, seat: str, zone: int) -> bool:
        """Whether enemy ships are there, or it faces a port of an enemy that nobody plays, no vassal of a player, and
        holds no ship of who is at war with the owner of that port (§2.3, 9.5, 9.9, 11.4).
        """
        state, foes = self.state, self.foes(REALM.index[seat])
        there = [each for each in state.led if self.ships(each, zone)]
        if any(REALM.index[each] in foes for each in there):
            return True
        ports = {self.holder(each.index) for each in PROVINCE if each.port >> zone & 1} & foes
        tops = {each: state.overlord[each] if state.overlord[each] >= 0 else each for each in ports}
        nobodys = {each for each in ports if REALM.ids[tops[each]] not in state.led}
        return any(all(each not in self.foes(REALM.index[ship]) for ship in there) for each in nobodys)

    def friendly_port(self, seat: str, port: int) -> bool:
        return self.holder(port) in self.bloc(REALM.index[seat], all_allies=True)

    def _next(self, space: Space) -> Iterator[Space]:
        kind, index = space
        if kind == "port":
            yield from (("zone", each) for each in bits(PROVINCE.things[index].port))
            return
        yield from (("zone", each) for each in ZONE.indexes if ZONE.things[index].adjacent >> each & 1)
        yield from (("port", each.index) for each in PROVINCE if each.port >> index & 1)

    def in_range(self, seat: str, start: Space, to: Space) -> bool:
        """Whether a ship comes there in two spaces, not through a hostile or distant zone nor a port of others."""
        if to in self._next(start):
            return True
        return any(to in self._next(way) for way in self._next(start) if self._open(seat, way))

    def _open(self, seat: str, space: Space) -> bool:
        kind, index = space
        if kind == "port":
            return self.friendly_port(seat, index)
        return not self.hostile_zone(seat, index) and not ZONE.things[index].distant

    def room(self, port: int, *, fleet: bool) -> int:
        """How many more ships a port holds: two, a large one four, or six where all are of one fleet."""
        led = self.state.led.values()
        there = sum(each.ships.in_port(port) + (units_of(each.fleet) if each.fleet.port == port else 0) for each in led)
        large = PROVINCE.things[port].tax + (self.state.grown >> port & 1) > 1
        if fleet and large and not there:
            return 6
        return (4 if large else 2) - there

    def may_sail(self, seat: str, to: Space, light: Iterable[int], docked: Iterable[int], *, fleet: bool) -> bool:
        """Whether light ships from zones and from ports, and the fleet, may all go to one zone or port (§9.5)."""
        own, kind = self.state.led[seat], to[0]
        loose, moored = Counter(light), Counter(docked)
        starts: list[Space] = [*(("zone", each) for each in loose), *(("port", each) for each in moored)]
        if fleet:
            if not units_of(own.fleet):
                return False
            starts.append(("zone", own.fleet.zone) if own.fleet.zone >= 0 else ("port", own.fleet.port))
        if any(own.ships.light[each] + own.ships.protecting[each] < n for each, n in loose.items()):
            return False
        if any(own.ships.in_port(each) < n for each, n in moored.items()) or not starts or own.power[2] < 1:
            return False
        if kind == "port":
            n = loose.total() + moored.total()
            whole = fleet and not n
            needed = n + (units_of(own.fleet) if fleet else 0)
            if not self.friendly_port(seat, to[1]) or self.room(to[1], fleet=whole) < needed:
                return False
        return all(self.in_range(seat, start, to) for start in starts)

    def may_cross(self, seat: str, n: int, start: int, to: int) -> bool:
        """Whether so many units find a bridge of ships: each lets three cross its zone. Ships of allied players only
        where no enemy's are in any of the zones, and for a hostile landing of such as are at war with an enemy there;
        rebels are everybody's enemies.
        """
        state, foes = self.state, self.foes(REALM.index[seat])
        if self._bridge({zone: self.ships(seat, zone) for zone in ZONE.indexes}, n, start, to):
            return True
        allies = [each for each in state.led if state.allied[seat] >> REALM.index[each] & 1]
        if here := self._here(to) & foes:
            allies = [each for each in allies if here & self.foes(REALM.index[each])]
        free = [
            zone
            for zone in ZONE.indexes
            if not any(self.ships(each, zone) and REALM.index[each] in foes for each in state.led)
        ]
        groups = (group for k in range(1, len(allies) + 1) for group in combinations(allies, k))
        return any(
            self._bridge({zone: sum(self.ships(each, zone) for each in (seat, *group)) for zone in free}, n, start, to)
            for group in groups
        )

    def _here(self, area: int) -> set[int]:
        """Who controls anything in an area or has units there."""
        holders = {self.holder(each.index) for each in PROVINCE if each.area == area}
        return holders | {REALM.index[each] for each in self.state.led if units(troops(self.state, each, area))}

    def may_go(self, seat: str, n: int, start: int, to: int, pay: str, consent: str | None) -> bool:
        """By land, or past mountains over a bridge of ships, whose ends are next to each other (§9.5)."""
        if self.may_cross(seat, n, start, to):
            return self.may_enter(seat, to, pay, consent)
        return super().may_go(seat, n, start, to, pay, consent)

    def _bridge(self, carried: dict[int, int], n: int, start: int, to: int) -> bool:
        """Whether zones that carry so many units join the coasts of two areas."""
        wide = {zone for zone, ships in carried.items() if 3 * ships >= n}
        reached = {zone for zone in wide if AREA.things[start].zones >> zone & 1}
        while more := {each for each in wide - reached if any(ZONE.things[z].adjacent >> each & 1 for z in reached)}:
            reached |= more
        return any(AREA.things[to].zones >> zone & 1 for zone in reached)


def units_of(fleet: object) -> int:
    """The ships of a fleet."""
    return sum(getattr(fleet, each) for each in ("light", "galleys", "heavy", "damaged"))
