"""Every card by both sides, with and without its bonus, from full boards: all choices at random, all checks."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING

import pytest

from adjudicator.components.bits import bits
from adjudicator.games.imperial_struggle.fact_events import EVENT
from adjudicator.games.imperial_struggle.fact_types import ADVANTAGE, SIDES, SPACE
from adjudicator.games.imperial_struggle.facts import FACTS
from adjudicator.games.imperial_struggle.rules.events.playing import EventPlayed, PlayEvent
from adjudicator.games.imperial_struggle.state import playable
from adjudicator.kernel.simulate import (
    check_disguise,
    check_document,
    check_options,
    check_resume,
)

if TYPE_CHECKING:
    from conftest import Cards

WATCHERS = [check_options, check_resume, check_document, check_disguise(Random(1))]


def fill(cards: Cards, rng: Random) -> None:
    """Flags, squadrons, markers, tiles and exhausted advantages everywhere."""
    state = cards.table.state
    taken = state.flags[0] | state.flags[1]
    for space in bits(playable(state) & ~taken & ~FACTS.naval & ~FACTS.territory):
        if rng.random() < 0.6:
            state.flags[rng.randint(0, 1)] |= 1 << space
    for space in bits(FACTS.naval):
        side = rng.randint(0, 2)
        if side < 2 and state.unbuilt[side] > 2:
            state.squadrons[side] |= 1 << space
            state.unbuilt[side] -= 1
    for space in bits((FACTS.political | FACTS.market) & playable(state)):
        state.conflicts |= (1 << space) * (rng.random() < 0.08)
    for side in SIDES:
        for theatre in range(1, len(state.theatres) + 1):
            cards.lay(side, theatre, rng.randint(0, 2))
    state.advantages_exhausted = rng.getrandbits(len(ADVANTAGE.things))
    state.demand = sorted(rng.sample(range(6), 3))
    state.treaty_points = [rng.randint(0, 2), rng.randint(0, 2)]
    state.awards = [0, 1, 2, 3]
    state.awards_left = sorted((Counter(FACTS.award_set) - Counter(state.awards)).elements())


def favour(cards: Cards, side: str) -> None:
    """The bonus condition holds."""
    condition, state = EVENT.things[cards.card - 1].bonus_if, cards.table.state
    other = "britain" if side == "france" else "france"
    assert condition is not None
    if condition.keyword:
        cards.bonus()
    elif condition.available_debt_lead:
        cards.table.money(side, debt=0, limit=6).money(other, debt=5, limit=6)
    elif condition.bonus_tiles_lead:
        for theatre in state.theatres:
            index = SIDES.index(other)
            state.pool_bonus[index] = sorted([*state.pool_bonus[index], *theatre.bonus[index]])
            theatre.bonus[index] = []
        if not any(theatre.bonus[SIDES.index(side)] for theatre in state.theatres):
            cards.lay(side, 1)
    elif condition.advantage:
        spaces = ADVANTAGE.thing(condition.advantage).spaces
        cards.table.flag(side, *SPACE.ids_of(spaces))
        state.conflicts &= ~spaces
    else:
        cards.table.flag(side, *condition.more_of)
        state.conflicts &= ~SPACE.mask_of(condition.more_of)


@pytest.mark.slow
@pytest.mark.parametrize("bonus", [False, True])
@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("card", range(1, 42))
def test_a_card_from_a_full_board(cards: Cards, card: int, side: str, bonus: bool) -> None:
    if bonus and EVENT.things[card - 1].bonus_if is None:
        bonus = False
    rng = Random(f"{card}{side}{bonus}")
    cards.hold(side, card)
    fill(cards, rng)
    if bonus:
        favour(cards, side)
    cards.begin()
    match = cards.table.match
    cards.do(PlayEvent(card, cards.reveal, bonus=bonus))
    for _ in range(3):
        if cards.table.decision == "":
            break
        seat = match.decisions()[0].seats[0]
        action = match.sample(seat, rng)
        for watch in WATCHERS:
            watch(match, seat, action)
        cards.do(action, seat)
    played = [event for event in cards.events if isinstance(event, EventPlayed)]
    assert [(event.card, event.side) for event in played] == [(card, side)]
    assert played[0].bonus or not bonus
