"""The cursor of a document: what is still to be done, the next step first, its arguments by name.

[{"step": "turn", "seat": "amber"}, {"step": "end_of_round"}]
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import Any, get_type_hints

import msgspec

from adjudicator.components.field_types import Binding, Json, Reading, below
from adjudicator.components.records import Record
from adjudicator.kernel.errors import DocumentError
from adjudicator.kernel.steps import PARALLEL, Frame, Frames, Step, StepBook, parallel, unmarked


class Cursor:
    """The steps of a game as documents call them; arguments are held as their annotations say, as fields of a state."""

    def __init__(self, steps: StepBook, binding: Binding) -> None:
        self._seats = binding.seats
        self._steps = {step.name: Record(_arguments(step), binding) for step in steps}

    def write(self, frames: Frames) -> list[Json]:
        """Return the frames in the form that a document has."""
        return [self._written(*frame) for frame in unmarked(frames)]

    def _written(self, name: str, *given: Any) -> Json:
        if name == PARALLEL:
            chains = {seat: self.write(frames[::-1]) for seat, _, _, frames in given[1]}
            return {"step": PARALLEL, "chains": chains, "open": given[2]}
        record = self._steps[name]
        return {"step": name, **record.write(record.of(*given))}

    def read(self, given: Any, path: str) -> list[Frame]:
        """Return the frames of a document.

        Raises:
            DocumentError: Something is wrong; it has every problem.
        """
        reading = Reading()
        frames = self._frames(given, path, reading)
        if reading.problems:
            raise DocumentError(reading.problems)
        return frames

    def _frames(self, given: Any, path: str, reading: Reading) -> list[Frame]:
        if not isinstance(given, list):
            reading.wrong(path, "must be the list of the steps that are still to be made, the next one first")
            return []
        return [self._frame(each, f"{path}.{place}", reading) for place, each in enumerate(given)]

    def schema(self) -> Json:
        """Return the JSON Schema (2020-12) of what `write` returns."""
        steps: Json = {"type": "array", "items": {"oneOf": [_called(name, each) for name, each in self._steps.items()]}}
        chains = {
            "type": "object",
            "properties": {
                "step": {"const": PARALLEL},
                "chains": {"type": "object", "additionalProperties": steps},
                "open": {"type": "boolean"},
            },
            "required": ["step", "chains"],
            "additionalProperties": False,
        }
        return {"type": "array", "items": {"oneOf": [*steps["items"]["oneOf"], chains]}}

    def _frame(self, given: Any, path: str, reading: Reading) -> Frame:
        name = given.get("step") if isinstance(given, Mapping) else None
        if name == PARALLEL and isinstance(given.get("chains"), Mapping):
            there = below(path, "chains")
            for seat in given["chains"]:
                if self._seats is not None and seat not in self._seats:
                    reading.wrong(there, self._seats.unknown(seat))
            chains = {
                seat: self._frames(frames, below(there, seat), reading) for seat, frames in given["chains"].items()
            }
            return parallel(chains, open=bool(given.get("open")))
        if not isinstance(name, str) or name not in self._steps:
            reading.wrong(path, f"{name!r} is no step; there are: {', '.join(self._steps)}")
            return Frame([])
        called = self._steps[name].read({key: each for key, each in given.items() if key != "step"}, path, reading)
        return Frame([name, *msgspec.json.decode(msgspec.json.encode(msgspec.structs.astuple(called)))])


def _arguments(step: Step[...]) -> type[msgspec.Struct]:
    """Return the type of the arguments of a step."""
    types = get_type_hints(step.function, include_extras=True)
    _, *named = inspect.signature(step.function).parameters.values()
    return msgspec.defstruct(
        step.name,
        [(one.name, types[one.name], msgspec.NODEFAULT if one.default is one.empty else one.default) for one in named],
    )


def _called(name: str, record: Record) -> Json:
    schema: Json = record.schema() if record.fields else {"type": "object", "properties": {}, "required": []}
    return {
        **schema,
        "properties": {"step": {"const": name}, **schema["properties"]},
        "required": ["step", *schema["required"]],
        "additionalProperties": False,
    }
