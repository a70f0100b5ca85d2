"""The choices that Event cards ask for (5.2)."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from adjudicator import Action
from adjudicator.components import Code

from ...components import AdvantageId, CommodityId, EventNumber, PlaceId, SpaceId, SpaceIds, WarTileId
from ...fact_events import EVENT

event_choice_later = Code("5.2", card=EVENT, argument=str)
"""Something is drawn before it can be chosen."""


class Activation(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An Advantage that an Event activates, with its target (Events 6 and 33).

    ``conflict``: space of the marker to place. Advantages that make a purchase cheaper or cost points have no target
    here: they are used later in the round, like any other purchase.
    """

    advantage: AdvantageId
    conflict: SpaceId | None = None


class ChooseForEvent(Action, frozen=True, tag="choose_for_event"):
    """What a part of an Event does where there is a choice (5.2); the arguments are those that its card asks for.

    ``conflicts``: spaces of new markers. ``unflag``, ``remove_enemy``, ``remove_own``: flags that go. ``shift``: empty
    spaces are flagged, opposing ones unflagged. ``option``: the alternative. ``squadron``: a naval space or
    ``navy_box``. ``theater``: number in the war. ``tile``: an own Bonus War tile. ``commodity``: one that comes into
    demand, ``replaces``: one that leaves it. ``points``: economic points taken for debt that could not be lowered.
    ``pay``: debt or trp. ``refresh``, ``exhaust``: Advantages.
    """

    card: EventNumber
    part: Literal["effect", "bonus"]
    option: str | None = None
    conflicts: SpaceIds = ()
    unflag: tuple[str, ...] = ()
    shift: tuple[str, ...] = ()
    remove_enemy: tuple[str, ...] = ()
    remove_own: tuple[str, ...] = ()
    take_control: tuple[str, ...] = ()
    refresh: tuple[str, ...] = ()
    exhaust: tuple[str, ...] = ()
    fort: str | None = None
    squadron: PlaceId | None = None
    tile: WarTileId | None = None
    theater: int | None = None
    commodity: CommodityId | None = None
    replaces: CommodityId | None = None
    points: int = 0
    score_cotton: bool = False
    pay: Literal["debt", "trp"] | None = None
    activate: Activation | None = None
