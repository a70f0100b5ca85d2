"""What the other side can do next: true, complete for flags, and built from what the reader may know."""

from typing import Any

import pytest

from adjudicator.games.imperial_struggle.balance import scored, scored_now
from adjudicator.games.imperial_struggle.fact_types import AWARD, COMMODITY, INVESTMENT, SPACE
from adjudicator.games.imperial_struggle.house_rules import HouseRules
from adjudicator.games.imperial_struggle.known import known
from adjudicator.games.imperial_struggle.rules.action_round import action_round
from adjudicator.games.imperial_struggle.rules.deal import deal
from adjudicator.games.imperial_struggle.rules.discard import discard_events
from adjudicator.games.imperial_struggle.rules.ministries.phase import ministry_phase
from adjudicator.games.imperial_struggle.rules.scoring import scoring
from adjudicator.games.imperial_struggle.rules.shifts import ShiftMarket, ShiftPolitical
from adjudicator.games.imperial_struggle.rules.turn import initiative_phase
from adjudicator.games.imperial_struggle.setup import initial_state
from adjudicator.games.imperial_struggle.words.figures import stakes
from adjudicator.games.imperial_struggle.words.situation import outlook
from adjudicator.games.imperial_struggle.words.speech import speech
from adjudicator.language import language

SPEECH = speech(language("en"))


def test_every_flag_that_the_other_side_removes_next_was_foretold(office: Any) -> None:
    """What a tile alone could buy is offered to the one side and foretold to the other, who knows less."""
    seen = 0
    for match, _ in office.played(b"north", 11):
        if match.result is not None or match.decisions()[0].kind != "take_investment":
            continue
        seat = match.decisions()[0].waiting[0]
        other = "britain" if seat == "france" else "france"
        shown = outlook(match.view((other,)), other, SPEECH)
        foretold = " ".join(item.text for one in shown for item in one.items)
        for action in match.game.ahead(match.state, seat):
            removes = isinstance(action, ShiftPolitical | ShiftMarket) and action.result == "unflag"
            if removes and match.view(()).space(action.space).owner == other:
                seen += 1
                assert SPEECH.space(action.space) in foretold, action
    assert seen > 100


def test_a_side_without_rounds_left_threatens_nothing(office: Any) -> None:
    match, _ = office.moment("choose_ministries")
    assert list(outlook(match.view(("france",)), "france", SPEECH)) == []


def test_the_sum_of_what_scores_now_is_that_of_the_single_awards(office: Any) -> None:
    match, _ = office.moment("take_investment", skip=3)
    found = scored(known(match.view(("france",))))
    facts = office.mail(match, "france", (), "en").standing.facts
    (told,) = [fact.value for fact in facts if fact.label == "If scored now"]
    leads = [(each.vp, each.counts[0] - each.counts[1], each.margin) for each in found]
    lead = sum(vp if by > 0 else -vp for vp, by, margin in leads if abs(by) >= margin)
    assert told == ("no change" if not lead else f"{'France' if lead > 0 else 'Britain'} +{abs(lead)} VP")


def test_prices_are_those_of_his_next_round_5_4_1(at: Any) -> None:
    """France takes Hudson Valley away in its round: Albany is isolated when its next one begins, and not before."""
    state = initial_state()
    state.flags[0] |= SPACE.mask_of(["ile_aux_noix", "cumberland", "ohio_forks"])
    state.flags[1] |= SPACE.mask_of(["albany"])
    state.first_player, state.available = 0, [INVESTMENT.index["inv_e4_d2"]] * 2
    match = at(state, [action_round(0, 1)])
    match.apply("france", {"op": "take_investment", "tile": "inv_e4_d2"})
    match.apply("france", {"op": "shift_market", "space": "hudson_valley", "result": "unflag"})
    (shown,) = outlook(match.view(("britain",)), "britain", SPEECH)
    (america,) = [item.text for item in shown.items if "North America" in item.name]
    assert "Albany 1" in america


@pytest.mark.parametrize(("blocks", "counts"), [(True, (0, 0)), (False, (1, 0))])
def test_prestige_under_a_conflict_marker_is_told_as_it_scores_r_03(
    at: Any, blocks: bool, counts: tuple[int, int]
) -> None:
    state = initial_state()
    state.flags = [SPACE.mask_of(["sweden"]), 0, 0, 0]
    state.conflicts, state.options = SPACE.mask_of(["sweden"]), HouseRules(conflict_blocks_prestige=blocks)
    match = at(state, [deal(), discard_events([]), ministry_phase()])
    (prestige,) = [stake for stake in stakes(match.view(("france",)), SPEECH) if stake.name == "Prestige"]
    assert prestige.counts == counts


@pytest.mark.parametrize(("seat", "vp"), [(0, 15 + 2 + 3 - 1), (1, 15 - 2 - 3 + 1)])
def test_what_would_score_now_knows_of_debt_beyond_the_limit_6_3(at: Any, seat: int, vp: int) -> None:
    """Fish takes the last room below the limit, tobacco goes beyond it: what is told is what scoring does."""
    state = initial_state()
    state.demand = [COMMODITY.index["fish"], COMMODITY.index["tobacco"]]
    state.awards = [AWARD.index["award_3_margin_2"]] * 4
    state.debt[seat], state.flags = 5, [0, 0, 0, 0]
    state.flags[seat] = SPACE.mask_of(["georges_bank", "caicos"])
    view = at(state, [initiative_phase()]).view(("france",))
    told = scored_now(view)
    scored = at(state, [scoring(), initiative_phase()]).state
    assert told is not None
    assert (15 + told, scored.vp) == (vp, vp)
