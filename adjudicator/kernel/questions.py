"""Questions that are said in a line: a kind, its rule, what answers it; the step that asks has the rest.

    WHOSE = choice("serf", "47d", ToEmpire, otherwise=other_empire)

    @step("47d")
    def repressed(play, seat: BankId, border: BorderId, empires: int) -> Asking:
        answer = yield WHOSE(seat, map(ToEmpire, EMPIRE.ids_of(empires)), border=border)
        ...

The offers are worked out once, when the step asks; what is behind the keywords is the public context of the question.
A question with hundreds of answers, most of them never looked at, is better a class of `ValidatedAnswers`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from types import ModuleType
from typing import Any, Final, Literal

from adjudicator.kernel import refusals
from adjudicator.kernel.actions import Action
from adjudicator.kernel.codes import Code
from adjudicator.kernel.decisions import Answers, Choose
from adjudicator.kernel.errors import Refusal

FIRST: Final = "first"
"""The default of a question: its first offer."""
Why = Callable[[Any], Refusal | None]
Otherwise = Code | Mapping[type[Action], Code]
Alone = Literal["asked", "logged", "silence"]


class Offered(Answers[Any]):
    """The answers of a `Question`, as it was asked: `offers`, each with nothing against it, and the `context`."""

    otherwise: Otherwise
    silent: Action | str | None
    needed: frozenset[str]

    def __init__(self, offers: Iterable[Action], why: Why | None, context: dict[str, Any]) -> None:
        if missing := self.needed - context.keys():
            raise TypeError(f"{self.kind}: asked without {', '.join(sorted(missing))}")
        self.why = why and (lambda action: None if action == self.silent else why(action))
        self.offers = tuple(offers if self.why is None else [offer for offer in offers if self.why(offer) is None])
        self._context = context

    def options(self, state: Any, seat: str) -> tuple[Action, ...]:
        return self.offers

    def check(self, state: Any, seat: str, action: Action) -> None:
        if action in self.offers:
            return
        refusal = self._refusal(action) if self.why is None else self.why(action)
        if refusal is not None:
            refusal.nearest = refusal.nearest or tuple(self.nearest(state, seat, action)) or self.offers[:3]
            raise refusal

    def _refusal(self, action: Action) -> Refusal:
        """Return the refusal by the code of the question, with its facts from the action or else from the context.

        A question without a code for this kind of action says only that it is not offered.
        """
        found = self.otherwise
        code = found if isinstance(found, Code) else found.get(type(action))
        if code is None:
            return refusals.not_an_option.of(self.rule, op=action.op)
        given = self._context
        return code(**{fact: getattr(action, fact) if hasattr(action, fact) else given[fact] for fact in code.facts})

    def context(self, state: Any, seat: str) -> dict[str, Any]:
        return self._context

    def default(self, state: Any, seat: str) -> Action | None:
        return self.offers[0] if self.silent == FIRST else self.silent  # type: ignore[return-value]


class Question:
    """A question to one seat; a step yields a call of it.

    `rule`: the section that asks; `actions`: what answers it, and the default does. `default`: what is done for who is
    silent, an action or `FIRST`; None: the moderator decides. `otherwise`: the code that refuses what is not offered,
    or one for each kind of action; its facts are fields of the action, or keys of the context. `alone`: what becomes of
    a single possible answer, where public facts alone show that it is one: it is `asked` for like any other, given and
    `logged` by the kernel, or given in `silence`. `about`: what the keys of the context name, as a field would be
    annotated (`{"town": TownId}`); the words of the question follow, and asking without one raises TypeError.
    `interrupts`: whether it comes in the turn of somebody else; where that hangs on who is asked, `in_turn_of` says
    whose turn it is.
    """

    def __init__(  # noqa: PLR0913 - each says one thing about the question
        self,
        kind: str,
        rule: str,
        *actions: type[Action],
        default: Action | Literal["first"] | None = None,
        otherwise: Otherwise | None = None,
        alone: Alone = "asked",
        about: Mapping[str, Any] | None = None,
        interrupts: bool = False,
    ) -> None:
        if isinstance(default, Action) and type(default) not in actions:
            actions = (*actions, type(default))
        said = {"kind": kind, "rule": rule, "actions": actions, "silent": default, "otherwise": otherwise or {}}
        about = dict(about or {})
        noted = {"interrupts": interrupts, "needed": frozenset(about), "__annotations__": about, "__module__": __name__}
        answers = type(kind, (Offered,), {**said, **noted})
        self._declare(answers, alone, sys._getframe(1).f_globals)

    _turn = ""
    """The seat whose turn it is, where the question interrupts others only."""

    def _declare(self, answers: type[Offered], alone: Alone, module: Mapping[str, Any]) -> None:
        self.answers, self.alone, self._declared_in = answers, alone, module

    def interrupting(self, kind: str, rule: str = "") -> Question:
        """Return the same question for the turn of another seat: of another kind, perhaps by another rule."""
        said = {"kind": kind, "rule": rule or self.answers.rule, "interrupts": True, "__module__": __name__}
        twin = object.__new__(Question)
        twin._declare(type(kind, (self.answers,), said), self.alone, sys._getframe(1).f_globals)
        return twin

    def in_turn_of(self, seat: str) -> Question:
        """Return the question as it is asked in the turn of a seat: that one it does not interrupt.

        Raises TypeError for a question that never interrupts, for which nobody could leave standing orders.
        """
        if not self.answers.interrupts:
            raise TypeError(f"{self.answers.kind} never interrupts: declare it with interrupts=True")
        twin = object.__new__(Question)
        twin.answers, twin.alone, twin._declared_in, twin._turn = self.answers, self.alone, {}, seat
        return twin

    def __call__(self, seat: str, offers: Iterable[Action], why: Why | None = None, /, **context: Any) -> Choose[Any]:
        """Ask a seat.

        `why` returns what makes an action illegal, or None. If it is given, the `offers` are only possible answers, and
        other actions may be legal, too. It is not called for the default, which is always legal.
        """
        answers = self.answers(offers, why, context)
        if seat == self._turn:
            answers.interrupts = False
        return Choose(seat, answers, self.alone == "logged", self.alone == "silence")


choice: Final = partial(Question, default=FIRST, alone="silence")
"""A question which of some things it is: the first of them for who is silent; nobody is asked where there is one."""


def questions_in(module: ModuleType) -> Iterator[type[Answers[Any]]]:
    """Yield the answers of the questions that a module declares, in order."""
    for value in vars(module).values():
        if isinstance(value, Question) and value._declared_in is vars(module):
            yield value.answers
