"""Playing a card from the hand (E2), with its one-shot or without."""

from collections.abc import Iterator
from typing import Any

from adjudicator import Action, Frames, Play, Refusal
from adjudicator.components import Code, numbers

from ..facts import EMPIRE, ITEM, NONE, PIECE, EmpireId, ItemId
from ..state import State
from .agents import agents, agents_of
from .book import Done, TurnDeed
from .shots import launch, no_one_shot, shot_refused, where
from .table import item


class Played(Done, frozen=True, tag="played", rule="E2"):
    """A card was played; `shot`: with its one-shot; `maid`: a queen who stays unmarried (I2)."""

    card: ItemId
    shot: bool = False
    maid: bool = False


not_in_hand = Code("E2", card=ITEM)


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


class PlayCard(TurnDeed, frozen=True, tag="play_card"):
    """Play a card without its one-shot; a queen becomes an old maid. E2."""

    card: ItemId

    @classmethod
    def candidates(cls, state: State, seat: str, asked: Any) -> Iterator[Action]:
        return (cls(ITEM.ids[card]) for card in state.hands[seat])

    def refused(self, state: State, seat: str, asked: Any) -> Refusal | None:
        return None if ITEM.number(self.card) in state.hands[seat] else not_in_hand(card=self.card)

    def done(self, play: Play[State], seat: str) -> Frames:
        """The card comes to the tableau; its agents may be placed (E2.2)."""
        card = ITEM.index[self.card]
        to_tableau(play, seat, card, shot=False)
        pieces = [PIECE.ids[each] for each in agents_of(card, seat)]
        return [agents(seat, self.card, pieces, item(card).location, False, [])] if pieces else []


class Launch(TurnDeed, frozen=True, tag="launch"):
    """Play a card with its one-shot; where it needs an empire, against that one, or with its king. E2.1, H-K."""

    card: ItemId
    empire: EmpireId | None = None

    @classmethod
    def candidates(cls, state: State, seat: str, asked: Any) -> Iterator[Action]:
        return (
            cls(ITEM.ids[card], None if empire == NONE else EMPIRE.ids[empire])
            for card in state.hands[seat]
            for empire in where(card)
        )

    def refused(self, state: State, seat: str, asked: Any) -> Refusal | None:
        card, empire = numbers(self)
        if card not in state.hands[seat]:
            return not_in_hand(card=card)
        if item(card).one_shot is None:
            return no_one_shot([PlayCard(self.card)], card=card)
        return shot_refused(state, seat, card, empire)

    def done(self, play: Play[State], seat: str) -> Frames:
        card, empire = numbers(self)
        to_tableau(play, seat, card, shot=True)
        return launch(play.state, seat, card, empire)
