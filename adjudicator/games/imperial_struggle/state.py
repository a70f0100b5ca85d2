"""One position of Imperial Struggle, complete: peace turns and wars, public and hidden.

Sides are 0 = France, 1 = Britain; a pair is a two-element list by side. Sets of spaces and of advantages
are bit masks over the indexes of :mod:`.facts`; -1 (``NONE``) is "no side", "no commodity" and so on. Piles
have no order and are kept sorted, so that equal positions have equal bytes. There is no log in it and no
undo.

>>> from .setup import initial_state
>>> state = initial_state()
>>> state.vp, state.flags[FRANCE].bit_count(), copy(state) == state
(15, 17, True)
"""

from typing import Literal

import msgspec
from msgspec import Struct

from .fact_types import BRITAIN, FRANCE, NONE, USA, WAR_IDS
from .facts import facts
from .house_rules import HouseRules

Phase = Literal[
    "set_up",
    "deal_cards",
    "ministry",
    "initiative",
    "action",
    "remaining_powers",
    "scoring",
    "final_scoring",
    "war_theater",
    "war_spoils",
    "war_layout",
    "game_over",
]
"""Where a position can be (state_document, section 2); ``set_up`` is before the first deal and is never
exported.
"""

TILE_TAKEN, BEFORE_SPENDING, SPENDING = 0, 1, 2
"""Stages of an action round: an Event is still possible; played or given up; points have been spent."""


class HeldMinistry(Struct, array_like=True):
    """A Ministry card in a slot (3.5). ``exhausted``: bit 0 = first ability, bit 1 = second.

    ``used_debt``: debt already ignored by M-17 this turn. ``jacobite_slot``: M-4 in the extra slot (7.3).
    """

    card: int
    revealed: bool = False
    exhausted: int = 0
    used_debt: int = 0
    jacobite_slot: bool = False


class TheatreTiles(Struct, array_like=True):
    """War tiles laid at one theatre (3.7), indexes of ``facts().war_tiles``; ``basic`` is -1 where none
    lies.
    """

    basic: list[int]
    bonus: list[list[int]]


class RestrictedPoints(Struct, array_like=True):
    """Points that may be used in one way only (5.2 step 3): type index, how many, rule key, source card."""

    type: int
    n: int
    rule: str
    source: str = ""


class ActionPoints(Struct, array_like=True):
    """What is under way inside an action round (5.1-5.6).

    ``major``, ``minor``: points left by type (economic, diplomatic, military); Events add to ``major``. The
    minor action is spent once all of ``minor`` is 0. ``major_allowed``: mask of the types that debt and
    treaty points may become as a major action (6.1, 9.1). ``regions_paid``: masks of regions bought in,
    economic and diplomatic (5.3.4). ``upgrade``: military upgrade symbol not used yet (5.3.3).
    ``modifiers``: keys of what lasts for the round, such as ``"17"`` or ``"m16"``. ``deployed``: naval
    spaces whose squadron moved (5.6.6). ``converted_to``: turn 6 (5.6.1).
    """

    major: list[int]
    minor: list[int]
    major_allowed: int = 0
    restricted: list[RestrictedPoints] = []
    regions_paid: list[int] = msgspec.field(default_factory=lambda: [0, 0])
    bonus_tiles_bought: int = 0
    upgrade: bool = False
    stage: int = TILE_TAKEN
    modifiers: list[str] = []
    deployed: int = 0
    converted_to: int = NONE


class ResolvedTheatre(Struct, array_like=True):
    """A theatre of the current war that is done (7.1.4). ``winner`` -1: a tie."""

    theatre: int
    winner: int
    margin: int
    max_spoils: bool = False
    counted_conflicts: int = 0


class SpoilsLeft(Struct, array_like=True):
    """What the winner of a theatre still has to spend (7.2, 7.3)."""

    winner: int
    cp: int = 0
    unflag: int = 0
    squadrons_to_give_up: int = 0
    usa: bool = False
    canada: bool = False
    spain: int = 0
    """Political spaces of Spain that the loser may shift after the theatre (12.1)."""


class TileEffect(Struct, array_like=True):
    """A symbol of a revealed War tile that is still to be used (7.1.2)."""

    side: int
    tile: int


class WarProgress(Struct, array_like=True):
    """What a war turn keeps from theatre to theatre (7.1-7.3)."""

    resolved: list[ResolvedTheatre] = []
    effects_left: list[TileEffect] = []
    spoils: SpoilsLeft | None = None
    refusals: list[int] = msgspec.field(default_factory=lambda: [0, 0])
    immune: int = 0
    squadrons_used: list[int] = msgspec.field(default_factory=lambda: [0, 0])
    """By side: naval spaces taken with conquest points; their squadrons may not do so again (7.2.1.1)."""
    used_at_home: list[int] = msgspec.field(default_factory=lambda: [0, 0])
    """By side: how many such squadrons were sent to the navy box again."""


class State(Struct, array_like=True):
    """The whole position. Every field is public unless it says "hidden"."""

    turn: int
    """Index of ``facts().turns``: 0 = turn 1, 1 = War of the Spanish Succession, …, 9 = turn 6."""
    phase: Phase
    round: int
    """In ``action``: 1-4, else 0."""
    theatre: int
    """In ``war_*``: order of the current theatre from 1, else 0."""
    vp: int
    initiative: int
    first_player: int
    """Plays the first round of each pair this turn; kept after it (7.1.2); ``NONE`` before it was first
    chosen.
    """
    debt: list[int]
    debt_limit: list[int]
    treaty_points: list[int]

    flags: list[int]
    """Four masks: flags of France, Britain, USA, Spain. Never naval spaces."""
    squadrons: list[int]
    """By side: naval spaces held."""
    navy_box: list[int]
    unbuilt: list[int]
    lost: list[int]
    """Squadrons out of the game."""
    away: list[int]
    """Squadrons on the turn track until the next peace turn (Events 18, 25)."""
    damaged: int
    conflicts: int
    """Spaces with a conflict marker of either kind (3.8)."""
    conflicts_plus: int
    """Those of ``conflicts`` that bear the "+1" marker."""
    huguenots: int
    huguenots_spent: int
    isolated: int
    """Markets isolated for this round, worked out when it began (5.4.1)."""
    held_at_start: list[int]
    """By side: spaces held when this round began (5.4.1, 5.6.3), but those it has lost and flagged again since; zeros
    outside ``action``."""

    hands: list[list[int]]
    """Hidden. Event numbers in order of arrival."""
    deck: list[int]
    """Hidden. Event numbers, sorted."""
    discard: list[int]
    played: list[int]
    """In order of play."""
    removed_events: list[int]
    ministries: list[list[HeldMinistry]]
    """By side, sorted by number; hidden where not revealed."""
    removed_ministries: list[int]
    townshend: int
    """Commodity named with M-21, or ``NONE``."""

    available: list[int]
    """Face-up Investment tiles, sorted kinds."""
    taken: list[list[int]]
    """By side: tiles taken this turn, round by round."""
    stack: list[int]
    used: list[int]
    awards: list[int]
    """By region: kind of the face-up award tile, ``NONE`` before phase 3."""
    awards_left: list[int]
    """Kinds of the award tiles of this era still face down, sorted."""
    demand: list[int]
    """Commodities in demand, in order of the table."""

    advantages: list[int]
    """By side: mask of the advantage tiles held."""
    advantages_exhausted: int
    advantages_new: int
    """Gained this round or since the owner's last one; not usable yet (8.0)."""
    advantages_used: int
    """How many the active side used this round (8.2)."""
    advantage_regions: int
    """Mask of the regions they lie in."""

    next_war: int
    """The coming war, in a war turn the one being fought; ``NONE`` on turn 6."""
    theatres: list[TheatreTiles]
    """Hidden but for the number of tiles; bonus tiles sorted. Theatre n is element n - 1."""
    unassigned: list[list[int]]
    """Hidden but for their number. Bonus tiles carried over and not placed yet (7.6)."""
    pool_basic: list[list[int]]
    """Hidden: basic tiles not in use, sorted."""
    pool_bonus: list[list[int]]
    """Hidden: bonus tiles not in use, sorted."""
    basic_out: list[list[int]]
    """Hidden: basic tiles put out of the game by upgrades (5.3.3), sorted."""
    drawn: list[list[int]]
    """Hidden: war tiles drawn and looked at, waiting for their place (5.3.3, 5.6.1)."""
    byng_theatre: int
    """Theatre with the Byng marker (Event 18), or 0."""

    jacobite_victories: int
    jacobite_defeat: bool
    ap: ActionPoints | None = None
    """``None`` at the start of a round and outside rounds."""
    war: WarProgress | None = None
    """``None`` outside war turns."""
    result: int = NONE
    """Winner, once ``phase`` is ``game_over``."""
    how: str = ""
    """How it was won; keys of the state document."""
    options: HouseRules = HouseRules()
    """The house rules of the match; they never change."""
    ministry_used: bool = False
    """An ability of a Ministry card was used in this round (5.1, R-21)."""
    jacobite_extra: bool = False
    """France won the Jacobite rebellion of the Austrian Succession: M-4 may lie in a slot of its own (7.3)."""


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(State)


def war_of(state: State) -> str:
    """The war whose theatres are meant, "" after the last one."""
    return "" if state.next_war == NONE else WAR_IDS[state.next_war]


def encode(state: State) -> bytes:
    """The position as compact JSON, the same bytes for equal positions."""
    return _encoder.encode(state)


def decode(data: bytes) -> State:
    """The position of :func:`encode`. Raises msgspec.ValidationError for anything else."""
    return _decoder.decode(data)


def copy(state: State) -> State:
    """An independent copy."""
    return _decoder.decode(_encoder.encode(state))


def held(state: State, side: int) -> int:
    """Spaces a side controls: its flags and the naval spaces with its squadrons (3.2.7)."""
    return state.flags[side] | state.squadrons[side]


def held_clear(state: State, side: int) -> int:
    """Controlled spaces without a conflict marker, which alone count for awards and conditions (3.8)."""
    return (state.flags[side] | state.squadrons[side]) & ~state.conflicts


def era(state: State) -> int:
    """Index of the current era."""
    return facts().turns[state.turn].era


def peace_turn(state: State) -> int:
    """Number of the peace turn, 0 in a war turn."""
    return facts().turns[state.turn].peace


def available_debt(state: State, side: int) -> int:
    """Debt limit less debt, never below 0 (6.4)."""
    return max(0, state.debt_limit[side] - state.debt[side])


def playable(state: State) -> int:
    """Spaces in play: those of the eras that have begun, the United States with a USA flag on the map
    (3.2.1, 10.0).
    """
    f = facts()
    spaces = f.available[f.turns[state.turn].era]
    return spaces | f.usa_spaces if state.flags[USA] else spaces


def bonus_tiles(state: State, side: int) -> int:
    """Bonus tiles laid at the next war; Atlantic Dominance is none (rulings, R-54)."""
    special = facts().war_tile["atlantic_dominance"]
    return sum(tile < special for theatre in state.theatres for tile in theatre.bonus[side])


def revealed(state: State) -> int:
    """How many theatres of the war under way, or of one that has ended the game, have their tiles turned up (7.1.1)."""
    if state.phase == "game_over" and state.war is not None:
        return len(state.war.resolved)
    return state.theatre if state.phase in ("war_theater", "war_spoils") else 0


def full_advantages(spaces_held: int) -> int:
    """The advantages that a side with these spaces holds (8.1), as a mask."""
    mask = 0
    for index, needed in enumerate(facts().advantage_spaces):
        if needed & ~spaces_held == 0:
            mask |= 1 << index
    return mask


def opponent(side: int) -> int:
    """The other side."""
    return BRITAIN if side == FRANCE else FRANCE
