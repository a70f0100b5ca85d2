"""Rules 3.4.3, 3.4.4 and 5.2: which cards may be played now, whether the bonus comes with them, and playing one.

Only the holder of the cards may see what is offered here. Nothing else in a round may depend on it: before the
tile is used the holder is always asked, whatever they hold.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from msgspec.structs import replace

from adjudicator import Frames, Play, Refusal, RuleAction
from adjudicator.components import Code, Many

from ...components import MINISTRY_CARD, EventNumber, MinistryId, MinistryIds, SideEvent
from ...fact_events import EVENT
from ...fact_types import ACTION_TYPE, ACTION_TYPES, ECONOMIC, FRANCE, INVESTMENT, KEYWORD, MINISTRY, NONE, SIDES
from ...facts import FACTS
from ...state import TILE_TAKEN, State
from ..ministries import cards
from ..ministries.cards import LAVOISIER, has_keyword, hidden, number_of, turn_up
from ..ministries.for_events import check_via, lifts_symbol, lifts_type, use_via, vias
from ..points import event_window_closes
from ..purse import points_of, tile_of
from .choosing import event_part
from .conditions import standing

event_not_in_hand = Code("5.2", card=EVENT, hand=Many(EVENT))
no_event_symbol = Code("5.2", card=EVENT, tile=INVESTMENT)
event_wrong_type = Code("3.4.4", card=EVENT, type=ACTION_TYPE, tile=INVESTMENT, major=ACTION_TYPE)
"""Type: what the card asks of the Major Action."""
event_too_late = Code("5.2", card=EVENT)
"""The tile was used already, or an event was played."""
event_without_bonus = Code("3.4.3", card=EVENT, condition=str, wanted=str, has=str)
reveal_without_keyword = Code("3.5.3", card=EVENT, ministry=MINISTRY_CARD, keyword=KEYWORD)
"""Keyword: "" if the card asks for none."""
via_not_needed = Code("3.5.2", card=EVENT, ministry=MINISTRY_CARD)


class PlayEvent(RuleAction[State], frozen=True, tag="play_event"):
    """Play an Event card before anything else of the tile (5.2).

    ``reveal``: ministry whose keyword meets the bonus condition. ``via``: ministry that lifts a restriction.
    ``bonus``: refuse if the bonus condition is not met.
    """

    card: EventNumber
    reveal: MinistryIds = ()
    via: MinistryId | None = None
    bonus: bool = False

    @classmethod
    def legal(cls, state: State, seat: str, asked: Any = None) -> Iterator[PlayEvent]:
        """Yield the cards in hand that may be played now, with the bonus where it comes or a ministry brings it."""
        side = SIDES.index(seat)
        if state.ap is None or state.ap.stage != TILE_TAKEN or not state.hands[side]:
            return
        tile = tile_of(state, side)
        ways = [via for via in (*NO_VIA, *vias(state, side)) if tile.event or lifts_symbol(via)]
        for card in sorted(state.hands[side]):
            for via in ways:
                if _playable(state, side, card, via):
                    yield from _versions(state, side, card, via)
                    break

    def illegality(self, state: State, seat: str, asked: Any) -> Refusal | None:
        side = SIDES.index(seat)
        try:
            _check_playable(state, side, self.card, self.via)
        except Refusal as reason:
            reason.nearest = reason.nearest or _nearest(state, side, self)
            return reason
        try:
            cards.check_reveal(state, side, self.reveal)
            _check_keywords(state, side, self)
        except Refusal as reason:
            return reason
        if idle := _idle(state, side, self):
            return cards.reveal_unused(_nearest(state, side, self), ministries=idle)
        now = standing(state, side, self.card, _turned_up(self))
        if now.met or not self.bonus:
            return None
        near = tuple(offer for offer in self.legal(state, seat) if offer.card == self.card)[:3]
        return event_without_bonus(near, card=self.card, condition=now.condition, wanted=now.wanted, has=now.has)

    def apply(self, play: Play[State], seat: str) -> Frames:
        """Play the event.

        The bonus condition is checked first (5.2 step 1); effect and bonus follow; the card leaves the game (step 5).
        """
        state, card, side = play.state, self.card, SIDES.index(seat)
        event_window_closes(play, side)
        if self.via is not None:
            use_via(play, side, self.via)
        turn_up(play, side, cards.numbers_of(self.reveal))
        bonus = standing(state, side, card).met
        state.hands[side].remove(card)
        state.played.append(card)
        if bonus:
            points_of(state).modifiers.append(cards.BONUS_RECEIVED)
        play.emit(EventPlayed(seat, card, bonus, self.via or ""))
        return [event_part(side, card, "effect"), event_part(side, card, "bonus")]


class EventPlayed(SideEvent, frozen=True, tag="event_played", rule="5.2"):
    """A side played an Event card; ``bonus``: its condition holds. ``via``: ministry that lifted a restriction."""

    card: EventNumber
    bonus: bool = False
    via: MinistryId = ""


PLAYS: Final[tuple[type[RuleAction[State]], ...]] = (PlayEvent,)
"""What may be done with a tile before anything else."""
NO_VIA: Final[tuple[str | None, ...]] = (None,)


def _versions(state: State, side: int, card: int, via: str | None) -> Iterator[PlayEvent]:
    """Yield the card with no more turned up than is needed to play it, and with each ministry that adds to it."""
    plain = PlayEvent(card, via=via)
    yield replace(plain, bonus=standing(state, side, card, _turned_up(plain)).met)
    for ministry in _revealable(state, side, card):
        richer = replace(plain, reveal=(ministry,), bonus=True)
        if ministry != via and standing(state, side, card, _turned_up(richer)).met and not _idle(state, side, richer):
            yield richer


def _turned_up(action: PlayEvent) -> tuple[str, ...]:
    """Return what is face up when the bonus condition is checked.

    This includes the ministry that lifts a restriction (3.5.3).
    """
    return action.reveal if action.via is None else (*action.reveal, action.via)


def _keywords(card: int, side: int) -> tuple[str, ...]:
    """Return the keywords for which a card asks: its bonus condition, and what an op of it needs (Event 34)."""
    condition, version = EVENT.things[card - 1].bonus_if, FACTS.event_versions[card - 1][side]
    asked = [condition.keyword] if condition and condition.keyword else []
    ops = (*version.effect, *version.bonus)
    return (*asked, *(op.condition.keyword for op in ops if op.condition and op.condition.keyword))


def _revealable(state: State, side: int, card: int) -> tuple[str, ...]:
    """Return face-down ministries that this card gives a reason to reveal.

    These are those with its keyword, and M-26 (R-45).
    """
    named = [ministry for keyword in _keywords(card, side) for ministry in cards.bearers(state, side, keyword)]
    if side == FRANCE and LAVOISIER in hidden(state, side):
        named.append(f"m{LAVOISIER}")
    return tuple(dict.fromkeys(named))


def _idle(state: State, side: int, action: PlayEvent) -> list[str]:
    """Return ministries that would be revealed for nothing.

    Empty where cards may be revealed without being used (3.5, R-05).
    """
    if state.options.ministry_reveal == "2p":
        return []
    return [ministry for ministry in action.reveal if not _matters(state, side, action, ministry)]


def _matters(state: State, side: int, action: PlayEvent, ministry: str) -> bool:
    """Return whether a ministry matters: the bonus needs a keyword of it, or M-26 adds to a bonus that comes."""
    up = _turned_up(action)
    if not standing(state, side, action.card, up).met:
        return False
    number, others = number_of(ministry), tuple(other for other in up if other != ministry)
    if number == LAVOISIER:
        return True
    return any(
        keyword in MINISTRY.things[number - 1].keywords and not has_keyword(state, side, keyword, others)
        for keyword in _keywords(action.card, side)
    )


def _nearest(state: State, side: int, action: PlayEvent) -> tuple[PlayEvent, ...]:
    """Return the same card if it can be played in another way, else others."""
    return tuple(sorted(PlayEvent.legal(state, SIDES[side]), key=lambda offer: offer.card != action.card)[:3])


def _check_playable(state: State, side: int, card: int, via: str | None) -> None:
    """Refuse a card that cannot be played (3.4.4, 5.2). Raises Refusal."""
    if points_of(state).stage != TILE_TAKEN:
        raise event_too_late(card=card)
    if card not in state.hands[side]:
        raise event_not_in_hand(card=card, hand=sorted(state.hands[side]))
    event, tile = EVENT.things[card - 1], tile_of(state, side)
    if via is not None:
        check_via(state, side, via, event)
    if not tile.event and not lifts_symbol(via):
        raise no_event_symbol(card=card, tile=tile.id)
    fits = event.action in (NONE, tile.major)
    if not fits and not lifts_type(via):
        wanted, major = ACTION_TYPES[event.action], ACTION_TYPES[tile.major]
        raise event_wrong_type(card=card, type=wanted, tile=tile.id, major=major)
    if fits and tile.event and via is not None:
        raise via_not_needed((PlayEvent(card),), card=card, ministry=via)


def _playable(state: State, side: int, card: int, via: str | None) -> bool:
    try:
        _check_playable(state, side, card, via)
    except Refusal:
        return False
    return True


def _check_keywords(state: State, side: int, action: PlayEvent) -> None:
    """Check that a ministry is turned up for one of its keywords (3.5.3), or is M-26 with the points it gives."""
    keywords = _keywords(action.card, side)
    for ministry in action.reveal:
        number = number_of(ministry)
        bears = any(keyword in MINISTRY.things[number - 1].keywords for keyword in keywords)
        if not bears and number != LAVOISIER:
            asked = keywords[0] if keywords else ""
            raise reveal_without_keyword(card=action.card, ministry=ministry, keyword=asked)


def ahead(state: State, side: int, tiles: Sequence[int]) -> Iterator[PlayEvent]:
    """Yield what could be played from one of these tiles once it is taken."""
    kinds = [INVESTMENT.things[tile] for tile in dict.fromkeys(tiles)]
    lifting = vias(state, side)
    for card in sorted(state.hands[side]):
        action = EVENT.things[card - 1].action
        fitting = [tile for tile in kinds if action in (NONE, tile.major)]
        if any(tile.event for tile in fitting):
            yield from _versions(state, side, card, None)
        for via in lifting:
            if lifts_symbol(via) and any(not tile.event for tile in fitting):
                yield from _versions(state, side, card, via)
            if lifts_type(via) and action == ECONOMIC and any(tile.event and tile.major != ECONOMIC for tile in kinds):
                yield from _versions(state, side, card, via)
