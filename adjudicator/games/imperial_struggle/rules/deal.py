"""Set-up, and phases 1 to 6 of a peace turn: everything that is drawn before anybody decides (4.1.1-4.1.6)."""

from collections.abc import Sequence

from adjudicator import Event, Play

from ..components import CommodityIds, EraId, EventNumber, EventNumbers, InvestmentIds, SideEvent, TurnId, WarId
from ..fact_events import EVENT
from ..fact_types import AWARD, COMMODITY, ERAS, INVESTMENT, NONE, REGION, SIDES, THEATRE, TURN, WAR_IDS, WAR_TILE
from ..facts import FACTS
from ..state import State, era, peace_turn
from .book import step


class EventCardRemoved(SideEvent, frozen=True, tag="event_card_removed", rule="4.1.6"):
    """A Succession card came up on turn 5 or 6 and left the game (4.1.6)."""

    card: EventNumber


class EventPileRenewed(Event, frozen=True, tag="event_pile_renewed", rule="4.1.6"):
    """The discard pile was shuffled into a new draw pile; ``cards``: how many."""

    cards: int


class TurnBegan(Event, frozen=True, tag="turn_began", rule="4.0"):
    """A peace turn begins (4.0); ``turn``: 1 to 6."""

    turn: TurnId


class WarTilesLaid(SideEvent, frozen=True, tag="war_tiles_laid", rule="3.7"):
    """A side has its tiles on the display of the coming war (3.7, 7.6).

    ``bonus``: by theatre, how many Bonus tiles lie there. ``tiles``: by theatre, the tiles, only for the side.
    """

    bonus: tuple[int, ...]
    tiles: tuple[tuple[str, ...], ...] = ()
    war: WarId = WAR_IDS[0]


class DeckRenewed(Event, frozen=True, tag="deck_renewed", rule="4.1.1"):
    """The cards of a new era joined the draw pile (4.1.1); ``cards``: how many lie there now."""

    era: EraId
    cards: int


class DebtLimitRaised(Event, frozen=True, tag="debt_limit_raised", rule="4.1.2"):
    """Both debt limits rose (4.1.2); ``limits`` by side, France first."""

    limits: tuple[int, ...]


class AwardsLaid(Event, frozen=True, tag="awards_laid", rule="4.1.3"):
    """The Award tiles of this turn (4.1.3), in the order of the regions."""

    tiles: tuple[str, ...]


class DemandDrawn(Event, frozen=True, tag="demand_drawn", rule="4.1.4"):
    """The commodities in Global Demand this turn (4.1.4), in the order of the table."""

    commodities: CommodityIds


class InvestmentsDealt(Event, frozen=True, tag="investments_dealt", rule="4.1.6"):
    """The Investment tiles that may be taken this turn (4.1.6)."""

    tiles: InvestmentIds


class EventsDealt(SideEvent, frozen=True, tag="events_dealt", rule="4.1.6", own=("cards",)):
    """A side was dealt Event cards (4.1.6); ``cards`` only for itself."""

    count: int
    cards: EventNumbers = ()


SUCCESSION = ERAS.index("succession")
REVOLUTION = ERAS.index("revolution")


@step("3.7")
def set_up(play: Play[State]) -> None:
    """Lay the tiles of the first war: a Basic tile for every side and theatre, and the Bonus tiles of the set-up."""
    state = play.state
    play.line("set_up")
    lay_basic_tiles(play)
    for side, bonus in enumerate(FACTS.set_up.bonus_tiles):
        for name in bonus:
            state.theatres[THEATRE.thing(name).order - 1].bonus[side].append(draw_bonus_tile(play, side))
    for side in range(len(SIDES)):
        tell_laid(play, side)


@step("4.1.1")
def deal(play: Play[State]) -> None:
    """Run phases 1 to 6; both sides may then hold too many cards."""
    play.line("deal", turn=peace_turn(play.state))
    _turn_up(play)
    deal_events(play)
    play.state.phase = "deal_cards"


@step("4.1.1")
def deal_board(play: Play[State]) -> None:
    """Deal what is face up in phases 1 to 6; sides are bid for before anything hidden is dealt (R-14)."""
    play.line("deal", turn=peace_turn(play.state))
    _turn_up(play)
    play.state.phase = "deal_cards"


@step("4.1.6")
def deal_hands(play: Play[State]) -> None:
    """Deal the cards that `deal_board` has left."""
    play.line("deal", turn=peace_turn(play.state))
    deal_events(play)


def _turn_up(play: Play[State]) -> None:
    state = play.state
    play.emit(TurnBegan(TURN.ids[state.turn]))
    if _new_era(state):
        renew_deck(play)
        raise_debt_limits(play)
    lay_awards(play)
    draw_demand(play)
    reset(state)
    deal_investments(play)


def renew_deck(play: Play[State]) -> None:
    """Rule 4.1.1: the cards of the new era join the pile; on turn 5 Succession cards leave the hands.

    With the option `purge_deck_turn5` they leave the pile too (R-11).
    """
    state = play.state
    state.deck = sorted([*state.deck, *FACTS.events_of_era(era(state))])
    play.emit(DeckRenewed(ERAS[era(state)], len(state.deck)))
    if era(state) != REVOLUTION:
        return
    for side, name in enumerate(SIDES):
        old = [card for card in state.hands[side] if _is_succession(card)]
        state.hands[side] = [card for card in state.hands[side] if card not in old]
        _remove_events(play, name, old)
    if state.options.purge_deck_turn5:
        old = [card for card in state.deck if _is_succession(card)]
        state.deck = [card for card in state.deck if card not in old]
        _remove_events(play, "", old)


def raise_debt_limits(play: Play[State]) -> None:
    """Rule 4.1.2: both limits rise in the first turn of the Empire and the Revolution Era."""
    state = play.state
    state.debt_limit = [limit + FACTS.limits.debt_limit_increase for limit in state.debt_limit]
    play.emit(DebtLimitRaised(tuple(state.debt_limit)))


def lay_awards(play: Play[State]) -> None:
    """Rule 4.1.3: an Award tile for every region; all eight are shuffled only in the first turn of an era."""
    state = play.state
    if _first_turn_of_era(state):
        state.awards_left = list(FACTS.award_set)
    for region, name in enumerate(REGION.ids):
        candidates = [AWARD.ids[kind] for kind in state.awards_left]
        kind = AWARD.index[play.pick("award", "tile", candidates, region=name)]
        state.awards_left.remove(kind)
        state.awards[region] = kind
    play.emit(AwardsLaid(tuple(AWARD.ids[kind] for kind in state.awards)))


def draw_demand(play: Play[State]) -> None:
    """Rule 4.1.4: three commodities are in demand this turn, in the order of the table."""
    state = play.state
    every = [commodity.id for commodity in COMMODITY]
    drawn = play.pick_many("demand", "commodities", every, FACTS.limits.demand_drawn)
    state.demand = sorted(COMMODITY.index[name] for name in drawn)
    play.emit(DemandDrawn(tuple(COMMODITY.ids[index] for index in state.demand)))


def reset(state: State) -> None:
    """Rule 4.1.5: markers come off, Investment tiles of the last turn are used, squadrons on the turn track return."""
    state.advantages_exhausted = 0
    for ministries in state.ministries:
        for held in ministries:
            held.exhausted = held.used_debt = 0
    state.townshend = NONE
    state.used = sorted([*state.used, *state.available, *state.taken[0], *state.taken[1]])
    state.available, state.taken = [], [[], []]
    for side in range(len(SIDES)):
        state.navy_box[side] += state.away[side]
        state.away[side] = 0


def deal_investments(play: Play[State]) -> None:
    """Rule 4.1.6: nine Investment tiles face up. A stack that runs out is turned up, and the used tiles become it."""
    state = play.state
    wanted = FACTS.limits.investments_dealt
    if len(state.stack) < wanted:
        state.available, state.stack, state.used = state.stack, state.used, []
    candidates = [INVESTMENT.ids[kind] for kind in state.stack]
    drawn = play.pick_many("investment", "tiles", candidates, wanted - len(state.available))
    for name in drawn:
        state.stack.remove(INVESTMENT.index[name])
    state.available = sorted([*state.available, *(INVESTMENT.index[name] for name in drawn)])
    play.emit(InvestmentsDealt(tuple(INVESTMENT.ids[kind] for kind in state.available)))


def deal_events(play: Play[State]) -> None:
    """Rule 4.1.6: three Event cards for each side."""
    for side, name in enumerate(SIDES):
        cards = tuple(draw_events(play, side, FACTS.limits.events_dealt))
        play.emit(EventsDealt(name, len(cards), cards))


def draw_events(play: Play[State], side: int, count: int, *, renew: bool = True) -> list[int]:
    """Draw cards into a hand.

    What is left is dealt first, then the discard pile becomes the pile (R-12), unless it is not to be renewed (2nd
    printing 5.5.3).

    Succession cards drawn in the Revolution Era leave the game and are replaced (4.1.6). Fewer cards come only when
    both piles are empty.
    """
    state = play.state
    kept: list[int] = []
    while len(kept) < count and (state.deck or (renew and state.discard)):
        if not state.deck:
            state.deck, state.discard = sorted(state.discard), []
            play.emit(EventPileRenewed(len(state.deck)))
        missing = min(count - len(kept), len(state.deck))
        drawn = play.pick_many("event", "cards", state.deck, missing, side=SIDES[side])
        state.deck = [card for card in state.deck if card not in drawn]
        old = [card for card in drawn if era(state) == REVOLUTION and _is_succession(card)]
        _remove_events(play, SIDES[side], old)
        kept += [card for card in drawn if card not in old]
    state.hands[side] += kept
    return kept


def _remove_events(play: Play[State], side: str, cards: Sequence[int]) -> None:
    play.state.removed_events = sorted([*play.state.removed_events, *cards])
    for card in cards:
        play.emit(EventCardRemoved(side, card))


def draw_basic_tile(play: Play[State], side: int, theatre: int) -> int:
    """Draw a Basic tile of a side at random from its pool (3.7, 5.3.3, 7.6)."""
    return _draw_tile(play, side, play.state.pool_basic[side], "basic_tile", theater=theatre)


def draw_bonus_tile(play: Play[State], side: int) -> int:
    """Draw a Bonus tile of a side at random from its pool (3.7, 5.6.1, 7.6)."""
    return _draw_tile(play, side, play.state.pool_bonus[side], "bonus_tile")


def _draw_tile(play: Play[State], side: int, pool: list[int], name: str, **keys: int) -> int:
    tile = WAR_TILE.index[play.pick(name, "tile", [WAR_TILE.ids[index] for index in pool], side=SIDES[side], **keys)]
    pool.remove(tile)
    return tile


def lay_basic_tiles(play: Play[State]) -> None:
    """Lay a Basic tile at random for every side and theatre, face down (3.7, 7.6)."""
    for side in range(len(SIDES)):
        for order, theatre in enumerate(play.state.theatres, 1):
            theatre.basic[side] = draw_basic_tile(play, side, order)


def tell_laid(play: Play[State], side: int) -> None:
    """Tell everybody where tiles of a side lie, and the side itself which."""
    state, tiles = play.state, WAR_TILE.things
    bonus = tuple(len(theatre.bonus[side]) for theatre in state.theatres)
    seen = tuple(
        tuple(tiles[tile].id for tile in (theatre.basic[side], *theatre.bonus[side])) for theatre in state.theatres
    )
    war = WAR_IDS[state.next_war]
    laid = WarTilesLaid(SIDES[side], bonus, war=war)
    play.emit(laid, {SIDES[side]: WarTilesLaid(SIDES[side], bonus, seen, war)})


def _is_succession(card: int) -> bool:
    return EVENT.things[card - 1].era == SUCCESSION


def _first_turn_of_era(state: State) -> bool:
    return peace_turn(state) in (1, 3, 5)


def _new_era(state: State) -> bool:
    return _first_turn_of_era(state) and era(state) != SUCCESSION
