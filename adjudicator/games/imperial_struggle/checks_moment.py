"""Check that turn, phase, round, theatre and open decisions of a position fit together (4.0, 5.0, 7.0)."""

from collections.abc import Iterator, Sequence
from typing import Any

from adjudicator.components.field_types import Json
from adjudicator.kernel.errors import Problem

from .checks import check, of_spaces
from .cursor import DECISIONS, Pending
from .fact_events import PARTS
from .fact_types import NONE, SIDES, TURN, USA, WAR, WAR_TILE
from .facts import FACTS
from .house_rules import OPTIONS
from .isolation import isolated_markets
from .rules.war.effects import all_effects
from .state import State

# ---- the moment of a position


@check("turn", "phase")
def _phase(state: State) -> Iterator[Problem]:
    turn, phase = TURN.things[state.turn], state.phase
    if phase.startswith("war_") != (turn.war != NONE) and phase != "game_over":
        yield Problem("phase", f"{phase} is not a phase of turn {turn.id}", "4.0")
    if phase == "final_scoring" and turn.peace != 6:
        yield Problem("phase", "final scoring belongs to turn 6", "4.1.14")


@check("turn", "phase", "war")
def _next_war(state: State) -> Iterator[Problem]:
    turn, ids = TURN.things[state.turn], (*WAR.things, None)
    if state.next_war != turn.next_war and state.phase not in ("war_layout", "game_over"):
        given, due = (None if war is None else war.id for war in (ids[state.next_war], ids[turn.next_war]))
        yield Problem("war.next", f"{given} instead of {due}", "4.0")


@check("phase", "round")
def _round(state: State) -> Iterator[Problem]:
    if (state.phase == "action") != (1 <= state.round <= FACTS.limits.rounds):
        yield Problem("round", f"round {state.round} in the phase {state.phase}", "4.1.9")


@check("phase", "ap", "advantages")
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


@check("phase", "turn", "theater", "war")
def _theatre(state: State) -> Iterator[Problem]:
    if state.phase == "game_over":
        return
    in_theatre = state.phase in ("war_theater", "war_spoils")
    if in_theatre != (state.theatre > 0) or state.theatre > len(state.theatres):
        yield Problem("theater", f"theatre {state.theatre} in the phase {state.phase}", "7.1")
    if (state.war is not None) != (TURN.things[state.turn].war != NONE):
        yield Problem("war", "progress of a war outside war turns, or none in one", "7.0")
    peace = TURN.things[state.turn].peace
    if any(state.unassigned) and (peace != 4 or state.round > 1) and state.phase != "war_layout":
        yield Problem("war.theaters.unassigned", "carried-over tiles are not placed", "7.6")
    if state.byng_theatre > len(state.theatres):
        yield Problem("war.byng_theater", f"this war has {len(state.theatres)} theatres", "7.1")


@check("phase", "turn", "theater", "war", "squadrons")
def _war(state: State) -> Iterator[Problem]:
    war, rules = state.war, FACTS.war_rules
    if war is None or state.phase == "game_over":
        return
    done = [each.theatre for each in war.resolved]
    if done != list(range(1, len(done) + 1)):
        yield Problem("war.resolved", f"theatres resolved out of order: {done}", "7.1")
    if state.theatre and len(done) != state.theatre - (state.phase == "war_theater"):
        yield Problem("war.resolved", f"{len(done)} theatres resolved at theatre {state.theatre}", "7.1")
    if (war.spoils is not None) != (state.phase == "war_spoils"):
        yield Problem("war.spoils", f"spoils in the phase {state.phase}", "7.2")
    if war.spoils is not None and 0 < state.theatre <= len(state.theatres) and state.next_war != NONE:
        rows = [row for side in WAR.things[state.next_war].theatres[state.theatre - 1].spoils for row in side]
        for name in ("usa", "canada"):
            if getattr(war.spoils, name) and not any(getattr(row, name) for row in rows):
                yield Problem(f"war.spoils.{name}", "no victory in this theatre brings it", "7.2")
    if war.effects_left and state.phase != "war_theater":
        yield Problem("war.effects_left", f"symbols of tiles in the phase {state.phase}", "7.1.2")
    if max(war.refusals) > len(rules.refusal_vp) or war.immune.bit_count() != sum(war.refusals):
        text = f"refusals {war.refusals}, {war.immune.bit_count()} territories safe"
        yield Problem("war.refusals", text, "7.2.2")
    for side, name in enumerate(SIDES):
        away = war.squadrons_used[side] & ~state.squadrons[side]
        yield from of_spaces(away, f"war.squadrons_used.{name}", "%s has no squadron of that side", "7.2.1.1")
        if war.used_at_home[side] > state.navy_box[side]:
            yield Problem(f"war.squadrons_used_at_home.{name}", "more than lie in the navy box", "7.2.1.1")


@check("phase", "theater", "war", "vp", "initiative", "first_player")
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
            yield Problem(f"war.effects_left.{n}.tile", text, "7.1.2")


# ---- what only a document says


def told(state: State, pending: Sequence[Pending], doc: Json, unsound: set[str]) -> Iterator[Problem]:
    """Yield what is wrong with the open decisions of a document, and with what it says twice."""
    for keys, function in (
        ({"flags", "usa_flags"}, _usa_flags),
        ({"theater", "theater_id", "war", "phase"}, _theatre_id),
        ({"war"}, _basic_tiles),
        ({"phase", "active"}, _active),
        ({"phase", "round", "active", "first_player", "investments", "ap", "turn"}, _taken),
        ({"phase", "active", "ap", "flags", "squadrons", "conflicts", "isolated", "advantages"}, _isolation),
    ):
        if not keys & unsound:
            yield from function(state, doc)
    if "phase" not in unsound:
        for n, each in enumerate(pending):
            yield from _decision(state, each, f"pending.{n}", unsound)


def option_problems(given: Json) -> Iterator[Problem]:
    """Yield unknown options, and options with values that do not exist."""
    for key, value in given.items():
        if key not in OPTIONS:
            yield Problem(f"options.{key}", f"there is no option {key!r}")
        elif not any(_same(value, allowed) for allowed in OPTIONS[key].values):
            yield Problem(f"options.{key}", f"{value!r} is none of {OPTIONS[key].values}", OPTIONS[key].rule)


def _same(value: Any, allowed: Any) -> bool:
    return value is allowed or (isinstance(value, str) and value == allowed)


def _usa_flags(state: State, doc: Json) -> Iterator[Problem]:
    there = state.flags[USA].bit_count()
    if there != doc["usa_flags"]:
        yield Problem("usa_flags", f"{doc['usa_flags']} given, {there} on the map", "10.0")


def _theatre_id(state: State, doc: Json) -> Iterator[Problem]:
    if state.phase not in ("war_theater", "war_spoils") or state.next_war == NONE:
        return
    theatres = WAR.things[state.next_war].theatres
    if state.theatre > len(theatres) or theatres[state.theatre - 1].id != doc["theater_id"]:
        yield Problem("theater_id", f"theatre {state.theatre} of this war is another one", "7.1")


def _basic_tiles(state: State, doc: Json) -> Iterator[Problem]:
    """Yield an error for each side without a basic tile at a theatre, once tiles have been laid."""
    laid = any(basic != NONE for theatre in state.theatres for basic in theatre.basic)
    for order, theatre in enumerate(state.theatres if laid else (), 1):
        for side, name in enumerate(SIDES):
            if theatre.basic[side] == NONE:
                yield Problem(f"war.theaters.{order}.{name}.basic", "no tile lies here, but in other theatres", "3.7")


def _active(state: State, doc: Json) -> Iterator[Problem]:
    if state.phase == "action" and len(doc["active"]) != 1:
        yield Problem("active", "one side plays an action round", "4.1.9")


def _taken(state: State, doc: Json) -> Iterator[Problem]:
    if state.phase != "action" or len(doc["active"]) != 1:
        return
    active = SIDES.index(doc["active"][0])
    for side, name in enumerate(SIDES):
        taken = state.ap is not None if side == active else active != state.first_player
        due = state.round - 1 + taken
        if len(state.taken[side]) != due:
            text = f"{len(state.taken[side])} tiles taken instead of {due} in round {state.round}"
            yield Problem(f"investments.taken.{name}", text, "4.1.9")


def _isolation(state: State, doc: Json) -> Iterator[Problem]:
    # An advantage used before the tile (option advantage_before_tile) may have changed the map already.
    if state.phase != "action" or state.ap is not None or state.advantages_used:
        return
    due = isolated_markets(state)
    yield from of_spaces(due & ~state.isolated, "isolated", "%s is isolated at the start of this round", "5.4.1")
    yield from of_spaces(state.isolated & ~due, "isolated", "%s is not isolated at the start of this round", "5.4.1")


def _decision(state: State, pending: Pending, path: str, unsound: set[str]) -> Iterator[Problem]:
    if pending.decision not in DECISIONS[state.phase]:
        text = f"{pending.decision} is not asked in the phase {state.phase}"
        yield Problem(f"{path}.decision", text, "4.0")
    if pending.decision != "choose_for_event":
        return
    if not pending.card:
        yield Problem(f"{path}.card", "the event that asks must be named", "5.2")
    if pending.part not in PARTS:
        yield Problem(f"{path}.part", f"must be one of {', '.join(PARTS)}", "5.2")
    if state.ap is None and "ap" not in unsound:
        yield Problem("ap", "an event is played after a tile was taken", "5.2")
