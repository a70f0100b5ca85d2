"""How the game is tried at random: positions that are possible, and what players of demonstrations look for."""

import re
from random import Random

import pytest

from adjudicator import Action, Match, new_match
from adjudicator.components import bits
from adjudicator.games.europa_universalis.facts import REALM
from adjudicator.games.europa_universalis.game import GAME
from adjudicator.games.europa_universalis.house_rules import OPTIONS
from adjudicator.games.europa_universalis.phrases import PHRASES
from adjudicator.games.europa_universalis.rules.acting import EndTurn, Pass
from adjudicator.games.europa_universalis.rules.alliances import most_alliances
from adjudicator.games.europa_universalis.rules.curia import catholics, holds_roma
from adjudicator.games.europa_universalis.rules.declaration import DeclareWar
from adjudicator.games.europa_universalis.rules.marriages import most_marriages
from adjudicator.games.europa_universalis.rules.relations import is_vassal
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
from tests.by_turns import in_turn


@pytest.mark.parametrize("number", range(12))
def test_crowded_positions_with_packs_at_random_are_possible(number: int) -> None:
    rng = Random(number)
    seats = GAME.seatings(rng.choice(GAME.numbers))[0]
    options = {name: rng.choice(option.values) for name, option in OPTIONS.items()}
    game = with_content(GAME, TRIALS.content(rng))
    state, frames = TRIALS.rich(rng, seats, options, game.content)
    assert game.invariants(state) == []
    assert game.load(game.document_of(state, frames)) == (state, frames)


def test_crowded_positions_have_no_pacts_and_cardinals_that_no_rule_allows() -> None:
    for number in range(60):
        rng = Random(number)
        seats = rng.choice(GAME.seatings(rng.choice(GAME.numbers)))
        state, _ = TRIALS.rich(rng, seats, GAME.chosen_options({}), GAME.content)
        for seat in seats:
            own, allied, married = REALM.index[seat], bits(state.allied[seat]), bits(state.married[seat])
            assert not any(is_vassal(state, each) for each in allied)
            assert not any(is_vassal(state, each) and state.overlord[each] != own for each in married)
            assert len(allied) <= most_alliances(state, seat, GAME.content)
            assert len(married) <= most_marriages(state, seat, GAME.content)
            assert not state.disputed[seat] & ~state.married[seat]
            for pacts in (state.allied, state.married):
                others = [each for each in seats if pacts[each] >> own & 1]
                assert others == [each for each in seats if pacts[seat] >> REALM.index[each] & 1]
        assert {*state.curia.cardinals} <= {seat for seat in catholics(state) if not holds_roma(state, seat)}
        assert len(state.curia.cardinals) <= len(catholics(state)) + 1


COVERAGE = Coverage(GAME)


@pytest.mark.slow
@in_turn(2, "number", range(4))
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


@pytest.mark.slow
@pytest.mark.parametrize("number", [2, pytest.param(8, marks=pytest.mark.long)])
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
