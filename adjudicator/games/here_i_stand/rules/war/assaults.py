"""Assaults (15.1): what they need, the dice, and what becomes of a fortified space that is taken."""

from collections.abc import Iterator
from itertools import islice
from typing import Any, ClassVar

from adjudicator import Action, Asking, Frames, Play, Refusal, Window
from adjudicator.components import Code
from adjudicator.kernel.decisions import ValidatedAnswers

from ...facts import LEADER, LOCATION, SEAS_OF, SPACE, CardId, OwnerId, SpaceId
from ...state import Battle, LeaderState, State
from .. import announcing, displacing, hiring, responding, table, ways
from ..book import OfCard, PowerEvent, step
from ..faith import conversion
from ..naval import fleets
from ..spending import CpDeed
from . import battle, formations, hungary, losses, sides, sieges


class Assaulted(PowerEvent, frozen=True, tag="assaulted", rule="15.1", touches=("space",)):
    """A power assaults a fortified space."""

    space: SpaceId


class AssaultEnded(PowerEvent, frozen=True, tag="assault_ended", rule="15.1", touches=("space",)):
    """An assault was decided."""

    space: SpaceId
    won: bool
    attack_hits: int
    defense_hits: int


class Taken(PowerEvent, frozen=True, tag="taken", rule="15.1", touches=("space",), hits=("before",)):
    """A power took a fortified space; `ships`: naval units there that were lost."""

    space: SpaceId
    before: OwnerId
    ships: int = 0


not_besieged = Code("15.1", space=SPACE)
fresh_siege = Code("15.1", space=SPACE)
assaulted_already = Code("15.1", space=SPACE)
foul_weather = Code("6")
no_line = Code("15.1", space=SPACE)
no_blockade = Code("15.1", space=SPACE, squadrons=int, needed=int)
ships_near = Code("15.1", space=SPACE)
SULEIMAN = "suleiman"


class Assault(CpDeed, frozen=True, tag="assault"):
    """Assault a space that has been besieged since an earlier impulse. 15.1."""

    space: SpaceId

    row: ClassVar[str] = "assault"

    @classmethod
    def candidates(cls, state: State, seat: str, asked: Any) -> Iterator[Action]:
        return (cls(at) for at in sorted(state.sieges, key=LOCATION.index.__getitem__))

    def price(self, state: State, seat: str) -> int:
        return 0 if favoured(state, seat, self.space) else super().price(state, seat)

    def against(self, state: State, seat: str) -> Refusal | None:
        return assault_refused(state, seat, self.space)

    def carried_out(self, play: Play[State], seat: str) -> Frames:
        paid, now = self.price(play.state, seat), play.state.impulse
        now.favour = now.favour and not favoured(play.state, seat, self.space)
        now.assaulted |= table.bit(self.space)
        play.emit(Assaulted(seat, self.space))
        return assaulting(play.state, seat, self.space, paid)


def assault_refused(state: State, power: str, at: str, *, free: bool = False) -> Refusal | None:
    """Return why a power may not assault a space; `free` of line, fleet and delay, as by Treachery (15.1)."""
    found = state.sieges.get(at)
    if found is None or not table.allied(state, found.by, power) or not formations.army(state, power, at):
        return not_besieged(space=at)
    if free:
        return None
    if found.fresh and not state.impulse.raid and not favoured(state, power, at):  # cards 42 and 97
        return fresh_siege(space=at)
    if table.has(state.impulse.assaulted, at):
        return assaulted_already(space=at)
    if state.impulse.weather:
        return foul_weather()
    if not table.has(ways.supplied(state, power), at):
        return no_line(space=at)
    return blockade_refused(state, power, at)


def favoured(state: State, power: str, at: str) -> bool:
    """Return whether Suleiman leads an assault that Roxelana grants (card 42)."""
    return state.impulse.favour and SULEIMAN in formations.captains(state, power, at)


def blockade_refused(state: State, power: str, at: str) -> Refusal | None:
    """Return why ships of whoever controls a port keep a power from its assault (15.1).

    None of its squadrons may be in a sea zone beside, and of the power's must be more than lie in the port.
    """
    owner = table.controller(state, at)
    side = table.major_of(state, owner) or owner
    seas = LOCATION.ids_of(SEAS_OF[LOCATION.index[at]])

    def near(sailor: str) -> int:
        return fleets.size(force for sea in seas for force in fleets.fleet(state, sailor, sea))[0]

    if near(side):
        return ships_near(space=at)
    inside, own = fleets.size(fleets.fleet(state, side, at))[0], near(power)
    return no_blockade(space=at, squadrons=own, needed=inside + 1) if inside and own <= inside else None


def assaulting(state: State, power: str, at: str, paid: int) -> Frames:
    """Return the frames of an assault that is announced and paid (15.1)."""
    state.battle = Battle("assault", power, at)
    leaders = sides.leaders(state, "attack")
    return [announcing.announced(power, paid, leaders), *storming(power), announcing.action_over()]


def assaulting_free(state: State, power: str, at: str) -> Frames:
    """Return the frames of an assault that a card allows at once, and that nobody calls off."""
    state.battle = Battle("assault", power, at)
    return [*storming(power), announcing.action_over()]


def storming(power: str) -> Frames:
    """Return the frames of an assault that nobody calls off any more."""
    return [hiring.hired(power), assault_cards(), assault_rolled()]


@step("15.1")
def assault_cards(play: Play[State]) -> Frames:
    """Ask both sides for combat cards, the attacker first (15.1 steps 5 and 6)."""
    state, now = play.state, sides.battle_of(play.state)
    fighting = [now.power, *(each for each in sides.powers(state, "defense") if each != now.power)]
    dice = [sides.dice(state, side) for side in sides.BOTH]
    play.emit(battle.BattleBegan(now.power, now.at, *dice))
    sides.phony_wars_end(play)
    return [battle.playing_combat(each) for each in fighting]


@step("15.1")
def assault_rolled(play: Play[State]) -> Frames:
    """Roll for both sides, unless the siege is broken by now (15.1 step 7)."""
    state, now = play.state, sides.battle_of(play.state)
    attackers = sides.size(state, "attack")
    if not attackers or sieges.outside(state, now.at) <= sieges.within(state, now.at):
        return [sieges.siege_checked(now.at)]
    for side in sides.BOTH:
        battle.roll(play, side, sides.dice(state, side))
    return [bombarded(), assault_counted()]


# ---- Siege Artillery


BATTERY, NEAR_HOME = "siege_artillery", 4
"""The card, and how many spaces long a line of communication may be for it (card 35)."""
BATTERY_DICE, BATTERY_HITS = 2, 3
"""Its dice, and what they must show."""


class Bombard(OfCard, frozen=True, tag="bombard"):
    """Give the attacker two more dice that hit on 3. 15.1 step 8."""


no_guns = Code("6", card=str)


class BombardAnswers(ValidatedAnswers[State]):
    """Siege Artillery after the dice of an assault (card 35)."""

    kind, rule, interrupts = "bombard", "15.1", True
    actions = (Bombard,)

    def candidates(self, state: State, seat: str) -> Iterator[Action]:
        yield Bombard(BATTERY)

    def illegality(self, state: State, seat: str, action: Action) -> Refusal | None:
        assert isinstance(action, Bombard)
        held = action.card == BATTERY and responding.held(state, seat, BATTERY)
        return None if held else no_guns(card=action.card)


class Bombarded(PowerEvent, frozen=True, tag="bombarded", rule="15.1"):
    """Siege Artillery was used for the attacker."""

    faces: tuple[int, ...]
    hits: int
    card: CardId = BATTERY


@step("15.1")
def bombarded(play: Play[State]) -> Asking:
    """Ask everybody for Siege Artillery, if the attacker's home is near enough (15.1 step 8)."""
    state, now = play.state, sides.battle_of(play.state)
    able = responding.who_may_hold(state, BATTERY) if near_home(state, now.power, now.at) else ()
    answers = (yield Window(able, BombardAnswers(), count="first")) if able else ()
    if not answers:
        return []
    ((by, _),) = answers
    responding.use(play, by, BATTERY)
    faces = play.roll("siege_artillery", BATTERY_DICE, 6)
    hits = sum(each >= BATTERY_HITS for each in faces)
    sides.battle_of(play.state).attack_hits += hits
    play.emit(Bombarded(by, tuple(faces), hits))
    return []


def near_home(state: State, power: str, at: str) -> bool:
    """Return whether a line of at most four spaces over land leads from a fortified home space of a power (card 35)."""
    own = table.controlled(state, power) & table.homes(state, power) & table.fortified_spaces(state)
    near = ways.rings(table.bit(at), ways.OVERLAND, ways.passable(state, power))
    return any(ring & own for ring in islice(near, NEAR_HOME))


# ---- what follows


@step("15.1")
def assault_counted(play: Play[State]) -> Frames:
    """Take the casualties of both sides (15.1 step 9)."""
    state, now = play.state, sides.battle_of(play.state)
    return [
        *losses.casualties(state, "attack", now.defense_hits),
        *losses.casualties(state, "defense", now.attack_hits),
        assault_decided(),
    ]


@step("15.1")
def assault_decided(play: Play[State]) -> Frames:
    """Take the space if the defenders are gone and an attacker has hit and is left; else the siege may end (15.1)."""
    state, now = play.state, sides.battle_of(play.state)
    left, power, at = sides.size(state, "attack"), now.power, now.at
    won = now.attack_hits > 0 and left > 0 and not sides.size(state, "defense")
    play.emit(AssaultEnded(power, at, won, now.attack_hits, now.defense_hits))
    if won:
        take(play, power, at)
        return [hungary.hungary_checked()]
    if not left:
        for leader in formations.captains(state, power, at):
            displacing.displace_leader(play, leader)
    return [sieges.siege_checked(at), hungary.hungary_checked()]


def take(play: Play[State], power: str, at: str) -> None:
    """Let a power take a fortified space: its leaders are captured, its ships lost, its land units dead (15.1)."""
    state = play.state
    before, ships = table.controller(state, at), 0
    for leader in table.leaders_at(state, at):
        owner = table.leader_power(state, leader)
        if state.leaders[leader].inside and not table.allied(state, power, owner):
            if LEADER.thing(leader).naval:
                table.put_leader(state, leader, LeaderState(returns=True, lent_to=state.leaders[leader].lent_to))
            else:
                sieges.capture(play, power, leader)
    for each in list(table.forces(state, at)):
        if not each.inside:
            continue
        ships += table.ships(each)
        table.lose_ships(state, each.owner, table.ships(each))
        if table.land(each):
            play.emit(losses.Fell(each.owner, at, *(getattr(each, kind) for kind in table.LAND)))
        minus = {kind: -number for kind, number in table.counts(each).items()}
        table.add(state, at, each.owner, minus, inside=True, lent_to=each.lent_to)
    sieges.lift(play, at)
    table.set_controller(play.state, at, power)
    if state.knights == at:
        state.knights = ""
    play.emit(Taken(power, at, before, ships))
    conversion.rise(play, at)
