"""A match: one game being played. No mail, no clock, no names of people."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any

import msgspec

from adjudicator.kernel.actions import (
    MODERATOR,
    Action,
    Decline,
)
from adjudicator.kernel.awaiting import Awaited
from adjudicator.kernel.chance import Chance, Draw, Drawn, DrawNeeded, Wanted, commitment
from adjudicator.kernel.decisions import (
    Agree,
    Answers,
    Choose,
    CostTerm,
    OpenDecision,
    Slot,
    Window,
    check_answer,
    form_of,
    options_of,
    sample_answer,
)
from adjudicator.kernel.errors import ChanceError, Refusal
from adjudicator.kernel.events import Shown, Told
from adjudicator.kernel.game import Game
from adjudicator.kernel.log import By
from adjudicator.kernel.play import Play
from adjudicator.kernel.position import Header, Position, codec_of, digest
from adjudicator.kernel.registry import game_named
from adjudicator.kernel.result import Result
from adjudicator.kernel.running import Running
from adjudicator.kernel.steps import stored

Acting = Action | Mapping[str, Any]


class Match(Running):
    """A match of one game. Made by `new_match`, `Match.from_document` or `Match.resume`.

    `apply` is the only way in. It raises Refusal, and then nothing has changed; after any other exception
    the match must be thrown away. `log` holds the entries since this object was made, `opening` the events
    of the set-up of a new match.

    Where draws are made at a table (`chance.asks`) and the match `waits`, what cannot be finished without one is put
    aside (`awaited`): the position stays as it was before, nothing else can be done, and `draw` goes on.
    """

    __slots__ = ("awaited", "opening", "waits")

    def __init__(
        self,
        game: Game[Any],
        header: Header,
        position: Position[Any, Any],
        chance: Chance,
        sealed: Mapping[str, Action] | None = None,
    ) -> None:
        super().__init__(game, header, position, chance, sealed)
        self.opening: list[Told[Any]] = []
        self.awaited: Awaited | None = None
        self.waits = False

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
    def result(self) -> Result | None:
        """How the match ended, None while it goes on."""
        return self.position.result

    def decisions(self) -> list[OpenDecision]:
        """What is open: who is asked, what, by which rule. Nobody is waited for while a draw must be entered."""
        decision = self._decision()
        if decision is None:
            return []
        answers = decision.answers
        return [
            OpenDecision(
                self.position.asked,
                answers.kind,
                answers.rule,
                decision.seats,
                () if self.awaited else tuple(seat for seat in decision.seats if seat not in self.sealed),
                answers.secret or not isinstance(decision, Choose),
                form_of(decision),
                answers.context(self.state, decision.seats[0]),
            )
        ]

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
            raise self._not_asked(seat)
        return sample_answer(decision, self.state, seat, rng)

    def complete(self, seat: str, partial: Mapping[str, Any]) -> Slot | Action:
        """The next open argument of a partial action with its legal values, or the finished action.

        Raises Refusal where no legal action begins like this.
        """
        decision = self._decision()
        if decision is None or seat not in decision.seats:
            raise self._not_asked(seat)
        if not partial.get("op"):
            ops = dict.fromkeys(option.op for option in options_of(decision, self.state, seat))
            if len(ops) > 1:
                return Slot("op", tuple(ops))
        elif partial["op"] == "decline":
            return Decline()
        return decision.answers.complete(self.state, seat, partial)

    def check(self, by: By, action: Acting) -> Action:
        """Whether the action could be applied now; returns it typed. Raises Refusal, changes nothing."""
        typed = self._typed(action)
        seats = by if isinstance(by, tuple) else (by,)
        decision = self._decision()
        if decision is None:
            raise Refusal("match_over")
        if self.awaited is not None:
            raise Refusal("draw_awaited")
        for seat in seats:
            if seat not in self.header.seats:
                raise Refusal("unknown_seat", "", {"seat": seat, "seats": list(self.header.seats)})
        if self._anytime_answers(seats[0], typed) is not None:
            self._check_anytime(seats, typed)
        elif set(seats) <= set(decision.seats):
            for seat in seats:
                check_answer(decision, self.state, seat, typed)
        else:
            raise self._not_asked(next(seat for seat in seats if seat not in decision.seats))
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
            parts = self._parts(by, action)
            plain = tuple(dict(part) if isinstance(part, Mapping) else msgspec.to_builtins(part) for part in parts)
            return self._put_in(Awaited(by, plain))
        return self._apply(by, action)

    def _apply(self, by: By, action: Acting | Sequence[Acting]) -> list[Told[Any]]:
        parts = self._parts(by, action)
        if len(parts) > 1:
            trial = self.copy()
            told = [event for part in parts for event in trial._apply(by, part)]
            self._become(trial)
            return told
        part = parts[0]
        if by == MODERATOR:
            return self._correct(self._typed(part))
        seats = by if isinstance(by, tuple) else (by,)
        typed = self.check(by, part)
        decision = self._decision()
        assert decision is not None
        if self._anytime_answers(seats[0], typed) is not None:
            return self._interrupt(by, typed, self.game.perform(self.state, seats, typed))
        if isinstance(decision, Choose):
            return self._answer(by, typed)
        for seat in seats:
            self.sealed[seat] = typed
        return self._close_if_complete(decision)

    def seal(self, seat: str, action: Acting) -> None:
        """File a secret answer without closing the decision, even if it is the last. Raises Refusal."""
        typed = self.check(seat, action)
        if isinstance(self._decision(), Choose):
            raise Refusal("not_secret")
        self.sealed[seat] = typed

    def withdraw(self, seat: str) -> None:
        """Take a sealed answer back. Raises Refusal if there is none, or if it only waits for a draw."""
        if self.awaited is not None:
            raise Refusal("draw_awaited")
        if self.sealed.pop(seat, None) is None:
            raise Refusal("nothing_sealed", "", {"seat": seat})

    def close(self) -> list[Told[Any]]:
        """The deadline: defaults for whoever has not answered, then on. Raises Refusal if one has no default."""
        return self._put_in(Awaited("", ())) if self.waits else self._close_now()

    def _close_now(self) -> list[Told[Any]]:
        decision = self._decision()
        if decision is None:
            raise Refusal("match_over")
        missing = [seat for seat in decision.seats if seat not in self.sealed]
        defaults = {seat: self.default(seat) for seat in missing}
        for seat, action in defaults.items():
            if action is None:
                raise Refusal("no_default", decision.answers.rule, {"seat": seat})
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
        trial = self.copy()
        trial.awaited, trial.waits = None, False
        trial.chance.give(self.awaited.draws)
        try:
            trial._carry_on(self.awaited)
        except DrawNeeded as needed:
            return needed.wanted
        return None

    def draw(self, results: Sequence[Draw]) -> list[Told[Any]]:
        """Enter draws that were made at the table, in their order, and go on to the next one or to the end of what
        was put in. Without results: go on as far as no draw need be entered any more.

        Raises Refusal: `no_draw_awaited`, `impossible_draw`, `draw_not_made`; then nothing has changed.
        """
        if self.awaited is None:
            raise Refusal("no_draw_awaited")
        awaited, self.awaited = self.awaited, None
        try:
            entered = (*awaited.draws, *(draw.line for draw in results))
            return self._put_in(msgspec.structs.replace(awaited, draws=entered))
        except BaseException:
            self.awaited = awaited
            raise

    def _put_in(self, given: Awaited) -> list[Told[Any]]:
        """Carry something out, or put it aside where a draw is missing."""
        if self.awaited is not None:
            raise Refusal("draw_awaited")
        before, entries = self.copy(), len(self.log)
        self.chance.give(given.draws)
        told: list[Told[Any]] = []
        awaited = None
        try:
            told = self._carry_on(given)
        except DrawNeeded:
            awaited = given
        except ChanceError as error:
            self._back_to(before, entries)
            raise Refusal("impossible_draw", "", {"what": str(error)}) from error
        except Refusal:
            self._back_to(before, entries)
            raise
        if len(self.chance.scripted) > len(before.chance.scripted):
            self._back_to(before, entries)
            raise Refusal("draw_not_made")
        if awaited is not None:
            self._back_to(before, entries)
            self.awaited = awaited
        return told

    def _carry_on(self, given: Awaited) -> list[Told[Any]]:
        return self._apply(given.by, given.actions) if given.actions else self._close_now()

    def _back_to(self, before: Match, entries: int) -> None:
        del self.log[entries:]
        self._become(before)

    # knowing ---------------------------------------------------------------------------------------

    def view(self, seats: Iterable[str] = ()) -> msgspec.Struct:
        """What these seats together may know; none: an observer."""
        return self.game.view(self.state, frozenset((seats,) if isinstance(seats, str) else seats))

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

    # small helpers ---------------------------------------------------------------------------------

    def _parts(self, by: By, action: Acting | Sequence[Acting]) -> Sequence[Acting]:
        if isinstance(action, Action):
            return (action,)
        if isinstance(action, Mapping):
            seat = by if isinstance(by, str) else by[0]
            return self.game.expand(self.state, seat, action)
        return action

    def _typed(self, action: Acting) -> Action:
        if isinstance(action, Action):
            return action
        op = action.get("op")
        if op not in self.game.ops:
            raise Refusal("unknown_op", "", {"op": str(op), "known": sorted(self.game.ops)})
        try:
            typed: Action = msgspec.convert(dict(action), self.game.ops[op])
        except msgspec.ValidationError as error:
            raise Refusal("malformed", "", {"op": str(op), "what": str(error)}) from None
        return typed

    def _anytime_answers(self, seat: str, action: Action) -> Answers[Any] | None:
        answers = self.game.anytime(self.state, seat)
        return answers if answers is not None and isinstance(action, answers.actions) else None

    def _check_anytime(self, seats: tuple[str, ...], action: Action) -> None:
        for seat in seats:
            answers = self._anytime_answers(seat, action)
            if answers is None:
                raise Refusal("not_now", "", {"op": action.op, "seat": seat})
            answers.check(self.state, seat, action)
            needed = answers.signatories(self.state, seat, action)
            if set(needed) != set(seats):
                raise Refusal("needs_signatures", answers.rule, {"seats": list(needed)})

    def _not_asked(self, seat: str) -> Refusal:
        decision = self._decision()
        if decision is None:
            return Refusal("match_over")
        waiting = [other for other in decision.seats if other not in self.sealed]
        public = waiting if isinstance(decision, Choose) else list(decision.seats)
        return Refusal(
            "not_your_turn",
            decision.answers.rule,
            {"seat": seat, "kind": decision.answers.kind, "asked": public},
        )

    def _become(self, other: Match) -> None:
        entries = self.log + other.log
        self.position, self.chance, self.sealed = other.position, other.chance, other.sealed
        self.log = entries
        self._open = None
        self._play = Play(self.header, self.position, self.chance, self.log)


def new_match(
    game: str,
    *,
    options: Mapping[str, Any] | None = None,
    content: Any = None,
    seats: Sequence[str] | None = None,
    seed: bytes | None = None,
    nonces: Sequence[bytes] = (),
    chance: Sequence[Drawn] = (),
) -> Match:
    """Begin a match. Without a seed a random one is taken; `chance` are scripted draws (then the seed may fail to be
    needed). Raises UnknownGame, or Refusal for unknown options or seats.
    """
    owner = game_named(game)
    seats = _checked_seats(owner, seats)
    seed = secrets.token_bytes(32) if seed is None else seed
    chosen = owner.chosen_options(options or {})
    header = Header(owner.id, owner.version, owner.content_hash, seats, chosen, commitment(seed))
    state, frames = owner.start(seats, chosen, content)
    position: Position[Any, Any] = Position(0, 0, 0, stored(frames), state, [])
    return Match.begin(owner, header, position, Chance(seed, nonces=nonces, script=chance))


def _checked_seats(game: Game[Any], seats: Sequence[str] | None) -> tuple[str, ...]:
    if seats is None:
        return game.seats
    unknown = [seat for seat in seats if seat not in game.seats]
    if unknown or len(set(seats)) != len(seats):
        raise Refusal("unknown_seat", "", {"seat": ", ".join(unknown) or "twice", "seats": list(game.seats)})
    if len(seats) < (game.least_seats or len(game.seats)):
        raise Refusal("too_few_seats", "", {"least": game.least_seats or len(game.seats)})
    return tuple(seat for seat in game.seats if seat in seats)
