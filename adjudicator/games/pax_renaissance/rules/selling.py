"""Selling cards (E3), and what some of them do when they are sold."""

from collections.abc import Iterator

from adjudicator import Action, Asking, Choose, Frames, Judged, Play, Refusal, word
from adjudicator.components import Code
from adjudicator.components.bits import bits

from ..facts import EMPIRE, FIRST_CARD, ITEM, NONE, REGIONS, WEST, BankId, EmpireId, ItemId
from ..state import State
from . import targets
from .agents import agents_of
from .book import Done, step
from .consequences import consequences
from .deeds import Deed
from .operations import operate
from .regime import emancipation
from .shots import launch, no_one_shot, shot_refused, where
from .squares import discard_card, to_throne
from .table import WITH, active, holds, item, operations_of, others, owner_of, silenced, tableau
from .targets import POLITICAL, Operate

RANSOM = 4
PRICE = 2


class Sold(Done, frozen=True, tag="sold", rule="E3"):
    """A card or square was sold; `couple`: with the queen."""

    card: ItemId
    florins: int
    couple: bool = False


class Sell(Action, frozen=True, tag="sell"):
    """Sell a card of the hand, of the tableau, or an old maid. E3."""

    card: ItemId


class SellLaunch(Action, frozen=True, tag="sell_launch"):
    """Sell a card and let its one-shot take place (Pragmatic Treachery). E3."""

    card: ItemId
    empire: EmpireId | None = None


not_owned = Code("E3", card=ITEM)
couple_together = Code("E3a", card=ITEM)
no_treachery = Code("§59", card=ITEM)


def price(state: State, seat: str, index: int) -> int:
    """What a card brings: 2, with its ransom more; a couple what both bring (E3, E3a, E3c; R09)."""
    found = active(state, seat) & WITH["sale_price"]
    one = RANSOM if found >> index & 1 else PRICE
    if index < FIRST_CARD:
        for queen in state.queens[index]:
            ransom = found >> queen & 1 and state.rules.ransom_in_couple == 6
            one += RANSOM if ransom else PRICE
    return one


def goods(state: State, seat: str) -> list[int]:
    """What a seat can sell."""
    held = [each for each in bits(tableau(state, seat)) if item(each).kind != "queen"]
    return [*held, *state.hands[seat], *state.maids[seat]]


def sells(state: State, seat: str) -> Iterator[Action]:
    """Everything of one's own."""
    return (Sell(ITEM.ids[each]) for each in goods(state, seat))


def sell_refused(state: State, seat: str, action: Action) -> Refusal | None:
    """Only one's own, a couple together."""
    index = ITEM.number(action.card)  # type: ignore[attr-defined]
    if index in state.hands[seat] or index in state.maids[seat]:
        return None
    if not holds(state, seat, index):
        return not_owned(card=ITEM.ids[index])
    return couple_together(card=ITEM.ids[index]) if item(index).kind == "queen" else None


def sold(play: Play[State], seat: str, action: Action) -> Frames:
    """The card leaves for its price, a square for its throne (E3b); abilities that a sale sets off follow."""
    state, index = play.state, ITEM.index[action.card]  # type: ignore[attr-defined]
    florins = price(state, seat, index)
    able = active(state, seat) >> index & 1
    state.florins[seat] += florins
    play.emit(Sold(seat, ITEM.ids[index], florins, index < FIRST_CARD and bool(state.queens[index])))
    if index < FIRST_CARD:
        to_throne(play, seat, index, "sale")
    else:
        discard_card(play, seat, index, seat, "sale")
    abilities = item(index).abilities if able else ()
    frames: Frames = []
    if "on_sale_emancipate" in abilities:
        frames = [emancipation(seat, REGIONS[WEST])]
    if "on_sale_use_one_political_op_of_an_opponent" in abilities:
        frames = [cipher(seat)]
    return frames


SELL = Deed(Sell, sells, sell_refused, sold)

TREACHEROUS = ("conspiracy", "peasant_revolt", "crusade", "apostasy")
"""The one-shots that a sale may set off (R27)."""


def treacheries(state: State, seat: str) -> Iterator[Action]:
    """Every card with such a one-shot, everywhere."""
    for index in goods(state, seat):
        shot = item(index).one_shot
        if shot is not None and shot.kind in TREACHEROUS:
            for empire in where(state, seat, index, shot):
                yield SellLaunch(ITEM.ids[index], None if empire == NONE else EMPIRE.ids[empire])


def treachery_refused(state: State, seat: str, action: SellLaunch) -> Refusal | None:
    """Pragmatic Treachery is needed, another card than it, and a one-shot that can take place."""
    index = ITEM.number(action.card)
    giving = active(state, seat) & WITH["on_sale_of_any_card_perform_its_one_shot"] & ~(1 << index)
    shot = item(index).one_shot
    if not giving:
        return no_treachery(card=action.card)
    if refusal := sell_refused(state, seat, action):
        return refusal
    if shot is None or shot.kind not in TREACHEROUS:
        return no_one_shot([Sell(action.card)], card=action.card)
    empire = NONE if action.empire is None else EMPIRE.number(action.empire)
    return shot_refused(state, seat, index, shot, empire, sold=True)


def treachery(play: Play[State], seat: str, action: SellLaunch) -> Frames:
    """The card is sold, and its one-shot takes place with its agents (R27)."""
    index = ITEM.index[action.card]
    shot = item(index).one_shot
    assert shot is not None
    frames = sold(play, seat, action)
    empire = NONE if action.empire is None else EMPIRE.index[action.empire]
    return [*frames, consequences(seat), *launch(play.state, seat, index, shot, empire, agents_of(index, seat))]


TREACHERY = Deed(
    SellLaunch, treacheries, treachery_refused, treachery, needs="on_sale_of_any_card_perform_its_one_shot"
)


# the ciphers of the Medici -----------------------------------------------------------------------------------------


NoCipher = word("no_cipher", "Use no operation of an opponent. Glossary: cryptography.")
not_an_opponent = Code("§29", card=ITEM)
card_silenced = Code("F1f", card=ITEM)


class CipherAnswers(Judged[State]):
    """Which political operation of an opponent is used."""

    kind, rule, actions = "cipher", "§29", (*POLITICAL, NoCipher)

    def candidates(self, state: State, seat: str) -> Iterator[Action]:
        for other in others(state, seat):
            for card in bits(tableau(state, other) & ~silenced(state, other)):
                for operation in operations_of(state, card):
                    if operation.op in ("behead", "tax", "repress", "vote"):
                        yield from targets.targets(state, seat, card, operation)
        yield NoCipher()

    def refused(self, state: State, seat: str, action: Action) -> Refusal | None:
        if isinstance(action, NoCipher):
            return None
        assert isinstance(action, Operate)
        card = ITEM.number(action.card)
        owner = owner_of(state, card)
        if owner in ("", seat):
            return not_an_opponent(card=action.card)
        if silenced(state, owner) >> card & 1:
            return card_silenced(card=action.card)
        return targets.refused(state, seat, action)

    def default(self, state: State, seat: str) -> Action:
        return NoCipher()


@step("§29")
def cipher(play: Play[State], seat: BankId) -> Asking:
    """A political operation of an opponent's card is used as if it were one's own (R28)."""
    answer = yield Choose(seat, CipherAnswers(), silent=True)
    if isinstance(answer, NoCipher):
        return None
    return operate(play, seat, answer)
