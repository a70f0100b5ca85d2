"""The position before the first draw (playbook set-up).

What is drawn stays in its pile: basic tiles for the four theatres of the first war, France's bonus tile,
awards, demand, investment tiles and hands are the business of the rules, which have chance.
"""

from .fact_types import ERAS, NONE, WAR
from .facts import FACTS
from .forms import FORM
from .house_rules import HouseRules
from .state import State, TheatreTiles, full_advantages


def initial_state(options: HouseRules = HouseRules()) -> State:  # noqa: B008 - frozen
    """Turn 1 before any draw; with option 12.1 three Spanish flags fly in the Caribbean."""
    s = FACTS.set_up
    flags = list(FACTS.initial)
    return FORM.start(
        turn=0,
        phase="set_up",
        vp=s.vp,
        initiative=s.initiative,
        debt_limit=[s.debt_limit, s.debt_limit],
        flags=[*flags, 0, s.spanish_flags if options.spanish_empire_12_1 else 0],
        navy_box=list(s.navy_box),
        unbuilt=[FACTS.limits.squadrons - n for n in s.navy_box],
        deck=list(FACTS.events_of_era(ERAS.index("succession"))),
        stack=list(FACTS.investment_set),
        awards_left=list(FACTS.award_set),
        advantages=[full_advantages(mask) for mask in flags],
        next_war=0,
        theatres=empty_theatres(0),
        pool_basic=[list(FACTS.basic_set), list(FACTS.basic_set)],
        pool_bonus=[list(tiles) for tiles in FACTS.bonus_sets[0]],
        options=options,
    )


def empty_theatres(war: int) -> list[TheatreTiles]:
    """Return the display of a war with no tile on it; empty for ``NONE`` (turn 6)."""
    theatres = WAR.things[war].theatres if war != NONE else ()
    return [TheatreTiles(basic=[NONE, NONE], bonus=[[], []]) for _ in theatres]
