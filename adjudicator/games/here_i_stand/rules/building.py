"""Construction (17.1, 17.2), taking control of a space and removing unrest (12.2)."""

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta

from adjudicator import Action, Frames, Play, Refusal
from adjudicator.components import Code
from adjudicator.components.bits import bits
from adjudicator.kernel.standing import once

from .. import facts
from ..facts import (
    CARD,
    COSTS,
    INDEPENDENT,
    KNIGHTS,
    LINKS,
    LOCATION,
    MINOR,
    OTTOMAN,
    PORTS,
    PROTESTANT,
    SPACE,
    OwnerId,
    SpaceId,
)
from ..state import ForeignWar, State
from . import table, ways
from .book import PowerEvent
from .naval import fights, fleets
from .spending import CpDeed

LandUnit = Literal["regular", "mercenary", "cavalry"]
FIELD = {
    "regular": "regulars",
    "mercenary": "mercenaries",
    "cavalry": "cavalry",
    "squadron": "squadrons",
    "corsair": "corsairs",
}
"""The field of a force that counts a unit."""

no_home_space = Code("17.1", space=SPACE)
enemies_there = Code("17.1", space=SPACE)
in_unrest = Code("17.1", space=SPACE)
none_left = Code("5", left=int)
before_league = Code("21.6")
minor_regulars = Code("22.3", minor=MINOR)
war_first = Code("21.7", card=CARD)
war_full = Code("21.7", card=CARD)
no_port = Code("17.2", space=SPACE)
no_corsairs_yet = Code("17.2")
pirate_base = Code("17.2", space=SPACE)
fortified_space = Code("12.2", space=SPACE)
own_already = Code("12.2", space=SPACE)
of_third_power = Code("12.2", space=SPACE)
no_line = Code("12.2", space=SPACE)
no_units_near = Code("12.2", space=SPACE)
others_there = Code("12.2", space=SPACE)
no_unrest = Code("12.4", space=SPACE)


class Raised(PowerEvent, frozen=True, tag="raised", rule="17", touches=("space",)):
    """A power raised or built units."""

    unit: Literal["regular", "mercenary", "cavalry", "squadron", "corsair"]
    count: int
    space: SpaceId
    owner: OwnerId


class SentAbroad(PowerEvent, frozen=True, tag="sent_abroad", rule="21.7"):
    """New units went to a foreign war."""

    unit: LandUnit
    count: int
    card: Annotated[str, CARD]


class Controlled(PowerEvent, frozen=True, tag="controlled", rule="12.2", touches=("space",), hits=("before",)):
    """A power took control of a space, from whom ("" or the independents: from nobody)."""

    space: SpaceId
    before: OwnerId


class Calmed(PowerEvent, frozen=True, tag="calmed", rule="12.4", touches=("space",)):
    """Unrest was removed."""

    space: SpaceId


def short_war(state: State, power: str) -> ForeignWar | None:
    """Return the foreign war of a power that has fewer units than it demands (21.7)."""
    return next((war for war in table.abroad(state, power) if table.strength(war) < table.terms_of(war).own), None)


def abroad_first(play: Play[State], power: str, unit: LandUnit, count: int) -> int:
    """Return how many new land units that a card brings can be placed, as far as there are counters.

    A foreign war that is below strength takes them first (21.7).
    """
    state = play.state
    left = min(count, table.left_in_box(state, power, "land"))
    if state.rules.foreign_war_refill == "must":
        while left > 0 and (war := short_war(state, power)) is not None:
            sent = min(left, table.terms_of(war).own - table.strength(war))
            setattr(war, FIELD[unit], getattr(war, FIELD[unit]) + sent)
            play.emit(SentAbroad(power, unit, sent, CARD.ids[war.card]))
            left -= sent
    return max(0, left)


@once
def land_sites(state: State, power: str) -> dict[str, str]:
    """Return where a power may raise land units, with whose they are: its own, or an allied minor power's (17.1)."""
    if power == PROTESTANT and not state.league:
        return {}
    found = {}
    for owner in (power, *table.minor_allies(state, power)):
        for n in bits(table.homes(state, owner)):
            at = LOCATION.ids[n]
            if building_refused(state, power, at, owner) is None:
                found[at] = owner
    return found


def building_refused(state: State, power: str, at: str, owner: str) -> Refusal | None:
    """Return why nothing can be built at a home space of an owner, or None (17)."""
    if not table.has(table.homes(state, owner), at) or table.controller(state, at) not in (power, owner):
        return no_home_space(space=at)
    if table.enemy_units(state, power, at):
        return enemies_there(space=at)
    if table.has(state.unrest, at):
        return in_unrest(space=at)
    return pirate_base(space=at) if owner == OTTOMAN and table.has(pirate_bases(state), at) else None


def pirate_bases(state: State) -> int:
    """Return the Ottoman home spaces where nothing but corsairs is built, as a mask (17.2)."""
    return state.havens | table.bit("algiers")


def corsair_site(state: State, at: str) -> bool:
    """Return whether corsairs can be built at an Ottoman home port (17.2)."""
    bad = building_refused(state, OTTOMAN, at, OTTOMAN)
    return bad is None or bad.code == pirate_base.name


def home_owner(state: State, power: str, at: str) -> str:
    """Return for whom a power builds at a space: itself, or a minor power that is its ally and at home there."""
    home = SPACE.thing(at).home
    return home if home in MINOR and state.minors.get(home) == power else power


class RaiseUnits(CpDeed, frozen=True, tag="raise"):
    """Raise land units at a home space. 17.1."""

    unit: LandUnit
    space: SpaceId
    count: Annotated[int, Meta(ge=1, le=20)] = 1

    row: ClassVar[str] = "regular"

    def price(self, state: State, seat: str) -> int:
        return COSTS[self.unit].get(seat, 99) * self.count

    @classmethod
    def candidates(cls, state: State, seat: str, asked: Any) -> Iterator[Action]:
        left = table.left_in_box(state, seat, "land")
        for unit in ("regular", "mercenary", "cavalry"):
            most = state.impulse.cp // COSTS[unit].get(seat, 99)
            few = () if unit == "mercenary" and 0 < most <= left else (1,)  # of the cheap ones a list names the most
            for at in land_sites(state, seat):
                for count in sorted({*few, most} - {0}):
                    yield cls(unit, at, count)

    def against(self, state: State, seat: str) -> Refusal | None:
        if seat == PROTESTANT and not state.league:
            return before_league()
        owner = home_owner(state, seat, self.space)
        if owner != seat and self.unit != "regular":
            return minor_regulars(minor=owner)
        if (bad := building_refused(state, seat, self.space, owner)) is not None:
            return bad
        if owner == seat and state.rules.foreign_war_refill == "must" and (war := short_war(state, seat)):
            return war_first(card=war.card)
        left = table.left_in_box(state, owner, "land")
        return none_left(left=left) if self.count > left else None

    def carried_out(self, play: Play[State], seat: str) -> Frames:
        owner = home_owner(play.state, seat, self.space)
        table.add(play.state, self.space, owner, {FIELD[self.unit]: self.count})
        play.emit(Raised(seat, self.unit, self.count, self.space, owner))
        return []


class RaiseAbroad(CpDeed, frozen=True, tag="raise_abroad"):
    """Raise land units for a foreign war. 21.7."""

    unit: LandUnit
    card: Annotated[str, CARD]
    count: Annotated[int, Meta(ge=1, le=5)] = 1

    row: ClassVar[str] = "foreign_war"

    def price(self, state: State, seat: str) -> int:
        return COSTS[self.unit].get(seat, 99) * self.count

    @classmethod
    def candidates(cls, state: State, seat: str, asked: Any) -> Iterator[Action]:
        if (war := short_war(state, seat)) is not None:
            for unit in ("regular", "mercenary", "cavalry"):
                yield cls(unit, CARD.ids[war.card])

    def against(self, state: State, seat: str) -> Refusal | None:
        war = short_war(state, seat)
        if war is None or CARD.ids[war.card] != self.card:
            return war_full(card=self.card)
        if table.strength(war) + self.count > table.terms_of(war).own:
            return war_full(card=self.card)
        left = table.left_in_box(state, seat, "land")
        return none_left(left=left) if self.count > left else None

    def carried_out(self, play: Play[State], seat: str) -> Frames:
        war = short_war(play.state, seat)
        assert war is not None
        setattr(war, FIELD[self.unit], getattr(war, FIELD[self.unit]) + self.count)
        play.emit(SentAbroad(seat, self.unit, self.count, self.card))
        return []


class BuildShip(CpDeed, frozen=True, tag="build"):
    """Build a squadron or a corsair at a home port. 17.2."""

    unit: Literal["squadron", "corsair"]
    space: SpaceId

    row: ClassVar[str] = "squadron"

    def price(self, state: State, seat: str) -> int:
        return COSTS[self.unit].get(seat, 99)

    @classmethod
    def candidates(cls, state: State, seat: str, asked: Any) -> Iterator[Action]:
        owners = (seat, *table.minor_allies(state, seat))
        for unit in ("squadron", "corsair"):
            for n in (n for owner in owners for n in bits(table.homes(state, owner) & PORTS)):
                yield cls(unit, LOCATION.ids[n])

    def against(self, state: State, seat: str) -> Refusal | None:
        owner = home_owner(state, seat, self.space)
        if self.unit == "corsair" and (seat != OTTOMAN or not state.barbary):
            return no_corsairs_yet()
        if owner != seat and (self.unit != "squadron" or owner == facts.HUNGARY):
            return minor_regulars(minor=owner)
        if not PORTS >> LOCATION.index[self.space] & 1:
            return no_port(space=self.space)
        bad = building_refused(state, seat, self.space, owner)
        if bad is not None and not (self.unit == "corsair" and corsair_site(state, self.space)):
            return bad
        left = table.left_in_box(state, owner, "ships")
        return none_left(left=left) if left < 1 else None

    def carried_out(self, play: Play[State], seat: str) -> Frames:
        owner = home_owner(play.state, seat, self.space)
        table.add(play.state, self.space, owner, {FIELD[self.unit]: 1})
        play.emit(Raised(seat, self.unit, 1, self.space, owner))
        return []


def near_units(state: State, power: str, at: str) -> bool:
    """Return whether land units of a power are in a space, or next to it where no enemy's are (12.2)."""
    if table.land_of(state, power, at):
        return True
    beside = [LOCATION.ids[n] for n in bits(LINKS[LOCATION.index[at]])]
    own = any(table.land_of(state, power, each) for each in beside)
    return own and not any(table.enemy_land(state, power, each) for each in beside)


class TakeControl(CpDeed, frozen=True, tag="take_control"):
    """Take control of an unfortified space. 12.2."""

    space: SpaceId

    row: ClassVar[str] = "control"

    @classmethod
    def candidates(cls, state: State, seat: str, asked: Any) -> Iterator[Action]:
        reach = 0
        for at, here in table.placed(state):
            if at in SPACE and any(table.land(each) and table.major_of(state, each.owner) == seat for each in here):
                reach |= table.bit(at) | LINKS[LOCATION.index[at]]
        for n in bits(reach & ~table.controlled(state, seat) & ~table.fortified_spaces(state)):
            yield cls(LOCATION.ids[n])

    def against(self, state: State, seat: str) -> Refusal | None:
        at, before = self.space, table.controller(state, self.space)
        if not before or table.allied(state, seat, before):
            return own_already(space=at)
        if table.fortified(state, at):
            return fortified_space(space=at)
        if before not in (INDEPENDENT, KNIGHTS) and not table.at_war(state, seat, before):
            return of_third_power(space=at)
        if not ways.supplied(state, seat) >> LOCATION.index[at] & 1:
            return no_line(space=at)
        if table.land_where(state, at, lambda owner: not table.allied(state, seat, owner)):
            return others_there(space=at)
        return None if near_units(state, seat, at) else no_units_near(space=at)

    def carried_out(self, play: Play[State], seat: str) -> Frames:
        before = table.controller(play.state, self.space)
        table.set_controller(play.state, self.space, seat)
        play.emit(Controlled(seat, self.space, before))
        return ships_leave(play.state, seat, self.space)


def ships_leave(state: State, power: str, at: str) -> Frames:
    """Return the frames in which ships leave a port that a power has taken and that is not of their side (12.2)."""
    there = dict.fromkeys(fleets.sailor(state, each) for each in table.forces(state, at) if table.ships(each))
    return [fights.fleet_retreats(side, at) for side in there if not table.allied(state, power, side)]


class RemoveUnrest(CpDeed, frozen=True, tag="remove_unrest"):
    """Remove unrest from a space. 12.4."""

    space: SpaceId

    row: ClassVar[str] = "control"

    @classmethod
    def candidates(cls, state: State, seat: str, asked: Any) -> Iterator[Action]:
        return (cls(LOCATION.ids[n]) for n in bits(state.unrest))

    def against(self, state: State, seat: str) -> Refusal | None:
        at = self.space
        if not table.has(state.unrest, at):
            return no_unrest(space=at)
        if seat == PROTESTANT and not state.league and SPACE.thing(at).home == PROTESTANT:
            return None
        return None if near_units(state, seat, at) else no_units_near(space=at)

    def carried_out(self, play: Play[State], seat: str) -> Frames:
        play.state.unrest &= ~table.bit(self.space)
        play.emit(Calmed(seat, self.space))
        return []
