"""The forms of the files in ``data/``: what :mod:`.facts` reads and checks before it builds the facts.

Nothing else uses these; they exist so that a slip in a data file is an error with a path and not a wrong
game.
"""

from pathlib import Path
from typing import Literal, TypeVar

import msgspec
import yaml

from .fact_events import EventOpName, Owner
from .fact_types import (
    AdvantageOp,
    BonusCondition,
    Costs,
    DemandAward,
    Limits,
    Phase,
    Scoring,
    SpaceType,
    Spoils,
    Symbol,
)

DATA = Path(__file__).parent / "data"
T = TypeVar("T")
SideId = Literal["france", "britain"]


class FactError(ValueError):
    """A data file does not have its form, or two files do not fit together."""


class _Row(msgspec.Struct, forbid_unknown_fields=True):
    pass


class Named(_Row):
    id: str


class SubRegionRow(_Row):
    id: str
    region: str


class CountryRow(_Row):
    id: str
    multi_space: bool


class SpaceRow(_Row):
    id: str
    type: SpaceType
    region: str
    sub_region: str = ""
    country: str = ""
    cost: int = 0
    commodity: str = ""
    prestige: bool = False
    alliance: bool = False
    local_alliance: bool = False
    wars: tuple[str, ...] = ()
    from_era: str = "succession"
    needs_usa_flag: bool = False
    printed_flag: str = ""
    usa: Literal["", "usa", "canada"] = ""


class MapFile(_Row):
    regions: tuple[Named, ...]
    sub_regions: tuple[SubRegionRow, ...]
    countries: tuple[CountryRow, ...]
    spaces: tuple[SpaceRow, ...]
    connections: tuple[tuple[str, str], ...]
    conquest_lines: tuple[tuple[str, str], ...]


class Where(_Row):
    """A set of spaces; every field that is set narrows it."""

    regions: tuple[str, ...] = ()
    sub_region: str = ""
    countries: tuple[str, ...] = ()
    spaces: tuple[str, ...] = ()
    types: tuple[SpaceType, ...] = ()
    commodity: str = ""
    commodities: tuple[str, ...] = ()
    alliance: bool = False
    local_alliance: bool = False
    prestige: bool | None = None
    not_countries: tuple[str, ...] = ()
    unprotected: bool = False


class Pays(_Row):
    type: str
    points: int


class AdvantageRow(_Row):
    id: str
    region: str
    spaces: tuple[str, ...]
    op: AdvantageOp
    amount: int = 0
    where: Where | None = None
    pays: Pays | None = None
    company: bool = False
    initial_holder: SideId | None = None


class AdvantagesFile(_Row):
    advantages: tuple[AdvantageRow, ...]


class InvestmentRow(_Row):
    id: str
    major: str
    points: int
    minor: str
    event: bool
    upgrade: bool
    count: int


class AwardRow(_Row):
    id: str
    vp: int
    trp: int
    margin: int
    count: int


class EraAwards(_Row):
    succession: DemandAward
    empire: DemandAward
    revolution: DemandAward


class CommodityRow(_Row):
    id: str
    awards: EraAwards


class BasicRow(_Row):
    id: str
    strength: int
    symbol: Symbol
    count: int


class BonusRow(_Row):
    id: str
    war: str
    side: SideId
    strength: int
    symbol: Symbol


class SpecialRow(_Row):
    id: str
    strength: int


class TilesFile(_Row):
    investments: tuple[InvestmentRow, ...]
    awards: tuple[AwardRow, ...]
    commodities: tuple[CommodityRow, ...]
    basic: tuple[BasicRow, ...]
    bonus: tuple[BonusRow, ...]
    special: tuple[SpecialRow, ...]


class ConditionRow(_Row):
    holds_all: Where | None = None
    holds_any: Where | None = None
    no_opposing_flag: Where | None = None
    no_opposing_squadron: Where | None = None
    more: Where | None = None
    debt_lead: int = 0
    keyword: str = ""


class EventOpRow(_Row):
    op: EventOpName
    option: str = ""
    argument: str = ""
    n: int = 1
    with_bonus: int = 0
    per: Where | None = None
    per_two_squadrons: bool = False
    per_debt_lead: bool = False
    most: int = 0
    up_to: bool = False
    where: Where | None = None
    owner: Owner = ""
    unprotected: bool = False
    isolates_nothing: bool = False
    plus: bool = False
    advantages: tuple[str, ...] = ()
    just_gained: bool = False
    type: str = ""
    only: str = ""
    who: Literal["self", "opponent"] = "self"
    shortfall: bool = False
    commodities: tuple[str, ...] = ()
    theatre: str = ""
    if_: ConditionRow | None = msgspec.field(default=None, name="if")
    vp: int = 0


class VersionRow(_Row):
    effect: tuple[EventOpRow, ...]
    bonus: tuple[EventOpRow, ...] = ()
    chooser: Literal["self", "opponent"] = "self"


class RestrictionRow(_Row):
    id: str
    where: Where | None = None
    result: Literal["", "flag", "unflag"] = ""
    ops: tuple[str, ...] = ()
    linked: bool = False


class RestrictionsFile(_Row):
    restrictions: tuple[RestrictionRow, ...]


class EventRow(_Row):
    number: int
    id: str
    era: str
    action: str = ""
    bonus_if: BonusCondition | None = None
    both: VersionRow | None = None
    britain: VersionRow | None = None
    france: VersionRow | None = None


class EventsFile(_Row):
    events: tuple[EventRow, ...]


class AbilityRow(_Row):
    id: str
    timing: str
    limit: str
    exhausts: bool
    pays: str = ""
    points: int = 0
    face_up_before: str = ""
    amount: int = 0
    more: int = 0
    most: int = 0
    where: Where | None = None
    needs: Where | None = None


class MinistryRow(_Row):
    number: int
    id: str
    nation: SideId
    eras: tuple[str, ...]
    keywords: tuple[str, ...]
    abilities: tuple[AbilityRow, ...]


class MinistriesFile(_Row):
    keywords: tuple[str, ...]
    ministries: tuple[MinistryRow, ...]


class Strength(_Row):
    alliance_spaces: tuple[str, ...] = ()
    local_alliances: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    conflict_regions: tuple[str, ...] = ()
    fort_regions: tuple[str, ...] = ()
    squadron_regions: tuple[str, ...] = ()


class PerSide(_Row):
    france: int
    britain: int


class SpoilsRows(_Row):
    both: tuple[Spoils, ...] = ()
    france: tuple[Spoils, ...] = ()
    britain: tuple[Spoils, ...] = ()


class TheatreRow(_Row):
    id: str
    regions: tuple[str, ...]
    strength: Strength
    max_spoils_margin: PerSide
    spoils: SpoilsRows
    additional_territories: tuple[str, ...] = ()


class WarRow(_Row):
    id: str
    era: str
    after_peace_turn: int
    theatres: tuple[TheatreRow, ...]


class Refusal(_Row):
    vp: tuple[int, ...]


class Conquest(_Row):
    cp: int
    huguenots_extra: int


class CarryOver(_Row):
    from_war: str
    max: int


class WarsFile(_Row):
    refusal: Refusal
    conquest: Conquest
    carry_over: CarryOver
    wars: tuple[WarRow, ...]


class SquadronsRow(_Row):
    total: int
    navy_box: PerSide


class BonusPlaced(_Row):
    france: tuple[str, ...]
    britain: tuple[str, ...]


class Markers(_Row):
    conflict: int
    usa_flags: int
    jacobite_victories: int
    huguenots: int


class BidRow(_Row):
    side: SideId
    highest: int


class SetUpFile(_Row):
    vp: int
    initiative: SideId
    debt_limit: int
    squadrons: SquadronsRow
    bonus_tiles_placed: BonusPlaced
    spanish_flags: tuple[str, ...]
    spanish_territories: tuple[str, ...]
    bid: BidRow
    markers: Markers


class TurnRow(_Row):
    id: str
    era: str


class SequenceFile(_Row):
    turns: tuple[TurnRow, ...]
    peace_phases: tuple[Phase, ...]
    war_phases: tuple[str, ...]
    costs: Costs
    limits: Limits
    scoring: Scoring


def read(name: str, form: type[T]) -> T:
    """A file of ``data/`` in its form.

    Raises:
        FactError: the file has another form; the message names file and path.
    """
    raw = yaml.load((DATA / name).read_bytes(), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    try:
        return msgspec.convert(raw, form)
    except msgspec.ValidationError as error:
        raise FactError(f"{name}: {error}") from error
