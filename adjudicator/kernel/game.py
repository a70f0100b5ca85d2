"""Define what a game gives to the kernel."""

from __future__ import annotations

import copy
import hashlib
import importlib
import sys
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any, ClassVar, Generic, Protocol, TypeVar

import msgspec

from adjudicator.kernel import refusals
from adjudicator.kernel.actions import Action, Decline, EndMatch, Nothing, Resolve, SetContent, SetFact
from adjudicator.kernel.bidding import BidUnit
from adjudicator.kernel.chance import Chance
from adjudicator.kernel.chapters import declared, questions
from adjudicator.kernel.decisions import Answers, op_name
from adjudicator.kernel.documents import ContentForm, Cursor, Form, Sight, renamed
from adjudicator.kernel.errors import DocumentError, Problem
from adjudicator.kernel.events import ContentCorrected, Corrected, Event, WindowClosed
from adjudicator.kernel.position import Header, Occasion, Position, Stage
from adjudicator.kernel.result import Result
from adjudicator.kernel.steps import Frame, Frames, StepBook, stored

S = TypeVar("S", bound=msgspec.Struct)


class Option(msgspec.Struct, frozen=True):
    """A house rule or ruling that a campaign may choose: its values (the first is the default) and its rule."""

    values: tuple[Any, ...]
    rule: str = ""

    @property
    def default(self) -> Any:
        return self.values[0]


class Finished(Protocol):
    """The parts of a finished match that a game reads for its sequel."""

    @property
    def header(self) -> Header: ...
    @property
    def state(self) -> Any: ...
    @property
    def result(self) -> Result | None: ...


class Sequel(msgspec.Struct, frozen=True, kw_only=True):
    """The beginning of the next match of a series.

    `seats`: who goes on, by their seat of the finished match the one that they have in the next; `open`: seats of the
    next match that somebody new takes. `options`: those that differ from the finished match. `document`: the position
    that it begins from (`Game.document_of`), where it is not the set-up of the game.

    `order`: the seats of the finished match in the order in which their people may choose seats again; then `seats` are
    those of who says nothing, fewer or more people may play, and `Game.carried` gives the document.
    """

    seats: Mapping[str, str]
    order: tuple[str, ...] = ()
    open: tuple[str, ...] = ()
    options: Mapping[str, Any] = {}
    document: dict[str, Any] | None = None


class Game(Generic[S]):
    """A game. One instance is registered under the entry point group `adjudicator.games`.

    Subclasses set the class attributes and override `start` and whatever else differs.
    """

    id: ClassVar[str]
    """Name in commands and settings, e.g. `imperial-struggle`."""
    titles: ClassVar[Mapping[str, str]]
    """Title by language."""
    version: ClassVar[str]
    """Version of the rules as implemented. It changes whenever an old log could lead elsewhere."""
    seats: ClassVar[tuple[str, ...]]
    """All seats in seat order."""
    moderated: ClassVar[bool] = False
    """Whether its rules, or words of its cards, leave something to a moderator (`Choose(MODERATOR, …)`)."""
    seat_key: ClassVar[str] = "by"
    """Key of the acting seat in a log line."""
    form: ClassVar[Form[Any]]
    """The state by its fields: document, views and what else follows from them."""
    content_form: ClassVar[ContentForm | None] = None
    """The content that may be edited, with its default; None if the game takes no pack."""
    pack: bytes = b""
    """The pack that is played, as canonical JSON; empty: the default."""
    chapters: ClassVar[Sequence[ModuleType]] = ()
    """The modules of its rules, which define its actions, events and questions; none: the module of the game itself."""
    steps: ClassVar[StepBook]
    """The register of its steps."""
    phases: ClassVar[tuple[str, ...]] = ()
    """The phases of a turn in their order, as its steps name them; offers and standing orders may end with them."""
    occasions: ClassVar[tuple[str, ...]] = ()
    """The kinds of what `occasion` finds; the phrasebook names them like questions that interrupt, and standing orders
    may be for one of them."""
    options: ClassVar[Mapping[str, Option]] = {}
    """House rules and readings that a campaign may choose, by name."""
    bid_unit: ClassVar[BidUnit | None] = None
    """What players give up for a seat where they bid for seats (`bids_paid`); None: they bid an order of preference."""
    fact_files: ClassVar[Sequence[Path]] = ()
    """The data files that its rules read. A match goes on only while they are the same; names and other words, which
    lie in files of their own, may be mended at any time.
    """
    open_draws: ClassVar[frozenset[str]] = frozenset()
    """Names of draws that lie open on the table, what they are drawn from too. Dice always do."""
    parts: ClassVar[Mapping[str, str]] = {}
    """Dotted `module:attribute` of what other layers use: `phrases`, `conditions`, `report`, `board`, `rules`,
    `trials`; `module:function()` of what is made when somebody asks for it."""

    def seatings(self, players: int) -> Sequence[tuple[str, ...]]:
        """Return the possible choices of `players` seats, each in seat order.

        Empty if so many cannot play.

        The default: all seats, or nobody.
        """
        return (self.seats,) if players == len(self.seats) else ()

    def start(self, seats: Sequence[str], options: Mapping[str, Any], content: Any) -> tuple[S, Frames]:
        """Return the state before anything is drawn, and the first frames."""
        raise NotImplementedError  # abstract

    def bids_paid(self, paid: Mapping[str, int]) -> Frames:
        """Return the frames that take what was bid for seats, by seat in seat order.

        They come before those of `start`.
        """
        raise NotImplementedError  # abstract for a game with a `bid_unit`

    def sight(self, state: S) -> Sight:
        """Return a function that gives what seats together may know of a state as it is now; no seats: an observer."""
        return self.form.sight(state)

    def view(self, state: S, seats: frozenset[str]) -> msgspec.Struct:
        """Return what these seats together may know; no seats: an observer."""
        return self.sight(state)(seats)

    def anytime(self, state: S, seat: str) -> Answers[S] | None:
        """Return what a seat may do at any time, without answering; `perform` gives the frames that carry it out."""
        return None

    def ahead(self, state: S, seat: str) -> Sequence[Action]:
        """Return intents that may follow the open decision in the same mail.

        Players get codes for them too.

        E.g. what the points of a tile could buy while the tile is still to be chosen. Only from what the
        seat may know. They are checked when their turn comes.
        """
        return ()

    def perform(self, state: S, by: tuple[str, ...], action: Action) -> Frames:
        """Return the frames that carry out an action of `anytime` or `referee`.

        They lie on top of the open decision.
        """
        raise NotImplementedError  # abstract

    def referee(self, state: S) -> Answers[S] | None:
        """Return what the moderator may do apart from corrections (results of a table, effects marked as manual)."""
        return None

    def expand(self, state: S, seat: str, action: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
        """Return the parts of a compound JSON action; a simple action has itself as its only part."""
        return (action,)

    def reseated(self, event: Event) -> Mapping[str, str]:
        """Return who changes seats by an event (old seat to new), e.g.

        after bidding for sides: people move, not pieces.
        """
        return {}

    def told_at_once(self, event: Event) -> Collection[str]:
        """Return the seats that are told of a public event at once, though they are asked nothing: who is attacked."""
        return ()

    def sequel(self, match: Finished) -> Sequel | None:
        """Return how the next match of a series begins after this finished one; None: nothing follows.

        What is carried over is told by the first step of the next match, with an event.
        """
        return None

    def carried(self, match: Finished, sequel: Sequel) -> Sequel:
        """Return the sequel of a finished match, when it is settled who sits where, with what is carried over."""
        return sequel

    def turns_done(self, state: S) -> int:
        """Return how many turns of the game are over, as its turn track counts them; 0 where it has none."""
        return 0

    def rounds_done(self, state: S) -> int:
        """Return how many rounds of the turn under way are over; 0 where turns have none."""
        return 0

    def own_round(self, position: Position[S, Any]) -> int | None:
        """Return which round of one seat by itself is under way, equal only while that one is; None: not one of them.

        Whoever lets a deadline pass in a round of theirs gets the defaults for the rest of it, at once. A plan has
        orders for each round of its seat.
        """
        return None

    @property
    def has_own_rounds(self) -> bool:
        """Tell whether the game says which round of one seat is under way."""
        return type(self).own_round is not Game.own_round

    def stage(self, position: Position[S, Any]) -> Stage:
        """Return which turn is played, as players count them, and which of its `phases`. It never goes back.

        The default: the turns that are done, and the phase of the next step that has one.
        """
        return Stage(self.turns_done(position.state) + 1, self.steps.phase_of(position.frames))

    def occasion(self, state: S) -> Occasion | None:
        """Return what is under way, if it lasts for several questions of the same seats, such as a battle."""
        return None

    def reached(self, position: Position[S, Any], stage: Stage) -> bool:
        """Return whether play has come to a stage's phase or passed it; without a phase, whether the turn is over."""
        now = self.stage(position)
        if not stage.phase:
            return now.turn > stage.turn
        return (now.turn, self._place(now.phase)) >= (stage.turn, self._place(stage.phase))

    def _place(self, phase: str) -> int:
        """Return where in the order of a turn a phase is; one that is not there: after them all."""
        return self.phases.index(phase) if phase in self.phases else len(self.phases)

    def invariants(self, state: S) -> Sequence[str]:
        """Return everything that is impossible in this state. Empty when all is well. The default counts the pieces."""
        return [str(problem) for problem in self.form.problems(state)]

    def observed_by(self, state: S, seat: str) -> bytes:
        """Return the encoded view of one seat; two states are the same to a seat if these bytes are equal."""
        return msgspec.json.encode(self.view(state, frozenset((seat,))), order="deterministic")

    def disguised(self, state: S, seats: Iterable[str], rng: Random) -> S | None:
        """Return a copy of the state that differs only in what the seats together cannot know.

        Return None if nothing is hidden.

        The common game tests use it: such states must be possible (`invariants`), and give equal views, options and
        refusals. The default deals again what the fields declare as hidden.
        """
        other: S = self.form.other(state, seats, rng)
        return other

    # documents ------------------------------------------------------------------------------------

    def document(self, position: Position[S, Any]) -> dict[str, Any]:
        """Return the position as neutral JSON. The default writes the fields of the state and the cursor."""
        return {
            "format": f"{self.id}.position",
            "version": 1,
            "cursor": self._cursor.write(position.frames[::-1]),
            "state": self.form.write(position.state),
            "result": msgspec.to_builtins(position.result),
        }

    def shown(self, plain: Any) -> Any:
        """Return a document, or another plain JSON value, with the ids that its pack uses, for people."""
        own = {slot: id for id, slot in self._slots.items()}
        return renamed(msgspec.to_builtins(plain), own) if own else plain

    def kept(self, plain: Any) -> Any:
        """Return what people wrote with the ids of the pack as rules and states have it."""
        return renamed(plain, self._slots)

    @property
    def _slots(self) -> Mapping[str, str]:
        """Return the slot of each id that only the pack knows."""
        return {} if self.content_form is None else self.content_form.slots(self.content)

    def document_of(self, state: S, frames: Frames) -> dict[str, Any]:
        """Return the document of a position that is before these frames."""
        return self.document(Position(0, 0, 0, stored(frames), state, []))

    def dealt(self, document: Mapping[str, Any], chance: Chance) -> Mapping[str, Any]:
        """Return the document with hidden parts dealt where it only counts them.

        Raises:
            DocumentError: They cannot be dealt.
        """
        return {key: self.form.dealt(each, chance, key) if key == "state" else each for key, each in document.items()}

    def load(self, document: Mapping[str, Any]) -> tuple[S, Frames]:
        """Return the state and the frames of a document, the next frame first. It may use the ids of its pack.

        Raises:
            DocumentError: Something is wrong.
        """
        document = self.kept(document)
        problems = []
        if document.get("format") != f"{self.id}.position":
            problems.append(Problem("format", f"must be {self.id}.position"))
        frames: list[Frame] = []
        try:
            frames = self._cursor.read(document.get("cursor"), "cursor")
        except DocumentError as error:
            problems += error.problems
        if not (frames or problems or document.get("result")):
            problems.append(Problem("cursor", "has no step, and there is no result"))
        try:
            state: S = self.form.read(document.get("state"), "state")
        except DocumentError as error:
            raise DocumentError([*problems, *error.problems]) from None
        problems += [Problem("state", text) for text in self.invariants(state)]
        if problems:
            raise DocumentError(problems)
        return state, frames

    def seats_of(self, document: Mapping[str, Any]) -> Sequence[str]:
        """Return the seats that play in a document."""
        seats: Sequence[str] = document.get("seats") or self.seats
        return seats

    def result_of(self, document: Mapping[str, Any]) -> Result | None:
        """Return the result that a document of a finished match states."""
        result = document.get("result")
        return None if result is None else msgspec.convert(result, Result)

    def document_schema(self) -> dict[str, Any]:
        """Return the JSON Schema (2020-12) of the documents."""
        return {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "object",
            "required": ["format", "cursor", "state"],
            "properties": {
                "format": {"const": f"{self.id}.position"},
                "cursor": self._cursor.schema(),
                "state": self.form.schema(),
            },
        }

    # derived --------------------------------------------------------------------------------------

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """The possible numbers of players, the fewest first."""
        return tuple(n for n in range(1, len(self.seats) + 1) if self.seatings(n))

    @property
    def state_type(self) -> type[S]:
        """The struct of the state."""
        return self.form.state_type

    @cached_property
    def _cursor(self) -> Cursor:
        """The codec that names the steps in documents."""
        return self.form.cursor(self.steps)

    @cached_property
    def open(self) -> bool:
        """Whether nothing in its positions is hidden, as its form says: who watches sees all that the seats do."""
        return type(self).view is Game.view and self.form.open

    @cached_property
    def view_type(self) -> type[msgspec.Struct]:
        """The type that `view` returns; archives read it back from JSON to draw a board."""
        return self.form.view_type

    @cached_property
    def actions(self) -> tuple[type[Action], ...]:
        """Every action that a seat, or the moderator as `referee`, may put in."""
        return declared(Action, *self._chapters)

    @cached_property
    def events(self) -> tuple[type[Event], ...]:
        """Every event that steps tell or show."""
        return declared(Event, *self._chapters)

    @cached_property
    def interrupting(self) -> tuple[type[Answers[Any]], ...]:
        """The questions that interrupt the turn of somebody else: a seat may leave standing orders for them."""
        return tuple(each for each in questions(*self._chapters) if each.interrupts)

    @cached_property
    def asked_kinds(self) -> tuple[str, ...]:
        """The kinds of its questions: a campaign may give each of them hours of its own."""
        return tuple(dict.fromkeys(each.kind for each in questions(*self._chapters)))

    @cached_property
    def _chapters(self) -> Sequence[ModuleType]:
        """The modules of the rules, or the only one there is."""
        return self.chapters or (sys.modules[type(self).__module__],)

    @property
    def corrections(self) -> tuple[type[Action], ...]:
        """The actions that a moderator may take in every match of the game."""
        return (SetFact, EndMatch) if self.content_form is None else (SetFact, EndMatch, SetContent)

    @cached_property
    def action_type(self) -> Any:
        """Return the union of all actions that a log of this game may hold.

        Raises:
            TypeError: A field of an action has the name of something that every line of the log has.
        """
        taken = {"n", self.seat_key, "how", "chance"}
        for kind in self.actions:
            if names := taken.intersection(kind.__struct_encode_fields__):
                raise TypeError(f"{op_name(kind)}: lines of the log have {', '.join(sorted(names))} of their own")
        union: Any = Decline | Nothing | Resolve
        for kind in (*self.corrections, *self.actions):
            union = union | kind
        return union

    @cached_property
    def ops(self) -> dict[str, type[Action]]:
        """Every action by its op."""
        kinds: tuple[type[Action], ...] = (*self.actions, Decline, Nothing, Resolve, *self.corrections)
        return {op_name(kind): kind for kind in kinds}

    @cached_property
    def event_type(self) -> Any:
        """Union of all events that a checkpoint may hold as shown."""
        union: Any = Corrected | WindowClosed
        if self.content_form is not None:
            union = union | ContentCorrected
        for kind in self.events:
            union = union | kind
        return union

    @cached_property
    def content_hash(self) -> str:
        """Hash of what the rules are: version, actions, default content, facts. With a pack the hash of the pack."""
        told = [self.id, self.version, sorted(op_name(kind) for kind in self.actions)]
        if self.content_form is not None:
            told.append(msgspec.json.encode(self.content_form.write(self.content), order="sorted").decode())
        told += [hashlib.sha256(path.read_bytes()).hexdigest() for path in self.fact_files]
        return hashlib.sha256(msgspec.json.encode(told)).hexdigest()[:16]

    @cached_property
    def content(self) -> Any:
        """The editable content that is played: the default, or that of the pack; None: nothing may be edited."""
        return None if self.content_form is None else self.content_form.default()

    @cached_property
    def unbound(self) -> Game[S]:
        """The game as it is without a pack."""
        return self

    def bound(self, content: msgspec.Struct, hash: str, pack: bytes) -> Game[S]:
        """Return the game with the content of a pack. Everything else is the same."""
        twin = copy.copy(self.unbound)
        mine = {"content": content, "content_hash": hash, "pack": pack, "unbound": self.unbound, "_made": {}}
        twin.__dict__.update(mine)
        return twin

    def part(self, name: str) -> Any:
        """Load what another layer needs of this game. Raises LookupError if the game has no such part.

        Of a game with content a part that has a method `with_content` is made again for the content that is played.
        """
        if name not in self.parts:
            raise LookupError(f"{self.id} has no {name}")
        if name in self._made:
            return self._made[name]
        module, _, attribute = self.parts[name].partition(":")
        found = getattr(importlib.import_module(module), attribute.removesuffix("()"))
        found = found() if attribute.endswith("()") else found
        if self.content_form is not None and hasattr(found, "with_content"):
            found = self._made[name] = found.with_content(self.content, self.content_form.names(self.content))
        return found

    @cached_property
    def _made(self) -> dict[str, Any]:
        """Parts that were made for the content, by name."""
        return {}

    def chosen_options(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return all options with their values. Raises Refusal for an unknown name or value."""
        for name, value in given.items():
            if name not in self.options:
                raise refusals.unknown_option(option=name, known=sorted(self.options))
            spec = self.options[name]
            if value not in spec.values:
                raise refusals.unknown_option_value.of(
                    spec.rule, option=name, value=str(value), known=[str(known) for known in spec.values]
                )
        return {name: given.get(name, spec.default) for name, spec in self.options.items()}
