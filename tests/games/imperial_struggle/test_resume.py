"""A match goes on from its document at any decision, also inside an action round."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from adjudicator import DocumentError, Match, new_match
from adjudicator.games.imperial_struggle import GAME
from adjudicator.games.imperial_struggle.setup import initial_state
from adjudicator.kernel.simulate import begin_random, play_out, random_action

At = Callable[..., Match]
KINDS = {
    "choose_ministries",
    "choose_first_player",
    "take_investment",
    "use_tile",
    "keep_basic_tile",
    "place_bonus_tile",
}


def test_every_kind_of_decision_is_resumed_with_the_same_frames_and_options() -> None:
    seen: set[str] = set()
    for number in range(6):
        match, rng = begin_random("imperial-struggle", f"resume/{number}"), Random(number)
        while match.result is None:
            (decision,) = match.decisions()
            again = Match.from_document(match.document(), seed=b"again")
            assert again.position.frames == match.position.frames
            assert again.state == match.state
            assert [again.options(seat) for seat in GAME.seats] == [match.options(seat) for seat in GAME.seats]
            seen.add(decision.kind)
            random_action(match, rng)
    assert seen == KINDS


def test_play_goes_on_from_a_document_to_the_same_end_with_the_same_draws() -> None:
    match = begin_random("imperial-struggle", "on")
    rng = Random(3)
    for _ in range(15):
        random_action(match, rng)
    document, before = match.document(), len(match.log)
    play_out(match, Random(4))
    draws = [draw for entry in match.log[before:] for draw in entry.chance]
    again = Match.from_document(document, chance=draws)
    play_out(again, Random(4))
    assert again.hash == match.hash
    assert again.result == match.result


def test_the_end_is_resumed_with_its_result() -> None:
    match = begin_random("imperial-struggle", "end")
    play_out(match, Random(1))
    again = Match.from_document(match.document())
    assert again.result == match.result
    assert again.decisions() == []


def discarding(at: At) -> dict[str, Any]:
    """Six cards in each hand: three that were kept, and three new ones."""
    state = initial_state()
    state.deck = [card for card in state.deck if card > 6]
    state.hands = [[1, 2, 3], [4, 5, 6]]
    return at(state, [["set_up"], ["deal"], ["discard_events", []], ["ministry_phase"]]).document()


def test_secret_choices_of_one_side_are_kept_and_told_again_4_1_6(at: At) -> None:
    document = discarding(at) | {"confirmed": ["france"], "secret_choices": {"france": ["1", "2", "3"]}}
    document["active"], document["pending"] = ["britain"], [{"side": "britain", "decision": "discard_events"}]
    match = Match.from_document(document)
    assert match.decisions()[0].seats == ("britain",)
    assert match.document()["secret_choices"] == {"france": ["1", "2", "3"]}
    britain = match.default("britain")
    assert britain is not None
    match.apply("britain", britain)
    assert {1, 2, 3} <= set(match.state.discard)


def test_an_illegal_secret_choice_is_refused_with_its_path_4_1_6(at: At) -> None:
    document = discarding(at) | {"confirmed": ["france"], "secret_choices": {"france": ["4", "2", "3"]}}
    with pytest.raises(DocumentError) as refused:
        Match.from_document(document)
    assert [(problem.path, problem.rule) for problem in refused.value.problems] == [("secret_choices.france", "4.1.6")]


@pytest.mark.parametrize("phase", ["scoring", "remaining_powers"])
def test_a_stop_before_scoring_or_the_victory_check_leads_to_the_end_4_1_11(phase: str) -> None:
    match = begin_random("imperial-struggle", "stop")
    play_out(match, Random(2))
    document = {key: value for key, value in match.document().items() if key not in ("result", "how")}
    again = Match.from_document(document | {"phase": phase})
    assert again.result is not None
    assert again.state.phase == "game_over"
    if phase == "scoring":
        assert again.state.vp == match.state.vp


def test_phases_that_cannot_be_played_yet_say_so() -> None:
    match = new_match("imperial-struggle", seed=b"a")
    document = match.document() | {"phase": "final_scoring", "active": [], "pending": []}
    with pytest.raises(DocumentError) as refused:
        Match.from_document(document)
    assert any(problem.path == "phase" for problem in refused.value.problems)


def test_a_moderator_corrects_the_middle_of_a_round() -> None:
    match = begin_random("imperial-struggle", "correct")
    rng = Random(1)
    while match.decisions()[0].kind != "use_tile":
        random_action(match, rng)
    kept = match.options(match.decisions()[0].seats[0])
    match.apply("moderator", {"op": "set", "changes": {"vp": 3, "treaty_points": {"france": 2}}, "reason": "miscount"})
    assert (match.state.vp, match.state.treaty_points[0]) == (3, 2)
    assert match.decisions()[0].kind == "use_tile"
    assert {type(option) for option in kept} <= {
        type(option) for option in match.options(match.decisions()[0].seats[0])
    }
