"""Define what all purchases have in common: what is offered, the quote of one, its payment (5.4-5.6, 8.2, 3.5.2)."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import ClassVar, Final, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from adjudicator import Frames, Play, Refusal
from adjudicator.components import Code, bits

from ..fact_types import ECONOMIC, ERA, ERAS, NONE, SPACE, SPACE_TYPE
from ..facts import FACTS
from ..state import State, playable
from .ministries import wallet
from .ministries.cards import check_reveal, number_of, reveal_unused
from .ministries.huguenots import check_huguenots, unspent
from .payment import Paid, Payment, SpacePayment
from .points import settle
from .prices import FREE, Quote
from .purse import Means, Purses, Way, purse

unknown_space = Code("3.2", space=SPACE)
wrong_space = Code("3.2", space=SPACE, type=SPACE_TYPE, wanted=SPACE_TYPE)
"""Type, wanted: political, market, fort, naval ...."""
not_in_play = Code("3.2.1", space=SPACE, era=ERA)
"""Era: from which on; "" for USA spaces without a USA flag."""


P = TypeVar("P", bound=Payment)
InSpace = TypeVar("InSpace", bound=SpacePayment)
Target = tuple[tuple[str, ...], Quote]
"""Arguments of a legal purchase in the order of its action, and its price."""


def bought(action: Payment) -> dict[str, object]:
    """Return what an action buys, without its payment: its other arguments."""
    names = type(action).__struct_fields__
    return {name: getattr(action, name) for name in names if name not in Payment.__struct_fields__}


class Use(Generic[P]):
    """Something that may be paid for: an op of section 4 of the vocabulary, with what is offered, price and effect."""

    takes: type[P]
    type: ClassVar[int] = NONE
    """The points that it costs, ``NONE`` where that depends on what it is used for."""
    early: ClassVar[bool] = False
    """Whether it may be used before the Investment tile is taken (5.1)."""

    def offers(self, state: State, side: int, purses: Purses) -> Iterable[P]:
        """Return everything that the side can do now, with the normal payment."""
        raise NotImplementedError  # abstract

    def quote(self, state: State, side: int, action: P) -> Quote:
        """Return the price; how it is paid is not checked.

        Raises:
            Refusal: The use is not legal.
        """
        raise NotImplementedError  # abstract

    def carry_out(self, play: Play[State], side: int, action: P, quote: Quote, paid: Paid | None) -> Frames | None:
        """Carry out the effect, after it was paid; return the frames that follow before the round goes on."""
        raise NotImplementedError  # abstract

    def check_free(self, action: P) -> None:
        """Refuse a payment for what costs nothing. Raises Refusal."""
        if action.kind or action.debt or action.trp or action.free_debt or action.restricted or action.huguenots:
            unpaid = type(action)(**bought(action))  # type: ignore[arg-type]
            raise self.nothing_to_pay(action, unpaid)

    def nothing_to_pay(self, action: P, unpaid: P) -> Refusal:
        """Return the refusal of a payment for what costs nothing."""
        raise NotImplementedError  # abstract, for those that may cost nothing

    def offered(self, action: P, price: Quote, purses: Purses) -> Iterator[P]:
        """Yield the action with its normal payment, if it can be paid."""
        if price is FREE:
            yield action
        elif usual := purses.of(price.type).usual(price):
            yield usual.of(action)

    def early_offers(self, state: State, side: int) -> Iterable[P]:
        """Return what may be used before the tile; nothing costs points then."""
        return self.offers(state, side, Purses(state, side))

    def check_early(self, state: State, side: int, action: P) -> None:
        """Refuse what may not be used before the tile. Raises Refusal."""
        raise NotImplementedError  # abstract, where `early`

    def use_early(self, play: Play[State], side: int, action: P) -> Frames | None:
        """Carry it out before the tile is taken."""
        return self.carry_out(play, side, action, FREE, None)

    def priced(self, state: State, side: int, action: P) -> tuple[Quote, Paid | None]:
        """Return the price and how it is paid; ``None`` for what is free.

        Raises:
            Refusal: The use is not legal, or cannot be paid like this.
        """
        if action.reveal:
            check_reveal(state, side, action.reveal)
        price, paid = self.quote(state, side, action), None
        if price is FREE:
            self.check_free(action)
        else:
            check_huguenots(state, side, action.huguenots, price.space)
            paid = settle(state, side, price, action)
        self.check_turned_up(state, side, action, price, paid)
        return price, paid

    def check_turned_up(self, state: State, side: int, action: P, price: Quote, paid: Paid | None) -> None:
        """Refuse to turn up what the action makes no use of.

        By the 2nd printing a card may be turned up in any own round without using it, so also with an action (3.5,
        R-05).

        Raises:
            Refusal: A card is turned up without use.
        """
        if not action.reveal or state.options.ministry_reveal == "2p":
            return
        idle = [card for card in action.reveal if not self._matters(state, side, action, card, (price, paid))]
        if idle:
            raise reveal_unused(ministries=idle)

    def _matters(self, state: State, side: int, action: P, card: str, price: tuple[Quote, Paid | None]) -> bool:
        number, (quote, paid) = number_of(card), price
        if number == wallet.BANKS:
            return action.free_debt > 0
        if self.rewarded(action, number) or (number in wallet.POINT_GIVERS and paid is not None and paid.ministry):
            return True
        without = self.quote(state, side, replace(action, reveal=tuple(o for o in action.reveal if o != card)))
        return (without.cost, without.needs_major) != (quote.cost, quote.needs_major)

    def mark(self, position: State, side: int, action: P) -> None:
        """Mark the certain changes of an action in a copy of the position: flags, squadrons and conflict markers.

        The copy's lists of flags and squadrons may be written to.
        """

    def rewarded(self, action: P, card: int) -> bool:
        """Return whether a Ministry card gives something for it, so that it may be turned up with it (3.5, R-05)."""
        return False

    def nearest(self, state: State, side: int, action: P) -> tuple[P, ...]:
        """Return up to three that can be paid now, those first that differ least from what was asked.

        The same target in another way comes first, then the same region.
        """
        wanted = bought(action)
        regions = {_region(value) for value in wanted.values()} - {NONE}

        def distance(offer: P) -> tuple[int, bool]:
            given = bought(offer)
            near = not regions or any(_region(value) in regions for value in given.values())
            return sum(_WEIGHT.get(name, 2) for name in wanted if given[name] != wanted[name]), not near

        return tuple(sorted(self.offers(state, side, Purses(state, side)), key=distance)[:3])


@lru_cache(maxsize=1 << 14)
def _paid_so(takes: Callable[..., P], arguments: tuple[str, ...], way: Way) -> P:
    """Return a purchase with its payment; cached, since the same ones are offered again and again."""
    return takes(*arguments, kind=way.kind, debt=way.debt, trp=way.trp, free_debt=way.free_debt)


_WEIGHT: Final[Mapping[str, int]] = {"advantage": 3, "result": 1, "source": 1}
"""How much a differing argument counts in :meth:`Use.nearest`; others count 2."""


def _region(value: object) -> int:
    """Return the region of a space, ``NONE`` for anything else."""
    index = SPACE.index.get(value, NONE) if isinstance(value, str) else NONE
    return NONE if index == NONE else FACTS.region_of[index]


class Variant(Struct, frozen=True):
    """The things that a payment may turn up or flip to buy cheaper: Ministry cards, a Huguenot marker (3.5, M-9)."""

    reveal: tuple[str, ...] = ()
    huguenots: str | None = None


PLAIN: Final = Variant()


class Purchase(Use[P]):
    """A purchase for action points (5.4-5.6).

    ``targets`` and ``quote`` rest on the same masks and the same prices: a target is listed if and only if
    its quote is not refused.
    """

    def targets(self, state: State, side: int, variant: Variant) -> Iterable[Target]:
        """Yield everything that may be bought, whether or not it can be paid, with what a payment turns up or flips."""
        try:
            yield (), self.quote(state, side, self.takes())
        except Refusal:
            return

    def buy(self, play: Play[State], side: int, action: P, quote: Quote, paid: Paid) -> Frames | None:
        """Carry out the effect, after it was paid; return the frames that follow before the round goes on."""
        raise NotImplementedError  # abstract

    def carry_out(self, play: Play[State], side: int, action: P, quote: Quote, paid: Paid | None) -> Frames | None:
        assert paid is not None, "every purchase costs something"
        return self.buy(play, side, action, quote, paid)

    def offers(self, state: State, side: int, purses: Purses) -> Iterable[P]:
        """Return the purchases that the side can pay, with the normal payment.

        Last come those that it can pay only by turning up a ministry or flipping a Huguenot marker: they name it.
        """
        means = purses.of(self.type)
        if means.most == NONE:
            return ()
        variants = self._variants(state, side)
        return self._varied(state, side, variants) if variants else self._paid(self.targets(state, side, PLAIN), means)

    def _varied(self, state: State, side: int, variants: Iterable[Variant]) -> Iterator[P]:
        """Yield what can be paid without a variant, then what else one of the variants can pay."""
        known = set()
        for variant in (PLAIN, *variants):
            means = Means(purse(state, side, self.type, variant.reveal))
            for arguments, quote in self.targets(state, side, variant):
                if arguments in known or (way := means.usual(quote)) is None:
                    continue
                offer = self._naming(_paid_so(self.takes, arguments, way), variant)
                if offer is not None:
                    known.add(arguments)
                    yield offer

    def _paid(self, targets: Iterable[Target], means: Means) -> Iterator[P]:
        takes, most, simple, ways = self.takes, means.most, means.simple, means.ways
        for arguments, quote in targets:
            if quote.cost > most:
                continue
            price = quote.cost << 1 | quote.needs_major
            way = ways[price] if simple and price in ways else means.usual(quote)
            if way is not None:
                yield _paid_so(takes, arguments, way)

    def _naming(self, offer: P, variant: Variant) -> P | None:
        """Return the offer with what it turns up. Using the debt of M-17 turns it up without being named."""
        if variant is PLAIN:
            return offer
        if variant.reveal == wallet.JUST_BANKS:
            return offer if offer.free_debt else None
        if variant.huguenots and _region(getattr(offer, "space", None)) != _region(variant.huguenots):
            return None
        return replace(offer, reveal=variant.reveal, huguenots=variant.huguenots)

    def _variants(self, state: State, side: int) -> tuple[Variant, ...]:
        cards = wallet.helpful(state, side, self.type)
        variants = tuple(Variant((card,)) for card in cards)
        if self.type != ECONOMIC or not state.huguenots:
            return variants
        markers = SPACE.ids_of(unspent(state, side))
        return variants + tuple(Variant(huguenots=marker) for marker in markers)


class SpacePurchase(Purchase[InSpace]):
    """A purchase in one space, listed and quoted from the same mask. ``space_type``: "" where it does not matter."""

    space_type: ClassVar[str] = ""

    def open_to(self, state: State, side: int) -> int:
        """Return the spaces where it may be bought, as a mask."""
        raise NotImplementedError  # abstract

    def why_not(self, state: State, side: int, space: int) -> Refusal:
        """Return the refusal of a space of the right type that is not open."""
        raise NotImplementedError  # abstract

    def price(self, state: State, space: int) -> Quote:
        """Return the price in a space that is open."""
        raise NotImplementedError  # abstract

    def targets(self, state: State, side: int, variant: Variant) -> Iterator[Target]:
        spaces = SPACE.things
        for space in bits(self.open_to(state, side)):
            yield (spaces[space].id,), self.price(state, space)

    def quote(self, state: State, side: int, action: InSpace) -> Quote:
        name, kind = action.space, self.space_type
        space = space_of_type(state, name, kind) if kind else space_named(name)
        if not self.open_to(state, side) >> space & 1:
            raise self.why_not(state, side, space)
        return self.price(state, space)


def space_named(name: str) -> int:
    """Return the index of a space.

    Raises:
        Refusal: The space is unknown.
    """
    index = SPACE.index.get(name)
    if index is None:
        raise unknown_space(space=name)
    return index


def space_of_type(state: State, name: str, wanted: str) -> int:
    """Return the index of a space in play that has the type `wanted`.

    Types are political, market, fort and naval.

    Raises:
        Refusal: The space is unknown, not in play, or of another type.
    """
    index = space_named(name)
    space = SPACE.things[index]
    if space.type != wanted:
        raise wrong_space(space=name, type=space.type, wanted=wanted)
    if not playable(state) >> index & 1:
        raise not_in_play(space=name, era="" if space.needs_usa_flag else ERAS[space.from_era])
    return index
