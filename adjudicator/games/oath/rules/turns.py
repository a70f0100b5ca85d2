"""The sequence of play (1, 4): the set-up, and turns of a wake, an act and a rest phase."""

from collections.abc import Iterator
from typing import Annotated, ClassVar, Final, Literal

from adjudicator import (
    FIRST,
    Action,
    Asking,
    Asks,
    Choose,
    Frames,
    Play,
    Question,
    Refusal,
    RuleActionAnswers,
    ValidatedAnswers,
    word,
)
from adjudicator.components import Code

from .. import facts
from ..facts import (
    CARD,
    CHANCELLOR,
    NONE,
    PEOPLES_FAVOR,
    SITE,
    SLOT,
    SUIT,
    SUPPLY,
    CardId,
    PlayerId,
    SiteId,
    SlotId,
    SuitId,
)
from ..state import State, Turn
from . import campaign, chronicle, deals, economy, empire, pieces, powers, search, table, travel, victory, warbands
from .book import ActDeed, AtSlot, OfCard, OfSuit, SeatEvent, step


class MatchBegan(SeatEvent, frozen=True, tag="match_began", rule="1.0"):
    """The order of the players, the chancellor first."""

    order: tuple[PlayerId, ...]


class Settled(SeatEvent, frozen=True, tag="settled", rule="1.23", touches=("slot",)):
    """A player placed the pawn and keeps one card."""

    slot: SlotId
    site: SiteId | None = None


class TurnBegan(SeatEvent, frozen=True, tag="turn_began", rule="4.0"):
    """A turn began."""

    round: int


class Woke(SeatEvent, frozen=True, tag="woke", rule="4.1.1"):
    """The holder of the People's Favor put favor on it (`suit` None) or moved one to a bank."""

    suit: SuitId | None
    tokens: int


class Mobbed(SeatEvent, frozen=True, tag="mobbed", rule="4.1.1"):
    """The People's Favor was turned to its mob side."""


class Rested(SeatEvent, frozen=True, tag="rested", rule="4.3"):
    """A turn is over."""

    supply: int
    secrets: int


class RoundOver(SeatEvent, frozen=True, tag="round_over", rule="4.0"):
    round: int


class Begin(Action, frozen=True, tag="begin"):
    """Place the pawn on a site and keep one of three cards; `order`: how the others are discarded. 1.23."""

    slot: SlotId
    card: CardId
    order: Annotated[tuple[str, ...], CARD] = ()


not_dealt = Code("1.23", card=CARD)
facedown_site = Code("1.23", slot=SLOT)


class BeginAnswers(ValidatedAnswers[State]):
    """The sites and the cards to begin with."""

    kind, rule, secret = "begin", "1.23", True
    actions = (Begin,)

    def slots(self, state: State, seat: str) -> list[int]:
        """Return the sites where the pawn may begin; the chancellor begins at the top."""
        open = [slot for slot in SLOT.indexes if state.sites[slot].site != NONE]
        return open[:1] if seat == CHANCELLOR else open

    def candidates(self, state: State, seat: str) -> Iterator[Action]:
        for slot in self.slots(state, seat):
            for each in state.boards[seat].drawn:
                if each.card != NONE:
                    yield Begin(SLOT.ids[slot], CARD.ids[each.card])

    def illegality(self, state: State, seat: str, action: Action) -> Refusal | None:
        assert isinstance(action, Begin)
        card, slot = CARD.number(action.card), SLOT.number(action.slot)
        if slot not in self.slots(state, seat):
            return facedown_site(slot=slot)
        if not any(lying.card == card for lying in state.boards[seat].drawn):
            return not_dealt(card=card)
        return search.order_refused(state, seat, action.card, action.order)

    def default(self, state: State, seat: str) -> Action:
        return next(iter(self.candidates(state, seat)))


@step("1.0")
def set_up(play: Play[State]) -> Frames:
    """Draw the order of the players, and build the world deck (1.7, 8.8)."""
    state = play.state
    play.line("set_up")
    others = [each for each in play.seats if each != CHANCELLOR]
    state.order = [CHANCELLOR, *play.pick_many("order", "players", others, len(others))]
    play.emit(MatchBegan(CHANCELLOR, tuple(state.order)))
    build_world(play)
    return [prompting([]), dealing()]


@step("1.17")
def dealing(play: Play[State]) -> Frames:
    """Fill the reliquary, discard the first cards and deal each player three (1.17 to 1.20)."""
    state = play.state
    for space in state.reliquary:
        if (relic := pieces.draw_relic(play)) != NONE:
            space.append(pieces.lying(relic))
    for pile in state.discards:
        pile.append(pieces.lying(pieces.draw_bottom(play)))
    for seat in state.order:
        for _ in range(3):
            drawn = pieces.lying(pieces.draw_bottom(play), seat)
            state.boards[seat].drawn = [*state.boards[seat].drawn, drawn]
            state.visions += drawn.vision
    pieces.fix_top(play)
    for seat in state.order:
        cards = tuple(CARD.ids[each.card] for each in state.boards[seat].drawn)
        play.emit(search.Searched(seat, "world", 3, cards=cards))
    return [*map(beginning, state.order), turn(CHANCELLOR)]


def build_world(play: Play[State]) -> None:
    """Build the world deck of its three stacks: 10 denizens and 2 visions, 15 and 3, and the rest (8.8)."""
    layers = play.state.layers
    deck, visions = layers[2], list(facts.VISION.indexes)
    for number, (denizens, seen) in enumerate(((10, 2), (15, 3))):
        drawn = play.pick_many("stack", "cards", [CARD.ids[each] for each in deck], min(denizens, len(deck)))
        with_them = play.pick_many("visions", "cards", [CARD.ids[vision] for vision in visions], seen)
        cards = [CARD.number(each) for each in (*drawn, *with_them)]
        layers[number] = sorted(cards)
        deck = [each for each in deck if each not in cards]
        visions = [vision for vision in visions if vision not in cards]
    layers[2], play.state.box = deck, visions


class GoWithout(AtSlot, frozen=True, tag="go_without"):
    """Put one favor fewer on a site than it asks for. 1.16."""


class WentWithout(SeatEvent, frozen=True, tag="went_without", rule="1.16", touches=("slot",)):
    """The chancellor put one favor fewer on a site than it asks for."""

    slot: SlotId
    site: SiteId


asks_no_favor = Code("1.16", slot=SLOT)
SHORT: Final = Question("short", "1.16", GoWithout, otherwise=asks_no_favor, default=FIRST, alone="silence")


@step("1.16")
def prompting(play: Play[State], without: list[SlotId]) -> Asking:
    """Put on faceup sites what they ask for (2.8.2); the chancellor says which go without favor that is missing.

    `without`: these sites, once for each favor.
    """
    state = play.state
    starts = {slot: SITE.things[here.site].start for slot, here in enumerate(state.sites) if here.site != NONE}
    favor = {slot: start.favor - without.count(SLOT.ids[slot]) for slot, start in starts.items()}
    if sum(favor.values()) > pieces.shared_favor(state):
        answer = yield SHORT(CHANCELLOR, [GoWithout(SLOT.ids[slot]) for slot in favor if favor[slot]])
        play.emit(WentWithout(CHANCELLOR, answer.slot, SITE.ids[state.sites[SLOT.number(answer.slot)].site]))
        return [prompting([*without, answer.slot])]
    for slot, start in starts.items():
        here = state.sites[slot]
        here.favor, here.secrets = favor[slot], start.secrets
        while len(here.relics) < start.relics and (relic := pieces.draw_relic(play)) != NONE:
            here.relics = [*here.relics, pieces.lying(relic)]
    return []


@step("1.23")
def beginning(play: Play[State], seat: PlayerId) -> Asks:
    """Let a player place the pawn, keep a card face down, and discard two."""
    answer = yield Choose(seat, BeginAnswers())
    board, card = play.state.boards[seat], CARD.number(answer.card)
    board.pawn = SLOT.number(answer.slot)
    board.hidden = [each for each in board.drawn if each.card == card]
    rest = [lying.card for lying in search.put_in_order(board.drawn, answer.order) if lying.card != card]
    board.drawn = []
    play.emit(Settled(seat, answer.slot, table.site_id(play.state, board.pawn)))
    pieces.discard_unseen(play, seat, rest)


@step("4.0")
def turn(play: Play[State], seat: PlayerId) -> Frames:
    """Begin a turn with the wake phase (4.1)."""
    state = play.state
    state.turn = Turn(seat)
    play.emit(TurnBegan(seat, state.round))
    favored = state.banners[PEOPLES_FAVOR].holder == seat
    return [*([peoples_favor(seat, 2)] if favored else []), waking(seat)]


PutFavor = word("put_favor", "Put 1 favor on the People's Favor. 4.1.1.")


class MoveFavor(OfSuit, frozen=True, tag="move_favor"):
    """Move 1 favor from the People's Favor to a bank that has least. 4.1.1."""


not_poorest = Code("4.1.1")
"""The favor goes to a bank that has least, and the last one stays."""
WAKE: Final = Question("wake", "4.1.1", PutFavor, MoveFavor, otherwise=not_poorest, default=FIRST, alone="logged")


@step("4.1.1")
def peoples_favor(play: Play[State], seat: PlayerId, times: int) -> Asking:
    """Put favor on the People's Favor or move one away; with a mob twice (4.1.1)."""
    state = play.state
    banner = state.banners[PEOPLES_FAVOR]
    least = min(state.banks)
    poorest = [MoveFavor(SUIT.ids[n]) for n in SUIT.indexes if state.banks[n] == least] if banner.tokens > 1 else []
    put = [PutFavor()] if table.favor_of(state, seat) else []
    offers: list[Action] = [*poorest, *put] if banner.tokens > 1 else [*put]
    if not offers:
        return _mob(play, seat)
    answer = yield WAKE(seat, offers)
    banner = play.state.banners[PEOPLES_FAVOR]
    if isinstance(answer, MoveFavor):
        banner.tokens -= 1
        play.state.banks[SUIT.number(answer.suit)] += 1
        play.emit(Woke(seat, answer.suit, banner.tokens))
    else:
        pieces.lose_favor(play.state, seat, 1)
        banner.tokens += 1
        play.emit(Woke(seat, None, banner.tokens))
    if times > 1 and banner.mob:
        return [peoples_favor(seat, 1)]
    return _mob(play, seat)


def _mob(play: Play[State], seat: str) -> Frames:
    """Turn the People's Favor to the mob with six favor or more (4.1.1.3)."""
    banner = play.state.banners[PEOPLES_FAVOR]
    if banner.tokens >= 6 and not banner.mob:
        banner.mob = True
        play.emit(Mobbed(seat))
    return []


@step("4.1.2")
def waking(play: Play[State], seat: PlayerId) -> Frames:
    """Look whether an exile has won, turn the title, and take what the site gives (4.1.2 to 4.1.4)."""
    state = play.state
    if not table.belongs(state, seat):
        if state.title == seat and state.usurper:
            return [chronicle.won(seat, "usurper")]
        if visions := victory.fulfilled(state, seat):
            return [chronicle.won(seat, "visionary", [CARD.ids[vision] for vision in visions])]
        if state.title == seat:
            state.usurper = True
            play.emit(victory.Usurped(seat))
    return [site_power(seat), acting(seat, True)]


class TakeToken(Action, frozen=True, tag="take_token"):
    """Take a favor or a secret that lies at your site. 4.1.4."""

    token: Literal["favor", "secret"]


TakeNothing = word("take_nothing", "Take nothing from the site. 4.1.4.")
nothing_lies_there = Code("4.1.4")
OPPORTUNITY: Final = Question("opportunity", "4.1.4", TakeToken, otherwise=nothing_lies_there, default=TakeNothing())


@step("4.1.4")
def site_power(play: Play[State], seat: PlayerId) -> Asks:
    """Let a player take a token from Salt Flats, Mine or Drowned City."""
    state = play.state
    here = state.sites[state.boards[seat].pawn]
    gives = SITE.things[here.site].gives
    offers = [TakeToken(each) for each in gives if (here.favor if each == "favor" else here.secrets)]
    if not offers:
        return
    answer = yield OPPORTUNITY(seat, [*offers, TakeNothing()])
    if isinstance(answer, TakeToken):
        here = play.state.sites[play.state.boards[seat].pawn]
        if answer.token == "favor":
            here.favor -= 1
            pieces.add_favor(play.state, seat, 1)
            play.emit(pieces.Gained(seat, favor=1))
        else:
            here.secrets -= 1
            pieces.gain_secrets(play, seat, 1)


class Rest(ActDeed, frozen=True, tag="rest"):
    """End the act phase. 4.2."""


class ActAnswers(RuleActionAnswers[State]):
    """The actions of the act phase (4.2)."""

    kind, rule = "act", "4.2"
    actions: ClassVar[tuple[type[ActDeed], ...]] = (
        search.Search,
        economy.Muster,
        economy.Trade,
        economy.RecoverRelic,
        economy.RecoverBanner,
        campaign.Attack,
        travel.Travel,
        warbands.PlayAdviser,
        powers.UsePower,
        warbands.PeekRelic,
        warbands.PeekReliquary,
        warbands.MoveWarbands,
        warbands.GiveWarbands,
        empire.Offer,
        empire.ExileCitizen,
        empire.SelfExile,
        deals.UseTribunal,
        Rest,
    )

    def options(self, state: State, seat: str) -> Iterator[Action]:
        for deed in self.actions:
            yield from deed.legal(state, seat, self)

    def more_than_one(self, state: State, seat: str) -> bool:
        """Return whether there is anything to do: to rest is always possible."""
        return any(True for deed in self.actions if deed is not Rest for _ in deed.legal(state, seat, self))

    def default(self, state: State, seat: str) -> Action:
        return Rest()

    def context(self, state: State, seat: str) -> dict[str, int]:
        return {"supply": state.boards[seat].supply}


@step("4.2")
def acting(play: Play[State], seat: PlayerId, begins: bool = False) -> Asking:
    """Ask for the actions of the act phase, one after the other."""
    if begins:
        play.state.turn.acting = True
        return [acting(seat)]
    if not play.state.turn.acting:
        return [resting(seat)]
    answer = yield Choose(seat, ActAnswers(), automatic=True)
    if isinstance(answer, Rest):
        return [resting(seat)]
    return [*answer.apply(play, seat), victory.settling(), acting(seat)]


@step("4.3")
def resting(play: Play[State], seat: PlayerId) -> Frames:
    """Return favor and secrets, refresh supply, then use rest powers (4.3)."""
    state = play.state
    state.turn.acting = False
    return_tokens(play, seat)
    board = state.boards[seat]
    board.supply = min(SUPPLY, board.supply + refresh(state, seat))
    play.emit(Rested(seat, board.supply, board.secrets))
    return [rest_powers(seat), victory.settling(), turn_ends(seat)]


def return_tokens(play: Play[State], seat: str, *, but: int = NONE) -> None:
    """Return favor from all cards to the banks and secrets to the player, turned face up (4.3.1, 4.3.2)."""
    state = play.state
    board = state.boards[seat]
    stays = []
    for card in state.on_cards:
        bank = table.suit(state, card.card)
        if card.card == but:
            stays.append(card)
        elif bank != NONE:
            state.banks[bank] += card.favor
        board.secrets += card.secrets if card.card != but else 0
    state.on_cards = stays
    board.secrets, board.turned = board.secrets + board.turned, 0


def refresh(state: State, seat: str) -> int:
    """Return the supply of a player's band (4.3.3); a citizen follows the chancellor's marker."""
    if state.boards[seat].citizen:
        return state.boards[CHANCELLOR].supply
    left = table.bank_of(state, seat)
    return next(supply for least, supply in facts.REFRESH[seat == CHANCELLOR] if left >= least)


class UseRest(OfCard, frozen=True, tag="use_rest"):
    """Use the rest power of a card. 4.3.5."""


NoRest = word("no_rest", "Use no rest power, or no more. 4.3.5.")
no_rest_power = Code("4.3.5", card=CARD)
RESTS: Final = Question("rest_power", "4.3.5", UseRest, NoRest, otherwise=no_rest_power, default=FIRST)


@step("4.3.5")
def rest_powers(play: Play[State], seat: PlayerId) -> Asking:
    """Let a player use each rest power once, in any order."""
    state = play.state
    there = [each for each in table.accessible(state, seat, "rest") if not state.turn.rested >> each & 1]
    names = [
        CARD.ids[each] for each in there if CARD.ids[each] in powers.RESTS and powers.able(state, seat, CARD.ids[each])
    ]
    if not names:
        return []
    answer = yield RESTS(seat, [*map(UseRest, names), NoRest()])
    if isinstance(answer, NoRest):
        return []
    play.state.turn.rested |= 1 << CARD.number(answer.card)
    play.emit(powers.PowerUsed(seat, answer.card))
    return [*powers.run(play, seat, answer.card), rest_powers(seat)]


@step("4.0")
def turn_ends(play: Play[State], seat: PlayerId) -> Frames:
    """End a turn; behind the last one the round (4)."""
    state = play.state
    state.turns += 1
    after = state.order.index(seat) + 1
    if after < len(state.order):
        return [turn(state.order[after])]
    play.emit(RoundOver(seat, state.round))
    if state.round == facts.ROUNDS:
        return victory.long_war(play)
    return [*victory.stable_regime(play), next_round()]


@step("4.0")
def next_round(play: Play[State]) -> Frames:
    """Move the marker of the rounds track, unless the match is over."""
    play.state.round += 1
    return [turn(CHANCELLOR)]
