"""Trade: three cards, a node, who is paid in which row (R12)."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from adjudicator import FIRST, Action, Asking, Asks, Frames, Play, Question, Refusal, derive, word
from adjudicator.components import Code

from ..content import Content, Market, TradeFace
from ..facts import NODE, NONE, ZONE, NodeId, SeatId, ZoneId
from ..slots import TRADE, TradeId
from ..state import Led, State
from . import trade_links
from .book import Fee, OfPlayer, OfSeat, SeatAndInterest, TurnDeed, step
from .purse import ADM, clockwise, gain_ducats, gain_power, gain_prestige, lacks, pay
from .realms import base_tax_income
from .relations import realm_of

CARDS: Final = 3
CONSOLATION: Final = 2
"""Ducats for declining all three cards."""


class TradeRevealed(OfSeat, frozen=True, tag="trade_revealed", rule="R12.01"):
    """Trade cards were revealed."""

    cards: tuple[TradeId, ...]


class Traded(OfSeat, frozen=True, tag="traded", rule="R12.01"):
    """A seat has traded with a card in a node; none: it declined all of them."""

    card: TradeId | None = None
    node: NodeId | None = None


class TradePaid(OfSeat, frozen=True, tag="trade_paid", rule="R12.04"):
    """The gain of a seat from trade with its power, in which row from the lowest; none: it was pushed out."""

    node: NodeId
    power: int
    row: int | None
    ducats: int


Inflation = derive(SeatAndInterest, "inflation", "Gold cost a token of interest.", rule="R12.08")


class TradeIn(Action, frozen=True, tag="trade_in"):
    """Use a card in a node. R12.01.

    `merchant`: the node of the merchant, or None for one that has come to no node yet.
    """

    card: TradeId
    node: NodeId
    merchant: NodeId | None = None


Favour = derive(OfPlayer, "favour", "Who comes first of those with equal power. R12.04.")


DeclineTrade = word("decline_trade", "Use none of the cards, for 2 ducats. R12.01.")
PayGold = word("pay_gold", "Pay 1 adm for gold. R12.08.")
Inflate = word("inflate", "Take a token of interest for gold. R12.08.")
no_merchant = Code("R12.01")
sailed_already = Code("R12.01")
not_revealed = Code("R12.01", card=TRADE)
not_on_card = Code("R12.01", card=TRADE, node=NODE)
not_linked = Code("R12.02", node=NODE)
ship_not_used = Code("R12.01", node=NODE, zone=ZONE)
merchant_lies = Code("R12.09", node=NODE)
another_stands_there = Code("R12.09", node=NODE)
all_have_nodes = Code("R12.09")
requirement_not_met = Code("R12.07", node=NODE)
exceeded = Code("R12.06", node=NODE, power=int)
pirates_there = Code("R12.05", node=NODE)
must_trade = Code("R12.01")


class Trade(TurnDeed, frozen=True, tag="trade"):
    """Trade: three cards are revealed. R12.01."""

    def fee(self, state: State, seat: str, content: Content) -> Fee:
        return {"dip": 1}

    def illegality(self, state: State, seat: str, content: Content) -> Refusal | None:
        return lacks(state, seat, **self.fee(state, seat, content)) if any(state.led[seat].standing) else no_merchant()

    def apply(self, play: Play[State], seat: str) -> Frames:
        pay(play, seat, **self.fee(play.state, seat, play.content))
        return [reveal(seat)]


@step("R12.01")
def reveal(play: Play[State], seat: SeatId) -> Frames:
    """Reveal three cards; shuffle the discards if the deck is empty."""
    trade = play.state.trade
    found: list[int] = []
    while len(found) < CARDS and (trade.draw or trade.discards):
        if not trade.draw:
            trade.draw, trade.discards = sorted(trade.discards), []
        found.append(TRADE.index[play.pick("trade", "trade", [TRADE.ids[each] for each in trade.draw])])
        trade.draw.remove(found[-1])
    cards = tuple(TRADE.ids[each] for each in found)
    play.emit(TradeRevealed(seat, cards))
    return [trading(seat, list(cards))]


TRADING: Final = Question(
    "trading",
    "R12.01",
    DeclineTrade,
    trade_links.SailToTrade,
    TradeIn,
    default=FIRST,
    alone="silence",
    about={"cards": tuple[TradeId, ...], "sailed": ZoneId | None},
)


@step("R12.01")
def trading(play: Play[State], seat: SeatId, cards: list[TradeId], sailed: ZoneId | None = None) -> Asking:
    """Ask which card is used in which node; before that a light ship may sail."""
    state, content = play.state, play.content
    found = _deals(state, seat, cards, content)
    deals = [each for each in found if deal_refused(state, seat, each, cards, sailed, content) is None]

    def why(action: Any) -> Refusal | None:
        if isinstance(action, DeclineTrade):
            return must_trade() if sailed and deals else None
        if isinstance(action, trade_links.SailToTrade):
            return sailed_already() if sailed else trade_links.sail_refused(state, seat, action)

        return deal_refused(state, seat, action, cards, sailed, content)

    there = [] if sailed else list(trade_links.voyages(state, seat))
    answer = yield TRADING(seat, [DeclineTrade(), *deals, *there], why, cards=list(cards), sailed=sailed)
    if isinstance(answer, trade_links.SailToTrade):
        trade_links.sail(play, seat, answer)
        return [trading(seat, cards, answer.zone)]
    state.trade.discards += [TRADE.index[card] for card in cards]
    if isinstance(answer, DeclineTrade):
        play.emit(Traded(seat))
        gain_ducats(play, seat, 0 if sailed else CONSOLATION)
        return None
    return _deal(play, seat, answer)


def _market(content: Content, action: TradeIn) -> Market | None:
    """Return what a card says about a node, primary or secondary, or None."""
    markets = content.trades[action.card].markets
    return next((market for market in markets if action.node in (market.node, market.secondary)), None)


def _standing(own: Led) -> list[int]:
    return [node for node, up in zip(own.merchants, own.standing, strict=False) if up]


def _deals(state: State, seat: str, cards: Iterable[str], content: Content) -> Iterator[TradeIn]:
    own = state.led[seat]
    standing = [*sorted({NODE.ids[node] for node in _standing(own)}), *[None] * own.idle]
    for card in cards:
        for market in content.trades[card].markets:
            for node in filter(None, (market.node, market.secondary)):
                yield from (TradeIn(card, node, merchant) for merchant in standing)


def deal_refused(
    state: State, seat: str, action: TradeIn, cards: Iterable[str], sailed: str | None, content: Content
) -> Refusal | None:
    """Return why a card cannot be used in a node with this merchant."""
    if action.card not in cards:
        return not_revealed(card=action.card)
    market = _market(content, action)
    if market is None:
        return not_on_card(card=action.card, node=action.node)
    own, node = state.led[seat], NODE.number(action.node)
    merchant, standing = NONE if action.merchant is None else NODE.number(action.merchant), _standing(own)
    if merchant == NONE and not own.idle:
        return all_have_nodes()
    if merchant not in (NONE, *standing):
        return merchant_lies(node=action.merchant)
    if node in own.merchants and merchant != node:
        return (another_stands_there if node in standing else merchant_lies)(node=action.node)
    if not trade_links.reaches(state, seat, node):
        return not_linked(node=action.node)
    zone = NONE if sailed is None else ZONE.index[sailed]
    beside = zone == NONE or NODE.things[node].zones >> zone & 1
    if not beside and not trade_links.leads_through(state, seat, node, zone):
        return ship_not_used(node=action.node, zone=ZONE.ids[zone])
    if action.node == market.node:
        return None if trade_links.meets_requirement(state, seat, market) else requirement_not_met(node=action.node)
    return _secondary_refused(state, seat, node)


def _secondary_refused(state: State, seat: str, node: int) -> Refusal | None:
    """Return why a secondary node may not be used, or None if it may (R12.05, R12.06).

    It needs power that nobody exceeds there, and no pirates.
    """
    if state.trade.pirates[node]:
        return pirates_there(node=NODE.ids[node])
    power = 1 + trade_links.trade_power(state, seat, node, {}) - (node in state.led[seat].merchants)
    for each in state.order:
        if each != seat and node in state.led[each].merchants and trade_links.reaches(state, each, node):
            there = trade_links.trade_power(state, each, node, {})
            if there > power:
                return exceeded(node=NODE.ids[node], power=there)
    return None


def _deal(play: Play[State], seat: str, action: TradeIn) -> Frames:
    """Move the merchant to the node and lay it down, and return the frames that pay the node.

    For a secondary node, the primary node of the others is paid.
    """
    state, content = play.state, play.content
    own, node, face = state.led[seat], NODE.index[action.node], content.trades[action.card]
    market = _market(content, action)
    assert market is not None
    if action.merchant is None:
        number = len(own.merchants)
        own.merchants.append(node)
    else:
        from_ = NODE.index[action.merchant]
        number = next(n for n, each in enumerate(own.merchants) if each == from_ and own.standing[n])
    own.merchants[number], own.standing[number] = node, False
    play.emit(Traded(seat, action.card, action.node))
    if face.slaves and state.age >= 3:
        gain_prestige(play, seat, -1, "slaves")
    if action.node == market.node:
        return [paying(seat, action.card, action.node)]
    income = _table(state, face, node)[0]
    _paid(play, seat, node, trade_links.trade_power(state, seat, node, {}), 0, income)
    return [*_gold(state, seat, face, income), paying(seat, action.card, market.node, secondary=True)]


def _table(state: State, face: TradeFace, node: int) -> tuple[int, int, int]:
    """Return the income of the rows in a node, from the lowest; an expanded node has more (R12.04)."""
    return face.expanded if state.trade.expanded >> node & 1 else face.income


FAVOUR: Final = Question("trade_tie", "R12.04", Favour, default=FIRST, about={"node": NodeId})


@step("R12.04")
def paying(
    play: Play[State],
    seat: SeatId,
    card: TradeId,
    node: NodeId,
    ranked: list[SeatId] | None = None,
    secondary: bool = False,
) -> Asking:
    """Pay everybody with a merchant and a link by power; the active seat breaks ties, for itself first."""
    state = play.state
    face = play.content.trades[card]
    market = next(each for each in face.markets if each.node == node)
    there = trade_links.traders(state, market, NODE.index[node], seat if secondary else "")
    ranked = ranked or []
    left = {each: power for each, power in there.items() if each not in ranked}
    if left:
        most = [each for each in clockwise(state, seat) if left.get(each) == max(left.values())]
        first = most[0]
        if len(most) > 1 and first != seat:
            first = (yield FAVOUR(seat, map(Favour, most), node=node)).seat
        return [paying(seat, card, node, [*ranked, first], secondary)]
    number = NODE.index[node]
    table = _table(state, face, number)
    found: Frames = []
    for each, row in trade_links.rows([(each, there[each]) for each in ranked], state.trade.pirates[number]).items():
        income = 0 if row is None else table[row]
        _paid(play, each, number, there[each], row, income)
        if each == seat:
            found = _gold(state, seat, face, income)
    return found


def _paid(play: Play[State], seat: str, node: int, power: int, row: int | None, income: int) -> None:
    own = play.state.led[seat]
    play.emit(TradePaid(seat, NODE.ids[node], power, row, income))
    own.ducats += income
    own.status.trade_income += income


def _gold(state: State, seat: str, face: TradeFace, income: int) -> Frames:
    """Return the frame of inflation if gold brings too much (R12.08).

    That is more than half of the base tax income.

    The half is rounded up (R1.07).
    """
    half = -(-base_tax_income(state, realm_of(seat)) // 2)
    return [inflation(seat)] if face.gold and income > half else []


GOLD: Final = Question("gold", "R12.08", PayGold, Inflate, default=FIRST)


@step("R12.08")
def inflation(play: Play[State], seat: SeatId) -> Asks:
    """Charge an adm or a token of interest for much gold.

    There may be more than five tokens of interest.
    """
    own = play.state.led[seat]
    answer: Action = Inflate()
    if own.power[ADM]:
        answer = yield GOLD(seat, [PayGold(), Inflate()])
    if isinstance(answer, PayGold):
        gain_power(play, seat, ADM, -1)
    else:
        own.interest += 1
        play.emit(Inflation(seat, own.interest))
