"""A match where it stands: who is asked what, what may be answered, what somebody may know. Nothing here moves it."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from random import Random
from typing import Any, ClassVar

import msgspec

from adjudicator.kernel import checking, collecting, refusals
from adjudicator.kernel.actions import MODERATOR, Action, Decline, Resolve
from adjudicator.kernel.chance import Chance
from adjudicator.kernel.checking import Acting
from adjudicator.kernel.checkpoints import codec_of
from adjudicator.kernel.corrections import set_facts
from adjudicator.kernel.decisions import (
    Agree,
    CostTerm,
    Decision,
    OpenDecision,
    Slot,
    Window,
    check_answer,
    complete_answer,
    open_decision,
    options_of,
    sample_answer,
)
from adjudicator.kernel.documents import Sight
from adjudicator.kernel.errors import Refusal
from adjudicator.kernel.events import CertifiedMessage, ObservedEvent, as_seats
from adjudicator.kernel.game import Game
from adjudicator.kernel.log import By, Entry
from adjudicator.kernel.pending_draws import PendingSubmission
from adjudicator.kernel.play import Play
from adjudicator.kernel.position import Header, Position, digest
from adjudicator.kernel.result import Result
from adjudicator.kernel.running import Open, Runner
from adjudicator.kernel.standing import StandingStill
from adjudicator.kernel.steps import Frame
from adjudicator.kernel.written_orders import NotReady, OnSheet, Orders, Ready, Sheet, on_sheet

SIGNS = 0.5
"""How often random play signs what lies on the table."""


class ReadOnlyMatch:
    """A match to be asked, at the point where it stands. `Match` adds what moves it."""

    __slots__ = (
        "_open", "_play", "_runner", "_sight", "awaited", "chance", "contents", "game", "header", "held",
        "interruptions", "log", "opening", "opening_steps", "position", "sealed", "unasked", "waits",
    )  # fmt: skip
    opens: ClassVar[bool] = True
    """Whether play goes on where sealed answers are opened."""

    def __init__(
        self,
        game: Game[Any],
        header: Header,
        position: Position[Any, Any],
        chance: Chance,
        sealed: Mapping[str, Action] | None = None,
    ) -> None:
        self.game = game
        self.contents: dict[str, bytes] = {game.content_hash: game.pack} if game.pack else {}
        """The packs that it has been played with since this object was made, by hash."""
        self.header = header
        self.position = position
        self.chance = chance
        self.log: list[Entry] = []
        self.interruptions: list[int] = []
        self.sealed: dict[str, Action] = dict(sealed or {})
        self.opening: list[ObservedEvent[Any]] = []
        self.opening_steps: list[Frame] = []
        self.awaited: PendingSubmission | None = None
        self.waits = False
        self.held: frozenset[str] = frozenset()
        self.unasked: frozenset[str] = frozenset()
        self._open: tuple[Open, ...] | None = None
        self._sight: Sight | None = None
        self._play: Play[Any] = Play(header, position, chance, self.log, game.content)
        self._runner = Runner(game, self._play, position, opens=self.opens)

    # asking ----------------------------------------------------------------------------------------

    @property
    def state(self) -> Any:
        """The game's state. Reading only."""
        return self.position.state

    @property
    def result(self) -> Result | None:
        """The result of the match, None while it goes on."""
        return self.position.result

    @property
    def still(self) -> StandingStill:
        """The time of several questions about one position: what rules work out for one serves the others (`once`)."""
        return StandingStill(self.state)

    def decisions(self, seat: str = "") -> list[OpenDecision]:
        """Return the open decisions: who is asked, what, by which rule.

        Nobody is waited for while a draw must be entered. The proposal on the table of an agreement is shown to a
        `seat` that may sign it.
        """
        with self.still:
            return [self._told(each, seat) for each in self._opened()]

    def question(self, seat: str) -> OpenDecision | None:
        """Return the decision that a seat is asked, as it may know it; None if it is not asked."""
        found = self._open_for(seat)
        return None if found is None else self._told(found, seat)

    def _told(self, which: Open, seat: str) -> OpenDecision:
        decision = which.decision
        told = open_decision(
            decision,
            self.state,
            which.number,
            waiting=self._waiting(which),
            on_table=collecting.on_table(decision, self.sealed) if seat in decision.seats else None,
            beside=self._runner.beside,
        )
        return msgspec.structs.replace(told, secret=True, held=True) if self._is_held(which) else told

    def _waiting(self, which: Open) -> tuple[str, ...]:
        """Return the seats that have not answered; nobody is waited for while a draw must be entered."""
        return () if self.awaited else collecting.waiting(which.decision, self.sealed)

    def _is_held(self, which: Open) -> bool:
        """Return whether the answers only come out when the decision is closed."""
        answers = which.decision.answers
        return bool(self.held) and answers.interrupts and answers.kind in self.held

    @property
    def asked_seats(self) -> tuple[str, ...]:
        """Return the seats that are asked now. This is public.

        Includes seats that have answered in secret, or whose sequence is at its end.
        """
        open_now = self._opened()
        return self._runner.beside or tuple(seat for each in open_now for seat in each.seats)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of the open decisions."""
        return tuple(each.number for each in self._opened())

    def number(self, seat: str) -> int:
        """Return the number of the decision that a seat is asked; 0 if it is not asked."""
        found = self._open_for(seat)
        return 0 if found is None else found.number

    @property
    def is_concurrent(self) -> bool:
        """Whether each seat goes through a chain of its own."""
        return any(each.lane is not None for each in self._opened())

    @property
    def concurrent_seats(self) -> tuple[str, ...]:
        """Return the seats that act in parallel.

        Empty if there are none, or if everybody may see how far each of them is.
        """
        self._opened()
        return self._runner.beside

    @property
    def suspended_decisions(self) -> tuple[int, ...]:
        """Return the numbers of the decisions suspended by an action that was done at any time.

        They are asked again, with these numbers, when the decision on top of them is answered.
        """
        return self._runner.suspended

    @property
    def public_n(self) -> int:
        """The log number that everybody may know: while chains go on side by side, that at which they began."""
        return self._runner.began if self.concurrent_seats else self.position.n

    @property
    def pending_seats(self) -> tuple[str, ...]:
        """The seats that still owe an answer, neither carried out nor sealed, in seat order.

        The one definition of *has not ordered*: drafts and waiting lines are no answers. Who has sealed one is
        nobody's business: never show this.
        """
        return tuple(seat for each in self._opened() for seat in self._waiting(each))

    @property
    def owing_seats(self) -> tuple[str, ...]:
        """The seats that are waited for and have nothing on file.

        Who has written orders and is not ready keeps the others waiting, but misses no deadline. Never show this.
        """
        return tuple(seat for seat in self.pending_seats if not isinstance(self.sealed.get(seat), Sheet))

    def written_orders(self, seat: str) -> OnSheet | None:
        """Return what a seat that writes orders has on file for each of its things; None where it writes none."""
        decision = self._decision(seat)
        if not isinstance(decision, Orders):
            return None
        sheet = self.sealed.get(seat)
        with self.still:
            return on_sheet(decision, self.state, seat, sheet if isinstance(sheet, Sheet) else None)

    def thing_ordered(self, seat: str, action: Action) -> str:
        """Return the thing that an order is given to; empty for what is no order for one thing."""
        decision = self._decision(seat)
        if not isinstance(decision, Orders) or not isinstance(action, decision.answers.actions):
            return ""
        return "" if isinstance(action, Sheet | Ready | NotReady) else decision.answers.thing_of(action)

    @property
    def is_complete(self) -> bool:
        """Whether something is asked and every answer is there: it only waits for its time."""
        return bool(self.asked_seats) and not self.pending_seats

    def options(self, seat: str) -> list[Action]:
        """Return the legal answers of a seat, as complete actions (payment filled in); empty if it is not asked."""
        with self.still:
            decision = self._decision(seat)
            options = [] if decision is None else options_of(decision, self.state, seat)
            if isinstance(decision, Orders) and decision.answers.limits_sheets:
                options = [each for each in options if self._fits_sheet(decision, seat, each)]
            return options

    def anytime(self, seat: str) -> list[Action]:
        """Return what the seat may do at any time, without answering; empty for anybody who has no seat."""
        if self.result or seat not in self.header.seats:
            return []
        with self.still:
            answers = self.game.anytime(self.state, seat)
            return [] if answers is None else list(answers.options(self.state, seat))

    def signers_anytime(self, seat: str, action: Action) -> tuple[str, ...]:
        """Return the seats that must sign what a seat may do at any time: itself alone where nobody else is needed."""
        with self.still:
            answers = self.game.anytime(self.state, seat)
            return (seat,) if answers is None else answers.signatories(self.state, seat, action)

    def upcoming_actions(self, seat: str) -> Sequence[Action]:
        """Return intents that may follow the seat's answer in the same mail.

        Empty for somebody without a seat.
        """
        with self.still:
            return self.game.ahead(self.state, seat) if seat in self.header.seats else ()

    def is_anytime_action(self, seat: str, action: Action) -> bool:
        """Return whether it is something that the seat may do besides answering, and answers nothing."""
        return self.allows_anytime(seat, type(action))

    def allows_anytime(self, seat: str, kind: type[Action]) -> bool:
        """Return whether actions of a kind are something that the seat may do besides answering."""
        return checking.anytime_answers(self.game, self.state, seat, kind) is not None

    @property
    def by_hand(self) -> bool:
        """Whether the moderator is asked for an effect by hand (`Resolve`)."""
        decision = self._decision(MODERATOR)
        return decision is not None and Resolve in decision.answers.actions

    @property
    def signing(self) -> tuple[str, ...]:
        """The seats whose answers lie open because they sign an agreement."""
        decisions = (each.decision for each in self._opened())
        return tuple(seat for decision in decisions if isinstance(decision, Agree) for seat in decision.seats)

    @property
    def involved(self) -> tuple[str, ...]:
        """The seats whose hidden things the moderator must know for what they are asked; nothing for players."""
        decision = self._decision(MODERATOR)
        return () if decision is None else decision.answers.involved(self.state)

    def sample(self, seat: str, rng: Random) -> Action:
        """Return a legal answer for random play.

        Raises:
            Refusal: The seat is not asked.
        """
        decision = self._asked(seat)
        on_table = collecting.on_table(decision, self.sealed)
        if on_table is not None and rng.random() < SIGNS:
            return on_table
        with self.still:
            while not self._fits_sheet(decision, seat, action := sample_answer(decision, self.state, seat, rng)):
                pass
            return action

    def _fits_sheet(self, decision: Decision[Any], seat: str, action: Action) -> bool:
        """Return whether an order that is legal by itself is so beside those that its seat has written."""
        try:
            self._check_sheet(decision, seat, action)
        except Refusal:
            return False
        return True

    def _check_sheet(self, decision: Decision[Any], seat: str, action: Action) -> None:
        """Refuse an order that is not legal beside those that its seat has written. Raises Refusal."""
        if isinstance(decision, Orders):
            decision.answers.check_sheet(self.state, seat, collecting.sheet_with(decision, self.sealed, seat, action))

    def samples(self, seat: str, rng: Random, count: int) -> list[Action]:
        """Return several legal answers of a seat that chooses by itself, drawn as `sample` draws one.

        Raises:
            Refusal: The seat is not asked.
        """
        decision = self._asked(seat)
        with self.still:
            return decision.answers.samples(self.state, seat, rng, count)

    def orders(self, seat: str) -> dict[str, list[Action]]:
        """Return the orders that a seat may write, by the thing that each is given to; empty where it writes none."""
        decision = self._decision(seat)
        return decision.answers.by_thing(self.options(seat)) if isinstance(decision, Orders) else {}

    def sheet(self, seat: str, orders: Iterable[Action]) -> Action | None:
        """Return a sheet with these orders that its seat need not add to; None if they are not legal together.

        Raises:
            Refusal: The seat is not asked for orders.
        """
        decision = self._asked(seat)
        if not isinstance(decision, Orders):
            raise self._not_asked(seat)
        sheet = decision.answers.sheet(tuple(orders), ready=True)
        return sheet if self._fits_sheet(decision, seat, sheet) else None

    def complete(self, seat: str, partial: Mapping[str, Any]) -> Slot | Action:
        """Return the next open argument of a partial action with its legal values, or the finished action.

        Raises:
            Refusal: No legal action begins like this.
        """
        with self.still:
            return complete_answer(self._asked(seat), self.state, seat, partial)

    def check(self, by: By, action: Acting) -> Action:
        """Return whether the action could be applied now; returns it typed. Raises Refusal, changes nothing."""
        return self._judged(by, action)[0]

    def _judged(self, by: By, action: Acting) -> tuple[Action, Open | None]:
        """Return the action, typed, and the open decision that it answers. Raises Refusal.

        The decision is None if the action is done at any time.
        """
        with self.still:
            return self._checked(by, action)

    def _checked(self, by: By, action: Acting) -> tuple[Action, Open | None]:
        typed, seats = checking.action_from_json(self.game, action), checking.seats_of(by)
        if not (self._opened() or self.concurrent_seats):
            raise refusals.match_over()
        if self.awaited is not None:
            raise refusals.draw_awaited()
        for seat in seats:
            if seat not in self.header.seats and seat != MODERATOR and self._decision(seat) is None:
                raise refusals.unknown_seat(seat=seat, seats=list(self.header.seats))
        if checking.anytime_answers(self.game, self.state, seats[0], type(typed)) is not None:
            checking.check_anytime(self.game, self.state, seats, typed)
            return typed, None
        found = None
        for seat in seats:
            found = self._open_for(seat)
            if found is None:
                raise self._not_asked(seat)
            decision = found.decision
            if isinstance(decision, Agree) and decision.proposer not in ("", *seats) and not self.sealed:
                raise self._not_asked(seat)
            check_answer(decision, self.state, seat, typed)
            self._check_sheet(decision, seat, typed)
            if isinstance(typed, Resolve):
                set_facts(
                    self.game, codec_of(self.game).copy(self.position), self.document(), typed.changes, cursor=False
                )
        return typed, found

    def terms(self, seat: str, action: Action) -> Sequence[CostTerm]:
        """Return what an action of the seat would cost now and why; empty if it is not asked or pays nothing."""
        decision = self._decision(seat)
        if decision is None or not isinstance(action, decision.answers.actions):
            return ()
        with self.still:
            return decision.answers.terms(self.state, seat, action)

    def default(self, seat: str) -> Action | None:
        """Return what is done for the seat if it stays silent. None: the moderator decides."""
        decision = self._decision(seat)
        if decision is None:
            return None
        if isinstance(decision, Window | Agree):
            return Decline()
        with self.still:
            return decision.answers.default(self.state, seat)

    # knowing ---------------------------------------------------------------------------------------

    def view(self, seats: Iterable[str] = ()) -> msgspec.Struct:
        """Return what these seats together may know.

        Without seats, or for seats that are not of this match, what an observer may know.
        """
        own = self.header.seats
        with self.still:
            if self._sight is None:
                self._sight = self.game.visible_state(self.state)
            return self._sight(frozenset([seat for seat in as_seats(seats) if seat in own]))

    def document(self) -> dict[str, Any]:
        """Return the position as neutral JSON, public and hidden: for moderators and tests, never for a seat."""
        self._opened()
        document = self.game.document(self.position)
        defaults = self.game.chosen_options({})
        differing = {name: value for name, value in self.header.options.items() if value != defaults[name]}
        if differing:
            document.setdefault("options", differing)
        if len(self.game.numbers) > 1:
            document.setdefault("seats", list(self.header.seats))
        if self.game.pack:
            document["content"] = self.game.content_hash
        return document

    def certified_messages(self, seats: Iterable[str]) -> list[CertifiedMessage[Any]]:
        """Return the certified private messages that these seats have had."""
        asking = set(seats)
        return [shown for shown in self.position.shown if asking & set(shown.to)]

    def checkpoint(self) -> bytes:
        """Return the position as bytes for `resume`. Sealed answers are not in it."""
        return codec_of(self.game).encode(self.position)

    @property
    def hash(self) -> str:
        """SHA-256 of the document, the same on every machine."""
        return digest(self.document())

    @property
    def trace(self) -> list[Frame] | None:
        """The list that collects the frame of every step that is carried out."""
        return self._runner.trace

    @trace.setter
    def trace(self, trace: list[Frame] | None) -> None:
        self._runner.trace = trace

    @property
    def given(self) -> Container[int]:
        """The entries of a log that is played again which somebody gave: there a seat is asked what has one answer."""
        return self._runner.given

    @given.setter
    def given(self, given: Container[int]) -> None:
        self._runner.given = given

    def _moved(self) -> None:
        """Forget what was open and what was seen: neither holds any longer."""
        self._open = self._sight = None

    def _opened(self) -> tuple[Open, ...]:
        if self._open is None:
            self._open = self._runner.opened()
        return self._open

    def _open_for(self, seat: str) -> Open | None:
        for each in self._opened():
            if seat in each.seats:
                return each
        return None

    def _decision(self, seat: str) -> Decision[Any] | None:
        """Return what the seat is asked; None if it is not asked."""
        found = self._open_for(seat)
        return None if found is None else found.decision

    def _asked(self, seat: str) -> Decision[Any]:
        """Return what the seat is asked. Raises Refusal if it is not asked."""
        found = self._open_for(seat)
        if found is None:
            raise self._not_asked(seat)
        return found.decision

    def _not_asked(self, seat: str) -> Refusal:
        """Return why a seat cannot answer; who has answered already, or is at the end of a chain, is told of nobody."""
        open_now = self._opened()
        if self.concurrent_seats:
            return refusals.not_your_turn(seat=seat, kind="", asked=list(self.asked_seats))
        if not open_now:
            return refusals.match_over()
        answers = open_now[0].decision.answers
        return refusals.not_your_turn.of(answers.rule, seat=seat, kind=answers.kind, asked=list(self.asked_seats))
