"""Whoever loses something in an action of somebody else is hit by an event of it, and so is told at once.

Random play of every game; what belongs to whom is counted from the position alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Final

import pytest

from adjudicator.games.here_i_stand.facts import OWNER, SPACE
from adjudicator.games.imperial_struggle.fact_types import SIDE
from adjudicator.games.oath.rules.table import colour
from adjudicator.games.pax_renaissance.facts import FIRST_PAWN, PIECE
from adjudicator.kernel.match import Match
from adjudicator.kernel.simulate import begin_dense, random_action
from tests.games.here_i_stand.audit import units

Owned = Iterator[tuple[str, str, int]]
"""Whose, what, how many."""


def _oath(state: Any) -> Owned:
    for seat, board in state.boards.items():
        yield colour(state, seat), "warbands", board.warbands
        yield seat, "favor", board.favor
        yield seat, "secrets", board.secrets + board.turned
        yield seat, "relics", len(board.relics)
    for site in state.sites:
        if site.warbands:
            yield site.colour, "warbands", site.warbands
    for banner in state.banners:
        if banner.holder:
            yield banner.holder, "banners", 1


def _pax_renaissance(state: Any) -> Owned:
    for seat in state.seats:
        yield seat, "cards", sum(map(len, state.rows[seat])) + len(state.hands[seat])
    for on in state.borders:
        for piece in on:
            if piece >= FIRST_PAWN:
                yield PIECE.ids[piece].removesuffix("_pawn"), "concessions", 1
    for holder in state.holder:
        if holder:
            yield holder, "empires", 1


def _here_i_stand(state: Any) -> Owned:
    for (owner, kind), count in units(state).items():
        yield owner, kind, count
    for owner, mask in zip(OWNER.ids, state.control, strict=True):
        yield owner, "spaces", len(SPACE.ids_of(mask))
    for seat, hand in state.hands.items():
        yield seat, "cards", len(hand.cards)


def _europa_universalis(state: Any) -> Owned:
    for seat, led in state.led.items():
        yield seat, "influence", sum(led.influence)
        yield seat, "units", sum(led.alone)
        yield seat, "ducats", led.ducats
        for army in led.armies:
            yield seat, "units", army.regular.all + army.mercenary.all


def _imperial_struggle(state: Any) -> Owned:
    for side, mask, ships in zip(SIDE.ids, state.flags, state.squadrons, strict=False):
        yield side, "flags", mask.bit_count()
        yield side, "squadrons", ships.bit_count()


OWNED: Final[dict[str, Callable[[Any], Owned]]] = {
    "europa-universalis": _europa_universalis,
    "here-i-stand": _here_i_stand,
    "imperial-struggle": _imperial_struggle,
    "oath": _oath,
    "pax-renaissance": _pax_renaissance,
}


AGREED: Final = frozenset(("Announced", "DealMade", "Dealt", "Marched", "MercenariesGiven", "Responded", "Shielded"))
"""Events in which somebody gives what they have agreed to, uses a card of their own, or goes on with an own action."""
ENDING: Final = frozenset(("CitizenshipLost", "PlayerLeaves", "RealmForsaken", "Redrawn", "WinterBegan", "WinterCame"))
"""Events of the end of a turn or a match, which costs everybody something."""
LOSSES, MATCHES, ENTRIES = 2, 12, 300
"""Steps with losses that are looked for, in so many matches of so many log entries at the most."""


def owned(match: Match) -> Counter[tuple[str, str]]:
    found = Counter[tuple[str, str]]()
    for owner, what, count in OWNED[match.game.id](match.state):
        found[owner, what] += count
    return found


def stretch(match: Match) -> tuple[int, int]:
    """Return which turn and round are under way: at the end of one everybody loses something."""
    state = match.state
    return match.game.turns_done(state), match.game.rounds_done(state)


def losses(match: Match, rng: Random) -> int:
    """Play a match at random and return how many steps cost somebody something in the action of somebody else."""
    found = 0
    while match.result is None and len(match.log) < ENTRIES:
        before, course, entries = owned(match), stretch(match), len(match.log)
        told = [event for each in random_action(match, rng) for event in (each.public, *each.private.values()) if event]
        after, acting = owned(match), {entry.by for entry in match.log[entries:]}
        if match.result is not None or course != stretch(match):
            continue
        lost = {seat for seat, what in before if after[seat, what] < before[seat, what]} & {*match.header.seats}
        hit = {seat for event in told for seat in event.hit()}
        apart = not (AGREED | ENDING).isdisjoint(type(event).__name__ for event in told)
        assert apart or lost <= hit | acting, (entries, acting, before - after, told)
        found += bool(lost - acting)
    return found


@pytest.mark.parametrize("game", OWNED)
@pytest.mark.parametrize("number", [0, *(pytest.param(n, marks=pytest.mark.long) for n in range(1, 9))])
def test_who_loses_something_is_hit_by_an_event(game: str, number: int) -> None:
    found = 0
    for match in range(MATCHES):
        label = f"losses/{game}/{number}/{match}"
        found += losses(begin_dense(game, label), Random(label))
        if found >= LOSSES:
            return
    raise AssertionError("nobody has lost anything")
