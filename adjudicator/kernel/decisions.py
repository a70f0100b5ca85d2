"""Decisions: who is asked, what may be answered, and how the answers are gathered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from random import Random
from typing import Any, ClassVar, Generic, Literal, TypeVar

import msgspec

from adjudicator.kernel import refusals
from adjudicator.kernel.actions import Action, Decline, Nothing, Resolve
from adjudicator.kernel.errors import Refusal
from adjudicator.kernel.standing import StandingStill

Form = Literal["choose", "together", "orders", "window", "agree"]
"""How a question is asked: one seat, several in secret, orders for all things of each, reactions, treaties."""

S = TypeVar("S")

_FEW = 4
"""The most answers that help somebody who ordered something that is not asked; the first of more would be no advice."""


class Slot(msgspec.Struct, frozen=True):
    """The next argument of an unfinished action: its name and its legal values.

    `optional` says that the argument may be left out; leaving it out means `default`.
    """

    name: str
    values: tuple[Any, ...]
    optional: bool = False
    default: Any = None


class CostTerm(msgspec.Struct, frozen=True):
    """One part of the price of an action: what it is, the rule that says so, how much (negative: less)."""

    what: str
    rule: str
    amount: int


class Answers(Generic[S]):
    """The answers that are allowed to one kind of decision, in one state.

    A subclass names its `kind`, the `rule` that asks, the `actions` it takes, whether they are `secret`, whether the
    question `interrupts` the turn of somebody else (a seat may leave standing orders for it; where that hangs on who is
    asked, the class says that it does, and `__init__` whether it does now), which of them
    everybody may see as offers (`open_offers`: what needs several signatures is known to its parties alone), and
    defines `options` (the legal intents, payment filled in) and `check` (raises Refusal). Both, and
    everything else here, must ask the same quoting functions of the rules, so that list, check and price cannot
    disagree. None of them may change the state. Arguments of the decision are attributes set in `__init__`.

    The defaults of `check`, `complete`, `sample` and `more_than_one` work from `options` and fit as long as
    `options` lists every legal action.
    """

    kind: ClassVar[str]
    rule: ClassVar[str] = ""
    actions: ClassVar[tuple[type[Action], ...]]
    secret: ClassVar[bool] = False
    interrupts: bool = False
    open_offers: ClassVar[tuple[type[Action], ...]] = ()

    def options(self, state: S, seat: str) -> Iterable[Action]:
        """Return the legal intents in a stable order, each a complete action."""
        raise NotImplementedError  # abstract

    def check(self, state: S, seat: str, action: Action) -> None:
        """Refuse the action if it is not legal. Raises Refusal."""
        if action not in self.options(state, seat):
            raise refusals.not_an_option.of(self.rule, tuple(self.nearest(state, seat, action)), op=action.op)

    def nearest(self, state: S, seat: str, action: Action) -> Iterator[Action]:
        """Yield up to three legal actions of the same kind."""
        found = 0
        for option in self.options(state, seat):
            if type(option) is type(action):
                yield option
                found += 1
                if found == 3:
                    return

    def more_than_one(self, state: S, seat: str) -> bool:
        """Return whether there is a choice at all."""
        iterator = iter(self.options(state, seat))
        return next(iterator, None) is not None and next(iterator, None) is not None

    def sample(self, state: S, seat: str, rng: Random) -> Action:
        """Return a legal action for random play: choose the operation first, then its target."""
        return self._drawn(state, seat, rng, 1)[0]

    def samples(self, state: S, seat: str, rng: Random, count: int) -> list[Action]:
        """Return several legal actions, drawn like `sample`; what must be listed for that is listed once."""
        if type(self).sample is Answers.sample:
            return self._drawn(state, seat, rng, count)
        return [self.sample(state, seat, rng) for _ in range(count)]

    def _drawn(self, state: S, seat: str, rng: Random, count: int) -> list[Action]:
        by_op: dict[type[Action], list[Action]] = {}
        for option in self.options(state, seat):
            by_op.setdefault(type(option), []).append(option)
        return [rng.choice(by_op[rng.choice(list(by_op))]) for _ in range(count)]

    def complete(self, state: S, seat: str, partial: Mapping[str, Any]) -> Slot | Action:
        """Return the next open argument of `partial` (a JSON object) with its legal values, or the finished action."""
        return complete_from(self.options(state, seat), partial, self.rule)

    def default(self, state: S, seat: str) -> Action | None:
        """Return what is done for a seat that does not answer in time. None: the moderator decides."""
        return None

    def terms(self, state: S, seat: str, action: Action) -> Sequence[CostTerm]:
        """Return what the price of a legal action is made of, from the rule's own quote; empty if it costs nothing."""
        return ()

    def signatories(self, state: S, seat: str, action: Action) -> tuple[str, ...]:
        """Return whose consent the action needs."""
        return (seat,)

    def involved(self, state: S) -> tuple[str, ...]:
        """Return the seats whose hidden things a moderator must know to answer; no player is told."""
        return ()

    def context(self, state: S, seat: str) -> dict[str, Any]:
        """Return public facts that belong to the question (JSON values)."""
        return {}


class ValidatedAnswers(Answers[S]):
    """Answers with one function that says why not: the options are those candidates it has nothing against."""

    def candidates(self, state: S, seat: str) -> Iterable[Action]:
        """Return the possible answers, including every legal action; by default one of each action."""
        return [action() for action in self.actions]

    def illegality(self, state: S, seat: str, action: Action) -> Refusal | None:
        """Return why the action is not legal; None if it is."""
        raise NotImplementedError  # abstract

    def options(self, state: S, seat: str) -> Iterable[Action]:
        return (
            candidate for candidate in self.candidates(state, seat) if self.illegality(state, seat, candidate) is None
        )

    def check(self, state: S, seat: str, action: Action) -> None:
        if refusal := self.illegality(state, seat, action):
            raise refusal


class ByHand(Answers[S]):
    """An effect that no step carries out, such as that of a card whose text leaves it to a person.

    The moderator is asked: they change the position by hand (`Resolve`), or say that nothing happens. A subclass names
    its `kind`, its `rule` and in the `context` what its words need, such as the card.
    """

    actions = (Nothing, Resolve)

    def options(self, state: S, seat: str) -> Iterable[Action]:
        """Return the answer that names no changes.

        Which changes are possible is found out when the position has them.
        """
        return (Nothing(),)

    def check(self, state: S, seat: str, action: Action) -> None:
        """Leave it to the match to say whether the position allows the changes."""


def complete_from(options: Iterable[Action], partial: Mapping[str, Any], rule: str = "") -> Slot | Action:
    """Complete a partial action against a full list of legal ones."""
    partial = {name: _tuples(value) for name, value in partial.items()}
    fitting = []
    for option in options:
        fields = {"op": option.op, **msgspec.to_builtins(option, order=None)}
        for name, key in zip(option.__struct_fields__, option.__struct_encode_fields__, strict=True):
            fields.setdefault(key, msgspec.to_builtins(getattr(option, name)))
        if all(name in fields and fields[name] == value for name, value in partial.items()):
            fitting.append((option, fields))
    if not fitting:
        raise refusals.no_such_option.of(rule, given=[f"{key}={value}" for key, value in partial.items()])
    names = ["op", *dict.fromkeys(name for option, _ in fitting for name in option.__struct_encode_fields__)]
    for name in names:
        if name in partial:
            continue
        values = list({repr(fields.get(name)): fields.get(name) for _, fields in fitting}.values())
        if len(values) > 1:
            return Slot(name, tuple(values))
    return fitting[0][0]


def _tuples(value: Any) -> Any:
    """Turn JSON lists into the tuples that actions hold."""
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


class Choose(msgspec.Struct, Generic[S], frozen=True):
    """One seat chooses.

    With `automatic`, the kernel gives a single possible answer and logs it. With `silent`, it gives the answer as if
    nobody had been asked: the decision has no number, and the log no line. Both may only be set where public facts
    alone show that there is one answer.
    """

    seat: str
    answers: Answers[S]
    automatic: bool = False
    silent: bool = False

    @property
    def seats(self) -> tuple[str, ...]:
        return (self.seat,)


class Together(msgspec.Struct, Generic[S], frozen=True):
    """Several seats choose secretly; an answer may be replaced until all are in or the deadline falls.

    The step gets a dict seat -> action, in seat order.
    """

    seats: tuple[str, ...]
    answers: Answers[S]
    form: ClassVar[Form] = "together"


class Window(msgspec.Struct, Generic[S], frozen=True):
    """Many seats may react, or decline. `seats` stand in the order of the rules; the first or all count.

    Every seat that could publicly have an answer must be asked. The step gets a list of (seat, action).
    """

    seats: tuple[str, ...]
    answers: Answers[S]
    count: Literal["first", "all"] = "all"


class Agree(msgspec.Struct, Generic[S], frozen=True):
    """Named seats sign one bundle of clauses, or do not. The step gets the bundle, or None.

    The newest bundle lies on the table; another one is a counter-offer, and takes its place. With a `proposer` nobody
    else can begin. It is no reaction, which could be given beforehand or held back: nobody signs what they have not
    seen. Raises TypeError for answers that interrupt.
    """

    seats: tuple[str, ...]
    answers: Answers[S]
    proposer: str = ""

    def __post_init__(self) -> None:
        if self.answers.interrupts:
            raise TypeError(f"{self.answers.kind}: an agreement cannot interrupt: nobody signs what they have not seen")


class NoAnswer(RuntimeError):  # noqa: N818 - it says what is missing
    """A mistake in the rules of a game: a seat is asked and nothing it could answer is legal."""

    def __init__(self, answers: Answers[Any], seat: str) -> None:
        super().__init__(f"{answers.kind} (rule {answers.rule or '-'}): {seat} is asked and has no answer")
        self.kind, self.rule = answers.kind, answers.rule


Decision = Choose[S] | Together[S] | Window[S] | Agree[S]


class OpenDecision(msgspec.Struct, frozen=True):
    """An open decision as `Match.decisions()` lists it.

    `waiting` are the seats that have not answered; of an agreement those that have not signed what lies on the table.
    `on_table` is that bundle, told only to who may sign it. `interrupts`: it interrupts the turn of somebody else.
    `beside`: the seats whose chains go on side by side; nobody is told which of them are at their end. `held`: the
    answers come out when the decision is closed, whoever has given one.
    """

    number: int
    kind: str
    rule: str
    seats: tuple[str, ...]
    waiting: tuple[str, ...]
    secret: bool
    form: Form
    context: dict[str, Any] = {}
    on_table: Action | None = None
    interrupts: bool = False
    beside: tuple[str, ...] = ()
    held: bool = False


def open_decision(
    decision: Decision[Any],
    state: Any,
    number: int,
    *,
    waiting: tuple[str, ...],
    on_table: Action | None,
    beside: tuple[str, ...],
) -> OpenDecision:
    """Return a decision as everybody may know it, with the proposal on the table as its signers may know it."""
    answers, seats, form = decision.answers, decision.seats, form_of(decision)
    return OpenDecision(
        number,
        answers.kind,
        answers.rule,
        seats,
        waiting,
        answers.secret or form != "choose",
        form,
        answers.context(state, seats[0]),
        on_table,
        answers.interrupts,
        beside,
    )


def form_of(decision: Decision[Any]) -> Form:
    if isinstance(decision, Choose):
        return "choose"
    if isinstance(decision, Together):
        return decision.form
    return "window" if isinstance(decision, Window) else "agree"


def may_decline(decision: Decision[Any]) -> bool:
    return isinstance(decision, Window | Agree)


def options_of(decision: Decision[S], state: S, seat: str) -> list[Action]:
    """Return the legal answers of a seat; empty for seats that are not asked.

    Raises:
        NoAnswer: The rules give no answer.
    """
    if seat not in decision.seats:
        return []
    with StandingStill(state):
        options = list(decision.answers.options(state, seat))
    if may_decline(decision):
        return [*options, Decline()]
    if not options:
        raise NoAnswer(decision.answers, seat)
    return options


def check_answer(decision: Decision[S], state: S, seat: str, action: Action) -> None:
    """Refuse an action that does not answer the decision. Raises Refusal."""
    answers = decision.answers
    if isinstance(action, Decline) and may_decline(decision):
        return
    if not isinstance(action, answers.actions):
        few = tuple(islice(answers.options(state, seat), _FEW + 1))
        raise refusals.not_now.of(
            answers.rule,
            few if len(few) <= _FEW else (),
            op=action.op,
            kind=answers.kind,
            takes=[op_name(kind) for kind in answers.actions],
        )
    answers.check(state, seat, action)


def sample_answer(decision: Decision[S], state: S, seat: str, rng: Random) -> Action:
    if may_decline(decision) and (
        rng.random() < 0.4 or next(iter(decision.answers.options(state, seat)), None) is None
    ):
        return Decline()
    return decision.answers.sample(state, seat, rng)


def complete_answer(decision: Decision[S], state: S, seat: str, partial: Mapping[str, Any]) -> Slot | Action:
    """Return the next open argument of a partial answer with its legal values, or the finished action."""
    if not partial.get("op"):
        ops = dict.fromkeys(option.op for option in options_of(decision, state, seat))
        if len(ops) > 1:
            return Slot("op", tuple(ops))
    elif partial["op"] == "decline":
        return Decline()
    return decision.answers.complete(state, seat, partial)


def op_name(kind: type[Action]) -> str:
    return str(kind.__struct_config__.tag)
