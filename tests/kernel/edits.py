"""Positions edited at random, as documents and corrections bring them: refused with a problem, or played on."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any

import msgspec

from adjudicator.kernel.actions import MODERATOR, Action, SetFact
from adjudicator.kernel.errors import DocumentError, Refusal
from adjudicator.kernel.match import Match
from adjudicator.kernel.simulate import random_action

Path = tuple[Any, ...]
KEPT = {"format", "version", "seats", "options", "content", "result", "cursor"}
"""Keys of a document that are left alone: which match it is, and the steps that a position is in the middle of."""
OFTEN, EDITS, ONWARD = 0.1, 6, 12
"""How often a position is edited, in how many ways, and how many actions are played from each."""


def check_edits(match: Match, seat: str, action: Action) -> None:
    """Import and correct positions like this one: each is refused with a problem, or can be played on."""
    rng = Random(f"{match.position.n} {seat} {action}")
    if rng.random() > OFTEN:
        return
    document = match.document()
    for number in range(EDITS):
        edited = _edited(document, rng)
        changes = _patch(document, edited)
        if not changes:
            continue
        try:
            if number % 2:
                edited = msgspec.json.decode(msgspec.json.encode(edited))
                other = Match.from_document(edited, game=match.game.id, seed=b"edits", contents=match.contents)
            else:
                other = match.copy()
                other.apply(MODERATOR, SetFact(changes, "an edit"))
        except (DocumentError, Refusal):
            continue
        except Exception as error:
            raise AssertionError(f"neither refused nor taken: {changes}: {error!r}") from error
        try:
            for _ in range(ONWARD):
                if other.result is None:
                    random_action(other, rng)
        except Exception as error:
            raise AssertionError(f"taken, but not to be played on: {changes}: {error!r}") from error


def _edited(document: dict[str, Any], rng: Random) -> dict[str, Any]:
    """A document with one fact changed, or a thing moved or exchanged between two lists."""
    edited = deepcopy(document)
    facts = [(path, value) for path, value in _facts(edited) if path and path[0] not in KEPT]
    lists = [(path, value) for path, value in facts if isinstance(value, list)]
    path, value = rng.choice(facts)
    if rng.random() < 0.5 or len(lists) < 2:
        alike = [each for at, each in facts if type(each) is type(value) and len(at) == len(path)]
        _put(edited, path, _other(value, alike, rng))
        return edited
    (path, one), (_, two) = rng.sample(lists, 2)
    if rng.random() < 0.5:
        two = rng.choice([each for at, each in lists if at[0] == path[0]])
    if one:
        moved = one.pop(rng.randrange(len(one)))
        if two and rng.random() < 0.5:
            one.append(two.pop(rng.randrange(len(two))))
        two.append(moved)
        for each in (one, two):
            if all(isinstance(thing, str) for thing in each) and rng.random() < 0.5:
                each.sort()
    return edited


def _facts(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every value that holds no object, and every list, with its path."""
    if not isinstance(value, dict):
        yield path, value
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in parts:
        yield from _facts(each, (*path, key))


def _put(document: Any, path: Path, value: Any) -> None:
    for key in path[:-1]:
        document = document[key]
    if value is None and isinstance(document, dict) and path[-1] in document:
        del document[path[-1]]
    else:
        document[path[-1]] = value


def _other(value: Any, alike: list[Any], rng: Random) -> Any:
    """Another value for a fact; None takes it away."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return max(0, value + rng.choice((-5, -1, 1, 1, 5, 20)))
    if isinstance(value, list) and value and rng.random() < 0.7:
        return [each for n, each in enumerate(value) if n != rng.randrange(len(value))]
    return rng.choice([*alike, None])


def _patch(before: Any, after: Any) -> dict[str, Any]:
    """What makes the one document of the other (RFC 7396)."""
    changes: dict[str, Any] = {}
    for key in {**before, **after}:
        one, other = before.get(key), after.get(key)
        if one != other:
            both = isinstance(one, dict) and isinstance(other, dict)
            changes[key] = _patch(one, other) if both else other
    return changes
