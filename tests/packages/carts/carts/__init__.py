"""Carts: traders send their carts along roads, all at once. A complete tiny game of written orders.

1. Each trader has two carts. Roads join four towns.
2. Each round everybody writes one order for each of their carts, secretly: it stays, or drives along a road. A cart
   without an order stays. Of the carts of one trader only one may be sent to the mill.
3. All carts move at the same time. A town in which one cart stands alone pays its trader one coin.
4. After four rounds the most coins win; equal coins are a draw.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

import msgspec

from adjudicator import (
    Action,
    Asking,
    Event,
    Frames,
    Game,
    NotReady,
    OrderAnswers,
    Orders,
    Play,
    Ready,
    Sheet,
    StepBook,
)
from adjudicator.components import Code, Kind
from adjudicator.components.names import Naming
from adjudicator.components.piece_fields import By, Count, One
from adjudicator.components.state_schema import StateSchema
from adjudicator.orders import WRITTEN, NameBook, Phrasebook, name, phrase
from adjudicator.pictures import maps
from adjudicator.pictures.scene import Circle, Style
from adjudicator.reports.wording.lexicon import Lexicon, LexiconReport

SEAT = Kind("seat", ("fox", "owl"))
TOWN = Kind("town", ("mill", "inn", "ford", "fair"))
CART = Kind("cart", ("fox_1", "fox_2", "owl_1", "owl_2"))
ROADS = {
    "mill": ("inn", "ford"),
    "inn": ("mill", "ford", "fair"),
    "ford": ("mill", "inn", "fair"),
    "fair": ("inn", "ford"),
}


class State(msgspec.Struct, array_like=True):
    at: Annotated[dict[str, str], By(CART, One(TOWN))]
    coins: Annotated[dict[str, int], By(SEAT, Count())]
    round: Annotated[int, Count(1, 4, rule="4")] = 1


FORM = StateSchema(State, seats=SEAT)


class Stay(Action, frozen=True, tag="stay"):
    """The cart stays where it is. Rule 2."""

    cart: str


class Drive(Action, frozen=True, tag="drive"):
    """The cart drives to a town. Rule 2."""

    cart: str
    to: str


class CartOrders(Sheet, frozen=True, tag="cart_orders"):
    """What a trader has written: at most one order for each cart."""

    orders: tuple[Stay | Drive, ...] = ()


class Driven(Event, frozen=True, tag="driven", rule="3", touches=("to",)):
    seat: Annotated[str, SEAT]
    cart: Annotated[str, CART]
    to: Annotated[str, TOWN]


class Paid(Event, frozen=True, tag="paid", rule="3"):
    seat: Annotated[str, SEAT]
    town: Annotated[str, TOWN]


not_yours = Code("2", cart=CART)
no_road = Code("2", cart=CART, to=TOWN)
mill_full = Code("2")


class CartAnswers(OrderAnswers[State]):
    """Each cart stays, or drives along a road."""

    kind, rule, sheet = "carts", "2", CartOrders
    actions = (Stay, Drive, CartOrders, Ready, NotReady)

    def things(self, state: State, seat: str) -> Sequence[str]:
        return [cart for cart in CART.ids if cart.startswith(seat)]

    def thing_of(self, order: Stay | Drive) -> str:
        return order.cart

    def unordered(self, state: State, seat: str, thing: str) -> Stay:
        return Stay(thing)

    def options(self, state: State, seat: str) -> Iterator[Stay | Drive]:
        for cart in self.things(state, seat):
            yield Stay(cart)
            yield from (Drive(cart, town) for town in ROADS[state.at[cart]])

    def check_order(self, state: State, seat: str, order: Stay | Drive) -> None:
        if order.cart not in self.things(state, seat):
            raise not_yours.of(self.rule, cart=order.cart)
        if isinstance(order, Drive) and order.to not in ROADS[state.at[order.cart]]:
            near = [Drive(order.cart, town) for town in ROADS[state.at[order.cart]]]
            raise no_road.of(self.rule, near, cart=order.cart, to=order.to)

    def check_sheet(self, state: State, seat: str, sheet: CartOrders) -> None:
        if [isinstance(order, Drive) and order.to for order in sheet.orders].count("mill") > 1:
            raise mill_full.of(self.rule)


STEPS = StepBook()


@STEPS.step("2")
def driving(play: Play[State]) -> Asking:
    sheets: dict[str, CartOrders] = yield Orders(play.seats, CartAnswers())
    state = play.state
    for seat, sheet in sheets.items():
        for order in sheet.orders:
            if isinstance(order, Drive):
                state.at[order.cart] = order.to
                play.emit(Driven(seat, order.cart, order.to))
    for town in TOWN.ids:
        here = [cart for cart in CART.ids if state.at[cart] == town]
        if len(here) == 1:
            seat = here[0].partition("_")[0]
            state.coins[seat] += 1
            play.emit(Paid(seat, town))
    if state.round == 4:
        return [ending()]
    state.round += 1
    return [driving()]


@STEPS.step("4")
def ending(play: Play[State]) -> None:
    coins = play.state.coins
    best = [seat for seat in play.seats if coins[seat] == max(coins.values())]
    play.end(best if len(best) == 1 else (), "coins" if len(best) == 1 else "draw", dict(coins))


class Carts(Game[State]):
    id = "carts"
    titles = {"en": "Carts", "ru": "Повозки"}
    version = "1"
    seats = SEAT.ids
    form = FORM
    steps = STEPS
    parts = {part: f"carts:{part.upper()}" for part in ("names", "phrases", "report", "board")}

    def start(self, seats: Sequence[str], options: Mapping[str, Any], content: Any) -> tuple[State, Frames]:
        at = {"fox_1": "mill", "fox_2": "inn", "owl_1": "fair", "owl_2": "ford"}
        return State(at, dict.fromkeys(seats, 0)), [driving()]


GAME = Carts()

LABEL = Kind("label", ("valley", "score"))
NAMES = Naming(
    [SEAT, CART, TOWN, LABEL],
    {
        "en": {
            SEAT: ("Fox", "Owl"),
            CART: ("Fox cart 1", "Fox cart 2", "Owl cart 1", "Owl cart 2"),
            TOWN: ("Mill", "Inn", "Ford", "Fair"),
            LABEL: ("Valley", "Coins"),
        },
        "ru": {
            SEAT: ("Лиса", "Сова"),
            CART: ("Повозка Лисы 1", "Повозка Лисы 2", "Повозка Совы 1", "Повозка Совы 2"),
            TOWN: ("Мельница", "Трактир", "Брод", "Ярмарка"),
            LABEL: ("Долина", "Монеты"),
        },
    },
    short={CART: ("K01", "K02", "K03", "K04")},
)
PHRASES = Phrasebook(
    NameBook.of(NAMES),
    [
        phrase(Drive, name("cart", "cart"), name("to", "town", en="to", ru="в"), en="drive", ru="ехать"),
        phrase(Stay, name("cart", "cart"), en="stay", ru="стоять"),
        *WRITTEN,
    ],
)
LEXICON = Lexicon(NAMES, SEAT, FORM)
LEXICON.tell(Driven, en="%(cart)s drives to %(to)s", ru="%(cart)s: путь в %(to)s")
LEXICON.tell(Paid, en="%(town)s pays a coin to %(seat)s", ru="%(town)s: монета, получает %(seat)s")
LEXICON.ask("carts", en="where do your carts go?", ru="куда едут ваши повозки?")
LEXICON.refuse(not_yours, en="%(cart)s is not yours", ru="%(cart)s: не ваша")
LEXICON.refuse(no_road, en="no road leads %(cart)s to %(to)s", ru="%(cart)s: дороги в %(to)s нет")
LEXICON.refuse(mill_full, en="only one of your carts has room at the mill", ru="на мельнице место одной вашей повозке")
LEXICON.show("coins", en="Coins", ru="Монеты")
LEXICON.show("at", en="Carts", ru="Повозки")
LEXICON.show("round", en="Round (of 4)", ru="Раунд (из 4)")


class Valley(maps.NamedBoard[Any]):
    """The towns, and the carts where they stand."""

    def title(self, shown: maps.BoardView[Any], language: str) -> str:
        return GAME.titles[language]

    def marks(self, shown: maps.BoardView[Any]) -> Iterator[maps.Marker]:
        for town in TOWN.ids:
            there = [cart for cart, at in shown.view.at.items() if at == town]
            owners = [cart.partition("_")[0] for cart in there]
            colours = (self.sides[owner].fill for owner in owners)
            signs = (Circle(17 * n - 17, -22, 8, Style(fill=each)) for n, each in enumerate(colours))
            yield maps.Marker(place=town, signs=tuple(signs), there=tuple(dict.fromkeys(owners)))

    def panels(self) -> Iterator[maps.Panel[maps.BoardView[Any]]]:
        yield maps.note_panel(self, "score", lambda shown, language: LEXICON.lines(shown.view, language))


SIDES = {"fox": maps.side("#a23716"), "owl": maps.side("#2b5c8a")}
PLAN = maps.read_atlas("""
size: [480, 420]
panels: {score: [8, 316, 464, 96]}
frames: {valley: {rect: [8, 8, 464, 300]}}
places:
  mill: {frame: valley, xy: [90, 80]}
  inn: {frame: valley, xy: [250, 60]}
  ford: {frame: valley, xy: [220, 220]}
  fair: {frame: valley, xy: [390, 160]}
roads: [[mill, inn], [mill, ford], [inn, ford], [inn, fair], [ford, fair]]
""")
BOARD = Valley(PLAN, SIDES, NAMES, places=TOWN, seats=SEAT, labels=LABEL)
REPORT = LexiconReport(LEXICON, BOARD)
