"""Define the conditions of orders, over what a bank may know: the part `conditions`, in English and Russian."""

from typing import Annotated, Final, Literal

from adjudicator.components.names import CASES
from adjudicator.orders import NameBook
from adjudicator.orders.vocabulary.asked import OWN, Asked
from adjudicator.orders.vocabulary.conditions import Conditions
from adjudicator.orders.vocabulary.orderfile import read_conditions

from .facts import BANK, BORDER, DATA, EMPIRE, ITEM, PRESTIGE, RELIGION, RULE_OF, VICTORY, BankId
from .names import names
from .rules import table, victories
from .state import State, known

Empire = Annotated[int, EMPIRE]
Card = Annotated[int, ITEM]
asked: Final = Asked(known)


@asked
def holds(state: State, empire: Empire, bank: BankId = OWN) -> bool:
    """Return whether a bank (by default the player's own) has the square of an empire in its tableau. Rule B4."""
    return state.holder[empire] == bank


@asked
def lies(state: State, empire: Empire, how: Literal["throne", "republic"] = "throne") -> bool:
    """Return whether the square of an empire is in nobody's tableau, or is a republic. Rule B2d, B4."""
    return bool(state.republics >> empire & 1) if how == "republic" else not state.holder[empire]


@asked
def is_(position: State, empire: Empire, state: Annotated[int, RULE_OF]) -> bool:
    """Return whether an empire is medieval, or a theocracy of a religion. Rule B2b."""
    return position.ruled[empire] == state


@asked
def has_concession(state: State, border: Annotated[int, BORDER], bank: BankId = OWN) -> bool:
    """Return whether a bank (by default the player's own) has a concession on a border. Rule B2c."""
    return table.pawn(bank) in state.borders[border]


@asked
def in_hand(state: State, seat: str, card: Card) -> bool:
    """Return whether a card is in the player's own hand. Rule E1."""
    return card in state.hands[seat]


@asked
def in_tableau(state: State, card: Card, bank: BankId = OWN) -> bool:
    """Return whether a card is in the tableau of a bank (by default the player's own). Rule C3."""
    return table.owner_of(state, card) == bank


@asked
def in_market(state: State, card: Card) -> bool:
    """Return whether a card is in the market and can be bought. Rule E1."""
    return any(card in row[1:] for row in state.market)


@asked
def opened(state: State, victory: Annotated[int, VICTORY]) -> bool:
    """Return whether a victory tile is active. Rule L1."""
    return bool(state.victories >> victory & 1)


@asked
def supreme(state: State, religion: Annotated[int, RELIGION]) -> bool:
    """Return whether a religion is supreme. Rule L3."""
    return victories.supreme(state) == religion


@asked
def on_turn(state: State, bank: BankId) -> bool:
    """Return whether it is the turn of a bank. Rule D1."""
    return state.active == bank


@asked
def florins(state: State, bank: BankId = OWN) -> int:
    """Return the florins of a bank (by default the player's own). Rule C7."""
    return state.florins.get(bank, 0)  # nothing, of a bank that does not play


@asked
def hand(state: State, bank: BankId = OWN) -> int:
    """Return how many cards a bank, or the own one, holds. Rule E1a."""
    return len(state.hands.get(bank, ()))


@asked
def concessions(state: State, bank: BankId = OWN) -> int:
    """Return how many concessions a bank, or the own one, has. Rule L5."""
    return table.concessions(state, bank).bit_count()


@asked
def prestige(state: State, kind: Annotated[int, PRESTIGE], bank: BankId = OWN) -> int:
    """Return how much prestige of a kind a bank, or the own one, shows. Rule I2b."""
    return table.prestige(state, bank)[kind] if bank in state.florins else 0


CONDITIONS: Final = Conditions(
    NameBook.of(names, cases={BANK: CASES, EMPIRE: CASES}), read_conditions(DATA / "conditions.yaml", asked.conditions)
)
