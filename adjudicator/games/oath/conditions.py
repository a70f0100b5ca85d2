"""Define the conditions of orders, over what a player may know: the part `conditions`, in English and Russian."""

from typing import Annotated, Final

from adjudicator.components.names import CASES
from adjudicator.orders import NameBook
from adjudicator.orders.vocabulary.asked import OWN, Asked
from adjudicator.orders.vocabulary.conditions import Conditions
from adjudicator.orders.vocabulary.orderfile import read_conditions

from .facts import BANNER, CARD, DATA, NONE, PLAYER, SITE, SUIT, PlayerId
from .names import names
from .rules import table
from .state import State, known

Site = Annotated[int, SITE]
Card = Annotated[int, CARD]
asked: Final = Asked(known)


def _slot(state: State, site: int) -> int:
    """Return the slot where a site lies face up, or `NONE`."""
    return next((slot for slot, here in enumerate(state.sites) if here.site == site), NONE)


@asked
def rules(state: State, site: Site, player: PlayerId = OWN) -> bool:
    """Return whether a player (by default whoever asks) rules a site. Glossary: rule."""
    slot = _slot(state, site)
    return slot != NONE and player in state.boards and table.rules(state, player, slot)


@asked
def revealed(state: State, site: Site) -> bool:
    """Return whether a site lies face up. Rule 2.8."""
    return _slot(state, site) != NONE


@asked
def pawn_at(state: State, site: Site, player: PlayerId = OWN) -> bool:
    """Return whether the pawn of a player (by default of whoever asks) is at a site. Rule 2.1.1."""
    slot = _slot(state, site)
    return slot != NONE and player in state.boards and state.boards[player].pawn == slot


@asked
def holds(state: State, card: Card, player: PlayerId = OWN) -> bool:
    """Return whether a player (by default whoever asks) has a relic, or a card as a faceup adviser. Rule 2.2."""
    board = state.boards.get(player)
    return board is not None and (card in board.relics or card in board.advisers)


@asked
def hidden(state: State, seat: str, card: Card) -> bool:
    """Return whether a card is among the own facedown advisers. Rule 5.1.4.II."""
    return any(each.card == card for each in state.boards[seat].hidden)


@asked
def in_play(state: State, card: Card) -> bool:
    """Return whether a card lies face up. Rule 7.1.1."""
    return table.spot_of(state, card) is not None


@asked
def has_banner(state: State, banner: Annotated[int, BANNER], player: PlayerId = OWN) -> bool:
    """Return whether a player (by default whoever asks) holds a banner. Rule 2.5."""
    return state.banners[banner].holder == player


@asked
def has_title(state: State, player: PlayerId = OWN) -> bool:
    """Return whether a player (by default whoever asks) holds the title. Rule 2.11."""
    return state.title == player


@asked
def citizen(state: State, player: PlayerId = OWN) -> bool:
    """Return whether a player (by default whoever asks) is a citizen. Rule 6.6."""
    return player in state.boards and state.boards[player].citizen


@asked
def on_turn(state: State, player: PlayerId) -> bool:
    """Return whether it is the turn of a player. Rule 4."""
    return state.turn.seat == player


@asked
def favor(state: State, player: PlayerId = OWN) -> int:
    """Return the favor of a player, or the own one. Rule 2.2.1."""
    return state.boards[player].favor if player in state.boards else 0


@asked
def secrets(state: State, player: PlayerId = OWN) -> int:
    """Return the faceup secrets of a player, or the own ones. Rule 2.2.1."""
    return state.boards[player].secrets if player in state.boards else 0


@asked
def supply(state: State, player: PlayerId = OWN) -> int:
    """Return the supply of a player, or the own one. Rule 4.3.4."""
    return state.boards[player].supply if player in state.boards else 0


@asked
def warbands(state: State, player: PlayerId = OWN) -> int:
    """Return the warbands on the board of a player, or on the own one. Rule 2.2.1."""
    return state.boards[player].warbands if player in state.boards else 0


@asked
def sites(state: State, player: PlayerId = OWN) -> int:
    """Return how many sites a player, or whoever asks, rules. Glossary: rule."""
    return len(table.ruled(state, player)) if player in state.boards else 0


@asked
def bank(state: State, suit: Annotated[int, SUIT]) -> int:
    """Return the favor in the bank of a suit. Rule 2.1.3."""
    return state.banks[suit]


@asked
def visions(state: State) -> int:
    """Return how many visions were drawn. Rule 2.7.1."""
    return state.visions


CONDITIONS: Final = Conditions(
    NameBook.of(names, cases={PLAYER: CASES, SITE: CASES, SUIT: CASES}),
    read_conditions(DATA / "conditions.yaml", asked.conditions),
)
