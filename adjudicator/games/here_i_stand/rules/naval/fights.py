"""Naval combat (16.2)."""

from collections.abc import Iterator
from typing import Annotated, Any, Final

from adjudicator import Action, Asking, Frames, Play, Question, Refusal, ValidatedAnswers, Window, word
from adjudicator.components import Code

from ...facts import CARD, LOCATION, OTTOMAN, POWER, SEA, LocationId, OwnerId, PowerId
from ...state import FACE, Force, LeaderState, NavalBattle, State
from .. import responding, table
from ..book import AtLocation, OfCard, PowerEvent, step
from . import fleets

DICE: Final = {"squadrons": 2, "corsairs": 1}
HITS: Final = 5
ARQUEBUSIERS, ROWERS, JANISSARIES = "arquebusiers", "professional_rowers", "janissaries"
MORE: Final = {ARQUEBUSIERS: 2, ROWERS: 3, JANISSARIES: 4}
"""The dice that cards give in a naval combat (6)."""

not_held = Code("6", card=CARD)
no_retreat = Code("16.2", at=LOCATION)


class SeaBattle(PowerEvent, frozen=True, tag="sea_battle", rule="16.2", touches=("at",), hits=("enemy",)):
    """A naval combat begins: the enemy, and the dice of both."""

    enemy: OwnerId
    at: LocationId
    dice: int
    against: int


class SeaRolled(PowerEvent, frozen=True, tag="sea_rolled", rule="16.2"):
    """A side rolled in a naval combat."""

    side: OwnerId
    faces: Annotated[tuple[int, ...], FACE]
    hits: int


class SeaWon(PowerEvent, frozen=True, tag="sea_won", rule="16.2", touches=("at",), hits=("power", "enemy")):
    """A naval combat was won, and ships of both sides were lost."""

    enemy: OwnerId
    winner: OwnerId
    at: LocationId
    lost: int
    enemy_lost: int


class FleetGone(PowerEvent, frozen=True, tag="fleet_gone", rule="16.2", touches=("origin", "to"), hits=("owner",)):
    """A fleet went away after a combat; `to` None: it was lost."""

    owner: OwnerId
    origin: LocationId
    to: LocationId | None


def now_of(state: State) -> NavalBattle:
    """Return the naval combat under way."""
    assert state.sea_battle is not None
    return state.sea_battle


def strength(state: State, side: str, at: str) -> int:
    """Return the dice of a side, without those of cards and of a port (16.2)."""
    count: int = sum(DICE[unit] * getattr(each, unit) for each in fleets.fleet(state, side, at) for unit in DICE)
    return count + table.best_battle(fleets.admirals(state, side, at))


@step("16.2")
def sea_battle(play: Play[State], power: PowerId, enemy: OwnerId, at: LocationId, outbreak: bool = False) -> Frames:
    """Fight a naval combat: cards of the attacker, then of the defender, dice, cards after them, losses (16.2).

    `outbreak`: a war has just begun; with equal hits both sides go away (9.6).
    """
    state = play.state
    own = strength(state, power, at)
    other = strength(state, enemy, at) + (at not in SEA)
    state.sea_battle = NavalBattle(power, enemy, at, own, other, outbreak=outbreak)
    play.emit(SeaBattle(power, enemy, at, own, other))
    return [
        naval_cards(power),
        *([naval_cards(enemy)] if enemy in POWER else []),
        naval_dice(),
        naval_janissaries(),
        naval_rowers(),
        naval_losses(),
    ]


class UseCard(OfCard, frozen=True, tag="use_naval_card"):
    """Use a combat card in a naval combat. 16.2."""


UseNone = word("use_no_naval_card", "Use no combat card. 16.2.")
CARDS: Final = Question("naval_cards", "16.2", UseCard, otherwise=not_held, default=UseNone(), interrupts=True)


@step("16.2")
def naval_cards(play: Play[State], power: PowerId) -> Asking:
    """Ask a side for combat cards that count at sea, if it may hold one (16.2)."""
    state = play.state
    if not responding.may_hold(state, power, ARQUEBUSIERS):
        return []
    held = [UseCard(each) for each in responding.held(state, power, ARQUEBUSIERS)]
    answer = yield CARDS.in_turn_of(state.impulse.power)(power, [*held, UseNone()])
    if isinstance(answer, UseCard):
        responding.use(play, power, answer.card)
        _add(now_of(play.state), power, MORE[answer.card])
    return []


def _add(now: NavalBattle, side: str, count: int) -> None:
    """Give a side more dice."""
    if side == now.power:
        now.dice += count
    else:
        now.against += count


def _roll_more(play: Play[State], side: str, count: int) -> None:
    """Roll more dice for a side; they count when both would lose all."""
    _add(now_of(play.state), side, count)
    _roll(play, side, count)


def _roll(play: Play[State], side: str, count: int) -> None:
    """Roll for a side and add the hits."""
    now = now_of(play.state)
    faces = play.roll("naval_combat", count, 6, side=side)
    hits = sum(face >= HITS for face in faces)
    if side == now.power:
        now.hits += hits
    else:
        now.hits_against += hits
    play.emit(SeaRolled(now.power, side, tuple(faces), hits))


@step("16.2")
def naval_dice(play: Play[State]) -> Frames:
    """Roll for both sides (16.2)."""
    now = now_of(play.state)
    _roll(play, now.power, now.dice)
    _roll(play, now.enemy, now.against)
    return []


UseJanissaries = word("janissaries_at_sea", "Roll four more dice with the home card. 16.2.")
KeepJanissaries = word("no_janissaries_at_sea", "Keep the home card. 16.2.")
HOME: Final = Question(
    "janissaries_at_sea", "16.2", UseJanissaries, default=KeepJanissaries(), about={"hits": int}, interrupts=True
)


@step("16.2")
def naval_janissaries(play: Play[State]) -> Asking:
    """Ask the Ottoman, who takes part, whether the home card is used after the roll (16.2)."""
    state, now = play.state, now_of(play.state)
    unplayed = state.hands[OTTOMAN].home >> CARD.index[JANISSARIES] & 1
    if OTTOMAN not in (now.power, now.enemy) or not unplayed:
        return []
    ahead = now.hits - now.hits_against
    hits = ahead if now.power == OTTOMAN else -ahead
    answer = yield HOME.in_turn_of(state.impulse.power)(OTTOMAN, [UseJanissaries(), KeepJanissaries()], hits=hits)
    if isinstance(answer, UseJanissaries):
        responding.use(play, OTTOMAN, JANISSARIES)
        _roll_more(play, OTTOMAN, MORE[JANISSARIES])
    return []


class RowFor(Action, frozen=True, tag="row_for"):
    """Give a side three more dice with Professional Rowers. 16.2."""

    side: OwnerId


class RowForAnswers(ValidatedAnswers[State]):
    """Whether somebody gives a side more dice with Professional Rowers (16.2)."""

    kind, rule, interrupts = "row_for", "16.2", True
    actions = (RowFor,)

    def candidates(self, state: State, seat: str) -> Iterator[Action]:
        now = now_of(state)
        return map(RowFor, (now.power, now.enemy))

    def illegality(self, state: State, seat: str, action: Action) -> Refusal | None:
        return None if responding.held(state, seat, ROWERS) else not_held(card=ROWERS)

    def context(self, state: State, seat: str) -> dict[str, Any]:
        now = now_of(state)
        return {"hits": now.hits, "against": now.hits_against}


@step("16.2")
def naval_rowers(play: Play[State]) -> Asking:
    """Ask whoever may hold Professional Rowers after the roll (16.2)."""
    able = responding.who_may_hold(play.state, ROWERS)
    answers = (yield Window(able, RowForAnswers(), count="first")) if able else ()
    if answers:
        ((by, action),) = answers
        responding.use(play, by, ROWERS)
        _roll_more(play, action.side, MORE[ROWERS])
    return []


def sunk(squadrons: int, corsairs: int, hits: int, *, loser: bool) -> tuple[int, int]:
    """Return the squadrons and the corsairs that hits cost a side (16.2).

    Two hits are a squadron, what is left corsairs; an odd hit costs a loser one squadron more.
    """
    lost = min(squadrons, hits // 2)
    gone = min(corsairs, hits - 2 * lost)
    return lost + (loser and hits > 2 * lost + gone and lost < squadrons), gone


def sink(state: State, side: str, at: str, lost: tuple[int, int]) -> None:
    """Put so many squadrons and corsairs of a side on the turn track; leaders of a lost fleet wait there, too."""
    for unit, number in zip(DICE, lost, strict=True):
        for force in fleets.fleet(state, side, at):
            taken = min(number, getattr(force, unit))
            number -= taken
            table.add(state, at, force.owner, {unit: -taken}, inside=force.inside, lent_to=force.lent_to)
            table.lose_ships(state, force.owner, taken)
    if not fleets.fleet(state, side, at):
        for leader in fleets.admirals(state, side, at):
            table.put_leader(state, leader, LeaderState(returns=True))


@step("16.2")
def naval_losses(play: Play[State]) -> Frames:
    """Find the winner by the hits, sink ships, and let a side go away (16.2).

    Where both would lose all ships, the side with more dice keeps one, the defender with as many.
    """
    state, now = play.state, now_of(play.state)
    at, wins = now.at, now.hits > now.hits_against
    winner, loser = (now.power, now.enemy) if wins else (now.enemy, now.power)
    there = {side: fleets.size(fleets.fleet(state, side, at)) for side in (now.power, now.enemy)}
    hits = {now.power: now.hits_against, now.enemy: now.hits}
    lost = {side: sunk(*there[side], hits[side], loser=side == loser) for side in there}
    if lost == there:
        keeps = now.power if now.dice > now.against else now.enemy
        squadrons, corsairs = there[keeps]
        lost[keeps] = (squadrons - 1, corsairs) if squadrons else (0, corsairs - 1)
    for side, number in lost.items():
        sink(state, side, at, number)
    play.emit(SeaWon(now.power, now.enemy, winner, at, sum(lost[now.power]), sum(lost[now.enemy])))
    state.sea_battle = None
    both = now.outbreak and now.hits == now.hits_against
    leaving = [now.power, now.enemy] if both else [loser if at in SEA else now.power]
    return [fleet_retreats(side, at, side == loser) for side in leaving if fleets.fleet(state, side, at)]


class RetreatFleet(AtLocation, frozen=True, tag="retreat_fleet"):
    """Take a beaten fleet there. 16.2."""


RETREAT: Final = Question(
    "naval_retreat",
    "16.2",
    RetreatFleet,
    otherwise=no_retreat,
    default="first",
    alone="silence",
    about={"origin": LocationId},
    interrupts=True,
)


@step("16.2")
def fleet_retreats(play: Play[State], side: OwnerId, at: LocationId, beaten: bool = False) -> Asking:
    """Let all ships of a side go away together: from a port to sea, from sea to an own port or a sea zone (16.2).

    No enemy ships may be there; with no such place they are lost. `beaten`: of the active power, they stay there.
    """
    state, power = play.state, fleets.acting(play.state, side)
    havens = [each for each in fleets.havens(state, side, at) if at in SEA or each in SEA]
    to = havens[0] if havens else None
    if to is not None and power:
        answer = yield RETREAT.in_turn_of(state.impulse.power)(power, map(RetreatFleet, havens), origin=at)
        to = answer.at
    state = play.state
    forces = fleets.fleet(state, side, at)
    if to is None:
        sink(state, side, at, fleets.size(forces))
    else:
        fleets.shift(state, at, to, forces, fleets.admirals(state, side, at))
        if beaten:
            here = [
                Force(each.owner, squadrons=each.squadrons, corsairs=each.corsairs, lent_to=each.lent_to)
                for each in forces
            ]
            state.impulse.beaten = {**state.impulse.beaten, to: [*state.impulse.beaten.get(to, []), *here]}
    play.emit(FleetGone(state.impulse.power or POWER.ids[0], side, at, to))
    return []
