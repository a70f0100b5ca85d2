"""Move pieces: favor, secrets, warbands, cards, relics, sites (glossary: burn, gain, take, kill, discard)."""

from collections.abc import Iterable
from typing import Annotated, Final

from adjudicator import Event, Play
from adjudicator.components import mask_of

from .. import facts
from ..facts import (
    CARD,
    DISCARDS_TO,
    LAYER,
    NOMAD,
    NONE,
    PEOPLES_FAVOR,
    PLAYER,
    REGION,
    REGION_OF,
    SITE,
    SLOT,
    SUIT,
    CardId,
    Cost,
    PlayerId,
    RegionId,
    SiteId,
    SlotId,
    SuitId,
)
from ..state import Facedown, State, Tokens
from . import table
from .book import SeatEvent

RENEWAL = CARD.number("vow_of_renewal")


class Gained(SeatEvent, frozen=True, tag="gained", rule="10.0", hits=("player",)):
    """A player gained or took favor, secrets or warbands; `suit`: the bank, `player`: from whom."""

    favor: int = 0
    secrets: int = 0
    warbands: int = 0
    supply: int = 0
    suit: SuitId | None = None
    player: PlayerId | None = None


class Burned(SeatEvent, frozen=True, tag="burned", rule="10.0", hits=("seat",)):
    """A player burned favor or secrets."""

    favor: int = 0
    secrets: int = 0


class Levied(SeatEvent, frozen=True, tag="levied", rule="10.0", hits=("seat",)):
    """A player gave up favor because of a card."""

    favor: int
    card: CardId


class Killed(Event, frozen=True, tag="killed", rule="10.0", touches=("slot",), hits=("colour", "player")):
    """Warbands of a colour were killed at a site or on a board."""

    colour: PlayerId
    count: int
    slot: SlotId | None = None
    player: PlayerId | None = None
    site: SiteId | None = None


class Discarded(Event, frozen=True, tag="discarded", rule="10.0"):
    """A card that lay face up was discarded to the pile of a region, or (None) below the world deck."""

    card: CardId
    region: RegionId | None


class DiscardedUnseen(SeatEvent, frozen=True, tag="discarded_unseen", rule="10.0", own=("cards",)):
    """A player discarded cards that the others do not see, to the pile of a region or (None) below the world deck."""

    count: int
    region: RegionId | None
    cards: Annotated[tuple[str, ...], CARD] = ()


class SiteTurned(Event, frozen=True, tag="site_turned", rule="5.6.2", touches=("slot",)):
    """A site was turned face up; what lies there comes with it (2.8.2)."""

    slot: SlotId
    site: SiteId
    relics: int = 0
    favor: int = 0
    secrets: int = 0


def shared_favor(state: State) -> int:
    """Return the favor in the shared bank (2.1.7)."""
    out = sum(state.banks) + sum(board.favor for board in state.boards.values())
    out += sum(card.favor for card in state.on_cards) + sum(here.favor for here in state.sites)
    return facts.FAVOR - out - state.banners[PEOPLES_FAVOR].tokens


def add_favor(state: State, seat: str, count: int) -> None:
    """Put favor on a board; with Vow of Kinship it goes to the nomad bank."""
    if table.has(state, seat, table.KINSHIP):
        state.banks[NOMAD] += count
    else:
        state.boards[seat].favor += count


def lose_favor(state: State, seat: str, count: int) -> None:
    """Take favor from a board, and what is missing from the nomad bank, where the player may (`favor_of`)."""
    board = state.boards[seat]
    own = min(count, board.favor)
    board.favor -= own
    if count > own:
        assert table.favor_of(state, seat) >= count - own, "more favor than there is"
        state.banks[NOMAD] -= count - own


def gain_favor(play: Play[State], seat: str, suit: int, count: int) -> int:
    """Gain favor from a bank, as much as there is (9.3). Returns how much came."""
    found = min(count, play.state.banks[suit])
    if found:
        play.state.banks[suit] -= found
        add_favor(play.state, seat, found)
        play.emit(Gained(seat, favor=found, suit=SUIT.ids[suit]))
    return found


def take_favor(play: Play[State], seat: str, player: str, count: int) -> int:
    """Take favor from the board of a player, as much as there is. Returns how much came."""
    found = min(count, play.state.boards[player].favor)
    if found:
        play.state.boards[player].favor -= found
        add_favor(play.state, seat, found)
        play.emit(Gained(seat, favor=found, player=player))
    return found


def levy(play: Play[State], seat: str, count: int, card: int) -> int:
    """Make a player give up favor of the board because of a card, as much as there is. Returns how much.

    Nobody is forced to use the bank of Vow of Kinship. Where the favor comes to lie is up to the caller.
    """
    found = min(count, play.state.boards[seat].favor)
    if found:
        lose_favor(play.state, seat, found)
        play.emit(Levied(seat, found, CARD.ids[card]))
    return found


def give_favor(play: Play[State], seat: str, player: str, count: int) -> None:
    """Give favor to a player, or burn it where there is none to take it ("": bandits)."""
    if not player:
        burn_favor(play, seat, count)
    elif player != seat:
        lose_favor(play.state, seat, count)
        add_favor(play.state, player, count)
        play.emit(Gained(player, favor=count, player=seat))


def burn_favor(play: Play[State], seat: str, count: int) -> None:
    """Burn favor; whoever has Vow of Renewal takes it instead."""
    if count:
        lose_favor(play.state, seat, count)
        play.emit(Burned(seat, favor=count))
        renewed(play, count)


def renewed(play: Play[State], count: int) -> None:
    """Give burned favor to the player with Vow of Renewal, if there is one."""
    for each in play.state.order:
        if table.has(play.state, each, RENEWAL):
            add_favor(play.state, each, count)
            play.emit(Gained(each, favor=count))


def burn_secrets(play: Play[State], seat: str, count: int, *, turned: bool = False) -> None:
    """Burn faceup secrets of a player; with `turned` facedown ones first."""
    board = play.state.boards[seat]
    if count:
        down = min(count, board.turned) if turned else 0
        board.turned -= down
        board.secrets -= count - down
        play.emit(Burned(seat, secrets=count))


def gain_secrets(play: Play[State], seat: str, count: int) -> None:
    """Gain secrets from the shared bank, which never runs out (9.3)."""
    if count:
        play.state.boards[seat].secrets += count
        play.emit(Gained(seat, secrets=count))


def gain_supply(play: Play[State], seat: str, count: int) -> None:
    """Gain supply, up to the leftmost space of the track (4.3.4)."""
    board = play.state.boards[seat]
    found = min(count, facts.SUPPLY - board.supply)
    if found:
        board.supply += found
        play.emit(Gained(seat, supply=found))


def gain_warbands(play: Play[State], seat: str, count: int) -> int:
    """Put warbands of the personal bank on the board, as many as there are. Returns how many came."""
    state = play.state
    found = max(0, min(count, table.bank_of(state, table.colour(state, seat))))
    if found:
        state.boards[seat].warbands += found
        play.emit(Gained(seat, warbands=found))
    return found


def kill_at(play: Play[State], slot: int, count: int) -> int:
    """Kill warbands at a site. Returns how many died."""
    here = play.state.sites[slot]
    found = min(count, here.warbands)
    if found:
        play.emit(Killed(here.colour, found, slot=SLOT.ids[slot], site=table.site_id(play.state, slot)))
        here.warbands -= found
        if not here.warbands:
            here.colour = ""
    return found


def kill_on(play: Play[State], seat: str, count: int) -> int:
    """Kill warbands on a board. Returns how many died."""
    board = play.state.boards[seat]
    found = min(count, board.warbands)
    if found:
        board.warbands -= found
        play.emit(Killed(table.colour(play.state, seat), found, player=seat))
    return found


def place_warbands(state: State, seat: str, slot: int, count: int) -> None:
    """Put warbands from a board on a site."""
    if count:
        state.boards[seat].warbands -= count
        state.sites[slot].warbands += count
        state.sites[slot].colour = table.colour(state, seat)


def may_place(state: State, seat: str) -> bool:
    """Return whether a player may put warbands on sites: not with the Ring of Devotion."""
    return RING not in state.boards[seat].relics


RING = CARD.number("ring_of_devotion")


def tokens_on(state: State, card: int) -> Tokens:
    """Return the tokens of a card, with an entry for it in the position."""
    found = table.tokens(state, card)
    if found is None:
        found = Tokens(card)
        state.on_cards = sorted([*state.on_cards, found], key=lambda each: each.card)
    return found


def put_on(play: Play[State], seat: str, card: int, favor: int, secrets: int) -> None:
    """Put favor and secrets on a card; out of turn favor goes to its bank, secrets are turned face down (7.1.2)."""
    state = play.state
    if state.turn.seat == seat:
        lose_favor(state, seat, favor)
        state.boards[seat].secrets -= secrets
        if favor or secrets:
            on = tokens_on(state, card)
            on.favor += favor
            on.secrets += secrets
        return
    lose_favor(state, seat, favor)
    bank = table.suit(state, card)
    if bank != NONE:
        state.banks[bank] += favor
    state.boards[seat].secrets -= secrets
    state.boards[seat].turned += secrets


def pay(play: Play[State], seat: str, card: int, cost: Cost) -> None:
    """Pay the cost of a power (7.1.2)."""
    put_on(play, seat, card, cost.favor, cost.secrets)
    burn_favor(play, seat, cost.burn_favor)
    burn_secrets(play, seat, cost.burn_secrets)


def affords(state: State, seat: str, *costs: Cost) -> bool:
    """Return whether a player can pay costs together."""
    favor = sum(cost.favor + cost.burn_favor for cost in costs)
    secrets = sum(cost.secrets + cost.burn_secrets for cost in costs)
    return favor <= table.favor_of(state, seat) and secrets <= state.boards[seat].secrets


def clear(play: Play[State], card: int) -> None:
    """Return the tokens of a card that leaves: favor to the bank of its suit, secrets turned to the active player."""
    state = play.state
    found = table.tokens(state, card)
    if found is not None:
        state.on_cards = [each for each in state.on_cards if each is not found]
        bank = table.suit(state, card)
        if bank != NONE:
            state.banks[bank] += found.favor
        if state.turn.seat:
            state.boards[state.turn.seat].turned += found.secrets


def lift(state: State, card: int) -> None:
    """Take a card that lies face up from where it is."""
    for here in state.sites:
        if card in here.cards:
            here.cards = [each for each in here.cards if each != card]
    for board in state.boards.values():
        if card in board.advisers:
            board.advisers = [adviser for adviser in board.advisers if adviser != card]
        if card in board.relics:
            board.relics = [relic for relic in board.relics if relic != card]


WORLD_DECK: Final = len(REGION)
"""The bottom of the world deck in place of the discard pile of a region."""


def discard(play: Play[State], card: int, seat: str, *, to: int = NONE, below: bool = False) -> None:
    """Discard a card that lies face up: a card of another region follows that region (glossary: discard)."""
    state = play.state
    spot = table.spot_of(state, card)
    where = table.region(state, seat)
    if spot is not None and spot.slot != NONE:
        where = REGION_OF[spot.slot]
        state.turn.discarded[spot.slot] |= 1 << CARD.things[card].suit
    elif spot is not None:
        where = table.region(state, spot.seat)
    clear(play, card)
    lift(state, card)
    to = DISCARDS_TO[where] if to == NONE else to
    _lay(play, card, to, below)
    play.emit(Discarded(CARD.ids[card], _region_id(to)))


def _lay(play: Play[State], card: int, to: int, below: bool) -> None:
    """Lay a discarded card on a pile, at its bottom with `below`, or under the world deck."""
    if to == WORLD_DECK:
        play.state.below = [*play.state.below, card]
        fix_top(play)
    else:
        pile = play.state.discards[to]
        pile.insert(len(pile) if below else 0, lying(card))


def _region_id(pile: int) -> str | None:
    return None if pile == WORLD_DECK else REGION.ids[pile]


def discard_unseen(play: Play[State], seat: str, cards: Iterable[int], *, to: int = NONE, below: bool = False) -> None:
    """Discard cards that nobody else sees, the first one first."""
    pile = DISCARDS_TO[table.region(play.state, seat)] if to == NONE else to
    cards = list(cards)
    for card in cards:
        _lay(play, card, pile, below)
    if cards:
        play.emit(DiscardedUnseen(seat, len(cards), _region_id(pile), tuple(CARD.ids[each] for each in cards)))


def still_there(state: State, seat: str, cards: Iterable[CardId]) -> list[int]:
    """Return which cards still lie face up, or are facedown advisers of a player or drawn by that player."""
    own = {each.card for each in (*state.boards[seat].drawn, *state.boards[seat].hidden)}
    return [card for card in map(CARD.number, cards) if card in own or table.spot_of(state, card) is not None]


def put_away(play: Play[State], seat: str, cards: Iterable[int], *, to: int = NONE, below: bool = False) -> None:
    """Discard cards from where they are: those that lie face up openly, those of the player unseen."""
    board, unseen = play.state.boards[seat], []
    for card in cards:
        if table.spot_of(play.state, card) is not None:
            discard(play, card, seat, to=to, below=below)
        else:
            unseen.append(card)
    board.drawn = [each for each in board.drawn if each.card not in unseen]
    board.hidden = [each for each in board.hidden if each.card not in unseen]
    discard_unseen(play, seat, unseen, to=to, below=below)


def turn_up(play: Play[State], slot: int) -> None:
    """Turn a site face up and put there what it asks for (2.8.2, 5.6.2)."""
    state = play.state
    here = state.sites[slot]
    if here.under == NONE:
        here.under = fix_site(play, slot)
    here.site, here.under, here.under_seen_by = here.under, NONE, 0
    start = SITE.things[here.site].start
    favor = min(start.favor, shared_favor(state))
    here.favor, here.secrets = favor, start.secrets
    relics = 0
    for _ in range(start.relics):
        if (relic := draw_relic(play)) != NONE:
            here.relics = [*here.relics, lying(relic)]
            relics += 1
    play.emit(SiteTurned(SLOT.ids[slot], SITE.ids[here.site], relics, favor, start.secrets))


def fix_site(play: Play[State], slot: int) -> int:
    """Draw which site lies face down in a slot."""
    state = play.state
    site = play.pick("site", "site", SITE.ids_of(mask_of(state.site_deck)), slot=SLOT.ids[slot])
    found = SITE.number(site)
    state.site_deck = [each for each in state.site_deck if each != found]
    return found


def draw_relic(play: Play[State]) -> int:
    """Draw the top relic of the relic deck, or return `NONE` if it is empty."""
    state = play.state
    for pile in (state.relic_top, state.relic_deck):
        if pile:
            found = CARD.number(play.pick("relic", "card", [CARD.ids[each] for each in pile]))
            pile.remove(found)
            return found
    return state.relic_below.pop(0) if state.relic_below else NONE


def bury_relic(state: State, relic: int) -> None:
    """Put a relic on the bottom of the relic deck; whoever knew it, it lies among others now."""
    state.relic_below = [*state.relic_below, relic]


def fix_top(play: Play[State], count: int = 1) -> None:
    """Fix the topmost cards of the world deck, so that the back of the first one shows (9.4)."""
    state = play.state
    while len(state.top) < count and (card := _from_layers(play)) != NONE:
        state.top = [*state.top, card]
    state.back = bool(state.top) and is_vision(state.top[0])


def is_vision(card: int) -> bool:
    """Return whether a card has the back of visions."""
    return card in facts.VISION.whole


def lying(card: int, *seats: str) -> Facedown:
    """Return a card that lies face down, seen by some players."""
    return Facedown(card, is_vision(card), PLAYER.mask_of(seats))


def _from_layers(play: Play[State]) -> int:
    state = play.state
    for number in LAYER.indexes:
        if layer := state.layers[number]:
            found = CARD.number(play.pick("world", "card", [CARD.ids[each] for each in layer]))
            layer.remove(found)
            return found
    return state.below.pop(0) if state.below else NONE


def draw_world(play: Play[State]) -> int:
    """Draw the top card of the world deck, or return `NONE`; a vision moves the marker of the visions track (2.7.1)."""
    state = play.state
    fix_top(play)
    if not state.top:
        return NONE
    found = state.top[0]
    state.top = state.top[1:]
    if is_vision(found):
        count_vision(state)
    fix_top(play)
    return found


def count_vision(state: State) -> None:
    """Move the marker of the visions track, which has five spaces behind the first (2.7.1)."""
    state.visions = min(state.visions + 1, len(facts.VISION))


def draw_bottom(play: Play[State]) -> int:
    """Draw the bottom card of the world deck at the set-up, when none was put under it yet (1.19, 1.20)."""
    state = play.state
    layer = next(state.layers[number] for number in reversed(LAYER.indexes) if state.layers[number])
    found = CARD.number(play.pick("world", "card", [CARD.ids[each] for each in layer]))
    layer.remove(found)
    return found


def world_left(state: State) -> int:
    """Return the cards of the world deck; their number is secret (9.4)."""
    return len(state.top) + sum(map(len, state.layers)) + len(state.below)


def see(card: Facedown, *seats: str) -> None:
    """Note that players have seen a card that lies face down (6.3)."""
    card.seen_by |= PLAYER.mask_of(seats)


def seize(play: Play[State], seat: str, banner: int) -> None:
    """Seize a banner: burn 2 of its tokens, but not the last one, and turn the People's Favor to the mob (2.5.3)."""
    found = play.state.banners[banner]
    burned = min(2, found.tokens - 1)
    found.tokens -= burned
    found.holder = seat
    if banner == PEOPLES_FAVOR:
        found.mob = True
        if burned:
            renewed(play, burned)


def take_relic(state: State, seat: str, relic: int) -> None:
    """Take a relic that lies face up with a player; a scepter that was taken may not be used in this turn (2.4.3)."""
    lift(state, relic)
    state.boards[seat].relics = [*state.boards[seat].relics, relic]
    if relic == facts.SCEPTER and state.turn.seat == seat:
        state.turn.scepter_taken = True


def offer_relic(state: State, seat: str, relic: int) -> None:
    """Lay a drawn relic before a player, who takes it or not."""
    state.boards[seat].drawn = [*state.boards[seat].drawn, lying(relic, seat)]
