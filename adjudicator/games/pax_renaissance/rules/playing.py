"""Playing a card from the hand (E2), with its one-shot or without."""

from collections.abc import Iterator

from adjudicator import Action, Frames, Play, Refusal
from adjudicator.components import Code

from ..facts import EMPIRE, ITEM, NONE, PIECE, EmpireId, ItemId
from ..state import State
from .agents import agents, agents_of
from .book import Done
from .deeds import Deed
from .shots import launch, no_one_shot, shot_refused, where
from .table import item


class Played(Done, frozen=True, tag="played", rule="E2"):
    """A card was played; `shot`: with its one-shot; `maid`: a queen who stays unmarried (I2)."""

    card: ItemId
    shot: bool = False
    maid: bool = False


class PlayCard(Action, frozen=True, tag="play_card"):
    """Play a card without its one-shot; a queen becomes an old maid. E2."""

    card: ItemId


class Launch(Action, frozen=True, tag="launch"):
    """Play a card with its one-shot; where it needs an empire, against that one, or with its king. E2.1, H-K."""

    card: ItemId
    empire: EmpireId | None = None


not_in_hand = Code("E2", card=ITEM)


def plain(state: State, seat: str) -> Iterator[Action]:
    """Every card of the hand."""
    return (PlayCard(ITEM.ids[card]) for card in state.hands[seat])


def plain_refused(state: State, seat: str, action: PlayCard) -> Refusal | None:
    """Only what is in the hand can be played."""
    return None if ITEM.number(action.card) in state.hands[seat] else not_in_hand(card=action.card)


def to_tableau(play: Play[State], seat: str, card: int, *, shot: bool) -> None:
    """A card leaves the hand for the outer end of its side, a queen for under the player card or her king (E2, I)."""
    state = play.state
    state.hands[seat].remove(card)
    queen = item(card).kind == "queen"
    if queen and not shot:
        state.maids[seat] = sorted([*state.maids[seat], card])
    elif not queen:
        state.rows[seat][item(card).side].append(card)
    play.emit(Played(seat, ITEM.ids[card], shot, queen and not shot))


def played(play: Play[State], seat: str, action: PlayCard) -> Frames:
    """The card comes to the tableau; its agents may be placed (E2.2)."""
    card = ITEM.index[action.card]
    to_tableau(play, seat, card, shot=False)
    if not item(card).agents:
        return []
    pieces = [PIECE.ids[each] for each in agents_of(card, seat)]
    return [agents(seat, action.card, pieces, item(card).location, False, [])]


PLAY = Deed(PlayCard, plain, plain_refused, played)


def launches(state: State, seat: str) -> Iterator[Action]:
    """Every one-shot of the hand, everywhere."""
    for card in state.hands[seat]:
        if shot := item(card).one_shot:
            for empire in where(state, seat, card, shot):
                yield Launch(ITEM.ids[card], None if empire == NONE else EMPIRE.ids[empire])


def launch_refused(state: State, seat: str, action: Launch) -> Refusal | None:
    """Why the one-shot of a card in the hand cannot take place there."""
    card = ITEM.number(action.card)
    if card not in state.hands[seat]:
        return not_in_hand(card=action.card)
    shot = item(card).one_shot
    if shot is None:
        return no_one_shot([PlayCard(action.card)], card=action.card)
    where_to = NONE if action.empire is None else EMPIRE.number(action.empire)
    return shot_refused(state, seat, card, shot, where_to)


def launched(play: Play[State], seat: str, action: Launch) -> Frames:
    """The card comes to the tableau, and its one-shot takes place."""
    card = ITEM.index[action.card]
    shot = item(card).one_shot
    assert shot is not None
    to_tableau(play, seat, card, shot=True)
    empire = NONE if action.empire is None else EMPIRE.index[action.empire]
    return launch(play.state, seat, card, shot, empire, agents_of(card, seat))


LAUNCH = Deed(Launch, launches, launch_refused, launched)
