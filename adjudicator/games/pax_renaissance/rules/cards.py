"""Cards are played (E2), with their one-shot or without, and sold (E3), which sets off what some of them do."""

from collections.abc import Iterator
from typing import Any

from adjudicator import Action, Asking, Choose, Frames, Play, Refusal, RuleAction, RuleActionAnswers, derive
from adjudicator.components import Code, bits, numbers

from ..facts import EMPIRE, FIRST_CARD, ITEM, NONE, PIECE, REGIONS, WEST, BankId, EmpireId, ItemId
from ..state import State
from .agents import agents, agents_of
from .book import SeatEvent, TurnDeed, step
from .regime import emancipation
from .shots import launch, no_one_shot, shot_refused, where
from .squares import consequences, discard_card, to_throne
from .table import WITH, active, front, holds, others, owner_of, silenced, tableau
from .targets import FIRST_OF, POLITICAL, Operate, operate

RANSOM = 4
PRICE = 2


class Played(SeatEvent, frozen=True, tag="played", rule="E2"):
    """A card was played; `shot`: with its one-shot; `maid`: a queen who stays unmarried (I2)."""

    card: ItemId
    shot: bool = False
    maid: bool = False


not_in_hand = Code("E2", card=ITEM)


def to_tableau(play: Play[State], seat: str, card: int, *, shot: bool) -> None:
    """Move a card from the hand to the outer end of its side (E2, I).

    A queen goes under the player card or her king.
    """
    state = play.state
    state.hands[seat].remove(card)
    queen = ITEM.things[card].kind == "queen"
    if queen and not shot:
        state.maids[seat] = sorted([*state.maids[seat], card])
    elif not queen:
        state.rows[seat][ITEM.things[card].side].append(card)
    play.emit(Played(seat, ITEM.ids[card], shot, queen and not shot))


class PlayCard(TurnDeed, frozen=True, tag="play_card"):
    """Play a card without its one-shot; a queen becomes an old maid. E2."""

    card: ItemId

    @classmethod
    def candidates(cls, state: State, seat: str, asked: Any) -> Iterator[Action]:
        return (cls(ITEM.ids[card]) for card in state.hands[seat])

    def illegality(self, state: State, seat: str, asked: Any) -> Refusal | None:
        return None if ITEM.number(self.card) in state.hands[seat] else not_in_hand(card=self.card)

    def apply(self, play: Play[State], seat: str) -> Frames:
        """Move the card to the tableau; its agents may be placed (E2.2)."""
        card = ITEM.index[self.card]
        to_tableau(play, seat, card, shot=False)
        pieces = [PIECE.ids[each] for each in agents_of(card, seat)]
        return [agents(seat, self.card, pieces, ITEM.things[card].location, False, [])] if pieces else []


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

    def illegality(self, state: State, seat: str, asked: Any) -> Refusal | None:
        card, empire = numbers(self)
        if card not in state.hands[seat]:
            return not_in_hand(card=card)
        if ITEM.things[card].one_shot is None:
            return no_one_shot([PlayCard(self.card)], card=card)
        return shot_refused(state, seat, card, empire)

    def apply(self, play: Play[State], seat: str) -> Frames:
        card, empire = numbers(self)
        to_tableau(play, seat, card, shot=True)
        return launch(play.state, seat, card, empire)


class Sold(SeatEvent, frozen=True, tag="sold", rule="E3"):
    """A card or square was sold; `couple`: with the queen."""

    card: ItemId
    florins: int
    couple: bool = False


not_owned = Code("E3", card=ITEM)
couple_together = Code("E3a", card=ITEM)
no_treachery = Code("§59", card=ITEM)


def price(state: State, seat: str, index: int) -> int:
    """Return what a card gives when it is sold (E3, E3a, E3c; R09).

    It is 2, more with its ransom; a couple gives what both give.
    """
    found = active(state, seat) & WITH["sale_price"]
    one = RANSOM if found >> index & 1 else PRICE
    if index < FIRST_CARD:
        for queen in state.queens[index]:
            ransom = found >> queen & 1 and state.rules.ransom_in_couple == 6
            one += RANSOM if ransom else PRICE
    return one


def goods(state: State, seat: str) -> list[int]:
    """Return what a seat can sell."""
    held = [bit for bit in bits(tableau(state, seat)) if ITEM.things[bit].kind != "queen"]
    return [*held, *state.hands[seat], *state.maids[seat]]


class Sell(TurnDeed, frozen=True, tag="sell"):
    """Sell a card of the hand, of the tableau, or an old maid. E3."""

    card: ItemId

    @classmethod
    def candidates(cls, state: State, seat: str, asked: Any) -> Iterator[Action]:
        return (cls(ITEM.ids[good]) for good in goods(state, seat))

    def illegality(self, state: State, seat: str, asked: Any) -> Refusal | None:
        """Return why a card cannot be sold: not owned, or part of a couple.

        Returns None if it can.
        """
        index = ITEM.number(self.card)
        if index in state.hands[seat] or index in state.maids[seat]:
            return None
        if not holds(state, seat, index):
            return not_owned(card=index)
        return couple_together(card=index) if ITEM.things[index].kind == "queen" else None

    def apply(self, play: Play[State], seat: str) -> Frames:
        return sold(play, seat, ITEM.index[self.card])


def sold(play: Play[State], seat: str, index: int) -> Frames:
    """Sell a card for its price, and a square to its throne (E3b); abilities triggered by a sale follow."""
    state, florins = play.state, price(play.state, seat, index)
    abilities = ITEM.things[index].abilities if active(state, seat) >> index & 1 else ()
    state.florins[seat] += florins
    play.emit(Sold(seat, ITEM.ids[index], florins, index < FIRST_CARD and bool(state.queens[index])))
    if index < FIRST_CARD:
        to_throne(play, seat, index, "sale")
    else:
        discard_card(play, seat, index, seat, "sale")
    if "on_sale_use_one_political_op_of_an_opponent" in abilities:
        return [cipher(seat)]
    return [emancipation(seat, REGIONS[WEST])] if "on_sale_emancipate" in abilities else []


TREACHEROUS = ("conspiracy", "peasant_revolt", "crusade", "apostasy")
"""The one-shots that a sale may set off (R27)."""


class SellLaunch(TurnDeed, frozen=True, tag="sell_launch"):
    """Sell a card and let its one-shot take place (Pragmatic Treachery). E3."""

    card: ItemId
    empire: EmpireId | None = None
    needs = "on_sale_of_any_card_perform_its_one_shot"

    @classmethod
    def candidates(cls, state: State, seat: str, asked: Any) -> Iterator[Action]:
        for index in filter(_treacherous, goods(state, seat)):
            yield from (cls(ITEM.ids[index], None if each == NONE else EMPIRE.ids[each]) for each in where(index))

    def illegality(self, state: State, seat: str, asked: Any) -> Refusal | None:
        """Return why Pragmatic Treachery cannot play this one-shot, or None.

        It needs Pragmatic Treachery, another card than it, and a one-shot that can take place.
        """
        index, empire = numbers(self)
        if not active(state, seat) & WITH[self.needs] & ~(1 << index):
            return no_treachery(card=index)
        if refusal := Sell(self.card).illegality(state, seat, asked):
            return refusal
        if not _treacherous(index):
            return no_one_shot([Sell(self.card)], card=index)
        return shot_refused(state, seat, index, empire, sold=True)

    def apply(self, play: Play[State], seat: str) -> Frames:
        """Sell the card, and let its one-shot take place with its agents (R27)."""
        index, empire = numbers(self)
        return [*sold(play, seat, index), consequences(seat), *launch(play.state, seat, index, empire)]


def _treacherous(index: int) -> bool:
    shot = ITEM.things[index].one_shot
    return shot is not None and shot.kind in TREACHEROUS


not_an_opponent = Code("§29", card=ITEM)
card_silenced = Code("F1f", card=ITEM)
NoCipher = derive(RuleAction, "no_cipher", "Use no operation of an opponent. Glossary: cryptography.")


class CipherAnswers(RuleActionAnswers[State]):
    """The political operations of an opponent, of which one is used."""

    kind, rule, actions = "cipher", "§29", (*POLITICAL, NoCipher)

    def candidates(self, state: State, seat: str) -> Iterator[Action]:
        political = {each.operation for each in POLITICAL}
        for other in others(state, seat):
            for card in bits(tableau(state, other) & ~silenced(state, other)):
                for icon in front(state, card).operations:
                    if icon.op in political:
                        yield from FIRST_OF[icon.op].targets(state, card, icon)
        yield NoCipher()

    def illegality(self, state: State, seat: str, action: Action) -> Refusal | None:
        if isinstance(action, Operate):
            card = ITEM.number(action.card)
            owner = owner_of(state, card)
            if owner in ("", seat):
                return not_an_opponent(card=card)
            if silenced(state, owner) >> card & 1:
                return card_silenced(card=card)
        return super().illegality(state, seat, action)

    def default(self, state: State, seat: str) -> Action:
        return NoCipher()


@step("§29")
def cipher(play: Play[State], seat: BankId) -> Asking:
    """Let a seat use a political operation of an opponent's card as if it were its own (R28)."""
    answer = yield Choose(seat, CipherAnswers(), silent=True)
    if isinstance(answer, NoCipher):
        return None
    return operate(play, seat, answer)
