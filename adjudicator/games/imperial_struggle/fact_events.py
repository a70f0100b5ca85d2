"""Define what Event cards do (3.4, 5.2), and what action points with a condition may buy.

These are the typed facts of ``data/events.yaml`` and ``data/restrictions.yaml``. Sets of spaces are bit masks; a
condition or count never looks at spaces with a conflict marker (3.8) unless it says so.
"""

from collections.abc import Mapping
from typing import Annotated, Final, Literal

from msgspec import Struct, field
from msgspec.structs import force_setattr

from adjudicator.components import Kind, Thing, mask_of
from adjudicator.components.load import DataFile, Written

from .fact_types import ACTION_TYPE, ADVANTAGE, COMMODITY, DATA, ERA, KEYWORD, NONE, REGION, SPACE, Spaces

Part = Literal["effect", "bonus"]
"""The two parts of an event, in the order in which they are carried out (5.2 step 2)."""
PARTS: Final[tuple[Part, ...]] = ("effect", "bonus")

EventOpName = Literal[
    "points",
    "debt",
    "debt_limit",
    "vp",
    "trp",
    "place_conflict",
    "unflag",
    "shift",
    "remove_own",
    "take_control",
    "damage_fort",
    "squadron_home",
    "squadron_away",
    "squadron_lost",
    "construct_squadron",
    "pay_debt_or_trp",
    "return_tile_unseen",
    "return_own_tile",
    "draw_tile",
    "modifier",
    "refresh_advantage",
    "exhaust_advantage",
    "activate_advantage",
    "place_byng",
    "add_demand",
    "replace_demand",
    "score_demand",
    "remove_scored_flags",
]
ConditionKind = Literal[
    "holds_all", "holds_any", "no_opposing_flag", "no_opposing_squadron", "more", "debt_lead", "keyword"
]
Counted = Literal["", "spaces", "two_squadrons", "debt_lead"]
Owner = Literal["", "self", "opponent", "france", "britain"]


ARGUMENTS: Final[Mapping[EventOpName, str]] = {
    "place_conflict": "conflicts",
    "unflag": "unflag",
    "shift": "shift",
    "remove_own": "remove_own",
    "take_control": "take_control",
    "damage_fort": "fort",
    "squadron_home": "squadron",
    "squadron_away": "squadron",
    "squadron_lost": "squadron",
    "pay_debt_or_trp": "pay",
    "return_tile_unseen": "theater",
    "return_own_tile": "tile",
    "refresh_advantage": "refresh",
    "exhaust_advantage": "exhaust",
    "activate_advantage": "activate",
    "place_byng": "theater",
    "add_demand": "commodity",
    "replace_demand": "replaces",
    "score_demand": "score_cotton",
}
"""The argument of `choose_for_event` that an op of an event needs."""


class BonusCondition(Struct, frozen=True):
    """The condition on which an Event gives its bonus (5.2 step 1); just one field is set. ``more_of``: space ids."""

    keyword: Annotated[str, KEYWORD] = ""
    available_debt_lead: int = 0
    bonus_tiles_lead: int = 0
    more_of: Annotated[tuple[str, ...], SPACE] = ()
    advantage: Annotated[str, ADVANTAGE] = ""


class Condition(Struct, frozen=True):
    """The needs of an op of an event. ``spaces``: where; ``n``: a lead in available debt; ``keyword``: face up.

    ``holds_all``, ``holds_any``: the player controls them. ``no_opposing_flag``, ``no_opposing_squadron``: the opponent
    has none there; a flag under a conflict marker is one (R-28). ``more``: the player controls more of them.
    """

    kind: ConditionKind
    spaces: Spaces = 0
    n: int = 0
    keyword: Annotated[str, KEYWORD] = ""


class Restriction(Thing, frozen=True):
    """The purchases that points with a condition allow.

    ``spaces``: where, ``NONE`` (all bits) if purchases without one fit too. ``result``: only flags, only unflags, or ""
    for both. ``ops``: only these purchases; empty: all. ``linked``: the space must be connected to an own market
    without a conflict marker.
    """

    spaces: Spaces = field(default=NONE, name="where")
    result: Literal["", "flag", "unflag"] = ""
    ops: tuple[str, ...] = ()
    linked: bool = False


RESTRICTION: Final = Kind("restriction", DataFile(DATA / "restrictions.yaml").things("restrictions", Restriction))


def _advantages_of(regions: tuple[int, ...]) -> int:
    return mask_of(tile.index for tile in ADVANTAGE if tile.region in regions)


class EventOp(Struct, frozen=True):
    """One thing that an event does.

    ``argument``: the argument of ``choose_for_event`` that says where or what, "" where nothing is chosen. ``option``:
    the alternative to which it belongs, "" where the part has none. ``n``: how many, how much, by ``counted`` times
    ``spaces`` or squadrons or debt, at most ``most``; ``n_with_bonus``: instead of ``n`` when the bonus is received.
    ``up_to``: fewer may be chosen. ``targets``: spaces, before owner, flags and markers are looked at. ``tiles``:
    advantages. ``vp``: for doing it. The argument and ``counted`` follow from the rest where the file does not say.
    """

    op: EventOpName
    argument: str = ""
    option: str = ""
    n: int = 1
    n_with_bonus: int = field(default=0, name="with_bonus")
    counted: Counted = ""
    counted_spaces: Spaces = field(default=0, name="per")
    most: int = 0
    up_to: bool = False
    targets: Spaces = field(default=0, name="where")
    owner: Owner = ""
    unprotected: bool = False
    isolates_nothing: bool = False
    plus: bool = False
    tiles: Annotated[int, Written(Annotated[tuple[int, ...], REGION], _advantages_of)] = field(
        default=0, name="advantages"
    )
    just_gained: bool = False
    type: Annotated[int, ACTION_TYPE] = NONE
    only: Annotated[str, RESTRICTION] = ""
    shortfall: bool = False
    opponent: bool = False
    commodities: Annotated[tuple[int, ...], COMMODITY] = ()
    theatre: str = ""
    condition: Condition | None = field(default=None, name="if")
    vp: int = 0
    northern_colonies: bool = False
    """With an option the political spaces of the United States belong to its targets (R-35)."""

    def __post_init__(self) -> None:
        force_setattr(self, "argument", self.argument or ("points" if self.shortfall else ARGUMENTS.get(self.op, "")))
        force_setattr(self, "counted", self.counted or ("spaces" if self.counted_spaces else ""))


class EventVersion(Struct, frozen=True):
    """The text of a card for one side (3.4.2). ``chooser_is_opponent``: the opponent makes the choices of its parts."""

    effect: tuple[EventOp, ...]
    bonus: tuple[EventOp, ...] = ()
    chooser_is_opponent: bool = False

    def part(self, part: Part) -> tuple[EventOp, ...]:
        """Return the ops of a part, in order."""
        return self.effect if part == "effect" else self.bonus


class Event(Thing, frozen=True):
    """An Event card (3.4). ``action``: type the tile's Major Action must show, or ``NONE``.

    ``both``: what it does for either side; or one version for ``france``, one for ``britain`` (3.4.2).
    """

    number: int
    era: Annotated[int, ERA]
    action: Annotated[int, ACTION_TYPE] = NONE
    bonus_if: BonusCondition | None = None
    both: EventVersion | None = None
    france: EventVersion | None = None
    britain: EventVersion | None = None

    def __post_init__(self) -> None:
        if (self.both is None) == (self.france is None or self.britain is None):
            raise ValueError("one text for both sides is needed, or one for each")

    @property
    def key(self) -> str:
        """``number:id`` as documents write it."""
        return f"{self.number}:{self.id}"

    @property
    def versions(self) -> tuple[EventVersion, EventVersion]:
        """The versions of the event for France and for Britain."""
        france, britain = self.both or self.france, self.both or self.britain
        assert france is not None
        assert britain is not None
        return france, britain


EVENT: Final = Kind("event", DataFile(DATA / "events.yaml").things("events", Event), first=1)
