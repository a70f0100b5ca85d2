"""Check that turn, phase, round, theatre and map of a position fit together (4.0, 5.0, 7.0)."""

from collections.abc import Callable, Iterator
from typing import Final

from adjudicator.kernel.errors import Problem

from .checks_pieces import of_spaces
from .fact_types import NONE, SIDES, TURN, WAR, WAR_TILE
from .facts import FACTS
from .isolation import isolated_markets
from .rules.war.effects import all_effects
from .state import State, opponent


def _phase(state: State) -> Iterator[Problem]:
    turn, phase = TURN.things[state.turn], state.phase
    if phase.startswith("war_") != (turn.war != NONE) and phase != "game_over":
        yield Problem("phase", f"{phase} is not a phase of turn {turn.id}", "4.0")
    if phase == "final_scoring" and turn.peace != 6:
        yield Problem("phase", "final scoring belongs to turn 6", "4.1.14")


def _next_war(state: State) -> Iterator[Problem]:
    turn, ids = TURN.things[state.turn], (*WAR.things, None)
    if state.next_war != turn.next_war and state.phase not in ("war_layout", "game_over"):
        given, due = (None if war is None else war.id for war in (ids[state.next_war], ids[turn.next_war]))
        yield Problem("war.next", f"{given} instead of {due}", "4.0")


def _round(state: State) -> Iterator[Problem]:
    if (state.phase == "action") != (1 <= state.round <= FACTS.limits.rounds):
        yield Problem("round", f"round {state.round} in the phase {state.phase}", "4.1.9")


def _action(state: State) -> Iterator[Problem]:
    ap = state.ap
    if state.advantages_used > FACTS.limits.advantages_per_round:
        yield Problem("advantages.used_this_round", "more than two advantages used in a round", "8.2")
    if state.advantage_regions.bit_count() > state.advantages_used:
        yield Problem("advantages.regions_used_this_round", "more regions than advantages used", "8.2")
    if ap is None:
        return
    if state.phase != "action":
        yield Problem("ap", f"action points in the phase {state.phase}", "5.0")
    if min(*ap.major, *ap.minor) < 0 or any(points.n < 0 for points in ap.restricted):
        yield Problem("ap", f"negative action points: {ap.major} {ap.minor}", "5.2")
    if sum(n > 0 for n in ap.minor) > 1:
        yield Problem("ap.minor", f"two minor actions at once: {ap.minor}", "5.3.2")
    if ap.bonus_tiles_bought > FACTS.limits.bonus_tiles_per_round:
        yield Problem("ap.bonus_tiles_bought", "more than two bonus tiles bought in a round", "5.6.1")


def _theatre(state: State) -> Iterator[Problem]:
    if state.phase == "game_over":
        return
    in_theatre = state.phase in ("war_theater", "war_spoils")
    if in_theatre != (state.theatre > 0) or state.theatre > len(state.theatres):
        yield Problem("theater", f"theatre {state.theatre} in the phase {state.phase}", "7.1")
    if (state.war is not None) != (TURN.things[state.turn].war != NONE):
        yield Problem("war.progress", "progress of a war outside war turns, or none in one", "7.0")
    peace = TURN.things[state.turn].peace
    if any(state.unassigned) and (peace != 4 or state.round > 1) and state.phase != "war_layout":
        yield Problem("war.unassigned", "carried-over tiles are not placed", "7.6")
    if state.byng_theatre > len(state.theatres):
        yield Problem("war.byng_theater", f"this war has {len(state.theatres)} theatres", "7.1")


def _war(state: State) -> Iterator[Problem]:
    war, rules = state.war, FACTS.war_rules
    if war is None or state.phase == "game_over":
        return
    done = [each.theatre for each in war.resolved]
    if done != list(range(1, len(done) + 1)):
        yield Problem("war.progress.resolved", f"theatres resolved out of order: {done}", "7.1")
    if state.theatre and len(done) != state.theatre - (state.phase == "war_theater"):
        yield Problem("war.progress.resolved", f"{len(done)} theatres resolved at theatre {state.theatre}", "7.1")
    if (war.spoils is not None) != (state.phase == "war_spoils"):
        yield Problem("war.progress.spoils", f"spoils in the phase {state.phase}", "7.2")
    if war.spoils is not None and 0 < state.theatre <= len(state.theatres) and state.next_war != NONE:
        rows = [row for side in WAR.things[state.next_war].theatres[state.theatre - 1].spoils for row in side]
        for name in ("usa", "canada"):
            if getattr(war.spoils, name) and not any(getattr(row, name) for row in rows):
                yield Problem(f"war.progress.spoils.{name}", "no victory in this theatre brings it", "7.2")
    if war.effects_left and state.phase != "war_theater":
        yield Problem("war.progress.effects_left", f"symbols of tiles in the phase {state.phase}", "7.1.2")
    if max(war.refusals) > len(rules.refusal_vp) or war.immune.bit_count() != sum(war.refusals):
        text = f"refusals {war.refusals}, {war.immune.bit_count()} territories safe"
        yield Problem("war.progress.refusals", text, "7.2.2")
    for side, name in enumerate(SIDES):
        away = war.squadrons_used[side] & ~state.squadrons[side]
        yield from of_spaces(away, f"war.progress.squadrons_used.{name}", "%s has no squadron of that side", "7.2.1.1")
        if war.used_at_home[side] > state.navy_box[side]:
            yield Problem(f"war.progress.squadrons_used_at_home.{name}", "more than lie in the navy box", "7.2.1.1")


def _effects(state: State) -> Iterator[Problem]:
    """Rule 7.1.2: only symbols of the tiles that lie at the theatre under way are left."""
    if state.war is None or state.phase != "war_theater" or not 0 < state.theatre <= len(state.theatres):
        return
    possible = all_effects(state)
    for n, effect in enumerate(state.war.effects_left):
        if effect in possible:
            possible.remove(effect)
        else:
            text = f"{WAR_TILE.id_of(effect.tile)} of {SIDES[effect.side]} has no symbol to use at this theatre"
            yield Problem(f"war.progress.effects_left.{n}.tile", text, "7.1.2")


def _basic_tiles(state: State) -> Iterator[Problem]:
    """Yield a problem for each side without a basic tile at a theatre, once tiles have been laid."""
    laid = any(basic != NONE for theatre in state.theatres for basic in theatre.basic)
    for order, theatre in enumerate(state.theatres if laid else (), 1):
        for side, name in enumerate(SIDES):
            if theatre.basic[side] == NONE:
                yield Problem(f"war.theaters.{order}.{name}.basic", "no tile lies here, but in other theatres", "3.7")


def _taken(state: State) -> Iterator[Problem]:
    """Rule 4.1.9: the first player takes the first tile of a round, the other side the second."""
    if state.phase != "action" or state.first_player == NONE:
        return
    first, second = (len(state.taken[side]) for side in (state.first_player, opponent(state.first_player)))
    before, after = state.round - 1, state.round
    due = {(before, before), (after, before)} if state.ap is None else {(after, before), (after, after)}
    if (first, second) not in due:
        text = f"{first} tiles taken by the first player and {second} by the other in round {state.round}"
        yield Problem("investments.taken", text, "4.1.9")


def _isolation(state: State) -> Iterator[Problem]:
    # An advantage used before the tile (option advantage_before_tile) may have changed the map already.
    if state.phase != "action" or state.ap is not None or state.advantages_used:
        return
    due = isolated_markets(state)
    yield from of_spaces(due & ~state.isolated, "isolated", "%s is isolated at the start of this round", "5.4.1")
    yield from of_spaces(state.isolated & ~due, "isolated", "%s is not isolated at the start of this round", "5.4.1")


CHECKS: Final[tuple[Callable[[State], Iterator[Problem]], ...]] = (
    _phase, _next_war, _round, _action, _theatre, _war, _effects,
)  # fmt: skip
BETWEEN_ANSWERS: Final[tuple[Callable[[State], Iterator[Problem]], ...]] = (_basic_tiles, _taken, _isolation)
"""What is true where somebody is asked, as in documents, but not while something is carried out."""


def stated(state: State) -> Iterator[Problem]:
    """Yield what is wrong with a position that a document states, and may be true while something is carried out."""
    for check in BETWEEN_ANSWERS:
        yield from check(state)
