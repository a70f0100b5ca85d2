"""A position made of what a reader knows, so that the rules themselves say what lies where and what it is worth.

It is built from a view and never from the state, so nothing hidden can be in it: hands of others hold as many cards
as they do, each `NONE`, and decks hold nothing.
"""

from typing import Any, Final

from msgspec import Struct

from .facts import NONE
from .state import FORM, State

_HELD: Final = ("hand", "drawn", "missions")
"""What others see the number of."""


def known(view: Struct) -> State:
    """The position as the readers of the view know it; only to ask the rules about it."""
    if not isinstance(view, FORM.view_type):
        raise TypeError(f"no view of this game: {type(view).__name__}")
    given: dict[str, Any] = {name: getattr(view, name) for name in view.__struct_fields__}
    led = given["led"]
    given["led"] = {seat: own | {name: [] for name in _counted(own)} for seat, own in led.items()}
    given["decks"] = {power: deck | {"draw": []} for power, deck in given["decks"].items()}
    given["events"] = given["events"] | {"first": [], "second": []}
    given["trade"] = given["trade"] | {"draw": []}
    given["goals"] = given["goals"] | {"idea_draw": [], "milestone_draw": [], "struggle_draw": []}
    state = FORM.read(given)
    for seat, own in led.items():
        for name in _counted(own):
            setattr(state.led[seat], name, [NONE] * own[name])
    return state


def _counted(own: dict[str, Any]) -> list[str]:
    return [name for name in _HELD if isinstance(own[name], int)]
