"""What is worked out at once for many, against the rule asked of each: options of a turn, who controls what."""

from __future__ import annotations

from random import Random

import pytest

from adjudicator.components import mask_of
from adjudicator.games.europa_universalis.facts import NONE, PROVINCE, REALM
from adjudicator.games.europa_universalis.rules import acting, claims, curia, realms, relations
from adjudicator.kernel.match import Match
from adjudicator.kernel.simulate import begin_random, random_action


@pytest.fixture(scope="module")
def played() -> list[Match]:
    """Positions of random games at the question of a turn."""
    found = []
    for number in range(3):
        match, rng = begin_random("europa-universalis", f"worked out {number}"), Random(number)
        while match.result is None and len(match.log) < 700:
            random_action(match, rng)
            if match.result is None and match.decisions()[0].kind == "turn" and len(match.log) % 25 == 0:
                found.append(match.copy())
    return found


@pytest.mark.slow
def test_options_of_a_turn_are_the_candidates_that_no_rule_refuses(played: list[Match]) -> None:
    assert len(played) > 10
    for match in played:
        (seat,) = match.decisions()[0].seats
        answers = acting.TurnAnswers(match.game.content, match.decisions()[0].context["event"])
        state = match.state
        every = [deed for kind in acting.DEEDS for deed in kind.candidates(state, seat, answers.content)]
        asked = [
            each for each in (*every, acting.Pass(), acting.EndTurn()) if not answers.illegality(state, seat, each)
        ]
        assert match.options(seat) == asked


def test_control_worked_out_by_realms_is_that_of_each_province_r1_04(played: list[Match]) -> None:
    rng = Random(4)
    for match in played:
        state = match.copy().state
        for province in rng.sample(PROVINCE.indexes, 12):
            state.occupier[province] = rng.choice(state.owner)
        state.rebel_towns = mask_of(rng.sample(PROVINCE.indexes, 5))
        for realm in REALM.indexes:
            each = mask_of(n for n in PROVINCE.indexes if relations.controller(state, n) == realm)
            assert realms.controlled(state, realm) == each
            assert realms.provinces(state, realm) == each & mask_of(
                n for n in PROVINCE.indexes if state.owner[n] == realm and state.occupier[n] == NONE
            )


def test_roma_is_of_the_catholic_who_controls_it_r19_02(played: list[Match]) -> None:
    for match in played:
        state = match.state
        holders = [seat for seat in state.order if curia.holds_roma(state, seat)]
        allies = [seat for seat in state.order if state.allied[seat] >> relations.PAPAL_STATES & 1]
        expected = next((seat for seat in holders or allies), None)
        assert curia.roma(state) == (expected if expected in curia.catholics(state) else None)


def test_claims_count_where_a_realm_or_a_vassal_nobody_plays_owns_provinces_r9_04(played: list[Match]) -> None:
    for match in played:
        state = match.state
        for seat in state.led:
            for realm in REALM.indexes:
                areas = {
                    PROVINCE.things[n].area
                    for n, owner in enumerate(state.owner)
                    if owner != NONE
                    and state.occupier[n] == NONE
                    and not state.rebel_towns >> n & 1
                    and (owner == realm or (state.overlord[owner] == realm and not relations.is_led(state, owner)))
                }
                assert claims.claim_against(state, seat, realm) == mask_of(areas) & relations.claimed(state, seat)
