"""Final scoring and who has won after turn 6 (11.0, 4.1.14), and what leads there (4.0)."""

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from adjudicator import Match
from adjudicator.components.bits import bits
from adjudicator.games.imperial_struggle.board import sketch
from adjudicator.games.imperial_struggle.board.atlas import Language
from adjudicator.games.imperial_struggle.board.finals import final_marks
from adjudicator.games.imperial_struggle.fact_types import AWARD, BRITAIN, COMMODITY, FRANCE, SIDES, SPACE, TURN, USA
from adjudicator.games.imperial_struggle.facts import FACTS
from adjudicator.games.imperial_struggle.house_rules import HouseRules
from adjudicator.games.imperial_struggle.known import final_scores_now
from adjudicator.games.imperial_struggle.rules.ending import FinalScored, TieBroken, final_scoring
from adjudicator.games.imperial_struggle.rules.turn import victory_check
from adjudicator.games.imperial_struggle.setup import empty_theatres, initial_state
from adjudicator.games.imperial_struggle.state import State
from adjudicator.games.imperial_struggle.view import view
from adjudicator.games.imperial_struggle.words import REPORT
from adjudicator.language import language
from adjudicator.pictures import Text

At = Callable[..., Any]


def last_turn() -> State:
    state = initial_state()
    state.turn, state.next_war = TURN.index["6"], -1
    state.theatres, state.pool_bonus = empty_theatres(-1), [[], []]
    state.flags = [0, 0, 0, 0]
    state.awards = [AWARD.index[i] for i in ("award_3_margin_2", "award_2_margin_2", "award_1_trp", "award_0_trp")]
    state.demand = [0, 1, 2]
    return state


def scored(match: Match) -> list[FinalScored]:
    return [told.public for told in match.opening if isinstance(told.public, FinalScored) and told.public.winner]


def first(mask: int, count: int) -> int:
    return sum(1 << space for space in list(bits(mask))[:count])


@pytest.mark.parametrize("side", [FRANCE, BRITAIN])
def test_more_prestige_spaces_give_two_11_0(at: At, side: int) -> None:
    state = last_turn()
    state.flags[side] = first(FACTS.prestige & FACTS.political & FACTS.available[0], 2)
    match = at(state, [final_scoring()])
    counts = (2, 0) if side == FRANCE else (0, 2)
    assert scored(match) == [FinalScored("prestige", 2, SIDES[side], *counts)]
    assert match.result.scores == {"france": 2, "britain": -2} if side == FRANCE else {"france": -2, "britain": 2}


def test_usa_spaces_are_prestige_with_a_usa_flag_only_11_0_10_0(at: At) -> None:
    state = last_turn()
    state.flags[BRITAIN] = FACTS.usa_spaces & FACTS.prestige
    assert scored(at(state, [final_scoring()])) == []
    state = last_turn()
    state.flags[BRITAIN], state.flags[USA] = FACTS.usa_spaces & FACTS.prestige, SPACE.mask_of(["san_agustin"])
    assert scored(at(state, [final_scoring()])) == [FinalScored("prestige", 2, "britain", 0, 2)]


@pytest.mark.parametrize(("debt", "vp", "winner"), [(1, 0, ""), (2, 1, "france"), (5, 2, "france"), (8, 4, "france")])
def test_every_two_of_the_lead_in_available_debt_give_one_11_0(at: At, debt: int, vp: int, winner: str) -> None:
    state = last_turn()
    state.debt_limit, state.debt = [14, 14], [0, debt]
    match = at(state, [final_scoring()])
    assert scored(match) == ([FinalScored("debt", vp, winner, 14, 14 - debt)] if winner else [])
    assert match.state.vp == 15 + vp


def test_at_most_four_for_debt_11_0(at: At) -> None:
    state = last_turn()
    state.debt_limit, state.debt = [14, 14], [12, 0]
    assert at(state, [final_scoring()]).state.vp == 11


def test_each_commodity_led_gives_one_conflict_markers_block_11_0_3_8(at: At) -> None:
    state = last_turn()
    for index, side in ((0, FRANCE), (1, BRITAIN), (2, BRITAIN), (3, FRANCE), (5, FRANCE)):  # 3 and 5: not in demand
        state.flags[side] |= first(FACTS.by_commodity[index], 2)
    state.flags[BRITAIN] |= FACTS.by_commodity[0] & ~state.flags[FRANCE] & first(FACTS.by_commodity[0], 3)
    state.conflicts = first(FACTS.by_commodity[3], 2)
    names = [commodity.id for commodity in COMMODITY]
    assert scored(at(state, [final_scoring()])) == [
        FinalScored("commodity", 1, "france", 2, 1, names[0]),
        FinalScored("commodity", 1, "britain", 0, 2, names[1]),
        FinalScored("commodity", 1, "britain", 0, 2, names[2]),
        FinalScored("commodity", 1, "france", 2, 0, names[5]),
    ]


def test_territories_that_the_other_side_held_at_the_set_up_give_two_usa_flags_are_french_11_0_10_0(at: At) -> None:
    state = last_turn()
    state.flags[FRANCE] = SPACE.mask_of(["madras", "quebec_and_montreal", "gibraltar"])
    state.flags[BRITAIN] = SPACE.mask_of(["acadia", "jamaica"])
    state.flags[USA] = SPACE.mask_of(["northern_colonies", "san_agustin"])
    match = at(state, [final_scoring()])
    assert [event for event in scored(match) if event.what == "territory"] == [
        FinalScored("territory", 2, "france", of="northern_colonies", flag="usa"),
        FinalScored("territory", 2, "france", of="madras", flag="france"),
        FinalScored("territory", 2, "britain", of="acadia", flag="britain"),
    ]
    assert match.state.vp == 17
    assert match.result.winners == ("france",)


def test_an_option_counts_prestige_under_conflict_markers_r_03(at: At) -> None:
    state = last_turn()
    state.options = HouseRules(conflict_blocks_prestige=False)
    state.flags[FRANCE] = state.conflicts = first(FACTS.prestige & FACTS.political & FACTS.available[0], 1)
    assert at(state, [final_scoring()]).state.vp == 17


@pytest.mark.parametrize(
    ("vp", "debt", "winner", "how"),
    [
        (16, (0, 0), "france", "final_vp"),
        (14, (0, 0), "britain", "final_vp"),
        (35, (0, 0), "france", "final_vp"),
        (-2, (0, 0), "britain", "final_vp"),
        (15, (0, 1), "france", "final_tiebreak_available_debt"),
        (15, (1, 0), "britain", "final_tiebreak_available_debt"),
        (15, (1, 1), "britain", "final_tiebreak_britain"),
    ],
)
def test_the_track_then_available_debt_then_britain_4_1_14(
    at: At, vp: int, debt: tuple[int, int], winner: str, how: str
) -> None:
    state = last_turn()
    state.vp, state.debt = vp, list(debt)
    match = at(state, [final_scoring()])
    assert (match.result.winners, match.result.how) == ((winner,), how)
    broken = [told.public for told in match.opening if isinstance(told.public, TieBroken)]
    assert broken == ([TieBroken(6 - debt[0], 6 - debt[1], winner)] if vp == 15 else [])


def test_turn_6_checks_for_victory_before_the_final_scoring_4_1_13_4_1_14(at: At) -> None:
    state = last_turn()
    state.vp = 30
    match = at(state, [victory_check()])
    assert match.result.how == "vp_30_or_more"
    assert not [told for told in match.opening if isinstance(told.public, FinalScored)]
    state = last_turn()
    state.vp = 29
    assert at(state, [victory_check()]).result.how == "final_vp"


# what is told of it before (reports, pictures) ------------------------------------------------------


def somewhere(seed: int) -> State:
    """The last turn with flags, debts and conflict markers anywhere."""
    state, rng = last_turn(), Random(seed)
    for space in range(len(SPACE.things)):
        side = rng.choice([FRANCE, BRITAIN, None])
        if side is not None and SPACE.things[space].type != "naval":
            state.flags[side] |= 1 << space
    state.conflicts = sum(1 << space for space in rng.sample(list(bits(FACTS.political)), 3))
    state.debt_limit, state.debt = [14, 14], [rng.randrange(15), rng.randrange(15)]
    return state


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("seats", [(), ("france",)])
def test_what_is_foretold_in_the_last_turn_is_what_is_scored_11_0(at: At, seed: int, seats: tuple[str, ...]) -> None:
    state = somewhere(seed)
    look = view(state, frozenset(seats))
    done = at(somewhere(seed), [final_scoring()])
    told = [each.public for each in done.opening if isinstance(each.public, FinalScored)]
    assert list(final_scores_now(look)) == told
    marks = {mark.kind: mark for mark in final_marks(look)}
    assert sum(mark.vp for mark in marks.values()) == done.result.scores["france"]
    assert (marks["prestige"].france, marks["prestige"].britain) == (told[0].france, told[0].britain)
    for kind in ("commodity", "territory"):
        won = [each.winner for each in told if each.what == kind]
        assert (marks[kind].france, marks[kind].britain) == (won.count("france"), won.count("britain"))
    over = view(done.state, frozenset(seats))
    assert final_scores_now(over) == ()
    assert list(final_marks(over)) == list(final_marks(look))


def test_the_board_of_a_finished_match_says_who_has_won_how_and_what_the_final_scoring_brought_2_5(at: At) -> None:
    match = at(somewhere(2), [final_scoring()])
    made = sketch(view(match.state, frozenset()), "en")
    pieces = {piece.name: piece.items for piece in made.scene.pieces}
    texts = {name: [item.text for item in items if isinstance(item, Text)] for name, items in pieces.items()}
    (winner,) = match.result.winners
    assert texts["result"] == [f"{winner.title()} wins"]
    assert texts["result-how"] == [f"after the final scoring · VP track at {match.state.vp}"]
    assert texts["final-sum"] == [f"{winner[0].upper()} +{match.result.scores[winner]} VP"]
    assert "no-war" not in pieces
    assert f"the game is over, {winner.title()} wins" in made.alt


def test_nothing_is_foretold_before_the_last_turn() -> None:
    assert final_scores_now(view(initial_state(), frozenset())) == ()


@pytest.mark.parametrize(("code", "scoring"), [("en", "Final scoring"), ("ru", "Финальный подсчёт")])
def test_report_and_board_of_the_last_turn_tell_what_it_would_bring(code: Language, scoring: str) -> None:
    look = view(somewhere(2), frozenset())
    standing = REPORT.standing(look, (), None, language(code))
    (fact,) = [fact for fact in standing.facts if fact.label == scoring]
    lines = final_scores_now(look)
    gained = sum(line.vp if line.winner == "france" else -line.vp for line in lines)
    assert re.findall(r"\+(\d+)", fact.value) == [str(abs(gained))]
    assert standing.tables[0].caption.startswith(("The final scoring", "Финальный подсчёт"))
    assert len(standing.tables[0].rows) == len(lines)
    pieces = {piece.name: piece for piece in sketch(look, code).scene.pieces}
    (told,) = [item.text for item in pieces["final-sum"].items if isinstance(item, Text)]
    assert f"+{abs(gained)} " in told
    assert "no-war" not in pieces
