"""What follows from the fields of a state: document, loader, schema, seat views, other worlds, conservation.

>>> from typing import Annotated
>>> from adjudicator.components.holds import By, Hidden, Pile
>>> SEAT, CARD = Kind("seat", ("red", "blue")), Kind("card", ("ace", "king", "queen", "jack"))
>>> hands = Annotated[list[list[int]], By(SEAT, Pile(CARD)), Hidden.FROM_OTHERS]
>>> deck = Annotated[list[int], Pile(CARD, mixed=True), Hidden.FROM_ALL]
>>> State = msgspec.defstruct("State", [("hands", hands), ("deck", deck)])
>>> form = Form(State, seats=SEAT, pieces=[Pieces(CARD)])
>>> state = State([[0], [2]], [1, 3])
>>> form.write(state)
{'hands': {'red': ['ace'], 'blue': ['queen']}, 'deck': ['king', 'jack']}
>>> form.view(state, frozenset({"red"}))
StateView(hands={'red': ['ace'], 'blue': 1}, deck=2)
>>> for problem in form.problems(State([[0], [0]], [1, 3])):
...     print(problem)
hands.blue: ace is also in hands.red
deck: queen is nowhere
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from random import Random
from typing import Any, Generic, TypeVar

import msgspec

from adjudicator.components.holders import Binding, Json, Place, Reading, Where
from adjudicator.components.kinds import Kind
from adjudicator.components.records import Record, holder_of
from adjudicator.kernel.errors import DocumentError, Problem

S = TypeVar("S", bound=msgspec.Struct)
Due = Callable[[Any, str], Iterable[int]]
Fits = Callable[[Any, Place, int], bool]


class Pieces(msgspec.Struct, frozen=True):
    """Pieces of which every one is in exactly one place of the state.

    `kind`: of what; a part of a kind leaves the others alone. `due`: which (indexes, each as often as it is there) for
    a state and an owner; without it each thing of the kind once. `by`: every owner has a set of his own. `path` and
    `rule`: where and under which rule a lack is told; without a path at the last place that can hold them.
    """

    kind: Kind[Any]
    due: Due | None = None
    by: Kind[Any] | None = None
    path: str = ""
    rule: str = ""

    def owners(self) -> Sequence[str]:
        """Owners of sets; one without a name where there is one set for all."""
        return ("",) if self.by is None else self.by.ids

    def due_in(self, state: Any, owner: str) -> Counter[int]:
        """The pieces that must be there."""
        return Counter(self.kind.indexes if self.due is None else self.due(state, owner))

    def has(self, place: Place, owner: str) -> bool:
        """Whether pieces of an owner's set may lie in a place."""
        return (self.by is None or place.owner == owner) and (
            place.kind.within(self.kind) or self.kind.within(place.kind)
        )


class Form(Generic[S]):
    """A state by its fields. It is what a game gives as its `form`; everything is prepared when it is made.

    `fits` tells which hidden piece can lie where, as far as the others know (an era, a side); `known` which hidden
    place a seat knows all the same.
    """

    def __init__(
        self,
        state_type: type[S],
        *,
        seats: Kind[Any] | None = None,
        pieces: Iterable[Pieces] = (),
        fits: Fits = lambda state, place, thing: True,
        known: Callable[[Any, Place], bool] = lambda state, place: False,
    ) -> None:
        self.state_type = state_type
        self.pieces = tuple(pieces)
        self._record = Record(state_type, Binding(seats, holder_of))
        self._fits, self._known = fits, known
        self._encoder, self._decoder = msgspec.json.Encoder(), msgspec.json.Decoder(state_type)

    @cached_property
    def view_type(self) -> type[msgspec.Struct]:
        """What `view` gives: the keys of the document as fields, hidden piles as numbers, hidden figures as None."""
        keys = dict.fromkeys(field.path[0] for field in self._record.fields)
        return msgspec.defstruct(f"{self.state_type.__name__}View", [(key, Any, None) for key in keys], frozen=True)

    def write(self, state: S) -> Json:
        """The state in names and ids."""
        return self._record.write(state)

    def read(self, given: Any, path: str = "") -> S:
        """The state of a document. Raises DocumentError with everything that is wrong, each with its path."""
        reading = Reading()
        state: S = self._record.read(given, path, reading)
        if reading.problems:
            raise DocumentError(reading.problems)
        return state

    def values(self, given: Any, reading: Reading) -> Json:
        """The fields of the state as a document has them; what is wrong is noted."""
        return self._record.values(given, "", reading)

    def schema(self) -> Json:
        """JSON Schema (2020-12) of what `write` gives."""
        return self._record.schema()

    def view(self, state: S, seats: frozenset[str]) -> msgspec.Struct:
        """What these seats together see; none: an observer."""
        return self.view_type(**self._record.seen(state, seats, ""))

    def places(self, state: S) -> list[Place]:
        """Everywhere that pieces lie."""
        return list(self._record.places(state, Where(), _never))

    def problems(self, state: S) -> list[Problem]:
        """Pieces that are lost, doubled or where they cannot be."""
        places = self.places(state)
        return [
            problem
            for pieces in self.pieces
            for owner in pieces.owners()
            for problem in _lost(state, pieces, owner, [place for place in places if pieces.has(place, owner)])
        ]

    def other(self, state: S, seat: str, rng: Random) -> S:
        """A copy that differs only in what the seat cannot know: as many hidden pieces everywhere, dealt anew."""
        twin = self._decoder.decode(self._encoder.encode(state))
        places = self.places(twin)
        hidden = [place for place in places if place.hidden_from(frozenset({seat})) and not self._known(twin, place)]
        dealt = {id(place): list(place.things) for place in hidden}
        grouped = set[int]()
        for pieces in self.pieces:
            for owner in pieces.owners():
                there = [place for place in places if pieces.has(place, owner)]
                grouped.update(map(id, there))
                self._deal(twin, pieces, owner, [(place, dealt.get(id(place))) for place in there], rng)
        for place in hidden:
            things = dealt[id(place)]
            if id(place) not in grouped:
                possible = [thing for thing in place.kind.indexes if self._fits(twin, place, thing)]
                things = [rng.choice(possible) for _ in things]
            place.lay(things)
        return twin

    def _deal(
        self, state: S, pieces: Pieces, owner: str, places: Sequence[tuple[Place, list[int] | None]], rng: Random
    ) -> None:
        """Deal one set anew where it is hidden; `places` with what will lie there, None where it is seen."""
        due = pieces.due_in(state, owner)
        seen = Counter(thing for place, hidden in places if hidden is None for thing in place.things)
        unseen = sorted((due - seen).elements())
        rng.shuffle(unseen)
        for place, things in places:
            for n, thing in enumerate(things or ()):
                if thing in due:
                    found = next(n for n, each in enumerate(unseen) if self._fits(state, place, each))
                    things[n] = unseen.pop(found)  # type: ignore[index]


def _lost(state: Any, pieces: Pieces, owner: str, places: Sequence[Place]) -> Iterator[Problem]:
    """What is wrong with one set."""
    due = pieces.due_in(state, owner)
    ours = pieces.kind.index.values()
    there = Counter(thing for place in places for thing in place.things if thing in ours)
    if there == due:
        return
    lacking = pieces.path or (places[-1].path if places else pieces.kind.name)
    first: dict[int, str] = {}
    for place in places:
        for thing in place.things:
            if there[thing] > due[thing] and thing in ours:
                name = pieces.kind.id_of(thing)
                if not due[thing]:
                    yield Problem(place.path, f"{name} cannot be here", pieces.rule)
                elif due[thing] == 1 and thing in first:
                    yield Problem(place.path, f"{name} is also in {first[thing]}", pieces.rule)
                first.setdefault(thing, place.path)
    for thing, n in (there - due).items():
        if due[thing] > 1:
            yield Problem(lacking, f"{n} too many of {pieces.kind.id_of(thing)}", pieces.rule)
    for thing, n in (due - there).items():
        name = pieces.kind.id_of(thing)
        yield Problem(lacking, f"{name} is nowhere" if due[thing] == 1 else f"{n} of {name} are nowhere", pieces.rule)


def _never(value: Any) -> None:
    raise AssertionError("a state is not replaced by what lies in it")
