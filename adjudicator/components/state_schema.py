"""Derive from the fields of a state: document, loader, schema, seat views, other worlds, conservation.

How it works. A `StateSchema` reads the annotations of a state once and makes one tree of holders (`field_types`) of
them, with a `Record` for each struct. All that is derived from a state is a walk down that tree:

- `write` and `read`: a document of names and ids, and back. What is wrong is noted on the way, so that all of it is
  told at once; piles that a document only counts get what lies nowhere else (`_fill`).
- `view`: what everybody sees, and beside it what single seats see more (`More`), put together for any seats. `known`
  goes back from a view to a position.
- `problems`: the places of pieces are compared with what is due (`Pieces`), figures with their limits.
- `other`: what some seats cannot know is dealt again. Each place gets as many pieces as these seats know to lie there;
  a matching (`_matched`) finds them, so that each lies where `fits` allows it and shows the back that they see.

What must hold:

- A state that is given stays as it is: `other` changes its own copy, `dealt` its own copy of the document.
- What `known` returns follows from the view alone, never from the state.
- States that look the same to some seats have the same `other` for the same random numbers: else it would tell them.

>>> from typing import Annotated
>>> from adjudicator.components.piece_fields import By, Hidden, Pile
>>> SEAT, CARD = Kind("seat", ("red", "blue")), Kind("card", ("ace", "king", "queen", "jack"))
>>> hands = Annotated[list[list[int]], By(SEAT, Pile(CARD)), Hidden.FROM_OTHERS]
>>> deck = Annotated[list[int], Pile(CARD, mixed=True), Hidden.FROM_ALL]
>>> State = msgspec.defstruct("State", [("hands", hands), ("deck", deck)])
>>> form = StateSchema(State, seats=SEAT, pieces=[Pieces(CARD)])
>>> state = State([[0], [2]], [1, 3])
>>> form.write(state)
{'hands': {'red': ['ace'], 'blue': ['queen']}, 'deck': ['king', 'jack']}
>>> form.view(state, frozenset({"red"}))
StateView(hands={'red': ['ace'], 'blue': 1}, deck=2)
>>> for problem in form.problems(State([[0], [0]], [1, 3])):
...     print(problem)
deck: card queen is nowhere
hands.blue: card ace is also in hands.red
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from functools import cached_property, lru_cache
from random import Random
from typing import Any, Final, Generic, TypeVar, get_args, get_type_hints

import msgspec

from adjudicator.components.container_fields import By
from adjudicator.components.cursor import Cursor
from adjudicator.components.field_types import Binding, FieldPath, Json, Place, Reading, below, seen_by
from adjudicator.components.fields import Field
from adjudicator.components.kinds import Kind
from adjudicator.components.piece_fields import Hidden
from adjudicator.components.records import Record, holder_of
from adjudicator.components.remembered import Remembered
from adjudicator.kernel.chance import Chance
from adjudicator.kernel.documents import Sight
from adjudicator.kernel.errors import DocumentError, Problem
from adjudicator.kernel.events import as_seats
from adjudicator.kernel.steps import StepBook

MOST_NOWHERE: Final = 12
"""The most things of one set that are listed as lost."""
BLANK: Final = -1
"""What stands for a thing of which nobody knows more than that it is there."""
NOWHERE: Final = 0.5
"""How often a loose piece that nobody sees lies nowhere in another world."""
S = TypeVar("S", bound=msgspec.Struct)
Due = Callable[[Any, str], Iterable[int]]
Fits = Callable[[Any, Place, int], bool]


class NoOtherWorld(RuntimeError):  # noqa: N818 - it says what is missing
    """A mistake in the form of a game: what is hidden cannot be dealt again, not even as it lies."""


class Pieces(msgspec.Struct, frozen=True):
    """Pieces of which every one is in exactly one place of the state.

    `kind`: of what; a part of a kind leaves the others alone. `due`: which (indexes, each as often as it is there) for
    a state and an owner; without it each thing of the kind once. `by`: every owner has a set of their own. `path` and
    `rule`: where (for all, or for a thing) and under which rule a lack is told (the owner's key at a star); without a
    path at the last place that can hold them. `loose`: some of them may lie nowhere, such as cards in a box. `needs`:
    keys of the document on which `due` depends besides the places themselves.
    """

    kind: Kind[Any]
    due: Due | None = None
    by: Kind[Any] | None = None
    path: str | Callable[[int], str] = ""
    rule: str = ""
    loose: bool = False
    needs: tuple[str, ...] = ()

    def due_in(self, state: Any, owner: str) -> Counter[int]:
        """Return the pieces that must be there."""
        return Counter(self.kind.indexes if self.due is None else self.due(state, owner))


class StateSchema(Generic[S]):
    """A state by its fields. It is what a game gives as its `form`; everything is prepared when it is made.

    `follows`: fields that can be worked out from the others; a document may leave them out, and one that contradicts is
    refused with both values. `fits` tells which hidden piece can lie where, as far as the others know (an era, a side);
    `known` which hidden place a seat knows all the same. `strict`: keys of a document that no field has are wrong.
    """

    def __init__(  # noqa: PLR0913 - each says one thing about the fields
        self,
        state_type: type[S],
        *,
        seats: Kind[Any] | None = None,
        pieces: Iterable[Pieces] = (),
        strict: bool = True,
        follows: Mapping[str, Callable[[S], Any]] | None = None,
        fits: Fits = lambda state, place, thing: True,
        known: Callable[[Any, Place], bool] = lambda state, place: False,
    ) -> None:
        self.state_type = state_type
        self.pieces = tuple(pieces)
        self._follows = follows or {}
        self._binding = Binding(seats, holder_of, strict=strict)
        self._record = Record(state_type, self._binding, may_lack=self._follows)
        self._following = [field for field in self._record.fields if field.name in self._follows]
        self._fits, self._known = fits, known
        self._sets_of: dict[str, tuple[int, ...]] = {}
        self._kept: dict[str, tuple[bytes, list[Place]]] = {}
        """The places of pieces, by the fields of the state that was looked at last."""
        self._kept_limits: dict[str, tuple[bytes, list[Problem]]] = {}
        """What is beyond its limits, by the same fields."""
        self._positions: Remembered[msgspec.Struct, S] = Remembered(lambda view: self._known_from(view, BLANK))
        self._encoder, self._decoder = msgspec.json.Encoder(), msgspec.json.Decoder(state_type)

    @cached_property
    def view_type(self) -> type[msgspec.Struct]:
        """The struct that `view` returns: its fields are the document keys; hidden piles are numbers, else None."""
        keys = dict.fromkeys(field.path[0] for field in self._record.fields)
        return msgspec.defstruct(f"{self.state_type.__name__}View", [(key, Any, None) for key in keys], frozen=True)

    def cursor(self, steps: StepBook) -> Cursor:
        """Return how documents name the steps of a game, whose arguments are annotated as the fields are."""
        return Cursor(steps, self._binding)

    def kinds(self, name: str) -> tuple[Kind[Any] | None, Kind[Any] | None]:
        """Return the kind of a field's keys, and the kind of its things.

        Each is None if there is none.
        """
        holder = next(field.holder for field in self._record.fields if field.name == name)
        keys = holder.kind if isinstance(holder, By) else None
        return keys, getattr(holder.inner if isinstance(holder, By) else holder, "kind", None)

    def start(self, **given: Any) -> S:
        """Return a state with what is given: other fields have their default, or hold nothing.

        Raises:
            TypeError: A field that must hold something is not given, or a given field does not exist.
        """
        empty = self._record.empty()
        state = self.state_type(**{**empty, **given})
        if lacking := [name for name in empty if getattr(state, name) is None]:
            raise TypeError(f"what do these hold at the start: {', '.join(lacking)}?")
        return state

    def write(self, state: S) -> Json:
        """Return the state in names and ids."""
        return self._record.write(state)

    def read(self, given: Any, path: str = "") -> S:
        """Return the state of a document.

        Raises:
            DocumentError: Something is wrong; it has every problem with its path.
        """
        reading = Reading()
        state = self.noted(given, path, reading)
        if reading.problems:
            raise DocumentError(reading.problems)
        return state

    def noted(self, given: Any, path: str, reading: Reading) -> S:
        """Return the state of a document, with wrong parts noted and left empty."""
        state: S = self._record.read(given, path, reading)
        if reading.counted:
            self._fill(state, path, reading)
        if not reading.problems:
            for field in self._following:
                if field.lacks(given):
                    setattr(state, field.name, self._follows[field.name](state))
        return state

    def _fill(self, state: S, path: str, reading: Reading) -> None:
        """Fill piles that a document only counts with things seen nowhere else.

        A pile is left alone if something wrong was found about it.
        """
        start = len(path) + 1 if path else 0
        wrong = {problem.path[start:].partition(".")[0] for problem in reading.problems}
        for pieces, owner, there, counted in self._counted(state, path, reading):
            if not (wrong.intersection(pieces.needs) or any(place.key in wrong for place in there)):
                left = _left(state, pieces, owner, there)
                fitting: dict[tuple[int, ...], list[tuple[Place, int | None]]] = {}
                for place, count in counted:
                    fitting.setdefault(tuple(self._fitting(state, place, left)), []).append((place, count))
                for things, places in fitting.items():
                    _lay_out(list(things), places, path, pieces.rule, reading)

    def _counted(
        self, state: S, path: str, reading: Reading
    ) -> Iterator[tuple[Pieces, str, list[Place], list[tuple[Place, int | None]]]]:
        """Yield the sets with piles that a document only counts.

        Each with its places and those that the document counts.
        """
        for pieces, sets in self._sets(self.places(state)):
            for owner, there in sets:
                paths = [(place, below(path, place.path)) for place in there]
                counted = [(place, reading.counted.pop(at)) for place, at in paths if at in reading.counted]
                if counted:
                    yield pieces, owner, there, counted

    def _fitting(self, state: S, place: Place, things: Iterable[int]) -> list[int]:
        """Return those of some things that can lie in a place."""
        return [thing for thing in things if thing in place.kind.whole and self._fits(state, place, thing)]

    def dealt(self, given: Any, chance: Chance, path: str = "") -> Any:
        """Return a document with hidden pieces dealt where it only counts them.

        Each pile gets what lies nowhere else and fits. What is not of the form of a document stays as it is: reading it
        reports the problem.

        Raises:
            DocumentError: There is too little to deal from.
        """
        reading = Reading(deals=True)
        state = self._record.read(given, path, reading)
        if reading.problems:
            return given
        filled = deepcopy(given)
        for pieces, owner, there, counted in self._counted(state, path, reading):
            only = {place.path for place, _ in counted}
            left = _left(state, pieces, owner, [place for place in there if place.path not in only])
            for place, count in counted:
                if count is None or place.hidden is None or place.countable:
                    continue
                fits = self._fitting(state, place, left)
                if not 0 <= count <= len(fits):
                    what = f"{count} cannot be dealt from {len(fits)}"
                    reading.wrong(below(path, place.path), what, place.rule or pieces.rule)
                    continue
                name = pieces.kind.name.replace(" ", "_")
                found = sorted(chance.pick_many(name, f"{name}s", fits, count, {"place": place.path}))
                left = sorted((Counter(left) - Counter(found)).elements())
                ids = [pieces.kind.id_of(each) for each in found]
                one = below(path, place.path) in reading.slots
                _put_at(filled, place.path.split("."), ids[0] if one else ids)
        if reading.problems:
            raise DocumentError(reading.problems)
        return filled

    def schema(self) -> Json:
        """Return the JSON Schema (2020-12) of what `write` returns."""
        return self._record.schema()

    def visible_state(self, state: S) -> Sight:
        """Return a function that returns what seats together see of a state.

        No seats means an observer.

        What is open to everybody, and what single seats see beside it, is made once for all viewers, and cached: it is
        not to be changed.
        """
        openly = self._record.openly()(state)
        more = self._record.more(state, "", openly)
        return lambda seats: self.view_type(**seen_by(seats, openly, more))

    def view(self, state: S, seats: frozenset[str]) -> msgspec.Struct:
        """Return what these seats together see; none: an observer."""
        return self.visible_state(state)(seats)

    def known(self, view: msgspec.Struct, blank: int = BLANK) -> S:
        """Return the position as the readers of a view know it, to ask the rules about it.

        `blank` stands for each hidden thing of which they know that it is there: in a pile as often as something lies
        there, and for a single thing that must be there. What else is hidden from them has nothing in it, or zero. Made
        from the view and never from a state, the position contains nothing hidden.

        What it gives for a view is shared by all who ask about that view, and is not to be changed.

        Raises:
            TypeError: It is not a view of this form.
        """
        return self._positions(view) if blank == BLANK else self._known_from(view, blank)

    def _known_from(self, view: msgspec.Struct, blank: int) -> S:
        if not isinstance(view, self.view_type):
            raise TypeError(f"no view of {self.state_type.__name__}: {type(view).__name__}")
        reading = Reading(blank=blank)
        state: S = self._record.read({key: getattr(view, key) for key in view.__struct_fields__}, "", reading)
        if reading.problems:
            raise DocumentError(reading.problems)
        return state

    def places(self, state: S) -> list[Place]:
        """Return all places where pieces can lie."""
        return list(self._record.places(state, FieldPath(), _never))

    def problems(self, state: S, unsound: Collection[str] = ()) -> list[Problem]:
        """Return problems of pieces, of figures, and of facts that contradict each other.

        Pieces may be lost, doubled, out of order or in an impossible place, figures beyond their limits.

        `unsound`: keys of the document whose fields cannot be relied on; what depends on them is left out.
        """
        places = list(self._record.places_kept(state, self._kept))
        found = [
            problem
            for place in places
            if place.things and not (unsound and place.key in unsound)
            for problem in (() if _is_in_its_place(place) else _misplaced(place))
        ]
        beyond = self._record.beyond_kept(state, self._kept_limits)
        found += [each for each in beyond if not (unsound and each.path.partition(".")[0] in unsound)]
        found += [each for each in self._absent(state) if not (unsound and each.path.partition(".")[0] in unsound)]
        for pieces, sets in self._sets(places):
            for owner, there in () if pieces.loose else sets:
                if not (unsound and any(key in unsound for key in (*pieces.needs, *(place.key for place in there)))):
                    found += _lost(state, pieces, owner, there)
        for field in self._following:
            found += () if field.path[0] in unsound else self._contradictions(state, field)
        return found

    def _absent(self, state: S) -> Iterator[Problem]:
        """Yield a problem for each key that a field lacks which has something of everybody, or of every place.

        Who plays has something in every such field that is said by seat; other things are there, all of them.
        """
        said = [(field, getattr(state, field.name)) for field in self._by_key]
        playing = [value for field, value in said if field.holder.owning]
        seats = {seat for value in playing for seat in value}
        for field, value in said:
            due = seats if field.holder.owning else {*field.holder.kind.ids}
            for key in sorted(due - value.keys()):
                yield Problem(below(".".join(field.path), key), "is missing")

    @cached_property
    def _by_key(self) -> list[Any]:
        """The fields with a dict that has something of every key."""
        dicts = ((field, field.holder) for field in self._record.fields)
        return [field for field, holder in dicts if isinstance(holder, By) and holder.is_dict and not holder.sparse]

    def _sets(self, places: Iterable[Place]) -> list[tuple[Pieces, list[tuple[str, list[Place]]]]]:
        """Return the sets of all pieces: each owner with the places where they may lie."""
        found = [(pieces, [(owner, list[Place]()) for owner in _owners(pieces)]) for pieces in self.pieces]
        rows = [there for _, sets in found for _, there in sets]
        for place in places:
            fitting = self._sets_of.get(place.path)
            for n in self._worked_out(place) if fitting is None else fitting:
                rows[n].append(place)
        return found

    def _worked_out(self, place: Place) -> tuple[int, ...]:
        """Return which sets may lie in a place, counted through: it follows from its path."""
        sets = [(pieces, owner) for pieces in self.pieces for owner in _owners(pieces)]
        fits = [
            not place.mention and _akin(place.kind, pieces.kind) and (pieces.by is None or place.owner == owner)
            for pieces, owner in sets
        ]
        self._sets_of[place.path] = tuple(n for n, each in enumerate(fits) if each)
        return self._sets_of[place.path]

    def _contradictions(self, state: S, field: Field) -> Iterator[Problem]:
        """Yield a problem for a field that contradicts what follows from the others."""
        given, due = getattr(state, field.name), self._follows[field.name](state)
        if given == due:
            return
        path, rule = ".".join(field.path), field.holder.rule
        one, other = field.holder.write(given), field.holder.write(due)
        if not isinstance(one, dict):
            yield Problem(path, _both(one, other), rule)
            return
        for key in sorted({*one, *other}):
            if one.get(key) != other.get(key):
                yield Problem(below(path, key), _both(one.get(key), other.get(key)), rule)

    @cached_property
    def open(self) -> bool:
        """Whether no field hides anything from anybody.

        >>> from typing import Annotated
        >>> SEAT, Held = Kind("seat", ("red", "blue")), Annotated[dict[str, int], Hidden.FROM_OTHERS]
        >>> Open, Closed = (msgspec.defstruct("State", [("coins", of)]) for of in (dict[str, int], Held))
        >>> StateSchema(Open, seats=SEAT).open, _hides(Closed)
        (True, True)
        """
        return not _hides(self.state_type)

    @cached_property
    def hidden_structs(self) -> tuple[str, ...]:
        """The hidden fields that hold structs, by their names: `other` deals these again field by field.

        What comes of that need not be possible, nor hide what their figures are: the game must do it.

        >>> from typing import Annotated
        >>> from adjudicator.components.piece_fields import By, Count, One
        >>> SEAT, TOWN = Kind("seat", ("red", "blue")), Kind("town", ("bath", "york"))
        >>> of = {"start": Annotated[str, One(TOWN)], "to": Annotated[str, One(TOWN)]}
        >>> March = msgspec.defstruct("March", of.items())
        >>> marches = Annotated[dict[str, list[March]], By(SEAT), Hidden.FROM_OTHERS]
        >>> StateSchema(msgspec.defstruct("State", [("marches", marches)]), seats=SEAT).hidden_structs
        ('marches',)
        """
        return tuple(_hidden_structs(self._record, ""))

    def other(self, state: S, seats: Iterable[str], rng: Random) -> S:
        """Return a copy that differs only in what these seats together cannot know.

        The hidden pieces are dealt again; where their number is hidden, it differs as well. The copy follows from what
        these seats see and from `rng`: two states that look the same to them have the same copies.

        Raises:
            NoOtherWorld: `fits` has something against a hidden piece where it lies.
        """
        twin = self._decoder.decode(self._encoder.encode(state))
        own = frozenset(as_seats(seats))
        if self._record.has_rows:
            self._cut(twin, own)
        places = self.places(twin)
        hidden = [place for place in places if place.hidden_from(own) and not self._known(twin, place)]
        dealt = {id(place): list(place.things) for place in hidden}
        grouped = set[int]()
        for pieces, sets in self._sets(places):
            for owner, there in sets:
                grouped.update(map(id, there))
                self._deal(twin, pieces, owner, [(place, dealt.get(id(place))) for place in there], rng)
        for place in hidden:
            things = dealt[id(place)]
            if id(place) not in grouped:
                things = self._others(twin, place, own, rng)
            place.lay(things)
        return twin

    def _cut(self, twin: S, own: frozenset[str]) -> None:
        """Cut lists whose length these seats do not know to what they do know.

        The pieces behind that are dealt elsewhere: such a list is only cut if any of their kind may lie unseen in
        another place.
        """
        for rows in [row for row in self._record.rows(twin, FieldPath()) if row.value]:
            before, whole = self.places(twin), [*rows.value]
            del rows.value[rows.known(own) :]
            after = {place.path: place for place in self.places(twin)}
            homes = [place for place in after.values() if place.unseen and place.hidden_from(own)]
            gone = [place.kind for place in before if place.path not in after and self._worked_out(place)]
            if not all(any(kind.within(home.kind) for home in homes) for kind in gone):
                rows.value[:] = whole

    def _others(self, state: S, place: Place, own: frozenset[str], rng: Random) -> list[int]:
        """Return other things for a hidden place that holds no counted pieces.

        A seat that is told something knows that it is, so that it stays where a place says who is told.
        """
        possible = [thing for thing in place.kind.indexes if self._fits(state, place, thing)]
        if place.tells:
            stays = [thing for thing in place.things if place.kind.id_of(thing) in own]
            rest = [thing for thing in possible if place.kind.id_of(thing) not in own]
            many = rng.randint(0, len(rest)) if place.unseen else len(place.things) - len(stays)
            return sorted([*stays, *rng.sample(rest, many)])
        seen = _counted_things(place)
        others = [
            rng.choice([each for each in possible if place.looks_alike(n, thing, each)] or [thing])
            for n, thing in enumerate(place.things[:seen])
        ]
        return [*others, *rng.sample(possible, rng.randint(0, len(possible)))] if _has_room(place) else others

    def _deal(
        self, state: S, pieces: Pieces, owner: str, places: Sequence[tuple[Place, list[int] | None]], rng: Random
    ) -> None:
        """Deal the hidden part of one set again.

        `places` come with what will lie there, None for those that are seen.
        """
        due = pieces.due_in(state, owner)
        hidden = [(place, things) for place, things in places if things is not None]
        before = [(place, [*things]) for place, things in hidden]
        seen = Counter(thing for place, things in places if things is None for thing in place.things)
        unseen = sorted((due - seen).elements())
        rng.shuffle(unseen)
        for place, things in hidden:
            counted = _counted_things(place)
            things[:] = [thing for n, thing in enumerate(things) if n < counted or thing not in due]
        fitting = {id(place): frozenset(self._fitting(state, place, due)) for place, _ in hidden}
        piles = [(place, things, rng.random()) for place, things in hidden if _has_room(place)]
        homes = [[pile for pile in piles if each in fitting[id(pile[0])]] for each in unseen]
        bound = [at for at, fit in enumerate(homes) if not fit] if piles and not pieces.loose else []
        slots = [(place, things, n) for place, things in hidden for n, thing in enumerate(things) if thing in due]
        wanted = _wanted(slots, unseen, fitting)
        taken = _matched(wanted, bound)
        if taken is None:
            raise NoOtherWorld(self._unfitting(state, due, before) or f"too few of {pieces.kind.name} for it")
        for at, slot in taken.items():
            _, things, n = slots[slot]
            things[n] = unseen[at]
        for at, fit in enumerate(homes):
            if at not in taken and fit and not (pieces.loose and rng.random() < NOWHERE):
                _, things, _ = rng.choices(fit, [weight for _, _, weight in fit])[0]
                things.append(unseen[at])

    def _unfitting(self, state: S, due: Counter[int], hidden: Sequence[tuple[Place, list[int]]]) -> str:
        """Return which pieces `fits` refuses where they lie, in words for who writes a game."""
        refused = (
            f"{place.kind.name} {place.kind.id_of(thing)} lies in {place.path}"
            for place, things in hidden
            for thing in dict.fromkeys(things)
            if thing in due and not self._fits(state, place, thing)
        )
        return ", ".join(f"{each}, where `fits` refuses it" for each in refused)


def _owners(pieces: Pieces) -> tuple[str, ...]:
    """Return the owners of sets of these pieces; "" if one set is for all."""
    return ("",) if pieces.by is None else pieces.by.ids


def _hides(form: Any) -> bool:
    """Return whether a type, or one of which it is made, has a field that is hidden."""
    if isinstance(form, type) and issubclass(form, msgspec.Struct):
        return any(_hides(hint) for hint in get_type_hints(form, include_extras=True).values())
    return any(isinstance(arg, Hidden) or _hides(arg) for arg in get_args(form))


def _hidden_structs(record: Record, path: str) -> Iterator[str]:
    """Yield the hidden fields of a struct, and of those in it, that hold structs of several fields."""
    for field in record.fields:
        inner: Any = field.holder
        while not isinstance(inner, Record) and (deeper := getattr(inner, "inner", None)) is not None:
            inner = deeper
        if isinstance(inner, Record):
            name = below(path, field.name)
            if field.hidden is None:
                yield from _hidden_structs(inner, name)
            elif len(inner.fields) > 1:
                yield name


def _left(state: Any, pieces: Pieces, owner: str, places: Iterable[Place]) -> list[int]:
    """Return the pieces of a set that lie nowhere."""
    seen = Counter(thing for place in places for thing in place.things)
    return sorted((pieces.due_in(state, owner) - seen).elements())


def _counted_things(place: Place) -> int:
    """Return of how many things in a place, from the first, everybody knows that they are there."""
    return min(place.top or 0, len(place.things)) if place.unseen else len(place.things)


def _has_room(place: Place) -> bool:
    """Return whether there may be more things in a place than everybody knows: not below one whose back would show."""
    return place.unseen and len(place.things) >= (place.top or 0)


def _wanted(
    slots: Sequence[tuple[Place, list[int], int]], unseen: Sequence[int], fitting: Mapping[int, frozenset[int]]
) -> list[list[int]]:
    """Return for each slot the numbers of the unseen pieces that may lie there, with the back that is seen."""
    alike: dict[tuple[frozenset[int], Any, str | None], list[int]] = {}
    found = []
    for place, things, n in slots:
        fits, back = fitting[id(place)], place.back_of(n, things[n])
        key = fits, place.back, back
        if key not in alike:
            alike[key] = [at for at, each in enumerate(unseen) if each in fits and place.back_of(n, each) == back]
        found.append(alike[key])
    return found


def _matched(wanted: Sequence[Sequence[int]], bound: Sequence[int]) -> dict[int, int] | None:
    """Give each slot one of the pieces that it wants; return the slots by piece, None if that is impossible.

    `bound`: pieces that must have a slot. A matching by augmenting paths (Kuhn): first a slot for each of these, then a
    piece for each slot, by which no piece loses its slot to none.
    """
    pieces: dict[int, int] = {}
    """By slot the piece that it has."""
    sought = {at: [slot for slot, fits in enumerate(wanted) if at in fits] for at in bound}
    if not all(_partner_found(at, sought, pieces, set()) for at in sought):
        return None
    slots, wishes = {at: slot for slot, at in pieces.items()}, dict(enumerate(wanted))
    free = (slot for slot in wishes if slot not in pieces)
    return slots if all(_partner_found(slot, wishes, slots, set()) for slot in free) else None


def _partner_found(who: int, wishes: Mapping[int, Sequence[int]], partners: dict[int, int], tried: set[int]) -> bool:
    """Find a partner for one who has none: the first that is free, else one whose partner takes another.

    `partners`: who has each of those that are taken.
    """
    free = next((each for each in wishes[who] if each not in partners), None)
    if free is not None:
        partners[free] = who
        return True
    for each in wishes[who]:
        if each not in tried:
            tried.add(each)
            if _partner_found(partners[each], wishes, partners, tried):
                partners[each] = who
                return True
    return False


def _put_at(document: Any, keys: Sequence[str], value: Any) -> None:
    """Put a value into a document."""
    for key in keys[:-1]:
        document = document[key]
    document[keys[-1]] = value


def _lay_out(
    left: list[int], counted: Sequence[tuple[Place, int | None]], path: str, rule: str, reading: Reading
) -> None:
    """Lay what is left into the piles that are counted, evenly over the kinds.

    The document does not say which lay where. A pile that is left out gets the rest.
    """
    total = sum(count for _, count in counted if count is not None)
    if total > len(left) or (total < len(left) and all(count is not None for _, count in counted)):
        what = f"{total} given, {len(left)} are seen nowhere else"
        reading.wrong(below(path, counted[0][0].path), what, rule)
    spare = max(0, len(left) - total)
    for place, count in counted:
        here, spare = (spare, 0) if count is None else (count, spare)
        rest = max(1, len(left))
        cut = [(n + 1) * here // rest > n * here // rest for n in range(len(left))]
        place.lay([thing for thing, lies in zip(left, cut, strict=True) if lies])
        left = [thing for thing, lies in zip(left, cut, strict=True) if not lies]


@lru_cache(maxsize=1024)
def _akin(one: Kind[Any], other: Kind[Any]) -> bool:
    """Return whether some things are of both kinds: they are the same, one is a part of the other, or they overlap."""
    if one.within(other) or other.within(one):
        return True
    return one.root is other.root and not one.whole.isdisjoint(other.whole)


def _both(given: Any, due: Any) -> str:
    given, due = ("nothing" if each is None else repr(each) for each in (given, due))
    return f"{given} is given, but {due} follows from the rest"


def _is_in_its_place(place: Place) -> bool:
    """Return whether all is in its place, without naming what is wrong.

    Random play asks this of nearly every place in every position.
    """
    things, kind = place.things, place.kind
    if place.mixed and len(things) > 1 and list(things) != sorted(things):
        return False
    return kind.whole.issuperset(things)


def _misplaced(place: Place) -> Iterator[Problem]:
    """Yield a problem for each thing that is not of the kind that belongs to a place, or not in its order."""
    if place.mixed and list(place.things) != sorted(place.things):
        yield Problem(place.path, "is not sorted")
    for thing in place.things:
        if thing not in place.kind.whole:
            id = place.kind.root.id_of(thing) if thing in place.kind.root.whole else str(thing)
            yield Problem(below(place.path, id), f"{id} is no {place.kind.name}", place.rule)


def _lost(state: Any, pieces: Pieces, owner: str, places: Sequence[Place]) -> Iterator[Problem]:
    """Yield the problems of one set: things lost, misplaced or too often."""
    ours, rule = pieces.kind.mask, pieces.rule
    all_there = [thing for place in places for thing in place.things if ours >> thing & 1]
    all_due = pieces.kind.indexes if pieces.due is None else pieces.due(state, owner)
    if sorted(all_there) == sorted(all_due):
        return
    there, due = Counter(all_there), Counter(all_due)
    if not places:
        whose = f" of {owner}" if owner else ""
        yield Problem(owner, f"no field that is there can hold {pieces.kind.name}{whose}", rule)
        return
    nowhere = due - there
    for thing, n in list(nowhere.items())[:MOST_NOWHERE]:
        name, lacking = _named(pieces, thing), _lacking(pieces, thing, owner, places)
        yield Problem(lacking, f"{name} is nowhere" if due[thing] == 1 else f"{n} of {name} are nowhere", rule)
    if len(nowhere) > MOST_NOWHERE:
        more, paths = len(nowhere) - MOST_NOWHERE, ", ".join(dict.fromkeys(place.field for place in places))
        yield Problem(places[-1].path, f"{more} more of {pieces.kind.name} are nowhere; they may lie in: {paths}", rule)
    first: dict[int, str] = {}
    for place in places:
        for thing in place.things:
            if not ours >> thing & 1 or there[thing] <= due[thing] or due[thing] > 1:
                continue
            if not due[thing]:
                yield Problem(place.path, f"{_named(pieces, thing)} cannot be here", rule)
            elif thing in first:
                yield Problem(place.path, f"{_named(pieces, thing)} is also in {first[thing]}", rule)
            first.setdefault(thing, place.path)
    for thing, n in (there - due).items():
        if due[thing] > 1:
            lacking = _lacking(pieces, thing, owner, places)
            yield Problem(lacking, f"{n} too many of {_named(pieces, thing)}", rule)


def _lacking(pieces: Pieces, thing: int, owner: str, places: Sequence[Place]) -> str:
    """Return the path at which too few or too many of a thing are reported."""
    path = pieces.path if isinstance(pieces.path, str) else pieces.path(thing)
    return below(path, owner) if "*" in path else path or places[-1].path


def _named(pieces: Pieces, thing: int) -> str:
    return f"{pieces.kind.name} {pieces.kind.id_of(thing)}"


def _never(value: Any) -> None:
    raise AssertionError("a state is not replaced by what lies in it")
