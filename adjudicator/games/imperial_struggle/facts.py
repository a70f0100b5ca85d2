"""The facts of Imperial Struggle that several kinds of things make together: sets of spaces, prices, limits, wars.

What a single thing is, is asked of its kind in :mod:`.fact_types`:

>>> SPACE.thing("sardinia").cost
2
>>> SPACE.ids_of(FACTS.by_commodity[COMMODITY.index["fish"]])
('gulf_of_st_lawrence', 'northeast_channel', 'georges_bank', 'massachusetts_bay')
"""

from collections.abc import Iterable, Iterator
from typing import Final

from adjudicator.components import Kind, Thing, mask_of
from adjudicator.components.load import DataFile

from .fact_events import EVENT, RESTRICTION
from .fact_types import (
    ADVANTAGE,
    AWARD,
    COMMODITY,
    COUNTRY,
    DATA,
    ERA,
    INVESTMENT,
    MAP,
    MINISTRY,
    REGION,
    SEQUENCE,
    SIDE,
    SPACE,
    SUB_REGION,
    WAR,
    WAR_TILE,
    WARS,
    Costs,
    MapLines,
    Sequence,
    SetUp,
    WarRules,
)


class Facts:
    """The facts that never change and the rules look up all the time, as tables in the order of the data files.

    Masks are sets of spaces unless their name says otherwise.
    """

    def __init__(self) -> None:
        """Load the facts. Raises FactError if a data file is damaged."""
        sequence, lines = SEQUENCE.rest(Sequence), MAP.rest(MapLines)

        self.event_versions: Final = tuple(event.versions for event in EVENT)
        """What they do (3.4.2): by number minus one, then by side."""
        self.restrictions: Final = {rule.id: rule for rule in RESTRICTION}
        """What points with a condition may buy, by key."""
        self.war_rules: Final = WARS.rest(WarRules)
        self.peace_phases: Final = sequence.peace_phases
        self.war_phases: Final = sequence.war_phases
        self.costs: Final = DataFile(DATA / "prices.yaml").rest(Costs)
        self.limits: Final = sequence.limits
        self.scoring: Final = sequence.scoring
        self.set_up: Final = DataFile(DATA / "setup.yaml").rest(SetUp)

        self.connects: Final = lines.connections
        """By space: the spaces joined to it by a thin black line (3.2.2)."""
        self.conquest: Final = lines.conquest_lines
        """By space: the spaces joined to it by a conquest line (3.2.6)."""
        self.cost: Final = tuple(s.cost for s in SPACE)
        """By space: the printed number; 0 for naval spaces."""
        self.region_of: Final = tuple(s.region for s in SPACE)
        """By space: index of its region."""
        self.advantages_of: Final = tuple(mask_of(a.index for a in ADVANTAGE if a.spaces >> s.index & 1) for s in SPACE)
        """By space: mask of the advantages that need it."""
        self.advantage_spaces: Final = tuple(a.spaces for a in ADVANTAGE)
        """By advantage: the spaces that must all be held (8.1)."""
        self.advantages_by_region: Final = tuple(
            mask_of(a.index for a in ADVANTAGE if a.region == region) for region in REGION.indexes
        )
        """By region: mask of advantages."""

        self.political: Final = _where(s.type == "political" for s in SPACE)
        self.market: Final = _where(s.type == "market" for s in SPACE)
        self.territory: Final = _where(s.type == "territory" for s in SPACE)
        self.naval: Final = _where(s.type == "naval" for s in SPACE)
        self.fort: Final = _where(s.type == "fort" for s in SPACE)
        self.by_region: Final = tuple(_where(s.region == region for s in SPACE) for region in REGION.indexes)
        self.by_sub_region: Final = tuple(_where(s.sub_region == part for s in SPACE) for part in SUB_REGION.indexes)
        self.by_country: Final = tuple(_where(s.country == country for s in SPACE) for country in COUNTRY.indexes)
        self.by_commodity: Final = tuple(_where(s.commodity == good for s in SPACE) for good in COMMODITY.indexes)
        self.alliance: Final = _where(s.alliance for s in SPACE)
        self.local_alliance: Final = _where(s.local_alliance for s in SPACE)
        self.by_war: Final = tuple(_where(s.wars >> war & 1 for s in SPACE) for war in WAR.indexes)
        """By war: spaces that bear its dot (3.2.1, 3.2.4, 3.2.5)."""
        self.prestige: Final = _where(s.prestige for s in SPACE)
        """All prestige spaces, the two of the United States included."""
        self.usa_spaces: Final = _where(s.needs_usa_flag for s in SPACE)
        """Political spaces that need a USA flag on the map (10.0)."""
        self.usa_award: Final = _where(s.usa == "usa" for s in SPACE)
        """Territories that the award USA may flag (7.3)."""
        self.canada_award: Final = _where(s.usa == "canada" for s in SPACE)
        """Territory that the award Canada may flag (7.3)."""
        self.available: Final = tuple(
            _where(s.from_era <= era and not s.needs_usa_flag for s in SPACE) for era in ERA.indexes
        )
        """By era: the spaces in play, those that need a USA flag left out."""
        self.initial: Final = tuple(_where(s.printed_flag == side for s in SPACE) for side in SIDE.indexes)
        """By side: the flags of the set-up."""
        self.anchors: Final = self.territory | self.fort | self.naval
        """Territories, forts and naval spaces: what supplies markets (5.4.1)."""

        self.bonus_sets: Final = tuple(
            tuple(tuple(t.index for t in WAR_TILE if (t.war, t.side) == (war, side)) for side in SIDE.indexes)
            for war in WAR.indexes
        )
        """By war and side: the twelve bonus tiles (indexes of ``war_tiles``)."""
        self.basic_set: Final = tuple(t.index for t in WAR_TILE if t.kind == "basic" for _ in range(t.count))
        """The 16 basic tiles of a side, sorted (3.7)."""
        self.investment_set: Final = tuple(t.index for t in INVESTMENT for _ in range(t.count))
        """The 24 investment tiles, sorted (3.3)."""
        self.award_set: Final = tuple(t.index for t in AWARD for _ in range(t.count))
        """The eight award tiles, sorted (3.9)."""
        self.era_sizes: Final = tuple(len(self.events_of_era(era)) for era in ERA.indexes)
        """By era: how many event cards it adds (3.4.1)."""

    def events_of_era(self, era: int) -> tuple[int, ...]:
        """Return the numbers of the cards that an era adds (3.4.1)."""
        return tuple(event.number for event in EVENT if event.era == era)

    def ministries_of(self, side: int, era: int) -> tuple[int, ...]:
        """Return the numbers of the cards a side may choose in an era (3.5.1)."""
        return tuple(m.number for m in MINISTRY if m.nation == side and m.eras >> era & 1)


def _where(marked: Iterable[object]) -> int:
    return mask_of(index for index, yes in enumerate(marked) if yes)


FACTS: Final = Facts()


def _phases() -> Iterator[str]:
    yield from (phase.id for phase in FACTS.peace_phases)
    yield from FACTS.war_phases
    yield from ("set_up", "war_theater", "war_spoils", "game_over")


PHASE: Final[Kind[Thing]] = Kind("phase", _phases)
