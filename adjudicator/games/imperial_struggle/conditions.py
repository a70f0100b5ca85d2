"""Define the conditions of orders, over what a side may know: the part `conditions`, in English and Russian."""

from typing import Annotated, Final

import msgspec

from adjudicator.orders import NameBook, kind_names
from adjudicator.orders.vocabulary.asked import OWN, Asked
from adjudicator.orders.vocabulary.conditions import Condition, Conditions
from adjudicator.orders.vocabulary.orderfile import read_conditions

from .components import FlagId, SideId, SpaceId
from .fact_events import EVENT
from .fact_types import ACTION_TYPE, ACTION_TYPES, DATA, FLAG, REGION, SIDE, SIDES, TURN, WAR
from .known import known
from .names import names
from .rules.scoring import region_tally
from .view import View
from .words.terms import things

_IN_WAR: Final = ("war_theater", "war_spoils", "war_layout")
asked: Final = Asked(lambda view: view)


@asked
def controls(view: View, space: SpaceId, flag: FlagId = OWN) -> bool:
    """Return whether the flag or squadron on a space is of this side; without a flag the own one. Rule 3.2.7."""
    return view.space(space).owner == flag


@asked
def uncontrolled(view: View, space: SpaceId) -> bool:
    """Return whether nobody's flag or squadron lies on a space. Rule 3.2.7."""
    return view.space(space).owner is None


@asked
def conflict(view: View, space: SpaceId) -> bool:
    """Return whether a conflict marker lies on a space. Rule 3.8."""
    return view.space(space).conflict > 0


@asked
def leads(view: View, region: Annotated[int, REGION], side: SideId = OWN) -> bool:
    """Return whether a side, or the own one, counts more spaces in a region than the other. Rule 4.1.12."""
    counts, own = region_tally(known(view), region), SIDES.index(side)
    return counts[own] > counts[1 - own]


@asked
def took_tile(view: View, side: SideId, type: Annotated[str, ACTION_TYPE]) -> bool:
    """Return whether the newest investment tile of a side this turn has a major action of this type. Rule 5.1."""
    taken = view.taken(side)
    return bool(taken) and ACTION_TYPES[taken[-1].major] == type


class HoldsEvent(Condition, frozen=True, tag="holds_event"):
    """An Event card, by its number, is in the own hand. Rule 3.4."""

    event: Annotated[int, EVENT]

    def holds(self, view: View, seat: str) -> bool:
        return any(self.event in part.hand for part in view.private if SIDES[part.side] == seat)


@asked
def at_war(view: View, war: Annotated[str | None, WAR] = None) -> bool:
    """Return whether a war is fought, or this one. Rule 7."""
    return view.phase in _IN_WAR and war in (None, view.war)


@asked
def debt(view: View, side: SideId = OWN) -> int:
    """Return the debt of a side, or the own one. Rule 6.1."""
    return view.public.debt[SIDES.index(side)]


@asked
def spare_debt(view: View, seat: str) -> int:
    """Return the debt that the own side may still take. Rule 6.1."""
    own = SIDES.index(seat)
    return view.public.debt_limit[own] - view.public.debt[own]


@asked
def treaty_points(view: View, side: SideId = OWN) -> int:
    """Return the treaty points of a side, or the own ones. Rule 9.1."""
    return view.public.treaty_points[SIDES.index(side)]


@asked
def vp(view: View) -> int:
    """Return the position of the marker of victory points: France wins above 15. Rule 2."""
    return view.public.vp


@asked
def turn(view: View) -> int:
    """Return the peace turn; in a war the one before it. Rule 4."""
    return sum(turn.id.isdigit() for turn in TURN.things[: view.public.turn + 1])


@asked
def squadrons(view: View, seat: str) -> int:
    """Return the squadrons in the own navy box. Rule 3.6."""
    return view.public.navy_box[SIDES.index(seat)]


_SPOKEN = [names(code) for code in names.languages]
_FLAGS: Final = [each for spoken in _SPOKEN for each in kind_names(spoken, FLAG, cases=("genitive",))]
CONDITIONS: Final = Conditions(
    NameBook(
        [
            *(thing for spoken in _SPOKEN for thing in things(spoken, "")),
            *(each for spoken in _SPOKEN for kind in (REGION, ACTION_TYPE) for each in kind_names(spoken, kind)),
            *_FLAGS,
            *(msgspec.structs.replace(each, kind=SIDE.name) for each in _FLAGS if each.id in SIDES),
        ]
    ),
    read_conditions(DATA / "conditions.yaml", [*asked.conditions, HoldsEvent]),
)
