"""Work out the scoring of a turn as things lie (4.1.12), from what a reader knows, and what a purchase turns.

Of a purchase only the map counts: events, war, treaty points and debt that it may bring are not looked at.
"""

import copy
from collections.abc import Iterator

from msgspec import Struct

from adjudicator.kernel.actions import Action

from .fact_types import AWARD, BRITAIN, COMMODITY, FRANCE, NONE, REGION
from .facts import FACTS
from .known import known
from .rules.debt import WATT
from .rules.ministries.cards import is_up
from .rules.purchases import BY_ACTION
from .rules.scoring import Pair, ahead, both_clear, demand_tally, prestige_tally, region_tally
from .state import State, era, peace_turn, playable
from .view import View


class Scored(Struct, frozen=True):
    """Something that scores: its victory points, what each side counts, the lead that wins it, the spaces that count.

    `region` and `commodity` say which it is; neither: the prestige.
    """

    vp: int
    counts: tuple[int, int]
    margin: int
    spaces: int
    region: int = NONE
    commodity: int = NONE

    @property
    def winner(self) -> int:
        """The side that would win it now, or NONE."""
        return ahead(self.counts, self.margin)

    @property
    def to_france(self) -> int:
        """Victory points that France would gain now, those of Britain negative."""
        winner = self.winner
        return 0 if winner == NONE else self.vp if winner == FRANCE else -self.vp


def scored(position: State) -> tuple[Scored, ...]:
    """Return everything that scores at the end of a peace turn, in the order of the rules; empty where nothing does."""
    if not peace_turn(position) or position.phase == "game_over" or set(position.awards) == {NONE}:
        return ()
    clear = both_clear(position)
    return (*_awards(position, clear), _prestige(position, clear), *_demand(position, clear))


def _awards(position: State, clear: Pair) -> Iterator[Scored]:
    for index in range(len(REGION.ids)):
        if position.awards[index] != NONE:
            tile = AWARD.things[position.awards[index]]
            spaces = FACTS.by_region[index] & playable(position)
            yield Scored(tile.vp, region_tally(position, index, clear), tile.margin, spaces, region=index)


def _prestige(position: State, clear: Pair) -> Scored:
    rule, spaces = FACTS.scoring.prestige, FACTS.prestige & playable(position)
    return Scored(rule.vp, prestige_tally(position, clear), rule.margin, spaces)


def _demand(position: State, clear: Pair) -> Iterator[Scored]:
    for index in position.demand:
        gains = COMMODITY.things[index].awards[era(position)]
        yield Scored(gains.vp, demand_tally(position, index, clear), 1, FACTS.by_commodity[index], commodity=index)


def scored_now(view: View) -> int | None:
    """Return the victory points for France if the turn were scored now; below zero for Britain, None if nothing scores.

    They come from awards, prestige, demand, and debt beyond a limit (6.3).
    """
    position = known(view)
    return balance(position) if scored(position) else None


def balance(position: State) -> int:
    """Return the same balance for a position; 0 if nothing scores."""
    found = scored(position)
    return sum(each.to_france for each in found) + _debt_beyond_limits(position, found)


def _debt_beyond_limits(position: State, found: tuple[Scored, ...]) -> int:
    """Return the points for debt of Global Demand that its winner has no room for (6.3b), row by row of the table."""
    debts, gained = list(position.debt), 0
    for each in found:
        winner = each.winner
        if each.commodity == NONE or winner == NONE:
            continue
        debt = COMMODITY.things[each.commodity].awards[era(position)].debt
        taken = min(debt, max(0, position.debt_limit[winner] - debts[winner]))
        debts[winner] = max(0, debts[winner] + taken)
        if not (winner == BRITAIN and is_up(position, WATT)):
            gained += taken - debt if winner == FRANCE else debt - taken
    return gained


class Scale:
    """Weighs purchases of a side in a position, which must not change meanwhile."""

    def __init__(self, position: State, side: int) -> None:
        self._position, self._side, self._now = position, side, balance(position)
        self._weighed: dict[tuple[int, ...], int] = {}  # by the marks on the map: one change has many prices

    def turned(self, *actions: Action) -> int:
        """Return by how much the actions turn what is scored now in favour of the side."""
        then = after(self._position, self._side, *actions)
        marks = (*then.flags, *then.squadrons, then.conflicts)
        if (weighed := self._weighed.get(marks)) is None:
            weighed = self._weighed[marks] = balance(then)
        return (weighed - self._now) * (1 if self._side == FRANCE else -1)


def after(position: State, side: int, *actions: Action) -> State:
    """Return a copy of the position with what purchases of a side do to the map; only to ask what it would score."""
    asked = copy.copy(position)
    asked.flags, asked.squadrons = list(position.flags), list(position.squadrons)
    for action in actions:
        if type(action) in BY_ACTION:
            BY_ACTION[type(action)].mark(asked, side, action)
    return asked
