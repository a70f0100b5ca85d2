"""What lies face down does not show in what is asked, in its delay, or in what everybody is told (3.5)."""

from random import Random
from typing import Any

import pytest

from adjudicator import Match, Refusal, new_match
from adjudicator.games.imperial_struggle.fact_types import INVESTMENT, SIDES
from adjudicator.games.imperial_struggle.rules.action_round import Pass
from adjudicator.games.imperial_struggle.rules.investment import TakeInvestment
from adjudicator.games.imperial_struggle.rules.ministries.end_of_turn import EndPowers
from adjudicator.games.imperial_struggle.rules.ministries.phase import ChooseMinistries
from adjudicator.games.imperial_struggle.rules.ministries.use import UseMinistry
from adjudicator.games.imperial_struggle.rules.turn import ChooseFirstPlayer
from adjudicator.kernel.simulate import begin_random, random_action
from adjudicator.kernel.worlds import other_world


@pytest.mark.slow
@pytest.mark.parametrize("option", ["2p", "strict_ru"])
def test_the_same_action_leads_to_the_same_question_and_news_whatever_is_hidden_3_5(option: str) -> None:
    compared = 0
    for number in range(4):
        rng = Random(number)
        match = begin_random("imperial-struggle", f"secrets/{option}/{number}", {"ministry_reveal": option})
        while match.result is None and match.state.turn < 4:
            (decision,) = match.decisions()
            if decision.form == "choose" and match.state.phase in ("action", "remaining_powers"):
                compared += compare(match, decision.seats[0], rng)
            random_action(match, rng)
    assert compared > 300


def compare(match: Match, seat: str, rng: Random) -> int:
    """Play one action in two matches that differ in what the other side cannot know. 1 if it was possible in both."""
    viewer = 1 - SIDES.index(seat)
    action = match.sample(seat, rng)
    mine, other = match.copy(), other_world(match, (SIDES[viewer],), rng)
    if action.op in ("play_event", "keep_basic_tile", "place_bonus_tile"):
        return 0
    try:
        seen = other.apply(seat, action)
    except Refusal:
        return 0
    told = mine.apply(seat, action)
    if mine.state.turn != match.state.turn:  # a war shows tiles, a deal draws
        return 0
    asked = [[(each.kind, each.seats) for each in one.decisions()] for one in (mine, other)]
    assert asked[0] == asked[1], f"{seat} {action}: what is asked next depends on what is hidden"
    assert [each.public for each in told] == [each.public for each in seen]
    return 1


# documents -----------------------------------------------------------------------------------------


def begun(**options: Any) -> Match:
    """Turn 1 before the first tile of Britain, who holds M-5 and M-8; France holds M-2 and M-4."""
    match = new_match("imperial-struggle", seed=b"cabinet", options=options)
    match.apply("france", ChooseMinistries(("m2", "m4")))
    match.apply("britain", ChooseMinistries(("m5", "m8")))
    match.apply("france", ChooseFirstPlayer("britain"))
    return match


def resumed(match: Match) -> Match:
    again = Match.from_document(match.document(), seed=b"again")
    assert again.position.frames == match.position.frames
    assert again.state == match.state
    assert [again.options(seat) for seat in SIDES] == [match.options(seat) for seat in SIDES]
    return again


def test_a_document_stands_before_the_card_that_walpole_puts_away_m_5() -> None:
    match = begun()
    match.apply("britain", UseMinistry("m5"))
    assert match.document()["cursor"][0] == {"step": "discard_one_event", "side": "britain"}
    again = resumed(match)
    again.apply("britain", again.options("britain")[0])
    assert again.decisions()[0].kind == "take_investment"


def test_a_document_after_the_tile_stands_before_that_card_too_m_5() -> None:
    match = begun()
    match.apply("britain", match.options("britain")[0])
    match.apply("britain", UseMinistry("m5"))
    again = resumed(match)
    again.apply("britain", again.options("britain")[0])
    assert again.decisions()[0].kind == "use_tile"


def test_a_document_keeps_that_an_ability_was_used_in_the_round_r_21() -> None:
    match = begun(pass_after_ministry=False)
    match.apply("britain", UseMinistry("m8"))
    assert match.document()["state"]["ministry_used"] is True
    again = resumed(match)
    again.apply("britain", TakeInvestment(INVESTMENT.ids[again.state.available[0]]))
    assert Pass() not in again.options("britain")


def test_a_document_stands_before_the_powers_of_either_side_4_1_11() -> None:
    match, rng = begun(ministry_reveal="strict_ru"), Random(2)
    for _ in range(600):
        if match.decisions()[0].kind == "use_power":
            break
        seat = match.decisions()[0].seats[0]
        match.apply(seat, match.default(seat) or match.sample(seat, rng))
    assert match.document()["state"]["phase"] == "remaining_powers"
    first = match.decisions()[0].seats[0]
    again = resumed(match)
    again.apply(first, EndPowers())
    match.apply(first, EndPowers())
    assert again.decisions()[0].seats == match.decisions()[0].seats != (first,)
    resumed(match)
