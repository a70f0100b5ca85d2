"""The shape of the facts: one frozen struct with everything that never changes (see :mod:`.facts`)."""

from collections.abc import Iterable, Mapping
from functools import cached_property

from msgspec import Struct

from adjudicator.components.bits import bits, mask_of

from .fact_events import EventVersion, Restriction
from .fact_types import (
    WAR_IDS,
    Advantage,
    Award,
    Commodity,
    Costs,
    Country,
    Event,
    Investment,
    Limits,
    Ministry,
    Phase,
    Scoring,
    SetUp,
    Space,
    SubRegion,
    Theatre,
    Turn,
    War,
    WarRules,
    WarTile,
)


class Facts(Struct, frozen=True, dict=True):
    """Everything that never changes. Tuples are in the order of the data files; mappings go from id to index.

    Masks are sets of spaces unless their name says otherwise.
    """

    spaces: tuple[Space, ...]
    space: Mapping[str, int]
    regions: tuple[str, ...]
    """Ids of the regions in index order."""
    region: Mapping[str, int]
    sub_regions: tuple[SubRegion, ...]
    sub_region: Mapping[str, int]
    countries: tuple[Country, ...]
    country: Mapping[str, int]
    commodities: tuple[Commodity, ...]
    commodity: Mapping[str, int]
    advantages: tuple[Advantage, ...]
    advantage: Mapping[str, int]
    investments: tuple[Investment, ...]
    investment: Mapping[str, int]
    awards: tuple[Award, ...]
    award: Mapping[str, int]
    war_tiles: tuple[WarTile, ...]
    """Basic kinds (0-4), bonus tiles (5-100), special tiles (101, 102)."""
    war_tile: Mapping[str, int]
    events: tuple[Event, ...]
    """By number minus one."""
    event_versions: tuple[tuple[EventVersion, EventVersion], ...]
    """What they do (3.4.2): by number minus one, then by side."""
    restrictions: Mapping[str, Restriction]
    """What points with a condition may buy, by key."""
    ministries: tuple[Ministry, ...]
    """By number minus one."""
    wars: tuple[War, ...]
    war_rules: WarRules
    turns: tuple[Turn, ...]
    turn: Mapping[str, int]
    peace_phases: tuple[Phase, ...]
    war_phases: tuple[str, ...]
    keywords: tuple[str, ...]
    costs: Costs
    limits: Limits
    scoring: Scoring
    set_up: SetUp

    connects: tuple[int, ...]
    """By space: the spaces joined to it by a thin black line (3.2.2)."""
    conquest: tuple[int, ...]
    """By space: the spaces joined to it by a conquest line (3.2.6)."""
    cost: tuple[int, ...]
    """By space: the printed number; 0 for naval spaces."""
    region_of: tuple[int, ...]
    """By space: index of its region."""
    commodity_of: tuple[int, ...]
    """By space: index of its commodity, or ``NONE``."""
    advantages_of: tuple[int, ...]
    """By space: mask of the advantages that need it."""
    advantage_spaces: tuple[int, ...]
    """By advantage: the spaces that must all be held (8.1)."""
    advantages_by_region: tuple[int, ...]
    """By region: mask of advantages."""

    political: int
    market: int
    territory: int
    naval: int
    fort: int
    by_region: tuple[int, ...]
    by_sub_region: tuple[int, ...]
    by_country: tuple[int, ...]
    by_commodity: tuple[int, ...]
    alliance: int
    local_alliance: int
    by_war: tuple[int, ...]
    """By war: spaces that bear its dot (3.2.1, 3.2.4, 3.2.5)."""
    prestige: int
    """All prestige spaces, the two of the United States included."""
    usa_spaces: int
    """Political spaces that need a USA flag on the map (10.0)."""
    usa_award: int
    """Territories that the award USA may flag (7.3)."""
    canada_award: int
    """Territory that the award Canada may flag (7.3)."""
    available: tuple[int, ...]
    """By era: the spaces in play, those that need a USA flag left out."""
    initial: tuple[int, int]
    """By side: the flags of the set-up."""
    anchors: int
    """Territories, forts and naval spaces: what supplies markets (5.4.1)."""

    def mask(self, ids: Iterable[str]) -> int:
        """The set of spaces with these ids. Raises KeyError for an unknown one."""
        return mask_of(self.space[i] for i in ids)

    def ids(self, mask: int) -> tuple[str, ...]:
        """The ids of a set of spaces, in the order of the map file."""
        spaces = self.spaces
        return tuple(spaces[i].id for i in bits(mask))

    @cached_property
    def theatre(self) -> Mapping[str, Theatre]:
        """Theatres by id."""
        return {theatre.id: theatre for war in self.wars for theatre in war.theatres}

    @cached_property
    def bonus_sets(self) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
        """By war and side: the twelve bonus tiles (indexes of ``war_tiles``)."""
        return tuple((self._bonus(war, 0), self._bonus(war, 1)) for war in range(len(WAR_IDS)))

    @cached_property
    def basic_set(self) -> tuple[int, ...]:
        """The 16 basic tiles of a side, sorted (3.7)."""
        return tuple(t.index for t in self.war_tiles if t.kind == "basic" for _ in range(t.count))

    @cached_property
    def basic_kinds(self) -> int:
        """Number of kinds of basic tiles; bonus tiles have this index and above."""
        return sum(t.kind == "basic" for t in self.war_tiles)

    @cached_property
    def era_sizes(self) -> tuple[int, ...]:
        """By era: how many event cards it adds (3.4.1)."""
        return tuple(len(self.events_of_era(era)) for era in range(len(self.available)))

    @cached_property
    def investment_set(self) -> tuple[int, ...]:
        """The 24 investment tiles, sorted (3.3)."""
        return tuple(t.index for t in self.investments for _ in range(t.count))

    @cached_property
    def award_set(self) -> tuple[int, ...]:
        """The eight award tiles, sorted (3.9)."""
        return tuple(t.index for t in self.awards for _ in range(t.count))

    def events_of_era(self, era: int) -> tuple[int, ...]:
        """Numbers of the cards that an era adds (3.4.1)."""
        return tuple(event.number for event in self.events if event.era == era)

    def ministries_of(self, side: int, era: int) -> tuple[int, ...]:
        """Numbers of the cards a side may choose in an era (3.5.1)."""
        return tuple(m.number for m in self.ministries if m.nation == side and m.eras >> era & 1)

    def _bonus(self, war: int, side: int) -> tuple[int, ...]:
        return tuple(t.index for t in self.war_tiles if t.war == war and t.side == side)
