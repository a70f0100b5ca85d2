"""Field battles (14): cards before the dice, the dice, casualties, captured leaders, retreats."""

from collections.abc import Callable, Iterator
from typing import Annotated, Any

from adjudicator import Action, Asking, Choose, Frames, Play, Question, Refusal, word
from adjudicator.components import Code

from ...facts import CARD, LEADER, OTTOMAN, PAPACY, POWER, LocationId, OwnerId, PowerId, SpaceId
from ...state import FACE, OfFormation, State
from .. import hiring, responding, table
from ..book import Choices, OfCard, PowerEvent, asking, step
from . import combat, entering, formations, hungary, losses, sides, sieges
from .formations import UNLED
from .sides import BOTH, Side


class BattleBegan(PowerEvent, frozen=True, tag="battle_began", rule="14", touches=("at",)):
    """A battle begins; the dice are those of units and leaders. `at` None: in a foreign war."""

    at: LocationId | None
    attack: int
    defense: int


class BattleRolled(PowerEvent, frozen=True, tag="battle_rolled", rule="14"):
    """A side of a battle rolled; `low`: the last so many dice hit on less. `power`: who attacks."""

    side: Side
    faces: Annotated[tuple[int, ...], FACE]
    hits: int
    low: int = 0


class BattleWon(PowerEvent, frozen=True, tag="battle_won", rule="14", touches=("at",)):
    """A battle is decided; `side`: who won it. `power`: who attacks."""

    at: LocationId | None
    side: Side
    attack_hits: int
    defense_hits: int


HITS = 5
"""What a die must show for a hit (14)."""
HITS_LOW = 4
"""What it must show of Tercios (card 30)."""


class Sally(Action, OfFormation, frozen=True, tag="sally"):
    """Let besieged units take part, without numbers all of them with their leaders. 15.2."""


StayInside = word("stay_inside", "Let the besieged units stay inside. 15.2.")


class SallyAnswers(Choices):
    """Which besieged units and leaders take part in the battle that relieves them (15.2)."""

    kind, rule = "sally", "15.2"
    actions = (Sally, StayInside)
    silent = StayInside
    space: SpaceId

    def __init__(self, space: str) -> None:
        self.space = space

    def candidates(self, state: State, seat: str) -> Iterator[Action]:
        yield from (Sally(), StayInside())

    def against(self, state: State, seat: str, action: Any) -> Refusal | None:
        at = self.space
        ready = formations.captains(state, seat, at, inside=True)
        bad = next((each for each in action.leaders if each not in ready), None)
        if bad is not None:
            return formations.leader_not_there(leader=bad)
        there = formations.troops(seat, formations.army(state, seat, at, inside=True))
        return None if action.troops.within(there) else formations.not_there(space=at)

    def context(self, state: State, seat: str) -> dict[str, Any]:
        return {"space": self.space}


@step("14")
def field_battle(play: Play[State]) -> Frames:
    """Fight a field battle if enemies of the formation are left outside (14)."""
    state, now = play.state, sides.battle_of(play.state)
    if not now.units or not sides.hostile(state, now.power, now.at, inside=False):
        return []
    return [sallying(now.power), battle_begins()]


@step("15.2")
def sallying(play: Play[State], power: PowerId) -> Asking:
    """Ask which besieged units of the attacker take part in the battle that relieves them (15.2)."""
    state, now = play.state, sides.battle_of(play.state)
    if not formations.army(state, power, now.at, inside=True):
        return []
    answer = yield Choose(power, SallyAnswers(now.at))
    if not isinstance(answer, Sally):
        return []
    state, now = play.state, sides.battle_of(play.state)
    army, leaders = formations.army(state, power, now.at, inside=True), list(answer.leaders)
    if not answer.troops.total and not leaders:
        now.sortie, leaders = army, formations.captains(state, power, now.at, inside=True)
    else:
        now.sortie = formations.parted(power, army, answer.troops)
    now.leaders |= LEADER.mask_of(leaders)
    return []


@step("14")
def battle_begins(play: Play[State]) -> Frames:
    """Begin a battle: its cards, the attacker's before the others', the dice, and what follows (14)."""
    state, now = play.state, sides.battle_of(play.state)
    play.emit(BattleBegan(now.power, now.at or None, sides.dice(state, "attack"), sides.dice(state, "defense")))
    if now.kind == "field":
        sides.phony_wars_end(play)
    fighting = [now.power, *([PAPACY] if now.kind == "sack" else sides.powers(state, "defense"))]
    first = [hiring.hired(each) for each in fighting] if now.kind == "field" else []
    return [*first, *(playing_combat(each) for each in fighting), rolling(), janissaries(), counting()]


# ---- combat cards


class PlayCombat(OfCard, frozen=True, tag="play_combat"):
    """Use a combat card. 14, 15.2."""


NoCombat = word("no_combat", "Use no combat card, or no more. 14.")
not_held = Code("6", card=CARD)


class CombatAnswers(Choices):
    """The combat cards that a power may use now."""

    kind, rule, interrupts = "combat_cards", "14", True
    actions = (PlayCombat, NoCombat)
    silent = NoCombat

    def candidates(self, state: State, seat: str) -> Iterator[Action]:
        yield NoCombat()
        for card in responding.held(state, seat, *combat.cards_for(state)):
            yield PlayCombat(card)

    def against(self, state: State, seat: str, action: Any) -> Refusal | None:
        if action.card not in responding.held(state, seat, *combat.COMBAT):
            return not_held(card=action.card)
        return combat.refused(state, seat, action.card)

    def context(self, state: State, seat: str) -> dict[str, Any]:
        return {"attack": sides.dice(state, "attack"), "defense": sides.dice(state, "defense")}


@step("14")
def playing_combat(play: Play[State], power: PowerId) -> Asking:
    """Ask a power for combat cards, one after the other, if it may hold any that count (14 steps 4 and 5)."""
    state = play.state
    if not sides.takes_part(state, power) or not responding.may_hold(state, power, *combat.cards_of(state, power)):
        return []
    answer = yield asking(play, power, CombatAnswers())
    if not isinstance(answer, PlayCombat):
        return []
    responding.use(play, power, answer.card)
    combat.use(play, power, answer.card)
    return [playing_combat(power)]


# ---- dice


def roll(play: Play[State], side: Side, count: int, low: int = 0) -> None:
    """Roll dice of a side and count the hits."""
    now = sides.battle_of(play.state)
    faces = play.roll(side, count + low, 6) if count + low else []
    hits = sum(each >= HITS for each in faces[:count]) + sum(each >= HITS_LOW for each in faces[count:])
    for field, more in ((f"{side}_hits", hits), (f"{side}_dice", count + low)):
        setattr(now, field, getattr(now, field) + more)
    play.emit(BattleRolled(now.power, side, tuple(faces), hits, low))


def _rolled(play: Play[State], side: Side) -> None:
    roll(play, side, sides.dice(play.state, side), sides.low_dice(play.state, side))


@step("14")
def rolling(play: Play[State]) -> Frames:
    """Roll for both sides; with Surprise Attack one rolls first, and the other only with what is left (14 step 6)."""
    state, now = play.state, sides.battle_of(play.state)
    if not now.surprise:
        for side in BOTH:
            _rolled(play, side)
        return []
    _rolled(play, now.surprise)
    hits = now.attack_hits if now.surprise == "attack" else now.defense_hits
    struck = sides.other(now.surprise)
    now.struck = min(hits, sides.size(state, struck))
    return [*CASUALTIES_OF.get(now.kind, losses.casualties)(state, struck, now.struck), answering()]


@step("14")
def answering(play: Play[State]) -> None:
    """Let what survives of a surprised side roll (card 29)."""
    side = sides.other(sides.battle_of(play.state).surprise or "attack")
    if sides.size(play.state, side):
        _rolled(play, side)


UseJanissaries = word("use_janissaries", "Roll five more dice with the home card. 14 step 7.")
NoJanissaries = word("no_janissaries", "Keep the home card. 14 step 7.")
JANISSARIES = Question(
    "janissaries", "14", UseJanissaries, NoJanissaries, default=NoJanissaries(), about={"hits": int}, interrupts=True
)


@step("14")
def janissaries(play: Play[State]) -> Asking:
    """Ask the Ottoman, who takes part, whether the home card is used after the roll (14 step 7)."""
    state, now = play.state, sides.battle_of(play.state)
    card = CARD.number("janissaries")
    if OTTOMAN not in (now.power, *sides.powers(state, "defense")) or not state.hands[OTTOMAN].home >> card & 1:
        return []
    side = sides.side_of(state, OTTOMAN)
    if side is None:
        return []
    hits = now.attack_hits - now.defense_hits
    answer = yield JANISSARIES.in_turn_of(state.impulse.power)(
        OTTOMAN, [UseJanissaries(), NoJanissaries()], hits=hits if side == "attack" else -hits
    )
    if isinstance(answer, UseJanissaries):
        responding.use(play, OTTOMAN, "janissaries")
        roll(play, side, combat.JANISSARIES[sides.battle_of(play.state).kind])
    return []


# ---- what follows


@step("14")
def counting(play: Play[State]) -> Frames:
    """Count the hits: more of them win, the defender wins ties; then casualties (14 steps 8 and 9)."""
    state, now = play.state, sides.battle_of(play.state)
    side: Side = "attack" if now.attack_hits > now.defense_hits else "defense"
    play.emit(BattleWon(now.power, now.at or None, side, now.attack_hits, now.defense_hits))
    if now.kind == "sack":
        return [STEPS_OF["sack"]()]
    due = {
        "attack": now.defense_hits - (now.struck if now.surprise == "defense" else 0),
        "defense": now.attack_hits - (now.struck if now.surprise == "attack" else 0),
    }
    there = {each: sides.size(state, each) for each in BOTH}
    if all(due[each] >= there[each] for each in BOTH):
        keeps: Side = "attack" if now.attack_dice > now.defense_dice else "defense"
        due[keeps] = max(0, there[keeps] - 1)
    after = STEPS_OF["abroad"]() if now.kind == "abroad" else aftermath(side)
    return [*(frame for each in BOTH for frame in losses.casualties(state, each, due[each])), after]


STEPS_OF: dict[str, Any] = {}
"""What follows the dice of a battle that is no ordinary field battle, by its kind: steps of other modules."""
CASUALTIES_OF: dict[str, Callable[[State, Side, int], list[Any]]] = {}
"""How units fall in such a battle, where it has rules of its own: the frames for a side and its hits."""


def captor(state: State, side: Side) -> str:
    """Return the power that captures leaders of the other side; "" if no power is there."""
    if side == "attack":
        return sides.battle_of(state).power
    return next(iter(sides.powers(state, "defense")), "")


@step("14")
def aftermath(play: Play[State], winner: Side) -> Frames:
    """Capture the leaders of a side that is gone, and let the loser retreat (14 steps 10 and 11)."""
    state, now = play.state, sides.battle_of(play.state)
    left = {each: sides.size(state, each) for each in BOTH}
    for side in BOTH:
        if not left[side]:
            by = captor(state, sides.other(side))
            for leader in sides.leaders(state, side):
                if now.at == state.leaders[leader].at and not state.leaders[leader].inside:
                    sieges.capture(play, by, leader)
    frames: list[Any] = []
    loser = sides.other(winner)
    if left[loser]:
        for units in sides.shares(state, loser).values():
            formations.stick(state, now.at, [formations.land_only(each) for each in units])
        frames = defenders_retreat(state) if winner == "attack" else [attackers_retreat()]
    return [*frames, battle_ends()]


def defenders_retreat(state: State) -> list[Any]:
    """Return the frames in which beaten defenders go inside or away, inactive ones only inside (14, 22.1)."""
    now = sides.battle_of(state)
    nobody = [each for each in sides.shares(state, "defense") if each not in POWER]
    foes = [each for each in POWER.ids if not table.allied(state, each, now.power)]
    foes = [each for each in foes if beaten(state, each) or formations.captains(state, each, now.at)]
    return [
        *map(inactive_retreat, nobody),
        *map(sheltering, foes),
        *(sieges.retreating(each, now.at, now.origin, now.power) for each in foes),
    ]


class Shelter(Action, OfFormation, frozen=True, tag="shelter"):
    """Let these retreat into the fortification, four units at most. 14."""


no_room = Code("14", units=int, most=int)


class ShelterAnswers(Choices):
    """Who of a beaten army goes into the fortification (14). `room`: for how many units."""

    kind, rule, interrupts = "shelter", "14", True
    actions = (Shelter,)
    room: int

    def __init__(self, room: int) -> None:
        self.room = room

    def candidates(self, state: State, seat: str) -> Iterator[Action]:
        at = sides.battle_of(state).at
        there = formations.troops(seat, beaten(state, seat))
        leaders = tuple(formations.captains(state, seat, at))
        most = min(self.room, there.total)
        yield Shelter(**formations.cut(there, most, (0, 3, 2, 1)).named(), leaders=leaders)
        yield Shelter(**formations.cut(there, most, (1, 2, 3, 0)).named(), leaders=leaders)
        yield Shelter()

    def against(self, state: State, seat: str, action: Any) -> Refusal | None:
        at = sides.battle_of(state).at
        there = formations.troops(seat, beaten(state, seat))
        if action.troops.total > self.room:
            return no_room(units=action.troops.total, most=self.room)
        if not action.troops.total:
            ready = formations.captains(state, seat, at)
            bad = next((each for each in action.leaders if each not in ready), None)
            return formations.leader_not_there(leader=bad) if bad else None
        return formations.group_refused(state, seat, at, action, there)

    def context(self, state: State, seat: str) -> dict[str, Any]:
        return {"space": sides.battle_of(state).at, "room": self.room}


def beaten(state: State, power: str) -> list[Any]:
    """Return the units of a beaten power that stand outside."""
    now = sides.battle_of(state)
    return list(now.units) if power == now.power else formations.army(state, power, now.at)


def room_inside(state: State, power: str) -> int:
    """Return how many units of a beaten power may still go into the fortification (14)."""
    now = sides.battle_of(state)
    friendly = table.friendly(state, power, now.at)
    if not table.fortified(state, now.at) or not friendly:
        return 0
    return max(0, UNLED - sieges.within(state, now.at))


def go_inside(play: Play[State], owner: str, units: list[Any], leaders: tuple[str, ...] = ()) -> None:
    """Put land units of a beaten army inside; they are besieged from then on, or will be."""
    state, now = play.state, sides.battle_of(play.state)
    for each in units:
        counts = table.counts(each)
        table.add(state, now.at, each.owner, {kind: -number for kind, number in counts.items()})
        table.add(state, now.at, each.owner, counts, inside=True)
    for leader in leaders:
        state.leaders[leader].inside = True
    if units:
        play.emit(sieges.WentInside(owner, now.at, formations.size(units)))


@step("14")
def sheltering(play: Play[State], power: PowerId) -> Asking:
    """Ask a beaten power who goes into the fortification that its side holds (14)."""
    state, now = play.state, sides.battle_of(play.state)
    if not table.fortified(state, now.at) or not table.friendly(state, power, now.at):
        return []
    if not beaten(state, power) and not formations.captains(state, power, now.at):
        return []
    answer = yield asking(play, power, ShelterAnswers(room_inside(state, power)))
    units = formations.parted(power, beaten(play.state, power), answer.troops)
    now = sides.battle_of(play.state)
    if power == now.power:
        now.units = formations.less(now.units, units)
    go_inside(play, power, units, answer.leaders)
    return []


@step("22.1")
def inactive_retreat(play: Play[State], owner: OwnerId) -> None:
    """Put up to four units of an inactive minor power, or of nobody, inside; the others are eliminated (22.1)."""
    state, now = play.state, sides.battle_of(play.state)
    mine = [each for each in sides.units(state, "defense") if each.owner == owner]
    room = max(0, UNLED - sieges.within(state, now.at)) if table.fortified(state, now.at) else 0
    available = formations.troops(owner, mine)
    go_inside(play, owner, formations.parted(owner, mine, formations.cut(available, min(room, available.total))))
    rest = [each for each in sides.units(state, "defense") if each.owner == owner]
    formations.kill(state, now.at, rest)
    for each in rest:
        play.emit(sieges.Destroyed(now.power, now.at, owner, table.land(each)))


@step("14")
def attackers_retreat(play: Play[State]) -> Frames:
    """Send the beaten formation back; on equal hits four may go in to those whom they relieve (15.2)."""
    state, now = play.state, sides.battle_of(play.state)
    relief = now.at in state.sieges and now.attack_hits == now.defense_hits
    return [*([sheltering(now.power)] if relief else []), attackers_gone()]


@step("14")
def attackers_gone(play: Play[State]) -> None:
    """Move what is left of the beaten formation to its origin, or eliminate it (14)."""
    state, now = play.state, sides.battle_of(play.state)
    leaders = [each for each in formations.captains(state, now.power, now.at) if each in formations.names(now.leaders)]
    formations.bind(state, formations.names(now.leaders))
    if not now.units and not leaders:
        return
    if now.origin and entering.refuge(state, now.power, now.origin):
        sieges.retreat(play, now.power, now.at, now.origin, list(now.units), leaders)
    else:
        sieges.destroy(play, now.power, now.at, captor(state, "defense"), list(now.units))
    now.units = []


@step("14")
def battle_ends(play: Play[State]) -> Frames:
    """End a field battle: a siege may be broken, Hungary defeated (14, 22.5)."""
    at = sides.battle_of(play.state).at
    return [sieges.siege_checked(at), hungary.hungary_checked()]
