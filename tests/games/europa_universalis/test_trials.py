"""How the game is tried at random: positions that are possible, and what players of demonstrations look for."""

import re
from random import Random

import pytest

from adjudicator import Action, Match, new_match
from adjudicator.games.europa_universalis.game import GAME
from adjudicator.games.europa_universalis.house_rules import OPTIONS
from adjudicator.games.europa_universalis.phrases import PHRASES
from adjudicator.games.europa_universalis.rules.acting import EndTurn, Pass
from adjudicator.games.europa_universalis.rules.declaration import DeclareWar
from adjudicator.games.europa_universalis.rules.settlement import PeaceMade
from adjudicator.games.europa_universalis.rules.treaties import PeaceSigned
from adjudicator.games.europa_universalis.trials.watched import TRIALS
from adjudicator.kernel.beginning import set_up
from adjudicator.kernel.chance import Chance
from adjudicator.kernel.content import with_content
from adjudicator.kernel.coverage import Coverage
from adjudicator.kernel.position import Position
from adjudicator.kernel.simulate import check_invariants, play_out
from adjudicator.kernel.steps import stored


@pytest.mark.parametrize("number", range(12))
def test_crowded_positions_with_packs_at_random_are_possible(number: int) -> None:
    rng = Random(number)
    seats = GAME.seatings(rng.choice(GAME.numbers))[0]
    options = {name: rng.choice(option.values) for name, option in OPTIONS.items()}
    game = with_content(GAME, TRIALS.content(rng))
    state, frames = TRIALS.rich(rng, seats, options, game.content)
    assert game.invariants(state) == []
    assert game.load(game.document_of(state, frames)) == (state, frames)


COVERAGE = Coverage(GAME)


@pytest.mark.parametrize("number", range(4))
def test_crowded_positions_are_possible_and_play_goes_on(number: int) -> None:
    rng = Random(number)
    seats = GAME.seatings(rng.choice(GAME.numbers))[0]
    options = {name: rng.choice(option.values) for name, option in OPTIONS.items()}
    state, frames = TRIALS.rich(rng, seats, options, GAME.content)
    assert GAME.invariants(state) == []
    header = set_up(GAME, seats=seats, options=options, seed=b"rich").header
    match = Match.begin(GAME, header, Position(0, 0, 0, stored(frames), state, []), Chance(b"rich"))
    play_out(match, rng, [check_invariants], coverage=COVERAGE)
    assert match.result is not None
    met = {point for point in COVERAGE.points if COVERAGE.met[point]}
    assert len(met & {*TRIALS.coverage_points()}) > 5, "what the game adds is told"


SOUGHT, CONTENT = 0.65, 0.6
"""How often somebody looks for what he is eager for, and else is content with what he has done in his turn."""
SIGNS = 0.7
"""How often he signs what lies on the table."""


@pytest.mark.parametrize("number", [4, pytest.param(8, marks=pytest.mark.long)])
def test_within_an_age_who_is_eager_mostly_comes_to_an_alliance_a_war_a_call_and_a_negotiated_peace(
    number: int,
) -> None:
    wanted = {*TRIALS.sights, *TRIALS.sights_besides}
    left = [wanted - _seen(each) for each in range(number)]
    assert sum(not each for each in left) > number / 2, left


def _seen(number: int) -> set[str | None]:
    """What players of a demonstration come to in the time that they are given."""
    seats, rng = GAME.seatings(4)[0], Random(number)
    match, seen = new_match(GAME.id, seats=seats, seed=f"eager {number}".encode()), set[str | None]()
    while not seen >= {*TRIALS.sights, *TRIALS.sights_besides} and GAME.turns_done(match.state) < TRIALS.sights_by:
        seat = rng.choice(rng.choice(match.decisions()).waiting)
        told = match.apply(seat, _eager(match, seat, "en" if seats.index(seat) % 2 else "ru", rng))
        seen |= {TRIALS.seen(each.public) for each in told if each.public is not None}
    return seen


def _eager(match: Match, seat: str, language: str, rng: Random) -> Action:
    """What a player of a demonstration does."""
    if match.sealed and match.decisions()[0].kind == "treaty" and rng.random() < SIGNS:
        return next(iter(match.sealed.values()))
    worded = [(PHRASES.say(each, language), each) for each in match.options(seat)]
    liked = [each for each in worded if not any(re.fullmatch(one, each[0]) for one in TRIALS.loath[language])] or worded
    if rng.random() < SOUGHT:
        for pattern in TRIALS.eager[language]:
            if wished := [each for words, each in liked if re.fullmatch(pattern, words)]:
                return rng.choice(wished)
    ends = [each for _, each in liked if isinstance(each, Pass | EndTurn)]
    if liked and rng.random() < CONTENT:
        return rng.choice(ends or [each for _, each in liked])
    return match.sample(seat, rng)


@pytest.mark.parametrize(("code", "said"), [("en", "declare war on England"), ("ru", "объявить войну Англии")])
def test_what_players_are_eager_for_is_worded_as_in_their_mails(code: str, said: str) -> None:
    """War on a neighbour who plays, and on nobody else; no name and no verb is said again here."""
    eager = TRIALS.eager[code]
    assert [pattern for pattern in eager if re.fullmatch(pattern, said)] == [eager[-2]]
    for other in ("granada", "castile"):
        assert not any(re.fullmatch(pattern, PHRASES.say(DeclareWar((other,)), code)) for pattern in eager)
    assert TRIALS.eager.keys() == TRIALS.loath.keys() == {*PHRASES.languages}


def test_a_peace_that_players_negotiated_is_told_apart_from_one_by_itself() -> None:
    assert TRIALS.seen(PeaceMade("france", "england", "white")) == "peace made"
    assert TRIALS.seen(PeaceSigned("france", "england")) == "peace negotiated"
    assert "peace made" in TRIALS.sights, "a demonstration has one of either kind"
