"""The state document: one JSON object that holds a whole position, public and hidden, with a published schema.

For moderators and tests only: it contains hidden information. Its form is ``data/state_document.schema.json``.

>>> try:
...     load({"turn": "1"})
... except DocumentError as error:
...     print(error.problems[0])
(document): 'phase' is a required property
"""

import json
from functools import lru_cache
from typing import Any

import jsonschema
from msgspec import Struct

from adjudicator.kernel.errors import DocumentError, Problem

from . import document_checks, document_checks_pieces
from .cursor import Cursor
from .document_form import problems
from .document_read import read_cursor, read_state
from .document_write import write
from .fact_types import DATA, NONE
from .state import State

__all__ = ["DocumentError", "Loaded", "Problem", "document", "load", "schema"]

_REGISTERED = (document_checks, document_checks_pieces)
"""Importing them enters their checks into the registry."""


class Loaded(Struct, frozen=True):
    """What a document says: the position with its house rules, who decides, the note."""

    state: State
    cursor: Cursor
    note: str


def document(state: State, cursor: Cursor, *, note: str = "", secrets: bool = False) -> dict[str, Any]:
    """The document of a position after set-up; equal positions give equal documents.

    Args:
        secrets: write simultaneous choices that are in but not complete.

    Raises:
        ValueError: the set-up is not done, no award tile lies open yet.
    """
    if state.phase == "set_up" or NONE in state.awards:
        raise ValueError("a position before the end of the set-up has no document")
    return write(state, cursor, note, secrets=secrets)


def load(doc: object) -> Loaded:
    """The position of a document.

    Raises:
        DocumentError: with every problem, those of the form first, each with its path and rule.
    """
    found, unsound = _against_schema(doc)
    if isinstance(doc, dict):
        found += problems(doc, unsound)
    if found or not isinstance(doc, dict):
        raise DocumentError(found)
    state = read_state(doc)
    return Loaded(state, read_cursor(doc, state), doc.get("note", ""))


def schema() -> dict[str, Any]:
    """The JSON Schema (2020-12) of the document."""
    parsed: dict[str, Any] = json.loads((DATA / "state_document.schema.json").read_text(encoding="utf-8"))
    return parsed


@lru_cache(maxsize=1)
def _required() -> tuple[str, ...]:
    return tuple(schema()["required"])


@lru_cache(maxsize=1)
def _validator() -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(schema())


def _against_schema(doc: object) -> tuple[list[Problem], frozenset[str]]:
    """Problems of the form, and the top-level keys that no further check can rely on."""
    found: list[Problem] = []
    unsound: set[str] = set()
    for error in sorted(_validator().iter_errors(doc), key=lambda e: e.json_path):
        path = [str(part) for part in error.absolute_path]
        found.append(Problem(".".join(path), error.message))
        unsound.update(path[:1])
    if isinstance(doc, dict):
        needed = {"round", "first_player"} if doc.get("phase") == "action" else set()
        needed |= {"theater", "theater_id"} if doc.get("phase") in ("war_theater", "war_spoils") else set()
        unsound.update(key for key in (*_required(), *needed) if key not in doc)
    return found, frozenset(unsound)
