"""Royal marriages (R11.25) and disputed successions (R3.34, R3.35)."""

from __future__ import annotations

import pytest

from adjudicator.games.europa_universalis.content import default
from adjudicator.games.europa_universalis.facts import NONE, REALM, RELIGION
from adjudicator.games.europa_universalis.rules.marriages import (
    Wed,
    brides,
    disputes_settled,
    divorce,
    divorce_others,
    marry,
    realms_without_rulers,
    refused_marriage,
    royal_marriage,
)
from adjudicator.games.europa_universalis.slots import IDEA
from tests.games.europa_universalis.diplomats import (
    Arrange,
    acting,
    allied,
    asked,
    call,
    cubes,
    do,
    has,
    realm,
    refused,
    table,
    wed,
)


def test_the_card_marries_a_realm_that_nobody_plays_r11_25() -> None:
    match = table(frames=[royal_marriage("austria"), *acting("austria")])
    assert asked(match) == ("austria", "royal_marriage")
    refused(match, Wed("france"), "not_a_partner")
    refused(match, Wed("bavaria"), "married_already")
    refused(match, Wed("granada"), "other_faith")
    refused(match, Wed("flanders"), "vassal_of_another")
    do(match, Wed("bohemia"))
    assert match.state.married["austria"] == REALM.mask_of(("bavaria", "bohemia"))


@pytest.mark.parametrize(
    ("arrange", "code"),
    [
        ([has("austria", ruler=NONE)], "nobody_rules"),
        ([wed("austria", "saxony", "palatinate")], "too_many_marriages"),
        ([has("austria", religion=RELIGION.index["revolutionary"])], "other_faith"),
    ],
)
def test_what_is_against_a_marriage_r11_25(arrange: list[Arrange], code: str) -> None:
    state = table(*arrange).state
    refusal = refused_marriage(state, "austria", realm("bohemia"), default())
    assert refusal is not None
    assert refusal.code == code


def test_the_cabinet_allows_a_fourth_marriage_r11_25() -> None:
    state = table(wed("austria", "saxony", "palatinate"), has("austria", ideas=1 << IDEA.index["cabinet"])).state
    assert refused_marriage(state, "austria", realm("bohemia"), default()) is None


def test_own_vassals_are_married_r11_25() -> None:
    state = table(wed("burgundy")).state
    state.married["burgundy"] = 0
    assert Wed("flanders") in list(brides(state, "burgundy", default()))


def test_a_marriage_of_players_lies_on_both_and_ends_on_both_r11_25() -> None:
    frames = [call(lambda play: marry(play, "france", realm("castile"))), *acting("france")]
    match = table(frames=frames)
    assert match.state.married["castile"] >> realm("france") & 1
    ended = table(
        wed("france", "castile"),
        wed("castile", "france"),
        frames=[call(lambda play: divorce(play, "castile", realm("france")))],
    )
    assert not ended.state.married["france"] >> realm("castile") & 1


def test_a_new_vassal_leaves_its_other_marriages_r11_25() -> None:
    arrange = [wed("france", "navarra"), wed("castile", "navarra")]
    match = table(
        *arrange, frames=[call(lambda play: divorce_others(play, realm("navarra"), "castile")), *acting("france")]
    )
    assert [bool(match.state.married[each] >> realm("navarra") & 1) for each in ("france", "castile")] == [False, True]


@pytest.mark.parametrize(
    ("arrange", "lost"),
    [
        ([], -3),
        ([allied("austria", "bavaria")], -3),
        ([allied("austria", "bavaria"), cubes("austria", bavaria_swabia=1)], 0),
        ([allied("austria", "bavaria"), cubes("austria", bavaria_swabia=2), cubes("france", bavaria_swabia=3)], -3),
        ([allied("france", "bavaria"), cubes("austria", bavaria_swabia=4)], -3),
    ],
)
def test_a_disputed_succession_costs_three_unless_the_realm_is_held_r3_34(arrange: list[Arrange], lost: int) -> None:
    begin = [cubes("austria", bavaria_swabia=0), wed("austria", "bavaria", disputed=True)]
    match = table(*begin, *arrange, frames=[disputes_settled(), *acting("austria")])
    assert match.state.led["austria"].prestige == lost
    assert match.state.disputed["austria"] == 0


def test_a_realm_without_a_ruler_is_disputed_r3_35() -> None:
    arrange = [has("france", ruler=NONE), wed("castile", "france"), wed("france", "castile")]
    match = table(*arrange, frames=[realms_without_rulers(), *acting("austria")])
    assert match.state.led["france"].stability == -1
    assert match.state.disputed["castile"] == 1 << realm("france")
    assert match.state.disputed["france"] == 0
