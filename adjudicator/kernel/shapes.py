"""Define actions and events that have the same fields and differ only in name, each in a line.

Also unions of all classes of a kind, and conditions that are functions of a position.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterable
from typing import Any, TypeVar, Union, cast, get_type_hints

import msgspec

T = TypeVar("T", bound=msgspec.Struct)
F = TypeVar("F", bound=Callable[..., bool])


def derive(shape: type[T], tag: str, meaning: str = "", *, module: str = "", **head: Any) -> type[T]:
    """Make an action or event with the fields of another class.

    `head` takes the same arguments as the head of a class.

        class AtPlace(Action, frozen=True):
            place: PlaceId

        Levy = alike(AtPlace, "levy", "Place the levy. Rule G4.")
        Killed = alike(Gone, "killed", rule="F8")

    `module`: where it is declared, that of the caller unless given.

    >>> class Died(msgspec.Struct, frozen=True, tag_field="event"):
    ...     name: str
    >>> Drowned = derive(Died, "drowned_at_sea", "The ship went down. Rule 7.")
    >>> Drowned("Ann"), isinstance(Drowned("Ann"), Died), msgspec.json.encode(Drowned("Ann"))
    (DrownedAtSea(name='Ann'), True, b'{"event":"drowned_at_sea","name":"Ann"}')
    """
    declared_in = module or sys._getframe(1).f_globals["__name__"]
    said: dict[str, Any] = {"__doc__": meaning or shape.__doc__, "__module__": declared_in, "__annotations__": {}}
    make: Any = type(shape)
    return cast(type[T], make(named(tag), (shape,), said, tag=tag, frozen=True, **head))


def named(tag: str) -> str:
    """Return the class name of a tag: `at_war` is `AtWar`."""
    return "".join(part.capitalize() for part in tag.split("_"))


def one_of(shape: type[msgspec.Struct]) -> Any:
    """Return the union of all classes that descend from one and have no descendants: what a file may contain.

    >>> class Sign(msgspec.Struct, frozen=True, tag_field="is"): ...
    >>> Stop, Yield = derive(Sign, "stop"), derive(Sign, "yield")
    >>> msgspec.json.decode(b'{"is": "stop"}', type=one_of(Sign))
    Stop()
    """
    further = shape.__subclasses__()
    return Union[tuple(map(one_of, further))] if further else shape  # noqa: UP007 - made of a list


class Need(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="is"):
    """Something that a card, a goal … asks: it holds of a seat in a position, or does not."""

    def holds(self, state: Any, seat: str) -> bool:
        """Return whether it holds."""
        raise NotImplementedError  # abstract


class Needs:
    """Conditions that the cards of a game may check, each a function of the position and a seat.

    Its other arguments are the fields of a struct, as a file has them. The tag is the name of the function, which may
    end with an underscore.

    >>> needs = Needs()
    >>> @needs
    ... def holds_(state: dict[str, str], seat: str, town: str) -> bool:
    ...     "It holds this town."
    ...     return state[town] == seat
    >>> needs.figure("towns", "It holds that many towns.", lambda state, seat: [*state.values()].count(seat), 2)
    >>> asked = msgspec.json.decode(b'[{"is": "holds", "town": "Metz"}, {"is": "towns"}]', type=list[needs.any])
    >>> asked, [each.holds({"Metz": "red", "Lyon": "blue"}, "red") for each in asked]
    ([Holds(town='Metz'), Towns(n=2)], [True, False])
    """

    def __init__(self) -> None:
        self.forms: list[type[Need]] = []

    def __call__(self, function: F) -> F:
        """Make something that may be asked of a function."""
        hints = get_type_hints(function, include_extras=True)
        _, _, *said = inspect.signature(function).parameters.values()
        defaults = [() if each.default is each.empty else (each.default,) for each in said]
        fields = [(each.name, hints[each.name], *default) for each, default in zip(said, defaults, strict=True)]
        self._make(function.__name__.rstrip("_"), fields, function.__doc__ or "", function, function.__module__)
        return function

    def figure(self, tag: str, meaning: str, measure: Callable[[Any, str], int], least: int | None = None) -> None:
        """Add a figure that has to be at least `n`: the value in the file, else `least`."""
        fields = [("n", int) if least is None else ("n", int, least)]
        module = sys._getframe(1).f_globals["__name__"]
        self._make(tag, fields, meaning, lambda state, seat, n: measure(state, seat) >= n, module)

    def _make(self, tag: str, fields: Iterable[Any], meaning: str, function: Callable[..., bool], module: str) -> None:
        def holds(need: msgspec.Struct, state: Any, seat: str) -> bool:
            return function(state, seat, *msgspec.structs.astuple(need))

        said = {"holds": holds, "__doc__": meaning}
        head: Any = {"tag": tag, "frozen": True, "omit_defaults": True}
        made = msgspec.defstruct(named(tag), fields, bases=(Need,), namespace=said, module=module, **head)
        self.forms.append(cast(type[Need], made))

    @property
    def any(self) -> Any:
        """The union of all that may be asked."""
        return Union[tuple(self.forms)]  # noqa: UP007 - made of a list
