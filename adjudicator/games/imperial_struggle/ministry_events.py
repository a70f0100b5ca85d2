"""What happened through Ministry cards (3.5), in the game's terms: see :mod:`.events`."""

from adjudicator.kernel.events import Event

from .events import Paid


class MinistryRevealed(Event, frozen=True, tag="ministry_revealed"):
    """A side turned a Ministry card up (3.5)."""

    side: str
    ministry: str


class MinistryUsed(Event, frozen=True, tag="ministry_used"):
    """A side used an ability of a Ministry card (3.5.2); its effect follows. ``paid``: what it cost, if it does."""

    side: str
    ministry: str
    ability: int
    paid: Paid | None = None


class MinistryPoints(Event, frozen=True, tag="ministry_points"):
    """A Ministry card gave action points (3.5.4). ``kind``: the action they join, "" for either.

    ``rule``: key of the one way in which they may be used, "" if there is none.
    """

    side: str
    ministry: str
    type: str
    points: int
    kind: str = ""
    rule: str = ""


class MinistryScored(Event, frozen=True, tag="ministry_scored"):
    """A Ministry card scored (4.1.12, M-4): VP, treaty points. Below 0: it took them from the other side's award."""

    side: str
    ministry: str
    vp: int = 0
    trp: int = 0


class HuguenotsPlaced(Event, frozen=True, tag="huguenots_placed"):
    """France placed a Huguenot marker on a territory (M-9)."""

    side: str
    space: str


class HuguenotsSpent(Event, frozen=True, tag="huguenots_spent"):
    """France flipped a Huguenot marker for a cheaper market (M-9)."""

    side: str
    space: str


class HuguenotsLost(Event, frozen=True, tag="huguenots_lost"):
    """A Huguenot marker left, because its territory is not French any more (M-9, R-53)."""

    space: str


class HuguenotsRefreshed(Event, frozen=True, tag="huguenots_refreshed"):
    """Flipped Huguenot markers may be used once more (M-24)."""

    side: str
    spaces: tuple[str, ...]


class CommodityTaxed(Event, frozen=True, tag="commodity_taxed"):
    """Britain named the commodity of the Townshend Acts for this turn (M-21)."""

    side: str
    commodity: str


MINISTRY_EVENTS: tuple[type[Event], ...] = (
    MinistryRevealed,
    MinistryUsed,
    MinistryPoints,
    MinistryScored,
    HuguenotsPlaced,
    HuguenotsSpent,
    HuguenotsLost,
    HuguenotsRefreshed,
    CommodityTaxed,
)
"""The events of Ministry cards, for the kernel's Game class."""
