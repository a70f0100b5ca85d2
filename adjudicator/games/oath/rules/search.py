"""Search (5.1): draw three cards, keep one, play or discard it."""

from collections.abc import Iterator
from typing import Annotated, Any, Final

from adjudicator import FIRST, Action, Asking, Asks, Choose, Frames, Play, Question, Refusal, ValidatedAnswers
from adjudicator.components import Code
from adjudicator.components.quotes import Powers, Quote

from .. import facts
from ..facts import CARD, DARKEST_SECRET, GREEDY, NONE, REGION, CardId, PlayerId, RegionId
from ..state import Facedown, State
from . import pieces, table
from .book import Fee, Modified, SeatEvent, in_turn, step, with_modifiers
from .discards import misnamed
from .modifying import automatic, fee_with, lacking, modifiers_refused, pay_modifiers, usable
from .playing import AFTER_PLAY, Way, played, quoted, refused, ways
from .powers import later

WORLD: Final = "world"
"""The world deck as a source of a search; the others are the regions with their discard piles."""


class Searched(SeatEvent, frozen=True, tag="searched", rule="5.1.2", own=("cards",)):
    """A player drew cards; `vision`: drawing stopped at a vision of the world deck. Who drew them sees them."""

    source: str
    count: int
    vision: bool = False
    cards: Annotated[tuple[str, ...], CARD] = ()


empty_pile = Code("5.1.2")
other_pile = Code("5.1.2", region=REGION)
greedy = Code("6.6.2")


class SearchQuote(Quote[State]):
    """The terms of a search: its price, how many cards, from where; `after`: what follows it."""

    def __init__(self, state: State, seat: str, deed: "Search") -> None:
        super().__init__(state, seat)
        self.deed = deed
        self.world = deed.source == WORLD
        self.pile = NONE if self.world else REGION.number(deed.source)
        own = state.boards[seat].pawn
        self.piles = 0 if own == NONE else 1 << table.region(state, seat)
        ds = state.banners[DARKEST_SECRET].holder == seat
        self.supply = 2 if not self.world or ds else facts.SEARCH[state.visions]
        self.free = False
        self.draws = 3
        self.below = False
        self.plays = 1
        self.shown = False
        self.before: list[Any] = []
        self.after: list[Any] = []
        self.fees: list[tuple[str, int]] = []
        if own != NONE and table.is_site(state, own, "marshes"):
            self.draws -= 1
        if seat == facts.CHANCELLOR and not state.reliquary[GREEDY]:
            self.draws += 2
            if self.price > 2:
                self.forbid("greedy", greedy())

    @property
    def price(self) -> int:
        """The supply that it costs."""
        return 0 if self.free else self.supply


SEARCHES: Final = Powers[SearchQuote]()
FARTHER: Final = ("observatory", "errand_boy")
"""Modifiers that search the discard piles of other regions."""


class Search(Modified, frozen=True, tag="search"):
    """Search the world deck, or a discard pile. 5.1."""

    source: str = WORLD
    modifiers: Annotated[tuple[str, ...], CARD] = ()

    @classmethod
    def candidates(cls, state: State, seat: str, asked: Any) -> Iterator[Action]:
        mods = usable(state, seat, "search", SEARCHES)
        own = REGION.ids[table.region(state, seat)]
        for source in (WORLD, own):
            yield from with_modifiers(cls(source=source), mods)
        for each in (mod for mod in mods if mod in FARTHER):
            yield from (cls(source=other, modifiers=(each,)) for other in REGION.ids if other != own)

    def quote(self, state: State, seat: str) -> SearchQuote:
        """Return the terms of this search."""
        quote = SearchQuote(state, seat, self)
        SEARCHES.applied(quote, automatic(state, SEARCHES))
        return SEARCHES.applied(quote, self.modifiers)

    def illegality(self, state: State, seat: str, asked: Any) -> Refusal | None:
        if self.source != WORLD and self.source not in REGION:
            return empty_pile()
        if bad := modifiers_refused(state, seat, "search", self.modifiers, SEARCHES):
            return bad
        quote = self.quote(state, seat)
        if quote.refusal:
            return quote.refusal  # type: ignore[no-any-return]
        if not quote.world and not quote.piles >> quote.pile & 1:
            return other_pile(region=quote.pile)
        left = pieces.world_left(state) if quote.world else len(state.discards[quote.pile])
        return lacking(state, seat, self.fee(state, seat)) if left else empty_pile()

    def fee(self, state: State, seat: str) -> Fee:
        quote = self.quote(state, seat)
        return fee_with(state, self.modifiers, quote.price, sum(favor for _, favor in quote.fees), 0)

    def apply(self, play: Play[State], seat: str) -> Frames:
        """Draw the cards (5.1.1, 5.1.2)."""
        state = play.state
        quote = self.quote(state, seat)
        state.boards[seat].supply -= quote.price
        for player, favor in quote.fees:
            pieces.give_favor(play, seat, player, favor)
        pay_modifiers(play, seat, self.modifiers)
        drawn = drawn_from_world(play, quote.draws) if quote.world else _from_pile(state, quote)
        board = state.boards[seat]
        board.drawn = drawn
        readers = play.seats if quote.shown else (seat,)
        for each in drawn:
            pieces.see(each, *readers)
        vision = quote.world and bool(drawn) and drawn[-1].vision
        ids = tuple(CARD.ids[each.card] for each in drawn)
        told = Searched(seat, self.source, len(drawn), vision, ids)
        play.emit(told, dict.fromkeys(readers, told) if quote.shown else None)
        return [*quote.before, keeping(seat, list(self.modifiers), quote.plays), *quote.after]


def drawn_from_world(play: Play[State], count: int) -> list[Facedown]:
    """Draw cards of the world deck one by one; a vision stops it (5.1.2)."""
    found: list[Facedown] = []
    while len(found) < count and (card := pieces.draw_world(play)) != NONE:
        found.append(pieces.lying(card))
        if pieces.is_vision(card):
            break
    return found


def _from_pile(state: State, quote: SearchQuote) -> list[Facedown]:
    pile = state.discards[quote.pile]
    count = min(quote.draws, len(pile))
    found = pile[len(pile) - count :] if quote.below else pile[:count]
    state.discards[quote.pile] = pile[: len(pile) - count] if quote.below else pile[count:]
    return [Facedown(each.card, vision=each.vision) for each in found]


class Keep(Way, frozen=True, tag="keep"):
    """Keep one of the drawn cards and play or discard it; the others are discarded. 5.1.3, 5.1.4.

    `order`: which of the others are discarded first, the last one on top; those that it does not name follow as drawn.
    """

    order: Annotated[tuple[str, ...], CARD] = ()


not_drawn = Code("5.1.3", card=CARD)


class KeepAnswers(ValidatedAnswers[State]):
    """The ways to play one of the cards that were drawn. `by`: modifiers of the search."""

    kind, rule, secret, interrupts = "keep", "5.1.3", True, True
    actions = (Keep,)

    def __init__(self, by: tuple[str, ...], source: str) -> None:
        self.modifiers, self.source = by, source

    def candidates(self, state: State, seat: str) -> Iterator[Action]:
        for each in state.boards[seat].drawn:
            if each.card != NONE:
                yield from ways(state, seat, each.card, self.source, self.modifiers, Keep)

    def options(self, state: State, seat: str) -> Iterator[Action]:
        """Yield the candidates: they are legal ways already."""
        return self.candidates(state, seat)

    def illegality(self, state: State, seat: str, action: Action) -> Refusal | None:
        assert isinstance(action, Keep)
        card = CARD.number(action.card)
        if not any(each.card == card for each in state.boards[seat].drawn):
            return not_drawn(card=card)
        if bad := order_refused(state, seat, action.card, action.order):
            return bad
        return refused(quoted(state, seat, action, self.source, self.modifiers))

    def default(self, state: State, seat: str) -> Action:
        """Return what harms nobody: the first card face down among the advisers where there is room, else discarded."""
        found = [option for option in self.options(state, seat) if isinstance(option, Keep) and not option.away]
        down = (each for each in found if each.to == "facedown")
        return next(down, next(each for each in found if each.to == "discard"))


def order_refused(state: State, seat: str, kept: str, order: tuple[str, ...]) -> Refusal | None:
    """Return why cards cannot be discarded in an order: it names each of the others once at the most (R32)."""
    others = {CARD.ids[drawn.card] for drawn in state.boards[seat].drawn if drawn.card != NONE} - {kept}
    wrong = misnamed(order, others)
    return None if wrong is None else not_drawn(card=CARD.number(wrong))


def put_in_order(drawn: list[Facedown], order: tuple[str, ...]) -> list[Facedown]:
    """Return drawn cards in the order in which they are discarded."""
    ranks = {CARD.number(card): at for at, card in enumerate(order)}
    return sorted(drawn, key=lambda lying: ranks.get(lying.card, len(ranks)))


@step("5.1.3")
def keeping(play: Play[State], seat: PlayerId, by: list[str], plays: int, source: str = "search") -> Asking:
    """Let the player choose a card to keep, discard the others, and play it."""
    state = play.state
    board = state.boards[seat]
    if not board.drawn:
        return None
    answer = yield Choose(seat, in_turn(state, seat, KeepAnswers(tuple(by), source)))
    board.drawn = put_in_order(board.drawn, answer.order)
    again = plays > 1 and len(board.drawn) > 1 and answer.to == "site"
    leaving = [] if again else [CARD.ids[each.card] for each in board.drawn if CARD.ids[each.card] != answer.card]
    leaving += [each for each in (answer.to == "discard" and answer.card, answer.clears, answer.away) if each]
    how = [answer.card, answer.to, answer.slot, answer.away, answer.clears]
    return [elsewhere(seat, leaving, by), playing_kept(seat, how, plays, source, by)]


@step("5.1.3")
def elsewhere(play: Play[State], seat: PlayerId, cards: list[CardId], by: list[str]) -> Frames:
    """Let a player with the Cracked Horn or Bracken say where cards go that are about to be discarded."""
    horn = [later(seat, "cracked_horn:below", [cards])] if "cracked_horn" in by else []
    return [*horn, *([discarding(seat, cards)] if "bracken" in by else [])]


class DiscardTo(Action, frozen=True, tag="discard_to"):
    """Discard to the pile of a region, on its top or at its bottom (Bracken). 5.1.3."""

    region: RegionId
    below: bool = False


no_such_pile = Code("5.1.3")
DISCARDING: Final = Question("discarding", "5.1.3", DiscardTo, otherwise=no_such_pile, default=FIRST)


@step("5.1.3")
def discarding(play: Play[State], seat: PlayerId, cards: list[CardId]) -> Asks:
    """Let a player with Bracken say to which pile all cards go."""
    own = REGION.ids[facts.DISCARDS_TO[table.region(play.state, seat)]]
    regions = [own, *(region for region in REGION.ids if region != own)]
    if pieces.still_there(play.state, seat, cards):
        answer = yield DISCARDING(seat, [DiscardTo(region, below) for region in regions for below in (False, True)])
        going = pieces.still_there(play.state, seat, cards)
        pieces.put_away(play, seat, going, to=REGION.number(answer.region), below=answer.below)


@step("5.1.4")
def playing_kept(play: Play[State], seat: PlayerId, how: list[Any], plays: int, source: str, by: list[str]) -> Frames:
    """Play the card that was kept, when the others have been discarded."""
    state, board, way = play.state, play.state.boards[seat], Keep(*how)
    kept = [each for each in board.drawn if CARD.ids[each.card] == way.card]
    others = [each for each in board.drawn if each not in kept]
    more: Frames = []
    if plays > 1 and others and way.to == "site":
        once = state.rules.land_warden_bonus_once
        more = [keeping(seat, [each for each in by if not (once and each in AFTER_PLAY)], 1)]
    board.drawn = others if more else []
    if not more:
        pieces.discard_unseen(play, seat, [each.card for each in others])
    return [*(played(play, seat, way, source, tuple(by)) if kept else []), *more]
