"""Trying orders on a copy of the match: completing them, judging them, and seeing where play must stop."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel import refusals
from adjudicator.kernel.actions import Action
from adjudicator.kernel.chance import DrawNeeded
from adjudicator.kernel.decisions import OpenDecision, Slot
from adjudicator.kernel.errors import Refusal
from adjudicator.kernel.events import ObservedEvent
from adjudicator.kernel.foresight import own_turn
from adjudicator.kernel.log import Entry, only_answers
from adjudicator.kernel.sandbox import Sandbox
from adjudicator.orders.options.pieces import OrderItem, Short
from adjudicator.orders.options.rows import OrderContext, Start, Stop
from adjudicator.orders.options.short_orders import ShortOrders
from adjudicator.orders.vocabulary.patterns import default_of
from adjudicator.orders.vocabulary.phrasebook import Phrasebook
from adjudicator.orders.vocabulary.phrases import Legal, Value, value_at
from adjudicator.orders.vocabulary.refusals import Fact, Problem
from adjudicator.orders.vocabulary.sayings import Reading

OUT_OF_TURN = frozenset(("not_your_turn", "match_over"))
NOT_NOW = OUT_OF_TURN | {"not_now"}
_TRIED = 40
"""Answers behind which an order that comes too early is tried."""
_SHOWN, _FEW = 3, 5


class Refused(Exception):  # noqa: N818 - an answer to the player, nothing broke
    """An order that cannot be carried out in this position. `not_now`: another question is open, or none."""

    def __init__(self, problem: Problem, *, not_now: bool = False) -> None:
        super().__init__(problem.why)
        self.problem = problem
        self.not_now = not_now


class Step(Struct, frozen=True):
    """The result of carrying out one action.

    `stop` "draw": something is drawn or revealed by it, and the trial still stands before the action. `filed`: a secret
    answer, sealed until all are in. `ended`: the seat's round is over, by the action or because nothing was left to do
    in it. `alone`: the answers of the seat that were given by themselves behind it, since there were no others.
    """

    told: tuple[ObservedEvent[Any], ...]
    stop: Stop | None
    filed: bool
    ended: bool = False
    alone: tuple[Action, ...] = ()


class Trial:
    """A sandbox to try things on, for one seat. `moved`: an action was carried out on it or on one of its forks."""

    def __init__(self, match: Sandbox, desk: OrderContext, start: Start | None = None) -> None:
        """Prepare a trial. `start` is what the seat may do there, if that was worked out already."""
        self._match = match
        self._desk = desk
        self._seat, self._book, self._language = desk.seat, desk.book, desk.language
        self._start = start or Start(match, desk.seat)
        self.moved = False

    def fork(self) -> Trial:
        """Return a trial on another copy of the match: what is tried there is not done here."""
        self.moved = True
        return Trial(self._match.copy(), self._desk, self._start)

    @property
    def question(self) -> OpenDecision | None:
        """The decision that this seat is asked, None if it is not asked."""
        return self._match.question(self._seat)

    @property
    def number(self) -> int:
        """The number of the open decision, whoever is asked; 0 when the match is over."""
        return next(iter(self._match.numbers), 0)

    @property
    def writes_orders(self) -> bool:
        """Whether the seat writes orders for many things, each judged by itself."""
        return self.question is not None and self.question.form == "orders"

    @property
    def is_ready(self) -> bool:
        """Whether the seat has said that all its orders are written."""
        written = self._match.written_orders(self._seat)
        return written is not None and written.ready

    def thing_ordered(self, action: Action) -> str:
        """Return the thing to which the action is a written order; empty for others."""
        return self._match.thing_ordered(self._seat, action)

    def options(self) -> list[Action]:
        """Return what the seat may do now, in answer or at any time."""
        return self._start.actions

    def answers(self) -> list[Action]:
        """Return what answers the question that is open now."""
        return self._start.answers

    def short_orders(self) -> ShortOrders:
        """Return what may be ordered by short names now."""
        return ShortOrders(self._start.answers, self._book, self._language, self._start.besides)

    def context(self) -> Legal:
        """Return the legal actions, to decide between readings."""
        return self._start.legal

    def unsaid_end(self) -> Action | None:
        """Return what follows by itself where nothing more is ordered here; None where the seat has to say it."""
        if not self._book.unsaid:
            return None
        answers = self.answers()
        possible = {str(action.op) for action in answers}
        ends = (action for action in answers if type(action) in self._book.unsaid)
        return next((action for action in ends if self._book.unsaid[type(action)].isdisjoint(possible)), None)

    def own_turn(self) -> str:
        """Return which turn of its own the seat is asked in; "" in no such turn, or if none ends unsaid."""
        within = self._book.unsaid and self._match.game.own_round(self._match.position) is not None
        return own_turn(self._match, self._seat) if within else ""

    def awaits_others(self, turn: str) -> bool:
        """Return whether others are asked something in a turn of the seat that is not over."""
        now = self._match.game.own_round(self._match.position)
        return self.question is None and self._match.result is None and f"round {now}" == turn

    # completing -------------------------------------------------------------------------------------

    def complete(self, unit: OrderItem) -> Action:
        """Return the whole action that an order means here, including its payment.

        Raises:
            Refused: The order leaves out what must be said, or the rules cannot complete it.
        """
        unit = self._with_own_seat(unit)
        reading = unit.reading
        payment = self._book.payment_fields(reading.action)
        named = {field: value for field, value in reading.fields.items() if field not in payment}
        unordered = self._book.unordered(reading.action)
        fitting = [option for option in self._of_type(reading.action) if _agrees(option, named, unordered)]
        if not fitting and reading.supplied:
            # After the lines before it something else may follow: the bonus of an event comes after its effect.
            said = {field: value for field, value in named.items() if field not in reading.supplied}
            fitting = [option for option in self._of_type(reading.action) if _agrees(option, said, unordered)]
        if not fitting:
            return self._without_option(unit, named)
        if not payment and self._is_legal_as_said(unit):  # not all that is legal is listed: units without their leader
            return reading.typed()
        paid = {field: value for field, value in reading.fields.items() if field in payment}
        exact = [option for option in fitting if _agrees(option, paid, frozenset())]
        chosen = self._one_of(exact or fitting, named, payment)
        if exact:
            return chosen
        credit = self._book.credit_fields(reading.action)
        unsaid = dict.fromkeys(credit - paid.keys(), 0) if credit & paid.keys() else {}
        return replace(chosen, **unsaid, **paid)

    def _with_own_seat(self, unit: OrderItem) -> OrderItem:
        """Name the seat in an agreement of which only the other side was named."""
        fields, parties = unit.reading.fields, unit.reading.action.parties
        named = fields.get(parties)
        if not isinstance(named, tuple) or len(named) != 1 or self._seat in named:
            return unit
        return replace(unit, reading=replace(unit.reading, fields={**fields, parties: (self._seat, *named)}))

    def _is_legal_as_said(self, unit: OrderItem) -> bool:
        try:
            return not unit.part and not self.judge(unit.reading.typed())
        except (TypeError, Refused):
            return False

    def unsaid_credit(self, unit: OrderItem, action: Action, shown: Sequence[Action]) -> Problem | None:
        """Return a problem if the order would take credit that its line does not name and `shown` did not list.

        The problem contains the lines that name the credit.
        """
        taken, payment = self._unsaid(unit, action), self._book.payment_fields(type(action))
        but_for_it = {field: value for field, value in Reading.of(action).fields.items() if field not in payment}
        alike = partial(_agrees, fields=but_for_it, unordered=frozenset())
        listed = next((self._book.on_credit(each) for each in shown if type(each) is type(action) and alike(each)), {})
        if all(amount <= listed.get(field, 0) for field, amount in taken.items()):
            return None
        ways = {action: taken}
        for other in filter(alike, self._of_type(type(action))):
            credit = self._unsaid(unit, other)
            if credit and sum(credit.values()) == sum(taken.values()):
                ways.setdefault(other, credit)
        said = [self._book.credit_said(type(action), credit, self._language) for credit in ways.values()]
        lines = tuple(dict.fromkeys(f"{unit.text} {short}" for short, _ in said))[:_SHOWN]
        words = tuple(dict.fromkeys(map(self._said, ways)))[:_SHOWN]
        return Problem("ambiguous", "on_credit", None, (), words, lines, facts=(Fact("paid", said[0][1]),))

    def _unsaid(self, unit: OrderItem, action: Action) -> dict[str, int]:
        """Return what an action takes on credit that the line of the order does not name."""
        credit = self._book.on_credit(action)
        return {field: amount for field, amount in credit.items() if field not in unit.reading.fields}

    def _of_type(self, action: type[Action]) -> Iterable[Action]:
        return (option for option in self.options() if type(option) is action)

    def _one_of(self, fitting: Sequence[Action], named: Mapping[str, Value], payment: frozenset[str]) -> Action:
        """Return the option that has unsaid fields at their defaults; the cheapest payment comes first.

        Refuse the order if a required field is unsaid and the options differ in it: `sail` into the only port, or to a
        zone.
        """
        left = fitting
        for field in _fields(type(fitting[0])):
            if field.name in payment or field.name in named or any(said.startswith(field.name + ".") for said in named):
                continue
            plain = [
                option for option in left if not field.required and getattr(option, field.name) == default_of(field)
            ]
            values = dict.fromkeys(getattr(option, field.name) for option in fitting)
            if not plain and len(values) > 1:
                raise Refused(self._missing(field.name, left if len(left) > 1 else fitting))
            left = plain or left
        return left[0]

    def _missing(self, field: str, fitting: Sequence[Action]) -> Problem:
        """Return the problem of a missing argument: its values with their codes, or else whole orders."""
        action = type(fitting[0])
        if field in self._book.unordered(action):
            ids = dict.fromkeys(id for option in fitting for id in getattr(option, field))
            codes = tuple(self._code(Reading(action, {field: (id,)})) for id in ids)
            if all(codes):
                names = tuple(self._book.printed(action, field, id, self._language) for id in ids)
                return Problem("unreadable", "more_needed", None, (field,), names, codes)
        lines = tuple(self._book.say(option, self._language) for option in fitting[:5])
        return Problem("unreadable", "missing_argument", None, (field,), lines)

    def _without_option(self, unit: OrderItem, named: Mapping[str, Value]) -> Action:
        """Build an action that no listed option is like, and let the rules say why not."""
        if unit.part:
            unordered = self._book.unordered(unit.reading.action)
            holding = [
                option for option in self._of_type(unit.reading.action) if _holds(option, named, unit.part, unordered)
            ]
            if holding:
                raise Refused(self._more_needed(unit, holding))
        try:
            return unit.reading.typed()
        except TypeError:
            return self._slot_by_slot(unit.reading)

    def _more_needed(self, unit: OrderItem, holding: Sequence[Action]) -> Problem:
        """Return the problem that a tuple field names too few values, with the values that may follow."""
        action, part = unit.reading.action, unit.part
        given = unit.reading.fields[part]
        assert isinstance(given, tuple)
        more = min(len(getattr(option, part)) for option in holding) - len(given)
        others = dict.fromkeys(id for option in holding for id in getattr(option, part) if id not in given)
        return Problem(
            "unreadable",
            "more_needed",
            None,
            (part,),
            tuple(self._book.printed(action, part, id, self._language) for id in others),
            tuple(self._code(Reading(action, {part: (id,)})) for id in others),
            unit.question,
            facts=(Fact("op", str(action.__struct_config__.tag)), Fact("more", more)),
        )

    def _slot_by_slot(self, reading: Reading) -> Action:
        """Let the decision complete legal actions argument by argument where they are too many to list."""
        names = {field.name: field.encode_name for field in _fields(reading.action)}
        given = {names[field]: value for field, value in reading.fields.items() if field in names}
        partial: dict[str, Any] = {"op": reading.action.__struct_config__.tag, **given}
        while True:
            try:
                answer = self._match.complete(self._seat, partial)
            except Refusal as refusal:
                raise self._refused(refusal, reading.action) from None
            if isinstance(answer, Action):
                return answer
            partial[answer.name] = self._only_value(answer)

    @staticmethod
    def _only_value(slot: Slot) -> Any:
        if slot.optional or len(slot.values) == 1:
            return slot.default if slot.optional else slot.values[0]
        values = tuple(str(value) for value in slot.values[:5])
        raise Refused(Problem("unreadable", "missing_argument", None, (slot.name,), values))

    def answers_before(self, unit: OrderItem) -> tuple[tuple[tuple[str, Action], ...], Problem | None]:
        """Return answers, with codes, after which this order is legal; nothing may be drawn between them.

        If there are none, why not, where that is the same behind every answer.
        """
        found = []
        problems: list[Problem] = []
        anywhere = True
        for option in _varied(self.answers())[:_TRIED]:
            code = next(iter(self._codes([option])), "")
            after = self.fork()
            try:
                if not code or after.perform(option).stop is not None:
                    continue
                after.judge(after.complete(unit))
            except Refused as refused:
                problems.append(refused.problem)
                anywhere = anywhere and not refused.not_now
                continue
            found.append((code, option))
        alike = anywhere and len({(problem.why, problem.code, problem.facts) for problem in problems}) == 1
        return tuple(found[:_SHOWN]), problems[0] if alike and not found else None

    # judging and doing ------------------------------------------------------------------------------

    def judge(self, action: Action) -> tuple[str, ...]:
        """Refuse what is not legal now. Raises Refused; changes nothing.

        Returns who must sign it, the seat among them, where it cannot do it alone: it is an offer.
        """
        try:
            self._match.check(self._seat, action)
        except Refusal as refusal:
            if (signers := signers_of(refusal)) and self._seat in signers:
                return signers
            raise self._refused(refusal, type(action)) from None
        return ()

    def perform(self, action: Action, *, reveals: bool = False) -> Step:
        """Carry the action out on the sandbox, or seal it. Raises Refused.

        Where something is drawn, shown to the seat or (`reveals`, as the caller has found out) otherwise revealed, the
        trial stays before the action: nothing behind it can be tried before it has really happened.
        """
        asked = self.question
        secret = asked is not None and (asked.form != "choose" or asked.held)
        before, entries, told = self._match.copy(), len(self._match.log), list[ObservedEvent[Any]]()
        sealed = secret and not self.is_anytime(action)
        self.moved = True
        drawn = None
        try:
            if sealed:
                self._match.seal(self._seat, action)
            else:
                told = self._match.apply(self._seat, action)
        except Refusal as refusal:
            raise self._refused(refusal, type(action)) from None
        except DrawNeeded as needed:
            drawn = needed.wanted
        ended = any(closes(entry, self._seat, self._book) for entry in self._match.log[entries:])
        alone = only_answers(self._match.log[entries:], self._seat)
        stop: Stop | None = "draw" if drawn else self._stop(told, len(before.position.shown))
        if sealed:
            stop = None if self.writes_orders else "answer"
        if stop is None and reveals:
            stop = "draw"
        if stop == "draw":
            self._match, told, alone = before, [], ()
            if drawn is not None and before.is_entered(drawn):
                before.wait_for_draw(self._seat, action)
                stop = "answer"
        self._start = Start(self._match, self._seat)
        return Step(tuple(told), stop, sealed, ended, alone)

    def is_anytime(self, action: Action) -> bool:
        """Return whether the action answers no question but may be taken besides."""
        return self._match.is_anytime_action(self._seat, action)

    def may_besides(self, kind: type[Action]) -> bool:
        """Return whether actions of a kind answer no question but may be taken besides."""
        return self._match.allows_anytime(self._seat, kind)

    def _stop(self, told: Sequence[ObservedEvent[Any]], shown: int) -> Stop | None:
        if self._match.result is not None:
            return "over"
        learned = [fact.to for fact in self._match.position.shown[shown:]] + [one.private for one in told]
        if any(self._seat in seats for seats in learned):
            return "draw"
        return None if self.question is not None else "answer"

    def _refused(self, refusal: Refusal, kind: type[Action]) -> Refused:
        alike = [] if refusal.nearest or refusal.code in NOT_NOW else [*self._of_type(kind)]
        near = refusal.nearest or (alike if len(alike) <= _FEW else ())
        problem = replace(problem_of(refusal), nearest=tuple(map(self._said, near)), codes=self._codes(near))
        return Refused(problem, not_now=refusal.code in NOT_NOW)

    def _said(self, action: Action) -> str:
        return self._book.say(action, self._language)

    def _codes(self, actions: Sequence[Action]) -> tuple[str, ...]:
        codes = tuple(self._code(Reading.of(action)) for action in actions)
        return codes if any(codes) else ()

    def _code(self, reading: Reading) -> str:
        """Return its code in an open offer, "" if it has none."""
        return next((code for offer in self._desk.offers.open if (code := offer.code_of(reading, self._book))), "")


def _varied(options: Iterable[Action]) -> list[Action]:
    """Return options with one of each kind first, then a second of each."""
    seen = Counter[type[Action]]()

    def turn(option: Action) -> int:
        seen[type(option)] += 1
        return seen[type(option)]

    return sorted(options, key=turn)


def problem_of(refusal: Refusal) -> Problem:
    """Return what is wrong with an order that the rules refuse."""
    why: Literal["no_question", "rules"] = "no_question" if refusal.code in OUT_OF_TURN else "rules"
    facts = (Fact(name, _plain(value)) for name, value in refusal.facts.items())
    return Problem("illegal", why, rule=refusal.rule or None, code=refusal.code, facts=tuple(facts))


def signers_of(refusal: Refusal) -> tuple[str, ...]:
    """Return the seats whose signatures a refused order lacks. Empty if there is another reason for the refusal."""
    seats = refusal.facts["seats"] if refusal.code == refusals.needs_signatures.name else ()
    return tuple(map(str, seats)) if isinstance(seats, Sequence) else ()


def closes(entry: Entry, seat: str, book: Phrasebook) -> bool:
    """Return whether an entry of the log ends a round of the seat."""
    return entry.by == seat and isinstance(entry.action, Action) and book.closes(entry.action)


def says(unit: OrderItem, action: Action, book: Phrasebook) -> bool:
    """Return whether an order is this action in all that it names; of a short name, whether the action is about it."""
    if isinstance(unit, Short):
        return unit.name in book.shorts_of(action)
    kind = type(action)
    return unit.reading.action is kind and _agrees(action, unit.reading.fields, book.unordered(kind))


def _agrees(option: Action, fields: Mapping[str, Value], unordered: frozenset[str]) -> bool:
    for field, value in fields.items():
        own = value_at(option, field)
        if own != value and not (field in unordered and _same_members(own, value)):
            return False
    return True


def _same_members(own: object, value: object) -> bool:
    return isinstance(own, tuple) and isinstance(value, tuple) and sorted(map(str, own)) == sorted(map(str, value))


def _holds(option: Action, fields: Mapping[str, Value], part: str, unordered: frozenset[str]) -> bool:
    own, wanted = getattr(option, part), fields[part]
    rest = {field: value for field, value in fields.items() if field != part}
    return isinstance(wanted, tuple) and set(wanted) < set(own) and _agrees(option, rest, unordered)


def _plain(value: object) -> str | int | bool | tuple[str | int, ...] | None:
    if value is None or isinstance(value, str | int | bool):
        return value
    return tuple(value) if isinstance(value, Sequence) else str(value)


@lru_cache(maxsize=512)
def _fields(action: type[Action]) -> tuple[msgspec.structs.FieldInfo, ...]:
    """Return the fields of an action."""
    return msgspec.structs.fields(action)
