"""Advisors, generals, admirals, rulers (R5.02, R7.01-R7.03)."""

from __future__ import annotations

import pytest

from adjudicator import Frames, Play
from adjudicator.games.europa_universalis.facts import AREA, NONE
from adjudicator.games.europa_universalis.rules.book import STEPS
from adjudicator.games.europa_universalis.rules.characters import (
    AppointAdmiral,
    AppointAdvisor,
    AppointGeneral,
    AppointRuler,
    Dismiss,
    LeadArmy,
    LeaveVacant,
    MoveGeneral,
    ail,
    mortality,
    succession,
)
from adjudicator.games.europa_universalis.rules.operations_units import unit_lost_there
from adjudicator.games.europa_universalis.slots import CARD, CHARACTER
from adjudicator.games.europa_universalis.state import Army, State, Units
from adjudicator.games.europa_universalis.words import REPORT
from adjudicator.language import language
from adjudicator.reports.wording.game import Asked, Coded
from tests.games.europa_universalis.table import asked, do, hand, has, power, refusal, table


def card(id: str) -> int:
    return CARD.index[id]


def who(id: str) -> int:
    return CHARACTER.index[id]


@pytest.mark.example("ex_7_2_appoint_advisor")
def test_an_advisor_costs_his_ducats_ex_7_2() -> None:
    """One of skill 2 for 2 ducats; the one before him leaves."""
    match = table(hand("england", "adm_6", "adm_12", "adm_15", "mil_1"), on_move="england")
    do(match, AppointAdvisor("adm_6"))
    own = match.state.led["england"]
    assert (own.ducats, own.advisors) == (13, [card("adm_6"), NONE, NONE])
    assert refusal(match, AppointAdvisor("adm_15")) == "no_advisor"
    assert refusal(match, AppointAdvisor("adm_1")) == "not_in_hand"
    do(match, AppointAdvisor("adm_12"))
    assert (own := match.state.led["england"]).ducats == 9
    assert own.advisors[0] == card("adm_12")
    assert match.state.decks[0].discards == [card("adm_6")]


def test_a_leader_commands_an_army_for_mil_r5_02() -> None:
    match = table(hand("france", "adm_15", "adm_16"))
    do(match, AppointGeneral("adm_15", 1))
    assert refusal(match, AppointGeneral("adm_16", 4)) == "no_army"
    own = match.state.led["france"]
    assert own.power[2] == 4
    assert own.armies[0].general == who("adm_15")
    do(match, MoveGeneral(1, 2))
    assert [army.general for army in match.state.led["france"].armies] == [NONE, who("adm_15"), NONE]
    assert refusal(match, MoveGeneral(1, 3)) == "no_general"
    do(match, AppointGeneral("adm_16", 2))
    assert match.state.decks[0].discards == [card("adm_15")]


def test_generals_change_places_r5_02() -> None:
    match = table(hand("france", "adm_15", "adm_16"))
    do(match, AppointGeneral("adm_15", 1), AppointGeneral("adm_16", 2), MoveGeneral(1, 2))
    assert [army.general for army in match.state.led["france"].armies] == [who("adm_16"), who("adm_15"), NONE]


def test_an_admiral_and_power_that_lacks_r5_02() -> None:
    match = table(hand("france", "adm_15", "adm_16"), power("france", mil=1))
    do(match, AppointAdmiral("adm_15"))
    assert match.state.led["france"].fleet.admiral == who("adm_15")
    assert refusal(match, AppointAdmiral("adm_16")) == "too_little_power"


def test_the_ruler_leads_for_nothing_r5_02() -> None:
    match = table(hand("france", "adm_15"))
    do(match, AppointGeneral("adm_15", 2), LeadArmy(1))
    own = match.state.led["france"]
    assert own.armies[0].general == own.ruler
    do(match, LeadArmy(2))
    assert [army.general for army in match.state.led["france"].armies] == [NONE, own.ruler, NONE]
    assert match.state.decks[0].discards == [card("adm_15")]
    assert refusal(match, LeadArmy(2)) == "leads_already"
    do(match, LeadArmy(0))
    assert all(army.general == NONE for army in match.state.led["france"].armies)


def test_a_leader_is_made_ruler_in_an_interregnum_r7_03() -> None:
    match = table(hand("france", "adm_15"))
    assert refusal(match, AppointRuler("adm_15")) == "there_is_a_ruler"
    match = table(hand("france", "adm_15", "adm_1"), has("france", ruler=NONE))
    assert refusal(match, LeadArmy(1)) == "no_ruler"
    assert refusal(match, AppointRuler("adm_1")) == "no_leader"
    do(match, AppointRuler("adm_15"))
    assert match.state.led["france"].ruler == who("adm_15")
    assert match.state.led["france"].power == [5, 5, 5]


def test_who_is_dismissed_goes_to_the_discards_r5_02() -> None:
    match = table(hand("france", "adm_6"))
    assert refusal(match, Dismiss("adm_6")) == "not_employed"
    do(match, AppointAdvisor("adm_6"), Dismiss("adm_6"))
    assert match.state.led["france"].advisors[0] == NONE
    assert match.state.decks[0].discards == [card("adm_6")]


@STEPS.step("R7.02")
def struck(play: Play[State], symbol: str) -> Frames:
    return mortality(play, symbol)


@STEPS.step("R7.02")
def wounded(play: Play[State], seat: str, character: int) -> Frames:
    return ail(play, seat, character)


def test_the_second_token_kills_and_the_ruler_is_replaced_r7_02() -> None:
    """Juan II of Castile begins ill, with a square; Charles VII has a circle."""
    match = table(hand("castile", "adm_15"), frames=[struck("square"), struck("circle")])
    assert asked(match) == ("succession", "castile")
    assert match.decisions()[0].interrupts
    do(match, AppointRuler("adm_15"))
    state = match.state
    assert state.led["castile"].ruler == who("adm_15")
    assert state.ill >> who("france") & 1
    assert not state.ill >> who("castile") & 1


def test_without_a_successor_there_is_an_interregnum_r7_03() -> None:
    match = table(frames=[struck("square")])
    assert match.state.led["castile"].ruler == NONE
    match = table(hand("castile", "adm_15"), frames=[struck("square")])
    do(match, LeaveVacant())
    assert match.state.led["castile"].ruler == NONE
    assert table(frames=[succession("france")]).state.led["france"].ruler == who("france")


def test_a_dead_general_leaves_his_army_r7_02() -> None:
    def arrange(state: State) -> None:
        state.decks[0].draw.remove(card("adm_15"))
        state.led["france"].armies[0].general = who("adm_15")

    match = table(arrange, frames=[wounded("france", who("adm_15"))])
    assert match.state.ill >> who("adm_15") & 1
    match = table(arrange, frames=[wounded("france", who("adm_15")), wounded("france", who("adm_15"))])
    assert match.state.led["france"].armies[0].general == NONE
    assert match.state.decks[0].discards == [card("adm_15")]
    assert not match.state.ill >> who("adm_15") & 1


def test_a_general_whose_last_unit_is_gone_keeps_his_army_r5_02() -> None:
    def last_unit(state: State) -> None:
        own = state.led["france"]
        own.alone, own.armies = [0] * len(own.alone), [Army(AREA.index["seine"], Units(1)), Army(), Army()]
        own.armies[0].general, own.hand = who("adm_15"), []

    match = table(hand("france", "adm_15"), last_unit, frames=[unit_lost_there("france", 1)])
    army = match.state.led["france"].armies[0]
    assert (army.area, army.general) == (NONE, who("adm_15"))


def test_who_is_silent_is_not_left_without_a_ruler_r7_03() -> None:
    """A leader of the hand costs nothing as a ruler: the one with the most skill comes."""
    match = table(hand("france", "mil_15", "mil_16"), has("france", ruler=NONE), frames=[succession("france")])
    best = max(("mil_15", "mil_16"), key=lambda id: sum(match.game.content.characters[id].skill))
    assert match.default("france") == AppointRuler(best)


@pytest.mark.parametrize(
    ("code", "told"), [("en", "advisor, skill 2/0/0"), ("ru", "советник, навыки 2/0/0")], ids=["en", "ru"]
)
def test_who_may_be_dismissed_is_told_with_post_and_skills(code: str, told: str) -> None:
    match = table(hand("france", "adm_6"))
    do(match, AppointAdvisor("adm_6"))
    (option,) = [each for each in match.options("france") if isinstance(each, Dismiss)]
    shown = Asked(1, match.decisions()[0], (Coded("1a", option, ""),))
    question = REPORT.question(shown, match.view("france"), "france", language(code))
    assert [each.note for group in question.groups for each in group.options] == [told]
