"""The rules of Crossroads, in their order."""

from __future__ import annotations

from adjudicator import Agree, Asking, Choose, Frames, Play, StepBook, Window
from crossroads.actions import Bargain, Ride, Spy, Toll
from crossroads.answers import BargainAnswers, TollAnswers, TurnAnswers
from crossroads.events import Bargained, Dug, Gave, Rode, Spied, Tolled, TreasureAt, WindfallCame
from crossroads.state import RING, SEAT, RiderId, State, TownId

STEPS = StepBook()
step = STEPS.step


@step("1")
def set_up(play: Play[State]) -> Frames:
    play.line("set_up")
    for seat in play.seats:
        rider = play.state.riders[seat]
        rider.treasure = play.pick("treasure", "town", [town for town in RING if town != rider.town], seat=seat)
    return [round_of_turns()]


@step("2")
def round_of_turns(play: Play[State]) -> Frames:
    turns = (turn(seat) for seat in play.seats for _ in range(play.options["acts"]))
    return [*turns, bargaining(), end_of_round()]


@step("2", "riding")
def turn(play: Play[State], seat: RiderId) -> Asking:
    answer: Ride | Spy = yield Choose(seat, TurnAnswers())
    if isinstance(answer, Ride):
        return [tolls(seat, answer.to)]
    rider = play.state.riders[answer.rider]
    if seat not in rider.spies:
        rider.spies = sorted([*rider.spies, seat], key=SEAT.number)
    play.emit(Spied(seat, answer.rider))
    play.show(TreasureAt(answer.rider, rider.treasure), [seat])
    return None


@step("3", "riding")
def tolls(play: Play[State], seat: RiderId, to: TownId) -> Asking:
    others = tuple(other for other in play.seats if other != seat)
    reactions: list[tuple[str, Toll]] = yield Window(others, TollAnswers(seat, to), "first")
    return [ride(seat, to, [name for name, _ in reactions])]


@step("4", "riding")
def ride(play: Play[State], seat: RiderId, to: TownId, reacting: list[RiderId]) -> None:
    riders = play.state.riders
    rider = riders[seat]
    rider.town = to
    play.emit(Rode(seat, to))
    for other in reacting:
        paid = min(1, rider.coins)
        rider.coins -= paid
        riders[other].coins += paid
        riders[other].toll = False
        play.emit(Tolled(seat, other, paid))
    if rider.treasure == to and not rider.dug:
        rider.dug = True
        rider.coins += 3
        play.emit(Dug(seat, to))


@step("5")
def treaty_made(play: Play[State], giver: RiderId, taker: RiderId, coins: int) -> None:
    play.state.riders[giver].coins -= coins
    play.state.riders[taker].coins += coins
    gave = Gave(giver, taker, coins)
    play.emit(None, {giver: gave, taker: gave})


@step("6", "bargaining")
def bargaining(play: Play[State]) -> Asking:
    order = sorted(play.seats, key=lambda seat: -play.state.riders[seat].coins)
    pair = tuple(seat for seat in play.seats if seat in (order[0], order[-1]))
    bundle: Bargain | None = yield Agree(pair, BargainAnswers())
    if bundle is not None:
        for seat in pair:
            play.state.riders[seat].coins += 1
        play.state.minted += 2
        made = Bargained((pair[0], pair[1]))
        play.emit(None, dict.fromkeys(pair, made))


@step("7")
def end_of_round(play: Play[State]) -> Frames | None:
    play.state.round += 1
    if play.state.round <= 5:
        return [round_of_turns()]
    coins = {seat: play.state.riders[seat].coins for seat in play.seats}
    best = max(coins.values())
    play.end([seat for seat in play.seats if coins[seat] == best], "coins", coins)
    return None


@step("7")
def windfall(play: Play[State], rider: RiderId, coins: int) -> None:
    play.state.riders[rider].coins += coins
    play.state.minted += coins
    play.emit(WindfallCame(rider, coins))
