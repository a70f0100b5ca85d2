"""Values by their paths in a document, as a moderator writes them: `path=value`."""

from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from adjudicator.given_files import BadFile, from_json
from adjudicator.language import msgid
from adjudicator.service.campaign.troubles import Fact, RejectionReason

MISSPELT = 0.7
"""How similar a word must be to be a slip of another one."""
MOST_NEAR = 6
"""Paths that are named where one leads nowhere."""
not_a_pair = RejectionReason("not_a_pair", msgid("'%(pair)s' is not written as path=value"))
no_parts = RejectionReason("no_parts", msgid("%(path)s has no parts: give it whole"))
no_such_path = RejectionReason("no_such_path", msgid("there is no '%(wrong)s' in %(where)s; there is %(near)s"))


def changes_in(document: Any, said: Sequence[str], whole: Fact) -> dict[str, Any]:
    """Return the `path=value` pairs as changes to merge into a document, which is called `whole` in messages.

    `whole` is in the reader's language where possible. For a path that leads nowhere, the error names near ones.

    Raises:
        Rejected: A pair is malformed, or its path leads nowhere.
    """
    changes: dict[str, Any] = {}
    for pair in said:
        path, equals, value = pair.partition("=")
        if not equals:
            raise not_a_pair(pair=pair)
        *above, last = _checked_path(document, path.strip().split("."), whole)
        place = changes
        for step in above:
            place = place.setdefault(step, {})
        place[last] = _value(value)
    return changes


def _checked_path(document: Any, steps: Sequence[str], whole: Fact) -> Sequence[str]:
    state = document.get("state") if isinstance(document, Mapping) else None
    unnamed = [*state] if isinstance(state, Mapping) and steps[0] not in document else []
    if steps[0] in unnamed:  # nobody needs to name that level
        steps = ["state", *steps]
    here = document
    for depth, step in enumerate(steps):
        last = depth == len(steps) - 1
        if not isinstance(here, Mapping):
            raise no_parts(path=".".join(steps[:depth]))
        # A place with nothing at it may be new (a flag where none was); everything above it must exist.
        if step not in here and (not last or depth == 0):
            near = (
                get_close_matches(step, [*here, *(() if depth else unnamed)], 3, MISSPELT)
                or _meant(document, steps[depth:])
                or get_close_matches(step, list(here), 3, 0.4)
                or list(here)[:MOST_NEAR]
            )
            raise no_such_path(wrong=step, where=".".join(steps[:depth]) or whole, near=", ".join(near))
        here = here.get(step)
    return steps


def _meant(document: Any, steps: Sequence[str]) -> list[str]:
    """Return the whole paths that end with a step that was written, those that share most of the other steps.

    For example `ducats.castile` means `state.led.castile.ducats`.
    """
    found = [path for path in _paths(document, ()) if path[-1] in steps]
    shared = {path: len({*path} & {*steps}) for path in found}
    most = max(shared.values(), default=0)
    return [".".join(path) for path in found if shared[path] == most][:MOST_NEAR]


def _paths(here: Any, above: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    if isinstance(here, Mapping):
        for step, inner in here.items():
            yield (*above, step)
            yield from _paths(inner, (*above, step))


def _value(text: str) -> Any:
    try:
        return from_json(text)
    except BadFile:
        return text.strip()
