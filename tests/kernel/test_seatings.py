"""Which seats play, by the number of players, and seats that are drawn by the chance of the match."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from adjudicator import Refusal, game_named, games, new_match
from adjudicator.kernel.bidding import Bid, SeatBid
from adjudicator.kernel.errors import ReplayError
from adjudicator.kernel.game import Game
from adjudicator.kernel.log import entry_of
from adjudicator.kernel.match import Match
from adjudicator.kernel.replay import begin as begin_again
from adjudicator.kernel.replay import replay, verify
from adjudicator.kernel.simulate import (
    begin_dense,
    check_document,
    check_invariants,
    check_replay,
    play_out,
    random_bid,
)
from adjudicator.kernel.trials import fewer, trials_of


def some_numbers(owner: Game[Any]) -> list[int]:
    """The numbers of players that are tried: all, or few where matches are long."""
    return sorted(Random(owner.id).sample(owner.numbers, fewer(owner, len(owner.numbers))))


@pytest.mark.slow
@pytest.mark.parametrize(("several", "every"), [(1, 8), pytest.param(4, 1, marks=pytest.mark.long)])
@pytest.mark.parametrize("game", games())
def test_every_seating_of_every_game_plays_to_its_end(game: str, several: int, every: int) -> None:
    """Of more seatings than several, so many are played; looked at before each so many-th action."""
    owner = game_named(game)
    assert owner.numbers
    assert max(owner.numbers) <= len(owner.seats)
    for players in some_numbers(owner):
        seatings, rng = owner.seatings(players), Random(players)
        for seats in rng.sample(list(seatings), min(several, len(seatings))):
            assert [seat for seat in owner.seats if seat in seats] == [*seats], "in seat order"
            match = new_match(game, seats=seats, seed=b"seatings")
            assert match.header.seats == seats
            play_out(match, rng, [check_document], every=max(every, trials_of(owner).weight))
            check_replay(match)


def test_crowded_positions_are_of_the_seats_that_play() -> None:
    met: set[int] = set()
    for number in range(30):
        match = begin_dense("guild-fair", f"crowd {number}")
        assert [*match.state.coins] == [*match.header.seats]
        met |= {len(match.header.seats)} if match.state.round > 1 else set()
        play_out(match, Random(number), [check_invariants, check_document])
    assert met == {*game_named("guild-fair").numbers}


@pytest.mark.parametrize("game", games())
def test_drawn_seats_are_the_first_draws_of_the_match(game: str) -> None:
    owner, nonces = game_named(game), {}
    for players in some_numbers(owner):
        nonces[players] = [bytes([place]) for place in range(players)]
        match = new_match(game, players=players, seed=b"drawn", nonces=nonces[players])
        assert match.header.seats in owner.seatings(players)
        assert sorted(match.header.in_order) == sorted(match.header.seats)
        first = match.log[0]
        assert (first.n, first.line(owner)["op"]) == (1, "seating")
        assert first.chance[-1].line == {"draw": "places", "seats": [*match.header.in_order]}
        play_out(match, Random(players))
        check_replay(match)
        verify(match.header, match.log, b"drawn", nonces[players])
        if len({tuple(new_match(game, players=players, seed=bytes([n])).header.in_order) for n in range(9)}) > 2:
            with pytest.raises(ReplayError):  # else another seed may come to the same
                verify(match.header, match.log, b"another seed", nonces[players])


def test_who_joined_first_decides_nothing_but_the_place_in_the_draw() -> None:
    seen = {new_match("guild-fair", players=3, seed=bytes([n])).header.in_order[0] for n in range(60)}
    assert seen == {"bakers", "brewers", "drapers", "masons", "smiths"}


def test_a_seating_that_was_not_drawn_is_found_out() -> None:
    match = new_match("crossroads", players=4, seed=b"drawn")
    places = match.header.in_order
    swapped = msgspec.structs.replace(match.header, places=(places[1], places[0], *places[2:]))
    with pytest.raises(ReplayError, match=f"the seats are drawn as {', '.join(places)}"):
        verify(swapped, match.log, b"drawn")
    lines = [msgspec.json.decode(msgspec.json.encode(entry.line(match.game))) for entry in match.log]
    again = begin_again(match.header, [entry_of(line, match.game) for line in lines])
    assert replay(again, match.log).header.places == places


def test_a_header_without_drawn_seats_is_written_as_before() -> None:
    header = new_match("sealed-bids", seed=b"fixed").header
    assert "places" not in msgspec.to_builtins(header)


def test_a_match_whose_seats_were_drawn_goes_on_from_its_checkpoint() -> None:
    match = new_match("crossroads", players=3, seed=b"drawn")
    again = Match.resume(match.header, match.checkpoint(), seed=b"drawn")
    assert again.document() == match.document()
    assert again.chance.counter == match.chance.counter


def test_who_cannot_play_together_is_told_who_can() -> None:
    for seats, players, code, facts in (
        (("bakers", "drapers"), None, "too_few_seats", {"least": 3}),
        (
            ("bakers", "brewers", "smiths"),
            None,
            "no_seating",
            {
                "seats": ["bakers", "brewers", "smiths"],
                "seatings": ["bakers+brewers+drapers", "bakers+drapers+masons", "bakers+drapers+smiths"],
            },
        ),
        (None, 2, "wrong_number", {"players": 2, "numbers": [3, 4, 5]}),
    ):
        with pytest.raises(Refusal) as refused:
            new_match("guild-fair", seats=seats, players=players)
        assert (refused.value.code, refused.value.facts) == (code, facts)


def bid(**amounts: int) -> Bid:
    return tuple(SeatBid(seat, amount) for seat, amount in amounts.items())


@pytest.mark.slow
@pytest.mark.parametrize("every", [8, pytest.param(1, marks=pytest.mark.long)])
@pytest.mark.parametrize("game", games())
def test_seats_that_are_bid_for_are_given_out_again_by_the_same_draws(game: str, every: int) -> None:
    """Looked at before each so many-th action."""
    owner, rng = game_named(game), Random(game)
    for players in some_numbers(owner):
        bids = [random_bid(owner, players, rng) for _ in range(players)]
        match = new_match(game, bids=bids, seed=b"bids")
        assert match.header.seats in owner.seatings(players)
        assert match.log[0].line(owner)["op"] == "seating"
        play_out(match, rng, [check_document], every=max(every, trials_of(owner).weight))
        check_replay(match)
        verify(match.header, match.log, b"bids")
        with pytest.raises(ReplayError):
            verify(match.header, match.log, b"another seed")


def test_the_highest_bid_is_served_first_and_paid() -> None:
    bids = [bid(bakers=2, drapers=1), bid(bakers=3, smiths=1), bid(drapers=1), ()]
    match = new_match("guild-fair", bids=bids, seed=b"bids")
    assert match.header.places[1] == "bakers"
    given = {*match.header.places[::2]}
    assert "drapers" in given, "the lot decides between the first and the third"
    coins = {seat: event.coins for told in match.opening if type(event := told.public).__name__ == "StallPaid"
             for seat in (event.seat,)}  # fmt: skip
    assert coins == {"bakers": 3, "drapers": 1}
    ops = [entry.line(match.game)["op"] for entry in match.log]
    assert ops[:3] == ["seating", "stall", "stall"]


def test_equal_bids_are_decided_by_lot_and_without_amounts_each_in_turn_gets_the_dearest() -> None:
    for n in range(20):
        bids = [bid(north=0, east=0), bid(north=0, south=0), bid(north=0, east=0, west=0), ()]
        header = new_match("crossroads", bids=bids, seed=bytes([n])).header
        first, *rest = header.bidding.lots
        asked = [number for number in (first, *rest) if number != 4]
        taken: list[str] = []
        for number in asked:
            liked = [wish.seat for wish in bids[number - 1] if wish.seat not in taken]
            if liked:
                assert header.places[number - 1] == liked[0]
            taken.append(header.places[number - 1])


def test_bids_respect_who_plays_together() -> None:
    match = new_match("guild-fair", bids=[bid(masons=4), bid(smiths=3), bid(brewers=2)], seed=b"three")
    assert match.header.seats == ("bakers", "drapers", "masons")
    assert match.header.places[0] == "masons"
    assert match.header.bidding.paid(match.header.places) == {"masons": 4}


def test_who_tampers_with_bids_is_found_out() -> None:
    match = new_match("guild-fair", bids=[bid(bakers=1), bid(drapers=1), bid(smiths=1)], seed=b"drawn")
    other = msgspec.structs.replace(match.header.bidding, lots=match.header.bidding.lots[::-1])
    with pytest.raises(ReplayError, match="the lots of the bids are drawn as"):
        verify(msgspec.structs.replace(match.header, bidding=other), match.log, b"drawn")
    other = msgspec.structs.replace(match.header.bidding, bids=(bid(smiths=4), *match.header.bidding.bids[1:]))
    with pytest.raises(ReplayError, match="the seats are drawn as"):
        verify(msgspec.structs.replace(match.header, bidding=other), match.log, b"drawn")


@pytest.mark.parametrize(
    ("game", "wrong", "code"),
    [
        ("guild-fair", bid(bakers=5), "wrong_bid"),
        ("guild-fair", bid(bakers=-1), "wrong_bid"),
        ("guild-fair", bid(bakers=1) + bid(bakers=2), "seat_twice"),
        ("guild-fair", bid(france=1), "unknown_seat"),
        ("crossroads", bid(north=1), "nothing_to_bid"),
    ],
)
def test_a_bid_that_cannot_be_is_refused(game: str, wrong: Bid, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        new_match(game, bids=[wrong, (), ()])
    assert refused.value.code == code


def test_a_seat_that_two_are_named_for_is_told_by_its_name() -> None:
    with pytest.raises(Refusal) as refused:
        new_match("guild-fair", seats=["bakers", "smiths", "bakers"])
    assert (refused.value.code, refused.value.facts["seat"]) == ("seat_twice", "bakers")
