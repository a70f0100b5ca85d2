"""What happened in the phases of the peace turn (chapter 4), in the game's terms: see :mod:`.events`."""

from adjudicator.kernel.events import Event

from .fact_types import WAR_IDS


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
    """The victory check (4.1.13): where the track stands; ``sweep``: who won every Award and all demand.

    ``war``: the war that has just been fought, where its check is meant (7.4); the sweep is then that of its theatres.
    """

    vp: int
    sweep: str = ""
    war: str = ""


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
