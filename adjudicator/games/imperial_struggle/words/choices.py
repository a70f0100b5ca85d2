"""Options of the questions that no points are spent on: cards, ministries, war tiles, who plays first."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.kernel.actions import Action
from adjudicator.reports.game import Coded
from adjudicator.reports.model import Option, OptionGroup

from ..fact_types import NONE, WAR_TILE
from ..facts import facts
from ..rules.bidding import Bid
from ..rules.discard import DiscardEvents
from ..rules.investment import TakeInvestment
from ..rules.ministries.end_of_turn import EndPowers
from ..rules.ministries.phase import ChooseMinistries, ReplaceMinistries
from ..rules.ministries.powers import UseMinistry
from ..rules.turn import ChooseFirstPlayer
from ..rules.war_tiles import KeepBasicTile, PlaceBonusTile
from ..state import State, war_of
from .event_words import event_text
from .ministry_words import ministry_text
from .speech import Speech


def choices(options: Sequence[Coded], state: State, side: int, to: Speech) -> tuple[OptionGroup, ...]:
    """The options of such a question in one group."""
    war, laying = war_of(state), {each.action.tile for each in options if isinstance(each.action, PlaceBonusTile)}
    listed = tuple(
        Option(
            code=each.code,
            words=_tile_before(each.action, len(laying), to) + (words_of(each.action, war, to) or each.words),
            note=_note(each.action, state, side, to),
        )
        for each in options
    )
    return (OptionGroup(options=listed),) if listed else ()


def _tile_before(action: Action, tiles: int, to: Speech) -> str:
    """Which one is laid, where several wait (7.6)."""
    return f"{to.war_tile_name(action.tile)}: " if isinstance(action, PlaceBonusTile) and tiles > 1 else ""


def keeping(options: Sequence[Coded], placed: str, drawn: str, to: Speech) -> tuple[OptionGroup, ...]:
    """Which of two basic tiles stays at a theatre (5.3.3): `placed` lies there, `drawn` is new."""
    listed = []
    for each in options:
        assert isinstance(each.action, KeepBasicTile)
        stays, goes = (drawn, placed) if each.action.keep == "drawn" else (placed, drawn)
        listed.append(Option(code=each.code, words=_stays(each.action, stays, to), note=_goes(each.action, goes, to)))
    return (OptionGroup(options=tuple(listed)),)


def _stays(action: KeepBasicTile, tile: str, to: Speech) -> str:
    """Both may be alike, so it is said which one is meant."""
    if action.keep == "drawn":
        return to.gettext("the new one stays: %(tile)s", tile=to.war_tile(tile))
    return to.gettext("the old one stays: %(tile)s", tile=to.war_tile(tile))


def _goes(action: KeepBasicTile, tile: str, to: Speech) -> str:
    if action.other == "pool":
        return to.gettext("%(tile)s back to the pool", tile=to.war_tile(tile))
    return to.gettext("%(tile)s out of the game", tile=to.war_tile(tile))


def words_of(action: Action, war: str, to: Speech) -> str:
    """An answer in a few words; "" for one that has none of its own."""
    match action:
        case DiscardEvents(cards=cards):
            return ", ".join(to.event(card) for card in cards)
        case ChooseMinistries():
            return to.listing([*(to.ministry(card) for card in action.ministries), *_extra(action, to)])
        case ReplaceMinistries():
            return ", ".join([_replaced(action, to), *_extra(action, to)])
        case ChooseFirstPlayer(first=first):
            return to.side(first)
        case TakeInvestment(tile=tile):
            return to.tile(tile)
        case PlaceBonusTile(theater=theatre):
            return to.theatre(war, theatre)
        case KeepBasicTile():
            return _kept(action, to)
        case Bid(trp=trp):
            return to.treaty_points(trp)
        case UseMinistry(ministry=ministry):
            return to.gettext("use %(ministry)s", ministry=to.ministry(ministry))
        case EndPowers():
            return to.gettext("no (more) abilities")
        case _:
            return ""


def _extra(action: ChooseMinistries | ReplaceMinistries, to: Speech) -> list[str]:
    """The third card that France may have earned (7.3)."""
    return [to.gettext("Jacobite Uprisings in the extra slot")] if action.jacobite else []


def _replaced(action: ReplaceMinistries, to: Speech) -> str:
    """Also what fills a slot that M-4 has left (7.3, R-51)."""
    new = to.listing(to.ministry(card) for card in action.into)
    if not action.out:
        return to.gettext("%(new)s in the empty slot", new=new) if action.into else to.gettext("keep all")
    old = to.listing(to.of_ministry(card) for card in action.out)
    return to.gettext("%(new)s instead of %(old)s", new=new, old=old)


def _kept(action: KeepBasicTile, to: Speech) -> str:
    if action.keep == "drawn":
        return to.gettext("the new one stays")
    return to.gettext("the old one stays")


def _note(action: Action, state: State, side: int, to: Speech) -> str:
    match action:
        case DiscardEvents(cards=(card,)):
            return event_text(facts().events[card - 1], state, side, to)
        case (
            ChooseMinistries(ministries=(card,), jacobite=False)
            | ReplaceMinistries(into=(card,), jacobite=False)
            | UseMinistry(ministry=card)
        ):
            return ministry_text(facts().ministries[to.ministry_number(card) - 1], state, to)
        case PlaceBonusTile(theater=theatre):
            return _place(action, state, side, theatre, to)
        case _:
            return ""


def _place(action: PlaceBonusTile, state: State, side: int, theatre: int, to: Speech) -> str:
    """What lies there, and what makes room."""
    if action.move is not None:
        there = to.theatre(war_of(state), action.move.theater)
        tile = to.name(WAR_TILE, action.move.tile)
        return to.gettext("%(tile)s makes room: %(theatre)s", tile=tile, theatre=there)
    tiles = facts().war_tiles
    laid = state.theatres[theatre - 1]
    lying = [*([laid.basic[side]] if laid.basic[side] != NONE else []), *laid.bonus[side]]
    return ", ".join(f"[{to.war_tile_name(tiles[tile].id)}]" for tile in lying)
