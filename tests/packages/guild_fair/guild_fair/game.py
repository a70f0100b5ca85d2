"""Guild Fair, put together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Any

import msgspec

from adjudicator import Action, Answers, BidUnit, Frames, Game, Match, Option, Sequel
from adjudicator.kernel.events import as_seats
from guild_fair.content import CONTENT
from guild_fair.rules import CHAPTERS, pacts, rounds, stalls
from guild_fair.rules.book import STEPS
from guild_fair.state import COINS, CONTRACT, COPIES, FACTS, FORM, RENOWN_A_COIN, SEAT, State


class GuildFair(Game[State]):
    id = "guild-fair"
    titles = {"en": "Guild Fair", "ru": "Ярмарка гильдий"}
    version = "1"
    moderated = True
    seats = SEAT.ids
    form = FORM
    chapters = CHAPTERS
    steps = STEPS
    fact_files = (FACTS.path,)
    content_form = CONTENT
    bid_unit = BidUnit({"en": "coins", "ru": "монеты"}, most=COINS)
    phases = ("contracts", "market", "levy")
    options = {"visitors": Option((True, False), "1")}
    parts = {part: f"guild_fair.words:{part.upper()}" for part in ("names", "phrases", "conditions", "report", "rules")}
    parts["trials"] = "guild_fair.trials:TRIALS"

    def seatings(self, players: int) -> Sequence[tuple[str, ...]]:
        """Three or more; bakers and drapers come to every fair."""
        found = combinations(SEAT.ids, players) if players >= 3 else ()
        return tuple(seats for seats in found if {"bakers", "drapers"} <= {*seats})

    def start(self, seats: Sequence[str], options: Mapping[str, Any], content: Any) -> tuple[State, Frames]:
        pool = [each for each in CONTRACT.ids for _ in range(COPIES)]
        piles: list[dict[str, list[str]]] = [{seat: [] for seat in seats} for _ in range(3)]
        state = State(
            pool=pool,
            drawn=piles[0],
            kept=dict.fromkeys(seats, 0),
            contracts=piles[1],
            done=[],
            coins=dict.fromkeys(seats, COINS),
            loans=dict.fromkeys(seats, 0),
            renown=dict.fromkeys(seats, 0),
            allies=piles[2],
        )
        return state, [rounds.a_round()]

    def charge_bids(self, paid: Mapping[str, int]) -> Frames:
        return [stalls.stall(seat, coins) for seat, coins in paid.items()]

    def anytime(self, state: State, seat: str) -> Answers[State]:
        assert seat in state.coins, f"{seat} is no guild"  # the moderator and observers are never asked this
        return pacts.PactAnswers()

    def perform(self, state: State, seats: Sequence[str], action: Action) -> Frames:
        if isinstance(action, pacts.Give):
            return [pacts.given(seats[0], action.to)]
        if isinstance(action, pacts.Hire):
            return [pacts.hired(action.patron, action.worker, action.coins)]
        assert isinstance(action, pacts.Pact)
        return [pacts.pact_made(sorted(set(action.members), key=SEAT.number))]

    def resample_hidden(self, state: State, seats: Iterable[str], rng: Random) -> State:
        """Deal the contracts again; others may have kept either of theirs, and have borrowed whatever they could."""
        other = self.form.other(state, seats, rng)
        for seat in sorted({*other.loans} - {*as_seats(seats)}, key=SEAT.number):
            other.kept[seat] = rng.randint(0, len(other.drawn[seat]))
            other.loans[seat] = rng.randint(0, 2 * other.round)
        return other

    def sequel(self, match: Match) -> Sequel | None:
        """Whoever had least renown takes the first stall, and so on, unless they choose, in this order. One more guild
        comes to a fair that is not full.
        """
        if match.result is None:
            return None
        there, renown = match.header.seats, match.state.renown
        order = sorted(there, key=lambda seat: (renown[seat], SEAT.number(seat)))
        more = [seat for seat in SEAT.ids if seat not in there][:1]
        return Sequel(seats=dict(zip(order, there, strict=True)), open=tuple(more), order=tuple(order))

    def carried(self, match: Match, sequel: Sequel) -> Sequel:
        """Return the sequel with its position: a coin more for every three renown."""
        seats = sorted([*sequel.seats.values(), *sequel.open], key=SEAT.number)
        state, _ = self.start(seats, match.header.options, self.content)
        for old, new in sequel.seats.items():
            state.coins[new] += match.state.renown[old] // RENOWN_A_COIN
        return msgspec.structs.replace(sequel, document=self.document_of(state, [stalls.next_fair()]))

    def turns_done(self, state: State) -> int:
        return state.round - 1


GAME = GuildFair()
