"""The state document: one JSON object that holds a whole position, public and hidden, with a published schema.

For moderators and tests only: it contains hidden information. Its form is ``data/state_document.schema.json``.

>>> from .cursor import Cursor
>>> from .setup import initial_state
>>> try:
...     load({"turn": "1"})
... except DocumentError as error:
...     print(error.problems[0])
$: 'phase' is a required property
"""

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import jsonschema
from msgspec import Struct

from .cursor import Cursor
from .document_form import Problem, problems
from .document_read import read_cursor, read_state
from .document_write import write
from .fact_files import DATA
from .state import State

Options = Mapping[str, bool | str | int]


class DocumentError(ValueError):
    """A document that is no position of the game; ``problems`` are all of them."""

    def __init__(self, found: tuple[Problem, ...]) -> None:
        super().__init__("\n".join(map(str, found)))
        self.problems = found


class Loaded(Struct, frozen=True):
    """What a document says: position, who decides, house rules that differ from the default, the note."""

    state: State
    cursor: Cursor
    options: dict[str, bool | str | int]
    note: str


def document(
    state: State, cursor: Cursor, *, options: Options | None = None, note: str = "", secrets: bool = False
) -> dict[str, Any]:
    """The document of a position after set-up; equal positions give equal documents.

    Args:
        options: house rules that differ from the default.
        secrets: write simultaneous choices that are in but not complete.
    """
    return write(state, cursor, options or {}, note, secrets=secrets)


def load(doc: object) -> Loaded:
    """The position of a document.

    Raises:
        DocumentError: with every problem, those of the schema first, each with its JSON path and rule.
    """
    found, unsound = _against_schema(doc)
    if not isinstance(doc, dict):
        raise DocumentError(tuple(found))
    found += problems(doc, unsound)
    if found:
        raise DocumentError(tuple(found))
    state = read_state(doc)
    return Loaded(state, read_cursor(doc, state), dict(doc.get("options", {})), doc.get("note", ""))


def schema() -> dict[str, Any]:
    """The JSON Schema (2020-12) of the document."""
    parsed: dict[str, Any] = json.loads((DATA / "state_document.schema.json").read_text(encoding="utf-8"))
    return parsed


@lru_cache(maxsize=1)
def _validator() -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(schema())


def _against_schema(doc: object) -> tuple[list[Problem], frozenset[str]]:
    """Problems of the form, and the top-level keys that no further check can rely on."""
    found, unsound = [], set()
    for error in sorted(_validator().iter_errors(doc), key=lambda e: e.json_path):
        found.append(Problem(error.json_path, error.message))
        if error.absolute_path:
            unsound.add(str(error.absolute_path[0]))
    if isinstance(doc, dict):
        needed = {"round", "first_player"} if doc.get("phase") == "action" else set()
        needed |= {"theater", "theater_id"} if doc.get("phase") in ("war_theater", "war_spoils") else set()
        unsound |= {key for key in (*schema()["required"], *needed) if key not in doc}
    return found, frozenset(unsound)
