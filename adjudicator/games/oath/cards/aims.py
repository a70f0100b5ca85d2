"""Name what powers of cards are aimed at: the answers of the questions that several cards ask."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, Protocol

from adjudicator import Action
from adjudicator.components.bits import bits

from .. import facts
from ..facts import CARD, NONE, SLOT, SUIT
from ..rules import table
from ..rules.powers import (
    Comply,
    Skip,
    TargetBank,
    TargetCard,
    TargetCards,
    TargetHidden,
    TargetNumber,
    TargetPair,
    TargetPile,
    TargetPlayer,
    TargetSite,
    TargetSpace,
    TargetWarbands,
)
from ..state import State

Aim = Callable[[State, str], Iterable[Action]]


class Aimed(Protocol):
    """An answer to what a power is aimed at; each kind of answer has its own of these fields."""

    card: str
    cards: tuple[str, ...]
    other: str
    slot: str
    player: str
    suit: str
    region: str
    space: str
    number: int
    count: int
    to: str


YES: Final = Comply()
NO: Final = Skip()
card, several, player, site, bank, pile = TargetCard, TargetCards, TargetPlayer, TargetSite, TargetBank, TargetPile
space, number, hidden, pair, warbands = TargetSpace, TargetNumber, TargetHidden, TargetPair, TargetWarbands
"""The answers that name one thing each, as cards call them."""


def agreed(answer: Any) -> bool:
    """Return whether a player does what a power gives a choice of."""
    return isinstance(answer, Comply)


def chosen(answer: Any) -> bool:
    """Return whether a player names something, and does not skip it."""
    return not isinstance(answer, Skip)


def is_site(answer: Any) -> bool:
    """Return whether the answer names a site."""
    return isinstance(answer, TargetSite)


def is_hidden(answer: Any) -> bool:
    """Return whether the answer names a facedown adviser."""
    return isinstance(answer, TargetHidden)


EVERYWHERE = (1 << len(SLOT)) - 1


def here(state: State, seat: str) -> int:
    """Return the slot of a player's pawn."""
    return state.boards[seat].pawn


def own_region(state: State, seat: str) -> int:
    """Return the slots of the region of a player, as a mask."""
    return facts.SLOTS_OF[table.region(state, seat)]


def cards_at(state: State, seat: str, slots: int, *suits: int) -> list[int]:
    """Return the cards at sites that a player may discard or move, of these suits or of any."""
    found = [card for slot in bits(slots) for card in state.sites[slot].cards]
    wanted = (each for each in found if not suits or table.suit(state, each) in suits)
    return [each for each in wanted if not table.locked(state, each, seat)]


def cards(found: Iterable[int]) -> Iterator[Action]:
    """Yield cards as targets."""
    return (TargetCard(CARD.ids[each]) for each in found)


def banks(state: State, seat: str) -> Iterator[Action]:
    """Yield the banks that have favor, the fullest first."""
    return (TargetBank(SUIT.ids[each]) for each in table.fullest(state) if state.banks[each])


def armed_boards(state: State, seat: str) -> Iterator[Action]:
    """Yield the players with warbands on their boards."""
    return (TargetPlayer(each) for each in state.order if state.boards[each].warbands)


def armed_sites(slots: Callable[[State, str], int]) -> Aim:
    """Return the aim at sites with warbands."""
    return lambda state, seat: (
        TargetSite(SLOT.ids[bit]) for bit in bits(slots(state, seat)) if state.sites[bit].warbands
    )


def advisers(state: State, seats: Iterable[str], *suits: int) -> list[int]:
    """Return the faceup advisers of players that are not locked, of these suits or of any."""
    found = [card for seat in seats for card in state.boards[seat].advisers]
    return [each for each in found if not CARD.things[each].locked and (not suits or CARD.things[each].suit in suits)]


def hidden_advisers(state: State, seats: Iterable[str]) -> Iterator[Action]:
    """Yield the facedown advisers of players by their places."""
    for seat in seats:
        yield from (TargetHidden(seat, n) for n in range(1, len(state.boards[seat].hidden) + 1))


def numbers(least: int, most: int, step: int = 1) -> list[Action]:
    """Return numbers as targets."""
    return [TargetNumber(n) for n in range(least, most + 1, step)]


def or_none(aim: Aim) -> Aim:
    """Return an aim that may be declined."""
    return lambda state, seat: [*aim(state, seat), Skip()]


def owner_of(state: State, card: int) -> str:
    """Return the player who has a card as an adviser or a relic, or ""."""
    spot = table.spot_of(state, card)
    return spot.seat if spot is not None else ""


def slot_of(state: State, card: int) -> int:
    """Return the slot of a card, or `NONE`."""
    spot = table.spot_of(state, card)
    return spot.slot if spot is not None else NONE


def room(state: State, slot: int) -> bool:
    """Return whether a site has room for a card."""
    return state.sites[slot].site != NONE and len(state.sites[slot].cards) < table.capacity(state, slot)


def exchange(state: State, one: int, other: int) -> None:
    """Swap two cards that lie face up, with what lies on them (glossary: swap)."""
    for here in state.sites:
        here.cards = [_other(each, one, other) for each in here.cards]
    for board in state.boards.values():
        board.advisers = [_other(adviser, one, other) for adviser in board.advisers]


def _other(card: int, one: int, other: int) -> int:
    return other if card == one else one if card == other else card


def piles(state: State, seat: str) -> Iterator[Action]:
    """Yield the discard piles that hold cards."""
    return (TargetPile(facts.REGION.ids[n]) for n, pile in enumerate(state.discards) if pile)
