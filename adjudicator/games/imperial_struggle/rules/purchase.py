"""What all purchases have in common: legal targets with their prices, the quote of one, the effect (5.4-5.6)."""

from collections.abc import Iterator
from typing import ClassVar, Final, Generic, TypeVar

from msgspec import Struct

from adjudicator.kernel.play import Play
from adjudicator.kernel.steps import Frames

from ..actions import Payment
from ..events import Paid
from ..fact_types import ERAS, NONE
from ..facts import facts
from ..state import State, playable
from .points import purse
from .quotes import Quote, refused
from .refusals import refusal

P = TypeVar("P", bound=Payment)
Target = tuple[tuple[str, ...], Quote]
"""Arguments of a legal purchase in the order of its action, and its price."""


class Variant(Struct, frozen=True):
    """What a payment may turn up or flip to buy cheaper: Ministry cards, a Huguenot marker (3.5, M-9)."""

    reveal: tuple[str, ...] = ()
    huguenots: str | None = None


PLAIN: Final = Variant()


class Purchase(Generic[P]):
    """One op of section 4 of the vocabulary. ``type``: the action points it costs.

    ``targets`` and ``quote`` rest on the same masks and the same prices: a target is listed if and only if
    its quote has no refusal.
    """

    takes: type[P]
    type: ClassVar[int]

    def targets(self, state: State, side: int) -> Iterator[Target]:
        """Everything that may be bought, whether or not it can be paid."""
        raise NotImplementedError  # abstract

    def targets_with(self, state: State, side: int, variant: Variant) -> Iterator[Target]:
        """The same, with what a payment turns up or flips."""
        return self.targets(state, side)

    def quote(self, state: State, side: int, action: P) -> Quote:
        """The price of one purchase, or the refusal."""
        raise NotImplementedError  # abstract

    def carry_out(self, play: Play[State], side: int, action: P, quote: Quote, paid: Paid) -> Frames:
        """The effect, after it was paid; the frames that follow before the round goes on."""
        raise NotImplementedError  # abstract

    def offers(self, state: State, side: int) -> Iterator[P]:
        """The purchases that the side can pay, with the normal payment."""
        purse_ = purse(state, side, self.type)
        most = purse_.most
        if most == NONE:
            return
        takes = self.takes
        for arguments, quote in self.targets(state, side):
            if quote.cost > most:
                continue
            payment = purse_.usual(quote)
            if payment is None:
                continue
            kind, debt, trp = payment
            if debt or trp:
                yield takes(*arguments, kind=kind, debt=debt, trp=trp)
            else:
                yield takes(*arguments, kind=kind)


def space_of_type(state: State, space: str, kinds: int, wanted: str) -> int | Quote:
    """Index of a space that must be in play and one of ``kinds``; a refused quote otherwise.

    ``wanted`` is what the refusal says is needed (political, market, fort, naval).
    """
    f = facts()
    index = f.space.get(space)
    if index is None:
        return refused(refusal("unknown_space", space=space))
    if not kinds >> index & 1:
        return refused(refusal("wrong_space", space=space, type=f.spaces[index].type, wanted=wanted))
    if not playable(state) >> index & 1:
        era = "" if f.spaces[index].needs_usa_flag else ERAS[f.spaces[index].from_era]
        return refused(refusal("not_in_play", space=space, era=era))
    return index
