"""Matches that follow each other: what every game says of the next one can be played, stored and proven."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from guild_fair.rules.stalls import CarriedOver

from adjudicator import Game, Match, Refusal, Sequel, game_named, games, new_match
from adjudicator.kernel.errors import BrokenGame
from adjudicator.kernel.replay import begin, replay
from adjudicator.kernel.sequel import Wishes, next_match, sequel_of
from adjudicator.kernel.simulate import check_document, play_out, random_seating


def finished(game: str, seats: tuple[str, ...], label: str = "series") -> Match:
    match = new_match(game, seats=seats, seed=label.encode())
    play_out(match, Random(label))
    return match


@pytest.mark.parametrize("game", games())
def test_three_matches_of_every_series_follow_each_other(game: str) -> None:
    owner = game_named(game)
    match = finished(game, random_seating(owner, Random(game)))
    for number in range(2):
        sequel = sequel_of(match)
        if sequel is None:
            return
        assert set(sequel.seats) <= set(match.header.seats)
        there = next_match(match, sequel, seed=bytes([number]))
        assert sorted(there.header.seats) == sorted([*sequel.seats.values(), *sequel.open])
        play_out(there, Random(number), [check_document])
        again = begin(there.header, there.log, document=sequel.document)
        assert replay(again, there.log).document() == there.document()
        match = there


def test_a_fair_carries_renown_over_and_lets_the_last_take_the_first_stall() -> None:
    match = finished("guild-fair", game_named("guild-fair").seats)
    renown = match.state.renown
    sequel = sequel_of(match)
    assert sequel is not None
    assert sequel.open == ()
    last = min(renown, key=lambda seat: (renown[seat], match.header.seats.index(seat)))
    assert sequel.seats[last] == "bakers"
    there = next_match(match, sequel, seed=b"next")
    brought = {told.public.seat: told.public.coins for told in there.opening if isinstance(told.public, CarriedOver)}
    assert brought == {sequel.seats[seat]: own // 3 for seat, own in renown.items() if own >= 3}
    assert there.header.options == match.header.options


def test_a_guild_more_comes_to_a_fair_that_is_not_full() -> None:
    match = finished("guild-fair", ("bakers", "drapers", "smiths"))
    sequel = sequel_of(match)
    assert sequel is not None
    assert sequel.open == ("brewers",)
    assert next_match(match, sequel, seed=b"next").header.seats == ("bakers", "brewers", "drapers", "smiths")


def test_people_choose_their_seats_in_order_and_others_come_and_go() -> None:
    match = finished("guild-fair", ("bakers", "drapers", "masons", "smiths"))
    plain = sequel_of(match)
    assert plain is not None
    first, second, third, last = plain.order
    wish = ("smiths", "bakers")
    wishes = Wishes(leaving=(third,), seats={first: wish, second: wish, last: ("drapers",)}, players=4)
    sequel = sequel_of(match, wishes)
    assert sequel is not None
    assert sequel.seats == {first: "smiths", second: "bakers", last: "drapers"}
    assert len(sequel.open) == 1
    there = next_match(match, sequel, seed=b"next")
    assert sorted(there.header.seats) == sorted(("smiths", "bakers", "drapers", *sequel.open))
    assert sequel.document is not None
    assert sequel.document["state"]["coins"]["smiths"] == 4 + match.state.renown[first] // 3
    fewer = sequel_of(match, Wishes(leaving=(third,)))
    assert fewer is not None
    assert len(next_match(match, fewer, seed=b"next").header.seats) == 4, "one leaves, one more comes"
    three = sequel_of(match, Wishes(leaving=(third,), players=3))
    assert three is not None
    assert (three.open, len(three.seats)) == ((), 3)
    assert {"bakers", "drapers"} <= {*three.seats.values()}, "those come to every fair"


@pytest.mark.parametrize(
    ("wishes", "code"),
    [
        (Wishes(leaving=("brewers",)), "not_in_the_match"),
        (Wishes(seats={"bakers": ("tinkers",)}), "no_such_seat"),
        (Wishes(players=9), "wrong_number"),
        (Wishes(leaving=("bakers", "drapers"), players=2), "wrong_number"),
    ],
)
def test_wishes_that_cannot_be_are_refused(wishes: Wishes, code: str) -> None:
    with pytest.raises(Refusal, match=code):
        sequel_of(finished("guild-fair", ("bakers", "drapers", "masons", "smiths")), wishes)


def test_in_a_game_that_gives_the_seats_nobody_chooses_them() -> None:
    with pytest.raises(Refusal, match="no_choice_of_seats"):
        sequel_of(finished("sealed-bids", ("red", "blue")), Wishes(seats={"red": ("blue",)}))


def test_options_that_a_campaign_has_chosen_stay() -> None:
    match = new_match("guild-fair", options={"visitors": False}, seed=b"options")
    play_out(match, Random(1))
    sequel = sequel_of(match)
    assert sequel is not None
    assert next_match(match, sequel, seed=b"next").header.options == {"visitors": False}


def test_the_loser_of_sealed_bids_has_the_first_seat_of_the_next_match() -> None:
    match = finished("sealed-bids", ("red", "blue"))
    assert match.result is not None
    sequel = sequel_of(match)
    assert sequel is not None
    (winner,) = match.result.winners
    assert sequel.seats[winner] == "blue"
    assert next_match(match, sequel, seed=b"next").header == msgspec.structs.replace(
        match.header, commitment=next_match(match, sequel, seed=b"next").header.commitment
    )


def test_a_game_without_series_has_no_next_match() -> None:
    assert sequel_of(finished("crossroads", ("north", "east", "south"))) is None


def test_a_sequel_of_seats_that_do_not_play_together_is_a_broken_game(monkeypatch: pytest.MonkeyPatch) -> None:
    match = finished("guild-fair", ("bakers", "drapers", "smiths"))
    wrong = Sequel(seats={"bakers": "bakers", "smiths": "smiths"}, open=("masons",))
    monkeypatch.setattr(Game, "sequel", lambda game, match: wrong)
    monkeypatch.delattr(type(match.game), "sequel")
    with pytest.raises(BrokenGame, match="bakers, smiths, masons"):
        sequel_of(match)
