"""Rules 3.5 to 3.5.3: which Ministry cards lie where, turning them up, keywords, markers.

A card lies face down until a keyword or an ability of it is used; what is in force is what lies face up, and
what the action at hand turns up (its argument ``reveal``). Masks of cards have the bit of the card's number.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from adjudicator import Event, Play
from adjudicator.components import Code, Many

from ...components import MINISTRY_CARD, MinistryId, SideEvent, SpaceIds, TypeId
from ...fact_types import ACTION_TYPES, FRANCE, INVESTMENT, MINISTRY, SIDES, SPACE, Ability
from ...state import HeldMinistry, State
from ..payment import Paid

unknown_ministry = Code("3.5", ministry=MINISTRY_CARD)
ministry_not_held = Code("3.5", ministry=MINISTRY_CARD, ministries=Many(MINISTRY_CARD))
reveal_unused = Code("3.5", ministries=Many(MINISTRY_CARD))
"""The action makes no use of them."""
no_such_ability = Code("3.5.2", ministry=MINISTRY_CARD, ability=int, abilities=int)
"""Abilities: how many it has."""
ability_exhausted = Code("3.5.2", ministry=MINISTRY_CARD, ability=int)
ability_no_effect = Code("3.5.2", ministry=MINISTRY_CARD, ability=int)


class MinistryRevealed(SideEvent, frozen=True, tag="ministry_revealed", rule="3.5"):
    """A side turned a Ministry card up (3.5)."""

    ministry: MinistryId


class MinistryUsed(SideEvent, frozen=True, tag="ministry_used", rule="3.5.2"):
    """A side used an ability of a Ministry card (3.5.2); its effect follows. ``paid``: what it cost, if it does."""

    ministry: MinistryId
    ability: int
    paid: Paid | None = None


class MinistryPoints(SideEvent, frozen=True, tag="ministry_points", rule="3.5.4"):
    """A Ministry card gave action points (3.5.4). ``kind``: the action they join, "" for either.

    ``rule``: key of the one way in which they may be used, "" if there is none.
    """

    ministry: MinistryId
    type: TypeId
    points: int
    kind: str = ""
    rule: str = ""


class HuguenotsRefreshed(SideEvent, frozen=True, tag="huguenots_refreshed", rule="3.5.2"):
    """Flipped Huguenot markers may be used once more (M-24)."""

    spaces: SpaceIds


class JacobiteDefeat(Event, frozen=True, tag="jacobite_defeat", rule="7.3"):
    """The Jacobite Defeat marker was placed: M-4 has left the game (7.3). ``lay``: it lay before France."""

    lay: bool = False


JACOBITE_UPRISINGS: Final = 4
"""Number of the card that may lie in a slot of its own (7.3)."""
PAPACY_HANOVER: Final = 20
NORTH_AMERICAN_TRADE: Final = 24
LAVOISIER: Final = 26
BONUS_RECEIVED: Final = "event_bonus"
"""Among the modifiers of a round: an Event was played and its bonus condition held (5.2 step 1)."""


def ministry_id(number: int) -> str:
    """Return the id of a card in actions: `m` and its number."""
    return f"m{number}"


def ministry_ids(numbers: Iterable[int]) -> tuple[str, ...]:
    """Return the ids of several cards."""
    return tuple(ministry_id(number) for number in numbers)


def number_of(card: str) -> int:
    """Return the number of a card from its id, `m10` or `m10:edmond_halley`. 0 for anything else."""
    digits = card.partition(":")[0].removeprefix("m")
    number = int(digits) if digits.isdigit() else 0
    return number if card.startswith("m") and 1 <= number <= len(MINISTRY.things) else 0


def numbers_of(cards: Sequence[str]) -> list[int]:
    """Return the numbers of several cards."""
    return [number_of(card) for card in cards]


def ability_of(card: int, ability: int) -> Ability:
    """Return the facts of an ability; abilities count from 1."""
    return MINISTRY.things[card - 1].abilities[ability - 1]


# what lies before a side ---------------------------------------------------------------------------


def lying(state: State, side: int, card: int) -> HeldMinistry | None:
    """Return the card in a slot of a side, or None."""
    for held in state.ministries[side]:
        if held.card == card:
            return held
    return None


def is_up(state: State, card: int) -> bool:
    """Return whether a card lies face up before its nation."""
    held = lying(state, MINISTRY.things[card - 1].nation, card)
    return held is not None and held.revealed


def in_force(state: State, side: int, reveal: Sequence[str] = ()) -> int:
    """Return the cards of a side that are face up, and those that an action turns up, as a mask."""
    mask = 0
    for held in state.ministries[side]:
        if held.revealed:
            mask |= 1 << held.card
    if reveal:
        named = numbers_of(reveal)
        for held in state.ministries[side]:
            if held.card in named:
                mask |= 1 << held.card
    return mask


def hidden(state: State, side: int) -> list[int]:
    """Return the cards of a side that are face down. Their number is public."""
    return [held.card for held in state.ministries[side] if not held.revealed]


def face_down_among(state: State, side: int, cards: Sequence[int]) -> tuple[str, ...]:
    """Return the ids of those cards that lie face down before a side."""
    return ministry_ids(card for card in hidden(state, side) if card in cards)


def has_keyword(state: State, side: int, keyword: str, reveal: Sequence[str] = ()) -> bool:
    """Rule 3.5.3: a card with the keyword lies face up, or is turned up by the action."""
    mask, cards = in_force(state, side, reveal), MINISTRY.things
    return any(mask >> card.number & 1 and keyword in card.keywords for card in cards)


def bearers(state: State, side: int, keyword: str) -> tuple[str, ...]:
    """Return the face-down cards of a side that bear a keyword: what it could turn up for it."""
    cards = MINISTRY.things
    return ministry_ids(card for card in hidden(state, side) if keyword in cards[card - 1].keywords)


# markers -------------------------------------------------------------------------------------------


def exhausted(held: HeldMinistry, ability: int) -> bool:
    """Return whether an ability bears a marker (3.5.2)."""
    return bool(held.exhausted >> (ability - 1) & 1)


def exhaust(state: State, side: int, card: int, ability: int) -> None:
    """Put a marker on one ability (3.5.2, R-05): the other one of the card may still be used."""
    held = lying(state, side, card)
    assert held is not None
    held.exhausted |= 1 << (ability - 1)


# turning up ----------------------------------------------------------------------------------------


def own_card(state: State, side: int, card: str) -> HeldMinistry:
    """Return the card that a side names.

    Raises:
        Refusal: The side does not hold it, or there is no such card.
    """
    number = number_of(card)
    if not number:
        raise unknown_ministry(ministry=card)
    held = lying(state, side, number)
    if held is None:
        mine = ministry_ids(held.card for held in state.ministries[side])
        raise ministry_not_held(ministry=card, ministries=mine)
    return held


def check_reveal(state: State, side: int, cards: Sequence[str]) -> None:
    """Refuse an argument `reveal` that names cards the side does not have. Raises Refusal."""
    for card in cards:
        own_card(state, side, card)


def turn_up(play: Play[State], side: int, cards: Iterable[int]) -> None:
    """Turn cards of a side up, and carry out what happens then (M-20, M-24, M-26)."""
    state = play.state
    for number in cards:
        held = lying(state, side, number)
        if held is None or held.revealed:
            continue
        held.revealed = True
        play.emit(MinistryRevealed(SIDES[side], ministry_id(number)))
        if number == PAPACY_HANOVER:
            end_of_jacobites(play)
        elif number == NORTH_AMERICAN_TRADE and state.huguenots_spent:
            play.emit(HuguenotsRefreshed(SIDES[side], SPACE.ids_of(state.huguenots_spent)))
            state.huguenots_spent = 0
        elif number == LAVOISIER:
            bonus_round(play, side)


def bonus_round(play: Play[State], side: int) -> None:
    """Add a point to both actions of the tile (M-26, R-45).

    An Event's bonus must have been received.

    The card may be turned up for it later in the round; an action that is over by then has no more points.
    """
    state, ap = play.state, play.state.ap
    if ap is None or BONUS_RECEIVED not in ap.modifiers:
        return
    tile, amount = INVESTMENT.things[state.taken[side][-1]], ability_of(LAVOISIER, 1).amount
    for kind, points, where, lasts in (
        (tile.major, ap.major, "major", ap.major_allowed >> tile.major & 1),
        (tile.minor, ap.minor, "minor", ap.minor[tile.minor]),
    ):
        if lasts:
            points[kind] += amount
            play.emit(MinistryPoints(SIDES[side], ministry_id(LAVOISIER), ACTION_TYPES[kind], amount, where))


def end_of_jacobites(play: Play[State]) -> None:
    """Carry out the Jacobite Defeat (7.3, M-20, R-51).

    M-4 leaves the game at once; its slot stays empty until the next choice.
    """
    state = play.state
    state.jacobite_defeat = True
    if JACOBITE_UPRISINGS in state.removed_ministries:
        return
    lay = lying(state, FRANCE, JACOBITE_UPRISINGS) is not None
    state.ministries[FRANCE] = [held for held in state.ministries[FRANCE] if held.card != JACOBITE_UPRISINGS]
    state.removed_ministries = sorted([*state.removed_ministries, JACOBITE_UPRISINGS])
    play.emit(JacobiteDefeat(lay=lay))
