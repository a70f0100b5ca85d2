"""Nobody can tell from what they try whether they are the last to answer: it stops where sealed answers are opened."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

import msgspec
import pytest

from adjudicator import Action, Match, games
from adjudicator.kernel.events import ObservedEvent
from adjudicator.kernel.sandbox import Sandbox, consistent_matches, foreseen
from adjudicator.kernel.simulate import begin_random, simulate

TRIED = 3
"""Answers of a seat that are tried in a position."""


def alone(match: Match, seat: str) -> Match:
    """The match before anybody else has answered what several are asked at once, as far as they are asked by `seal`."""
    twin = match.copy()
    twin.sealed = {each: action for each, action in match.sealed.items() if each == seat}
    return twin


def last(match: Match, seat: str, rng: Random) -> Match:
    """The match when everybody else who is asked beside a seat has answered."""
    twin = match.copy()
    for other in match.asked_seats:
        if other != seat and match.concurrent_seats:
            while twin.question(other) is not None:
                twin.apply(other, twin.sample(other, rng))
        elif other != seat and other not in twin.sealed:
            twin.seal(other, twin.sample(other, rng))
    return twin


def answers_in_secret(match: Match, seat: str) -> bool:
    """Whether a seat is asked beside others who must not know that it has answered."""
    question = match.question(seat)
    return (
        question is not None
        and len(match.asked_seats) > 1
        and (bool(match.concurrent_seats) or question.form in ("together", "window"))
    )


def learned(told: Iterable[ObservedEvent[Any]], view: Any, seat: str) -> Any:
    """What a seat is told and sees."""
    return msgspec.to_builtins(([event for each in told for event in each.all_visible_to(seat)], view))


ASKING = {"crossroads", "guild-fair", "here-i-stand", "imperial-struggle", "sealed-bids"}
"""Games in which several are asked at once, often enough that one match shows it."""


@pytest.mark.parametrize("game", [each for each in games() if each in ASKING])
def test_what_is_tried_is_the_same_for_the_last_one_as_for_the_first(game: str) -> None:
    rng, seen = Random(game), 0

    def watch(match: Match, seat: str, action: Action) -> None:
        nonlocal seen
        for viewer in (each for each in match.asked_seats if answers_in_secret(match, each)):
            first, final = alone(match, viewer), last(match, viewer, rng)
            for tried in rng.sample(options := match.options(viewer), min(TRIED, len(options))):
                mine, theirs = (foreseen(each, viewer, [tried]) for each in (first, final))
                learns = learned(mine.told, mine.view, viewer)
                assert (theirs.done, learned(theirs.told, theirs.view, viewer)) == (mine.done, learns)
                if mine.done and any(first.question(each) for each in match.asked_seats if each != viewer):
                    after = first.copy()
                    assert learned(after.apply(viewer, tried), after.view((viewer,)), viewer) == learns, "invented"
                seen += 1

    simulate(game, 1, "last", watchers=[watch], every=5)
    assert seen


def test_behind_a_chain_the_last_one_is_refused_what_any_other_is() -> None:
    match, rng = begin_random("guild-fair", "end of a chain", {"visitors": False}), Random(1)
    seat = match.concurrent_seats[0]
    for played in (match, last(match, seat, rng)):
        world = Sandbox.of(played, (seat,))
        for _ in range(2):
            world.apply(seat, world.options(seat)[0])
        assert world.question(seat) is None
        assert world.asked_seats == match.asked_seats
        with pytest.raises(Exception, match="not_your_turn") as refused:
            world.check(seat, match.options(seat)[0])
        assert refused.value.facts["kind"] == ""  # type: ignore[attr-defined]


def test_imagined_worlds_do_not_hang_on_how_far_the_others_are() -> None:
    """But for figures that are hidden, which stay as they are."""
    match = begin_random("guild-fair", "how far", {"visitors": False})
    seat = match.concurrent_seats[-1]
    first, final = ([*consistent_matches(each, seat)] for each in (match, last(match, seat, Random(1))))
    for world in (*first, *final):
        world.state.kept, world.state.loans = {}, {}
    assert [each.checkpoint() for each in first] == [each.checkpoint() for each in final]
    assert len({each.checkpoint() for each in first}) > 1
