"""Play a card to a site, to the council, as a revealed vision, or discard it (5.1.4, 6.1).

A `Way` says where a card is played and what goes for it. `quoted` works out the terms (`PlayQuote`): the sites that it
may come to, what may be discarded first, the fees; powers of cards change them (`PLAYS`). `refused` judges a way by its
terms, `ways` lists those that nothing is against, and `played` carries one out and returns what follows, in this order
(7.3.3): rewards and modifiers, reactions of others (`REACTIONS`), the card's own power when played (`WHEN_PLAYED`), and
who leaves a council that is too full now (`trim`).

What must hold:

- A card that is played lies nowhere: whoever calls `played` has taken it from where it was.
- Options, refusals and the play itself read the same terms.
- The card itself may always be discarded: only a fee that cannot be paid is against it.
"""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, Final, Literal

from adjudicator import FIRST, Action, Asking, Choose, Frames, Play, Question, Refusal, ValidatedAnswers, word
from adjudicator.components import Code
from adjudicator.components.bits import bits
from adjudicator.components.quotes import Powers, Quote
from adjudicator.kernel.standing import StandingStill

from .. import facts
from ..facts import BANNER, CARD, NONE, PEOPLES_FAVOR, SITE, SLOT, SUIT, BannerId, CardId, PlayerId, SiteId, SlotId
from ..state import State
from . import pieces, table
from .book import STEPS, OfCard, OfSuit, SeatEvent, step
from .councils import Council, council_of, counted, who_may_leave

To = Literal["site", "adviser", "facedown", "revealed", "conspiracy", "discard"]
FACEUP: Final = ("site", "adviser", "revealed", "conspiracy")


class Played(SeatEvent, frozen=True, tag="played", rule="5.1.4", touches=("slot",)):
    """A player played a card face up."""

    card: CardId
    to: str
    slot: SlotId | None = None
    site: SiteId | None = None


class PlayedUnseen(SeatEvent, frozen=True, tag="played_unseen", rule="5.1.4.2", own=("card",)):
    """A player put a card face down among the advisers; `vision`: its back."""

    vision: bool
    card: CardId | None = None


vision_not_at_site = Code("5.1.4.3", card=CARD)
vision_faceup = Code("5.1.4.3", card=CARD)
"""Only exiles reveal visions, and only true ones; Conspiracy is played otherwise."""
placement = Code("7.2.1", card=CARD)
site_full = Code("2.8.1", card=CARD, slot=SLOT)
site_facedown = Code("2.8.1", slot=SLOT)
other_site = Code("5.1.4.1", slot=SLOT)
council_full = Code("5.1.4.2", card=CARD)
council_locked = Code("7.2.2", card=CARD)
no_room_needed = Code("9.5", card=CARD)
cannot_discard = Code("7.2.2", card=CARD)
no_such_card = Code("5.1.4", card=CARD)
no_favor = Code("7.1.2", favor=int, needs=int)
forbidden_by = Code("7.1.4", card=CARD, by=CARD)


class PlayQuote(Quote[State]):
    """The terms on which a card is played.

    `slots`: sites to which it may be played; `clearing`: sites from which
    a card may be discarded first, and `clearing_there` if it comes to them. `source`: what it is played from; `fees`:
    favor for players ("": burned), which is due for a discard, too.
    """

    def __init__(self, state: State, seat: str, way: "Way", source: str) -> None:
        super().__init__(state, seat)
        self.way, self.source = way, source
        self.card = CARD.number(way.card)
        pawn = state.boards[seat].pawn
        self.fees: list[tuple[str, int]] = []
        self.slots = self.clearing = self.clearing_there = 0
        if pawn != NONE:
            self.slots = 1 << pawn
            if state.banners[PEOPLES_FAVOR].holder == seat:
                self.slots = self.clearing = facts.SLOTS_OF[table.region(state, seat)]
            for slot in SLOT.indexes:
                if table.is_site(state, slot, "great_slum"):
                    self.clearing_there |= 1 << slot

    @property
    def target(self) -> int:
        """The site to which the card is played."""
        return SLOT.number(self.way.slot) if self.way.slot else self.state.boards[self.seat].pawn

    def clears(self, slot: int) -> bool:
        """Return whether a card of a site may be discarded first: any of these, or of the site that it comes to."""
        return bool(self.clearing >> slot & 1 or (slot == self.target and self.clearing_there >> slot & 1))

    def council(self) -> Council:
        """Return the council when the card has come, without the one given up."""
        own = council_of(self.state, self.seat)
        if self.way.to == "adviser":
            return own.joined([self.card])
        return own.joined([], down=self.way.to == "facedown")

    def stuck(self) -> bool:
        """Return whether the card has no room, whoever makes some: locked advisers never leave (7.2.2)."""
        held = council_of(self.state, self.seat).locked
        coming = held.joined([self.card]) if self.way.to == "adviser" else held.joined([], down=1)
        return bool(coming.excess)


PLAYS: Final = Powers[PlayQuote]()
"""Powers that change where cards are played: persistent ones, and modifiers of the search they are played in."""


class Way(Action, frozen=True):
    """Where a card is played. `away`: the adviser that is discarded for it; `clears`: what is discarded first."""

    card: CardId
    to: To
    slot: SlotId | None = None
    away: CardId | None = None
    clears: CardId | None = None


def quoted(state: State, seat: str, way: Way, source: str, by: tuple[str, ...] = ()) -> PlayQuote:
    """Return the terms on which a player plays a card, with what forbids it."""
    quote = PlayQuote(state, seat, way, source)
    PLAYS.applied(quote, by)
    PLAYS.applied(quote, [each for each in _lasting() if each not in by])
    return quote


@cache
def _lasting() -> list[str]:
    """Return the powers that are no modifiers."""
    return [play for play in PLAYS if "modifier" not in CARD.thing(play).powers]


def refused(quote: PlayQuote) -> Refusal | None:
    """Return why a card cannot be played so, or None (5.1.4)."""
    way, state, card = quote.way, quote.state, quote.card
    found = CARD.things[card]
    fees, had = sum(each for _, each in quote.fees), table.favor_of(state, quote.seat)
    if had < fees:
        return no_favor(favor=had, needs=fees)
    if quote.refusal and way.to != "discard":
        return quote.refusal  # type: ignore[no-any-return]
    if way.clears and (bad := _clearing(quote, CARD.number(way.clears))):
        return bad
    if way.to == "site":
        if found.kind == "vision":
            return vision_not_at_site(card=card)
        if found.place == "adviser":
            return placement(card=card)
        slot = SLOT.number(way.slot) if way.slot else state.boards[quote.seat].pawn
        if state.sites[slot].site == NONE:
            return site_facedown(slot=slot)
        if not quote.slots >> slot & 1:
            return other_site(slot=slot)
        cleared = way.clears is not None and CARD.number(way.clears) in state.sites[slot].cards
        full = len(state.sites[slot].cards) - cleared >= table.capacity(state, slot)
        if full and not quote.ignores("capacity"):
            return site_full(card=card, slot=slot)
    if way.to in ("revealed", "conspiracy"):
        true = found.oath != NONE
        open = found.kind == "vision" and true == (way.to == "revealed")
        if not open or (true and table.belongs(state, quote.seat)):
            return vision_faceup(card=card)
    if way.to in ("adviser", "facedown"):
        if way.to == "adviser" and (found.place == "site" or found.kind == "vision"):
            return placement(card=card)
        return _council(quote)
    return no_room_needed(card=CARD.number(way.away)) if way.away else None


def _council(quote: PlayQuote) -> Refusal | None:
    """Return why the council has no room, or why the adviser that is given up may not be (5.1.4.2)."""
    state, way = quote.state, quote.way
    board = state.boards[quote.seat]
    council = quote.council()
    free = quote.ignores("council") or not council.excess
    if way.away is None:
        if free:
            return None
        return council_locked(card=quote.card) if quote.stuck() else council_full(card=quote.card)
    away = CARD.number(way.away)
    if free:
        return no_room_needed(card=away)
    if quote.stuck():
        return council_locked(card=quote.card)
    if away in board.advisers:
        if CARD.things[away].locked:
            return cannot_discard(card=away)
        return None if council.relieved_by(away) else council_full(card=quote.card)
    return None if any(adviser.card == away for adviser in board.hidden) else no_such_card(card=away)


def _clearing(quote: PlayQuote, card: int) -> Refusal | None:
    """Return why a card cannot be discarded before another is played to a site (5.1.4.1)."""
    spot = table.spot_of(quote.state, card)
    if quote.way.to != "site" or spot is None or spot.slot == NONE or not quote.clears(spot.slot):
        return no_such_card(card=card)
    return cannot_discard(card=card) if table.locked(quote.state, card, quote.seat) else None


def ways(
    state: State, seat: str, card: int, source: str, by: tuple[str, ...], make: Callable[..., Way]
) -> Iterator[Way]:
    """Yield every way in which a player may play a card, then its discard."""
    id, board = CARD.ids[card], state.boards[seat]
    found = CARD.things[card]
    places: list[Way] = []
    if found.kind == "denizen" and found.place != "adviser":
        terms = quoted(state, seat, make(card=id, to="site"), source, by)
        for slot in bits(terms.slots):
            slot_id = None if slot == board.pawn else SLOT.ids[slot]
            places.append(make(card=id, to="site", slot=slot_id))
            for other in (each for at in bits(terms.clearing | terms.clearing_there) for each in state.sites[at].cards):
                places.append(make(card=id, to="site", slot=slot_id, clears=CARD.ids[other]))
    elif found.kind == "vision":
        places.append(make(card=id, to="revealed" if found.oath != NONE else "conspiracy"))
    for to in ("adviser", "facedown"):
        if to == "facedown" and source == "6.1":
            continue
        places.append(make(card=id, to=to))
        up = [CARD.ids[adviser] for adviser in board.advisers]
        down = [CARD.ids[each.card] for each in board.hidden if each.card not in (NONE, card)]
        places += [make(card=id, to=to, away=each) for each in (*up, *down)]
    places.append(make(card=id, to="discard"))
    with StandingStill(state):
        able = [place for place in places if refused(quoted(state, seat, place, source, by)) is None]
    yield from able


def played(play: Play[State], seat: str, way: Way, source: str, by: tuple[str, ...]) -> Frames:
    """Play a card that lies nowhere any more, and return what follows (7.3.3)."""
    state, card = play.state, CARD.number(way.card)
    board = state.boards[seat]
    quote = quoted(state, seat, way, source, by)
    for player, favor in quote.fees:
        pieces.give_favor(play, seat, player, favor)
    if way.to == "discard":
        pieces.discard_unseen(play, seat, [card])
        return []
    pieces.put_away(play, seat, pieces.still_there(state, seat, filter(None, (way.clears, way.away))))
    if way.to == "facedown":
        readers = state.order if "truthful_harp" in by else (seat,)
        board.hidden = [*board.hidden, pieces.lying(card, *readers)]
        told = PlayedUnseen(seat, pieces.is_vision(card), way.card)
        play.emit(told, dict.fromkeys(readers, told) if "truthful_harp" in by else None)
        return [trim(seat, list(by))]
    slot = NONE
    if way.to == "site":
        slot = SLOT.number(way.slot) if way.slot else board.pawn
        state.sites[slot].cards = [*state.sites[slot].cards, card]
    elif way.to == "adviser":
        board.advisers = [*board.advisers, card]
    where = (None, None) if slot == NONE else (SLOT.ids[slot], table.site_id(state, slot))
    play.emit(Played(seat, way.card, way.to, *where))
    frames: list[Any] = []
    before: list[Any] = []
    if way.to == "revealed":
        if board.vision != NONE:
            before = discard_vision(play, seat)
        board.vision = card
    elif way.to == "conspiracy":
        state.box = sorted([*state.box, card])
        if not any(spell_broken(state, seat)):
            frames = [conspiracy(seat)]
    else:
        frames = _rewards(play, seat, card, slot, quote, by)
    follows = [*frames]
    for rule in REACTIONS:
        follows += rule(play, seat, card, way.to)
    if way.to in ("site", "adviser"):
        follows += [when_played(seat, way.card)]
    joins = way.to == "adviser" and not quote.ignores("council")
    return [*before, *follows, *([trim(seat, list(by))] if joins else [])]


REACTIONS: Final[list[Callable[[Play[State], str, int, str], Frames]]] = []
"""What others do after a card was played face up, before its own power (7.3.3)."""
WHEN_PLAYED: Final[dict[str, Callable[[Play[State], str, int], Frames | None]]] = {}
"""The powers of cards when they are played, by id: called with the player and the slot, `NONE` in the council."""
AFTER_PLAY: Final[dict[str, Callable[[Play[State], PlayQuote], None]]] = {}
"""The rewards of modifiers for playing a card, by id of the modifier."""


def whenplayed(*ids: str) -> Callable[[Any], Any]:
    """Register a function as the power of cards when they are played (7.3.3)."""

    def register(rule: Any) -> Any:
        WHEN_PLAYED.update(dict.fromkeys(ids, rule))
        return rule

    return register


def spell_broken(state: State, seat: str) -> Iterator[bool]:
    """Yield True if Spell Breaker keeps a player from powers that cost a secret."""
    if table.spot_of(state, SPELL_BREAKER) is not None and table.binds(state, SPELL_BREAKER, seat):
        yield True


SPELL_BREAKER = CARD.number("spell_breaker")
RECORDS = CARD.number("book_of_records")
WORSHIP = CARD.number("relic_worship")


def _rewards(play: Play[State], seat: str, card: int, slot: int, quote: PlayQuote, by: tuple[str, ...]) -> list[Any]:
    """Give the favor for playing to a site, what its homeland gives, and what modifiers give (5.1.4.1, 7.3.3)."""
    state, suit = play.state, CARD.things[card].suit
    frames: list[Any] = []
    if slot != NONE:
        if RECORDS in state.boards[seat].relics:
            pieces.gain_secrets(play, seat, 1)
        else:
            pieces.gain_favor(play, seat, suit, 1)
        home = SITE.things[state.sites[slot].site].homeland
        if home is not None and home.suit == suit and not state.turn.discarded[slot] >> suit & 1:
            frames += _homeland(play, seat, slot, home)
    for each in by:
        if each in AFTER_PLAY:
            AFTER_PLAY[each](play, quote)
    return frames


def _homeland(play: Play[State], seat: str, slot: int, home: facts.Homeland) -> Frames:
    """Give the reward of a homeland; a relic is taken as if recovered, without its price (R40)."""
    state = play.state
    if home.reward == "warbands":
        pieces.gain_warbands(play, seat, home.count)
    elif home.reward == "favor":
        pieces.gain_favor(play, seat, home.suit, home.count)
    elif home.reward == "secrets":
        pieces.gain_secrets(play, seat, home.count)
    elif state.sites[slot].relics and not table.lineage(state, slot, seat):
        if WORSHIP in table.accessible(state, seat, "modifier", "recover"):
            pieces.gain_supply(play, seat, 3)
        return take_lying(play, seat, slot, 0)
    return []


class RelicTaken(SeatEvent, frozen=True, tag="relic_taken", rule="5.4.3", touches=("slot",), hits=("player",)):
    """A player took a relic, from a site, from a player, from the reliquary or from the deck."""

    card: CardId
    slot: SlotId | None = None
    player: PlayerId | None = None
    site: SiteId | None = None


class BannerTaken(SeatEvent, frozen=True, tag="banner_taken", rule="2.5.3", hits=("player",)):
    """A player took a banner."""

    banner: BannerId
    player: PlayerId | None = None
    paid: int = 0


AFTER_TAKING: Final[list[Callable[[Play[State], str, list[int]], Frames]]] = []
"""Reactions to relics that a player took (Relic Thief); what is given is not taken (R03)."""


def relics_taken(play: Play[State], seat: str, relics: list[int]) -> Frames:
    """Return what others do after a player has taken relics."""
    return [frame for rule in AFTER_TAKING for frame in rule(play, seat, relics)]


def take_lying(play: Play[State], seat: str, slot: int, number: int) -> Frames:
    """Take a relic that lies face down at a site, and return what others do then."""
    here = play.state.sites[slot]
    lying = here.relics[number]
    here.relics = [relic for relic in here.relics if relic is not lying]
    board = play.state.boards[seat]
    board.relics = [*board.relics, lying.card]
    play.emit(RelicTaken(seat, CARD.ids[lying.card], SLOT.ids[slot], site=table.site_id(play.state, slot)))
    return relics_taken(play, seat, [lying.card])


@STEPS.announce
def keeping(seat: PlayerId, by: list[str], plays: int, source: str = "search") -> None:
    """Ask what becomes of cards that were drawn (5.1.3)."""


@STEPS.announce
def elsewhere(seat: PlayerId, cards: list[CardId], by: list[str]) -> None:
    """Let modifiers of a search say where cards go that are about to be discarded (5.1.3)."""


def discard_vision(play: Play[State], seat: str) -> list[Any]:
    """Discard the revealed vision of a player (5.1.4.3); a false prophet who followed it gets it instead."""
    state, board = play.state, play.state.boards[seat]
    card, board.vision = board.vision, NONE
    for each in state.order:
        if state.boards[each].prophet == card:
            state.boards[each].prophet = NONE
            play.emit(pieces.Killed(table.colour(state, each), 1, player=each))
            state.boards[each].drawn = [pieces.lying(card, each)]
            return [keeping(each, [], 1, "prophet")]
    to = facts.DISCARDS_TO[table.region(state, seat)]
    state.discards[to].insert(0, pieces.lying(card))
    play.emit(pieces.Discarded(CARD.ids[card], facts.REGION.ids[to]))
    return []


@step("7.3.3")
def when_played(play: Play[State], seat: PlayerId, card: CardId) -> Frames:
    """Carry out the power that a card has when it is played."""
    rule = WHEN_PLAYED.get(card)
    spot = table.spot_of(play.state, CARD.number(card))
    if rule is None or spot is None:
        return []
    return rule(play, seat, spot.slot) or []


class GiveUp(OfCard, frozen=True, tag="give_up"):
    """Discard an adviser of a council that is too large. 7.6.4."""


not_your_adviser = Code("7.6.4", card=CARD)
TRIM: Final = Question(
    "trim", "7.6.4", GiveUp, otherwise=not_your_adviser, default=FIRST, alone="silence", interrupts=True
)


@step("7.6.4")
def trim(
    play: Play[State],
    seat: PlayerId,
    by: list[str],
    going: list[CardId] | None = None,
    coming: list[CardId] | None = None,
) -> Asking:
    """Let a player say who leaves a council that is too full, or will be when some advisers go and others come.

    `by`: modifiers of the search.
    """
    staying = [*map(CARD.number, going or ())]
    council = counted(council_of(play.state, seat).without(staying), map(CARD.number, coming or ()))
    offers = [*who_may_leave(play.state, seat, council, staying)] if council.excess else []
    if not offers:
        return []
    answer = yield TRIM.in_turn_of(play.state.turn.seat)(seat, map(GiveUp, offers))
    return [elsewhere(seat, [answer.card], by), given_up(seat, answer.card), trim(seat, by, going, coming)]


@step("7.6.4")
def given_up(play: Play[State], seat: PlayerId, card: CardId) -> None:
    """Discard an adviser, from whichever side it shows, unless it has gone elsewhere."""
    pieces.put_away(play, seat, pieces.still_there(play.state, seat, [card]))


class Conspire(Action, frozen=True, tag="conspire"):
    """Burn a secret to take a relic of a player at your site. 5.1.4.4."""

    player: PlayerId
    card: CardId


class ConspireForBanner(Action, frozen=True, tag="conspire_for_banner"):
    """Burn a secret to take a banner of a player at your site. 5.1.4.4."""

    player: PlayerId
    banner: BannerId


NoConspiracy = word("no_conspiracy", "Burn no secret and take nothing. 5.1.4.4.")
no_match = Code("5.1.4.4")
"""Two of your faceup advisers must have suits of that player's, who has what is taken and is at your site."""


class ConspiracyAnswers(ValidatedAnswers[State]):
    """The relics and banners that Conspiracy may take."""

    kind, rule = "conspiracy", "5.1.4.4"
    actions = (Conspire, ConspireForBanner, NoConspiracy)

    def candidates(self, state: State, seat: str) -> Iterator[Action]:
        for each in table.beside(state, seat):
            yield from (Conspire(each, CARD.ids[card]) for card in state.boards[each].relics)
            held = (number for number, found in enumerate(state.banners) if found.holder == each)
            yield from (ConspireForBanner(each, BANNER.ids[number]) for number in held)
        yield NoConspiracy()

    def illegality(self, state: State, seat: str, action: Action) -> Refusal | None:
        if isinstance(action, NoConspiracy):
            return None
        assert isinstance(action, Conspire | ConspireForBanner)
        if action.player not in table.beside(state, seat) or not state.boards[seat].secrets:
            return no_match()
        if isinstance(action, Conspire):
            thing = CARD.number(action.card)
            has = thing in state.boards[action.player].relics and not protected(state, seat, action.player, thing)
        else:
            banner = BANNER.number(action.banner)
            has = state.banners[banner].holder == action.player
            has = has and not banner_protected(state, seat, action.player, banner)
        suits = {CARD.things[adviser].suit for adviser in state.boards[action.player].advisers}
        matching = sum(table.advisers_of(state, seat, suit) for suit in suits)
        return None if has and matching >= 2 else no_match()

    def default(self, state: State, seat: str) -> Action:
        return NoConspiracy()


def protected(state: State, seat: str, owner: str, relic: int) -> bool:
    """Return whether a card keeps a player from targeting or taking a relic of another: circlet, lost tongue."""
    if CIRCLET in state.boards[owner].relics and relic != CIRCLET:
        return True
    return tongue_tied(state, seat, owner)


def banner_protected(state: State, seat: str, owner: str, banner: int) -> bool:
    """Return whether a card keeps a player from targeting or taking a banner of another."""
    if owner and (CIRCLET in state.boards[owner].relics or tongue_tied(state, seat, owner)):
        return True
    return banner == facts.DARKEST_SECRET and table.binds(state, GUARDIANS, seat)


def tongue_tied(state: State, seat: str, owner: str) -> bool:
    """Return whether Lost Tongue of an owner binds a player, who rules no nomad card."""
    return table.has(state, owner, TONGUE) and facts.NOMAD not in table.suits_ruled(state, seat)


CIRCLET = CARD.number("circlet_of_command")
TONGUE = CARD.number("lost_tongue")
GUARDIANS = CARD.number("tome_guardians")


@step("5.1.4.4")
def conspiracy(play: Play[State], seat: PlayerId) -> Asking:
    """Let whoever played Conspiracy take a relic or a banner for a secret."""
    state = play.state
    answer = yield Choose(seat, ConspiracyAnswers(), silent=not state.boards[seat].secrets)
    if isinstance(answer, Conspire):
        pieces.burn_secrets(play, seat, 1)
        card = CARD.number(answer.card)
        pieces.take_relic(state, seat, card)
        play.emit(RelicTaken(seat, answer.card, player=answer.player))
        return relics_taken(play, seat, [card])
    elif isinstance(answer, ConspireForBanner):
        pieces.burn_secrets(play, seat, 1)
        pieces.seize(play, seat, BANNER.number(answer.banner))
        play.emit(BannerTaken(seat, answer.banner, answer.player))
    return []


class FromBank(OfSuit, frozen=True, tag="from_bank"):
    """Take the favor from this bank."""


empty_bank = Code("9.3", suit=SUIT)
BANK: Final = Question(
    "bank",
    "10.0",
    FromBank,
    otherwise=empty_bank,
    default=FIRST,
    alone="silence",
    about={"card": CardId, "count": int},
    interrupts=True,
)


def banks_with_favor(state: State) -> list[FromBank]:
    """Return the banks that have favor, the fullest first."""
    return [FromBank(SUIT.ids[each]) for each in table.fullest(state) if state.banks[each]]


@step("10.0")
def gain_from_bank(play: Play[State], seat: PlayerId, count: int, card: CardId) -> Asking:
    """Let a player gain favor from one bank of their choice, for a card."""
    offers = banks_with_favor(play.state)
    if not offers or not count:
        return None
    answer = yield BANK.in_turn_of(play.state.turn.seat)(seat, offers, card=card, count=count)
    pieces.gain_favor(play, seat, SUIT.number(answer.suit), count)
    return None
