"""Count pieces, spaces and points of positions by other means than the game, from the power cards and tracks alone.

`python -m tests.games.here_i_stand.audit 2000 [SEED]` plays so many whole games by players with wills and without, and
stops at the first position whose count differs.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Any, Final

import msgspec

from adjudicator.games.here_i_stand.cards.schemes import SidesChanged
from adjudicator.games.here_i_stand.facts import CARD, ELECTORATE, OWNER, POWER, SPACE, TABLES
from adjudicator.games.here_i_stand.rules import table
from adjudicator.games.here_i_stand.rules.minors import Activated, Deactivated
from adjudicator.games.here_i_stand.state import State
from adjudicator.kernel.simulate import PlayoutBias, begin_dense, begin_random, random_action

LAND: Final = ("regulars", "mercenaries", "cavalry")
SHIPS: Final = ("squadrons", "corsairs")
WORTH: Final = {
    "st_lawrence": 1,
    "great_lakes": 1,
    "mississippi": 1,
    "amazon": 2,
    "pacific_strait": 1,
    "circumnavigation": 3,
    "maya": 1,
    "aztec": 2,
    "inca": 2,
}
"""The points of discoveries and conquests (20)."""


def units(state: State) -> Counter[tuple[str, str]]:
    """Count the units on the map and in wars abroad, by owner and kind."""
    found = Counter[tuple[str, str]]()
    for here in state.forces.values():
        for force in here:
            for kind in (*LAND, *SHIPS):
                found[force.owner, kind] += getattr(force, kind)
    for war in state.foreign_wars:
        terms = CARD.things[war.card].war
        assert terms is not None
        for kind in LAND:
            found[terms.power, kind] += getattr(war, kind)
    return found


def controllers(state: State) -> dict[str, list[str]]:
    """Return who controls each space."""
    found: dict[str, list[str]] = {space: [] for space in SPACE.ids}
    for owner, mask in zip(OWNER.ids, state.control, strict=True):
        for space in SPACE.ids_of(mask):
            found[space].append(owner)
    return found


def points(state: State) -> dict[str, int]:
    """Count the points of all powers (23.2)."""
    held = controllers(state)
    unrest = {*SPACE.ids_of(state.unrest)}
    quiet = {space: owners[0] for space, owners in held.items() if owners and space not in unrest}
    reformed = {*SPACE.ids_of(state.protestant)} - unrest
    step = max(n for n, least in enumerate(TABLES.protestant_spaces) if len(reformed) >= least)
    found = Counter[str]()
    for power in POWER.ids:
        row = TABLES.terms[power].vp
        keys = [
            space
            for space, owner in quiet.items()
            if owner == power and SPACE.thing(space).kind == "key" and (state.barbary or space != "algiers")
        ]
        found[power] += row[min(len(keys), len(row)) - 1] if row and keys else 0
        own = state.powers[power]
        found[power] += own.bonus + own.war_winner - own.phony + state.burnt_vp.get(power, 0)
        found[power] -= bin(state.phony_wars.get(power, 0)).count("1")
    chosen = [space for space in ELECTORATE.ids if space in quiet]
    found["hapsburg"] += sum(quiet[space] == "hapsburg" for space in chosen) if state.league else 0
    found["protestant"] += 2 * sum(quiet[space] == "protestant" and space in reformed for space in chosen)
    found["protestant"] += step + sum(count == 10 for count in state.full_bible.values())
    found["papacy"] += 15 - step + state.st_peters_vp
    found["ottoman"] += state.piracy
    found["france"] += state.chateaux
    found["england"] += sum(SPACE.thing(space).home == "england" for space in reformed) // 2
    found["england"] += 5 if state.edward else 2 * state.elizabeth
    for name, power in (*state.discoveries.items(), *state.conquests.items()):
        found[power] += WORTH[name]
    return {power: max(0, found[power]) for power in POWER.ids}


def named(events: Iterable[Any], allies: Iterable[tuple[str, str]]) -> set[str]:
    """Return the owners and spaces that events name.

    With a power those whose pieces it moves, `allies`: its minor allies, and who has lent it ships. With a minor power
    that comes or goes its home spaces.
    """
    found = {
        name
        for event in events
        for value in msgspec.structs.astuple(event)
        for name in ((value,) if isinstance(value, str) else value if isinstance(value, tuple) else ())
    }
    minors = {event.minor for event in events if isinstance(event, Activated | Deactivated)}
    if any(isinstance(event, SidesChanged) for event in events):
        found |= {"hapsburg", "protestant"}  # Maurice of Saxony has no other side to go to
    found |= {owner for owner, power in allies if power in found}
    return found | {each.id for each in SPACE if each.home in minors}


def movers(state: State) -> set[tuple[str, str]]:
    """Return whose pieces another power moves, with that power."""
    lent = ((force.owner, force.lent_to) for here in state.forces.values() for force in here if force.lent_to)
    return {*state.minors.items(), *lent}


def problems(state: State) -> list[str]:
    """Return what is impossible in a position."""
    found = []
    there = units(state)
    for owner in OWNER.ids:
        box = TABLES.pieces.get(owner, {})
        for kinds, most in ((LAND, box.get("land", 0)), (SHIPS, box.get("ships", 0))):
            number = sum(there[owner, kind] for kind in kinds)
            if number > most:
                found.append(f"{owner} has {number} of {most} {kinds}")
    found += [f"{space} is controlled by {owners}" for space, owners in controllers(state).items() if len(owners) > 1]
    cards = Counter(state.deck + state.waiting + state.discard + state.gone + state.table + state.played)
    for hand in state.hands.values():
        cards.update(hand.cards + hand.looking)
    due = Counter(card.index for card in CARD if card.kind != "home")
    found += [f"cards {cards - due} too many, {due - cards} missing"] if cards != due else []
    return found


def play(label: str, *, dense: bool, seen: Counter[str]) -> None:
    """Play a game to its end and compare each position; `seen` counts the events that told of changed pieces.

    Raises:
        AssertionError: A count differs, or pieces came or went and no event names their owner.
    """
    begin = begin_dense if dense else begin_random
    match, rng = begin("here-i-stand", label), Random(label)
    bias = PlayoutBias(match, Random(f"{label}/wills"))
    while match.result is None:
        old: State = match.state
        before, held, league, allies = units(old), controllers(old), old.league, movers(old)
        told = [event.public for event in random_action(match, rng, (), bias) if event.public is not None]
        state: State = match.state
        found, names = problems(state), named(told, allies)
        mine, theirs = points(state), {power: table.points(state, power) for power in POWER.ids}
        found += [f"points {mine}, but the game counts {theirs}"] if mine != theirs else []
        after = units(state)
        changed = {owner for owner, kind in {*before, *after} if before[owner, kind] != after[owner, kind]}
        turned = {space for space, owners in controllers(state).items() if owners != held[space]}
        if state.league and not league:
            turned -= {*SPACE.ids_of(state.protestant)}  # named when the League was formed
        found += [f"{name} changed, and no event names it" for name in sorted((changed | turned) - names)]
        seen.update(type(event).__name__ for event in told if named([event], allies) & (changed | turned))
        assert not found, f"{label}, after {len(match.log)} actions: {found}; {told}"


def main(games: int, seed: str = "audit") -> None:
    """Play games, a half from crowded positions, and print what told of changes."""
    seen = Counter[str]()
    for number in range(games):
        play(f"{seed}/{number}", dense=number % 2 == 1, seen=seen)
    print(games, "games without a difference;", ", ".join(f"{name} {count}" for name, count in seen.most_common()))


if __name__ == "__main__":
    main(int(sys.argv[1]), *sys.argv[2:])
