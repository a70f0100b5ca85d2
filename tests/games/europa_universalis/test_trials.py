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
from adjudicator.kernel.content import with_content


@pytest.mark.parametrize("number", range(12))
def test_crowded_positions_with_packs_at_random_are_possible(number: int) -> None:
    rng = Random(number)
    seats = GAME.seatings(rng.choice(GAME.numbers))[0]
    options = {name: rng.choice(option.values) for name, option in OPTIONS.items()}
    game = with_content(GAME, TRIALS.content(rng))
    state, frames = TRIALS.rich(rng, seats, options, game.content)
    assert game.invariants(state) == []
    assert game.load(game.document_of(state, frames)) == (state, frames)


SOUGHT, CONTENT = 0.65, 0.6
"""How often somebody looks for what he is eager for, and else is content with what he has done in his turn."""
SIGNS = 0.7
"""How often he signs what lies on the table."""


def test_within_an_age_who_is_eager_comes_to_an_alliance_a_war_a_call_and_a_peace_and_some_negotiate_it() -> None:
    seen = [_seen(each) for each in range(8)]
    assert sum({*TRIALS.sights} <= each for each in seen) >= 7, seen
    assert any({*TRIALS.sights_besides} <= each for each in seen), seen


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


@pytest.mark.parametrize(("code", "said"), [("en", "declare war on Castile"), ("ru", "объявить войну Кастилии")])
def test_what_players_are_eager_for_is_worded_as_in_their_mails(code: str, said: str) -> None:
    """War on a player comes before war on others; no name and no verb is said again here."""
    among = [n for n, pattern in enumerate(TRIALS.eager[code]) if re.fullmatch(pattern, said)]
    other = PHRASES.say(DeclareWar(("granada",)), code)
    assert among == [len(TRIALS.eager[code]) - 2, len(TRIALS.eager[code]) - 1]
    assert [n for n, pattern in enumerate(TRIALS.eager[code]) if re.fullmatch(pattern, other)] == among[1:]
    assert TRIALS.eager.keys() == TRIALS.loath.keys() == {*PHRASES.languages}


def test_a_peace_that_players_negotiated_is_told_apart_from_one_by_itself() -> None:
    assert TRIALS.seen(PeaceMade("france", "england", "white")) == "peace made"
    assert TRIALS.seen(PeaceSigned("france", "england")) == "peace negotiated"
    assert "peace made" in TRIALS.sights, "a demonstration has one of either kind"
