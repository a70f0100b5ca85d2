"""House rules of a game, declared once: a frozen struct whose fields say their values, their default and their rule."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from msgspec import Struct
from msgspec.structs import fields

from adjudicator.kernel.game import Option


class Ruled(Struct, frozen=True):
    """The section of the rulebook that an option changes or reads: `Annotated[bool, Ruled("3.8")]`."""

    rule: str


def options_of(rules: type[Struct]) -> Mapping[str, Option]:
    """Return the options of a game, the default first.

    >>> from msgspec import defstruct
    >>> Rules = defstruct("Rules", [("forts", Annotated[bool | Literal["tough"], Ruled("12.3")], False)])
    >>> options_of(Rules)["forts"]
    Option(values=(False, True, 'tough'), rule='12.3')
    """
    hints = get_type_hints(rules, include_extras=True)
    return {field.name: _option(hints[field.name], field.default) for field in fields(rules)}


def _option(hint: Any, default: Any) -> Option:
    assert get_origin(hint) is Annotated
    kind, ruled = get_args(hint)
    values = list(_values(kind))
    assert default in values
    return Option((default, *(value for value in values if value != default)), ruled.rule)


def _values(kind: Any) -> Iterator[bool | str | int]:
    if kind is bool:
        yield from (True, False)
    elif get_origin(kind) is Literal:
        yield from get_args(kind)
    else:
        for arg in get_args(kind):
            yield from _values(arg)
