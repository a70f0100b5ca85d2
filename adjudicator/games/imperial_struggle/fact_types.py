"""The typed facts of the game as they stand in ``data/``, one frozen struct a thing.

Indexes are positions in the data files, from 0. Sets of spaces are bit masks over the 112 space indexes
(:mod:`adjudicator.components.bits`). Sides are 0 = France, 1 = Britain; regions, types of action, commodities and
eras are indexes too.
"""

from typing import Final, Literal

from msgspec import Struct

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
    "place_conflict",
    "unflag_fixed",
    "unflag_discount",
    "reduce_debt",
    "squadron_to_navy_box",
    "construct_squadron",
]


class Space(Struct, frozen=True):
    """One of the 112 spaces (3.2). ``cost`` is 0 for naval spaces; ``wars`` is a mask of the wars whose dot
    it bears.
    """

    index: int
    id: str
    type: SpaceType
    region: int
    sub_region: int
    country: int
    cost: int
    commodity: int
    prestige: bool
    alliance: bool
    local_alliance: bool
    wars: int
    from_era: int
    needs_usa_flag: bool
    initial_owner: int
    neutral_spanish: bool
    usa: str
    connects: int
    conquest: int
    advantages: int


class Country(Struct, frozen=True):
    """A country of Europe, or the United States. ``spaces`` is a mask."""

    index: int
    id: str
    multi_space: bool
    spaces: int


class SubRegion(Struct, frozen=True):
    """A sub-region (3.2). ``spaces`` is a mask."""

    index: int
    id: str
    region: int
    spaces: int


class Advantage(Struct, frozen=True):
    """An Advantage tile (8.0-8.2).

    ``spaces``: all of them must be held. ``targets``: where the effect may be used (mask, before owner,
    protection and markers are looked at). ``pays``: type of the points its use costs, or ``NONE``;
    ``points``: how many. ``company``: counted by Ministry 7.
    """

    index: int
    id: str
    region: int
    spaces: int
    op: AdvantageOp
    amount: int
    targets: int
    unprotected: bool
    pays: int
    points: int
    company: bool
    initial_holder: int


class Investment(Struct, frozen=True):
    """A kind of Investment tile (3.3): the Major Action's type and points, the Minor Action's type, the
    symbols.
    """

    index: int
    id: str
    major: int
    points: int
    minor: int
    event: bool
    upgrade: bool
    count: int


class Award(Struct, frozen=True):
    """A kind of Award tile (3.9): VP and treaty points for a lead of at least ``margin``."""

    index: int
    id: str
    vp: int
    trp: int
    margin: int
    count: int


class DemandAward(Struct, frozen=True):
    """What Global Demand gives for a commodity in one era (4.1.12). ``debt`` changes the winner's Debt."""

    vp: int
    debt: int
    trp: int


class Commodity(Struct, frozen=True):
    """A commodity; its index is its place in the Global Demand table from the top. ``awards`` by era index."""

    index: int
    id: str
    awards: tuple[DemandAward, DemandAward, DemandAward]
    markets: int


class WarTile(Struct, frozen=True):
    """A War tile (3.7). Basic kinds have ``war`` and ``side`` ``NONE`` and a ``count`` per side; bonus
    tiles count 1.
    """

    index: int
    id: str
    kind: Literal["basic", "bonus", "special"]
    war: int
    side: int
    strength: int
    symbol: Symbol
    count: int


class BonusCondition(Struct, frozen=True, forbid_unknown_fields=True):
    """When an Event gives its bonus (5.2 step 1); exactly one field is set. ``more_of``: space ids."""

    keyword: str = ""
    available_debt_lead: int = 0
    bonus_tiles_lead: int = 0
    more_of: tuple[str, ...] = ()
    advantage: str = ""


class Event(Struct, frozen=True):
    """An Event card (3.4). ``action``: type the tile's Major Action must show, or ``NONE``.

    What it does stands in ``facts().event_versions``.
    """

    number: int
    id: str
    era: int
    action: int
    bonus_if: BonusCondition | None
    one_version: bool

    @property
    def key(self) -> str:
        """``number:id`` as documents write it."""
        return f"{self.number}:{self.id}"


class Ability(Struct, frozen=True):
    """An ability of a Ministry card (3.5.2); meanings in ministries.yaml. ``where`` and ``needs`` are masks of
    spaces; ``pays`` a type of action or ``NONE``.
    """

    id: str
    timing: str
    limit: str
    exhausts: bool
    pays: int
    points: int
    face_up_before: str
    amount: int
    more: int
    most: int
    where: int
    needs: int


class Ministry(Struct, frozen=True):
    """A Ministry card (3.5). ``eras``: mask of era indexes."""

    number: int
    id: str
    nation: int
    eras: int
    keywords: tuple[str, ...]
    abilities: tuple[Ability, ...]

    @property
    def key(self) -> str:
        """``mN:id`` as documents write it."""
        return f"m{self.number}:{self.id}"


class Unflag(Struct, frozen=True, forbid_unknown_fields=True):
    """Spoils that remove one opposing flag (7.2)."""

    type: SpaceType
    region: str


class Spoils(Struct, frozen=True, forbid_unknown_fields=True):
    """One row of the spoils (7.2): margins ``min`` to ``max`` (``None``: no limit). ``trp`` goes to the
    loser.
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


class Theatre(Struct, frozen=True):
    """A theatre of a war (7.1-7.3); ``order`` counts from 1. Spaces and regions as masks.

    ``alliances``: spaces that give strength to whoever holds them (7.1.3). ``spoils``: rows by side.
    """

    id: str
    war: int
    order: int
    regions: int
    alliances: int
    keywords: tuple[str, ...]
    conflict_regions: int
    fort_regions: int
    squadron_regions: int
    additional_territories: int
    max_spoils_margin: tuple[int, int]
    spoils: tuple[tuple[Spoils, ...], tuple[Spoils, ...]]


class War(Struct, frozen=True):
    """A war (7.0)."""

    index: int
    id: str
    era: int
    after_peace_turn: int
    theatres: tuple[Theatre, ...]


class WarRules(Struct, frozen=True):
    """Figures of 7.2 and 7.6. ``refusal_vp``: price of the first, second, … refusal of a war (7.2.2).

    ``conquest_cp``: conquest points for a space (7.2.1); ``huguenots_cp``: added for a marker of M-9.
    ``carry_over_war``: the war after which bonus tiles are carried over, at most ``carry_over``.
    """

    refusal_vp: tuple[int, ...]
    conquest_cp: int
    huguenots_cp: int
    carry_over_war: int
    carry_over: int


class Turn(Struct, frozen=True):
    """A turn in the order of play (4.0). ``peace``: 1-6, or 0 for a war; ``war``: index of the war, or
    ``NONE``; ``next_war``: the war that is prepared for or fought, ``NONE`` on turn 6."""

    index: int
    id: str
    era: int
    peace: int
    war: int
    next_war: int


class Phase(Struct, frozen=True, forbid_unknown_fields=True):
    """A phase of a peace turn: rule 4.1.``n``. No ``turns``: every turn."""

    n: int
    id: str
    turns: tuple[str, ...] = ()


class RemoveConflictCost(Struct, frozen=True, forbid_unknown_fields=True):
    """Rule 5.6.2; ``plus_one_marker`` is added for a "+1" marker."""

    standard: int
    protected: int
    plus_one_marker: int


class DeployCost(Struct, frozen=True, forbid_unknown_fields=True):
    """Rule 5.6.6."""

    empty: int
    displace_from_map: int
    displace_from_navy_box: int


class ConvertCost(Struct, frozen=True, forbid_unknown_fields=True):
    """Rule 5.6.1, turn 6: military points paid and points gained."""

    military: int
    gives: int


class Costs(Struct, frozen=True, forbid_unknown_fields=True):
    """Prices in action points; meanings in sequence.yaml."""

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


class Limits(Struct, frozen=True, forbid_unknown_fields=True):
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


class PrestigeAward(Struct, frozen=True, forbid_unknown_fields=True):
    """Prestige scoring (4.1.12)."""

    vp: int
    margin: int


class FinalScoring(Struct, frozen=True, forbid_unknown_fields=True):
    """Final scoring (11.0), VP each; one VP per ``debt_step`` of available Debt, at most ``debt_max``."""

    prestige: int
    debt_step: int
    debt_max: int
    commodity: int
    territory: int


class Scoring(Struct, frozen=True, forbid_unknown_fields=True):
    """Victory figures (4.1.12-4.1.14)."""

    prestige: PrestigeAward
    vp_britain_wins: int
    vp_france_wins: int
    initiative_vp: int
    final: FinalScoring


class SetUp(Struct, frozen=True):
    """Initial position (playbook). ``bonus_tiles``: per side, the theatre numbers that get one tile.

    ``bid_side``, ``highest_bid``: what is bid for, and how much at most (option ``bid_for_sides``).
    """

    vp: int
    initiative: int
    debt_limit: int
    navy_box: tuple[int, int]
    bonus_tiles: tuple[tuple[int, ...], tuple[int, ...]]
    spanish_flags: int
    spanish_territories: int
    bid_side: int
    highest_bid: int
    conflict_markers: int
    usa_flags: int
    jacobite_victories: int
    huguenots: int
