"""Use modifiers of major actions (7.4): which may be used, what they cost, why not."""

from collections.abc import Container, Iterable
from functools import cache
from typing import Any

from adjudicator import Play, Refusal
from adjudicator.components import Code
from adjudicator.components.quotes import Powers
from adjudicator.kernel.standing import once

from ..facts import CARD, MAJOR, SLOT, CardId
from ..state import State
from . import pieces, table
from .book import Fee
from .playing import no_favor, spell_broken

no_supply = Code("4.2", supply=int, needs=int)
no_secrets = Code("7.1.2", secrets=int, needs=int)
no_access = Code("7.1.1", card=CARD)
no_modifier = Code("7.4", card=CARD, action=MAJOR)
occupied = Code("7.1.2", card=CARD)
too_dear = Code("7.1.2", card=CARD)
twice = Code("7.4.2", card=CARD)
broken = Code("7.1.4", card=CARD)
site_broken = Code("7.1.4", slot=SLOT)
"""Spell Breaker forbids enemies of its ruler the powers that cost a secret, those of sites, too."""


def usable(state: State, seat: str, action: str, powers: Container[str]) -> list[CardId]:
    """Return the modifiers of an action that a player can use and pay, each by itself."""
    found = (CARD.ids[card] for card in table.accessible(state, seat, "modifier", action))
    able = (id for id in found if id in powers and not CARD.thing(id).must)
    return [id for id in able if power_refused(state, seat, CARD.number(id)) is None]


def power_refused(state: State, seat: str, card: int) -> Refusal | None:
    """Return why a power cannot be paid: tokens on its card, too little, or Spell Breaker (7.1.2)."""
    cost = table.face(state, card).cost
    if (cost.favor or cost.secrets) and table.tokens(state, card) is not None:
        return occupied(card=card)
    if (cost.secrets or cost.burn_secrets) and any(spell_broken(state, seat)):
        return broken(card=card)
    return None if pieces.affords(state, seat, cost) else too_dear(card=card)


def modifiers_refused(
    state: State, seat: str, action: str, by: tuple[str, ...], powers: Container[str]
) -> Refusal | None:
    """Return why modifiers cannot be used together for an action, or None."""
    if not by:
        return None
    if len({*by}) < len(by):
        return twice(card=CARD.number(by[0]))
    there = {*table.accessible(state, seat, "modifier", action)}
    for id in by:
        card = CARD.number(id)
        if table.face(state, card).modifies != action or id not in powers:
            return no_modifier(card=card, action=MAJOR.number(action))
        if card not in there:
            return no_access(card=card)
        if bad := power_refused(state, seat, card):
            return bad
    costs = [table.face(state, CARD.number(id)).cost for id in by]
    return None if pieces.affords(state, seat, *costs) else too_dear(card=CARD.number(by[-1]))


def price_of(state: State, by: Iterable[str]) -> tuple[int, int]:
    """Return the favor and the secrets that modifiers cost together."""
    costs = [table.face(state, CARD.number(id)).cost for id in by]
    return sum(cost.favor + cost.burn_favor for cost in costs), sum(cost.secrets + cost.burn_secrets for cost in costs)


def fee_with(state: State, by: tuple[str, ...], supply: int, favor: int, secrets: int) -> Fee:
    """Return a price with what modifiers add to it."""
    more_favor, more_secrets = price_of(state, by) if by else (0, 0)
    return Fee(supply, favor + more_favor, secrets + more_secrets)


def lacking(state: State, seat: str, fee: Fee) -> Refusal | None:
    """Return why a player cannot pay a price, or None."""
    board, favor = state.boards[seat], table.favor_of(state, seat)
    if board.supply < fee.supply:
        return no_supply(supply=board.supply, needs=fee.supply)
    if favor < fee.favor:
        return no_favor(favor=favor, needs=fee.favor)
    return no_secrets(secrets=board.secrets, needs=fee.secrets) if board.secrets < fee.secrets else None


def pay_modifiers(play: Play[State], seat: str, by: Iterable[str]) -> None:
    """Pay for modifiers, in the order of their use."""
    for id in by:
        card = CARD.number(id)
        pieces.pay(play, seat, card, table.face(play.state, card).cost)


@once
def automatic(state: State, powers: Powers[Any]) -> list[str]:
    """Return the powers of faceup cards that nobody chooses: those that bind, modifiers that must be used (7.4.1)."""
    return [id for id, card in _unchosen(powers) if table.spot_of(state, card) is not None]


@cache
def _unchosen(powers: Powers[Any]) -> list[tuple[str, int]]:
    return [(id, each.index) for id in powers if (each := CARD.thing(id)).must or "modifier" not in each.powers]
