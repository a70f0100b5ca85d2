"""What happened, in the game's terms: ids and figures, no texts. Reports and pictures are made from these.

Sides, spaces, tiles and cards are named by their ids, theatres by their order in the war (1-4). Fields with
a default that a seat may not know are filled in the private form of the event only.
"""

from msgspec import Struct

from adjudicator.kernel.events import Event

from .fact_types import WAR_IDS

# ---- action rounds (chapters 5, 6, 8, 9) ----------------------------------------------------------


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


# ---- ministries (3.5) ------------------------------------------------------------------------------


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

# ---- phases of the peace turn (chapter 4) ---------------------------------------------------------


class TurnBegan(Event, frozen=True, tag="turn_began"):
    """A peace turn begins (4.0); ``turn``: 1 to 6."""

    turn: str


class WarTilesLaid(Event, frozen=True, tag="war_tiles_laid"):
    """A side has its tiles on the display of the coming war (3.7, 7.6).

    ``bonus``: by theatre, how many Bonus tiles lie there. ``tiles``: by theatre, the tiles, only for the side.
    """

    side: str
    bonus: tuple[int, ...]
    tiles: tuple[tuple[str, ...], ...] = ()
    war: str = WAR_IDS[0]


class DeckRenewed(Event, frozen=True, tag="deck_renewed"):
    """The cards of a new era joined the draw pile (4.1.1); ``cards``: how many lie there now."""

    era: str
    cards: int


class DebtLimitRaised(Event, frozen=True, tag="debt_limit_raised"):
    """Both debt limits rose (4.1.2); ``limits`` by side, France first."""

    limits: tuple[int, ...]


class AwardsLaid(Event, frozen=True, tag="awards_laid"):
    """The Award tiles of this turn (4.1.3), in the order of the regions."""

    tiles: tuple[str, ...]


class DemandDrawn(Event, frozen=True, tag="demand_drawn"):
    """The commodities in Global Demand this turn (4.1.4), in the order of the table."""

    commodities: tuple[str, ...]


class InvestmentsDealt(Event, frozen=True, tag="investments_dealt"):
    """The Investment tiles that may be taken this turn (4.1.6)."""

    tiles: tuple[str, ...]


class EventsDealt(Event, frozen=True, tag="events_dealt"):
    """A side was dealt Event cards (4.1.6); ``cards`` only for itself."""

    side: str
    count: int
    cards: tuple[int, ...] = ()


class EventsDiscarded(Event, frozen=True, tag="events_discarded"):
    """A side put cards away to keep three (4.1.6); everybody may look at the discard pile."""

    side: str
    cards: tuple[int, ...]


class MinistriesLaid(Event, frozen=True, tag="ministries_laid"):
    """A side has chosen or replaced its face-down Ministry cards (4.1.7).

    ``cards``: all that lie before it now, ``replaced``: those it took back; both only for itself.
    """

    side: str
    cards: tuple[str, ...] = ()
    replaced: tuple[str, ...] = ()


class InitiativeHeld(Event, frozen=True, tag="initiative_held"):
    """Who holds the initiative this turn (4.1.8); ``before``: who held it, ``vp``: why."""

    side: str
    before: str
    vp: int


class FirstPlayerChosen(Event, frozen=True, tag="first_player_chosen"):
    """The holder of the initiative named who plays first this turn (4.1.8)."""

    side: str
    first: str


class AwardScored(Event, frozen=True, tag="award_scored"):
    """A regional Award (4.1.12): spaces of both sides, lead needed, and what the winner got ("": nobody won)."""

    region: str
    tile: str
    france: int
    britain: int
    margin: int
    winner: str = ""
    vp: int = 0
    trp: int = 0


class PrestigeScored(Event, frozen=True, tag="prestige_scored"):
    """Prestige (4.1.12): spaces of both sides, and what the winner got ("": nobody won)."""

    france: int
    britain: int
    winner: str = ""
    vp: int = 0


class DemandScored(Event, frozen=True, tag="demand_scored"):
    """A commodity in Global Demand (4.1.12): markets of both sides, and what the winner got ("": nobody won).

    ``debt``: change of the winner's debt as the table prints it; forced debt that does not fit is told apart.
    """

    commodity: str
    france: int
    britain: int
    winner: str = ""
    vp: int = 0
    debt: int = 0
    trp: int = 0


class VictoryChecked(Event, frozen=True, tag="victory_checked"):
    """The victory check (4.1.13): where the track stands; ``sweep``: who won every Award and all demand."""

    vp: int
    sweep: str = ""


class GameOver(Event, frozen=True, tag="game_over"):
    """The game ended (2.5); ``winner`` "" is a draw, ``how`` a key of the state document."""

    how: str
    vp: int
    winner: str = ""


TURN_EVENTS: tuple[type[Event], ...] = (
    TurnBegan,
    WarTilesLaid,
    DeckRenewed,
    DebtLimitRaised,
    AwardsLaid,
    DemandDrawn,
    InvestmentsDealt,
    EventsDealt,
    EventsDiscarded,
    MinistriesLaid,
    InitiativeHeld,
    FirstPlayerChosen,
    AwardScored,
    PrestigeScored,
    DemandScored,
    VictoryChecked,
    GameOver,
)
"""The events of the phases, for the kernel's Game class."""
