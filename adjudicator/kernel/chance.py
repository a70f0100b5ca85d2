"""Chance: one object, asked when something is drawn, that records every draw as a value.

How it works. A step names the draw, its keys and the candidates in a fixed order. The value comes from the first of
these that has one: what a correction forces, the script (a replay, or what was entered for a draw made at a table), the
preferences (outcomes that an order had before a correction, while they are still possible), the seed. From the seed it
is HMAC-SHA256(key, revision:counter:label) modulo the number of candidates; the key is the secret seed mixed with what
the players added.

What must hold:

- The counter grows by one with each draw, from whichever source, so that a replay and a game that goes on agree.
- What is recorded is the value, not its place among the candidates: another order of them changes no replay.
- Draws of parallel sequences are keyed by the seat and counted for each, so that the pace of the seats changes none.
- What a correction forces comes before everything else, and must be possible like what was entered at a table.
- The commitment to the seed is published before the first draw. Whoever has the key can compute each draw again.
"""

from __future__ import annotations

import hashlib
import hmac
from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import accumulate
from typing import Any, TypeVar

import msgspec

from adjudicator.kernel.errors import ChanceError

T = TypeVar("T", str, int)
V = TypeVar("V")

TABLE = "table"
"""Source of a draw that was made at a table and entered by the moderator."""


class Draw(msgspec.Struct, frozen=True):
    """One draw: what was drawn (`name`, told apart by `keys`), and the `value` that came out, recorded as `value_key`.

    One that did not come from the seed says so: `source` is `table` (entered by hand) or `kept:R.N` (the outcome that
    the entry N of revision R had, of which this one is the repetition), and `no` the number of the draw, from 0; within
    one of several parallel sequences its number there, such as `4/red.0`.
    """

    name: str
    keys: dict[str, Any]
    value_key: str
    value: Any
    source: str = ""
    no: int | str | None = None

    @classmethod
    def of(cls, line: Mapping[str, Any]) -> Draw:
        """Return the draw of a JSON object as logs have it.

        Raises:
            msgspec.ValidationError: The object is not a draw.

        >>> Draw.of({"draw": "card", "seat": "red", "cards": [7, 9]}).value
        [7, 9]
        """
        fields = dict(line)
        name, source, no = fields.pop("draw", None), fields.pop("source", ""), fields.pop("no", None)
        if (
            not isinstance(name, str)
            or not isinstance(source, str)
            or not isinstance(no, int | str | None)
            or not fields
        ):
            raise msgspec.ValidationError(f'{dict(line)} is no draw {{"draw": name, ..., value_key: value}}')
        key, value = fields.popitem()
        return cls(name, fields, key, value, source, no)

    @property
    def told(self) -> dict[str, Any]:
        """Its keys and its value, which stands last."""
        return {**self.keys, self.value_key: self.value}

    @property
    def line(self) -> dict[str, Any]:
        """The draw as logs and archives have it: `{"draw": name, <keys>, <value key>: value}`, the source behind."""
        line = {"draw": self.name, **self.told}
        if self.source:
            line["source"] = self.source
        if self.no is not None:
            line["no"] = self.no
        return line

    @property
    def bare(self) -> Draw:
        """The same without where it came from."""
        return Draw(self.name, self.keys, self.value_key, self.value)

    def repeats(self, other: Draw) -> bool:
        """Return whether both are the same question to chance: equal name and keys, whatever came out."""
        return (self.name, self.value_key, self.keys) == (other.name, other.value_key, other.keys)


Drawn = Draw | Mapping[str, Any]
"""A draw that is given to a match: typed, or its JSON object."""


class DrawRequest(msgspec.Struct, frozen=True):
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
        """The values that may be drawn, in short."""
        among = ", ".join(map(str, self.candidates[:MOST_LISTED]))
        more = ", …" if len(self.candidates) > MOST_LISTED else ""
        return f"{among}{more}" if self.count is None else f"{self.count} × {among}{more}"

    def result(self, value: Any, source: str = "", no: int | str | None = None) -> Draw:
        """Return the draw that gave this value; the value of several draws is a list."""
        return Draw(self.name, self.keys, self.value_key, value, source, no)

    def is_answered_by(self, draw: Draw) -> bool:
        if draw.name != self.name:
            return False
        told = draw.told
        return all(told.get(key) == value for key, value in self.keys.items())

    def value_of(self, draw: Draw) -> Any:
        """Return the value that a draw gives, or None if it gives none; in a script it need not come last."""
        return draw.value if draw.value_key == self.value_key else draw.keys.get(self.value_key)


MOST_LISTED = 12
TO_NUMBER = ""
"""In place of its number, of a draw that gets one when it is made. Older logs have none in parallel sequences."""


class DrawNeeded(ChanceError):  # noqa: N818 - it is wanted, nothing broke
    """Nothing is scripted for a draw that no seed makes. `wanted` says what must be drawn."""

    def __init__(self, wanted: DrawRequest) -> None:
        super().__init__(f"{wanted.called}: nothing is drawn, and there is no seed")
        self.wanted = wanted


class ImpossibleDraw(ChanceError):  # noqa: N818 - the answer to who scripted it
    """`value` is scripted for a draw that cannot bring it. `wanted` says what it may bring."""

    def __init__(self, wanted: DrawRequest, value: Any) -> None:
        self.wanted = wanted
        self.value = ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
        # What lies in a pile may be a secret; the faces of dice are none.
        possible = f"; possible: {wanted.possible}" if wanted.dice else ""
        super().__init__(f"{wanted.called}: {self.value} could not have been drawn{possible}")


class TooFew(ChanceError):  # noqa: N818 - the answer to a position that cannot be
    """`count` were to be drawn where only `there` are."""

    def __init__(self, name: str, count: int, there: int) -> None:
        super().__init__(f"{name}: {count} wanted, {there} there")
        self.name, self.count, self.there = name, count, there


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

    __slots__ = (
        "_key",
        "_lane",
        "_nonces",
        "_preferred",
        "_replaced",
        "_script",
        "asks",
        "counter",
        "forces",
        "record",
        "revision",
        "seed",
    )

    def __init__(
        self,
        seed: bytes | None = None,
        *,
        nonces: Sequence[bytes] = (),
        revision: int = 0,
        counter: int = 0,
        script: Sequence[Drawn] = (),
    ) -> None:
        self.seed, self._nonces = seed, nonces
        self._key: bytes | None = None
        self.revision = revision
        self.counter = counter
        self._script: deque[Draw] = deque(_draws(script)) if script else deque()
        self.record: list[Draw] = []
        self.asks: Callable[[DrawRequest], bool] | None = None
        """Which draws are made at a table and must be entered, although there is a seed; None: none of them."""
        self.forces: Callable[[DrawRequest], Draw | None] | None = None
        """Hears of each draw before it is made, and may say what comes of it; None: chance is left alone."""
        self._preferred: list[Draw] = []
        self._replaced: list[Draw] = []
        self._lane: tuple[int, list[Any]] | None = None

    @property
    def key(self) -> bytes | None:
        """The key of all draws, mixed when it is first asked for; None without a seed."""
        if self._key is None and self.seed is not None:
            self._key = mixed_key(self.seed, self._nonces)
        return self._key

    def copy(self) -> Chance:
        twin = Chance.__new__(Chance)
        twin.seed, twin._nonces, twin._key = self.seed, self._nonces, self._key
        twin.revision, twin.counter = self.revision, self.counter
        twin._script, twin.record, twin.asks = deque(self._script), [], self.asks
        twin.forces = None
        twin._preferred, twin._replaced = list(self._preferred), []
        twin._lane = None
        return twin

    def reseeded(self, seed: bytes) -> Chance:
        """Return a copy whose further draws come from another seed; without a seed it has none either."""
        twin = self.copy()
        if twin.seed is not None:
            twin.seed, twin._key = seed, None
        return twin

    @contextmanager
    def for_seat(self, start: int, lane: list[Any]) -> Iterator[None]:
        """Make draws within one of several parallel sequences, which began when `start` draws had been made.

        They are keyed by its seat and counted separately, so that they are the same whichever sequence is first.
        """
        self._lane = start, lane
        try:
            yield
        finally:
            self._lane = None

    @property
    def scripted(self) -> list[Draw]:
        """The scripted draws that have not been made; at the end of a match those that were never used."""
        return list(self._script)

    def follow(self, draws: Sequence[Drawn]) -> None:
        """Append draws to the script."""
        self._script.extend(_draws(draws))

    def add_manual_draws(self, draws: Sequence[Drawn]) -> None:
        """Append draws that were made at a table: they must be possible, and the record tells where they came from."""
        self._script.extend(msgspec.structs.replace(draw, source=TABLE, no=TO_NUMBER) for draw in _draws(draws))

    def prefer(self, draws: Sequence[Draw]) -> None:
        """Take these draws from now on where one of the same name and keys is made and the value is still possible.

        Each has its `source`. One that is forced takes the place of the first that would have been taken there.
        """
        self._preferred, self._replaced = list(draws), []

    @property
    def unused_preferred_draws(self) -> list[Draw]:
        """The preferred draws that have not been taken."""
        return [*self._preferred, *self._replaced]

    def pick(self, name: str, value_key: str, candidates: Sequence[T], keys: Mapping[str, Any]) -> T:
        """Draw one of `candidates` (in a fixed order), each equally likely."""

        def drawn() -> T:
            return candidates[self._index(name, len(candidates))]

        return self._draw(DrawRequest(name, value_key, dict(keys), candidates), _one_of(candidates), drawn)

    def pick_weighted(self, name: str, value_key: str, weights: Mapping[T, int], keys: Mapping[str, Any]) -> T:
        """Draw one of these (in a fixed order), each as likely as its weight; what weighs nothing cannot be drawn.

        Raises TooFew where nothing weighs anything.
        """
        possible = [each for each, weight in weights.items() if weight > 0]
        lots = list(accumulate(weights[each] for each in possible))
        if not lots:
            raise TooFew(name, 1, 0)

        def drawn() -> T:
            return possible[bisect_right(lots, self._index(name, lots[-1]))]

        return self._draw(DrawRequest(name, value_key, dict(keys), possible), _one_of(possible), drawn)

    def pick_many(
        self, name: str, value_key: str, candidates: Sequence[T], count: int, keys: Mapping[str, Any]
    ) -> list[T]:
        """Draw `count` of `candidates`, each position once, and keep the order.

        Raises:
            TooFew: There are fewer candidates than `count`.
        """
        if count > len(candidates):
            raise TooFew(name, count, len(candidates))

        def drawn() -> list[T]:
            rest = list(candidates)
            return [rest.pop(self._index(f"{name}/{k}", len(rest))) for k in range(count)]

        wanted = DrawRequest(name, value_key, dict(keys), candidates, count)
        return list(self._draw(wanted, _drawn_from(candidates, count), drawn))

    def roll(self, name: str, count: int, sides: int, keys: Mapping[str, Any]) -> list[int]:
        """Roll `count` dice with faces 1 to `sides`."""

        def drawn() -> list[int]:
            return [1 + self._index(f"{name}/{k}", sides) for k in range(count)]

        wanted = DrawRequest(name, "dice", dict(keys), range(1, sides + 1), count)
        return list(self._draw(wanted, _dice(count, sides), drawn))

    def _draw(self, wanted: DrawRequest, fits: Callable[[Any], bool], drawn: Callable[[], V]) -> V:
        """Draw from the script, the preferences or the seed, and record it."""
        if self._lane is not None:
            wanted = msgspec.structs.replace(wanted, keys={"seat": self._lane[1][0], **wanted.keys})
        given = self._forced(wanted, fits) or self._scripted(wanted, fits) or self._wished(wanted, fits)
        if given is None and (self.seed is None or (self.asks is not None and self.asks(wanted))):
            raise DrawNeeded(wanted)
        value = drawn() if given is None else wanted.value_of(given)
        source = "" if given is None else given.source
        kept = list(value) if isinstance(value, list | tuple) else value
        if self._lane is None:
            self.record.append(wanted.result(kept, source, self.counter if source else None))
            self.counter += 1
        else:
            number = None if given is None else self._place if given.no == TO_NUMBER else given.no
            self.record.append(wanted.result(kept, source, number))
            self._lane[1][2] += 1
        return value

    def _index(self, label: str, size: int) -> int:
        key = self.key
        assert key is not None
        text = f"{self.revision}:{self._place}:{label}".encode()
        # 256 bits modulo a small number: the bias is below 2**-240
        return int.from_bytes(hmac.digest(key, text, "sha256"), "big") % size

    @property
    def _place(self) -> int | str:
        """The number that distinguishes the draw that is made now from all others of its line."""
        if self._lane is None:
            return self.counter
        start, lane = self._lane
        return f"{start}/{lane[0]}.{lane[2]}"

    def _forced(self, wanted: DrawRequest, fits: Callable[[Any], bool]) -> Draw | None:
        draw = None if self.forces is None else self.forces(wanted)
        if draw is None:
            return None
        if not fits(draw.value):
            raise ImpossibleDraw(wanted, draw.value)
        replaced = next((each for each in self._preferred if wanted.is_answered_by(each)), None)
        if replaced is not None:
            self._preferred.remove(replaced)
            self._replaced.append(replaced)
        return msgspec.structs.replace(draw, source=TABLE, no=TO_NUMBER)

    def _scripted(self, wanted: DrawRequest, fits: Callable[[Any], bool]) -> Draw | None:
        draw = next((draw for draw in self._script if self._is_for(draw, wanted)), None)
        if draw is None:
            return None
        value = wanted.value_of(draw)
        if not fits(value):
            raise ImpossibleDraw(wanted, value)
        self._script.remove(draw)
        return draw

    def _is_for(self, draw: Draw, wanted: DrawRequest) -> bool:
        """Return whether the draw may be used for this request; one with a number (`no`) only for that number."""
        return draw.no in (None, TO_NUMBER, self._place) and wanted.is_answered_by(draw)

    def _wished(self, wanted: DrawRequest, fits: Callable[[Any], bool]) -> Draw | None:
        draw = next((draw for draw in self._preferred if wanted.is_answered_by(draw)), None)
        if draw is None or not fits(wanted.value_of(draw)):
            return None
        self._preferred.remove(draw)
        return msgspec.structs.replace(draw, no=TO_NUMBER)


def _draws(given: Sequence[Drawn]) -> Iterator[Draw]:
    return (draw if isinstance(draw, Draw) else Draw.of(draw) for draw in given)


def mixed_key(seed: bytes, nonces: Sequence[bytes] = ()) -> bytes:
    """Return the key of all draws: the secret seed, mixed with what the players added."""
    return hmac.digest(seed, b"\0".join(hashlib.sha256(nonce).digest() for nonce in nonces), "sha256")


def commitment(seed: bytes) -> str:
    """Return what is published before the game: the SHA-256 of the seed, in hexadecimal."""
    return hashlib.sha256(b"adjudicator seed\0" + seed).hexdigest()


def key_fingerprint(key: bytes) -> str:
    """Return what is published of the key when it is fixed: its SHA-256, in hexadecimal."""
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
