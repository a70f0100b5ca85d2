"""Conditions of a game that are written as functions of a position."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Annotated, Any, Final, TypeVar, get_args, get_type_hints

import msgspec

from adjudicator.kernel.shapes import named
from adjudicator.orders.vocabulary.conditions import Condition, Measured

F = TypeVar("F", bound=Callable[..., Any])

OWN: Final = ""
"""The default of a seat that a condition names: that of whoever asks, where nobody is named."""


class Asked:
    """Conditions of a game as functions of a position: what is true or false, and figures (`int`), which are measured.

    `known` makes of a view what the functions get first. What else they get is what is said, a thing by its id or,
    annotated with `int`, by its index; and `seat` is whoever asks. The tag is the name of the function, which may end
    with an underscore.

    >>> from adjudicator.components import Kind
    >>> TOWN, asked = Kind("town", ("lyon", "metz")), Asked(lambda view: view["towns"])
    >>> @asked
    ... def held(towns, town: Annotated[int, TOWN], by: Annotated[str, Kind("seat", ("red",))] = OWN) -> bool:
    ...     return towns[town] == by
    >>> (Held,) = asked.conditions
    >>> Held("metz"), Held("metz").holds({"towns": ["blue", "red"]}, "red")
    (Held(town='metz', by=None), True)
    """

    def __init__(self, known: Callable[[Any], Any]) -> None:
        self._known = known
        self._newest: tuple[Any, Any] = None, None
        self.conditions: list[type[Condition]] = []

    def __call__(self, function: F) -> F:
        """Make a condition of a function."""
        hints = get_type_hints(function, include_extras=True)
        base, method = (Measured, "measure") if hints["return"] is int else (Condition, "holds")
        _, *parameters = inspect.signature(function).parameters.values()
        said = {parameter.name: parameter for parameter in parameters if parameter.name != "seat"}
        own = [field for field, each in said.items() if each.default == OWN]
        kinds = {field: get_args(hints[field])[1] for field in said if get_args(hints[field])[:1] == (int,)}

        def holds(condition: Any, view: Any, seat: str) -> Any:
            given = {field: getattr(condition, field) for field in said}
            given |= {field: seat for field in own if given[field] is None}
            given |= {field: kind.number(given[field]) for field, kind in kinds.items()}
            return function(self._position(view), **given, **({"seat": seat} if len(said) < len(parameters) else {}))

        fields: list[Any] = []
        for field, each in said.items():
            form = Annotated[str, kinds[field]] if field in kinds else hints[field]
            default = () if each.default is each.empty else (None if field in own else each.default,)
            fields.append((field, form | None if field in own else form, *default))
        tag = function.__name__.rstrip("_")
        namespace = {method: holds, "__doc__": function.__doc__}
        made: Any = msgspec.defstruct(
            named(tag),
            fields,
            bases=(base,),
            namespace=namespace,
            module=function.__module__,
            tag=tag,
            frozen=True,
            kw_only=base is Measured,
        )
        self.conditions.append(made)
        return function

    def _position(self, view: Any) -> Any:
        """Return what is made of a view, once for all conditions that are asked of it in succession."""
        seen, found = self._newest
        if seen is not view:
            found = self._known(view)
            self._newest = view, found
        return found
