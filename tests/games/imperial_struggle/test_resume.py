"""A match goes on from its document at any decision, also inside an action round."""

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from adjudicator import Match, Refusal, new_match
from adjudicator.games.imperial_struggle import GAME
from adjudicator.games.imperial_struggle.fact_types import TURN
from adjudicator.games.imperial_struggle.rules.deal import deal, set_up
from adjudicator.games.imperial_struggle.rules.discard import discard_events
from adjudicator.games.imperial_struggle.rules.ministries.phase import ministry_phase
from adjudicator.games.imperial_struggle.setup import initial_state
from adjudicator.kernel.actions import SetFact
from adjudicator.kernel.simulate import begin_random, play_out, random_action

At = Callable[..., Match]
EVERY = {
    *("discard_events", "bid", "choose_ministries", "replace_ministries", "choose_first_player", "place_bonus_tile"),
    *("take_investment", "use_tile", "keep_basic_tile", "discard_one_event", "choose_for_event", "use_power"),
    *("resolve_tile_effect", "spend_spoils", "answer_conquest", "give_up_squadron", "place_usa_flags"),
    *("remove_usa_forts", "shift_spain", "assign_basic_tiles"),
}
HOUSE = {
    "bid_for_sides": True,
    "military_planning_12_2": True,
    "spanish_empire_12_1": True,
    "ministry_reveal": "strict_ru",
}


def same_again(match: Match) -> None:
    again = Match.from_document(match.document(), seed=b"again")
    assert again.position.frames == match.position.frames
    assert again.state == match.state
    assert [again.options(seat) for seat in GAME.seats] == [match.options(seat) for seat in GAME.seats]


@pytest.mark.slow
@pytest.mark.parametrize(("games", "often"), [(20, 15), pytest.param(60, 30, marks=pytest.mark.long)])
def test_every_kind_of_decision_is_resumed_with_the_same_frames_and_options(games: int, often: int) -> None:
    """So many decisions of each kind in so many matches."""
    seen = Counter[str]()
    for number in range(games):
        options = HOUSE if number % 4 == 0 else {}
        match, rng = begin_random("imperial-struggle", f"resume/{number}", options), Random(number)
        while match.result is None:
            (decision,) = match.decisions()
            if seen[decision.kind] < often:
                same_again(match)
                seen[decision.kind] += 1
            random_action(match, rng)
    assert set(seen) == EVERY


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


def test_secret_choices_of_one_side_are_kept_and_told_again_4_1_6(at: At) -> None:
    """Six cards in each hand: three that were kept, and three new ones."""
    state = initial_state()
    state.deck = [card for card in state.deck if card > 6]
    state.hands = [[1, 2, 3], [4, 5, 6]]
    document = at(state, [set_up(), deal(), discard_events([]), ministry_phase()]).document()
    document["cursor"][0]["given"] = [["france", [1, 2, 3]]]
    match = Match.from_document(document)
    assert match.decisions()[0].seats == ("britain",)
    assert match.document()["cursor"][0]["given"] == [["france", [1, 2, 3]]]
    britain = match.default("britain")
    assert britain is not None
    match.apply("britain", britain)
    assert {1, 2, 3} <= set(match.state.discard)


def on_turn_6() -> Match:
    """A random game that has come to its last turn."""
    for number in range(100):
        match, rng = begin_random("imperial-struggle", f"stop/{number}"), Random(number)
        while match.result is None:
            if match.state.turn == TURN.index["6"]:
                return match
            random_action(match, rng)
    raise AssertionError("no game came to turn 6")


def stop(match: Match, phase: str) -> None:
    """The moderator ends the action rounds: this phase is next, whatever was asked."""
    at_rest = {"phase": phase, "round": 0, "controlled_at_round_start": {"france": [], "britain": []}}
    match.apply("moderator", {"op": "set", "changes": {"state": at_rest}, "reason": "it is late"})


@pytest.mark.parametrize("phase", ["scoring", "final_scoring"])
def test_a_stop_before_scoring_or_the_victory_check_leads_to_the_end_4_1_11(phase: str) -> None:
    match = on_turn_6()
    while match.decisions()[0].kind != "take_investment":
        random_action(match, Random(1))
    stop(match, phase)
    assert match.result is not None
    assert match.state.phase == "game_over"


def test_a_stop_in_an_earlier_turn_leads_to_the_war() -> None:
    match = begin_random("imperial-struggle", "stop")
    while match.decisions()[0].kind != "take_investment":
        random_action(match, Random(1))
    stop(match, "scoring")
    assert match.state.turn >= 1
    assert match.result is None


def test_final_scoring_belongs_to_the_last_turn_4_1_14() -> None:
    with pytest.raises(Refusal, match="final scoring belongs to turn 6"):
        stop(new_match("imperial-struggle", seed=b"a"), "final_scoring")


def test_a_moderator_corrects_the_middle_of_a_round() -> None:
    match = begin_random("imperial-struggle", "correct")
    rng = Random(1)
    while match.decisions()[0].kind != "use_tile":
        random_action(match, rng)
    kept = match.options(match.decisions()[0].seats[0])
    changes = {"state": {"vp": 3, "treaty_points": {"france": 2}}}
    match.apply("moderator", {"op": "set", "changes": changes, "reason": "miscount"})
    assert (match.state.vp, match.state.treaty_points[0]) == (3, 2)
    assert match.decisions()[0].kind == "use_tile"
    assert {type(option) for option in kept} <= {
        type(option) for option in match.options(match.decisions()[0].seats[0])
    }


def test_a_cursor_that_a_moderator_writes_stays_as_it_is_written() -> None:
    match = begin_random("imperial-struggle", "correct")
    while match.decisions()[0].kind != "choose_ministries":
        random_action(match, Random(1))
    changes = {"cursor": [{"step": "choose_first_player"}, {"step": "action_phase"}], "state": {"phase": "initiative"}}
    match.apply("moderator", {"op": "set", "changes": changes, "reason": "nobody wants a ministry"})
    assert [each.kind for each in match.decisions()] == ["choose_first_player"]
    assert len(match.position.frames) == 2


def test_who_has_no_drawn_tile_any_more_is_not_asked_which_one_stays() -> None:
    """A moderator has put it back: the round goes on with the action."""
    match, rng = begin_random("imperial-struggle", "upgrade"), Random(4)
    while match.decisions()[0].kind != "keep_basic_tile":
        random_action(match, rng)
        assert match.result is None
    (asked,) = match.decisions()
    (side,) = asked.seats
    war = match.document()["state"]["war"]
    pool = sorted([*war["pool"][side]["basic"], *war["drawn"][side]])
    match.apply(
        "moderator", SetFact({"state": {"war": {"pool": {side: {"basic": pool}}, "drawn": {side: []}}}}, "put back")
    )
    assert match.decisions()[0].kind != "keep_basic_tile"
    random_action(match, rng)
