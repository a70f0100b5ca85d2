"""What all purchases have in common: legal targets with their prices, the quote of one, the effect (5.4-5.6)."""

from collections.abc import Iterable, Iterator
from typing import ClassVar, Final, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from adjudicator import Frames, Play
from adjudicator.components import Code

from ..fact_types import ECONOMIC, ERA, ERAS, NONE, SPACE, SPACE_TYPE
from ..facts import facts
from ..state import State, playable
from .ministries import wallet
from .ministries.huguenots import unspent
from .payment import Paid, Payment
from .points import Means, Purses, purse
from .quotes import Quote, refused
from .refusals import unknown_space

wrong_space = Code("3.2", space=SPACE, type=SPACE_TYPE, wanted=SPACE_TYPE)
"""Type, wanted: political, market, fort, naval ...."""
not_in_play = Code("3.2.1", space=SPACE, era=ERA)
"""Era: from which on; "" for USA spaces without a USA flag."""


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

    def targets(self, state: State, side: int) -> Iterable[Target]:
        """Everything that may be bought, whether or not it can be paid."""
        raise NotImplementedError  # abstract

    def targets_with(self, state: State, side: int, variant: Variant) -> Iterable[Target]:
        """The same, with what a payment turns up or flips."""
        return self.targets(state, side)

    def quote(self, state: State, side: int, action: P) -> Quote:
        """The price of one purchase, or the refusal."""
        raise NotImplementedError  # abstract

    def carry_out(self, play: Play[State], side: int, action: P, quote: Quote, paid: Paid) -> Frames:
        """The effect, after it was paid; the frames that follow before the round goes on."""
        raise NotImplementedError  # abstract

    def offers(self, state: State, side: int, purses: Purses) -> Iterable[P]:
        """The purchases that the side can pay, with the normal payment.

        Those come last that it can pay only by turning up a ministry or flipping a Huguenot marker: they name it.
        """
        means = purses.of(self.type)
        if means.most == NONE:
            return ()
        variants = self._variants(state, side)
        offers = self._paid(self.targets(state, side), means)
        return self._and_more(state, side, offers, variants) if variants else offers

    def _and_more(self, state: State, side: int, offers: Iterable[P], variants: Iterable[Variant]) -> Iterator[P]:
        """The offers, then what they lack that a variant can pay."""
        known = set()
        for offer in offers:
            known.add(_target(offer))
            yield offer
        for variant in variants:
            richer = Means(purse(state, side, self.type, variant.reveal))
            for offer in self._paid(self.targets_with(state, side, variant), richer):
                if _target(offer) not in known and (found := self._naming(offer, variant)) is not None:
                    known.add(_target(offer))
                    yield found

    def _paid(self, targets: Iterable[Target], means: Means) -> Iterator[P]:
        takes, most, simple, ways = self.takes, means.most, means.simple, means.ways
        for arguments, quote in targets:
            if quote.cost > most:
                continue
            price = quote.cost << 1 | quote.needs_major
            way = ways[price] if simple and price in ways else means.usual(quote)
            if way is None:
                continue
            if way.debt or way.trp or way.free_debt:
                yield takes(*arguments, kind=way.kind, debt=way.debt, trp=way.trp, free_debt=way.free_debt)
            else:
                yield takes(*arguments, kind=way.kind)

    def _naming(self, offer: P, variant: Variant) -> P | None:
        """The offer with what it turns up. Using the debt of M-17 turns it up without more words."""
        if variant.reveal == wallet.JUST_BANKS:
            return offer if offer.free_debt else None
        if variant.huguenots and not _concerns(offer, variant.huguenots):
            return None
        return replace(offer, reveal=variant.reveal, huguenots=variant.huguenots)

    def _variants(self, state: State, side: int) -> tuple[Variant, ...]:
        cards = wallet.helpful(state, side, self.type)
        variants = tuple(Variant((card,)) for card in cards)
        if self.type != ECONOMIC or not state.huguenots:
            return variants
        markers = facts().ids(unspent(state, side))
        return variants + tuple(Variant(huguenots=marker) for marker in markers)


def _target(offer: Payment) -> tuple[object, ...]:
    """What an offer buys, without its payment."""
    names = type(offer).__struct_fields__
    return tuple(getattr(offer, name) for name in names if name not in Payment.__struct_fields__)


def _concerns(offer: Payment, marker: str) -> bool:
    """Whether a Huguenot marker lies in the region of the market that is bought."""
    f, space = facts(), getattr(offer, "space", None)
    return isinstance(space, str) and f.region_of[f.space[space]] == f.region_of[f.space[marker]]


def space_of_type(state: State, space: str, kinds: int, wanted: str) -> int | Quote:
    """Index of a space that must be in play and one of ``kinds``; a refused quote otherwise.

    ``wanted`` is what the refusal says is needed (political, market, fort, naval).
    """
    f = facts()
    index = f.space.get(space)
    if index is None:
        return refused(unknown_space(space=space))
    if not kinds >> index & 1:
        return refused(wrong_space(space=space, type=f.spaces[index].type, wanted=wanted))
    if not playable(state) >> index & 1:
        era = "" if f.spaces[index].needs_usa_flag else ERAS[f.spaces[index].from_era]
        return refused(not_in_play(space=space, era=era))
    return index
