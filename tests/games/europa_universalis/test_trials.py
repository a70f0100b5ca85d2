"""How the game is tried at random: positions that are possible, and what players of demonstrations look for."""

import re
from collections.abc import Iterator
from random import Random

import pytest

from adjudicator import Action, Match, new_match
from adjudicator.components import bits
from adjudicator.games.europa_universalis.facts import AREA, NONE, PROVINCES_OF, REALM
from adjudicator.games.europa_universalis.game import GAME
from adjudicator.games.europa_universalis.house_rules import OPTIONS
from adjudicator.games.europa_universalis.phrases import PHRASES
from adjudicator.games.europa_universalis.rules import supplies
from adjudicator.games.europa_universalis.rules.acting import EndTurn, Pass
from adjudicator.games.europa_universalis.rules.alliances import Allied, most_alliances
from adjudicator.games.europa_universalis.rules.curia import catholics, holds_roma
from adjudicator.games.europa_universalis.rules.declaration import DeclareWar
from adjudicator.games.europa_universalis.rules.exploration import Colonized
from adjudicator.games.europa_universalis.rules.goals import MissionCompleted, Researched, governments
from adjudicator.games.europa_universalis.rules.influence import closed
from adjudicator.games.europa_universalis.rules.marriages import faiths_marry, most_marriages
from adjudicator.games.europa_universalis.rules.relations import (
    at_war,
    is_vassal,
    state_religion,
    stays_independent,
    top,
)
from adjudicator.games.europa_universalis.rules.settlement import PeaceMade
from adjudicator.games.europa_universalis.rules.sieges import Occupied
from adjudicator.games.europa_universalis.rules.trade import Traded
from adjudicator.games.europa_universalis.rules.treaties import PeaceSigned
from adjudicator.games.europa_universalis.rules.units import all_ships
from adjudicator.games.europa_universalis.state import State
from adjudicator.games.europa_universalis.trials.watched import TRIALS
from adjudicator.games.europa_universalis.trials.wills import colonist, conqueror, diplomat, merchant, reformer, seeker
from adjudicator.kernel.beginning import set_up
from adjudicator.kernel.chance import Chance
from adjudicator.kernel.content import with_content
from adjudicator.kernel.coverage import Coverage
from adjudicator.kernel.position import Position
from adjudicator.kernel.simulate import PlayoutBias, check_invariants, play_out, random_action
from adjudicator.kernel.steps import stored_frames
from adjudicator.kernel.trials import Will
from tests.long_cases import one_in


@pytest.mark.parametrize("number", range(12))
def test_crowded_positions_with_packs_at_random_are_possible(number: int) -> None:
    rng = Random(number)
    seats = GAME.seatings(rng.choice(GAME.numbers))[0]
    options = {name: rng.choice(option.values) for name, option in OPTIONS.items()}
    game = with_content(GAME, TRIALS.content(rng))
    state, frames = TRIALS.dense_start(rng, seats, options, game.content)
    assert game.invariants(state) == []
    assert game.load(game.document_of(state, frames)) == (state, frames)


def crowded_positions(n: int) -> Iterator[State]:
    """Crowded positions at random, of any number of players and with any options."""
    for number in range(n):
        rng = Random(number)
        seats = rng.choice(GAME.seatings(rng.choice(GAME.numbers)))
        options = {name: rng.choice(option.values) for name, option in OPTIONS.items()}
        yield TRIALS.dense_start(rng, seats, options, GAME.content)[0]


def test_crowded_positions_have_no_pacts_and_cardinals_that_no_rule_allows() -> None:
    for number in range(60):
        rng = Random(number)
        seats = rng.choice(GAME.seatings(rng.choice(GAME.numbers)))
        state, _ = TRIALS.dense_start(rng, seats, GAME.chosen_options({}), GAME.content)
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


def test_crowded_positions_have_vassals_and_towns_that_rules_allow() -> None:
    for state in crowded_positions(40):
        for realm in {*state.owner} - {NONE}:
            if is_vassal(state, realm):
                over = state.overlord[realm]
                assert not stays_independent(state, realm), "R11.80"
                assert not is_vassal(state, over), "R11.80"
                assert not state.war[realm] | state.truce[realm], "R10.08, R11.90"
                assert not any(tokens >> realm & 1 for tokens in state.cb.values()), "R11.90"
            assert not state.war[realm] & state.truce[realm], "R10.08"
        for place, occupier in enumerate(state.occupier):
            assert occupier == NONE or at_war(state, occupier, top(state, state.owner[place])), "R9.61"
        emperor = state.empire.emperor
        assert not state.empire.defending or state.war[emperor], "R18.20"


def test_crowded_positions_have_tokens_and_marriages_that_rules_allow() -> None:
    for state in crowded_positions(40):
        cores = 0
        for seat, led in state.led.items():
            for each in bits(state.married[seat]):
                assert faiths_marry(led.religion, state_religion(state, each)), "R11.25"
            assert (led.ideas & governments(GAME.content)).bit_count() <= 1, "R4.04"
            assert led.claims.bit_count() <= supplies.CLAIMS, "R1.08"
            assert all_ships(state, seat) <= supplies.SHIPS, "R1.08"
            assert not any(led.influence[area] and closed(state, area) for area in AREA.indexes), "R11.01"
            claimed = {area for area in bits(led.claims) if AREA.things[area].number}
            assert claimed <= {*bits(state.discovered)}, "R4.03"
            assert not led.cores & cores, "R7.30"
            cores |= led.cores
            for area in bits(led.cores):
                assert {state.owner[each] for each in bits(PROVINCES_OF[area])} == {REALM.index[seat]}, "R7.30"


COVERAGE = Coverage(GAME)


@pytest.mark.slow
@one_in(2, "number", range(4))
def test_crowded_positions_are_possible_and_play_goes_on(number: int) -> None:
    rng = Random(number)
    seats = GAME.seatings(rng.choice(GAME.numbers))[0]
    options = {name: rng.choice(option.values) for name, option in OPTIONS.items()}
    state, frames = TRIALS.dense_start(rng, seats, options, GAME.content)
    assert GAME.invariants(state) == []
    header = set_up(GAME, seats=seats, options=options, seed=b"rich").header
    match = Match.begin(GAME, header, Position(0, 0, 0, stored_frames(frames), state, []), Chance(b"rich"))
    play_out(match, rng, [check_invariants], coverage=COVERAGE)
    assert match.result is not None
    met = {point for point in COVERAGE.points if COVERAGE.met[point]}
    assert len(met & {*TRIALS.coverage_points()}) > 5, "what the game adds is told"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("will", "sight", "n"),
    [
        (conqueror, PeaceMade, 3),
        (colonist, Colonized, 2),
        (diplomat, Allied, 15),
        (merchant, Traded, 50),
        (reformer, Researched, 20),
        (seeker, MissionCompleted, 7),
    ],
)
def test_players_with_a_will_come_to_what_they_want_in_two_ages(will: Will[State], sight: type, n: int) -> None:
    match, rng = new_match(GAME.id, seats=GAME.seatings(6)[0], seed=b"willed"), Random(1)
    whims, seen = PlayoutBias(match, rng, (will,)), list[object]()
    while match.state.age < 3:
        seen += [told.public for told in random_action(match, rng, whims=whims)]
    found = [each for each in seen if isinstance(each, sight) and getattr(each, "term", "") != "white"]
    assert len(found) >= n


SOUGHT, CONTENT = 0.8, 0.6
"""How often somebody looks for what he is eager for, and else is content with what he has done in his turn."""
SIGNS = 0.7
"""How often he signs what lies on the table."""


@pytest.mark.slow
@pytest.mark.parametrize("number", [5, pytest.param(8, marks=pytest.mark.long)])
def test_within_an_age_who_is_eager_mostly_comes_to_war_and_peace(number: int) -> None:
    """An alliance, a war, a call to arms and a peace are seen in most matches, a negotiated peace in some."""
    missed = [{*TRIALS.sights, *TRIALS.sights_besides} - _seen(each) for each in range(number)]
    assert sum(not each - {*TRIALS.sights_besides} for each in missed) > number / 2, missed
    assert sum(not each for each in missed) > number / 4, missed


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
    assert TRIALS.seen(Occupied("france", "calais")) == "town taken"
    assert "peace made" in TRIALS.sights, "a demonstration has one of either kind"
