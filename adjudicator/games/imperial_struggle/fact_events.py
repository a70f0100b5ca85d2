"""What Event cards do (3.4, 5.2), and what action points with a condition may buy: the typed facts of
``data/events.yaml`` and ``data/restrictions.yaml``.

Sets of spaces are bit masks; a condition or count never looks at spaces with a conflict marker (3.8) unless it says so.
"""

from typing import Final, Literal

from msgspec import Struct

from .fact_types import NONE

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


class Condition(Struct, frozen=True):
    """What an op of an event needs. ``spaces``: where; ``n``: a lead in available debt; ``keyword``: face up.

    ``holds_all``, ``holds_any``: the player controls them. ``no_opposing_flag``, ``no_opposing_squadron``: the opponent
    has none there; a flag under a conflict marker is one (R-28). ``more``: the player controls more of them.
    """

    kind: ConditionKind
    spaces: int = 0
    n: int = 0
    keyword: str = ""


class EventOp(Struct, frozen=True):
    """One thing that an event does.

    ``argument``: the argument of ``choose_for_event`` that says where or what, "" where nothing is chosen. ``option``:
    the alternative to which it belongs, "" where the part has none. ``n``: how many, how much, by ``counted`` times
    ``spaces`` or squadrons or debt, at most ``most``; ``n_with_bonus``: instead of ``n`` when the bonus is received.
    ``up_to``: fewer may be chosen. ``targets``: spaces, before owner, flags and markers are looked at. ``tiles``:
    advantages. ``vp``: for doing it.
    """

    op: EventOpName
    argument: str = ""
    option: str = ""
    n: int = 1
    n_with_bonus: int = 0
    counted: Counted = ""
    counted_spaces: int = 0
    most: int = 0
    up_to: bool = False
    targets: int = 0
    owner: Owner = ""
    unprotected: bool = False
    isolates_nothing: bool = False
    plus: bool = False
    tiles: int = 0
    just_gained: bool = False
    type: int = NONE
    only: str = ""
    shortfall: bool = False
    opponent: bool = False
    commodities: tuple[int, ...] = ()
    theatre: str = ""
    condition: Condition | None = None
    vp: int = 0
    northern_colonies: bool = False
    """With an option the political spaces of the United States belong to its targets (R-35)."""


class EventVersion(Struct, frozen=True):
    """The text of a card for one side (3.4.2). ``chooser_is_opponent``: the opponent makes the choices of its parts."""

    effect: tuple[EventOp, ...]
    bonus: tuple[EventOp, ...]
    chooser_is_opponent: bool = False

    def part(self, part: Part) -> tuple[EventOp, ...]:
        """The ops of a part, in order."""
        return self.effect if part == "effect" else self.bonus


class Restriction(Struct, frozen=True):
    """What points with a condition may buy. ``spaces``: where, ``NONE`` (all bits) if purchases without one fit too.

    ``result``: only flags, only unflags, or "" for both. ``ops``: only these purchases; empty: all. ``linked``: the
    space must be connected to an own market without a conflict marker.
    """

    id: str
    spaces: int
    result: str
    ops: tuple[str, ...]
    linked: bool
