"""The rules of Salt Roads in their order: actions, events, refusals, answers, steps."""

from __future__ import annotations

from itertools import product, starmap
from typing import Annotated, Literal

from adjudicator import Action, Asking, Choose, Event, Frames, Play, Question, Refusal, StepBook, ValidatedAnswers
from adjudicator.components import Code, Many
from salt_roads.state import GOOD, SEAT, TOWN, GoodId, SeatId, State, TownId

STEPS = StepBook()
step = STEPS.step


class Drew(Event, frozen=True, tag="drew", by="seat", rule="2", own=("goods",)):
    seat: SeatId
    count: int
    goods: Annotated[tuple[str, ...], GOOD] = ()


class Shuffled(Event, frozen=True, tag="shuffled", rule="2"):
    count: int


@step("1")
def deal(play: Play[State]) -> Frames:
    play.line("deal")
    for seat in play.seats:
        draw(play, seat, 3)
    return [a_round()]


def draw(play: Play[State], seat: str, count: int) -> None:
    """So many cards, as far as there are any; the laid ones are shuffled in if too few are left. Rule 2."""
    state = play.state
    if len(state.deck) < count and state.laid:
        state.deck, state.laid = sorted(state.deck + state.laid, key=GOOD.number), []
        play.emit(Shuffled(len(state.deck)))
    goods = play.pick_many("goods", "goods", state.deck, min(count, len(state.deck)), seat=seat)
    for good in goods:
        state.deck.remove(good)
    state.hands[seat] = sorted(state.hands[seat] + goods, key=GOOD.number)
    play.emit(Drew(seat, len(goods), tuple(goods)))


def lay(state: State, seat: str, good: str) -> None:
    """A card that is sold or bars a road. Rules 2 and 3."""
    state.hands[seat].remove(good)
    state.laid = sorted([*state.laid, good], key=GOOD.number)


class Travel(Action, frozen=True, tag="travel"):
    """Travel along a road to the next town; sell, or set up a post, before you leave. Rule 2."""

    to: TownId
    deal: Literal["nothing", "sell", "post"] = "nothing"


class Rest(Action, frozen=True, tag="rest"):
    """Draw two cards. Rule 2."""


class Left(Event, frozen=True, tag="left", by="seat", rule="2", touches=("to",)):
    seat: SeatId
    to: TownId
    here: TownId


class Sold(Event, frozen=True, tag="sold", by="seat", rule="2"):
    seat: SeatId
    good: GoodId


class PostSetUp(Event, frozen=True, tag="post_set_up", by="seat", rule="2", touches=("town",)):
    seat: SeatId
    town: TownId


no_road = Code("2", at=TOWN, to=TOWN, roads=Many(TOWN))
nothing_to_sell = Code("2", town=TOWN, good=GOOD)
post_stands = Code("2", town=TOWN, owner=SEAT)
too_few_coins = Code("2", coins=int)


class TurnAnswers(ValidatedAnswers[State]):
    kind, rule, actions = "turn", "2", (Travel, Rest)

    def candidates(self, state: State, seat: str) -> list[Action]:
        return [*starmap(Travel, product(TOWN.thing(state.at[seat]).roads, ("nothing", "sell", "post"))), Rest()]

    def illegality(self, state: State, seat: str, action: Action) -> Refusal | None:
        if not isinstance(action, Travel):
            return None
        here, owner = TOWN.thing(state.at[seat]), state.posts[state.at[seat]]
        if action.to not in here.roads:
            return no_road([*map(Travel, here.roads)], at=here.id, to=action.to, roads=here.roads)
        if action.deal == "sell" and here.wants not in state.hands[seat]:
            return nothing_to_sell([Travel(action.to)], town=here.id, good=here.wants)
        if action.deal == "post" and owner:
            return post_stands([Travel(action.to)], town=here.id, owner=owner)
        dear = action.deal == "post" and state.coins[seat] < 2
        return too_few_coins([Travel(action.to)], coins=state.coins[seat]) if dear else None

    def default(self, state: State, seat: str) -> Action:
        return Rest()


@step("2")
def a_round(play: Play[State]) -> Frames:
    return [*map(turn, play.seats), end_of_round()]


@step("2")
def turn(play: Play[State], seat: SeatId) -> Asking:
    answer: Travel | Rest = yield Choose(seat, TurnAnswers())
    if isinstance(answer, Rest):
        draw(play, seat, 2)
        return None
    state, here = play.state, play.state.at[seat]
    if answer.deal == "sell":
        lay(state, seat, TOWN.thing(here).wants)
        state.coins[seat] += 2
        play.emit(Sold(seat, TOWN.thing(here).wants))
    if answer.deal == "post":
        state.coins[seat] -= 2
        state.posts[here] = seat
        play.emit(PostSetUp(seat, here))
    play.emit(Left(seat, answer.to, here))
    owner = state.posts[answer.to]
    return [enter(seat, answer.to)] if owner in ("", seat) else [toll(owner, seat, answer.to)]


@step("2")
def enter(play: Play[State], seat: SeatId, to: TownId) -> None:
    play.state.at[seat] = to


class TakeToll(Action, frozen=True, tag="take_toll"):
    """Let the traveller enter, for a coin if there is one. Rule 3."""


class BarRoad(Action, frozen=True, tag="bar_road"):
    """Lay a card of the good that the town wants; the traveller stays where he is. Rule 3."""


class TollTaken(Event, frozen=True, tag="toll_taken", by="owner", rule="3"):
    owner: SeatId
    seat: SeatId
    coins: int


class RoadBarred(Event, frozen=True, tag="road_barred", by="owner", rule="3", touches=("town",)):
    owner: SeatId
    seat: SeatId
    town: TownId
    good: GoodId


nothing_to_lay = Code("3", good=GOOD)


TOLL = Question(
    "toll", "3", TakeToll, BarRoad, default=TakeToll(), about={"traveller": SeatId, "to": TownId}, interrupts=True
)
"""Asked of the owner of a post whose town somebody is about to enter."""


@step("3")
def toll(play: Play[State], owner: SeatId, seat: SeatId, to: TownId) -> Asking:
    good = TOWN.thing(to).wants

    def why(action: Action) -> Refusal | None:
        barred = isinstance(action, BarRoad) and good not in play.state.hands[owner]
        return nothing_to_lay([TakeToll()], good=good) if barred else None

    answer: TakeToll | BarRoad = yield TOLL(owner, [TakeToll(), BarRoad()], why, traveller=seat, to=to)
    if isinstance(answer, BarRoad):
        lay(play.state, owner, good)
        play.emit(RoadBarred(owner, seat, to, good))
        return None
    coins = min(1, play.state.coins[seat])
    play.state.coins[seat] -= coins
    play.state.coins[owner] += coins
    play.emit(TollTaken(owner, seat, coins))
    return [enter(seat, to)]


@step("4")
def end_of_round(play: Play[State]) -> Frames | None:
    state, posts = play.state, [*play.state.posts.values()]
    if state.round < 8 and all(posts.count(seat) < 3 for seat in play.seats):
        state.round += 1
        return [a_round()]
    points = {seat: state.coins[seat] + 2 * posts.count(seat) for seat in play.seats}
    play.end([seat for seat in play.seats if points[seat] == max(points.values())], "points", points)
    return None
