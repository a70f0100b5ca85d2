"""The chronicle (8): what the winner makes of the world before the next match begins."""

from collections.abc import Iterator
from typing import Final

from adjudicator import FIRST, Action, Asking, Asks, Choose, Frames, Play, Question, Refusal, ValidatedAnswers, word
from adjudicator.components import Code
from adjudicator.components.bits import bits

from ..facts import (
    CARD,
    CHANCELLOR,
    CRADLE,
    DENIZEN,
    EDIFICE,
    HEARTH,
    HINTERLAND,
    NONE,
    OATH,
    PLAYER,
    PROVINCES,
    REGION,
    SCEPTER,
    SITE,
    SLOT,
    SLOTS_OF,
    SUIT,
    CardId,
    OathId,
    PlayerId,
    SlotId,
    SuitId,
)
from ..state import WAY, Annal, SiteState, State
from . import pieces, table
from .book import OfPlayer, OfSuit, SeatEvent, step
from .empire import become_exile
from .warbands import Forbid, Permit


class Won(SeatEvent, frozen=True, tag="won", rule="3.0"):
    """A player has won; the chronicle follows."""

    how: str


class OathSworn(SeatEvent, frozen=True, tag="oath_sworn", rule="8.1"):
    """The oath of the next match."""

    oath: OathId


class CitizenshipLost(SeatEvent, frozen=True, tag="citizenship_lost", rule="8.2", hits=("seat",)):
    """A citizen becomes an exile, since an exile has won."""


class Built(SeatEvent, frozen=True, tag="built", rule="8.3.1", touches=("slot",)):
    """The winner built an edifice in place of a denizen, or restored one (`denizen` None)."""

    card: CardId
    slot: SlotId
    denizen: CardId | None = None


class Redrawn(SeatEvent, frozen=True, tag="redrawn", rule="8.3.5"):
    """The map of the next match: so many sites stay, so many edifices fell into ruin, so many sites are gone."""

    stay: int
    ruins: int
    gone: int


class DeckChanged(SeatEvent, frozen=True, tag="deck_changed", rule="8.4"):
    """Cards joined the world deck, of this suit and those after it, and others left it unseen."""

    suit: SuitId
    added: int
    removed: int


class Swear(Action, frozen=True, tag="swear"):
    """Choose the oath of the next match. 8.1."""

    oath: OathId


same_oath = Code("8.1", oath=OATH)
SWEAR: Final = Question("swear", "8.1", Swear, otherwise=same_oath, default=FIRST, alone="silence")


class Invite(OfPlayer, frozen=True, tag="invite"):
    """Offer citizenship in the next match to an exile. 8.2."""


InviteNobody = word("invite_nobody", "Offer citizenship to nobody, or to nobody else. 8.2.")
not_to_invite = Code("8.2")
INVITE: Final = Question("invite", "8.2", Invite, otherwise=not_to_invite, default=InviteNobody())
INVITED: Final = Question("invited", "8.2", Permit, default=Forbid(), about={"player": PlayerId}, interrupts=True)


class Build(Action, frozen=True, tag="build"):
    """Build the edifice of a denizen's suit in its place. 8.3.1."""

    card: CardId


class Restore(Action, frozen=True, tag="restore"):
    """Turn a ruined edifice to its intact side. 8.3.1."""

    card: CardId


BuildNothing = word("build_nothing", "Neither build nor restore an edifice. 8.3.1.")
cannot_build = Code("8.3.1", card=CARD)


class BuildAnswers(ValidatedAnswers[State]):
    """The edifices that the winner may build or restore, one of them."""

    kind, rule = "edifice", "8.3.1"
    actions = (Build, Restore, BuildNothing)

    def candidates(self, state: State, seat: str) -> Iterator[Action]:
        for slot in table.ruled(state, seat):
            for card in state.sites[slot].cards:
                yield (Restore if card in EDIFICE.whole else Build)(CARD.ids[card])
        yield BuildNothing()

    def illegality(self, state: State, seat: str, action: Action) -> Refusal | None:
        if isinstance(action, BuildNothing):
            return None
        assert isinstance(action, Build | Restore)
        card = CARD.number(action.card)
        spot = table.spot_of(state, card)
        if spot is None or spot.slot == NONE or not table.rules(state, seat, spot.slot):
            return cannot_build(card=card)
        if isinstance(action, Restore):
            return None if state.ruined >> card & 1 else cannot_build(card=card)
        there = state.sites[spot.slot].cards
        able = card in DENIZEN.whole and not any(each in EDIFICE.whole for each in there)
        able = able and card != SALT and edifice_of(state, CARD.things[card].suit) != NONE
        return None if able else cannot_build(card=card)

    def default(self, state: State, seat: str) -> Action:
        return BuildNothing()


SALT = CARD.number("salt_the_earth")


def edifice_of(state: State, suit: int) -> int:
    """Return the edifice of a suit if it lies in the archive and not on the map, or `NONE`."""
    edifice = next(each.index for each in EDIFICE if each.suit == suit)
    return NONE if any(edifice in here.cards for here in state.sites) else edifice


@step("3.0")
def won(play: Play[State], seat: PlayerId, how: str, visions: list[CardId] | None = None) -> Frames:
    """Tell who has won, and begin the chronicle (8). `visions`: those of which the winner has reached the goals."""
    state = play.state
    state.turn.seat, state.turn.acting, state.campaign = seat, False, None
    play.emit(Won(seat, how))
    state.annals.append(_annal(state, seat, how))
    winner_exile = not table.belongs(state, seat)
    inviting_frames = [turning(seat), inviting(seat, [])] if winner_exile else [building(seat)]
    return [swearing(seat, visions or []), *inviting_frames, redrawing(seat), ending(seat, how)]


def _annal(state: State, seat: str, how: str) -> Annal:
    """Return what a match that somebody has won is remembered for."""
    ruled: dict[str, int] = {}
    for here in state.sites:
        if here.warbands:
            ruled[here.colour] = ruled.get(here.colour, 0) | 1 << here.site
    citizens = PLAYER.mask_of(each for each, board in state.boards.items() if board.citizen)
    return Annal(state.oath, seat, WAY.number(how), state.round, ruled, citizens)


@step("8.1")
def swearing(play: Play[State], seat: PlayerId, visions: list[CardId]) -> Asks:
    """Choose the next oath; who has won by a vision alone takes that of the vision, or of one of two."""
    oaths = [CARD.things[CARD.number(vision)].oath for vision in visions]
    oaths = oaths or [oath for oath in OATH.indexes if oath != play.state.oath]
    answer = yield SWEAR(seat, [Swear(OATH.ids[oath]) for oath in oaths])
    play.state.next_oath = OATH.number(answer.oath)
    play.emit(OathSworn(seat, answer.oath))


@step("8.2")
def turning(play: Play[State], seat: PlayerId) -> None:
    """Turn all citizens' boards, since an exile has won."""
    state = play.state
    state.turned = [player for player in PLAYER.ids if player in state.boards and state.boards[player].citizen]
    state.boxed_citizens = 0
    for each in state.turned:
        become_exile(play, each)
        play.emit(CitizenshipLost(each))


@step("8.2")
def inviting(play: Play[State], seat: PlayerId, asked: list[PlayerId]) -> Asking:
    """Let an exile who has won offer citizenship to exiles who were no citizens."""
    state = play.state
    others = [each for each in table.others(state, seat) if each not in (CHANCELLOR, *state.turned, *asked)]
    if not others:
        return []
    answer = yield INVITE(seat, [*map(Invite, others), InviteNobody()])
    if isinstance(answer, InviteNobody):
        return []
    return [invited(answer.player, seat), inviting(seat, [*asked, answer.player])]


@step("8.2")
def invited(play: Play[State], seat: PlayerId, winner: PlayerId) -> Asks:
    """Ask an exile whether to be a citizen in the next match; a warband of the winner stays at each site ruled."""
    answer = yield INVITED(seat, [Permit(), Forbid()], player=winner)
    if isinstance(answer, Permit):
        state, board = play.state, play.state.boards[seat]
        for here in [state.sites[slot] for slot in table.ruled(state, seat)]:
            here.colour, here.warbands = "", 0
            if table.bank_of(state, winner) > 0:
                here.colour, here.warbands = winner, 1
        own, board.warbands, board.citizen = board.warbands, 0, True
        board.warbands = min(own, table.bank_of(state, CHANCELLOR))  # there are no more purple ones (9.3)


@step("8.3.1")
def building(play: Play[State], seat: PlayerId) -> Asks:
    """Let an imperial winner build or restore one edifice."""
    able = any(not isinstance(option, BuildNothing) for option in BuildAnswers().options(play.state, seat))
    answer = yield Choose(seat, BuildAnswers(), silent=not able)
    if isinstance(answer, BuildNothing):
        return
    state, card = play.state, CARD.number(answer.card)
    spot = table.spot_of(state, card)
    assert spot is not None
    here = state.sites[spot.slot]
    if isinstance(answer, Restore):
        state.ruined &= ~(1 << card)
        state.annals[-1].built = card
        play.emit(Built(seat, answer.card, SLOT.ids[spot.slot]))
        return
    edifice = edifice_of(state, CARD.things[card].suit)
    pieces.clear(play, card)
    here.cards = [edifice if each == card else each for each in here.cards]
    state.annals[-1].built = edifice
    state.archive = [each for each in state.archive if each != edifice]
    state.layers[2] = sorted([*state.layers[2], card])
    play.emit(Built(seat, CARD.ids[edifice], SLOT.ids[spot.slot], answer.card))


FOREST_TEMPLE = CARD.number("forest_temple")


@step("8.3.2")
def redrawing(play: Play[State], seat: PlayerId) -> Frames:
    """Remove sites, let edifices fall into ruin, and fill the map again (8.3.2 to 8.3.5)."""
    state = play.state
    spared = table.spot_of(state, FOREST_TEMPLE) is not None and not state.ruined >> FOREST_TEMPLE & 1
    rules = set(table.ruled(state, seat))
    stays: list[tuple[int, SiteState]] = []
    aside: list[SiteState] = []
    annal, gone = state.annals[-1], 0
    for slot, here in enumerate(state.sites):
        intact = [card for card in here.cards if card in EDIFICE.whole and not state.ruined >> card & 1]
        beast = spared and any(table.suit(state, card) == SUIT.number("beast") for card in here.cards)
        if here.site == NONE or not (slot in rules or intact or beast):
            _remove(state, here)
            gone += 1
            annal.gone |= 1 << here.site if here.site != NONE else 0
            continue
        kept = SiteState(site=here.site, cards=[*here.cards], relics=[*here.relics])
        if slot not in rules and intact:
            for each in intact:
                state.ruined |= 1 << each
                annal.fell |= 1 << each
            _to_discards(state, [card for card in kept.cards if card not in EDIFICE.whole])
            kept.cards = [card for card in kept.cards if card in EDIFICE.whole]
        if any(state.ruined >> card & 1 for card in kept.cards):
            aside.append(kept)
        else:
            stays.append((slot, kept))
    _clear(state)
    _refill(play, stays, aside)
    play.emit(Redrawn(seat, len(stays), annal.fell.bit_count(), gone))
    return [choosing_suit(seat)]


def _to_discards(state: State, cards: list[int]) -> None:
    """Put denizens on a discard pile, whichever: all piles are shuffled together (8.5)."""
    state.discards[0] = [*(pieces.lying(card) for card in cards), *state.discards[0]]


def _remove(state: State, here: SiteState) -> None:
    """Put a site back into the deck of sites with what lay there (8.3.2)."""
    if here.site != NONE or here.under != NONE:
        state.site_deck = sorted([*state.site_deck, here.site if here.site != NONE else here.under])
    _to_discards(state, [card for card in here.cards if card in DENIZEN.whole])
    for each in (card for card in here.cards if card in EDIFICE.whole):
        state.archive = sorted([*state.archive, each])
        state.ruined &= ~(1 << each)
    state.relic_deck = sorted([*state.relic_deck, *(relic.card for relic in here.relics)])


def _clear(state: State) -> None:
    """Remove pawns, favor, secrets and warbands from the map (8.3.4)."""
    state.sites = [SiteState() for _ in SLOT.ids]
    state.on_cards = []
    for board in state.boards.values():
        board.pawn = NONE
        board.favor = board.secrets = board.turned = board.warbands = 0
        board.caged = {}


def _refill(play: Play[State], stays: list[tuple[int, SiteState]], aside: list[SiteState]) -> None:
    """Fill the map with the sites that stay, then with those with ruins from the bottom (8.3.5)."""
    state = play.state
    regions = {number: [here for slot, here in stays if SLOTS_OF[number] >> slot & 1] for number in REGION.indexes}
    ruins = [*aside]
    slots = {number: list(bits(SLOTS_OF[number])) for number in REGION.indexes}
    for number, sources in ((CRADLE, (CRADLE, PROVINCES, HINTERLAND)), (PROVINCES, (PROVINCES, HINTERLAND))):
        _take(state, slots[number], [regions[source] for source in sources])
    _take(state, slots[HINTERLAND], [regions[HINTERLAND]])
    for number in (HINTERLAND, PROVINCES):
        for slot in reversed(slots[number]):
            if state.sites[slot].site == NONE and ruins:
                state.sites[slot] = ruins.pop()
    for number in REGION.indexes:
        if all(state.sites[slot].site == NONE for slot in slots[number]):
            here = state.sites[slots[number][0]]
            here.site = pieces.fix_site(play, slots[number][0])


def _take(state: State, slots: list[int], sources: list[list[SiteState]]) -> None:
    """Fill slots from the top with sites of these regions, in their order."""
    for slot in slots:
        source = next((each for each in sources if each), None)
        if source is not None:
            state.sites[slot] = source.pop(0)


class NameSuit(OfSuit, frozen=True, tag="name_suit"):
    """Name the suit of the cards that join the world deck. 8.4."""


other_suit = Code("8.4", suit=SUIT)
SUIT_ASKED: Final = Question("suit", "8.4", NameSuit, otherwise=other_suit, default=FIRST, alone="logged")


@step("8.4")
def choosing_suit(play: Play[State], seat: PlayerId) -> Asking:
    """Name the most common suit among the advisers of the winner, and change the world deck (8.4 to 8.8)."""
    state = play.state
    board = state.boards[seat]
    cards = [*board.advisers]
    if state.rules.chronicle_facedown_advisers_count:
        cards += [each.card for each in board.hidden if not each.vision]
    counts = [sum(CARD.things[card].suit == suit for card in cards) for suit in SUIT.indexes]
    counts[HEARTH] += table.MARRIAGE in cards
    most = [SUIT.ids[n] for n in SUIT.indexes if counts[n] == max(counts)]
    answer = yield SUIT_ASKED(seat, map(NameSuit, most))
    first = SUIT.number(answer.suit)
    added = _join(play, first)
    removed = _leave(play, seat)
    _relics(play, seat)
    play.emit(DeckChanged(seat, answer.suit, added, removed))
    return None


def _join(play: Play[State], first: int) -> int:
    """Add cards of the archive to the world deck: 3, 2 and 1 of a suit and the next ones (8.4)."""
    state = play.state
    stacks = [
        [each for each in state.archive if each in DENIZEN.whole and CARD.things[each].suit == n] for n in SUIT.indexes
    ]
    wanted = [((first + n) % len(SUIT), count) for n, count in enumerate((3, 2, 1))]
    if all(len(stacks[suit]) >= count for suit, count in wanted):
        found: list[int] = []
        for suit, count in wanted:
            drawn = play.pick_many("archive", "cards", [CARD.ids[each] for each in stacks[suit]], count)
            found += map(CARD.number, drawn)
        state.archive = [each for each in state.archive if each not in found]
        state.layers[2] = sorted([*state.layers[2], *found])
        return len(found)
    exiled = [[each for each in state.dispossessed if CARD.things[each].suit == n] for n in SUIT.indexes]
    largest = max(map(len, exiled))
    tied = [SUIT.ids[n] for n in SUIT.indexes if len(exiled[n]) == largest]
    suit = SUIT.number(play.pick("suit", "suit", tied) if len(tied) > 1 else tied[0])
    drawn = play.pick_many("archive", "cards", [CARD.ids[each] for each in exiled[suit]], min(6, largest))
    found = [CARD.number(each) for each in drawn]
    rest = [each for each in state.dispossessed if each not in found]
    state.archive, state.dispossessed = sorted([*state.archive, *rest]), []
    state.layers[2] = sorted([*state.layers[2], *found])
    return len(found)


def _leave(play: Play[State], seat: str) -> int:
    """Send 6 random cards of discards and losers' advisers to the Dispossessed; others join the deck (8.5, 8.8)."""
    state = play.state
    pile = [each.card for found in state.discards for each in found]
    for each in table.others(state, seat):
        board = state.boards[each]
        pile += [*board.advisers, *(down.card for down in (*board.hidden, *board.drawn))]
    denizens = [each for each in pile if each in DENIZEN.whole]
    drawn = play.pick_many(
        "exiled", "cards", [CARD.ids[denizen] for denizen in sorted(denizens)], min(6, len(denizens))
    )
    gone = [CARD.number(each) for each in drawn]
    state.dispossessed = sorted([*state.dispossessed, *gone])
    own = state.boards[seat]
    left = [*own.advisers, *(down.card for down in (*own.hidden, *own.drawn))]
    left += [*state.top, *state.below, *(card for layer in state.layers for card in layer)]
    deck = [each for each in (*left, *denizens) if each in DENIZEN.whole and each not in gone]
    for board in state.boards.values():
        board.advisers, board.hidden, board.drawn, board.vision, board.prophet = [], [], [], NONE, NONE
    state.discards, state.top, state.below, state.back = [[], [], []], [], [], False
    state.layers = [[], [], sorted({*deck})]
    state.box = [each.index for each in CARD if each.kind == "vision"]
    return len(gone)


def _relics(play: Play[State], seat: str) -> None:
    """Shuffle the relics: those of losers into the deck, of the winner and the reliquary on its top (8.6)."""
    state = play.state
    deck = [*state.relic_top, *state.relic_deck, *state.relic_below]
    for each in table.others(state, seat):
        deck += [relic for relic in state.boards[each].relics if relic != SCEPTER]
    top = [relic for relic in state.boards[seat].relics if relic != SCEPTER]
    top += [lying.card for space in state.reliquary for lying in space]
    for board in state.boards.values():
        board.relics = []
    state.reliquary = [[], [], [], []]
    for slot in SLOT.indexes:
        here = state.sites[slot]
        if here.site == NONE:
            continue
        while len(here.relics) < SITE.things[here.site].start.relics and deck:
            id = play.pick("relic", "card", [CARD.ids[each] for each in sorted(deck)])
            deck.remove(CARD.number(id))
            here.relics = [*here.relics, pieces.lying(CARD.number(id))]
    for here in state.sites:
        for lying in here.relics:
            lying.seen_by = 0
    state.relic_top, state.relic_deck, state.relic_below = sorted(top), sorted(deck), []
    state.boards[seat].relics = [SCEPTER]


@step("3.0")
def ending(play: Play[State], seat: PlayerId, how: str) -> None:
    """End the match."""
    play.end([seat], how, dict.fromkeys(play.state.order, 0) | {seat: 1})
