"""What happened in wars, at their end, and at the end of the game: see :mod:`.events`.

Theatres are named by their order in the war (1-4) and by their id.
"""

from msgspec import Struct

from adjudicator.kernel.events import Event


class Strength(Struct, frozen=True):
    """What a side has at a theatre (7.1.1, 7.1.3).

    ``army``: its War tiles, Atlantic Dominance and Byng included. The rest counts 1 each: alliances, keywords of
    face-up ministries, conflict markers under opposing flags, undamaged forts, squadrons.
    """

    army: int
    alliances: int = 0
    keywords: int = 0
    conflicts: int = 0
    forts: int = 0
    squadrons: int = 0

    @property
    def total(self) -> int:
        """Theatre strength (7.1.4)."""
        return self.army + self.alliances + self.keywords + self.conflicts + self.forts + self.squadrons


class SidesBid(Event, frozen=True, tag="sides_bid"):
    """What both players bid for the side ``preferred`` (R-14): ``trp`` go to the other side at the start.

    ``swapped``: the seat that did not have the preferred side bid more, so the players of the two seats change
    places before anything hidden is dealt.
    """

    france: int
    britain: int
    preferred: str
    trp: int
    swapped: bool = False


class WarBegan(Event, frozen=True, tag="war_began"):
    """A war turn begins (7.0); ``war``: wss, was, 7yw, awi."""

    war: str


class TheatreRevealed(Event, frozen=True, tag="theatre_revealed"):
    """The War tiles of a theatre are turned up (7.1.1); ``first``: who uses the symbols of his tiles first (7.1.2).

    ``byng``: the Byng marker lies there for Britain.
    """

    theater: int
    id: str
    france: tuple[str, ...]
    britain: tuple[str, ...]
    first: str
    byng: bool = False


class TileEffectUsed(Event, frozen=True, tag="tile_effect_used"):
    """A symbol of a War tile took effect (7.1.2); ``effect``: damage, send_home, unflag."""

    side: str
    tile: str
    effect: str
    space: str


class TileEffectUnused(Event, frozen=True, tag="tile_effect_unused"):
    """A symbol of a War tile had no effect (7.1.2); ``targets``: whether there would have been a target."""

    side: str
    tile: str
    targets: bool


class KeywordShown(Event, frozen=True, tag="keyword_shown"):
    """A face-down ministry was turned up for the keyword that a theatre lists (3.5, option ``ministry_reveal``)."""

    side: str
    ministry: str
    keyword: str


class TheatreResolved(Event, frozen=True, tag="theatre_resolved"):
    """Strengths were compared (7.1.4). ``winner`` "" is a tie; ``max_spoils``: the most the theatre can give."""

    theater: int
    id: str
    france: Strength
    britain: Strength
    margin: int
    winner: str = ""
    max_spoils: bool = False


class SpoilsTaken(Event, frozen=True, tag="spoils_taken"):
    """What the margin gives (7.2). ``trp`` go to the loser. ``unflag``: type of the opposing space to be unflagged.

    ``squadrons``: how many the loser gives up; ``usa``, ``canada``: awards of 7.3.
    """

    theater: int
    winner: str
    vp: int = 0
    trp: int = 0
    cp: int = 0
    unflag: str = ""
    unflag_region: str = ""
    squadrons: int = 0
    usa: bool = False
    canada: bool = False


class DominanceWon(Event, frozen=True, tag="dominance_won"):
    """The Atlantic Dominance tile of a side lies at a later theatre (7.3)."""

    side: str
    theater: int


class JacobiteVictory(Event, frozen=True, tag="jacobite_victory"):
    """France placed a Jacobite Victory marker (7.3); ``slot``: M-4 may lie in a slot of its own from now on."""

    victories: int
    slot: bool = False


class JacobiteDefeat(Event, frozen=True, tag="jacobite_defeat"):
    """The Jacobite Defeat marker was placed: M-4 has left the game (7.3). ``lay``: it lay before France."""

    lay: bool = False


class SpaceConquered(Event, frozen=True, tag="space_conquered"):
    """A space was taken with conquest points (7.2.1); ``owner``: whose it was, "" if it was empty.

    ``source``: where the squadron came from that holds a naval space now.
    """

    side: str
    space: str
    cp: int
    owner: str = ""
    source: str = ""


class ConquestTried(Event, frozen=True, tag="conquest_tried"):
    """A side spends conquest points on a territory, whose owner may refuse for ``vp`` (7.2.2)."""

    side: str
    space: str
    cp: int
    owner: str
    vp: int


class ConquestRefused(Event, frozen=True, tag="conquest_refused"):
    """The owner of a territory kept it for victory points (7.2.2); it is safe for the rest of the war."""

    side: str
    space: str
    vp: int
    refusals: int


class SpoilsUnflagged(Event, frozen=True, tag="spoils_unflagged"):
    """The spoils removed an opposing flag (7.2)."""

    side: str
    space: str


class SpoilsLost(Event, frozen=True, tag="spoils_lost"):
    """Spoils that were not used, by choice or because nothing could be taken (7.2)."""

    side: str
    cp: int = 0
    unflag: int = 0


class SquadronGivenUp(Event, frozen=True, tag="squadron_given_up"):
    """The loser of a theatre gave up a squadron (7.2); ``to``: unbuilt or out_of_game."""

    side: str
    source: str
    to: str


class UsaFlagsPlaced(Event, frozen=True, tag="usa_flags_placed"):
    """France placed USA flags (7.3, 10.0)."""

    spaces: tuple[str, ...] = ()


class UsaFortsRemoved(Event, frozen=True, tag="usa_forts_removed"):
    """France removed flags from forts of the Northern Colonies (7.3)."""

    spaces: tuple[str, ...] = ()


class IsolatedFlagsRemoved(Event, frozen=True, tag="isolated_flags_removed"):
    """Markets that became isolated through the USA flags lost theirs (7.3)."""

    spaces: tuple[str, ...]


class SpainShifted(Event, frozen=True, tag="spain_shifted"):
    """A side shifted a political space of Spain (12.1); ``space`` "": it did not want to."""

    side: str
    space: str = ""
    result: str = ""


class WarEnded(Event, frozen=True, tag="war_ended"):
    """War tiles are taken back (7.5); ``conflicts``: the markers that gave strength and leave."""

    war: str
    conflicts: tuple[str, ...] = ()


class BasicTilesAssigned(Event, frozen=True, tag="basic_tiles_assigned"):
    """A side has said which Basic tile lies where (12.2); ``tiles`` by theatre only for itself."""

    side: str
    tiles: tuple[str, ...] = ()


class BonusTilesCarried(Event, frozen=True, tag="bonus_tiles_carried"):
    """A side drew Bonus tiles of the next war for those it had (7.6); ``tiles`` only for itself."""

    side: str
    count: int
    tiles: tuple[str, ...] = ()


class FinalScored(Event, frozen=True, tag="final_scored"):
    """One line of the final scoring (11.0); ``winner`` "": nobody scores.

    ``what``: prestige (spaces of both sides), debt (available debt), commodity (markets; ``of``: which),
    territory (``of``: the space; ``flag``: whose flag flies there).
    """

    what: str
    vp: int = 0
    winner: str = ""
    france: int = 0
    britain: int = 0
    of: str = ""
    flag: str = ""


class TieBroken(Event, frozen=True, tag="tie_broken"):
    """At 15 victory points available debt decides, then Britain wins (4.1.14)."""

    france: int
    britain: int
    winner: str


WAR_EVENTS: tuple[type[Event], ...] = (
    SidesBid,
    WarBegan,
    TheatreRevealed,
    TileEffectUsed,
    TileEffectUnused,
    KeywordShown,
    TheatreResolved,
    SpoilsTaken,
    DominanceWon,
    JacobiteVictory,
    JacobiteDefeat,
    SpaceConquered,
    ConquestTried,
    ConquestRefused,
    SpoilsUnflagged,
    SpoilsLost,
    SquadronGivenUp,
    UsaFlagsPlaced,
    UsaFortsRemoved,
    IsolatedFlagsRemoved,
    SpainShifted,
    WarEnded,
    BasicTilesAssigned,
    BonusTilesCarried,
    FinalScored,
    TieBroken,
)
"""The events of wars and of the end, for the kernel's Game class."""
