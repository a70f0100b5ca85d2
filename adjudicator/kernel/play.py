"""Give a step access to what it may use: the state, draws, events, lines of the log, the end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from adjudicator.kernel.actions import SYSTEM, Action, SystemLine, WindowAnswers
from adjudicator.kernel.chance import Chance
from adjudicator.kernel.events import CertifiedMessage, Event, ObservedEvent, public_form
from adjudicator.kernel.log import By, Entry
from adjudicator.kernel.position import Header, Position
from adjudicator.kernel.result import Result

S = TypeVar("S")
T = TypeVar("T", str, int)


class Play(Generic[S]):
    """Handed to every step. Before a step has its answer it may only read `state`."""

    __slots__ = ("_header", "_log", "_position", "_told", "chance", "content", "state")

    def __init__(
        self, header: Header, position: Position[S, Any], chance: Chance, log: list[Entry], content: Any = None
    ) -> None:
        self._header = header
        self._position = position
        self._log = log
        self._told: list[ObservedEvent[Any]] = []
        self.chance = chance
        self.state = position.state
        self.content = content
        """The content of the game that is played, of its own type; None in a game that takes no pack."""

    @property
    def seats(self) -> tuple[str, ...]:
        return self._header.seats

    @property
    def options(self) -> Mapping[str, Any]:
        """The options of the match, all of them with their values."""
        return self._header.options

    def emit(self, event: Event | None, private: Mapping[str, Event] | None = None) -> None:
        """Tell what happened: `event` to everybody, and to single seats something fuller instead.

        Of an event with fields of its own seat everybody else learns the public form.
        """
        if event is not None and private is None and event.about.own and event.about.by:
            event, private = public_form(event), {getattr(event, event.about.by): event}
        self._told.append(ObservedEvent(self._position.n, event, dict(private or {})))

    def show(self, fact: Event, to: Iterable[str]) -> None:
        """Show a hidden fact to some seats: certified by the service, and known to them from now on."""
        seats = tuple(to)
        shown = CertifiedMessage(self._position.n, seats, fact)
        # After a correction a seat may be shown once more what it was shown before the correction.
        if shown not in self._position.shown:
            self._position.shown.append(shown)
        self._told.append(ObservedEvent(self._position.n, None, dict.fromkeys(seats, fact)))

    def line(self, op: str, **args: Any) -> None:
        """Open a log line of the system; the draws that follow hang on it."""
        self.enter(SYSTEM, SystemLine(op, args))

    def pick(self, name: str, value_key: str, candidates: Sequence[T], **keys: Any) -> T:
        """Draw one of the candidates (ids in a fixed order)."""
        return self.chance.pick(name, value_key, candidates, keys)

    def pick_weighted(self, name: str, value_key: str, weights: Mapping[T, int], **keys: Any) -> T:
        """Draw one of these (ids in a fixed order), each as likely as its weight, a whole number, says."""
        return self.chance.pick_weighted(name, value_key, weights, keys)

    def pick_many(self, name: str, value_key: str, candidates: Sequence[T], count: int, **keys: Any) -> list[T]:
        """Draw `count` of the candidates, in the order drawn."""
        return self.chance.pick_many(name, value_key, candidates, count, keys)

    def roll(self, name: str, count: int, sides: int, **keys: Any) -> list[int]:
        """Roll dice; `name` says what for."""
        return self.chance.roll(name, count, sides, keys)

    def end(self, winners: Iterable[str], how: str, scores: Mapping[str, int] | None = None) -> None:
        """End the match; no step follows."""
        self._position.result = Result(tuple(winners), how, dict(scores or {}))

    # for the match ---------------------------------------------------------------------------------

    def enter(self, by: By, action: Action | SystemLine | WindowAnswers, how: str = "") -> None:
        """Write an entry of the log."""
        self._attach()
        self._position.n += 1
        self._log.append(Entry(self._position.n, by, action, [], how))

    def seat(self) -> None:
        """Log the first entry of a match whose seats are drawn: those draws were made before there was a log."""
        record, self.chance.record = self.chance.record, []
        self.line("seating")
        self.chance.record = record

    def finish(self) -> list[ObservedEvent[Any]]:
        """Return all events since the last call; draws go to their entry, the counter to the position."""
        self._attach()
        self._position.counter = self.chance.counter
        told, self._told = self._told, []
        return told

    def _attach(self) -> None:
        """Hang the draws made so far on the entry that caused them."""
        if self.chance.record:
            if not self._log:
                record, self.chance.record = self.chance.record, []
                self.line("resume")
                self.chance.record = record
            self._log[-1].chance += self.chance.record
            self.chance.record = []
