"""Naval combat (16.3)."""

from collections.abc import Iterator
from typing import Annotated, Any, Final

from adjudicator import Action, Asking, Frames, Play, Question, Refusal, ValidatedAnswers, Window, word
from adjudicator.components import Code

from ...facts import CARD, LEADER, LOCATION, OTTOMAN, POWER, SEA, LocationId, OwnerId, PowerId
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
no_retreat = Code("16.3", at=LOCATION)


class SeaBattle(PowerEvent, frozen=True, tag="sea_battle", rule="16.3", touches=("at",)):
    """A naval combat begins: the enemy, and the dice of both."""

    enemy: OwnerId
    at: LocationId
    dice: int
    against: int


class SeaRolled(PowerEvent, frozen=True, tag="sea_rolled", rule="16.3"):
    """A side rolled in a naval combat."""

    side: OwnerId
    faces: Annotated[tuple[int, ...], FACE]
    hits: int


class SeaWon(PowerEvent, frozen=True, tag="sea_won", rule="16.3", touches=("at",)):
    """A naval combat was won, and ships of both sides were lost."""

    winner: OwnerId
    at: LocationId
    lost: int
    enemy_lost: int


class FleetGone(PowerEvent, frozen=True, tag="fleet_gone", rule="16.3", touches=("origin", "to")):
    """A fleet went away after a combat; `to` None: it was lost."""

    owner: OwnerId
    origin: LocationId
    to: LocationId | None


def now_of(state: State) -> NavalBattle:
    """Return the naval combat under way."""
    assert state.sea_battle is not None
    return state.sea_battle


def side_forces(state: State, side: str, at: str) -> list[Force]:
    """Return the ships of a side: those that a power moves, or those of an inactive minor power."""
    if side in POWER:
        return fleets.fleet(state, side, at)
    return [each for each in table.forces(state, at) if each.owner == side and table.ships(each)]


def strength(state: State, side: str, at: str) -> int:
    """Return the dice of a side, without those of cards (16.3)."""
    found = sum(DICE[unit] * getattr(each, unit) for each in side_forces(state, side, at) for unit in DICE)
    leaders = (
        fleets.admirals(state, side, at)
        if side in POWER
        else [each for each in table.leaders_at(state, at, naval=True) if LEADER.thing(each).power == side]
    )
    total: int = found + fleets.rating(leaders)
    return total


@step("16.3")
def sea_battle(play: Play[State], power: PowerId, enemy: OwnerId, at: LocationId) -> Frames:
    """Fight a naval combat: cards of the attacker, then of the defender, dice, cards after them, losses (16.3)."""
    state = play.state
    own = strength(state, power, at)
    other = strength(state, enemy, at) + (at not in SEA)
    state.sea_battle = NavalBattle(power, enemy, at, own, other)
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
    """Use a combat card in a naval combat. 16.3."""


UseNone = word("use_no_naval_card", "Use no combat card. 16.3.")
CARDS: Final = Question("naval_cards", "16.3", UseCard, otherwise=not_held, default=UseNone(), interrupts=True)


@step("16.3")
def naval_cards(play: Play[State], power: PowerId) -> Asking:
    """Ask a side for combat cards that count at sea, if it may hold one (16.3)."""
    state = play.state
    if not responding.may_hold(state, power, ARQUEBUSIERS):
        return []
    held = [UseCard(each) for each in responding.held(state, power, ARQUEBUSIERS)]
    answer = yield CARDS.in_turn_of(state.impulse.power)(power, [*held, UseNone()])
    if isinstance(answer, UseCard):
        responding.use(play, power, answer.card)
        now = now_of(play.state)
        if power == now.power:
            now.dice += MORE[answer.card]
        else:
            now.against += MORE[answer.card]
    return []


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


@step("16.3")
def naval_dice(play: Play[State]) -> Frames:
    """Roll for both sides (16.3)."""
    now = now_of(play.state)
    _roll(play, now.power, now.dice)
    _roll(play, now.enemy, now.against)
    return []


UseJanissaries = word("janissaries_at_sea", "Roll four more dice with the home card. 16.3.")
KeepJanissaries = word("no_janissaries_at_sea", "Keep the home card. 16.3.")
HOME: Final = Question(
    "janissaries_at_sea", "16.3", UseJanissaries, default=KeepJanissaries(), about={"hits": int}, interrupts=True
)


@step("16.3")
def naval_janissaries(play: Play[State]) -> Asking:
    """Ask the Ottoman, who takes part, whether the home card is used after the roll (16.3)."""
    state, now = play.state, now_of(play.state)
    unplayed = state.hands[OTTOMAN].home >> CARD.index[JANISSARIES] & 1
    if OTTOMAN not in (now.power, now.enemy) or not unplayed:
        return []
    ahead = now.hits - now.hits_against
    hits = ahead if now.power == OTTOMAN else -ahead
    answer = yield HOME.in_turn_of(state.impulse.power)(OTTOMAN, [UseJanissaries(), KeepJanissaries()], hits=hits)
    if isinstance(answer, UseJanissaries):
        responding.use(play, OTTOMAN, JANISSARIES)
        _roll(play, OTTOMAN, MORE[JANISSARIES])
    return []


class RowFor(Action, frozen=True, tag="row_for"):
    """Give a side three more dice with Professional Rowers. 16.3."""

    side: OwnerId


class RowForAnswers(ValidatedAnswers[State]):
    """Whether somebody gives a side more dice with Professional Rowers (16.3)."""

    kind, rule, interrupts = "row_for", "16.3", True
    actions = (RowFor,)

    def candidates(self, state: State, seat: str) -> Iterator[Action]:
        now = now_of(state)
        return map(RowFor, (now.power, now.enemy))

    def illegality(self, state: State, seat: str, action: Action) -> Refusal | None:
        return None if responding.held(state, seat, ROWERS) else not_held(card=ROWERS)

    def context(self, state: State, seat: str) -> dict[str, Any]:
        now = now_of(state)
        return {"hits": now.hits, "against": now.hits_against}


@step("16.3")
def naval_rowers(play: Play[State]) -> Asking:
    """Ask whoever may hold Professional Rowers after the roll (16.3)."""
    able = responding.who_may_hold(play.state, ROWERS)
    answers = (yield Window(able, RowForAnswers(), count="first")) if able else ()
    if answers:
        ((by, action),) = answers
        responding.use(play, by, ROWERS)
        _roll(play, action.side, MORE[ROWERS])
    return []


def sink(state: State, side: str, at: str, hits: int, *, loser: bool) -> int:
    """Remove the ships that hits cost a side, and return how many (16.3).

    Two hits are a squadron, what is left corsairs; an odd hit costs a loser one squadron more.
    """
    sunk, left = 0, hits
    for force in side_forces(state, side, at):
        while left and (force.squadrons or force.corsairs):
            if force.squadrons and (left >= 2 or (loser and not force.corsairs)):
                unit, left = "squadrons", max(0, left - 2)
            elif force.corsairs:
                unit, left = "corsairs", left - 1
            else:
                break
            table.add(state, at, force.owner, {unit: -1}, inside=force.inside, lent_to=force.lent_to)
            table.lose_ships(state, force.owner, 1)
            sunk += 1
            force = next(
                (
                    each
                    for each in side_forces(state, side, at)
                    if (each.owner, each.lent_to, each.inside) == (force.owner, force.lent_to, force.inside)
                ),
                type(force)(force.owner),
            )
    return sunk


@step("16.3")
def naval_losses(play: Play[State]) -> Frames:
    """Find the winner, remove ships, and let a side go away (16.3)."""
    state, now = play.state, now_of(play.state)
    wins = now.hits > now.hits_against
    at, both = now.at, {now.power: now.hits_against, now.enemy: now.hits}
    units = {side: sum(map(table.ships, side_forces(state, side, at))) for side in both}
    saved = ""
    if all(_all_lost(state, side, at, hits) for side, hits in both.items()):
        saved = now.power if now.dice > now.against else now.enemy
    sunk = {}
    for side, hits in both.items():
        taken = hits
        if side == saved:
            taken = min(hits, 2 * (units[side] - 1))
        sunk[side] = sink(state, side, at, taken, loser=(side == now.power) != wins)
    winner = now.power if wins else now.enemy
    play.emit(SeaWon(now.power, winner, at, sunk[now.power], sunk[now.enemy]))
    for side in both:
        if not side_forces(state, side, at):
            _leaders_wait(state, side, at)
    state.sea_battle = None
    loser = now.power if at not in SEA or not wins else now.enemy
    if not side_forces(state, loser, at) or not side_forces(state, now.enemy if loser == now.power else now.power, at):
        return [] if at in SEA or not side_forces(state, now.power, at) else [fleet_retreats(now.power, at)]
    return [fleet_retreats(loser, at)]


def _all_lost(state: State, side: str, at: str, hits: int) -> bool:
    """Return whether so many hits cost a side all its ships."""
    forces = side_forces(state, side, at)
    needed = 2 * sum(each.squadrons for each in forces) + sum(each.corsairs for each in forces)
    return hits >= needed


def _leaders_wait(state: State, side: str, at: str) -> None:
    """Put the leaders of a lost fleet on the turn track (16.3)."""
    for leader in table.leaders_at(state, at, naval=True):
        if table.leader_power(state, leader) == side or LEADER.thing(leader).power == side:
            table.put_leader(state, leader, LeaderState(returns=True))


class RetreatFleet(AtLocation, frozen=True, tag="retreat_fleet"):
    """Take a beaten fleet there. 16.3."""


RETREAT: Final = Question(
    "naval_retreat",
    "16.3",
    RetreatFleet,
    otherwise=no_retreat,
    default="first",
    alone="silence",
    about={"origin": LocationId},
    interrupts=True,
)


@step("16.3")
def fleet_retreats(play: Play[State], side: OwnerId, at: LocationId) -> Asking:
    """Let a fleet go away: an attacker from a port to sea, a loser to a port or a free sea zone (16.3)."""
    state = play.state
    power = side if side in POWER else table.major_of(state, side)
    havens = fleets.havens(state, side, at)
    if at not in SEA:
        havens = [each for each in havens if each in SEA]
    if not havens or not power:
        _leave(play, side, at, havens[0] if havens else None)
        return []
    answer = yield RETREAT.in_turn_of(state.impulse.power)(power, map(RetreatFleet, havens), origin=at)
    _leave(play, side, at, answer.at)
    return []


def _leave(play: Play[State], side: str, at: str, to: str | None) -> None:
    state = play.state
    forces = side_forces(state, side, at)
    if to is None:
        for each in forces:
            units = {unit: -getattr(each, unit) for unit in table.SHIPS}
            table.add(state, at, each.owner, units, inside=each.inside, lent_to=each.lent_to)
            table.lose_ships(state, each.owner, table.ships(each))
        _leaders_wait(state, side, at)
    else:
        leaders = [
            each
            for each in table.leaders_at(state, at, naval=True)
            if table.leader_power(state, each) == side or LEADER.thing(each).power == side
        ]
        fleets.shift(state, at, to, forces, leaders)
        state.impulse.beaten |= 1 << LOCATION.index[to]
    play.emit(FleetGone(state.impulse.power or POWER.ids[0], side, at, to))
