"""A position made of what a reader knows, so that the rules themselves say what can be done in it and what it is worth.

It is built from a view and never from the state, so nothing hidden can be in it: hands of others hold as many cards
as they do, each `NONE`, and decks have no cards but the one that lies open.
"""

from typing import Any

from msgspec import Struct

from .facts import NONE
from .state import FORM, State


def known(view: Struct) -> State:
    """The position as the readers of the view know it; only to ask the rules about it."""
    if not isinstance(view, FORM.view_type):
        raise TypeError(f"no view of this game: {type(view).__name__}")
    given: dict[str, Any] = {name: getattr(view, name) for name in view.__struct_fields__}
    hands = given["hands"]
    given["hands"] = {seat: [] if isinstance(held, int) else held for seat, held in hands.items()}
    given["decks"] = {side: {**deck, "pool": [], "comets": []} for side, deck in given["decks"].items()}
    state = FORM.read(given)
    for seat, held in hands.items():
        if isinstance(held, int):
            state.hands[seat] = [NONE] * held
    return state
