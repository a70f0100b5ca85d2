"""What is true of every position: nothing is lost, nothing is in two places, no limit is passed.

Run after every action in random play, so it counts with masks and sums and names things only when they are wrong.
"""

from collections.abc import Iterator

from .fact_types import BRITAIN, FRANCE, NONE, SIDES, USA
from .facts import facts
from .state import State, full_advantages


def violations(state: State) -> list[str]:
    """What is wrong with a position, in words for a developer; empty for every position that play can reach."""
    return [
        problem
        for check in (_map, _squadrons, _events, _investments, _war_tiles, _ministries, _tracks, _action, _war)
        for problem in check(state)
    ]


def _map(state: State) -> Iterator[str]:
    f = facts()
    france, britain, usa, spain = state.flags
    every = france | britain | usa | spain
    if every.bit_count() != sum(mask.bit_count() for mask in state.flags):
        yield "a space bears two flags (3.2.7)"
    if every & f.naval:
        yield f"flags in naval spaces (3.2.4): {f.ids(every & f.naval)}"
    available = f.available[f.turns[state.turn].era] | (f.usa_spaces if usa else 0)
    if every & ~available:
        yield f"flags in spaces that are not in play: {f.ids(every & ~available)}"
    if usa & ~(f.usa_award | f.canada_award):
        yield "a USA flag where none can stand (7.3)"
    if state.conflicts & ~(f.market | f.political):
        yield f"conflict markers where none can lie (3.8): {f.ids(state.conflicts & ~(f.market | f.political))}"
    if state.conflicts_plus & ~state.conflicts:
        yield "a +1 marker without a conflict marker (3.8.1)"
    if state.damaged & ~f.fort:
        yield "damage outside forts (3.2.5)"
    if state.huguenots & ~f.territory or state.huguenots_spent & ~state.huguenots:
        yield "a Huguenot marker where none can lie (M-9)"
    if state.isolated & ~f.market:
        yield "something else than a market is isolated (5.4.1)"
    if state.flags[USA].bit_count() > f.set_up.usa_flags or state.huguenots.bit_count() > f.set_up.huguenots:
        yield "more markers than there are"
    for side in (FRANCE, BRITAIN):
        due = full_advantages(state.flags[side])
        if state.advantages[side] != due:
            wrong = state.advantages[side] ^ due
            names = [a.id for a in f.advantages if wrong >> a.index & 1]
            yield f"advantages of {SIDES[side]} do not follow its flags (8.1): {names}"


def _squadrons(state: State) -> Iterator[str]:
    f = facts()
    for side in (FRANCE, BRITAIN):
        rest = (state.navy_box[side], state.unbuilt[side], state.lost[side], state.away[side])
        if min(rest) < 0 or state.squadrons[side].bit_count() + sum(rest) != f.limits.squadrons:
            yield f"{SIDES[side]} does not have eight squadrons (3.6)"
    if state.squadrons[FRANCE] & state.squadrons[BRITAIN]:
        yield "two squadrons in one naval space (3.2.7)"
    if (state.squadrons[FRANCE] | state.squadrons[BRITAIN]) & ~f.naval:
        yield "a squadron outside the naval spaces (3.6)"


def _events(state: State) -> Iterator[str]:
    f = facts()
    cards = [
        *state.hands[FRANCE],
        *state.hands[BRITAIN],
        *state.deck,
        *state.discard,
        *state.played,
        *state.removed_events,
    ]
    era = f.turns[state.turn].era
    due = sum(f.era_sizes[: era + 1])
    if len(cards) != due or len(set(cards)) != due or max(cards) > due:
        yield f"event cards lost or doubled (3.4): {sorted(cards)}"
    if state.deck != sorted(state.deck) or state.discard != sorted(state.discard):
        yield "deck and discard pile are kept sorted"


def _investments(state: State) -> Iterator[str]:
    f = facts()
    tiles = [*state.available, *state.taken[FRANCE], *state.taken[BRITAIN], *state.stack, *state.used]
    if tuple(sorted(tiles)) != f.investment_set:
        yield f"investment tiles lost or doubled (3.3): {sorted(tiles)}"
    if any(len(taken) > f.limits.rounds for taken in state.taken):
        yield "more than four investment tiles taken (4.1.9)"
    if any(pile != sorted(pile) for pile in (state.available, state.stack, state.used, state.awards_left)):
        yield "investment tiles are kept sorted"
    counts = [0] * len(f.awards)
    for kind in (*state.awards_left, *(kind for kind in state.awards if kind != NONE)):
        counts[kind] += 1
    if any(n > award.count for n, award in zip(counts, f.awards, strict=True)):
        yield "too many award tiles of a kind (3.9)"
    if state.demand != sorted(set(state.demand)) or len(state.demand) > f.limits.demand_drawn + 1:
        yield f"demand is not in order of the table (4.1.4): {state.demand}"


def _war_tiles(state: State) -> Iterator[str]:
    f = facts()
    special = f.war_tile["atlantic_dominance"]
    basics = f.basic_kinds
    for side in (FRANCE, BRITAIN):
        loose = [*state.pool_bonus[side], *state.unassigned[side], *state.drawn[side]]
        basic = [*state.pool_basic[side], *state.basic_out[side]]
        piles = [state.pool_basic[side], state.pool_bonus[side], state.basic_out[side]]
        for theatre in state.theatres:
            piles.append(theatre.bonus[side])
            loose += theatre.bonus[side]
            if theatre.basic[side] != NONE:
                basic.append(theatre.basic[side])
            if sum(tile != special for tile in theatre.bonus[side]) > f.limits.bonus_tiles_per_theatre:
                yield f"more than two bonus tiles of {SIDES[side]} in a theatre (5.6.1)"
        if any(pile != sorted(pile) for pile in piles):
            yield f"war tiles of {SIDES[side]} are kept sorted"
        bonus = sorted(tile for tile in loose if basics <= tile < special)
        basic += [tile for tile in loose if tile < basics]
        if tuple(sorted(basic)) != f.basic_set:
            yield f"basic tiles of {SIDES[side]} lost or doubled (3.7): {sorted(basic)}"
        due = f.bonus_sets[state.next_war][side] if state.next_war != NONE else ()
        if tuple(bonus) != due:
            yield f"bonus tiles of {SIDES[side]} lost or doubled (3.7): {bonus}"
        if len(state.basic_out[side]) > len(f.basic_set) - f.limits.basic_tiles_kept:
            yield f"{SIDES[side]} has fewer than four basic tiles (5.3.3)"


def _ministries(state: State) -> Iterator[str]:
    f = facts()
    for side in (FRANCE, BRITAIN):
        cards = state.ministries[side]
        numbers = [card.card for card in cards]
        if numbers != sorted(set(numbers)):
            yield f"ministries of {SIDES[side]} are doubled or not sorted: {numbers}"
        if any(f.ministries[n - 1].nation != side or n in state.removed_ministries for n in numbers):
            yield f"a ministry that {SIDES[side]} cannot have (3.5.1): {numbers}"
        if sum(not card.jacobite_slot for card in cards) > f.limits.ministries:
            yield f"{SIDES[side]} has more than two ministries (4.1.7)"
        if any(card.exhausted and not card.revealed for card in cards):
            yield f"a face-down ministry of {SIDES[side]} is exhausted (3.5.2)"


def _tracks(state: State) -> Iterator[str]:
    for side in (FRANCE, BRITAIN):
        if not 0 <= state.debt[side] <= state.debt_limit[side]:
            yield f"debt of {SIDES[side]} is {state.debt[side]} of {state.debt_limit[side]} (6.3)"
        if state.treaty_points[side] < 0:
            yield f"treaty points of {SIDES[side]} are {state.treaty_points[side]} (9.1)"
    if not 0 <= state.jacobite_victories <= facts().set_up.jacobite_victories:
        yield "more Jacobite markers than there are"
    if state.initiative not in (FRANCE, BRITAIN) or state.first_player not in (FRANCE, BRITAIN, NONE):
        yield "initiative or first player is no side"


def _action(state: State) -> Iterator[str]:
    f = facts()
    if (state.phase == "action") != (1 <= state.round <= f.limits.rounds):
        yield f"round {state.round} in the phase {state.phase}"
    if (state.war is not None) != (f.turns[state.turn].war != NONE):
        yield "progress of a war outside war turns, or none in one"
    if state.advantages_used > f.limits.advantages_per_round:
        yield "more than two advantages used in a round (8.2)"
    if state.advantage_regions.bit_count() > state.advantages_used:
        yield "more regions than advantages used (8.2)"
    ap = state.ap
    if ap is None:
        return
    if state.phase != "action":
        yield f"action points in the phase {state.phase}"
    if min(*ap.major, *ap.minor) < 0 or any(points.n < 0 for points in ap.restricted):
        yield f"negative action points: {ap.major} {ap.minor}"
    if sum(n > 0 for n in ap.minor) > 1:
        yield f"two minor actions at once (5.3.2): {ap.minor}"
    if ap.bonus_tiles_bought > f.limits.bonus_tiles_per_round:
        yield "more than two bonus tiles bought in a round (5.6.1)"
    if ap.deployed & ~f.naval:
        yield "a squadron was deployed outside the naval spaces (5.6.6)"


def _war(state: State) -> Iterator[str]:
    f = facts()
    turn = f.turns[state.turn]
    if state.phase == "game_over":
        return
    in_theatre = state.phase in ("war_theater", "war_spoils")
    if in_theatre != (state.theatre > 0) or state.theatre > len(state.theatres):
        yield f"theatre {state.theatre} in the phase {state.phase}"
    if state.phase.startswith("war_") != (turn.war != NONE):
        yield f"the phase {state.phase} in turn {turn.id} (4.0)"
    if any(state.unassigned) and (turn.peace != 4 or state.round > 1) and state.phase != "war_layout":
        yield "carried-over tiles are not placed (7.6)"
    if state.flags[USA] and turn.index < f.turn["awi"]:
        yield "USA flags before the American War (7.3)"
    if state.jacobite_extra and not state.jacobite_victories:
        yield "a Jacobite slot without a victory (7.3)"
    war = state.war
    if war is None:
        return
    if [done.theatre for done in war.resolved] != list(range(1, len(war.resolved) + 1)):
        yield f"theatres resolved out of order (7.1): {[done.theatre for done in war.resolved]}"
    if in_theatre and len(war.resolved) != state.theatre - (state.phase == "war_theater"):
        yield f"{len(war.resolved)} theatres resolved at theatre {state.theatre}"
    if (war.spoils is not None) != (state.phase == "war_spoils"):
        yield f"spoils in the phase {state.phase} (7.2)"
    if war.effects_left and state.phase != "war_theater":
        yield f"symbols of tiles in the phase {state.phase} (7.1.2)"
    if max(war.refusals) > len(f.war_rules.refusal_vp) or war.immune.bit_count() != sum(war.refusals):
        yield f"refusals {war.refusals}, {war.immune.bit_count()} territories safe (7.2.2)"
    for side in (FRANCE, BRITAIN):
        if war.squadrons_used[side] & ~state.squadrons[side] or war.used_at_home[side] > state.navy_box[side]:
            yield f"used squadrons of {SIDES[side]} are nowhere (7.2.1.1)"
