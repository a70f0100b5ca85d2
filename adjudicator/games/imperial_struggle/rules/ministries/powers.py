"""Rule 3.5.2: what the abilities that a player uses have in common, whichever card they stand on.

A power is the rule of one ability with an op of its own (`use_ministry`); they stand in `abilities`. When it may be
used, its price, its targets and its effect all rest on `quote`.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import ClassVar

from msgspec import Struct

from adjudicator import Frames, Play, Refusal
from adjudicator.components import Code, Many

from ...components import MINISTRY_CARD, CommodityId, EventNumber, SpaceId
from ...fact_types import ACTION_TYPE, ACTION_TYPES, NONE, SIDES, SPACE, Ability
from ...state import State
from ..control import count
from ..payment import Paid, Result
from ..points import gain_points
from ..prices import FREE, Quote
from ..purchase import space_named
from ..purse import purse
from ..squadrons import SquadronBuilt, build_squadron, check_squadron_left, squadron_quote
from .cards import MinistryPoints, ability_of, ministry_id

ability_by_itself = Code("3.5.2", ministry=MINISTRY_CARD, ability=int, how=str)
ability_needs_tile = Code("5.1", ministry=MINISTRY_CARD, ability=int)
ability_too_late = Code("3.5.2", ministry=MINISTRY_CARD, ability=int)
"""Only when the tile has just been taken."""
ability_needs_action = Code("3.5.4", ministry=MINISTRY_CARD, ability=int, type=ACTION_TYPE)
"""No such action of the tile is open."""
ability_needs_space = Code("3.5.2", ministry=MINISTRY_CARD, ability=int, spaces=Many(SPACE))
"""One of these must be held."""
ability_argument = Code("3.5.2", ministry=MINISTRY_CARD, ability=int, wanted=str)
"""Wanted: space, result, card, commodity."""
ability_target = Code("3.5.2", ministry=MINISTRY_CARD, ability=int, space=SPACE, targets=Many(SPACE))
ability_other_round = Code("3.5.2", ministry=MINISTRY_CARD, ability=int)
"""M-4: the other ability was used in this round."""


class Aim(Struct, frozen=True):
    """The target of an ability: of these what it asks for."""

    space: SpaceId | None = None
    result: Result | None = None
    card: EventNumber | None = None
    commodity: CommodityId | None = None


class Power:
    """One ability with an op, by card and number on it. `arguments`: what must be named."""

    arguments: ClassVar[tuple[str, ...]] = ()

    def __init__(self, card: int, number: int = 1) -> None:
        self.card, self.number, self.name = card, number, ministry_id(card)

    @cached_property
    def ability(self) -> Ability:
        return ability_of(self.card, self.number)

    def going_on(self, state: State) -> bool:
        """Return whether a marker on it does not matter, because it was put there in this round (M-4)."""
        return False

    def check(self, state: State, side: int) -> None:
        """Refuse what cannot be used now, whatever it is used on. Raises Refusal."""

    def aims(self, state: State, side: int) -> Iterator[Aim]:
        """Yield everything that it may be used on."""
        yield Aim()

    def quote(self, state: State, side: int, aim: Aim) -> Quote:
        """Return its price for what it is used on. Raises Refusal."""
        return FREE

    def use(self, play: Play[State], side: int, aim: Aim, price: Quote, paid: Paid | None) -> Frames | None:
        """Carry out the effect, after card and marker; return the frames that follow before the round goes on."""
        raise NotImplementedError  # abstract

    # refusals that several need

    def refused(self, code: Code, **facts_: str | int | tuple[str, ...]) -> Refusal:
        """Return a refusal that names the card and the ability."""
        return code(ministry=self.name, ability=self.number, **facts_)

    def check_space(self, state: State, side: int) -> None:
        """Refuse where none of the spaces that it needs is held without a conflict marker (3.8). Raises Refusal."""
        if not count(state, side, self.ability.needs):
            raise self.refused(ability_needs_space, spaces=SPACE.ids_of(self.ability.needs))

    def target(self, aim: Aim, targets: int) -> int:
        """Return the space that is named.

        Raises:
            Refusal: It is not one of the targets.
        """
        assert aim.space is not None
        space = space_named(aim.space)
        if not targets >> space & 1:
            raise self.refused(ability_target, space=aim.space, targets=SPACE.ids_of(targets))
        return space


class CheapSquadron(Power):
    """M-10, M-11, M-15: a squadron for two military points; M-11 with a squadron in North America."""

    def check(self, state: State, side: int) -> None:
        check_squadron_left(state, side)
        if self.ability.needs:
            self.check_space(state, side)

    def quote(self, state: State, side: int, aim: Aim) -> Quote:
        return squadron_quote(state, self.ability.points, "3.5.2")

    def use(self, play: Play[State], side: int, aim: Aim, price: Quote, paid: Paid | None) -> None:
        assert paid is not None
        build_squadron(play.state, side)
        play.emit(SquadronBuilt(SIDES[side], paid))


class ExtraPoints(Power):
    """M-11, M-15, M-20: points that join an action of their type and may be used in one way only (3.5.4)."""

    def __init__(self, card: int, number: int, kind: int, rule: str) -> None:
        super().__init__(card, number)
        self.kind, self.rule = kind, rule

    def check(self, state: State, side: int) -> None:
        if purse(state, side, self.kind).most == NONE:
            raise self.refused(ability_needs_action, type=ACTION_TYPES[self.kind])

    def use(self, play: Play[State], side: int, aim: Aim, price: Quote, paid: Paid | None) -> None:
        points = self.ability.amount
        gain_points(play.state, self.kind, points, self.name, self.rule)
        play.emit(MinistryPoints(SIDES[side], self.name, ACTION_TYPES[self.kind], points, rule=self.rule))
