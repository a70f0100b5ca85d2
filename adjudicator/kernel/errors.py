"""Define how the kernel answers that something cannot be done: an error says what, why and which rule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.kernel.actions import Action

Fact = str | int | bool | None | Sequence[str] | Sequence[int]


class Refusal(Exception):  # noqa: N818 - the word of the field: an order is refused, nothing broke
    """An action that is not taken. The match is as it was before.

    `code` names the reason for programs and translations, `rule` the section of the rulebook ("" where the refusal
    does not come from the rules), `facts` the figures the text needs (ids, never texts), `nearest` legal actions that
    come close to what was meant.
    """

    def __init__(
        self,
        code: str,
        rule: str = "",
        facts: Mapping[str, Fact] | None = None,
        nearest: Sequence[Action] = (),
    ) -> None:
        self.facts: dict[str, Fact] = dict(facts or {})
        super().__init__(code, rule, self.facts)
        self.code = code
        self.rule = rule
        self.nearest = tuple(nearest)

    def __str__(self) -> str:
        told = ", ".join(f"{key}={value}" for key, value in self.facts.items())
        return self.code + (f" (rule {self.rule})" if self.rule else "") + (f": {told}" if told else "")


class Problem(tuple[str, str, str]):
    """One thing wrong in a document: `path` (JSON pointer with dots), `what`, `rule` ("" for a fault of form)."""

    __slots__ = ()

    def __new__(cls, path: str, what: str, rule: str = "") -> Problem:
        return super().__new__(cls, (path, what, rule))

    @property
    def path(self) -> str:
        return self[0]

    @property
    def what(self) -> str:
        return self[1]

    @property
    def rule(self) -> str:
        return self[2]

    def __str__(self) -> str:
        return f"{self.path or '(document)'}: {self.what}" + (f" (rule {self.rule})" if self.rule else "")


class DocumentError(ValueError):
    """A document that is not a position of its game; `problems` lists everything that is wrong with it."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("; ".join(str(problem) for problem in problems))
        self.problems = tuple(problems)


class ChanceError(ValueError):
    """Scripted draws that ran out, or name a value that could not have been drawn."""


class ReplayError(ValueError):
    """A log that does not lead where it says. `n` is the number of the first entry that differs."""

    def __init__(self, n: int, what: str) -> None:
        super().__init__(f"entry {n}: {what}")
        self.n = n


class UnknownGame(LookupError):  # noqa: N818
    """No installed game has this name."""


class BrokenGame(UnknownGame):
    """A game is installed, but its package does not load; the cause is chained."""
