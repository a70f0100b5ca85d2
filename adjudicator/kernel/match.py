"""A match: one game being played. No mail, no clock, no names of people.

How it works. A match is a `Position` (the state of its game, a stack of frames, the numbers of log entries and of
draws, the result), a `Chance`, and the answers that are sealed. It stands at one or several open decisions, or at its
end. `apply` is the only way in:

1. The action is typed, and judged by the question that it answers or by what is allowed at any time (`checking`).
2. A secret answer is sealed beside the position. Nothing else happens until all are in, or `close` applies a deadline.
3. Any other action becomes a log entry. An answer goes to the step that asked, an action at any time runs on top of the
   stack; the `Runner` runs frames until the next question.
4. What was emitted meanwhile is returned: public events, each with the fuller forms for some seats.

What must hold:

- A Refusal is raised before anything has changed. After any other exception the match is thrown away.
- A compound is carried out on a copy, which takes the place of the match whole or not at all.
- The log has all that a replay needs: explicit actions and the values that were drawn.
- Sealed answers get their log numbers in the order of the seats, when the decision closes: who was quick shows nowhere.
- While a draw must be entered (`awaited`), the position is the one before the submission that needs it.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from adjudicator.kernel import checking, collecting, pending_draws, refusals
from adjudicator.kernel.actions import MODERATOR, Action, EndMatch, Resolve, SetContent, SetFact
from adjudicator.kernel.chance import Chance, Draw, Drawn, DrawRequest, commitment
from adjudicator.kernel.checking import Acting
from adjudicator.kernel.checkpoints import codec_of
from adjudicator.kernel.content import Contents, PackTrouble, edited, edits, playing, same_rules
from adjudicator.kernel.corrections import set_facts
from adjudicator.kernel.decisions import (
    Choose,
)
from adjudicator.kernel.errors import BrokenGame, DocumentError, Problem
from adjudicator.kernel.events import ContentCorrected, Corrected, ObservedEvent
from adjudicator.kernel.game import Game
from adjudicator.kernel.log import DEFAULT, By
from adjudicator.kernel.match_queries import ReadOnlyMatch
from adjudicator.kernel.pending_draws import PendingSubmission
from adjudicator.kernel.play import Play
from adjudicator.kernel.position import Header, Position
from adjudicator.kernel.registry import game_named
from adjudicator.kernel.running import Open, Runner
from adjudicator.kernel.steps import Frame, Frames, stored_frames

M = TypeVar("M", bound="Match")


class Match(ReadOnlyMatch):
    """A match of one game. Made by `new_match`, `Match.from_document` or `Match.resume`.

    `apply` is the only way in. It raises Refusal, and then nothing has changed; after any other exception
    the match must be thrown away. `log` holds the entries since this object was made, `interruptions` the numbers of
    those that answered no question, `opening` the events of the set-up of a new match, `opening_steps` its frames.

    Where draws are made at a table (`chance.asks`) and the match `waits`, what cannot be finished without one is put
    aside (`awaited`): the position stays as it was before, nothing else can be done, and `draw` goes on.

    Answers to questions of the kinds in `held` stay sealed, whatever their form, until `close`: then they come out with
    the defaults of who has given none, and nobody can tell which are which. Nor can they for the kinds in `unasked`,
    for which nobody is waited for.

    `trace`, where it is set to a list, gets the frame of every step that is carried out (to explain a log entry).
    """

    __slots__ = ()

    # made from -------------------------------------------------------------------------------------

    @classmethod
    def resume(  # noqa: PLR0913 - all that a checkpoint does not hold
        cls,
        header: Header,
        checkpoint: bytes,
        *,
        seed: bytes | None = None,
        nonces: Sequence[bytes] = (),
        revision: int = 0,
        sealed: Mapping[str, Action] | None = None,
        contents: Contents | None = None,
    ) -> Match:
        """Go on from a checkpoint. Costs a decoding, nothing more.

        `contents` has the pack, where one is played. Raises PackTrouble, BrokenGame where the match was played by other
        rules, whose positions those of its game cannot read.
        """
        game = game_named(header.game)
        try:
            position = codec_of(game).decode(checkpoint)
        except msgspec.ValidationError as error:
            if same_rules(game, header.version, header.content):
                raise
            told = f"version {game.version} of {game.id} cannot read what version {header.version} has stored: {error}"
            raise BrokenGame(told) from error
        if game.content_form is not None:
            game = playing(game, position.content or header.content, contents)
        chance = Chance(seed, nonces=nonces, revision=revision, counter=position.counter)
        return cls(game, header, position, chance, sealed)

    @classmethod
    def from_document(  # noqa: PLR0913 - all that a document does not hold
        cls,
        document: Mapping[str, Any],
        *,
        game: str | None = None,
        seats: Sequence[str] | None = None,
        chance: Sequence[Drawn] = (),
        seed: bytes | None = None,
        nonces: Sequence[bytes] = (),
        contents: Contents | None = None,
    ) -> Match:
        """Go on from a neutral document. `chance` are scripted draws, matched by name and keys.

        When they run out it is a ChanceError, or the seed goes on where one is given. `game` may be left
        out where the document's `format` tells it. Hidden parts that the document only counts are dealt.
        `contents` has the pack that it names. Raises DocumentError with every problem.
        """
        owner = game_named(game or str(document.get("format", "")).partition(".")[0].replace("_", "-"))
        try:
            owner = playing(owner, str(document.get("content", "")), contents)
        except PackTrouble as error:
            raise DocumentError([Problem("content", str(error))]) from None
        source = Chance(seed, nonces=nonces, script=chance)
        document = owner.fill_hidden_parts(document, source)
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
        position.frames = stored_frames(frames)
        return cls.begin(owner, header, position, source)

    @classmethod
    def begin(
        cls,
        game: Game[Any],
        header: Header,
        position: Position[Any, Any],
        chance: Chance,
        *,
        given: Container[int] = (),
    ) -> Match:
        """Return a match that starts before the frames of a position, run to its first decision.

        `given`: the entries of its log that a caller is going to give, only answers too.
        """
        match = cls(game, header, position, chance)
        match.given = given
        if header.places is not msgspec.UNSET:
            match._play.seat()
        match.trace = carried_out = list[Frame]()
        match.opening = match._run()
        match.opening_steps, match.trace = carried_out, None
        return match

    def copy(self) -> Match:
        """Return an independent match at the same point, with an empty log."""
        return self.twin(Match, self.chance.copy())

    def twin(self, kind: type[M], chance: Chance, state: Any = None) -> M:
        """Return a match of a kind at the same point, with this chance, an empty log and perhaps another state."""
        position = codec_of(self.game).copy(self.position)
        position.state = position.state if state is None else state
        twin = kind(self.game, self.header, position, chance, self.sealed)
        twin.awaited, twin.waits, twin.contents = self.awaited, self.waits, dict(self.contents)
        twin.held, twin.unasked, twin.given = self.held, self.unasked, self.given
        return twin

    # acting ----------------------------------------------------------------------------------------

    def apply(self, by: By, action: Acting | Sequence[Acting]) -> list[ObservedEvent[Any]]:
        """Carry out an action (typed, its JSON object, or a compound of several, taken whole or not at all).

        `by` is a seat, several seats that act as one (agreements), or "moderator". A secret answer is sealed,
        and carried out with the others when all are in: until then the list of events is empty. So it is where a draw
        must be entered first (`awaited`). Raises Refusal.
        """
        if self.waits and by != MODERATOR:
            parts = checking.parts(self.game, self.state, by, action)
            plain = tuple(dict(part) if isinstance(part, Mapping) else msgspec.to_builtins(part) for part in parts)
            return pending_draws.submit(self, PendingSubmission(by, plain))
        return self._apply(by, action)

    def _apply(self, by: By, action: Acting | Sequence[Acting]) -> list[ObservedEvent[Any]]:
        parts = checking.parts(self.game, self.state, by, action)
        if len(parts) > 1:
            trial = self.copy()
            told = [event for part in parts for event in trial._apply(by, part)]
            self.adopt(trial)
            return told
        part = parts[0]
        if by == MODERATOR and not self._is_answer(typed := checking.action_from_json(self.game, part)):
            return self._correct(typed)
        typed, which = self._judged(by, part)
        held = which is not None and self._is_held(which)
        if which is not None and isinstance(which.decision, Choose) and not held:
            return self._answer(self._changed(typed) if isinstance(typed, Resolve) else which, by, typed)
        seats = checking.seats_of(by)
        if which is None:
            return self._act_besides(by, typed, self.game.perform(self.state, seats, typed))
        collecting.seal(which.decision, self.sealed, seats, typed)
        return self._close(which) if collecting.complete(which.decision, self.sealed) and not held else []

    def _act_besides(self, by: By, action: Action, frames: Frames) -> list[ObservedEvent[Any]]:
        """Carry out what answers no question; where only who is asked no more was waited for, the decision closes."""
        told = self._interrupt(by, action, frames)
        open_now = self._opened()
        all_in = bool(self.sealed) and collecting.complete(open_now[0].decision, self.sealed)
        if all_in and not self._is_held(open_now[0]):
            told += self._close(open_now[0])
        return told

    def _is_answer(self, action: Action) -> bool:
        """Return whether the moderator is asked, and this may be the answer."""
        decision = self._decision(MODERATOR)
        return decision is not None and isinstance(action, decision.answers.actions)

    def seal(self, seat: str, action: Acting) -> None:
        """File a secret answer without closing the decision, even if it is the last. Raises Refusal."""
        typed, which = self.check(seat, action), self._open_for(seat)
        if which is None or (isinstance(which.decision, Choose) and not self._is_held(which)):
            raise refusals.not_secret()
        collecting.seal(which.decision, self.sealed, (seat,), typed)

    def think_of(self, seat: str, action: Action) -> None:
        """File a legal answer that a seat may have given, in an imagined world. For the kernel only."""
        which = self._open_for(seat)
        if which is not None:
            collecting.seal(which.decision, self.sealed, (seat,), action)

    def forget_others(self, eyes: Sequence[str]) -> None:
        """Drop what others than these were shown, and how far they are where nobody may know that.

        In an imagined world. For the kernel only.
        """
        position = self.position
        position.shown = [shown for shown in position.shown if {*shown.to} & {*eyes}]
        if self.concurrent_seats:
            position.n = self.public_n
            for lane in position.frames[-1][2]:
                lane[1:] = lane[1:] if lane[0] in eyes else [0, 0, []]
            self._moved()

    def restore(self, sealed: Mapping[str, Action]) -> None:
        """Restore the sealed answers that still fit, when a suspended decision is asked again."""
        decision = self._opened()[0].decision
        self.sealed = collecting.still_valid_answers(decision, decision, self.state, sealed)

    def withdraw(self, seat: str) -> None:
        """Take a sealed answer back. Raises Refusal if there is none, or if it only waits for a draw."""
        if self.awaited is not None:
            raise refusals.draw_awaited()
        if self.sealed.pop(seat, None) is None:
            raise refusals.nothing_sealed(seat=seat)

    def close(self, seats: Iterable[str] = ()) -> list[ObservedEvent[Any]]:
        """Apply the deadline: take the defaults of the seats that have not answered, then go on.

        Of parallel sequences, those of these `seats` (none: all).

        Raises:
            Refusal: A seat has no default.
        """
        seats = tuple(seats)
        return pending_draws.submit(self, PendingSubmission(seats, ())) if self.waits else self._close_now(seats)

    def _close_now(self, seats: Sequence[str]) -> list[ObservedEvent[Any]]:
        numbers = [each.number for each in self._opened() if not seats or set(seats) & set(each.seats)]
        if not numbers:
            raise refusals.match_over()
        for each in self._opened():
            for missing in each.seats if each.number in numbers else ():
                if missing not in self.sealed and self.default(missing) is None:
                    raise refusals.no_default.of(each.decision.answers.rule, seat=missing)
        told = []
        for number in numbers:
            which = next((each for each in self._opened() if each.number == number), None)
            told += [] if which is None else self._by_default(which)
        return told

    def _by_default(self, which: Open) -> list[ObservedEvent[Any]]:
        missing = [seat for seat in which.seats if seat not in self.sealed]
        given = {seat: action for seat in missing if (action := self.default(seat)) is not None}
        answers, held = which.decision.answers, self._is_held(which)
        how = "" if answers.interrupts and answers.kind in self.unasked else DEFAULT
        if isinstance(which.decision, Choose) and not held:
            return self._answer(which, which.decision.seat, given[which.decision.seat], how)
        self.sealed |= given
        return self._close(which, frozenset() if held or not how else frozenset(given))

    # draws at a table ------------------------------------------------------------------------------

    @property
    def wanted(self) -> DrawRequest | None:
        """The draw that must be entered for play to go on."""
        if self.awaited is None:
            return None
        return pending_draws.missing(self, self.awaited)

    def draw(self, results: Sequence[Draw]) -> list[ObservedEvent[Any]]:
        """Enter draws that were made at the table, in order, and go on to the next one or to the end of the submission.

        Without results: go on until a draw must be entered.

        Raises:
            Refusal: `no_draw_awaited`, `impossible_draw`, `draw_not_made`; then nothing has changed.
        """
        if self.awaited is None:
            raise refusals.no_draw_awaited()
        return pending_draws.enter(self, self.awaited, results)

    def resume_submission(self, given: PendingSubmission) -> list[ObservedEvent[Any]]:
        """Carry out what was put in, with the draws that the chance knows. For the kernel only."""
        if given.actions:
            return self._apply(given.by, given.actions)
        return self._close_now(checking.seats_of(given.by) if given.by else ())

    # running ---------------------------------------------------------------------------------------

    def _run(self) -> list[ObservedEvent[Any]]:
        """Run on to the next decision, or to the end."""
        self._moved()
        self._open = self._runner.run()
        return self._play.finish()

    def _answer(self, which: Open, by: By, answer: Action, how: str = "") -> list[ObservedEvent[Any]]:
        """Record an answer of one seat as an entry and send it to the step that asked."""
        self._play.enter(by, answer, how)
        return self._send(which, answer)

    def _changed(self, resolved: Resolve) -> Open:
        """Return the moderator's decision, asked again in the position that they have changed by hand."""
        set_facts(self.game, self.position, self.document(), resolved.changes, cursor=False)
        self._play.state = self.position.state
        self._moved()
        return next(each for each in self._opened() if MODERATOR in each.decision.seats)

    def _send(self, which: Open, answer: Any) -> list[ObservedEvent[Any]]:
        """Hand the answer to the step that asked, and run on."""
        now = self._opened()
        self._moved()
        self.sealed.clear()
        self._open = self._runner.answered(now, which, answer)
        return self._play.finish()

    def _close(self, which: Open, defaulted: frozenset[str] = frozenset()) -> list[ObservedEvent[Any]]:
        """Open the sealed answers: into the log, and to the step that asked."""
        made = collecting.outcome(which.decision, self.state, self.sealed, defaulted)
        for by, action, how in made.lines:
            self._play.enter(by, action, how)
        if made.told is not None:
            self._play.emit(made.told)
        return self._send(which, made.answer)

    def _interrupt(self, by: By, action: Action, frames: Frames) -> list[ObservedEvent[Any]]:
        """Carry out an action on top of the open decision, which is asked again afterwards, under the same number."""
        open_now = self._opened()
        self._runner.mark(open_now)
        self._moved()
        self._play.enter(by, action)
        self.interruptions.append(self.position.n)
        self.position.frames += stored_frames(frames)
        return self._run_on(open_now)

    def _correct(self, action: Action) -> list[ObservedEvent[Any]]:
        """Carry out a moderator's action: facts or content set by hand, or what the game lets a referee do."""
        if isinstance(action, SetContent):
            return self._correct_content(action)
        if isinstance(action, EndMatch):
            return self._end(action)
        if not isinstance(action, SetFact):
            answers = self.game.referee(self.state)
            if answers is None or not isinstance(action, answers.actions):
                raise refusals.not_a_correction(op=action.op)
            answers.check(self.state, MODERATOR, action)
            return self._interrupt(MODERATOR, action, self.game.perform(self.state, (MODERATOR,), action))
        before = self._opened()
        set_facts(self.game, self.position, self.document(), action.changes)
        self._play.state = self.position.state
        self._moved()
        self._play.enter(MODERATOR, action)
        self._play.emit(Corrected(action.reason))
        return self._run_on(before)

    def _end(self, action: EndMatch) -> list[ObservedEvent[Any]]:
        """End the match; what waits for a draw is dropped. Raises Refusal: it is over, or somebody does not play."""
        if self.result is not None:
            raise refusals.match_over()
        if not {*action.winners} <= {*self.header.seats}:
            raise refusals.unknown_seat(seat=", ".join(action.winners), seats=list(self.header.seats))
        before, self.awaited = self._opened(), None
        self._play.enter(MODERATOR, action)
        self._play.end(action.winners, "resignation" if action.winners else "agreement")
        return self._run_on(before)

    def _correct_content(self, action: SetContent) -> list[ObservedEvent[Any]]:
        """Play other content from here on.

        Raises:
            Refusal: The content is impossible, or not what the action says.
        """
        game, now = edited(self.game, action.changes), self.header.content
        if action.content not in ("", game.content_hash):
            raise refusals.other_content(said=action.content, found=game.content_hash)
        if problems := game.invariants(self.state):
            raise refusals.bad_correction(problems=list(problems))
        told = ContentCorrected(tuple(edits(self.game, game)), action.reason, game.content_hash)
        self.position.content = "" if game.content_hash == now else game.content_hash
        self.contents[game.content_hash] = game.pack
        before = self._opened()
        self._play_by(game)
        self._play.enter(MODERATOR, msgspec.structs.replace(action, content=game.content_hash))
        self._play.emit(told)
        return self._run_on(before)

    def _play_by(self, game: Game[Any]) -> None:
        """Go on where the match stands, by a game with perhaps other content."""
        self.game = game
        self._moved()
        self._play = Play(self.header, self.position, self.chance, self.log, game.content)
        before, self._runner = self._runner, Runner(game, self._play, self.position, opens=self.opens)
        self.trace, self.given = before.trace, before.given

    def _run_on(self, before: tuple[Open, ...]) -> list[ObservedEvent[Any]]:
        """Run the match, and keep sealed answers that still fit.

        They answer what was asked `before`.
        """
        sealed, told = self.sealed, self._run()
        if sealed and (open_now := self._opened()):
            self.sealed = collecting.still_valid_answers(before[0].decision, open_now[0].decision, self.state, sealed)
        else:
            self.sealed = {}
        return told

    def adopt(self, other: Match) -> None:
        """Go on from where another match of the same game stands, its log added to the own one. For the kernel only."""
        entries = self.log + other.log
        self.position, self.chance, self.sealed = other.position, other.chance, other.sealed
        self.log, self.contents = entries, other.contents
        self.interruptions += other.interruptions
        self._play_by(other.game)
