"""The rounds of a fair with their omens, and the end. Rules 1, 6."""

from __future__ import annotations

from typing import Annotated

from adjudicator import MODERATOR, Action, Answers, Asking, Choose, Event, Frames, Play, parallel
from guild_fair.rules.book import step
from guild_fair.rules.chains import contracts, loan, put_back
from guild_fair.rules.pacts import levy
from guild_fair.rules.turns import turn
from guild_fair.state import OMEN, ROUNDS, SeatId, State


class OmenSeen(Event, frozen=True, tag="omen_seen", rule="1"):
    omen: Annotated[str, OMEN]


class Decreed(Event, frozen=True, tag="decreed", rule="1"):
    seat: SeatId
    coins: int


class Decree(Action, frozen=True, tag="decree"):
    """What the visitor brings to a guild, as the moderator rules. Rule 1."""

    seat: SeatId
    coins: int = 1


class DecreeAnswers(Answers[State]):
    """Asked of the moderator: the card of the visitor says nothing that a program could carry out."""

    kind, rule, actions = "decree", "1", (Decree,)

    def options(self, state: State, seat: str) -> list[Action]:
        return [Decree(guild, coins) for guild in state.coins for coins in (1, 2)]


@step("1", "contracts")
def a_round(play: Play[State]) -> Frames:
    play.line("omen")
    omen = play.pick_weighted("omen", "omen", {"rain": 3, "market": 2, "visitor": int(play.options["visitors"])})
    play.emit(OmenSeen(omen))
    if omen == "market":
        for seat in play.seats:
            play.state.coins[seat] += 1
    visit = [visitor()] if omen == "visitor" else []
    chains = parallel({seat: [contracts(seat), loan(seat)] for seat in play.seats})
    return [*visit, chains, put_back(), *map(turn, play.seats), levy(), end_of_round()]


@step("1", "contracts")
def visitor(play: Play[State]) -> Asking:
    answer: Decree = yield Choose(MODERATOR, DecreeAnswers())
    play.state.coins[answer.seat] += answer.coins
    play.emit(Decreed(answer.seat, answer.coins))
    return None


class Scored(Event, frozen=True, tag="scored", by="seat", rule="6"):
    seat: SeatId
    allies: int
    loans: int


@step("6")
def end_of_round(play: Play[State]) -> Frames | None:
    state = play.state
    if state.round < ROUNDS:
        state.round += 1
        return [a_round()]
    for seat in play.seats:
        state.renown[seat] = max(0, state.renown[seat] + len(state.allies[seat]) - state.loans[seat])
        play.emit(Scored(seat, len(state.allies[seat]), state.loans[seat]))
    best = max(state.renown.values())
    play.end([seat for seat in play.seats if state.renown[seat] == best], "renown", state.renown)
    return None
