"""A match: one game being played. No mail, no clock, no names of people."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any

import msgspec

from adjudicator.kernel import awaiting, checking, gathering, refusals, running
from adjudicator.kernel.actions import MODERATOR, Action, Decline, SetFact
from adjudicator.kernel.awaiting import Awaited
from adjudicator.kernel.chance import Chance, Draw, Drawn, Wanted, commitment
from adjudicator.kernel.checking import Acting
from adjudicator.kernel.checkpoints import codec_of
from adjudicator.kernel.corrections import set_facts
from adjudicator.kernel.decisions import (
    Agree,
    Choose,
    CostTerm,
    Decision,
    OpenDecision,
    Slot,
    Window,
    complete_answer,
    open_decision,
    options_of,
    sample_answer,
)
from adjudicator.kernel.events import Corrected, Shown, Told
from adjudicator.kernel.game import Game
from adjudicator.kernel.log import By, Entry
from adjudicator.kernel.play import Play
from adjudicator.kernel.position import Header, Position, digest
from adjudicator.kernel.registry import game_named
from adjudicator.kernel.result import Result
from adjudicator.kernel.steps import Frame, Frames, stored


class Match:
    """A match of one game. Made by `new_match`, `Match.from_document` or `Match.resume`.

    `apply` is the only way in. It raises Refusal, and then nothing has changed; after any other exception
    the match must be thrown away. `log` holds the entries since this object was made, `opening` the events
    of the set-up of a new match.

    Where draws are made at a table (`chance.asks`) and the match `waits`, what cannot be finished without one is put
    aside (`awaited`): the position stays as it was before, nothing else can be done, and `draw` goes on.

    `trace`, where it is a list, gets the frame of every step that is carried out (to explain a log entry).
    """

    __slots__ = (
        "_open", "_play", "awaited", "chance", "game", "header", "log", "opening", "position", "sealed", "trace",
        "waits",
    )  # fmt: skip

    def __init__(
        self,
        game: Game[Any],
        header: Header,
        position: Position[Any, Any],
        chance: Chance,
        sealed: Mapping[str, Action] | None = None,
    ) -> None:
        self.game = game
        self.header = header
        self.position = position
        self.chance = chance
        self.log: list[Entry] = []
        self.sealed: dict[str, Action] = dict(sealed or {})
        self.trace: list[Frame] | None = None
        self.opening: list[Told[Any]] = []
        self.awaited: Awaited | None = None
        self.waits = False
        self._open: running.Opened | None = None
        self._play: Play[Any] = Play(header, position, chance, self.log)

    # made from -------------------------------------------------------------------------------------

    @classmethod
    def resume(
        cls,
        header: Header,
        checkpoint: bytes,
        *,
        seed: bytes | None = None,
        nonces: Sequence[bytes] = (),
        revision: int = 0,
        sealed: Mapping[str, Action] | None = None,
    ) -> Match:
        """Go on from a checkpoint. Costs a decoding, nothing more."""
        game = game_named(header.game)
        position = codec_of(game).decode(checkpoint)
        chance = Chance(seed, nonces=nonces, revision=revision, counter=position.counter)
        return cls(game, header, position, chance, sealed)

    @classmethod
    def from_document(
        cls,
        document: Mapping[str, Any],
        *,
        game: str | None = None,
        seats: Sequence[str] | None = None,
        chance: Sequence[Drawn] = (),
        seed: bytes | None = None,
        nonces: Sequence[bytes] = (),
    ) -> Match:
        """Go on from a neutral document. `chance` are scripted draws, matched by name and keys.

        When they run out it is a ChanceError, or the seed goes on where one is given. `game` may be left
        out where the document's `format` tells it. Hidden parts that the document only counts are dealt.
        Raises DocumentError with every problem.
        """
        owner = game_named(game or str(document.get("format", "")).partition(".")[0].replace("_", "-"))
        source = Chance(seed, nonces=nonces, script=chance)
        document = owner.dealt(document, source)
        state, frames = owner.load(document)
        header = Header(
            owner.id,
            owner.version,
            owner.content_hash,
            tuple(seats or owner.seats_of(document)),
            owner.chosen_options(document.get("options", {})),
            commitment(seed) if seed else None,
        )
        position: Position[Any, Any] = Position(0, 0, 0, [], state, [], owner.result_of(document))
        position.frames = stored(frames)
        return cls.begin(owner, header, position, source)

    @classmethod
    def begin(cls, game: Game[Any], header: Header, position: Position[Any, Any], chance: Chance) -> Match:
        """A match that stands before the frames of a position, run to its first decision."""
        match = cls(game, header, position, chance)
        match.opening = match._run()
        return match

    def copy(self) -> Match:
        """An independent match at the same point, with an empty log."""
        position = codec_of(self.game).copy(self.position)
        twin = Match(self.game, self.header, position, self.chance.copy(), self.sealed)
        twin.awaited, twin.waits = self.awaited, self.waits
        return twin

    # asking ----------------------------------------------------------------------------------------

    @property
    def state(self) -> Any:
        """The game's state. Reading only."""
        return self.position.state

    @property
    def result(self) -> Result | None:
        """How the match ended, None while it goes on."""
        return self.position.result

    def decisions(self) -> list[OpenDecision]:
        """What is open: who is asked, what, by which rule. Nobody is waited for while a draw must be entered."""
        decision = self._decision()
        if decision is None:
            return []
        waiting = () if self.awaited else tuple(seat for seat in decision.seats if seat not in self.sealed)
        return [open_decision(decision, self.state, self.position.asked, waiting)]

    @property
    def asked(self) -> tuple[str, ...]:
        """The seats that are asked now, whether or not they have answered in secret. This is public."""
        decision = self._decision()
        return () if decision is None else decision.seats

    @property
    def owing(self) -> tuple[str, ...]:
        """The seats that still owe an answer, neither carried out nor sealed, in seat order.

        The one definition of *has not ordered*: drafts and waiting lines are no answers. Who has sealed one is
        nobody's business: never show this.
        """
        return tuple(seat for decision in self.decisions() for seat in decision.waiting)

    @property
    def all_in(self) -> bool:
        """Whether something is asked and every answer is there: it only waits for its time."""
        return bool(self.asked) and not self.owing

    def options(self, seat: str) -> list[Action]:
        """The legal answers of a seat, as complete actions (payment filled in); empty if it is not asked."""
        decision = self._decision()
        return [] if decision is None else options_of(decision, self.state, seat)

    def anytime(self, seat: str) -> list[Action]:
        """What the seat may do besides answering."""
        answers = None if self.result else self.game.anytime(self.state, seat)
        return [] if answers is None else list(answers.options(self.state, seat))

    def sample(self, seat: str, rng: Random) -> Action:
        """A legal answer for random play. Raises Refusal if the seat is not asked."""
        decision = self._decision()
        if decision is None or seat not in decision.seats:
            raise checking.not_asked(decision, seat, self.sealed)
        return sample_answer(decision, self.state, seat, rng)

    def complete(self, seat: str, partial: Mapping[str, Any]) -> Slot | Action:
        """The next open argument of a partial action with its legal values, or the finished action.

        Raises Refusal where no legal action begins like this.
        """
        decision = self._decision()
        if decision is None or seat not in decision.seats:
            raise checking.not_asked(decision, seat, self.sealed)
        return complete_answer(decision, self.state, seat, partial)

    def check(self, by: By, action: Acting) -> Action:
        """Whether the action could be applied now; returns it typed. Raises Refusal, changes nothing."""
        typed, seats = checking.typed(self.game, action), checking.seats_of(by)
        decision = self._decision()
        if decision is None:
            raise refusals.match_over()
        if self.awaited is not None:
            raise refusals.draw_awaited()
        for seat in seats:
            if seat not in self.header.seats:
                raise refusals.unknown_seat(seat=seat, seats=list(self.header.seats))
        if checking.anytime_answers(self.game, self.state, seats[0], typed) is not None:
            checking.check_anytime(self.game, self.state, seats, typed)
        else:
            checking.check_answers(decision, self.state, seats, typed, self.sealed)
        return typed

    def terms(self, seat: str, action: Action) -> Sequence[CostTerm]:
        """What an action of the seat would cost now and why; empty if it is not asked or pays nothing."""
        decision = self._decision()
        if decision is None or seat not in decision.seats or not isinstance(action, decision.answers.actions):
            return ()
        return decision.answers.terms(self.state, seat, action)

    def default(self, seat: str) -> Action | None:
        """What is done for the seat if it stays silent; None: the moderator decides."""
        decision = self._decision()
        if decision is None or seat not in decision.seats:
            return None
        if isinstance(decision, Window | Agree):
            return Decline()
        return decision.answers.default(self.state, seat)

    # acting ----------------------------------------------------------------------------------------

    def apply(self, by: By, action: Acting | Sequence[Acting]) -> list[Told[Any]]:
        """Carry out an action (typed, its JSON object, or a compound of several, taken whole or not at all).

        `by` is a seat, several seats that act as one (agreements), or "moderator". A secret answer is sealed,
        and carried out with the others when all are in: until then the list of events is empty. So it is where a draw
        must be entered first (`awaited`). Raises Refusal.
        """
        if self.waits and by != MODERATOR:
            parts = checking.parts(self.game, self.state, by, action)
            plain = tuple(dict(part) if isinstance(part, Mapping) else msgspec.to_builtins(part) for part in parts)
            return awaiting.put_in(self, Awaited(by, plain))
        return self._apply(by, action)

    def _apply(self, by: By, action: Acting | Sequence[Acting]) -> list[Told[Any]]:
        parts = checking.parts(self.game, self.state, by, action)
        if len(parts) > 1:
            trial = self.copy()
            told = [event for part in parts for event in trial._apply(by, part)]
            self.become(trial)
            return told
        part = parts[0]
        if by == MODERATOR:
            return self._correct(checking.typed(self.game, part))
        seats = checking.seats_of(by)
        typed = self.check(by, part)
        decision = self._decision()
        assert decision is not None
        if checking.anytime_answers(self.game, self.state, seats[0], typed) is not None:
            return self._interrupt(by, typed, self.game.perform(self.state, seats, typed))
        if isinstance(decision, Choose):
            return self._answer(by, typed)
        for seat in seats:
            self.sealed[seat] = typed
        return self._close(decision) if gathering.complete(decision, self.sealed) else []

    def seal(self, seat: str, action: Acting) -> None:
        """File a secret answer without closing the decision, even if it is the last. Raises Refusal."""
        typed = self.check(seat, action)
        if isinstance(self._decision(), Choose):
            raise refusals.not_secret()
        self.sealed[seat] = typed

    def withdraw(self, seat: str) -> None:
        """Take a sealed answer back. Raises Refusal if there is none, or if it only waits for a draw."""
        if self.awaited is not None:
            raise refusals.draw_awaited()
        if self.sealed.pop(seat, None) is None:
            raise refusals.nothing_sealed(seat=seat)

    def close(self) -> list[Told[Any]]:
        """The deadline: defaults for whoever has not answered, then on. Raises Refusal if one has no default."""
        return awaiting.put_in(self, Awaited("", ())) if self.waits else self._close_now()

    def _close_now(self) -> list[Told[Any]]:
        decision = self._decision()
        if decision is None:
            raise refusals.match_over()
        missing = [seat for seat in decision.seats if seat not in self.sealed]
        defaults = {seat: self.default(seat) for seat in missing}
        for seat, action in defaults.items():
            if action is None:
                raise refusals.no_default.of(decision.answers.rule, seat=seat)
        given = {seat: action for seat, action in defaults.items() if action is not None}
        if isinstance(decision, Choose):
            return self._answer(decision.seat, given[decision.seat], "default")
        self.sealed |= given
        return self._close(decision, frozenset(given))

    # draws at a table ------------------------------------------------------------------------------

    @property
    def wanted(self) -> Wanted | None:
        """The draw that must be entered for play to go on."""
        if self.awaited is None:
            return None
        return awaiting.missing(self, self.awaited)

    def draw(self, results: Sequence[Draw]) -> list[Told[Any]]:
        """Enter draws that were made at the table, in their order, and go on to the next one or to the end of what
        was put in. Without results: go on as far as no draw need be entered any more.

        Raises Refusal: `no_draw_awaited`, `impossible_draw`, `draw_not_made`; then nothing has changed.
        """
        if self.awaited is None:
            raise refusals.no_draw_awaited()
        return awaiting.enter(self, self.awaited, results)

    def carry_on(self, given: Awaited) -> list[Told[Any]]:
        """Carry out what was put in, with the draws that the chance knows. For the kernel only."""
        return self._apply(given.by, given.actions) if given.actions else self._close_now()

    # knowing ---------------------------------------------------------------------------------------

    def view(self, seats: Iterable[str] = ()) -> msgspec.Struct:
        """What these seats together may know; none: an observer."""
        return self.game.view(self.state, frozenset((seats,) if isinstance(seats, str) else seats))

    def document(self) -> dict[str, Any]:
        """The position as neutral JSON, public and hidden: for moderators and tests, never for a seat."""
        self._decision()
        document = self.game.document(self.position)
        defaults = self.game.chosen_options({})
        differing = {name: value for name, value in self.header.options.items() if value != defaults[name]}
        if differing:
            document.setdefault("options", differing)
        if self.game.least_seats is not None:
            document.setdefault("seats", list(self.header.seats))
        return document

    def shown(self, seats: Iterable[str]) -> list[Shown[Any]]:
        """The certified private messages that these seats have had."""
        asking = set(seats)
        return [shown for shown in self.position.shown if asking & set(shown.to)]

    def checkpoint(self) -> bytes:
        """The position as bytes for `resume`. Sealed answers are not in it."""
        return codec_of(self.game).encode(self.position)

    @property
    def hash(self) -> str:
        """SHA-256 of the document, the same on every machine."""
        return digest(self.document())

    # running ---------------------------------------------------------------------------------------

    def _decision(self) -> Decision[Any] | None:
        if self._open is None:
            self._open = running.opened(self.game, self._play, self.position)
        return None if self._open is None else self._open[0]

    def _run(self) -> list[Told[Any]]:
        """Run on to the next decision, or to the end."""
        self._open = running.run(self.game, self._play, self.position, self.trace)
        return self._play.finish()

    def _answer(self, by: By, answer: Action, how: str = "") -> list[Told[Any]]:
        """An answer of one seat becomes an entry and goes to the step that asked."""
        self._play.enter(by, answer, how)
        return self._send(answer)

    def _send(self, answer: Any) -> list[Told[Any]]:
        """Hand the answer to the step that asked, and run on."""
        assert self._open is not None
        asking = self._open[1]
        self._open = None
        if self.trace is not None:
            self.trace.append(self.position.frames[-1])
        self.sealed.clear()
        running.follow(self.position, running.returned(asking, answer))
        return self._run()

    def _close(self, decision: Decision[Any], defaulted: frozenset[str] = frozenset()) -> list[Told[Any]]:
        """Open the sealed answers: into the log, and to the step that asked."""
        made = gathering.outcome(decision, self.sealed, defaulted)
        for by, action, how in made.lines:
            self._play.enter(by, action, how)
        if made.told is not None:
            self._play.emit(made.told)
        return self._send(made.answer)

    def _interrupt(self, by: By, action: Action, frames: Frames) -> list[Told[Any]]:
        """Carry out an action on top of the open decision, which is asked again afterwards."""
        self._open = None
        self._play.enter(by, action)
        self.position.frames += stored(frames)
        return self._run_on()

    def _correct(self, action: Action) -> list[Told[Any]]:
        """What the moderator does: facts set by hand, or what the game lets a referee do."""
        if not isinstance(action, SetFact):
            answers = self.game.referee(self.state)
            if answers is None:
                raise refusals.not_a_correction(op=action.op)
            answers.check(self.state, MODERATOR, action)
            return self._interrupt(MODERATOR, action, self.game.perform(self.state, (MODERATOR,), action))
        set_facts(self.game, self.position, self.document(), action.changes)
        self._play.state, self._open = self.position.state, None
        self._play.enter(MODERATOR, action)
        self._play.emit(Corrected(action.reason))
        return self._run_on()

    def _run_on(self) -> list[Told[Any]]:
        """Run, and keep the sealed answers that still fit where play stands then."""
        sealed, told = self.sealed, self._run()
        self.sealed = gathering.still_fitting(self._decision(), self.state, sealed)
        return told

    def become(self, other: Match) -> None:
        """Go on from where another match of the same game stands, its log added to the own one. For the kernel only."""
        entries = self.log + other.log
        self.position, self.chance, self.sealed = other.position, other.chance, other.sealed
        self.log = entries
        self._open = None
        self._play = Play(self.header, self.position, self.chance, self.log)
