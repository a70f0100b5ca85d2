"""What happened in action rounds (chapters 5, 6, 8, 9), in the game's terms: ids and figures, no texts.

Reports and pictures are made from these and from :mod:`.ministry_events`, :mod:`.turn_events`, :mod:`.card_events`
and :mod:`.war_events`.

Sides, spaces, tiles and cards are named by their ids, theatres by their order in the war (1-4). Fields with
a default that a seat may not know are filled in the private form of the event only.
"""

from msgspec import Struct

from adjudicator.kernel.events import Event


class Paid(Struct, frozen=True, omit_defaults=True):
    """How a purchase was paid (5.3.2, 6.1, 9.1).

    ``type``: economic, diplomatic, military. ``kind``: major or minor. ``cost`` = ``points`` + ``debt`` +
    ``trp`` + ``free_debt`` + ``ministry``. ``restricted``: how many of the points had a condition (5.2).
    ``free_debt``: debt that M-17 ignored. ``ministry``: points of M-22 and M-23; one that M-23 gave and this purchase
    did not need stays with the action, then ``points`` is -1.
    """

    type: str
    kind: str
    cost: int
    points: int = 0
    debt: int = 0
    trp: int = 0
    restricted: int = 0
    free_debt: int = 0
    ministry: int = 0


class RoundStarted(Event, frozen=True, tag="round_started"):
    """An action round begins (5.0); ``isolated``: the markets that are isolated during it (5.4.1)."""

    side: str
    round: int
    isolated: tuple[str, ...] = ()


class InvestmentTaken(Event, frozen=True, tag="investment_taken"):
    """A side took an Investment tile (5.1)."""

    side: str
    tile: str


class Passed(Event, frozen=True, tag="passed"):
    """A side used nothing of its tile; ``debt`` is what it paid back (5.1, 6.2)."""

    side: str
    debt: int = 0


class ActionEnded(Event, frozen=True, tag="action_ended"):
    """An action was completed because the next one began; ``lost``: points not used (5.3)."""

    side: str
    kind: str
    lost: int


class RoundEnded(Event, frozen=True, tag="round_ended"):
    """An action round is over; points that were left are lost (5.0)."""

    side: str
    round: int
    lost_major: int = 0
    lost_minor: int = 0


class SpaceShifted(Event, frozen=True, tag="space_shifted"):
    """A market or political space was shifted with action points (5.4.1, 5.5.1).

    ``result``: flag or unflag. ``advantage``: the tile that lowered the price (8.2).
    """

    side: str
    space: str
    result: str
    paid: Paid
    advantage: str = ""


class EventCardDrawn(Event, frozen=True, tag="event_card_drawn"):
    """A side drew an Event card for diplomatic points (2nd printing 5.5.3); ``card`` only for itself."""

    side: str
    paid: Paid
    card: int = 0


class EventCardRemoved(Event, frozen=True, tag="event_card_removed"):
    """A Succession card came up on turn 5 or 6 and left the game (4.1.6)."""

    side: str
    card: int


class EventPileRenewed(Event, frozen=True, tag="event_pile_renewed"):
    """The discard pile was shuffled into a new draw pile; ``cards``: how many."""

    cards: int


class BonusTileBought(Event, frozen=True, tag="bonus_tile_bought"):
    """A side drew a Bonus War tile for military points (5.6.1); ``tile`` only for itself."""

    side: str
    paid: Paid
    tile: str = ""


class BonusTilePlaced(Event, frozen=True, tag="bonus_tile_placed"):
    """A Bonus War tile was laid (5.6.1, 7.6). ``moved_to``: theatre to which another one made room, or 0.

    The tiles themselves only for their side. ``war``: whose theatres are meant.
    """

    side: str
    theater: int
    moved_to: int = 0
    tile: str = ""
    moved: str = ""
    war: str = ""


class MilitaryConverted(Event, frozen=True, tag="military_converted"):
    """Military points became points of another type, as of a Major Action (5.6.1, turn 6)."""

    side: str
    to: str
    points: int
    paid: Paid


class ConflictRemoved(Event, frozen=True, tag="conflict_removed"):
    """A conflict marker was removed with military points (5.6.2)."""

    side: str
    space: str
    paid: Paid


class ConflictLifted(Event, frozen=True, tag="conflict_lifted"):
    """A conflict marker left because its space changed control (3.8.2)."""

    space: str


class ConflictPlaced(Event, frozen=True, tag="conflict_placed"):
    """A conflict marker was placed (3.8.1); ``plus``: with the "+1" marker."""

    side: str
    space: str
    plus: bool = False


class FortBuilt(Event, frozen=True, tag="fort_built"):
    """A fort was built (5.6.3)."""

    side: str
    space: str
    paid: Paid


class FortRepaired(Event, frozen=True, tag="fort_repaired"):
    """A side repaired its damaged fort (5.6.4)."""

    side: str
    space: str
    paid: Paid


class FortSeized(Event, frozen=True, tag="fort_seized"):
    """A side repaired an opposing damaged fort and took it over (5.6.4)."""

    side: str
    space: str
    paid: Paid


class SquadronBuilt(Event, frozen=True, tag="squadron_built"):
    """A squadron was built and put into the navy box (5.6.5); ``advantage``: the tile used for it (8.2)."""

    side: str
    paid: Paid
    advantage: str = ""


class SquadronDeployed(Event, frozen=True, tag="squadron_deployed"):
    """A squadron moved (5.6.6); ``displaced``: an opposing one went to its navy box."""

    side: str
    source: str
    to: str
    paid: Paid
    displaced: bool = False


class SquadronSentHome(Event, frozen=True, tag="squadron_sent_home"):
    """A squadron of ``owner`` went to its navy box (8.2, Naval Bastion)."""

    owner: str
    space: str


class UpgradeDrawn(Event, frozen=True, tag="upgrade_drawn"):
    """A military upgrade: another Basic War tile was drawn for a theatre (5.3.3); tiles only for the side."""

    side: str
    theater: int
    placed: str = ""
    drawn: str = ""
    war: str = ""


class UpgradeKept(Event, frozen=True, tag="upgrade_kept"):
    """Which tile lies at the theatre after the upgrade, and where the other one went (5.3.3).

    ``kept``: placed or drawn; ``other``: pool or out_of_game. The tile that went only for the side.
    """

    side: str
    theater: int
    kept: str
    other: str
    tile: str = ""
    war: str = ""


class UpgradeSwapped(Event, frozen=True, tag="upgrade_swapped"):
    """A military upgrade: two own Basic tiles changed places (optional rule 12.2)."""

    side: str
    theater: int
    with_theater: int
    war: str = ""


class AdvantageUsed(Event, frozen=True, tag="advantage_used"):
    """A side used an Advantage tile (8.2); its effect follows. ``paid``: what it cost, if it does."""

    side: str
    advantage: str
    paid: Paid | None = None


class AdvantageGained(Event, frozen=True, tag="advantage_gained"):
    """A side holds all spaces of an Advantage and took its tile (8.1)."""

    side: str
    advantage: str


class AdvantageLost(Event, frozen=True, tag="advantage_lost"):
    """A side lost a space of an Advantage and gave its tile back (8.1)."""

    side: str
    advantage: str


class DebtChanged(Event, frozen=True, tag="debt_changed"):
    """Debt went up or down apart from a purchase (6.2, 6.3); ``why``: what caused it."""

    side: str
    change: int
    why: str


class ForcedDebt(Event, frozen=True, tag="forced_debt"):
    """A side was made to take debt (6.3b); ``over``: what did not fit, 1 VP each for the other side."""

    side: str
    taken: int
    over: int
    why: str


class TreatyPointsChanged(Event, frozen=True, tag="treaty_points_changed"):
    """A side gained or lost treaty points apart from a purchase (9.0)."""

    side: str
    change: int
    why: str


class VictoryPoints(Event, frozen=True, tag="victory_points"):
    """A side scored; ``vp`` moves the one track up for France and down for Britain (3.10)."""

    side: str
    vp: int
    why: str


ROUND_EVENTS: tuple[type[Event], ...] = (
    RoundStarted,
    InvestmentTaken,
    Passed,
    ActionEnded,
    RoundEnded,
    SpaceShifted,
    EventCardDrawn,
    EventCardRemoved,
    EventPileRenewed,
    BonusTileBought,
    BonusTilePlaced,
    MilitaryConverted,
    ConflictRemoved,
    ConflictLifted,
    ConflictPlaced,
    FortBuilt,
    FortRepaired,
    FortSeized,
    SquadronBuilt,
    SquadronDeployed,
    SquadronSentHome,
    UpgradeDrawn,
    UpgradeKept,
    UpgradeSwapped,
    AdvantageUsed,
    AdvantageGained,
    AdvantageLost,
    DebtChanged,
    ForcedDebt,
    TreatyPointsChanged,
    VictoryPoints,
)
"""The events of the action rounds, for the kernel's Game class."""
