"""Chance: one object, asked when something is drawn, that records every draw as a value."""

from __future__ import annotations

import hashlib
import hmac
from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from adjudicator.kernel.errors import ChanceError

T = TypeVar("T", str, int)

Draw = dict[str, Any]
"""One recorded draw: `{"draw": name, <keys>, <value key>: value}`."""


class Chance:
    """Source of all draws of a match.

    A value is chosen with HMAC-SHA256(key, revision, counter, label), so whoever has the key can recompute
    every draw (`commitment` is published before the first one). Recorded draws given as `script` take
    precedence; they are matched by name and keys and advance the counter too. Without a seed the script
    must last: running out of it is a ChanceError.

    >>> chance = Chance(b"seed")
    >>> chance.pick("die", "pips", [1, 2, 3, 4, 5, 6], {"of": "red"}) in range(1, 7)
    True
    """

    __slots__ = ("_script", "counter", "key", "record", "revision")

    def __init__(
        self,
        seed: bytes | None = None,
        *,
        nonces: Sequence[bytes] = (),
        revision: int = 0,
        counter: int = 0,
        script: Sequence[Mapping[str, Any]] = (),
    ) -> None:
        self.key = None if seed is None else mixed_key(seed, nonces)
        self.revision = revision
        self.counter = counter
        self._script: deque[Draw] = deque(dict(entry) for entry in script)
        self.record: list[Draw] = []

    def copy(self) -> Chance:
        twin = Chance.__new__(Chance)
        twin.key, twin.revision, twin.counter = self.key, self.revision, self.counter
        twin._script, twin.record = deque(self._script), []
        return twin

    @property
    def scripted(self) -> int:
        """How many scripted draws are left."""
        return len(self._script)

    def follow(self, draws: Sequence[Mapping[str, Any]]) -> None:
        """Append draws to the script."""
        self._script.extend(dict(entry) for entry in draws)

    def pick(self, name: str, value_key: str, candidates: Sequence[T], keys: Mapping[str, Any]) -> T:
        """One of `candidates` (in a fixed order), each equally likely."""
        value: T | None = self._scripted(name, value_key, keys, _one_of(candidates))
        if value is None:
            value = candidates[self._index(name, len(candidates))]
        self._write(name, keys, value_key, value)
        return value

    def pick_many(
        self, name: str, value_key: str, candidates: Sequence[T], count: int, keys: Mapping[str, Any]
    ) -> list[T]:
        """`count` of `candidates` without repetition of a position, in the order in which they are drawn."""
        if count > len(candidates):
            raise ChanceError(f"{name}: {count} wanted, {len(candidates)} there")
        values: list[T] | None = self._scripted(name, value_key, keys, _drawn_from(candidates, count))
        if values is None:
            rest = list(candidates)
            values = [rest.pop(self._index(f"{name}/{k}", len(rest))) for k in range(count)]
        self._write(name, keys, value_key, list(values))
        return list(values)

    def roll(self, name: str, count: int, sides: int, keys: Mapping[str, Any]) -> list[int]:
        """`count` dice with faces 1 to `sides`."""
        values = self._scripted(name, "dice", keys, _dice(count, sides))
        if values is None:
            values = [1 + self._index(f"{name}/{k}", sides) for k in range(count)]
        self._write(name, keys, "dice", list(values))
        return list(values)

    def _write(self, name: str, keys: Mapping[str, Any], value_key: str, value: Any) -> None:
        self.counter += 1
        self.record.append({"draw": name, **keys, value_key: value})

    def _index(self, label: str, size: int) -> int:
        if self.key is None:
            raise ChanceError(f"{label}: the scripted draws ran out and there is no seed")
        text = f"{self.revision}:{self.counter}:{label}".encode()
        # 256 bits modulo a small number: the bias is below 2**-240
        return int.from_bytes(hmac.digest(self.key, text, "sha256"), "big") % size

    def _scripted(self, name: str, value_key: str, keys: Mapping[str, Any], fits: Any) -> Any:
        if not self._script:
            return None
        for entry in self._script:
            if entry.get("draw") == name and all(entry.get(key) == keys[key] for key in keys):
                break
        else:
            if self.key is None:
                raise ChanceError(f"no scripted draw {name} with {dict(keys)}")
            return None
        value = entry.get(value_key)
        if not fits(value):
            raise ChanceError(f"scripted draw {entry}: {value!r} could not have been drawn")
        self._script.remove(entry)
        return value


def mixed_key(seed: bytes, nonces: Sequence[bytes] = ()) -> bytes:
    """The key of all draws: the secret seed, mixed with what the players added."""
    return hmac.digest(seed, b"\0".join(hashlib.sha256(nonce).digest() for nonce in nonces), "sha256")


def commitment(seed: bytes) -> str:
    """What is published before the game: SHA-256 of the seed, in hexadecimal."""
    return hashlib.sha256(b"adjudicator seed\0" + seed).hexdigest()


def key_fingerprint(key: bytes) -> str:
    """What is published of the key when it is fixed: SHA-256, in hexadecimal."""
    return hashlib.sha256(b"adjudicator key\0" + key).hexdigest()


def _one_of(candidates: Sequence[Any]) -> Any:
    return lambda value: value in candidates


def _drawn_from(candidates: Sequence[Any], count: int) -> Any:
    def fits(values: Any) -> bool:
        if not isinstance(values, list | tuple) or len(values) != count:
            return False
        rest = list(candidates)
        for value in values:
            if value not in rest:
                return False
            rest.remove(value)
        return True

    return fits


def _dice(count: int, sides: int) -> Any:
    return lambda values: (
        isinstance(values, list | tuple)
        and len(values) == count
        and all(isinstance(value, int) and 1 <= value <= sides for value in values)
    )
