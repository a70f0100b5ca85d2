"""The cursor of a document: what is still to be done, the next step first, its arguments by name.

[{"step": "turn", "seat": "amber"}, {"step": "end_of_round"}]
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import Any, get_type_hints

import msgspec

from adjudicator.components.holders import Binding, Json, Reading
from adjudicator.components.records import Record
from adjudicator.kernel.errors import DocumentError
from adjudicator.kernel.steps import Frame, Frames, Step, StepBook


class Cursor:
    """The steps of a game as documents call them; arguments are held as their annotations say, as fields of a state."""

    def __init__(self, steps: StepBook, binding: Binding) -> None:
        self._steps = {step.name: Record(_arguments(step), binding) for step in steps}

    def write(self, frames: Frames) -> list[Json]:
        """Frames as a document has them."""
        return [{"step": name, **self._steps[name].write(self._steps[name].of(*given))} for name, *given in frames]

    def read(self, given: Any, path: str) -> list[Frame]:
        """The frames of a document. Raises DocumentError with everything that is wrong."""
        reading = Reading()
        if not isinstance(given, list):
            reading.wrong(path, "must be the list of the steps that are still to be made, the next one first")
            raise DocumentError(reading.problems)
        frames = [self._frame(each, f"{path}.{place}", reading) for place, each in enumerate(given)]
        if reading.problems:
            raise DocumentError(reading.problems)
        return frames

    def schema(self) -> Json:
        """JSON Schema (2020-12) of what `write` gives."""
        return {"type": "array", "items": {"oneOf": [_called(name, each) for name, each in self._steps.items()]}}

    def _frame(self, given: Any, path: str, reading: Reading) -> Frame:
        name = given.get("step") if isinstance(given, Mapping) else None
        if name not in self._steps:
            reading.wrong(path, f"{name!r} is no step; there are: {', '.join(self._steps)}")
            return Frame([])
        called = self._steps[name].read({key: each for key, each in given.items() if key != "step"}, path, reading)
        return Frame([name, *msgspec.to_builtins(msgspec.structs.astuple(called))])


def _arguments(step: Step[...]) -> type[msgspec.Struct]:
    """What a step is called with."""
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
