"""Rules 5.6.5 and 5.6.6: squadrons are built and deployed."""

from collections.abc import Collection, Iterator
from functools import cache
from typing import Final

from msgspec import field

from adjudicator import Play
from adjudicator.components import Code, Many, bits

from ..components import NAVY_BOX, PLACE, AdvantageId, PlaceId, SideEvent, SpaceId
from ..fact_types import MILITARY, SIDES, SPACE
from ..facts import FACTS
from ..state import State, opponent, playable
from .control import lift_squadron, send_home
from .payment import Paid, Payment
from .prices import Quote, Term, changed, plain
from .purchase import Purchase, Target, Variant, space_named, space_of_type
from .purse import points_of

no_unbuilt_squadron = Code("5.6.5", squadrons=int)
"""How many a side may have."""
navy_box_empty = Code("5.6.6")
no_squadron_there = Code("5.6.6", space=PLACE, spaces=Many(PLACE))
"""Spaces: where squadrons of the side are."""
already_deployed = Code("5.6.6", space=SPACE)
own_squadron_there = Code("5.6.6", space=SPACE)


class BuildSquadron(Payment, frozen=True, tag="build_squadron"):
    """Build a squadron; it goes to the navy box (5.6.5)."""


class DeploySquadron(Payment, frozen=True, tag="deploy_squadron"):
    """Move a squadron from ``navy_box`` or a naval space to another naval space (5.6.6)."""

    source: PlaceId = field(name="from")
    to: SpaceId


class SquadronBuilt(SideEvent, frozen=True, tag="squadron_built", rule="5.6.5"):
    """A squadron was built and put into the navy box (5.6.5); ``advantage``: the tile used for it (8.2)."""

    paid: Paid
    advantage: AdvantageId = ""


class SquadronDeployed(SideEvent, frozen=True, tag="squadron_deployed", rule="5.6.6", touches=("source", "to")):
    """A squadron moved (5.6.6); ``displaced``: an opposing one went to its navy box."""

    source: PlaceId
    to: SpaceId
    paid: Paid
    displaced: bool = False

    def hit(self) -> Collection[str]:
        return self.against if self.displaced else ()


class BuildSquadrons(Purchase[BuildSquadron]):
    """Rule 5.6.5: a squadron that is not built yet goes to the navy box; a side has eight (3.6)."""

    takes, type = BuildSquadron, MILITARY

    def quote(self, state: State, side: int, action: BuildSquadron) -> Quote:
        check_squadron_left(state, side)
        return squadron_quote(state, FACTS.costs.squadron, "5.6.5")

    def buy(self, play: Play[State], side: int, action: BuildSquadron, quote: Quote, paid: Paid) -> None:
        play.emit(SquadronBuilt(SIDES[side], paid))
        build_squadron(play.state, side)


def check_squadron_left(state: State, side: int) -> None:
    """Refuse when all squadrons are built (3.6, 5.6.5). Raises Refusal."""
    if not state.unbuilt[side]:
        raise no_unbuilt_squadron(squadrons=FACTS.limits.squadrons)


SOUTH_SEA: Final = 4
"""The Event whose bonus makes the next squadron of the round cheaper (R-26)."""


def squadron_quote(state: State, cost: int, rule: str) -> Quote:
    """Return the price of a squadron.

    It is what a squadron usually costs, or what an advantage or ministry says, less the bonus of Event 4. The
    reductions add up; at 0 points it still needs a military action (R-26).
    """
    price = plain(MILITARY, cost, rule)
    if state.ap is None or str(SOUTH_SEA) not in state.ap.modifiers:
        return price
    (bonus,) = FACTS.event_versions[SOUTH_SEA - 1][0].bonus
    return changed(price, Term("event", "5.2", bonus.n))


def build_squadron(state: State, side: int) -> None:
    """Put an unbuilt squadron into the navy box (5.6.5); the bonus of Event 4 is for one (R-26)."""
    state.unbuilt[side] -= 1
    state.navy_box[side] += 1
    if state.ap is not None and str(SOUTH_SEA) in state.ap.modifiers:
        state.ap.modifiers.remove(str(SOUTH_SEA))


class DeploySquadrons(Purchase[DeploySquadron]):
    """Deploy squadrons (rule 5.6.6).

    One goes to an empty naval space, or displaces an opposing squadron, which only a Major Action can do. Each
    squadron may move once a round; no connection is needed.
    """

    takes, type = DeploySquadron, MILITARY

    def mark(self, position: State, side: int, action: DeploySquadron) -> None:
        left = ~(1 << SPACE.index[action.to])
        position.squadrons = [squadrons & left for squadrons in position.squadrons]
        if action.source != NAVY_BOX:
            position.squadrons[side] &= ~(1 << SPACE.index[action.source])
        position.squadrons[side] |= ~left

    def targets(self, state: State, side: int, variant: Variant) -> Iterator[Target]:
        spaces, opposing = SPACE.things, state.squadrons[opponent(side)]
        free = FACTS.naval & playable(state) & ~state.squadrons[side]
        at_home = (NAVY_BOX,) if state.navy_box[side] else ()
        for source in (*at_home, *SPACE.ids_of(_movable(state, side))):
            for space in bits(free):
                yield (source, spaces[space].id), _deploy_quote(source == NAVY_BOX, space, opposing >> space & 1)

    def quote(self, state: State, side: int, action: DeploySquadron) -> Quote:
        to = space_of_type(state, action.to, "naval")
        self._check_source(state, side, action.source)
        if state.squadrons[side] >> to & 1:
            raise own_squadron_there(space=action.to)
        return _deploy_quote(action.source == NAVY_BOX, to, state.squadrons[opponent(side)] >> to & 1)

    def _check_source(self, state: State, side: int, source: str) -> None:
        if source == NAVY_BOX:
            if not state.navy_box[side]:
                raise navy_box_empty()
            return
        index = space_named(source)
        if not state.squadrons[side] >> index & 1:
            raise no_squadron_there(space=source, spaces=SPACE.ids_of(state.squadrons[side]))
        if not _movable(state, side) >> index & 1:
            raise already_deployed(space=source)

    def buy(self, play: Play[State], side: int, action: DeploySquadron, quote: Quote, paid: Paid) -> None:
        state, bit = play.state, 1 << quote.space
        displaced = bool(state.squadrons[opponent(side)] & bit)
        if displaced:
            send_home(state, opponent(side), quote.space)
        lift_squadron(state, side, action.source)
        state.squadrons[side] |= bit
        points_of(state).deployed |= bit
        play.emit(SquadronDeployed(SIDES[side], action.source, action.to, paid, displaced))


def _movable(state: State, side: int) -> int:
    """Return squadrons on the map that were not deployed this round."""
    return state.squadrons[side] & ~points_of(state).deployed


@cache
def _deploy_quote(at_home: bool, space: int, displaces: int) -> Quote:
    costs = FACTS.costs.deploy
    if not displaces:
        return plain(MILITARY, costs.empty, "5.6.6", space=space, op="deploy_squadron")
    cost = costs.displace_from_navy_box if at_home else costs.displace_from_map
    return plain(MILITARY, cost, "5.6.6", space=space, needs_major=True, op="deploy_squadron")


USES = (BuildSquadrons(), DeploySquadrons())
