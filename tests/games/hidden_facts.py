"""Find out which facts of a position a seat cannot know, by changing them: no declaration of the game is believed.

A fact is a field of the state, by its path; a list of plain values is one. It is hidden from a seat where another value
of it, or the exchange of a value with another field, changes nothing that the seat sees and breaks no invariant.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from itertools import combinations
from random import Random
from typing import Any

import msgspec

from adjudicator.kernel.game import Game
from adjudicator.kernel.simulate import begin_dense, random_action

WORLDS = 3
"""Disguised worlds of each seat in each position."""
SURE = 4
"""So many positions in which a fact was found to be hidden; if no world of any differs in it, it is forgotten."""
TRIES = 12
Path = tuple[Any, ...]


def disguises(game: Game[Any], matches: int, every: int = 13, longest: int = 60) -> tuple[set[str], set[str]]:
    """Play random matches; return the facts that differ in some disguised world, and the hidden ones that never do.

    Raises AssertionError for a world that is impossible or in which the seat sees something else.
    """
    hidden, varied = Counter[str](), set[str]()
    for number in range(matches):
        match, rng = begin_dense(game.id, f"disguises/{number}"), Random(number)
        for action in range(longest):
            if match.result is not None:
                break
            if action % every == number % every:
                for seat in match.header.seats:
                    varied |= _varied(game, match.state, seat, rng)
                    hidden.update(_hidden(game, match.state, seat, rng, varied))
            random_action(match, rng)
    return varied, {fact for fact, times in hidden.items() if times >= SURE} - varied


def _varied(game: Game[Any], state: Any, seat: str, rng: Random) -> set[str]:
    """Return the facts that differ in disguised worlds."""
    found, facts = set[str](), dict(_facts(state))
    for _ in range(WORLDS):
        world = game.resample_hidden(state, seat, rng)
        assert not (broken := game.invariants(world)), broken
        assert game.observed_by(world, seat) == game.observed_by(state, seat), f"{seat} sees a difference"
        found |= {_name(path) for path, value in _facts(world) if facts.get(path) != value}
    return found


def _hidden(game: Game[Any], state: Any, seat: str, rng: Random, varied: set[str]) -> set[str]:
    """Return the facts that could differ without the notice of a seat, without those that have `varied` already."""
    seen, twin = game.observed_by(state, seat), deepcopy(state)

    def may_hold(changes: dict[Path, Any], *, possible: bool = True) -> bool:
        before = {path: _at(twin, path) for path in changes}
        for path, value in changes.items():
            _put(twin, path, value)
        try:
            return game.observed_by(twin, seat) == seen and not (possible and game.invariants(twin))
        except (LookupError, AssertionError, ValueError, TypeError):
            return False  # no position at all
        finally:
            for path, value in before.items():
                _put(twin, path, value)

    unseen = {
        path: value
        for path, value in _facts(state)
        if any(may_hold({path: other}, possible=False) for other in _others(value, rng, 1))
    }
    sought = {path: value for path, value in unseen.items() if _name(path) not in varied}
    found = {
        path for path, value in sought.items() if any(may_hold({path: each}) for each in _others(value, rng, TRIES))
    }
    for one, two in combinations(unseen, 2):
        if not sought.keys() & {one, two} <= found:
            exchanges = (_exchanged(unseen[one], unseen[two], rng) for _ in range(TRIES))
            if any(may_hold({one: mine, two: theirs}) for mine, theirs in exchanges if mine != unseen[one]):
                found |= sought.keys() & {one, two}
    return {_name(path) for path in found}


def _facts(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Yield every fact of a state with its path."""
    if isinstance(value, msgspec.Struct):
        parts: Any = [(name, getattr(value, name)) for name in value.__struct_fields__]
    elif isinstance(value, dict):
        parts = value.items()
    elif isinstance(value, list) and any(isinstance(each, msgspec.Struct | list | dict) for each in value):
        parts = enumerate(value)
    else:
        yield path, value
        return
    if not (isinstance(value, msgspec.Struct) and value.__struct_config__.frozen):  # the options, which all know
        for key, each in parts:
            yield from _facts(each, (*path, key))


def _name(path: Path) -> str:
    return ".".join(map(str, path))


def _at(state: Any, path: Path) -> Any:
    for key in path:
        state = getattr(state, key) if isinstance(state, msgspec.Struct) else state[key]
    return state


def _put(state: Any, path: Path, value: Any) -> None:
    *above, last = path
    holder = _at(state, tuple(above))
    if isinstance(holder, msgspec.Struct):
        setattr(holder, last, value)
    else:
        holder[last] = value


def _others(value: Any, rng: Random, tries: int) -> Iterator[Any]:
    """Yield other values that a fact might have."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        tried = (abs(value + rng.choice((-3, -2, -1, 1, 2, 3))) for _ in range(tries))
        yield from (each for each in tried if each != value)
    elif isinstance(value, list) and value:
        for n in (rng.randrange(len(value)) for _ in range(tries)):
            for other in _others(value[n], rng, 1):
                yield _with(value, n, other)


def _exchanged(mine: Any, theirs: Any, rng: Random) -> tuple[Any, Any]:
    """Return two facts after the exchange of a value; the same where there is nothing to exchange."""
    one, two = (each if isinstance(each, list) else [each] for each in (mine, theirs))
    if not one or not two:
        return mine, theirs
    m, t = rng.randrange(len(one)), rng.randrange(len(two))
    new = _with(one, m, two[t]), _with(two, t, one[m])
    kept: Any = [
        each if isinstance(before, list) else each[0] for before, each in zip((mine, theirs), new, strict=True)
    ]
    return kept[0], kept[1]


def _with(values: list[Any], n: int, other: Any) -> list[Any]:
    """Return the list with another value, sorted if it was sorted."""
    changed = [*values[:n], other, *values[n + 1 :]]
    return sorted(changed) if values == sorted(values) else changed
