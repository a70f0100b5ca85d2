"""Tell where play stands, in the terms of the state document: who decides what (state_document, section 2).

The kernel keeps a stack of steps instead; the rules translate between the two. Phase, round and theatre are part of
the state.
"""

from typing import Annotated, Final

from msgspec import Struct

from adjudicator.components.piece_fields import At, One
from adjudicator.components.state_schema import StateSchema

from .document_holders import Card
from .fact_events import EVENT
from .fact_types import NONE, SIDE, SPACE, WAR_TILE

DECISIONS: Final[dict[str, tuple[str, ...]]] = {
    "deal_cards": ("discard_events", "bid"),
    "ministry": ("choose_ministries", "replace_ministries"),
    "initiative": ("choose_first_player",),
    "action": (
        "place_bonus_tile",
        "take_investment",
        "use_tile",
        "keep_basic_tile",
        "discard_one_event",
        "choose_for_event",
    ),
    "remaining_powers": ("use_power",),
    "scoring": (),
    "final_scoring": (),
    "war_theater": ("resolve_tile_effect",),
    "war_spoils": (
        "spend_spoils",
        "answer_conquest",
        "give_up_squadron",
        "place_usa_flags",
        "remove_usa_forts",
        "shift_spain",
    ),
    "war_layout": ("assign_basic_tiles",),
    "game_over": (),
}
"""The decisions that each phase can ask for (vocabulary of actions, section 2)."""


class Pending(Struct, frozen=True):
    """An open decision with its context; a field that does not belong to it has its default.

    ``keep``: cards to keep. ``tile``, ``placed``, ``drawn``: War tiles by index; ``theatre``, ``theatres``: numbers
    from 1. ``card``: Event number; ``part``: ``effect`` or ``bonus``; ``options``: what may be chosen. ``space``:
    index. ``vp``: price of a refusal. ``n``: how many.
    """

    side: Annotated[int, SIDE]
    decision: str
    keep: Annotated[int, At("keep", rare=True)] = 0
    tile: Annotated[int, One(WAR_TILE, none=NONE, rule="3.7"), At("tile", rare=True)] = NONE
    placed: Annotated[int, One(WAR_TILE, none=NONE, rule="3.7"), At("placed", rare=True)] = NONE
    drawn: Annotated[int, One(WAR_TILE, none=NONE, rule="3.7"), At("drawn", rare=True)] = NONE
    theatres: Annotated[tuple[int, ...], At("theaters", rare=True)] = ()
    theatre: Annotated[int, At("theater", rare=True)] = 0
    card: Annotated[int, Card(EVENT, none=0, rule="5.2"), At("card", rare=True)] = 0
    part: Annotated[str, At("part", rare=True)] = ""
    options: Annotated[tuple[str, ...], At("options", rare=True)] = ()
    space: Annotated[int, One(SPACE, none=NONE), At("space", rare=True)] = NONE
    vp: Annotated[int, At("vp", rare=True)] = 0
    n: Annotated[int, At("n", rare=True)] = 0


PENDING: Final = StateSchema(Pending)
"""Open decisions in documents."""


class Cursor(Struct, frozen=True):
    """The active sides, the open decisions, and the simultaneous choices that are already in.

    Open decisions may be left out: they follow from the phase.

    ``active``: sides; in ``action`` the side whose round it is. ``confirmed``: sides whose secret choice is in.
    ``secret``: by side the cards chosen so far, ``None`` if nothing is in or nothing was told.
    """

    active: tuple[int, ...] = ()
    pending: tuple[Pending, ...] = ()
    confirmed: tuple[int, ...] = ()
    secret: tuple[tuple[str, ...] | None, tuple[str, ...] | None] = (None, None)
