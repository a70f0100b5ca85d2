"""Make the public part of a view that a game shapes itself: open fields are copied, hidden ones counted.

>>> from typing import Annotated
>>> from adjudicator.components import Kind
>>> from adjudicator.components.piece_fields import By, Hidden, Pile
>>> SEAT, CARD = Kind("seat", ("red", "blue")), Kind("card", ("ace", "king", "queen"))
>>> hands = Annotated[list[list[int]], By(SEAT, Pile(CARD)), Hidden.FROM_OTHERS]
>>> State = msgspec.defstruct("State", [("turn", int), ("hands", hands), ("laid", list[int])])
>>> Seen = msgspec.defstruct("Seen", [("turn", int), ("hands", tuple[int, ...]), ("laid", tuple[int, ...])])
>>> public_part(State, Seen)(State(3, [[0], []], [1, 2]))
Seen(turn=3, hands=(1, 0), laid=(1, 2))
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from adjudicator.components.container_fields import By
from adjudicator.components.field_types import Hidden

S = TypeVar("S", bound=msgspec.Struct)
V = TypeVar("V", bound=msgspec.Struct)


def public_part(state_type: type[S], view_type: type[V], **own: Callable[[S], Any]) -> Callable[[S], V]:
    """Return a function that makes the public part of a view from a state; it is prepared once.

    The fields of the part have the names of the state's: figures are taken as they are, lists become tuples, structs
    are copied, and of what is hidden there is only the number. `own` makes the fields that need more.
    """
    hints = get_type_hints(state_type, include_extras=True)
    known: dict[str, Any] = {"View": view_type}
    fields = []
    for name in view_type.__struct_fields__:
        known[name] = own[name] if name in own else _copier(hints[name])
        if name in own:
            fields.append(f"{name}(state)")
        else:
            fields.append(f"state.{name}" if known[name] is None else f"{name}(state.{name})")
    source = f"lambda state: View({', '.join(fields)})"
    part: Callable[[S], V] = eval(source, known)
    return part


def _copier(annotation: Any) -> Callable[[Any], Any] | None:
    """Return a function that shows a field to everybody, or None.

    None means that it is a figure, which is shown as it is.
    """
    of, *notes = get_args(annotation) if get_origin(annotation) is Annotated else (annotation,)
    if any(isinstance(note, Hidden) for note in notes):
        return _sizes if any(isinstance(note, By) for note in notes) else len
    if get_origin(of) is list:
        return _tuples if get_origin(get_args(of)[0]) is list else tuple
    struct = next((each for each in (of, *get_args(of)) if _is_mutable(each)), None)
    return None if struct is None else _or_none(copier(struct))


def _is_mutable(of: Any) -> bool:
    return isinstance(of, type) and issubclass(of, msgspec.Struct) and not of.__struct_config__.frozen


def _sizes(piles: list[Any]) -> tuple[int, ...]:
    return tuple(map(len, piles))


def _tuples(lists: list[list[Any]]) -> tuple[Any, ...]:
    return tuple(map(tuple, lists))


def copier(struct: type[S]) -> Callable[[S], S]:
    """Return a function that copies structs of a type with all that can change in them; it is prepared once."""
    hints = get_type_hints(struct, include_extras=True)
    known: dict[str, Any] = {"Struct": struct, **{name: _inner_copier(of) for name, of in hints.items()}}
    names = struct.__struct_fields__
    fields = [f"value.{name}" if known[name] is None else f"{name}(value.{name})" for name in names]
    twin: Callable[[S], S] = eval(f"lambda value: Struct({', '.join(fields)})", known)
    return twin


def _or_none(copied: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda value: None if value is None else copied(value)


def _inner_copier(annotation: Any) -> Callable[[Any], Any] | None:
    of = get_args(annotation)[0] if get_origin(annotation) is Annotated else annotation
    if get_origin(of) is list:
        (element,) = get_args(of)
        inner = copier(element) if _is_mutable(element) else None
        return list if inner is None else lambda value: [inner(each) for each in value]
    struct = next((each for each in (of, *get_args(of)) if _is_mutable(each)), None)
    return None if struct is None else _or_none(copier(struct))
