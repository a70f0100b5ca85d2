"""Corrections: what came after is carried out again where it fits, with the outcomes it had; nothing else is kept."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import msgspec
import pytest

from adjudicator import Match, new_match
from adjudicator.kernel.chance import ImpossibleDraw
from adjudicator.kernel.correction_branch import CorrectedBranch, Edit, Move, moves_after, revise
from adjudicator.kernel.log import AGAIN
from adjudicator.kernel.refusals import no_such_question
from adjudicator.kernel.replay import begin, replay
from adjudicator.kernel.simulate import random_action

GAMES = ("sealed-bids", "crossroads", "imperial-struggle")
LENGTHS = {"sealed-bids": 9, "crossroads": 45, "imperial-struggle": 90}


def played(game: str, seed: str, actions: int) -> Match:
    match = new_match(game, seed=seed.encode())
    rng = Random(seed)
    for _ in range(actions):
        if match.result is not None:
            break
        random_action(match, rng)
    return match


def stand(former: Match, n: int, revision: int = 0) -> Match:
    """The match as it stood after entry `n`, with the chance of a revision."""
    start = replay(begin(former.header, former.log), [entry for entry in former.log if entry.n <= n])
    assert start.position.n == n
    again = Match.resume(former.header, start.checkpoint(), revision=revision)
    again.chance.seed = former.chance.seed
    return again


def moves_of(former: Match) -> list[Move]:
    start = begin(former.header, former.log)
    return moves_after(Match.resume(former.header, start.checkpoint()), former.log)


def corrected(former: Match, moves: list[Move], first: int, edits: list[Edit]) -> CorrectedBranch:
    """The line that branches off before move `first`."""
    start = stand(former, before(former, moves, first), 1)
    made_in = {entry.n: 0 for entry in former.log}
    return revise(start, moves[first:], edits, made_in=made_in, shown=former.position.shown)


def rolled_back(former: Match, moves: list[Move], first: int) -> CorrectedBranch:
    start = stand(former, before(former, moves, first), 1)
    return revise(start, [], [], made_in={}, shown=former.position.shown)


def before(former: Match, moves: list[Move], first: int) -> int:
    return moves[first].entries[0].n - 1 if first < len(moves) else former.position.n


def replayed(former: Match, made: CorrectedBranch) -> Match:
    """The new line played again from its stored beginning and its log alone, without the seed."""
    start = Match.resume(former.header, made.start, revision=1)
    start.chance.follow([draw for entry in made.match.log for draw in entry.chance])
    return replay(start, made.match.log)


def verified(former: Match, made: CorrectedBranch) -> Match:
    """The new line with the seed: only draws that tell another source are taken from the log."""
    start = Match.resume(former.header, made.start, revision=1)
    start.chance.seed = former.chance.seed
    start.chance.follow([draw for entry in made.match.log for draw in entry.chance if draw.source])
    return replay(start, made.match.log)


def check(former: Match, made: CorrectedBranch) -> None:
    """What holds for every correction."""
    assert replayed(former, made).checkpoint() == made.match.checkpoint()
    assert verified(former, made).checkpoint() == made.match.checkpoint()
    assert not made.match.game.invariants(made.match.state)
    assert all(each in made.match.position.shown for each in former.position.shown)
    for entry in made.match.log:
        for draw in entry.chance:
            if draw.source.startswith("kept:0."):
                old = former.log[int(draw.source.partition(".")[2]) - 1]
                assert draw.bare in old.chance


Correction = Callable[[Random, Match, list[Move]], CorrectedBranch]


def rollback(rng: Random, former: Match, moves: list[Move]) -> CorrectedBranch:
    first = rng.randrange(len(moves) + 1)
    made = rolled_back(former, moves, first)
    assert made.match.hash == stand(former, before(former, moves, first)).hash
    return made


def nothing(rng: Random, former: Match, moves: list[Move]) -> CorrectedBranch:
    """Play is tried again from some point without any change: all of it fits, and all outcomes are kept."""
    made = corrected(former, moves, rng.randrange(len(moves)), [])
    assert (made.dropped, made.undone) == ([], [])
    assert made.match.hash == former.hash
    assert [made.again[entry.n] for entry in made.match.log] == [entry.n for entry in made.match.log]
    assert made.told == [] or made.told[-1].n <= former.position.n
    return made


def order(rng: Random, former: Match, moves: list[Move]) -> CorrectedBranch:
    """One order is replaced by another legal one, taken out, or another one is put in before it."""
    while True:
        first = rng.randrange(len(moves))
        given = rng.choice(moves[first].inputs)
        at = stand(former, before(former, moves, first))
        if given.by in at.header.seats and at.options(str(given.by)):
            break
    action = at.sample(str(given.by), rng)
    how = rng.choice(("replace", "take out", "put in"))
    if how == "put in" and at.decisions()[0].form == "choose":
        made = corrected(former, moves, first, [Edit(given.n, given.by, put_in=(action,))])
        assert made.match.log[0].action == action
    elif how == "replace":
        made = corrected(former, moves, first, [Edit(given.n, given.by, take_out=True, put_in=(action,))])
        assert any(entry.action == action for entry in made.match.log) or made.match.sealed.get(str(given.by)) == action
    else:
        made = corrected(former, moves, first, [Edit(given.n, given.by, take_out=True)])
        assert given in [each.input for each in made.dropped if each.refusal is None]
    return made


def draw(rng: Random, former: Match, moves: list[Move]) -> CorrectedBranch:
    """A draw has another result. What is impossible is refused."""
    first, entry, wrong = rng.choice(
        [(k, entry, draw) for k, move in enumerate(moves) for entry in move.entries for draw in entry.chance]
    )
    found = [each.value for move in moves for each in move.draws if each.name == wrong.name]
    right = msgspec.structs.replace(wrong, value=rng.choice(found))
    made = corrected(former, moves, first, [Edit(entry.n, draws=(right,))])
    entered = [each for entry in made.match.log for each in entry.chance if each.source == "table"]
    assert [each.bare for each in entered] == [right]
    assert (entry.n, wrong) in [(undone.n, undone.draw) for undone in made.undone]
    return made


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("correction", [rollback, nothing, order, draw])
def test_after_a_correction_at_random_play_is_sound_and_replays_to_the_same_bytes(
    game: str, correction: Correction
) -> None:
    if correction is draw and game == "crossroads":
        game = "sealed-bids"  # nothing is drawn at the crossroads after the set-up
    rng = Random(f"{game} {correction.__name__}")
    made = 0
    for number in range(4 if game == "imperial-struggle" else 12):
        former = played(game, f"{number}", rng.randint(3, LENGTHS[game]))
        moves = moves_of(former)
        if correction is draw and not any(move.draws for move in moves):
            continue
        try:
            check(former, correction(rng, former, moves))
            made += 1
        except ImpossibleDraw:
            if correction is not draw:
                raise
    assert made


def test_an_order_of_a_later_round_is_not_carried_out_in_an_earlier_one() -> None:
    former = new_match("crossroads", seats=("north", "east", "south"), seed=b"rounds")
    while former.state.round < 3:
        for decision in former.decisions():
            seat = decision.waiting[0]
            former.apply(seat, former.options(seat)[-1] if decision.form != "choose" else former.options(seat)[0])
    moves = moves_of(former)
    first = moves[0].inputs[0]
    assert first.by == "north"
    made = corrected(former, moves, 0, [Edit(first.n, "north", take_out=True)])
    assert [entry.by for entry in made.match.log] == []
    assert made.match.decisions()[0].seats == ("north",)
    assert {each.refusal.code for each in made.dropped if each.refusal} == {no_such_question.name}
    assert len(made.dropped) == sum(len(move.inputs) for move in moves)


def test_a_seat_keeps_knowing_what_it_was_shown_in_the_line_that_is_left() -> None:
    former = new_match("crossroads", seats=("north", "east", "south"), seed=b"spies")
    former.apply("north", {"op": "spy", "rider": "east"})
    moves = moves_of(former)
    made = rolled_back(former, moves, 0)
    assert made.match.position.n == moves[0].entries[0].n - 1
    assert [shown.to for shown in made.match.certified_messages(["north"])] == [("north",)]
    assert made.match.certified_messages(["east", "south"]) == []


def test_a_round_that_ended_by_itself_ends_though_points_are_left_now_and_play_goes_on() -> None:
    former = played("imperial-struggle", "spent", 120)
    moves = moves_of(former)
    spent = [
        k
        for k, move in enumerate(moves[:-1])
        if move.entries[-1].how == "only" and move.entries[-1].by == move.inputs[0].by and not move.draws
    ]
    assert spent
    for k in spent:
        given = moves[k].inputs[0]
        made = corrected(former, moves, k, [Edit(given.n, given.by, take_out=True)])
        ends = made.match.log[0]
        assert (ends.by, ends.action, ends.how) == (given.by, moves[k].entries[-1].action, AGAIN)
        first = moves[k + 1].inputs[0]
        assert (first.by, first.action) in [(entry.by, entry.action) for entry in made.match.log]
        check(former, made)
