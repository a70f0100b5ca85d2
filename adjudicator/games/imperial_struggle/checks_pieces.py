"""Checks on the map, the tracks, cards and tiles (3.0, 6.0, 8.0, 9.0)."""

from collections.abc import Callable, Iterator
from typing import Final

from adjudicator.kernel.errors import Problem

from .fact_types import (
    AWARD,
    BRITAIN,
    ERAS,
    FRANCE,
    MINISTRY,
    NONE,
    REGION,
    SIDES,
    SPACE,
    SPAIN,
    SUB_REGION,
    TURN,
    USA,
    WAR,
    WAR_IDS,
    WAR_TILE,
)
from .facts import FACTS
from .forms import ministries_in_play
from .state import HeldMinistry, State, bonus_at, era, playable

BANK_OF_ENGLAND, JACOBITES, FOURTH_DEMAND, LOWERS_LIMIT = 8, 4, 19, 15
"""Cards that change what is possible."""


def of_spaces(mask: int, path: str, what: str, rule: str) -> Iterator[Problem]:
    """Yield the same problem for every space of a set; `what` with the id of the space for %s."""
    for id in SPACE.ids_of(mask) if mask else ():
        yield Problem(f"{path}.{id}", what.replace("%s", id), rule)


# ---- the map (3.2, 3.8)


def _flags(state: State) -> Iterator[Problem]:
    france, britain, usa, spain = state.flags
    every = france | britain | usa | spain
    if every.bit_count() != sum(mask.bit_count() for mask in state.flags):
        yield Problem("flags", "a space bears two flags", "3.2.7")
    wrong = every & ~playable(state) & ~FACTS.naval
    if wrong:
        yield from of_spaces(wrong & ~FACTS.usa_spaces, "flags", "%s comes into play in a later era", "3.2.1")
        yield from of_spaces(wrong & FACTS.usa_spaces, "flags", "%s needs a USA flag on the map", "10.0")
    if usa:
        possible = FACTS.usa_award | FACTS.canada_award
        yield from of_spaces(usa & ~possible, "flags", "%s is no territory that may fly a USA flag", "7.3")
        if state.turn < TURN.index[WAR_IDS[-1]]:
            yield from of_spaces(usa, "flags", "%s: there are no USA flags before the American War", "7.3")


def _spain(state: State) -> Iterator[Problem]:
    if not state.options.spanish_empire_12_1:
        yield from of_spaces(
            state.flags[SPAIN], "flags", "%s: Spanish flags need the option spanish_empire_12_1", "12.1"
        )


def _conflicts(state: State) -> Iterator[Problem]:
    wrong = state.conflicts & ~playable(state)
    yield from of_spaces(wrong, "conflicts", "%s is not in play", "3.2.1")
    if state.conflicts_plus & ~state.conflicts:
        yield Problem("conflicts", "a +1 marker without a conflict marker", "3.8.1")


def _damage(state: State) -> Iterator[Problem]:
    """Yield damaged forts of nobody: building a fort repairs it (7.3).

    Forts that the USA emptied keep their damage.
    """
    empty = FACTS.fort & ~(state.flags[FRANCE] | state.flags[BRITAIN])
    if state.turn >= TURN.index[WAR_IDS[-1]]:
        empty &= ~FACTS.by_sub_region[SUB_REGION.index["northern_colonies"]]
    yield from of_spaces(state.damaged & empty, "damaged_forts", "%s is no fort of anybody", "5.6.3")


def _huguenots(state: State) -> Iterator[Problem]:
    foreign = state.huguenots & (state.flags[BRITAIN] | state.flags[USA])
    yield from of_spaces(foreign, "huguenots.placed", "%s is not French any more: its marker has left", "M-9")
    lost = state.huguenots_spent & ~state.huguenots
    yield from of_spaces(lost, "huguenots.spent", "no marker was placed there", "M-9")
    most = FACTS.set_up.huguenots
    if state.huguenots.bit_count() > most:
        yield Problem("huguenots.placed", f"there are only {most} markers", "M-9")


def _squadrons(state: State) -> Iterator[Problem]:
    total = FACTS.limits.squadrons
    for side, name in enumerate(SIDES):
        rest = (state.navy_box[side], state.unbuilt[side], state.lost[side], state.away[side])
        count = state.squadrons[side].bit_count() + sum(rest)
        if count != total or min(rest) < 0:
            yield Problem(f"squadrons.{name}", f"{count} squadrons instead of {total}", "3.6")
    both = state.squadrons[FRANCE] & state.squadrons[BRITAIN]
    yield from of_spaces(both, "squadrons.britain.map", "a naval space holds at most one squadron", "3.2.7")


# ---- tracks (3.10, 6.0, 9.0)


def _debt(state: State) -> Iterator[Problem]:
    for side, name in enumerate(SIDES):
        debt, limit = state.debt[side], state.debt_limit[side]
        if not 0 <= debt <= limit:
            yield Problem(f"debt.{name}", f"{debt} is above the limit of {limit}", "6.3")
        if state.treaty_points[side] < 0:
            yield Problem(f"treaty_points.{name}", f"{state.treaty_points[side]} is less than nothing", "9.1")


def _debt_limit(state: State) -> Iterator[Problem]:
    """Check the debt limits.

    A limit rises at most by four with each era, and by one in each turn in which M-8 can be used; Event 15 takes one
    away.
    """
    base = FACTS.set_up.debt_limit + FACTS.limits.debt_limit_increase * era(state)
    bank = MINISTRY.at(BANK_OF_ENGLAND)
    turns = sum(turn.peace > 0 and bank.eras >> turn.era & 1 for turn in TURN.things[: state.turn + 1])
    least = FACTS.set_up.debt_limit - (LOWERS_LIMIT in state.played)
    for side, name in enumerate(SIDES):
        most = base + (turns * bank.abilities[0].amount if side == bank.nation else 0)
        if not least <= state.debt_limit[side] <= most:
            text = f"{state.debt_limit[side]} is impossible here: from {least} to {most}"
            yield Problem(f"debt_limit.{name}", text, "6.3")


def _victory_points(state: State) -> Iterator[Problem]:
    """Check the victory points.

    A side at an end of the track when it was looked at has won; between two looks only so much is gained.
    """
    ends, phase = FACTS.scoring, state.phase
    if phase in ("final_scoring", "game_over"):
        return
    begun = phase in ("set_up", "deal_cards", "ministry", "initiative") or (
        phase == "action" and state.round == 1 and state.ap is None and not any(state.taken) and not state.ministry_used
    )
    reach = 0 if begun else _most_of_a_war()
    least, most = ends.vp_britain_wins + 1 - reach, ends.vp_france_wins - 1 + reach
    if not least <= state.vp <= most:
        yield Problem("vp", f"{state.vp} is impossible here: from {least} to {most}", "4.1.13")


def _most_of_a_war() -> int:
    """Return the most victory points that one side can win in a war; no turn gives more.

    They come from spoils (7.2), conquests that are refused (7.2.2), and debt symbols against an opponent at the debt
    limit (7.1.2, 6.3b).
    """
    spoils = max(sum(max(row.vp for rows in theatre.spoils for row in rows) for theatre in war.theatres) for war in WAR)
    own = [*FACTS.basic_set, *FACTS.bonus_sets[0][0]]
    symbols = sum(WAR_TILE.things[tile].symbol == "debt" for tile in own)
    return spoils + sum(FACTS.war_rules.refusal_vp) + symbols


def _demand(state: State) -> Iterator[Problem]:
    if len(state.demand) != len(set(state.demand)):
        yield Problem("demand", "a commodity twice", "4.1.4")
    drawn = FACTS.limits.demand_drawn
    possible = (drawn, drawn + 1) if FOURTH_DEMAND in state.played else (drawn,)
    if state.phase != "set_up" and state.demand and len(state.demand) not in possible:
        allowed = "three or four commodities" if len(possible) > 1 else "three commodities"
        yield Problem("demand", f"{len(state.demand)} instead of {allowed}", "4.1.4")


# ---- cards and tiles (3.3-3.7)


def _ministries(state: State) -> Iterator[Problem]:
    for side, name in enumerate(SIDES):
        held = state.ministries[side]
        if not held:
            continue
        possible = ministries_in_play(state, name)
        for each in held:
            what, rule = _ministry(state, side, each, possible)
            if what:
                yield Problem(f"ministries.{name}.{MINISTRY.id_of(each.card)}", what, rule)
        numbers = [each.card for each in held]
        if numbers != sorted(set(numbers)):
            yield Problem(f"ministries.{name}", "a card is there twice, or they are not sorted", "4.1.7")
        if sum(not each.jacobite_slot for each in held) > FACTS.limits.ministries:
            yield Problem(f"ministries.{name}", "more than two cards", "4.1.7")


def _ministry(state: State, side: int, held: HeldMinistry, possible: set[int]) -> tuple[str, str]:
    """Return what is wrong with a card in its slot, and the rule."""
    card = MINISTRY.at(held.card)
    if card.nation != side:
        return f"belongs to {SIDES[card.nation]}", "3.5.1"
    if held.card in state.removed_ministries:
        return "has left the game", "7.3"
    if held.card not in possible:
        return f"does not belong to the {ERAS[era(state)]} era", "4.1.7"
    if held.exhausted >> len(card.abilities):
        return "has no second ability", "3.5.2"
    if held.exhausted and not held.revealed:
        return "lies face down and is exhausted", "3.5.2"
    if held.jacobite_slot and held.card != JACOBITES:
        return "only M-4 may lie in the extra slot", "7.3"
    if held.jacobite_slot and not state.jacobite_extra:
        return "there is no extra slot before France has won the Jacobite Rebellion of the Austrian Succession", "7.3"
    return "", ""


def _jacobites(state: State) -> Iterator[Problem]:
    if not 0 <= state.jacobite_victories <= FACTS.set_up.jacobite_victories:
        yield Problem("jacobite.victories", "more markers than there are", "7.3")
    if state.jacobite_extra and not state.jacobite_victories:
        yield Problem("jacobite.extra_slot", "a slot without a victory", "7.3")


def _tiles(state: State) -> Iterator[Problem]:
    for side, name in enumerate(SIDES):
        if len(state.taken[side]) > FACTS.limits.rounds:
            yield Problem(f"investments.taken.{name}", "more than four tiles", "4.1.9")
    for tile in AWARD:
        there = state.awards_left.count(tile.index) + state.awards.count(tile.index)
        if there > tile.count:
            yield Problem("awards", f"{there - tile.count} too many of {tile.id}", "3.9")
    peace, left = TURN.things[state.turn].peace, len(state.awards_left)
    due, laid = (len(FACTS.award_set) - len(REGION)) * (peace % 2), NONE not in state.awards
    if peace and laid and state.phase != "game_over" and left != due:
        yield Problem("awards_left", f"{left} tiles face down instead of {due}", "4.1.3")


def _war_tiles(state: State) -> Iterator[Problem]:
    special = WAR_TILE.index["atlantic_dominance"]
    dominant = []
    for order, theatre in enumerate(state.theatres, 1):
        for side, name in enumerate(SIDES):
            dominant += [order] * theatre.bonus[side].count(special)
            if len(bonus_at(theatre, side)) > FACTS.limits.bonus_tiles_per_theatre:
                yield Problem(f"war.theaters.{order}.{name}.bonus", "more than two bonus tiles", "5.6.1")
    for order in dominant:
        if len(dominant) > 1 or state.next_war != WAR_IDS.index("7yw"):
            yield Problem(f"war.theaters.{order}", "Atlantic Dominance cannot lie here", "7.3")
    for side, name in enumerate(SIDES):
        if len(state.basic_out[side]) > len(FACTS.basic_set) - FACTS.limits.basic_tiles_kept:
            yield Problem(f"war.out_of_game.{name}", "fewer than four basic tiles are left", "5.3.3")


CHECKS: Final[tuple[Callable[[State], Iterator[Problem]], ...]] = (
    _flags, _spain, _conflicts, _damage, _huguenots, _squadrons, _debt, _debt_limit, _victory_points, _demand,
    _ministries, _jacobites, _tiles, _war_tiles,
)  # fmt: skip
