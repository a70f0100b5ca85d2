"""A seat's view → the position of a picture."""

from collections.abc import Iterable

from adjudicator.pictures.maps.highlights import Change

from ..fact_events import EVENT
from ..fact_types import MINISTRY
from ..facts import facts
from ..names import names
from ..view import MinistrySlot, View
from .atlas import Language
from .finals import final_marks
from .position import (
    SIDES,
    AdvantageMark,
    AwardMark,
    MinistryMark,
    Owner,
    Position,
    Side,
    SideMark,
    SpaceMark,
)
from .theatres import theatre_marks

_OWNERS: tuple[Owner, ...] = ("france", "britain", "usa", "spain")


def position_of(
    view: View, language: Language, *, to_move: Iterable[str] = (), changed: Iterable[Change] = ()
) -> Position:
    """What the picture of a view shows.

    `to_move` are the sides that the game waits for, `changed` what to highlight (a space or an advantage at most
    once). Raises `KeyError` for an unknown id in `changed`.
    """
    public, waiting, changes = view.public, set(to_move), tuple(changed)
    for change in changes:
        if change.id not in facts().space and change.id not in facts().advantage:
            raise KeyError(change.id)
    seats = tuple(side for side in SIDES if side in view.seats)
    scores = facts().turns[public.turn].peace > 0  # the awards and the demand of a turn are done with before a war
    return Position(
        seats=seats,
        turn=view.turn,
        phase=view.phase,
        round=public.round,
        to_move=tuple(side for side in SIDES if side in waiting),
        vp=public.vp,
        initiative=SIDES[public.initiative],
        france=_side(view, "france", language),
        britain=_side(view, "britain", language),
        spaces=tuple(
            SpaceMark(
                mark.id,
                _owner(mark.owner),
                mark.damaged,
                mark.conflict,
                mark.isolated,
                mark.huguenots + mark.huguenots_spent,
            )
            for mark in view.marked_spaces()
        ),
        advantages=tuple(_advantages(view)),
        awards=tuple(
            AwardMark(region, award.vp, award.trp, award.margin)
            for region in facts().regions
            if scores and (award := view.award(region))
        ),
        demand=view.demand if scores else (),
        investments=tuple(tile.id for tile in view.available),
        war=view.war,
        theatres=tuple(theatre_marks(view, language)),
        finals=tuple(final_marks(view)),
        changed=changes,
        jacobite_victories=public.jacobite_victories,
        jacobite_defeat=public.jacobite_defeat,
        winner=next((side for side in SIDES if side == view.result), None),
        how=public.how,
        conflict_blocks_prestige=public.options.conflict_blocks_prestige,
    )


def _side(view: View, side: Side, language: Language) -> SideMark:
    public, index = view.public, SIDES.index(side)
    return SideMark(
        debt=public.debt[index],
        debt_limit=public.debt_limit[index],
        treaty_points=public.treaty_points[index],
        navy_box=public.navy_box[index],
        unbuilt=public.unbuilt[index],
        away=public.away[index],
        hand_size=view.hand_size(side),
        hand=tuple(names(language).name(EVENT, event.id) for event in view.hand(side) or ()),
        taken=tuple(tile.id for tile in view.taken(side)),
        ministries=tuple(_ministry(slot, language) for slot in view.ministries(side)),
    )


def _advantages(view: View) -> Iterable[AdvantageMark]:
    for advantage in facts().advantages:
        owner, spent = _owner(view.advantage_owner(advantage.id)), view.is_exhausted(advantage.id)
        if owner or spent:
            yield AdvantageMark(advantage.id, next((side for side in SIDES if side == owner), None), spent)


def _owner(name: str | None) -> Owner | None:
    return next((owner for owner in _OWNERS if owner == name), None)


def _ministry(slot: MinistrySlot, language: Language) -> MinistryMark:
    if slot.card is None:
        return MinistryMark()
    name = names(language).name(MINISTRY, slot.card.id)
    return MinistryMark(name, slot.revealed, bool(slot.exhausted))
