"""Stalls that guilds were bid for, and the next fair. Rule 7."""

from __future__ import annotations

from adjudicator import Event, Frames, Play
from guild_fair.rules.book import step
from guild_fair.rules.rounds import a_round
from guild_fair.state import COINS, SeatId, State


class StallPaid(Event, frozen=True, tag="stall_paid", by="seat", rule="7"):
    seat: SeatId
    coins: int


@step("7")
def stall(play: Play[State], seat: SeatId, coins: int) -> None:
    """Where guilds were bid for, they are paid for before the first round."""
    play.line("stall", guild=seat, coins=coins)
    play.state.coins[seat] -= coins
    play.emit(StallPaid(seat, coins))


class CarriedOver(Event, frozen=True, tag="carried_over", by="seat", rule="7"):
    seat: SeatId
    coins: int


@step("7")
def next_fair(play: Play[State]) -> Frames:
    """What a guild has beyond the first coins it brings from the fair before."""
    play.line("next_fair")
    for seat in play.seats:
        if play.state.coins[seat] > COINS:
            play.emit(CarriedOver(seat, play.state.coins[seat] - COINS))
    return [a_round()]
