"""Chance: one object, asked when something is drawn, that records every draw as a value."""

from __future__ import annotations

import hashlib
import hmac
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from adjudicator.kernel.errors import ChanceError

T = TypeVar("T", str, int)
V = TypeVar("V")

Draw = dict[str, Any]
"""One recorded draw: `{"draw": name, <keys>, <value key>: value}`.

One that did not come from the seed says so: `source` is `table` (entered by hand) or `kept:R.N` (the outcome that the
entry N of revision R had, of which this one is the repetition), and `no` the number of the draw, from 0.
"""

TABLE = "table"
"""Source of a draw that was made at a table and entered by the moderator."""


class Wanted(msgspec.Struct, frozen=True):
    """A draw that is to be made: what it is called, among what, and (`count`) how many of them."""

    name: str
    value_key: str
    keys: dict[str, Any]
    candidates: Sequence[Any]
    count: int | None = None

    @property
    def called(self) -> str:
        """Its name with its keys: `lot (seat blue)`."""
        keys = ", ".join(f"{key} {value}" for key, value in self.keys.items())
        return f"{self.name} ({keys})" if keys else self.name

    @property
    def dice(self) -> bool:
        """Whether dice are rolled."""
        return self.value_key == "dice"

    @property
    def possible(self) -> str:
        """What may be drawn, in short."""
        among = ", ".join(map(str, self.candidates[:MOST_LISTED]))
        more = ", …" if len(self.candidates) > MOST_LISTED else ""
        return f"{among}{more}" if self.count is None else f"{self.count} of {among}{more}"

    def is_answered_by(self, entry: Mapping[str, Any]) -> bool:
        return entry.get("draw") == self.name and all(entry.get(key) == value for key, value in self.keys.items())


MOST_LISTED = 12


class DrawNeeded(ChanceError):  # noqa: N818 - it is wanted, nothing broke
    """Nothing is scripted for a draw that no seed makes. `wanted` says what must be drawn."""

    def __init__(self, wanted: Wanted) -> None:
        super().__init__(f"{wanted.called}: nothing is drawn, and there is no seed")
        self.wanted = wanted


class Chance:
    """Source of all draws of a match.

    A value is chosen with HMAC-SHA256(key, revision, counter, label), so whoever has the key can recompute
    every draw (`commitment` is published before the first one). Recorded draws given as `script` take
    precedence; they are matched by name and keys and advance the counter too. Without a seed the script
    must last: running out of it is a DrawNeeded. Preferred draws (`prefer`) count where they are still possible.

    >>> chance = Chance(b"seed")
    >>> chance.pick("die", "pips", [1, 2, 3, 4, 5, 6], {"of": "red"}) in range(1, 7)
    True
    """

    __slots__ = ("_preferred", "_script", "asks", "counter", "key", "record", "revision")

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
        self.asks: Callable[[Wanted], bool] | None = None
        """Which draws are made at a table and must be entered, although there is a seed; None: none of them."""
        self._preferred: list[Draw] = []

    def copy(self) -> Chance:
        twin = Chance.__new__(Chance)
        twin.key, twin.revision, twin.counter = self.key, self.revision, self.counter
        twin._script, twin.record, twin.asks = deque(self._script), [], self.asks
        twin._preferred = list(self._preferred)
        return twin

    @property
    def scripted(self) -> int:
        """How many scripted draws are left."""
        return len(self._script)

    def follow(self, draws: Sequence[Mapping[str, Any]]) -> None:
        """Append draws to the script."""
        self._script.extend(dict(entry) for entry in draws)

    def give(self, draws: Sequence[Mapping[str, Any]]) -> None:
        """Append draws that were made at a table: they must be possible, and the record tells where they came from."""
        self._script.extend({**entry, "source": TABLE} for entry in draws)

    def prefer(self, draws: Sequence[Mapping[str, Any]]) -> None:
        """From now on take these draws where one of the same name and keys is made and the value is still possible.

        Each has its `source`.
        """
        self._preferred = [dict(entry) for entry in draws]

    @property
    def spared(self) -> list[Draw]:
        """The preferred draws that have not been taken."""
        return list(self._preferred)

    def pick(self, name: str, value_key: str, candidates: Sequence[T], keys: Mapping[str, Any]) -> T:
        """One of `candidates` (in a fixed order), each equally likely."""

        def drawn() -> T:
            return candidates[self._index(name, len(candidates))]

        return self._draw(Wanted(name, value_key, dict(keys), candidates), _one_of(candidates), drawn)

    def pick_many(
        self, name: str, value_key: str, candidates: Sequence[T], count: int, keys: Mapping[str, Any]
    ) -> list[T]:
        """`count` of `candidates` without repetition of a position, in the order in which they are drawn."""
        if count > len(candidates):
            raise ChanceError(f"{name}: {count} wanted, {len(candidates)} there")

        def drawn() -> list[T]:
            rest = list(candidates)
            return [rest.pop(self._index(f"{name}/{k}", len(rest))) for k in range(count)]

        wanted = Wanted(name, value_key, dict(keys), candidates, count)
        return list(self._draw(wanted, _drawn_from(candidates, count), drawn))

    def roll(self, name: str, count: int, sides: int, keys: Mapping[str, Any]) -> list[int]:
        """`count` dice with faces 1 to `sides`."""

        def drawn() -> list[int]:
            return [1 + self._index(f"{name}/{k}", sides) for k in range(count)]

        wanted = Wanted(name, "dice", dict(keys), range(1, sides + 1), count)
        return list(self._draw(wanted, _dice(count, sides), drawn))

    def _draw(self, wanted: Wanted, fits: Callable[[Any], bool], drawn: Callable[[], V]) -> V:
        """Scripted, preferred, or from the seed; recorded."""
        value, more = self._scripted(wanted, fits)
        if value is None:
            value, more = self._wished(wanted, fits)
        if value is None:
            if self.key is None or (self.asks is not None and self.asks(wanted)):
                raise DrawNeeded(wanted)
            value, more = drawn(), {}
        kept = list(value) if isinstance(value, list | tuple) else value
        self.record.append({"draw": wanted.name, **wanted.keys, wanted.value_key: kept, **more})
        self.counter += 1
        return value  # type: ignore[no-any-return]

    def _index(self, label: str, size: int) -> int:
        assert self.key is not None
        text = f"{self.revision}:{self.counter}:{label}".encode()
        # 256 bits modulo a small number: the bias is below 2**-240
        return int.from_bytes(hmac.digest(self.key, text, "sha256"), "big") % size

    def _scripted(self, wanted: Wanted, fits: Callable[[Any], bool]) -> tuple[Any, Draw]:
        entry = next((entry for entry in self._script if self._is_for(entry, wanted)), None)
        if entry is None:
            return None, {}
        value = entry.get(wanted.value_key)
        if not fits(value):
            # What lies in a pile may be a secret; the faces of dice are none.
            possible = f"; possible: {wanted.possible}" if wanted.dice else ""
            raise ChanceError(f"scripted draw {entry}: {value!r} could not have been drawn{possible}")
        self._script.remove(entry)
        return value, self._marked(entry["source"]) if "source" in entry else {}

    def _is_for(self, entry: Draw, wanted: Wanted) -> bool:
        """A draw that has its number (`no`) is for that one only."""
        return wanted.is_answered_by(entry) and entry.get("no", self.counter) == self.counter

    def _wished(self, wanted: Wanted, fits: Callable[[Any], bool]) -> tuple[Any, Draw]:
        entry = next((entry for entry in self._preferred if wanted.is_answered_by(entry)), None)
        if entry is None or not fits(entry.get(wanted.value_key)):
            return None, {}
        self._preferred.remove(entry)
        return entry[wanted.value_key], self._marked(entry["source"])

    def _marked(self, source: str) -> Draw:
        return {"source": source, "no": self.counter}


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
