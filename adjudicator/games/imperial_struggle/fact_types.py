"""The things of the game as they stand in ``data/``, one frozen struct a thing, and their kinds.

Indexes are positions in the data files, from 0; cards have numbers, from 1. Sets of spaces are bit masks over the 112
space indexes (:mod:`adjudicator.components.bits`). Sides are 0 = France, 1 = Britain; regions, types of action,
commodities and eras are indexes too.
"""

from pathlib import Path
from typing import Annotated, Final, Literal, get_args

from msgspec import Struct, field
from msgspec.structs import force_setattr

from adjudicator.components import Kind, Thing, mask_of
from adjudicator.components.load import DataFile, Each, Lines, Mask, Written

FRANCE: Final = 0
BRITAIN: Final = 1
USA: Final = 2
SPAIN: Final = 3
SIDES: Final = ("france", "britain")
FLAGS: Final = ("france", "britain", "usa", "spain")
NONE: Final = -1
"""No side, no country, no commodity … in every field that holds an index."""

EUROPE: Final = 0
NORTH_AMERICA: Final = 1
CARIBBEAN: Final = 2
INDIA: Final = 3

ECONOMIC: Final = 0
DIPLOMATIC: Final = 1
MILITARY: Final = 2
ACTION_TYPES: Final = ("economic", "diplomatic", "military")

ERAS: Final = ("succession", "empire", "revolution")
WAR_IDS: Final = ("wss", "was", "7yw", "awi")

SpaceType = Literal["political", "market", "territory", "naval", "fort"]
Symbol = Literal["none", "debt", "fort_or_squadron", "unflag"]
AdvantageOp = Literal[
    "place_conflict", "unflag_fixed", "unflag_discount", "reduce_debt", "squadron_to_navy_box", "construct_squadron"
]

DATA: Final = Path(__file__).parent / "data"
MAP: Final = DataFile(DATA / "map.yaml")
TILES: Final = DataFile(DATA / "tiles.yaml")
ADVANTAGES: Final = DataFile(DATA / "advantages.yaml")
MINISTRIES: Final = DataFile(DATA / "ministries.yaml")
WARS: Final = DataFile(DATA / "wars.yaml")
SEQUENCE: Final = DataFile(DATA / "sequence.yaml")

SIDE: Final[Kind[Thing]] = Kind("side", SIDES)
FLAG: Final[Kind[Thing]] = Kind("flag", FLAGS)
ACTION_TYPE: Final[Kind[Thing]] = Kind("action_type", ACTION_TYPES)
ERA: Final[Kind[Thing]] = Kind("era", ERAS)
SPACE_TYPE: Final[Kind[Thing]] = Kind("space_type", get_args(SpaceType))
REGION: Final = Kind("region", MAP.things("regions", Thing))
KEYWORD: Final[Kind[Thing]] = Kind("keyword", MINISTRIES.things("keywords", Thing))


class SubRegion(Thing, frozen=True):
    """A sub-region (3.2)."""

    index: int
    region: Annotated[int, REGION]


class Country(Thing, frozen=True):
    """A country of Europe, or the United States."""

    index: int
    multi_space: bool


class DemandAward(Struct, frozen=True):
    """The award of Global Demand for a commodity in one era (4.1.12). ``debt`` changes the winner's Debt."""

    vp: int
    debt: int
    trp: int


class Commodity(Thing, frozen=True):
    """A commodity; its index is its place in the Global Demand table from the top. ``awards`` by era index."""

    index: int
    awards: Annotated[tuple[DemandAward, ...], Each(ERA)]


class Space(Thing, frozen=True):
    """One of the 112 spaces (3.2).

    ``cost`` is 0 for naval spaces; ``wars`` is a mask of the wars whose dot it bears. ``printed_flag``: a flag of the
    set-up; Spain's is there only with option 12.1.
    """

    index: int
    type: SpaceType
    region: Annotated[int, REGION]
    sub_region: "Annotated[int, SUB_REGION]" = NONE
    country: "Annotated[int, COUNTRY]" = NONE
    cost: int = 0
    commodity: "Annotated[int, COMMODITY]" = NONE
    prestige: bool = False
    alliance: bool = False
    local_alliance: bool = False
    wars: "Annotated[int, Mask(WAR)]" = 0
    from_era: Annotated[int, ERA] = 0
    needs_usa_flag: bool = False
    printed_flag: Annotated[int, FLAG] = NONE
    usa: Literal["", "usa", "canada"] = ""


SUB_REGION: Final = Kind("sub_region", MAP.things("sub_regions", SubRegion))
COUNTRY: Final = Kind("country", MAP.things("countries", Country))
COMMODITY: Final = Kind("commodity", TILES.things("commodities", Commodity))
SPACE: Final = Kind("space", MAP.things("spaces", Space))


class MapLines(Struct, frozen=True):
    """The lines of the map, by space the spaces joined to it: thin black ones (3.2.2), lines of conquest (3.2.6)."""

    connections: Annotated[tuple[int, ...], Lines(SPACE)]
    conquest_lines: Annotated[tuple[int, ...], Lines(SPACE)]


class SpaceFilter(Struct, frozen=True):
    """Spaces as the data files describe them: every field that is set narrows the set."""

    regions: Annotated[tuple[int, ...], REGION] = ()
    sub_region: Annotated[int, SUB_REGION] = NONE
    countries: Annotated[tuple[int, ...], COUNTRY] = ()
    spaces: Annotated[tuple[int, ...], SPACE] = ()
    types: tuple[SpaceType, ...] = ()
    commodities: Annotated[tuple[int, ...], COMMODITY] = ()
    alliance: bool = False
    local_alliance: bool = False
    prestige: bool | None = None
    not_countries: Annotated[tuple[int, ...], COUNTRY] = ()

    def mask(self) -> int:
        """Return the spaces, as a mask."""
        return mask_of(space.index for space in SPACE if self._has(space))

    def _has(self, s: Space) -> bool:
        return (
            (not self.regions or s.region in self.regions)
            and self.sub_region in (NONE, s.sub_region)
            and (not self.countries or s.country in self.countries)
            and (not self.spaces or s.index in self.spaces)
            and (not self.types or s.type in self.types)
            and (not self.commodities or s.commodity in self.commodities)
            and (not self.alliance or s.alliance)
            and (not self.local_alliance or s.local_alliance)
            and self.prestige in (None, s.prestige)
            and s.country not in self.not_countries
        )


Spaces = Annotated[int, Written(SpaceFilter, SpaceFilter.mask)]
"""A set of spaces, written as a description."""


class Advantage(Thing, frozen=True):
    """An Advantage tile (8.0-8.2).

    ``spaces``: all of them must be held. ``targets``: where the effect may be used (mask, before owner,
    protection and markers are looked at). ``pays``: type of the points its use costs, or ``NONE``;
    ``points``: how many. ``company``: counted by Ministry 7.
    """

    index: int
    region: Annotated[int, REGION]
    spaces: Annotated[int, Mask(SPACE)]
    op: AdvantageOp
    amount: int = 0
    targets: Spaces = field(default=0, name="where")
    unprotected: bool = False
    pays: Annotated[int, ACTION_TYPE] = NONE
    points: int = 0
    company: bool = False
    initial_holder: Annotated[int, SIDE] = NONE


class Investment(Thing, frozen=True):
    """A kind of Investment tile (3.3).

    It has the Major Action's type and points, the Minor Action's type, and the symbols.
    """

    index: int
    major: Annotated[int, ACTION_TYPE]
    points: int
    minor: Annotated[int, ACTION_TYPE]
    event: bool
    upgrade: bool
    count: int


class Award(Thing, frozen=True):
    """A kind of Award tile (3.9): VP and treaty points for a lead of at least ``margin``."""

    index: int
    vp: int
    trp: int
    margin: int
    count: int


class WarTile(Thing, frozen=True):
    """A War tile (3.7).

    Basic kinds have ``war`` and ``side`` ``NONE`` and a ``count`` per side; bonus tiles count 1.
    """

    index: int
    strength: int
    kind: Literal["basic", "bonus", "special"] = "bonus"
    war: "Annotated[int, WAR]" = NONE
    side: Annotated[int, SIDE] = NONE
    symbol: Symbol = "none"
    count: int = 1


ADVANTAGE: Final = Kind("advantage", ADVANTAGES.things("advantages", Advantage))
INVESTMENT: Final = Kind("investment", TILES.things("investments", Investment))
AWARD: Final = Kind("award", TILES.things("awards", Award))
WAR_TILE: Final = Kind("war_tile", TILES.things("war_tiles", WarTile))


class Ability(Struct, frozen=True):
    """An ability of a Ministry card (3.5.2); the meanings are in ministries.yaml.

    ``where`` and ``needs`` are masks of spaces; ``pays`` a type of action or ``NONE``.
    """

    id: str
    timing: str
    limit: str
    exhausts: bool
    pays: Annotated[int, ACTION_TYPE] = NONE
    points: int = 0
    face_up_before: str = ""
    amount: int = 0
    more: int = 0
    most: int = 0
    where: Spaces = 0
    needs: Spaces = 0


class Ministry(Thing, frozen=True):
    """A Ministry card (3.5). ``eras``: mask of era indexes."""

    number: int
    nation: Annotated[int, SIDE]
    eras: Annotated[int, Mask(ERA)]
    keywords: Annotated[tuple[str, ...], KEYWORD]
    abilities: tuple[Ability, ...]

    @property
    def key(self) -> str:
        """``mN:id`` as documents write it."""
        return f"m{self.number}:{self.id}"


MINISTRY: Final = Kind("ministry", MINISTRIES.things("ministries", Ministry), first=1)


class Unflag(Struct, frozen=True):
    """Spoils that remove one opposing flag (7.2)."""

    type: SpaceType
    region: Annotated[str, REGION]


class Spoils(Struct, frozen=True):
    """One row of the spoils (7.2): margins ``min`` to ``max`` (``None``: no limit).

    ``trp`` goes to the loser.
    """

    min: int
    max: int | None = None
    vp: int = 0
    cp: int = 0
    trp: int = 0
    unflag: Unflag | None = None
    atlantic_dominance: bool = False
    squadrons_to_unbuilt: int = 0
    squadrons_removed: int = 0
    usa: bool = False
    canada: bool = False
    jacobite_victory: bool = False
    jacobite_defeat: bool = False

    @property
    def margins(self) -> str:
        """`3`, `1-2`, `5+`."""
        if self.max is None:
            return f"{self.min}+"
        return str(self.min) if self.min == self.max else f"{self.min}-{self.max}"


class Theatre(Thing, frozen=True):
    """A theatre of a war (7.1-7.3); ``order`` counts from 1. Spaces and regions as masks.

    ``alliances``: spaces that give strength to whoever holds them (7.1.3). ``spoils``: rows by side. ``war`` and
    ``order`` come from where it stands.
    """

    regions: Annotated[int, Mask(REGION)]
    max_spoils_margin: Annotated[tuple[int, ...], Each(SIDE)]
    spoils: Annotated[tuple[tuple[Spoils, ...], ...], Each(SIDE, same="both")]
    alliances: Annotated[int, Mask(SPACE)] = 0
    keywords: Annotated[tuple[str, ...], KEYWORD] = ()
    conflict_regions: Annotated[int, Mask(REGION)] = 0
    fort_regions: Annotated[int, Mask(REGION)] = 0
    squadron_regions: Annotated[int, Mask(REGION)] = 0
    additional_territories: Annotated[int, Mask(SPACE)] = 0
    war: int = NONE
    order: int = 0

    def row(self, side: int, margin: int) -> Spoils | None:
        """Return the spoils of a side that wins by a margin; in Atlantic Dominance there are none for a margin of 1."""
        rows = self.spoils[side]
        return next((row for row in rows if row.min <= margin and (row.max is None or margin <= row.max)), None)


class War(Thing, frozen=True):
    """A war (7.0)."""

    index: int
    era: Annotated[int, ERA]
    theatres: tuple[Theatre, ...]

    def __post_init__(self) -> None:
        for order, theatre in enumerate(self.theatres, 1):
            force_setattr(theatre, "war", self.index)
            force_setattr(theatre, "order", order)


WAR: Final = Kind("war", WARS.things("wars", War))
THEATRE: Final = Kind("theatre", lambda: [theatre for war in WAR for theatre in war.theatres])


class WarRules(Struct, frozen=True):
    """Figures of 7.2 and 7.6. ``refusal_vp``: price of the first, second, … refusal of a war (7.2.2).

    ``conquest_cp``: conquest points for a space (7.2.1); ``huguenots_cp``: added for a marker of M-9.
    ``carry_over_war``: the war after which bonus tiles are carried over, at most ``carry_over``.
    """

    refusal_vp: tuple[int, ...]
    conquest_cp: int
    huguenots_cp: int
    carry_over_war: Annotated[int, WAR]
    carry_over: int


class Turn(Thing, frozen=True):
    """A turn in the order of play (4.0).

    ``peace``: 1-6, or 0 for a war; ``war``: index of the war, or ``NONE``; ``next_war``: the war that is prepared for
    or fought, ``NONE`` on turn 6.
    """

    index: int
    era: Annotated[int, ERA]
    peace: int = 0
    war: Annotated[int, WAR] = NONE
    next_war: Annotated[int, WAR] = NONE


TURN: Final = Kind("turn", SEQUENCE.things("turns", Turn))


class Phase(Thing, frozen=True):
    """A phase of a peace turn: rule 4.1.``n``. No ``turns``: every turn."""

    n: int
    turns: Annotated[tuple[str, ...], TURN] = ()


class RemoveConflictCost(Struct, frozen=True):
    """Rule 5.6.2; ``plus_one_marker`` is added for a "+1" marker."""

    standard: int
    protected: int
    plus_one_marker: int


class DeployCost(Struct, frozen=True):
    """Rule 5.6.6."""

    empty: int
    displace_from_map: int
    displace_from_navy_box: int


class ConvertCost(Struct, frozen=True):
    """Rule 5.6.1, turn 6: military points paid and points gained."""

    military: int
    gives: int


class Costs(Struct, frozen=True):
    """Prices in action points; meanings in prices.yaml."""

    minimum: int
    set_to: int
    protected: int
    region_surcharge: int
    draw_event: int
    bonus_tile: int
    convert_military: ConvertCost
    remove_conflict: RemoveConflictCost
    repair_fort: int
    seize_fort: int
    squadron: int
    deploy: DeployCost


class Limits(Struct, frozen=True):
    """Numbers the rules limit things with; meanings in sequence.yaml."""

    rounds: int
    hand: int
    events_dealt: int
    investments_dealt: int
    demand_drawn: int
    ministries: int
    debt_limit_increase: int
    minor_points: int
    pass_debt: int
    treaty_points: int
    bonus_tiles_per_round: int
    bonus_tiles_per_theatre: int
    basic_tiles_kept: int
    advantages_per_round: int
    squadrons: int


class PrestigeAward(Struct, frozen=True):
    """Prestige scoring (4.1.12)."""

    vp: int
    margin: int


class FinalScoring(Struct, frozen=True):
    """Final scoring (11.0), VP each; one VP per ``debt_step`` of available Debt, at most ``debt_max``."""

    prestige: int
    debt_step: int
    debt_max: int
    commodity: int
    territory: int


class Scoring(Struct, frozen=True):
    """Victory figures (4.1.12-4.1.14)."""

    prestige: PrestigeAward
    vp_britain_wins: int
    vp_france_wins: int
    initiative_vp: int
    final: FinalScoring


class Sequence(Struct, frozen=True):
    """The facts of sequence.yaml besides the turns."""

    peace_phases: tuple[Phase, ...]
    war_phases: tuple[str, ...]
    limits: Limits
    scoring: Scoring


class SetUp(Struct, frozen=True):
    """Initial position (playbook). ``bonus_tiles``: per side, the theatres that get one tile.

    ``bid_side``, ``highest_bid``: what is bid for, and how much at most (option ``bid_for_sides``).
    """

    vp: int
    initiative: Annotated[int, SIDE]
    debt_limit: int
    navy_box: Annotated[tuple[int, ...], Each(SIDE)]
    bonus_tiles: Annotated[tuple[Annotated[tuple[str, ...], THEATRE], ...], Each(SIDE)]
    spanish_flags: Annotated[int, Mask(SPACE)]
    spanish_territories: Annotated[int, Mask(SPACE)]
    bid_side: Annotated[int, SIDE]
    highest_bid: int
    conflict_markers: int
    usa_flags: int
    jacobite_victories: int
    huguenots: int
