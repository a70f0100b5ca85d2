"""Muster, trade and recover (5.2, 5.3, 5.4)."""

from collections.abc import Iterator
from typing import Annotated, Any, Final, Literal

from msgspec.structs import replace

from adjudicator import Action, Frames, Play, Refusal
from adjudicator.components import Code
from adjudicator.components.bits import bits
from adjudicator.components.quotes import Powers, Quote

from .. import facts
from ..facts import (
    BANNER,
    CARD,
    CARELESS,
    DARKEST_SECRET,
    NONE,
    PEOPLES_FAVOR,
    SITE,
    SLOT,
    SUIT,
    BannerId,
    CardId,
    PlayerId,
    SuitId,
)
from ..state import State
from . import pieces, table
from .book import Fee, Modified, SeatEvent, with_modifiers
from .modifying import automatic, fee_with, lacking, modifiers_refused, occupied, pay_modifiers, usable
from .playing import BannerTaken, banner_protected, take_lying

not_here = Code("5.2.1", card=CARD)
no_suit = Code("2.9", card=CARD)
no_relic = Code("5.4.1", number=int)
too_little = Code("5.4.2", banner=BANNER, tokens=int)
secret_kept = Code("5.4.1")
"""No card at the site of the holder has a suit that none of the holder's advisers has, or a card protects it."""
no_price = Code("5.4.2", site=SITE)


class Mustered(SeatEvent, frozen=True, tag="mustered", rule="5.2"):
    card: CardId
    warbands: int


class Traded(SeatEvent, frozen=True, tag="traded", rule="5.3"):
    """A player traded with a card."""

    card: CardId
    favor: int = 0
    secrets: int = 0


class Purchase(Quote[State]):
    """The terms of an action with a card of a site: its price, where the card may lie, and what comes after it."""

    def __init__(self, state: State, seat: str, card: int) -> None:
        super().__init__(state, seat)
        self.card = card
        self.suit = table.suit(state, card)
        self.supply, self.favor, self.secrets = 1, 0, 0
        self.slots = 0 if state.boards[seat].pawn == NONE else 1 << state.boards[seat].pawn
        self.after: list[Any] = []
        self.fees: list[tuple[str, int]] = []
        """Favor that is given to players ("": burned) besides the price."""
        self.loses = 0
        """Warbands that are sacrificed for it."""

    def refused(self, by: tuple[str, ...]) -> Refusal | None:
        """Return why the player cannot use the card so, with these modifiers, or None."""
        state = self.state
        spot = table.spot_of(state, self.card)
        if spot is None or spot.slot == NONE or not self.slots >> spot.slot & 1:
            return not_here(card=self.card)
        if self.suit == NONE:
            return no_suit(card=self.card)
        if self.refusal:
            return self.refusal  # type: ignore[no-any-return]
        if table.tokens(state, self.card) is not None and not self.ignores("occupied"):
            return occupied(card=self.card)
        return lacking(state, self.seat, self.fee(by))

    def fee(self, by: tuple[str, ...]) -> Fee:
        """Return what it costs with these modifiers."""
        return fee_with(self.state, by, self.supply, self.favor + sum(favor for _, favor in self.fees), self.secrets)

    def pay(self, play: Play[State], by: tuple[str, ...]) -> None:
        """Pay supply, fees, modifiers and what is put on the card."""
        play.state.boards[self.seat].supply -= self.supply
        for player, favor in self.fees:
            pieces.give_favor(play, self.seat, player, favor)
        pieces.kill_on(play, self.seat, self.loses)
        pay_modifiers(play, self.seat, by)
        pieces.put_on(play, self.seat, self.card, self.favor, self.secrets)


class MusterQuote(Purchase):
    """The terms of a muster (5.2)."""

    def __init__(self, state: State, seat: str, card: int) -> None:
        super().__init__(state, seat, card)
        self.favor, self.warbands = 1, 2
        if pieces.RING in state.boards[seat].relics:
            self.warbands += 2
        spot = table.spot_of(state, card)
        if spot is not None and spot.slot != NONE and table.is_site(state, spot.slot, "river"):
            self.warbands += table.rules(state, seat, spot.slot)


MUSTERS: Final = Powers[MusterQuote]()


def suited_at(state: State, mask: int) -> list[str]:
    """Return the denizens and intact edifices at sites, given as a mask."""
    return [CARD.ids[card] for at in bits(mask) for card in state.sites[at].cards if table.suit(state, card) != NONE]


class Muster(Modified, frozen=True, tag="muster"):
    """Muster warbands on a card of your site. 5.2."""

    card: CardId = ""
    modifiers: Annotated[tuple[str, ...], CARD] = ()

    @classmethod
    def candidates(cls, state: State, seat: str, asked: Any) -> Iterator[Action]:
        mods = usable(state, seat, "muster", MUSTERS)
        for card in suited_at(state, 1 << state.boards[seat].pawn):
            yield from with_modifiers(cls(card=card), mods)

    def quote(self, state: State, seat: str) -> MusterQuote:
        """Return the terms of this muster."""
        quote = MusterQuote(state, seat, CARD.number(self.card))
        return MUSTERS.applied(quote, [*self.modifiers, *automatic(state, MUSTERS)])

    def illegality(self, state: State, seat: str, asked: Any) -> Refusal | None:
        bad = modifiers_refused(state, seat, "muster", self.modifiers, MUSTERS)
        return bad or self.quote(state, seat).refused(self.modifiers)

    def fee(self, state: State, seat: str) -> Fee:
        return self.quote(state, seat).fee(self.modifiers)

    def apply(self, play: Play[State], seat: str) -> Frames:
        quote = self.quote(play.state, seat)
        quote.pay(play, self.modifiers)
        found = min(quote.warbands, table.bank_of(play.state, table.colour(play.state, seat)))
        play.state.boards[seat].warbands += found
        play.emit(Mustered(seat, self.card, found))
        return quote.after


class TradeQuote(Purchase):
    """The terms of a trade (5.3): `favor` or `secrets` given, `matching` advisers, and what is gained.

    `signal`: whether a single favor becomes two.
    """

    def __init__(self, state: State, seat: str, card: int, gain: str) -> None:
        super().__init__(state, seat, card)
        self.gain = gain
        self.favor, self.secrets = (0, 1) if gain == "favor" else (2, 0)
        self.matching = 0 if self.suit == NONE else table.advisers_of(state, seat, self.suit)
        self.more_favor = self.more_secrets = 0
        self.signal = False
        if seat == facts.CHANCELLOR and not state.reliquary[CARELESS]:
            self.more_favor += 1
            self.more_secrets -= gain == "secrets"
        self.no_favor = table.has(state, seat, POVERTY)

    @property
    def gained(self) -> tuple[int, int]:
        """The favor, as far as the bank has it, and the secrets that it brings."""
        favor = self.more_favor + (1 + self.matching if self.gain == "favor" else 0)
        secrets = self.more_secrets + (self.matching if self.gain == "secrets" else 0)
        left = 0 if self.no_favor or self.suit == NONE else self.state.banks[self.suit]
        favor = min(favor, left)
        return min(2, left) if self.signal and favor == 1 else favor, max(0, secrets)


POVERTY = CARD.number("vow_of_poverty")
DISGUISE: Final = "master_of_disguise"
FRIENDS: Final = "small_friends"
TRADES: Final = Powers[TradeQuote]()


def _has_beast(state: State, slot: int) -> bool:
    """Return whether a card of beasts lies at a site."""
    return slot != NONE and any(table.suit(state, card) == facts.BEAST for card in state.sites[slot].cards)


def _moved(state: State, seat: str, slot: int) -> State:
    """Return the position as it were if the pawn of a player was at a site."""
    return replace(state, boards={**state.boards, seat: replace(state.boards[seat], pawn=slot)})


class Trade(Modified, frozen=True, tag="trade"):
    """Trade with a card of your site: a secret for favor, or favor for secrets. 5.3.

    `disguise`: whose faceup advisers count in place of yours, with Master of Disguise; else whoever has most of them.
    """

    card: CardId = ""
    gain: Literal["favor", "secrets"] = "favor"
    disguise: PlayerId | None = None
    modifiers: Annotated[tuple[str, ...], CARD] = ()

    @classmethod
    def candidates(cls, state: State, seat: str, asked: Any) -> Iterator[Action]:
        mods = usable(state, seat, "trade", TRADES)
        there = 1 << state.boards[seat].pawn
        if mods:
            there = (1 << len(SLOT)) - 1
        for card in suited_at(state, there):
            for gain in ("favor", "secrets"):
                yield from with_modifiers(cls(card=card, gain=gain), mods)
        if FRIENDS in mods:
            yield from cls._among_friends(state, seat, mods)

    @classmethod
    def _among_friends(cls, state: State, seat: str, mods: list[CardId]) -> Iterator[Action]:
        """Yield the trades at sites with beasts, by the modifiers that can be used there and not here."""
        for slot in SLOT.indexes:
            moved = _moved(state, seat, slot)
            there = tuple(usable(moved, seat, "trade", TRADES)) if _has_beast(state, slot) else ()
            if {*there} - {*mods}:
                for card in suited_at(state, 1 << slot):
                    yield cls(card=card, gain="favor", modifiers=there)
                    yield cls(card=card, gain="secrets", modifiers=there)

    def seen(self, state: State, seat: str) -> State:
        """Return the position as this trade sees it: in disguise the advisers of the player are those of another.

        Nobody pays with the bank of another player's Vow of Kinship. With Small Friends the pawn is where the card is.
        """
        spot = table.spot_of(state, CARD.number(self.card))
        if FRIENDS in self.modifiers and spot is not None and _has_beast(state, spot.slot):
            state = _moved(state, seat, spot.slot)
        others = table.others(state, seat)
        if DISGUISE not in self.modifiers or self.disguise not in (None, *others):
            return state
        suit = table.suit(state, CARD.number(self.card))
        who = self.disguise or max(others, key=lambda each: table.advisers_of(state, each, suit))
        mask = [adviser for adviser in state.boards[who].advisers if adviser != table.KINSHIP]
        return replace(state, boards={**state.boards, seat: replace(state.boards[seat], advisers=mask)})

    def quote(self, state: State, seat: str) -> TradeQuote:
        """Return the terms of this trade."""
        quote = TradeQuote(self.seen(state, seat), seat, CARD.number(self.card), self.gain)
        return TRADES.applied(quote, [*self.modifiers, *automatic(state, TRADES)])

    def illegality(self, state: State, seat: str, asked: Any) -> Refusal | None:
        masks = tuple(modifier for modifier in self.modifiers if modifier == DISGUISE)
        others = tuple(modifier for modifier in self.modifiers if modifier != DISGUISE)
        bad = modifiers_refused(state, seat, "trade", masks, TRADES)
        bad = bad or modifiers_refused(self.seen(state, seat), seat, "trade", others, TRADES)
        return bad or self.quote(state, seat).refused(self.modifiers)

    def fee(self, state: State, seat: str) -> Fee:
        return self.quote(state, seat).fee(self.modifiers)

    def apply(self, play: Play[State], seat: str) -> Frames:
        state = play.state
        quote = self.quote(state, seat)
        quote.pay(play, self.modifiers)
        favor, secrets = quote.gained
        state.banks[quote.suit] -= favor
        if DISGUISE in self.modifiers:
            state.boards[seat].favor += favor
        else:
            pieces.add_favor(state, seat, favor)
        state.boards[seat].secrets += secrets
        play.emit(Traded(seat, self.card, favor, secrets))
        return quote.after


class RecoverQuote(Quote[State]):
    """The terms of recovering a relic (`number`) or a banner, with what is paid."""

    def __init__(self, state: State, seat: str, banner: int, number: int, pay: int) -> None:
        super().__init__(state, seat)
        self.banner, self.number, self.pay = banner, number, pay
        self.supply, self.added = 1, 0
        self.mob = False
        self.after: list[Any] = []


RECOVERS: Final = Powers[RecoverQuote]()


class RecoverRelic(Modified, frozen=True, tag="recover_relic"):
    """Recover a relic of your site, by its number there. 5.4."""

    number: int = 1
    modifiers: Annotated[tuple[str, ...], CARD] = ()

    @classmethod
    def candidates(cls, state: State, seat: str, asked: Any) -> Iterator[Action]:
        here = state.sites[state.boards[seat].pawn]
        mods = usable(state, seat, "recover", RECOVERS)
        for number in range(1, len(here.relics) + 1):
            yield from with_modifiers(cls(number=number), [mod for mod in mods if mod != "magicians_code"])

    def quote(self, state: State, seat: str) -> RecoverQuote:
        """Return the terms."""
        quote = RecoverQuote(state, seat, NONE, self.number, 0)
        return RECOVERS.applied(quote, [*self.modifiers, *automatic(state, RECOVERS)])

    def illegality(self, state: State, seat: str, asked: Any) -> Refusal | None:
        if bad := modifiers_refused(state, seat, "recover", self.modifiers, RECOVERS):
            return bad
        here = state.sites[state.boards[seat].pawn]
        if not 1 <= self.number <= len(here.relics):
            return no_relic(number=self.number)
        if SITE.things[here.site].recover is None:
            return no_price(site=here.site)
        return self.quote(state, seat).refusal or lacking(state, seat, self.fee(state, seat))

    def fee(self, state: State, seat: str) -> Fee:
        price = SITE.things[state.sites[state.boards[seat].pawn].site].recover
        favor, secrets = (0, 0) if price is None else (price.favor + price.burn_favor, price.burn_secrets)
        return fee_with(state, self.modifiers, self.quote(state, seat).supply, favor, secrets)

    def apply(self, play: Play[State], seat: str) -> Frames:
        state = play.state
        quote, board = self.quote(state, seat), state.boards[seat]
        price = SITE.things[state.sites[board.pawn].site].recover
        assert price is not None
        board.supply -= quote.supply
        pay_modifiers(play, seat, self.modifiers)
        if price.bank != NONE:
            pieces.lose_favor(state, seat, price.favor)
            state.banks[price.bank] += price.favor
        pieces.burn_favor(play, seat, price.burn_favor)
        pieces.burn_secrets(play, seat, price.burn_secrets)
        return [*quote.after, *take_lying(play, seat, board.pawn, self.number - 1)]


class RecoverBanner(Modified, frozen=True, tag="recover_banner"):
    """Recover a banner: put more tokens on it than lie there. 5.4.

    `bank`: the first one that gets favor of the People's Favor.
    """

    banner: BannerId = "peoples_favor"
    pay: int = 0
    bank: SuitId | None = None
    modifiers: Annotated[tuple[str, ...], CARD] = ()

    @classmethod
    def candidates(cls, state: State, seat: str, asked: Any) -> Iterator[Action]:
        mods = usable(state, seat, "recover", RECOVERS)
        for number, found in enumerate(state.banners):
            yield from with_modifiers(cls(banner=BANNER.ids[number], pay=found.tokens + 1), mods)

    def quote(self, state: State, seat: str) -> RecoverQuote:
        """Return the terms."""
        quote = RecoverQuote(state, seat, BANNER.number(self.banner), NONE, self.pay)
        return RECOVERS.applied(quote, [*self.modifiers, *automatic(state, RECOVERS)])

    def illegality(self, state: State, seat: str, asked: Any) -> Refusal | None:
        if bad := modifiers_refused(state, seat, "recover", self.modifiers, RECOVERS):
            return bad
        quote = self.quote(state, seat)
        found = state.banners[quote.banner]
        if quote.refusal:
            return quote.refusal  # type: ignore[no-any-return]
        if quote.banner == DARKEST_SECRET and not _exposed(state, seat, found.holder):
            return secret_kept()
        if found.holder not in ("", seat) and banner_protected(state, seat, found.holder, quote.banner):
            return secret_kept()
        if self.pay <= max(found.tokens, quote.added - 1):
            return too_little(banner=quote.banner, tokens=found.tokens)
        return lacking(state, seat, self.fee(state, seat))

    def fee(self, state: State, seat: str) -> Fee:
        quote = self.quote(state, seat)
        own = self.pay - quote.added
        favor = own if quote.banner == PEOPLES_FAVOR else 0
        return fee_with(state, self.modifiers, quote.supply, favor, own - favor)

    def apply(self, play: Play[State], seat: str) -> Frames:
        """Take the banner and renew what lies on it (5.4.4)."""
        state = play.state
        quote, board = self.quote(state, seat), state.boards[seat]
        found, own = state.banners[quote.banner], self.pay - quote.added
        board.supply -= quote.supply
        pay_modifiers(play, seat, self.modifiers)
        old, before = found.tokens, found.holder
        found.tokens, found.holder = self.pay, seat
        if quote.banner == PEOPLES_FAVOR:
            pieces.lose_favor(state, seat, own)
            first = SUIT.number(self.bank) if self.bank else 0
            for n in range(old):
                state.banks[(first + n) % len(SUIT)] += 1
            found.mob = quote.mob
        else:
            board.secrets -= own
            mine = old if before in ("", seat) and before == seat else 1
            board.secrets += min(old, mine)
            if before and before != seat:
                state.boards[before].secrets += max(0, old - 1)
            silent = next((each for each in state.order if table.has(state, each, SILENCE)), "")
            if silent:
                pieces.gain_secrets(play, silent, self.pay)
        play.emit(BannerTaken(seat, self.banner, before or None, self.pay))
        return quote.after


SILENCE = CARD.number("vow_of_silence")


def _exposed(state: State, seat: str, holder: str) -> bool:
    """Return whether the Darkest Secret may be recovered from its holder (5.4.1)."""
    if table.spot_of(state, GUARD) is not None and table.binds(state, GUARD, seat):
        return False
    if holder in ("", seat):
        return True
    here = state.sites[state.boards[holder].pawn]
    own = {CARD.things[adviser].suit for adviser in state.boards[holder].advisers}
    return any(table.suit(state, card) not in own | {NONE} for card in here.cards)


GUARD = CARD.number("tome_guardians")
