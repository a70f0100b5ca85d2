"""What happens through Event cards (5.2), in the game's terms: see :mod:`.events`."""

from adjudicator.kernel.events import Event


class EventPlayed(Event, frozen=True, tag="event_played"):
    """A side played an Event card; ``bonus``: its condition holds. ``via``: ministry that lifted a restriction."""

    side: str
    card: int
    bonus: bool = False
    via: str = ""


class EventWithoutEffect(Event, frozen=True, tag="event_without_effect"):
    """Part of an event could not be carried out: there was no target, or what it asks for did not hold (5.2 step 2).

    ``op``: which part, as in the card's facts.
    """

    side: str
    card: int
    part: str
    op: str


class PointsGained(Event, frozen=True, tag="points_gained"):
    """An event gave action points (3.4.5); ``rule``: the condition on them, a key of the restrictions, or ""."""

    side: str
    card: int
    type: str
    points: int
    rule: str = ""


class DiscountGained(Event, frozen=True, tag="discount_gained"):
    """An event makes something cheaper for the rest of the round (Events 4 and 17)."""

    side: str
    card: int
    amount: int


class EventShifted(Event, frozen=True, tag="event_shifted"):
    """An event changed a flag (3.2.8); ``result``: flag, unflag, take_control, remove_own."""

    side: str
    card: int
    space: str
    result: str


class FortDamaged(Event, frozen=True, tag="fort_damaged"):
    """A fort was damaged by an event; ``owner``: whose it is."""

    owner: str
    space: str


class SquadronAway(Event, frozen=True, tag="squadron_away"):
    """A squadron is put on the turn track, until the reset of the next peace turn (4.1.5); ``source``: where it lay."""

    owner: str
    source: str


class SquadronLost(Event, frozen=True, tag="squadron_lost"):
    """A squadron left the game; ``source``: where it lay."""

    owner: str
    source: str


class SquadronGained(Event, frozen=True, tag="squadron_gained"):
    """A squadron was built for nothing and put into the navy box."""

    side: str
    card: int


class BonusTileDrawn(Event, frozen=True, tag="bonus_tile_drawn"):
    """An event gave a side a Bonus War tile, to be laid with ``place_bonus_tile``; ``tile`` only for itself."""

    side: str
    card: int
    tile: str = ""


class BonusTileReturned(Event, frozen=True, tag="bonus_tile_returned"):
    """A Bonus War tile went back to the pool of its side; ``tile`` only for itself."""

    side: str
    theater: int
    tile: str = ""
    war: str = ""


class AdvantageRefreshed(Event, frozen=True, tag="advantage_refreshed"):
    """An Advantage may be used once more this turn (Event 17)."""

    advantage: str


class AdvantageExhausted(Event, frozen=True, tag="advantage_exhausted"):
    """An Advantage was exhausted without effect (Event 34)."""

    advantage: str


class AdvantageActivated(Event, frozen=True, tag="advantage_activated"):
    """An event activated an Advantage without a marker on it; ``later``: it can be used later in this round."""

    side: str
    advantage: str
    later: bool = False


class ByngPlaced(Event, frozen=True, tag="byng_placed"):
    """The Byng marker lies at a theatre (Event 18)."""

    theater: int
    war: str = ""


class DemandDrawnFor(Event, frozen=True, tag="demand_drawn_for"):
    """An event drew a commodity, which is going to replace one in demand (Event 21)."""

    side: str
    card: int
    commodity: str


class DemandChanged(Event, frozen=True, tag="demand_changed"):
    """A commodity came into demand; ``replaced``: the one that left for it, "" for none."""

    commodity: str
    replaced: str = ""


class DebtLimitLowered(Event, frozen=True, tag="debt_limit_lowered"):
    """An event lowered a debt limit to ``limit``."""

    side: str
    limit: int


CARD_EVENTS: tuple[type[Event], ...] = (
    EventPlayed,
    EventWithoutEffect,
    PointsGained,
    DiscountGained,
    EventShifted,
    FortDamaged,
    SquadronAway,
    SquadronLost,
    SquadronGained,
    BonusTileDrawn,
    BonusTileReturned,
    AdvantageRefreshed,
    AdvantageExhausted,
    AdvantageActivated,
    ByngPlaced,
    DemandDrawnFor,
    DemandChanged,
    DebtLimitLowered,
)
"""The events of Event cards, for the kernel's Game class."""
