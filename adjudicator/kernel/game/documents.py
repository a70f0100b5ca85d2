"""Write positions as neutral JSON: for a game that publishes a document of its own, or deals what hangs together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

import msgspec

from adjudicator.kernel.chance import Chance
from adjudicator.kernel.documents import Cursor, merge_patch
from adjudicator.kernel.errors import DocumentError, Problem
from adjudicator.kernel.game.views import S, Views
from adjudicator.kernel.position import Position
from adjudicator.kernel.result import Result
from adjudicator.kernel.steps import Frame, Frames, StepBook, stored_frames


class Documents(Views[S]):
    """Write a position, and read it again."""

    id: ClassVar[str]
    seats: ClassVar[tuple[str, ...]]
    steps: ClassVar[StepBook]

    def document(self, position: Position[S, Any]) -> dict[str, Any]:
        """Return the position as neutral JSON. The default writes the fields of the state and the cursor."""
        return {
            "format": f"{self.id}.position",
            "version": 1,
            "cursor": self._cursor.write(position.frames[::-1]),
            "state": self.form.write(position.state),
            "result": msgspec.to_builtins(position.result),
        }

    def document_of(self, state: S, frames: Frames) -> dict[str, Any]:
        """Return the document of a position that is before these frames."""
        return self.document(Position(0, 0, 0, stored_frames(frames), state, []))

    def fill_hidden_parts(self, document: Mapping[str, Any], chance: Chance) -> Mapping[str, Any]:
        """Return the document with hidden parts dealt where it only counts them.

        Raises:
            DocumentError: They cannot be dealt.
        """
        return {key: self.form.dealt(each, chance, key) if key == "state" else each for key, each in document.items()}

    def load(self, document: Mapping[str, Any]) -> tuple[S, Frames]:
        """Return the state and the frames of a document, the next frame first.

        Raises:
            DocumentError: Something is wrong.
        """
        problems = []
        if document.get("format") != f"{self.id}.position":
            problems.append(Problem("format", f"must be {self.id}.position"))
        frames: list[Frame] = []
        try:
            frames = self._cursor.read(document.get("cursor"), "cursor")
        except DocumentError as error:
            problems += error.problems
        if not (frames or problems or document.get("result")):
            problems.append(Problem("cursor", "has no step, and there is no result"))
        try:
            state: S = self.form.read(document.get("state"), "state")
        except DocumentError as error:
            raise DocumentError([*problems, *error.problems]) from None
        problems += [Problem("state", text) for text in self.invariants(state)]
        if problems:
            raise DocumentError(problems)
        return state, frames

    def corrected(self, document: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
        """Return a document with what a moderator changes in it (null removes a key)."""
        return merge_patch(document, changes)

    def seats_of(self, document: Mapping[str, Any]) -> Sequence[str]:
        """Return the seats that play in a document."""
        seats: Sequence[str] = document.get("seats") or self.seats
        return seats

    def result_of(self, document: Mapping[str, Any]) -> Result | None:
        """Return the result that a document of a finished match states."""
        result = document.get("result")
        return None if result is None else msgspec.convert(result, Result)

    def document_schema(self) -> dict[str, Any]:
        """Return the JSON Schema (2020-12) of the documents."""
        return {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "object",
            "required": ["format", "cursor", "state"],
            "properties": {
                "format": {"const": f"{self.id}.position"},
                "cursor": self._cursor.schema(),
                "state": self.form.schema(),
            },
        }

    @cached_property
    def _cursor(self) -> Cursor:
        """The codec that names the steps in documents."""
        return self.form.cursor(self.steps)
