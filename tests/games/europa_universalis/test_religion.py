"""Dissent, and how faiths and the revolution spread (R3.36, R15)."""

from __future__ import annotations

import pytest

from adjudicator.games.europa_universalis.facts import AREA, NEXT_TO, NONE, PROVINCE, RELIGION
from adjudicator.games.europa_universalis.rules import relations
from adjudicator.games.europa_universalis.rules import religion as r
from adjudicator.games.europa_universalis.rules.goals import researched
from adjudicator.games.europa_universalis.rules.operations import AtProvince, InArea
from adjudicator.games.europa_universalis.rules.religion import LoseCube, SpreadFaith, UnrestInstead
from adjudicator.games.europa_universalis.slots import IDEA
from adjudicator.games.europa_universalis.state import State
from tests.games.europa_universalis.cards import Arrange, answer, asked, refused, table


def faith(religion: str, *areas: str) -> Arrange:
    def arrange(state: State) -> None:
        for area in areas:
            state.religion[AREA.index[area]] = RELIGION.index[religion]

    return arrange


def of(state: State, religion: str) -> set[str]:
    return {AREA.ids[area] for area, each in enumerate(state.religion) if RELIGION.ids[each] == religion}


@pytest.mark.example("ex_4_3_religious_dissent_andalucia")
def test_castile_has_dissent_in_andalucia_r3_36() -> None:
    """The rulebook's example (§4.3 G): unrest comes to one own town of the area of diverse faiths."""
    match = table(frames=[r.dissent()])
    assert asked(match) == ("province_for", ("castile",))
    assert set(match.options("castile")) == {AtProvince("sevilla"), AtProvince("cordoba")}
    answer(match, ("castile", AtProvince("cordoba")))
    assert match.state.unrest == PROVINCE.mask_of(("cordoba",))
    assert asked(match) == ("", ())


def test_the_idea_of_tolerance_spares_an_area_r3_36() -> None:
    def tolerant(state: State) -> None:
        state.led["castile"].ideas = 1 << IDEA.index["tolerance"]

    assert asked(table(tolerant, frames=[r.dissent()])) == ("", ())
    match = table(tolerant, faith("protestant", "leon"), frames=[r.dissent()])
    assert set(match.options("castile")) == {InArea("andalucia"), InArea("leon")}
    answer(match, ("castile", InArea("andalucia")))
    assert {each.province for each in match.options("castile")} <= {"galicia", "asturias", "badajoz", "salamanca"}


def test_counter_reformed_areas_are_catholic_r15_01() -> None:
    match = table(faith("counter_reformed", "seine", "loire", "andalucia"), frames=[r.dissent()])
    assert asked(match) == ("", ())


def test_dissent_among_vassals_takes_influence_or_unrest_r3_36() -> None:
    """Holland and Flanders are vassals of Burgundy."""
    match = table(
        faith("protestant", "netherlands"), frames=[r.vassal_dissent("burgundy", AREA.mask_of(["netherlands"]))]
    )
    assert set(match.options("burgundy")) == {LoseCube("netherlands"), UnrestInstead("netherlands")}
    answer(match, ("burgundy", LoseCube("netherlands")))
    assert match.state.led["burgundy"].influence[AREA.index["netherlands"]] == 0
    assert not match.state.unrest


def test_areas_that_hang_together_by_land_are_one_cluster_r15_02() -> None:
    match = table(faith("protestant", "scotland", "saxony", "brandenburg", "ireland"), frames=[])
    found = [set(AREA.ids_of(each)) for each in r.clusters(match.state, RELIGION.index["protestant"])]
    assert sorted(found, key=sorted) == [{"brandenburg", "saxony"}, {"ireland"}, {"scotland"}]


def test_a_token_comes_next_to_each_cluster_r15_02() -> None:
    match = table(faith("protestant", "saxony", "scotland"), frames=[r.faiths_spread("france")])
    assert refused(match, "france", SpreadFaith("castile", "protestant")).code == "not_next_to_it"
    answer(match, ("france", SpreadFaith("bohemia", "protestant")))
    offers = {each.area for each in match.options("france")}
    near = {AREA.ids[each] for each in AREA.indexes if NEXT_TO[AREA.index["scotland"]] >> each & 1}
    assert offers == near - {"scotland"}, "the other cluster now"
    answer(match, ("france", SpreadFaith("northumbria", "protestant")))
    assert asked(match) == ("", ())
    assert of(match.state, "protestant") == {"saxony", "scotland", "bohemia", "northumbria"}


def test_of_two_faiths_at_most_two_of_one_before_the_other_r15_02() -> None:
    match = table(
        faith("protestant", "saxony", "scotland", "netherlands"),
        faith("counter_reformed", "castile"),
        frames=[r.faiths_spread("france")],
    )
    answer(
        match,
        ("france", SpreadFaith("bohemia", "protestant")),
        ("france", SpreadFaith("northumbria", "protestant")),
    )
    assert {each.religion for each in match.options("france")} == {"counter_reformed"}
    answer(match, ("france", SpreadFaith("leon", "counter_reformed")))
    assert asked(match) == ("", ()), "no third of the first, and no other cluster of the second"


def test_orthodox_and_muslim_areas_are_never_chosen_r15_02() -> None:
    near = {AREA.ids[each] for each in AREA.indexes if NEXT_TO[AREA.index["saxony"]] >> each & 1}
    match = table(faith("protestant", "saxony"), faith("orthodox", *near), frames=[r.faiths_spread("france")])
    assert asked(match) == ("", ())
    assert of(match.state, "protestant") == {"saxony"}


def test_diverse_faiths_come_to_catholic_areas_away_from_the_inner_sea_r15_02() -> None:
    match = table(frames=[r.faiths_spread("france")])
    assert refused(match, "france", InArea("sicily")).code == "not_this_area"
    answer(match, ("france", InArea("scotland")), ("france", InArea("ireland")))
    assert {"scotland", "ireland"} <= of(match.state, "diverse")
    assert asked(match) == ("", ())


def test_by_rule_faiths_take_turns_and_towns_come_first_r15_02() -> None:
    match = table(faith("protestant", "saxony"), faith("counter_reformed", "castile"), frames=[r.faiths_spread(None)])
    assert asked(match) == ("", ())
    assert len(of(match.state, "protestant")) == len(of(match.state, "counter_reformed")) == 2
    assert of(match.state, "counter_reformed") == {"castile", "andalucia"}
    assert sorted(of(table(frames=[r.faiths_spread(None)]).state, "diverse")) == [
        "andalucia",
        "aquitaine",
        "austria",
    ]


def test_the_revolution_begins_in_two_capitals_of_low_stability_r15_03() -> None:
    def unstable(state: State) -> None:
        state.led["england"].stability, state.led["castile"].stability = -2, -1

    match = table(unstable, frames=[r.revolution_spreads(None)])
    assert of(match.state, "revolutionary") == {"east_anglia", "castile"}
    catholic = RELIGION.index["catholic"]
    assert match.state.beneath[AREA.index["castile"]] == catholic, "what was there is under it"


def test_one_cluster_of_the_revolution_sends_a_token_elsewhere_r15_03() -> None:
    match = table(faith("revolutionary", "seine"), frames=[r.revolution_spreads("france")])
    answer(match, ("france", InArea("loire")))
    assert refused(match, "france", InArea("burgundy")).code == "not_this_area"
    answer(match, ("france", InArea("castile")))
    assert of(match.state, "revolutionary") == {"seine", "loire", "castile"}
    assert asked(match) == ("", ())


def revolution(state: State) -> None:
    """France is revolutionary; in the area of its capital the token lies on a protestant one."""
    faith("protestant", "seine")(state)
    for area in ("seine", "loire"):
        r.give_faith(state, AREA.index[area], RELIGION.index["revolutionary"])
    state.led["france"].religion = RELIGION.index["revolutionary"]


def governed(*instant: dict[str, str]) -> State:
    """France has another form of government now, with these effects besides."""
    pack = {"ideas.absolute_monarchy.instant": list(instant)}
    match = table(revolution, frames=[researched("france", IDEA.index["absolute_monarchy"])], pack=pack)
    assert asked(match) == ("", ())
    return match.state


def test_another_form_of_government_gives_the_revolution_up_r15_03() -> None:
    """The token leaves the area of the capital alone; what lay beneath is the religion there, and of the realm."""
    state = governed()
    assert of(state, "protestant") == {"seine"}
    assert of(state, "revolutionary") == {"loire"}
    assert state.led["france"].religion == RELIGION.index["protestant"]
    assert RELIGION.ids[state.beneath[AREA.index["loire"]]] == "catholic"
    assert state.beneath[AREA.index["seine"]] == NONE
    assert "france" not in state.curia.cardinals


def test_a_form_of_government_that_is_revolutionary_itself_keeps_the_revolution_r15_03() -> None:
    state = governed({"op": "adopt_religion", "religion": "revolutionary"})
    assert of(state, "revolutionary") == {"seine", "loire"}
    assert state.led["france"].religion == RELIGION.index["revolutionary"]


def test_no_other_idea_ends_a_revolution_r15_03() -> None:
    state = table(revolution, frames=[researched("france", IDEA.index["cannons"])]).state
    assert state.led["france"].religion == RELIGION.index["revolutionary"]
    assert of(state, "revolutionary") == {"seine", "loire"}


def test_diverse_faiths_under_the_revolution_are_no_state_religion_r15_03() -> None:
    def diverse(state: State) -> None:
        state.beneath[AREA.index["seine"]] = RELIGION.index["diverse"]

    match = table(revolution, diverse, frames=[researched("france", IDEA.index["absolute_monarchy"])])
    assert "seine" in of(match.state, "diverse")
    assert match.state.led["france"].religion == RELIGION.index["catholic"]


def test_nothing_lies_beneath_an_area_that_is_converted_r15_03() -> None:
    """A second token of the revolution lies on the same; every other faith takes the place of all that lay there."""
    state = table(revolution, frames=[]).state
    seine = AREA.index["seine"]
    r.give_faith(state, seine, RELIGION.index["revolutionary"])
    assert RELIGION.ids[state.beneath[seine]] == "protestant"
    r.give_faith(state, seine, RELIGION.index["catholic"])
    assert (RELIGION.ids[state.religion[seine]], state.beneath[seine]) == ("catholic", NONE)


def test_the_papal_states_stay_catholic_r1_10() -> None:
    state = table(frames=[]).state
    papal = relations.PAPAL_STATES
    r.give_faith(state, relations.capital_area(state, papal), RELIGION.index["protestant"])
    assert relations.state_religion(state, papal) == RELIGION.index["catholic"]
