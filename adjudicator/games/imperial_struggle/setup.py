"""The position before the first draw (playbook set-up).

What is drawn stays in its pile: basic tiles for the four theatres of the first war, France's bonus tile,
awards, demand, investment tiles and hands are the business of the rules, which have chance.
"""

from .fact_types import ERAS, NONE
from .facts import facts
from .house_rules import HouseRules
from .state import State, TheatreTiles, full_advantages


def initial_state(options: HouseRules = HouseRules()) -> State:  # noqa: B008 - frozen
    """Turn 1 before any draw; with option 12.1 three Spanish flags fly in the Caribbean."""
    f = facts()
    s = f.set_up
    flags = list(f.initial)
    return State(
        turn=0,
        phase="set_up",
        round=0,
        theatre=0,
        vp=s.vp,
        initiative=s.initiative,
        first_player=NONE,
        debt=[0, 0],
        debt_limit=[s.debt_limit, s.debt_limit],
        treaty_points=[0, 0],
        flags=[*flags, 0, s.spanish_flags if options.spanish_empire_12_1 else 0],
        squadrons=[0, 0],
        navy_box=list(s.navy_box),
        unbuilt=[f.limits.squadrons - n for n in s.navy_box],
        lost=[0, 0],
        away=[0, 0],
        damaged=0,
        conflicts=0,
        conflicts_plus=0,
        huguenots=0,
        huguenots_spent=0,
        isolated=0,
        held_at_start=[0, 0],
        hands=[[], []],
        deck=list(f.events_of_era(ERAS.index("succession"))),
        discard=[],
        played=[],
        removed_events=[],
        ministries=[[], []],
        removed_ministries=[],
        townshend=NONE,
        available=[],
        taken=[[], []],
        stack=list(f.investment_set),
        used=[],
        awards=[NONE] * len(f.regions),
        awards_left=list(f.award_set),
        demand=[],
        advantages=[full_advantages(mask) for mask in flags],
        advantages_exhausted=0,
        advantages_new=0,
        advantages_used=0,
        advantage_regions=0,
        next_war=0,
        theatres=empty_theatres(0),
        unassigned=[[], []],
        pool_basic=[list(f.basic_set), list(f.basic_set)],
        pool_bonus=[list(tiles) for tiles in f.bonus_sets[0]],
        basic_out=[[], []],
        drawn=[[], []],
        byng_theatre=0,
        jacobite_victories=0,
        jacobite_defeat=False,
        options=options,
    )


def empty_theatres(war: int) -> list[TheatreTiles]:
    """The display of a war with no tile on it; none for ``NONE`` (turn 6)."""
    theatres = facts().wars[war].theatres if war != NONE else ()
    return [TheatreTiles(basic=[NONE, NONE], bonus=[[], []]) for _ in theatres]
