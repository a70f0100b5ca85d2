"""One position of Imperial Struggle, complete: peace turns and wars, public and hidden.

Sides are 0 = France, 1 = Britain; a pair is a two-element list by side. Sets of spaces and of advantages
are bit masks over the indexes of :mod:`.facts`; -1 (``NONE``) is "no side", "no commodity" and so on. Piles
have no order and are kept sorted, so that equal positions have equal bytes. There is no log in it and no
undo.

`State` is data alone: steps of :mod:`.rules` change it in place, and tell each change with an event. The annotation of
a field says what it holds, where it stands in a document and who sees it; :mod:`.forms` and :mod:`.view` go by that.

What must hold (:mod:`.invariants` looks whether it does, after every action of random play):

- ``phase`` says where the turn is. ``round``, ``ap`` and ``held_at_start`` are of an action round, ``theatre`` and
  ``war`` of a war turn; outside of it they are 0, zeros or None.
- Each Event card, Investment tile and War tile that is in play lies in one place; the squadrons of a side are always as
  many.
- A space has one flag at most, a naval space one squadron at most; flags never stand in naval spaces.
  ``conflicts_plus`` is a part of ``conflicts``.
- What follows from the flags changes with them (``advantages``). ``isolated`` and ``held_at_start`` do not: they say
  how it was when the round began.

>>> from .setup import initial_state
>>> state = initial_state()
>>> state.vp, state.flags[FRANCE].bit_count(), copy(state) == state
(15, 17, True)
"""

from typing import Annotated, Literal

import msgspec
from msgspec import Struct

from adjudicator.components import Kind, Thing
from adjudicator.components.piece_fields import At, By, Count, Hidden, Many, One, Owned, Pile, Set
from adjudicator.components.records import Keyed

from .fact_events import EVENT
from .fact_types import (
    ACTION_TYPE,
    ADVANTAGE,
    AWARD,
    BRITAIN,
    COMMODITY,
    FLAG,
    FRANCE,
    INVESTMENT,
    MINISTRY,
    NONE,
    REGION,
    SIDE,
    SPACE,
    TURN,
    USA,
    WAR,
    WAR_IDS,
    WAR_TILE,
)
from .facts import FACTS
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
"""Where a position can be; ``set_up`` is before the first deal."""

How = Literal[
    "",
    "final_vp",
    "final_tiebreak_available_debt",
    "final_tiebreak_britain",
    "vp_30_or_more",
    "vp_0_or_less",
    "auto_scoring_sweep",
    "auto_war_sweep",
    "resignation",
    "agreement",
]
"""How a match is won (2.5, 4.1.13, 4.1.14, 7.4); "" while it goes on."""

NAVAL = SPACE.where("naval space", lambda space: space.type == "naval")
FLAGGED = SPACE.where("space for flags: squadrons hold naval spaces", lambda space: space.type != "naval")
MARKET = SPACE.where("market", lambda space: space.type == "market")
FORT = SPACE.where("fort", lambda space: space.type == "fort")
TERRITORY = SPACE.where("territory", lambda space: space.type == "territory")
DISPUTED = SPACE.where("market or political space", lambda space: space.type in ("market", "political"))
BASIC = WAR_TILE.where("basic tile", lambda tile: tile.kind == "basic")
BONUS = WAR_TILE.where("bonus tile", lambda tile: tile.kind == "bonus")
BESIDE_BASIC = WAR_TILE.where("bonus or special tile", lambda tile: tile.kind != "basic")
BY_REGION = ACTION_TYPE.where("type of points that pays by region", lambda type: type.id != "military")

ABILITY: Kind[Thing] = Kind("ability", ("first", "second"))
"""The abilities of a Ministry card, from the top (3.5.2)."""
STAGE: Kind[Thing] = Kind("stage", ("tile_taken", "before_spending", "spending"))
TILE_TAKEN, BEFORE_SPENDING, SPENDING = 0, 1, 2
"""Stages of an action round: an Event is still possible; played or given up; points have been spent."""


class HeldMinistry(Struct, array_like=True):
    """A Ministry card in a slot (3.5). ``exhausted``: bit 0 = first ability, bit 1 = second.

    ``used_debt``: debt already ignored by M-17 this turn. ``jacobite_slot``: M-4 in the extra slot (7.3).
    """

    card: Annotated[int, One(MINISTRY), Hidden.FROM_OTHERS.until("revealed")]
    revealed: bool = False
    exhausted: Annotated[int, Set(ABILITY)] = 0
    used_debt: Annotated[int, Count(), At("used_debt", rare=True)] = 0
    jacobite_slot: Annotated[bool, At("jacobite_slot", rare=True)] = False


class TheatreTiles(Struct, array_like=True):
    """War tiles laid at one theatre (3.7), indexes of ``WAR_TILE``.

    ``basic`` is -1 if there is none.
    """

    basic: Annotated[list[int], By(SIDE, One(BASIC, none=NONE)), Hidden.FROM_OTHERS, At("*.basic")]
    bonus: Annotated[list[list[int]], By(SIDE, Pile(BESIDE_BASIC, mixed=True)), Hidden.FROM_OTHERS, At("*.bonus")]


class RestrictedPoints(Struct, array_like=True):
    """Points that may be used in one way only (5.2 step 3): type index, how many, rule key, source card."""

    type: Annotated[int, ACTION_TYPE]
    n: int
    rule: str
    source: Annotated[str, At("source", rare=True)] = ""


class ActionPoints(Struct, array_like=True):
    """The points and marks of the action round under way (5.1-5.6).

    ``major``, ``minor``: points left by type (economic, diplomatic, military); Events add to ``major``. The
    minor action is spent once all of ``minor`` is 0. ``major_allowed``: mask of the types that debt and
    treaty points may become as a major action (6.1, 9.1). ``regions_paid``: masks of regions bought in,
    economic and diplomatic (5.3.4). ``upgrade``: military upgrade symbol not used yet (5.3.3).
    ``modifiers``: keys of what lasts for the round, such as ``"17"`` or ``"m16"``. ``deployed``: naval
    spaces whose squadron moved (5.6.6). ``converted_to``: turn 6 (5.6.1).
    """

    major: Annotated[list[int], By(ACTION_TYPE, Count(), sparse=True)]
    minor: Annotated[list[int], By(ACTION_TYPE, Count(), sparse=True)]
    major_allowed: Annotated[int, Set(ACTION_TYPE)] = 0
    restricted: list[RestrictedPoints] = []
    regions_paid: Annotated[list[int], By(BY_REGION, Set(REGION), sparse=True)] = msgspec.field(
        default_factory=lambda: [0, 0]
    )
    bonus_tiles_bought: int = 0
    upgrade: Annotated[bool, At("military_upgrade")] = False
    stage: Annotated[int, STAGE] = TILE_TAKEN
    modifiers: list[str] = []
    deployed: Annotated[int, Set(NAVAL, rule="5.6.6")] = 0
    converted_to: Annotated[int, One(ACTION_TYPE, none=NONE), At("converted_to", rare=True)] = NONE


class ResolvedTheatre(Struct, array_like=True):
    """A theatre of the current war that is done (7.1.4). ``winner`` -1: a tie."""

    theatre: Annotated[int, At("theater")]
    winner: Annotated[int, One(SIDE, none=NONE, nobody="tie")]
    margin: int
    max_spoils: bool = False
    counted_conflicts: Annotated[int, Set(DISPUTED, rule="7.5")] = 0


class SpoilsLeft(Struct, array_like=True):
    """The spoils that the winner of a theatre still has to spend (7.2, 7.3)."""

    winner: Annotated[int, SIDE]
    cp: int = 0
    unflag: int = 0
    squadrons_to_give_up: int = 0
    usa: bool = False
    canada: bool = False
    spain: Annotated[int, Count(), At("spain", rare=True)] = 0
    """Political spaces of Spain that the loser may shift after the theatre (12.1)."""


class TileEffect(Struct, array_like=True):
    """A symbol of a revealed War tile that is still to be used (7.1.2)."""

    side: Annotated[int, SIDE]
    tile: Annotated[int, One(WAR_TILE, rule="3.7")]


class WarProgress(Struct, array_like=True):
    """The state that a war turn keeps from theatre to theatre (7.1-7.3)."""

    resolved: Annotated[list[ResolvedTheatre], At("resolved", rare=True)] = []
    effects_left: Annotated[list[TileEffect], At("effects_left", rare=True)] = []
    spoils: Annotated[SpoilsLeft | None, At("spoils", rare=True)] = None
    refusals: Annotated[list[int], By(SIDE, Count()), At("refusals", rare=True)] = msgspec.field(
        default_factory=lambda: [0, 0]
    )
    immune: Annotated[int, Set(TERRITORY, rule="7.2.2"), At("immune", rare=True)] = 0
    squadrons_used: Annotated[list[int], By(SIDE, Set(NAVAL, rule="7.2.1.1")), At("squadrons_used", rare=True)] = (
        msgspec.field(default_factory=lambda: [0, 0])
    )
    """By side: naval spaces taken with conquest points; their squadrons may not do so again (7.2.1.1)."""
    used_at_home: Annotated[list[int], By(SIDE, Count()), At("squadrons_used_at_home", rare=True)] = msgspec.field(
        default_factory=lambda: [0, 0]
    )
    """By side: how many such squadrons were sent to the navy box again."""


class State(Struct, array_like=True):
    """The whole position: what each field holds, who sees it, and where it stands in a document."""

    turn: Annotated[int, TURN]
    """Index of ``TURN``: 0 = turn 1, 1 = War of the Spanish Succession, …, 9 = turn 6."""
    phase: Phase
    round: Annotated[int, At("round", rare=True)]
    """In ``action``: 1-4, else 0."""
    theatre: Annotated[int, At("theater", rare=True)]
    """In ``war_*``: order of the current theatre from 1, else 0."""
    vp: int
    initiative: Annotated[int, SIDE]
    first_player: Annotated[int, One(SIDE, none=NONE), At("first_player", rare=True)]
    """Plays the first round of each pair this turn; kept after it (7.1.2); ``NONE`` before it was first
    chosen.
    """
    debt: Annotated[list[int], By(SIDE, Count())]
    debt_limit: Annotated[list[int], By(SIDE, Count())]
    treaty_points: Annotated[list[int], By(SIDE, Count())]

    flags: Annotated[list[int], Owned(FLAG, FLAGGED, rule="3.2.4")]
    """Four masks: flags of France, Britain, USA, Spain. Never naval spaces."""
    squadrons: Annotated[list[int], By(SIDE, Set(NAVAL, rule="3.2.4")), At("squadrons.*.map")]
    """By side: naval spaces held."""
    navy_box: Annotated[list[int], By(SIDE, Count()), At("squadrons.*.navy_box")]
    unbuilt: Annotated[list[int], By(SIDE, Count()), At("squadrons.*.unbuilt")]
    lost: Annotated[list[int], By(SIDE, Count()), At("squadrons.*.removed", rare=True)]
    """Squadrons out of the game."""
    away: Annotated[list[int], By(SIDE, Count()), At("squadrons.*.away_until_next_peace_turn", rare=True)]
    """Squadrons on the turn track until the next peace turn (Events 18, 25)."""
    damaged: Annotated[int, Set(FORT, rule="3.2.5"), At("damaged_forts")]
    conflicts: Annotated[int, Set(DISPUTED, rule="3.8")]
    """Spaces with a conflict marker of either kind (3.8)."""
    conflicts_plus: Annotated[int, Set(DISPUTED, rule="3.8.1")]
    """Those of ``conflicts`` that bear the "+1" marker."""
    huguenots: Annotated[int, Set(TERRITORY, rule="M-9"), At("huguenots.placed")]
    huguenots_spent: Annotated[int, Set(SPACE), At("huguenots.spent")]
    isolated: Annotated[int, Set(MARKET, rule="5.4.1")]
    """Markets isolated for this round, worked out when it began (5.4.1)."""
    held_at_start: Annotated[list[int], By(SIDE, Set(SPACE, rule="5.4.1")), At("controlled_at_round_start")]
    """By side: spaces held when this round began (5.4.1, 5.6.3), but those it has lost and flagged again since; zeros
    outside ``action``."""

    hands: Annotated[list[list[int]], By(SIDE, Pile(EVENT)), Hidden.FROM_OTHERS]
    """Event numbers in order of arrival."""
    deck: Annotated[list[int], Pile(EVENT, mixed=True, countable=True), Hidden.FROM_ALL, At("event_deck")]
    discard: Annotated[list[int], Pile(EVENT, mixed=True)]
    played: Annotated[list[int], Pile(EVENT), At("played_events")]
    """In order of play."""
    removed_events: Annotated[list[int], Pile(EVENT, mixed=True)]
    ministries: Annotated[list[list[HeldMinistry]], By(SIDE, Keyed("card"))]
    """By side, sorted by number."""
    removed_ministries: Annotated[list[int], Pile(MINISTRY, mixed=True)]
    townshend: Annotated[int, One(COMMODITY, none=NONE), At("townshend", rare=True)]
    """Commodity named with M-21, or ``NONE``."""

    available: Annotated[list[int], Pile(INVESTMENT, mixed=True), At("investments.available")]
    """Face-up Investment tiles, sorted kinds."""
    taken: Annotated[list[list[int]], By(SIDE, Pile(INVESTMENT)), At("investments.taken")]
    """By side: tiles taken this turn, round by round."""
    stack: Annotated[list[int], Pile(INVESTMENT, mixed=True, countable=True), At("investments.stack")]
    used: Annotated[list[int], Pile(INVESTMENT, mixed=True, countable=True), At("investments.used")]
    awards: Annotated[list[int], By(REGION, One(AWARD, none=NONE, rule="3.9"))]
    """By region: kind of the face-up award tile, ``NONE`` before phase 3."""
    awards_left: Annotated[list[int], Pile(AWARD, mixed=True)]
    """Kinds of the award tiles of this era still face down, sorted."""
    demand: Annotated[list[int], Pile(COMMODITY, mixed=True)]
    """Commodities in demand, in order of the table."""

    advantages: Annotated[list[int], Owned(SIDE, ADVANTAGE, rule="8.1"), At("advantages.owner")]
    """By side: mask of the advantage tiles held."""
    advantages_exhausted: Annotated[int, Set(ADVANTAGE, rule="8.0"), At("advantages.exhausted")]
    advantages_new: Annotated[int, Set(ADVANTAGE, rule="8.0"), At("advantages.new_this_round")]
    """Gained this round or since the owner's last one; not usable yet (8.0)."""
    advantages_used: Annotated[int, At("advantages.used_this_round")]
    """How many the active side used this round (8.2)."""
    advantage_regions: Annotated[int, Set(REGION), At("advantages.regions_used_this_round", rare=True)]
    """Mask of the regions they lie in."""

    next_war: Annotated[int, One(WAR, none=NONE), At("war.next")]
    """The coming war, in a war turn the one being fought; ``NONE`` on turn 6."""
    theatres: Annotated[list[TheatreTiles], Many(numbered=True), At("war.theaters")]
    """Bonus tiles sorted. Theatre n is element n - 1."""
    unassigned: Annotated[
        list[list[int]], By(SIDE, Pile(WAR_TILE, mixed=True)), Hidden.FROM_OTHERS, At("war.unassigned")
    ]
    """Bonus tiles carried over and not placed yet (7.6)."""
    pool_basic: Annotated[
        list[list[int]], By(SIDE, Pile(BASIC, mixed=True, countable=True)), Hidden.FROM_OTHERS, At("war.pool.*.basic")
    ]
    """Basic tiles not in use, sorted."""
    pool_bonus: Annotated[
        list[list[int]], By(SIDE, Pile(BONUS, mixed=True, countable=True)), Hidden.FROM_OTHERS, At("war.pool.*.bonus")
    ]
    """Bonus tiles not in use, sorted."""
    basic_out: Annotated[list[list[int]], By(SIDE, Pile(BASIC, mixed=True)), Hidden.FROM_OTHERS, At("war.out_of_game")]
    """Basic tiles put out of the game by upgrades (5.3.3), sorted."""
    drawn: Annotated[list[list[int]], By(SIDE, Pile(WAR_TILE, mixed=True)), Hidden.FROM_OTHERS, At("war.drawn")]
    """War tiles drawn and looked at, waiting for their place (5.3.3, 5.6.1)."""
    byng_theatre: Annotated[int, At("war.byng_theater", rare=True)]
    """Theatre with the Byng marker (Event 18), or 0."""

    jacobite_victories: Annotated[int, At("jacobite.victories")]
    jacobite_defeat: Annotated[bool, At("jacobite.defeat")]
    ap: Annotated[ActionPoints | None, At("ap", rare=True)] = None
    """``None`` at the start of a round and outside rounds."""
    war: Annotated[WarProgress | None, At("war.progress", rare=True)] = None
    """``None`` outside war turns."""
    result: Annotated[int, One(SIDE, none=NONE), At("result", rare=True)] = NONE
    """Winner, once ``phase`` is ``game_over``."""
    how: How = ""
    options: HouseRules = HouseRules()
    """The house rules of the match; they never change."""
    ministry_used: Annotated[bool, At("ministry_used", rare=True)] = False
    """An ability of a Ministry card was used in this round (5.1, R-21)."""
    jacobite_extra: Annotated[bool, At("jacobite.extra_slot")] = False
    """France won the Jacobite rebellion of the Austrian Succession: M-4 may lie in a slot of its own (7.3)."""


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(State)


def war_of(state: State) -> str:
    """Return the war whose theatres are meant, "" after the last one."""
    return "" if state.next_war == NONE else WAR_IDS[state.next_war]


def copy(state: State) -> State:
    """Return an independent copy."""
    return _decoder.decode(_encoder.encode(state))


def held(state: State, side: int) -> int:
    """Return spaces a side controls by flags and squadrons (3.2.7).

    Squadrons control naval spaces.
    """
    return state.flags[side] | state.squadrons[side]


def held_clear(state: State, side: int) -> int:
    """Return controlled spaces without a conflict marker, which alone count for awards and conditions (3.8)."""
    return (state.flags[side] | state.squadrons[side]) & ~state.conflicts


def era(state: State) -> int:
    """Return the index of the current era."""
    return TURN.things[state.turn].era


def peace_turn(state: State) -> int:
    """Return the number of the peace turn, 0 in a war turn."""
    return TURN.things[state.turn].peace


def available_debt(state: State, side: int) -> int:
    """Return the debt limit less debt, never below 0 (6.4)."""
    return max(0, state.debt_limit[side] - state.debt[side])


def playable(state: State) -> int:
    """Return the spaces in play.

    They are those of the eras that have begun, and the United States with a USA flag on the map (3.2.1, 10.0).
    """
    spaces = FACTS.available[TURN.things[state.turn].era]
    return spaces | FACTS.usa_spaces if state.flags[USA] else spaces


def bonus_at(theatre: TheatreTiles, side: int) -> list[int]:
    """Return Bonus tiles of a side at a theatre.

    Atlantic Dominance is none (rulings, R-54).
    """
    special = WAR_TILE.index["atlantic_dominance"]
    return [tile for tile in theatre.bonus[side] if tile < special]


def bonus_tiles(state: State, side: int) -> int:
    """Return how many Bonus tiles of a side lie at the next war."""
    special = WAR_TILE.index["atlantic_dominance"]
    return len([tile for theatre in state.theatres for tile in theatre.bonus[side] if tile < special])


def has_room(theatre: TheatreTiles, side: int) -> bool:
    """Return whether one more Bonus tile of a side may lie at a theatre (5.6.1)."""
    return len(bonus_at(theatre, side)) < FACTS.limits.bonus_tiles_per_theatre


def revealed(state: State) -> int:
    """Return how many theatres of the war under way, or that ended the game, have their tiles turned up (7.1.1)."""
    if state.phase == "game_over" and state.war is not None:
        return len(state.war.resolved)
    return state.theatre if state.phase in ("war_theater", "war_spoils") else 0


def full_advantages(spaces_held: int) -> int:
    """Return the advantages that a side with these spaces holds (8.1), as a mask."""
    mask = 0
    for index, needed in enumerate(FACTS.advantage_spaces):
        if needed & ~spaces_held == 0:
            mask |= 1 << index
    return mask


def opponent(side: int) -> int:
    """Return the other side."""
    return BRITAIN if side == FRANCE else FRANCE
