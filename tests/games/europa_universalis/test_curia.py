"""The papal curia (R19)."""

from __future__ import annotations

import pytest

from adjudicator import Action
from adjudicator.games.europa_universalis.facts import AREA, NONE, RELIGION
from adjudicator.games.europa_universalis.rules.curia import (
    CallCrusade,
    Excommunicate,
    cardinals_of,
    curia_scored,
    gain_cardinal,
    lose_cardinal,
    papal_controller,
    roma,
    settle,
    uncontested,
)
from adjudicator.games.europa_universalis.rules.operations_units import PutUnit
from adjudicator.games.europa_universalis.state import State
from tests.games.europa_universalis.diplomats import (
    Arrange,
    acting,
    allied,
    area,
    asked,
    call,
    cubes,
    do,
    has,
    occupied,
    realm,
    refused,
    table,
    whole,
)

PROTESTANT = has("england", religion=RELIGION.index["protestant"])


def cardinals(*seats: str) -> Arrange:
    def arrange(state: State) -> None:
        state.curia.cardinals = list(seats)

    return arrange


def after(*arrange: Arrange, seats: tuple[str, ...] | None = None, by: object = None) -> State:
    four = seats or ("france", "castile", "england", "austria")
    return table(*arrange, seats=four, frames=[call(by), *acting("france")]).state  # type: ignore[arg-type]


@pytest.mark.example("ex_4_5_curia_prestige")
def test_france_gets_two_prestige_for_the_curia_ex_4_5() -> None:
    """Three cardinals of France, that of roma among them; England is protestant, three players are catholic."""
    arrange = [cardinals("france", "castile", "france", "austria"), allied("france", "papal_states"), PROTESTANT]
    match = table(
        *arrange, seats=("france", "castile", "england", "austria"), frames=[curia_scored(), *acting("france")]
    )
    assert cardinals_of(match.state, "france") == 3
    assert [match.state.led[seat].prestige for seat in ("france", "castile")] == [2, 0]


def test_a_tie_goes_to_the_leftmost_and_gives_no_prestige_r19_03() -> None:
    state = table(cardinals("castile", "france", "france", "castile")).state
    assert (papal_controller(state), uncontested(state)) == ("castile", False)
    with_roma = table(cardinals("castile", "france", "castile"), allied("france", "papal_states")).state
    assert papal_controller(with_roma) == "france"


def test_a_single_cardinal_is_contested_r19_03() -> None:
    state = table(cardinals("castile")).state
    assert (papal_controller(state), uncontested(state)) == ("castile", False)


def test_a_cardinal_enters_from_the_left_and_pushes_the_last_out_r19_01() -> None:
    """Three catholic players: four slots."""
    full = cardinals("castile", "castile", "castile", "austria")
    state = after(full, PROTESTANT, by=lambda play: gain_cardinal(play, "france"))
    assert state.curia.cardinals == ["france", "castile", "castile", "castile"]


def test_a_protestant_gains_none_r19_01() -> None:
    state = after(PROTESTANT, cardinals("france"), by=lambda play: gain_cardinal(play, "england"))
    assert state.curia.cardinals == ["france"]


def test_who_controls_roma_has_one_cardinal_only_r19_02() -> None:
    held = [occupied("france", "roma"), cardinals("france", "castile", "france"), allied("castile", "papal_states")]
    state = after(*held, by=settle)
    assert (roma(state), state.curia.cardinals) == ("france", ["castile"])
    again = after(*held, by=lambda play: gain_cardinal(play, "france"))
    assert again.curia.cardinals.count("france") == 2


def test_the_rightmost_cardinal_is_lost_r19_10() -> None:
    state = after(cardinals("france", "castile", "france"), by=lambda play: lose_cardinal(play, "france"))
    assert state.curia.cardinals == ["france", "castile"]


# papal actions

POPE = [cardinals("castile", "castile", "france")]


def test_an_excommunicated_player_loses_prestige_a_cardinal_and_influence_r19_10() -> None:
    arrange = [*POPE, cubes("france", languedoc=2, scotland=2, burgundy=0, lombardy=1)]
    match = table(*arrange, frames=acting("castile"))
    do(match, Excommunicate("france"))
    assert asked(match) == ("france", "lose_influence")
    state = match.state
    assert (state.led["france"].prestige, state.curia.cardinals) == (-1, ["castile", "castile"])
    assert (state.curia.excommunicated, state.led["castile"].power[1]) == (realm("france"), 1)


def test_a_crusade_may_begin_with_a_war_r19_10() -> None:
    match = table(*POPE, whole("granada", "andalucia"), frames=acting("castile"))
    do(match, CallCrusade("andalucia", ("granada",)))
    assert asked(match) == ("castile", "put_unit")
    do(match, PutUnit("castile", 1), PutUnit("castile", 1))
    state = match.state
    assert state.led["castile"].armies[0].mercenary.infantry == 2
    assert (state.curia.crusade, state.curia.committed) == (area("andalucia"), ["castile"])
    assert (state.led["castile"].prestige, state.led["castile"].power) == (1, [3, 1, 3])


@pytest.mark.parametrize(
    ("first", "second"),
    [(CallCrusade("andalucia"), Excommunicate("england")), (Excommunicate("england"), CallCrusade("andalucia"))],
)
def test_one_papal_action_is_done_in_a_round_r19_10(first: Action, second: Action) -> None:
    match = table(
        *POPE,
        whole("granada", "andalucia"),
        cubes("england", **dict.fromkeys(AREA.ids, 0)),
        has("castile", power=(9, 9, 9)),
        frames=[*acting("castile")],
    )
    do(match, first)
    refused(match, second, "papal_action_used")


@pytest.mark.parametrize(
    ("seat", "arrange", "action", "code"),
    [
        ("france", [], Excommunicate("england"), "not_papal_controller"),
        ("castile", [lambda state: setattr(state, "age", 3)], Excommunicate("england"), "too_late_an_age"),
        ("castile", [], Excommunicate("granada"), "not_catholic"),
        ("castile", [], Excommunicate("castile"), "not_catholic"),
        ("castile", [has("castile", power=(3, 1, 3))], Excommunicate("england"), "too_little_power"),
        ("castile", [], CallCrusade("aragon"), "no_crusade_there"),
        ("castile", [occupied("castile", "gibraltar")], CallCrusade("andalucia"), "no_crusade_there"),
        ("castile", [], CallCrusade("northern_morocco", ("granada",)), "not_crusaded"),
        ("castile", [has("castile", ruler=NONE)], CallCrusade("northern_morocco", ("morocco",)), "nobody_declares"),
    ],
)
def test_what_is_against_a_papal_action_r19_10(seat: str, arrange: list[Arrange], action: Action, code: str) -> None:
    refused(table(*POPE, *arrange, frames=acting(seat)), action, code)


def crusading(*seats: str) -> Arrange:
    def arrange(state: State) -> None:
        state.curia.crusade, state.curia.committed = area("andalucia"), list(seats)

    return arrange


@pytest.mark.parametrize(
    ("arrange", "prestige"),
    [
        ([crusading("castile")], -2),
        ([crusading("castile"), whole("castile", "andalucia")], -2),
        (
            [
                crusading("castile"),
                whole("castile", "andalucia"),
                lambda state: setattr(state.led["castile"].armies[0], "area", area("andalucia")),
            ],
            2,
        ),
        (
            [
                crusading("castile"),
                occupied("castile", "gibraltar", "granada"),
                lambda state: setattr(state.led["castile"].armies[0], "area", area("andalucia")),
            ],
            2,
        ),
        ([crusading(), cardinals("castile")], -2),
        ([crusading("france"), cardinals("castile")], 0),
    ],
)
def test_a_crusade_is_scored_r19_11(arrange: list[Arrange], prestige: int) -> None:
    match = table(cardinals(), *arrange, frames=[curia_scored(), *acting("france")])
    assert match.state.led["castile"].prestige == prestige
    assert (match.state.curia.crusade, match.state.curia.committed) == (NONE, [])
