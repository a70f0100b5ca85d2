"""Actions and events that have the same fields, and only their names tell apart: each said in a line; all of a kind."""

from __future__ import annotations

import sys
from typing import Any, TypeVar, Union, cast

import msgspec

T = TypeVar("T", bound=msgspec.Struct)


def alike(shape: type[T], tag: str, meaning: str = "", *, module: str = "", **head: Any) -> type[T]:
    """An action or event with the fields of another class; what a class says in its `head` is named as there.

        class AtPlace(Action, frozen=True):
            place: PlaceId

        Levy = alike(AtPlace, "levy", "Place the levy. Rule G4.")
        Killed = alike(Gone, "killed", rule="F8")

    `module`: where it is declared, that of the caller unless said otherwise.

    >>> class Died(msgspec.Struct, frozen=True, tag_field="event"):
    ...     name: str
    >>> Drowned = alike(Died, "drowned_at_sea", "The ship went down. Rule 7.")
    >>> Drowned("Ann"), isinstance(Drowned("Ann"), Died), msgspec.json.encode(Drowned("Ann"))
    (DrownedAtSea(name='Ann'), True, b'{"event":"drowned_at_sea","name":"Ann"}')
    """
    name = "".join(part.capitalize() for part in tag.split("_"))
    declared_in = module or sys._getframe(1).f_globals["__name__"]
    said: dict[str, Any] = {"__doc__": meaning or shape.__doc__, "__module__": declared_in, "__annotations__": {}}
    make: Any = type(shape)
    return cast(type[T], make(name, (shape,), said, tag=tag, frozen=True, **head))


def one_of(shape: type[msgspec.Struct]) -> Any:
    """The union of all classes that descend from one and from which no other descends: what may stand in a file.

    >>> class Sign(msgspec.Struct, frozen=True, tag_field="is"): ...
    >>> Stop, Yield = alike(Sign, "stop"), alike(Sign, "yield")
    >>> msgspec.json.decode(b'{"is": "stop"}', type=one_of(Sign))
    Stop()
    """
    further = shape.__subclasses__()
    return Union[tuple(map(one_of, further))] if further else shape  # noqa: UP007 - made of a list
