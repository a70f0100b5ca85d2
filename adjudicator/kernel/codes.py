"""Codes of refusals: declared beside the rule that refuses, with the rule's number and the facts that come with it.

>>> no_seize_link = Code("5.6.4", space=str, connects=list)
>>> refusal = no_seize_link(space="mahon", connects=("louisbourg",))
>>> refusal.code, refusal.rule
('no_seize_link', '5.6.4')
>>> no_seize_link(space="mahon")
Traceback (most recent call last):
    ...
TypeError: no_seize_link: facts ['space'], not ['connects', 'space']
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from types import ModuleType
from typing import Any

from adjudicator.kernel.actions import Action
from adjudicator.kernel.errors import Fact, Refusal


class FactKind:
    """The type of a fact that names things: a kind, or several things of one (`adjudicator.components.kinds`)."""

    __slots__ = ()

    def fact_of(self, index: int) -> Fact:
        """Return what a refusal states for a thing that is given by its index."""
        raise NotImplementedError  # abstract


FactType = FactKind | type[int] | type[str] | type[list[str]]
"""The type of a fact: a thing, several things, a figure (`int`), text as it is, of players or of programs (`str`),
or several such texts (`list`).

Where the player has named something that does not exist, the fact of a kind holds what they wrote.
"""


class Code:
    """A reason why an action is refused; its name is that of the variable.

    Called with the facts it makes the refusal. A thing is given by its id or by its index; the refusal has the id, or
    the number where things are numbered.

    `rule`: the section that says so; "" where the rules do not say it, or where it is the rule of whatever refuses
    (`of`).
    """

    def __init__(self, rule: str = "", /, **facts: FactType) -> None:
        self.rule = rule
        self.facts: Mapping[str, FactType] = facts
        self._things = [(name, kind) for name, kind in facts.items() if isinstance(kind, FactKind)]
        self._declared_in: Mapping[str, Any] = sys._getframe(1).f_globals

    @cached_property
    def name(self) -> str:
        """The code in refusals. Raises LookupError for one that is no variable of a module."""
        found = next((name for name, value in self._declared_in.items() if value is self), None)
        if found is None:
            raise LookupError(f"a code of rule {self.rule!r} that no variable of its module holds")
        return found

    def __call__(self, nearest: Sequence[Action] = (), /, **facts: Fact) -> Refusal:
        """Return the refusal.

        `nearest`: legal actions that come close.

        Raises:
            TypeError: The facts are not those declared.
        """
        return self._refusal(self.rule, nearest, facts)

    def of(self, rule: str, nearest: Sequence[Action] = (), /, **facts: Fact) -> Refusal:
        """Return the refusal where another rule forbids the action: that of the decision."""
        return self._refusal(rule, nearest, facts)

    def _refusal(self, rule: str, nearest: Sequence[Action], facts: dict[str, Fact]) -> Refusal:
        if facts.keys() != self.facts.keys():
            raise TypeError(f"{self.name}: facts {sorted(facts)}, not {sorted(self.facts)}")
        for name, kind in self._things:
            if isinstance(index := facts[name], int):
                facts[name] = kind.fact_of(index)
        return Refusal(self.name, rule, facts, nearest)

    def __repr__(self) -> str:
        return f"Code({self.name!r})"


def codes_in(*modules: ModuleType) -> Iterator[Code]:
    """Yield the codes that modules declare, in order."""
    for module in modules:
        for value in vars(module).values():
            if isinstance(value, Code) and value._declared_in is vars(module):
                yield value
