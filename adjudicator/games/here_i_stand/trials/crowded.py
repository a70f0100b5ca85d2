"""Try the game at random: late and crowded positions, and what play should reach."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final

from msgspec.structs import replace

from adjudicator.kernel.steps import Frames
from adjudicator.kernel.trials import Happened, SimulationProfile

from .. import facts
from ..facts import CARD, DEBATER, ELECTORATE, HOME_OF, LEADER, LOCATION, MINOR, OTTOMAN, POWER, PROTESTANT, SPACE
from ..house_rules import house_rules
from ..rules import dealing, table
from ..rules.faith import sources
from ..rules.impulses import Played
from ..rules.minors import may_activate
from ..rules.responding import Responded
from ..rules.turns import turn
from ..setup import initial_state
from ..state import WAY, Hand, LeaderState, Siege, State
from . import watched
from .wills import WILLS

NEVER: Final = frozenset(("luthers_95_theses", "spring_preparations", "venetian_informant"))
"""Cards that nobody plays as events in an impulse: the first opens the match, the others are used in spring."""
SELDOM: Final = ("venetian_informant", "mercenaries_grow_restless", "rough_wooing", "sack_of_rome")
"""Cards for which there is seldom an occasion: somebody often holds them when there is one."""


def _points() -> Iterator[str]:
    for card in CARD:
        if card.id not in NEVER and card.kind in ("home", "mandatory", "event"):
            yield f"event {card.id}"
        if card.kind in ("combat", "response") or card.id in ("spring_preparations", "venetian_informant"):
            yield f"use {card.id}"
    yield from (f"ending {how}" for how in WAY.ids)


class HereIStandTrials(SimulationProfile[State]):
    """Late turns: many wars, armies in foreign lands, the League, unrest, colonies, full hands."""

    weight = 8
    wills = WILLS
    eager: Mapping[str, tuple[str, ...]] = watched.EAGER
    loath: Mapping[str, tuple[str, ...]] = watched.LOATH
    sights, sights_besides, sights_by = watched.SIGHTS, watched.BESIDES, 3

    def seen(self, event: Any) -> str | None:
        return watched.seen(event)

    def coverage_points(self) -> tuple[str, ...]:
        return tuple(_points())

    def reached(self, happened: Happened[State]) -> Iterator[str]:
        for event in happened.events():
            match event:
                case Played(card=card, as_event=True):
                    yield f"event {card}"
                case Responded(card=card):
                    yield f"use {card}"
        result = happened.after.result
        if result is not None and happened.before.result is None:
            yield f"ending {result.how}"

    def dense_start(
        self, rng: Random, seats: Sequence[str], options: Mapping[str, Any], content: Any
    ) -> tuple[State, Frames]:
        return Crowd(rng, options).state, [turn()]


TRIALS: Final = HereIStandTrials()


class Crowd:
    """A position in which much is in play, at the beginning of a turn."""

    def __init__(self, rng: Random, options: Mapping[str, Any]) -> None:
        self.state, self.rng = initial_state(house_rules(options)), rng
        self.state.turn = rng.randint(2, facts.TURNS)
        self.church()
        self.people()
        self.friends_and_foes()
        self.lands()
        self.armies()
        self.sieges()
        self.captives()
        self.world()
        self.hands()

    def church(self) -> None:
        """Turn spaces, place unrest and universities, translate, and form the League perhaps."""
        state, rng = self.state, self.rng
        open = LOCATION.ids_of(sources.religious(state))
        heart = LOCATION.ids_of(HOME_OF[PROTESTANT])
        chosen = {*rng.sample(heart, rng.randint(3, len(heart))), *rng.sample(open, rng.randint(0, 14))}
        state.protestant = LOCATION.mask_of(chosen)
        state.unrest = LOCATION.mask_of(rng.sample(SPACE.ids, rng.randint(0, 6)))
        state.barbary = state.turn > 3 or rng.random() < 0.5
        state.jesuits = state.turn > 6 or rng.random() < 0.3
        if state.barbary:
            self.give("algiers", OTTOMAN)
        if state.jesuits:
            state.universities = LOCATION.mask_of(rng.sample(LOCATION.ids_of(sources.catholic(state)), 3))
        for zone in ("german", "french", "english"):
            state.new_testament = {**state.new_testament, zone: rng.randint(0, 6)}
            if state.new_testament[zone] == 6:
                state.full_bible = {**state.full_bible, zone: rng.randint(0, 9)}
        state.st_peters, state.st_peters_vp = rng.randint(0, 4), rng.randint(0, 4)
        state.league = state.turn > 4 or rng.random() < 0.4
        for at in ELECTORATE.ids:
            if table.has(state.protestant, at):
                number = state.display.get(at, 0)
                state.display = {space: count for space, count in state.display.items() if space != at}
                table.add(state, at, PROTESTANT, {"regulars": number})
                if state.league:
                    self.give(at, PROTESTANT)
        if state.league:
            for other in (facts.HAPSBURG, facts.PAPACY):
                table.set_war(state, PROTESTANT, other)
            for leader in ("john_frederick", "philip_of_hesse"):
                table.put_leader(state, leader, LeaderState(rng.choice(self.own(PROTESTANT) or ["wittenberg"])))

    def people(self) -> None:
        """Let in the debaters and reformers of the turns before, some of them committed."""
        state, rng = self.state, self.rng
        there = [each.id for each in DEBATER if each.turn < state.turn and rng.random() < 0.85]
        state.debaters = DEBATER.mask_of(there)
        state.committed = DEBATER.mask_of(each for each in there if rng.random() < 0.2)
        homes = dealing.HOME_OF_REFORMER
        state.reformers = {each: homes[each] for each in there if each in homes}
        state.wife = rng.choice(facts.WIFE.ids[: state.turn])
        if state.wife not in facts.WIFE.ids[:2]:
            state.married_turn = max(1, state.turn - 1)
            state.births = rng.randint(0, 15)
            state.elizabeth = bool(state.births >> 3 & 1)
            if rng.random() < 0.5:
                state.edward, state.edward_turn = rng.choice(("sickly", "healthy")), state.turn + 1

    def own(self, power: str) -> list[str]:
        """Return the spaces that a power controls."""
        return list(LOCATION.ids_of(table.controlled(self.state, power)))

    def give(self, at: str, owner: str) -> None:
        """Give a space to an owner."""
        table.set_controller(self.state, at, owner)

    def friends_and_foes(self) -> None:
        """Declare wars, and find allies for minor powers."""
        state, rng = self.state, self.rng
        for one in POWER.ids:
            for other in POWER.ids:
                if one < other and rng.random() < 0.35 and (state.league or PROTESTANT not in (one, other)):
                    table.set_war(state, one, other)
        for minor in MINOR.ids:
            ally = facts.FRANCE if minor == facts.SCOTLAND and state.edward else rng.choice(POWER.ids)
            if may_activate(state, ally, minor) and rng.random() < 0.6:
                for each in POWER.ids:
                    table.set_war(state, each, minor, on=False)
                state.minors = {**state.minors, minor: ally}

    def lands(self) -> None:
        """Let spaces change hands, keys among them."""
        rng = self.rng
        for at in rng.sample(SPACE.ids, 18):
            owner = table.controller(self.state, at)
            if not owner or table.forces(self.state, at) or (owner == PROTESTANT):
                continue
            taker = rng.choice(POWER.ids)
            electoral = not self.state.league and SPACE.thing(at).kind == "electorate"
            if (taker != PROTESTANT or self.state.league) and not electoral and SPACE.thing(at).capital is False:
                self.give(at, taker)
        if rng.random() < 0.3:
            self.nearly_won(rng.choice([each for each in POWER.ids if facts.TABLES.terms[each].wins]))

    def nearly_won(self, power: str) -> None:
        """Let a power lack nothing for a victory at once but that a key of it is in unrest (23.2)."""
        state, wins = self.state, facts.TABLES.terms[power].wins
        if power == PROTESTANT and not state.league:
            return
        for at in self.rng.sample(LOCATION.ids_of(facts.KEYS), facts.KEYS.bit_count()):
            held = table.controller(state, at)
            if table.keys(state, power) >= wins:
                mine = LOCATION.ids_of(table.controlled(state, power) & facts.KEYS & ~state.unrest)
                state.unrest |= table.bit(self.rng.choice([each for each in mine if not table.besieged(state, each)]))
                return
            if held not in ("", power) and not SPACE.thing(at).capital and not table.leaders_at(state, at):
                state.forces = {place: here for place, here in state.forces.items() if place != at}
                self.give(at, power)

    def armies(self) -> None:
        """Place more units, some in foreign lands, and ships at sea."""
        state, rng = self.state, self.rng
        for power in POWER.ids:
            places = [at for at in self.own(power) if not table.enemy_units(state, power, at)]
            if not places or (power == PROTESTANT and not state.league):
                continue
            for at in rng.sample(places, min(len(places), 5)):
                unit = "cavalry" if power == OTTOMAN else "mercenaries"
                left = table.left_in_box(state, power, "land")
                count = min(rng.randint(1, 5), left)
                if count > 0:
                    table.add(state, at, power, {rng.choice(("regulars", unit)): count})
            ports = [at for at in self.own(power) if table.has(facts.PORTS, at)]
            for at in rng.sample(ports, min(len(ports), 2)):
                if power != PROTESTANT and table.left_in_box(state, power, "ships") > 0:
                    table.add(state, at, power, {"squadrons": 1})
            seas = [at for at in facts.SEA.ids if rng.random() < 0.2]
            for at in seas:
                if power != PROTESTANT and table.left_in_box(state, power, "ships") > 0:
                    corsairs = power == OTTOMAN and state.barbary and rng.random() < 0.6
                    table.add(state, at, power, {"corsairs" if corsairs else "squadrons": 1})
        for leader, found in table.leaders_of(state):
            if found.at and not LEADER.thing(leader).naval and rng.random() < 0.3:
                power = table.leader_power(state, leader)
                if power and (places := self.own(power)):
                    table.put_leader(state, leader, LeaderState(rng.choice(places)))

    def sieges(self) -> None:
        """Lay sieges to fortified spaces where only friends of their owner stand."""
        state, rng = self.state, self.rng
        places = LOCATION.ids_of(table.fortified_spaces(state))
        for at in rng.sample(places, 12):
            owner = table.controller(state, at)
            here = table.forces(state, at)
            foes = [each for each in POWER.ids if owner and table.at_war(state, each, owner)]
            friends = all(table.major_of(state, each.owner) == table.major_of(state, owner) for each in here)
            electoral = not state.league and SPACE.thing(at).kind == "electorate"
            if not foes or not friends or electoral:
                continue
            foe, number = rng.choice(foes), sum(map(table.land, here)) + rng.randint(1, 3)
            if table.left_in_box(state, foe, "land") < number:
                continue
            state.forces = {**state.forces, at: [replace(each, inside=True) for each in here]}
            for leader in table.leaders_at(state, at):
                table.put_leader(state, leader, replace(state.leaders[leader], inside=True))
            hired = 0 if foe == OTTOMAN else rng.randint(0, number)
            table.add(state, at, foe, {"regulars": number - hired, "mercenaries": hired})
            state.sieges = {**state.sieges, at: Siege(foe, fresh=False)}

    def captives(self) -> None:
        """Let enemies hold leaders captive."""
        state, rng = self.state, self.rng
        for leader, found in table.leaders_of(state):
            power = table.leader_power(state, leader)
            foes = [each for each in POWER.ids if table.at_war(state, each, power)] if found.at and power else []
            if foes and rng.random() < 0.15:
                table.put_leader(state, leader, LeaderState(captor=rng.choice(foes)))

    def world(self) -> None:
        """Let the New World be found in part."""
        state, rng = self.state, self.rng
        sailing = (facts.ENGLAND, facts.FRANCE, facts.HAPSBURG)
        state.charted = facts.POWER.mask_of(each for each in sailing if rng.random() < 0.7)
        state.sailed = state.conquered = 0
        for found in facts.DISCOVERY.ids[:4]:
            if rng.random() < 0.4:
                state.discoveries = {**state.discoveries, found: rng.choice(sailing)}
        for found in facts.CONQUEST.ids:
            if rng.random() < 0.5:
                state.conquests = {**state.conquests, found: rng.choice(sailing)}
        state.colonies = facts.COLONY.mask_of(each.id for each in facts.COLONY if rng.random() < 0.4)
        state.piracy, state.chateaux = rng.randint(0, 6), rng.randint(0, 4)

    def hands(self) -> None:
        """Deal cards that are kept from before, and put what has come by now into the deck."""
        state, rng = self.state, self.rng
        new = [each for each in state.waiting if dealing.joins(state, CARD.things[each])]
        state.waiting = [each for each in state.waiting if each not in new]
        state.deck = sorted([*state.deck, *new])
        held = {card: rng.choice(POWER.ids) for card in SELDOM if rng.random() < 0.6}
        held["venetian_informant"] = OTTOMAN  # it is for the first who deploys, who is asked then
        for power in POWER.ids:
            kept = rng.sample(state.deck, table.admin(state, power) + rng.choice((0, 1)))
            state.deck = [each for each in state.deck if each not in kept]
            wanted = [CARD.number(card) for card, by in held.items() if by == power]
            wanted = [each for each in wanted if each in state.deck]
            state.deck = [each for each in state.deck if each not in wanted]
            state.hands = {**state.hands, power: Hand(sorted([*kept, *wanted]))}
