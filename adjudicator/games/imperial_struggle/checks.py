"""The registry of what is checked in a position: a check names the keys of the document it depends on.

Where a document is at fault in one key, the checks that do not need it still run: whoever gets the refusal gets all of
it at once.
"""

from collections.abc import Callable, Iterator

from adjudicator.kernel.errors import Problem

from .fact_types import SPACE
from .state import State

Check = Callable[[State], Iterator[Problem]]
CHECKS: list[tuple[frozenset[str], Check]] = []


def check(*keys: str) -> Callable[[Check], Check]:
    """Register a check together with the keys of the document that it depends on."""

    def register(function: Check) -> Check:
        CHECKS.append((frozenset(keys), function))
        return function

    return register


def of_spaces(mask: int, path: str, what: str, rule: str) -> Iterator[Problem]:
    """Yield the same problem for every space of a set; `what` with the id of the space for %s."""
    for id in SPACE.ids_of(mask) if mask else ():
        yield Problem(f"{path}.{id}", what.replace("%s", id), rule)
